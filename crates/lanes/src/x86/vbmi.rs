//! The steps for AVX-512 with permutations of bytes, transpositions and counts of bits.

#![allow(unsafe_code)]

use super::{avx2::Ymm, generation::Generation};
use crate::{grid::REGISTER_WORD, node::ALL_DIGITS};
use std::arch::x86_64::*;

#[inline]
#[target_feature(enable = "avx512f")]
fn bytes_of(table: &[u8; 64]) -> __m512i {
    // SAFETY: 64 bytes; loads need no alignment.
    unsafe { _mm512_loadu_si512(table.as_ptr().cast()) }
}

/// The grid of a line; see [`Cpu::parse`](crate::cpu::Cpu::parse).
#[inline]
#[target_feature(enable = "avx512vbmi")]
pub fn parse<G: Generation>(line: &[u8; 81], byte_of_one: u8) -> [Ymm<G>; 9] {
    /// The words of two registers that are boxes.
    const BOXES: u32 = 0x0777_0777;
    let (Some(start), Some(end)) = (line.first_chunk(), line.last_chunk()) else {
        unreachable!("81 bytes")
    };
    let byte_of_one = _mm512_set1_epi8(byte_of_one.cast_signed());
    let start = _mm512_sub_epi8(bytes_of(start), byte_of_one);
    let end = _mm512_sub_epi8(bytes_of(end), byte_of_one);
    let all = _mm512_set1_epi16(ALL_DIGITS.cast_signed());
    let two = |i: usize| {
        let low_bytes = 0x5555_5555_5555_5555;
        let cells = bytes_of(&LINE[i]);
        let digits = _mm512_maskz_permutex2var_epi8(low_bytes, start, cells, end);
        // A byte that is no digit shifts the bit out, or beyond those of the digits.
        let clues = _mm512_maskz_sllv_epi16(BOXES, _mm512_set1_epi16(1), digits);
        _mm512_mask_mov_epi16(clues, _mm512_mask_testn_epi16_mask(BOXES, clues, all), all)
    };
    let mut grid = [Ymm::new(_mm256_setzero_si256()); 9];
    for i in 0..4 {
        let two = two(i);
        grid[2 * i] = Ymm::new(_mm512_castsi512_si256(two));
        grid[2 * i + 1] = Ymm::new(_mm512_extracti64x4_epi64::<1>(two));
    }
    grid[8] = Ymm::new(_mm512_castsi512_si256(two(4)));
    grid
}

/// See [`Cpu::write_digits`](crate::cpu::Cpu::write_digits).
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512bitalg")]
pub fn write_digits<G: Generation>(grid: &[Ymm<G>; 9], digits: &mut [u8; 81]) {
    // A word with one digit, less one, has a bit per lower digit.
    let less = |i: usize| _mm256_popcnt_epi16(_mm256_add_epi16(grid[i].0, _mm256_set1_epi16(-1)));
    let two = |i: usize| _mm256_or_si256(less(i), _mm256_slli_epi16(less(i + 1), 8));
    let four = |i: usize| _mm512_inserti64x4::<1>(_mm512_castsi256_si512(two(i)), two(i + 2));
    let low = four(0);
    let high = four(4);
    let last = _mm512_castsi256_si512(less(8));
    let bytes = |half: usize| {
        let most = _mm512_permutex2var_epi8(low, bytes_of(&DIGITS[half]), high);
        let places = bytes_of(&LAST_DIGITS[half]);
        let all = _mm512_mask_permutexvar_epi8(most, IS_LAST[half], places, last);
        _mm512_add_epi8(all, _mm512_set1_epi8(b'1'.cast_signed()))
    };
    // The last 64 bytes, then the first: each 16 of them from byte 0 lie in the latest store, so
    // that they can be read before it reaches the cache. Nor do masked stores allow that.
    for half in [1, 0] {
        let to: &mut [u8; 64] = digits[17 * half..].first_chunk_mut().expect("64 bytes");
        // SAFETY: 64 bytes; stores need no alignment.
        unsafe { _mm512_storeu_si512(to.as_mut_ptr().cast(), bytes(half)) };
    }
}

/// A table of 64 bytes, each computed from its index at compile time.
macro_rules! bytes {
    (|$i:ident| $byte:expr) => {{
        let mut table = [0; 64];
        let mut $i = 0;
        while $i < 64 {
            table[$i] = $byte as u8;
            $i += 1;
        }
        table
    }};
}

/// For the low bytes of two registers of a grid, where the first 64 bytes of a line have them, or
/// the last 64.
static LINE: [[u8; 64]; 5] = [line(0), line(1), line(2), line(3), line(4)];
const fn line(two: usize) -> [u8; 64] {
    bytes!(|i| {
        let cell = cell_at(32 * two + i / 2);
        if cell < 64 { cell } else { 64 + cell - 17 }
    })
}

/// For the first and the last 64 bytes of a line, where the digits of the first eight registers of
/// a grid are: of each two registers, the first in even bytes, the second in odd ones.
static DIGITS: [[u8; 64]; 2] = [digits_from(0), digits_from(17)];
const fn digits_from(first: usize) -> [u8; 64] {
    bytes!(|i| {
        let word = REGISTER_WORD[first + i] as usize;
        32 * (word / 32) + 2 * (word % 16) + word / 16 % 2
    })
}

/// For these bytes, where the digits of the last register of a grid are.
static LAST_DIGITS: [[u8; 64]; 2] =
    [bytes!(|i| 2 * (REGISTER_WORD[i] % 16)), bytes!(|i| 2 * (REGISTER_WORD[17 + i] % 16))];

/// The cell of a word of a grid; 0 for a spare word.
const fn cell_at(place: usize) -> usize {
    let mut cell = 80;
    while cell > 0 && REGISTER_WORD[cell] as usize != place {
        cell -= 1;
    }
    cell
}

/// The bytes of a line that [`LAST_DIGITS`] provides.
const IS_LAST: [u64; 2] = {
    let mut masks = [0; 2];
    let mut i = 0;
    while i < 128 {
        if REGISTER_WORD[17 * (i / 64) + i % 64] / 16 == 8 {
            masks[i / 64] |= 1 << (i % 64);
        }
        i += 1;
    }
    masks
};
