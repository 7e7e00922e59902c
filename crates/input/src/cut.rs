//! Where text is cut into chunks: between two lines, or two records of delimited text.

use super::{
    lines::{
        MAX_LINE,
        line_end::{last_line_end, line_end},
        without_bom,
    },
    record::record_end,
};
use memchr::memchr;

/// A piece of the text of an input.
#[derive(Clone, Copy, Debug, Default)]
pub struct Piece<'a> {
    /// The bytes of the piece.
    pub bytes: &'a [u8],
    /// Where it begins.
    pub at: Position,
}

impl Piece<'_> {
    /// The length of the byte-order mark at its start.
    pub fn mark(&self) -> usize {
        if self.at.offset == 0 { without_bom(self.bytes).1 } else { 0 }
    }
}

/// A position between two chunks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "files", derive(serde::Serialize, serde::Deserialize))]
pub struct Position {
    /// Byte offset in the decompressed text.
    pub offset: u64,
    /// True inside a line that is too long for one chunk.
    pub inside_line: bool,
    /// Newlines before the position, counted from where the source begins.
    pub newlines: u64,
}

impl Position {
    /// The position after a chunk that ends with this cut.
    pub fn after(self, cut: Cut) -> Self {
        let Cut { len, inside_line, .. } = cut;
        Self { offset: self.offset + len as u64, inside_line, ..self }
    }
}

/// The end of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The length of the chunk in bytes.
    pub len: usize,
    /// True if the chunk ends inside a line, which is then longer than [`MAX_LINE`].
    pub inside_line: bool,
    /// True if the chunk may contain a quote.
    pub has_quotes: bool,
}

impl Cut {
    /// Ends a chunk after a complete line.
    pub fn whole(len: usize) -> Self {
        Self { len, inside_line: false, has_quotes: true }
    }
}

/// Cuts a chunk of about `target` bytes off the front of `bytes`: after the last line end within
/// the target, or else after the first one beyond it. Returns `None` if more bytes are needed;
/// `last` means that no more will come.
pub fn cut(bytes: &[u8], target: usize, last: bool) -> Option<Cut> {
    let whole = |len| Some(Cut::whole(len));
    if last && bytes.len() <= target {
        return whole(bytes.len());
    }
    if let Some(end) = last_line_end(bytes, target.min(bytes.len()), last) {
        return whole(end);
    }
    // No line end within the target, so the first line is longer.
    let bound = target.max(MAX_LINE + 1);
    let window = &bytes[..bytes.len().min(bound + 1)];
    match line_end(window, target.min(bytes.len())) {
        // No later byte may belong to the line end.
        Some((_, next))
            if next <= bound && (last || bytes[next - 1] == b'\n' || next < bytes.len()) =>
        {
            whole(next)
        }
        _ if bytes.len() > bound => {
            // Never separate a CR from the LF after it.
            let len = bound - usize::from(bytes[bound - 1] == b'\r');
            Some(Cut { inside_line: true, ..Cut::whole(len) })
        }
        _ if last => whole(bytes.len()),
        _ => None,
    }
}

/// Returns the length of the complete lines of a truncated text. The rest is kept if it is too long
/// to be a puzzle, so that the result does not depend on where chunks were cut.
pub fn whole(text: &[u8]) -> usize {
    let end = last_line_end(text, text.len(), true).unwrap_or(0);
    if text.len() - end > MAX_LINE { text.len() } else { end }
}

/// Cuts a chunk between two records; see [`cut`].
pub(super) fn cut_records(separator: u8, piece: &Piece, target: usize, last: bool) -> Option<Cut> {
    let Piece { bytes, at } = *piece;
    let cut = cut(bytes, target, last)?;
    if memchr(b'"', &bytes[..cut.len]).is_none() {
        return Some(Cut { has_quotes: false, ..cut });
    }
    if last && cut.len == bytes.len() {
        return Some(cut);
    }
    if at.inside_line {
        // The rest of an over-long line contains no record.
        return match line_end(bytes, 0) {
            Some((_, next)) if last || next < bytes.len() => Some(Cut::whole(next)),
            _ => Some(cut),
        };
    }
    // The end of the last record within the target, or of the first one beyond it.
    let mark = piece.mark();
    let mut best = 0;
    while best < cut.len {
        match record_end(bytes, best.max(mark), last, &[separator]) {
            Some(usize::MAX) if best == 0 => return Some(cut),
            Some(end) if best == 0 || end <= cut.len => best = end,
            // Given more bytes, the record may still end within the target.
            None if best == 0 => return None,
            _ => break,
        }
    }
    Some(Cut::whole(best))
}
