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
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(target_arch = "x86_64")]
use super::backend::Kind;
use super::{
    LaneInput, LaneOutcome,
    backend::Backend,
    branch::Branch,
    layout81::{self, portable::Portable, vector::Vector},
    memory::Memory,
    node::{ALL_DIGITS, cell_at},
    progress::Progress,
};
use crate::solver::Limits;
use register::Register;
use std::ops::ControlFlow;

/// Solves one puzzle.
pub(super) fn solve(backend: Backend, given: LaneInput, limits: &Limits) -> LaneOutcome {
    match backend.0 {
        #[cfg(target_arch = "x86_64")]
        Kind::Avx512(proof) => Search::run(proof, given, limits),
        #[cfg(target_arch = "x86_64")]
        Kind::Avx512Bw(proof) => Search::run(proof.avx2(), given, limits),
        #[cfg(target_arch = "x86_64")]
        Kind::Avx2(proof) => Search::run(proof, given, limits),
        // The others have no features that have to be enabled.
        _ => Search::run((), given, limits),
    }
}

/// The steps of a search, each compiled with all the features of a CPU. Implemented by the proof
/// that the CPU has them.
trait Cpu: Copy {
    /// The register that holds a cell of every box.
    type Register: Register;

    /// The proof that the register asks for.
    fn proof(self) -> <Self::Register as Vector>::Proof;

    /// Sweeps until nothing changes, or until the end. Counts the sweeps.
    ///
    /// Not inlined, because together with the search the registers would not suffice.
    fn settle(self, grid: &mut Grid<Self::Register>, sweeps: &mut u64) -> Verdict;

    /// Chooses where a stuck grid branches; `None` if no cell has two candidates.
    fn choose(self, grid: &Grid<Self::Register>, memory: &Memory) -> Option<Branch>;

    /// Writes the digits of a settled grid, in ASCII.
    fn write_digits(self, grid: &Grid<Self::Register>, digits: &mut [u8; 81]);

    /// Calls [`Search::below`].
    fn below(self, search: &mut Search<Self>, grid: Grid<Self::Register>) -> ControlFlow<()>;
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

/// The candidates of a puzzle. The spare words have all digits and never change.
#[derive(Clone, Copy)]
struct Grid<R>([R; 9]);

impl<R: Register> Grid<R> {
    /// Creates a grid from the candidates of the cells, row-major.
    fn of(proof: R::Proof, cells: &[u16; 81]) -> Self {
        let mut grid = Self([R::splat(proof, ALL_DIGITS); 9]);
        let words = R::words_mut(&mut grid.0);
        for (cell, candidates) in cells.iter().enumerate() {
            let (register, word) = place_of(cell / 9, cell % 9);
            words[16 * register + word] = candidates & ALL_DIGITS;
        }
        grid
    }

    /// Returns true if every column of a settled grid has all digits.
    #[inline(always)]
    fn columns_hold(&self, proof: R::Proof) -> bool {
        let all = R::splat(proof, ALL_DIGITS);
        let [a, b, c, d, e, f, g, h, i] = self.0;
        let [a, b, c] = [a.or3(d, g), b.or3(e, h), c.or3(f, i)];
        let a = a.or3(a.next_band(), a.band_after_next());
        let b = b.or3(b.next_band(), b.band_after_next());
        let c = c.or3(c.next_band(), c.band_after_next());
        a.and3(b, c).xor(all).is_zero()
    }

    /// Reduces a cell to one digit.
    #[inline(always)]
    fn assume(&mut self, branch: Branch) {
        let (row, column) = cell_at(branch.at.into());
        let (register, word) = place_of(row, column);
        R::words_mut(&mut self.0)[(16 * register + word) % 144] = branch.digit;
    }

