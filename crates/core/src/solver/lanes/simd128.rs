//! The backend for WebAssembly built with `simd128`: two puzzles. A module with these
//! instructions does not load on engines without them, so no run-time detection is needed.

#![allow(unsafe_code)]

use super::vector::Vector;
use std::arch::wasm32::*;

/// Two groups. The target has `simd128`, so no proof is needed.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Simd128(v128);

// SAFETY: a register is exactly 8 words, and every bit pattern is valid.
unsafe impl Vector for Simd128 {
    const GROUPS: usize = 2;
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
    fn in_neither(self, b: Self, c: Self) -> Self {
        Self(v128_andnot(self.0, b.or(c).0))
    }
    #[inline(always)]
    fn where_zero(self, test: Self) -> Self {
        Self(v128_and(self.0, u16x8_eq(test.0, u16x8_splat(0))))
    }
    #[inline(always)]
    fn without_unless_empty(self, removed: Self) -> Self {
        let left = v128_andnot(self.0, removed.0);
        let none = u16x8_eq(left, u16x8_splat(0));
        Self(v128_or(left, v128_and(self.0, none)))
    }

    #[inline(always)]
    fn next_stack(self) -> Self {
        Self(u16x8_shuffle::<1, 2, 0, 3, 5, 6, 4, 7>(self.0, self.0))
    }
    #[inline(always)]
    fn stack_after_next(self) -> Self {
        Self(u16x8_shuffle::<2, 0, 1, 3, 6, 4, 5, 7>(self.0, self.0))
    }

    #[inline(always)]
    fn equal_groups(self, other: Self) -> u8 {
        u64x2_bitmask(u64x2_eq(self.0, other.0))
    }
}
