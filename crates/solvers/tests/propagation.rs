//! Compares the propagations with a naive implementation: same events in the same order, same
//! candidates, same counters.

use proptest::prelude::*;
use std::collections::BTreeSet;
use sudomill_puzzle::{
    grid::{
        Boxes, Candidates, Cell, Digit, Order, Order2, Order3, Order4, Order5, Puzzle, Size, Unit,
    },
    solving::{Counters, Event, Limits, Reason, Removal, Technique},
};
use sudomill_solvers::{
    propagation::{CandidateGrid, Propagation, Row, Standard, techniques},
    run::Run,
};

/// The naive implementation of a stage, by the name of its counter.
fn naive(counter: &str) -> fn(&mut Plain) {
    match counter {
        "locked_candidates" => Plain::locked,
        "pairs" => Plain::pairs,
        other => panic!(
            "the stage that counts {other} has no naive implementation: write it as a method of Plain, \
             and name it here"
        ),
    }
}

/// The naive implementation: one mask of candidates per cell, no optimizations. Its size is a value, so that it is
/// compiled once.
struct Plain {
    size: Size,
    masks: Vec<u32>,
    open: Vec<bool>,
    events: Vec<Event>,
    exclusions: Vec<Exclusion>,
}

/// The candidates that a removal excludes.
struct Exclusion {
    removal: Removal,
    candidates: Vec<(Cell, Digit)>,
}

fn technique(name: &str) -> &'static Technique {
    techniques().into_iter().find(|technique| technique.name == name).unwrap()
}

fn digits(mask: u32) -> impl Iterator<Item = Digit> {
    (1..=Digit::MAX).filter(move |value| mask >> (value - 1) & 1 == 1).filter_map(Digit::new)
}

fn bit(digit: Digit) -> u32 {
    1 << (digit.value() - 1)
}

impl Plain {
    fn new<O: Order>(puzzle: &Puzzle<O>) -> Self {
        let mut plain = Self {
            size: O::SIZE,
            masks: vec![(1 << O::SIDE) - 1; O::CELLS],
            open: vec![true; O::CELLS],
            events: Vec::new(),
            exclusions: Vec::new(),
        };
        puzzle.clues().for_each(|(cell, digit)| plain.guess(cell, digit));
        plain
    }

    fn guess(&mut self, cell: Cell, digit: Digit) {
        for unit in self.size.units_of(cell) {
            self.remove(self.size.cells_of(unit), bit(digit));
        }
        self.masks[cell.index()] = bit(digit);
        self.open[cell.index()] = false;
    }

    fn remove(&mut self, cells: &[Cell], removed: u32) {
        cells.iter().for_each(|cell| self.masks[cell.index()] &= !removed);
    }

    /// Removes the candidates that a pattern excludes.
    fn exclude(&mut self, removal: Removal, cells: &[Cell], removed: u32) {
        let excluded = cells.iter().flat_map(|&cell| digits(removed).map(move |it| (cell, it)));
        self.exclusions.push(Exclusion { removal, candidates: excluded.collect() });
        self.events.push(Event::Removal(removal));
        self.remove(cells, removed);
    }

    /// Applies a propagation that enters hidden singles or not, and has stages with these counters.
    fn apply(&mut self, enters_hidden_singles: bool, stages: &[&str]) -> Result<(), Reason> {
        self.naked()?;
        if !enters_hidden_singles {
            return Ok(());
        }
        loop {
            while self.hidden()? {
                self.naked()?;
            }
            if self.is_full() || !stages.iter().any(|counter| self.applies(counter)) {
                return Ok(());
            }
            self.naked()?;
        }
    }

    fn applies(&mut self, counter: &str) -> bool {
        let before = self.events.len();
        naive(counter)(self);
        self.events.len() > before
    }

    fn is_full(&self) -> bool {
        !self.open.contains(&true)
    }

    /// Enters all naked singles, then those that follow, and so on.
    fn naked(&mut self) -> Result<(), Reason> {
        loop {
            let with = |number: u32| {
                let left = |cell: &Cell| self.masks[cell.index()].count_ones();
                let open = self.size.all_cells().filter(|cell| self.open[cell.index()]);
                open.filter(|cell| left(cell) == number).collect::<Vec<_>>()
            };
            if let Some(&cell) = with(0).first() {
                return Err(Reason::NoCandidate(cell));
            }
            let singles = with(1);
            if singles.is_empty() {
                return Ok(());
            }
            for cell in singles {
                let digit = digits(self.masks[cell.index()]).next();
                let digit = digit.ok_or(Reason::NoCandidate(cell))?;
                self.events.push(Event::NakedSingle(cell, digit));
                self.guess(cell, digit);
            }
        }
    }

