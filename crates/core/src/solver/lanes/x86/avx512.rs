//! Registers of 512 bits, and the steps for AVX-512.

#![allow(unsafe_code)]

use super::{Avx512BwProof, Avx512Proof, NEXT_STACK, STACK_AFTER_NEXT, joined};
use crate::solver::lanes::{
    masks::Masks,
    node::{ALL_DIGITS, WORDS},
    vector::Vector,
};
use std::{arch::x86_64::*, marker::PhantomData};

/// A register of eight groups. Creating one from scratch takes a proof.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(in crate::solver::lanes) struct Zmm<P>(__m512i, PhantomData<P>);

/// Proof that the CPU has at least the features of [`Avx512BwProof`].
pub(in crate::solver::lanes) trait Proof: Copy + 'static {
    /// True if the CPU counts the bits of words.
    const COUNTS_BITS: bool;
}

impl Proof for Avx512BwProof {
    const COUNTS_BITS: bool = false;
}

impl Proof for Avx512Proof {
    const COUNTS_BITS: bool = true;
}

/// SAFETY of every intrinsic in this file: the caller holds a `Zmm` or a `Proof`, neither of which
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
        Self(intrinsic!($call), PhantomData)
    };
}

// SAFETY: a register is exactly 32 words, and every bit pattern is valid.
unsafe impl<P: Proof> Vector for Zmm<P> {
    const GROUPS: usize = 8;
    type Proof = P;

    #[inline(always)]
    fn splat(_: P, word: u16) -> Self {
        register!(_mm512_set1_epi16(word.cast_signed()))
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        register!(_mm512_and_si512(self.0, other.0))
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        register!(_mm512_or_si512(self.0, other.0))
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        register!(_mm512_xor_si512(self.0, other.0))
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        register!(_mm512_add_epi16(self.0, other.0))
    }
    #[inline(always)]
    fn subtract(self, other: Self) -> Self {
        register!(_mm512_subs_epu16(self.0, other.0))
    }
    #[inline(always)]
    fn and3(self, b: Self, c: Self) -> Self {
        register!(_mm512_ternarylogic_epi32::<0x80>(self.0, b.0, c.0))
    }
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        register!(_mm512_ternarylogic_epi32::<0xFE>(self.0, b.0, c.0))
    }
    #[inline(always)]
    fn in_two(self, b: Self, c: Self) -> Self {
        register!(_mm512_ternarylogic_epi32::<0xE8>(self.0, b.0, c.0))
    }
    #[inline(always)]
    fn in_neither(self, b: Self, c: Self) -> Self {
        register!(_mm512_ternarylogic_epi32::<0x10>(self.0, b.0, c.0))
    }
    #[inline(always)]
    fn where_zero(self, test: Self) -> Self {
        register!(_mm512_maskz_mov_epi16(_mm512_testn_epi16_mask(test.0, test.0), self.0))
    }
    #[inline(always)]
    fn without_unless_empty(self, removed: Self) -> Self {
        register!({
            let left = _mm512_andnot_si512(removed.0, self.0);
            _mm512_mask_mov_epi16(self.0, _mm512_test_epi16_mask(left, left), left)
        })
    }
    #[inline(always)]
    fn triad(self, minus_one: Self) -> Self {
        if P::COUNTS_BITS {
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
        let mut places = _mm512_broadcast_i32x4(_mm_loadu_si128(places.as_ptr().cast()));
        std::arch::asm!("/* {0} */", inout(zmm_reg) places,
            options(pure, nomem, nostack, preserves_flags));
        places
    };
    _mm512_shuffle_epi8(register, places)
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

/// See [`Cpu::having`](crate::solver::lanes::cpu::Cpu::having).
#[inline]
#[target_feature(enable = "avx512bw")]
pub(super) fn having(words: &[u16; WORDS], digits: u16) -> u128 {
    sharing(quarters(words), _mm512_set1_epi16(digits.cast_signed()))
}

/// See [`Cpu::masks`](crate::solver::lanes::cpu::Cpu::masks).
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
