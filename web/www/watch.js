// The tab that shows a search step by step.

import { $, counters, element, number, showError } from "./dom.js";
import { edit } from "./edit.js";
import { COUNTERS, TERMS } from "./glossary.js";
import { draw, marksOf } from "./grid.js";
import { TEXTS } from "./texts.js";
import { drawTree } from "./tree.js";
import { Helper, Stopped } from "./workers.js";

// The number of grids requested at a time.
const PAGE = 256;
// The number of steps that are followed at once, and to the end of a long search.
const SOME = 1_000_000;
const MOST = 100_000_000;
const GUESS = 1;
const DEAD_END = 2;

// The search that the page opens with: ElectroYou's puzzle, solved with two guesses.
const FIRST = TEXTS.flatMap(({ puzzles }) => puzzles).find(({ strategy }) => strategy === "electroyou");

let helper;
/** The search being shown, as returned by worker.js. */
let search;
let step = 0;
let wanted = 0;
let pages = new Map();
let playing = false;
let turn = 0;
/** What each named strategy does. */
let summaries = new Map();

export function start() {
  $("watch-form").onsubmit = (event) => {
    event.preventDefault();
    watch(0);
  };
  for (const [id, to] of [["go-first", () => 0], ["go-back", () => wanted - 1], ["go-on", () => wanted + 1], ["go-last", () => search.end.last]]) {
    $(id).onclick = () => {
      pause();
      go(to());
    };
  }
  $("go-guess").onclick = () => find(GUESS, 1);
  $("go-dead").onclick = () => find(DEAD_END, 1);
  $("watch-empty").onclick = () => search && edited(search.end.clues.map(() => 0));
  $("go-play").onclick = () => (playing ? pause() : play());
  $("slider").oninput = () => go(Number($("slider").value));
  $("step-number").onchange = () => go(Math.floor(Number($("step-number").value)) || 0);
  $("share").onclick = share;
  $("watch-on").onclick = () => open(asked(), step, MOST);
  $("watch-stop").onclick = () => {
    helper.end();
    helper = undefined;
  };
  document.addEventListener("keydown", key);
  document.addEventListener("paste", (event) => {
    if ($("watch").hidden || event.target.matches?.("input, textarea")) return;
    $("watch-text").value = event.clipboardData.getData("text/plain");
    open(asked(), 0);
  });
  edit($("watch-grid"), () => search?.end, pause, edited);
  texts();
  $("terms").replaceChildren(...TERMS.flatMap(([term, words]) =>
    [element("dt", { textContent: term }), element("dd", { textContent: words })]));
}

/** Opens the first search, and plays it unless the reader prefers less motion. */
export async function openFirst() {
  fill(FIRST);
  await open(asked(), 0);
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches && !$("watch").hidden) play();
}

/** Lists the strategies, each with a sentence. */
export function list(strategies) {
  summaries = new Map(strategies);
  if (search) summarize();
  $("strategy-list").replaceChildren(...strategies.map(([name, summary]) => element("p", {},
    element("button", { type: "button", textContent: name, onclick: () => {
      $("watch-strategy").value = name;
      watch(0);
    } }), ` ${summary}.`)));
}

// Says what the strategy does: why it enters a value here and guesses there.
function summarize() {
  const summary = summaries.get(search.end.strategy);
  $("watch-summary").textContent = summary ? `${search.end.strategy}: ${summary}.` : "";
}

function fill({ puzzle, strategy, limit }) {
  $("watch-text").value = puzzle;
  $("watch-strategy").value = strategy;
  $("watch-limit").value = limit;
}

// Shows the search for a puzzle whose clues were changed in the grid. If they contradict each other,
// the grid shows them all the same, to be corrected.
async function edited(clues) {
  const { size, symbols } = search.end;
  $("watch-text").value = clues.map((value) => (value ? symbols[value - 1] : ".")).join("");
  await open(asked(), 0);
  if ($("watch-error").hidden) return;
  // There is no search to show.
  search.end.clues = clues;
  search.hasSteps = false;
  draw($("watch-grid"), { size, symbols }, { marks: marksOf(clues) }, "The clues");
  $("watch-title").textContent = "These clues contradict each other";
  for (const place of ["watch-words", "watch-counters", "tree", "step-of"]) $(place).replaceChildren();
  $("slider").max = $("step-number").max = $("slider").value = $("step-number").value = 0;
  for (const id of ["go-first", "go-back", "go-play", "go-on", "go-last"]) $(id).disabled = true;
}