    fn places(&self, unit: Unit, digit: Digit) -> Vec<Cell> {
        let cells = self.size.cells_of(unit).iter().copied();
        cells.filter(|cell| self.masks[cell.index()] & bit(digit) != 0).collect()
    }

    /// Enters the hidden singles of all units, in the order of cells. Returns false if there are
    /// none.
    fn hidden(&mut self) -> Result<bool, Reason> {
        if self.is_full() {
            return Ok(false);
        }
        let mut singles = BTreeSet::new();
        for unit in self.size.all_units() {
            for digit in self.size.digits().iter() {
                match self.places(unit, digit)[..] {
                    [] => return Err(Reason::NoPlace(digit, unit)),
                    [cell] if self.open[cell.index()] => drop(singles.insert((cell, digit))),
                    _ => {}
                }
            }
        }
        for &(cell, digit) in &singles {
            let is_needed_twice = singles.iter().filter(|single| single.0 == cell).count() > 1;
            if is_needed_twice || self.masks[cell.index()] & bit(digit) == 0 {
                let is_only = |unit: &Unit| self.places(*unit, digit).iter().all(|c| *c == cell);
                let unit = self.size.units_of(cell).into_iter().find(is_only).unwrap();
                return Err(Reason::NoPlace(digit, unit));
            }
            self.events.push(Event::HiddenSingle(cell, digit));
            self.guess(cell, digit);
        }
        Ok(!singles.is_empty())
    }

    /// Removes locked candidates: for every band and stack, line and box, first pointing,
    /// then claiming.
    fn locked(&mut self) {
        let (size, side) = (self.size, self.size.side());
        let units: Vec<Unit> = size.all_units().collect();
        let (rows, columns) = (size.box_rows(), size.box_columns());
        let bands = (0..side).step_by(rows).map(|first| (first, rows));
        let stacks = (side..2 * side).step_by(columns).map(|first| (first, columns));
        for (first, lines) in bands.chain(stacks) {
            for i in 0..lines * lines {
                let line = units[first + i / lines];
                let cell = size.cells_of(line)[i % lines * (side / lines)];
                let [_, _, box_] = size.units_of(cell);
                // Both are computed before either is applied.
                let [pointing, claiming] =
                    [(box_, line), (line, box_)].map(|(kept, from)| self.locked_in(kept, from));
                for (mask, kept, from) in [(pointing, box_, line), (claiming, line, box_)] {
                    let rest = self.outside(from, kept);
                    for digit in digits(mask) {
                        let locked = technique("locked candidates");
                        let removal = Removal::covered(locked, digit, [kept], [from]);
                        self.exclude(removal, &rest, bit(digit));
                    }
                }
            }
        }
    }

    /// Removes the candidates that pairs exclude: for every unit, naked pairs first, then hidden
    /// ones.
    fn pairs(&mut self) {
        for unit in self.size.all_units() {
            let cells = self.size.cells_of(unit);
            for (i, &first) in cells.iter().enumerate() {
                for &second in &cells[i + 1..] {
                    self.naked_pair(unit, [first, second]);
                }
            }
            let all: Vec<Digit> = self.size.digits().iter().collect();
            for (i, &low) in all.iter().enumerate() {
                // A pair takes no place from its own digits.
                if self.places(unit, low).len() == 2 {
                    all[i + 1..].iter().for_each(|&high| self.hidden_pair(unit, [low, high]));
                }
            }
        }
    }

    fn naked_pair(&mut self, unit: Unit, pair: [Cell; 2]) {
        let [first, second] = pair.map(|cell| self.masks[cell.index()]);
        if first != second || first.count_ones() != 2 {
            return;
        }
        let cells = self.size.cells_of(unit).iter();
        let rest: Vec<Cell> = cells.filter(|cell| !pair.contains(cell)).copied().collect();
        if rest.iter().any(|cell| self.masks[cell.index()] & first != 0) {
            let naked = technique("naked pair");
            let removal = Removal::subset(naked, Candidates::from_bits(first), unit, pair);
            self.exclude(removal, &rest, first);
        }
    }

    fn hidden_pair(&mut self, unit: Unit, pair: [Digit; 2]) {
        let places = pair.map(|digit| self.places(unit, digit));
        let both = bit(pair[0]) | bit(pair[1]);
        if places[0] != places[1] || places[0].len() != 2 {
            return;
        }
        let cells = [places[0][0], places[0][1]];
        if cells.iter().any(|cell| self.masks[cell.index()] & !both != 0) {
            let hidden = technique("hidden pair");
            let removal = Removal::subset(hidden, Candidates::from_bits(both), unit, cells);
            self.exclude(removal, &cells, self.size.digits().bits() & !both);
        }
    }

