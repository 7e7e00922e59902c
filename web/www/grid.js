// Draws a grid as a table. A mark is 32 times its kind, plus its digit; see src/watch.rs.

const KINDS = ["clue", "guess", "implied", "open", "single", "guess"];
const OPEN = 3;

/** Draws the marks and the candidates of a grid; `changed` are the cells to highlight. */
export function draw(table, { size, symbols }, { marks, candidates, changed = [] }, label) {
  const side = size * size;
  if (table.rows.length !== side || table.dataset.size !== String(size)) build(table, size);
  table.setAttribute("aria-label", label);
  marks.forEach((mark, at) => {
    const cell = table.rows[Math.floor(at / side)].cells[at % side];
    const [kind, digit] = [mark >> 5, mark & 31];
    cell.classList.toggle("changed", changed.includes(at));
    if (kind < OPEN) return text(cell, symbols[digit - 1], KINDS[kind]);
    const all = candidates?.[at];
    if (all === undefined) return text(cell, "", "");
    if (all === 0) return text(cell, "×", "dead");
    small(cell, side, all, digit, KINDS[kind], symbols);
  });
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
function small(cell, side, all, marked, kind, symbols) {
  const key = `${all} ${marked} ${kind}`;
  if (cell.dataset.shown === key) return;
  cell.dataset.shown = key;
  const box = document.createElement("div");
  box.className = "candidates";
  for (let digit = 1; digit <= side; digit++) {
    const span = document.createElement("span");
    if ((all >>> (digit - 1)) & 1) span.textContent = symbols[digit - 1];
    if (digit === marked) span.className = kind;
    box.append(span);
  }
  cell.replaceChildren(box);
}
