//! Puzzles with known solutions, and files made of them.

/// Has one solution.
pub const EY1: &str =
    "013085006000031000007600000006900003170000025300006900000002400000870000900560310";
pub const EY1_SOLVED: &str =
    "213485796694731582857629134526917843179348625348256971735192468461873259982564317";

/// Has one solution, which no strategy finds without a guess.
pub const ROYLE: &str =
    "020030040600000003004000500000806000800010006000705000007000600400000008030040020";
pub const ROYLE_SOLVED: &str =
    "925631847618574293374982561749826135852413976163795482287359614491267358536148729";

/// A 4×4 puzzle with two solutions.
pub const DIAG: &str = "1000020000300004";
pub const DIAG_SOLVED: [&str; 2] = ["1423324141322314", "1342421324313124"];

/// A 4×4 puzzle with one solution.
pub const SMALL: &str = "1423000041302314";
pub const SMALL_SOLVED: &str = "1423324141322314";

/// A 4×4 puzzle without repeated digits and without a solution: no digit is left for r1c4.
pub const NO_SMALL: &str = "1230000400000000";

/// `.4.3.3........2.` with one digit misread: no solution.
pub const MISREAD: &str = ".4.3.2........2.";

/// A 9×9 puzzle like [`NO_SMALL`].
pub const NO_SOLUTION: &str =
    "123456780000000009000000000000000000000000000000000000000000000000000000000000000";

/// Needs the longest chains: its rating, 11.1, takes about as long as that of 50,000 easy ones.
pub const HARDEST: &str =
    "98.7..6..5...8..7...7..4...4...3...2..84..59.....98....1...23....58...6.........1";

/// A bad puzzle: digit 5 is in r2c3 and r8c3.
pub const CONFLICT: &str =
    "000000000005000000000000000000000000000000000000000000000000000005000000000000000";

/// What the message about a wrong symbol of a 9×9 puzzle ends with.
pub const CELL: &str = "expected 1-9 or one of . 0 - _ * ? x X";

/// Takes `backtracking` seconds, however fast the machine.
#[cfg(unix)]
pub const SLOW: &str =
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";

/// Returns the lines of a picture that hold cells, without the numbers of the rows.
pub fn picture_rows(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| line.find('┃').map(|at| &line[at..]))
}

/// The rows of a puzzle, a line each.
pub fn grid(puzzle: &str) -> String {
    lines(&rows_of(puzzle))
}

/// The rows of a puzzle.
pub fn rows_of(puzzle: &str) -> Vec<&str> {
    let side = puzzle.len().isqrt();
    (0..side).map(|row| &puzzle[row * side..][..side]).collect()
}

/// Joins the symbols of a puzzle with a separator.
pub fn spread(puzzle: &str, between: &str) -> String {
    puzzle.chars().map(String::from).collect::<Vec<_>>().join(between)
}

/// Joins the values of a puzzle with `comma`, and its rows with `row`.
pub fn array(puzzle: &str, comma: &str, row: &str) -> String {
    let value = |symbol: char| symbol.to_digit(36).unwrap_or(0).to_string();
    let cells: Vec<_> = puzzle.chars().map(value).collect();
    let rows = cells.chunks(puzzle.len().isqrt()).map(|cells| cells.join(comma));
    rows.collect::<Vec<_>>().join(row)
}

/// A puzzle with `.` for empty cells.
pub fn dotted(puzzle: &str) -> String {
    puzzle.replace('0', ".")
}

/// Reads a file of `datasets`.
pub fn shipped(name: &str) -> String {
    let path = format!("{}/datasets/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

/// Returns the first puzzle and its solution in a shipped set.
pub fn first(set: &str) -> [String; 2] {
    [".txt", ".solutions.txt"].map(|end| {
        let text = shipped(&format!("{set}{end}"));
        text.lines().next().unwrap().to_owned()
    })
}

/// Puts each item on its own line.
pub fn lines<S: AsRef<str>>(lines: &[S]) -> String {
    lines.iter().map(|line| format!("{}\n", line.as_ref())).collect()
}

/// Replaces the character in one column, counted from 1.
pub fn with(puzzle: &str, column: usize, character: char) -> String {
    puzzle.chars().enumerate().map(|(i, c)| if i + 1 == column { character } else { c }).collect()
}

/// Replaces the placeholders in a text: `P1` and `P2` are the puzzles EY1 and ROYLE, `S1` and `S2`
/// their solutions, `P4` and `S4` those of 4×4.
pub fn filled(text: impl AsRef<str>) -> String {
    let of = [("P1", EY1), ("P2", ROYLE), ("S1", EY1_SOLVED), ("S2", ROYLE_SOLVED)];
    let all = of.into_iter().chain([("P4", SMALL), ("S4", SMALL_SOLVED)]);
    all.fold(text.as_ref().to_owned(), |text, (name, it)| text.replace(name, it))
}

/// A line for each word: the solution of the puzzle 1, 2 or 4, or an empty line for `-`.
pub fn solved(words: &str) -> String {
    let line = |word| if word == "-" { "\n".to_owned() } else { filled(format!("S{word}\n")) };
    words.split_whitespace().map(line).collect()
}