    /// Removes a digit from an open cell. If one digit is left there, removes that from the peers,
    /// as [`Node::exclude`](super::node::Node::exclude) does.
    #[inline(always)]
    fn exclude(&mut self, proof: R::Proof, branch: Branch) {
        let (row, column) = cell_at(branch.at.into());
        let (register, word) = place_of(row, column);
        let at = (16 * register + word) % 144;
        let left = R::words(&self.0)[at] & !branch.digit;
        if left & left.wrapping_sub(1) == 0 {
            let digit = R::splat(proof, left);
            let [in_box, in_band, in_stack] = peer_words(row, column);
            let in_box = digit.and(R::load(proof, in_box));
            let in_band = digit.and(R::load(proof, in_band));
            let in_stack = digit.and(R::load(proof, in_stack));
            let none = R::splat(proof, 0);
            for (i, cells) in self.0.as_chunks_mut::<3>().0.iter_mut().enumerate() {
                let in_row = if i == row % 3 { in_band.or(in_box) } else { in_box };
                for (k, cell) in cells.iter_mut().enumerate() {
                    let in_column = if k == column % 3 { in_stack } else { none };
                    *cell = cell.in_neither(in_row, in_column);
                }
            }
        }
        R::words_mut(&mut self.0)[at] = left;
    }
}

/// The register and the word of a cell.
#[inline(always)]
const fn place_of(row: usize, column: usize) -> (usize, usize) {
    (3 * (row % 3) + column % 3, 4 * (row / 3) + column / 3)
}

/// Masks of the words of a cell's box, band and stack.
#[inline(always)]
fn peer_words(row: usize, column: usize) -> [&'static [u16; 16]; 3] {
    /// Masks of a box, a band or a stack by index.
    const fn masks<const N: usize>(kind: usize) -> [[u16; 16]; N] {
        let mut masks = [[0; 16]; N];
        let mut word = 0;
        while word < 11 {
            let (band, stack) = (word / 4, word % 4);
            if stack < 3 {
                masks[[3 * band + stack, band, stack][kind]][word] = u16::MAX;
            }
            word += 1;
        }
        masks
    }
    static BOXES: [[u16; 16]; 9] = masks(0);
    static BANDS: [[u16; 16]; 3] = masks(1);
    static STACKS: [[u16; 16]; 3] = masks(2);
    let (band, stack) = (row / 3 % 3, column / 3 % 3);
    [&BOXES[3 * band + stack], &BANDS[band], &STACKS[stack]]
}

/// The search for the solutions of a puzzle: depth first, the alternatives on the machine's stack.
struct Search<'a, C> {
    cpu: C,
    limits: &'a Limits<'a>,
    progress: Progress,
}

impl<'a, C: Cpu> Search<'a, C> {
    fn run(cpu: C, given: LaneInput, limits: &'a Limits<'a>) -> LaneOutcome {
        let grid = match given {
            LaneInput::Clues(line) => Grid(C::Register::parse_grid(cpu.proof(), line)),
            LaneInput::Candidates(cells) => Grid::of(cpu.proof(), cells),
        };
        let mut search = Self { cpu, limits, progress: Progress::new() };
        if cpu.below(&mut search, grid).is_continue() {
            search.progress.backtrack(0, 0);
        }
        search.progress.outcome
    }

    /// Searches a grid: calls itself for a guess, and goes on with the alternative. Returns
    /// `Continue` if the grid has been searched completely.
    #[inline(always)]
    fn below(&mut self, mut grid: Grid<C::Register>) -> ControlFlow<()> {
        let proof = self.cpu.proof();
        loop {
            match self.cpu.settle(&mut grid, &mut self.progress.outcome.counters.sweeps) {
                Verdict::Settled if grid.columns_hold(proof) => {
                    let outcome = &mut self.progress.outcome;
                    outcome.solutions += 1;
                    if outcome.solutions == 1 {
                        self.cpu.write_digits(&grid, &mut outcome.first);
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
            let Some(branch) = self.cpu.choose(&grid, &self.progress.memory) else {
                // Every cell has one candidate, yet the grid is not settled.
                self.progress.contradiction();
                return ControlFlow::Continue(());
            };
            let path = self.progress.path;
            self.guess()?;
            self.progress.decided = branch.at;
            let mut guess = grid;
            guess.assume(branch);
            self.cpu.below(self, guess)?;
            self.progress.backtrack(path, branch.at);
            self.guess()?;
            grid.exclude(proof, branch);
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

impl Cpu for () {
    type Register = Portable<16>;

    fn proof(self) {}

    #[inline(never)]
    fn settle(self, grid: &mut Grid<Portable<16>>, sweeps: &mut u64) -> Verdict {
        sweep::settle((), grid, sweeps)
    }

    fn choose(self, grid: &Grid<Portable<16>>, memory: &Memory) -> Option<Branch> {
        layout81::choose::<Portable<16>>((), &Register::node(&grid.0), memory)
    }

    fn write_digits(self, grid: &Grid<Portable<16>>, digits: &mut [u8; 81]) {
        layout81::write_digits::<Portable<16>>((), &Register::node(&grid.0), digits);
    }

    fn below(self, search: &mut Search<()>, grid: Grid<Portable<16>>) -> ControlFlow<()> {
        search.below(grid)
    }
}
