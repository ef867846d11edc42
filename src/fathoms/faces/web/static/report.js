// Report: every sentence leads to its stored words; conflicts to settle, gaps to close, the same at another length.

import { get, post, query, runPath } from "./api.js";
import { choice, codeBlock, coded, fill, grow, h, plural, say, uncoded, when, working } from "./dom.js";
import { conflictCard } from "./live.js";
import { open } from "./source.js";
import { place } from "./words.js";

export async function report(body, view, refresh) {
  const run = view.card.run, offer = await get("/offer");
  const page = h("article", { class: "report" });
  const tools = h("div", { class: "stack" });
  let length = "";

  async function draw() {
    fill(page, working("setting the report"));
    const [told, disputes] = await Promise.all([get(`${runPath(run, "report")}?${query({ length })}`), get(runPath(run, "conflicts"))]);
    fill(page, new Sheet(told).parts(disputes, settle, gap));
    fill(tools, contents(page), side(run, told, length, offer, (value) => { length = value; draw(); }));
  }

  async function settle(conflict, upheld) {
    await post(runPath(run, "conflicts", encodeURIComponent(conflict), "settle"), { upheld });
    say("Kept");
    await draw();
  }

  function gap(words, web) {
    const box = page.querySelector("#follow");
    box.value = words.replace(/\s+/g, " ").trim();
    box.dataset.web = web ? "on" : "";
    box.dispatchEvent(new Event("input"));
    box.focus();
  }

  await draw();
  page.addEventListener("submit", (event) => { event.preventDefault(); follow(run, page, refresh); });
  fill(body, h("div", { class: "two" }, page, h("aside", { class: "beside", "aria-label": "About this report", tabindex: "0" }, tools)));
  return null;
}

async function follow(run, page) {
  const box = page.querySelector("#follow"), trouble = page.querySelector("#follow-trouble");
  if (!box.value.trim()) return;
  try {
    const body = { question: box.value.trim(), follow: run };
    if (box.dataset.web) body.web = true;
    const begun = await post("/runs", body);
    location.hash = `#/run/${begun.run}`;
  } catch (problem) { fill(trouble, problem.message); }
}

// From so many columns on, those of the names not counted, they share the width of the text.
const DENSE = 3;

// What is reasoned, or the report's own judgement, is not said by the sources it rests on.
const rests = ({ kind }) => kind === "reasoned" || kind === "judgement";

class Sheet {
  constructor(report) {
    this.report = report;
    this.quoted = report.run_facts.voice === "quoted";
    this.byOneHand = report.sections.some((section) => section.tells.length > 0);
    this.judges = JSON.stringify([report.answer, report.summary, report.table, report.sections]).includes('"kind":"judgement"');
    this.facts = new Map(report.facts.map((fact) => [fact.id, fact]));
    this.numbers = new Map();
    for (const reference of report.references) for (const passage of reference.passages) this.numbers.set(key(passage), reference.number);
  }

