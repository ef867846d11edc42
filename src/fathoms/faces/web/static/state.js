// Where a run stands, as the fold of its events: the same live, after a reload, or at any place of its timeline.

export function beginning() {
  return { status: "", plan: null, tasks: new Map(), order: [], facts: [], byTask: new Map(), conflicts: [], gaps: [], documents: new Map(),
    approvals: new Map(), settled: new Map(), spend: { usd: 0, tokens: 0, calls: 0 }, started: null, ended: null, steered: [], last: 0, count: 0 };
}

function take(state, plan) {
  state.plan = plan;
  state.order = plan.tasks.map((task) => task.id);
  for (const task of plan.tasks) {
    const known = state.tasks.get(task.id);
    if (known && known.status !== "pending") { known.question = task.question; continue; }
    state.tasks.set(task.id, { id: task.id, question: task.question, level: task.level, importance: task.importance, parent: task.parent,
      status: task.status, reason: task.reason, round: 0, budget: 0, activity: "", statements: [], heading: "", born: known?.born ?? state.started !== null });
  }
}

function seen(state, places, mark) {
  for (const place of places ?? []) {
    const key = (place.url ?? "").replace(/#.*$/, "");
    const known = state.documents.get(key) ?? { title: place.title, url: key, mark: "found" };
    if (mark === "quoted" || (mark === "read" && known.mark === "found")) known.mark = mark;
    state.documents.set(key, known);
  }
}

export function apply(state, event) {
  const { body, task: id } = event, task = state.tasks.get(id);
  state.last = event.seq;
  state.count += 1;
  switch (body.type) {
    case "plan.proposed": take(state, body.plan); state.status = "proposed"; break;
    case "run.started": state.started = event.at; state.status = "running"; take(state, body.plan); break;
    case "run.resumed": state.status = "running"; state.ended = null; break;
    case "plan.revised": if (!body.refused) take(state, body.after); break;
    case "task.started": if (task) Object.assign(task, { status: "running", activity: "beginning", budget: body.budget }); break;
    case "round.scoped": if (task) Object.assign(task, { round: body.round, activity: `looking for “${body.queries[0]?.text ?? body.intent}”` }); break;
    case "round.searched": seen(state, body.found, "found"); if (task) task.activity = `${body.hits} places found, reading`; break;
    case "round.read": seen(state, body.read, "read"); if (task) task.activity = `${body.pages} documents read, taking in what they say`; break;
    case "fact.found":
      state.facts.push(body.fact);
      if (!state.byTask.has(id)) state.byTask.set(id, []);
      state.byTask.get(id).push(body.fact);
      seen(state, body.fact.evidence, "quoted");
      break;
    case "conflict.found": if (!state.conflicts.some((one) => one.conflict.id === body.entry.conflict.id)) state.conflicts.push({ ...body.entry, task: id }); break;
    case "conflict.settled": state.settled.set(body.conflict, body); break;
    case "gap.noticed": if (!state.gaps.includes(body.gap)) state.gaps.push(body.gap); break;
    case "section.growing": case "section.written": if (task) Object.assign(task, { statements: body.statements, heading: body.heading, written: body.type === "section.written" }); break;
    case "round.ended": if (task) Object.assign(task, { round: body.round, budget: body.budget || task.budget, activity: "" }); break;
    case "task.ended": if (task) Object.assign(task, { status: body.status, reason: body.reason, activity: "" }); break;
    case "task.skipped": if (task) Object.assign(task, { status: "skipped", reason: body.reason, activity: "" }); break;
    case "finding.reused": if (task) Object.assign(task, { status: "done", reason: "taken over from an earlier run" }); break;
    case "spend.noted": for (const axis of ["usd", "tokens", "calls"]) state.spend[axis] += body.spend[axis]; break;
    case "approval.asked": state.approvals.set(body.request.id, body.request); break;
    case "approval.given": state.approvals.delete(body.answer.request); break;
    case "run.steered": state.steered.push(body); break;
    case "run.ended": state.status = body.status; state.ended = event.at; state.reason = body.reason; state.approvals.clear(); break;
  }
  return state;
}

export const fold = (events) => events.reduce(apply, beginning());
