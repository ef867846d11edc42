// Evidence: all facts of a run, filtered; and what all runs know about something.

import { get, query, runPath } from "./api.js";
import { fill, h, plural, when, working } from "./dom.js";
import { quote } from "./live.js";
import { CONFIDENCE } from "./words.js";

const STEP = 60;

export async function evidence(body, view) {
  const run = view.card.run, ended = ["done", "not found", "withheld"].includes(view.card.status);
  const [facts, report] = await Promise.all([get(runPath(run, "facts")), ended ? get(runPath(run, "report")).catch(() => null) : null]);
  const used = new Set(report ? cited(report) : []);
  const all = [...new Map(facts.map((fact) => [fact.id, fact])).values()];
  const wanted = { text: "", source: "", task: "", confidence: "", use: "" };
  const list = h("div", { class: "facts" }), count = h("p", { class: "tiny", role: "status" });
  let most = STEP;

  const fits = (fact) => (!wanted.text || `${fact.claim} ${fact.evidence[0].quote}`.toLowerCase().includes(wanted.text)) && (!wanted.source || fact.evidence.some((one) => one.title === wanted.source))
    && (!wanted.task || fact.task === wanted.task) && (!wanted.confidence || fact.confidence === wanted.confidence) && (!wanted.use || (wanted.use === "used") === used.has(fact.id));
  function draw() {
    const found = all.filter(fits);
    fill(count, `${plural(found.length, "fact")} of ${all.length}`);
    fill(list, found.slice(0, most).map((fact) => quote(fact)), found.length > most && h("button", { type: "button", onclick: () => { most += STEP; draw(); } }, "Show more"), !found.length && h("p", { class: "empty" }, "No fact is like this."));
  }
  const pick = (name, label, options) => h("select", { "aria-label": label, onchange: (event) => { wanted[name] = event.target.value; most = STEP; draw(); } }, h("option", { value: "" }, label), options.map(([value, words]) => h("option", { value }, words)));
  const titles = [...new Set(all.flatMap((fact) => fact.evidence.map((one) => one.title)))].sort();
  const tasks = [...new Set(all.map((fact) => fact.task))].sort();
  fill(body, h("div", { class: "filters" },
    h("input", { type: "search", placeholder: "Words of a fact", "aria-label": "Words of a fact", oninput: (event) => { wanted.text = event.target.value.toLowerCase(); most = STEP; draw(); } }),
    pick("source", "Every source", titles.map((one) => [one, one.slice(0, 60)])), pick("task", "Every task", tasks.map((one) => [one, `Task ${one}`])),
    pick("confidence", "However sure", Object.entries(CONFIDENCE).map(([value, [words]]) => [value, words])), report && pick("use", "Used or not", [["used", "used in the report"], ["left", "left out"]])), count, list);
  draw();
  return null;
}

function* cited(value) {
  if (Array.isArray(value)) { for (const one of value) yield* cited(one); return; }
  if (!value || typeof value !== "object") return;
  if (typeof value.text === "string" && Array.isArray(value.facts)) yield* value.facts;
  for (const [name, inner] of Object.entries(value)) if (name !== "facts" && name !== "references") yield* cited(inner);
}

export async function acrossRuns(main) {
  const box = h("input", { type: "search", placeholder: "What do we know about …?", "aria-label": "What do we know about", id: "known" });
  const list = h("div", { class: "facts" }, h("p", { class: "empty" }, "Everything that any run has found is kept with its words and its source. Ask what is known."));
  const form = h("form", { class: "filters", onsubmit: async (event) => {
    event.preventDefault();
    if (!box.value.trim()) return;
    fill(list, working("looking through all runs"));
    const found = await get(`/facts?${query({ q: box.value.trim(), limit: 60 })}`);
    fill(list, found.map((known) => h("div", { class: "stack" }, quote(known.fact), h("p", { class: "tiny dots" }, h("span", {}, `found ${when(known.last_seen)}`), known.runs.slice(0, 3).map((run) => h("span", {}, h("a", { href: `#/run/${run}` }, `run ${run}`)))))), !found.length && h("p", { class: "empty" }, "No run has found anything on this."));
  } }, box, h("button", { class: "main", type: "submit" }, "Look"));
  fill(main, h("div", { class: "stack" }, h("h1", { tabindex: "-1" }, "What is known"), h("p", { class: "lead" }, "Facts of all runs, each with its quote, its source and its age."), form, list));
  box.focus();
  return null;
}
