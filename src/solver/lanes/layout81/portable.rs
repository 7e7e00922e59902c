//! The backend for every CPU: arrays that the compiler turns into the vectors that the target is
//! known to have, 128 bits on x86-64.

#![allow(unsafe_code)]

use super::vector::Vector;
use crate::solver::lanes::node::WORDS;

/// Words of as many puzzles, by default eight. Aligned, because SSE2 instructions only take aligned
/// memory operands.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub(in crate::solver::lanes) struct Portable<const N: usize = 8>([u16; N]);

impl<const N: usize> Portable<N> {
    /// Word `i` of the result is word `place(i)`.
    #[inline(always)]
    pub fn permuted(self, place: impl Fn(usize) -> usize) -> Self {
        Self(std::array::from_fn(|word| self.0[place(word)]))
    }
}

/// Applies an operation lane by lane.
macro_rules! lanes {
    (|$($operand:ident),+| $result:expr) => {{
        let mut lanes = [0u16; N];
        for (lane, word) in lanes.iter_mut().enumerate() {
            $(let $operand = $operand.0[lane];)+
            *word = $result;
        }
        Portable(lanes)
    }};
}

// SAFETY: a register is exactly `N` words, and every bit pattern is valid.
unsafe impl<const N: usize> Vector for Portable<N> {
    const LANES: usize = {
        assert!(N.is_multiple_of(8), "no padding up to the alignment");
        N
    };
    type Proof = ();

    #[inline(always)]
    fn splat((): (), word: u16) -> Self {
        Self([word; N])
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        let a = self;
        lanes!(|a, other| a & other)
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        let a = self;
        lanes!(|a, other| a | other)
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        let a = self;
        lanes!(|a, other| a.wrapping_add(other))
    }
    #[inline(always)]
    fn subtract(self, other: Self) -> Self {
        let a = self;
        lanes!(|a, other| a.saturating_sub(other))
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        let a = self;
        lanes!(|a, other| a ^ other)
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        let a = self;
        lanes!(|a, other| a.min(other))
    }
    #[inline(always)]
    fn exactly_one(self, b: Self, c: Self) -> Self {
        let a = self;
        lanes!(|a, b, c| (a ^ b ^ c) & !(a & b))
    }
    #[inline(always)]
    fn in_neither(self, b: Self, c: Self) -> Self {
        let a = self;
        lanes!(|a, b, c| a & !(b | c))
    }
    #[inline(always)]
    fn where_zero(self, test: Self) -> Self {
        let a = self;
        lanes!(|a, test| a & if test == 0 { u16::MAX } else { 0 })
    }
    #[inline(always)]
    fn narrow(self, other: Self) -> Self {
        let a = self;
        lanes!(|a, other| a & (other | if a & other == 0 { u16::MAX } else { 0 }))
    }

    #[inline(always)]
    fn equal_lanes(self, other: Self) -> u32 {
        let mut mask = 0;
        for lane in 0..N {
            mask |= u32::from(self.0[lane] == other.0[lane]) << lane;
        }
        mask
    }

    #[inline(always)]
    fn having((): (), words: &[u16; WORDS], digits: u16) -> u128 {
        let mut bits = 0;
        for (at, &word) in words.iter().enumerate() {
            bits |= u128::from(word & digits != 0) << at;
        }
        bits
    }
}
