//! The kernel's interface to a CPU: its registers, and the steps outside a sweep that depend on its
//! instructions.

use super::{
    masks::Masks,
    nine::{grid::Grid, register::Register},
    node::{Branch, Node, WORDS},
    vector::Vector,
};

/// Proof that the CPU has the features of a backend.
pub(super) trait Cpu: Copy + 'static {
    /// The register for many puzzles.
    type Wide: Vector;
    /// The register for one puzzle.
    type Nine: Register;

    /// The proof that [`Cpu::Wide`] asks for.
    fn wide(self) -> <Self::Wide as Vector>::Proof;
    /// The proof that [`Cpu::Nine`] asks for.
    fn nine(self) -> <Self::Nine as Vector>::Proof;

    /// Runs a task compiled with all the features of the CPU. Never inlined.
    fn run<T: Task>(self, task: T) -> T::Output;

    /// Writes the digits of a solved grid, in ASCII.
    #[inline(always)]
    fn write_digits(self, grid: &Grid<Self::Nine>, digits: &mut [u8; 81]) {
        Self::Nine::write_digits(&grid.0, digits);
    }

    /// The cells of a node by their digits. Bits of spare words are meaningless.
    #[inline(always)]
    fn masks(self, words: &[u16; WORDS]) -> Masks {
        Masks::of(words)
    }

    /// The words that have any of `digits`; bit `p` is word `p`.
    #[inline(always)]
    fn having(self, words: &[u16; WORDS], digits: u16) -> u128 {
        let mut bits = 0;
        for (at, &word) in words.iter().enumerate() {
            bits |= u128::from(word & digits != 0) << at;
        }
        bits
    }

    /// Chooses where a stuck node branches; `None` if a cell is empty, or none is open.
    fn choose(self, node: &Node, deaths: &[u8; WORDS]) -> Option<Branch>;
}

/// Work to do with the features of a CPU. The body has to be inlined, or it is compiled without
/// them; hence a trait instead of a closure.
pub(super) trait Task {
    /// The result of the work.
    type Output;

    /// Does the work. Implementations must be `#[inline(always)]`.
    fn run(self) -> Self::Output;
}
