// The terms of the reasons.

/** Terms and their explanations; a term is what the words of an event begin with. */
export const TERMS = [
  ["unit", "A row, a column or a box. Each holds every digit once."],
  ["candidate", "A digit that a cell can still hold: no other cell of its row, column or box has it. The small digits are candidates."],
  ["naked single", "A cell with one candidate: it must hold that digit."],
  ["hidden single", "A digit with one place left in a unit: it must go there, although the cell has other candidates."],
  ["locked candidates", "All places of a digit in one unit also lie in a second one. The digit is in one of them, so the rest of the second unit loses it. From box to line this is also called pointing, from line to box claiming."],
  ["naked pair", "Two cells of a unit with the same two candidates. One is the first digit and the other the second, so the rest of the unit loses both."],
  ["hidden pair", "Two digits with the same two places in a unit. They fill these two cells, which lose their other candidates."],
  ["sweep", "All rules of lanes, applied to the whole grid at once: naked and hidden singles, locked candidates, and cells in line that have as many digits left as cells. It removes candidates; a cell with one left is filled."],
  ["guess", "One of several candidates, tried to see whether it leads to a solution. It may be wrong."],
  ["contradiction", "A cell without a candidate, or a digit without a place in a unit. One of the guesses is wrong; without a guess, the puzzle has no solution."],
  ["taken back", "A guess that has been searched to its end, removed together with everything that followed from it."],
  ["solution", "Every cell is filled, and no unit repeats a digit."],
];
