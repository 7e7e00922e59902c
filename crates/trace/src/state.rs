//! The grid of a search, rebuilt from its events.

use sudomill_puzzle::{
    for_size,
    grid::{Candidates, Cell, Digit, Order, Origin, Puzzle, Size, Units},
    solving::{Chain, Event},
};

/// The values of the grid with their origins, and the candidates of its open cells.
///
/// The candidates of a cell are the digits that its peers leave, minus those that the
/// strategy excluded by techniques that remove candidates. A strategy that keeps no candidates, such as
/// `backtracking`, knows less. `lanes` reports its candidates, and those are the ones of its state: a
/// peer loses the digit of a clue only in the sweep after it.
#[derive(Clone, Debug)]
pub struct State {
    size: Size,
    units: Units,
    /// Row-major, as everything here; 0 for an open cell.
    values: Vec<u8>,
    origins: Vec<Origin>,
    excluded: Vec<Candidates>,
    /// The changes to undo with a guess, the latest last.
    trail: Vec<Change>,
    depth: usize,
    /// True if the strategy reports the candidates of all cells.
    reports_candidates: bool,
    /// The candidates that the next event leaves, if they have been told.
    told: Option<Vec<Candidates>>,
    /// The chains of the next event.
    chains: Vec<Chain>,
}

#[derive(Clone, Copy, Debug)]
enum Change {
    Guessed(Cell),
    Implied(Cell),
    Excluded(Cell, Digit),
}

impl State {
    /// The empty grid. Of a puzzle given by candidates no others are possible. `reports_candidates` is
    /// true if the strategy reports the candidates of all cells.
    pub(super) fn new<O: Order>(
        units: Units,
        puzzle: &Puzzle<O>,
        reports_candidates: bool,
    ) -> Self {
        let mut excluded = vec![Candidates::NONE; O::CELLS];
        if puzzle.has_candidates() {
            for (excluded, cell) in excluded.iter_mut().zip(Cell::all::<O>()) {
                *excluded = Candidates::all::<O>() - puzzle.candidates(cell);
            }
        }
        Self {
            size: O::SIZE,
            units,
            values: vec![0; O::CELLS],
            origins: vec![Origin::Clue; O::CELLS],
            excluded,
            trail: Vec::new(),
            depth: 0,
            reports_candidates,
            told: None,
            chains: Vec::new(),
        }
    }

    /// The size of the grid.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The units of the grid.
    pub fn units(&self) -> Units {
        self.units
    }

    /// The number of open guesses.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The number of filled cells.
    pub fn filled(&self) -> usize {
        self.values.iter().filter(|&&value| value != 0).count()
    }

    /// The values, row-major, 0 for an open cell.
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// The candidates of a cell; none for a filled one.
    pub fn candidates(&self, cell: Cell) -> Candidates {
        let excluded = self.excluded[cell.index()];
        match self.values()[cell.index()] {
            0 if self.reports_candidates => self.size.digits() - excluded,
            0 => self.units.candidates_left(self.size, &self.values, cell) - excluded,
            _ => Candidates::NONE,
        }
    }

    /// The value in a cell and how it came there; `None` for an open cell.
    pub fn value(&self, cell: Cell) -> Option<(Digit, Origin)> {
        let digit = Digit::new(self.values()[cell.index()])?;
        Some((digit, self.origins[cell.index()]))
    }

    /// Returns true if the strategy reports the candidates of all cells.
    pub(super) fn reports_candidates(&self) -> bool {
        self.reports_candidates
    }

    /// Notes the candidates that the next event leaves.
    pub(super) fn tell(&mut self, cells: &[Candidates]) {
        self.told = Some(cells.to_vec());
    }

    /// Notes the chains of the next event.
    pub(super) fn tell_chains(&mut self, chains: &[Chain]) {
        self.chains = chains.to_vec();
    }

    /// The chains of the next event.
    pub(super) fn chains(&self) -> &[Chain] {
        &self.chains
    }

    pub(super) fn follow(&mut self, event: Event) {
        self.chains.clear();
        self.change(event);
        if let Some(told) = self.told.take() {
            for (cell, left) in self.size.all_cells().zip(told) {
                self.narrow(cell, left);
            }
        }
    }

    /// Leaves these candidates in an open cell, and enters the last one.
    fn narrow(&mut self, cell: Cell, left: Candidates) {
        if self.value(cell).is_some() {
            return;
        }
        match left.single() {
            Some(digit) => self.imply(cell, digit),
            None => (self.candidates(cell) - left).iter().for_each(|it| self.exclude(cell, it)),
        }
    }

    fn imply(&mut self, cell: Cell, digit: Digit) {
        self.fill(cell, digit, Origin::Implied);
        self.trail.push(Change::Implied(cell));
    }

    fn change(&mut self, event: Event) {
        match event {
            Event::Clue(cell, digit) => self.fill(cell, digit, Origin::Clue),
            Event::NakedSingle(cell, digit) | Event::HiddenSingle(cell, digit) => {
                self.imply(cell, digit);
            }
            Event::Guess(cell, digit) => {
                self.fill(cell, digit, Origin::Guess);
                self.trail.push(Change::Guessed(cell));
                self.depth += 1;
            }
            Event::Removal(removal) => for_size!(self.size, O => {
                removal.excluded::<O>().for_each(|(cell, digit)| self.exclude(cell, digit));
            }),
            Event::Deduction(deduction) => {
                for (cell, digits) in deduction.removed() {
                    digits.iter().for_each(|digit| self.exclude(cell, digit));
                }
                if let Some((cell, digit)) = deduction.placed {
                    self.imply(cell, digit);
                }
            }
            Event::Undo(..) => self.undo(),
            Event::Restart => {
                while !self.trail.is_empty() {
                    self.undo();
                }
            }
            Event::Sweep | Event::Contradiction(_) | Event::Solution | Event::Refresh => {}
        }
    }

