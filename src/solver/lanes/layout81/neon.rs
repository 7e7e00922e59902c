//! The backend for AArch64, where every CPU has NEON: eight puzzles.

#![allow(unsafe_code)]
// The set of intrinsics that are safe to call on this target depends on the compiler version.
#![allow(unused_unsafe)]

use super::vector::Vector;
use crate::solver::lanes::node::WORDS;
use std::arch::aarch64::*;

/// Eight puzzles. The target has NEON, so no proof is needed.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(in crate::solver::lanes) struct Neon(uint16x8_t);

/// SAFETY of every intrinsic in this file: it is only compiled for targets that have NEON.
macro_rules! intrinsic {
    ($call:expr) => {
        // SAFETY: see the macro.
        unsafe { $call }
    };
}

// SAFETY: a register is exactly 8 words, and every bit pattern is valid.
unsafe impl Vector for Neon {
    const LANES: usize = 8;
    type Proof = ();

    #[inline(always)]
    fn splat((): (), word: u16) -> Self {
        Self(intrinsic!(vdupq_n_u16(word)))
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(intrinsic!(vandq_u16(self.0, other.0)))
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(intrinsic!(vorrq_u16(self.0, other.0)))
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(intrinsic!(vaddq_u16(self.0, other.0)))
    }
    #[inline(always)]
    fn subtract(self, other: Self) -> Self {
        Self(intrinsic!(vqsubq_u16(self.0, other.0)))
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(intrinsic!(veorq_u16(self.0, other.0)))
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(intrinsic!(vminq_u16(self.0, other.0)))
    }
    #[inline(always)]
    fn exactly_one(self, b: Self, c: Self) -> Self {
        let odd = intrinsic!(veorq_u16(veorq_u16(self.0, b.0), c.0));
        Self(intrinsic!(vbicq_u16(odd, self.and(b).0)))
    }
    #[inline(always)]
    fn in_neither(self, b: Self, c: Self) -> Self {
        Self(intrinsic!(vbicq_u16(self.0, b.or(c).0)))
    }
    #[inline(always)]
    fn where_zero(self, test: Self) -> Self {
        Self(intrinsic!(vandq_u16(self.0, vceqzq_u16(test.0))))
    }
    #[inline(always)]
    fn narrow(self, other: Self) -> Self {
        let some = intrinsic!(vtstq_u16(self.0, other.0));
        Self(intrinsic!(vbslq_u16(some, self.and(other).0, self.0)))
    }

    #[inline(always)]
    fn equal_lanes(self, other: Self) -> u32 {
        mask(intrinsic!(vceqq_u16(self.0, other.0)))
    }

    #[inline(always)]
    fn having((): (), words: &[u16; WORDS], digits: u16) -> u128 {
        let digits = Self::splat((), digits);
        let mut registers = [digits; 12];
        Self::words_mut(&mut registers).copy_from_slice(words);
        let mut bits = 0;
        for (i, words) in registers.into_iter().enumerate() {
            bits |= u128::from(mask(intrinsic!(vtstq_u16(words.0, digits.0)))) << (8 * i);
        }
        bits
    }
}

/// Packs lanes into one bit each: 1 for a lane of all ones, 0 for a lane of 0.
#[inline(always)]
fn mask(lanes: uint16x8_t) -> u32 {
    const WEIGHTS: [u16; 8] = [1, 2, 4, 8, 16, 32, 64, 128];
    // SAFETY: reads eight words from an array of eight.
    let weights = unsafe { vld1q_u16(WEIGHTS.as_ptr()) };
    intrinsic!(vaddvq_u16(vandq_u16(lanes, weights))).into()
}
