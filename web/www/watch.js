// The tab that shows a search step by step.

import { $, counters, element, number, showError } from "./dom.js";
import { draw } from "./grid.js";
import { TEXTS } from "./texts.js";
import { drawTree } from "./tree.js";
import { Helper, Stopped } from "./workers.js";

// The number of grids requested at a time.
const PAGE = 256;
const GUESS = 1;
const DEAD_END = 2;

let helper;
/** The search being shown, as returned by worker.js. */
let search;
let step = 0;
let wanted = 0;
let pages = new Map();
let playing = false;
let turn = 0;

export function start() {
  $("watch-form").onsubmit = (event) => {
    event.preventDefault();
    watch(0);
  };
  $("go-first").onclick = () => go(0);
  $("go-back").onclick = () => go(wanted - 1);
  $("go-on").onclick = () => go(wanted + 1);
  $("go-last").onclick = () => go(search.end.last);
  $("go-guess").onclick = () => find(GUESS);
  $("go-dead").onclick = () => find(DEAD_END);
  $("go-play").onclick = () => (playing ? pause() : play());
  $("slider").oninput = () => go(Number($("slider").value));
  $("step-number").onchange = () => go(Math.floor(Number($("step-number").value)) || 0);
  $("share").onclick = share;
  $("watch-stop").onclick = () => {
    helper.end();
    helper = undefined;
  };
  document.addEventListener("keydown", key);
  texts();
}

/** Shows the search that the parameters of a URL describe. */
export function openAddress(params) {
  $("watch-text").value = params.get("puzzle");
  $("watch-strategy").value = params.get("strategy") ?? "moler";
  $("watch-limit").value = params.get("limit") ?? 1;
  watch(Number(params.get("step")) || 0);
}

// Shows the search described by the form. Scrolls to the search, or to the error if there is none,
// and moves the focus there, so that Tab goes to its buttons next.
async function watch(at) {
  await open(asked(), at);
  if (!$("watch-busy").hidden) return;
  const place = $("player").hidden ? $("watch-error") : $("player");
  place.scrollIntoView({ block: "start" });
  if (place === $("player")) $("watch-title").focus({ preventScroll: true });
}

export function leave() {
  pause();
}

function asked() {
  return {
    puzzle: $("watch-text").value.trim(),
    strategy: $("watch-strategy").value.trim() || "moler",
    limit: Math.max(1, Math.floor(Number($("watch-limit").value) || 1)),
  };
}

async function open({ puzzle, strategy, limit }, at) {
  pause();
  const mine = ++turn;
  // A search may take long, so a new one does not wait for it.
  if (helper?.busy) helper.end();
  if (!helper || helper.busy) helper = new Helper();
  const own = helper;
  own.busy = true;
  $("watch-busy").hidden = false;
  showError($("watch-error"));
  try {
    const found = await own.call("watch", puzzle, strategy, limit);
    own.busy = false;
    if (mine !== turn) return;
    $("watch-busy").hidden = true;
    [search, pages] = [{ ...found, limit }, new Map()];
  } catch (error) {
    own.busy = false;
    if (mine === turn) {
      $("watch-busy").hidden = true;
      $("player").hidden = true;
      if (error instanceof Stopped) return;
      showError($("watch-error"), error);
    }
    return;
  }
  const { end } = search;
  $("player").hidden = false;
  $("watch-title").textContent = `${end.strategy}: ${outcome(end)}`;
  $("watch-note").hidden = !(end.is_cut || end.is_lanes);
  $("watch-note").textContent = end.is_lanes
    ? "lanes enters many values at once and tells no steps; mrv shows a search."
    : `The search goes on; the first ${number(end.last)} steps are shown.`;
  $("slider").max = end.last;
  $("step-number").max = end.last;
  $("step-of").textContent = `of ${number(end.last)}`;
  await go(at);
}

function outcome({ status, solutions, last, is_cut }) {
  const steps = `${number(last)} ${last === 1 ? "step" : "steps"}`;
  if (is_cut) return `more than ${steps}`;
  const words = { solved: "a solution", unique: "exactly one solution", none: "no solution", invalid: "ill-posed: the grid is full", "gave-up": "given up" };
  return `${words[status] ?? `${number(solutions)} solutions`} in ${steps}`;
}

/** Shows a step; of several concurrent calls, only the last one has an effect. */
async function go(to) {
  if (!search) return;
  wanted = Math.min(Math.max(to, 0), search.end.last);
  const mine = [search, wanted];
  const frame = await frameAt(wanted);
  if (!frame || mine[0] !== search || mine[1] !== wanted) return;
  step = wanted;
  show(frame);
}

