// Elements from values. Text only ever becomes text nodes: nothing a document says can become markup.

export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") element.className = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else if (name in element && typeof value === "boolean") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  add(element, children);
  return element;
}

export function add(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false || child === "") continue;
    element.append(child instanceof Node ? child : document.createTextNode(clean(String(child))));
  }
}

// Characters that act on the page instead of standing in it are shown as nothing.
export const clean = (text) => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g, "");

export function fill(element, ...children) {
  element.replaceChildren();
  add(element, children);
  return element;
}

export const byId = (id) => document.getElementById(id);

// For those who listen instead of looking.
let saying = 0;
export function say(text) {
  clearTimeout(saying);
  saying = setTimeout(() => { byId("says").textContent = text; }, 120);
}

// A writer's words: what stands between backticks is code.
const CODE = /(?<!`)`([^`]{1,1000})`(?!`)/;
export const coded = (words) => words.split(CODE).map((piece, n) => n % 2 ? h("code", {}, piece) : piece);
export const uncoded = (words) => words.split(CODE).join("");
// Its lines stay as they are, and scroll by themselves.
export const codeBlock = (text) => h("code", { class: "block", tabindex: "0" }, text);

export const working = (noun) => h("p", { class: "working", role: "status" }, noun);
export const plural = (n, word, many = `${word}s`) => `${n.toLocaleString("en")} ${n === 1 ? word : many}`;

export function grow(area) {
  const fit = () => { area.style.height = "auto"; area.style.height = `${area.scrollHeight + 2}px`; };
  area.addEventListener("input", fit);
  requestAnimationFrame(fit);
  return area;
}

// One of several, as buttons that say which is pressed.
export function choice(label, options, chosen, change) {
  const group = h("div", { class: "choice", role: "group", "aria-label": label });
  const draw = (now) => fill(group, options.map(([value, words, title]) =>
    h("button", { type: "button", title, "aria-pressed": String(value === now), onclick: () => { draw(value); change(value); group.querySelector('[aria-pressed="true"]')?.focus(); } }, words)));
  draw(chosen);
  return group;
}

export function when(iso) {
  if (!iso) return "";
  const date = new Date(iso), today = new Date();
  const same = date.toDateString() === today.toDateString();
  return same ? `today, ${date.toLocaleTimeString("en", { hour: "2-digit", minute: "2-digit", hour12: false })}`
    : date.toLocaleDateString("en", { day: "numeric", month: "short", year: "numeric" });
}

export function lasting(seconds) {
  if (seconds < 60) return `${Math.max(0, Math.round(seconds))} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
}
