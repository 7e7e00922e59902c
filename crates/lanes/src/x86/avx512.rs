//! Registers of 512 bits, and the steps for AVX-512.

#![allow(unsafe_code)]

use super::{
    avx2::{NEXT_STACK, STACK_AFTER_NEXT, Ymm, four_groups},
    generation::Generation,
};
use crate::{
    grid::{Grid, Register},
    one::settle::{self, Settled},
    vector::{Vector, operations},
};
use std::{arch::x86_64::*, marker::PhantomData};

/// A register of eight groups, on a CPU of a generation.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Zmm<G>(__m512i, PhantomData<G>);

impl<G> Zmm<G> {
    /// Wraps a register, which proves that the CPU has AVX-512. The caller names its generation.
    #[inline(always)]
    pub const fn new(register: __m512i) -> Self {
        Self(register, PhantomData)
    }
}

// SAFETY: every bit pattern is valid.
unsafe impl<G: Generation> Vector for Zmm<G> {
    const GROUPS: usize = 8;

    operations! {
        splat(_; word: u16) = _mm512_set1_epi16(word.cast_signed());
        and(a, b) = _mm512_and_si512(a, b);
        or(a, b) = _mm512_or_si512(a, b);
        xor(a, b) = _mm512_xor_si512(a, b);
        add(a, b) = _mm512_add_epi16(a, b);
        subtract(a, b) = _mm512_subs_epu16(a, b);
        without(a, b) = _mm512_andnot_si512(b, a);
        zeros(a) = _mm512_movm_epi16(_mm512_testn_epi16_mask(a, a));
        exceeding(a, b) = _mm512_movm_epi16(_mm512_cmpgt_epi16_mask(a, b));
        max(a, b) = _mm512_max_epu16(a, b);
        moved_up(a) = _mm512_slli_epi16::<6>(a);
        next_stack(a) = in_quarters(a, &NEXT_STACK);
        stack_after_next(a) = in_quarters(a, &STACK_AFTER_NEXT);
        // Three operands by their truth table.
        and3(a, b, c) = _mm512_ternarylogic_epi32::<0x80>(a, b, c);
        or3(a, b, c) = _mm512_ternarylogic_epi32::<0xFE>(a, b, c);
        in_two(a, b, c) = _mm512_ternarylogic_epi32::<0xE8>(a, b, c);
        in_neither(a, b, c) = _mm512_ternarylogic_epi32::<0x10>(a, b, c);
        without_unless_empty(a, b) = {
            let left = _mm512_andnot_si512(b, a);
            _mm512_mask_mov_epi16(a, _mm512_test_epi16_mask(left, left), left)
        };
        triad(a, minus_one) = if G::IS_ICE_LAKE {
            let three = _mm512_set1_epi16(3);
            _mm512_maskz_mov_epi16(_mm512_cmple_epu16_mask(_mm512_popcnt_epi16(a), three), a)
        } else {
            let second = _mm512_and_si512(a, _mm512_add_epi16(a, minus_one));
            let third = _mm512_and_si512(second, _mm512_add_epi16(second, minus_one));
            // At most one bit is left: removing the lowest must give 0.
            let fourth = _mm512_add_epi16(third, minus_one);
            _mm512_maskz_mov_epi16(_mm512_testn_epi16_mask(third, fourth), a)
        };
        equal_groups(a, b) -> u8 = _mm512_cmpeq_epi64_mask(a, b);
    }
    #[inline(always)]
    fn collect(registers: &[Self; 27], group: usize, groups: &mut [[u16; 4]; 32]) {
        // SAFETY: a register exists only where the CPU has the instructions.
        unsafe { collect(Self::groups(registers), group % 8, groups) }
    }
}

/// Two grids.
impl<G: Generation> Register for Zmm<G> {
    operations! {
        load(_; words: &[u16; 16]) =
            _mm512_broadcast_i64x4(_mm256_loadu_si256(words.as_ptr().cast()));
        next_band(a) = _mm512_permutex_epi64::<0b11_00_10_01>(a);
        band_after_next(a) = _mm512_permutex_epi64::<0b11_01_00_10>(a);
        zero_grids(a) -> u8 = {
            let groups = _mm512_testn_epi64_mask(a, a);
            u8::from(groups & 15 == 15) | u8::from(groups >> 4 == 15) << 1
        };
    }
}

/// Sweeps two grids side by side.
#[inline]
#[target_feature(enable = "avx512f")]
pub fn settle_both<G: Generation>(
    guess: &mut Grid<Ymm<G>>,
    alternative: &mut Grid<Ymm<G>>,
) -> [Settled; 2] {
    let mut both = Grid([Zmm::<G>::new(_mm512_setzero_si512()); 9]);
    for ((both, low), high) in both.0.iter_mut().zip(guess.0).zip(alternative.0) {
        *both = Zmm::new(_mm512_inserti64x4::<1>(_mm512_castsi256_si512(low.0), high.0));
    }
    let settled = settle::settle_both(&mut both);
    let halves = guess.0.iter_mut().zip(&mut alternative.0);
    for (both, (low, high)) in both.0.iter().zip(halves) {
        *low = Ymm::new(_mm512_castsi512_si256(both.0));
        *high = Ymm::new(_mm512_extracti64x4_epi64::<1>(both.0));
    }
    settled
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
