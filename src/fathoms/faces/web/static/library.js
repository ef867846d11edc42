// Library: collections, what is in them and what could not be read, search over all of it.

import { get, query, remove, upload } from "./api.js";
import { label } from "./ask.js";
import { fill, h, plural, say, when, working } from "./dom.js";

export async function library(main) {
  const shelf = h("div", { class: "stack" }), found = h("div", { class: "facts" }), trouble = h("div", { role: "alert" });
  const box = h("input", { type: "search", placeholder: "Words or a question", "aria-label": "Search the documents" });
  const search = h("form", { class: "filters", onsubmit: async (event) => {
    event.preventDefault();
    if (!box.value.trim()) { fill(found); return; }
    fill(found, working("searching the documents"));
    const passages = await get(`/search?${query({ q: box.value.trim(), limit: 12 })}`);
    fill(found, passages.map((one) => h("article", { class: "card" }, h("p", { class: "tiny dots" }, h("span", {}, one.title), one.heading.length > 1 && h("span", {}, one.heading.slice(1).join(" › ")), h("span", {}, one.path), one.page && h("span", {}, `page ${one.page}`), one.dated && h("span", {}, one.dated)), h("p", { class: "growing" }, one.text.slice(0, 600)))), !passages.length && h("p", { class: "empty" }, "No passage is near this."));
    say(plural(passages.length, "passage"));
  } }, box, h("button", { class: "main", type: "submit" }, "Search"));

  async function draw() {
    const collections = await get("/collections");
    fill(shelf, collections.map((one) => collection(one, draw)), !collections.length && h("p", { class: "empty" }, "No documents yet. Add files here, drop a folder on the question, or name one with the command line: fathoms kb add FOLDER."));
  }
  const name = h("input", { placeholder: "name of the collection", "aria-label": "Name of the collection", value: "papers" });
  const pick = h("input", { type: "file", multiple: true, "aria-label": "Files to add", onchange: async (event) => {
    fill(trouble);
    for (const file of event.target.files) {
      const line = h("p", { class: "tiny" }, `${file.name}: reading`);
      trouble.append(line);
      try {
        const came = await upload(name.value.trim() || "papers", file.name.replace(/[^\p{L}\p{N} .()&+,'@#_-]/gu, "_"), file);
        fill(line, h("span", { class: `pill ${came.taken_in ? "good" : "bad"}` }, came.taken_in ? "read" : "not read"), ` ${file.name}${came.reason ? `: ${came.reason}` : ""}${came.notes.length ? ` (${came.notes[0]})` : ""}`);
      } catch (problem) { fill(line, h("span", { class: "pill bad" }, "not read"), ` ${file.name}: ${problem.message}`); }
    }
    await draw();
  } });
  fill(shelf, working("opening the shelves"));
  fill(main, h("div", { class: "stack wide" }, h("div", {}, h("h1", { tabindex: "-1" }, "Library"), h("p", { class: "lead" }, "What your questions are searched in. Files on your disk stay as they are.")), search, found,
    h("section", { class: "stack" }, h("h2", {}, "Add documents"), h("div", { class: "field" }, name, pick), trouble), h("section", { class: "stack" }, h("h2", {}, "Collections"), shelf)));
  await draw();
  return null;
}

function collection(one, redraw) {
  const list = h("div"), languages = Object.keys(one.languages).filter(Boolean).join(", "), formats = Object.entries(one.formats).map(([name, n]) => `${n} ${name}`).join(", ");
  const details = h("details", { class: "card", ontoggle: async () => {
    if (!details.open || list.childElementCount) return;
    fill(list, working("listing the documents"));
    const documents = await get(`/collections/${encodeURIComponent(one.name)}`);
    fill(list, h("div", { class: "wide-table" }, h("table", {}, h("thead", {}, h("tr", {}, ["Title", "File", "Words", "Date", "To know"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, documents.slice(0, 500).map((row) => h("tr", {}, h("th", { scope: "row" }, row.title), h("td", { "data-column": "File" }, row.path), h("td", { "data-column": "Words" }, row.words.toLocaleString("en")), h("td", { "data-column": "Date" }, row.dated ?? ""), h("td", { "data-column": "To know" }, row.note)))))));
  } });
  const gone = async () => {
    if (!confirm(`Remove the collection “${label(one.name)}”? Files on your disk stay.`)) return;
    await remove(`/collections/${encodeURIComponent(one.name)}`);
    await redraw();
  };
  details.append(h("summary", {}, h("b", {}, label(one.name)), " ", h("span", { class: "tiny dots" }, h("span", {}, plural(one.documents, "document")), h("span", {}, plural(one.words, "word")), formats && h("span", {}, formats), languages && h("span", {}, languages), one.last_date && h("span", {}, `${one.first_date} to ${one.last_date}`))),
    list, h("div", { class: "row end" }, h("button", { class: "quiet small danger", type: "button", onclick: gone }, "Remove")));
  return details;
}
