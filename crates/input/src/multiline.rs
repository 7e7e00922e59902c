//! Puzzles in texts of several lines: in a quoted field, or in a string of JSON.

use super::{
    grids::{Fault, Glance, Grids, Places, RowStyle, Rows},
    lines::{
        Lines, Preamble,
        symbols::{BLANKS, has_blank_cells, is_grid},
    },
    prose,
    table::Role,
};
use sudomill_puzzle::{
    error::{BadLine, Problem},
    grid::{Alphabet, Size},
};

/// A text, and its lines that are not blank with their offsets.
struct Text<'t> {
    text: &'t str,
    filled: Vec<(usize, Glance<'t>)>,
}

/// The rows in a text, written in the way in which the most lines are rows.
struct Drawn {
    rows: Rows,
    /// The number of these lines; one of dashes may be a ruler.
    count: usize,
}

impl<'t> Text<'t> {
    fn of(text: &'t str) -> Self {
        let filled = Lines::new(text.as_bytes()).filter(|line| !line.1.trim_ascii().is_empty());
        Self { text, filled: filled.map(|(at, line)| (at, Glance::of(line))).collect() }
    }

    /// The rows of this size: of symbols, of blanks in boxes or of numbers, as in a file. If there are as many in
    /// several ways, the first is meant.
    fn drawn(&self, size: Size, alphabet: Alphabet) -> Drawn {
        let rows = |style| Rows::new(size, alphabet, style);
        let height = size.side();
        let symbols = rows(RowStyle::Symbols { dashes: true });
        let blanks = rows(RowStyle::Blanks { box_width: 0 });
        let numbers = rows(RowStyle::Numbers { height });
        let drawn = |rows: Rows, ways: &[Rows]| {
            let is_row = |glance: &Glance| {
                ways.iter().any(|rows| rows.may_be_row(glance) && rows.is_row(glance))
            };
            Drawn { rows, count: self.filled.iter().filter(|line| is_row(&line.1)).count() }
        };
        // A row without empty cells needs no boxes.
        let others = [drawn(blanks, &[symbols, blanks]), drawn(numbers, &[numbers])];
        let most = |most: Drawn, it: Drawn| if it.count > most.count { it } else { most };
        let mut found = others.into_iter().fold(drawn(symbols, &[symbols]), most);
        // As many rows as a grid has leave no line for a ruler, not even if they are all of dashes.
        let has_rulers = found.count != height || self.filled.len() != height;
        if found.rows == symbols && has_rulers {
            found.rows = Rows::of_symbols(size, alphabet);
        }
        found
    }

    /// Appends the symbols of the puzzle, as [`read`] does.
    fn read(
        &self,
        size: Size,
        alphabet: Alphabet,
        role: Option<Role>,
        out: &mut Vec<u8>,
    ) -> Result<Places<'t>, Fault> {
        let bytes = self.text.as_bytes();
        let Drawn { rows, count } = self.drawn(size, alphabet);
        let word = role.and_then(|role| prose::word(bytes, size, alphabet, role));
        if let Some(word) = word.filter(|_| count == 0) {
            let word = word?;
            out.extend(&bytes[word.clone()]);
            return Ok(Box::new(move |symbol| word.start + symbol));
        }
        if let [(start, ref line)] = self.filled[..] {
            // Other cells that stand apart in their string are not found again for a message.
            if !read_blanks(line.line, size, out) {
                out.extend(line.line);
            }
            return Ok(Box::new(move |symbol| start + symbol));
        }
        let rows = rows.as_in(bytes).0;
        self.read_grid(&rows, role, out)?;
        Ok(Box::new(move |symbol| rows.offset_of(bytes, symbol)))
    }

    /// Appends the symbols of the only grid with these rows, with its solution behind it or not.
    fn read_grid(&self, rows: &Rows, role: Option<Role>, out: &mut Vec<u8>) -> Result<(), Fault> {
        let begun = out.len();
        let preamble = Preamble::default();
        let lines = Lines::new(self.text.as_bytes());
        let mut grids = Grids { rows, lines, start: 0, preamble: &preamble };
        let mut next = |out: &mut Vec<u8>| grids.next(out, &mut |_, _| {});
        let Some((first, bad)) = next(out) else {
            let expected = rows.size.side();
            return Err(Fault::new(0, Problem::ShortGrid { found: 0, expected }));
        };
        // A puzzle in a line of its own, with other text around it, is found without its rows.
        let is_whole =
            bad.as_ref().is_some_and(|bad| matches!(bad.problem, Problem::PuzzleAmongGrids { .. }));
        if let Some(bad) = bad.filter(|_| !is_whole) {
            return Err(fault(self.text, first.start, bad));
        }
        let has_empty = |symbols: &[u8]| symbols.iter().any(|symbol| BLANKS.contains(symbol));
        let mut further = Vec::new();
        while let Some((second, bad)) = next(&mut further) {
            let is_solution =
                role != Some(Role::Solutions) && has_empty(&out[begun..]) && !has_empty(&further);
            match bad.filter(|_| !is_whole) {
                Some(bad) => return Err(fault(self.text, second.start, bad)),
                None if is_solution => further.clear(),
                None => return Err(Fault::new(second.start as usize, Problem::SecondPuzzle)),
            }
        }
        Ok(())
    }
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
    Text::of(text).read(size, alphabet, role, out)
}

/// The sizes of which a text may be a puzzle: those for which it has enough rows, or a line that is long
/// enough for all cells. Far faster than [`read`], which asks what else each line is.
pub fn sizes(text: &[u8], sizes: impl Iterator<Item = Size>, alphabet: Alphabet) -> Vec<Size> {
    let Ok(text) = std::str::from_utf8(text) else { return Vec::new() };
    // Each cell takes a character.
    let mut sizes = sizes.filter(|size| text.len() >= size.cells()).peekable();
    if sizes.peek().is_none() {
        return Vec::new();
    }
    let lines = Text::of(text);
    let longest = lines.filled.iter().map(|line| line.1.line.len()).max().unwrap_or(0);
    // The only line is read in other ways.
    let may_be = |size: &Size| {
        lines.filled.len() == 1
            || longest >= size.cells()
            || lines.drawn(*size, alphabet).count >= size.side()
    };
    sizes.filter(may_be).collect()
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
    let text = Text::of(std::str::from_utf8(field).ok()?);
    let begun = out.len();
    let read = text.read(size, alphabet, role, out);
    let has_rows = || {
        let rows = text.drawn(size, alphabet).rows;
        text.filled.len() > 2 && text.filled.iter().take(2).any(|line| rows.is_row(&line.1))
    };
    if read.is_ok() && is_grid(&out[begun..], size, alphabet) || has_rows() {
        return Some(read);
    }
    out.truncate(begun);
    None
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
