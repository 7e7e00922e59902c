//! Counts bits up to two, since only digits with one place in a unit matter.

use crate::grid::Word;

/// For each bit, whether it is set at least once and at least twice in several words.
#[derive(Clone, Copy)]
pub struct Tally<W> {
    pub once: W,
    pub twice: W,
}

impl<W: Word> Tally<W> {
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
        let shifted =
            |n: usize| Self { once: self.once >> (n * apart), twice: self.twice >> (n * apart) };
        (1..times).fold(self, |sum, n| sum.plus(shifted(n)))
    }

    #[inline(always)]
    pub fn exactly_once(self) -> W {
        self.once & !self.twice
    }
}

/// Repeats each bit `times` times, `apart` bits apart.
#[inline(always)]
pub fn repeat<W: Word>(bits: W, times: usize, apart: usize) -> W {
    (1..times).fold(bits, |all, n| all | bits << (n * apart))
}
