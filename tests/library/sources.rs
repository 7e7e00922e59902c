//! Checks the figures in the articles behind this project, exactly. `tests/cli` runs the commands that
//! the manual gives for each of them.

use super::common::{Replay, find, limits};
use sudomill::{
    grid::{Cell, Digit, Order, Order2, Order3, Puzzle},
    solver::{Counters, Event, Limits, Outcome, Status, registry::Tuning},
};

const EY1: &str =
    "013085006000031000007600000006900003170000025300006900000002400000870000900560310";
const EY1_SOLVED: &str =
    "213485796694731582857629134526917843179348625348256971735192468461873259982564317";
const EY2: &str =
    "040020010000600020008100054080000007709000408400000030890003100060007000030010070";
const EY2_SOLVED: &str =
    "643725819915684723278139654381246597729351468456978231897563142162497385534812976";
pub const ROYLE: &str =
    "020030040600000003004000500000806000800010006000705000007000600400000008030040020";
const ROYLE_SOLVED: &str =
    "925631847618574293374982561749826135852413976163795482287359614491267358536148729";
const DIAG: &str = "1000020000300004";
const DIAG_WITH_3: &str = "1000320000300004";
const SHIDOKU: &str = "1000003002000004";
const DIAG_FIRST: &str = "1423324141322314";
const DIAG_SECOND: &str = "1342421324313124";

const FIRST: Limits = Limits::DEFAULT.with_solutions(1);

fn puzzle<O: Order>(line: &str) -> Puzzle<O> {
    line.parse().unwrap()
}

fn solve<O: Order>(strategy: &str, line: &str, limits: &Limits) -> Outcome<O> {
    find(strategy).solver::<O>().solve(&puzzle(line), limits)
}

fn figures<O: Order>(outcome: &Outcome<O>, names: &[&str]) -> Vec<u64> {
    let figure = |name| outcome.counter(name).unwrap_or_else(|| panic!("{name} is not counted"));
    names.iter().copied().map(figure).collect()
}

#[test]
fn puzzles_of_dataset() {
    let lines = include_str!("../../datasets/texts.txt").lines();
    let puzzles: Vec<_> = lines.filter(|line| !line.starts_with("# ")).collect();
    assert_eq!(puzzles, [EY1, EY2, ROYLE, DIAG, DIAG_WITH_3, SHIDOKU]);
}

#[test]
fn first_solutions_of_9x9() {
    let electroyou = ["clues", "calls", "passes"];
    let moler = ["clues", "singletons", "guesses", "steps"];
    let backtracking = ["calls", "checks", "undos"];
    for (strategy, line, solution, names, expected) in [
        ("electroyou", EY1, EY1_SOLVED, &electroyou[..], &[28, 2, 53][..]),
        ("electroyou", EY2, EY2_SOLVED, &electroyou, &[26, 20, 128]),
        ("electroyou", ROYLE, ROYLE_SOLVED, &electroyou, &[21, 505, 2_552]),
        ("moler", ROYLE, ROYLE_SOLVED, &moler, &[21, 12_095, 2_933, 15_028]),
        ("backtracking", EY1, EY1_SOLVED, &backtracking, &[1_972, 17_531, 1_918]),
        ("backtracking-descending", EY1, EY1_SOLVED, &backtracking, &[22_554, 202_770, 22_501]),
    ] {
        let outcome = solve::<Order3>(strategy, line, &FIRST);
        assert_eq!(outcome.solution.unwrap().to_string(), solution, "{strategy}");
        assert_eq!(figures(&outcome, names), expected, "{strategy} on {line}");
    }
    assert_eq!(solve::<Order3>("electroyou", EY2, &limits(2)).status, Status::Unique);
}

#[test]
fn electroyou_max_passes() {
    let capped = |passes| {
        let tuning = Tuning::DEFAULT.with_max_passes(passes);
        let solver = find("electroyou").tuned(tuning).solver::<Order3>();
        solver.solve(&puzzle(EY1), &FIRST)
    };
    let outcome = capped(52);
    assert_eq!((outcome.status, outcome.solution, outcome.solutions), (Status::GaveUp, None, 0));
    assert_eq!(figures(&outcome, &["calls", "passes"]), [2, 53]);
    assert_eq!(capped(53).status, Status::Solved);
    // A limit on guesses forbids the call, too.
    let outcome = solve::<Order3>("electroyou", EY1, &FIRST.with_max_guesses(1));
    assert_eq!(figures(&outcome, &["guesses", "calls", "passes"]), [1, 1, 19]);
}

