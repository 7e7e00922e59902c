//! Counts bits up to two: a digit with one place in a unit is all that matters.

use crate::grid::Word;

/// How often each bit is set in several words: at least once, at least twice.
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

    /// Adds the tallies of `times` bits, `apart` bits apart, on the first of them. The
    /// other bits mean nothing then.
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

/// Each bit and its repetitions, `apart` bits apart: `times` in all.
#[inline(always)]
pub fn repeat<W: Word>(bits: W, times: usize, apart: usize) -> W {
    (1..times).fold(bits, |all, n| all | bits << (n * apart))
}
