//! The layout for x86-64 with AVX2, and with AVX-512.

#![allow(unsafe_code)]

use super::{Cpu, Grid, Search, Verdict, register::Register, sweep::settle};
use crate::solver::lanes::{
    branch::Branch,
    layout27::avx512::{Avx512Proof, Level, Vbmi},
    layout81::{
        self,
        avx2::{Avx2, Avx2Proof, halves_of_candidates},
    },
    memory::Memory,
    node::Node,
};
use std::{arch::x86_64::*, ops::ControlFlow};

impl Cpu for Avx2Proof {
    type Register = Avx2;

    fn proof(self) -> Avx2Proof {
        self
    }

    #[inline(always)]
    fn settle(self, grid: &mut Grid<Avx2>, sweeps: &mut u64) -> Verdict {
        // SAFETY: `self` is the proof that the CPU has the features.
        unsafe { settle_avx2(self, grid, sweeps) }
    }

    #[inline(always)]
    fn choose(self, grid: &Grid<Avx2>, memory: &Memory) -> Option<Branch> {
        // SAFETY: as above.
        unsafe { choose_avx2(self, grid, memory) }
    }

    #[inline(always)]
    fn write_digits(self, grid: &Grid<Avx2>, digits: &mut [u8; 81]) {
        layout81::write_digits::<Avx2>(self, &Avx2::node(&grid.0), digits);
    }

    #[inline(always)]
    fn below(self, search: &mut Search<Self>, grid: Grid<Avx2>) -> ControlFlow<()> {
        // SAFETY: as above.
        unsafe { below_avx2(search, &grid) }
    }
}

#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn settle_avx2(proof: Avx2Proof, grid: &mut Grid<Avx2>, sweeps: &mut u64) -> Verdict {
    settle(proof, grid, sweeps)
}

#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn choose_avx2(proof: Avx2Proof, grid: &Grid<Avx2>, memory: &Memory) -> Option<Branch> {
    layout81::choose::<Avx2>(proof, &Avx2::node(&grid.0), memory)
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn below_avx2(search: &mut Search<Avx2Proof>, grid: &Grid<Avx2>) -> ControlFlow<()> {
    search.below(*grid)
}

impl Cpu for Avx512Proof {
    type Register = Avx2;

    fn proof(self) -> Avx2Proof {
        self.avx2()
    }

    #[inline(always)]
    fn settle(self, grid: &mut Grid<Avx2>, sweeps: &mut u64) -> Verdict {
        // SAFETY: `self` is the proof that the CPU has the features.
        unsafe { settle_avx512(self, grid, sweeps) }
    }

    #[inline(always)]
    fn choose(self, grid: &Grid<Avx2>, memory: &Memory) -> Option<Branch> {
        // SAFETY: as above.
        unsafe { choose_avx512(self, grid, memory) }
    }

    #[inline(always)]
    fn write_digits(self, grid: &Grid<Avx2>, digits: &mut [u8; 81]) {
        // SAFETY: as above.
        Vbmi::write_digits(self, &unsafe { node_avx512(grid) }, digits);
    }

    #[inline(always)]
    fn below(self, search: &mut Search<Self>, grid: Grid<Avx2>) -> ControlFlow<()> {
        // SAFETY: as above.
        unsafe { below_avx512(search, &grid) }
    }
}

#[inline(never)]
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn settle_avx512(proof: Avx512Proof, grid: &mut Grid<Avx2>, sweeps: &mut u64) -> Verdict {
    settle(proof.avx2(), grid, sweeps)
}

#[inline(never)]
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn choose_avx512(proof: Avx512Proof, grid: &Grid<Avx2>, memory: &Memory) -> Option<Branch> {
    Vbmi::choose(proof, &node_avx512(grid), memory)
}

/// Copies a grid into a node, whose spare words become 0. A third of a node takes one permutation.
#[inline]
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn node_avx512(grid: &Grid<Avx2>) -> Node {
    /// For the words of a third, where they are in the registers of a row of the boxes.
    static PLACES: [u16; 32] = {
        let mut places = [0; 32];
        let mut at = 0;
        while at < 27 {
            let (band, stack, column) = (at / 9, at % 9 / 3, at % 3);
            places[at] = (16 * column + 4 * band + stack) as u16;
            at += 1;
        }
        places
    };
    let mut node = Node::EMPTY;
    for (words, row) in node.words.as_chunks_mut::<32>().0.iter_mut().zip(grid.0.as_chunks::<3>().0)
    {
        // SAFETY: 32 words each; loads and stores need no alignment.
        unsafe {
            let places = _mm512_loadu_si512(PLACES.as_ptr().cast());
            let both = _mm512_castsi256_si512(row[0].0);
            let both = _mm512_inserti64x4::<1>(both, row[1].0);
            let last = _mm512_castsi256_si512(row[2].0);
            let third = _mm512_maskz_permutex2var_epi16((1 << 27) - 1, both, places, last);
            _mm512_storeu_si512(words.as_mut_ptr().cast(), third);
        }
    }
    node
}

#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn below_avx512(search: &mut Search<Avx512Proof>, grid: &Grid<Avx2>) -> ControlFlow<()> {
    search.below(*grid)
}

/// SAFETY of every intrinsic in this file: the caller holds an `Avx2` or an `Avx2Proof`, neither of
/// which exists on a CPU without AVX2.
macro_rules! intrinsic {
    ($call:expr) => {
        // SAFETY: see the macro.
        unsafe { $call }
    };
}

