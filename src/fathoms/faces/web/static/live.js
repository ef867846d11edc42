// Live: tasks as they work, facts landing as quotes, conflicts as they arise, documents lighting up; step in at any time.

import { get, post, runPath, watch } from "./api.js";
import { codeBlock, coded, fill, h, lasting, plural, say } from "./dom.js";
import { open } from "./source.js";
import { apply, beginning, fold } from "./state.js";
import { CONFIDENCE, ENDED, TASK, TIER, heading, place, told, unmarked } from "./words.js";

const SHOWN = 4;
const LATEST = 14;
const LOGGED = 100;
const READING = 8; // milliseconds of a frame that reading events may take
const APART = 150; // milliseconds between two drawings while more events wait

export async function live(body, view, refresh) {
  const run = view.card.run;
  const events = await get(runPath(run, "events"));
  const state = fold(events);
  const board = new Board(view, refresh);
  fill(body, board.element);
  board.log(events.slice(-LATEST));
  board.draw(state, true);
  const ended = () => ["done", "not found", "withheld", "failed", "cancelled"].includes(state.status);
  if (ended() || !view.working) return null;
  const clock = setInterval(() => board.meters(state), 1000);
  const stop = watch(run, state.last, {
    told: (json) => board.take(json, state),
    closed: () => { board.takeUp(state, Infinity); refresh(["done", "not found", "withheld"].includes(state.status) ? "report" : "live"); },
    line: (there) => board.line(there),
  });
  return () => { clearInterval(clock); stop(); };
}

// The same board, moved to any moment of a run by the timeline; then nobody can step in.
export class Board {
  constructor(view, refresh, { still = false } = {}) {
    Object.assign(this, { view, refresh, still, tasks: new Map(), waiting: false, coming: [], heard: [], drawn: 0 });
    this.parts = { meters: h("div", { class: "meters" }), approvals: h("div", { class: "stack" }), tasks: h("div", { class: "stack wide" }), conflicts: h("div", { class: "stack" }),
      documents: h("ul", { class: "docs" }), log: h("ol", { class: "log", tabindex: "0", "aria-label": "What happens" }), steer: h("div", { class: "stack" }), line: h("p", { class: "tiny", role: "status" }), gaps: h("div") };
    const p = this.parts;
    this.element = h("div", { class: "stack wide" },
      h("div", { class: "row apart" }, p.meters, p.line), !still && p.steer, p.approvals, p.conflicts,
      h("div", { class: "two" }, h("div", {}, h("h2", { class: "unseen" }, "Tasks"), p.tasks, p.gaps),
        h("aside", { class: "beside stack", "aria-label": "Documents and events", tabindex: "0" }, h("h2", {}, "Documents"), p.documents, !still && h("h2", {}, "What happens"), !still && p.log)));
    if (!still) this.steering();
  }

