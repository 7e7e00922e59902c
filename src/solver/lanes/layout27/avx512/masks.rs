//! The cells of a node as masks.

#![allow(unsafe_code)]

use super::{CELLS_OF_THIRD, Level, registers_of};
use crate::solver::lanes::{branch::DigitMatcher, node::WORDS};
use std::arch::x86_64::*;

/// Finds words by their digits, with one test instruction per third.
#[derive(Clone, Copy)]
pub(super) struct ByRegister<L: Level>(pub L::Proof);

impl<L: Level> DigitMatcher for ByRegister<L> {
    #[inline(always)]
    fn having(self, words: &[u16; WORDS], digits: u16) -> u128 {
        // SAFETY: `self` holds the proof.
        unsafe { having(words, digits) }
    }
}

/// The words that have any of `digits`; bit `p` is word `p`.
#[inline]
#[target_feature(enable = "avx512bw,avx512vl,avx512dq,bmi1,bmi2,lzcnt,popcnt")]
fn having(words: &[u16; WORDS], digits: u16) -> u128 {
    let digits = _mm512_set1_epi16(digits.cast_signed());
    joined(registers_of(words).map(|third| _mm512_test_epi16_mask(third, digits)))
}

/// The words that have each of the nine digits.
#[inline]
#[target_feature(enable = "avx512bw,avx512vl,avx512dq,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn digits(words: &[u16; WORDS]) -> [u128; 16] {
    let mut digits = [0; 16];
    for (digit, mask) in digits[..9].iter_mut().enumerate() {
        *mask = having(words, 1 << digit);
    }
    digits
}

/// Joins the masks of the three thirds.
#[inline]
#[target_feature(enable = "avx512bw,avx512vl,avx512dq,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn joined(masks: [u32; 3]) -> u128 {
    let low = u64::from(masks[0]) | u64::from(masks[1]) << 32;
    u128::from(low) | u128::from(masks[2] & CELLS_OF_THIRD) << 64
}

/// The cells with two candidates.
#[inline]
#[target_feature(enable = "avx512bw,avx512vl,avx512dq,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn bivalue(thirds: &[__m512i; 3]) -> u128 {
    let without_lowest =
        |words| _mm512_and_si512(words, _mm512_add_epi16(words, _mm512_set1_epi16(-1)));
    joined(thirds.map(|third| {
        let second = without_lowest(third);
        let third = without_lowest(second);
        _mm512_mask_testn_epi16_mask(_mm512_test_epi16_mask(second, second), third, third)
    }))
}
