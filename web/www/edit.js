// The grid as an input: a cell takes the focus, arrow keys move it, digits are entered. On devices
// without a keyboard, the digits are buttons below the grid.

import { $, element, trackFocus } from "./dom.js";

/**
 * Makes a grid editable. `current` returns the puzzle (size, symbols, clues), `begin` is called
 * when a cell is chosen, and `entered` with a cell and a digit, or 0 for none.
 */
export function edit(table, current, begin, entered) {
  let chosen = 0;

  function mark(cell) {
    begin();
    const cells = [...table.querySelectorAll("td")];
    for (const it of cells) {
      it.tabIndex = it === cell ? 0 : -1;
      it.classList.toggle("chosen", it === cell);
    }
    chosen = cells.indexOf(cell);
    // The content of the cell in large letters, for grids with small candidates.
    $("cell-words").hidden = false;
    $("cell-words").textContent = cell.getAttribute("aria-label");
    const puzzle = current();
    if (!puzzle) return;
    const key = (textContent, digit) => element("button", { type: "button", textContent, onclick: () => enter(digit) });
    $("pad").replaceChildren(...[...puzzle.symbols].map((symbol, i) => key(symbol, i + 1)), key("Clear", 0));
    $("pad").hidden = false;
    // On a phone, all that entering needs is in view together.
    if (matchMedia("(pointer: coarse)").matches) for (const id of ["hint", "pad", table.id]) $(id).scrollIntoView({ block: "nearest" });
  }

  const choose = (at) => table.querySelectorAll("td")[at]?.focus({ preventScroll: true });

  async function enter(digit) {
    const [at, mayFocus] = [chosen, trackFocus()];
    await entered(at, digit);
    if (chosen === at && mayFocus()) choose(at);
  }

  table.addEventListener("click", (event) => event.target.closest("td")?.focus({ preventScroll: true }));
  table.addEventListener("focusin", (event) => event.target.matches("td") && mark(event.target));
  table.addEventListener("keydown", (event) => {
    const puzzle = current();
    if (!puzzle || !event.target.matches("td") || event.ctrlKey || event.altKey || event.metaKey) return;
    const side = Math.sqrt(puzzle.clues.length);
    const move = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -side, ArrowDown: side }[event.key];
    const digit = 1 + puzzle.symbols.toUpperCase().indexOf(event.key.toUpperCase());
    const clears = ["Delete", "Backspace", "0", "."].includes(event.key) && !digit;
    if (!move && !clears && (event.key.length > 1 || !digit)) return;
    event.preventDefault();
    if (move) choose(chosen + move);
    else enter(clears ? 0 : digit);
  });
}
