//! The register of both AVX-512 backends for x86-64, and the steps that they share.

#![allow(unsafe_code)]

mod bw;
mod masks;
mod places;
mod vbmi;

use super::{GROUPS, Group, STEP, body::Body, put, sweep::Found, wide::Wide};
use crate::solver::lanes::{
    branch::Branch,
    layout::{Lanes, Slots, Task},
    memory::Memory,
    node::{Node, WORDS, thirds},
    slot::Slot,
};
pub(in crate::solver::lanes) use bw::{Avx512Bw, Avx512BwProof};
use places::{BANDS, COPIED};
use std::{arch::x86_64::*, marker::PhantomData, mem::MaybeUninit};
pub(in crate::solver::lanes) use vbmi::{Avx512, Avx512Proof, Vbmi};

/// The steps that use CPU features beyond the common part, which is AVX-512 F, BW, VL and DQ and
/// the features of the AVX2 backend.
pub(in crate::solver::lanes) trait Level: Copy + 'static {
    /// Proof that the CPU has all these features.
    type Proof: Copy;

    /// See [`Wide::at_most_three`].
    fn at_most_three(words: __m512i) -> u32;
    /// See [`Body::sweep`].
    fn sweep(proof: Self::Proof, group: &mut Group<Register<Self>>) -> Found;
    /// See [`Body::parse`].
    fn parse(proof: Self::Proof, line: &[u8; 81]) -> Node;
    /// Writes the digits of a settled node, in ASCII.
    fn write_digits(proof: Self::Proof, node: &Node, digits: &mut [u8; 81]);
    /// Chooses where a stuck node branches; `None` if no cell has two candidates.
    fn choose(proof: Self::Proof, node: &Node, memory: &Memory) -> Option<Branch>;
    /// See [`Body::run`].
    fn run<T>(proof: Self::Proof, task: &mut impl Task<T>, traffic: &mut T, drain: bool);
}

/// A register of 512 bits. Creating one from scratch takes the proof of a level.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(in crate::solver::lanes) struct Register<L>(__m512i, PhantomData<L>);

/// SAFETY of every intrinsic in this file: the caller holds a `Register` or a `Proof`, neither of
/// which exists on a CPU without the common part.
macro_rules! intrinsic {
    ($call:expr) => {
        // SAFETY: see the macro.
        unsafe { $call }
    };
}
use intrinsic;

/// Wraps the result of an intrinsic in a register.
macro_rules! register {
    ($call:expr) => {
        Self(intrinsic!($call), PhantomData)
    };
}

impl<L: Level> Wide for Register<L> {
    type Proof = L::Proof;

    #[inline(always)]
    fn splat(_: L::Proof, word: u16) -> Self {
        register!(_mm512_set1_epi16(word.cast_signed()))
    }
    #[inline(always)]
    fn load(_: L::Proof, words: &[u16; 32]) -> Self {
        // Loads need no alignment.
        register!(_mm512_loadu_si512(words.as_ptr().cast()))
    }
    #[inline(always)]
    fn words(self) -> [u16; 32] {
        let mut words = [0; 32];
        intrinsic!(_mm512_storeu_si512(words.as_mut_ptr().cast(), self.0));
        words
    }
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        register!(_mm512_add_epi16(self.0, other.0))
    }
    #[inline(always)]
    fn subtract(self, other: Self) -> Self {
        register!(_mm512_subs_epu16(self.0, other.0))
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        register!(_mm512_min_epu16(self.0, other.0))
    }
    #[inline(always)]
    fn logic<const TABLE: i32>(self, b: Self, c: Self) -> Self {
        register!(_mm512_ternarylogic_epi32::<TABLE>(self.0, b.0, c.0))
    }
    #[inline(always)]
    fn permute(self, places: Self) -> Self {
        register!(_mm512_permutexvar_epi16(places.0, self.0))
    }
    #[inline(always)]
    fn permute_both(self, other: Self, places: Self) -> Self {
        register!(_mm512_permutex2var_epi16(self.0, places.0, other.0))
    }
    #[inline(always)]
    fn select(self, mask: u32, other: Self) -> Self {
        register!(_mm512_mask_mov_epi16(self.0, mask, other.0))
    }
    #[inline(always)]
    fn equal(self, other: Self) -> u32 {
        intrinsic!(_mm512_cmpeq_epi16_mask(self.0, other.0))
    }
    #[inline(always)]
    fn at_most_three(self) -> u32 {
        L::at_most_three(self.0)
    }
    #[inline(always)]
    fn sharing(self, other: Self) -> u32 {
        intrinsic!(_mm512_test_epi16_mask(self.0, other.0))
    }

    #[inline(always)]
    fn pin(self) -> Self {
        register!(pinned(self.0))
    }
}

impl<L: Level> Body for Register<L> {
    #[inline(always)]
    fn sweep(proof: L::Proof, group: &mut Group<Self>) -> Found {
        L::sweep(proof, group)
    }
    #[inline(always)]
    fn put<const N: usize>(proof: L::Proof, group: &mut Group<Self>, nodes: [(usize, &Node); N]) {
        intrinsic!(put_nodes(proof, group, nodes));
    }
    #[inline(always)]
    fn take(groups: &[Group<Self>; GROUPS], lanes: Lanes, slots: &mut Slots) {
        intrinsic!(take(groups, lanes, slots));
    }
    #[inline(always)]
    fn parse(proof: L::Proof, line: &[u8; 81]) -> Node {
        L::parse(proof, line)
    }
    #[inline(always)]
    fn solution(proof: L::Proof, node: &Node, digits: Option<&mut [u8; 81]>) -> bool {
        if let Some(digits) = digits {
            L::write_digits(proof, node, digits);
        }
        intrinsic!(columns_hold(registers_of(&node.words)))
    }
    #[inline(always)]
    fn choose(proof: L::Proof, slot: &Slot) -> Option<Branch> {
        L::choose(proof, slot.node(), &slot.progress.memory)
    }
    #[inline(always)]
    fn any_of_three(mask: u32) -> u16 {
        intrinsic!(_pext_u32(mask | mask >> 1 | mask >> 2, 0o1111111111)) as u16
    }
    #[inline(always)]
    fn run<T>(proof: L::Proof, task: &mut impl Task<T>, traffic: &mut T, drain: bool) {
        L::run(proof, task, traffic, drain);
    }
}

