//! The backends for x86-64: SSE2, AVX2, AVX-512 as of Skylake-X, and AVX-512 as of Ice Lake and Zen 4.

#![allow(unsafe_code)]

mod avx2;
mod avx512;
mod sse2;
mod tables;
mod vbmi;

use super::{
    branch,
    cpu::{Cpu, Task},
    masks::Masks,
    nine::grid::Grid,
    node::{Branch, Node, WORDS},
};
use avx2::Ymm;
use avx512::Zmm;
pub(super) use sse2::Xmm;
use std::{
    arch::x86_64::{_MM_HINT_T0, _mm_prefetch},
    ptr,
};

/// Proof that the CPU has AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy)]
pub(super) struct Avx2Proof(());

impl Avx2Proof {
    /// Returns the proof if the CPU has all these features.
    pub fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        found.then_some(Self(()))
    }
}

/// Proof that the CPU has AVX-512 F, BW, VL and DQ, and the features of the AVX2 backend.
#[derive(Clone, Copy)]
pub(super) struct Avx512BwProof(Avx2Proof);

impl Avx512BwProof {
    /// Returns the proof if the CPU has all these features.
    pub fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512dq");
        Avx2Proof::detect().filter(|_| found).map(Self)
    }
}

/// Proof that the CPU has AVX-512 VBMI, VBMI2, BITALG and VPOPCNTDQ, GFNI, and the features of
/// [`Avx512BwProof`]: permutations of bytes, transpositions and counts of bits take one instruction
/// each.
#[derive(Clone, Copy)]
pub(super) struct Avx512Proof(Avx512BwProof);

impl Avx512Proof {
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

/// For the bytes of two groups, where those of the next stack are.
const NEXT_STACK: [i8; 16] = [2, 3, 4, 5, 0, 1, 6, 7, 10, 11, 12, 13, 8, 9, 14, 15];
/// For the bytes of two groups, where those of the stack after the next are.
const STACK_AFTER_NEXT: [i8; 16] = [4, 5, 0, 1, 2, 3, 6, 7, 12, 13, 8, 9, 10, 11, 14, 15];

/// Joins the masks of the four quarters of a node.
#[inline(always)]
fn joined([a, b, c, d]: [u32; 4]) -> u128 {
    let low = u64::from(a) | u64::from(b) << 32;
    let high = u64::from(c) | u64::from(d) << 32;
    u128::from(low) | u128::from(high) << 64
}

/// Defines [`Cpu::run`] for the features that `self` proves.
macro_rules! run_with {
    ($features:literal) => {
        #[inline(always)]
        fn run<T: Task>(self, task: T) -> T::Output {
            #[inline(never)]
            #[target_feature(enable = $features)]
            fn run<T: Task>(task: T) -> T::Output {
                task.run()
            }
            // SAFETY: `self` is the proof that the CPU has the features.
            unsafe { run(task) }
        }
    };
}

impl Cpu for Avx2Proof {
    type Wide = Ymm;
    type Nine = Ymm;

    fn wide(self) -> Self {
        self
    }
    fn nine(self) -> Self {
        self
    }

    run_with!("avx2,bmi1,bmi2,lzcnt,popcnt");

    #[inline(always)]
    fn masks(self, words: &[u16; WORDS]) -> Masks {
        // SAFETY: `self` is the proof that the CPU has the features.
        unsafe { avx2::masks(words) }
    }
    #[inline(always)]
    fn having(self, words: &[u16; WORDS], digits: u16) -> u128 {
        // SAFETY: as above.
        unsafe { avx2::having(words, digits) }
    }
    #[inline(always)]
    fn choose(self, node: &Node, deaths: &[u8; WORDS]) -> Option<Branch> {
        branch::choose(self, node, deaths)
    }
}

impl Cpu for Avx512BwProof {
    type Wide = Zmm<Self>;
    type Nine = Ymm;

    fn wide(self) -> Self {
        self
    }
    fn nine(self) -> Avx2Proof {
        self.0
    }

    run_with!("avx512bw,avx512vl,avx512dq,bmi1,bmi2,lzcnt,popcnt");

    #[inline(always)]
    fn masks(self, words: &[u16; WORDS]) -> Masks {
        // SAFETY: `self` is the proof that the CPU has the features.
        unsafe { avx512::masks(words) }
    }
    #[inline(always)]
    fn having(self, words: &[u16; WORDS], digits: u16) -> u128 {
        // SAFETY: as above.
        unsafe { avx512::having(words, digits) }
    }
    #[inline(always)]
    fn choose(self, node: &Node, deaths: &[u8; WORDS]) -> Option<Branch> {
        branch::choose(self, node, deaths)
    }
}

impl Cpu for Avx512Proof {
    type Wide = Zmm<Self>;
    type Nine = Ymm;

    fn wide(self) -> Self {
        self
    }
    fn nine(self) -> Avx2Proof {
        self.0.nine()
    }

    run_with!(
        "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq,gfni,bmi1,bmi2,lzcnt,popcnt"
    );

    #[inline(always)]
    fn write_digits(self, grid: &Grid<Ymm>, digits: &mut [u8; 81]) {
        // SAFETY: `self` is the proof that the CPU has the features.
        unsafe { vbmi::write_digits(&grid.0, digits) }
    }
    #[inline(always)]
    fn masks(self, words: &[u16; WORDS]) -> Masks {
        self.0.masks(words)
    }
    #[inline(always)]
    fn having(self, words: &[u16; WORDS], digits: u16) -> u128 {
        self.0.having(words, digits)
    }
    #[inline(always)]
    fn choose(self, node: &Node, deaths: &[u8; WORDS]) -> Option<Branch> {
        // SAFETY: as above.
        unsafe { vbmi::choose(self, node, deaths) }
    }
}

/// Fetches two cache lines from an address.
#[inline(always)]
pub(super) fn prefetch(address: usize) {
    for at in [address, address + 64] {
        // SAFETY: a prefetch reads nothing and never faults, wherever it points.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(ptr::without_provenance(at)) };
    }
}
