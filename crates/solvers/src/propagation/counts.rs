//! Counts of bits: of the candidates of every cell, and up to two, since only digits with one place
//! in a unit matter.

use sudomill_puzzle::grid::{CellSet, Order, Word};

/// The number of bits of the largest number, 25.
const BITS: usize = 5;

/// A number for every cell, bit-sliced: set `i` has the cells whose number has bit `i` set. A few
/// operations change or compare the numbers of all cells at once.
#[derive(Clone, Copy, Debug)]
pub struct CellCounts<O: Order> {
    bits: [CellSet<O>; BITS],
}

impl<O: Order> CellCounts<O> {
    /// The number of bits in use: no number exceeds the side of the grid.
    const USED: usize = (usize::BITS - O::SIDE.leading_zeros()) as usize;

    /// Counts, for each cell, the sets that have it.
    #[inline]
    pub fn of(sets: &[CellSet<O>]) -> Self {
        let mut counts = Self { bits: [CellSet::EMPTY; BITS] };
        for &set in sets {
            let mut carry = set;
            for bit in &mut counts.bits[..Self::USED] {
                let both = *bit & carry;
                *bit ^= carry;
                carry = both;
            }
        }
        counts
    }

    /// The cells with the smallest number among `cells`, and that number.
    #[inline]
    pub fn smallest(&self, cells: CellSet<O>) -> (CellSet<O>, usize) {
        let (mut least, mut number) = (cells, 0);
        for i in (0..Self::USED).rev() {
            let without = least - self.bits[i];
            match without.is_empty() {
                true => number |= 1 << i,
                false => least = without,
            }
        }
        (least, number)
    }
}

/// The bits that are set at least once, and at least twice, in several words.
#[derive(Clone, Copy)]
pub struct AtLeast<W> {
    pub once: W,
    pub twice: W,
}

impl<W: Word> AtLeast<W> {
    pub const NONE: Self = Self { once: W::ZERO, twice: W::ZERO };

    /// The tally of one word.
    #[inline(always)]
    pub fn of(word: W) -> Self {
        Self { once: word, twice: W::ZERO }
    }

    #[inline(always)]
    pub fn plus(self, other: Self) -> Self {
        let twice = self.twice | other.twice | self.once & other.once;
        Self { once: self.once | other.once, twice }
    }

    /// Sums the tallies of `times` bits, `apart` bits apart, into the first of them. The other bits
    /// become meaningless.
    #[inline(always)]
    pub fn fold(self, times: usize, apart: usize) -> Self {
        let mut sum = self;
        from_one(times, |n| {
            let (once, twice) = (self.once >> (n * apart), self.twice >> (n * apart));
            sum = sum.plus(Self { once, twice });
        });
        sum
    }

    #[inline(always)]
    pub fn exactly_once(self) -> W {
        self.once & !self.twice
    }
}

/// All bits if the word is zero, else none. Not a comparison: that becomes a branch in loops which are to be
/// vectorized.
#[inline(always)]
pub fn all_if_zero<W: Word>(word: W) -> W {
    ((word | W::ZERO.minus(word)) >> (8 * size_of::<W>() - 1)).minus(W::ONE)
}

/// Repeats each bit `times` times, `apart` bits apart.
#[inline(always)]
pub fn repeat<W: Word>(bits: W, times: usize, apart: usize) -> W {
    let mut all = bits;
    from_one(times, |n| all |= bits << (n * apart));
    all
}

/// Calls `each` with the numbers from 1 up to `times`, at most 5. Not a loop: with boxes of several
/// shapes it is unrolled too late for the loop over the digits around it to be vectorized.
#[inline(always)]
fn from_one(times: usize, mut each: impl FnMut(usize)) {
    if times > 1 {
        each(1);
    }
    if times > 2 {
        each(2);
    }
    if times > 3 {
        each(3);
    }
    if times > 4 {
        each(4);
    }
}
