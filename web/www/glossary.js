// The terms of the reasons, and the counters that all strategies share.

/** Terms and their explanations; a term is what the words of an event begin with. Those of techniques
    are added before the sweep, from the table of the solver. */
export const TERMS = [
  ["r1c2", "Row 1, column 2."],
  ["unit", "A row, a column or a box. Each holds every digit once."],
  ["candidate", "A digit that a cell can still hold: no other cell of its row, column or box has it. The small digits are candidates."],
  ["naked single", "A cell with one candidate: it must hold that digit. Moler calls it a singleton."],
  ["hidden single", "A digit with one place left in a unit: it must go there, even if the cell has other candidates."],
  ["sweep", "One round of all the rules of lanes over the whole grid: naked and hidden singles, locked candidates, and three cells of a column in one box that have only three digits left. A cell with one candidate left is filled."],
  ["sue de Coq, ALS", "Almost locked sets, which have no step of their own in the ratings: where they remove something, another technique does."],
  ["guess", "A candidate that is tried to see whether it leads to a solution. It may be wrong."],
  ["contradiction", "A dead end: a cell without a candidate, or a digit without a place in a unit. One of the guesses is wrong; if there is none, the puzzle has no solution."],
  ["taken back", "A guess whose consequences have all been searched is removed, with everything that followed from it: backtracking."],
  ["solution", "Every cell is filled, and no unit repeats a digit."],
];

/** The term that the words of an event begin with, after the rating of a step. */
export function termOf(words) {
  return words.split(":")[0].replace(/^[\d.]+ /, "");
}

/** Adds terms and their explanations. */
export function addTechniques(techniques) {
  TERMS.splice(TERMS.findIndex(([term]) => term === "sweep"), 0, ...techniques);
}

/** What the counters of all strategies count. */
export const COUNTERS = {
  "cells filled": "cells with a value, clues included",
  "guesses in the grid": "guesses made and not taken back",
  "values entered": "all values entered so far, guesses included",
  clues: "values that the puzzle gives",
  guesses: "all guesses",
  backtracks: "guesses taken back",
  steps: "values entered; of lanes, sweeps",
};