    /// The digits with a place in the crossing of two units and in the rest of `from`, but
    /// none in the rest of `kept`.
    fn locked_in(&self, kept: Unit, from: Unit) -> u32 {
        let union = |cells: &[Cell]| cells.iter().fold(0, |all, c| all | self.masks[c.index()]);
        let [of_kept, of_from] = [kept, from].map(|unit| self.size.cells_of(unit));
        let here: Vec<Cell> =
            of_kept.iter().filter(|cell| of_from.contains(cell)).copied().collect();
        let [rest, elsewhere] = [self.outside(kept, from), self.outside(from, kept)];
        union(&here) & !union(&rest) & union(&elsewhere)
    }

    /// The cells of one unit that are not in another.
    fn outside(&self, unit: Unit, other: Unit) -> Vec<Cell> {
        let [cells, others] = [unit, other].map(|unit| self.size.cells_of(unit));
        cells.iter().filter(|cell| !others.contains(cell)).copied().collect()
    }

    fn state(&self) -> State {
        let open = || self.size.all_cells().filter(|cell| self.open[cell.index()]);
        let left = |cell: &Cell| self.masks[cell.index()].count_ones();
        let fewest = open().map(|cell| left(&cell)).min();
        State {
            candidates: self.masks.clone(),
            open: self.open.clone(),
            fewest,
            with_fewest: open().filter(|cell| fewest == Some(left(cell))).collect(),
            hidden_single: self.digit_with_places(0).or_else(|| self.digit_with_places(1)),
        }
    }

    /// The first digit of a unit with so many places, all of which are open.
    fn digit_with_places(&self, number: usize) -> Option<(usize, Unit, Digit)> {
        self.size.all_units().find_map(|unit| {
            let found = self.size.digits().iter().find(|&digit| {
                let places = self.places(unit, digit);
                places.len() == number && places.iter().all(|cell| self.open[cell.index()])
            });
            Some((number, unit, found?))
        })
    }
}

/// What a grid of candidates says of itself.
#[derive(Debug, PartialEq)]
struct State {
    candidates: Vec<u32>,
    open: Vec<bool>,
    /// The fewest candidates of an open cell.
    fewest: Option<u32>,
    with_fewest: Vec<Cell>,
    /// See [`CandidateGrid::hidden_single`].
    hidden_single: Option<(usize, Unit, Digit)>,
}

impl State {
    fn of<O: Order>(grid: &CandidateGrid<O>) -> Self {
        let (with_fewest, number) = grid.fewest_candidates();
        let candidates: Vec<_> = Cell::all::<O>().map(|cell| grid.candidates(cell)).collect();
        assert_eq!(grid.all_candidates().as_ref(), candidates);
        let open: Vec<_> = Cell::all::<O>().map(|cell| grid.is_open(cell)).collect();
        assert_eq!(grid.open(), open.iter().filter(|is_open| **is_open).count());
        Self {
            candidates: candidates.into_iter().map(Candidates::bits).collect(),
            open,
            fewest: (grid.open() > 0).then_some(number as u32),
            with_fewest: with_fewest.iter().collect(),
            hidden_single: grid.hidden_single(&Standard),
        }
    }
}

/// What a propagation did.
struct Applied {
    result: Result<(), Reason>,
    events: Vec<Event>,
    counters: Counters,
}

impl Applied {
    fn by<O: Order>(
        propagation: Propagation,
        puzzle: &Puzzle<O>,
        grid: &mut CandidateGrid<O>,
    ) -> Self {
        let (limits, mut events) = (Limits::default(), Vec::new());
        let observe = |event: Event, _: &Counters| events.push(event);
        let mut run = Run::new(puzzle, &limits, observe);
        let result = propagation.apply(grid, &Standard, &mut run);
        let counters = run.counters;
        Self { result, events, counters }
    }

    /// Compares with the naive implementation.
    fn is_done_by(
        &self,
        plain: &mut Plain,
        enters_hidden_singles: bool,
        stages: &[&str],
        what: &str,
    ) {
        plain.events.clear();
        assert_eq!(plain.apply(enters_hidden_singles, stages), self.result, "{what}");
        assert_eq!(plain.events, self.events, "{what}");
        let entered = |e: &&Event| matches!(e, Event::NakedSingle(..) | Event::HiddenSingle(..));
        assert_eq!(self.events.iter().filter(entered).count() as u64, self.counters.steps);
        assert_eq!(self.counters.own.iter().sum::<u64>(), self.events.len() as u64);
    }
}

