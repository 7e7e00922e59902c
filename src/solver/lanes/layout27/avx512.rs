//! The backend for x86-64 with AVX-512 as of Ice Lake and Zen 4: operations of the layout
//! are one instruction each, and so are permutations of bytes and transpositions of bits.

#![allow(unsafe_code)]

use super::{
    GROUPS, Group, STEP,
    body::Body,
    put,
    sweep::{self, Found},
    wide::Wide,
};
use crate::solver::lanes::{
    branch::{Branch, Having, SCORED, without_bivalue},
    layout::{Lanes, Slots, Task},
    node::{Node, PEERS, WORDS, position},
    slot::{Memory, Slot},
};
use std::{arch::x86_64::*, mem::MaybeUninit};

/// A register of 512 bits. The way to make the first is with an [`Avx512Proof`].
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(in crate::solver::lanes) struct Avx512(__m512i);

/// The CPU has all that [`FEATURES`] names: this was looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solver::lanes) struct Avx512Proof(());

impl Avx512Proof {
    /// The proof, if the CPU has all features that functions in this file enable. Some are
    /// implied by others there.
    pub fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512bitalg")
            && is_x86_feature_detected!("avx512vpopcntdq")
            && is_x86_feature_detected!("gfni")
            && is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        found.then_some(Self(()))
    }
}

/// SAFETY of every intrinsic in this file: an `Avx512` or an `Avx512Proof` is at hand, and
/// there is none on a CPU without these features.
macro_rules! intrinsic {
    ($call:expr) => {
        // SAFETY: see the macro.
        unsafe { $call }
    };
}

impl Wide for Avx512 {
    type Proof = Avx512Proof;

    #[inline(always)]
    fn splat(_: Avx512Proof, word: u16) -> Self {
        Self(intrinsic!(_mm512_set1_epi16(word.cast_signed())))
    }
    #[inline(always)]
    fn load(_: Avx512Proof, words: &[u16; 32]) -> Self {
        // Loads need no alignment.
        Self(intrinsic!(_mm512_loadu_si512(words.as_ptr().cast())))
    }
    #[inline(always)]
    fn words(self) -> [u16; 32] {
        let mut words = [0; 32];
        intrinsic!(_mm512_storeu_si512(words.as_mut_ptr().cast(), self.0));
        words
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(intrinsic!(_mm512_add_epi16(self.0, other.0)))
    }
    #[inline(always)]
    fn subtract(self, other: Self) -> Self {
        Self(intrinsic!(_mm512_subs_epu16(self.0, other.0)))
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(intrinsic!(_mm512_min_epu16(self.0, other.0)))
    }
    #[inline(always)]
    fn logic<const TABLE: i32>(self, b: Self, c: Self) -> Self {
        Self(intrinsic!(_mm512_ternarylogic_epi32::<TABLE>(self.0, b.0, c.0)))
    }
    #[inline(always)]
    fn count(self) -> Self {
        Self(intrinsic!(_mm512_popcnt_epi16(self.0)))
    }
    #[inline(always)]
    fn permute(self, places: Self) -> Self {
        Self(intrinsic!(_mm512_permutexvar_epi16(places.0, self.0)))
    }
    #[inline(always)]
    fn permute_both(self, other: Self, places: Self) -> Self {
        Self(intrinsic!(_mm512_permutex2var_epi16(self.0, places.0, other.0)))
    }
    #[inline(always)]
    fn select(self, mask: u32, other: Self) -> Self {
        Self(intrinsic!(_mm512_mask_mov_epi16(self.0, mask, other.0)))
    }
    #[inline(always)]
    fn equal(self, other: Self) -> u32 {
        intrinsic!(_mm512_cmpeq_epi16_mask(self.0, other.0))
    }
    #[inline(always)]
    fn at_most(self, other: Self) -> u32 {
        intrinsic!(_mm512_cmple_epu16_mask(self.0, other.0))
    }
    #[inline(always)]
    fn sharing(self, other: Self) -> u32 {
        intrinsic!(_mm512_test_epi16_mask(self.0, other.0))
    }

    #[inline(always)]
    fn pin(self) -> Self {
        Self(intrinsic!(pinned(self.0)))
    }
}

