//! Registers of 512 bits, and the steps for AVX-512.

#![allow(unsafe_code)]

use super::{Avx512, NEXT_STACK, STACK_AFTER_NEXT, avx2::four_groups, joined};
use crate::solver::lanes::{
    branch::Masks,
    node::{ALL_DIGITS, WORDS},
    vector::{Vector, intrinsics},
};
use std::arch::x86_64::*;

/// A register of eight groups. Creating one from scratch takes an [`Avx512`] of the same kind.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(in crate::solver::lanes) struct Zmm<const BYTES: bool>(__m512i);

/// SAFETY of every intrinsic in this file: the caller holds a `Zmm` or an `Avx512`, neither of which
/// exists on a CPU without its features.
macro_rules! intrinsic {
    ($call:expr) => {
        // SAFETY: see the macro.
        unsafe { $call }
    };
}

/// Wraps the result of an intrinsic in a register.
macro_rules! register {
    ($call:expr) => {
        Self(intrinsic!($call))
    };
}

/// Defines operations on three registers by truth tables.
macro_rules! of_three {
    ($($operation:ident: $table:literal),+ $(,)?) => {$(
        #[inline(always)]
        fn $operation(self, b: Self, c: Self) -> Self {
            register!(_mm512_ternarylogic_epi32::<$table>(self.0, b.0, c.0))
        }
    )+};
}

// SAFETY: a register is exactly 32 words, and every bit pattern is valid.
unsafe impl<const BYTES: bool> Vector for Zmm<BYTES> {
    const GROUPS: usize = 8;
    type Proof = Avx512<BYTES>;

    #[inline(always)]
    fn splat(_: Avx512<BYTES>, word: u16) -> Self {
        register!(_mm512_set1_epi16(word.cast_signed()))
    }
    intrinsics! {
        and: _mm512_and_si512,
        or: _mm512_or_si512,
        xor: _mm512_xor_si512,
        add: _mm512_add_epi16,
        subtract: _mm512_subs_epu16,
    }
    of_three! {
        and3: 0x80,
        or3: 0xFE,
        in_two: 0xE8,
        in_neither: 0x10,
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        register!(_mm512_andnot_si512(other.0, self.0))
    }
    #[inline(always)]
    fn zeros(self) -> Self {
        register!(_mm512_movm_epi16(_mm512_testn_epi16_mask(self.0, self.0)))
    }
    #[inline(always)]
    fn without_unless_empty(self, removed: Self) -> Self {
        let left = self.without(removed).0;
        register!(_mm512_mask_mov_epi16(self.0, _mm512_test_epi16_mask(left, left), left))
    }
    #[inline(always)]
    fn triad(self, minus_one: Self) -> Self {
        if BYTES {
            return register!({
                let few =
                    _mm512_cmple_epu16_mask(_mm512_popcnt_epi16(self.0), _mm512_set1_epi16(3));
                _mm512_maskz_mov_epi16(few, self.0)
            });
        }
        let second = self.and(self.add(minus_one));
        let third = second.and(second.add(minus_one));
        // At most one bit is left: removing the lowest must give 0.
        let fourth = third.add(minus_one);
        register!(_mm512_maskz_mov_epi16(_mm512_testn_epi16_mask(third.0, fourth.0), self.0))
    }

    #[inline(always)]
    fn next_stack(self) -> Self {
        register!(in_quarters(self.0, &NEXT_STACK))
    }
    #[inline(always)]
    fn stack_after_next(self) -> Self {
        register!(in_quarters(self.0, &STACK_AFTER_NEXT))
    }

    #[inline(always)]
    fn collect(registers: &[Self; 27], group: usize, groups: &mut [[u16; 4]; 32]) {
        intrinsic!(collect(Self::groups(registers), group % 8, groups));
    }

    #[inline(always)]
    fn equal_groups(self, other: Self) -> u8 {
        intrinsic!(_mm512_cmpeq_epi64_mask(self.0, other.0))
    }
}

