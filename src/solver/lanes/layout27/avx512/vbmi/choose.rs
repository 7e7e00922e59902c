//! Where a stuck node branches: the rule of [`crate::solver::lanes::branch`] with byte permutations
//! and bit transpositions.

#![allow(unsafe_code)]

use super::{
    Avx512Proof, Vbmi, bytes_of,
    tables::{COUNTING, KEYS, LOW, SPREAD, TRANSPOSE, UNIT},
};
use crate::solver::lanes::{
    branch::{Branch, SCORED, without_bivalue},
    layout27::avx512::{
        masks::{ByRegister, bivalue, digits, joined},
        registers_of,
    },
    memory::Memory,
    node::{Node, PEERS, WORDS},
};
use std::arch::x86_64::*;

/// See [`super::Body::choose`].
#[inline]
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
pub(super) fn choose(node: &Node, memory: &Memory, proof: Avx512Proof) -> Option<Branch> {
    let thirds = registers_of(&node.words);
    match bivalue(&thirds) {
        0 => without_bivalue(node, &digits(&node.words), ByRegister::<Vbmi>(proof)),
        bivalue => {
            let at = most_touching(&thirds, bivalue, memory);
            Some(Branch::lowest(node, at % WORDS))
        }
    }
}

/// The first eight positions of a mask, positions with deaths before the others. If there are
/// fewer, padded with one of them.
#[inline]
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn candidates(bivalue: u128, memory: &Memory) -> __m128i {
    const { assert!(SCORED == 8) };
    let (died, rest) = (bivalue & memory.died, bivalue & !memory.died);
    let masks = [died as u64, (died >> 64) as u64, rest as u64, (rest >> 64) as u64];
    let one = bivalue.trailing_zeros() as u8;
    let mut cells = _mm_set1_epi8(one.cast_signed());
    let mut len = 0;
    for (i, mask) in masks.into_iter().enumerate() {
        let all = bytes_of(&COUNTING);
        let offset = _mm512_set1_epi8(if i % 2 == 0 { 0 } else { 64 });
        let set = _mm512_maskz_compress_epi8(mask, _mm512_add_epi8(all, offset));
        let here = ((1u32 << mask.count_ones().min(8)) - 1) << len;
        cells = _mm_mask_expand_epi8(cells, here as u16, _mm512_castsi512_si128(set));
        len = (len + mask.count_ones()).min(8);
    }
    cells
}

/// The position of the candidate cell with the highest score; see README.md.
#[inline]
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn most_touching(thirds: &[__m512i; 3], bivalue: u128, memory: &Memory) -> usize {
    let cells = candidates(bivalue, memory);
    let mut list = [0u8; 16];
    // SAFETY: 16 bytes; stores need no alignment.
    unsafe { _mm_storeu_si128(list.as_mut_ptr().cast(), cells) };
    let cells = _mm512_castsi128_si512(cells);
    let [a, b, c] = *thirds;
    // The low bytes of the words, each group of eight cells in reverse: an affine transformation
    // then transposes their bits, and a permutation makes one contiguous plane per digit.
    let low = _mm512_permutex2var_epi8(a, bytes_of(&LOW[0]), b);
    let high = _mm512_maskz_permutexvar_epi8(0xFFFF_FFFF, bytes_of(&LOW[1]), c);
    let planes = |bytes| {
        let bits = _mm512_gf2p8affine_epi64_epi8::<0>(bytes_of(&UNIT), bytes);
        _mm512_permutexvar_epi8(bytes_of(&TRANSPOSE), bits)
    };
    let planes = [planes(low), planes(high)];
    let nine = _mm512_set1_epi16(256);
    let nine = joined(thirds.map(|third| _mm512_test_epi16_mask(third, nine)));
    let pair =
        |mask: u128| _mm512_broadcast_i64x2(_mm_set_epi64x((mask >> 64) as i64, mask as i64));
    let (nine, bivalue) = (pair(nine), pair(bivalue));
    // The two digits of each candidate cell, from 0, so that 8 is digit 9.
    let minus_one = _mm512_set1_epi8(-1);
    let reversed = _mm512_xor_si512(cells, _mm512_set1_epi8(7));
    let words = _mm512_permutex2var_epi8(low, reversed, high);
    let less = _mm512_add_epi8(words, minus_one);
    let first = _mm512_popcnt_epi8(_mm512_andnot_si512(words, less));
    let second = _mm512_and_si512(words, less);
    let second = _mm512_popcnt_epi8(_mm512_add_epi8(second, minus_one));
    let odd = _mm512_set_epi64(8, 0, 8, 0, 8, 0, 8, 0);
    // The scores of four candidate cells, separately for the two halves of a node.
    let four = |from: usize| {
        let peers = |i: usize| {
            let peers = &PEERS[usize::from(list[from + i] % 128)];
            // SAFETY: 16 bytes; loads need no alignment.
            _mm512_broadcast_i64x2(unsafe { _mm_loadu_si128(std::ptr::from_ref(peers).cast()) })
        };
        let near = _mm512_mask_mov_epi64(peers(0), 0x0C, peers(1));
        let near = _mm512_mask_mov_epi64(near, 0x30, peers(2));
        let near = _mm512_mask_mov_epi64(near, 0xC0, peers(3));
        let spread = bytes_of(&SPREAD[from / 4 % 2]);
        let first = _mm512_or_si512(_mm512_permutexvar_epi8(spread, first), odd);
        let second = _mm512_permutexvar_epi8(spread, second);
        let is_nine = _mm512_test_epi64_mask(second, _mm512_set1_epi64(8));
        let plane = |digit| _mm512_permutex2var_epi64(planes[0], digit, planes[1]);
        let second = plane(_mm512_or_si512(second, odd));
        let second = _mm512_mask_mov_epi64(second, is_nine, nine);
        let touched = _mm512_and_si512(_mm512_or_si512(plane(first), second), near);
        let twice = _mm512_popcnt_epi64(_mm512_and_si512(touched, bivalue));
        _mm512_add_epi64(_mm512_popcnt_epi64(touched), _mm512_slli_epi64::<1>(twice))
    };
    let [deaths, more] = memory.deaths.as_chunks::<64>().0 else { unreachable!("128 bytes") };
    let deaths = _mm512_permutex2var_epi8(bytes_of(deaths), cells, bytes_of(more));
    // The key of a cell: the score from byte 2 up, the position in byte 0.
    let (w, x) = (four(0), four(4));
    let score = _mm512_add_epi64(_mm512_unpacklo_epi64(w, x), _mm512_unpackhi_epi64(w, x));
    let more =
        _mm512_maskz_permutex2var_epi8(0x0505_0505_0505_0505, cells, bytes_of(&KEYS), deaths);
    let best = _mm512_add_epi64(_mm512_slli_epi64::<16>(score), more);
    let best = _mm256_max_epu32(_mm512_castsi512_si256(best), _mm512_extracti64x4_epi64::<1>(best));
    let best = _mm_max_epu32(_mm256_castsi256_si128(best), _mm256_extracti128_si256::<1>(best));
    let best = _mm_max_epu32(best, _mm_unpackhi_epi64(best, best));
    _mm_cvtsi128_si32(best) as usize & 127
}