/// The first time that column 1 is full. The steps that the article names are in the manual, whose
/// commands `tests/cli` runs.
#[test]
fn moler_fills_column_1() {
    let (mut replay, mut first, moler) = (Replay::new(), None, find("moler").solver::<Order3>());
    let mut watch = |event: Event, counters: &Counters| {
        replay.follow(event);
        let column: Vec<_> = (0..9).map(|row| replay.grid[9 * row]).collect();
        if event == Event::Refresh && !column.contains(&0) {
            let named = counters.named(moler.own_counters());
            let refreshes = named.iter().find(|counter| counter.0 == "refreshes").unwrap().1;
            first.get_or_insert((refreshes / 2, column));
        }
    };
    moler.trace(&puzzle(ROYLE), &FIRST, &mut watch);
    assert_eq!(first, Some((22, vec![1, 6, 3, 7, 8, 2, 5, 4, 9])));
}

#[test]
fn royle_r1c1() {
    let royle = puzzle::<Order3>(ROYLE);
    let left: Vec<_> = royle.candidates_left(Cell::new(0)).iter().map(Digit::value).collect();
    assert_eq!(left, [1, 5, 7, 9]);
    for digit in [1, 5, 7, 9] {
        let line = ROYLE.replacen('0', &digit.to_string(), 1);
        let expected = if digit == 9 { Status::Unique } else { Status::None };
        assert_eq!(solve::<Order3>("moler", &line, &Limits::default()).status, expected, "{digit}");
    }
}

#[test]
fn moler_diag() {
    let outcome = solve::<Order2>("moler", DIAG, &FIRST);
    assert_eq!(outcome.solution.unwrap().to_string(), DIAG_FIRST);
    assert_eq!(figures(&outcome, &["guesses", "singletons"]), [1, 11]);

    let first = solve::<Order2>("moler", DIAG_WITH_3, &Limits::default());
    assert_eq!(first.status, Status::Unique);
    assert_eq!(first.solution.unwrap().to_string(), DIAG_FIRST);
    assert_eq!(figures(&first, &["guesses", "singletons"]), [0, 11]);
    let transposed: String =
        (0..16).map(|cell| char::from(DIAG_FIRST.as_bytes()[cell % 4 * 4 + cell / 4])).collect();
    assert_eq!(transposed, DIAG_SECOND);

    let with_second_choice = DIAG_SECOND[..5].to_string() + &DIAG[5..];
    let second = solve::<Order2>("moler", &with_second_choice, &FIRST).solution.unwrap();
    assert_eq!(second.to_string(), DIAG_SECOND);
}

#[test]
fn full_grid_is_ill_posed() {
    let name = "backtracking-descending";
    let full = solve::<Order3>(name, EY1_SOLVED, &FIRST);
    assert_eq!((full.status, full.solutions, full.solution), (Status::Invalid, 0, None));
    assert_eq!(figures(&full, &["calls", "checks", "undos"]), [0, 0, 0]);
}

#[test]
fn generate_and_test_diag() {
    for (solutions, filling) in [(1, 12_003_106), (2, 14_339_161), (3, 1 << 24)] {
        let outcome = solve::<Order2>("generate-and-test", DIAG, &limits(solutions));
        assert_eq!(figures(&outcome, &["fillings"]), [filling]);
        // Row-major, so it finds the other solution first than `moler`.
        assert_eq!(outcome.solution.unwrap().to_string(), DIAG_SECOND);
        assert_eq!(outcome.solutions, solutions.min(2));
    }
}

#[test]
fn generate_and_test_max_fillings() {
    let tuning = Tuning::DEFAULT.with_max_fillings(12_003_105);
    let solver = find("generate-and-test").tuned(tuning).solver::<Order2>();
    assert_eq!(solver.solve(&puzzle(DIAG), &FIRST).status, Status::GaveUp);
}