/// Rearranges the bytes of both halves of a register; a negative place gives 0.
#[inline]
#[target_feature(enable = "avx2")]
fn in_halves(register: __m256i, places: &[i8; 16]) -> __m256i {
    // SAFETY: 16 bytes; loads need no alignment.
    let places = unsafe { _mm_loadu_si128(places.as_ptr().cast()) };
    _mm256_shuffle_epi8(register, _mm256_broadcastsi128_si256(places))
}

impl Register for Avx2 {
    #[inline(always)]
    fn next_band(self) -> Self {
        Self(intrinsic!(_mm256_permute4x64_epi64(self.0, 0b11_00_10_01)))
    }
    #[inline(always)]
    fn band_after_next(self) -> Self {
        Self(intrinsic!(_mm256_permute4x64_epi64(self.0, 0b11_01_00_10)))
    }
    #[inline(always)]
    fn next_stack(self) -> Self {
        const PLACES: [i8; 16] = [2, 3, 4, 5, 0, 1, 6, 7, 10, 11, 12, 13, 8, 9, 14, 15];
        Self(intrinsic!(in_halves(self.0, &PLACES)))
    }
    #[inline(always)]
    fn stack_after_next(self) -> Self {
        const PLACES: [i8; 16] = [4, 5, 0, 1, 2, 3, 6, 7, 12, 13, 8, 9, 10, 11, 14, 15];
        Self(intrinsic!(in_halves(self.0, &PLACES)))
    }
    #[inline(always)]
    fn is_zero(self) -> bool {
        intrinsic!(_mm256_testz_si256(self.0, self.0)) == 1
    }

    #[inline(always)]
    fn parse_grid(_: Avx2Proof, line: &[u8; 81]) -> [Self; 9] {
        intrinsic!(parse(line))
    }

    #[inline(always)]
    fn node(grid: &[Self; 9]) -> Node {
        intrinsic!(node(grid))
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn parse(line: &[u8; 81]) -> [Avx2; 9] {
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
    let spare = _mm256_setr_epi64x(511 << 48, 511 << 48, 511 << 48, 0x01FF_01FF_01FF_01FF);
    let words = |bands: [__m128i; 3], is_second: bool| {
        let [a, b, c] = bands;
        let (ab, c) = match is_second {
            true => (_mm_unpackhi_epi64(a, b), _mm_unpackhi_epi64(c, c)),
            false => (_mm_unpacklo_epi64(a, b), c),
        };
        // SAFETY: the CPU has AVX2.
        let [low, high] = unsafe { halves_of_candidates(_mm256_set_m128i(c, ab)) };
        let low = _mm256_and_si256(low, _mm256_set1_epi16(255));
        Avx2(_mm256_or_si256(_mm256_or_si256(low, _mm256_slli_epi16(high, 8)), spare))
    };
    let mut grid = [Avx2(spare); 9];
    for (i, registers) in grid.as_chunks_mut::<3>().0.iter_mut().enumerate() {
        let (a, b, c) = (row(i), row(3 + i), row(6 + i));
        let in_order = |places| {
            [_mm_shuffle_epi8(a, places), _mm_shuffle_epi8(b, places), _mm_shuffle_epi8(c, places)]
        };
        let (both, last) = (in_order(two), in_order(last));
        *registers = [words(both, false), words(both, true), words(last, false)];
    }
    grid
}

/// Copies a grid into a node: eight words of a row at a time, then the ninth.
#[inline]
#[target_feature(enable = "avx2")]
fn node(grid: &[Avx2; 9]) -> Node {
    /// The first two columns of three boxes among eight words of a row, and the last column.
    const TWO_OF_THREE: [i8; 16] = [0, 1, 8, 9, -1, -1, 2, 3, 10, 11, -1, -1, 4, 5, 12, 13];
    const LAST_OF_LOW: [i8; 16] = [-1, -1, -1, -1, 0, 1, -1, -1, -1, -1, 2, 3, -1, -1, -1, -1];
    const LAST_OF_HIGH: [i8; 16] = [-1, -1, -1, -1, 8, 9, -1, -1, -1, -1, 10, 11, -1, -1, -1, -1];
    let mut node = Node::EMPTY;
    for (third, [a, b, c]) in
        node.words.as_chunks_mut::<32>().0.iter_mut().zip(grid.as_chunks::<3>().0)
    {
        // The words of the bands 1 and 3, and of band 2.
        let even = _mm256_or_si256(
            in_halves(_mm256_unpacklo_epi64(a.0, b.0), &TWO_OF_THREE),
            in_halves(c.0, &LAST_OF_LOW),
        );
        let odd = _mm256_or_si256(
            in_halves(_mm256_unpackhi_epi64(a.0, b.0), &TWO_OF_THREE),
            in_halves(c.0, &LAST_OF_HIGH),
        );
        let rows = [
            _mm256_castsi256_si128(even),
            _mm256_castsi256_si128(odd),
            _mm256_extracti128_si256(even, 1),
        ];
        let ninths = [
            _mm256_extract_epi16(c.0, 2),
            _mm256_extract_epi16(c.0, 6),
            _mm256_extract_epi16(c.0, 10),
        ];
        for (words, (row, ninth)) in
            third.as_chunks_mut::<9>().0.iter_mut().zip(rows.into_iter().zip(ninths))
        {
            // SAFETY: 8 words; stores need no alignment.
            unsafe { _mm_storeu_si128(words.as_mut_ptr().cast(), row) };
            words[8] = ninth as u16;
        }
    }
    node
}
