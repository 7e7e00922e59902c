//! Sets of cells.

use super::{Cell, Order, Unit, Word};
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Sub, SubAssign};

/// A set of cells, one bit each, row-major. A word holds whole bands, so that no row, column
/// or box of a band crosses into another word:
///
/// ```text
///          word 0                                   word 1
/// 9×9      bands 1 and 2: cells 0 to 53 in u64      band 3: cells 54 to 80 in u64
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct CellSet<O: Order> {
    words: O::Words,
}

impl<O: Order> CellSet<O> {
    /// The cells of a band.
    const BAND_CELLS: usize = O::BOX * O::SIDE;

    /// The word of a cell.
    #[inline(always)]
    fn word(cell: Cell) -> usize {
        // The minimum shows the compiler that it is below the number of words.
        let last = O::BOX.div_ceil(O::BANDS_PER_WORD) - 1;
        (cell.index() / (O::BANDS_PER_WORD * Self::BAND_CELLS)).min(last)
    }

    /// The cell of a bit.
    #[inline(always)]
    fn cell(word: usize, bit: usize) -> Cell {
        let band = word * O::BANDS_PER_WORD + bit / O::BAND_BITS;
        Cell::new(band * Self::BAND_CELLS + bit % O::BAND_BITS)
    }

    /// No cell.
    pub const EMPTY: Self = Self { words: O::NO_CELLS };
    /// The first cell of every row.
    const ROWS: Self = Self { words: O::ROW_STARTS };

    /// The cell alone.
    #[inline(always)]
    pub fn of(cell: Cell) -> Self {
        Self { words: O::cell_set(cell) }
    }

    /// Every cell.
    #[inline(always)]
    pub fn all() -> Self {
        let mut all = Self::ROWS;
        all.words.as_mut().iter_mut().for_each(|row| *row = (*row << O::SIDE).minus(*row));
        all
    }

    /// The cells of a unit.
    #[inline(always)]
    pub fn unit(unit: Unit) -> Self {
        Self { words: O::unit_set(unit.number::<O>()) }
    }

    /// The peers of a cell.
    #[inline(always)]
    pub fn peers(cell: Cell) -> Self {
        Self { words: O::peer_set(cell) }
    }

    /// Whether no cell is in the set.
    #[must_use]
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.union() == O::Word::ZERO
    }

    /// Whether the cell is in the set.
    #[must_use]
    #[inline(always)]
    pub fn contains(self, cell: Cell) -> bool {
        let word = Self::word(cell);
        self.words.as_ref()[word] & Self::of(cell).words.as_ref()[word] != O::Word::ZERO
    }

    /// Removes a cell; whether it was in the set.
    #[inline(always)]
    pub fn take(&mut self, cell: Cell) -> bool {
        let (word, bit) = (Self::word(cell), Self::of(cell).words.as_ref()[Self::word(cell)]);
        let word = &mut self.words.as_mut()[word];
        let had = *word & bit != O::Word::ZERO;
        *word &= !bit;
        had
    }

    /// Adds a cell.
    #[inline(always)]
    pub fn insert(&mut self, cell: Cell) {
        let word = Self::word(cell);
        self.words.as_mut()[word] |= Self::of(cell).words.as_ref()[word];
    }

    /// The number of cells.
    #[must_use]
    #[inline]
    pub fn len(self) -> usize {
        self.words.as_ref().iter().map(|word| word.count()).sum()
    }

    /// The first cell.
    #[must_use]
    #[inline]
    pub fn first(self) -> Option<Cell> {
        let words = self.words.as_ref().iter().enumerate();
        let (number, word) = words.into_iter().find(|(_, word)| **word != O::Word::ZERO)?;
        Some(Self::cell(number, word.lowest()))
    }

    /// The last cell.
    #[must_use]
    #[inline]
    pub fn last(self) -> Option<Cell> {
        let words = self.words.as_ref().iter().enumerate();
        let (number, word) = words.into_iter().rfind(|(_, word)| **word != O::Word::ZERO)?;
        Some(Self::cell(number, word.highest()))
    }

    /// The cells, ascending.
    #[must_use]
    #[inline]
    pub fn iter(self) -> Cells<O> {
        Cells(self)
    }

    /// The cells of a band, from bit 0.
    #[inline(always)]
    pub fn band(self, band: usize) -> O::Band {
        let word = self.words.as_ref()[band / O::BANDS_PER_WORD];
        O::low_bits(word >> band % O::BANDS_PER_WORD * O::BAND_BITS)
    }

    #[inline(always)]
    fn union(self) -> O::Word {
        self.words.as_ref().iter().fold(O::Word::ZERO, |all, &word| all | word)
    }

    #[inline(always)]
    fn zip(mut self, other: Self, op: impl Fn(&mut O::Word, O::Word)) -> Self {
        for (word, &other) in self.words.as_mut().iter_mut().zip(other.words.as_ref()) {
            op(word, other);
        }
        self
    }
}

macro_rules! operators {
    ($($op:ident $name:ident, $assign:ident $name_assign:ident, $with:expr;)*) => {
        $(
            impl<O: Order> $op for CellSet<O> {
                type Output = Self;

                #[inline(always)]
                fn $name(self, other: Self) -> Self {
                    self.zip(other, $with)
                }
            }

            impl<O: Order> $assign for CellSet<O> {
                #[inline(always)]
                fn $name_assign(&mut self, other: Self) {
                    *self = self.zip(other, $with);
                }
            }
        )*
    };
}

operators! {
    BitAnd bitand, BitAndAssign bitand_assign, |word, other| *word &= other;
    BitOr bitor, BitOrAssign bitor_assign, |word, other| *word |= other;
    BitXor bitxor, BitXorAssign bitxor_assign, |word, other| *word ^= other;
    Sub sub, SubAssign sub_assign, |word, other| *word &= !other;
}

impl<O: Order> IntoIterator for CellSet<O> {
    type Item = Cell;
    type IntoIter = Cells<O>;

    #[inline]
    fn into_iter(self) -> Cells<O> {
        self.iter()
    }
}

/// The cells of a [`CellSet`], ascending.
#[derive(Clone, Debug)]
pub struct Cells<O: Order>(CellSet<O>);

impl<O: Order> Iterator for Cells<O> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        let mut words = self.0.words.as_mut().iter_mut().enumerate();
        let (number, word) = words.find(|(_, word)| **word != O::Word::ZERO)?;
        let bit = word.lowest();
        *word &= word.minus(O::Word::ONE);
        Some(CellSet::<O>::cell(number, bit))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = self.0.len();
        (len, Some(len))
    }
}

impl<O: Order> ExactSizeIterator for Cells<O> {}

impl<O: Order> DoubleEndedIterator for Cells<O> {
    #[inline]
    fn next_back(&mut self) -> Option<Cell> {
        let last = self.0.last()?;
        self.0 -= CellSet::of(last);
        Some(last)
    }
}
