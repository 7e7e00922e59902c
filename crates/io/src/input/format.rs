//! The input formats. To add one, implement [`Format`] in a file of its own, and add a line to
//! [`FORMATS`].
//!
//! ```text
//! first bytes ──► detect ──► Layout ──► cut ──► chunk ──► rows, parsed where they stand
//!                                                  └─ unfold ──► rows, rewritten as symbols
//! ```
//!
//! Formats with one record per line need only [`Format::detect`]: the table of the layout finds the
//! puzzle in a line. Others say where a text can be cut, and unfold a piece of it to rows of symbols.

use super::{
    chunk::PlainLines,
    grids::{Grids, Numbers, UnfoldedGrids},
    layout::{Detection, Layout, Start},
    lines::{self, Cut},
    table::{Delimited, JsonLines},
};
use std::fmt;

/// All formats. The first that recognizes a text reads it.
pub(super) const FORMATS: [&dyn Format; 5] =
    [&Numbers, &Grids, &JsonLines, &Delimited, &PlainLines];

/// An input format.
pub(in crate::input) trait Format: Sync {
    /// The name, which `inspect` shows.
    fn name(&self) -> &'static str;

    /// The layout of a text that begins like this; `None` if it is in another format. A format that
    /// needs more of the text than the sample holds calls [`Sample::end`](super::table::Sample::end).
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

    /// Locates a cell of an unfolded row that begins at this offset of the piece: the number of
    /// lines below the row's first one, and the column. The default is the row's start.
    fn place(&self, _: &Layout, _: &Piece, _: usize, _: usize) -> Option<(u64, usize)> {
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
