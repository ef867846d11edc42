// Plan: what is not clear asked as buttons, the tasks to edit, one button to start with the cost in it.

import { get, post, put, query, runPath } from "./api.js";
import { fill, grow, h, lasting, plural, say, working } from "./dom.js";

const LOOK_AGAIN = 700;

export async function plan(body, view, refresh) {
  const run = view.card.run;
  if (!view.offer || (view.working && view.offer.verdict.feasible)) return waiting(body, view, refresh);
  const { verdict, brief } = view.offer;
  const draft = structuredClone(view.offer.plan);
  const trouble = h("div", { role: "alert" });
  const list = h("div", { class: "stack" });
  let changed = false;

  const told = (problem) => { fill(trouble, h("p", { class: "notice bad" }, problem.message)); };
  const touch = () => { changed = true; foot(); };

  function draw() {
    fill(list, draft.tasks.map((task, place) => taskRow(task, place)));
  }

  function taskRow(task, place) {
    const words = h("textarea", { rows: 1, value: task.question, "aria-label": `Question of task ${task.id}`, oninput: (event) => { task.question = event.target.value; task.sub_questions = [event.target.value]; touch(); } });
    const scouted = h("ul", { class: "scouted" });
    scout(task, scouted, view);
    const after = task.depends_on.map((one) => one.on).join(", ");
    return h("div", { class: `card plan-task level-${task.level}` },
      h("span", { class: "number" }, task.id),
      h("div", {}, grow(words), scouted,
        h("div", { class: "row" },
          after && h("span", { class: "pill" }, `after ${after}`), task.importance >= 0.7 && h("span", { class: "pill live" }, "important"),
          h("button", { class: "quiet small", type: "button", "aria-label": `Move task ${task.id} up`, disabled: place === 0, onclick: () => move(place, -1) }, "↑"),
          h("button", { class: "quiet small", type: "button", "aria-label": `Move task ${task.id} down`, disabled: place === draft.tasks.length - 1, onclick: () => move(place, 1) }, "↓"),
          h("button", { class: "quiet small danger", type: "button", disabled: draft.tasks.length === 1, "aria-label": `Drop task ${task.id}`, onclick: () => drop(task.id) }, "Drop"))));
  }

  function move(place, by) {
    const [task] = draft.tasks.splice(place, 1);
    draft.tasks.splice(place + by, 0, task);
    draft.tasks.forEach((one, n) => { one.priority = n + 1; });
    touch();
    draw();
    list.children[place + by].querySelector(by < 0 ? "[aria-label$='up']" : "[aria-label$='down']")?.focus();
  }

  function drop(id) {
    const gone = new Set([id]);
    for (let size = 0; size !== gone.size;) { size = gone.size; for (const task of draft.tasks) if (gone.has(task.parent)) gone.add(task.id); }
    draft.tasks = draft.tasks.filter((task) => !gone.has(task.id));
    for (const task of draft.tasks) task.depends_on = task.depends_on.filter((one) => !gone.has(one.on));
    touch();
    draw();
    say(`Task ${id} dropped`);
  }

  const more = h("input", { placeholder: "Add a question of your own", "aria-label": "Add a question", maxlength: 2000 });
  const adding = h("form", { class: "field", onsubmit: (event) => {
    event.preventDefault();
    const question = more.value.trim();
    if (!question) return;
    const used = draft.tasks.filter((task) => task.level === 1).map((task) => Number(task.id)).filter(Number.isFinite);
    draft.tasks.push({ id: String(Math.max(0, ...used) + 1), question, sub_questions: [question], depends_on: [], level: 1, priority: draft.tasks.length + 1, importance: 0.7, lean: draft.tasks[0]?.lean ?? "internal", subjects: [] });
    if (draft.tasks.length > 1) draft.mode = "complex";
    more.value = "";
    touch();
    draw();
  } }, more, h("button", { type: "submit" }, "Add"));

  const start = h("button", { class: "main", type: "button", onclick: begin }, "Start");
  const cost = h("p", { class: "tiny" });
  function foot() {
    const spent = price(verdict.estimate);
    fill(start, changed ? `Start with your plan${spent ? ` · ${spent}` : ""}` : `Start${spent ? ` · ${spent}` : ""}`);
    fill(cost, changed ? "Your changes are checked before it starts." : takes(verdict.estimate));
  }

  async function begin() {
    start.disabled = true;
    try {
      if (changed) {
        fill(start, "Checking your plan…");
        await put(runPath(run, "plan"), { plan: { ...draft, tasks: draft.tasks.map(bare) } });
      }
      await post(runPath(run, "authorize"));
      say("Research begins");
      await refresh("live");
    } catch (problem) {
      told(problem);
      start.disabled = false;
      foot();
    }
  }

  async function answer(answers) {
    fill(trouble, working("planning anew with your answer"));
    try { await post(runPath(run, "clarify"), { answers }); await refresh(); } catch (problem) { told(problem); }
  }

  const feasible = verdict.feasible;
  if (feasible) { draw(); foot(); }
  fill(body, h("div", { class: "stack wide" },
    verdict.questions.length > 0 && clarifying(verdict.questions, answer),
    !feasible && h("section", { class: "stack" }, h("h2", {}, "This cannot be researched as it stands"),
      h("div", { class: "notice warn" }, verdict.reasons.map((reason) => h("p", {}, reason.text))),
      verdict.splits.length > 0 && h("div", { class: "stack" }, h("p", {}, "These could be:"), h("ul", {}, verdict.splits.map((one) => h("li", {}, h("button", { class: "quiet", type: "button", onclick: () => instead(view, one) }, one)))))),
    feasible && h("section", { class: "stack" },
      h("div", {}, h("h2", {}, "The plan"), h("p", { class: "soft" }, view.offer.plan.approach || `${plural(draft.tasks.length, "question")} to be answered. Reword, move, drop or add.`), verdict.notes.map((note) => h("p", { class: "tiny" }, note))),
      list, adding),
    brief.criteria.length > 0 && feasible && h("details", {}, h("summary", {}, "What the report will be held against"), h("ul", {}, brief.criteria.map((one) => h("li", { class: "soft" }, one.text)))),
    trouble,
    feasible && h("div", { class: "start" }, h("div", {}, h("b", {}, "Nothing has started yet."), cost), start)));
  return null;
}

