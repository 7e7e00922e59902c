//! Registers of 128 bits, which need no CPU detection: the instructions of x86-64, AArch64 and
//! WebAssembly, and arrays that the compiler turns into the vectors that the target is known to
//! have.

#![allow(unsafe_code)]
// The set of intrinsics that are safe to call on a target depends on the compiler version.
#![allow(unused_unsafe)]

use super::{
    grid::Register,
    vector::{Vector, operations},
};
use std::array::from_fn;

/// A register of two groups, which every CPU of the target of a [`Baseline`](super::backend::Baseline) has.
pub trait BaselineRegister: Vector {
    /// The name of the backend.
    const NAME: &'static str;
    /// The register of zeros.
    const ZERO: Self;

    /// Joins a group of this register and a group of another, by their places.
    #[inline(always)]
    fn joined<const LOW: usize, const HIGH: usize>(self, other: Self) -> Self {
        let groups = [Self::groups(&[self])[LOW], Self::groups(&[other])[HIGH]];
        let mut joined = [self];
        Self::groups_mut(&mut joined).copy_from_slice(&groups);
        joined[0]
    }
}

/// Two registers of two groups as one of four.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Two<V>([V; 2]);

impl<V: BaselineRegister> Two<V> {
    /// The register of zeros.
    pub const ZERO: Self = Self([V::ZERO; 2]);

    #[inline(always)]
    const fn new(registers: [V; 2]) -> Self {
        Self(registers)
    }
}

// SAFETY: every bit pattern is valid.
unsafe impl<V: BaselineRegister> Vector for Two<V> {
    const GROUPS: usize = 4;

    operations! {
        splat(a; word: u16) = [a[0].splat(word); 2];
        and(a, b) = [a[0].and(b[0]), a[1].and(b[1])];
        or(a, b) = [a[0].or(b[0]), a[1].or(b[1])];
        xor(a, b) = [a[0].xor(b[0]), a[1].xor(b[1])];
        add(a, b) = [a[0].add(b[0]), a[1].add(b[1])];
        subtract(a, b) = [a[0].subtract(b[0]), a[1].subtract(b[1])];
        without(a, b) = [a[0].without(b[0]), a[1].without(b[1])];
        zeros(a) = [a[0].zeros(), a[1].zeros()];
        exceeding(a, b) = [a[0].exceeding(b[0]), a[1].exceeding(b[1])];
        max(a, b) = [a[0].max(b[0]), a[1].max(b[1])];
        moved_up(a) = [a[0].moved_up(), a[1].moved_up()];
        in_two(a, b, c) = [a[0].in_two(b[0], c[0]), a[1].in_two(b[1], c[1])];
        next_stack(a) = [a[0].next_stack(), a[1].next_stack()];
        stack_after_next(a) = [a[0].stack_after_next(), a[1].stack_after_next()];
        equal_groups(a, b) -> u8 = a[0].equal_groups(b[0]) | a[1].equal_groups(b[1]) << 2;
    }
}

/// The first register holds bands 1 and 2, the second one band 3.
impl<V: BaselineRegister> Register for Two<V> {
    operations! {
        next_band(a) = [a[0].joined::<1, 0>(a[1]), a[0].joined::<0, 1>(a[1])];
        band_after_next(a) = [a[1].joined::<0, 0>(a[0]), a[0].joined::<1, 1>(a[1])];
        zero_grids(a) -> u8 = u8::from(a[0].or(a[1]).equal_groups(a[0].splat(0)) == 3);
    }

    #[inline(always)]
    fn load(self, words: &[u16; 16]) -> Self {
        let mut loaded = [self];
        Self::groups_mut(&mut loaded).copy_from_slice(words.as_chunks().0);
        loaded[0]
    }
}

/// A register of eight words. Aligned, because SSE2 instructions only take aligned memory operands.
#[derive(Clone, Copy)]
#[repr(C, align(16))]
pub struct Array([u16; 8]);

impl Array {
    #[inline(always)]
    const fn new(words: [u16; 8]) -> Self {
        Self(words)
    }
}

impl BaselineRegister for Array {
    const NAME: &'static str = "portable";
    const ZERO: Self = Self([0; 8]);
}

