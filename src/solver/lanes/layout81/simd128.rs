//! The backend for WebAssembly built with `simd128`: eight puzzles. A module with these
//! instructions does not load on engines without them, so no run-time detection is needed.

#![allow(unsafe_code)]

use super::vector::Vector;
use crate::solver::lanes::node::WORDS;
use std::arch::wasm32::*;

/// Eight puzzles. The target has `simd128`, so no proof is needed.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(in crate::solver::lanes) struct Simd128(v128);

// SAFETY: a register is exactly 8 words, and every bit pattern is valid.
unsafe impl Vector for Simd128 {
    const LANES: usize = 8;
    type Proof = ();

    #[inline(always)]
    fn splat((): (), word: u16) -> Self {
        Self(u16x8_splat(word))
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(v128_and(self.0, other.0))
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(v128_or(self.0, other.0))
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(u16x8_add(self.0, other.0))
    }
    #[inline(always)]
    fn subtract(self, other: Self) -> Self {
        Self(u16x8_sub_sat(self.0, other.0))
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(v128_xor(self.0, other.0))
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(u16x8_min(self.0, other.0))
    }
    #[inline(always)]
    fn exactly_one(self, b: Self, c: Self) -> Self {
        let odd = self.xor(b).xor(c);
        Self(v128_andnot(odd.0, self.and(b).0))
    }
    #[inline(always)]
    fn in_neither(self, b: Self, c: Self) -> Self {
        Self(v128_andnot(self.0, b.or(c).0))
    }
    #[inline(always)]
    fn where_zero(self, test: Self) -> Self {
        Self(v128_and(self.0, u16x8_eq(test.0, u16x8_splat(0))))
    }
    #[inline(always)]
    fn narrow(self, other: Self) -> Self {
        let both = self.and(other).0;
        let none = u16x8_eq(both, u16x8_splat(0));
        Self(v128_or(both, v128_and(self.0, none)))
    }

    #[inline(always)]
    fn equal_lanes(self, other: Self) -> u32 {
        u16x8_bitmask(u16x8_eq(self.0, other.0)).into()
    }

    #[inline(always)]
    fn having((): (), words: &[u16; WORDS], digits: u16) -> u128 {
        let digits = Self::splat((), digits);
        let mut registers = [digits; 12];
        Self::words_mut(&mut registers).copy_from_slice(words);
        let mut bits = 0;
        for (i, words) in registers.into_iter().enumerate() {
            let some = u16x8_ne(words.and(digits).0, u16x8_splat(0));
            bits |= u128::from(u16x8_bitmask(some)) << (8 * i);
        }
        bits
    }
}