/// Rearranges the bytes of the quarters of a register.
#[inline]
#[target_feature(enable = "avx512bw")]
fn in_quarters(register: __m512i, places: &[i8; 16]) -> __m512i {
    // SAFETY: 16 bytes; loads need no alignment. The assembly is a comment: a compiler that does
    // not know the places cannot split the instruction in two for CPUs where it would be slow.
    let places = unsafe {
        #[cfg_attr(miri, allow(unused_mut, reason = "Miri has no assembly"))]
        let mut places = _mm512_broadcast_i32x4(_mm_loadu_si128(places.as_ptr().cast()));
        #[cfg(not(miri))]
        std::arch::asm!("/* {0} */", inout(zmm_reg) places,
            options(pure, nomem, nostack, preserves_flags));
        places
    };
    _mm512_shuffle_epi8(register, places)
}

/// See [`Vector::collect`]. Gathers take longer on Zen 4.
#[inline]
#[target_feature(enable = "avx512f")]
fn collect(registers: &[[u16; 4]], group: usize, groups: &mut [[u16; 4]; 32]) {
    let four = |i: usize| four_groups(registers, 8, 4 * i, group);
    for (i, groups) in groups.as_chunks_mut::<8>().0.iter_mut().enumerate() {
        let low = _mm512_zextsi256_si512(four(2 * i));
        let eight = if i < 3 { _mm512_inserti64x4::<1>(low, four(2 * i + 1)) } else { low };
        // SAFETY: eight groups are 64 bytes; stores need no alignment.
        unsafe { _mm512_storeu_si512(groups.as_mut_ptr().cast(), eight) };
    }
}

/// Loads the quarters of a node.
#[inline]
#[target_feature(enable = "avx512f")]
pub(super) fn quarters(words: &[u16; WORDS]) -> [__m512i; 4] {
    // SAFETY: 32 words; loads need no alignment.
    let load = |i: usize| unsafe { _mm512_loadu_si512(words.as_ptr().add(32 * i).cast()) };
    [load(0), load(1), load(2), load(3)]
}

/// The words of the quarters that share a digit with `digits`.
#[inline]
#[target_feature(enable = "avx512bw")]
pub(super) fn sharing([a, b, c, d]: [__m512i; 4], digits: __m512i) -> u128 {
    joined([
        _mm512_test_epi16_mask(a, digits),
        _mm512_test_epi16_mask(b, digits),
        _mm512_test_epi16_mask(c, digits),
        _mm512_test_epi16_mask(d, digits),
    ])
}

/// The words of the quarters with exactly two digits.
#[inline]
#[target_feature(enable = "avx512bw")]
pub(super) fn bivalue(quarters: [__m512i; 4]) -> u128 {
    let without_lowest =
        |words| _mm512_and_si512(words, _mm512_add_epi16(words, _mm512_set1_epi16(-1)));
    joined(quarters.map(|quarter| {
        let second = without_lowest(quarter);
        let third = without_lowest(second);
        _mm512_mask_testn_epi16_mask(_mm512_test_epi16_mask(second, second), third, third)
    }))
}

/// See [`Cpu::having`](crate::solver::lanes::backend::Cpu::having).
#[inline]
#[target_feature(enable = "avx512bw")]
pub(super) fn having(words: &[u16; WORDS], digits: u16) -> u128 {
    sharing(quarters(words), _mm512_set1_epi16(digits.cast_signed()))
}

/// See [`Cpu::masks`](crate::solver::lanes::backend::Cpu::masks).
#[inline]
#[target_feature(enable = "avx512bw")]
pub(super) fn masks(words: &[u16; WORDS]) -> Masks {
    let quarters = quarters(words);
    let mut digits = [0; 16];
    for (digit, mask) in digits[..9].iter_mut().enumerate() {
        *mask = sharing(quarters, _mm512_set1_epi16(1 << digit));
    }
    let occupied = sharing(quarters, _mm512_set1_epi16(ALL_DIGITS.cast_signed()));
    Masks { digits, bivalue: bivalue(quarters), empty: !occupied }
}
