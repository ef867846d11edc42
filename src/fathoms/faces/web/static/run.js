// One run: what it asks, how it stands, and its views; the first one fits how far it is.

import { get, post, remove, runPath } from "./api.js";
import { compare } from "./compare.js";
import { byId, fill, h, say, when, working } from "./dom.js";
import { evidence } from "./evidence.js";
import { live } from "./live.js";
import { plan } from "./plan.js";
import { report } from "./report.js";
import { close } from "./source.js";
import { timeline } from "./timeline.js";
import { STATUS, mind } from "./words.js";

const TABS = [["report", "Report"], ["live", "Research"], ["evidence", "Evidence"], ["timeline", "Timeline"], ["compare", "Compare"]];

export async function run(main, id, tab = "") {
  let leave = null, gone = false, turn = 0;
  const head = h("div", { class: "run-head" }), tabs = h("nav", { class: "tabs", "aria-label": "Views of this run" }), body = h("div");

  async function show(wanted) {
    const mine = ++turn;
    leave?.();
    leave = null;
    close();
    const view = await get(runPath(id));
    if (gone || mine !== turn) return;
    const name = fits(view, wanted);
    drawHead(head, view, refresh);
    drawTabs(tabs, id, view, name);
    const views = { plan, live, report, evidence, timeline, compare };
    const stage = h("div", {}, working(name === "report" ? "opening the report" : `opening the ${name}`));
    fill(body, stage);
    const left = await views[name](stage, view, refresh) ?? null;
    if (gone || mine !== turn) left?.();
    else leave = left;
  }
  const refresh = (wanted = "") => {
    const address = `#/run/${id}${wanted ? `/${wanted}` : ""}`;
    if (location.hash !== address) history.replaceState(null, "", address);
    return show(wanted).catch(failed);
  };
  const failed = (problem) => fill(body, h("p", { class: "notice bad", role: "alert" }, problem.message));
  const turned = (event) => show(event.detail).catch(failed);
  byId("main").addEventListener("tab", turned);
  await show(tab);
  fill(main, head, tabs, body);
  return () => { gone = true; byId("main").removeEventListener("tab", turned); leave?.(); };
}

function fits(view, wanted) {
  const { status } = view.card, ended = ["done", "not found", "withheld", "failed"].includes(status);
  if (["proposed", "refused", "planning"].includes(status) || (status === "interrupted" && !view.card.started_at)) return "plan";
  if (wanted === "report" && !ended) return "live";
  if (TABS.some(([name]) => name === wanted)) return wanted;
  return ended && status !== "failed" ? "report" : "live";
}

function drawHead(head, view, refresh) {
  const { card } = view, [words, kind] = STATUS[card.status] ?? [card.status, ""];
  const gone = async () => {
    if (!confirm("Delete this run, its report and all that was derived from it? Nothing of it can be had again.")) return;
    await remove(runPath(card.run));
    location.hash = "#/";
  };
  const again = ["cancelled", "interrupted"].includes(card.status);
  fill(head,
    h("div", { class: "row apart" }, h("p", { class: "tiny dots" }, h("span", { class: `pill ${kind}` }, words), h("span", {}, when(card.created_at)), h("span", {}, mind(card.mind)), h("span", {}, `effort ${card.effort}`), card.usd > 0 && h("span", {}, `$${card.usd.toFixed(2)}`)),
      card.status !== "running" && !view.working && h("button", { class: "quiet small danger", type: "button", onclick: gone }, "Delete")),
    card.name && h("p", { class: "eyebrow" }, card.name),
    h("h1", { tabindex: "-1" }, card.question),
    card.reason && card.status !== "cancelled" && h("p", { class: "notice warn" }, card.reason),
    again && h("div", { class: "row" },
      h("button", { class: "main", type: "button", onclick: async () => { await post(runPath(card.run, "resume")); say("It goes on"); setTimeout(refresh, 400); } }, "Go on where it was"),
      h("span", { class: "tiny" }, "What was searched, read and paid for stays: nothing is paid twice.")));
}

function drawTabs(tabs, id, view, now) {
  const { status } = view.card;
  tabs.hidden = now === "plan";
  const there = { report: ["done", "not found", "withheld"].includes(status), compare: status === "done" };
  fill(tabs, TABS.filter(([name]) => there[name] ?? true).map(([name, words]) => h("a", { href: `#/run/${id}/${name}`, "aria-current": name === now ? "page" : null }, words)));
}
