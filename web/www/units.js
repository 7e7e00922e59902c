// Draws a puzzle with regions or extra units, which a link holds. The module knows rows, columns and boxes alone.

import { $, showError } from "./dom.js";
import { boxesOf, digitsOf, draw, marksOf } from "./grid.js";

// Whether a cell is in a unit with a name. Windows lie between square boxes.
const NAMED = new Map([
  ["diagonals", (row, column, side) => row === column || row + column === side - 1],
  ["windows", (row, column, side) => [row, column].every((line) => line % (Math.sqrt(side) + 1))],
]);

/** Draws the puzzle of an address, with its regions and each extra unit; or says what is wrong with them. */
export async function show(params) {
  const error = await drawUnits(params.get("puzzle") ?? "", params.get("regions"), params.getAll("extra")).catch((error) => error);
  $("units-grid").hidden = Boolean(error);
  showError($("units-error"), error);
}

async function drawUnits(puzzle, regions, extra) {
  const boxes = boxesOf(puzzle.length);
  if (!boxes) throw new Error(`found a puzzle of ${puzzle.length} cells; expected as many as a grid has`);
  const side = boxes[0] * boxes[1];
  const symbols = digitsOf(puzzle.length);
  const clues = [...puzzle.toUpperCase()].map((symbol) => `.${symbols}`.indexOf(symbol.replace("0", ".")));
  if (clues.includes(-1)) throw new Error(`found ${puzzle[clues.indexOf(-1)]} in the puzzle; expected one of ${symbols}, or . for none`);
  if (regions !== null) check(regions, puzzle.length, (count) => count === side, `each symbol ${side} times`);
  const areExtra = extra.map((text) => {
    const isNamed = NAMED.get(text);
    if (isNamed && (text !== "windows" || boxes[0] === boxes[1])) return (at) => isNamed(Math.floor(at / side), at % side, side);
    check(text, puzzle.length, (count, symbol) => symbol === "." || count <= side, `no symbol more than ${side} times`);
    return (at) => text[at] !== ".";
  });
  // The edges are those of the boxes again.
  delete $("units-grid").dataset.boxes;
  draw($("units-grid"), { boxes, symbols }, { marks: marksOf(clues) }, "The puzzle");
  $("units-grid").querySelectorAll("td").forEach((cell, at) => {
    const isExtra = areExtra.some((is) => is(at));
    cell.classList.toggle("extra", isExtra);
    cell.ariaLabel += (regions ? `; region ${regions[at]}` : "") + (isExtra ? "; extra unit" : "");
    if (!regions) return;
    cell.classList.toggle("right", at % side < side - 1 && regions[at] !== regions[at + 1]);
    cell.classList.toggle("below", at + side < puzzle.length && regions[at] !== regions[at + side]);
  });
}

// Refuses a drawing of another size, or with a symbol that stands for no unit.
function check(text, cells, isUnit, expected) {
  const wrong = [...text].find((symbol) => !isUnit(text.split(symbol).length - 1, symbol));
  if (text.length !== cells) throw new Error(`found units of ${text.length} cells, ${text}; expected the ${cells} of the puzzle`);
  if (wrong) throw new Error(`found ${text.split(wrong).length - 1} times ${wrong} in the units; expected ${expected}`);
}
