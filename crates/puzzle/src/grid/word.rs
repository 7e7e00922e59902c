//! The integers that make up a cell set.

use std::{
    fmt::Debug,
    hash::Hash,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr},
};

/// An unsigned integer used as a bit set.
pub trait Word:
    Copy
    + Debug
    + Eq
    + Hash
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + Shl<usize, Output = Self>
    + Shr<usize, Output = Self>
{
    /// No bits set.
    const ZERO: Self;
    /// Only bit 0 set.
    const ONE: Self;

    /// The wrapping difference.
    fn minus(self, other: Self) -> Self;
    /// The number of bits set.
    fn count(self) -> usize;
    /// The index of the lowest bit set; the width of the type if there is none.
    fn lowest(self) -> usize;
    /// The index of the highest bit set. The word must not be zero.
    fn highest(self) -> usize;
}

macro_rules! word {
    ($($type:ident)*) => {
        $(impl Word for $type {
            const ZERO: Self = 0;
            const ONE: Self = 1;

            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[inline(always)]
            fn count(self) -> usize {
                self.count_ones() as usize
            }

            #[inline(always)]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }

            #[inline(always)]
            fn highest(self) -> usize {
                ($type::BITS - 1 - self.leading_zeros()) as usize
            }
        })*
    };
}

word!(u16 u32 u64 u128);

/// The indexes of the bits that are set, ascending.
#[derive(Clone, Copy)]
pub struct SetBits<W>(pub W);

impl<W: Word> Iterator for SetBits<W> {
    type Item = usize;

    #[inline(always)]
    fn next(&mut self) -> Option<usize> {
        if self.0 == W::ZERO {
            return None;
        }
        let lowest = self.0.lowest();
        self.0 &= self.0.minus(W::ONE);
        Some(lowest)
    }
}
