"""The contract of planning and threads, line by line: which tests show each, and whether they hold.

To add a test to a line, put its id in the table. A line without tests is not held.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

PROOF = "every line of the contract on planning and threads has tests of its own, and they hold"

ROOT = Path(__file__).parents[1]
UNIT, ENGINE = "tests/unit", "tests/unit/engine"
COURSE, THREADS = "tests/unit/runtime/test_course_of_a_run.py", "tests/scenarios/test_threads.py"
WHERE = "tests/scenarios/test_where_it_is_searched.py"
CLI = "tests/scenarios/test_planning_cli.py"
REPORTS = "tests/scenarios/test_reports.py"
ACCOUNTS = "tests/unit/report/test_accounts.py"
DEPTH = "tests/scenarios/test_reading_in_depth.py"
DEAD = "tests/scenarios/test_dead_engines.py"
ASKED = "tests/scenarios/test_what_is_asked.py::test_an_engine_is_asked_in_words_that_a_person_would_use"
LEARNT = "tests/scenarios/test_what_was_learnt.py"
CASE = f"{THREADS}::test_a_thread_goes_as_its_case_says"

LINES: dict[str, tuple[str, ...]] = {
    "mode: the planner's judgement suffices, every limit can be set alone": (
        f"{ENGINE}/test_complexity.py::test_nine_of_ten_prompts_are_taken_as_they_are_meant",
        f"{ENGINE}/test_complexity.py::test_each_of_these_decides_alone",
        f"{ENGINE}/test_complexity.py::test_a_thorough_effort_takes_all_but_a_single_fact_as_complex",
        f"{ENGINE}/test_complexity.py::test_code_settles_the_mode_of_a_plan_whoever_made_it",
        f"{ENGINE}/test_complexity.py::test_what_exceeds_the_cap_is_asked_within_the_nearest_task_and_told",
        f"{CLI}::test_the_user_says_whether_a_question_is_taken_apart",
        f"{CLI}::test_each_limit_is_set_alone_within_its_ceiling",
        f"{CLI}::test_the_threshold_of_the_mode_is_set_with_the_question",
    ),
    "shapes of questions, in plan and report": (
        f"{REPORTS}::test_a_report_says_what_its_case_asks_for",
        f"{UNIT}/report/test_verdicts.py::test_what_speaks_against_a_claim_comes_first_then_what_speaks_for_it",
        f"{ACCOUNTS}::test_a_why_tells_the_stated_reason_with_who_stated_it_and_what_happened",
        f"{ACCOUNTS}::test_where_what_happened_is_told_and_no_reason_for_it_that_is_said",
        f"{ACCOUNTS}::test_an_evaluation_tells_what_speaks_for_and_what_against",
        f"{ACCOUNTS}::test_a_procedure_tells_its_steps_first_and_as_they_stand",
        f"{ACCOUNTS}::test_a_timeline_tells_what_follows_the_answer_by_its_years",
        f"{ACCOUNTS}::test_an_exploration_tells_the_passages_that_name_a_way_before_the_others",
        f"{UNIT}/minds/test_extractive_asks.py::"
        "test_what_is_asked_further_by_a_pronoun_is_a_part_that_names_what_it_stands_for",
        f"{UNIT}/minds/test_extractive_asks.py::"
        "test_what_the_asker_put_as_a_list_is_looked_for_item_by_item_with_what_the_list_is_on",
        f"{UNIT}/minds/test_extractive_asks.py::test_how_one_thing_compares_to_another_has_two_sides",
        f"{UNIT}/minds/llm/test_form.py::test_a_planner_is_told_what_each_form_consists_of",
        f"{UNIT}/minds/llm/test_form.py::test_a_section_is_told_its_form_its_length_and_what_the_others_answer",
        f"{UNIT}/report/test_verdicts.py::test_the_claim_is_told_with_what_was_found_on_it",
        f"{ENGINE}/test_claimed.py::test_a_sentence_stands_for_a_claim_or_against_it_or_decides_nothing",
        f"{ENGINE}/test_lengths.py::test_every_task_feeds_a_part_and_children_feed_their_parents",
        f"{ENGINE}/test_lengths.py::test_what_matters_more_has_more_words_and_an_emphasis_most",
    ),
    "depth and revision: what a finding may change, what code proposes, what is not dug into": (
        f"{UNIT}/minds/llm/test_revising.py::test_a_finding_may_skip_move_reword_and_add_an_edge_to_pending_tasks",
        f"{UNIT}/minds/llm/test_revising.py::test_a_pending_task_may_be_made_to_wait_for_another_or_for_what_is_added",
        f"{UNIT}/minds/llm/test_revising.py::test_the_importance_of_what_is_added_is_judged",
        f"{COURSE}::test_a_mind_sees_what_is_left_of_the_plan_and_may_change_it",
        f"{COURSE}::test_without_a_model_code_proposes_a_task_for_a_gap_that_two_sections_name",
        f"{COURSE}::test_what_is_not_dug_into_is_told_and_stands_in_the_report",
        f"{ENGINE}/test_proposing.py::test_an_open_conflict_of_high_severity_becomes_a_task",
        f"{ENGINE}/test_proposing.py::test_a_question_that_a_source_raises_becomes_a_task_when_it_is_sure_enough",
        f"{ENGINE}/test_revision.py::test_text_and_edges_of_what_depends_on_a_finished_task_never_change",
        f"{ENGINE}/test_depth.py::test_an_area_that_is_not_dug_into_is_kept_with_the_reason",
        f"{ENGINE}/test_depth.py::test_a_fourth_area_is_named",
    ),
    "interior tasks have phases, each with its own criteria, budget and iterations": (
        f"{ENGINE}/test_gates.py::test_a_phase_is_entered_when_the_one_before_is_met",
        f"{ENGINE}/test_gates.py::test_each_phase_has_tries_of_its_own",
        f"{ENGINE}/test_gates.py::test_each_phase_has_rounds_of_its_own",
        f"{CASE}[two-phases-of-gates]",
        f"{UNIT}/minds/llm/test_form.py::test_a_plan_says_what_a_task_may_not_end_without_and_code_makes_phases_of_it",
        f"{CLI}::test_a_task_of_a_suggested_plan_has_phases_and_the_report_says_of_each_what_was_met",
    ),
    "parents are synthesised from two children on, by either mind": (
        f"{ENGINE}/test_together.py::test_a_parent_of_two_is_told_with_them_and_a_parent_of_one_is_not",
        f"{ENGINE}/test_together.py::test_without_a_model_the_section_that_a_parent_wrote_before_is_replaced",
        f"{ENGINE}/test_together.py::test_what_a_mind_wrote_of_the_whole_takes_the_place_of_what_stood_there",
    ),
    "criteria are met only where the shipped text tells what was asked; rubric per source": (
        "tests/scenarios/test_written_runs.py::"
        "test_a_criterion_is_met_by_the_text_that_ships_and_not_by_what_was_found",
        f"{UNIT}/report/test_compose.py::"
        "test_without_a_judge_a_passage_that_may_answer_a_criterion_is_quoted_and_no_more",
        f"{ENGINE}/test_rubrics.py::test_each_source_is_asked_what_its_words_touch_and_nothing_that_is_answered",
        f"{ENGINE}/test_rubrics.py::test_the_mode_is_the_specs_and_else_follows_what_the_task_is_for",
        f"{ENGINE}/test_rubrics.py::test_a_model_is_told_what_to_ask_of_each_source_and_where_to_look",
        f"{UNIT}/minds/test_extractive_rounds.py::test_the_mode_of_extraction_says_what_is_brought",
    ),
    "gates stand in the report, and ask for what they want": (
        f"{ENGINE}/test_gates.py::test_the_next_query_comes_from_the_unmet_criterion",
        f"{ENGINE}/test_gates.py::test_every_criterion_is_told_and_the_standard_gate_only_where_it_is_unmet",
        f"{COURSE}::test_the_report_says_which_gates_stayed_unmet_and_children_count_for_their_parent",
    ),
    "discovery scans content, and runs inside a thread that has run out of sources": (
        f"{CASE}[a-discovery-lists-sources]",
        f"{COURSE}::test_a_thread_that_has_run_out_of_sources_has_others_curated_once",
    ),
    "discovery feeds its dependents, synthesis searches nothing": (
        f"{COURSE}::test_what_a_discovery_lists_is_read_first_and_is_no_unanswered_question",
        f"{COURSE}::test_a_synthesis_task_tells_what_was_found_before_it_and_searches_nothing",
    ),
    "a scarce budget goes to what matters": (
        f"{ENGINE}/test_schedule.py::test_importance_breaks_ties_in_every_order",
        f"{ENGINE}/test_schedule.py::test_the_adaptive_order_puts_off_what_is_well_answered_already",
        f"{ENGINE}/test_budget.py::test_what_will_not_fit_by_what_tasks_cost_so_far_is_given_up_before_the_last_band",
        f"{COURSE}::test_with_eight_calls_and_one_slot_what_matters_most_is_done",
    ),
    "the manager: splits are offered where they help, with criteria and a comparison across all parts": (
        f"{CLI}::test_a_split_is_offered_where_its_parts_ask_all_of_the_question",
        f"{CLI}::test_where_a_split_does_not_help_that_is_said",
        f"{CLI}::test_split_plans_have_criteria_of_their_own_and_a_task_that_tells_them_together",
        f"{CLI}::test_split_in_two_it_is_two_plans_and_one_report",
    ),
    "the manager: several questions, narrowing, authorisation in any case": (
        f"{CLI}::test_several_questions_are_as_many_plans_side_by_side_and_one_report",
        f"{CLI}::test_a_file_of_questions_is_asked_line_by_line",
        f"{CLI}::test_of_several_questions_the_one_that_is_refused_is_named",
        f"{CLI}::test_a_boundless_subject_is_narrowed_to_questions_on_that_subject",
        f"{CLI}::test_nothing_but_the_subject_that_was_asked_is_offered_in_its_place",
        f"{CLI}::test_a_subject_that_no_document_names_is_told_before_anything_is_searched",
        f"{UNIT}/cli/test_authorisation.py::test_the_phrase_in_any_case_starts_the_run_and_y_one_that_costs_nothing",
        f"{UNIT}/cli/test_authorisation.py::test_where_something_is_spent_only_the_phrase_is_a_yes",
    ),
    "approvals away from a terminal": (
        "tests/scenarios/test_course_cli.py::"
        "test_an_approval_is_answered_after_a_kill_while_the_rest_of_the_run_had_gone_on",
        f"{UNIT}/cli/test_wording.py::test_an_approval_names_the_task_the_reason_and_the_children",
    ),
    "insights across tasks are statements with meaning": (
        f"{ENGINE}/test_crosstask.py::test_two_claims_that_say_the_same_of_the_same_are_an_insight",
        f"{ENGINE}/test_crosstask.py::test_a_shared_name_or_figure_alone_is_none",
        f"{UNIT}/report/test_compose.py::test_a_name_that_two_tasks_share_is_no_insight",
        f"{UNIT}/report/test_compose.py::test_what_sources_raise_and_nobody_asked_stands_in_the_report",
    ),
    "the links that insights name are followed": (
        f"{ASKED}[a-link-that-a-page-names-is-followed]",
        f"{ENGINE}/test_links.py::test_a_link_counts_where_it_and_its_paragraph_speak_of_half_of_what_is_asked",
        f"{ENGINE}/test_links.py::test_two_links_a_round_are_followed_and_none_that_was_read_or_could_not_be",
        f"{ENGINE}/test_links.py::test_a_link_in_a_document_of_ones_own_is_never_followed",
    ),
    "documents and web together: each source has its own weights": (
        "tests/scenarios/test_web_runs.py::test_a_web_page_answers_though_the_documents_do_not_know_the_words",
        f"{ENGINE}/test_weights.py::"
        "test_a_word_that_the_documents_do_not_know_weighs_nothing_only_where_there_are_only_documents",
        f"{ASKED}[two-hosts-that-nobody-knows-agree]",
    ),
    "a result is a document, read in depth": (
        f"{ENGINE}/test_allocation.py::test_every_open_sub_question_has_a_query_of_its_own",
        f"{ENGINE}/test_reading.py::test_many_queries_give_one_ranking_of_documents",
        f"{ENGINE}/test_reading.py::test_at_most_five_documents_are_read_with_all_that_was_found_in_them",
        f"{ENGINE}/test_reading.py::test_a_document_that_fits_its_share_is_shown_whole",
        f"{ENGINE}/test_reading.py::test_of_one_that_does_not_fit_whole_sections_are_shown_with_the_outline",
        f"{ENGINE}/test_reading.py::test_nothing_is_shown_twice",
        f"{ENGINE}/test_plateau.py::test_in_a_collection_the_unit_of_overlap_is_the_section",
        f"{DEPTH}::test_a_long_document_is_read_whole_in_one_round",
        f"{DEPTH}::test_every_sub_question_is_searched_in_the_first_round",
    ),
    "saturation moves a thread on; VERIFY checks the weakest; reframing asks for assumptions": (
        f"{ENGINE}/test_rounds.py::test_high_saturation_moves_a_thread_on_instead_of_ending_it",
        f"{ENGINE}/test_rounds.py::test_at_deep_a_phase_that_yields_leaves_the_later_ones_a_round_each",
        f"{ENGINE}/test_rounds.py::test_the_budget_grows_after_low_and_never_shrinks",
        f"{ENGINE}/test_rounds.py::test_the_patience_of_a_thread_is_the_whole_ladder_unless_it_is_lowered",
        f"{ENGINE}/test_verifying.py::test_verify_takes_the_weakest_key_facts_one_by_one",
        f"{ENGINE}/test_verifying.py::test_verify_asks_for_the_claim_before_anything_a_mind_would_ask",
        f"{ENGINE}/test_verifying.py::test_a_round_of_verify_records_that_a_claim_was_confirmed",
        f"{ENGINE}/test_verifying.py::test_a_round_of_verify_records_that_a_claim_was_contradicted",
        f"{ENGINE}/test_verifying.py::test_the_last_escape_yields_three_or_four_assumption_questions",
    ),
    "drift: rows across rounds, new terms, what was examined, place and field": (
        f"{CASE}[three-drifts-in-a-row]",
        f"{ENGINE}/test_drift.py::test_pages_behind_the_third_drift_do_not_count_as_read",
        f"{ENGINE}/test_drift.py::test_a_row_of_drifts_goes_on_from_the_round_before",
        f"{ENGINE}/test_drift.py::test_after_a_round_that_drift_ended_the_next_query_needs_half_new_terms",
        f"{ENGINE}/test_drift.py::test_a_place_that_a_question_is_set_in_bounds_its_brief",
        f"{ENGINE}/test_drift.py::test_a_field_that_a_question_names_bounds_its_brief",
    ),
    "what is known: stated facts, loose ones, unknown hosts": (
        f"{COURSE}::test_what_the_user_stated_is_known_to_every_thread",
        f"{ENGINE}/test_facts.py::test_a_source_that_contradicts_what_the_user_stated_is_an_open_conflict",
        f"{ENGINE}/test_facts.py::test_a_fact_that_a_task_before_called_loose_may_answer_a_later_one",
        f"{ENGINE}/test_confidence.py::test_tiers_and_independence_make_the_confidence",
        f"{ENGINE}/test_confidence.py::test_a_host_that_carries_the_subjects_own_name_is_primary",
        f"{ENGINE}/test_confidence.py::"
        "test_a_host_that_a_primary_source_calls_its_own_is_primary_and_vouches_for_no_third",
        f"{ASKED}[a-host-that-a-primary-source-calls-its-own]",
        f"{ENGINE}/test_facts.py::"
        "test_two_hosts_that_nobody_knows_agree_only_where_each_says_what_is_asked_in_its_own_words",
    ),
    "UNVERIFIED facts are marked and neither answer nor meet anything": (
        "tests/scenarios/test_web_runs.py::"
        "test_facts_of_one_host_that_nobody_knows_are_unverified_and_marked_and_meet_nothing",
        f"{UNIT}/report/test_compose.py::test_a_statement_on_unverified_facts_only_is_marked_and_meets_no_criterion",
        f"{ENGINE}/test_rounds.py::test_an_unverified_fact_never_answers",
        f"{UNIT}/report/test_told.py::test_a_question_whose_fact_was_cut_from_the_text_is_not_counted_as_answered",
        f"{UNIT}/report/test_told.py::test_what_only_a_source_of_unknown_standing_speaks_of_is_a_gap_and_says_so",
        f"{UNIT}/report/test_told.py::test_whatever_an_editor_writes_on_unverified_facts_only_is_marked",
        f"{ASKED}[one-host-that-nobody-knows]",
    ),
    "allocation allocates: what is internal stays at home": (
        f"{WHERE}::test_nothing_about_our_system_goes_to_a_web_engine",
        f"{WHERE}::test_collections_that_were_taken_in_are_searched_by_default",
        f"{WHERE}::test_an_empty_folder_beside_the_web_is_no_refusal",
        f"{ENGINE}/test_reach.py::test_what_is_ones_own_never_goes_out",
        f"{ENGINE}/test_reach.py::test_a_name_of_internal_form_that_the_documents_know_stays",
        f"{ENGINE}/test_reach.py::test_a_probe_above_four_fifths_keeps_the_first_round_at_home",
        f"{ENGINE}/test_reach.py::test_words_of_currency_send_a_question_out",
    ),
    "contradictions say who, where, when; rounds, saturation and sources are told right; answers nobody asked for": (
        f"{UNIT}/report/test_micro_reports.py::"
        "test_contradictions_say_who_where_and_when_and_name_the_sub_questions_they_touch",
        f"{UNIT}/report/test_micro_reports.py::test_a_round_that_drift_ended_has_no_saturation_and_sources_are_counted",
        f"{UNIT}/report/test_micro_reports.py::test_a_thread_never_has_more_rounds_than_its_budget_says",
        f"{CLI}::test_an_answer_that_nobody_asked_for_is_an_error",
    ),
    "spans for run, task and round, with every mind": (
        "tests/scenarios/test_telemetry.py::test_a_run_its_tasks_and_their_rounds_are_spans_with_every_mind",
        "tests/scenarios/test_telemetry.py::test_a_task_that_fails_is_a_span_that_says_so",
    ),
    "queries in natural language": (
        f"{ASKED}",
        f"{UNIT}/engine/test_verifying.py::"
        "test_of_a_claim_that_is_a_passage_the_sentence_that_bears_on_the_question_is_asked_for",
    ),
    "a name with namesakes is asked back, and its keys stay in every query": (
        f"{ENGINE}/test_clarifying.py::test_a_name_that_pages_tell_apart_in_brackets_is_asked_for",
        f"{ENGINE}/test_allocation.py::test_what_tells_a_subject_from_its_namesakes_stays_in_every_query",
        f"{ASKED}[a-name-with-namesakes]",
        f"{ENGINE}/test_namesakes.py::test_a_page_of_another_thing_of_the_same_name_drifts",
        f"{ENGINE}/test_namesakes.py::test_candidates_are_confirmed_or_eliminated_by_named_pages_once",
    ),
    "dead engines, artifacts by run, the state at a moment": (
        f"{DEAD}::test_a_run_whose_only_engine_is_dead_fails_and_says_why",
        f"{DEAD}::test_documents_that_know_nothing_of_it_make_no_absence_of_a_dead_engine",
        f"{DEAD}::test_the_state_at_an_event_counts_within_the_run",
        f"{ENGINE}/test_allocation.py::test_a_query_that_its_source_failed_to_answer_counts_as_not_sent",
        f"{UNIT}/cli/test_commands.py::test_micro_reports_go_where_they_are_wanted",
    ),
    "reuse beyond the verbatim question, what was learnt": (
        f"{LEARNT}::test_a_question_in_other_words_takes_over_what_was_found_with_its_age",
        f"{LEARNT}::test_another_question_begins_where_an_earlier_run_found_what_it_asks",
        f"{LEARNT}::test_learned_shows_what_was_counted_and_what_it_changes",
        f"{ENGINE}/test_reuse.py::test_what_asks_the_same_in_other_words_is_answered_again",
        f"{ENGINE}/test_learning.py::test_where_simple_was_mostly_not_enough_one_signal_fewer_makes_a_question_complex",
    ),
}
"""By line, the ids of the tests that show it; an id without brackets stands for all its cases."""


@dataclass(frozen=True, slots=True)
class Line:
    text: str
    tests: int
    failed: tuple[str, ...]

    @property
    def held(self) -> bool:
        return self.tests > 0 and not self.failed


def outcomes(ids: list[str]) -> dict[str, bool]:
    """By the id of each case that ran, whether it passed. Ids that nothing answers to are not among them."""
    files = sorted({test.partition("::")[0] for test in ids})
    names = sorted({test.partition("::")[2].partition("[")[0] for test in ids})
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "told.xml"
        command = [sys.executable, "-m", "pytest", "-q", "-n", "0", f"--junitxml={told}", "-k", " or ".join(names)]
        subprocess.run([*command, *files], cwd=ROOT, capture_output=True, check=False)
        cases = ElementTree.parse(told).getroot().iter("testcase") if told.exists() else ()
        return {
            f"{case.get('classname', '').replace('.', '/')}.py::{case.get('name')}": len(case) == 0 for case in cases
        }


def judged(ran: dict[str, bool]) -> list[Line]:
    return [
        Line(text, len(tests), tuple(test for test in tests if not _holds(test, ran))) for text, tests in LINES.items()
    ]


def _holds(test: str, ran: dict[str, bool]) -> bool:
    cases = [passed for name, passed in ran.items() if name == test or name.partition("[")[0] == test]
    return bool(cases) and all(cases)


def main() -> int:
    lines = judged(outcomes([test for tests in LINES.values() for test in tests]))
    for number, line in enumerate(lines, start=1):
        state = "held" if line.held else "no test yet" if not line.tests else "NOT HELD"
        print(f"{number:>2}  {state:<11}  {line.tests:>2} tests  {line.text}")
        for test in line.failed:
            print(f"      {test}")
    held = sum(line.held for line in lines)
    print(f"{held} of {len(lines)} lines held")
    return 0 if held == len(lines) else 1