impl Body for Avx512 {
    #[inline(always)]
    fn sweep(proof: Avx512Proof, group: &mut Group<Self>) -> Found {
        intrinsic!(sweep_group(proof, group))
    }
    #[inline(always)]
    fn put<const N: usize>(
        proof: Avx512Proof,
        group: &mut Group<Self>,
        nodes: [(usize, &Node); N],
    ) {
        intrinsic!(put_nodes(proof, group, nodes));
    }
    #[inline(always)]
    fn take(groups: &[Group<Self>; GROUPS], lanes: Lanes, slots: &mut Slots) {
        intrinsic!(take(groups, lanes, slots));
    }
    #[inline(always)]
    fn parse(_: Avx512Proof, line: &[u8; 81]) -> Node {
        intrinsic!(parse(line))
    }
    #[inline(always)]
    fn solution(_: Avx512Proof, node: &Node, digits: Option<&mut [u8; 81]>) -> bool {
        intrinsic!(solution(node, digits))
    }
    #[inline(always)]
    fn choose(proof: Avx512Proof, slot: &Slot) -> Option<Branch> {
        intrinsic!(choose(slot, proof))
    }
    #[inline(always)]
    fn any_of_three(mask: u32) -> u16 {
        intrinsic!(_pext_u32(mask | mask >> 1 | mask >> 2, 0o1111111111)) as u16
    }
    #[inline(always)]
    fn run<T>(_: Avx512Proof, task: &mut impl Task<T>, traffic: &mut T, drain: bool) {
        intrinsic!(run(task, traffic, drain));
    }
}

/// The words of a register that are cells in the third of a node.
const CELLS_OF_THIRD: u32 = (1 << 27) - 1;

/// A puzzle as it is in its group: four words of each of the 27 registers. The fourth is
/// not of the puzzle, or of none.
#[repr(C, align(64))]
struct Copied([u16; 128]);

/// Finds words by their digits.
#[derive(Clone, Copy)]
struct ByRegister(Avx512Proof);

impl Having for ByRegister {
    #[inline(always)]
    fn having(self, words: &[u16; WORDS], digits: u16) -> u128 {
        intrinsic!(having(words, digits))
    }
}

#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn run<T>(task: &mut impl Task<T>, traffic: &mut T, drain: bool) {
    task.run(traffic, drain);
}

#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn sweep_group(proof: Avx512Proof, group: &mut Group<Avx512>) -> Found {
    sweep::sweep(proof, group)
}

#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn put_nodes<const N: usize>(
    proof: Avx512Proof,
    group: &mut Group<Avx512>,
    nodes: [(usize, &Node); N],
) {
    put::put_together(proof, group, nodes);
}

/// See [`Wide::pin`].
#[inline]
#[target_feature(enable = "avx512f")]
fn pinned(mut register: __m512i) -> __m512i {
    // SAFETY: the assembly is a comment.
    unsafe {
        std::arch::asm!("/* {0} */", inout(zmm_reg) register,
            options(pure, nomem, nostack, preserves_flags));
    }
    register
}

#[inline]
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn copy_out(group: &Group<Avx512>, puzzle: usize, to: &mut MaybeUninit<Copied>) {
    let from = (&raw const group.cells).cast::<u16>();
    let to = to.as_mut_ptr().cast::<u64>();
    for register in 0..27 {
        // SAFETY: the four words end with the register, for puzzles 0 to 9. Volatile, lest
        // the compiler gathers the words in a vector register, which takes longer.
        unsafe {
            let words = from.add(32 * register + 3 * (puzzle % 10)).cast::<u64>();
            to.add(register).write_volatile(words.read_unaligned());
        }
    }
}

/// The thirds of the node in what was copied out. Spare words are 0.
#[inline]
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn gather(copied: &Copied) -> [__m512i; 3] {
    let [a, b, c, d] = copied.0.as_chunks::<32>().0 else { unreachable!("128 words") };
    let parts = [words_of(a), words_of(b), words_of(c), words_of(d)];
    let third = |i: usize, places: &[u16; 32]| {
        let places = words_of(places);
        _mm512_maskz_permutex2var_epi16(CELLS_OF_THIRD, parts[i], places, parts[i + 1])
    };
    [third(0, &COPIED[0]), third(1, &COPIED[1]), third(2, &COPIED[2])]
}

#[inline]
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn thirds_of(words: &[u16; WORDS]) -> [__m512i; 3] {
    let [a, b, c] = words.as_chunks::<32>().0 else { unreachable!("96 words") };
    [words_of(a), words_of(b), words_of(c)]
}

/// The masks of the three thirds as one.
#[inline]
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn joined(masks: [u32; 3]) -> u128 {
    let low = u64::from(masks[0]) | u64::from(masks[1]) << 32;
    u128::from(low) | u128::from(masks[2] & CELLS_OF_THIRD) << 64
}

/// The words that share a digit with `digits`, bit `p` for word `p`.
#[inline]
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn having(words: &[u16; WORDS], digits: u16) -> u128 {
    let digits = _mm512_set1_epi16(digits.cast_signed());
    joined(thirds_of(words).map(|third| _mm512_test_epi16_mask(third, digits)))
}