  parts(disputes, settle, gap) {
    const r = this.report, entries = disputes.conflicts, settled = new Map(disputes.settled.map((one) => [one.conflict, one]));
    const unfinished = r.unfinished.filter((one) => one.status !== "done");
    return [
      r.withheld && h("p", { class: "notice warn" }, r.withheld),
      !r.found && h("div", { class: "notice warn" }, h("p", {}, "Nothing was found that answers this. What stands below does not claim otherwise.")),
      unfinished.length > 0 && h("details", { class: "notice warn sans" }, h("summary", {}, `${plural(unfinished.length, "part")} could not be finished`), h("ul", {}, unfinished.map((one) => h("li", {}, `${one.question}${one.reason ? `: ${one.reason}` : ""}`)))),
      this.answer(),
      r.table && this.cited(r.table),
      this.quoted && h("p", { class: "eyebrow" }, "Selected quotes, no model: nothing here is anybody's paraphrase."),
      !this.quoted && !this.byOneHand && this.listed("In short", r.summary),
      r.closest.length > 0 && h("section", {}, h("h2", {}, "The nearest passages"), r.closest.map((one) => h("p", {}, this.said(one)))),
      r.sections.map((section) => this.section(section, 2)),
      this.listed("What follows across the parts", r.across),
      entries.length > 0 && h("section", { class: "stack sans" }, h("h2", {}, "Where sources disagree"), entries.map((entry) => conflictCard(entry, settled.get(entry.conflict.id), settle))),
      r.gaps.length > 0 && h("section", { class: "sans" }, h("h2", {}, "Still open"), h("ul", { class: "gaps" }, r.gaps.map((one) => h("li", {}, h("span", {}, coded(one)), h("div", { class: "row" }, h("button", { class: "small", type: "button", onclick: () => gap(one.split("; ")[0], true) }, "Search the web for this"), h("a", { class: "button small", href: "#/library" }, "Add a document"), h("button", { class: "small quiet", type: "button", onclick: () => gap(one.split("; ")[0], false) }, "Ask again")))))),
      this.listed("Recommendations", r.recommendations),
      this.listed("Conclusion", r.conclusion),
      this.references(),
      h("form", { class: "follow card stack sans" }, h("h2", {}, "Ask further"), h("label", { for: "follow" }, "What was found is kept and reused; what you settled is known."), grow(h("textarea", { id: "follow", rows: 2, maxlength: 10000 })), h("div", { class: "row apart" }, h("span", { id: "follow-trouble", role: "alert", class: "tiny" }), h("button", { class: "main", type: "submit" }, "Plan it"))),
    ];
  }

  // The points of one hand stand with its answer; an editor's come after the table.
  answer() {
    const { answer, summary } = this.report, points = this.byOneHand && summary.length > 0;
    return (answer.length > 0 || points || this.judges) && h("section", { class: "answer", "aria-label": "The answer" }, this.prose(answer), points && h("ul", {}, this.items(summary)),
      this.judges && h("p", { class: "soft sans" }, "A number leads to the words of a source; ≈ to words that a conclusion rests on in part. Advice, estimates and all that has no number are this report's own judgement."));
  }

  listed(title, statements) {
    return statements.length > 0 && h("section", {}, h("h2", {}, title), h("ul", {}, this.items(statements)));
  }

  section(section, level) {
    const sides = section.rows.length > 0 && this.table(section.sides, section.rows, "Respect");
    const alone = this.report.sections.length === 1 && level === 2;
    return h("section", {}, !alone && h(`h${Math.min(level, 4)}`, {}, section.heading),
      section.note && h("p", { class: "soft sans" }, section.note), sides,
      this.paragraphs(section.paragraphs.filter((one) => !(sides && section.sides.includes(one.label)))),
      section.sources.length > 0 && h("ol", { class: "refs" }, section.sources.map((one) => h("li", {}, one.title ?? one.url))),
      section.see.length > 0 && !section.paragraphs.length && h("p", { class: "soft sans" }, `Told in part ${section.see.join(", ")}.`),
      section.gaps.length > 0 && h("p", { class: "soft sans" }, coded(`Not found: ${section.gaps.join("; ")}`)),
      section.children.map((child) => this.section(child, level + 1)));
  }

  // Steps that go on are counted on from those before them in their section.
  paragraphs(all) {
    let steps = 0;
    return all.map(({ label, statements, layout, table, goes_on: goesOn }) => {
      const items = layout === "prose" ? [] : this.items(statements), first = goesOn ? steps + 1 : 1;
      if (layout === "steps" && items.length) steps = first + items.length - 1;
      const inside = layout === "prose" ? this.prose(statements) : items.length > 0 && (layout === "steps" ? h("ol", { start: first }, items) : h("ul", {}, items));
      return [label && h("p", { class: "label" }, label), inside, table && this.cited(table)];
    });
  }

  // Marks stand once: those of a block of code behind the sentence that leads to it, those of neighbours that run on
  // and stand on the same passages behind the last of them.
  marked(statements, running) {
    const whole = statements.map((one, n) => one.code ? one : withCode(one, statements.slice(n + 1)));
    let led = false;
    return whole.map((one, n) => {
      const after = whole[n + 1];
      led = !one.code || (led && together(one, whole[n - 1]));
      if (one.code) return led ? { ...one, facts: [] } : one;
      const runsOn = after && !after.code && (running || (one.item && together(after, one)));
      return { ...one, unmarked: runsOn && this.ground(one) === this.ground(after) };
    });
  }

