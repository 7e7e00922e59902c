// The puzzles and figures of the articles behind sudomill: docs/strategies.md.

const DIAG = "1000020000300004";
const ROYLE = "020030040600000003004000500000806000800010006000705000007000600400000008030040020";
const EY1 = "013085006000031000007600000006900003170000025300006900000002400000870000900560310";

const PAIRS = "....631.59........1..5.7...3...85..1..9...7...2.7...8.............34..5.4.3..1..9";
const INKALA = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const RIVALS = "3..5..1...7.....8...8..4..66..4..9...3..6..5...7..1..48..1..3......2..6...2..9...";

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

/** Steps that use each technique of `pairs/mrv`, then well-known ones that are rated, by name. */
export const EXAMPLES = [
  { name: "naked single", puzzle: EY1, steps: [1, 2] },
  { name: "hidden single", puzzle: EY1, steps: [14, 15] },
  { name: "locked candidates: a box restricts a row", puzzle: PAIRS, steps: [4] },
  { name: "locked candidates: a line restricts a box", puzzle: INKALA, steps: [10, 14] },
  { name: "naked pair", puzzle: PAIRS, steps: [5, 9] },
  { name: "hidden pair", puzzle: PAIRS, steps: [6, 7] },
  { name: "guess", puzzle: INKALA, steps: [1, 2] },
  { name: "contradiction: a cell without a candidate", puzzle: INKALA, steps: [40] },
  { name: "contradiction: two digits need one cell", puzzle: RIVALS, steps: [18] },
  ...[
    { name: "X-wing", puzzle: "...2....3..2.8....53.4.6.2..1.8..56......9.31..3....9..275..81...9..2.......1....", steps: [18] },
    { name: "naked triplet", puzzle: "..49...1.9...7........5...8.2...8.36..13.7.2...54..1.....28.........9..465.......", steps: [13] },
    { name: "XY-wing", puzzle: ".7...4.....6..97.5..5.......4..3.19.......6.......7853....2..8...93...1.5.....4.2", steps: [41] },
    { name: "unique loop", puzzle: "..2...7..5.....91.1......2..7...8....9..2.68....39.........5.9...1.3.5..4.6..92..", steps: [35] },
    { name: "bidirectional cycle", puzzle: "7.....8..5..6...4.34..95......1...6...7..3.5....75.1...6.....1.9.48..7........9..", steps: [27] },
    { name: "forcing X-chain", puzzle: "...9..7.2.65...4.........9.3...2......8..61...59.1...87...8..........37..3.5....1", steps: [19] },
    { name: "forcing chain", puzzle: "9.5.......2.5.....4..8....7.8...4.9...6.1.7........38...4.79..2.6...1...2..3..6..", steps: [27] },
  ].map((example) => ({ ...example, strategy: "explainer" })),
];
