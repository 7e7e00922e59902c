// The tab that shows a search step by step.

import { drawChains, tellChains } from "./chains.js";
import { $, copy, counters, element, isTyped, number, offer, plural, settle, showError, trackFocus } from "./dom.js";
import { edit } from "./edit.js";
import * as lesson from "./lesson.js";
import { COUNTERS, TERMS, addTechniques, termOf } from "./glossary.js";
import { boxesOf, conflictsOf, digitsOf, draw, marksOf, nameOf } from "./grid.js";
import { closing, difficulty, doubt, mayBeMany, outcome } from "./notes.js";
import * as own from "./own.js";
import { start as printing } from "./print.js";
import { EXAMPLES, TEXTS } from "./texts.js";
import { drawTree } from "./tree.js";
import { Helper, Stopped } from "./workers.js";

// The number of grids requested at a time.
const PAGE = 256;
// What buttons and keys look for, and its bit in src/watch.rs.
const KINDS = { guess: 1, "dead end": 2, solution: 4, "hidden single": 8 };

// Longer links are cut by some programs for mail and messages.
const LONGEST = 2000;

// The search that the page opens with: ElectroYou's puzzle, solved with two guesses.
const FIRST = { ...TEXTS.find(({ strategy }) => strategy === "electroyou"), limit: 1 };
// How the reader's own puzzles are solved, unless he chooses: with the strategy that shows them best.
const USUAL = { strategy: "", limit: 2 };

let helper;
/** The search being shown, as returned by worker.js. */
let search;
let step = 0;
let wanted = 0;
let pages = new Map();
let playing = false;
let turn = 0;
/** The puzzle that was asked for last, and how to solve it; and the one that is there. */
let latest;
let shown;
/** What the reader has chosen of that. */
let chosen = {};
/** The text in the field that what is there answers, or has taken the place of; a text that was refused. */
let answered;
let refused;
/** What undo and redo bring back. */
const past = [];
const future = [];
let travelling = Promise.resolve();
/** Both as they were before the searches that are under way, and the mode that was chosen since; the last of these. */
let unchanged;
let arriving;
/** Whether the focus may be moved to what arrives. */
let mayFocus;
/** The clues of the grid with those that were typed while a search for them is under way. */
let typed;
/** What the reader enters until he chooses otherwise; his board, beside the clues; and whether it is shown, and not
 * a step of the search. */
let mode = "clues";
let board;
let isBoard = false;
/** What the grid shows, and the digit that is highlighted in it. */
let drawn;
let lit = 0;
/** The names of the techniques that are rated, as they are tried. */
let rated = [];
/** The stages of a hint, and how many are told. */
let hint = [];
let told = 0;
/** What works only with a search. */
const OF_SEARCH = ["go-first", "go-back", "go-play", "go-on", "go-last", "go-hidden", "go-guess", "go-dead", "go-solution",
  "slider", "step-number", "hint", "by-hand", "enter-digits", "enter-marks"];

function allowSteps(areAllowed) {
  for (const id of OF_SEARCH) $(id).disabled = !areAllowed;
  // A field that is disabled is left.
  if (!areAllowed) settle($("step-number"));
}

