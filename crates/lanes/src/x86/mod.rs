//! The backends for x86-64 that need CPU detection: AVX2, AVX-512 as of Skylake-X, and AVX-512 as of
//! Ice Lake and Zen 4.

#![allow(unsafe_code)]

mod avx2;
mod avx512;
mod generation;
mod vbmi;

use super::{
    cpu::{Cpu, Task},
    grid::Grid,
    one::settle::Settled,
};
pub use avx2::{Ymm, quadword};
pub use avx512::Zmm;
pub use generation::{Generation, Haswell, IceLake, Skylake};
use std::{arch::x86_64::*, marker::PhantomData};

/// True if the CPU has all these features.
macro_rules! has {
    ($($feature:tt),+) => {
        $(is_x86_feature_detected!($feature))&&+
    };
}

/// Proof that the CPU has the instructions of [`Haswell`].
#[derive(Clone, Copy)]
pub struct Avx2(());

impl Avx2 {
    /// Returns the proof if the CPU has all of them.
    pub fn detect() -> Option<Self> {
        has!("avx2", "bmi1", "bmi2", "lzcnt", "popcnt").then_some(Self(()))
    }
}

/// Proof that the CPU has the instructions of a generation, [`Skylake`] or [`IceLake`].
#[derive(Clone, Copy)]
pub struct Avx512<G>(PhantomData<G>);

impl<G: Generation> Avx512<G> {
    /// Returns the proof if the CPU has all of them.
    pub fn detect() -> Option<Self> {
        let is_skylake = has!("avx512f", "avx512bw", "avx512vl", "avx512dq");
        let is_ice_lake =
            has!("avx512vbmi", "avx512vbmi2", "avx512bitalg", "avx512vpopcntdq", "gfni");
        let is_found = is_skylake && (is_ice_lake || !G::IS_ICE_LAKE);
        Avx2::detect().filter(|_| is_found).map(|_| Self(PhantomData))
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
    type Wide = Ymm<Haswell>;
    type One = Ymm<Haswell>;

    fn wide(self) -> Ymm<Haswell> {
        // SAFETY: `self` is the proof that the CPU has the features.
        Ymm::new(unsafe { _mm256_setzero_si256() })
    }
    fn one(self) -> Ymm<Haswell> {
        self.wide()
    }
    #[inline(never)]
    fn run<T: Task>(self, task: T) -> T::Output {
        run_with!("avx2,bmi1,bmi2,lzcnt,popcnt", task)
    }
    #[inline(always)]
    fn parse(self, line: &[u8; 81], byte_of_one: u8) -> Grid<Ymm<Haswell>> {
        // SAFETY: as above.
        Grid(unsafe { avx2::parse(line, byte_of_one) })
    }
    #[inline(always)]
    fn write_digits(self, grid: &Grid<Ymm<Haswell>>, digits: &mut [u8; 81]) {
        // SAFETY: as above.
        unsafe { avx2::write_digits(&grid.0, digits) }
    }
}

impl<G: Generation> Cpu for Avx512<G> {
    const NAME: &'static str = if G::IS_ICE_LAKE { "avx512" } else { "avx512bw" };
    type Wide = Zmm<G>;
    type One = Ymm<G>;

    fn wide(self) -> Zmm<G> {
        // SAFETY: `self` is the proof that the CPU has the features.
        Zmm::new(unsafe { _mm512_setzero_si512() })
    }
    fn one(self) -> Ymm<G> {
        // SAFETY: as above.
        Ymm::new(unsafe { _mm256_setzero_si256() })
    }
    #[inline(never)]
    fn run<T: Task>(self, task: T) -> T::Output {
        if G::IS_ICE_LAKE {
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
    fn parse(self, line: &[u8; 81], byte_of_one: u8) -> Grid<Ymm<G>> {
        // SAFETY: as above.
        Grid(unsafe {
            if G::IS_ICE_LAKE {
                vbmi::parse(line, byte_of_one)
            } else {
                avx2::parse(line, byte_of_one)
            }
        })
    }
    #[inline(always)]
    fn write_digits(self, grid: &Grid<Ymm<G>>, digits: &mut [u8; 81]) {
        match G::IS_ICE_LAKE {
            // SAFETY: as above.
            true => unsafe { vbmi::write_digits(&grid.0, digits) },
            // SAFETY: as above.
            false => unsafe { avx2::write_digits(&grid.0, digits) },
        }
    }
    #[inline(always)]
    fn settle_both(
        self,
        guess: &mut Grid<Ymm<G>>,
        alternative: &mut Grid<Ymm<G>>,
    ) -> Option<[Settled; 2]> {
        Some(self.run(SettleBoth { guess, alternative }))
    }
}

/// See [`avx512::settle_both`]. Not inlined: the loop would spill.
struct SettleBoth<'g, G> {
    guess: &'g mut Grid<Ymm<G>>,
    alternative: &'g mut Grid<Ymm<G>>,
}

impl<G: Generation> Task for SettleBoth<'_, G> {
    type Output = [Settled; 2];

    #[inline(always)]
    fn run(self) -> [Settled; 2] {
        // SAFETY: a register exists only where the CPU has the instructions.
        unsafe { avx512::settle_both(self.guess, self.alternative) }
    }
}
