//! A transformation: relabels the digits, permutes rows and columns, transposes.

use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng, seq::SliceRandom};
use std::marker::PhantomData;
use sudomill_puzzle::{
    grid::{Alphabet, Digit, Order, Order3, Puzzle, Size},
    puzzle_line::{
        Notation,
        parse::parse_line_as,
        symbols::{NONE, symbol_values},
    },
};

/// A transformation of grids that keeps the rules: a solution of a puzzle becomes a solution of the
/// transformed puzzle.
///
/// ```
/// # mod sudomill { pub use sudomill_puzzle::*; pub mod symmetry { pub use sudomill_symmetry::*; } }
/// use sudomill::{grid::Puzzle, symmetry::{Transformation, canonical}};
/// let puzzle: Puzzle =
///     "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......".parse()?;
/// let other = Transformation::random(7, 0).of_puzzle(&puzzle);
/// assert_ne!(other, puzzle);
/// assert_eq!(canonical(&other), canonical(&puzzle));
/// # Ok::<(), sudomill::BadLine>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transformation<O: Order = Order3> {
    any: AnyTransformation,
    order: PhantomData<O>,
}

impl<O: Order> Transformation<O> {
    /// The transformation with this number among those of a seed. All transformations are equally
    /// likely. They depend on nothing else: on every machine, they are the same.
    #[must_use]
    pub fn random(seed: u64, number: u64) -> Self {
        Self { any: AnyTransformation::random(O::SIZE, seed, number), order: PhantomData }
    }

    /// Transforms a grid: any values, row-major, of which those from 1 to the side of the grid are
    /// relabeled.
    ///
    /// # Panics
    /// There are fewer values than cells.
    #[must_use]
    pub fn of_values(&self, values: &[u8]) -> Vec<u8> {
        self.any.of_values(values)
    }

    /// Transforms a puzzle, given by clues or by candidates.
    #[must_use]
    pub fn of_puzzle(&self, puzzle: &Puzzle<O>) -> Puzzle<O> {
        let alphabet = Alphabet::default();
        let candidates = puzzle.has_candidates();
        let notation = Notation { candidates, ..Notation::of_clues(alphabet) };
        let text = self.any.of_text(puzzle.text(alphabet).as_bytes(), notation);
        parse_line_as(&text, notation).puzzle().expect("a transformation keeps the rules")
    }
}

/// A transformation of grids of a size that is known only at run time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyTransformation {
    size: Size,
    /// The cell of the original for every cell, row-major.
    cells: Vec<usize>,
    /// The new value for every value; 0 for 0.
    values: Vec<u8>,
}

impl AnyTransformation {
    /// The transformation with this number among those of a seed; see [`Transformation::random`].
    #[must_use]
    pub fn random(size: Size, seed: u64, number: u64) -> Self {
        let side = size.side();
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(number);
        let rng = &mut rng;
        let mut values: Vec<u8> = (0..=side as u8).collect();
        values[1..].shuffle(rng);
        let rows = lines(size.bands(), size.box_rows(), rng);
        let columns = lines(size.stacks(), size.box_columns(), rng);
        // Transposed boxes that are not square would be of another shape.
        let transposes = rng.random::<bool>() && size.order().is_some();
        let mut cells = Vec::with_capacity(size.cells());
        for row in rows {
            cells.extend(columns.iter().map(|column| match transposes {
                true => side * column + row,
                false => side * row + column,
            }));
        }
        Self { size, cells, values }
    }

    fn of_values(&self, values: &[u8]) -> Vec<u8> {
        let relabeled = |value: u8| self.values.get(usize::from(value)).copied().unwrap_or(value);
        self.cells.iter().map(|&cell| relabeled(values[cell])).collect()
    }

    /// Transforms the text of a grid. Empty cells, and digits that are not candidates, keep their
    /// symbols.
    ///
    /// # Panics
    /// The text is shorter than a grid in this notation.
    #[must_use]
    pub fn of_text(&self, text: &[u8], Notation { alphabet, candidates, .. }: Notation) -> Vec<u8> {
        let side = self.size.side();
        let values = symbol_values(self.size, alphabet);
        let symbol = |value| Digit::new(value).map_or(value, |it| alphabet.symbol(it) as u8);
        if !candidates {
            // The symbols of empty cells are above all digits, so they are not relabeled.
            let value = |&byte: &u8| match values[usize::from(byte)] {
                0 | NONE => byte,
                value => value,
            };
            let cells: Vec<u8> = text.iter().map(value).collect();
            return self.of_values(&cells).into_iter().map(symbol).collect();
        }
        let mut transformed = vec![0; self.size.cells() * side];
        for (to, &from) in transformed.chunks_exact_mut(side).zip(&self.cells) {
            let digits = text[side * from..].iter().zip(&self.values[1..]);
            for (&byte, &value) in digits {
                let is_blank = values[usize::from(byte)] == 0;
                to[usize::from(value) - 1] = if is_blank { byte } else { symbol(value) };
            }
        }
        transformed
    }
}

/// A random order of rows: of the bands, and of the rows of each.
fn lines(bands: usize, rows: usize, rng: &mut ChaCha8Rng) -> Vec<usize> {
    let mut bands: Vec<usize> = (0..bands).collect();
    bands.shuffle(rng);
    let of_band = |band| {
        let mut rows: Vec<usize> = (rows * band..rows * (band + 1)).collect();
        rows.shuffle(rng);
        rows
    };
    bands.into_iter().flat_map(of_band).collect()
}