/** `many` solves a text with several puzzles in another tab. */
export function start(many) {
  // What is done before the first search is there would be lost.
  allowSteps(false);
  $("solve-many").onclick = () => {
    $("solve-many").hidden = true;
    many(refused);
  };
  $("watch-form").onsubmit = (event) => {
    event.preventDefault();
    if (isTyped($("watch-strategy"))) takeName();
    ask($("watch-text").value);
  };
  $("watch-strategy").onchange = () => {
    $("watch-named").hidden = $("watch-strategy").value !== "";
    if (!$("watch-named").hidden) return $("watch-name").focus();
    settle($("watch-strategy"));
    choose({ strategy: $("watch-strategy").value });
  };
  $("watch-name").onchange = () => choose(takeName());
  $("watch-name").onblur = () => settle($("watch-strategy"));
  $("watch-limit").onchange = () => {
    settle($("watch-limit"));
    choose({ limit: limitOf($("watch-limit").value) });
  };
  for (const [id, to] of [["go-first", () => 0], ["go-back", () => wanted - 1], ["go-on", () => wanted + 1], ["go-last", () => search.end.last]]) {
    $(id).onclick = () => go(to());
  }
  $("go-technique").onclick = findTechnique;
  lesson.start({ back: () => go(wanted - 1), on: () => go(wanted + 1), hint: tellHint });
  for (const kind of Object.keys(KINDS)) $(`go-${kind.split(" ")[0]}`).onclick = () => find(kind, 1);
  $("undo").onclick = undo;
  $("redo").onclick = redo;
  $("watch-empty").onclick = () => askSize($("empty-sizes").hidden);
  for (const name of own.MODES) $(`enter-${name}`).onclick = () => chooseMode(name);
  $("hint").onclick = tellHint;
  $("by-hand").onclick = byHand;
  $("from-here").onclick = fromHere;
  printing(() => ({ puzzle: search?.end, frame: drawn, isBoard }));
  $("go-play").onclick = () => (playing ? pause() : play());
  $("slider").oninput = () => go(Number($("slider").value));
  $("step-number").onfocus = pause;
  $("step-number").onchange = () => {
    settle($("step-number"));
    go(Number($("step-number").value));
  };
  $("share").onclick = () => {
    remember();
    const { length } = location.href;
    const long = length > LONGEST ? ` With ${number(length)} characters, it is longer than some programs take.` : "";
    const what = isBoard ? "your board" : `step ${number(step)}`;
    copy(location.href, $("shared"), `Copied, with ${what}.${long}`, `The address bar holds the link to ${isBoard ? what : "this step"}.${long}`);
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
    // It becomes a part of what the reader types.
    if (event.target === $("watch-text") && isUnfinished(event.target)) return;
    event.preventDefault();
    ask(event.clipboardData.getData("text/plain"));
  });
  edit($("watch-grid"), () => (lesson.isOpen() ? undefined : search?.end), pause, entered);
  $("watch-grid").addEventListener("click", (event) => {
    const at = [...$("watch-grid").querySelectorAll("td")].indexOf(event.target.closest("td"));
    if (lesson.isOpen() && drawn?.marks[at] & 31) highlight(drawn.marks[at] & 31);
  });
  texts();
}

