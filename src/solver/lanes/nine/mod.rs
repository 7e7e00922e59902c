//! One puzzle at a time: the nine cells of every box in nine registers.
//!
//! ```text
//! register 3 i + k = the cell in row i and column k of its box, for all nine boxes
//! word 4 b + j     = the box in band b and stack j
//!
//!             word 0   1   2   3   4   5   6   7   8   9  10  11  12 … 15
//! register 0   box 1   2   3   -   4   5   6   -   7   8   9   -    -
//! ```
//!
//! Steps inside a box are operations between registers; steps along a chute rotate the words of a
//! register. Rules, branching and counters are those of the lanes: see README.md.
//!
//! Called by [`super::LaneSolver`].

mod register;
mod sweep;

use super::{
    LaneInput, LaneOutcome,
    backend::{Backend, Kind},
    branch::Branch,
    cpu::{Cpu, Task},
    dispatch::with_backend,
    node::{ALL_DIGITS, Node, WORDS, groups_of_row},
    progress::Progress,
    sweep::unions_of_columns,
};
use crate::solver::Limits;
pub(super) use register::Register;
use std::ops::ControlFlow;

/// Solves one puzzle.
pub(super) fn solve(backend: Backend, given: LaneInput, limits: &Limits) -> LaneOutcome {
    with_backend!(backend.0, Kind, cpu => Search::run(cpu, given, limits))
}

/// The state of a grid after its sweeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// No solution is left.
    Dead,
    /// Every digit has one cell left in every box.
    Settled,
    /// Another sweep would change nothing.
    Stuck,
}

/// The candidates of a puzzle. The spare words are 0.
#[derive(Clone, Copy)]
pub(super) struct Grid<R>(pub [R; 9]);

/// All digits in the words that are boxes.
static BOXES: [u16; 16] = {
    let all = ALL_DIGITS;
    [all, all, all, 0, all, all, all, 0, all, all, all, 0, 0, 0, 0, 0]
};

/// The highest bit of the words that are boxes.
static NEGATIVE: [u16; 16] = {
    let high = 1 << 15;
    [high, high, high, 0, high, high, high, 0, high, high, high, 0, 0, 0, 0, 0]
};

/// The words of the cells in nine registers of sixteen, row-major.
pub(super) const PLACES: [u8; 81] = {
    let mut places = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        places[cell] = (16 * (3 * (row % 3) + column % 3) + 4 * (row / 3) + column / 3) as u8;
        cell += 1;
    }
    places
};

impl<R: Register> Grid<R> {
    /// Parses a puzzle.
    #[inline(always)]
    pub fn parse(proof: R::Proof, given: LaneInput) -> Self {
        match given {
            LaneInput::Clues(line) => Self(R::parse(proof, line)),
            LaneInput::Candidates(cells) => {
                let mut grid = Self([R::splat(proof, 0); 9]);
                let words = R::groups_mut(&mut grid.0).as_flattened_mut();
                for (&place, candidates) in PLACES.iter().zip(cells) {
                    words[usize::from(place)] = candidates & ALL_DIGITS;
                }
                grid
            }
        }
    }

    /// Copies the grid into a node.
    #[inline(always)]
    pub fn node(&self) -> Node {
        let mut node = Node::EMPTY;
        let registers = R::groups(&self.0).as_chunks::<4>().0;
        for (i, [a, b, c, _]) in registers.iter().enumerate() {
            node.words[12 * i..][..12].copy_from_slice([*a, *b, *c].as_flattened());
        }
        node
    }

    /// Returns true if a settled grid is a solution.
    ///
    /// In a settled grid each digit has one cell in each box, and after a sweep one box in each
    /// row. What remains to check is that each column holds nine digits, and that no cell is empty,
    /// because then none holds two.
    #[inline(always)]
    pub fn is_solution(&self, proof: R::Proof) -> bool {
        let (boxes, minus_one) = (R::load(proof, &BOXES), R::splat(proof, u16::MAX));
        // The words of an empty cell become negative, so that they have the highest bit.
        let mut less = self.0;
        for cell in &mut less {
            *cell = cell.add(minus_one);
        }
        let [a, b, c] = unions_of_columns(&less);
        let mut wrong = a.or3(b, c).and(R::load(proof, &NEGATIVE));
        for column in unions_of_columns(&self.0) {
            let union = column.or3(column.next_band(), column.band_after_next());
            wrong = wrong.or(union.xor(boxes));
        }
        wrong.is_zero()
    }

    /// Enters a digit in a cell, and removes `lost` from the others of its row.
    #[inline(always)]
    fn enter(&mut self, at: u16, digits: u16, lost: u16) {
        let at = usize::from(at) % WORDS;
        let registers = R::groups_mut(&mut self.0);
        for group in groups_of_row(at) {
            registers[group / 3 * 4 + group % 3].iter_mut().for_each(|word| *word &= !lost);
        }
        registers[at / 12 % 9 * 4 + at / 4 % 3][at % 4] = digits;
    }

