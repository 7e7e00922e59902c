//! Recognizes files of puzzles of another kind, so that one error says so instead of one per line:
//! of sizes that are not read, jigsaws, and tables with numbers beside the cells.

use super::{
    super::{
        chunk::{Bytes, Chunk},
        grids::{CellCount, Dash, Kind, RowStyle, Rows},
        layout::{Layout, ReadOptions},
        lines::{COMMENT, Lines, MAX_LINE, line_end::count, skip},
        sample::{PREFIX, Sample, examine},
    },
    Detection,
    shape::has_shape_below_marks,
};
use crate::sizes::evident;
use sudomill_puzzle::{
    error::{BadLine, Problem},
    grid::{Alphabet, Size},
};

/// The bytes in which another kind of puzzles shows: far more than one of them takes.
const SHOWN: usize = 16 << 10;

/// Finds the kind of a text with this layout, if its puzzles are of another kind than those that
/// are read; the error is that of its first line.
pub fn other_kind(text: &[u8], last: bool, found: &Detection) -> Option<BadLine> {
    let layout = &found.layout;
    let shown = &text[..text.len().min(SHOWN)];
    regions(shown, layout).or_else(|| {
        let sample = Sample::of(shown, last && shown.len() == text.len());
        let comment = Some(layout.table.comment.unwrap_or(COMMENT));
        let error = |at, problem| BadLine::new(count(&sample.text[..at]), 1, problem);
        let end = sample.mark + sample.text.len();
        // More than what shows the shape may not have been read.
        let clear = found.shown_at.unwrap_or(end);
        if let Some(at) = numbered(&sample, comment).filter(|at| sample.mark + at <= clear) {
            return Some(error(at, Problem::NumberedTable));
        }
        let has_shape = found.shown_at.is_some_and(|at| at <= end);
        // A row of a larger grid may be one of 4×4 with text behind it.
        let are_four = layout.size == Size::Four && layout.rows().is_some();
        if has_shape && !are_four {
            return None;
        }
        let of_other_size = || {
            let is_cut = end < shown.len();
            let mut grids = Rectangle::all(&sample, comment).filter(Rectangle::is_unusual);
            let grid = grids.find(|rows| rows.is_square(is_cut))?;
            Some((grid.at, Problem::GridSize(grid.width)))
        };
        let elided = || {
            let at = if has_shape { None } else { elided(&sample, comment) };
            Some((at?, Problem::Elided))
        };
        let (at, problem) = of_other_size().or_else(elided)?;
        Some(error(at, problem))
    })
}

/// The offset of the line above the first table of AMPL, which numbers the columns of a grid:
/// `param given: 1 2 3 4 :=`.
fn numbered(sample: &Sample, comment: Option<u8>) -> Option<usize> {
    let is_head = |line: &[u8]| {
        let Some(names) = line.strip_suffix(b":=") else { return false };
        let Some(colon) = memchr::memrchr(b':', names) else { return false };
        let words = names[colon + 1..].split(u8::is_ascii_whitespace).filter(|it| !it.is_empty());
        let names: Vec<_> = words.map(|word| String::from_utf8_lossy(word).into_owned()).collect();
        let is_counted = (1..).zip(&names).all(|(number, name)| *name == number.to_string());
        is_counted && Size::from_side(names.len()).is_some()
    };
    contents(sample, comment).find(|line| is_head(line.1)).map(|line| line.0)
}

/// The error of the first record that is the regions of a jigsaw, if that is one of the first two.
fn regions(text: &[u8], layout: &Layout) -> Option<BadLine> {
    let mut chunk = Chunk::new(Bytes::Owned(text.to_vec()), layout.clone());
    let mut cursor = chunk.cursor();
    for _ in 0..2 {
        let (record, bad) = chunk.next(&mut cursor, true, &mut |_, _| {})?;
        if let Some(mut bad) = bad.filter(|bad| bad.problem == Problem::Regions) {
            bad.line_offset += u64::from(record.newlines);
            return Some(bad);
        }
    }
    None
}

/// Returns true if more of a text is needed to see whether it holds puzzles of another kind: it begins
/// with the size of its grids (`9 9`), as those of jigsaws do, and has only one yet, which regions may
/// follow; or its rows may be the first ones of larger grids than those of 4×4. Nobody waits for the
/// solution of a puzzle in such a text.
pub fn awaits_rows(text: &[u8], layout: &Layout) -> bool {
    let Some(rows) = layout.rows().filter(|_| text.len() < PREFIX) else { return false };
    let sample = Sample::of(text, false);
    let side = layout.size.side();
    let is_size = |line: &[u8]| {
        let words = line.split(|byte| *byte == b' ').map(<[u8]>::trim_ascii);
        words.eq([side.to_string().as_bytes(); 2])
    };
    let has_size = contents(&sample, Some(COMMENT)).next().is_some_and(|line| is_size(line.1));
    let count = || {
        contents(&sample, Some(COMMENT)).filter(|line| rows.is_row(&rows.glance(line.1))).count()
    };
    let is_begun = |grid: Rectangle| grid.is_unusual() && !grid.is_ended && grid.rows < grid.width;
    has_size && count() < 2 * side
        || layout.size == Size::Four && Rectangle::all(&sample, Some(COMMENT)).any(is_begun)
}

