// Draws a grid as a table. A mark is 32 times its kind, plus its digit; see src/watch.rs. One kind more
// is only the page's: the reader's own digits.

import { element } from "./dom.js";

const KINDS = ["clue", "guess", "implied", "open", "single", "guess", "hidden-single", "own"];
const NAMES = ["clue", "guess", "follows", "", "single", "next guess", "hidden single", "your digit"];
const OPEN = 3;
const OWN = 7;

const DIGITS = "123456789ABCDEFGHIJKLMNOP";

/** The digits of a grid with so many cells, unless it has its own. */
export const digitsOf = (cells) => DIGITS.slice(0, Math.sqrt(cells));

/** The name of a cell: r1c1. */
export const nameOf = (at, side) => `r${Math.floor(at / side) + 1}c${(at % side) + 1}`;

/**
 * Draws the marks and the candidates of a grid, and the reasons of the last step: units and cells
 * are tinted, removed candidates are struck out, and those of chains are on or off. Clues in `conflicts` contradict each
 * other; the cells that are `marked` are told of below the grid; those that hold the digit `lit` or may hold it stand out.
 */
export function draw(table, { boxes, symbols }, { marks, candidates, reasons = [], conflicts = [], marked = [], lit }, label) {
  const side = boxes[0] * boxes[1];
  if (table.dataset.boxes !== String(boxes)) build(table, boxes);
  table.setAttribute("aria-label", label);
  const of = (what) => new Set(reasons.flatMap((reason) => reason[what]));
  const [units, cells] = [of("units"), of("cells")];
  const removed = bits([...of("removed")]);
  const [on, off] = [1, 0].map((is) => bits(nodesOf(reasons).filter(([, , isOn]) => isOn === is)));
  marks.forEach((mark, at) => {
    const cell = table.rows[Math.floor(at / side)].cells[at % side];
    const [kind, digit] = [mark >> 5, mark & 31];
    cell.classList.toggle("unit", units.has(at));
    cell.classList.toggle("changed", cells.has(at));
    cell.classList.toggle("conflict", conflicts.includes(at));
    cell.classList.toggle("marked", marked.includes(at));
    const all = candidates?.[at];
    const isValue = kind < OPEN || kind === OWN;
    cell.classList.toggle("lit", Boolean(lit) && (isValue ? digit === lit : Boolean((all >> (lit - 1)) & 1)));
    cell.setAttribute("aria-label", `${nameOf(at, side)}: ${words(kind, digit, all, symbols)}`);
    if (isValue) return text(cell, symbols[digit - 1], KINDS[kind]);
    if (all === undefined) return text(cell, "", "");
    const gone = removed.get(at) ?? 0;
    if (all === 0) return text(cell, "×", "dead");
    small(cell, side, all | gone, { removed: gone, on: on.get(at) ?? 0, off: off.get(at) ?? 0, [KINDS[kind]]: digit && 1 << (digit - 1) }, symbols);
  });
}

/** The candidates in the links of chains, each with 1 if it is on. */
export const nodesOf = (reasons) => reasons.flatMap(({ chains = [] }) => chains.flat().flatMap((link) => [link.slice(0, 3), link.slice(3)]));

// The digits of each cell as bits.
function bits(candidates) {
  const all = new Map();
  for (const [cell, digit] of candidates) all.set(cell, (all.get(cell) ?? 0) | (1 << (digit - 1)));
  return all;
}

/** The content of a cell, in words. */
function words(kind, digit, all, symbols) {
  if (kind < OPEN || kind === OWN) return `${symbols[digit - 1]}, ${NAMES[kind]}`;
  if (all === undefined) return "empty";
  if (all === 0) return "no candidate left";
  const digits = [...symbols].filter((_, i) => (all >>> i) & 1).join(" ");
  return `candidates ${digits}${NAMES[kind] ? `; ${NAMES[kind]} ${symbols[digit - 1]}` : ""}`;
}

/** Returns the marks of clues, and of the solution's values in all other cells. */
export function marksOf(clues, solution) {
  return clues.map((clue, i) => (clue ? clue : solution?.[i] ? 64 + solution[i] : 32 * OPEN));
}

