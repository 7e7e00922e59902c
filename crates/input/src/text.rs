//! Puzzles in a text whose symbols are not in one piece: cells that stand apart (`5 3 . . 7 …`, `[5, 3, 0, …]`), in
//! a field, an array or a string of JSON, or with one cell per column; blanks for empty cells; or rows on several
//! lines, in a quoted field or in a string.

use super::{
    escapes::{decoded, is_array},
    grids::{CellCount, Dash, EmptyCells, Fault, Glance, Grids, Places, RowStyle, Rows},
    guess::{Content, are_half, guess},
    lines::{
        Lines, Notation, Preamble,
        symbols::{BLANKS, has_blank_cells, is_grid},
    },
    prose,
    table::Role,
};
use crate::sizes::detected;
use std::{borrow::Cow, ops::Range};
use sudomill_puzzle::{
    error::{BadLine, Problem},
    grid::{Alphabet, Size, Symbols},
};

/// Rows of symbols in which a line of dashes is a ruler.
const SYMBOLS: RowStyle = RowStyle::Symbols { dash: Dash::Cell };

/// The puzzle to look for in a text.
#[derive(Clone, Copy)]
pub struct Sought {
    pub size: Size,
    pub alphabet: Alphabet,
    /// The role of the text, if it may have other words, too.
    pub role: Option<Role>,
}

impl Sought {
    /// A puzzle in a text without other words.
    pub fn new(size: Size, alphabet: Alphabet) -> Self {
        Self { size, alphabet, role: None }
    }

    fn rows(self, style: RowStyle) -> Rows {
        Rows::new(self.size, self.alphabet, style)
    }

    /// A text as one array.
    fn array(self) -> Rows {
        self.rows(RowStyle::Numbers { height: 1 })
    }

