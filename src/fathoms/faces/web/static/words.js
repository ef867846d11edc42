// Plain words for what the engine names in its own.

export const STATUS = {
  planning: ["planning", "live"], proposed: ["waits for you", "warn"], running: ["under way", "live"], done: ["done", "good"],
  refused: ["too wide or unclear", "warn"], withheld: ["withheld", "warn"], "not found": ["nothing found", "warn"], failed: ["failed", "bad"],
  cancelled: ["cancelled", ""], interrupted: ["interrupted", "warn"],
};
export const TASK = { pending: "waiting", running: "working", done: "done", failed: "failed", skipped: "left out" };
export const ENDED = {
  CRITERIA_MET: "answered", BUDGET_EXHAUSTED: "as far as its rounds went", PLATEAU_STOPPED: "nothing new came up any more", USER_STOPPED: "you stopped it",
};
export const CONFIDENCE = { VERIFIED: ["well founded", "good"], PLAUSIBLE: ["plausible", ""], UNVERIFIED: ["unconfirmed", "warn"] };
export const SUPPORT = {
  supported: ["The stored words carry this sentence.", "good"], contradicted: ["The stored words contradict this sentence.", "bad"],
  unchecked: ["Its source is there; whether it carries every word was not settled.", "warn"],
};
export const TIER = { primary: "primary source", secondary: "secondary source", unknown: "unknown host", community: "community", own: "your document" };
export const EFFORT = { quick: "a first look", standard: "the usual", deep: "goes into depth", exhaustive: "leaves little out" };
export const mind = (name) => name === "extractive" ? "quotes only" : name.replace(/^llm:/, "").replace(/[;@].*$/, "");

export function place(url) {
  const found = /^kb:\/\/[^/]+\/([^#]+)/.exec(url ?? "");
  if (found) return decodeURIComponent(found[1]);
  try { return new URL(url).hostname.replace(/^www\./, ""); } catch { return url ?? ""; }
}
export const external = (url) => /^https?:\/\//.test(url ?? "") ? url.replace(/#\d+-\d+$/, "") : "";
export const heading = (evidence) => (evidence.title_path ?? evidence.heading ?? []).filter((part) => part !== evidence.title).join(" › ");

const n = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
const cut = (text, most = 140) => text.length > most ? `${text.slice(0, most - 1)}…` : text;

// One line for each kind of event.
export function told({ body, task }) {
  const of = task ? `Task ${task}: ` : "";
  switch (body.type) {
    case "plan.proposed": return `Plan with ${n(body.plan.tasks.length, "task")}`;
    case "plan.suggested": return `Your plan was ${body.verdict}${body.reason ? `: ${body.reason}` : ""}`;
    case "question.clarified": return `You said: ${body.answer}`;
    case "run.started": return "Research begins";
    case "run.resumed": return "It goes on where it was";
    case "task.started": return `${of}${body.question}`;
    case "round.scoped": return `${of}looking for ${cut(body.queries[0]?.text ?? body.intent)}`;
    case "round.searched": return `${of}${n(body.hits, "place")} found`;
    case "round.read": return `${of}${n(body.pages, "document")} read`;
    case "sources.curated": return `${of}looked for further sources`;
    case "fact.found": return `${of}${cut(body.fact.claim)}`;
    case "conflict.found": return `${of}conflict on ${body.entry.conflict.about}`;
    case "conflict.settled": return `You settled: ${body.says}`;
    case "gap.noticed": return `${of}missing: ${cut(body.gap)}`;
    case "section.growing": return `${of}its section has ${n(body.statements.length, "sentence")} so far`;
    case "section.written": return `${of}section written: ${cut(body.heading)}`;
    case "round.ended": return `${of}round ${body.round}: ${n(body.new_facts, "new fact")}`;
    case "task.ended": return `${of}${ENDED[body.reason] ?? TASK[body.status]}`;
    case "task.skipped": return `${of}left out (${body.reason})`;
    case "run.steered": return body.steering === "stop" ? "You asked for what there is" : body.steering === "drop" ? `You left out task ${body.task}` : `You added: ${cut(body.question)}`;
    case "plan.revised": return body.refused ? `A change of the plan was refused: ${cut(body.refused)}` : `The plan changed: ${cut(body.reason)}`;
    case "approval.asked": return `It asks you: ${cut(body.request.reason || body.request.kind)}`;
    case "approval.given": return body.answer.approved ? "You agreed" : "You refused";
    case "insight.noticed": return `Tasks ${body.tasks.join(" and ")} meet: ${cut(body.shared)}`;
    case "report.written": return `Report written, ${n(body.references, "source")}`;
    case "run.ended": return `Ended: ${STATUS[body.status]?.[0] ?? body.status}`;
    case "spend.noted": return `${of}a call of ${body.model}`;
    case "fact.recalled": return `${of}known from an earlier run: ${cut(body.claim)}`;
    case "answer.trimmed": return `${of}left out of an answer: ${body.reason}`;
    case "finding.reused": return `${of}taken over from an earlier run`;
    default: return `${of}${body.type}`;
  }
}

// The words of a Markdown passage on one line: links by their text, rows by their cells, no marks.
export const unmarked = (text) => text.replace(/```\w*/g, "").replace(/!?\[([^\[\]]*)\]\([^()\s]*\)/g, "$1").replace(/^[ \t]*\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$/gm, "")
  .replace(/^[ \t]*\||\|[ \t]*$/gm, "").replace(/[ \t]+\|[ \t]+/g, " · ").replace(/^[ \t]*(?:#{1,6}|>+|[-+*])[ \t]+/gm, "").replace(/\*\*|`/g, "").replace(/\s+/g, " ").trim();
