// Prints the puzzle of Watch: its clues, alone or with three puzzles that the same steps solve, and nothing of
// the page around.

import { $, element } from "./dom.js";
import { draw, marksOf } from "./grid.js";

/** `current` returns the puzzle. */
export function start(current) {
  $("print").onclick = () => print();
  addEventListener("beforeprint", () => {
    const puzzle = current();
    if (!puzzle) return;
    const others = Array.from({ length: $("print-count").value - 1 }, (_, i) => alike(puzzle, i));
    $("sheet").className = others.length ? "several" : "";
    $("sheet").replaceChildren(...[puzzle.clues, ...others].map((clues) => {
      const table = element("table");
      draw(table, puzzle, { marks: marksOf(clues) }, "The puzzle");
      return element("div", { className: "frame" }, table);
    }));
  });
}

/**
 * Returns the clues of a puzzle with its digits, and its rows and columns as far as they may, in another order:
 * neighbors in a classroom have different puzzles that are equally hard. The same number gives the same puzzle.
 */
function alike({ boxes: [rows, columns], clues }, number) {
  let seed = clues.reduce((seed, clue) => Math.imul(seed, 31) + clue, number + 1);
  const random = (below) => {
    seed = Math.imul(seed, 1664525) + 1013904223;
    return Math.floor(((seed >>> 0) / 2 ** 32) * below);
  };
  const shuffled = (count) => {
    const left = [...Array(count).keys()];
    return Array.from({ length: count }, () => left.splice(random(left.length), 1)[0]);
  };
  // Lines stay in their boxes, and the boxes beside each other.
  const lines = (groups, size) => shuffled(groups).flatMap((group) => shuffled(size).map((at) => group * size + at));
  const side = rows * columns;
  const [down, across, digits] = [lines(columns, rows), lines(rows, columns), shuffled(side)];
  return down.flatMap((row) => across.map((column) => {
    const clue = clues[row * side + column];
    return clue && digits[clue - 1] + 1;
  }));
}