/// The cells with two candidates.
#[inline]
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn bivalue(thirds: &[__m512i; 3]) -> u128 {
    let without_lowest =
        |words| _mm512_and_si512(words, _mm512_add_epi16(words, _mm512_set1_epi16(-1)));
    joined(thirds.map(|third| {
        let second = without_lowest(third);
        let third = without_lowest(second);
        _mm512_mask_testn_epi16_mask(_mm512_test_epi16_mask(second, second), third, third)
    }))
}

/// The first eight positions of a mask, those where the search died first. If there are
/// fewer, one of them again.
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

/// Of the candidates, the one with the highest score; see README.md.
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
    // The low bytes of the words, eight cells in reverse: an affine transformation
    // then transposes their bits, and a permutation puts a plane a digit side by side.
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
    // The candidates' two digits, from 0; 8 for the digit 9.
    let minus_one = _mm512_set1_epi8(-1);
    let reversed = _mm512_xor_si512(cells, _mm512_set1_epi8(7));
    let words = _mm512_permutex2var_epi8(low, reversed, high);
    let less = _mm512_add_epi8(words, minus_one);
    let first = _mm512_popcnt_epi8(_mm512_andnot_si512(words, less));
    let second = _mm512_and_si512(words, less);
    let second = _mm512_popcnt_epi8(_mm512_add_epi8(second, minus_one));
    let odd = _mm512_set_epi64(8, 0, 8, 0, 8, 0, 8, 0);
    // What four candidates score: the two halves of a node side by side.
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
    // Score from byte 2, position in byte 0.
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

#[inline]
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn bytes_of(table: &[u8; 64]) -> __m512i {
    // SAFETY: 64 bytes; loads need no alignment.
    unsafe { _mm512_loadu_si512(table.as_ptr().cast()) }
}

/// In two loops, because loads of a register have to wait for the stores of its parts.
#[inline]
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn take(groups: &[Group<Avx512>; GROUPS], lanes: Lanes, slots: &mut Slots) {
    let mut out = [const { MaybeUninit::uninit() }; 64];
    for (out, lane) in out.iter_mut().zip(lanes) {
        copy_out(&groups[lane / STEP % GROUPS], lane % STEP, out);
    }
    for (out, lane) in out.iter().zip(lanes) {
        // SAFETY: the loop before has copied that lane.
        let thirds = gather(unsafe { out.assume_init_ref() });
        let node = slots[lane % 64].node_mut();
        for (words, third) in node.words.as_chunks_mut::<32>().0.iter_mut().zip(thirds) {
            store(words, third);
        }
    }
}

#[inline]
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn parse(line: &[u8; 81]) -> Node {
    let mut node = Node::EMPTY;
    let (start, end) = (
        bytes_of(line.first_chunk().expect("81 bytes")),
        bytes_of(line.last_chunk().expect("81 bytes")),
    );
    for (words, places) in node.words.as_chunks_mut::<32>().0.iter_mut().zip(&LINE) {
        // Every second byte of 27 words.
        let bytes =
            _mm512_maskz_permutex2var_epi8(0x0015_5555_5555_5555, start, bytes_of(places), end);
        let digit = _mm512_sub_epi16(bytes, _mm512_set1_epi16(b'1'.into()));
        let clue = _mm512_cmplt_epu16_mask(digit, _mm512_set1_epi16(9));
        let one = _mm512_set1_epi16(1);
        store(words, _mm512_mask_sllv_epi16(_mm512_set1_epi16(511), clue, one, digit));
    }
    node
}

/// See [`Body::solution`].
#[inline]
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn solution(node: &Node, digits: Option<&mut [u8; 81]>) -> bool {
    let thirds = thirds_of(&node.words);
    let rows = _mm512_or_si512(_mm512_or_si512(thirds[0], thirds[1]), thirds[2]);
    let next = |places: &[u16; 32]| _mm512_permutexvar_epi16(words_of(places), rows);
    let columns = _mm512_or_si512(_mm512_or_si512(rows, next(&BANDS[0])), next(&BANDS[1]));
    let right = _mm512_cmpeq_epi16_mask(columns, _mm512_set1_epi16(511));
    if let Some(digits) = digits {
        write_digits(thirds, digits);
    }
    right & CELLS_OF_THIRD == CELLS_OF_THIRD
}