  ground({ facts, kind }) {
    const passages = facts.flatMap((id) => this.facts.get(id)?.evidence.map(key) ?? []);
    return `${rests({ kind })} ${[...new Set(passages)].sort()}`;
  }

  items(statements) {
    const groups = [];
    for (const one of this.marked(statements, false)) {
      if (groups.length && together(one, groups.at(-1).at(-1))) groups.at(-1).push(one); else groups.push([one]);
    }
    return groups.map((group) => h("li", {}, group.map((one) => [this.said(one), " "])));
  }

  prose(statements) {
    if (this.quoted) return statements.map((one) => h("p", {}, this.said(one)));
    return statements.length > 0 && h("p", {}, this.marked(statements, true).map((one) => [this.said(one), " "]));
  }

  said(statement) {
    const facts = statement.facts.map((id) => this.facts.get(id)).filter(Boolean);
    const numbers = [...new Set(facts.flatMap((fact) => fact.evidence.map((one) => this.numbers.get(key(one)))).filter(Boolean))].sort((a, b) => a - b);
    const code = statement.code && codeBlock(statement.text), reasoned = rests(statement);
    if (!facts.length) return code || h("span", {}, words(statement));
    const show = (event) => {
      document.querySelectorAll('.said[aria-expanded="true"]').forEach((one) => one.setAttribute("aria-expanded", "false"));
      event.currentTarget.setAttribute("aria-expanded", "true");
      open(facts, statement, event.currentTarget);
    };
    const press = (event) => { if (event.key === "Enter" || event.key === " ") { event.preventDefault(); show(event); } };
    const blocks = !code && statement.text.includes("\n") ? " blocks" : "";
    return [code, h("span", { class: `said${blocks}`, role: "button", tabindex: "0", "aria-expanded": "false", title: reasoned ? "reasoned or advised; its sources say why" : null, onclick: show, onkeydown: press },
      code ? h("span", { class: "tiny" }, "Sources") : words(statement), !statement.unmarked && numbers.length > 0 && h("sup", {}, reasoned && h("span", {}, "≈"), numbers.join(", ")), statement.unverified && h("span", { class: "pill warn" }, "unconfirmed"), statement.loose && h("span", { class: "pill" }, "loosely related"))];
  }

  cited({ columns, rows, corner }) {
    return this.table(columns, rows, corner || "Item");
  }

  table(columns, rows, corner) {
    return h("div", { class: "wide-table", tabindex: "0", role: "region", "aria-label": "Table" }, h("table", { class: columns.length >= DENSE ? "dense" : null }, h("thead", {}, h("tr", {}, [corner, ...columns].map((name) => h("th", { scope: "col" }, coded(name))))),
      h("tbody", {}, rows.map((row) => h("tr", {}, h("th", { scope: "row" }, coded(row.label)), row.cells.map((cell, n) => h("td", { "data-column": uncoded(columns[n] ?? "") }, cell ? this.said(cell) : "–")))))));
  }

  references() {
    const r = this.report;
    if (!r.references.length) return null;
    const passages = (reference) => reference.passages.map((passage) => ({ evidence: [passage], confidence: "" }));
    return h("section", { class: "sans" }, h("h2", {}, "Sources"), h("ol", { class: "refs" }, r.references.map((one) => h("li", { value: one.number },
      h("button", { type: "button", onclick: (event) => open(passages(one), null, event.currentTarget) }, one.title), h("div", { class: "tiny dots" }, h("span", {}, place(one.url)), one.dated && h("span", {}, one.dated), h("span", {}, one.kind === "internal" ? "your document" : "the web"), h("span", {}, plural(one.passages.length, "passage")))))));
  }
}

// Whether it is part of the same item as what stands before it; code is, where nobody said whose.
const together = (one, before) => one.item ? one.item === before.item : Boolean(one.code);

// A sentence that stands on all that the blocks of code stand on to which it leads.
function withCode(sentence, after) {
  const end = after.findIndex((one) => !one.code || !together(one, sentence)), led = end < 0 ? after : after.slice(0, end);
  const reasoned = led.some((one) => one.kind === "reasoned");
  return { ...sentence, facts: [...new Set([sentence, ...led].flatMap((one) => one.facts))], kind: reasoned ? "reasoned" : sentence.kind };
}

