// Ask: one box, what to search, how far to go; below it what was asked before.

import { get, post, query, upload } from "./api.js";
import { choice, coded, fill, grow, h, plural, say, when, working } from "./dom.js";
import { EFFORT, STATUS, mind } from "./words.js";

export async function ask(main) {
  const [offer, collections] = await Promise.all([get("/offer"), get("/collections")]);
  const want = { effort: offer.effort, collections: new Set(), web: offer.web, model: offer.model, docs: "", usd: "", handed: null };
  const box = h("textarea", { id: "question", rows: 3, placeholder: "How does …? Compare … Why did …?", "aria-label": "Your question", maxlength: 10000 });
  const trouble = h("div", { role: "alert" });
  const files = h("div", { class: "chips" });
  const send = h("button", { class: "main", type: "submit" }, "Plan it");
  const pick = h("input", { type: "file", multiple: true, hidden: true, onchange: (event) => hand([...event.target.files].map((file) => [file.name, file])) });
  const form = h("form", { class: "box", onsubmit: begin }, grow(box), files, pick,
    h("div", { class: "foot" },
      h("button", { type: "button", class: "quiet small", onclick: () => pick.click() }, "+ Add files"),
      h("span", { class: "tiny" }, "or drop a folder here"), send));

  box.addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) form.requestSubmit(); });
  for (const kind of ["dragenter", "dragover"]) form.addEventListener(kind, (event) => { event.preventDefault(); form.classList.add("over"); });
  for (const kind of ["dragleave", "drop"]) form.addEventListener(kind, () => form.classList.remove("over"));
  form.addEventListener("drop", async (event) => { event.preventDefault(); hand(await dropped(event.dataTransfer)); });

  async function hand(list) {
    want.handed ??= { folder: `dropped ${new Date().toISOString().slice(0, 19).replace(/[:T]/g, "-")}`, collection: "" };
    for (const [name, file] of list.slice(0, 500)) {
      const chip = h("span", { class: "chip", title: name }, h("span", {}, name), h("span", { class: "tiny" }, "reading"));
      files.append(chip);
      try {
        const came = await upload(want.handed.folder, safe(name), file);
        want.handed.collection = came.taken_in ? came.collection : want.handed.collection;
        const note = came.reason || came.notes[0] || "";
        chip.className = `chip ${came.taken_in ? (note ? "warn" : "good") : "bad"}`;
        fill(chip, h("span", {}, name), h("span", { class: "tiny" }, came.taken_in ? (note || "read") : `not read: ${note}`));
        chip.title = note ? `${name}: ${note}` : name;
      } catch (problem) {
        chip.className = "chip bad";
        fill(chip, h("span", {}, name), h("span", { class: "tiny" }, problem.message));
      }
    }
    say(`${plural(list.length, "file")} handed over`);
  }

  async function begin(event) {
    event.preventDefault();
    fill(trouble);
    const question = box.value.trim();
    if (!question) { box.focus(); return; }
    send.disabled = true;
    fill(send, "Planning…");
    const named = [...want.collections, want.handed?.collection].filter(Boolean);
    const body = { question, effort: want.effort, collections: [...new Set(named)], docs: want.docs.trim() ? [want.docs.trim()] : [], web: want.web };
    if (want.model.trim()) body.model = want.model.trim(); else body.mind = "extractive";
    if (want.interactive) body.interactive = true;
    if (Number(want.usd) > 0) body.max_usd = Number(want.usd);
    try {
      const { run } = await post("/runs", body);
      location.hash = `#/run/${run}`;
    } catch (problem) {
      fill(trouble, h("p", { class: "notice bad" }, problem.message));
      send.disabled = false;
      fill(send, "Plan it");
    }
  }

  const past = h("div");
  fill(main, h("div", { class: "stack wide" },
    h("section", { class: "ask" },
      h("h1", { tabindex: "-1" }, "What do you want to know?"),
      h("p", { class: "lead" }, "You get a report in which every sentence leads back to words in a stored source. First comes a plan; nothing starts before you agree."),
      form, trouble, options(offer, collections, want)),
    past));
  box.focus();
  await cards(past);
}