  // Events that come in a crowd are read some at a time and drawn seldom, so that the page goes on answering.
  take(json, state) {
    this.coming.push(json);
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => this.takeUp(state));
  }

  takeUp(state, most = READING) {
    const begun = performance.now();
    let read = 0;
    while (read < this.coming.length && performance.now() - begun < most) {
      const event = JSON.parse(this.coming[read++]);
      apply(state, event);
      this.hear(event);
      this.heard.push(event);
    }
    this.coming.splice(0, read);
    this.waiting = this.coming.length > 0;
    if (!this.waiting || begun - this.drawn > APART) this.drawHeard(state);
    if (this.waiting) requestAnimationFrame(() => this.takeUp(state));
  }

  drawHeard(state) {
    this.drawn = performance.now();
    this.log(this.heard.splice(0));
    this.draw(state, this.waiting);
  }

  draw(state, quietly = false) {
    this.meters(state);
    for (const id of state.order) this.task(state, state.tasks.get(id), quietly);
    for (const [id, parts] of this.tasks) if (!state.order.includes(id)) { parts.element.remove(); this.tasks.delete(id); }
    this.documents(state);
    this.conflicts(state);
    this.approvals(state);
    fill(this.parts.gaps, state.gaps.length > 0 && h("details", {}, h("summary", {}, plural(state.gaps.length, "gap")), h("ul", {}, state.gaps.map((gap) => h("li", { class: "soft" }, gap)))));
    this.steer(state);
  }

  meters(state) {
    const until = state.ended ? new Date(state.ended) : this.still ? null : new Date();
    const time = state.started && until ? lasting((until - new Date(state.started)) / 1000) : "–";
    const done = state.order.filter((id) => state.tasks.get(id).status !== "pending" && state.tasks.get(id).status !== "running").length;
    const cap = this.view.budget.usd, spent = `$${state.spend.usd.toFixed(2)}${cap ? ` of $${cap.toFixed(2)}` : ""}`;
    const read = [...state.documents.values()].filter((one) => one.mark !== "found").length;
    const figures = [[time, "time"], [`${done} of ${state.order.length}`, "tasks"], [state.facts.length, "facts"], [read, "documents read"]];
    if (state.spend.usd > 0 || cap) figures.push([spent, "spent"]);
    fill(this.parts.meters, figures.map(([value, name]) => h("div", {}, h("b", {}, String(value)), h("span", {}, name))));
  }

  task(state, task, quietly) {
    let parts = this.tasks.get(task.id);
    if (!parts) {
      parts = { element: h("section", { class: "task" }), head: h("header"), facts: h("div", { class: "stack" }), text: h("div"), key: "", count: -1, all: false };
      parts.element.append(parts.head, parts.facts, parts.text);
      this.tasks.set(task.id, parts);
      if (task.born && !quietly) parts.element.classList.add("arrives");
    }
    const found = state.byTask.get(task.id) ?? [];
    const key = [task.status, task.activity, task.round, task.question, task.reason, found.length].join("|");
    if (!parts.element.isConnected) this.parts.tasks.append(parts.element);
    if (key !== parts.key) {
      parts.key = key;
      parts.element.className = `task ${task.status} level-${task.level}`;
      const why = task.status === "done" ? ENDED[task.reason] ?? task.reason : task.reason;
      fill(parts.head, h("h3", {}, h("span", { class: "number" }, task.id), h("span", {}, task.question)),
        h("p", { class: "tiny dots" }, h("span", {}, TASK[task.status] ?? task.status), task.round > 0 && h("span", {}, `round ${task.round} of ${Math.max(task.budget, task.round)}`), found.length > 0 && h("span", {}, plural(found.length, "fact")), task.importance >= 0.7 && h("span", {}, "important"), task.born && h("span", {}, "added on the way"), why && h("span", {}, why)),
        task.status === "running" && task.activity && h("p", { class: "activity" }, task.activity),
        !this.still && task.status === "pending" && state.status === "running" && h("div", { class: "row" }, h("button", { class: "quiet small", type: "button", onclick: () => this.wish({ steering: "drop", task: task.id }) }, "Leave out")));
    }
    if (parts.count !== found.length) {
      parts.count = found.length;
      this.facts(parts, found, quietly);
    }
    if (parts.statements !== task.statements) {
      parts.statements = task.statements;
      fill(parts.text, task.statements.length > 0 && h("details", { open: Boolean(task.written) && found.length === 0 }, h("summary", {}, task.written ? "Its section" : "Its section so far"), h("div", { class: "growing" }, task.statements.map((one) => one.code ? codeBlock(one.text) : h("p", {}, coded(one.text))))));
    }
  }

  facts(parts, found, quietly) {
    const list = parts.all ? found : found.slice(-SHOWN);
    fill(parts.facts, found.length > list.length && h("button", { class: "quiet small", type: "button", onclick: () => { parts.all = true; this.facts(parts, found, true); } }, `Show all ${found.length}`),
      list.map((fact, n) => quote(fact, !quietly && n === list.length - 1)));
  }

  documents(state) {
    const order = { quoted: 0, read: 1, found: 2 };
    const all = [...state.documents.values()].sort((a, b) => order[a.mark] - order[b.mark]);
    const key = all.map((one) => `${one.url}${one.mark}`).join("|");
    if (key === this.documentsKey) return;
    this.documentsKey = key;
    const words = { quoted: "quoted", read: "read", found: "found" };
    fill(this.parts.documents, all.slice(0, 60).map((one) => h("li", { class: one.mark, title: `${place(one.url)} (${words[one.mark]})` }, one.title, h("span", { class: "unseen" }, `, ${words[one.mark]}`))), all.length > 60 && h("li", {}, `and ${all.length - 60} more`), !all.length && h("li", {}, "none yet"));
  }

  conflicts(state) {
    const key = state.conflicts.length + [...state.settled.keys()].join();
    if (key === this.conflictsKey) return;
    this.conflictsKey = key;
    fill(this.parts.conflicts, state.conflicts.map((entry) => conflictCard(entry, state.settled.get(entry.conflict.id))));
  }

  approvals(state) {
    const key = [...state.approvals.keys()].join();
    if (key === this.approvalsKey) return;
    this.approvalsKey = key;
    fill(this.parts.approvals, [...state.approvals.values()].map((request) => this.approval(request)));
  }

  approval(request) {
    const known = new Set((request.before?.tasks ?? []).map((task) => task.id));
    const more = request.after.tasks.filter((task) => !known.has(task.id));
    const answer = async (approved) => { await post(runPath(this.view.card.run, "approvals", encodeURIComponent(request.id)), { approved }); say(approved ? "Agreed" : "Refused"); };
    return h("section", { class: "notice stack arrives", "aria-label": "A decision for you" },
      h("h3", {}, request.kind === "drill-down" ? "Look deeper here?" : "Change the plan?"), h("p", {}, request.reason),
      more.length > 0 && h("ul", {}, more.map((task) => h("li", {}, task.question))),
      !this.still && h("div", { class: "row" }, h("button", { class: "main", type: "button", onclick: () => answer(true) }, "Yes"), h("button", { type: "button", onclick: () => answer(false) }, "No"), h("span", { class: "tiny" }, "The rest goes on meanwhile.")));
  }

  steering() {
    const more = h("input", { placeholder: "Add a question", "aria-label": "Add a question to this run", maxlength: 2000 });
    this.stop = h("button", { type: "button", onclick: () => this.wish({ steering: "stop" }) }, "Stop and write");
    const cancel = h("button", { class: "quiet danger", type: "button", onclick: async () => { if (confirm("Cancel this run? It can be gone on with later.")) { await post(runPath(this.view.card.run, "cancel")); this.refresh(); } } }, "Cancel");
    const adding = h("form", { class: "field", onsubmit: (event) => { event.preventDefault(); if (more.value.trim()) this.wish({ steering: "add", question: more.value.trim() }); more.value = ""; } }, more, h("button", { type: "submit" }, "Add"));
    this.steered = h("p", { class: "tiny", role: "status" });
    fill(this.parts.steer, h("div", { class: "row apart" }, h("div", { class: "row" }, this.stop, cancel), adding), this.steered);
  }

  steer(state) {
    if (this.still) return;
    this.parts.steer.hidden = state.status !== "running";
    const stopping = state.steered.some((wish) => wish.steering === "stop");
    this.stop.disabled = stopping;
    const wishes = state.steered.map((wish) => told({ body: { type: "run.steered", ...wish }, task: "" }));
    fill(this.steered, wishes.length ? `${wishes.at(-1)}: taken up between two rounds, or when the next task ends.` : "");
  }

  async wish(body) {
    try { await post(runPath(this.view.card.run, "steer"), body); } catch (problem) { fill(this.steered, problem.message); say(problem.message); }
  }

  log(events) {
    const said = events.filter(({ body }) => body.type !== "spend.noted" && body.type !== "section.growing").slice(-LOGGED).reverse();
    this.parts.log.prepend(...said.map((event) => h("li", {}, h("time", {}, new Date(event.at).toLocaleTimeString("en", { hour12: false })), h("span", {}, told(event)))));
    while (this.parts.log.children.length > LOGGED) this.parts.log.lastChild.remove();
  }

  hear(event) {
    if (["task.ended", "conflict.found", "approval.asked", "run.ended", "plan.revised"].includes(event.body.type)) say(told(event));
  }

  line(there) {
    fill(this.parts.line, there ? (this.broke ? "Connected again. What was done is done; nothing is paid twice." : "") : "The line to the server broke; it is tried again. The run is safe.");
    if (!there) this.broke = true;
  }
}