    /// Enters the guess of a branching.
    #[inline(always)]
    fn assume(&mut self, Branch { at, digit }: Branch) {
        self.enter(at, digit, digit);
    }

    /// Enters the alternative of a branching, as [`Node::exclude`] does.
    #[inline(always)]
    fn exclude(&mut self, Branch { at, digit }: Branch) {
        let word = usize::from(at) % WORDS;
        let left = R::groups(&self.0)[word / 12 % 9 * 4 + word / 4 % 3][word % 4] & !digit;
        let is_single = left & left.wrapping_sub(1) == 0;
        self.enter(at, left, if is_single { left } else { 0 });
    }
}

/// The search for the solutions of a puzzle: depth first, the alternatives on the machine's stack.
struct Search<'a, C> {
    cpu: C,
    limits: &'a Limits<'a>,
    progress: Progress,
}

impl<'a, C: Cpu> Search<'a, C> {
    fn run(cpu: C, given: LaneInput, limits: &'a Limits<'a>) -> LaneOutcome {
        let mut search = Self { cpu, limits, progress: Progress::new() };
        cpu.run(Start { search: &mut search, given });
        search.progress.outcome
    }

    /// Searches a grid: calls itself for a guess, and goes on with the alternative. Returns
    /// `Continue` if the grid has been searched completely.
    #[inline(always)]
    fn below(&mut self, mut grid: Grid<C::Nine>) -> ControlFlow<()> {
        let cpu = self.cpu;
        loop {
            let sweeps = &mut self.progress.outcome.counters.sweeps;
            match cpu.run(Settle { cpu, grid: &mut grid, sweeps }) {
                Verdict::Settled if grid.is_solution(cpu.nine()) => {
                    let outcome = &mut self.progress.outcome;
                    outcome.solutions += 1;
                    if outcome.solutions == 1 {
                        cpu.write_digits(&grid, &mut outcome.first);
                    }
                    return match outcome.solutions >= self.limits.solutions {
                        true => ControlFlow::Break(()),
                        false => ControlFlow::Continue(()),
                    };
                }
                Verdict::Settled | Verdict::Dead => {
                    self.progress.contradiction();
                    return ControlFlow::Continue(());
                }
                Verdict::Stuck => {}
            }
            let deaths = &self.progress.deaths;
            let Some(branch) = cpu.run(Choose { cpu, grid: &grid, deaths }) else {
                self.progress.contradiction();
                return ControlFlow::Continue(());
            };
            let path = self.progress.path;
            self.guess()?;
            self.progress.decided = branch.at;
            let mut guess = grid;
            guess.assume(branch);
            cpu.run(Below { search: self, grid: &guess })?;
            self.progress.backtrack(path, branch.at);
            self.guess()?;
            grid.exclude(branch);
        }
    }

    /// Counts a guess, unless the limits forbid it.
    #[inline(always)]
    fn guess(&mut self) -> ControlFlow<()> {
        match self.progress.guess(self.limits) {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }
}

/// Searches a puzzle.
struct Start<'s, 'a, C> {
    search: &'s mut Search<'a, C>,
    given: LaneInput<'s>,
}

impl<C: Cpu> Task for Start<'_, '_, C> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { search, given } = self;
        let grid = Grid::parse(search.cpu.nine(), given);
        if search.below(grid).is_continue() {
            search.progress.backtrack(0, 0);
        }
    }
}

/// See [`Search::below`].
struct Below<'s, 'a, C: Cpu> {
    search: &'s mut Search<'a, C>,
    grid: &'s Grid<C::Nine>,
}

impl<C: Cpu> Task for Below<'_, '_, C> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run(self) -> ControlFlow<()> {
        self.search.below(*self.grid)
    }
}

/// See [`sweep::settle`]. A task of its own, because together with the search the registers would
/// not suffice.
struct Settle<'s, C: Cpu> {
    cpu: C,
    grid: &'s mut Grid<C::Nine>,
    sweeps: &'s mut u64,
}

impl<C: Cpu> Task for Settle<'_, C> {
    type Output = Verdict;

    #[inline(always)]
    fn run(self) -> Verdict {
        sweep::settle(self.cpu.nine(), self.grid, self.sweeps)
    }
}

/// See [`Cpu::choose`].
struct Choose<'s, C: Cpu> {
    cpu: C,
    grid: &'s Grid<C::Nine>,
    deaths: &'s [u8; WORDS],
}

impl<C: Cpu> Task for Choose<'_, C> {
    type Output = Option<Branch>;

    #[inline(always)]
    fn run(self) -> Option<Branch> {
        self.cpu.choose(&self.grid.node(), self.deaths)
    }
}
