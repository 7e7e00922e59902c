// The tab that shows a search step by step.

import { $, copy, counters, element, number, offer, plural, showError } from "./dom.js";
import { edit } from "./edit.js";
import { COUNTERS, TERMS, addTechniques } from "./glossary.js";
import { boxesOf, conflictsOf, draw, marksOf } from "./grid.js";
import { outcome } from "./notes.js";
import { clean, cluesOf } from "./paste.js";
import { TEXTS } from "./texts.js";
import { drawTree } from "./tree.js";
import { Helper, Stopped } from "./workers.js";

// The number of grids requested at a time.
const PAGE = 256;
// What buttons and keys look for, and its bit in src/watch.rs.
const KINDS = { guess: 1, "dead end": 2, solution: 4, "hidden single": 8 };

// The search that the page opens with: ElectroYou's puzzle, solved with two guesses.
const FIRST = { ...TEXTS.find(({ strategy }) => strategy === "electroyou"), limit: 1 };
// How the reader's own puzzles are solved, unless he chooses.
const USUAL = { strategy: "pairs/mrv", limit: 2 };

let helper;
/** The search being shown, as returned by worker.js. */
let search;
let step = 0;
let wanted = 0;
let pages = new Map();
let playing = false;
let turn = 0;
/** The puzzle that was asked for last, and how to solve it. */
let latest;
/** What the reader has chosen of that. */
let chosen = {};
/** What undo brings back. */
const past = [];

export function start() {
  $("watch-form").onsubmit = (event) => {
    event.preventDefault();
    ask($("watch-text").value);
  };
  $("watch-strategy").onchange = () => {
    $("watch-named").hidden = $("watch-strategy").value !== "";
    if ($("watch-named").hidden) choose({ strategy: $("watch-strategy").value });
    else $("watch-name").focus();
  };
  $("watch-name").onchange = () => choose({ strategy: $("watch-name").value.trim() });
  $("watch-limit").onchange = () => choose({ limit: limitOf($("watch-limit").value) });
  for (const [id, to] of [["go-first", () => 0], ["go-back", () => wanted - 1], ["go-on", () => wanted + 1], ["go-last", () => search.end.last]]) {
    $(id).onclick = () => go(to());
  }
  for (const kind of Object.keys(KINDS)) $(`go-${kind.split(" ")[0]}`).onclick = () => find(kind, 1);
  $("undo").onclick = undo;
  $("watch-empty").onclick = $("empty-size").onchange = () => search && edited(Array($("empty-size").value ** 2).fill(0))
    .then(() => $("watch-grid").scrollIntoView({ block: "nearest" }));
  $("go-play").onclick = () => (playing ? pause() : play());
  $("slider").oninput = () => go(Number($("slider").value));
  $("step-number").onfocus = pause;
  $("step-number").onchange = () => go(Number($("step-number").value));
  $("share").onclick = () => {
    remember();
    copy(location.href, $("shared"), `Copied, with step ${number(step)}.`, "The address bar holds the link to this step.");
  };
  $("paste").onclick = async () => {
    $("tab-watch").click();
    const text = await navigator.clipboard?.readText?.().catch(() => "");
    if (text?.trim()) ask(text);
    else $("watch-text").focus();
  };
  // The other tab begins with the same puzzle, unless the reader has typed something there.
  let given = $("solve-text").value;
  $("tab-solve").addEventListener("click", () => {
    if (search && $("solve-text").value === given) offer($("solve-text"), given = search.end.puzzle);
  });
  $("watch-stop").onclick = () => helper.end();
  document.addEventListener("keydown", key);
  document.addEventListener("paste", (event) => {
    if ($("watch").hidden || event.target.matches?.("input, textarea:not(#watch-text)")) return;
    event.preventDefault();
    ask(event.clipboardData.getData("text/plain"));
  });
  edit($("watch-grid"), () => search?.end, pause, edited);
  texts();
}