    /// Appends the symbols of a puzzle whose cells stand apart, each a word, or several in a word; or whose empty
    /// cells are blanks. Returns their places; `None` if the text is no such puzzle.
    ///
    /// # Errors
    /// It has lost a number.
    pub fn read_apart<'t>(
        self,
        glance: &Glance<'t>,
        out: &mut Vec<u8>,
    ) -> Option<Result<Places<'t>, Fault>> {
        let text = glance.line;
        if self.read_blanks(text, out) {
            return Some(Ok(Box::new(|symbol| symbol)));
        }
        // Cells that stand apart take more bytes than symbols: most fields are ruled out here.
        let all = self.size.cells();
        if text.len() <= all {
            return None;
        }
        let array = self.array();
        let begun = out.len();
        // As many cells as a puzzle has may be in rows that are too short and too long.
        let has_whole_rows =
            || text[0] != b'[' || self.wrong_row(text, &array.cells(glance)).is_none();
        if array.read(glance, out) != (CellCount { all, good: all }) || !has_whole_rows() {
            out.truncate(begun);
            return None;
        }
        let place = move |symbol: usize| {
            let cells = self.array().cells(&Glance::of(text));
            cells.get(symbol).map_or(text.len(), |cell| cell.start)
        };
        let lost = array.lost_number(text, &out[begun..]);
        Some(lost.map_or_else(|| Ok(Box::new(place) as Places), Err))
    }

    /// Appends the symbols of a puzzle whose empty cells are blanks. Returns false if the text is no such puzzle.
    fn read_blanks(self, text: &[u8], out: &mut Vec<u8>) -> bool {
        let is_read = has_blank_cells(text, self.size);
        if is_read {
            out.extend(text.iter().map(|&byte| if byte == b' ' { b'.' } else { byte }));
        }
        is_read
    }

    /// The fault in an array of which the first nested one that is wrong has not as many values as a row.
    fn wrong_row(self, text: &[u8], cells: &[Range<usize>]) -> Option<Fault> {
        let end = text.trim_ascii_end().len() - 1;
        let mut start = 0;
        memchr::memchr_iter(b']', &text[..end]).find_map(|close| {
            let found = cells.iter().filter(|cell| (start..close).contains(&cell.start)).count();
            let expected = self.size.side();
            start = close;
            (found != expected).then(|| Fault::new(close, Problem::Numbers { found, expected }))
        })
    }

    /// The fault in an array that is no puzzle.
    pub fn fault_in_array(self, text: &[u8]) -> Fault {
        let glance = Glance::of(text);
        let array = self.array();
        let grid = self.rows(SYMBOLS);
        let cells = array.cells(&glance);
        let is_string = |cell: &Range<usize>| text[..cell.start].ends_with(b"\"");
        let fault_in = |string: &Range<usize>| {
            grid.fault_in_row(&Glance::of(&text[string.clone()])).behind(string.start)
        };
        let end = text.trim_ascii_end().len().saturating_sub(1);
        // A number has at most two digits: each of these strings is a row.
        if cells.iter().any(|cell| cell.len() > 2 && is_string(cell)) {
            let (found, expected) = (cells.iter().map(Range::len).sum(), self.size.cells());
            let count = || Fault::new(end, Problem::Numbers { found, expected });
            let wrong = cells.iter().find(|row| !grid.is_row(&Glance::of(&text[(*row).clone()])));
            return wrong.map_or_else(count, fault_in);
        }
        let fault = array.fault_in_row(&glance);
        if !matches!(fault.problem, Problem::Number { .. } | Problem::Symbol { .. }) {
            return self.wrong_row(text, &cells).unwrap_or(Fault { at: end, ..fault });
        }
        // Of a string of symbols, only one is wrong.
        let string = cells.iter().find(|cell| cell.start == fault.at && is_string(cell));
        string.map_or(fault, fault_in)
    }

    /// Appends the symbols of a puzzle with these fields of a line for its cells, or the first ones of them.
    ///
    /// # Errors
    /// A field is no cell, or all of them are empty: the fault in the line.
    pub fn read_columns(
        self,
        line: &[u8],
        fields: &[Range<usize>],
        out: &mut Vec<u8>,
    ) -> Result<(), Fault> {
        let array = self.array();
        let cells = &fields[..fields.len().min(self.size.cells())];
        if let Some(wrong) = cells.iter().find(|cell| !array.push(&line[(*cell).clone()], out)) {
            return Err(array.fault_in_number(line, wrong.clone()));
        }
        // So ends a file of a spreadsheet: with rows of separators.
        if cells.iter().all(Range::is_empty) {
            let start = cells.first().map_or(0, |first| first.start);
            let problem = Problem::Numbers { found: 0, expected: self.size.cells() };
            return Err(Fault::new(start, problem));
        }
        Ok(())
    }

    /// The fault in such fields if one of them has lost its number.
    pub fn lost_in_columns(self, line: &[u8], fields: &[Range<usize>]) -> Option<Fault> {
        let array = self.array();
        let mut empty = EmptyCells::default();
        let cells = fields.iter().take(self.size.cells());
        cells.for_each(|cell| empty.add(&array, &line[cell.clone()], cell.clone()));
        empty.fault(&array, line)
    }

    /// Appends the symbols of a text: its only line, a word among others if the role of the text is known, or the
    /// rows of a grid, with its solution behind them or not. Returns their places.
    ///
    /// # Errors
    /// There is no puzzle, or another.
    pub fn read_lines<'t>(self, text: &'t str, out: &mut Vec<u8>) -> Result<Places<'t>, Fault> {
        let lines = TextLines::of(text);
        lines.read(self, &lines.drawn(self), out)
    }

    /// Reads a field of several lines, with rulers or names among its rows. `None` if it is another text,
    /// whose quote may be a stray one: it is no puzzle of this size, and none of its first two lines is a row.
    pub fn read_field<'t>(
        self,
        field: &'t [u8],
        out: &mut Vec<u8>,
    ) -> Option<Result<Places<'t>, Fault>> {
        memchr::memchr2(b'\n', b'\r', field.trim_ascii())?;
        TextLines::of(std::str::from_utf8(field).ok()?).read_field(self, out)
    }
}

/// A text, and its lines that are not blank with their offsets.
struct TextLines<'t> {
    text: &'t str,
    filled: Vec<(usize, Glance<'t>)>,
}

/// The rows in a text, written in the way in which the most lines are rows.
struct Drawn {
    rows: Rows,
    /// The number of these lines; one of dashes may be a ruler.
    count: usize,
}

impl<'t> TextLines<'t> {
    fn of(text: &'t str) -> Self {
        let filled = Lines::new(text.as_bytes()).filter(|line| !line.1.trim_ascii().is_empty());
        Self { text, filled: filled.map(|(at, line)| (at, Glance::of(line))).collect() }
    }