/// A mask of the words that are cells, in a third of a node.
const CELLS_OF_THIRD: u32 = (1 << 27) - 1;

/// A puzzle as copied from its group: four words of each of the 27 registers. The fourth does not
/// belong to the puzzle.
#[repr(C, align(64))]
struct Copied([u16; 128]);

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

#[target_feature(enable = "avx512bw,avx512vl,avx512dq,bmi1,bmi2,lzcnt,popcnt")]
fn put_nodes<L: Level, const N: usize>(
    proof: L::Proof,
    group: &mut Group<Register<L>>,
    nodes: [(usize, &Node); N],
) {
    put::put_together(proof, group, nodes);
}

#[inline]
#[target_feature(enable = "avx512bw,avx512vl,avx512dq,bmi1,bmi2,lzcnt,popcnt")]
fn copy_out<L: Level>(group: &Group<Register<L>>, puzzle: usize, to: &mut MaybeUninit<Copied>) {
    let from = (&raw const group.cells).cast::<u16>();
    let to = to.as_mut_ptr().cast::<u64>();
    for register in 0..27 {
        // SAFETY: for puzzles 0 to 9, the four words are inside the register. Volatile, so that the
        // compiler does not gather the words in a vector register, which takes longer.
        unsafe {
            let words = from.add(32 * register + 3 * (puzzle % 10)).cast::<u64>();
            to.add(register).write_volatile(words.read_unaligned());
        }
    }
}

/// Extracts the thirds of a node from a copied puzzle. Spare words are 0.
#[inline]
#[target_feature(enable = "avx512bw,avx512vl,avx512dq,bmi1,bmi2,lzcnt,popcnt")]
fn gather(copied: &Copied) -> [__m512i; 3] {
    let [a, b, c, d] = copied.0.as_chunks::<32>().0 else { unreachable!("128 words") };
    let parts = [words_of(a), words_of(b), words_of(c), words_of(d)];
    let third = |i: usize, places: &[u16; 32]| {
        let places = words_of(places);
        _mm512_maskz_permutex2var_epi16(CELLS_OF_THIRD, parts[i], places, parts[i + 1])
    };
    [third(0, &COPIED[0]), third(1, &COPIED[1]), third(2, &COPIED[2])]
}

/// Copies puzzles into the nodes of their slots. Uses two loops, because loads of a register have
/// to wait for the stores of its parts.
#[inline]
#[target_feature(enable = "avx512bw,avx512vl,avx512dq,bmi1,bmi2,lzcnt,popcnt")]
fn take<L: Level>(groups: &[Group<Register<L>>; GROUPS], lanes: Lanes, slots: &mut Slots) {
    let mut out = [const { MaybeUninit::uninit() }; 64];
    for (out, lane) in out.iter_mut().zip(lanes) {
        copy_out(&groups[lane / STEP % GROUPS], lane % STEP, out);
    }
    for (out, lane) in out.iter().zip(lanes) {
        // SAFETY: the first loop has initialized the entry of every lane.
        let thirds = gather(unsafe { out.assume_init_ref() });
        let node = slots[lane % 64].node_mut();
        for (words, third) in node.words.as_chunks_mut::<32>().0.iter_mut().zip(thirds) {
            store(words, third);
        }
    }
}

#[inline]
#[target_feature(enable = "avx512bw,avx512vl,avx512dq,bmi1,bmi2,lzcnt,popcnt")]
fn registers_of(words: &[u16; WORDS]) -> [__m512i; 3] {
    let [a, b, c] = thirds(words);
    [words_of(a), words_of(b), words_of(c)]
}

#[inline]
#[target_feature(enable = "avx512bw,avx512vl,avx512dq,bmi1,bmi2,lzcnt,popcnt")]
fn words_of(words: &[u16; 32]) -> __m512i {
    // SAFETY: 32 words; loads need no alignment.
    unsafe { _mm512_loadu_si512(words.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512bw,avx512vl,avx512dq,bmi1,bmi2,lzcnt,popcnt")]
fn store(words: &mut [u16; 32], register: __m512i) {
    // SAFETY: 32 words; stores need no alignment.
    unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), register) };
}

/// Returns true if every column of a settled node has all digits.
#[inline]
#[target_feature(enable = "avx512bw,avx512vl,avx512dq,bmi1,bmi2,lzcnt,popcnt")]
fn columns_hold(thirds: [__m512i; 3]) -> bool {
    let rows = _mm512_or_si512(_mm512_or_si512(thirds[0], thirds[1]), thirds[2]);
    let next = |places: &[u16; 32]| _mm512_permutexvar_epi16(words_of(places), rows);
    let columns = _mm512_or_si512(_mm512_or_si512(rows, next(&BANDS[0])), next(&BANDS[1]));
    let right = _mm512_cmpeq_epi16_mask(columns, _mm512_set1_epi16(511));
    right & CELLS_OF_THIRD == CELLS_OF_THIRD
}
