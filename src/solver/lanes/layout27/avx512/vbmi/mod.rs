//! The backend for x86-64 with AVX-512 as of Ice Lake and Zen 4: byte permutations and bit
//! transpositions take one instruction each.

#![allow(unsafe_code)]

mod choose;
mod tables;

use super::{Avx512BwProof, Level, Register, intrinsic, registers_of, store};
use crate::solver::lanes::{
    branch::Branch,
    layout::Task,
    layout27::{
        Group,
        sweep::{self, Found},
    },
    layout81::avx2::Avx2Proof,
    memory::Memory,
    node::Node,
};
use std::arch::x86_64::*;
use tables::{DIGITS, LINE};

/// The register of this backend.
pub(in crate::solver::lanes) type Avx512 = Register<Vbmi>;

/// The feature level of [`Avx512Proof`].
#[derive(Clone, Copy)]
pub(in crate::solver::lanes) struct Vbmi;

/// Proof that the CPU has all features that the functions in this module enable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solver::lanes) struct Avx512Proof(Avx512BwProof);

impl Avx512Proof {
    /// Proof that the CPU has the features of the AVX2 backend.
    #[inline(always)]
    pub fn avx2(self) -> Avx2Proof {
        self.0.avx2()
    }

    /// Returns the proof if the CPU has all these features.
    pub fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("avx512vbmi")
            && is_x86_feature_detected!("avx512vbmi2")
            && is_x86_feature_detected!("avx512bitalg")
            && is_x86_feature_detected!("avx512vpopcntdq")
            && is_x86_feature_detected!("gfni");
        Avx512BwProof::detect().filter(|_| found).map(Self)
    }
}

impl Level for Vbmi {
    type Proof = Avx512Proof;

    #[inline(always)]
    fn at_most_three(words: __m512i) -> u32 {
        intrinsic!(_mm512_cmple_epu16_mask(_mm512_popcnt_epi16(words), _mm512_set1_epi16(3)))
    }

    #[inline(always)]
    fn sweep(proof: Avx512Proof, group: &mut Group<Avx512>) -> Found {
        intrinsic!(sweep_group(proof, group))
    }

    #[inline(always)]
    fn parse(_: Avx512Proof, line: &[u8; 81]) -> Node {
        intrinsic!(parse(line))
    }

    #[inline(always)]
    fn write_digits(_: Avx512Proof, node: &Node, digits: &mut [u8; 81]) {
        intrinsic!(write_digits(registers_of(&node.words), digits));
    }

    #[inline(always)]
    fn choose(proof: Avx512Proof, node: &Node, memory: &Memory) -> Option<Branch> {
        intrinsic!(choose::choose(node, memory, proof))
    }

    #[inline(always)]
    fn run<T>(_: Avx512Proof, task: &mut impl Task<T>, traffic: &mut T, drain: bool) {
        intrinsic!(run(task, traffic, drain));
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
        // The low bytes of 27 words.
        let bytes =
            _mm512_maskz_permutex2var_epi8(0x0015_5555_5555_5555, start, bytes_of(places), end);
        let digit = _mm512_sub_epi16(bytes, _mm512_set1_epi16(b'1'.into()));
        let clue = _mm512_cmplt_epu16_mask(digit, _mm512_set1_epi16(9));
        let one = _mm512_set1_epi16(1);
        store(words, _mm512_mask_sllv_epi16(_mm512_set1_epi16(511), clue, one, digit));
    }
    node
}

#[inline]
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn write_digits(thirds: [__m512i; 3], digits: &mut [u8; 81]) {
    // A word with one digit, less one, has one bit per lower digit.
    let less = |third| _mm512_popcnt_epi16(_mm512_add_epi16(third, _mm512_set1_epi16(-1)));
    let one = _mm512_set1_epi8(b'1'.cast_signed());
    let [a, b, c] = thirds;
    let low = _mm512_add_epi8(_mm512_or_si512(less(a), _mm512_slli_epi16::<8>(less(b))), one);
    let high = _mm512_add_epi8(less(c), one);
    let bytes = |places| _mm512_permutex2var_epi8(low, bytes_of(places), high);
    let (start, end) = digits.split_at_mut(64);
    // SAFETY: 64 bytes, and 17 by the mask; stores need no alignment.
    unsafe {
        _mm512_storeu_si512(start.as_mut_ptr().cast(), bytes(&DIGITS[0]));
        _mm512_mask_storeu_epi8(end.as_mut_ptr().cast(), (1 << 17) - 1, bytes(&DIGITS[1]));
    }
}

#[inline]
#[target_feature(enable = "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg")]
#[target_feature(enable = "avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt")]
fn bytes_of(table: &[u8; 64]) -> __m512i {
    // SAFETY: 64 bytes; loads need no alignment.
    unsafe { _mm512_loadu_si512(table.as_ptr().cast()) }
}