/// Follows a path of guesses, one per number in `choices`, and compares at every step.
fn same<O: Order>(puzzle: &Puzzle<O>, propagation: Propagation, choices: &[usize]) {
    let what = format!("{propagation:?} on {puzzle}");
    let (mut plain, mut grid) = (Plain::new(puzzle), CandidateGrid::new(puzzle, &Standard));
    let Row { enters_hidden_singles, stages, .. } = propagation.row::<O, Standard>();
    let stages: Vec<_> = stages.iter().map(|stage| stage.counter.name).collect();
    for choice in choices {
        let applied = Applied::by(propagation, puzzle, &mut grid);
        applied.is_done_by(&mut plain, enters_hidden_singles, &stages, &what);
        for Exclusion { removal, candidates } in plain.exclusions.drain(..) {
            assert_eq!(removal.excluded::<O>().collect::<Vec<_>>(), candidates, "{removal:?}");
        }
        if applied.result.is_err() {
            return;
        }
        assert_eq!(State::of(&grid), plain.state(), "{what}");
        let open: Vec<Cell> = grid.open_cells().iter().collect();
        if open.is_empty() {
            return;
        }
        let cell = open[choice % open.len()];
        let candidates: Vec<Digit> = grid.candidates(cell).iter().collect();
        let digit = candidates[choice / open.len() % candidates.len()];
        plain.guess(cell, digit);
        grid = grid.with_guess(cell, digit, &Standard);
    }
}

/// A puzzle with these clues, except those that repeat a digit in a unit.
fn puzzle<O: Order>(clues: &[(usize, u8)]) -> Puzzle<O> {
    let mut values = vec![0; O::CELLS];
    for &(cell, value) in clues {
        let cell = Cell::new(cell % O::CELLS);
        let value = value % O::SIDE as u8 + 1;
        if cell.peers::<O>().iter().all(|peer| values[peer.index()] != value) {
            values[cell.index()] = value;
        }
    }
    Puzzle::new(&values).unwrap()
}

fn same_everywhere<O: Order>(clues: &[(usize, u8)], choices: &[usize]) {
    let puzzle = puzzle::<O>(clues);
    for &propagation in Propagation::ALL {
        same(&puzzle, propagation, choices);
    }
}

fn clues(most: usize) -> impl Strategy<Value = Vec<(usize, u8)>> {
    prop::collection::vec((any::<usize>(), any::<u8>()), 0..most)
}

fn choices() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(any::<usize>(), 30)
}

/// Compares any puzzles of up to `most` clues, any ways through them, and all propagations. First it
/// looks for what has no naive implementation: proptest would print hundreds of clues after that.
fn same_on_any(cases: u32, most: usize, same: impl Fn(&[(usize, u8)], &[usize])) {
    for stage in Propagation::ALL.iter().flat_map(|it| it.row::<Order3, Standard>().stages) {
        naive(stage.counter.name);
    }
    let config = ProptestConfig::with_cases(cases);
    proptest!(config, |(clues in clues(most), choices in choices())| same(&clues, &choices));
}

#[test]
fn plain_4x4() {
    same_on_any(64, 12, same_everywhere::<Order2>);
}

#[test]
fn plain_9x9() {
    same_on_any(64, 40, same_everywhere::<Order3>);
}

#[test]
fn plain_16x16() {
    same_on_any(8, 150, same_everywhere::<Order4>);
}

#[test]
fn plain_25x25() {
    same_on_any(8, 400, same_everywhere::<Order5>);
}

#[test]
fn plain_boxes_that_are_not_square() {
    same_on_any(16, 90, |clues, choices| {
        same_everywhere::<Boxes<2, 3>>(&clues[..clues.len() / 4], choices);
        same_everywhere::<Boxes<4, 2>>(&clues[..clues.len() / 3], choices);
        same_everywhere::<Boxes<3, 4>>(clues, choices);
    });
}

/// Puzzles such as people solve: paths are long, and most end in a contradiction.
#[test]
fn plain_shipped_sets() {
    for (set, count) in [("hard", 40), ("minimal", 40), ("multiple", 20), ("unsolvable", 20)] {
        for (number, puzzle) in shipped::<Order3>(set, count).iter().enumerate() {
            let choices: Vec<usize> = (0..40).map(|i| (i + number) * 7919 + 13).collect();
            Propagation::ALL.iter().for_each(|&p| same(puzzle, p, &choices));
        }
    }
    for puzzle in shipped::<Order4>("16x16", 6) {
        Propagation::ALL.iter().for_each(|&p| same(&puzzle, p, &[5, 77, 1234, 9, 31]));
    }
    for puzzle in shipped::<Order5>("25x25", 2) {
        Propagation::ALL.iter().for_each(|&p| same(&puzzle, p, &[5, 77, 1234]));
    }
}

fn shipped<O: Order>(name: &str, count: usize) -> Vec<Puzzle<O>> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../datasets/").to_owned() + name + ".txt";
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().take(count).map(|line| line.parse().unwrap()).collect()
}