/** Lists the terms, which include the techniques of the solver. */
export function explainTerms(techniques) {
  addTechniques(techniques);
  $("terms").replaceChildren(...TERMS.flatMap(([term, words]) =>
    [element("dt", { textContent: term }), element("dd", { textContent: words })]));
}

/** Says what the strategy does: why it enters a value here and guesses there. */
export function summarize() {
  const { strategy } = search?.end ?? {};
  const summary = [...$("strategies").options].find(({ value }) => value === strategy)?.label;
  $("watch-summary").textContent = summary ? `${strategy}: ${summary}.` : "";
}

const limitOf = (text) => Math.max(1, Math.floor(Number(text) || 1));

/**
 * Shows what the parameters of an address describe. Without a puzzle, the first search stays or
 * begins; it plays unless the address names a step, or the reader prefers less motion.
 */
export async function openAddress(params) {
  const at = Number(params.get("step")) || 0;
  const [puzzle, strategy, limit] = ["puzzle", "strategy", "limit"].map((name) => params.get(name));
  if (!puzzle) {
    if (search) return params.has("step") && go(at);
    await open(FIRST, at, "address");
    const isStill = at || $("watch").hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
    return isStill || play();
  }
  if (search && puzzle === search.end.puzzle && strategy === search.end.strategy && Number(limit) === search.limit) return go(at);
  chosen = {};
  const error = await open({ puzzle, ...(strategy ? { strategy, limit: limitOf(limit) } : USUAL) }, at, "address");
  if (!error) return view();
  // A link with an error opens something, too: the puzzle, or else what is there.
  if (await open({ puzzle, ...USUAL }, at, "address") && !search) await open(FIRST, 0, "address");
  showError($("watch-error"), error);
}

// Shows the puzzle in a text.
async function ask(text) {
  offer($("watch-text"), text);
  await open({ puzzle: clean(text), ...USUAL, ...chosen }, 0);
  view();
}

// Solves the same puzzle in another way.
async function choose(choice) {
  chosen = { ...chosen, ...choice };
  await open({ ...latest, ...choice }, 0);
  view();
}

// Shows the search for a puzzle whose clues were changed in the grid.
function edited(clues) {
  return open({ puzzle: lineOf(clues, search.end.symbols), ...USUAL, ...chosen, clues }, 0);
}

function undo() {
  const { at, ...asked } = past.pop() ?? {};
  if (asked.puzzle !== undefined) open(asked, at, "undo");
}

const lineOf = (clues, symbols) => clues.map((value) => (value ? symbols[value - 1] : ".")).join("");

// Brings the search into view, and the focus to it.
function view() {
  if (!$("watch-busy").hidden) return;
  if (!$("watch-error").hidden) return $("watch-error").scrollIntoView({ block: "nearest" });
  $("pad").hidden = $("cell-words").hidden = true;
  $("watch-grid").scrollIntoView({ block: "nearest" });
  $("watch-title").focus({ preventScroll: true });
}

// Shows a search at a step. Returns the error if there is none to show. `from` says where a puzzle
// comes from that differs from the one before: the page, undo, or an address.
async function open(asked, at, from = "page") {
  pause();
  const mine = ++turn;
  const before = latest;
  const isChange = before && before.puzzle !== asked.puzzle && from !== "undo";
  if (isChange) past.push({ ...before, at: wanted });
  latest = asked;
  // A search may take long, so a new one does not wait for it.
  if (helper?.busy) helper.end();
  if (!helper || helper.busy) helper = new Helper();
  const own = helper;
  own.busy = true;
  $("watch-busy").hidden = false;
  showError($("watch-error"));
  let error;
  const found = await own.call("watch", asked.puzzle, asked.strategy, asked.limit).catch((failure) => {
    error = failure;
    return contradiction(asked);
  });
  // A stopped helper is of no more use.
  own.busy = error instanceof Stopped;
  if (mine !== turn) return;
  $("watch-busy").hidden = true;
  // It may be the same puzzle in another form.
  if (isChange && (!found || found.end.puzzle === before.puzzle)) past.pop();
  $("undo").disabled = past.length === 0;
  if (!found) {
    latest = before;
    if (error instanceof Stopped) return;
    showError($("watch-error"), error);
    return error;
  }
  const isNew = search && search.end.puzzle !== found.end.puzzle;
  [search, pages] = [{ ...found, limit: asked.limit }, new Map()];
  latest = { ...asked, puzzle: search.end.puzzle };
  fill();
  if (isNew && from !== "address") history.pushState(null, "", address());
  if (search.conflicts) return showConflicts(error);
  await go(at);
}

