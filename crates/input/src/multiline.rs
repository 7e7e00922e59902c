//! Puzzles in texts of several lines: in a quoted field, or in a string of JSON.

use super::{
    grids::{Fault, Glance, Grids, Kind, Places, RowStyle, Rows},
    lines::{
        Lines, Preamble,
        symbols::{BLANKS, has_blank_cells, is_grid},
    },
    prose,
    table::Role,
};
use std::ops::Range;
use sudomill_puzzle::{
    error::{BadLine, Problem},
    grid::{Alphabet, Size},
};

/// The lines of a text that are not blank.
fn filled(text: &str) -> impl Iterator<Item = (usize, &[u8])> {
    Lines::new(text.as_bytes()).filter(|line| !line.1.trim_ascii().is_empty())
}

/// The only line of a text that is not blank.
fn only_line(text: &str) -> Option<(usize, &[u8])> {
    let mut lines = filled(text);
    let line = lines.next()?;
    lines.next().is_none().then_some(line)
}

/// The word of a text that is its puzzle or its solution, if there are no rows beside it.
fn word(
    text: &str,
    size: Size,
    alphabet: Alphabet,
    role: Role,
) -> Option<Result<Range<usize>, Fault>> {
    let has_rows = || {
        let rows = drawn(text, size, alphabet);
        let mut may_be_rows = filled(text).map(|line| rows.kind(line.1, &mut Vec::new()));
        may_be_rows.any(|kind| kind == Kind::Row)
    };
    prose::word(text.as_bytes(), size, alphabet, role).filter(|_| !has_rows())
}

/// Appends the symbols of a text: its only line, a word among others if the role of the text is known, or the
/// rows of a grid, with its solution behind them or not. Returns their places.
///
/// # Errors
/// There is no puzzle, or another.
pub fn read<'t>(
    text: &'t str,
    size: Size,
    alphabet: Alphabet,
    role: Option<Role>,
    out: &mut Vec<u8>,
) -> Result<Places<'t>, Fault> {
    if let Some(word) = role.and_then(|role| word(text, size, alphabet, role)) {
        let word = word?;
        out.extend(&text.as_bytes()[word.clone()]);
        return Ok(Box::new(move |symbol| word.start + symbol));
    }
    if let Some((start, line)) = only_line(text) {
        // Other cells that stand apart in their string are not found again for a message.
        if !read_blanks(line, size, out) {
            out.extend(line);
        }
        return Ok(Box::new(move |symbol| start + symbol));
    }
    let begun = out.len();
    let rows = drawn(text, size, alphabet);
    let preamble = Preamble::default();
    let lines = Lines::new(text.as_bytes());
    let mut grids = Grids { rows: &rows, lines, start: 0, preamble: &preamble };
    let mut next = |out: &mut Vec<u8>| grids.next(out, &mut |_, _| {});
    let Some((first, bad)) = next(out) else {
        return Err(Fault::new(0, Problem::ShortGrid { found: 0, expected: size.side() }));
    };
    // A puzzle in a line of its own, with other text around it, is found without its rows.
    let is_whole =
        bad.as_ref().is_some_and(|bad| matches!(bad.problem, Problem::PuzzleAmongGrids { .. }));
    if let Some(bad) = bad.filter(|_| !is_whole) {
        return Err(fault(text, first.start, bad));
    }
    let has_empty = |symbols: &[u8]| symbols.iter().any(|symbol| BLANKS.contains(symbol));
    let mut further = Vec::new();
    while let Some((second, bad)) = next(&mut further) {
        let is_solution =
            role != Some(Role::Solutions) && has_empty(&out[begun..]) && !has_empty(&further);
        match bad.filter(|_| !is_whole) {
            Some(bad) => return Err(fault(text, second.start, bad)),
            None if is_solution => further.clear(),
            None => return Err(Fault::new(second.start as usize, Problem::SecondPuzzle)),
        }
    }
    Ok(Box::new(move |symbol| rows.offset_of(text.as_bytes(), symbol)))
}