// Line by line, code as code, the words that answer in bold.
function words({ text, strong }) {
  let code = false;
  const blocks = [];
  for (const line of text.split("\n")) {
    if (/^\s*```/.test(line)) { code = !code; continue; }
    const kind = code ? "code" : /^\s*\|.*\|\s*$/.test(line) ? "table" : line.trim() ? "text" : "";
    if (!kind || /^[\s|:-]+$/.test(line)) { blocks.push(null); continue; }
    if (blocks.at(-1)?.kind === kind) blocks.at(-1).lines.push(line); else blocks.push({ kind, lines: [line] });
  }
  const told = blocks.filter(Boolean);
  if (told.length === 1 && told[0].kind === "text") return lines(told[0].lines, strong);
  return told.map(({ kind, lines: own }) => kind === "table" ? gridded(own) : h("span", { class: "para" }, kind === "code" ? own.map((line, n) => [n > 0 && h("br"), h("code", {}, line)]) : lines(own, strong)));
}

const gridded = (rows) => h("table", {}, h("tbody", {}, rows.map((row) => h("tr", {}, row.trim().slice(1, -1).split("|").map((cell) => h("td", {}, cell.trim()))))));

function lines(own, strong) {
  return own.flatMap((line, n) => [n > 0 && h("br"), bold(line, strong)]);
}

// Not where it would cut through a piece of code.
function bold(line, strong) {
  const at = strong ? line.indexOf(strong) : -1, before = line.slice(0, at);
  const cuts = [before, strong].some((piece) => piece.split("`").length % 2 === 0);
  return at < 0 || cuts ? coded(line) : [coded(before), h("strong", {}, coded(strong)), coded(line.slice(at + strong.length))];
}

const key = (evidence) => `${evidence.page_id}:${evidence.start}:${evidence.end}`;

function contents(page) {
  const heads = [...page.querySelectorAll("h2")];
  heads.forEach((one, n) => { one.id ||= `part-${n}`; one.tabIndex = -1; });
  if (heads.length < 3) return null;
  return h("nav", { "aria-label": "Parts of the report", class: "stack" }, h("h2", {}, "Contents"), h("ul", { class: "docs" }, heads.map((one) => h("li", {}, h("a", { href: `#${one.id}`, onclick: (event) => { event.preventDefault(); one.scrollIntoView(); one.focus({ preventScroll: true }); } }, one.textContent)))));
}

const NAMES = { html: "Web page, one file", pdf: "PDF", docx: "Word", markdown: "Markdown", json: "JSON", bibtex: "BibTeX", ris: "RIS", csl: "CSL" };

function side(run, report, length, offer, change) {
  const f = report.run_facts;
  const rows = [["Written", when(report.written_at)], ["Sources", report.references.length], ["Facts", report.facts.length], ["Searches", f.searches], ["Checked", `${Math.round(f.checked * 100)} % of sentences`], ["Carried by their words", `${Math.round(f.supported * 100)} %`]];
  if (report.left_out) rows.push(["Left out for length", report.left_out]);
  return h("div", { class: "stack" },
    h("div", {}, h("h2", {}, "Length"), h("p", { class: "tiny" }, "Set anew from what was found; nothing is searched."), choice("Length", [["short", "short"], ["", "as asked"], ["long", "long"]], length, change)),
    h("div", {}, h("h2", {}, "Take it with you"), h("div", { class: "chips" }, ["html", "pdf", "docx", "markdown", "json", "bibtex", "ris", "csl"].filter((form) => offer.formats.includes(form)).map((form) => h("a", { class: "chip", href: `/api${runPath(run, "export", form)}?${query({ length })}`, download: `fathoms-${run}.${form}` }, h("span", {}, NAMES[form]))))),
    h("details", {}, h("summary", {}, "How it was made"), h("ul", { class: "docs" }, rows.map(([name, value]) => h("li", {}, `${name}: ${value}`))), report.criteria.length > 0 && h("ul", {}, report.criteria.map((one) => h("li", { class: "tiny" }, `${one.met ? "✓" : "✗"} ${one.text}`)))));
}
