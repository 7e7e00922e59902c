//! Registers of 128 bits with the instructions that every x86-64 CPU has.

#![allow(unsafe_code)]
// The set of intrinsics that are safe to call on this target depends on the compiler version.
#![allow(unused_unsafe)]

use crate::solver::lanes::vector::Vector;
use std::arch::x86_64::*;

/// A register of two groups. The target has SSE2, so no proof is needed.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(in crate::solver::lanes) struct Xmm(__m128i);

/// Wraps the result of an intrinsic in a register.
///
/// SAFETY: this file is only compiled for x86-64, where every CPU has SSE2.
macro_rules! register {
    ($call:expr) => {
        // SAFETY: see the macro.
        Self(unsafe { $call })
    };
}

// SAFETY: a register is exactly 8 words, and every bit pattern is valid.
unsafe impl Vector for Xmm {
    const GROUPS: usize = 2;
    type Proof = ();

    #[inline(always)]
    fn splat((): (), word: u16) -> Self {
        register!(_mm_set1_epi16(word.cast_signed()))
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        register!(_mm_and_si128(self.0, other.0))
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        register!(_mm_or_si128(self.0, other.0))
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        register!(_mm_xor_si128(self.0, other.0))
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        register!(_mm_add_epi16(self.0, other.0))
    }
    #[inline(always)]
    fn subtract(self, other: Self) -> Self {
        register!(_mm_subs_epu16(self.0, other.0))
    }
    #[inline(always)]
    fn in_neither(self, b: Self, c: Self) -> Self {
        register!(_mm_andnot_si128(b.or(c).0, self.0))
    }
    #[inline(always)]
    fn where_zero(self, test: Self) -> Self {
        register!(_mm_and_si128(self.0, _mm_cmpeq_epi16(test.0, _mm_setzero_si128())))
    }
    #[inline(always)]
    fn without_unless_empty(self, removed: Self) -> Self {
        register!({
            let left = _mm_andnot_si128(removed.0, self.0);
            let none = _mm_cmpeq_epi16(left, _mm_setzero_si128());
            _mm_or_si128(left, _mm_and_si128(self.0, none))
        })
    }

    #[inline(always)]
    fn next_stack(self) -> Self {
        const PLACES: i32 = 0b11_00_10_01;
        register!(_mm_shufflehi_epi16::<PLACES>(_mm_shufflelo_epi16::<PLACES>(self.0)))
    }
    #[inline(always)]
    fn stack_after_next(self) -> Self {
        const PLACES: i32 = 0b11_01_00_10;
        register!(_mm_shufflehi_epi16::<PLACES>(_mm_shufflelo_epi16::<PLACES>(self.0)))
    }

    #[inline(always)]
    fn equal_groups(self, other: Self) -> u8 {
        // SAFETY: as in the macro.
        let halves = unsafe {
            _mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(self.0, other.0))).cast_unsigned()
        };
        u8::from(halves & 3 == 3) | u8::from(halves >> 2 == 3) << 1
    }
}
