// Draws a grid as a table. A mark is 32 times its kind, plus its digit; see src/watch.rs.

const KINDS = ["clue", "guess", "implied", "open", "single", "guess", "hidden-single"];
const NAMES = ["clue", "guess", "follows", "", "single", "next guess", "hidden single"];
const OPEN = 3;

/** The name of a cell: r1c1. */
export const nameOf = (at, side) => `r${Math.floor(at / side) + 1}c${(at % side) + 1}`;

/**
 * Draws the marks and the candidates of a grid, and the reasons of the last step: units and cells
 * are tinted, and removed candidates are struck out.
 */
export function draw(table, { size, symbols }, { marks, candidates, reasons = [] }, label) {
  const side = size * size;
  if (table.rows.length !== side || table.dataset.size !== String(size)) build(table, size);
  table.setAttribute("aria-label", label);
  const of = (what) => new Set(reasons.flatMap((reason) => reason[what]));
  const [units, cells] = [of("units"), of("cells")];
  const removed = new Map();
  for (const [cell, digit] of of("removed")) removed.set(cell, (removed.get(cell) ?? 0) | (1 << (digit - 1)));
  marks.forEach((mark, at) => {
    const cell = table.rows[Math.floor(at / side)].cells[at % side];
    const [kind, digit] = [mark >> 5, mark & 31];
    cell.classList.toggle("unit", units.has(at));
    cell.classList.toggle("changed", cells.has(at));
    const all = candidates?.[at];
    cell.setAttribute("aria-label", `${nameOf(at, side)}: ${words(kind, digit, all, symbols)}`);
    if (kind < OPEN) return text(cell, symbols[digit - 1], KINDS[kind]);
    if (all === undefined) return text(cell, "", "");
    const gone = removed.get(at) ?? 0;
    if (all === 0) return text(cell, "×", "dead");
    small(cell, side, all, gone, digit, KINDS[kind], symbols);
  });
}

/** The content of a cell, in words. */
function words(kind, digit, all, symbols) {
  if (kind < OPEN) return `${symbols[digit - 1]}, ${NAMES[kind]}`;
  if (all === undefined) return "empty";
  if (all === 0) return "no candidate left";
  const digits = [...symbols].filter((_, i) => (all >>> i) & 1).join(" ");
  return `candidates ${digits}${NAMES[kind] ? `; ${NAMES[kind]} ${symbols[digit - 1]}` : ""}`;
}

/** Returns the marks of clues, and of the solution's values in all other cells. */
export function marksOf(clues, solution) {
  const at = (clue, i) => (clue ? clue : solution?.[i] ? 64 + solution[i] : 32 * OPEN);
  return clues.map(at);
}

function build(table, size) {
  const side = size * size;
  table.dataset.size = size;
  table.className = `grid order-${size} side-${side}`;
  table.style.setProperty("--cell", `${100 / side}%`);
  const rows = Array.from({ length: side }, (_, row) => {
    const tr = document.createElement("tr");
    for (let column = 0; column < side; column++) {
      const cell = tr.insertCell();
      cell.classList.toggle("right", column % size === size - 1 && column < side - 1);
      cell.classList.toggle("below", row % size === size - 1 && row < side - 1);
      if (column === 0) cell.dataset.row = row + 1;
      if (row === 0) cell.dataset.column = column + 1;
    }
    return tr;
  });
  const body = document.createElement("tbody");
  body.replaceChildren(...rows);
  table.replaceChildren(body);
}

function text(cell, value, kind) {
  const key = `${kind} ${value}`;
  if (cell.dataset.shown === key) return;
  cell.dataset.shown = key;
  const span = document.createElement("span");
  span.className = kind;
  span.textContent = value;
  cell.replaceChildren(span);
}

// Draws the candidates of a cell, each in its place.
function small(cell, side, all, removed, marked, kind, symbols) {
  const key = `${all} ${removed} ${marked} ${kind}`;
  if (cell.dataset.shown === key) return;
  cell.dataset.shown = key;
  const box = document.createElement("div");
  box.className = "candidates";
  for (let digit = 1; digit <= side; digit++) {
    const span = document.createElement("span");
    const bit = 1 << (digit - 1);
    if ((all | removed) & bit) span.textContent = symbols[digit - 1];
    if (removed & bit) span.className = "removed";
    else if (digit === marked) span.className = kind;
    box.append(span);
  }
  cell.replaceChildren(box);
}
