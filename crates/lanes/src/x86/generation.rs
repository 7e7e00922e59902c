//! The generations of x86-64 CPUs that have a kernel of their own.

/// A generation of CPUs. Registers are of a generation, and use its instructions: they exist only on a
/// CPU that has them.
pub trait Generation: Copy + Send + Sync + 'static {
    /// True if one instruction computes any formula of three registers of 256 bits, counts the bits of
    /// words, rearranges bytes across a register, or transposes bits.
    const IS_ICE_LAKE: bool = false;
}

/// AVX2, BMI1, BMI2, LZCNT and POPCNT.
#[derive(Clone, Copy)]
pub struct Haswell;

/// Those of [`Haswell`], and AVX-512 F, BW, VL and DQ.
#[derive(Clone, Copy)]
pub struct Skylake;

/// Those of [`Skylake`], and AVX-512 VBMI, VBMI2, BITALG and VPOPCNTDQ, and GFNI. Zen 4 has them, too.
#[derive(Clone, Copy)]
pub struct IceLake;

impl Generation for Haswell {}
impl Generation for Skylake {}
impl Generation for IceLake {
    const IS_ICE_LAKE: bool = true;
}
