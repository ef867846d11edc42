// The source beside the text: a stored page, open at its highlighted words.

import { get, query } from "./api.js";
import { byId, codeBlock, coded, fill, h, say, when, working } from "./dom.js";
import { CONFIDENCE, SUPPORT, TIER, external, heading, place } from "./words.js";

let before = null;

export function close() {
  const drawer = byId("drawer");
  if (drawer.hidden) return;
  drawer.hidden = true;
  document.querySelectorAll('.said[aria-expanded="true"]').forEach((one) => one.setAttribute("aria-expanded", "false"));
  before?.focus?.();
  before = null;
}

document.addEventListener("keydown", (event) => { if (event.key === "Escape") close(); });

// `said` is the sentence that stands on these facts, if one was pressed.
export async function open(facts, said, from) {
  const drawer = byId("drawer");
  before = from ?? document.activeElement;
  const shut = h("button", { class: "quiet close", type: "button", onclick: close, "aria-label": "Close the source" }, "✕");
  const quoted = said && facts.some((fact) => fact.evidence.some((one) => one.quote.startsWith(said.text.slice(0, 60))));
  const head = said ? verdict(said, quoted) : null;
  const body = h("div", { class: "stack" });
  fill(drawer, shut, h("h2", { tabindex: "-1" }, said ? "What this sentence stands on" : "Source"), head, body);
  drawer.hidden = false;
  drawer.scrollTop = 0;
  drawer.querySelector("h2").focus();
  const evidence = facts.flatMap((fact) => fact.evidence.map((one) => [fact, one]));
  if (!evidence.length) fill(body, h("p", { class: "soft" }, "This sentence leads over between others and claims nothing of its own."));
  for (const [fact, one] of evidence.slice(0, 12)) body.append(await passage(fact, one));
  say(`${evidence.length} passages`);
}

function verdict(said, quoted) {
  const [words, kind] = SUPPORT[said.support] ?? SUPPORT.unchecked;
  const reasoned = said.kind === "reasoned" ? h("p", { class: "tiny" }, "Reasoned: it follows from these words, which do not say it themselves.") : null;
  const told = said.code ? codeBlock(said.text) : h("p", { class: "growing" }, coded(said.text));
  return h("div", { class: "stack" }, quoted ? null : told, h("p", {}, h("span", { class: `pill ${kind}` }, words)), reasoned);
}

async function passage(fact, evidence) {
  const [sure, kind] = CONFIDENCE[fact.confidence] ?? ["", ""];
  const text = h("div", { class: "page-text", tabindex: "0", role: "region", "aria-label": `Stored text of ${evidence.title}` }, working("opening the stored page"));
  const address = external(evidence.url);
  const box = h("section", { class: "stack" },
    h("div", {},
      h("h3", {}, evidence.title),
      h("p", { class: "tiny dots" }, h("span", {}, place(evidence.url)), heading(evidence) && h("span", {}, heading(evidence)), evidence.dated && h("span", {}, when(evidence.dated)),
        h("span", {}, TIER[evidence.tier] ?? evidence.tier), fact.confidence && h("span", { class: `pill ${kind}` }, sure))),
    text);
  const links = h("div", { class: "row" });
  if (address) links.append(h("a", { class: "button small", href: address, target: "_blank", rel: "noopener noreferrer" }, "Open the page on the web"));
  box.append(links);
  get(`/pages/${encodeURIComponent(evidence.page_id)}?${query({ start: evidence.start, end: evidence.end })}`).then((page) => {
    show(text, page);
    if (page.original) links.append(original(page));
  }, (problem) => fill(text, evidence.quote, h("p", { class: "tiny" }, problem.message)));
  return box;
}

// A PDF opens at the page on which the words stand.
function original(page) {
  const paged = page.sheet && page.original.media_type.startsWith("application/pdf");
  const href = `/api/pages/${encodeURIComponent(page.page)}/original${paged ? `#page=${page.sheet}` : ""}`;
  return h("a", { class: "button small", href, target: "_blank", rel: "noopener" }, paged ? `Open the PDF at page ${page.sheet}` : "Open the original");
}

function show(box, page) {
  const [start, end] = page.marks[0] ?? [0, 0];
  const mark = h("mark", {}, page.text.slice(start, end));
  fill(box, page.offset > 0 && "… ", page.text.slice(0, start), mark, page.text.slice(end), page.offset + page.text.length < page.length && " …");
  requestAnimationFrame(() => { box.scrollTop = Math.max(0, mark.offsetTop - box.offsetTop - 60); });
}