const safe = (name) => name.split("/").map((part) => part.replace(/[^\p{L}\p{N} .()&+,'@#_-]/gu, "_").replace(/^[^\p{L}\p{N}_]+/u, "_").slice(0, 100)).join("/");

async function dropped(transfer) {
  const found = [];
  async function walk(entry, path) {
    if (entry.isFile) found.push([`${path}${entry.name}`, await new Promise((done, fail) => entry.file(done, fail))]);
    else if (entry.isDirectory) {
      const reader = entry.createReader();
      for (let some; (some = await new Promise((done, fail) => reader.readEntries(done, fail))).length;) for (const one of some) await walk(one, `${path}${entry.name}/`);
    }
  }
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  for (const entry of entries) await walk(entry, "");
  return found.length ? found : [...transfer.files].map((file) => [file.name, file]);
}

function options(offer, collections, want) {
  const held = collections.filter((one) => one.documents);
  const sources = h("div", {},
    h("span", { class: "name" }, "Search in"),
    h("div", { class: "chips" },
      held.map((one) => {
        const chip = h("button", { type: "button", class: "chip", "aria-pressed": "false", title: `${plural(one.documents, "document")}, ${plural(one.words, "word")}` },
          h("span", {}, label(one.name)), h("span", { class: "tiny" }, one.documents));
        chip.addEventListener("click", () => {
          const on = chip.getAttribute("aria-pressed") !== "true";
          chip.setAttribute("aria-pressed", String(on));
          if (on) want.collections.add(one.name); else want.collections.delete(one.name);
        });
        return chip;
      }),
      web(offer, want)),
    h("p", { class: "tiny" }, held.length ? "None chosen: all of them." : "Drop files above, or name a folder."),
    offer.folders && h("div", { class: "field" }, h("label", { for: "folder" }, "A folder on this machine"),
      h("input", { id: "folder", placeholder: "~/Documents/papers", oninput: (event) => { want.docs = event.target.value; } })));
  const told = h("p", { class: "tiny" });
  const explain = () => {
    const most = offer.efforts.find((one) => one.name === want.effort);
    fill(told, `${EFFORT[want.effort]}: up to ${plural(most.tasks, "task")} of ${plural(most.rounds, "round")} each. The plan says what it takes before anything starts.`);
  };
  explain();
  const usd = h("input", { id: "usd", class: "short", type: "number", min: 0, step: 0.05, placeholder: "no cap", oninput: (event) => { want.usd = event.target.value; } });
  const model = h("input", { id: "model", value: want.model, placeholder: "none: quotes only, free", oninput: (event) => { want.model = event.target.value; } });
  const effort = h("div", {},
    h("span", { class: "name" }, "How far"),
    choice("Effort", offer.efforts.map((one) => [one.name, one.name, EFFORT[one.name]]), want.effort, (value) => { want.effort = value; explain(); }), told,
    h("div", { class: "field" }, h("label", { for: "model" }, "Model"), model), h("div", { class: "field" }, h("label", { for: "usd" }, "Spend at most $"), usd),
    h("label", {}, h("input", { type: "checkbox", onchange: (event) => { want.interactive = event.target.checked; } }), " Ask me before it digs deeper or changes its plan"));
  return h("div", { class: "options" }, sources, effort);
}

function web(offer, want) {
  const there = offer.engines.length > 0;
  const chip = h("button", { type: "button", class: "chip", disabled: !there, "aria-pressed": String(want.web && there), title: there ? `with ${offer.engines.join(", ")}` : "no search engine is set up: see the setting engines" }, h("span", {}, "The web"), !there && h("span", { class: "tiny" }, "not set up"));
  if (!there) want.web = false;
  chip.addEventListener("click", () => { want.web = !want.web; chip.setAttribute("aria-pressed", String(want.web)); });
  return chip;
}

export const label = (name) => name.replace(/-[0-9a-f]{8}$/, "").replace(/-/g, " ");

async function cards(past) {
  const search = h("input", { type: "search", placeholder: "Search what was asked", "aria-label": "Search what was asked" });
  const grid = h("div", { class: "grid" }, working("fetching what was asked before"));
  let turn = 0;
  async function draw() {
    const mine = ++turn;
    const { runs, total } = await get(`/runs?${query({ q: search.value, limit: 60 })}`);
    if (mine !== turn) return;
    if (!runs.length) fill(grid, h("p", { class: "empty" }, search.value ? "Nothing was asked like this." : "What you ask will stand here."));
    else fill(grid, runs.map(card));
    if (total > runs.length) grid.append(h("p", { class: "tiny" }, `and ${total - runs.length} more; search for them`));
  }
  search.addEventListener("input", () => { clearTimeout(search.timer); search.timer = setTimeout(draw, 180); });
  fill(past, h("section", { class: "stack", "aria-label": "Past questions" }, h("div", { class: "row apart" }, h("h2", {}, "Asked before"), search), grid));
  await draw();
}

function card(one) {
  const [words, kind] = STATUS[one.status] ?? [one.status, ""];
  const counts = [one.sources && plural(one.sources, "source"), one.conflicts && plural(one.conflicts, "conflict"), one.gaps && plural(one.gaps, "gap"), mind(one.mind), one.usd > 0 && `$${one.usd.toFixed(2)}`].filter(Boolean);
  return h("a", { class: "card run-card", href: `#/run/${one.run}` },
    h("div", { class: "row apart" }, h("span", { class: `pill ${kind}` }, words), h("span", { class: "tiny" }, when(one.created_at))),
    h("h3", {}, one.name || one.question), one.first_line && h("p", { class: "first" }, coded(one.first_line)),
    h("p", { class: "tiny dots" }, counts.map((count) => h("span", {}, count))));
}
