//! The operations on registers of 256 bits that only waves use.

#![allow(unsafe_code)]

use crate::{
    vector::operations,
    x86::{Generation, Ymm},
};
use std::arch::{
    asm,
    x86_64::{
        _mm256_and_si256 as and, _mm256_andnot_si256 as not_and, _mm256_or_si256 as or,
        _mm256_ternarylogic_epi64 as ternary, _mm256_xor_si256 as xor, *,
    },
};

/// The same reference, but the compiler does not know that: it reads again what it has read, instead
/// of keeping it on the stack. Unlike `black_box`, this takes no instruction.
#[inline(always)]
pub fn again<T>(reference: &T) -> &T {
    #[cfg_attr(miri, allow(unused_mut, reason = "Miri has no assembly"))]
    let mut pointer = std::ptr::from_ref(reference);
    #[cfg_attr(
        not(miri),
        expect(clippy::pointers_in_nomem_asm_block, reason = "it reads no memory")
    )]
    // SAFETY: the assembly is a comment, so the pointer remains that of the reference.
    unsafe {
        #[cfg(not(miri))]
        asm!("/* {0} */", inout(reg) pointer, options(nomem, nostack, preserves_flags));
        &*pointer
    }
}

/// Swaps bits of every eight bytes: those of the mask with those so many places above.
macro_rules! swapped {
    ($rows:expr, $by:literal, $mask:literal) => {{
        let rows = $rows;
        let moved = and(xor(rows, _mm256_srli_epi64::<$by>(rows)), _mm256_set1_epi64x($mask));
        xor(rows, xor(moved, _mm256_slli_epi64::<$by>(moved)))
    }};
}

/// Puzzles in some relation to three sets: by its truth table, or in steps where a CPU has no
/// instruction for three operands.
impl<G: Generation> Ymm<G> {
    operations! {
        pub ones(_) = _mm256_set1_epi8(-1);
        pub not(a) = not_and(a, _mm256_set1_epi8(-1));
        pub and3(a, b, c) = if G::IS_ICE_LAKE { ternary::<0x80>(a, b, c) } else { and(and(a, b), c) };
        pub or3(a, b, c) = if G::IS_ICE_LAKE { ternary::<0xFE>(a, b, c) } else { or(or(a, b), c) };
        pub xor3(a, b, c) = if G::IS_ICE_LAKE { ternary::<0x96>(a, b, c) } else { xor(xor(a, b), c) };
        pub in_two(a, b, c) = if G::IS_ICE_LAKE {
            ternary::<0xE8>(a, b, c)
        } else {
            or(and(a, b), and(or(a, b), c))
        };
        // In none of the three.
        pub in_none(a, b, c) = if G::IS_ICE_LAKE {
            ternary::<0x01>(a, b, c)
        } else {
            not_and(or(or(a, b), c), _mm256_set1_epi8(-1))
        };
        // In the first, or in both others.
        pub or_and(a, b, c) = if G::IS_ICE_LAKE { ternary::<0xF8>(a, b, c) } else { or(a, and(b, c)) };
        // In the first, or in the second and not in the third.
        pub or_without(a, b, c) = if G::IS_ICE_LAKE { ternary::<0xF4>(a, b, c) } else { or(a, not_and(c, b)) };
        // In the first, or in one of the others and not in both.
        pub or_xor(a, b, c) = if G::IS_ICE_LAKE { ternary::<0xF6>(a, b, c) } else { or(a, xor(b, c)) };
        // In the first, and not in both others.
        pub without_both(a, b, c) = if G::IS_ICE_LAKE { ternary::<0x70>(a, b, c) } else { not_and(and(b, c), a) };
    }
}

/// Steps between lines, bits and nodes. They work on each half of a register but where they say
/// otherwise.
impl<G: Generation> Ymm<G> {
    /// The order in which [`transposed_bits`](Self::transposed_bits) takes the bytes.
    pub const ORDER: [usize; 8] =
        if G::IS_ICE_LAKE { [7, 6, 5, 4, 3, 2, 1, 0] } else { [0, 1, 2, 3, 4, 5, 6, 7] };