// A search without steps for clues that contradict each other: they are shown, to be corrected.
function contradiction({ puzzle, strategy, clues = cluesOf(puzzle) }) {
  const boxes = boxesOf(clues?.length);
  const conflicts = boxes ? conflictsOf(clues, boxes) : [];
  if (!conflicts.length) return;
  const symbols = String(search?.end.boxes) === String(boxes) ? search.end.symbols : "123456789";
  return { end: { boxes, symbols, clues, puzzle: lineOf(clues, symbols), strategy, last: 0, status: "none" }, conflicts, kinds: [], guesses: [] };
}

function showConflicts({ message }) {
  step = wanted = 0;
  const { end, conflicts } = search;
  paint({ marks: marksOf(end.clues), conflicts }, "The clues");
  $("watch-title").textContent = "These clues contradict each other";
  // Without the place in a text: the cells are marked.
  showError($("watch-error"), new Error(message.replace(/^line [\d:]+: /, "")));
  for (const place of ["watch-words", "watch-counters", "tree"]) $(place).replaceChildren();
  for (const id of ["go-first", "go-back", "go-play", "go-on", "go-last"]) $(id).disabled = true;
  remember();
}

// Fills in what belongs to a search, and not to one of its steps.
function fill() {
  const { end, limit } = search;
  offer($("watch-text"), end.puzzle);
  const named = [...$("watch-strategy").options].some(({ value }) => value === end.strategy);
  $("watch-strategy").value = named ? end.strategy : "";
  $("watch-named").hidden = named;
  $("watch-name").value = end.strategy;
  $("watch-limit").value = limit;
  $("empty-size").value = Math.sqrt(end.clues.length);
  const steps = plural(end.last, "step");
  $("watch-title").textContent = end.is_cut ? `More than ${steps}: the others are not shown` : `${outcome(end, limit)}, ${steps}`;
  summarize();
  $("slider").max = $("step-number").max = end.last;
  $("slider").value = $("step-number").value = 0;
  $("step-of").textContent = `of ${number(end.last)}`;
}

/** Shows a step; of several concurrent calls, only the last one has an effect. */
async function go(to, isNext = false) {
  if (!search || search.conflicts) return;
  if (!isNext) pause();
  wanted = Math.min(Math.max(Math.floor(to) || 0, 0), search.end.last);
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
    pages.set(page, helper.call("frames", page * PAGE, Math.min((page + 1) * PAGE - 1, search.end.last)));
  }
  // There are none if another search has started.
  return (await pages.get(page).catch(() => undefined))?.[at % PAGE];
}

