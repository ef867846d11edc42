// Compare: what changed between two runs on the same question, as a coloured difference.

import { get, query, runPath } from "./api.js";
import { fill, h, plural, when, working } from "./dom.js";

export async function compare(body, view) {
  const { run, question } = view.card;
  const { runs } = await get(`/runs?${query({ q: question.slice(0, 200), limit: 50 })}`);
  const others = runs.filter((one) => one.run !== run && one.status === "done");
  const place = h("div");
  if (!others.length) { fill(body, h("p", { class: "empty" }, "Ask this question again, later or over other documents: here it will say what changed.")); return null; }
  async function show(other) {
    fill(place, working("comparing the two"));
    try {
      const before = other.created_at < view.card.created_at;
      const [earlier, later] = before ? [other.run, run] : [run, other.run];
      fill(place, drawn(await get(runPath(earlier, "delta", encodeURIComponent(later)))));
    } catch (problem) { fill(place, h("p", { class: "notice warn" }, problem.message)); }
  }
  const pick = h("select", { "aria-label": "Compare with", onchange: (event) => show(others[Number(event.target.value)]) }, others.map((one, n) => h("option", { value: n }, `${when(one.created_at)}: ${one.question.slice(0, 60)}`)));
  fill(body, h("div", { class: "filters" }, h("span", { class: "soft" }, "Compared with"), pick), place);
  await show(others[0]);
  return null;
}

function drawn(delta) {
  const part = (title, items) => items.length > 0 && h("section", { class: "stack" }, h("h2", {}, title), h("ul", { class: "diff" }, items));
  const item = (kind, sign, words, more) => h("li", { class: kind }, h("span", { class: "sign", "aria-hidden": "true" }, sign), h("span", { class: "unseen" }, { "+": "new: ", "−": "gone: ", "~": "changed: " }[sign]), words, more && h("div", { class: "tiny" }, more));
  const parts = [
    part("Facts", [...delta.changed.map((one) => item("turn", "~", `${one.before.claim} → ${one.after.claim}`, one.after.evidence[0]?.title)), ...delta.appeared.map((one) => item("plus", "+", one.claim, one.evidence[0]?.title)), ...delta.vanished.map((one) => item("minus", "−", one.claim, one.evidence[0]?.title))]),
    part("Sources", [...delta.new_sources.map((one) => item("plus", "+", one.title)), ...delta.gone_sources.map((one) => item("minus", "−", one.title)), ...delta.edited_sources.map((one) => item("turn", "~", one.title, "its text is another one"))]),
    part("Conflicts", [...delta.raised.map((one) => item("minus", "+", one.about)), ...delta.settled.map((one) => item("plus", "−", one.about, "settled or gone"))]),
    part("Gaps", [...delta.new_gaps.map((one) => item("minus", "+", one)), ...delta.closed_gaps.map((one) => item("plus", "−", one, "closed"))]),
  ].filter(Boolean);
  return parts.length ? h("div", { class: "stack wide" }, parts) : h("p", { class: "empty" }, `Nothing changed: ${plural(0, "difference")}.`);
}
