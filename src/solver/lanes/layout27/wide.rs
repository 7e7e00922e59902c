//! What the layout asks of a register of 512 bits.

/// A register of 32 words of 16 bits, with the operations that the layout uses and no more.
///
/// A value exists only where the CPU has what its operations need: the ways to make the
/// first, [`Wide::splat`] and [`Wide::load`], ask for the proof, and every operation asks
/// for a value.
pub(in crate::solver::lanes) trait Wide: Copy + 'static {
    /// What only [`crate::solver::lanes::Backend`] hands out, after looking at the CPU.
    type Proof: Copy;

    /// That word, 32 times.
    fn splat(proof: Self::Proof, word: u16) -> Self;
    /// These words.
    fn load(proof: Self::Proof, words: &[u16; 32]) -> Self;
    /// The words.
    fn words(self) -> [u16; 32];

    /// The sum, word by word, modulo 65,536.
    fn add(self, other: Self) -> Self;
    /// The difference, word by word; 0 where it would be less than 0.
    fn subtract(self, other: Self) -> Self;
    /// The lesser, word by word, as numbers.
    fn min(self, other: Self) -> Self;
    /// A function of three bits: bit `4 a + 2 b + c` of the table, with `a` from `self`.
    fn logic<const TABLE: i32>(self, b: Self, c: Self) -> Self;

    /// Word `i` is the word of `self` at place `places[i]`, modulo 32.
    fn permute(self, places: Self) -> Self;
    /// As [`Wide::permute`], of the 64 words of `self` and `other`.
    fn permute_both(self, other: Self, places: Self) -> Self;
    /// The words of `other` where the mask has a bit, else those of `self`.
    fn select(self, mask: u32, other: Self) -> Self;

    /// Bit `i` is set where word `i` is the same in both.
    fn equal(self, other: Self) -> u32;
    /// Bit `i` is set where word `i` has at most three bits.
    fn at_most_three(self) -> u32;
    /// Bit `i` is set where word `i` has a bit in common with that of `other`.
    fn sharing(self, other: Self) -> u32;

    /// The same value, which the compiler has to have in a register at this point.
    #[inline(always)]
    fn pin(self) -> Self {
        self
    }
    /// The bits in both.
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.logic::<0b1100_0000>(other, other)
    }
    /// The bits in either.
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.logic::<0b1111_1100>(other, other)
    }
    /// The bits in one of both.
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.logic::<0b0011_1100>(other, other)
    }
}
