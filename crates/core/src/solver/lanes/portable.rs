//! The backend for every CPU: arrays that the compiler turns into the vectors that the target is
//! known to have, 128 bits on x86-64.

#![allow(unsafe_code)]

use super::{nine::register::Register, vector::Vector};

/// A register of `N` words. Aligned, because SSE2 instructions only take aligned memory operands.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub(super) struct Portable<const N: usize>([u16; N]);

impl<const N: usize> Portable<N> {
    /// Word `i` of the result is word `place(i)`.
    #[inline(always)]
    fn permuted(self, place: impl Fn(usize) -> usize) -> Self {
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
    const GROUPS: usize = {
        assert!(N.is_multiple_of(8), "no padding up to the alignment");
        N / 4
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
    fn without_unless_empty(self, removed: Self) -> Self {
        let a = self;
        lanes!(|a, removed| a & if a & !removed == 0 { u16::MAX } else { !removed })
    }

    #[inline(always)]
    fn next_stack(self) -> Self {
        self.permuted(|word| word / 4 * 4 + [1, 2, 0, 3][word % 4])
    }
    #[inline(always)]
    fn stack_after_next(self) -> Self {
        self.permuted(|word| word / 4 * 4 + [2, 0, 1, 3][word % 4])
    }

    #[inline(always)]
    fn equal_groups(self, other: Self) -> u8 {
        let mut mask = 0;
        for group in 0..Self::GROUPS {
            let words = |register: &Self| register.0.as_chunks::<4>().0[group];
            mask |= u8::from(words(&self) == words(&other)) << group;
        }
        mask
    }
}

impl Register for Portable<16> {
    #[inline(always)]
    fn load((): (), words: &[u16; 16]) -> Self {
        Self(*words)
    }
    #[inline(always)]
    fn of_bands((): (), [a, b, c]: [[u16; 4]; 3]) -> Self {
        let mut words = [0; 16];
        words.copy_from_slice([a, b, c, [0; 4]].as_flattened());
        Self(words)
    }
    #[inline(always)]
    fn next_band(self) -> Self {
        self.permuted(|word| if word < 12 { (word + 4) % 12 } else { word })
    }
    #[inline(always)]
    fn band_after_next(self) -> Self {
        self.permuted(|word| if word < 12 { (word + 8) % 12 } else { word })
    }
    #[inline(always)]
    fn is_zero(self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }
}
