//! The backend for x86-64 with AVX2: sixteen puzzles.

#![allow(unsafe_code)]

use super::{
    node::Node,
    vector::{Task, Vector},
};
use std::arch::x86_64::*;

/// Sixteen puzzles. The one way to make the first is with an [`Avx2Proof`].
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Avx2(__m256i);

/// The CPU has AVX2, BMI1, BMI2, LZCNT and POPCNT: this was looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Avx2Proof(());

impl Avx2Proof {
    /// The proof, if the CPU has them all.
    pub fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        found.then_some(Self(()))
    }
}

/// SAFETY of every intrinsic in this file: an `Avx2` or an `Avx2Proof` is at
/// hand, and there is none on a CPU without AVX2.
macro_rules! intrinsic {
    ($call:expr) => {
        // SAFETY: see the macro.
        unsafe { $call }
    };
}

impl Vector for Avx2 {
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
    fn and3(self, b: Self, c: Self) -> Self {
        self.and(b).and(c)
    }
    #[inline(always)]
    fn or3(self, b: Self, c: Self) -> Self {
        self.or(b).or(c)
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
    fn where_sharing(self, a: Self, b: Self) -> Self {
        let none = a.and(b).equal(Self(intrinsic!(_mm256_setzero_si256())));
        Self(intrinsic!(_mm256_andnot_si256(none.0, self.0)))
    }
    #[inline(always)]
    fn narrow(self, other: Self) -> Self {
        let shared = self.and(other);
        let none = intrinsic!(_mm256_cmpeq_epi16(shared.0, _mm256_setzero_si256()));
        Self(intrinsic!(_mm256_blendv_epi8(shared.0, self.0, none)))
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
    fn words(registers: &[Self]) -> &[u16] {
        // SAFETY: a register is 16 words, and any 16 words are a register.
        unsafe { std::slice::from_raw_parts(registers.as_ptr().cast(), 16 * registers.len()) }
    }
    #[inline(always)]
    fn words_mut(registers: &mut [Self]) -> &mut [u16] {
        // SAFETY: as above; the borrow is passed on.
        unsafe {
            std::slice::from_raw_parts_mut(registers.as_mut_ptr().cast(), 16 * registers.len())
        }
    }

    #[inline(always)]
    fn parse(_: Avx2Proof, line: &[u8; 81]) -> Node {
        let mut padded = [0; 96];
        padded[..81].copy_from_slice(line);
        let mut node = Node::EMPTY;
        for (bytes, words) in padded.chunks_exact(32).zip(node.words.chunks_exact_mut(32)) {
            // SAFETY: 32 bytes and 32 words; loads and stores need no alignment.
            unsafe {
                let words = words.as_mut_ptr().cast::<__m256i>();
                let [first, second] = candidates(_mm256_loadu_si256(bytes.as_ptr().cast()));
                _mm256_storeu_si256(words, first);
                _mm256_storeu_si256(words.add(1), second);
            }
        }
        node
    }

    #[inline(always)]
    fn node(cells: &[Self; 81], lane: usize, node: &mut Node) {
        let words = Self::words(cells);
        let mut registers = [Self(intrinsic!(_mm256_setzero_si256())); 6];
        for (i, register) in registers.iter_mut().enumerate() {
            let mut sixteen = [0i16; 16];
            for (j, word) in sixteen.iter_mut().enumerate() {
                if 16 * i + j < 81 {
                    *word = words[256 * i + 16 * j + lane % 16].cast_signed();
                }
            }
            let [a, b, c, d, e, f, g, h, k, l, m, n, o, p, q, r] = sixteen;
            *register =
                Self(intrinsic!(_mm256_setr_epi16(a, b, c, d, e, f, g, h, k, l, m, n, o, p, q, r)));
        }
        node.words.copy_from_slice(Self::words(&registers));
    }

    #[inline(always)]
    fn nonzero(proof: Avx2Proof, words: &[u16; 96]) -> u128 {
        let zero = Self::splat(proof, 0);
        let mut registers = [zero; 6];
        Self::words_mut(&mut registers).copy_from_slice(words);
        let mut bits = 0;
        for (i, pair) in registers.chunks_exact(2).enumerate() {
            let none = intrinsic!({
                // Packing works on halves of registers: their order is mended.
                let none = _mm256_packs_epi16(pair[0].equal(zero).0, pair[1].equal(zero).0);
                _mm256_movemask_epi8(_mm256_permute4x64_epi64(none, 0b11_01_10_00))
            });
            bits |= u128::from(!none.cast_unsigned()) << (32 * i);
        }
        bits
    }

    #[inline(always)]
    fn run<T>(_: Avx2Proof, task: &mut impl Task<T>, traffic: &mut T, drain: bool) {
        // SAFETY: the proof is at hand.
        unsafe { run(task, traffic, drain) }
    }
}

impl Avx2 {
    /// All bits set where a lane is the same in both, else none.
    #[inline(always)]
    fn equal(self, other: Self) -> Self {
        Self(intrinsic!(_mm256_cmpeq_epi16(self.0, other.0)))
    }
}

/// The candidates of 32 cells, from their bytes.
///
/// A byte's distance from `1`, at most 9, looks up the low and the high half of
/// the word. It needs AVX2, which the caller has.
#[inline(always)]
unsafe fn candidates(bytes: __m256i) -> [__m256i; 2] {
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
        // Unpacking works on halves of registers: their order is prepared.
        let bytes = _mm256_permute4x64_epi64(bytes, 0b11_01_10_00);
        let digit = _mm256_sub_epi8(bytes, _mm256_set1_epi8(b'1'.cast_signed()));
        let digit = _mm256_min_epu8(digit, _mm256_set1_epi8(9));
        let (low, high) = (_mm256_shuffle_epi8(low, digit), _mm256_shuffle_epi8(high, digit));
        [_mm256_unpacklo_epi8(low, high), _mm256_unpackhi_epi8(low, high)]
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn run<T>(task: &mut impl Task<T>, traffic: &mut T, drain: bool) {
    task.run(traffic, drain);
}