function show(frame) {
  const { end } = search;
  tell(frame);
  paint(frame,
    `The grid after step ${number(frame.step)}: ${frame.filled} of ${end.clues.length} cells filled, ${number(frame.depth)} of them guesses`);
  // After its last step, an exhausted search may still have counted something.
  const own = frame.step === end.last && !end.is_cut ? end.counters : frame.counters;
  // The steps of the page are others, and those of lanes are its sweeps.
  const hasSweeps = own.some(([name]) => name === "sweeps");
  const others = own.filter(([name]) => name !== "steps" || !hasSweeps)
    .map(([name, value]) => [name === "steps" ? "values entered" : name, value]);
  counters($("watch-counters"), [["cells filled", frame.filled], ["guesses in the grid", frame.depth], ...others],
    { ...COUNTERS, ...Object.fromEntries(end.counter_words) });
  drawTree($("tree"), search, end, frame.step, number, go);
  $("slider").value = frame.step;
  $("slider").setAttribute("aria-valuetext", `step ${frame.step} of ${end.last}`);
  offer($("step-number"), frame.step);
  const focused = document.activeElement;
  $("go-first").disabled = $("go-back").disabled = frame.step === 0;
  $("go-last").disabled = $("go-on").disabled = frame.step === end.last;
  $("go-play").disabled = false;
  // A disabled button loses the focus.
  if (focused?.disabled) $(frame.step === 0 ? "go-on" : "go-back").focus();
  if (!playing) remember();
  $("shared").textContent = "";
}

// Draws the grid, and says again what the chosen cell holds.
function paint(frame, label) {
  draw($("watch-grid"), search.end, frame, label);
  $("cell-words").textContent = $("watch-grid").querySelector(".chosen")?.ariaLabel ?? "";
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

// Puts the step into the address bar, unless another tab is there.
function remember() {
  if (!$("watch").hidden) history.replaceState(null, "", address());
}

// Goes to the next or the previous step of a kind; after the last solution, to the first.
function find(kind, by) {
  if (!search) return;
  pause();
  let at = wanted + by;
  while (search.kinds[at] !== undefined && !(search.kinds[at] & KINDS[kind])) at += by;
  if (kind === "solution" && search.kinds[at] === undefined) at = search.kinds.findIndex((it) => it & KINDS[kind]);
  if (search.kinds[at] !== undefined) return go(at);
  $("shared").textContent = `No ${kind} ${by > 0 ? "follows" : "comes before"}.`;
}

function play() {
  if (!search || search.conflicts) return;
  playing = true;
  $("pad").hidden = $("cell-words").hidden = true;
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
      await go(wanted + steps, true);
      if (wanted >= search.end.last) return pause();
    }
    requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);
}

export function pause() {
  if (!playing) return;
  playing = false;
  $("play-name").textContent = "Play";
  $("watch-words").removeAttribute("aria-live");
  remember();
}

function key(event) {
  if ($("watch").hidden || event.defaultPrevented || event.altKey) return;
  const on = event.target;
  const letter = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (letter !== "z" || event.shiftKey || on.matches?.("textarea, input:not([type=range])")) return;
    event.preventDefault();
    return undo();
  }
  // The slider has keys of its own, but no letters.
  if (on.matches?.("textarea, select, [role=tab], input:not([type=range])")) return;
  if (on.matches?.("input") && letter.length > 1) return;
  const by = event.shiftKey ? -1 : 1;
  const kind = Object.keys(KINDS).find((kind) => kind[0] === letter);
  const does = {
    arrowleft: () => go(wanted - 1), arrowright: () => go(wanted + 1), home: () => go(0), end: () => go(search.end.last),
    " ": () => !on.matches?.("button, summary, a") && (playing ? pause() : play()),
  }[letter] ?? (kind && (() => find(kind, by)));
  if (search && does && does() !== false) event.preventDefault();
}

function texts() {
  $("text-list").replaceChildren(...TEXTS.flatMap(({ title, name, puzzle, strategy, words, steps = [] }) => {
    const link = (textContent, step) => element("a", { textContent, href: `#watch?${new URLSearchParams({ puzzle, strategy, limit: 1, step })}` });
    return [
      ...(title ? [element("h3", { textContent: title })] : []),
      element("p", {}, link(`${name} with ${strategy}`, 0), `. ${words}`),
      element("p", { className: "row" }, ...steps.map((step) => link(`Step ${number(step)}`, step))),
    ];
  }));
}
