//! Registers of 256 bits, and the steps for AVX2.

#![allow(unsafe_code)]

use super::generation::Generation;
use crate::{
    grid::Register,
    vector::{Vector, at_most_three, operations},
};
use std::{arch::x86_64::*, marker::PhantomData};

/// For the bytes of two groups, where those of the next stack are.
pub const NEXT_STACK: [i8; 16] = [2, 3, 4, 5, 0, 1, 6, 7, 10, 11, 12, 13, 8, 9, 14, 15];
/// For the bytes of two groups, where those of the stack after the next are.
pub const STACK_AFTER_NEXT: [i8; 16] = [4, 5, 0, 1, 2, 3, 6, 7, 12, 13, 8, 9, 10, 11, 14, 15];

/// A register of four groups, on a CPU of a generation.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Ymm<G>(pub __m256i, pub PhantomData<G>);

impl<G> Ymm<G> {
    /// Wraps a register, which proves that the CPU has AVX2. The caller names its generation.
    #[inline(always)]
    pub const fn new(register: __m256i) -> Self {
        Self(register, PhantomData)
    }
}

// SAFETY: every bit pattern is valid.
unsafe impl<G: Generation> Vector for Ymm<G> {
    const GROUPS: usize = 4;

    operations! {
        splat(_; word: u16) = _mm256_set1_epi16(word.cast_signed());
        and(a, b) = _mm256_and_si256(a, b);
        or(a, b) = _mm256_or_si256(a, b);
        xor(a, b) = _mm256_xor_si256(a, b);
        add(a, b) = _mm256_add_epi16(a, b);
        subtract(a, b) = _mm256_subs_epu16(a, b);
        without(a, b) = _mm256_andnot_si256(b, a);
        zeros(a) = _mm256_cmpeq_epi16(a, _mm256_setzero_si256());
        exceeding(a, b) = _mm256_cmpgt_epi16(a, b);
        max(a, b) = _mm256_max_epu16(a, b);
        moved_up(a) = _mm256_slli_epi16::<6>(a);
        next_stack(a) = in_halves(a, &NEXT_STACK);
        stack_after_next(a) = in_halves(a, &STACK_AFTER_NEXT);
        // `b` where a digit is left, else 0. Words are below the sign bit.
        without_unless_empty(a, b) =
            _mm256_andnot_si256(_mm256_sign_epi16(b, _mm256_andnot_si256(b, a)), a);
        triad(a, minus_one) = if G::IS_ICE_LAKE {
            let three = _mm256_set1_epi16(3);
            _mm256_andnot_si256(_mm256_cmpgt_epi16(_mm256_popcnt_epi16(a), three), a)
        } else {
            at_most_three(Self::new(a), Self::new(minus_one)).0
        };
        equal_groups(a, b) -> u8 =
            _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(a, b))) as u8;
    }
    #[inline(always)]
    fn collect(registers: &[Self; 27], group: usize, groups: &mut [[u16; 4]; 32]) {
        // SAFETY: a register exists only where the CPU has the instructions.
        unsafe { collect(Self::groups(registers), group % 4, groups) }
    }
}

impl<G: Generation> Register for Ymm<G> {
    operations! {
        load(_; words: &[u16; 16]) = _mm256_loadu_si256(words.as_ptr().cast());
        of_bands(_; bands: [[u16; 4]; 3]) = {
            let [a, b, c] = bands.map(quadword);
            _mm256_setr_epi64x(a, b, c, 0)
        };
        next_band(a) = _mm256_permute4x64_epi64(a, 0b11_00_10_01);
        band_after_next(a) = _mm256_permute4x64_epi64(a, 0b11_01_00_10);
        zero_grids(a) -> u8 = _mm256_testz_si256(a, a) as u8;
        // `a` where a digit is left, else 0. Digits are below the sign bit.
        where_any(a, b) = _mm256_sign_epi16(a, b);
        or_where(a, mask, b) = if G::IS_ICE_LAKE {
            _mm256_ternarylogic_epi64::<0xCA>(mask, b, a)
        } else {
            _mm256_blendv_epi8(a, b, mask)
        };
    }
    #[inline(always)]
    fn picked([a, b, c]: [Self; 3], [first, last]: [Self; 2]) -> Self {
        b.or_where(first, a).or_where(last, c)
    }
}

