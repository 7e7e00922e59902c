//! The register for one puzzle.

use crate::solver::lanes::{
    node::{ALL_DIGITS, POSITIONS},
    vector::Vector,
};

/// A register of sixteen words: the boxes of band 1, 2 and 3 in a group each, and a spare group
/// of zeros. So steps along a stack rotate the first three groups.
pub(in crate::solver::lanes) trait Register: Vector {
    /// Loads sixteen words.
    fn load(proof: Self::Proof, words: &[u16; 16]) -> Self;

    /// Joins the boxes of three bands.
    fn of_bands(proof: Self::Proof, bands: [[u16; 4]; 3]) -> Self;

    /// Every box receives the word of the box in the next band of its stack.
    fn next_band(self) -> Self;
    /// Every box receives the word of the box two bands on.
    fn band_after_next(self) -> Self;

    /// Returns true if every word is 0.
    fn is_zero(self) -> bool;

    /// Parses a line into a grid: a clue's digit, or all nine digits for a byte other than `1` to
    /// `9`.
    #[inline(always)]
    fn parse(proof: Self::Proof, line: &[u8; 81]) -> [Self; 9] {
        let mut grid = [Self::splat(proof, 0); 9];
        let words = Self::groups_mut(&mut grid).as_flattened_mut();
        for (&place, &byte) in PLACES.iter().zip(line) {
            words[usize::from(place)] = CANDIDATES[usize::from(byte)];
        }
        grid
    }

    /// Writes the digits of a solved grid, in ASCII.
    #[inline(always)]
    fn write_digits(grid: &[Self; 9], digits: &mut [u8; 81]) {
        let words = Self::groups(grid).as_flattened();
        for (&place, digit) in PLACES.iter().zip(digits) {
            *digit = b'1' + words[usize::from(place)].trailing_zeros() as u8;
        }
    }
}

/// The words of the cells in nine registers of sixteen, row-major.
pub(in crate::solver::lanes) const PLACES: [u8; 81] = {
    let mut places = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        // A register of a node has no spare group.
        let at = POSITIONS[cell];
        places[cell] = at / 12 * 16 + at % 12;
        cell += 1;
    }
    places
};

/// The candidates of a cell by its character.
static CANDIDATES: [u16; 256] = {
    let mut candidates = [ALL_DIGITS; 256];
    let mut digit = 0;
    while digit < 9 {
        candidates[b'1' as usize + digit] = 1 << digit;
        digit += 1;
    }
    candidates
};