// SAFETY: every bit pattern is valid.
unsafe impl Vector for Array {
    const GROUPS: usize = 2;

    operations! {
        splat(_; word: u16) = [word; 8];
        and(a, b) = from_fn(|i| a[i] & b[i]);
        or(a, b) = from_fn(|i| a[i] | b[i]);
        xor(a, b) = from_fn(|i| a[i] ^ b[i]);
        add(a, b) = from_fn(|i| a[i].wrapping_add(b[i]));
        subtract(a, b) = from_fn(|i| a[i].saturating_sub(b[i]));
        without(a, b) = from_fn(|i| a[i] & !b[i]);
        zeros(a) = from_fn(|i| if a[i] == 0 { u16::MAX } else { 0 });
        exceeding(a, b) = from_fn(|i| if a[i].cast_signed() > b[i].cast_signed() { u16::MAX } else { 0 });
        max(a, b) = from_fn(|i| a[i].max(b[i]));
        moved_up(a) = a.map(|word| word << 6);
        next_stack(a) = from_fn(|i| a[i / 4 * 4 + [1, 2, 0, 3][i % 4]]);
        stack_after_next(a) = from_fn(|i| a[i / 4 * 4 + [2, 0, 1, 3][i % 4]]);
        equal_groups(a, b) -> u8 = u8::from(a[..4] == b[..4]) | u8::from(a[4..] == b[4..]) << 1;
    }
}

/// The register of the backend that runs everywhere. A WebAssembly module has no other: engines
/// without `simd128` refuse the whole module, and a second backend would be a tenth of its size.
#[cfg(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128")))]
pub type Register128 = Native;
/// The register of the backend that runs everywhere.
#[cfg(not(any(target_arch = "x86_64", all(target_arch = "wasm32", target_feature = "simd128"))))]
pub type Register128 = Array;

#[cfg(any(not(target_arch = "wasm32"), target_feature = "simd128"))]
pub use native::Native;

/// Where the kernel knows no instructions that every CPU of the target has.
#[cfg(not(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_feature = "neon"),
    target_arch = "wasm32"
)))]
mod native {
    pub use crate::narrow::Array as Native;
}

/// The register of the instructions that every CPU of the target has: x86-64, AArch64, or
/// WebAssembly built with `simd128`, a module that does not load on engines without them.
#[cfg(any(
    target_arch = "x86_64",
    all(target_arch = "aarch64", target_feature = "neon"),
    all(target_arch = "wasm32", target_feature = "simd128")
))]
mod native {
    use crate::{
        narrow::BaselineRegister,
        vector::{Vector, operations},
    };
    #[cfg(target_arch = "aarch64")]
    use std::arch::aarch64::{uint16x8_t as Wrapped, *};
    #[cfg(target_arch = "wasm32")]
    use std::arch::wasm32::{v128 as Wrapped, *};
    #[cfg(target_arch = "x86_64")]
    use std::arch::x86_64::{__m128i as Wrapped, *};

    /// A register of two groups.
    #[derive(Clone, Copy)]
    #[repr(transparent)]
    pub struct Native(Wrapped);

    impl Native {
        #[inline(always)]
        const fn new(register: Wrapped) -> Self {
            Self(register)
        }
    }

