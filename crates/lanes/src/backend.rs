//! The backends: the kernel for each CPU, and CPU detection.

#[cfg(not(target_arch = "wasm32"))]
use super::narrow::Native;
use super::{
    bits::RunWave,
    cpu::{Cpu, Task},
    narrow::{BaselineRegister, Register128, Two},
    one::search::Search,
    progress::{LaneInput, Progress},
    queue::RunLanes,
    scheduler::Scheduler,
};
#[cfg(target_arch = "x86_64")]
use super::{
    bits::wave::Wave,
    x86::{Avx2, Avx512, IceLake, Skylake},
};
use std::{fmt, marker::PhantomData};
use sudomill_puzzle::solving::Limits;

/// An implementation of the kernel that this CPU can run: a value exists only if it can.
///
/// ```
/// # mod sudomill { pub use sudomill_puzzle::*; pub mod solver { pub use sudomill_puzzle::solving::*; pub mod lanes { pub use sudomill_lanes::*; } } }
/// use sudomill::solver::lanes::Backend;
/// assert!(Backend::available().any(|backend| backend == Backend::PORTABLE));
/// assert_eq!(Backend::available().next(), Some(Backend::best()));
/// assert!(Backend::available().all(|backend| Backend::NAMES.contains(&backend.name())));
/// ```
#[derive(Clone, Copy)]
pub struct Backend(pub Kernel);

/// The CPUs for which this build has a kernel, each with the proof that it is here.
#[derive(Clone, Copy)]
pub enum Kernel {
    /// AVX-512 with the instructions of Ice Lake.
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512<IceLake>),
    /// AVX-512 without them.
    #[cfg(target_arch = "x86_64")]
    Avx512Bw(Avx512<Skylake>),
    /// AVX2.
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    /// The vector instructions of other CPUs.
    #[cfg(not(target_arch = "wasm32"))]
    Native(Baseline<Native>),
    /// 128-bit registers that every CPU has, or arrays.
    Portable(Baseline<Register128>),
}

/// Evaluates an expression for the CPU of a kernel.
#[macro_export]
macro_rules! with_cpu {
    ($kernel:expr, $cpu:ident => $result:expr) => {{
        use $crate::backend::Kernel;
        match $kernel {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512($cpu) => $result,
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512Bw($cpu) => $result,
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2($cpu) => $result,
            #[cfg(not(target_arch = "wasm32"))]
            Kernel::Native($cpu) => $result,
            Kernel::Portable($cpu) => $result,
        }
    }};
}

impl Kernel {
    /// The name in outputs.
    fn name(self) -> &'static str {
        const fn of<C: Cpu>(_: C) -> &'static str {
            C::NAME
        }
        with_cpu!(self, cpu => of(cpu))
    }

    /// Creates lanes; the result is [`Scheduler::run`].
    pub fn lanes(self, limits: Limits<'_>, wave: Option<Box<RunWave>>) -> Box<RunLanes<'_>> {
        with_cpu!(self, cpu => {
            let mut scheduler = Scheduler::new(cpu, limits, wave);
            Box::new(move |queue, drain| scheduler.run(queue, drain))
        })
    }

    /// Sweeps whole batches first, where that saves time.
    pub fn wave(self) -> Option<Box<RunWave>> {
        match self {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(cpu) => Some(Wave::boxed(cpu)),
            // It would save 11 % on easy puzzles and lose 2 % on 17 clues, from file to file. That is
            // not worth a third copy of its code.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512Bw(_) => None,
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(cpu) => Some(Wave::boxed(cpu)),
            #[cfg(not(target_arch = "wasm32"))]
            Kernel::Native(_) => None,
            Kernel::Portable(_) => None,
        }
    }

    /// Searches until a limit is reached or nothing is left to search.
    pub fn search(self, given: &LaneInput, limits: &Limits, progress: &mut Progress) {
        with_cpu!(self, cpu => Search { cpu, limits, progress, watch: &mut () }.run(given));
    }
}

impl Backend {
    /// The backend that runs everywhere.
    pub const PORTABLE: Self = Self(Kernel::Portable(Baseline::NEW));

    /// The names of all backends, whether this CPU can run them or not, the fastest first.
    pub const NAMES: &'static [&'static str] =
        &["avx512", "avx512bw", "avx2", "neon", "simd128", "portable"];

    /// The backends that this CPU can run, the fastest first.
    pub fn available() -> impl Iterator<Item = Self> {
        #[cfg(not(target_arch = "wasm32"))]
        let native = Kernel::Native(Baseline::NEW);
        [
            #[cfg(target_arch = "x86_64")]
            Avx512::detect().map(Kernel::Avx512),
            #[cfg(target_arch = "x86_64")]
            Avx512::detect().map(Kernel::Avx512Bw),
            #[cfg(target_arch = "x86_64")]
            Avx2::detect().map(Kernel::Avx2),
            #[cfg(not(target_arch = "wasm32"))]
            Some(native).filter(|native| native.name() != Self::PORTABLE.name()),
            Some(Self::PORTABLE.0),
        ]
        .into_iter()
        .flatten()
        .map(Self)
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
        let found = Self::available().find(|backend| backend.name() == name);
        found.ok_or_else(|| NoBackend { name: name.to_owned() })
    }

    /// The name in outputs.
    pub fn name(self) -> &'static str {
        self.0.name()
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

/// The CPU that the program was compiled for, whose registers need no detection.
#[derive(Clone, Copy)]
pub struct Baseline<V>(PhantomData<fn() -> V>);

impl<V> Baseline<V> {
    /// The only value.
    pub const NEW: Self = Self(PhantomData);
}

impl<V: BaselineRegister> Cpu for Baseline<V> {
    const NAME: &'static str = V::NAME;
    type Wide = V;
    type One = Two<V>;

    fn wide(self) -> V {
        V::ZERO
    }
    fn one(self) -> Two<V> {
        Two::ZERO
    }

    #[inline(never)]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run()
    }
}