/** Shows the search that the parameters of a URL describe. */
export function openAddress(params) {
  const [puzzle, strategy, limit] = ["puzzle", "strategy", "limit"].map((name) => params.get(name));
  if (search && puzzle === search.end.puzzle && strategy === search.end.strategy && Number(limit) === search.limit) {
    pause();
    return go(Number(params.get("step")) || 0);
  }
  fill({ puzzle, strategy: strategy ?? "moler", limit: limit ?? 1 });
  watch(Number(params.get("step")) || 0);
}

// Shows the search described by the form, and moves the focus there.
async function watch(at) {
  await open(asked(), at);
  if (!$("watch-busy").hidden) return;
  if (!$("watch-error").hidden) return $("watch-error").scrollIntoView({ block: "nearest" });
  $("watch-grid").scrollIntoView({ block: "nearest" });
  $("watch-title").focus({ preventScroll: true });
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

async function open({ puzzle, strategy, limit }, at, most = at < SOME ? SOME : MOST) {
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
    const found = await own.call("watch", puzzle, strategy, limit, most);
    own.busy = false;
    if (mine !== turn) return;
    $("watch-busy").hidden = true;
    [search, pages] = [{ ...found, limit, hasSteps: true }, new Map()];
  } catch (error) {
    own.busy = false;
    if (mine === turn) {
      $("watch-busy").hidden = true;
      if (error instanceof Stopped) return;
      showError($("watch-error"), error);
    }
    return;
  }
  const { end } = search;
  $("watch-text").value = puzzle;
  $("watch-title").textContent = `${end.strategy}: ${outcome(end)}`;
  summarize();
  $("watch-cut").hidden = !end.is_cut;
  $("watch-note").textContent = `Only the first ${number(end.last)} steps are shown.`;
  $("watch-on").hidden = most === MOST;
  $("slider").max = end.last;
  $("step-number").max = end.last;
  $("step-of").textContent = `of ${number(end.last)}`;
  await go(at);
}

function outcome({ status, solutions, last, is_cut }) {
  const steps = `${number(last)} ${last === 1 ? "step" : "steps"}`;
  if (is_cut) return `more than ${steps}`;
  const words = { solved: "a solution", unique: "exactly one solution", none: "no solution", invalid: "ill-posed: the grid is full", "gave-up": "given up" };
  const least = solutions >= search.limit ? "at least " : "";
  return `${words[status] ?? `${least}${number(solutions)} solutions`} in ${steps}`;
}

/** Shows a step; of several concurrent calls, only the last one has an effect. */
async function go(to) {
  if (!search?.hasSteps) return;
  wanted = Math.min(Math.max(to, 0), search.end.last);
  const mine = [search, wanted];
  // To show a late step, a long search runs again up to it.
  const late = setTimeout(() => ($("watch-late").hidden = false), 500);
  const frame = await frameAt(wanted);
  clearTimeout(late);
  $("watch-late").hidden = true;
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
  tell(frame);
  const guesses = frame.depth === 1 ? "1 guess" : `${number(frame.depth)} guesses`;
  draw($("watch-grid"), end, frame,
    `The grid after step ${number(frame.step)}: ${frame.filled} of ${side ** 2} cells filled, ${guesses} among them`);
  // After its last step, an exhausted search may still have counted something.
  const own = frame.step === end.last && !end.is_cut ? end.counters : frame.counters;
  // The steps of the page are others, and those of lanes are its sweeps.
  const { steps: entered = 0, ...others } = own;
  const values = "sweeps" in others ? {} : { "values entered": entered };
  counters($("watch-counters"), { "cells filled": frame.filled, "guesses in the grid": frame.depth, ...values, ...others }, { ...COUNTERS, ...end.counter_words });
  drawTree($("tree"), search, end, frame.step, number, go);
  $("slider").value = frame.step;
  $("slider").setAttribute("aria-valuetext", `step ${frame.step} of ${end.last}`);
  if (document.activeElement !== $("step-number") || playing) $("step-number").value = frame.step;
  const focused = document.activeElement;
  $("go-first").disabled = $("go-back").disabled = frame.step === 0;
  $("go-last").disabled = $("go-on").disabled = frame.step === end.last;
  $("go-play").disabled = false;
  // A disabled button loses the focus.
  if (focused?.disabled) $(frame.step === 0 ? "go-on" : "go-back").focus();
  if (!playing) history.replaceState(null, "", address());
  $("shared").textContent = "";
}

