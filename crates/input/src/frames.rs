//! Texts of one puzzle each that share a few notations, as the rows of a column do. To detect the notation of
//! a text takes 20 times as long as to solve its puzzle.

use super::{
    argument::read_puzzle_as,
    layout::{Layout, ReadOptions},
};
use sudomill_puzzle::{
    any::AnyPuzzle,
    error::BadLine,
    grid::{Alphabet, Size},
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
    /// use sudomill_input::{ReadOptions, frames::Frames, read_puzzle};
    /// let texts = [b"1,.,.,.,4,.,.,.,.,.,2,.,.,.,.,3", b"2,.,.,.,3,.,.,.,.,.,1,.,.,.,.,4"];
    /// let how = ReadOptions::default();
    /// let frames = Frames::learn(texts.iter().map(|text| &text[..]), &how);
    /// assert_eq!(frames.read(texts[1])?, read_puzzle(b"2...3.....1....4")?);
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
        layout.units = how.units(size).ok()?;
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
        if are_mixed { None } else { self.layout.any_puzzle(&symbols) }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{argument::read_puzzle, sample::SAMPLED},
        *,
    };

    const PUZZLE: &str =
        "013085006000031000007600000006900003170000025300006900000002400000870000900560310";

    /// The number of texts whose notation is detected.
    fn detected(read: impl FnOnce()) -> usize {
        SAMPLED.set((0, 0));
        read();
        SAMPLED.get().0
    }

    /// The puzzle with its digits exchanged in a circle.
    fn relabeled(by: u8) -> String {
        let digit = |byte: u8| if byte == b'0' { byte } else { b'1' + (byte - b'1' + by) % 9 };
        PUZZLE.bytes().map(|byte| char::from(digit(byte))).collect()
    }

    #[test]
    fn notations_are_detected_once() {
        let apart =
            |text: &str, by: &str| text.chars().map(String::from).collect::<Vec<_>>().join(by);
        let rows = |text: &str| {
            let rows = text.as_bytes().chunks(9).map(|row| str::from_utf8(row).unwrap());
            rows.collect::<Vec<_>>().join("\n")
        };
        let notations: [&dyn Fn(&str) -> String; 4] = [
            &|text| apart(text, " ").replace('0', "."),
            &|text| format!("[{}]", apart(text, ", ")),
            &|text| apart(text, "\t"),
            &rows,
        ];
        let how = ReadOptions::default();
        let plain: Vec<_> = (0..2_000).map(|row| relabeled((row % 9) as u8)).collect();
        let expected: Vec<_> = plain.iter().map(|text| read_puzzle(text.as_bytes())).collect();
        let mut all = vec![Vec::new(); plain.len()];
        for write in notations {
            let texts: Vec<_> = plain.iter().map(|text| write(text)).collect();
            let once = detected(|| drop(read_puzzle(texts[0].as_bytes())));
            assert!(once > 0);
            let all_rows = detected(|| {
                let frames = Frames::learn(texts.iter().map(|text| text.as_bytes()), &how);
                for (text, expected) in texts.iter().zip(&expected) {
                    assert_eq!(frames.read(text.as_bytes()), *expected);
                }
            });
            assert_eq!(all_rows, once, "{}", texts[0]);
            texts.into_iter().zip(&mut all).for_each(|(text, all)| all.push(text));
        }
        // Rows in several notations, too; one with an error is detected by itself.
        let mixed: Vec<_> =
            all.into_iter().enumerate().map(|(row, mut it)| it.swap_remove(row % 4)).collect();
        let bad = mixed[0].replacen('.', "1", 3);
        let told = detected(|| {
            let frames = Frames::learn(mixed.iter().map(|text| text.as_bytes()), &how);
            assert_eq!(frames.frames.len(), 4);
            assert!(mixed.iter().all(|text| frames.read(text.as_bytes()).is_ok()));
            assert_eq!(frames.read(bad.as_bytes()), read_puzzle(bad.as_bytes()));
        });
        assert!(told < 30, "{told}");
    }
}
