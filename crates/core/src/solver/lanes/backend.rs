//! The backends: the kernel for each CPU, and CPU detection.

#[cfg(target_arch = "x86_64")]
use super::x86::{Avx2, Avx512};
use super::{
    branch::choose,
    cpu::{Cpu, Task},
    narrow::{Array, BaselineRegister, Register128},
    nine::search::{Rest, Search, Start},
    node::{BranchCell, Node, WORDS},
    progress::Progress,
    queue::RunLanes,
    scheduler::Scheduler,
};
use crate::solver::Limits;
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
pub struct Backend(pub(super) &'static dyn Kernel);

/// The kernel on any CPU.
pub(super) trait Kernel: Sync {
    /// The name in outputs.
    fn name(&self) -> &'static str;

    /// Creates lanes; the result is [`Scheduler::run`].
    fn lanes<'a>(&self, limits: Limits<'a>) -> Box<RunLanes<'a>>;

    /// Searches until a limit is reached or nothing is left to search. If a limit is reached, the
    /// alternatives not yet tried are added to `rest`, the next one first.
    fn search(&self, start: &Start, limits: &Limits, progress: &mut Progress, rest: Rest);
}

impl<C: Cpu> Kernel for C {
    fn name(&self) -> &'static str {
        C::NAME
    }
    fn lanes<'a>(&self, limits: Limits<'a>) -> Box<RunLanes<'a>> {
        let mut scheduler = Scheduler::new(*self, limits);
        Box::new(move |queue, drain| scheduler.run(queue, drain))
    }
    fn search(&self, start: &Start, limits: &Limits, progress: &mut Progress, rest: Rest) {
        Search { cpu: *self, limits, progress, rest, watch: &mut () }.run(start);
    }
}

impl Backend {
    /// The backend that runs everywhere.
    pub const PORTABLE: Self = Self(&Baseline::<Register128>::NEW);

    /// The backends that this CPU can run, the fastest first.
    pub fn available() -> impl Iterator<Item = Self> {
        let kernels: [Option<&dyn Kernel>; _] = [
            #[cfg(target_arch = "x86_64")]
            Avx512::<true>::detect().map(|cpu| cpu as _),
            #[cfg(target_arch = "x86_64")]
            Avx512::<false>::detect().map(|cpu| cpu as _),
            #[cfg(target_arch = "x86_64")]
            Avx2::detect().map(|cpu| cpu as _),
            #[cfg(any(
                all(target_arch = "aarch64", target_feature = "neon"),
                all(target_arch = "wasm32", target_feature = "simd128")
            ))]
            Some(&Baseline::<super::narrow::Native>::NEW),
            Some(Self::PORTABLE.0),
        ];
        kernels.into_iter().flatten().map(Self)
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
pub(super) struct Baseline<V>(PhantomData<fn() -> V>);

impl<V> Baseline<V> {
    pub const NEW: Self = Self(PhantomData);
}

impl<V: BaselineRegister> Cpu for Baseline<V> {
    const NAME: &'static str = V::NAME;
    type Wide = V;
    type Nine = Array;

    fn wide(self) -> V {
        V::ZERO
    }
    fn nine(self) -> Array {
        Array::ZERO
    }

    #[inline(never)]
    fn run<T: Task>(self, task: T) -> T::Output {
        task.run()
    }
    #[inline(always)]
    fn choose(self, node: &Node, deaths: &[u8; WORDS]) -> Option<BranchCell> {
        choose(self, node, deaths)
    }
}
