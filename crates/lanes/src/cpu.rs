//! The kernel's interface to a CPU: its registers, and the steps outside a sweep that depend on its
//! instructions.

use super::{
    grid::{Grid, REGISTER_WORD, Register},
    node::ALL_DIGITS,
    one::settle::Settled,
    progress::LaneInput,
    vector::Vector,
};

/// Proof that the CPU has the features of a backend.
pub trait Cpu: Copy + Send + Sync + 'static {
    /// The name of the backend.
    const NAME: &'static str;
    /// The register for many puzzles.
    type Wide: Vector;
    /// The register for one puzzle.
    type One: Register;

    /// Returns a register of zeros, from which others are made.
    fn wide(self) -> Self::Wide;
    /// Returns a register of zeros, from which others are made.
    fn one(self) -> Self::One;

    /// Runs a task compiled with all the features of the CPU. Never inlined.
    fn run<T: Task>(self, task: T) -> T::Output;

    /// The grid of a puzzle.
    #[inline(always)]
    fn grid(self, given: LaneInput) -> Grid<Self::One> {
        match given {
            LaneInput::Clues(line) => self.parse(line, b'1'),
            LaneInput::Values(values) => self.parse(values, 1),
            LaneInput::Without(values, cell, digit) => {
                let mut grid = self.parse(values, 1);
                grid.remove(cell, digit);
                grid
            }
            LaneInput::Candidates(cells) => {
                Grid::of_cells(self.one(), |cell| cells[cell].bits() as u16 & ALL_DIGITS)
            }
        }
    }

    /// The grid of a line: a clue's digit, or all nine digits for any byte but that of 1 and the eight
    /// that follow it.
    #[inline(always)]
    fn parse(self, line: &[u8; 81], byte_of_one: u8) -> Grid<Self::One> {
        Grid::of_cells(self.one(), |cell| {
            CANDIDATES[usize::from(line[cell].wrapping_sub(byte_of_one))]
        })
    }

    /// Writes the digits of a solved grid, in ASCII.
    #[inline(always)]
    fn write_digits(self, grid: &Grid<Self::One>, digits: &mut [u8; 81]) {
        let words = Vector::groups(&grid.0).as_flattened();
        for (&place, digit) in REGISTER_WORD.iter().zip(digits) {
            *digit = b'1' + words[usize::from(place)].trailing_zeros() as u8;
        }
    }

    /// Sweeps a guess and its alternative side by side, as [`settle`](super::one::settle::settle) does each
    /// of them; `None` if the CPU has no registers for two grids.
    #[inline(always)]
    fn settle_both(
        self,
        _guess: &mut Grid<Self::One>,
        _alternative: &mut Grid<Self::One>,
    ) -> Option<[Settled; 2]> {
        None
    }
}

/// The candidates of a cell by the distance of its byte from that of 1.
static CANDIDATES: [u16; 256] = {
    let mut candidates = [ALL_DIGITS; 256];
    let mut digit = 0;
    while digit < 9 {
        candidates[digit] = 1 << digit;
        digit += 1;
    }
    candidates
};

/// Work to do with the features of a CPU. The body has to be inlined, or it is compiled without
/// them; hence a trait instead of a closure.
pub trait Task {
    /// The result of the work.
    type Output;

    /// Does the work. Implementations must be `#[inline(always)]`.
    fn run(self) -> Self::Output;
}
