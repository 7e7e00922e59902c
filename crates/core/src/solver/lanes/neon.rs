//! The backend for AArch64, where every CPU has NEON: two puzzles.

#![allow(unsafe_code)]
// The set of intrinsics that are safe to call on this target depends on the compiler version.
#![allow(unused_unsafe)]

use super::vector::Vector;
use std::arch::aarch64::*;

/// Two groups. The target has NEON, so no proof is needed.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Neon(uint16x8_t);

/// SAFETY of every intrinsic in this file: it is only compiled for targets that have NEON.
macro_rules! intrinsic {
    ($call:expr) => {
        // SAFETY: see the macro.
        unsafe { $call }
    };
}

// SAFETY: a register is exactly 8 words, and every bit pattern is valid.
unsafe impl Vector for Neon {
    const GROUPS: usize = 2;
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
    fn in_neither(self, b: Self, c: Self) -> Self {
        Self(intrinsic!(vbicq_u16(self.0, b.or(c).0)))
    }
    #[inline(always)]
    fn where_zero(self, test: Self) -> Self {
        Self(intrinsic!(vandq_u16(self.0, vceqzq_u16(test.0))))
    }
    #[inline(always)]
    fn in_two(self, b: Self, c: Self) -> Self {
        // Where the first two differ, the third decides.
        let differ = self.xor(b);
        Self(intrinsic!(vbslq_u16(differ.0, c.0, self.0)))
    }
    #[inline(always)]
    fn without_unless_empty(self, removed: Self) -> Self {
        let left = intrinsic!(vbicq_u16(self.0, removed.0));
        let none = intrinsic!(vceqzq_u16(left));
        Self(intrinsic!(vorrq_u16(left, vandq_u16(self.0, none))))
    }

    #[inline(always)]
    fn next_stack(self) -> Self {
        self.rearranged([2, 3, 4, 5, 0, 1, 6, 7, 10, 11, 12, 13, 8, 9, 14, 15])
    }
    #[inline(always)]
    fn stack_after_next(self) -> Self {
        self.rearranged([4, 5, 0, 1, 2, 3, 6, 7, 12, 13, 8, 9, 10, 11, 14, 15])
    }

    #[inline(always)]
    fn equal_groups(self, other: Self) -> u8 {
        intrinsic!({
            let equal = vceqq_u64(vreinterpretq_u64_u16(self.0), vreinterpretq_u64_u16(other.0));
            (vgetq_lane_u64::<0>(equal) & 1 | vgetq_lane_u64::<1>(equal) & 2) as u8
        })
    }
}

impl Neon {
    /// Rearranges the bytes.
    #[inline(always)]
    fn rearranged(self, places: [u8; 16]) -> Self {
        // SAFETY: reads 16 bytes from an array of 16.
        let places = unsafe { vld1q_u8(places.as_ptr()) };
        Self(intrinsic!(vreinterpretq_u16_u8(vqtbl1q_u8(vreinterpretq_u8_u16(self.0), places))))
    }
}
