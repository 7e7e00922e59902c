//! The backend for x86-64 with AVX-512 as of Ice Lake and Zen 4: operations of the layout
//! are one instruction each, and so are permutations of bytes and transpositions of bits.

#![allow(unsafe_code)]

mod choose;
mod tables;

use super::{
    GROUPS, Group, STEP,
    body::Body,
    put,
    sweep::{self, Found},
    wide::Wide,
};
use crate::solver::lanes::{
    branch::Branch,
    layout::{Lanes, Slots, Task},
    layout81::avx2::Avx2Proof,
    node::{Node, WORDS, thirds},
    slot::Slot,
};
use std::{arch::x86_64::*, mem::MaybeUninit};
use tables::{BANDS, COPIED, DIGITS, LINE};

/// A register of 512 bits. The way to make the first is with an [`Avx512Proof`].
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(in crate::solver::lanes) struct Avx512(__m512i);

/// The CPU has all features that functions here enable: this was looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solver::lanes) struct Avx512Proof(());

impl Avx512Proof {
    /// The proof, if the CPU has them all.
    pub fn detect() -> Option<Self> {
        let found = Avx2Proof::detect().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512bitalg")
            && is_x86_feature_detected!("avx512vpopcntdq")
            && is_x86_feature_detected!("gfni");
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
        intrinsic!(choose::choose(slot, proof))
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
fn registers_of(words: &[u16; WORDS]) -> [__m512i; 3] {
    let [a, b, c] = thirds(words);
    [words_of(a), words_of(b), words_of(c)]
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
    let thirds = registers_of(&node.words);
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
