// Prints the puzzle of Watch: its clues, once or four times on a page, and nothing of the page around.

import { $, element } from "./dom.js";
import { draw, marksOf } from "./grid.js";

/** `current` returns the puzzle. */
export function start(current) {
  $("print").onclick = () => print();
  addEventListener("beforeprint", () => {
    const puzzle = current();
    if (!puzzle) return;
    const count = Number($("print-count").value);
    $("sheet").className = count > 1 ? "several" : "";
    $("sheet").replaceChildren(...Array.from({ length: count }, () => {
      const table = element("table");
      draw(table, puzzle, { marks: marksOf(puzzle.clues) }, "The puzzle");
      return element("div", { className: "frame" }, table);
    }));
  });
}
