//! The steps for AVX-512 with permutations of bytes, transpositions and counts of bits.

#![allow(unsafe_code)]

use super::{
    avx2::Ymm,
    avx512::{bivalue, masks, sharing},
    generation::Generation,
};
use crate::solver::lanes::{
    branch::{SCORED, without_bivalue},
    cpu::Cpu,
    grid::{Grid, REGISTER_WORD},
    node::{ALL_DIGITS, BranchCell, CELLS, Node, PEERS, WORDS},
};
use std::arch::x86_64::*;

#[inline]
#[target_feature(enable = "avx512f")]
fn bytes_of(table: &[u8; 64]) -> __m512i {
    // SAFETY: 64 bytes; loads need no alignment.
    unsafe { _mm512_loadu_si512(table.as_ptr().cast()) }
}

/// The grid of a line; see [`Cpu::parse`](crate::solver::lanes::cpu::Cpu::parse).
#[inline]
#[target_feature(enable = "avx512vbmi")]
pub(super) fn parse<G: Generation>(line: &[u8; 81], byte_of_one: u8) -> [Ymm<G>; 9] {
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

/// See [`Cpu::write_digits`](crate::solver::lanes::cpu::Cpu::write_digits).
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi,avx512bitalg")]
pub(super) fn write_digits<G: Generation>(grid: &[Ymm<G>; 9], digits: &mut [u8; 81]) {
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

/// The quarters of a grid as a node. Makes no node, because reading it would have to wait until it is
/// in the cache.
#[inline]
#[target_feature(enable = "avx512bw")]
pub(super) fn quarters<G: Generation>(grid: &Grid<Ymm<G>>) -> [__m512i; 4] {
    let two =
        |i: usize| _mm512_inserti64x4::<1>(_mm512_castsi256_si512(grid.0[i].0), grid.0[i + 1].0);
    let [a, b, c, d] = [two(0), two(2), two(4), two(6)];
    [
        _mm512_permutex2var_epi16(a, bytes_of(&QUARTERS[0]), b),
        _mm512_permutex2var_epi16(b, bytes_of(&QUARTERS[1]), c),
        _mm512_permutex2var_epi16(c, bytes_of(&QUARTERS[2]), d),
        _mm512_zextsi256_si512(grid.0[8].0),
    ]
}

/// Chooses a branching by the rule of [`crate::solver::lanes::branch`]. Takes the quarters of a node,
/// the digits of a position, and the node, which is only needed without bivalue cells.
#[inline]
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn choose(
    cpu: impl Cpu,
    quarters: [__m512i; 4],
    deaths: &[u8; WORDS],
    word: impl Fn(usize) -> u16,
    node: impl Fn() -> Node,
) -> Option<BranchCell> {
    if sharing(quarters, _mm512_set1_epi16(ALL_DIGITS.cast_signed())) & CELLS != CELLS {
        return None;
    }
    let bivalue = bivalue(quarters) & CELLS;
    if bivalue == 0 {
        let node = node();
        return without_bivalue(cpu, &node, &masks(&node.words));
    }
    let at = most_touching(quarters, bivalue, deaths);
    Some(BranchCell::lowest(at, word(at)))
}

/// The first eight positions of a mask. If there are fewer, padded with one of them.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi2")]
fn candidates(bivalue: u128) -> __m128i {
    const { assert!(SCORED == 8) };
    let low = bivalue as u64;
    let high = (bivalue >> 64) as u64;
    let first = _mm512_set1_epi8((bivalue.trailing_zeros() as u8).cast_signed());
    let counting = bytes_of(&COUNTING);
    let counting_on = _mm512_add_epi8(counting, _mm512_set1_epi8(64));
    let cells = _mm512_castsi512_si128(_mm512_mask_compress_epi8(first, low, counting));
    let more = _mm512_castsi512_si128(_mm512_mask_compress_epi8(first, high, counting_on));
    let after_low = 0xFFFF_u32 << low.count_ones().min(16);
    _mm_mask_expand_epi8(cells, after_low as u16, more)
}

/// The position of the candidate cell with the highest score; see README.md.
#[inline]
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn most_touching(quarters: [__m512i; 4], bivalue: u128, deaths: &[u8; WORDS]) -> usize {
    let cells = candidates(bivalue);
    let mut list = [0u8; 16];
    // SAFETY: 16 bytes; stores need no alignment.
    unsafe { _mm_storeu_si128(list.as_mut_ptr().cast(), cells) };
    let cells = _mm512_castsi128_si512(cells);
    let [a, b, c, d] = quarters;
    let low = _mm512_permutex2var_epi8(a, bytes_of(&LOW), b);
    let high = _mm512_permutex2var_epi8(c, bytes_of(&LOW), d);
    let state = State {
        planes: [planes(low), planes(high)],
        nine: halves(sharing(quarters, _mm512_set1_epi16(256))),
        bivalue: halves(bivalue),
    };
    let digits = digits_of(cells, low, high);
    let first = touching(&state, &digits, &list, 0);
    let second = touching(&state, &digits, &list, 4);
    // A score is the sum of those for the two halves of a node.
    let scores = _mm512_add_epi64(
        _mm512_unpacklo_epi64(first, second),
        _mm512_unpackhi_epi64(first, second),
    );
    highest(scores, cells, deaths)
}

/// The digits of the cells of a node. The cells of a half of it are a mask of 64 bits.
struct State {
    /// For each half, the cells with each of the digits 1 to 8.
    planes: [__m512i; 2],
    /// The cells with digit 9: both halves, four times.
    nine: __m512i,
    /// The cells with two digits: both halves, four times.
    bivalue: __m512i,
}

/// The two digits of each candidate cell, as bytes from 0, so that 8 is digit 9.
struct TwoDigits {
    first: __m512i,
    second: __m512i,
}

/// The cells with each of the digits 1 to 8, from the low bytes of their words. In each group of eight
/// cells, these are in reverse: so an affine transformation transposes their bits, and a permutation
/// then makes one contiguous plane per digit.
#[inline]
#[target_feature(enable = "avx512vbmi,gfni")]
fn planes(bytes: __m512i) -> __m512i {
    let bits = _mm512_gf2p8affine_epi64_epi8::<0>(bytes_of(&UNIT), bytes);
    _mm512_permutexvar_epi8(bytes_of(&TRANSPOSE), bits)
}

/// Both halves of a mask, four times.
#[inline]
#[target_feature(enable = "avx512dq")]
fn halves(mask: u128) -> __m512i {
    _mm512_broadcast_i64x2(_mm_set_epi64x((mask >> 64) as i64, mask as i64))
}

/// The digits of the candidate cells, from the low bytes of all words as in [`planes`].
#[inline]
#[target_feature(enable = "avx512vbmi,avx512bitalg")]
fn digits_of(cells: __m512i, low: __m512i, high: __m512i) -> TwoDigits {
    let minus_one = _mm512_set1_epi8(-1);
    let reversed = _mm512_xor_si512(cells, _mm512_set1_epi8(7));
    let words = _mm512_permutex2var_epi8(low, reversed, high);
    let less = _mm512_add_epi8(words, minus_one);
    let without_first = _mm512_and_si512(words, less);
    TwoDigits {
        first: _mm512_popcnt_epi8(_mm512_andnot_si512(words, less)),
        second: _mm512_popcnt_epi8(_mm512_add_epi8(without_first, minus_one)),
    }
}

/// The scores, without deaths, of four candidate cells of a list, separately for the two halves of a
/// node.
#[inline]
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vpopcntdq")]
fn touching(state: &State, digits: &TwoDigits, list: &[u8; 16], from: usize) -> __m512i {
    let peers = |i: usize| {
        let peers = &PEERS[usize::from(list[from + i]) % WORDS];
        // SAFETY: 16 bytes; loads need no alignment.
        _mm512_broadcast_i64x2(unsafe { _mm_loadu_si128(std::ptr::from_ref(peers).cast()) })
    };
    let near = _mm512_mask_mov_epi64(peers(0), 0x0C, peers(1));
    let near = _mm512_mask_mov_epi64(near, 0x30, peers(2));
    let near = _mm512_mask_mov_epi64(near, 0xC0, peers(3));
    let odd = _mm512_set_epi64(8, 0, 8, 0, 8, 0, 8, 0);
    let spread = bytes_of(&SPREAD[from / 4 % 2]);
    let first = _mm512_or_si512(_mm512_permutexvar_epi8(spread, digits.first), odd);
    let second = _mm512_permutexvar_epi8(spread, digits.second);
    let is_nine = _mm512_test_epi64_mask(second, _mm512_set1_epi64(8));
    let plane = |digit| _mm512_permutex2var_epi64(state.planes[0], digit, state.planes[1]);
    let second = plane(_mm512_or_si512(second, odd));
    let second = _mm512_mask_mov_epi64(second, is_nine, state.nine);
    let touched = _mm512_and_si512(_mm512_or_si512(plane(first), second), near);
    let twice = _mm512_popcnt_epi64(_mm512_and_si512(touched, state.bivalue));
    _mm512_add_epi64(_mm512_popcnt_epi64(touched), _mm512_slli_epi64::<1>(twice))
}

/// The position of the candidate cell with the highest sum of score and deaths.
#[inline]
#[target_feature(enable = "avx512vl,avx512vbmi")]
fn highest(scores: __m512i, cells: __m512i, deaths: &[u8; WORDS]) -> usize {
    let [deaths, more] = deaths.as_chunks::<64>().0 else { unreachable!("128 bytes") };
    let deaths = _mm512_permutex2var_epi8(bytes_of(deaths), cells, bytes_of(more));
    // The key of a cell: the score from byte 2 up, the position in byte 0.
    let places =
        _mm512_maskz_permutex2var_epi8(0x0505_0505_0505_0505, cells, bytes_of(&KEYS), deaths);
    let keys = _mm512_add_epi64(_mm512_slli_epi64::<16>(scores), places);
    let best = _mm256_max_epu32(_mm512_castsi512_si256(keys), _mm512_extracti64x4_epi64::<1>(keys));
    let best = _mm_max_epu32(_mm256_castsi256_si128(best), _mm256_extracti128_si256::<1>(best));
    let best = _mm_max_epu32(best, _mm_unpackhi_epi64(best, best));
    _mm_cvtsi128_si32(best) as usize & 127
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

/// The numbers from 0.
static COUNTING: [u8; 64] = bytes!(|i| i);
/// The unit matrix of 8 × 8 bits, eight times.
static UNIT: [u8; 64] = bytes!(|i| 1 << (i % 8));
/// Rows of a matrix of 8 × 8 bytes as columns.
static TRANSPOSE: [u8; 64] = bytes!(|i| 8 * (i % 8) + i / 8);
/// The low byte of every word of two quarters of a node, eight words in reverse.
static LOW: [u8; 64] = bytes!(|i| 2 * (i ^ 7));
/// The byte of a candidate in 16 bytes: of the first four candidates, and of the others.
static SPREAD: [[u8; 64]; 2] = [bytes!(|i| i / 16), bytes!(|i| 4 + i / 16)];
/// For two candidates at a time, the position, and in the other register the deaths.
static KEYS: [u8; 64] = bytes!(|i| i / 16 + 4 * (i / 8 % 2) + if i % 8 == 0 { 0 } else { 64 });

/// For the low bytes of two registers of a grid, where the first 64 bytes of a line have them, or
/// the last 64.
static LINE: [[u8; 64]; 5] = [line(0), line(1), line(2), line(3), line(4)];
const fn line(two: usize) -> [u8; 64] {
    bytes!(|i| {
        let cell = cell_at(32 * two + i / 2);
        if cell < 64 { cell } else { 64 + cell - 17 }
    })
}

/// For the words of a quarter of a node, where they are in four registers of a grid, of which twice
/// the number of the quarter is the first.
static QUARTERS: [[u8; 64]; 3] = [quarter(0), quarter(1), quarter(2)];
const fn quarter(quarter: usize) -> [u8; 64] {
    bytes!(|i| {
        let at = 32 * quarter + i / 2;
        if i % 2 == 0 { 16 * (at / 12 - 2 * quarter) + at % 12 } else { 0 }
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