// Tells the events of a step and their reasons, whose terms are explained on a click.
function tell({ step, words, reasons }) {
  const head = step === 0 ? "the clues" : words.join("; ") || "nothing changes; the program only draws its grid again";
  // Words begin with the term: "hidden single: 4 in r1c3".
  const term = (i) => words[i].split(":")[0];
  const because = reasons.map(({ sentence }, i) => element("p", {},
    element("button", { type: "button", className: "term", textContent: term(i), ariaExpanded: false, onclick: (event) => explain(event.target, term(i)) }), ` ${sentence}`));
  $("watch-words").replaceChildren(element("p", { textContent: `Step ${number(step)}: ${head}` }), ...because);
}

// Explains a term below the sentence with it, or hides the explanation.
function explain(button, term) {
  pause();
  const shown = button.parentElement.querySelector(".definition");
  button.setAttribute("aria-expanded", !shown);
  if (shown) return shown.remove();
  const words = TERMS.find(([name]) => name === term)[1];
  button.parentElement.append(element("span", { className: "definition", textContent: words }));
}

/** The part of the URL that describes the step being shown. */
export function address() {
  if (!search) return "#watch";
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
    $("shared").textContent = "The address bar holds the link to this step.";
  }
}

// Goes to the next or the previous step with a guess or with a dead end.
function find(kind, by) {
  if (!search) return;
  pause();
  let at = wanted + by;
  while (search.kinds[at] !== undefined && !(search.kinds[at] & kind)) at += by;
  if (search.kinds[at] !== undefined) return go(at);
  const [what, where] = [kind === GUESS ? "guess" : "dead end", by > 0 ? "follows" : "comes before"];
  $("shared").textContent = `No ${what} ${where}.`;
}

function play() {
  if (!search?.hasSteps) return;
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
  if ($("watch").hidden || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
  const on = event.target;
  const letter = event.key.toLowerCase();
  // The slider has keys of its own, but no letters.
  if (on.matches?.("textarea, select, [role=tab], input:not([type=range])")) return;
  if (on.matches?.("input") && letter.length > 1) return;
  const by = event.shiftKey ? -1 : 1;
  const step = (to) => {
    pause();
    go(to);
  };
  const does = {
    arrowleft: () => step(wanted - 1), arrowright: () => step(wanted + 1), home: () => step(0), end: () => step(search.end.last),
    g: () => find(GUESS, by), d: () => find(DEAD_END, by),
    " ": () => !on.matches?.("button, summary, a") && (playing ? pause() : play()),
  }[letter];
  if (search && does && does() !== false) event.preventDefault();
}

function texts() {
  $("text-list").replaceChildren(...TEXTS.map(({ title, puzzles }) => element("div", {},
    element("h2", { textContent: title }),
    ...puzzles.map(({ name, puzzle, strategy, limit, words, steps }) => {
      const link = (text, step) => element("a", {
        textContent: text,
        href: `#watch?${new URLSearchParams({ puzzle, strategy, limit, step })}`,
      });
      return element("div", {},
        element("p", {}, link(`${name} with ${strategy}`, 0), `. ${words}`),
        ...(steps.length ? [element("ul", {}, ...steps.map((step) => element("li", {}, link(`Step ${number(step)}`, step))))] : []));
    }))));
}
