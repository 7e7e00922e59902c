//! The input formats. To add one, implement [`Format`] in a file of its own, and add a line to
//! [`FORMATS`].
//!
//! ```text
//! first bytes ──► detect ──► Layout ──► cut ──► chunk ──► rows, parsed where they stand
//!                                                  └─ unfold ──► rows, rewritten as symbols
//! ```
//!
//! Formats with one record per line need only [`Format::detect`]: the table of the layout finds the
//! puzzle in a line. Others say where a text can be cut, and unfold a piece to rows of symbols.

use super::{
    chunk::PlainLines,
    grids::{Grids, UnfoldedGrids},
    layout::{Detection, Layout, Start},
    lines::{self, Cut},
    table::{Delimited, JsonLines},
};
use std::fmt;

/// All formats. The first that recognizes a text reads it.
pub(super) const FORMATS: &[&dyn Format] = &[
    #[cfg(test)]
    &tests::CellLines,
    &Grids::OF_NUMBERS,
    &Grids::OF_SYMBOLS,
    &JsonLines,
    &Delimited,
    &PlainLines,
];

/// An input format.
pub(in crate::input) trait Format: Sync {
    /// The name, which `inspect` shows.
    fn name(&self) -> &'static str;

    /// The layout of a text that begins like this; `None` if it is in another format. A format that
    /// needs more of the text than the sample calls [`Sample::end`](super::table::Sample::end).
    fn detect(&self, start: &Start) -> Option<Detection>;

    /// Cuts a chunk of about `target` bytes off the front of a piece. Returns `None` if more bytes
    /// are needed; `last` means that no more will come. The default cuts after any line.
    fn cut(&self, _: &Layout, piece: &Piece, target: usize, last: bool) -> Option<Cut> {
        lines::cut(piece.bytes, target, last)
    }

    /// Like [`Self::cut`], for a piece that is the whole text, so that a larger target never cuts
    /// before a smaller one.
    fn cut_whole(&self, layout: &Layout, piece: &Piece, target: usize) -> Option<Cut> {
        self.cut(layout, piece, target, true)
    }

    /// The rows of a chunk as symbols; `None` if they are parsed where they stand.
    fn unfold(&self, _: &Layout, _: &Piece) -> Option<UnfoldedGrids> {
        None
    }

    /// Locates a cell of the unfolded row that begins at the offset `row` of the piece: the number
    /// of lines below the row's first one, and the column. The default is the row's start.
    fn place(&self, _: &Layout, _: &Piece, _row: usize, _cell: usize) -> Option<(u64, usize)> {
        None
    }
}

/// A piece of the text of an input.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::input) struct Piece<'a> {
    pub bytes: &'a [u8],
    /// The offset of the first byte in the decompressed text.
    pub start: u64,
    /// True if the piece begins with the rest of a line that is too long for one chunk.
    pub inside_line: bool,
    /// True if the piece begins inside a quoted field that is too long.
    pub inside_record: bool,
}

impl fmt::Debug for dyn Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl PartialEq for dyn Format {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for dyn Format {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{Shape, Skip, lines::line_end::count, read_from};
    use memchr::memmem;
    use std::io::Cursor;
    use sudomill_core::{
        error::{BadLine, Problem},
        grid::{Order2, Size},
    };

    const HEAD: &[u8] = b"puzzle:\n";

    /// A format of this test: one cell per line, under a line `puzzle:`.
    pub(super) struct CellLines;

    impl Format for CellLines {
        fn name(&self) -> &'static str {
            "cell-lines"
        }

        fn detect(&self, start: &Start) -> Option<Detection> {
            let layout = Layout::of_lines(Size::Four, Default::default());
            let is_meant = start.sample.text.starts_with(HEAD);
            is_meant.then_some(Ok(Layout { shape: Shape::Grids, ..layout }))
        }

        /// Cuts before a head: the last within the target, or else the first.
        fn cut(&self, _: &Layout, piece: &Piece, target: usize, last: bool) -> Option<Cut> {
            let heads: Vec<_> = memmem::find_iter(piece.bytes, HEAD).skip(1).collect();
            let within = heads.iter().rev().find(|&&at| at <= target);
            let end = within.or(heads.first()).copied().filter(|_| piece.bytes.len() > target);
            end.or(last.then_some(piece.bytes.len())).map(Cut::whole)
        }

        fn unfold(&self, _: &Layout, piece: &Piece) -> Option<UnfoldedGrids> {
            let mut rows = UnfoldedGrids::default();
            for at in memmem::find_iter(piece.bytes, HEAD) {
                let text = &piece.bytes[at..];
                let next = memmem::find(&text[1..], HEAD).map_or(text.len(), |next| next + 1);
                let (begun, text) = (rows.text.len(), &text[..next]);
                rows.text.extend(text[HEAD.len()..].iter().filter(|&&byte| byte != b'\n'));
                let (end, expected) = (rows.text.len(), 16);
                let found = end - begun;
                let short = || BadLine::new((0, 1), Problem::Short { found, expected });
                rows.push(begun..end, at, rows.newlines, (found < expected).then(short));
                let below = rows.newlines + 1..rows.newlines + count(text);
                below.for_each(|newlines| rows.push_skipped(newlines, Skip::Row));
                rows.newlines += count(text);
            }
            Some(rows)
        }
    }

    #[test]
    fn format_of_one_file_and_one_line() {
        let cells =
            |symbols: &str| symbols.chars().map(|cell| format!("{cell}\n")).collect::<String>();
        let puzzles = ["1...4.....2....3", "1...", "11..............", ".4.3.3........2."];
        let text: String = puzzles.iter().map(|it| format!("puzzle:\n{}", cells(it))).collect();
        let open = || read_from("memory", Cursor::new(text.clone())).unwrap();
        assert_eq!(open().detected().format, "cell-lines");
        let found: Vec<_> = open().puzzles::<Order2>().collect();
        let told = |at: usize| found[at].as_ref().unwrap_err().to_string();
        assert!(found[0].is_ok() && found[3].is_ok());
        assert_eq!(told(1), "memory:18:1: found the end of the puzzle after 4 cells; expected 16");
        assert_eq!(told(2), "memory:23:1: digit 1 twice in row 1 (r1c1 and r1c2)");
        for target in [1, 50, 1000] {
            let (mut source, mut puzzles, mut lines) = (open(), 0, 0);
            while let Some(chunk) = source.next_chunk(target).unwrap() {
                puzzles += chunk.lines::<Order2>().filter(|it| it.1.len() > 1).count();
                lines += chunk.lines::<Order2>().count();
            }
            assert_eq!((puzzles, lines), (4, 4 + 3 * 16 + 4), "{target}");
        }
    }
}
