//! The register as an array, to test the layout on any CPU.

use super::{body::Body, wide::Wide};
use crate::solver::lanes::{
    branch::{self, Branch, DigitMatcher},
    masks::Masks,
    node::WORDS,
    slot::Slot,
};

/// 32 words.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(in crate::solver::lanes) struct Plain([u16; 32]);

impl Plain {
    fn zip(self, other: Self, f: impl Fn(u16, u16) -> u16) -> Self {
        Self(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    fn mask(self, other: Self, f: impl Fn(u16, u16) -> bool) -> u32 {
        (0..32).fold(0, |mask, i| mask | u32::from(f(self.0[i], other.0[i])) << i)
    }
}

impl Wide for Plain {
    type Proof = ();

    fn splat((): (), word: u16) -> Self {
        Self([word; 32])
    }
    fn load((): (), words: &[u16; 32]) -> Self {
        Self(*words)
    }
    fn add(self, other: Self) -> Self {
        self.zip(other, u16::wrapping_add)
    }
    fn subtract(self, other: Self) -> Self {
        self.zip(other, u16::saturating_sub)
    }
    fn min(self, other: Self) -> Self {
        self.zip(other, u16::min)
    }
    fn logic<const TABLE: i32>(self, b: Self, c: Self) -> Self {
        let mut words = [0; 32];
        for row in (0..8).filter(|row| TABLE >> row & 1 == 1) {
            // Inverts the operands that are 0 in this row of the table.
            let [x, y, z] = [4, 2, 1].map(|bit| if row & bit == 0 { u16::MAX } else { 0 });
            for (i, word) in words.iter_mut().enumerate() {
                *word |= (self.0[i] ^ x) & (b.0[i] ^ y) & (c.0[i] ^ z);
            }
        }
        Self(words)
    }
    fn permute(self, places: Self) -> Self {
        Self(places.0.map(|place| self.0[usize::from(place) % 32]))
    }
    fn permute_both(self, other: Self, places: Self) -> Self {
        let both = [self.0, other.0];
        Self(places.0.map(|place| both.as_flattened()[usize::from(place) % 64]))
    }
    fn select(self, mask: u32, other: Self) -> Self {
        Self(std::array::from_fn(|i| if mask >> i & 1 == 1 { other.0[i] } else { self.0[i] }))
    }
    fn equal(self, other: Self) -> u32 {
        self.mask(other, |a, b| a == b)
    }
    fn at_most_three(self) -> u32 {
        self.mask(self, |word, _| word.count_ones() <= 3)
    }
    fn sharing(self, other: Self) -> u32 {
        self.mask(other, |a, b| a & b != 0)
    }
    fn words(self) -> [u16; 32] {
        self.0
    }
}

impl Body for Plain {
    fn choose((): (), slot: &Slot) -> Option<Branch> {
        let node = slot.node();
        branch::choose(node, &slot.progress.memory, &Masks::of(&node.words), OneByOne)
    }
}

/// Finds words by their digits, one word at a time.
#[derive(Clone, Copy)]
struct OneByOne;

impl DigitMatcher for OneByOne {
    fn having(self, words: &[u16; WORDS], digits: u16) -> u128 {
        let has = |at: &usize| words[*at] & digits != 0;
        (0..WORDS).filter(has).fold(0, |mask, at| mask | 1 << at)
    }
}
