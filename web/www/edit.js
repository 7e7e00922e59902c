// The grid as an input: a cell takes the focus, arrow keys move it, digits enter clues.

import { $ } from "./dom.js";

/**
 * Makes a grid editable. `current` returns the puzzle (size, symbols, clues), `begin` is called
 * when a cell is chosen, and `changed` with the new clues.
 */
export function edit(table, current, begin, changed) {
  let chosen = 0;

  const cellAt = (at) => table.querySelectorAll("td")[at];
  function choose(at) {
    begin();
    cellAt(chosen)?.removeAttribute("tabindex");
    chosen = at;
    const cell = cellAt(at);
    cell.tabIndex = 0;
    cell.focus({ preventScroll: true });
    // The content of the cell in large letters, for grids with small candidates.
    $("cell-words").hidden = false;
    $("cell-words").textContent = cell.getAttribute("aria-label");
  }

  table.addEventListener("click", (event) => {
    const cell = event.target.closest("td");
    if (cell && current()) choose([...table.querySelectorAll("td")].indexOf(cell));
  });
  table.addEventListener("focusin", () => begin());
  table.addEventListener("keydown", async (event) => {
    const puzzle = current();
    if (!puzzle || !event.target.matches("td") || event.ctrlKey || event.altKey || event.metaKey) return;
    const side = puzzle.size ** 2;
    const move = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -side, ArrowDown: side }[event.key];
    if (move) {
      event.preventDefault();
      const to = chosen + move;
      return to >= 0 && to < side * side ? choose(to) : undefined;
    }
    const digit = 1 + puzzle.symbols.toUpperCase().indexOf(event.key.toUpperCase());
    const clears = ["Delete", "Backspace", "0", "."].includes(event.key) && !digit;
    if (event.key.length > 1 && !clears) return;
    if (!clears && !digit) return;
    event.preventDefault();
    // The next key builds on this one, even if it comes before the search is there.
    puzzle.clues = puzzle.clues.with(chosen, clears ? 0 : digit);
    const at = chosen;
    await changed(puzzle.clues);
    if (chosen === at) choose(at);
  });
}