const KEPT = ["id", "question", "rationale", "focus", "kind", "role", "depends_on", "parent", "level", "priority", "importance", "subjects", "sub_questions", "lean", "extra_rounds", "spec", "gates"];
const bare = (task) => Object.fromEntries(KEPT.filter((name) => task[name] !== undefined).map((name) => [name, task[name]]));

function clarifying(questions, answer) {
  const said = questions.map(() => "");
  const send = h("button", { type: "button", class: "main", onclick: () => answer(said) }, "Plan with my answer");
  return h("section", { class: "notice stack" }, h("h2", {}, "Before that"),
    questions.map((question, place) => {
      const own = h("input", { placeholder: "or in your own words", "aria-label": `Your answer: ${question.text}`, oninput: (event) => { said[place] = event.target.value; } });
      return h("div", { class: "stack" }, h("p", {}, question.text),
        h("div", { class: "chips" }, question.options.map((option) => h("button", { type: "button", class: "chip", onclick: () => { said[place] = option; if (questions.length === 1) answer(said); else own.value = option; } }, h("span", {}, option)))),
        h("div", { class: "field" }, own));
    }),
    h("div", { class: "row" }, send, h("span", { class: "tiny" }, "Or start below without answering.")));
}

async function instead(view, question) {
  const { run } = await post("/runs", { question, effort: view.card.effort, mind: view.card.mind });
  location.hash = `#/run/${run}`;
}

// What the documents hold on a task, looked up live.
async function scout(task, list, view) {
  if (!view.offer || !task.question.trim()) return;
  try {
    const found = await get(`/search?${query({ q: task.question.slice(0, 400), limit: 3 })}`);
    const named = found.map((one) => `${one.title}${one.heading.length > 1 ? ` › ${one.heading.at(-1)}` : ""}`);
    fill(list, [...new Set(named)].map((one) => h("li", {}, one)));
  } catch { /* nothing to search, nothing to show */ }
}

function price(estimate) {
  if (!estimate) return "";
  if (estimate.usd_most === null) return "cost by the model's price";
  if (estimate.usd_most === 0) return "no cost";
  return `$${(estimate.usd_likely ?? 0).toFixed(2)} to $${estimate.usd_most.toFixed(2)}`;
}

function takes(estimate) {
  if (!estimate) return "";
  const time = estimate.seconds_likely === estimate.seconds_most ? lasting(estimate.seconds_likely) : `${lasting(estimate.seconds_likely)} to ${lasting(estimate.seconds_most)}`;
  return `${plural(estimate.tasks, "task")}, ${estimate.rounds_likely} to ${estimate.rounds_most} rounds, about ${time}${estimate.counted ? `, counted on ${plural(estimate.counted, "earlier call")}` : ""}.`;
}

function waiting(body, view, refresh) {
  if (view.trouble || view.card.status === "interrupted") {
    fill(body, h("div", { class: "stack" },
      h("p", { class: "notice bad", role: "alert" }, view.trouble || "Planning was interrupted."),
      h("div", { class: "row" }, h("button", { class: "main", type: "button", onclick: async () => { await post(runPath(view.card.run, "resume")); refresh(); } }, "Plan it again"))));
    if (!view.working) return null;
  } else fill(body, working(view.offer ? "opening the plan, or beginning its first tasks" : "reading the documents and planning"));
  const timer = setTimeout(() => refresh(), LOOK_AGAIN);
  return () => clearTimeout(timer);
}