    /// The rows: of symbols, of blanks in boxes or of numbers, as in a file. If there are as many in several ways,
    /// the first is meant.
    fn drawn(&self, sought: Sought) -> Drawn {
        let height = sought.size.side();
        let drawn = |style| Drawn { rows: sought.rows(style), count: 0 };
        let mut symbols = drawn(RowStyle::Symbols { dash: Dash::AnyCell });
        let mut blanks = drawn(RowStyle::Blanks);
        let mut numbers = drawn(RowStyle::Numbers { height });
        for (_, line) in &self.filled {
            let is_row = |rows: &Rows| rows.may_be_row(line) && rows.is_row(line);
            let has_symbols = is_row(&symbols.rows);
            symbols.count += usize::from(has_symbols);
            // A row without empty cells needs no boxes.
            blanks.count += usize::from(has_symbols || is_row(&blanks.rows));
            numbers.count += usize::from(is_row(&numbers.rows));
        }
        let most = |most: Drawn, it: Drawn| if it.count > most.count { it } else { most };
        let mut found = [blanks, numbers].into_iter().fold(symbols, most);
        // As many rows as a grid has leave no line for a ruler, not even if they are all of dashes.
        let has_rulers = found.count != height || self.filled.len() != height;
        if matches!(found.rows.style, RowStyle::Symbols { .. }) && has_rulers {
            found.rows = sought.rows(SYMBOLS);
        }
        found
    }

    /// Returns true if the text may be a puzzle of this size: it has enough rows, or a line that is long enough for
    /// all cells. Far faster than [`Self::read`], which asks what else each line is.
    fn may_be(&self, sought: Sought) -> bool {
        let is_long = |line: &(usize, Glance)| line.1.line.len() >= sought.size.cells();
        // The only line is read in other ways.
        self.text.len() >= sought.size.cells()
            && (self.filled.len() == 1
                || self.filled.iter().any(is_long)
                || self.drawn(sought).count >= sought.size.side())
    }

    /// Appends the symbols of the puzzle in these rows, as [`Sought::read_lines`] does.
    fn read(&self, sought: Sought, drawn: &Drawn, out: &mut Vec<u8>) -> Result<Places<'t>, Fault> {
        let Sought { size, alphabet, role } = sought;
        let bytes = self.text.as_bytes();
        let word = role.and_then(|role| prose::word(bytes, size, alphabet, role));
        if let Some(word) = word.filter(|_| drawn.count == 0) {
            let word = word?;
            out.extend(&bytes[word.clone()]);
            return Ok(Box::new(move |symbol| word.start + symbol));
        }
        if let [(start, ref line)] = self.filled[..] {
            // Other cells that stand apart in their string are not found again for a message.
            if !sought.read_blanks(line.line, out) {
                out.extend(line.line);
            }
            return Ok(Box::new(move |symbol| start + symbol));
        }
        let rows = drawn.rows.as_in(bytes).0;
        self.read_grid(&rows, role, out)?;
        Ok(Box::new(move |symbol| rows.offset_of(bytes, symbol)))
    }

    /// Appends the symbols of the puzzle, as [`Sought::read_field`] does.
    fn read_field(&self, sought: Sought, out: &mut Vec<u8>) -> Option<Result<Places<'t>, Fault>> {
        let begun = out.len();
        let drawn = self.drawn(sought);
        let read = self.read(sought, &drawn, out);
        let is_row = |line: &(usize, Glance)| drawn.rows.is_row(&line.1);
        let has_rows = || self.filled.len() > 2 && self.filled.iter().take(2).any(is_row);
        if read.is_ok() && is_grid(&out[begun..], sought.size, sought.alphabet) || has_rows() {
            return Some(read);
        }
        out.truncate(begun);
        None
    }

    /// Appends the symbols of the only grid with these rows, with its solution behind it or not.
    fn read_grid(&self, rows: &Rows, role: Option<Role>, out: &mut Vec<u8>) -> Result<(), Fault> {
        let begun = out.len();
        let preamble = Preamble::default();
        let lines = Lines::new(self.text.as_bytes());
        let mut grids = Grids { rows, lines, start: 0, preamble: &preamble, ahead: None };
        let mut next = |out: &mut Vec<u8>| grids.next(out, &mut |_, _| {});
        let Some((first, bad)) = next(out) else {
            let expected = rows.size.side();
            return Err(Fault::new(0, Problem::ShortGrid { found: 0, expected }));
        };
        // A puzzle in a line of its own, with other text around it, is found without its rows.
        let is_whole =
            bad.as_ref().is_some_and(|bad| matches!(bad.problem, Problem::PuzzleAmongGrids { .. }));
        if let Some(bad) = bad.filter(|_| !is_whole) {
            return Err(self.fault(first.start, bad));
        }
        let has_empty = |symbols: &[u8]| symbols.iter().any(|symbol| BLANKS.contains(symbol));
        let mut further = Vec::new();
        while let Some((second, bad)) = next(&mut further) {
            let is_solution =
                role != Some(Role::Solutions) && has_empty(&out[begun..]) && !has_empty(&further);
            match bad.filter(|_| !is_whole) {
                Some(bad) => return Err(self.fault(second.start, bad)),
                None if is_solution => further.clear(),
                None => return Err(Fault::new(second.start as usize, Problem::SecondPuzzle)),
            }
        }
        Ok(())
    }

    /// The fault of a record that begins at an offset.
    fn fault(&self, start: u32, bad: BadLine) -> Fault {
        let (text, start) = (self.text, start as usize);
        let line = Lines::new(&text.as_bytes()[start..]).nth(bad.line_offset as usize);
        let begin = line.map_or(text.len(), |line| start + line.0);
        let before = text[begin..].char_indices().nth(bad.column - 1);
        Fault::new(before.map_or(text.len(), |it| begin + it.0), bad.problem)
    }
}