/// See [`Vector::collect`].
#[inline]
#[target_feature(enable = "avx2")]
fn collect(registers: &[[u16; 4]], group: usize, groups: &mut [[u16; 4]; 32]) {
    for (i, groups) in groups.as_chunks_mut::<4>().0.iter_mut().take(7).enumerate() {
        let four = four_groups(registers, 4, 4 * i, group);
        // SAFETY: four groups are 32 bytes; stores need no alignment.
        unsafe { _mm256_storeu_si256(groups.as_mut_ptr().cast(), four) };
    }
}

/// Four words, the first of them lowest.
#[inline(always)]
pub fn quadword([a, b, c, d]: [u16; 4]) -> i64 {
    i64::from(a) | i64::from(b) << 16 | i64::from(c) << 32 | i64::from(d) << 48
}

/// One group of each of four registers among 27, from the register `first` on; `width` is the number
/// of groups of a register. Beyond the last register, zeros.
#[inline]
#[target_feature(enable = "avx2")]
pub fn four_groups(registers: &[[u16; 4]], width: usize, first: usize, group: usize) -> __m256i {
    let of = |register: usize| {
        registers.get(width * register + group).map_or(0, |group| quadword(*group))
    };
    _mm256_setr_epi64x(of(first), of(first + 1), of(first + 2), of(first + 3))
}

/// Rearranges the bytes of both halves of a register; a negative place gives 0.
#[inline]
#[target_feature(enable = "avx2")]
fn in_halves(register: __m256i, places: &[i8; 16]) -> __m256i {
    // SAFETY: 16 bytes; loads need no alignment. The assembly is a comment: a compiler that does
    // not know the places cannot split the instruction in two for CPUs where it would be slow.
    let places = unsafe {
        #[cfg_attr(miri, allow(unused_mut, reason = "Miri has no assembly"))]
        let mut places = _mm256_broadcastsi128_si256(_mm_loadu_si128(places.as_ptr().cast()));
        #[cfg(not(miri))]
        std::arch::asm!("/* {0} */", inout(ymm_reg) places,
            options(pure, nomem, nostack, preserves_flags));
        places
    };
    _mm256_shuffle_epi8(register, places)
}

/// See [`Cpu::parse`](crate::cpu::Cpu::parse).
#[inline]
#[target_feature(enable = "avx2")]
pub fn parse<G: Generation>(line: &[u8; 81], byte_of_one: u8) -> [Ymm<G>; 9] {
    let row = |row: usize| {
        // The last row comes from a load that ends with the line.
        let bytes: &[u8; 16] = line[(9 * row).min(65)..].first_chunk().expect("16 bytes");
        // SAFETY: 16 bytes; loads need no alignment.
        let bytes = unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) };
        if row == 8 { _mm_srli_si128(bytes, 7) } else { bytes }
    };
    // The low bytes of the words of the first two columns of every box, and of the last.
    let two = _mm_setr_epi8(0, -1, 3, -1, 6, -1, -1, -1, 1, -1, 4, -1, 7, -1, -1, -1);
    let last = _mm_setr_epi8(2, -1, 5, -1, 8, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1);
    let zero = _mm_setzero_si128();
    let mut grid = [Ymm::new(_mm256_setzero_si256()); 9];
    for (i, registers) in grid.as_chunks_mut::<3>().0.iter_mut().enumerate() {
        let rows = [row(i), row(3 + i), row(6 + i)];
        let in_order = |places| {
            [
                _mm_shuffle_epi8(rows[0], places),
                _mm_shuffle_epi8(rows[1], places),
                _mm_shuffle_epi8(rows[2], places),
            ]
        };
        let [a, b, c] = in_order(two);
        let first = _mm256_set_m128i(_mm_unpacklo_epi64(c, zero), _mm_unpacklo_epi64(a, b));
        let second = _mm256_set_m128i(_mm_unpackhi_epi64(c, zero), _mm_unpackhi_epi64(a, b));
        let [a, b, c] = in_order(last);
        let third = _mm256_set_m128i(c, _mm_unpacklo_epi64(a, b));
        *registers = [
            candidates(first, byte_of_one),
            candidates(second, byte_of_one),
            candidates(third, byte_of_one),
        ];
    }
    grid
}

