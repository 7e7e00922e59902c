//! The backends for x86-64 that need CPU detection: AVX2, AVX-512 as of Skylake-X, and AVX-512 as of
//! Ice Lake and Zen 4.

#![allow(unsafe_code)]

mod avx2;
mod avx512;
mod vbmi;

use super::{
    bits::{RunWave, wave::Wave},
    branch,
    cpu::{Cpu, Task},
    nine::grid::Grid,
    node::{BranchCell, Masks, Node, WORDS},
};
pub(super) use avx2::Ymm;
use avx512::Zmm;
use std::{arch::x86_64::*, ptr};

/// True if the CPU has all these features.
macro_rules! has {
    ($($feature:tt),+) => {
        $(is_x86_feature_detected!($feature))&&+
    };
}

/// Proof that the CPU has AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

impl Avx2 {
    /// Returns the proof if the CPU has all these features.
    pub fn detect() -> Option<&'static Self> {
        has!("avx2", "bmi1", "bmi2", "lzcnt", "popcnt").then_some(&Self(()))
    }
}

/// Proof that the CPU has AVX-512 F, BW, VL and DQ, and the features of the AVX2 backend. With
/// `BYTES`, it also has VBMI, VBMI2, BITALG, VPOPCNTDQ and GFNI: permutations of bytes,
/// transpositions and counts of bits take one instruction each.
#[derive(Clone, Copy)]
pub(super) struct Avx512<const BYTES: bool>(());

impl<const BYTES: bool> Avx512<BYTES> {
    /// Returns the proof if the CPU has all these features.
    pub fn detect() -> Option<&'static Self> {
        let has_bytes =
            has!("avx512vbmi", "avx512vbmi2", "avx512bitalg", "avx512vpopcntdq", "gfni");
        let found = has!("avx512f", "avx512bw", "avx512vl", "avx512dq") && (has_bytes || !BYTES);
        Avx2::detect().filter(|_| found).map(|_| &Self(()))
    }
}

/// Runs a task with features that the CPU is proven to have. The callers are not inlined instead:
/// beside `target_feature`, the compiler ignores `inline(never)` (Rust 1.95).
macro_rules! run_with {
    ($features:literal, $task:expr) => {{
        #[inline]
        #[target_feature(enable = $features)]
        fn run<T: Task>(task: T) -> T::Output {
            task.run()
        }
        // SAFETY: the backend is the proof that the CPU has the features.
        unsafe { run($task) }
    }};
}

impl Cpu for Avx2 {
    const NAME: &'static str = "avx2";
    const WAVE: fn(Self) -> Option<Box<RunWave>> = |cpu| Some(Wave::boxed(cpu));
    type Wide = Ymm<false>;
    type Nine = Ymm<false>;

    fn wide(self) -> Ymm<false> {
        // SAFETY: `self` is the proof that the CPU has the features.
        Ymm(unsafe { _mm256_setzero_si256() })
    }
    fn nine(self) -> Ymm<false> {
        self.wide()
    }
    #[inline(never)]
    fn run<T: Task>(self, task: T) -> T::Output {
        run_with!("avx2,bmi1,bmi2,lzcnt,popcnt", task)
    }
    #[inline(always)]
    fn parse(self, line: &[u8; 81], one: u8) -> Grid<Ymm<false>> {
        // SAFETY: as above.
        Grid(unsafe { avx2::parse(line, one) })
    }
    #[inline(always)]
    fn write_digits(self, grid: &Grid<Ymm<false>>, digits: &mut [u8; 81]) {
        // SAFETY: as above.
        unsafe { avx2::write_digits(&grid.0, digits) }
    }
    #[inline(always)]
    fn masks(self, words: &[u16; WORDS]) -> Masks {
        // SAFETY: as above.
        unsafe { avx2::masks(words) }
    }
    #[inline(always)]
    fn choose(self, node: &Node, deaths: &[u8; WORDS]) -> Option<BranchCell> {
        branch::choose(self, node, deaths)
    }
}

impl<const BYTES: bool> Cpu for Avx512<BYTES> {
    const NAME: &'static str = if BYTES { "avx512" } else { "avx512bw" };
    // Without `BYTES`, waves save 11 % on easy puzzles and lose 2 % on 17 clues, from file to file.
    // That is not worth a third copy of their code.
    const WAVE: fn(Self) -> Option<Box<RunWave>> =
        |cpu| if BYTES { Some(Wave::boxed(cpu)) } else { None };
    type Wide = Zmm<BYTES>;
    type Nine = Ymm<BYTES>;

    fn wide(self) -> Zmm<BYTES> {
        // SAFETY: `self` is the proof that the CPU has the features.
        Zmm(unsafe { _mm512_setzero_si512() })
    }
    fn nine(self) -> Ymm<BYTES> {
        // SAFETY: as above.
        Ymm(unsafe { _mm256_setzero_si256() })
    }
    #[inline(never)]
    fn run<T: Task>(self, task: T) -> T::Output {
        if BYTES {
            run_with!(
                "avx512vl,avx512dq,avx512vbmi,avx512vbmi2,avx512bitalg,avx512vpopcntdq,\
                 gfni,bmi1,bmi2,lzcnt,popcnt",
                task
            )
        } else {
            run_with!("avx512bw,avx512vl,avx512dq,bmi1,bmi2,lzcnt,popcnt", task)
        }
    }
    #[inline(always)]
    fn parse(self, line: &[u8; 81], one: u8) -> Grid<Ymm<BYTES>> {
        // SAFETY: as above.
        Grid(unsafe { if BYTES { vbmi::parse(line, one) } else { avx2::parse(line, one) } })
    }
    #[inline(always)]
    fn write_digits(self, grid: &Grid<Ymm<BYTES>>, digits: &mut [u8; 81]) {
        match BYTES {
            // SAFETY: as above.
            true => unsafe { vbmi::write_digits(&grid.0, digits) },
            // SAFETY: as above.
            false => unsafe { avx2::write_digits(&grid.0, digits) },
        }
    }
    #[inline(always)]
    fn masks(self, words: &[u16; WORDS]) -> Masks {
        // SAFETY: as above.
        unsafe { avx512::masks(words) }
    }
    #[inline(always)]
    fn choose(self, node: &Node, deaths: &[u8; WORDS]) -> Option<BranchCell> {
        match BYTES {
            // SAFETY: as above.
            true => unsafe {
                let word = |at: usize| node.words[at % WORDS];
                vbmi::choose(self, avx512::quarters(&node.words), deaths, word, || *node)
            },
            false => branch::choose(self, node, deaths),
        }
    }
    #[inline(always)]
    fn choose_in(self, grid: &Grid<Ymm<BYTES>>, deaths: &[u8; WORDS]) -> Option<BranchCell> {
        match BYTES {
            // SAFETY: as above.
            true => unsafe {
                let word = |at| grid.cell(at as u16);
                vbmi::choose(self, vbmi::quarters(grid), deaths, word, || grid.node())
            },
            false => self.choose(&grid.node(), deaths),
        }
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
