//! Asks for memory before it is read.

#![allow(unsafe_code)]

/// Fetches two cache lines from an address, where the CPU has an instruction for it that the compiler
/// offers.
#[inline(always)]
pub fn prefetch(address: usize) {
    #[cfg(target_arch = "x86_64")]
    for at in [address, address + 64] {
        use std::{arch::x86_64::*, ptr};
        // SAFETY: a prefetch reads nothing and never faults, wherever it points.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(ptr::without_provenance(at)) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}