/// The lines of a sample with their offsets, without blank lines and comments.
fn contents<'a>(
    sample: &'a Sample,
    comment: Option<u8>,
) -> impl Iterator<Item = (usize, &'a [u8])> {
    let is_comment = move |line: &[u8]| line.first().copied() == comment;
    let lines = Lines::new(sample.text).map(|(at, line)| {
        examine();
        (at, line.trim_ascii())
    });
    lines.filter(move |(_, line)| !line.is_empty() && !is_comment(line))
}

/// The first rows of a text that have the same number of cells.
struct Rectangle {
    /// The offset of the first row.
    at: usize,
    /// The number of cells in each.
    width: usize,
    rows: usize,
    /// True if another line follows.
    is_ended: bool,
}

impl Rectangle {
    /// The first rows, as they are if their cells are numbers, and if they are symbols.
    fn all(sample: &Sample, comment: Option<u8>) -> impl Iterator<Item = Self> {
        let largest = Size::TwentyFive;
        let numbers = RowStyle::Numbers { height: largest.side() };
        let styles = [numbers, RowStyle::Symbols { dash: Dash::Cell }];
        let rows = styles.map(|style| Rows::new(largest, Alphabet::FromOne, style));
        rows.into_iter().filter_map(move |rows| Self::of(sample, comment, &rows))
    }

    fn of(sample: &Sample, comment: Option<u8>, rows: &Rows) -> Option<Self> {
        let mut found: Option<Self> = None;
        for (at, line) in contents(sample, comment) {
            if rows.kind(line, &mut Vec::new()) == Kind::Ruler {
                continue;
            }
            let CellCount { all: width, good } = rows.read(&rows.glance(line), &mut Vec::new());
            match &mut found {
                Some(found) if width == found.width && good == width => found.rows += 1,
                Some(found) => {
                    found.is_ended = true;
                    break;
                }
                None if width >= Size::Four.side() && good == width => {
                    found = Some(Self { at, width, rows: 1, is_ended: false });
                }
                // A name above the rows, or the size.
                None => {}
            }
        }
        found
    }

    /// Returns true if no puzzle has such rows whose length alone is evidence.
    fn is_unusual(&self) -> bool {
        evident().all(|size| size.side() != self.width)
    }

    /// Returns true if these are whole grids. A sample that is cut may end inside one.
    fn is_square(&self, is_cut: bool) -> bool {
        self.rows.is_multiple_of(self.width) || is_cut && !self.is_ended && self.rows > self.width
    }
}

/// The size of a text that is one grid: with as many rows as each has cells.
pub fn size_of_grid(text: &[u8]) -> Option<Size> {
    let sample = Sample::of(text, true);
    let grid = Rectangle::all(&sample, Some(COMMENT)).find(|grid| grid.rows == grid.width)?;
    Size::from_side(grid.width)
}

/// The offset of the first line if it is a row of an array from which NumPy left cells out: `[[5 3 0 ... 0 0 0]`.
fn elided(sample: &Sample, comment: Option<u8>) -> Option<usize> {
    let (at, line) = contents(sample, comment).next()?;
    let is_elided = line.starts_with(b"[") && line.windows(5).any(|it| it == b" ... ");
    is_elided.then_some(at)
}

/// The length of the lines at the start of a text that are to be passed over before anything is
/// detected: a whole sample of blank lines and comments. `None` if more bytes are needed.
pub fn lines_above(text: &[u8], last: bool, how: &ReadOptions) -> Option<usize> {
    let sample = Sample::of(text, last);
    let comment = how.comment.or(Some(COMMENT));
    let is_content = |line: &[u8]| {
        examine();
        line.len() > MAX_LINE
            || skip(line, None, comment).is_none()
            || line.trim_ascii().is_empty() && line.contains(&b'\t')
    };
    let mut lines = Lines::new(&sample.text[sample.above(comment)..]);
    // Records may begin like comments.
    let has_puzzle = || has_shape_below_marks(&sample, how);
    if sample.is_whole || lines.any(|(_, line)| is_content(line)) {
        return Some(0);
    }
    sample.is_full().then(|| if has_puzzle() { 0 } else { sample.mark + sample.text.len() })
}
