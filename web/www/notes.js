// What a search and a run say at their end besides their results.

import { number, plural } from "./dom.js";

/** The outcome of a search for at most `limit` solutions. */
export function outcome({ status, solutions, strategy }, limit) {
  if (strategy === "explainer" && status === "gave-up") return "As far as the techniques go";

  const words = { solved: "A solution", unique: "Exactly one solution", none: "No solution", invalid: "No puzzle: the grid is full", "gave-up": "Given up" };
  return words[status] ?? `${solutions >= limit ? "At least " : ""}${plural(solutions, "solution")}`;
}

/** How hard a puzzle is for a person, if its search is one without guesses. */
export function difficulty({ hardest }) {
  return hardest ? `, rated ${hardest.rating}: ${hardest.technique}` : "";
}

/** Which clue may be wrong if there is no solution, or where several solutions differ; nothing of other searches. */
export function doubt({ status, solutions, suspects, differing = [], clues, symbols }, name) {
  if (status === "multiple" && differing.length) return `The ${solutions} solutions found differ in ${plural(differing.length, "cell")}, which the last step marks.`;
  if (status !== "none" || !suspects) return "";
  const or = (words) => words.join(", ").replace(/, (?!.*, )/, " or ");
  const told = suspects.map(({ cell, is_removable, instead }) => {
    const others = [...(is_removable ? ["empty"] : []), ...instead.map((digit) => symbols[digit - 1])];
    return `the ${symbols[clues[cell] - 1]} in ${name(cell)} (it may be ${or(others)})`;
  });
  return told.length ? `If one clue is wrong, it is ${or(told)}.` : "No single clue, if it is removed or changed, leaves exactly one solution.";
}

/** What a search has done when it ends. */
export function closing({ status, solutions, is_cut, counters, hardest, strategy }, limit) {
  if (is_cut) return "";
  if (strategy === "explainer" && status !== "none") {
    if (status === "unique") return "Every step follows from the clues, and the board shows the only solution.";
    if (hardest) return "No technique goes on from here without a guess.";
    return "Here end singles, locked candidates and pairs, which is all that the page knows of grids of this size. Other strategies guess from here.";
  }
  const guesses = counters.find(([name]) => name === "guesses")[1];
  const backtracks = counters.find(([name]) => name === "backtracks")[1];
  const tried = guesses ? `${plural(guesses, "guess").replace("guesss", "guesses")}, ${number(backtracks)} of them taken back` : "no guess was needed";
  return {
    unique: `Everything has been searched: ${tried}. The board shows the only solution.`,
    none: `Everything has been searched: ${guesses ? tried : "without a guess"}. There is no solution.`,
    solved: `The search stops at the first solution: ${tried}.`,
    multiple: solutions >= limit ? `The search stops after ${plural(solutions, "solution")}: ${tried}.` : `Everything has been searched: ${tried}.`,
    "gave-up": `The search is given up: ${tried}.`,
  }[status] ?? "";
}

/** Returns true for lines of puzzles, by the error of reading them as one: not for a grid with a mistake, or prose. */
export const mayBeMany = (text, { message }) => text.trim().includes("\n") && !/^(row \d|This text is no)/.test(message);

/** Throws if a file has no puzzle. */
export function failIfWithout({ file, counts: { lines, valid } }) {
  if (!valid) throw new Error(`${file.name}: ${lines ? `no puzzle in ${plural(lines, "line")}` : "the file is empty"}`);
}

/** The warnings of a run: those of `sudomill solve`. */
export function notes({ table, skipped, counts, puzzles }) {
  const named = (column, name) => `column ${column}${name ? ` (${name})` : ""}`;
  const { row = 0, ...others } = skipped;
  const lines = Object.entries(others).filter(([, count]) => count > 0).map(([name, count]) => `${number(count)} ${name}`);
  return [
    lines.length && `Skipped lines: ${lines.join(", ")}.`,
    row && `${plural(row, "further row")} of grids.`,
    ...table.renamed.map(([usual, name]) => `The file has a column “${usual}”, too: that of the results is called “${name}”.`),
    counts.not_kept && `${plural(counts.not_kept, "value")} not kept: no column in the results.`,
    counts.letters && counts.letters === puzzles && `${plural(counts.letters, "row")} with letters: the page reads digits; the command line’s --alphabet names other symbols.`,
    !counts.valid && table.elsewhere && `Found no puzzle in ${named(table.number, table.column)}, but in ${named(...table.elsewhere)}: choose it in the options.`,
    counts.valid && !counts.with_empty_cells && `Every puzzle is a full grid: ${named(table.number, table.column)} probably holds the solutions. Choose another column in the options.`,
  ].filter(Boolean);
}