/** Returns the marks of clues, and of the reader's own digits. */
export const ownMarks = (clues, own) => clues.map((clue, i) => clue || 32 * (own[i] ? OWN : OPEN) + own[i]);

/** Returns the name of a unit that two different cells share, if there is one. */
export function commonUnit(a, b, [rows, columns]) {
  if (a === b) return undefined;
  const side = rows * columns;
  const of = (at) => [Math.floor(at / side), at % side, Math.floor(at / side / rows) * rows + Math.floor((at % side) / columns)];
  const kind = of(a).findIndex((unit, kind) => unit === of(b)[kind]);
  return kind < 0 ? undefined : `${["row", "column", "box"][kind]} ${of(a)[kind] + 1}`;
}

const clash = (clues, a, b, boxes) => clues[a] && clues[a] === clues[b] && commonUnit(a, b, boxes);

/** Returns the cells whose digit is also in another cell of their row, column or box. */
export const conflictsOf = (clues, boxes) => [...clues.keys()].filter((a) => clues.some((_, b) => clash(clues, a, b, boxes)));

/** Returns a digit that a unit has twice, the unit and the names of the two cells; nothing without one. */
export function conflictIn(clues, boxes) {
  const [a, b] = conflictsOf(clues, boxes).flatMap((a, _, all) => all.filter((b) => a < b && clash(clues, a, b, boxes)).map((b) => [a, b]))[0] ?? [];
  const side = boxes[0] * boxes[1];
  return b && [clues[a], clash(clues, a, b, boxes), nameOf(a, side), nameOf(b, side)];
}

/** The rows and the columns of the boxes of a grid with so many cells, as in src/watch.rs. */
export function boxesOf(cells) {
  const side = Math.sqrt(cells);
  const rows = [5, 4, 3, 2].find((rows) => rows * rows <= side && side % rows === 0 && side / rows <= 5);
  return rows && [rows, side / rows];
}

function build(table, boxes) {
  const [rows, columns] = boxes;
  const side = rows * columns;
  table.dataset.boxes = boxes;
  table.className = side > 9 ? "grid large" : "grid";
  for (const [name, value] of Object.entries({ side, rows, columns })) table.style.setProperty(`--${name}`, value);
  const isInput = table.getAttribute("role") === "grid";
  const isEdge = (at, step) => at % step === step - 1 && at < side - 1;
  const body = element("tbody");
  if (isInput) body.setAttribute("role", "rowgroup");
  table.replaceChildren(body);
  body.append(...Array.from({ length: side }, (_, row) => {
    const tr = element("tr");
    if (isInput) tr.setAttribute("role", "row");
    for (let column = 0; column < side; column++) {
      const cell = tr.insertCell();
      if (isInput) cell.setAttribute("role", "gridcell");
      cell.classList.toggle("right", isEdge(column, columns));
      cell.classList.toggle("below", isEdge(row, rows));
      if (column === 0) cell.dataset.row = row + 1;
      if (row === 0) cell.dataset.column = column + 1;
      // Only the grid of a search is an input.
      cell.tabIndex = row + column === 0 && isInput ? 0 : -1;
    }
    return tr;
  }));
}

// Fills a cell, unless it shows the same already.
function fill(cell, key, make) {
  if (cell.dataset.shown === key) return;
  cell.dataset.shown = key;
  cell.replaceChildren(make());
}

function text(cell, value, kind) {
  fill(cell, `${kind} ${value}`, () => element("span", { className: kind, textContent: value }));
}

// Draws the candidates of a cell, each in its place, with the classes that have it. They are no text: the label of the
// cell names them.
function small(cell, side, all, classes, symbols) {
  fill(cell, `${all} ${Object.entries(classes)}`, () => element("div", { className: "candidates" }, ...Array.from({ length: side }, (_, i) => {
    const has = (set) => (set >> i) & 1;
    const candidate = element("span", { className: Object.keys(classes).filter((name) => has(classes[name])).join(" ") });
    if (has(all)) candidate.dataset.symbol = symbols[i];
    return candidate;
  })));
}