/// The sizes of which a text may be a puzzle: those for which it has enough rows, or a line that is long
/// enough for all cells. Far faster than [`read`], which asks what else each line is.
pub fn sizes(text: &[u8], sizes: impl Iterator<Item = Size>, alphabet: Alphabet) -> Vec<Size> {
    // Each cell takes a character.
    let sizes = sizes.filter(|size| text.len() >= size.cells());
    let mut counts: Vec<_> = sizes.map(|size| RowCount::new(size, alphabet)).collect();
    let mut lines = 0;
    for (_, line) in Lines::new(text) {
        lines += usize::from(!line.trim_ascii().is_empty());
        let glance = Glance::of(line);
        counts.iter_mut().for_each(|count| count.add(line, &glance));
    }
    // The only line is read in other ways.
    let may_be = |count: &RowCount| lines == 1 || count.is_enough();
    counts.iter().filter(|count| may_be(count)).map(|count| count.symbols.size).collect()
}

/// The number of rows of a size in a text.
struct RowCount {
    symbols: Rows,
    blanks: Rows,
    rows: usize,
    /// True if a line is long enough for a puzzle.
    has_long_line: bool,
}

impl RowCount {
    fn new(size: Size, alphabet: Alphabet) -> Self {
        let rows = |style| Rows::new(size, alphabet, style);
        Self {
            // Whatever is a row if dashes are none is also one if they are.
            symbols: rows(RowStyle::Symbols { dashes: true }),
            blanks: rows(RowStyle::Blanks { box_width: 0 }),
            rows: 0,
            has_long_line: false,
        }
    }

    fn is_enough(&self) -> bool {
        self.has_long_line || self.rows >= self.symbols.height()
    }

    fn add(&mut self, line: &[u8], glance: &Glance) {
        self.has_long_line |= line.len() >= self.symbols.size.cells();
        if !self.is_enough() {
            let is_row = |rows: &Rows| rows.may_be_row(glance) && rows.is_row(glance);
            self.rows += usize::from(is_row(&self.symbols) || is_row(&self.blanks));
        }
    }
}

/// Reads a field of several lines, with rulers or names among its rows. `None` if it is another text,
/// whose quote may be a stray one: it is no puzzle of this size, and none of its first two lines is a row.
pub fn read_field<'t>(
    field: &'t [u8],
    size: Size,
    alphabet: Alphabet,
    role: Option<Role>,
    out: &mut Vec<u8>,
) -> Option<Result<Places<'t>, Fault>> {
    memchr::memchr2(b'\n', b'\r', field.trim_ascii())?;
    let text = std::str::from_utf8(field).ok()?;
    let begun = out.len();
    let read = read(text, size, alphabet, role, out);
    let is_row =
        |line: (usize, &[u8])| Rows::of_symbols(size, alphabet).is_row(&Glance::of(line.1));
    let has_rows = || filled(text).nth(2).is_some() && filled(text).take(2).any(is_row);
    if read.is_ok() && is_grid(&out[begun..], size, alphabet) || has_rows() {
        return Some(read);
    }
    out.truncate(begun);
    None
}

/// The rows of a grid in a text.
fn drawn(text: &str, size: Size, alphabet: Alphabet) -> Rows {
    let rows = |style| Rows::new(size, alphabet, style);
    // As many rows as a grid has leave no line for a ruler, not even if they are all of dashes.
    let dashed = rows(RowStyle::Symbols { dashes: true });
    if filled(text).count() == size.side()
        && filled(text).all(|line| dashed.is_row(&Glance::of(line.1)))
    {
        return dashed;
    }
    let symbols = Rows::of_symbols(size, alphabet);
    let blanks = rows(RowStyle::Blanks { box_width: 0 });
    let has_blanks = filled(text).any(|(_, line)| {
        let glance = Glance::of(line);
        blanks.may_be_row(&glance) && blanks.is_shown_by(&glance) && !symbols.is_row(&glance)
    });
    let rows = if has_blanks { blanks } else { symbols };
    rows.as_in(text.as_bytes()).0
}

/// The fault of a record that begins at an offset of a text.
fn fault(text: &str, start: u32, bad: BadLine) -> Fault {
    let start = start as usize;
    let line = Lines::new(&text.as_bytes()[start..]).nth(bad.line_offset as usize);
    let begin = line.map_or(text.len(), |line| start + line.0);
    let before = text[begin..].char_indices().nth(bad.column - 1);
    Fault::new(before.map_or(text.len(), |it| begin + it.0), bad.problem)
}

/// Appends the symbols of a puzzle of this size whose empty cells are blanks. Returns false if the text
/// is no such puzzle.
pub(super) fn read_blanks(text: &[u8], size: Size, out: &mut Vec<u8>) -> bool {
    let is_read = has_blank_cells(text, size);
    if is_read {
        out.extend(text.iter().map(|&byte| if byte == b' ' { b'.' } else { byte }));
    }
    is_read
}
