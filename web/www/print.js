// Prints what stands in the grid of Watch, or its clues, alone or with puzzles that the same steps solve, with a heading
// and the solutions on a page of their own if these are asked for, and nothing of the page around.

import { $, element } from "./dom.js";
import { draw, marksOf } from "./grid.js";

// A cell that is open, whatever the search does next there.
const OPEN = 96;

/** `current` returns the puzzle, the frame that is drawn, and whether the marks in it are the reader's. */
export function start(current) {
  $("print").onclick = () => print();
  // Who gives it a title wants a heading, unless he says what he wants.
  $("print-title").oninput = () => ($("print-heading").checked = $("print-title").value.trim() !== "");
  $("print-heading").onchange = () => ($("print-title").oninput = null);
  addEventListener("beforeprint", () => {
    const { puzzle, frame, isBoard } = current();
    if (!puzzle) return;
    const count = Number($("print-count").value);
    const others = Array.from({ length: count - 1 }, (_, i) => alike(puzzle, i));
    const pages = [page(puzzle, positionOf(puzzle, frame, isBoard, $("print-what").value), others, "")];
    if ($("print-solutions").checked && puzzle.solution) {
      pages.push(page(puzzle, { marks: marksOf(puzzle.clues, puzzle.solution) }, others, "Solutions"));
    }
    $("sheet").className = { 4: "four", 6: "six" }[count] ?? "";
    $("sheet").replaceChildren(...pages);
  });
}

// A page with a position and the same of the puzzles that are alike, numbered if there are several.
function page(puzzle, position, others, name) {
  const frames = [position, ...others.map((other) => other(position))].map((position, i) => {
    const table = element("table");
    draw(table, puzzle, position, "The puzzle");
    const number = others.length ? [element("p", { textContent: `${i + 1}` })] : [];
    return element("div", { className: "frame" }, ...number, table);
  });
  return element("div", { className: "page" }, ...heading(puzzle, name), element("div", { className: "puzzles" }, ...frames));
}

// The title and the rating, and on the page of the puzzles a line for the name of who solves them.
function heading({ hardest }, name) {
  if (!$("print-heading").checked) return [];
  const title = [$("print-title").value.trim() || "Sudoku", name].filter(Boolean).join(": ");
  const rating = hardest ? [element("p", { textContent: `Rated ${hardest.rating}: ${hardest.technique}` })] : [];
  return [element("h2", { textContent: title }), ...rating, ...(name ? [] : [element("p", { className: "name", textContent: "Name:" })])];
}

// The marks and the candidates to print. Those of the search are no part of the position, those of the reader are.
function positionOf({ clues }, { marks, candidates }, isBoard, what) {
  if (what === "clues") return { marks: marksOf(clues) };
  const isNext = (mark) => mark > OPEN && mark < 7 * 32;
  return { marks: marks.map((mark) => (isNext(mark) ? OPEN : mark)), candidates: isBoard || what === "candidates" ? candidates : undefined };
}

/**
 * Returns what turns a position of a puzzle into another: with its digits, and its rows and columns as far as they may,
 * in another order: neighbors in a classroom have different puzzles that are equally hard. The same number gives the same puzzle.
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
  const cells = down.flatMap((row) => across.map((column) => row * side + column));
  const mark = (mark) => (mark & 31 ? mark - (mark & 31) + digits[(mark & 31) - 1] + 1 : mark);
  const set = (set) => set && digits.reduce((all, to, from) => all | (((set >> from) & 1) << to), 0);
  return ({ marks, candidates }) => ({ marks: cells.map((at) => mark(marks[at])), candidates: candidates && cells.map((at) => set(candidates[at])) });
}