/// The candidates of twelve cells: each word of the boxes holds the byte of a cell.
///
/// The distance of a byte from that of 1, at most 9, looks them up.
#[inline]
#[target_feature(enable = "avx2")]
fn candidates<G: Generation>(bytes: __m256i, byte_of_one: u8) -> Ymm<G> {
    let low = _mm256_setr_epi8(
        1, 2, 4, 8, 16, 32, 64, -128, 0, -1, 0, 0, 0, 0, 0, 0, //
        1, 2, 4, 8, 16, 32, 64, -128, 0, -1, 0, 0, 0, 0, 0, 0,
    );
    let high = _mm256_setr_epi8(
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, //
        0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0,
    );
    let digit = _mm256_sub_epi8(bytes, _mm256_set1_epi8(byte_of_one.cast_signed()));
    let digit = _mm256_min_epu8(digit, _mm256_set1_epi8(9));
    let low = _mm256_and_si256(_mm256_shuffle_epi8(low, digit), _mm256_set1_epi16(255));
    let high = _mm256_slli_epi16(_mm256_shuffle_epi8(high, digit), 8);
    const BOXES: i64 = 0x01FF_01FF_01FF;
    let boxes = _mm256_setr_epi64x(BOXES, BOXES, BOXES, 0);
    Ymm::new(_mm256_and_si256(_mm256_or_si256(low, high), boxes))
}

/// See [`Cpu::write_digits`](crate::cpu::Cpu::write_digits).
#[inline]
#[target_feature(enable = "avx2")]
pub fn write_digits<G: Generation>(grid: &[Ymm<G>; 9], digits: &mut [u8; 81]) {
    // A word with one digit, less one, fits in a byte, and has a bit per lower digit.
    let less = |cell: Ymm<G>| _mm256_add_epi16(cell.0, _mm256_set1_epi16(-1));
    let in_ascii =
        |bytes| _mm256_add_epi8(bits_of_bytes(bytes), _mm256_set1_epi8(b'1'.cast_signed()));
    for (i, [a, b, c]) in grid.as_chunks::<3>().0.iter().enumerate() {
        let both = in_ascii(_mm256_or_si256(less(*a), _mm256_slli_epi16(less(*b), 8)));
        let third = in_ascii(less(*c));
        // Eight digits of a row from each group; the ninth follows.
        const BOTH: [i8; 16] = [0, 1, -1, 2, 3, -1, 4, 5, 8, 9, -1, 10, 11, -1, 12, 13];
        const THIRD: [i8; 16] = [-1, -1, 0, -1, -1, 2, -1, -1, -1, -1, 8, -1, -1, 10, -1, -1];
        let eight = _mm256_or_si256(in_halves(both, &BOTH), in_halves(third, &THIRD));
        let high = _mm256_extracti128_si256(third, 1);
        let low = _mm256_castsi256_si128(third);
        let ninths =
            [_mm_extract_epi8(low, 4), _mm_extract_epi8(low, 12), _mm_extract_epi8(high, 4)];
        let rows = [
            _mm256_extract_epi64(eight, 0),
            _mm256_extract_epi64(eight, 1),
            _mm256_extract_epi64(eight, 2),
        ];
        for band in 0..3 {
            let row = &mut digits[9 * (3 * band + i)..][..9];
            row[..8].copy_from_slice(&rows[band].to_le_bytes());
            row[8] = ninths[band] as u8;
        }
    }
}

/// The number of bits of every byte.
#[inline]
#[target_feature(enable = "avx2")]
fn bits_of_bytes(bytes: __m256i) -> __m256i {
    let count = _mm256_setr_epi8(
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, //
        0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
    );
    let half = _mm256_set1_epi8(15);
    let low = _mm256_shuffle_epi8(count, _mm256_and_si256(bytes, half));
    let high = _mm256_and_si256(_mm256_srli_epi16(bytes, 4), half);
    _mm256_add_epi8(low, _mm256_shuffle_epi8(count, high))
}
