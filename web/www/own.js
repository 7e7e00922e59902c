// The reader's own digits and pencil marks, beside the clues, and hints for the board that stands there.

import { $, plural } from "./dom.js";
import { termOf } from "./glossary.js";
import { conflictsOf, ownMarks } from "./grid.js";
import { Helper, Stopped } from "./workers.js";

/** What a digit is when it is entered; with the last two, the reader's board is shown. */
export const MODES = ["clues", "digits", "marks"];

/** The board of a reader who has entered nothing. */
export const empty = (cells) => ({ digits: Array(cells).fill(0), marks: Array(cells).fill(0) });

/** Whether a board has a digit or a mark. */
export const isEmpty = ({ digits, marks }) => !digits.some(Boolean) && !marks.some(Boolean);

/** Returns the board with a digit, or 0 for none, entered in a cell: again, it is taken back. */
export function enter({ digits, marks }, mode, at, digit) {
  const toggled = digit && digits[at] !== digit ? digit : 0;
  if (mode === "digits") return { digits: digits.with(at, toggled), marks };
  return { digits, marks: marks.with(at, digit ? marks[at] ^ (1 << (digit - 1)) : 0) };
}

/** The digits as a text for an address, and back. */
export const textOf = (digits, symbols) => digits.map((digit) => (digit ? symbols[digit - 1] : ".")).join("");
export const digitsOf = (text, symbols) => [...text].map((symbol) => 1 + symbols.indexOf(symbol));

/** What there is to draw. */
export function frameOf({ clues, boxes }, { digits, marks }, reasons) {
  const values = clues.map((clue, i) => clue || digits[i]);
  const candidates = marks.map((mark, i) => (values[i] || !mark ? undefined : mark));
  return { marks: ownMarks(clues, digits), candidates, reasons, conflicts: conflictsOf(values, boxes) };
}

/** The board in words: how much is filled, and whether it is solved. */
export function state({ clues, boxes }, { digits }) {
  const values = clues.map((clue, i) => clue || digits[i]);
  const open = values.filter((value) => !value).length;
  if (conflictsOf(values, boxes).length) return "Your board: a digit stands twice in a row, a column or a box.";
  return open ? `Your board: ${plural(open, "cell")} left.` : "Your board: solved.";
}

/** A stage of a hint: words, and what to tint. */
const stage = (words, units = [], cells = [], removed = [], chains = []) => ({ words, reasons: [{ units, cells, removed, chains }] });

const listed = (names) => names.join(", ").replace(/, (?!.*, )/, " and ");

/** The stages that lead to a step: where, which technique, which cell, and the whole sentence. */
export function stagesOf(frame, name) {
  if (!frame?.words.length) return [stage("The search ends here.")];
  const technique = termOf(frame.words[0]);
  const { names, units, cells, removed, chains, sentence } = frame.reasons[0];
  if (technique === "guess") {
    return [stage("No unit shows anything: a guess is needed."), stage(`The cell is ${name(cells[0])}.`, [], cells), stage(sentence, [], cells)];
  }
  // Chains and wings, which are rated, have cells without units.
  const isRated = /^\d/.test(frame.words[0]);
  if (!names.length && !isRated) return [stage(sentence, units, cells, removed)];
  const places = cells.length ? cells : [...new Set(removed.map(([cell]) => cell))];
  return [
    ...(names.length ? [stage(`Look at ${listed(names)}.`, units)] : []),
    stage(technique.endsWith("s") ? `There are ${technique}.` : `There is ${/^[aX]/.test(technique) ? "an" : "a"} ${technique}.`, units),
    ...(places.length ? [stage(`${places.length > 1 ? "The cells are" : "The cell is"} ${listed(places.map(name))}.`, units, places)] : []),
    stage(sentence, units, places, removed, chains),
  ];
}

let helper;

/** Returns the stages of a hint for the reader's board; none if another hint is asked for meanwhile. */
export async function hints({ clues, symbols, solution, status }, { digits }, name) {
  const values = clues.map((clue, i) => clue || digits[i]);
  const wrong = status === "unique" ? values.findIndex((value, i) => value && value !== solution[i]) : -1;
  if (wrong >= 0) {
    const row = name(wrong).match(/\d+/)[0];
    return [stage("One of your digits is wrong."), stage(`It is in row ${row}.`), stage(`It is the ${symbols[values[wrong] - 1]} in ${name(wrong)}.`, [], [wrong])];
  }
  if (values.every(Boolean)) return [stage("Every cell is filled.")];
  helper?.end();
  const mine = (helper = new Helper());
  try {
    const { end } = await mine.call("watch", textOf(values, symbols), "", 1);
    if (end.status === "none") return [stage(digits.some(Boolean) ? "One of your digits is wrong." : "This puzzle has no solution.")];
    const [frame] = await mine.call("frames", 1, 1);
    return stagesOf(frame, name);
  } catch (error) {
    return error instanceof Stopped ? [] : [stage(error.message.replace(/^line [\d:]+: /, ""))];
  } finally {
    mine.end();
  }
}
