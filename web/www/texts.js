// The puzzles and figures of the articles behind sudomill: docs/texts.md.

const DIAG = "1000020000300004";
const ROYLE = "020030040600000003004000500000806000800010006000705000007000600400000008030040020";
const EY1 = "013085006000031000007600000006900003170000025300006900000002400000870000900560310";

export const TEXTS = [
  {
    title: "Cleve Moler, “Solving Sudoku with MATLAB”, 2009",
    puzzles: [
      {
        puzzle: DIAG, strategy: "moler", limit: 1,
        words: "The 4×4 puzzle: 1 guess, 11 singletons. His first guess, and the last step:",
        steps: [2, 13],
      },
      {
        puzzle: ROYLE, strategy: "moler", limit: 1,
        words: "Royle’s puzzle: 2,933 guesses, 12,095 singletons. The six steps of the article:",
        steps: [22, 3114, 8172, 14781, 19229, 19422],
      },
    ],
  },
  {
    title: "ElectroYou, “La ricorsione con MATLAB”",
    puzzles: [{ puzzle: EY1, strategy: "electroyou", limit: 1,
        words: "28 clues, 2 calls, 53 passes. The grid after pass 19, when the second guess is entered:", steps: [19] }],
  },
  {
    title: "GeeksforGeeks, “Sudoku | Backtracking-7”",
    puzzles: [
      {
        puzzle: EY1, strategy: "backtracking", limit: 1,
        words: "1,972 calls, 17,531 checks, 1,918 undos.", steps: [],
      },
      {
        puzzle: DIAG, strategy: "generate-and-test", limit: 1,
        words: "The naive algorithm: the first solution is filling 12,003,106 of 16,777,216.", steps: [],
      },
    ],
  },
  {
    title: "Cutugno and Lamberti, “Risoluzione di problemi con gli algoritmi ricorsivi”, 2009–2010",
    puzzles: [
      {
        puzzle: EY1, strategy: "backtracking-descending", limit: 1,
        words: "22,554 calls, 202,770 checks, 22,501 undos.", steps: [],
      },
    ],
  },
];
