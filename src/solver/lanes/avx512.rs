//! The backend for x86-64 with AVX-512 BW: 32 puzzles, and three-input logic in
//! one instruction.

#![allow(unsafe_code)]

use super::vector::{Task, Vector};
use std::arch::x86_64::*;

/// Thirty-two puzzles. The one way to make the first is with an [`Avx512Proof`].
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Avx512(__m512i);

/// The CPU has AVX-512 F and BW, and what [`super::avx2`] needs: this was looked
/// up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Avx512Proof(());

impl Avx512Proof {
    /// The proof, if the CPU has them all.
    pub fn detect() -> Option<Self> {
        let found = super::avx2::Avx2Proof::detect().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw");
        found.then_some(Self(()))
    }
}

/// SAFETY of every intrinsic in this file: an `Avx512` or an `Avx512Proof` is at
/// hand, and there is none on a CPU without AVX-512 BW.
macro_rules! intrinsic {
    ($call:expr) => {
        // SAFETY: see the macro.
        unsafe { $call }
    };
}

/// Three-input logic. The eight bits say what comes out where the inputs `a b c`
/// are 000, 001, 010 … 111, the first in bit 0.
macro_rules! logic {
    ($table:literal, $a:expr, $b:expr, $c:expr) => {
        Self(intrinsic!(_mm512_ternarylogic_epi32::<$table>($a.0, $b.0, $c.0)))
    };
}

impl Vector for Avx512 {
    const LANES: usize = 32;
    type Proof = Avx512Proof;

    #[inline(always)]
    fn splat(_: Avx512Proof, word: u16) -> Self {
        Self(intrinsic!(_mm512_set1_epi16(word.cast_signed())))
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(intrinsic!(_mm512_and_si512(self.0, other.0)))
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(intrinsic!(_mm512_or_si512(self.0, other.0)))
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(intrinsic!(_mm512_add_epi16(self.0, other.0)))
    }
    #[inline(always)]
    fn subtract(self, other: Self) -> Self {
        Self(intrinsic!(_mm512_subs_epu16(self.0, other.0)))
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(intrinsic!(_mm512_xor_si512(self.0, other.0)))
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(intrinsic!(_mm512_min_epu16(self.0, other.0)))
    }
    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        logic!(0b1000_0000, self, b, c)
    }
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        logic!(0b1111_1110, self, b, c)
    }
    #[inline(always)]
    fn exactly_one(self, b: Self, c: Self) -> Self {
        logic!(0b0001_0110, self, b, c)
    }
    #[inline(always)]
    fn in_neither(self, b: Self, c: Self) -> Self {
        logic!(0b0001_0000, self, b, c)
    }
    #[inline(always)]
    fn where_zero(self, test: Self) -> Self {
        Self(intrinsic!(_mm512_maskz_mov_epi16(_mm512_testn_epi16_mask(test.0, test.0), self.0)))
    }
    #[inline(always)]
    fn where_sharing(self, a: Self, b: Self) -> Self {
        Self(intrinsic!(_mm512_maskz_mov_epi16(_mm512_test_epi16_mask(a.0, b.0), self.0)))
    }
    #[inline(always)]
    fn narrow(self, other: Self) -> Self {
        let some = intrinsic!(_mm512_test_epi16_mask(self.0, other.0));
        Self(intrinsic!(_mm512_mask_mov_epi16(self.0, some, self.and(other).0)))
    }

    #[inline(always)]
    fn equal_lanes(self, other: Self) -> u32 {
        intrinsic!(_mm512_cmpeq_epi16_mask(self.0, other.0))
    }

    #[inline(always)]
    fn words(registers: &[Self]) -> &[u16] {
        // SAFETY: a register is 32 words, and any 32 words are a register.
        unsafe { std::slice::from_raw_parts(registers.as_ptr().cast(), 32 * registers.len()) }
    }
    #[inline(always)]
    fn words_mut(registers: &mut [Self]) -> &mut [u16] {
        // SAFETY: as above; the borrow is passed on.
        unsafe {
            std::slice::from_raw_parts_mut(registers.as_mut_ptr().cast(), 32 * registers.len())
        }
    }

    #[inline(always)]
    fn nonzero(proof: Avx512Proof, words: &[u16; 96]) -> u128 {
        let mut registers = [Self::splat(proof, 0); 3];
        Self::words_mut(&mut registers).copy_from_slice(words);
        let mut bits = 0;
        for (i, words) in registers.into_iter().enumerate() {
            let mask = intrinsic!(_mm512_test_epi16_mask(words.0, words.0));
            bits |= u128::from(mask) << (32 * i);
        }
        bits
    }

    #[inline(always)]
    fn run<T>(_: Avx512Proof, task: &mut impl Task<T>, traffic: &mut T, drain: bool) {
        // SAFETY: the proof is at hand.
        unsafe { run(task, traffic, drain) }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run<T>(task: &mut impl Task<T>, traffic: &mut T, drain: bool) {
    task.run(traffic, drain);
}
