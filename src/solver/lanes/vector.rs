//! What the kernel asks of a register: the operations it uses and no more.
//!
//! A register holds one 16-bit word of each of [`Vector::LANES`] puzzles; no
//! operation but the masks at the end of a sweep looks across lanes.

use super::{LaneOutcome, node::Node, scheduler::Scheduler};

/// The nine digits of a cell, bit `d - 1` for digit `d`.
pub(super) const ALL_DIGITS: u16 = 511;

/// A register of 16-bit words, a puzzle a lane.
///
/// A value exists only where the CPU has what its operations need: the one way
/// to make the first is [`Vector::splat`], which asks for the proof, and every
/// operation asks for a value.
pub(super) trait Vector: Copy + 'static {
    /// Puzzles in a register; at most 32.
    const LANES: usize;

    /// What only [`super::Backend`] hands out, after looking at the CPU.
    type Proof: Copy;

    /// That word in every lane.
    fn splat(proof: Self::Proof, word: u16) -> Self;

    /// Digits in both.
    fn and(self, other: Self) -> Self;
    /// Digits in either.
    fn or(self, other: Self) -> Self;
    /// The sum, lane by lane, modulo 65,536.
    fn add(self, other: Self) -> Self;
    /// The lesser, lane by lane, as numbers.
    fn min(self, other: Self) -> Self;
    /// Digits in all three.
    fn and3(self, b: Self, c: Self) -> Self;
    /// Digits in any of three.
    fn or3(self, b: Self, c: Self) -> Self;
    /// Digits in exactly one of three.
    fn exactly_one(self, b: Self, c: Self) -> Self;
    /// Digits here and in neither of two others.
    fn in_neither(self, b: Self, c: Self) -> Self;
    /// The lanes where `test` is 0; the others become 0.
    fn where_zero(self, test: Self) -> Self;
    /// The lanes where `a` and `b` share a bit; the others become 0.
    fn where_sharing(self, a: Self, b: Self) -> Self;
    /// The digits shared with `other` where there are any, else all of them.
    fn narrow(self, other: Self) -> Self;

    /// Bit `l` is set where lane `l` is the same in both.
    fn equal_lanes(self, other: Self) -> u32;

    /// The words of some registers: register by register, in it lane by lane.
    fn words(registers: &[Self]) -> &[u16];
    /// As [`Vector::words`], to be changed.
    fn words_mut(registers: &mut [Self]) -> &mut [u16];

    /// The candidates of a line's cells: the clue's digit, or all nine where the
    /// byte is none of `1` to `9`.
    #[inline(always)]
    fn parse(_: Self::Proof, line: &[u8; 81]) -> Node {
        Node::parse(line)
    }

    /// The register with these words, [`Vector::LANES`] of them.
    #[inline(always)]
    fn load(proof: Self::Proof, words: &[u16]) -> Self {
        let mut register = Self::splat(proof, 0);
        Self::words_mut(std::slice::from_mut(&mut register)).copy_from_slice(words);
        register
    }

    /// Writes the cells of a lane side by side into `node`.
    #[inline(always)]
    fn node(cells: &[Self; 81], lane: usize, node: &mut Node) {
        for (word, lanes) in node.words.iter_mut().zip(Self::words(cells).chunks_exact(Self::LANES))
        {
            *word = lanes[lane % Self::LANES];
        }
    }

    /// The words of a node that are not 0: bit `c` for word `c`. Bits from 81 on
    /// mean nothing.
    fn nonzero(proof: Self::Proof, words: &[u16; 96]) -> u128;

    /// Runs the scheduler where the compiler may use all that the CPU has: as it
    /// is, unless the target lacks what the backend needs.
    fn run<'p>(
        scheduler: &mut Scheduler<'_, Self>,
        puzzles: impl Iterator<Item = (u64, &'p [u8; 81])>,
        drain: bool,
        sink: impl FnMut(u64, &LaneOutcome),
    ) {
        scheduler.run(puzzles, drain, sink);
    }
}