    fn fill(&mut self, cell: Cell, digit: Digit, origin: Origin) {
        self.values[cell.index()] = digit.value();
        self.origins[cell.index()] = origin;
    }

    fn exclude(&mut self, cell: Cell, digit: Digit) {
        let excluded = &mut self.excluded[cell.index()];
        if !excluded.contains(digit) {
            *excluded |= digit.into();
            self.trail.push(Change::Excluded(cell, digit));
        }
    }

    /// Undoes the last guess and everything after it.
    fn undo(&mut self) {
        while let Some(change) = self.trail.pop() {
            match change {
                Change::Excluded(cell, digit) => {
                    self.excluded[cell.index()] -= digit.into();
                }
                Change::Implied(cell) => self.values[cell.index()] = 0,
                Change::Guessed(cell) => {
                    self.values[cell.index()] = 0;
                    self.depth -= 1;
                    return;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudomill_puzzle::{
        grid::{Order2, Order3, Puzzle, Unit},
        solving::{Counters, Limits, Removal},
    };
    use sudomill_solvers::{
        propagation,
        registry::{self, Tuning},
    };

    fn digit(value: u8) -> Digit {
        Digit::new(value).unwrap()
    }

    #[test]
    fn undo_restores_everything() {
        let mut state =
            State::new(Units::STANDARD, &Puzzle::<Order2>::new(&[0; 16]).unwrap(), false);
        let at = |row, column| Cell::at::<Order2>(row, column);
        let locked = |value| {
            let mut techniques = propagation::techniques().into_iter();
            let technique = techniques.find(|it| it.name == "locked candidates").unwrap();
            let [base, cover] = [Unit::Box(0), Unit::Row(0)];
            Event::Removal(Removal::covered(technique, digit(value), [base], [cover]))
        };
        state.follow(Event::Clue(at(0, 0), digit(1)));
        state.follow(locked(2));
        let before = (state.candidates(at(0, 2)), state.candidates(at(3, 3)));
        assert_eq!(before.0.iter().map(Digit::value).collect::<Vec<_>>(), [3, 4]);

        state.follow(Event::Guess(at(3, 3), digit(4)));
        state.follow(Event::NakedSingle(at(3, 0), digit(2)));
        state.follow(locked(3));
        assert_eq!((state.filled(), state.depth()), (3, 1));
        assert!(!state.candidates(at(0, 2)).contains(digit(3)));
        assert_eq!(state.value(at(3, 3)), Some((digit(4), Origin::Guess)));
        assert_eq!(state.value(at(3, 0)), Some((digit(2), Origin::Implied)));

        state.follow(Event::Undo(at(3, 3), digit(4)));
        assert_eq!((state.filled(), state.depth()), (1, 0));
        assert_eq!((state.candidates(at(0, 2)), state.candidates(at(3, 3))), before);
    }

    /// The events describe the grid of the strategy: at every solution the followed grid is
    /// complete and correct, even after undone guesses.
    #[test]
    fn followed_grid_is_a_solution() {
        let lines = ["1000020000300004", "................", "1.......2......."];
        for strategy in registry::STRATEGIES
            .iter()
            .map(registry::Strategy::from)
            .chain(registry::all_combinations())
        {
            for line in lines {
                let puzzle: Puzzle<Order2> = line.parse().unwrap();
                let (mut state, mut solutions) = (State::new(Units::STANDARD, &puzzle, false), 0);
                let limits = Limits::default().with_solutions(5);
                let tuning = Tuning::default().with_max_fillings(1 << 16);
                let mut watch = |event: Event, _: &Counters| {
                    state.follow(event);
                    if event == Event::Solution {
                        solutions += 1;
                        let right = sudomill_puzzle::verify::check(&puzzle, state.values());
                        assert_eq!(right, Ok(()), "{strategy} {line}");
                    }
                };
                let outcome =
                    strategy.clone().tuned(tuning).solver().trace(&puzzle, &limits, &mut watch);
                assert_eq!(solutions, outcome.solutions, "{strategy} {line}");
            }
        }
    }

    #[test]
    fn candidates_contain_the_solution() {
        let line =
            "020030040600000003004000500000806000800010006000705000007000600400000008030040020";
        let solution: Vec<u8> =
            "925631847618574293374982561749826135852413976163795482287359614491267358536148729"
                .bytes()
                .map(|byte| byte - b'0')
                .collect();
        let puzzle: Puzzle = line.parse().unwrap();
        let mut state = State::new(Units::STANDARD, &puzzle, false);
        let (mut kept, mut looked) = (true, 0);
        let mut watch = |event: Event, _: &Counters| {
            state.follow(event);
            let stands = |(value, right): (&u8, &u8)| *value == 0 || value == right;
            if state.values().iter().zip(&solution).all(stands) {
                looked += 1;
                kept &= Cell::all::<Order3>()
                    .filter(|c| state.values()[c.index()] == 0)
                    .all(|c| state.candidates(c).contains(digit(solution[c.index()])));
            }
        };
        let locked = registry::find("locked/mrv").unwrap();
        locked.solver().trace(&puzzle, &Limits::default(), &mut watch);
        assert!(kept && looked > 60, "{looked}");
    }
}