/// The offsets of a field's bytes without the signs of digits that a user placed: `..+5.3…`.
pub fn without_signs(field: &[u8]) -> impl Iterator<Item = usize> + Clone + '_ {
    let is_sign =
        |at: usize| field[at] == b'+' && field.get(at + 1).is_some_and(u8::is_ascii_digit);
    (0..field.len()).filter(move |&at| !is_sign(at))
}

/// A field without these signs.
pub fn unsigned(field: &[u8]) -> Cow<'_, [u8]> {
    match field.contains(&b'+') {
        true => without_signs(field).map(|at| field[at]).collect(),
        false => field.into(),
    }
}

/// The size of the puzzle in a text whose cells stand apart, or whose rows stand on several lines: one
/// of these. Appends its symbols.
pub fn size(
    text: &[u8],
    sizes: impl Iterator<Item = Size> + Clone,
    alphabet: Alphabet,
    out: &mut Vec<u8>,
) -> Option<Size> {
    let glance = Glance::of(text);
    let sought = |size: &Size| Sought::new(*size, alphabet);
    // Far faster than to read a text that is no puzzle.
    let may_be_puzzle = |size: &Size| {
        has_blank_cells(text, *size)
            || text.len() > size.cells() && sought(size).array().may_be_row(&glance)
    };
    let is_apart =
        |size: &Size| may_be_puzzle(size) && sought(size).read_apart(&glance, out).is_some();
    // Lines are tried last: that takes the longest.
    sizes.clone().find(is_apart).or_else(|| {
        memchr::memchr2(b'\n', b'\r', text.trim_ascii())?;
        // Each cell takes a character.
        sizes.clone().find(|size| text.len() >= size.cells())?;
        let lines = TextLines::of(std::str::from_utf8(text).ok()?);
        let begun = out.len();
        let is_read = |size: &Size| {
            out.truncate(begun);
            lines.may_be(sought(size))
                && matches!(lines.read_field(sought(size), out), Some(Ok(_)))
                && is_grid(&out[begun..], *size, alphabet)
        };
        let found = sizes.clone().find(is_read);
        out.truncate(if found.is_some() { out.len() } else { begun });
        found
    })
}

/// The sizes of puzzles in an alphabet.
fn sizes(alphabet: Alphabet) -> impl Iterator<Item = Size> + Clone {
    detected(alphabet.custom().map(Symbols::size))
}

/// The text of a puzzle in a field: its symbols, if its cells stand apart.
pub fn plain(field: &[u8], is_json: bool, alphabet: Alphabet) -> Cow<'_, [u8]> {
    let mut symbols = Vec::new();
    let decoded = if is_json { decoded(field) } else { None };
    let text = decoded.as_ref().map_or(field, |text| text.as_bytes());
    match (size(text, sizes(alphabet), alphabet, &mut symbols), decoded) {
        (Some(_), _) => symbols.into(),
        (None, Some(text)) => among_words(text.as_bytes(), alphabet).into_owned().into(),
        (None, None) if is_json && is_array(field) => field.into(),
        (None, None) => among_words(field, alphabet),
    }
}

/// The grid among the words of a text; the text without signs if there is none.
fn among_words(text: &[u8], alphabet: Alphabet) -> Cow<'_, [u8]> {
    match prose::word_of_any(text, sizes(alphabet), alphabet) {
        Some(word) => text[word].into(),
        None => unsigned(text),
    }
}

/// Judges a field, whose cells may stand apart.
pub fn guess_field(field: &[u8], is_json: bool, size: Size, notation: Notation) -> Content {
    // No way of writing takes fewer bytes than symbols.
    if !are_half(field.len(), size.cells()) {
        return Content::Other;
    }
    let plain = match notation.candidates {
        true => field.into(),
        false => plain(field, is_json, notation.alphabet),
    };
    guess(&plain, size, notation)
}
