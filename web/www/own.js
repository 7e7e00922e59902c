// The reader's own digits and pencil marks, beside the clues, and hints for the board that stands there.

import { $, plural } from "./dom.js";
import { termOf } from "./glossary.js";
import { commonUnit, conflictIn, conflictsOf, ownMarks } from "./grid.js";
import { Helper, Stopped } from "./workers.js";

/** What a digit is when it is entered; with the last two, the reader's board is shown. */
export const MODES = ["clues", "digits", "marks"];

/** The board of a reader who has entered nothing. */
export const empty = (cells) => ({ digits: Array(cells).fill(0), marks: Array(cells).fill(0) });

/**
 * Returns the board with a digit, or 0 for none, entered in a cell: again, it is taken back. With `clears`, the cells that
 * see a digit of the reader lose their marks of it.
 */
export function enter({ digits, marks }, mode, at, digit, boxes, clears) {
  const toggled = digit && digits[at] !== digit ? digit : 0;
  if (mode === "digits") {
    const gone = toggled && clears ? 1 << (toggled - 1) : 0;
    return { digits: digits.with(at, toggled), marks: marks.map((mark, i) => (commonUnit(at, i, boxes) ? mark & ~gone : mark)) };
  }
  return { digits, marks: marks.with(at, digit ? marks[at] ^ (1 << (digit - 1)) : 0) };
}

/** The digits as a text for an address, and back. */
export const textOf = (digits, symbols) => digits.map((digit) => (digit ? symbols[digit - 1] : ".")).join("");
export const digitsOf = (text, symbols) => [...text].map((symbol) => 1 + symbols.indexOf(symbol));

// The digits of a cell in one letter of an address: a number to the base 32.
const PER_LETTER = 5;
const lettersOf = (cells) => Math.ceil(Math.sqrt(cells) / PER_LETTER);

/** The marks as a text for an address, and back; a text of another length has none. */
export const textOfMarks = (marks) => marks.map((mark) => mark.toString(32).padStart(lettersOf(marks.length), "0")).join("");
export function marksOfText(text, cells) {
  const letters = lettersOf(cells);
  const all = 2 ** Math.sqrt(cells) - 1;
  return Array.from({ length: cells }, (_, i) => (text.length === cells * letters ? parseInt(text.slice(i * letters, (i + 1) * letters), 32) & all : 0));
}

/** What there is to draw. */
export function frameOf({ clues, boxes }, { digits, marks }, reasons) {
  const values = clues.map((clue, i) => clue || digits[i]);
  const candidates = marks.map((mark, i) => (values[i] || !mark ? undefined : mark));
  return { marks: ownMarks(clues, digits), candidates, reasons, conflicts: conflictsOf(values, boxes) };
}

/** The board in words: how much is filled, and whether it is solved. */
export function state({ clues, boxes, symbols }, { digits }) {
  const values = clues.map((clue, i) => clue || digits[i]);
  const open = values.filter((value) => !value).length;
  const conflict = conflictIn(values, boxes);
  if (conflict) {
    const [digit, unit, ...cells] = conflict;
    return `Your board: digit ${symbols[digit - 1]} stands twice in ${unit} (${cells.join(" and ")}).`;
  }
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

const WRONG = "One of your digits is wrong.";
const LACKING = "A right candidate is gone.";

/** What the reader has done wrong, as far as the solution is known: the stages that tell of it, or nothing. */
function faultIn({ symbols, solution, status }, values, marks, name) {
  if (status !== "unique") return undefined;
  const told = (words, at, digit) => [stage(words), stage(`It is in row ${name(at).match(/\d+/)[0]}.`),
    stage(`It is the ${symbols[digit - 1]} in ${name(at)}.`, [], [at])];
  const wrong = values.findIndex((value, i) => value && value !== solution[i]);
  if (wrong >= 0) return told(WRONG, wrong, values[wrong]);
  const lacking = marks.findIndex((mark, i) => mark && !((mark >> (solution[i] - 1)) & 1));
  return lacking >= 0 ? told(LACKING, lacking, solution[lacking]) : undefined;
}

/**
 * Returns the stages of a hint for the reader's board: from his candidates where he keeps them. None if another hint is
 * asked for meanwhile.
 */
export async function hints(end, board, name) {
  const { clues, symbols } = end;
  const values = clues.map((clue, i) => clue || board.digits[i]);
  const marks = board.marks.map((mark, i) => (values[i] ? 0 : mark));
  const fault = faultIn(end, values, marks, name);
  if (fault) return fault;
  if (values.every(Boolean)) return [stage("Every cell is filled.")];
  helper?.end();
  const mine = (helper = new Helper());
  try {
    const puzzle = textOf(values, symbols);
    const { status } = await mine.call("board", puzzle, marks);
    if (status === "none") {
      const isLacking = marks.some(Boolean) && (await mine.call("watch", puzzle, "", 1)).end.status !== "none";
      return [stage(isLacking ? LACKING : board.digits.some(Boolean) ? WRONG : "This puzzle has no solution.")];
    }
    const [frame] = await mine.call("frames", 1, 1);
    return stagesOf(frame, name);
  } catch (error) {
    return error instanceof Stopped ? [] : [stage(error.message.replace(/^line [\d:]+: /, ""))];
  } finally {
    mine.end();
  }
}
