//! The backend for x86-64 with AVX-512 as of Skylake-X. Steps that need byte permutations are
//! shared with the AVX2 backend.

#![allow(unsafe_code)]

use super::{
    Level, Register, intrinsic,
    masks::{ByRegister, bivalue, digits},
    registers_of,
};
use crate::solver::lanes::{
    branch::{self, Branch},
    layout::Task,
    layout27::{
        Group,
        sweep::{self, Found},
    },
    layout81::{
        self,
        avx2::{Avx2, Avx2Proof},
        vector::Vector,
    },
    masks::Masks,
    memory::Memory,
    node::{Node, WORDS},
};
use std::arch::x86_64::*;

/// The register of this backend.
pub(in crate::solver::lanes) type Avx512Bw = Register<Bw>;

/// The feature level of [`Avx512BwProof`].
#[derive(Clone, Copy)]
pub(in crate::solver::lanes) struct Bw;

/// Proof that the CPU has AVX-512 F, BW, VL and DQ, and the features of the AVX2 backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::solver::lanes) struct Avx512BwProof(Avx2Proof);

impl Avx512BwProof {
    /// Proof that the CPU has the features of the AVX2 backend.
    #[inline(always)]
    pub fn avx2(self) -> Avx2Proof {
        self.0
    }

    /// Returns the proof if the CPU has all these features.
    pub fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512dq");
        Avx2Proof::detect().filter(|_| found).map(Self)
    }
}

impl Level for Bw {
    type Proof = Avx512BwProof;

    #[inline(always)]
    fn at_most_three(words: __m512i) -> u32 {
        let minus_one = intrinsic!(_mm512_set1_epi16(-1));
        let without_lowest =
            |words| intrinsic!(_mm512_and_si512(words, _mm512_add_epi16(words, minus_one)));
        let third = without_lowest(without_lowest(words));
        // At most one bit is left: removing the lowest must give 0.
        intrinsic!(_mm512_testn_epi16_mask(third, _mm512_add_epi16(third, minus_one)))
    }

    #[inline(always)]
    fn sweep(proof: Avx512BwProof, group: &mut Group<Avx512Bw>) -> Found {
        intrinsic!(sweep_group(proof, group))
    }

    #[inline(always)]
    fn parse(proof: Avx512BwProof, line: &[u8; 81]) -> Node {
        Avx2::parse(proof.0, line)
    }

    #[inline(always)]
    fn write_digits(proof: Avx512BwProof, node: &Node, digits: &mut [u8; 81]) {
        layout81::write_digits::<Avx2>(proof.0, node, digits);
    }

    #[inline(always)]
    fn choose(proof: Avx512BwProof, node: &Node, memory: &Memory) -> Option<Branch> {
        let masks = intrinsic!(masks(&node.words));
        branch::choose(node, memory, &masks, ByRegister::<Self>(proof))
    }

    #[inline(always)]
    fn run<T>(_: Avx512BwProof, task: &mut impl Task<T>, traffic: &mut T, drain: bool) {
        intrinsic!(run(task, traffic, drain));
    }
}

#[target_feature(enable = "avx512bw,avx512vl,avx512dq,bmi1,bmi2,lzcnt,popcnt")]
fn run<T>(task: &mut impl Task<T>, traffic: &mut T, drain: bool) {
    task.run(traffic, drain);
}

#[target_feature(enable = "avx512bw,avx512vl,avx512dq,bmi1,bmi2,lzcnt,popcnt")]
fn sweep_group(proof: Avx512BwProof, group: &mut Group<Avx512Bw>) -> Found {
    sweep::sweep(proof, group)
}

#[inline]
#[target_feature(enable = "avx512bw,avx512vl,avx512dq,bmi1,bmi2,lzcnt,popcnt")]
fn masks(words: &[u16; WORDS]) -> Masks {
    Masks { digits: digits(words), bivalue: bivalue(&registers_of(words)) }
}
