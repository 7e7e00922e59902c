//! Texts of one puzzle each that share a few notations, as the rows of a column do. To detect the notation of
//! a text takes 20 times as long as to solve its puzzle.

use sudomill_input::{Layout, ReadOptions, any_puzzle, read_puzzle_as};
use sudomill_puzzle::{
    any::AnyPuzzle,
    error::BadLine,
    grid::{Alphabet, Size, Units},
};

/// The texts from which notations are learned.
const LEARNED: usize = 64;

/// The notations of some texts, of those that have one symbol per cell, such as `5 3 . …`.
#[derive(Debug)]
pub struct Frames<'a> {
    frames: Vec<Frame>,
    how: &'a ReadOptions,
}

impl<'a> Frames<'a> {
    /// Detects the notations of the first texts, whose puzzles have the units of these options.
    ///
    /// ```
    /// use sudomill_batch::memory::frames::Frames;
    /// use sudomill_input::{ReadOptions, read_puzzle};
    /// let puzzle = "013085006000031000007600000006900003170000025300006900000002400000870000900560310";
    /// let spaced = puzzle.chars().map(String::from).collect::<Vec<_>>().join(" ");
    /// let how = ReadOptions::default();
    /// let frames = Frames::learn([spaced.as_bytes()].into_iter(), &how);
    /// assert_eq!(frames.read(spaced.as_bytes())?, read_puzzle(puzzle.as_bytes())?);
    /// # Ok::<(), sudomill_input::BadLine>(())
    /// ```
    pub fn learn<'t>(texts: impl Iterator<Item = &'t [u8]>, how: &'a ReadOptions) -> Self {
        let mut known = Self { frames: Vec::new(), how };
        for text in texts.take(LEARNED) {
            if known.puzzle(text).is_none() {
                known.frames.extend(Frame::of(text, how));
            }
        }
        known
    }

    /// Reads a text as [`read_puzzle_as`] does, which it calls for texts in other notations and for those with
    /// an error.
    ///
    /// # Errors
    /// Those of [`read_puzzle_as`].
    pub fn read(&self, text: &[u8]) -> Result<AnyPuzzle, BadLine> {
        self.puzzle(text).map_or_else(|| read_puzzle_as(text, self.how), Ok)
    }

    fn puzzle(&self, text: &[u8]) -> Option<AnyPuzzle> {
        self.frames.iter().find_map(|frame| frame.puzzle(text))
    }
}

/// A notation with one symbol per cell.
#[derive(Debug)]
struct Frame {
    /// What stands around the cells, with [`CELL`] for each of these.
    around: Vec<u8>,
    /// The layout of the symbols.
    layout: Layout,
}

/// Stands for all that may be a cell.
const CELL: u8 = b'.';

/// A byte, or [`CELL`] if it may be one.
fn or_cell(byte: u8) -> u8 {
    if byte.is_ascii_digit() { CELL } else { byte }
}

impl Frame {
    /// The notation of a text; `None` if it has not one symbol per cell, or something else looks like a cell.
    fn of(text: &[u8], how: &ReadOptions) -> Option<Self> {
        let around: Vec<u8> = text.iter().map(|&byte| or_cell(byte)).collect();
        let cells = around.iter().filter(|&&byte| byte == CELL).count();
        let size = Size::from_cells(cells).filter(|&size| size <= Size::Nine)?;
        let mut layout = Layout::lines(size, Alphabet::FromOne)?;
        layout.units = Units::new(size, how.regions.as_ref(), &how.extra).ok()?;
        let frame = Self { around, layout };
        let is_right = frame.puzzle(text)? == read_puzzle_as(text, how).ok()?;
        is_right.then_some(frame)
    }

    /// The puzzle of a text in this notation; `None` if it has another one or an error, or if it has both
    /// dots and zeros, which are not the same everywhere.
    fn puzzle(&self, text: &[u8]) -> Option<AnyPuzzle> {
        let fits = |(&byte, &around): (&u8, &u8)| or_cell(byte) == around;
        if text.len() != self.around.len() || !text.iter().zip(&self.around).all(fits) {
            return None;
        }
        let symbols: Vec<u8> = text.iter().copied().filter(|&byte| or_cell(byte) == CELL).collect();
        let are_mixed = symbols.contains(&b'.') && symbols.contains(&b'0');
        if are_mixed { None } else { any_puzzle(&symbols, &self.layout) }
    }
}
