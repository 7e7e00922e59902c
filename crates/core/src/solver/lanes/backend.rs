//! The backends of the kernel, and CPU detection.

use super::baseline::Baseline;
#[cfg(target_arch = "x86_64")]
use super::x86::{Avx2Proof, Avx512BwProof, Avx512Proof};
use std::fmt;

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
    Portable(PortableCpu),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2Proof),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512Proof),
    #[cfg(target_arch = "x86_64")]
    Avx512Bw(Avx512BwProof),
    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
    Neon(NeonCpu),
    #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
    Simd128(Simd128Cpu),
}

/// Every x86-64 CPU has SSE2, so that backend needs no detection, either.
#[cfg(target_arch = "x86_64")]
pub(super) type PortableCpu = Baseline<super::x86::Xmm>;
#[cfg(not(target_arch = "x86_64"))]
pub(super) type PortableCpu = Baseline<super::portable::Portable<8>>;
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
pub(super) type NeonCpu = Baseline<super::neon::Neon>;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(super) type Simd128Cpu = Baseline<super::simd128::Simd128>;

impl Backend {
    /// The backend that runs everywhere.
    pub const PORTABLE: Self = Self(Kind::Portable(Baseline::NEW));

    /// The backends that this CPU can run, the fastest first.
    pub fn available() -> impl Iterator<Item = Self> {
        let wide = [
            #[cfg(target_arch = "x86_64")]
            Avx512Proof::detect().map(Kind::Avx512),
            #[cfg(target_arch = "x86_64")]
            Avx512BwProof::detect().map(Kind::Avx512Bw),
            #[cfg(target_arch = "x86_64")]
            Avx2Proof::detect().map(Kind::Avx2),
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
        let found = Self::available().find(|backend| backend.name() == name);
        found.ok_or_else(|| NoBackend { name: name.to_owned() })
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
