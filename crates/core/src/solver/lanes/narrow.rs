//! Registers of 128 bits, which need no CPU detection: arrays that the compiler turns into the
//! vectors that the target is known to have, and the instructions of x86-64, AArch64 and
//! WebAssembly.

#![allow(unsafe_code)]
// The set of intrinsics that are safe to call on a target depends on the compiler version.
#![allow(unused_unsafe)]

use super::{nine::grid::Register, vector::Vector};

/// A register of `N` words. Aligned, because SSE2 instructions only take aligned memory operands.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub(super) struct Portable<const N: usize>([u16; N]);

impl<const N: usize> Portable<N> {
    /// Word `i` of the result is word `place(i)`.
    #[inline(always)]
    fn permuted(self, place: impl Fn(usize) -> usize) -> Self {
        Self(std::array::from_fn(|word| self.0[place(word)]))
    }
}

/// The register of the portable backend.
#[cfg(target_arch = "x86_64")]
pub(super) type Usual = sse2::Xmm;
/// The register of the portable backend.
#[cfg(not(target_arch = "x86_64"))]
pub(super) type Usual = Portable<8>;

/// Defines operations word by word.
macro_rules! words {
    ($($operation:ident($($other:ident)?): |$word:ident| $result:expr),+ $(,)?) => {$(
        #[inline(always)]
        fn $operation(self $(, $other: Self)?) -> Self {
            let mut words = [0; N];
            for (i, word) in words.iter_mut().enumerate() {
                $(let $other = $other.0[i];)?
                let $word = self.0[i];
                *word = $result;
            }
            Self(words)
        }
    )+};
}

// SAFETY: a register is exactly `N` words, and every bit pattern is valid.
unsafe impl<const N: usize> Vector for Portable<N> {
    const GROUPS: usize = {
        assert!(N.is_multiple_of(8), "no padding up to the alignment");
        N / 4
    };
    type Proof = ();

    #[inline(always)]
    fn splat((): (), word: u16) -> Self {
        Self([word; N])
    }
    words! {
        and(other): |word| word & other,
        or(other): |word| word | other,
        xor(other): |word| word ^ other,
        add(other): |word| word.wrapping_add(other),
        subtract(other): |word| word.saturating_sub(other),
        without(other): |word| word & !other,
        zeros(): |word| if word == 0 { u16::MAX } else { 0 },
    }
    #[inline(always)]
    fn next_stack(self) -> Self {
        self.permuted(|word| word / 4 * 4 + [1, 2, 0, 3][word % 4])
    }
    #[inline(always)]
    fn stack_after_next(self) -> Self {
        self.permuted(|word| word / 4 * 4 + [2, 0, 1, 3][word % 4])
    }
    #[inline(always)]
    fn equal_groups(self, other: Self) -> u8 {
        let mut mask = 0;
        for group in 0..Self::GROUPS {
            let words = |register: &Self| register.0.as_chunks::<4>().0[group];
            mask |= u8::from(words(&self) == words(&other)) << group;
        }
        mask
    }
}

impl Register for Portable<16> {
    #[inline(always)]
    fn load((): (), words: &[u16; 16]) -> Self {
        Self(*words)
    }
    #[inline(always)]
    fn of_bands((): (), [a, b, c]: [[u16; 4]; 3]) -> Self {
        let mut words = [0; 16];
        words.copy_from_slice([a, b, c, [0; 4]].as_flattened());
        Self(words)
    }
    #[inline(always)]
    fn next_band(self) -> Self {
        self.permuted(|word| if word < 12 { (word + 4) % 12 } else { word })
    }
    #[inline(always)]
    fn band_after_next(self) -> Self {
        self.permuted(|word| if word < 12 { (word + 8) % 12 } else { word })
    }
    #[inline(always)]
    fn is_zero(self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }
}

/// The instructions that every x86-64 CPU has.
#[cfg(target_arch = "x86_64")]
mod sse2 {
    use crate::solver::lanes::vector::{Vector, intrinsics};
    use std::arch::x86_64::*;

    /// A register of two groups.
    #[derive(Clone, Copy)]
    #[repr(transparent)]
    pub(in crate::solver::lanes) struct Xmm(__m128i);

    /// Rotates the stacks by this number.
    macro_rules! rotated {
        ($register:expr, $places:literal) => {
            // SAFETY: every x86-64 CPU has SSE2.
            Self(unsafe {
                _mm_shufflehi_epi16::<$places>(_mm_shufflelo_epi16::<$places>($register.0))
            })
        };
    }

    // SAFETY: a register is exactly 8 words, and every bit pattern is valid.
    unsafe impl Vector for Xmm {
        const GROUPS: usize = 2;
        type Proof = ();