#[inline]
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn write_digits(thirds: [__m512i; 3], digits: &mut [u8; 81]) {
    // One digit's word less one has a bit for each lower digit.
    let less = |third| _mm512_popcnt_epi16(_mm512_add_epi16(third, _mm512_set1_epi16(-1)));
    let one = _mm512_set1_epi8(b'1'.cast_signed());
    let [a, b, c] = thirds;
    let low = _mm512_add_epi8(_mm512_or_si512(less(a), _mm512_slli_epi16::<8>(less(b))), one);
    let high = _mm512_add_epi8(less(c), one);
    let bytes = |places| _mm512_permutex2var_epi8(low, bytes_of(places), high);
    let (start, end) = digits.split_at_mut(64);
    // SAFETY: 64 bytes, and 17 of a mask; stores need no alignment.
    unsafe {
        _mm512_storeu_si512(start.as_mut_ptr().cast(), bytes(&DIGITS[0]));
        _mm512_mask_storeu_epi8(end.as_mut_ptr().cast(), (1 << 17) - 1, bytes(&DIGITS[1]));
    }
}

#[inline]
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn choose(slot: &Slot, proof: Avx512Proof) -> Option<Branch> {
    let node = slot.node();
    let thirds = thirds_of(&node.words);
    match bivalue(&thirds) {
        0 => without_bivalue(node, ByRegister(proof)),
        bivalue => {
            let at = most_touching(&thirds, bivalue, &slot.memory);
            Some(Branch::lowest(node, at % WORDS))
        }
    }
}

#[inline]
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn words_of(words: &[u16; 32]) -> __m512i {
    // SAFETY: 32 words; loads need no alignment.
    unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn store(words: &mut [u16; 32], register: __m512i) {
    // SAFETY: 32 words; stores need no alignment.
    unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), register) };
}

/// A table for permutations of bytes.
macro_rules! bytes {
    ($name:ident, $what:literal, |$i:ident| $byte:expr) => {
        #[doc = $what]
        static $name: [u8; 64] = {
            let mut table = [0; 64];
            let mut $i = 0;
            while $i < 64 {
                table[$i] = ($byte) as u8;
                $i += 1;
            }
            table
        };
    };
    ($name:ident[$of:ident; $len:literal], $what:literal, |$i:ident| $byte:expr) => {
        #[doc = $what]
        static $name: [[u8; 64]; $len] = {
            let mut tables = [[0; 64]; $len];
            let mut $of = 0;
            while $of < $len {
                let mut $i = 0;
                while $i < 64 {
                    tables[$of][$i] = ($byte) as u8;
                    $i += 1;
                }
                $of += 1;
            }
            tables
        };
    };
}

bytes!(COUNTING, "The numbers from 0.", |i| i);
bytes!(UNIT, "The unit matrix of 8 × 8 bits, eight times.", |i| 1 << (i % 8));
bytes!(TRANSPOSE, "Rows of a matrix of 8 × 8 bytes as columns.", |i| 8 * (i % 8) + i / 8);
bytes!(
    LOW[half; 2],
    "The low byte of every word, eight words in reverse: of the first two thirds of a node, and of the last.",
    |i| {
        let word = i ^ 7;
        if half == 1 { 2 * (word % 32) } else { 2 * word }
    }
);
bytes!(SPREAD[from; 2], "The byte of a candidate in 16 bytes: of four candidates.", |i| {
    4 * from + i / 16
});
bytes!(
    KEYS,
    "For two candidates at a time, the position, and in the other register the deaths.",
    |i| {
        let candidate = i / 16 + 4 * (i / 8 % 2);
        if i % 8 == 0 { candidate } else { 64 + candidate }
    }
);
bytes!(
    LINE[i_row; 3],
    "For a third of a node, where a cell's byte is: in the line from byte 0, or in the line from byte 17.",
    |i| {
        let word = i / 2;
        let byte = (9 * (3 * (word / 9) + i_row) + word % 9) % 81;
        if byte < 64 { byte } else { 64 + byte - 17 }
    }
);
bytes!(
    DIGITS[half; 2],
    "For the bytes of a line, where the digits of the thirds are: the first in even bytes, the second in odd ones, the last in the even ones of the next register.",
    |i| {
        let cell = (64 * half + i) % 81;
        let at = position(cell / 9, cell % 9);
        match at / 32 {
            0 => 2 * at,
            1 => 2 * (at % 32) + 1,
            _ => 64 + 2 * (at % 32),
        }
    }
);

/// For a word of a third, where it is in what was copied out: in the register with that
/// number, or in the next.
static COPIED: [[u16; 32]; 3] = {
    let mut tables = [[0; 32]; 3];
    let mut at = 0;
    while at < 81 {
        let (i, word) = (at / 27, at % 27);
        tables[i][word] = (4 * (9 * i + word % 9) + word / 9 - 32 * i) as u16;
        at += 1;
    }
    tables
};

/// The words of the next band, and of the one after that.
static BANDS: [[u16; 32]; 2] = {
    let mut tables = [[0; 32]; 2];
    let mut word = 0;
    while word < 27 {
        tables[0][word] = ((word + 9) % 27) as u16;
        tables[1][word] = ((word + 18) % 27) as u16;
        word += 1;
    }
    tables
};