/** Lists the terms, which include the techniques of the solver, and those that are rated by name. */
export function explainTerms(techniques, names) {
  rated = names;
  $("technique").replaceChildren(...rated.map((name) => element("option", { textContent: name })));
  if (search) offerTechniques();
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

// Whether the reader types a text, which is not tried yet and not about to be replaced as a whole.
const isUnfinished = (field) => isTyped(field) && field.value !== field.dataset.tried
  && field.selectionEnd - field.selectionStart < field.value.length;

// Takes the name of a strategy that the reader has typed.
function takeName() {
  for (const id of ["watch-strategy", "watch-name"]) settle($(id));
  const choice = { strategy: $("watch-name").value.trim() };
  chosen = { ...chosen, ...choice };
  return choice;
}

/**
 * Shows what the parameters of an address describe. Without a puzzle, the first search stays or
 * begins; it plays unless the address names a step, or the reader prefers less motion.
 */
export async function openAddress(params) {
  const at = Number(params.get("step")) || 0;
  const [puzzle, strategy, limit, digits, marks] = ["puzzle", "strategy", "limit", "own", "marks"].map((name) => params.get(name));
  const restored = digits || marks ? () => boardIn(digits ?? "", marks ?? "") : undefined;
  if (!puzzle) {
    if (search) return params.has("step") && go(at);
    await open(FIRST, at, "address");
    const isStill = at || $("watch").hidden || matchMedia("(prefers-reduced-motion: reduce)").matches;
    return isStill || play();
  }
  if (search && puzzle === search.end.puzzle && strategy === search.end.strategy && Number(limit) === search.limit) {
    board = restored?.() ?? board;
    await go(at);
    return restored && showBoard(board, "digits");
  }
  chosen = {};
  const error = await open({ puzzle, ...(strategy ? { strategy, limit: limitOf(limit) } : USUAL) }, at, "address", restored);
  if (!error) return view();
  // A link with an error opens something, too: the puzzle, or else what is there.
  if (await open({ puzzle, ...USUAL }, at, "address") && !search) await open(FIRST, 0, "address");
  showError($("watch-error"), error);
}

// The reader's board that an address holds.
function boardIn(digits, marks) {
  const { symbols, clues } = search.end;
  const entered = digits.length === clues.length ? own.digitsOf(digits, symbols) : [];
  return { digits: clues.map((clue, i) => (clue ? 0 : entered[i] ?? 0)), marks: own.marksOfText(marks, clues.length) };
}

// Shows the puzzle in a text. One that the reader has typed is his until it is there, also beside one that he pastes.
async function ask(text) {
  const field = $("watch-text");
  if (field.value !== text) offer(field, text);
  field.dataset.tried = text;
  await open({ puzzle: text, ...USUAL, ...chosen }, 0);
  view();
}

/** Shows the puzzle in a text; returns false if it is not exactly one. */
export async function askOne(text) {
  const reader = new Helper();
  const puzzle = await reader.call("onePuzzle", text).catch(() => undefined);
  reader.end();
  if (puzzle) await ask(puzzle);
  return Boolean(puzzle);
}

// Solves in another way the text that stands in the field, or the puzzle that was asked for after it.
async function choose(choice) {
  chosen = { ...chosen, ...choice };
  const { value } = $("watch-text");
  await open(value.trim() && value !== answered ? { puzzle: value, ...USUAL, ...chosen } : { ...latest, ...choice }, 0);
  view();
}

// Shows the search for a puzzle whose clues were changed in the grid.
function edited(clues) {
  const { symbols, clues: { length } } = search.end;
  const isSame = clues.length === length;
  return open({ puzzle: own.textOf(clues, isSame ? symbols : digitsOf(clues.length)), ...USUAL, ...chosen, clues }, 0, "grid");
}

// Enters a digit of the grid, or 0 for none.
function entered(at, digit) {
  const { end } = search;
  // While another puzzle is under way, it waits for that; but clues that are typed one after the other do not.
  if (latest.puzzle !== shown.puzzle && (mode !== "clues" || !typed)) {
    return Promise.all([arriving, travelling]).then(() => search.end.clues.length === end.clues.length && entered(at, digit));
  }
  if (mode !== "clues") {
    const holds = mode === "digits" ? board.digits[at] : board.marks[at];
    if (!end.clues[at] && (digit || holds)) changeBoard(own.enter(board, mode, at, digit, end.boxes, $("clears-marks").checked));
    return;
  }
  // The next key builds on this one, even if it comes before the search is there.
  const before = typed ?? end.clues;
  if (before[at] === digit) return;
  typed = before.with(at, digit);
  return edited(typed);
}

// What undo brings back of the present.
const present = () => ({ ...latest, at: wanted, board, mode, isBoard });

const undo = () => (travelling = travelling.then(() => travel(past, future)));
const redo = () => (travelling = travelling.then(() => travel(future, past)));

// Goes back to the last one of `from`; `to` leads to the present again.
async function travel(from, to) {
  const goal = from.pop();
  if (!goal) return;
  const { at, board: shown, mode: how, isBoard: showsBoard, ...asked } = goal;
  const now = present();
  if (asked.puzzle !== latest.puzzle) await open(asked, at, "undo");
  // The reader may have stopped the search.
  if (search.end.puzzle !== asked.puzzle) from.push(goal);
  else {
    to.push(now);
    showBoard(shown, how, showsBoard);
    if (!showsBoard) await go(at);
  }
  tellTravel();
}

function tellTravel() {
  $("undo").disabled = past.length === 0;
  $("redo").disabled = future.length === 0;
}

/** Offers empty grids of these sides. */
export function offerSizes(sides) {
  $("empty-sizes").replaceChildren(...sides.map((side) => element("button", { type: "button", textContent: `${side}×${side}`, onclick: () => {
    edited(Array(side * side).fill(0)).then(() => mayFocus() && $("watch-grid").querySelector("[tabindex='0']").focus());
  } })));
}

// Asks for the size of an empty grid. That of the grid has the focus.
function askSize(asks) {
  if (!search) return;
  $("empty-sizes").hidden = !asks;
  $("watch-empty").setAttribute("aria-expanded", asks);
  const side = Math.sqrt(search.end.clues.length);
  if (asks) [...$("empty-sizes").children].find(({ textContent }) => textContent === `${side}×${side}`)?.focus();
}

// Chooses what a digit is: a clue, a digit of the reader, or a pencil mark. His board stays.
function chooseMode(name) {
  pause();
  if (unchanged) unchanged.mode = name;
  showBoard(board, name, name !== "clues");
  if (name === "clues") return go(wanted);
}

// Shows the reader's board, or leaves the grid to the search.
function showBoard(shown, name = mode, isShown = true) {
  [board, mode, isBoard, hint, told] = [shown, name, isShown, [], 0];
  for (const it of own.MODES) $(`enter-${it}`).setAttribute("aria-pressed", it === mode);
  $("from-here").disabled = !isBoard;
  $("watch-words").hidden = isBoard;
  $("hint-words").textContent = isBoard ? own.state(search.end, board) : "";
  if (isBoard) paintBoard();
  remember();
}

function changeBoard(changed, name = mode) {
  past.push(present());
  future.length = 0;
  tellTravel();
  showBoard(changed, name);
}

function paintBoard(reasons) {
  paint(own.frameOf(search.end, board, reasons), "Your board");
}

// Tells one more stage of a hint for the board that stands there: the reader's, or that of the search.
async function tellHint() {
  pause();
  const [of, isOwn, frame] = [[search, board, wanted], isBoard, await frameAt(wanted)];
  if (!hint.length) {
    const name = (at) => nameOf(at, Math.sqrt(search.end.clues.length));
    const found = isOwn ? await own.hints(search.end, board, name) : own.stagesOf(await frameAt(wanted + 1), name);
    if ([search, board, wanted].some((now, i) => now !== of[i])) return;
    [hint, told] = [found, 0];
  }
  if (!hint.length) return;
  const at = told++ % hint.length;
  const { words, reasons } = hint[at];
  if (isOwn) paintBoard(reasons);
  else paint({ ...frame, reasons }, "The board of this step");
  $("hint-words").textContent = `Hint ${at + 1} of ${hint.length}: ${words}`;
}

// Makes the board that stands there the reader's.
async function byHand() {
  pause();
  const { clues } = search.end;
  const frame = await frameAt(wanted);
  if (!frame || clues !== search.end.clues) return;
  const digits = frame.marks.map((mark, i) => (mark >> 5 < 3 && !clues[i] ? mark & 31 : 0));
  changeBoard({ digits, marks: frame.candidates.map((all, i) => (frame.marks[i] >> 5 < 3 ? 0 : all)) }, "digits");
}

// Searches on from the reader's board, as if his digits were clues.
async function fromHere() {
  const { clues, symbols } = search.end;
  const values = clues.map((clue, i) => clue || board.digits[i]);
  await open({ ...latest, puzzle: own.textOf(values, symbols), clues: values }, 0);
  view();
}

// Brings the search into view, and the focus to it.
function view() {
  if (!$("watch-busy").hidden) return;
  if (!$("watch-error").hidden) return $("watch-error").scrollIntoView({ block: "nearest" });
  if (!mayFocus()) return;
  $("pad").hidden = $("cell-words").hidden = true;
  // On a turned phone the grid is always in view, and the sentence may not be.
  for (const id of ["watch-title", "watch-grid"]) $(id).scrollIntoView({ block: "nearest" });
  $("watch-title").focus({ preventScroll: true });
}

// Shows a search at a step. Returns the error if there is none to show. `from` says where a puzzle
// comes from that differs from the one before: the page, undo, or an address, which may have a board.
const open = (...asked) => (arriving = begin(...asked));

async function begin(asked, at, from = "page", restored) {
  mayFocus = trackFocus();
  // The reader does not ask for the first search: a text that is there already comes after it.
  const text = search && $("watch-text").value;
  if (from !== "grid") typed = undefined;
  pause();
  askSize(false);
  const mine = ++turn;
  const replaced = latest;
  const isChange = replaced && replaced.puzzle !== asked.puzzle && from !== "undo";
  // Several searches may be asked for before one is there; if none is, nothing was changed.
  unchanged ??= { past: [...past], future: [...future] };
  if (isChange) {
    past.push(present());
    future.length = 0;
  }
  latest = asked;
  // A search may take long, so a new one does not wait for it.
  if (helper?.busy) helper.end();
  if (!helper || helper.busy) helper = new Helper();
  const mill = helper;
  mill.busy = true;
  $("watch-busy").hidden = false;
  showError($("watch-error"));
  $("solve-many").hidden = true;
  let error;
  const found = await mill.call("watch", asked.puzzle, asked.strategy, asked.limit).catch((failure) => {
    error = failure;
    return error instanceof Stopped ? undefined : contradiction(asked, mill);
  });
  // A helper that was stopped, or that has no module, is of no more use.
  mill.busy = error instanceof Stopped || mill.isBroken;
  if (mine !== turn) return;
  $("watch-busy").hidden = true;
  const before = unchanged;
  [typed, unchanged] = [];
  if (!found) return refuse(asked, error, before);
  const isNew = search && search.end.puzzle !== found.end.puzzle;
  [search, pages] = [{ ...found, limit: asked.limit }, new Map()];
  // It may be the same puzzle in another form.
  if (isChange && search.end.puzzle === replaced.puzzle) past.pop();
  latest = shown = { ...asked, puzzle: search.end.puzzle };
  tellTravel();
  fill(asked, text);
  if (isNew || !board) [board, mode] = [own.empty(search.end.clues.length), before.mode ?? modeFor(from)];
  if (restored) [board, mode] = [restored(), before.mode ?? "digits"];
  // Clues that are typed one after the other are one entry, and so is going back and forth by undo.
  const isEntry = { page: true, grid: !history.state?.typed, undo: !history.state?.undone }[from];
  if (isNew && isEntry) history.pushState({ typed: from === "grid", undone: from === "undo" }, "", address());
  showBoard(board, mode, false);
  if (search.conflicts) showConflicts(error);
  else await go(at);
  if (restored) showBoard(board);
}

// Leaves everything as it was before a search that was stopped or has failed; returns the error if it has failed.
function refuse({ puzzle }, error, before) {
  latest = shown;
  past.splice(0, Infinity, ...before.past);
  future.splice(0, Infinity, ...before.future);
  tellTravel();
  if (error instanceof Stopped) return;
  showError($("watch-error"), error);
  refused = puzzle;
  $("solve-many").hidden = !mayBeMany(puzzle, error);
  return error;
}

// What is entered into another puzzle: who types clues goes on with them, and beside those of a puzzle that is there
// already the digits are the reader's own.
function modeFor(from) {
  const isTyped = from === "grid" || (from === "address" && history.state?.typed);
  return isTyped || search.conflicts || !search.end.clues.some(Boolean) ? "clues" : "digits";
}

// A search without steps for clues that contradict each other: they are shown, to be corrected.
async function contradiction({ puzzle, strategy, clues }, mill) {
  clues ??= await mill.call("clues", puzzle).catch(() => []);
  const boxes = boxesOf(clues.length);
  const conflicts = boxes ? conflictsOf(clues, boxes) : [];
  if (!conflicts.length) return;
  const symbols = String(search?.end.boxes) === String(boxes) ? search.end.symbols : digitsOf(clues.length);
  return { end: { boxes, symbols, clues, puzzle: own.textOf(clues, symbols), strategy: strategy || "pairs/mrv", last: 0, status: "none" }, conflicts, kinds: [], guesses: [], techniques: [] };
}

function showConflicts({ message }) {
  step = wanted = 0;
  const { end, conflicts } = search;
  paint({ marks: marksOf(end.clues), conflicts }, "The clues");
  $("watch-title").textContent = "These clues contradict each other";
  // Without the place in a text: the cells are marked.
  showError($("watch-error"), new Error(message.replace(/^line [\d:]+: /, "")));
  for (const place of ["watch-words", "watch-counters", "tree"]) $(place).replaceChildren();
  allowSteps(false);
  remember();
}

// Fills the field with the puzzle that is there, unless the reader has typed something else. `before` stood there when the
// puzzle was asked for.
function answer(asked, before) {
  const field = $("watch-text");
  if (field.value === asked.puzzle) settle(field);
  offer(field, search.end.puzzle);
  if (!isTyped(field) || field.value === before) answered = field.value;
}

// Fills in what belongs to a search, and not to one of its steps.
function fill(asked, before) {
  const { end, limit } = search;
  answer(asked, before);
  const named = [...$("watch-strategy").options].some(({ value }) => value === end.strategy);
  // Who types the name of another goes on with it.
  if (!isTyped($("watch-strategy")) && !isTyped($("watch-name"))) {
    offer($("watch-strategy"), named ? end.strategy : "");
    offer($("watch-name"), end.strategy);
    $("watch-named").hidden = named;
  }
  offer($("watch-limit"), limit);
  const steps = plural(end.last, "step");
  $("watch-title").textContent = end.is_cut ? `More than ${steps}: the others are not shown` : `${outcome(end, limit)}, ${steps}${difficulty(end)}`;
  $("watch-doubt").textContent = doubt(end, (at) => nameOf(at, Math.sqrt(end.clues.length)));
  summarize();
  $("slider").max = $("step-number").max = end.last;
  $("slider").value = 0;
  offer($("step-number"), 0);
  $("step-of").textContent = `of ${number(end.last)}`;
  // What a search does without guesses needs no tree of them.
  for (const place of document.querySelectorAll("#watch .research")) place.hidden = end.strategy === "explainer";
  offerTechniques();
  lit = 0;
  $("highlight").replaceChildren(element("span", { textContent: "Highlight" }), ...[...end.symbols].map((textContent, i) =>
    element("button", { type: "button", textContent, ariaPressed: false, onclick: () => highlight(i + 1) })));
}

// The hardest technique of a rating is what a reader goes to first, unless he has chosen one.
function offerTechniques() {
  const { hardest } = search.end;
  document.querySelector("#watch .rated").hidden = !hardest;
  if (hardest) offer($("technique"), hardest.technique);
}

// Lets the cells stand out that hold a digit or may hold it; again, or 0, no more.
function highlight(digit) {
  lit = digit === lit ? 0 : digit;
  for (const [i, button] of [...$("highlight").querySelectorAll("button")].entries()) button.ariaPressed = i + 1 === lit;
  paint(drawn, $("watch-grid").getAttribute("aria-label"));
}

/** Shows a step; of several concurrent calls, only the last one has an effect. */
async function go(to, isNext = false) {
  if (!search || search.conflicts) return;
  if (!isNext) pause();
  if (isBoard) showBoard(board, mode, false);
  wanted = Math.min(Math.max(Math.floor(to) || 0, 0), search.end.last);
  const mine = [search, wanted];
  const frame = await frameAt(wanted);
  if (!frame || mine[0] !== search || mine[1] !== wanted || isBoard) return;
  step = wanted;
  show(frame);
}

async function frameAt(at) {
  if (at > search.end.last) return;
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
  [hint, $("hint-words").textContent] = [[], ""];
  const isEnd = frame.step === end.last;
  tell(frame, isEnd ? closing(end, search.limit) : "");
  // At the end of a search stands what it was for.
  const isOnly = isEnd && !end.is_cut && end.status === "unique";
  const marked = end.suspects?.map(({ cell }) => cell) ?? (isEnd ? end.differing : []);
  paint(isOnly ? { marks: marksOf(end.clues, end.solution) } : { ...frame, marked }, isOnly ? "The only solution" :
    `The grid after step ${number(frame.step)}: ${frame.filled} of ${end.clues.length} cells filled, ${number(frame.depth)} of them guesses`);
  // After its last step, an exhausted search may still have counted something.
  const counted = frame.step === end.last && !end.is_cut ? end.counters : frame.counters;
  // The steps of the page are others, and those of lanes are its sweeps.
  const hasSweeps = counted.some(([name]) => name === "sweeps");
  const others = counted.filter(([name]) => name !== "steps" || !hasSweeps)
    .map(([name, value]) => [name === "steps" ? "values entered" : name, value]);
  counters($("watch-counters"), [["cells filled", frame.filled], ["guesses in the grid", frame.depth], ...others],
    { ...COUNTERS, ...Object.fromEntries(end.counter_words) });
  drawTree($("tree"), search, end, frame.step, number, go);
  $("slider").value = frame.step;
  $("slider").setAttribute("aria-valuetext", `step ${frame.step} of ${end.last}`);
  offer($("step-number"), frame.step);
  const focused = document.activeElement;
  allowSteps(true);
  $("go-first").disabled = $("go-back").disabled = frame.step === 0;
  $("go-last").disabled = $("go-on").disabled = frame.step === end.last;
  // A disabled button loses the focus.
  if (focused?.disabled) $(frame.step === 0 ? "go-on" : "go-back").focus();
  if (!playing) remember();
  $("shared").textContent = "";
}

// Draws the grid, and says again what the chosen cell holds.
function paint(frame, label) {
  drawn = frame;
  draw($("watch-grid"), search.end, { ...frame, lit }, label);
  drawChains($("chains"), search.end, frame.reasons);
  $("cell-words").textContent = $("watch-grid").querySelector(".chosen")?.ariaLabel ?? "";
}

// Tells the events of a step and their reasons, whose terms are explained on a click.
function tell({ step, words, reasons }, closing) {
  const head = step === 0 ? "the clues" : words.join("; ") || "nothing changes; the program only draws its grid again";
  // Words begin with the term: "hidden single: 4 in r1c3", "4.2 XY-wing: r1c5-2".
  const term = (i) => termOf(words[i]);
  const because = reasons.map(({ sentence }, i) => element("p", {},
    element("button", { type: "button", className: "term", textContent: term(i), ariaExpanded: false, onclick: (event) => explain(event.target, term(i)) }), ` ${sentence}`));
  const end = closing ? [element("p", { id: "closing", textContent: closing })] : [];
  // Of the chains, one link after the other.
  const show = (at, chains) => paint({ ...drawn, reasons: reasons.with(at, { ...reasons[at], chains }) }, $("watch-grid").getAttribute("aria-label"));
  const chains = reasons.flatMap((reason, at) => tellChains(reason, search.end, (part) => show(at, part)));
  $("watch-words").replaceChildren(element("p", { textContent: `Step ${number(step)}: ${head}` }), ...because, ...chains, ...end);
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
  if (board?.digits.some(Boolean)) params.set("own", own.textOf(board.digits, end.symbols));
  if (board?.marks.some(Boolean)) params.set("marks", own.textOfMarks(board.marks));
  return `#watch?${params}`;
}

// Puts the step into the address bar, unless another tab is there.
function remember() {
  // While another search is asked for, the entry of the history may be that one's already.
  if (latest !== shown || $("watch").hidden) return;
  // Writing what is there already would end a step through the history that has begun.
  const described = address();
  if (described !== location.hash) history.replaceState(history.state, "", described);
}

// Goes to the next or the previous step of a kind; after the last solution, to the first.
function find(kind, by) {
  if (!search || search.conflicts) return;
  pause();
  let at = wanted + by;
  while (search.kinds[at] !== undefined && !(search.kinds[at] & KINDS[kind])) at += by;
  if (kind === "solution" && search.kinds[at] === undefined) at = search.kinds.findIndex((it) => it & KINDS[kind]);
  if (search.kinds[at] !== undefined) return go(at);
  $("shared").textContent = `No ${kind} ${by > 0 ? "follows" : "comes before"}.`;
}

// Goes to the next step of a technique that is at least as hard as the one that is chosen.
function findTechnique() {
  pause();
  const { value } = $("technique");
  const at = search.techniques.findIndex((it, at) => at > wanted && it > rated.indexOf(value));
  if (at >= 0) return go(at);
  $("shared").textContent = `No step of at least ${value} follows.`;
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
    const travels = { z: event.shiftKey ? redo : undo, y: redo }[letter];
    if (!travels || on.matches?.("textarea, input:not([type=range])")) return;
    event.preventDefault();
    return travels();
  }
  // The slider has keys of its own, but no letters.
  if (on.matches?.("textarea, select, [role=tab], input:not([type=range])")) return;
  if (on.matches?.("input") && letter.length > 1) return;
  const digit = 1 + (search?.end.symbols.toLowerCase().indexOf(letter) ?? -1);
  if (lesson.isOpen() && digit && letter.length === 1) return highlight(digit);
  const by = event.shiftKey ? -1 : 1;
  const kind = Object.keys(KINDS).find((kind) => kind[0] === letter);
  const does = {
    arrowleft: () => go(wanted - 1), arrowright: () => go(wanted + 1), home: () => go(0), end: () => go(search.end.last),
    " ": () => !on.matches?.("button, summary, a") && (playing ? pause() : play()),
  }[letter] ?? (kind && (() => find(kind, by)));
  if (search && does && does() !== false) event.preventDefault();
}

// A link to a step of a search.
const link = (textContent, { puzzle, strategy = "pairs/mrv", limit = 1 }, step) =>
  element("a", { textContent, href: `#watch?${new URLSearchParams({ puzzle, strategy, limit, step })}` });

const steps = (shown) => (shown.steps ?? []).map((step) => link(`Step ${number(step)}`, shown, step));

function texts() {
  $("text-list").replaceChildren(...TEXTS.flatMap((text) => [
    ...(text.title ? [element("h3", { textContent: text.title })] : []),
    element("p", {}, link(`${text.name} with ${text.strategy}`, text, 0), `. ${text.words}`),
    element("p", { className: "row" }, ...steps(text)),
  ]));
  $("example-list").replaceChildren(...EXAMPLES.map((example) =>
    element("p", { className: "row" }, element("span", { textContent: example.name }), ...steps({ ...example, limit: USUAL.limit }))));
}
