//! The backend for x86-64 with AVX2: sixteen puzzles.

#![allow(unsafe_code)]

use super::vector::Vector;
use crate::solver::lanes::{
    layout::Task,
    masks::Masks,
    node::{Node, WORDS, thirds},
};
use std::arch::x86_64::*;

/// Sixteen puzzles. Creating one from scratch takes an [`Avx2Proof`].
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(in crate::solver::lanes) struct Avx2(pub(in crate::solver::lanes) __m256i);

/// Proof that the CPU has AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solver::lanes) struct Avx2Proof(());

impl Avx2Proof {
    /// Returns the proof if the CPU has all these features.
    pub fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        found.then_some(Self(()))
    }
}

/// SAFETY of every intrinsic in this file: the caller holds an `Avx2` or an `Avx2Proof`, neither of
/// which exists on a CPU without AVX2.
macro_rules! intrinsic {
    ($call:expr) => {
        // SAFETY: see the macro.
        unsafe { $call }
    };
}

// SAFETY: a register is exactly 16 words, and every bit pattern is valid.
unsafe impl Vector for Avx2 {
    const LANES: usize = 16;
    type Proof = Avx2Proof;

    #[inline(always)]
    fn splat(_: Avx2Proof, word: u16) -> Self {
        Self(intrinsic!(_mm256_set1_epi16(word.cast_signed())))
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self(intrinsic!(_mm256_and_si256(self.0, other.0)))
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self(intrinsic!(_mm256_or_si256(self.0, other.0)))
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(intrinsic!(_mm256_add_epi16(self.0, other.0)))
    }
    #[inline(always)]
    fn subtract(self, other: Self) -> Self {
        Self(intrinsic!(_mm256_subs_epu16(self.0, other.0)))
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self(intrinsic!(_mm256_xor_si256(self.0, other.0)))
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(intrinsic!(_mm256_min_epu16(self.0, other.0)))
    }
    #[inline(always)]
    fn exactly_one(self, b: Self, c: Self) -> Self {
        let odd = intrinsic!(_mm256_xor_si256(_mm256_xor_si256(self.0, b.0), c.0));
        Self(intrinsic!(_mm256_andnot_si256(self.and(b).0, odd)))
    }
    #[inline(always)]
    fn in_neither(self, b: Self, c: Self) -> Self {
        Self(intrinsic!(_mm256_andnot_si256(b.or(c).0, self.0)))
    }
    #[inline(always)]
    fn where_zero(self, test: Self) -> Self {
        self.and(test.equal(Self(intrinsic!(_mm256_setzero_si256()))))
    }
    #[inline(always)]
    fn narrow(self, other: Self) -> Self {
        let shared = self.and(other);
        let none = intrinsic!(_mm256_cmpeq_epi16(shared.0, _mm256_setzero_si256()));
        // Not a blend, which takes three operations on Intel CPUs.
        self.and(shared.or(Self(none)))
    }

    #[inline(always)]
    fn equal_lanes(self, other: Self) -> u32 {
        intrinsic!({
            let equal = _mm256_cmpeq_epi16(self.0, other.0);
            let halves =
                _mm_packs_epi16(_mm256_castsi256_si128(equal), _mm256_extracti128_si256(equal, 1));
            _mm_movemask_epi8(halves).cast_unsigned()
        })
    }

    #[inline(always)]
    fn parse(_: Avx2Proof, line: &[u8; 81]) -> Node {
        let mut node = Node::EMPTY;
        for (row, words) in node.words.as_chunks_mut::<32>().0.iter_mut().enumerate() {
            // SAFETY: 32 words; stores need no alignment.
            unsafe {
                let [first, second] = candidates(third_of(line, row));
                let words = words.as_mut_ptr().cast::<__m256i>();
                _mm256_storeu_si256(words, first);
                _mm256_storeu_si256(words.add(1), second);
            }
        }
        node
    }

    #[inline(always)]
    fn having(proof: Avx2Proof, words: &[u16; WORDS], digits: u16) -> u128 {
        let (zero, digits) = (Self::splat(proof, 0), Self::splat(proof, digits));
        let mut registers = [zero; 6];
        Self::words_mut(&mut registers).copy_from_slice(words);
        let mut bits = 0;
        for (i, [first, second]) in registers.as_chunks::<2>().0.iter().enumerate() {
            let none = intrinsic!({
                // Packing works on 128-bit halves, so the order has to be restored.
                let (first, second) = (first.and(digits), second.and(digits));
                let none = _mm256_packs_epi16(first.equal(zero).0, second.equal(zero).0);
                _mm256_movemask_epi8(_mm256_permute4x64_epi64(none, 0b11_01_10_00))
            });
            bits |= u128::from(!none.cast_unsigned()) << (32 * i);
        }
        bits
    }

    #[inline(always)]
    fn masks(_: Avx2Proof, words: &[u16; WORDS]) -> Masks {
        intrinsic!(masks(words))
    }

    #[inline(always)]
    fn run<T>(_: Avx2Proof, task: &mut impl Task<T>, traffic: &mut T, drain: bool) {
        // SAFETY: the caller passed the proof.
        unsafe { run(task, traffic, drain) }
    }
}

impl Avx2 {
    /// Lanes of all ones if the lane is the same in both, else of 0.
    #[inline(always)]
    fn equal(self, other: Self) -> Self {
        Self(intrinsic!(_mm256_cmpeq_epi16(self.0, other.0)))
    }
}

