// Timeline: a scrubber over the events that shows how the report grew.

import { get, runPath } from "./api.js";
import { fill, h } from "./dom.js";
import { Board } from "./live.js";
import { apply, beginning } from "./state.js";
import { told } from "./words.js";

export async function timeline(body, view, refresh) {
  const events = await get(runPath(view.card.run, "events"));
  if (!events.length) { fill(body, h("p", { class: "empty" }, "Nothing has happened yet.")); return null; }
  let timer = 0, pending = false;
  const place = h("input", { type: "range", min: 1, max: events.length, value: events.length, "aria-label": "Moment of the run" });
  const now = h("p", { class: "tiny", role: "status" });
  const play = h("button", { class: "small", type: "button", onclick: () => timer ? stop() : start() }, "▶ Play");
  const stage = h("div");

  function draw() {
    pending = false;
    const count = Number(place.value), state = beginning();
    for (const event of events.slice(0, count)) apply(state, event);
    const board = new Board(view, refresh, { still: true });
    board.draw(state, true);
    fill(stage, board.element);
    const event = events[count - 1];
    fill(now, `${count} of ${events.length} · ${new Date(event.at).toLocaleTimeString("en", { hour12: false })} · ${told(event)}`);
    place.setAttribute("aria-valuetext", told(event));
  }
  const soon = () => { if (!pending) { pending = true; requestAnimationFrame(draw); } };
  function stop() { clearInterval(timer); timer = 0; fill(play, "▶ Play"); }
  function start() {
    if (Number(place.value) >= events.length) place.value = 1;
    fill(play, "❚❚ Pause");
    const step = Math.max(1, Math.round(events.length / 150));
    timer = setInterval(() => { place.value = Math.min(events.length, Number(place.value) + step); soon(); if (Number(place.value) >= events.length) stop(); }, 120);
  }
  place.addEventListener("input", soon);
  fill(body, h("div", { class: "scrub" }, h("div", { class: "row" }, play, now), place), stage);
  draw();
  return stop;
}
