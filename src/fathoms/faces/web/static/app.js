// Which view is shown, by the address; the colours; the way between runs.

import { ask } from "./ask.js";
import { byId, fill, h, working } from "./dom.js";
import { acrossRuns } from "./evidence.js";
import { library } from "./library.js";
import { run } from "./run.js";
import { close } from "./source.js";

const THEMES = { auto: ["◐", "Colours: as the system has them"], light: ["○", "Colours: light"], dark: ["●", "Colours: dark"] };

function themed(name) {
  const [sign, label] = THEMES[name];
  if (name === "auto") delete document.documentElement.dataset.theme; else document.documentElement.dataset.theme = name;
  fill(byId("theme"), sign).setAttribute("aria-label", label);
  byId("theme").title = label;
  try { localStorage.setItem("theme", name); } catch { /* private windows keep nothing */ }
}

let theme = "auto";
try { theme = localStorage.getItem("theme") ?? "auto"; } catch { /* as above */ }
themed(theme in THEMES ? theme : "auto");
byId("theme").addEventListener("click", () => {
  const names = Object.keys(THEMES);
  theme = names[(names.indexOf(theme) + 1) % names.length];
  themed(theme);
});

let leave = null;
let shown = "";
let turn = 0;

async function route() {
  const [name, ...rest] = location.hash.replace(/^#\/?/, "").split("/").map(decodeURIComponent);
  const main = byId("main");
  const place = name || "ask";
  if (place === "run" && shown === `run/${rest[0]}`) { main.dispatchEvent(new CustomEvent("tab", { detail: rest[1] ?? "" })); return; }
  leave?.();
  leave = null;
  close();
  shown = place === "run" ? `run/${rest[0]}` : place;
  document.querySelectorAll("[data-nav]").forEach((link) => {
    if (link.dataset.nav === place) link.setAttribute("aria-current", "page"); else link.removeAttribute("aria-current");
  });
  const views = { ask, run, library, evidence: acrossRuns };
  const view = views[place] ?? ask;
  const mine = ++turn, stage = h("div", { class: "stage" }, working(place === "run" ? "opening the run" : "opening the page"));
  fill(main, stage); // a view that comes late draws on a stage that is no longer there
  window.scrollTo(0, 0);
  try {
    const left = await view(stage, ...rest) ?? null;
    if (mine !== turn) { left?.(); return; }
    leave = left;
  } catch (problem) {
    fill(stage, h("div", { class: "stack" }, h("h1", { tabindex: "-1" }, "This cannot be shown"), h("p", { class: "notice warn" }, problem.message), h("p", {}, h("a", { href: "#/" }, "Back to the beginning"))));
  }
  const title = main.querySelector("h1");
  document.title = title ? `${title.textContent.slice(0, 80)} – Fathoms` : "Fathoms";
  if (document.activeElement === document.body) title?.focus({ preventScroll: true });
}

window.addEventListener("hashchange", route);
route();