        #[inline(always)]
        fn splat((): (), word: u16) -> Self {
            // SAFETY: every x86-64 CPU has SSE2.
            Self(unsafe { _mm_set1_epi16(word.cast_signed()) })
        }
        intrinsics! {
            and: _mm_and_si128,
            or: _mm_or_si128,
            xor: _mm_xor_si128,
            add: _mm_add_epi16,
            subtract: _mm_subs_epu16,
        }
        #[inline(always)]
        fn without(self, other: Self) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm_andnot_si128(other.0, self.0) })
        }
        #[inline(always)]
        fn zeros(self) -> Self {
            // SAFETY: as above.
            Self(unsafe { _mm_cmpeq_epi16(self.0, _mm_setzero_si128()) })
        }
        #[inline(always)]
        fn next_stack(self) -> Self {
            rotated!(self, 0b11_00_10_01)
        }
        #[inline(always)]
        fn stack_after_next(self) -> Self {
            rotated!(self, 0b11_01_00_10)
        }
        #[inline(always)]
        fn equal_groups(self, other: Self) -> u8 {
            // SAFETY: as above.
            let halves =
                unsafe { _mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(self.0, other.0))) };
            u8::from(halves & 3 == 3) | u8::from(halves >> 2 == 3) << 1
        }
    }
}

/// The instructions that every AArch64 CPU has.
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
mod neon {
    use crate::solver::lanes::vector::{Vector, intrinsics};
    use std::arch::aarch64::*;

    /// A register of two groups.
    #[derive(Clone, Copy)]
    #[repr(transparent)]
    pub(in crate::solver::lanes) struct Neon(uint16x8_t);

    // SAFETY: a register is exactly 8 words, and every bit pattern is valid.
    unsafe impl Vector for Neon {
        const GROUPS: usize = 2;
        type Proof = ();

        #[inline(always)]
        fn splat((): (), word: u16) -> Self {
            // SAFETY: the target has NEON.
            Self(unsafe { vdupq_n_u16(word) })
        }
        intrinsics! {
            and: vandq_u16,
            or: vorrq_u16,
            xor: veorq_u16,
            add: vaddq_u16,
            subtract: vqsubq_u16,
            without: vbicq_u16,
        }
        #[inline(always)]
        fn zeros(self) -> Self {
            // SAFETY: as above.
            Self(unsafe { vceqzq_u16(self.0) })
        }
        #[inline(always)]
        fn in_two(self, b: Self, c: Self) -> Self {
            // Where the first two differ, the third decides.
            // SAFETY: as above.
            Self(unsafe { vbslq_u16(self.xor(b).0, c.0, self.0) })
        }
        #[inline(always)]
        fn next_stack(self) -> Self {
            self.rearranged([2, 3, 4, 5, 0, 1, 6, 7, 10, 11, 12, 13, 8, 9, 14, 15])
        }
        #[inline(always)]
        fn stack_after_next(self) -> Self {
            self.rearranged([4, 5, 0, 1, 2, 3, 6, 7, 12, 13, 8, 9, 10, 11, 14, 15])
        }
        #[inline(always)]
        fn equal_groups(self, other: Self) -> u8 {
            // SAFETY: as above.
            unsafe {
                let equal =
                    vceqq_u64(vreinterpretq_u64_u16(self.0), vreinterpretq_u64_u16(other.0));
                (vgetq_lane_u64::<0>(equal) & 1 | vgetq_lane_u64::<1>(equal) & 2) as u8
            }
        }
    }

    impl Neon {
        /// Rearranges the bytes.
        #[inline(always)]
        fn rearranged(self, places: [u8; 16]) -> Self {
            // SAFETY: the target has NEON; reads 16 bytes from an array of 16.
            Self(unsafe {
                let places = vld1q_u8(places.as_ptr());
                vreinterpretq_u16_u8(vqtbl1q_u8(vreinterpretq_u8_u16(self.0), places))
            })
        }
    }
}
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
pub(super) use neon::Neon;

/// WebAssembly built with `simd128`. A module with these instructions does not load on engines
/// without them.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128 {
    use crate::solver::lanes::vector::{Vector, intrinsics};
    use std::arch::wasm32::*;

    /// A register of two groups.
    #[derive(Clone, Copy)]
    #[repr(transparent)]
    pub(in crate::solver::lanes) struct Simd128(v128);

    // SAFETY: a register is exactly 8 words, and every bit pattern is valid.
    unsafe impl Vector for Simd128 {
        const GROUPS: usize = 2;
        type Proof = ();

        #[inline(always)]
        fn splat((): (), word: u16) -> Self {
            Self(u16x8_splat(word))
        }
        intrinsics! {
            and: v128_and,
            or: v128_or,
            xor: v128_xor,
            add: u16x8_add,
            subtract: u16x8_sub_sat,
            without: v128_andnot,
        }
        #[inline(always)]
        fn zeros(self) -> Self {
            Self(u16x8_eq(self.0, u16x8_splat(0)))
        }
        #[inline(always)]
        fn next_stack(self) -> Self {
            Self(u16x8_shuffle::<1, 2, 0, 3, 5, 6, 4, 7>(self.0, self.0))
        }
        #[inline(always)]
        fn stack_after_next(self) -> Self {
            Self(u16x8_shuffle::<2, 0, 1, 3, 6, 4, 5, 7>(self.0, self.0))
        }
        #[inline(always)]
        fn equal_groups(self, other: Self) -> u8 {
            u64x2_bitmask(u64x2_eq(self.0, other.0))
        }
    }
}
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub(super) use simd128::Simd128;
