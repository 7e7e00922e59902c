//! The backends: CPU detection, and the kernel's interface to a CPU, which is its registers and the
//! steps outside a sweep that depend on its instructions.

#[cfg(target_arch = "x86_64")]
use super::x86::{Avx2, Avx512};
use super::{
    LaneInput,
    branch::{self, Masks},
    narrow::{self, Portable},
    nine::grid::{Grid, Register},
    node::{Branch, Node, WORDS},
    vector::Vector,
};
use std::{fmt, marker::PhantomData};

/// An implementation of the kernel that this CPU can run: a value exists only if it can.
///
/// ```
/// # use sudomill_core as sudomill;
/// use sudomill::solver::lanes::Backend;
/// assert!(Backend::available().any(|backend| backend == Backend::PORTABLE));
/// assert_eq!(Backend::available().next(), Some(Backend::best()));
/// ```
#[derive(Clone, Copy)]
pub struct Backend(pub(super) Kind);

#[derive(Clone, Copy)]
pub(super) enum Kind {
    Portable(Baseline<narrow::Usual>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512<true>),
    #[cfg(target_arch = "x86_64")]
    Avx512Bw(Avx512<false>),
    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
    Neon(Baseline<narrow::Neon>),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128(Baseline<narrow::Simd128>),
}

/// Evaluates an expression for the CPU of a backend, under this name.
macro_rules! with_cpu {
    ($backend:expr, $cpu:ident => $result:expr) => {{
        use crate::solver::lanes::backend::Kind;
        match $backend.0 {
            Kind::Portable($cpu) => $result,
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2($cpu) => $result,
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512($cpu) => $result,
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512Bw($cpu) => $result,
            #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
            Kind::Neon($cpu) => $result,
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128($cpu) => $result,
        }
    }};
}
pub(super) use with_cpu;

impl Backend {
    /// The backend that runs everywhere.
    pub const PORTABLE: Self = Self(Kind::Portable(Baseline::NEW));

    /// The backends that this CPU can run, the fastest first.
    pub fn available() -> impl Iterator<Item = Self> {
        let wide = [
            #[cfg(target_arch = "x86_64")]
            Avx512::<true>::detect().map(Kind::Avx512),
            #[cfg(target_arch = "x86_64")]
            Avx512::<false>::detect().map(Kind::Avx512Bw),
            #[cfg(target_arch = "x86_64")]
            Avx2::detect().map(Kind::Avx2),
            #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
            Some(Kind::Neon(Baseline::NEW)),
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Some(Kind::Simd128(Baseline::NEW)),
            Some(Self::PORTABLE.0),
        ];
        wide.into_iter().flatten().map(Self)
    }

    /// The backend with this name, if this CPU can run it.
    pub fn named(name: &str) -> Option<Self> {
        Self::available().find(|backend| backend.name() == name)
    }

    /// The fastest backend that this CPU can run.
    pub fn best() -> Self {
        Self::available().next().unwrap_or(Self::PORTABLE)
    }

    /// The backend with this name.
    ///
    /// # Errors
    /// It does not exist, or this CPU cannot run it; the message lists the available ones.
    pub fn find(name: &str) -> Result<Self, NoBackend> {
        Self::named(name).ok_or_else(|| NoBackend { name: name.to_owned() })
    }

    /// The name in outputs.
    pub const fn name(self) -> &'static str {
        match self.0 {
            Kind::Portable(_) => "portable",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx2(_) => "avx2",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512(_) => "avx512",
            #[cfg(target_arch = "x86_64")]
            Kind::Avx512Bw(_) => "avx512bw",
            #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
            Kind::Neon(_) => "neon",
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            Kind::Simd128(_) => "simd128",
        }
    }
}

impl PartialEq for Backend {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for Backend {}

impl fmt::Debug for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Backend").field(&self.name()).finish()
    }
}

/// The error for a backend that this CPU cannot run.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("this CPU, or this build, has no backend '{name}', only {}", names())]
pub struct NoBackend {
    name: String,
}

fn names() -> String {
    Backend::available().map(Backend::name).collect::<Vec<_>>().join(", ")
}

/// Proof that the CPU has the features of a backend.
pub(super) trait Cpu: Copy + Send + 'static {
    /// The register for many puzzles.
    type Wide: Vector;
    /// The register for one puzzle.
    type Nine: Register;

    /// The proof that [`Cpu::Wide`] asks for.
    fn wide(self) -> <Self::Wide as Vector>::Proof;
    /// The proof that [`Cpu::Nine`] asks for.
    fn nine(self) -> <Self::Nine as Vector>::Proof;

    /// Runs a task compiled with all the features of the CPU. Never inlined.
    fn run<T: Task>(self, task: T) -> T::Output;

    /// The grid of a puzzle.
    #[inline(always)]
    fn grid(self, given: LaneInput) -> Grid<Self::Nine> {
        match given {
            LaneInput::Clues(line) => self.parse(line, b'1'),
            LaneInput::Values(values) => self.parse(values, 1),
            LaneInput::Without(values, cell, digit) => {
                let mut grid = self.parse(values, 1);
                grid.remove(self.nine(), cell, digit);
                grid
            }
            LaneInput::Candidates(cells) => Grid::of_candidates(self.nine(), cells),
        }
    }

    /// The grid of a line, in which this byte stands for 1; see [`Register::parse`].
    #[inline(always)]
    fn parse(self, line: &[u8; 81], one: u8) -> Grid<Self::Nine> {
        Grid::parse(self.nine(), line, one)
    }

    /// Writes the digits of a solved grid, in ASCII.
    #[inline(always)]
    fn write_digits(self, grid: &Grid<Self::Nine>, digits: &mut [u8; 81]) {
        grid.write_digits(digits);
    }

    /// The cells of a node by their digits. Bits of spare words are meaningless.
    #[inline(always)]
    fn masks(self, words: &[u16; WORDS]) -> Masks {
        Masks::of(words)
    }

    /// The words that have any of `digits`; bit `p` is word `p`.
    #[inline(always)]
    fn having(self, words: &[u16; WORDS], digits: u16) -> u128 {
        let mut bits = 0;
        for (at, &word) in words.iter().enumerate() {
            bits |= u128::from(word & digits != 0) << at;
        }
        bits
    }

    /// Chooses where a stuck node branches; `None` if a cell is empty, or none is open.
    #[inline(always)]
    fn choose(self, node: &Node, deaths: &[u8; WORDS]) -> Option<Branch> {
        branch::choose(self, node, deaths)
    }

    /// Chooses where a stuck grid branches, as [`Cpu::choose`] does.
    #[inline(always)]
    fn choose_in(self, grid: &Grid<Self::Nine>, deaths: &[u8; WORDS]) -> Option<Branch> {
        self.choose(&grid.node(), deaths)
    }
}

/// Work to do with the features of a CPU. The body has to be inlined, or it is compiled without
/// them; hence a trait instead of a closure.
pub(super) trait Task {
    /// The result of the work.
    type Output;

    /// Does the work. Implementations must be `#[inline(always)]`.
    fn run(self) -> Self::Output;
}

/// The CPU that the program was compiled for, whose registers need no detection.
#[derive(Clone, Copy)]
pub(super) struct Baseline<V>(PhantomData<V>);

impl<V> Baseline<V> {
    pub const NEW: Self = Self(PhantomData);
}

impl<V: Vector<Proof = ()>> Cpu for Baseline<V> {
    type Wide = V;
    type Nine = Portable<16>;

    fn wide(self) {}
    fn nine(self) {}

    #[inline(never)]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run()
    }
}
