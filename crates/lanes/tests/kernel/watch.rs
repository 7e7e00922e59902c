//! Compares a followed search with the reference, sweep by sweep.

use super::{
    puzzles::{Line, limits},
    reference::{self, Cells},
    search::PUZZLES,
    solve,
};
use std::ops::ControlFlow;
use sudomill_lanes::{Backend, LaneInput, Progress, trace};
use sudomill_puzzle::{
    grid::{Candidates, Order3, Puzzle},
    solving::{Counters, Event, Limits, Observer, Reason},
};

/// The grid of a search, as its events tell it.
struct Followed {
    cells: Cells,
    /// The candidates that the next event leaves.
    told: Option<Cells>,
    /// The grids before the open guesses.
    open: Vec<Cells>,
    sweeps: u64,
    guesses: u64,
    contradictions: u64,
    solutions: u64,
    first: Option<Vec<u8>>,
}

impl Followed {
    fn of(line: &Line) -> Self {
        Self {
            cells: reference::parse(line),
            told: None,
            open: Vec::new(),
            sweeps: 0,
            guesses: 0,
            contradictions: 0,
            solutions: 0,
            first: None,
        }
    }

    fn change(&mut self, expected: Cells) {
        assert_eq!(self.told.take(), Some(expected));
        self.cells = expected;
    }
}

impl Observer for Followed {
    fn candidates(&mut self, cells: &[Candidates]) {
        let words: Vec<_> = cells.iter().map(|cell| cell.bits() as u16).collect();
        self.told = Some(words.try_into().unwrap());
    }

    fn solution(&mut self, values: &[u8]) -> ControlFlow<()> {
        self.first.get_or_insert_with(|| values.to_vec());
        ControlFlow::Continue(())
    }

    fn event(&mut self, event: Event, counters: &Counters) {
        match event {
            Event::Sweep => {
                self.sweeps += 1;
                self.change(reference::sweep(&self.cells).cells);
            }
            Event::Guess(cell, digit) => {
                self.guesses += 1;
                self.open.push(self.cells);
                let digit = Candidates::from(digit).bits() as u16;
                self.change(reference::with(&self.cells, cell.index(), digit));
            }
            Event::Undo(cell, digit) => {
                self.guesses += 1;
                let before = self.open.pop().unwrap();
                let digit = Candidates::from(digit).bits() as u16;
                self.change(reference::without(&before, cell.index(), digit));
            }
            Event::Contradiction(reason) => {
                self.contradictions += 1;
                let digits = match reason {
                    Reason::NoCandidate(cell) => self.cells[cell.index()],
                    Reason::NoPlace(digit, unit) => {
                        let digit = Candidates::from(digit).bits() as u16;
                        let cells = unit.cells::<Order3>().iter();
                        cells.fold(0, |all, cell| all | self.cells[cell.index()] & digit)
                    }
                    Reason::BrokenRule => panic!("the reason is known"),
                };
                assert_eq!(digits, 0, "{reason:?}");
            }
            Event::Solution => {
                self.solutions += 1;
                assert!(reference::is_solved(&self.cells));
            }
            _ => assert!(matches!(event, Event::Clue(..)), "{event:?}"),
        }
        if !matches!(event, Event::Clue(..)) {
            let [sweeps, contradictions, ..] = counters.own;
            let expected = [self.guesses, self.sweeps, self.contradictions];
            assert_eq!([counters.guesses, sweeps, contradictions], expected);
        }
    }
}

fn check(limits: &Limits) {
    for line in PUZZLES.iter() {
        let Ok(puzzle) = std::str::from_utf8(line).unwrap().parse::<Puzzle>() else { continue };
        let mut followed = Followed::of(line);
        let (given, clues) = (LaneInput::Values(puzzle.cells()), puzzle.clue_count() as u64);
        let mut progress = Progress::default();
        trace(&mut progress, &given, clues, limits, &mut followed);
        let outcome = progress.outcome;
        assert_eq!(outcome, solve(Backend::best(), given, limits), "{}", line.escape_ascii());
        assert_eq!(followed.solutions, outcome.solutions);
        let first = (outcome.solutions > 0).then(|| outcome.first.map(|digit| digit - b'0'));
        assert_eq!(followed.first, first.map(Vec::from));
    }
}

#[test]
fn followed_search_for_one() {
    check(&limits(1));
}

#[test]
fn followed_search_for_two() {
    check(&limits(2));
}

#[test]
fn followed_search_with_few_guesses() {
    check(&limits(50).with_max_guesses(7));
}
