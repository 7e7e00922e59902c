//! The 512-bit register of the layout.

/// A register of 32 words of 16 bits, with only the operations that the layout uses.
///
/// A value exists only if the CPU supports the operations: [`Wide::splat`] and [`Wide::load`], the
/// only ways to create one from scratch, take the proof, and every operation takes a value.
pub(in crate::solver::lanes) trait Wide: Copy + 'static {
    /// Proof that the CPU has the required features. Only [`crate::solver::lanes::Backend`] hands
    /// it out, after CPU detection.
    type Proof: Copy;

    /// This word, 32 times.
    fn splat(proof: Self::Proof, word: u16) -> Self;
    /// Loads these words.
    fn load(proof: Self::Proof, words: &[u16; 32]) -> Self;
    /// Stores the words.
    fn words(self) -> [u16; 32];

    /// The wrapping sum, word by word.
    fn add(self, other: Self) -> Self;
    /// The saturating difference, word by word.
    fn subtract(self, other: Self) -> Self;
    /// The minimum as numbers, word by word.
    fn min(self, other: Self) -> Self;
    /// Any bitwise function of three operands: the result is bit `4 a + 2 b + c` of the table, with
    /// `a` from `self`.
    fn logic<const TABLE: i32>(self, b: Self, c: Self) -> Self;

    /// Word `i` of the result is word `places[i]` of `self`, modulo 32.
    fn permute(self, places: Self) -> Self;
    /// Like [`Wide::permute`], but from the 64 words of `self` and `other`.
    fn permute_both(self, other: Self, places: Self) -> Self;
    /// The words of `other` whose mask bits are set, else the words of `self`.
    fn select(self, mask: u32, other: Self) -> Self;

    /// A mask with bit `i` set if word `i` is the same in both.
    fn equal(self, other: Self) -> u32;
    /// A mask with bit `i` set if word `i` has at most three bits set.
    fn at_most_three(self) -> u32;
    /// A mask with bit `i` set if word `i` has a bit in common with word `i` of `other`.
    fn sharing(self, other: Self) -> u32;

    /// Returns the same value, but forces the compiler to hold it in a register at this point.
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
    /// The bits in exactly one.
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.logic::<0b0011_1100>(other, other)
    }
}
