use super::*;
use diagonal::diagonal_sum;
use sudomill_puzzle::{
    solving::{Counters, Event, Limits},
    verify,
};
use sudomill_solvers::registry;

/// Returns the sums of all solutions, from the events of a registered strategy.
fn sums<O: Order>(puzzle: &Puzzle<O>) -> Vec<u32> {
    let mut values = puzzle.values().to_vec();
    let mut sums = Vec::new();
    let mut watch = |event: Event, _: &Counters| match event {
        Event::Guess(cell, digit) => values[cell.index()] = digit.value(),
        Event::Undo(cell, _) => values[cell.index()] = 0,
        Event::Solution => sums.push(diagonal_sum::<O>(&values)),
        _ => {}
    };
    let limits = Limits::default().with_solutions(u64::MAX);
    registry::find("backtracking").unwrap().solver::<O>().trace(puzzle, &limits, &mut watch);
    sums
}

/// Checks the search against brute force. Returns the number of solutions and the best sum.
fn compare<O: Order>(line: &str) -> (usize, Option<u32>) {
    let puzzle: Puzzle<O> = line.parse().unwrap();
    let sums = sums(&puzzle);
    let found = Diagonal::new().solve(&puzzle);
    if let Some((sum, values)) = &found {
        assert_eq!(verify::check(&puzzle, values), Ok(()));
        assert_eq!(*sum, diagonal_sum::<O>(values));
    }
    let best = found.map(|(sum, _)| sum);
    assert_eq!(best, sums.iter().max().copied(), "{line}");
    (sums.len(), best)
}

#[test]
fn empty_4x4() {
    assert_eq!(compare::<Order2>(EMPTY), (288, Some(14)));
}

#[test]
fn any_two_clues_4x4() {
    for (first, second) in (0..16).flat_map(|one| (0..one).map(move |other| (other, one))) {
        for digits in ["12", "43"] {
            let mut line = EMPTY.to_owned();
            line.replace_range(first..=first, &digits[..1]);
            line.replace_range(second..=second, &digits[1..]);
            compare::<Order2>(&line);
        }
    }
}

#[test]
fn one_or_no_solution() {
    assert_eq!(compare::<Order2>("1000020000300004").0, 2);
    assert_eq!(compare::<Order2>("1234341221434321").0, 1);
    // Row 1 needs a 4 in a column that already has one.
    let none = "123....4........";
    assert_eq!(compare::<Order2>(none), (0, None));
    assert_eq!(report::<Order2>(&none.parse().unwrap()), "There is no solution.\n");
}

/// A puzzle from one of the texts, with four of its clues removed.
const LOOSE: &str =
    "013085006000031000007600000006900003170000025300006900000002400000800000900060000";

#[test]
fn same_as_brute_force_9x9() {
    assert_eq!(compare::<Order3>(LOOSE), (291, Some(57)));
}

#[test]
fn empty_9x9() {
    // Three boxes lie on the diagonal; each has at most 9 + 8 + 7.
    let found = Diagonal::<Order3>::new().solve(&".".repeat(81).parse().unwrap());
    assert_eq!(found.unwrap().0, 72);
}

#[test]
fn documented_output() {
    let documentation = include_str!("../../../../docs/examples.md");
    let shown = report::<Order2>(&EMPTY.parse().unwrap());
    assert!(documentation.contains(&shown), "{shown}");
    let shown = report::<Order3>(&LOOSE.parse().unwrap());
    assert!(documentation.contains(&format!("{LOOSE}\n{shown}")), "{shown}");
}