export function quote(fact, arrives = false) {
  const evidence = fact.evidence[0], [sure, kind] = CONFIDENCE[fact.confidence] ?? ["", ""];
  return h("button", { class: `quote${arrives ? " arrives" : ""}`, type: "button", onclick: (event) => open([fact], null, event.currentTarget) },
    h("span", { class: "words" }, `“${unmarked(evidence.quote)}”`),
    h("span", { class: "from dots" }, h("span", {}, evidence.title), heading(evidence) && h("span", {}, heading(evidence)), h("span", {}, TIER[evidence.tier] ?? ""), h("span", { class: `pill ${kind}` }, sure)));
}

export function conflictCard(entry, settled, settle) {
  const { conflict, voices } = entry;
  return h("article", { class: "conflict arrives" }, h("h3", {}, `Sources disagree: ${conflict.about}`),
    h("div", { class: "sides" }, voices.map((voice) => h("div", { class: `side${(settled?.upheld ?? conflict.upheld) === voice.fact ? " upheld" : ""}` },
      h("p", { class: "says" }, voice.says), h("p", { class: "tiny dots" }, h("span", {}, voice.title), voice.dated && h("span", {}, voice.dated), h("span", {}, TIER[voice.tier] ?? voice.tier)),
      settle && h("div", { class: "row" }, settled?.upheld === voice.fact ? h("span", { class: "pill good" }, "you say this holds") : h("button", { class: "small", type: "button", onclick: () => settle(conflict.id, voice.fact) }, "This holds"))))),
    conflict.resolution && h("p", { class: "tiny" }, conflict.resolution),
    settled && h("p", { class: "tiny" }, "Kept: a follow-up question begins with it."));
}
