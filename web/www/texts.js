// The puzzles and figures of the articles behind sudomill: docs/strategies.md.

const DIAG = "1000020000300004";
const ROYLE = "020030040600000003004000500000806000800010006000705000007000600400000008030040020";
const EY1 = "013085006000031000007600000006900003170000025300006900000002400000870000900560310";

/** Each article with its first puzzle. */
export const TEXTS = [
  {
    title: "Cleve Moler, “Solving Sudoku with MATLAB”, 2009",
    name: "The 4×4 puzzle", puzzle: DIAG, strategy: "moler",
    words: "1 guess, 11 singletons. Moler’s first guess and the last step:", steps: [2, 13],
  },
  {
    name: "Royle’s puzzle", puzzle: ROYLE, strategy: "moler",
    words: "2,933 guesses, 12,095 singletons. The six steps of the article:",
    steps: [22, 3114, 8172, 14781, 19229, 19422],
  },
  {
    title: "ElectroYou, “La ricorsione con MATLAB”",
    name: "The puzzle", puzzle: EY1, strategy: "electroyou",
    words: "28 clues, 2 calls, 53 passes. The grid after pass 19, where the second guess is made:", steps: [19],
  },
  {
    title: "GeeksforGeeks, “Sudoku | Backtracking-7”",
    name: "ElectroYou’s puzzle", puzzle: EY1, strategy: "backtracking",
    words: "1,972 calls, 17,531 checks, 1,918 undos.",
  },
  {
    name: "Moler’s 4×4 puzzle", puzzle: DIAG, strategy: "generate-and-test",
    words: "Tries every filling in turn: number 12,003,106 of 16,777,216 is the first solution.",
  },
  {
    title: "Cutugno and Lamberti, “Risoluzione di problemi con gli algoritmi ricorsivi”, 2009–2010",
    name: "ElectroYou’s puzzle", puzzle: EY1, strategy: "backtracking-descending",
    words: "22,554 calls, 202,770 checks, 22,501 undos.",
  },
];