async function frameAt(at) {
  const page = Math.floor(at / PAGE);
  if (!pages.has(page)) {
    // Only a few pages are kept.
    if (pages.size > 16) pages.delete(pages.keys().next().value);
    const from = page * PAGE;
    const to = Math.min(from + PAGE - 1, search.end.last);
    pages.set(page, helper.call("frames", from, to));
  }
  try {
    return (await pages.get(page))[at % PAGE];
  } catch {
    // Another search has started.
    return undefined;
  }
}

function show(frame) {
  const { end } = search;
  const side = end.size ** 2;
  const words = frame.step === 0 ? "The clues." : frame.words.join("; ") || "Nothing changes.";
  $("watch-words").textContent = `Step ${number(frame.step)}: ${words}`;
  const guesses = frame.depth === 1 ? "1 guess stands" : `${number(frame.depth)} guesses stand`;
  draw($("watch-grid"), end, { marks: frame.marks, candidates: frame.candidates, changed: frame.step ? frame.cells : [] },
    `The grid after step ${number(frame.step)}: ${frame.filled} of ${side ** 2} cells filled, ${guesses}`);
  counters($("watch-counters"), { "cells filled": frame.filled, "guesses that stand": frame.depth, ...frame.counters });
  drawTree($("tree"), search, end, frame.step, number);
  $("slider").value = frame.step;
  $("slider").setAttribute("aria-valuetext", `step ${frame.step} of ${end.last}`);
  if (document.activeElement !== $("step-number") || playing) $("step-number").value = frame.step;
  const focused = document.activeElement;
  $("go-first").disabled = $("go-back").disabled = frame.step === 0;
  $("go-last").disabled = $("go-on").disabled = frame.step === end.last;
  // A disabled button loses the focus.
  if (focused?.disabled) $(frame.step === 0 ? "go-on" : "go-back").focus();
  if (!playing) history.replaceState(null, "", address());
  $("shared").textContent = "";
}

function address() {
  const { end, limit } = search;
  const params = new URLSearchParams({ puzzle: end.puzzle, strategy: end.strategy, limit, step });
  return `#watch?${params}`;
}

async function share() {
  history.replaceState(null, "", address());
  try {
    await navigator.clipboard.writeText(location.href);
    $("shared").textContent = "Copied.";
  } catch {
    $("shared").textContent = "The address of this page is that of the step.";
  }
}

// Goes to the next step with a guess or with a dead end.
function find(kind) {
  if (!search) return;
  const at = search.kinds.findIndex((kinds, i) => i > wanted && kinds & kind);
  if (at > 0) return go(at);
  $("shared").textContent = kind === GUESS ? "No guess follows." : "No dead end follows.";
}

function play() {
  if (!search) return;
  playing = true;
  $("play-name").textContent = "Pause";
  // A screen reader would lag behind.
  $("watch-words").setAttribute("aria-live", "off");
  if (wanted >= search.end.last) wanted = 0;
  let [then, owed] = [performance.now(), 1];
  const tick = async (now) => {
    if (!playing) return;
    owed += ((now - then) / 1000) * Number($("speed").value);
    then = now;
    if (owed >= 1) {
      const steps = Math.floor(owed);
      owed -= steps;
      await go(wanted + steps);
      if (wanted >= search.end.last) return pause();
    }
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}

function pause() {
  if (!playing) return;
  playing = false;
  $("play-name").textContent = "Play";
  $("watch-words").removeAttribute("aria-live");
  history.replaceState(null, "", address());
}

function key(event) {
  if ($("watch").hidden || $("player").hidden || event.ctrlKey || event.altKey || event.metaKey) return;
  const on = event.target;
  if (on.matches?.("input, textarea, select, [role=tab]")) return;
  const does = {
    ArrowLeft: () => go(wanted - 1), ArrowRight: () => go(wanted + 1), Home: () => go(0), End: () => go(search.end.last),
    g: () => find(GUESS), d: () => find(DEAD_END),
    " ": () => !on.matches?.("button, summary, a") && (playing ? pause() : play()),
  }[event.key];
  if (does && does() !== false) event.preventDefault();
}

function texts() {
  $("text-list").replaceChildren(...TEXTS.map(({ title, puzzles }) => element("div", {},
    element("h2", { textContent: title }),
    ...puzzles.map(({ puzzle, strategy, limit, words, steps }) => {
      const link = (text, step, name) => element("a", {
        textContent: text,
        ...(name && { ariaLabel: name }),
        href: `#watch?${new URLSearchParams({ puzzle, strategy, limit, step })}`,
      });
      return element("div", {},
        element("p", {}, link(`${puzzle.slice(0, 16)}${puzzle.length > 16 ? "…" : ""} with ${strategy}`, 0), `. ${words}`),
        ...(steps.length ? [element("ul", {}, ...steps.map((step) => element("li", {}, link(`Step ${number(step)}`, step))))] : []));
    }))));
}
