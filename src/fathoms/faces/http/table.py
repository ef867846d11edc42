"""Every endpoint there is, one row each: routes, checks and the OpenAPI description are made from this table.

Knows: all endpoints.  Does not know: how a row is served or described.
"""

from __future__ import annotations

from fathoms.app.offers import Offer
from fathoms.domain.approval import ApprovalRequest
from fathoms.domain.delta import Delta
from fathoms.domain.events import ConflictSettled
from fathoms.domain.evidence import Fact
from fathoms.domain.report import Report
from fathoms.domain.state import TaskState
from fathoms.domain.trail import KnownFact, Trail
from fathoms.faces.http import evidence, home, library, runs
from fathoms.faces.http import shapes as s
from fathoms.faces.http.endpoints import Endpoint
from fathoms.faces.http.streams import MEDIA_TYPE as EVENT_STREAM

RUN = "/runs/{run}"
COLLECTION = "/collections/{collection}"

ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint("GET", "/health", home.health, "Whether the server is there; needs no token", s.Health, errors=()),
    Endpoint("GET", "/metrics", home.metrics, "Counts for Prometheus", media=home.METRICS_TYPE, errors=()),
    Endpoint("GET", "/settings", home.list_settings, "Every setting, without secrets", list[s.SettingView], errors=()),
    Endpoint("GET", "/offer", home.offered, "What a question can be asked with here", s.Offered, errors=()),
    Endpoint(
        "POST", "/runs", runs.create_run, "Ask a question", s.Begun, takes=s.RunRequest, status=202,
        errors=(404, 409, 502),
    ),
    Endpoint("GET", "/runs", runs.list_runs, "Runs, newest first", s.RunList, query=s.Listed, errors=()),
    Endpoint("GET", RUN, runs.get_run, "A run as it stands", s.RunView),
    Endpoint("DELETE", RUN, runs.delete_run, "Delete a run and all that was derived from it", s.Done),
    Endpoint(
        "GET", f"{RUN}/events", runs.watch_events,
        "What happens, server-sent; resumed with Last-Event-ID; as a list for Accept: application/json",
        query=s.After, media=EVENT_STREAM,
    ),
    Endpoint("GET", f"{RUN}/plan", runs.get_plan, "Verdict, brief and plan", Offer),
    Endpoint("PUT", f"{RUN}/plan", runs.edit_plan, "Put an edited plan in its place", Offer, takes=s.EditedPlan,
             errors=(404, 409, 502)),
    Endpoint("POST", f"{RUN}/clarify", runs.clarify, "Answer what the verdict asks", Offer, takes=s.Answers,
             errors=(404, 409, 502)),
    Endpoint("POST", f"{RUN}/authorize", runs.authorize, "Agree to the plan and start it", s.Begun, status=202),
    Endpoint("POST", f"{RUN}/resume", runs.resume, "Go on with a run", s.Begun, status=202),
    Endpoint("POST", f"{RUN}/cancel", runs.cancel, "End a run", s.Done),
    Endpoint("POST", f"{RUN}/steer", runs.steer, "Leave a task out, add a question, or stop and write", s.Done,
             takes=s.Steer),
    Endpoint("POST", f"{RUN}/fork", runs.fork, "A new run from a task of this one", s.Begun, takes=s.ForkAt,
             status=201),
    Endpoint("GET", f"{RUN}/approvals", runs.list_approvals, "What waits for a decision", list[ApprovalRequest]),
    Endpoint("POST", f"{RUN}/approvals/{{approval}}", runs.answer_approval, "Approve or refuse", s.Done,
             takes=s.Verdict),
    Endpoint("GET", f"{RUN}/tasks", runs.list_tasks, "Tasks and how far each is", list[TaskState]),
    Endpoint("GET", f"{RUN}/tasks/{{task:path}}", runs.get_task, "A task, its finding and its facts", s.TaskView),
    Endpoint("GET", f"{RUN}/rounds", runs.list_rounds, "What each round looked for and brought", list[s.RoundView]),
    Endpoint("GET", f"{RUN}/facts", evidence.list_facts, "Facts with their quotes", list[Fact], query=s.OfTask),
    Endpoint("GET", f"{RUN}/conflicts", evidence.list_conflicts, "Conflicts with both voices", s.Conflicts),
    Endpoint("POST", f"{RUN}/conflicts/{{conflict}}/settle", evidence.settle_conflict, "Say which side holds",
             ConflictSettled, takes=s.Settle),
    Endpoint("GET", f"{RUN}/report", evidence.get_report, "The report, also of another length", Report,
             query=s.OfLength),
    Endpoint("GET", f"{RUN}/export/{{format}}", evidence.export_report, "The report as a file", query=s.OfLength,
             media="*/*"),
    Endpoint("GET", f"{RUN}/sources", evidence.list_sources, "References with their passages", s.Sources,
             query=s.OfLength),
    Endpoint("GET", f"{RUN}/why", evidence.why, "From a sentence down to its quotes", list[Trail], query=s.Asked),
    Endpoint("GET", f"{RUN}/delta/{{later}}", evidence.delta, "What changed between two runs on a question", Delta),
    Endpoint("GET", "/pages/{page}", evidence.get_source, "A stored page at its highlighted words", s.SourceView,
             query=s.Around, usage=404),
    Endpoint("GET", "/pages/{page}/original", evidence.get_original, "The bytes that a page was read from",
             media="*/*", usage=404),
    Endpoint("GET", "/facts", evidence.search_facts, "What all runs know about something", list[KnownFact],
             query=s.Search),
    Endpoint("GET", "/collections", library.list_collections, "The knowledge base", list[s.CollectionView], errors=()),
    Endpoint("GET", COLLECTION, library.list_documents, "The documents of a collection", list[s.DocumentView],
             usage=404),
    Endpoint("DELETE", COLLECTION, library.remove_collection, "Remove a collection", s.Done, usage=404),
    Endpoint("PUT", f"{COLLECTION}/files/{{file:path}}", library.upload_file,
             "Hand a file over; the answer says what became of it", s.Uploaded, upload=True, errors=(404, 409)),
    Endpoint("DELETE", f"{COLLECTION}/files/{{file:path}}", library.remove_document, "Remove a document", s.Done,
             query=s.Derived, usage=404),
    Endpoint("GET", "/search", library.search_library, "Passages of the knowledge base", list[s.PassageView],
             query=s.Search, usage=404),
)  # fmt: skip