    impl BaselineRegister for Native {
        const NAME: &'static str = match () {
            () if cfg!(target_arch = "aarch64") => "neon",
            () if cfg!(target_arch = "wasm32") => "simd128",
            () => "portable",
        };
        // SAFETY: every bit pattern is valid, and every CPU of the target has the instructions.
        const ZERO: Self = Self(unsafe { std::mem::transmute::<[u16; 8], Wrapped>([0; 8]) });
    }

    // SAFETY: every bit pattern is valid.
    unsafe impl Vector for Native {
        const GROUPS: usize = 2;

        #[cfg(target_arch = "x86_64")]
        operations! {
            splat(_; word: u16) = _mm_set1_epi16(word.cast_signed());
            and(a, b) = _mm_and_si128(a, b);
            or(a, b) = _mm_or_si128(a, b);
            xor(a, b) = _mm_xor_si128(a, b);
            add(a, b) = _mm_add_epi16(a, b);
            subtract(a, b) = _mm_subs_epu16(a, b);
            without(a, b) = _mm_andnot_si128(b, a);
            zeros(a) = _mm_cmpeq_epi16(a, _mm_setzero_si128());
            exceeding(a, b) = _mm_cmpgt_epi16(a, b);
            max(a, b) = _mm_max_epi16(a, b);
            moved_up(a) = _mm_slli_epi16::<6>(a);
            next_stack(a) = rotated::<0b11_00_10_01>(a);
            stack_after_next(a) = rotated::<0b11_01_00_10>(a);
            equal_groups(a, b) -> u8 = {
                let halves = _mm_movemask_ps(_mm_castsi128_ps(_mm_cmpeq_epi32(a, b)));
                u8::from(halves & 3 == 3) | u8::from(halves >> 2 == 3) << 1
            };
        }
        #[cfg(target_arch = "aarch64")]
        operations! {
            splat(_; word: u16) = vdupq_n_u16(word);
            and(a, b) = vandq_u16(a, b);
            or(a, b) = vorrq_u16(a, b);
            xor(a, b) = veorq_u16(a, b);
            add(a, b) = vaddq_u16(a, b);
            subtract(a, b) = vqsubq_u16(a, b);
            without(a, b) = vbicq_u16(a, b);
            zeros(a) = vceqzq_u16(a);
            exceeding(a, b) = vcgtq_s16(vreinterpretq_s16_u16(a), vreinterpretq_s16_u16(b));
            max(a, b) = vmaxq_u16(a, b);
            moved_up(a) = vshlq_n_u16::<6>(a);
            // Where the first two differ, the third decides.
            in_two(a, b, c) = vbslq_u16(veorq_u16(a, b), c, a);
            next_stack(a) =
                rearranged(a, [2, 3, 4, 5, 0, 1, 6, 7, 10, 11, 12, 13, 8, 9, 14, 15]);
            stack_after_next(a) =
                rearranged(a, [4, 5, 0, 1, 2, 3, 6, 7, 12, 13, 8, 9, 10, 11, 14, 15]);
            equal_groups(a, b) -> u8 = {
                let equal = vceqq_u64(vreinterpretq_u64_u16(a), vreinterpretq_u64_u16(b));
                (vgetq_lane_u64::<0>(equal) & 1 | vgetq_lane_u64::<1>(equal) & 2) as u8
            };
        }
        #[cfg(target_arch = "wasm32")]
        operations! {
            splat(_; word: u16) = u16x8_splat(word);
            and(a, b) = v128_and(a, b);
            or(a, b) = v128_or(a, b);
            xor(a, b) = v128_xor(a, b);
            add(a, b) = u16x8_add(a, b);
            subtract(a, b) = u16x8_sub_sat(a, b);
            without(a, b) = v128_andnot(a, b);
            zeros(a) = u16x8_eq(a, u16x8_splat(0));
            exceeding(a, b) = i16x8_gt(a, b);
            max(a, b) = u16x8_max(a, b);
            moved_up(a) = u16x8_shl(a, 6);
            next_stack(a) = u16x8_shuffle::<1, 2, 0, 3, 5, 6, 4, 7>(a, a);
            stack_after_next(a) = u16x8_shuffle::<2, 0, 1, 3, 6, 4, 5, 7>(a, a);
            equal_groups(a, b) -> u8 = u64x2_bitmask(u64x2_eq(a, b));
        }
    }

    /// Rotates the stacks of both groups.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn rotated<const PLACES: i32>(register: Wrapped) -> Wrapped {
        // SAFETY: every x86-64 CPU has SSE2.
        unsafe { _mm_shufflehi_epi16::<PLACES>(_mm_shufflelo_epi16::<PLACES>(register)) }
    }

    /// Rearranges the bytes.
    #[cfg(target_arch = "aarch64")]
    #[inline(always)]
    fn rearranged(register: Wrapped, places: [u8; 16]) -> Wrapped {
        // SAFETY: the target has NEON; reads 16 bytes from an array of 16.
        unsafe {
            let places = vld1q_u8(places.as_ptr());
            vreinterpretq_u16_u8(vqtbl1q_u8(vreinterpretq_u8_u16(register), places))
        }
    }
}
