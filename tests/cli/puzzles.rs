//! Puzzles whose solutions are known, and files made of them.

/// One solution.
pub const EY1: &str =
    "013085006000031000007600000006900003170000025300006900000002400000870000900560310";
pub const EY1_SOLVED: &str =
    "213485796694731582857629134526917843179348625348256971735192468461873259982564317";

/// One solution, and no strategy finds it without a guess.
pub const ROYLE: &str =
    "020030040600000003004000500000806000800010006000705000007000600400000008030040020";
pub const ROYLE_SOLVED: &str =
    "925631847618574293374982561749826135852413976163795482287359614491267358536148729";

/// 4×4, two solutions.
pub const DIAG: &str = "1000020000300004";
pub const DIAG_SOLVED: [&str; 2] = ["1423324141322314", "1342421324313124"];

/// 4×4, one solution.
pub const SMALL: &str = "1423000041302314";
pub const SMALL_SOLVED: &str = "1423324141322314";

/// 4×4, no digit repeats and no solution: nothing is left for r1c4.
pub const NO_SMALL: &str = "1230000400000000";

/// The same of 9×9.
pub const NO_SOLUTION: &str =
    "123456780000000009000000000000000000000000000000000000000000000000000000000000000";

/// Digit 5 in r2c3 and r8c3.
pub const CONFLICT: &str =
    "000000000005000000000000000000000000000000000000000000000000000005000000000000000";

/// Seconds for `backtracking`, however fast the machine.
pub const SLOW: &str =
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";

/// Each on a line of its own.
pub fn lines<S: AsRef<str>>(lines: &[S]) -> String {
    lines.iter().map(|line| format!("{}\n", line.as_ref())).collect()
}

/// The puzzle with another character in a column, counted from 1.
pub fn with(puzzle: &str, column: usize, character: char) -> String {
    puzzle.chars().enumerate().map(|(i, c)| if i + 1 == column { character } else { c }).collect()
}