    /// The bytes of the low half, and those of the high one.
    #[inline(always)]
    pub fn halves(self) -> [[u8; 16]; 2] {
        // SAFETY: both types are 32 bytes, for which every bit pattern is valid.
        unsafe { std::mem::transmute(self.0) }
    }

    operations! {
        pub load_halves(_; halves: [&[u8; 16]; 2]) =
            _mm256_loadu2_m128i(halves[1].as_ptr().cast(), halves[0].as_ptr().cast());
        pub load_bytes(_; bytes: &[u8; 32]) = _mm256_loadu_si256(bytes.as_ptr().cast());
        pub store_bytes(a; bytes: &mut [u8; 32]) -> () =
            _mm256_storeu_si256(bytes.as_mut_ptr().cast(), a);
        pub store_words(a; words: &mut [u16; 16]) -> () =
            _mm256_storeu_si256(words.as_mut_ptr().cast(), a);
        // The digit of each symbol; 0 for all but digits.
        pub digits(a) = {
            let digits = _mm256_setr_epi64x(0x0706_0504_0302_0100, 0x0908, 0x0706_0504_0302_0100, 0x0908);
            let digit = xor(a, _mm256_set1_epi8(0x30));
            // From 16 on, the highest bit is set, which selects 0.
            _mm256_shuffle_epi8(digits, _mm256_adds_epu8(digit, _mm256_set1_epi8(0x70)))
        };
        // The symbols of the digits in the low halves of bytes.
        pub in_ascii(a) = or(and(a, _mm256_set1_epi8(0x0F)), _mm256_set1_epi8(0x30));
        pub in_high_halves(a) = _mm256_slli_epi16::<4>(a);
        pub in_low_halves(a) = _mm256_srli_epi16::<4>(a);
        pub low_bytes_with(a, b) = _mm256_unpacklo_epi8(a, b);
        pub high_bytes_with(a, b) = _mm256_unpackhi_epi8(a, b);
        // The low halves of two registers, and the high ones.
        pub joined(a, b) -> [Self; 2] = [
            Self::new(_mm256_permute2x128_si256::<0x20>(a, b)),
            Self::new(_mm256_permute2x128_si256::<0x31>(a, b)),
        ];
        // Transposes the 8 × 8 bits of every eight bytes in `ORDER`.
        pub transposed_bits(a) = if G::IS_ICE_LAKE {
            let unit = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed());
            _mm256_gf2p8affine_epi64_epi8::<0>(unit, a)
        } else {
            let rows = swapped!(a, 7, 0x00AA_00AA_00AA_00AA);
            let rows = swapped!(rows, 14, 0x0000_CCCC_0000_CCCC);
            swapped!(rows, 28, 0x0000_0000_F0F0_F0F0)
        };
        // Eight groups of three bytes, and a fourth with a bit more for each of them, as words.
        pub as_words(a) -> [Self; 2] = {
            let a = _mm256_permute4x64_epi64::<0b11_01_10_00>(a);
            let fourth = _mm256_setr_epi8(
                3, 3, 3, -1, 7, 7, 7, -1, 11, 11, 11, -1, 15, 15, 15, -1, //
                3, 3, 3, -1, 7, 7, 7, -1, 11, 11, 11, -1, 15, 15, 15, -1,
            );
            let bit = and(_mm256_shuffle_epi8(a, fourth), _mm256_set1_epi32(0x04_02_01));
            let high = _mm256_min_epu8(bit, _mm256_set1_epi8(1));
            let low = and(a, _mm256_set1_epi32(0xFF_FF_FF));
            [Self::new(_mm256_unpacklo_epi8(low, high)), Self::new(_mm256_unpackhi_epi8(low, high))]
        };
    }
}