/// The bytes of rows `row`, `row + 3` and `row + 6` side by side, then 5 meaningless ones. Needs
/// AVX2.
#[inline(always)]
unsafe fn third_of(line: &[u8; 81], row: usize) -> __m256i {
    let at = |byte: usize| {
        let bytes: &[u8; 16] = line[byte..].first_chunk().expect("16 bytes");
        // SAFETY: 16 bytes; loads need no alignment.
        unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
    };
    let start = 9 * row;
    // SAFETY: the caller has AVX2.
    unsafe {
        let nine = _mm_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, -1, -1, -1, -1);
        let two = _mm_setr_epi8(0, 0, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
        let low = _mm_blendv_epi8(at(start), at(start + 18), nine);
        // The bytes of the last row come from a load that ends with the line.
        let last = if row == 2 { _mm_srli_si128(at(65), 5) } else { at(start + 52) };
        let high = _mm_blendv_epi8(at(start + 34), last, two);
        _mm256_set_m128i(high, low)
    }
}

/// The candidates of 32 cells, from their bytes. Needs AVX2.
#[inline(always)]
unsafe fn candidates(bytes: __m256i) -> [__m256i; 2] {
    // SAFETY: the caller has AVX2.
    unsafe {
        // Unpacking works on 128-bit halves, so the order is prepared.
        let bytes = _mm256_permute4x64_epi64(bytes, 0b11_01_10_00);
        let [low, high] = halves_of_candidates(bytes);
        [_mm256_unpacklo_epi8(low, high), _mm256_unpackhi_epi8(low, high)]
    }
}

/// The low and the high bytes of the candidates of 32 cells, from their bytes. Needs AVX2.
///
/// The distance of a byte from `1`, at most 9, looks them up.
#[inline(always)]
pub(in crate::solver::lanes) unsafe fn halves_of_candidates(bytes: __m256i) -> [__m256i; 2] {
    // SAFETY: the caller has AVX2.
    unsafe {
        let low = _mm256_setr_epi8(
            1, 2, 4, 8, 16, 32, 64, -128, 0, -1, 0, 0, 0, 0, 0, 0, //
            1, 2, 4, 8, 16, 32, 64, -128, 0, -1, 0, 0, 0, 0, 0, 0,
        );
        let high = _mm256_setr_epi8(
            0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, //
            0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0,
        );
        let digit = _mm256_sub_epi8(bytes, _mm256_set1_epi8(b'1'.cast_signed()));
        let digit = _mm256_min_epu8(digit, _mm256_set1_epi8(9));
        [_mm256_shuffle_epi8(low, digit), _mm256_shuffle_epi8(high, digit)]
    }
}

/// See [`Vector::masks`].
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn masks(words: &[u16; WORDS]) -> Masks {
    let [a, b, c] = thirds(words);
    let (a, b, c) = (masks_of_third(a), masks_of_third(b), masks_of_third(c));
    let joined =
        |i: usize| u128::from(u64::from(a[i]) | u64::from(b[i]) << 32) | u128::from(c[i]) << 64;
    let mut digits = [0; 16];
    for (digit, mask) in digits[..9].iter_mut().enumerate() {
        *mask = joined(digit);
    }
    Masks { digits, bivalue: joined(9) }
}

/// Masks of the words of a third: nine of the words with each digit, and one of the words with
/// exactly two.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn masks_of_third(words: &[u16; 32]) -> [u32; 10] {
    let mut masks = [0; 10];
    // SAFETY: 32 words; loads need no alignment.
    let (a, b) = unsafe {
        let words = words.as_ptr().cast();
        (_mm256_loadu_si256(words), _mm256_loadu_si256(words.add(1)))
    };
    // Packing works on 128-bit halves, so the order has to be restored.
    let in_order = |bytes| _mm256_permute4x64_epi64(bytes, 0b11_01_10_00);
    let low = _mm256_set1_epi16(255);
    let low = _mm256_packus_epi16(_mm256_and_si256(a, low), _mm256_and_si256(b, low));
    let mut bits = in_order(low);
    for mask in masks[..8].iter_mut().rev() {
        *mask = _mm256_movemask_epi8(bits).cast_unsigned();
        bits = _mm256_add_epi8(bits, bits);
    }
    let nine = _mm256_packs_epi16(_mm256_slli_epi16(a, 7), _mm256_slli_epi16(b, 7));
    masks[8] = _mm256_movemask_epi8(in_order(nine)).cast_unsigned();
    let is_bivalue = |word| {
        let (zero, minus_one) = (_mm256_setzero_si256(), _mm256_set1_epi16(-1));
        let second = _mm256_and_si256(word, _mm256_add_epi16(word, minus_one));
        let third = _mm256_and_si256(second, _mm256_add_epi16(second, minus_one));
        let solved = _mm256_cmpeq_epi16(second, zero);
        _mm256_andnot_si256(solved, _mm256_cmpeq_epi16(third, zero))
    };
    let bivalue = in_order(_mm256_packs_epi16(is_bivalue(a), is_bivalue(b)));
    masks[9] = _mm256_movemask_epi8(bivalue).cast_unsigned();
    masks
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run<T>(task: &mut impl Task<T>, traffic: &mut T, drain: bool) {
    task.run(traffic, drain);
}
