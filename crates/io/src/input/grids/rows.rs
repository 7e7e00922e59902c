//! The rows of grids: what a line among them is, the symbols of its cells, and its errors.

use super::super::{
    guess::{Content, guess},
    lines::{
        COMMENT, Lines, MAX_LINE, Notation, Preamble, Skip,
        position::{character, column},
        symbols::{NONE, SymbolValues, symbol_values},
    },
    list,
};
use super::row::{SEPARATES, SYMBOLS, candidates, is_ruler, lists, numbers, symbols, value};
use std::ops::Range;
use sudomill_core::{
    error::{BadLine, Problem},
    grid::{Alphabet, Size},
    puzzle_line::word::trimmed,
};

/// How the cells of a row are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::input) enum RowStyle {
    /// A symbol for each, with spaces and rulers anywhere.
    Symbols {
        /// True if a line of only dashes is a row of empty cells, not a ruler.
        dashes: bool,
    },
    /// The candidates of each, with spaces or rulers between: `4 1679 12679 | 139 …`.
    Candidates,
    /// A number for each. A grid has this many rows: 1 if a line is a whole puzzle, and as many as
    /// it has cells if each line has one number.
    Numbers { height: usize },
}

/// The rows of a file of grids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::input) struct Rows {
    pub size: Size,
    pub style: RowStyle,
    pub alphabet: Alphabet,
    pub comment: u8,
    /// True if a blank line stands between the bands of a grid.
    pub has_gaps: bool,
    /// True if the rows are items of lists, below their keys.
    pub is_list: bool,
    pub(super) values: SymbolValues,
}

/// What a line among grids is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::input) enum Kind {
    Row,
    /// A damaged row.
    Bad,
    /// At most half a row of symbols: the name of the grid below, or what is left of a row.
    Part,
    Ruler,
    Blank,
    Comment,
    /// A whole puzzle where a row is expected, or too long a line.
    Whole,
    /// Other text: a name.
    Other,
}

impl Kind {
    /// Why a line is no record; other text is a name, or a header above a file of whole puzzles.
    pub fn skip(self, is_header: bool) -> Skip {
        match self {
            Self::Row | Self::Bad | Self::Whole => Skip::Row,
            Self::Ruler => Skip::Ruler,
            Self::Blank => Skip::Blank,
            Self::Comment => Skip::Comment,
            Self::Other if is_header => Skip::Header,
            Self::Other | Self::Part => Skip::Name,
        }
    }
}

impl Rows {
    pub fn new(size: Size, alphabet: Alphabet, style: RowStyle) -> Self {
        let values = *symbol_values(size, alphabet);
        Self { size, style, alphabet, comment: COMMENT, has_gaps: false, is_list: false, values }
    }

    /// The same rows in another alphabet.
    pub fn in_alphabet(self, alphabet: Alphabet) -> Self {
        Self { alphabet, values: *symbol_values(self.size, alphabet), ..self }
    }

    /// The number of rows of a grid.
    pub fn height(&self) -> usize {
        if let RowStyle::Numbers { height } = self.style { height } else { self.size.side() }
    }

    /// The number of rows in a band.
    pub fn band(&self) -> usize {
        self.height() / self.size.order()
    }

    pub fn are_numbers(&self) -> bool {
        matches!(self.style, RowStyle::Numbers { .. })
    }

    /// The number of cells in a row.
    pub fn width(&self) -> usize {
        self.size.cells() / self.height()
    }

    /// Returns true if each row is a whole puzzle. Then every line after the first record is a
    /// record.
    pub fn are_whole(&self) -> bool {
        self.height() == 1
    }

    /// Like [`Self::kind`], for a line at this offset: a header or count is never a row, and below
    /// it every line of a file of whole puzzles is a record, unless it is part of an array's syntax.
    pub fn kind_at(&self, at: u64, preamble: &Preamble, line: &[u8], out: &mut Vec<u8>) -> Kind {
        if preamble.head_at(at).is_some() {
            return Kind::Other;
        }
        let is_record = self.are_whole() && at >= preamble.rows;
        match self.kind(line, out) {
            Kind::Other | Kind::Ruler if is_record && !self.is_syntax(line) => Kind::Whole,
            kind => kind,
        }
    }

    /// Returns true if a line of a file with one array per line is no record.
    fn is_syntax(&self, line: &[u8]) -> bool {
        is_array_syntax(line) || self.is_list && list::is_key(line)
    }

    /// Classifies a line. Appends the symbols of a row.
    pub fn kind(&self, line: &[u8], out: &mut Vec<u8>) -> Kind {
        let (width, numbers) = (self.width(), self.are_numbers());
        match line.trim_ascii().first() {
            _ if line.len() > MAX_LINE => return Kind::Whole,
            None if !numbers || !line.contains(&b'\t') => return Kind::Blank,
            Some(first) if *first == self.comment => return Kind::Comment,
            Some(_) if self.is_list && list::is_key(line) => return Kind::Other,
            _ => {}
        }
        let Err((all, good)) = self.row(line, out) else { return Kind::Row };
        match () {
            () if line.trim_ascii().is_empty() => Kind::Blank,
            () if is_ruler(line) || numbers && all == 0 => Kind::Ruler,
            () if numbers && self.is_size(line) => Kind::Other,
            () if good * 4 >= all * 3 && all > width * 2 || self.holds_puzzle(line) => Kind::Whole,
            () if good * 4 >= all * 3 && (numbers || all * 2 > width)
                || resembles_row(line, width) =>
            {
                Kind::Bad
            }
            () if good == all && all > 0 && !numbers => Kind::Part,
            () => Kind::Other,
        }
    }

    /// Returns true for a row. Far faster than [`Self::kind`] for most lines.
    pub fn is_row(&self, line: &[u8]) -> bool {
        let is_comment = line.trim_ascii_start().first() == Some(&self.comment);
        let separates = |byte: &&u8| SEPARATES[usize::from(**byte)] || !byte.is_ascii();
        let is_plain = self.are_whole() && trimmed(line, 0..line.len()).len() == self.width();
        let may_fit = !self.are_numbers()
            || is_plain
            || line.iter().filter(separates).count() + 1 >= self.width().min(self.size.side());
        may_fit && line.len() <= MAX_LINE && !is_comment && self.row(line, &mut Vec::new()).is_ok()
    }

    /// Appends the symbols of a row; for another line, returns what [`Self::read`] does.
    fn row(&self, line: &[u8], out: &mut Vec<u8>) -> Result<(), (usize, usize)> {
        let start = out.len();
        let (all, good) = self.read(line, out);
        if all == self.width() && good == all {
            let is_dashed = out[start..].iter().all(|&symbol| symbol == b'-');
            let dashes = self.style == RowStyle::Symbols { dashes: true } && !line.contains(&b'+');
            if !is_dashed || dashes {
                return Ok(());
            }
        }
        out.truncate(start);
        Err((all, good))
    }

    /// Appends the symbols of the cells in a line; returns the number of cells, and of valid ones.
    pub fn read(&self, line: &[u8], out: &mut Vec<u8>) -> (usize, usize) {
        let line = &line[self.row_in(line)];
        // Most rows have only blanks and bars between their symbols. Cells are found one by one only
        // in others: that takes three times as long.
        if let RowStyle::Symbols { .. } = self.style {
            let (mut cells, mut count, width) = ([0; 32], 0, self.width());
            for &byte in line {
                cells[count % 32] = byte;
                count += usize::from(!matches!(byte, b' ' | b'\t' | b'\r' | b'|'));
            }
            let is_symbol = |byte: &u8| self.values[usize::from(*byte)] != NONE;
            if count == width && cells[..width].iter().all(is_symbol) {
                out.extend_from_slice(&cells[..width]);
                return (width, width);
            }
        }
        let (mut all, mut good) = (0, 0);
        self.each_cell_of(line, &mut |cell| {
            all += 1;
            good += usize::from(self.push(&line[cell], out));
        });
        (all, good)
    }

    /// Returns true for a line above an array that gives its size: `16`, `4 4` or `n = 9`.
    fn is_size(&self, line: &[u8]) -> bool {
        let (line, is_long) = (line.trim_ascii(), !self.are_whole() && self.width() > 4);
        let is_number = |text: &[u8]| text.len() < 3 && text.iter().all(u8::is_ascii_digit);
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let is_named = line[0].is_ascii_alphabetic() && line.contains(&b'=');
        let is_end = |&byte: &u8| b"=;".contains(&byte);
        let value = line.split(is_end).rfind(|value| !value.is_empty()).unwrap_or(line);
        is_named && is_number(value.trim_ascii())
            || is_long && words.clone().count() <= 2 && words.all(is_number)
    }

    /// Returns true if a line holds a whole puzzle.
    fn holds_puzzle(&self, line: &[u8]) -> bool {
        let sizes = [self.size, Size::Nine];
        let is_puzzle = |text: &[u8], &size: &Size| {
            let notation = Notation { alphabet: Alphabet::FromOne, candidates: false };
            text.len() == size.cells() && guess(text, size, notation) != Content::Other
        };
        let is_array = |size: &Size| {
            let numbers = numbers(line, size.cells());
            let is_cell = |number: &Range<usize>| value(&line[number.clone()]).is_some();
            numbers.len() == size.cells() && numbers.iter().all(is_cell)
        };
        line.split(|&byte| SEPARATES[usize::from(byte)] || byte == b':')
            .any(|word| sizes.iter().any(|size| is_puzzle(word, size)))
            || self.size > Size::Four && sizes.iter().any(is_array)
    }

    /// Calls `each` with the range of every cell in a line.
    fn each_cell(&self, line: &[u8], each: &mut dyn FnMut(Range<usize>)) {
        let row = self.row_in(line);
        self.each_cell_of(&line[row.clone()], &mut |cell| {
            each(row.start + cell.start..row.start + cell.end);
        });
    }

    /// The part of a line that may be a row: all of it, but for the dash of an item.
    #[inline]
    fn row_in(&self, line: &[u8]) -> Range<usize> {
        let item = if self.is_list { list::item(line) } else { None };
        item.unwrap_or(0..line.len())
    }

    /// Calls `each` with the range of every cell in a row.
    fn each_cell_of(&self, line: &[u8], each: &mut dyn FnMut(Range<usize>)) {
        match self.style {
            RowStyle::Symbols { .. } => symbols(line, self.width()).for_each(each),
            RowStyle::Candidates => lists(line).for_each(each),
            RowStyle::Numbers { .. } => {
                let all = trimmed(line, 0..line.len());
                let is_plain = self.are_whole() && all.len() == self.width();
                let words = if is_plain { vec![all] } else { numbers(line, self.width()) };
                let is_symbol = |byte: &u8| self.values[usize::from(*byte)] != NONE;
                let is_row = |word: &Range<usize>| {
                    word.len() == self.size.side() && line[word.clone()].iter().all(is_symbol)
                };
                let are_rows = words.len() == self.size.side() && words.iter().all(is_row);
                match is_plain || self.are_whole() && are_rows {
                    true => words.into_iter().flatten().map(|at| at..at + 1).for_each(each),
                    false => words.into_iter().for_each(each),
                }
            }
        }
    }

    /// The cells in a line.
    pub fn cells(&self, line: &[u8]) -> Vec<Range<usize>> {
        let mut cells = Vec::new();
        self.each_cell(line, &mut |cell| cells.push(cell));
        cells
    }

    /// Returns true if a row of numbers has an empty field.
    pub fn has_empty_field(&self, line: &[u8]) -> bool {
        self.are_numbers()
            && numbers(&line[self.row_in(line)], self.width()).iter().any(Range::is_empty)
    }

    /// Appends the symbols of a cell; returns false if it is not valid.
    #[inline]
    pub fn push(&self, cell: &[u8], out: &mut Vec<u8>) -> bool {
        match self.style {
            RowStyle::Symbols { .. } => {
                out.push(cell[0]);
                self.values[usize::from(cell[0])] != NONE
            }
            RowStyle::Candidates => {
                let digits = candidates(cell).ok();
                let has = |digit: u8| digits.is_some_and(|it| it.bits() >> digit & 1 == 1);
                out.extend((0..9).map(|digit| if has(digit) { b'1' + digit } else { b'.' }));
                digits.is_some()
            }
            RowStyle::Numbers { .. } => {
                let is_zero_a_digit = self.values[usize::from(b'0')] != 0;
                let value = match cell {
                    b"null" | b"\"\"" | b"\" " => Some(0),
                    &[byte] if self.values[usize::from(byte)] != NONE => {
                        out.push(byte);
                        return true;
                    }
                    _ => value(cell),
                };
                let is_number = cell.first().is_some_and(u8::is_ascii_digit);
                let symbol = match value {
                    Some(0) if is_zero_a_digit && !is_number => Some(b'.'),
                    value => value.and_then(|it| SYMBOLS.get(usize::from(it)).copied()),
                };
                let symbol = symbol.filter(|&it| self.values[usize::from(it)] != NONE);
                out.push(symbol.unwrap_or(b'.'));
                symbol.is_some()
            }
        }
    }

    /// Locates a cell of the grid that begins with this text: the lines below the first row, and
    /// the column.
    pub fn place(&self, text: &[u8], cell: usize) -> (u64, usize) {
        let (mut row, mut lines) = (cell / self.width(), Lines::new(text));
        loop {
            let below = lines.newlines();
            let Some((_, line)) = lines.next() else { return (0, 1) };
            if self.is_row(line) {
                if row == 0 {
                    let cell = self.cells(line)[cell % self.width()].start;
                    return (below, column(line, cell));
                }
                row -= 1;
            }
        }
    }

    /// The error in a line: a cell that is not valid, or the number of cells.
    pub fn fault(&self, line: &[u8], below: u64) -> BadLine {
        if line.len() > MAX_LINE {
            return BadLine::new((below, 1), Problem::Oversized { limit: MAX_LINE });
        }
        if !self.are_whole() && self.holds_puzzle(line) {
            return BadLine::new((below, 1), Problem::PuzzleAmongGrids { rows: self.height() });
        }
        let (at, problem) = self.fault_at(line);
        BadLine::new((below, column(line, at)), problem)
    }

    /// The problem of a cell that is no number, or none of a digit; in custom symbols, no symbol.
    pub fn wrong_number(&self, cell: &[u8]) -> Problem {
        let (side, alphabet) = (self.size.side(), self.alphabet);
        let is_symbol = |byte: &u8| self.values[usize::from(*byte)] != NONE;
        match cell.iter().position(|byte| !is_symbol(byte)) {
            Some(at) if alphabet.custom().is_some() => {
                Problem::Symbol { found: character(&cell[at..]), side, alphabet }
            }
            _ => {
                let found = String::from_utf8_lossy(cell).into_owned();
                Problem::Number { found, largest: side as u8 }
            }
        }
    }

    /// Locates the error in a line.
    pub fn fault_at(&self, line: &[u8]) -> (usize, Problem) {
        let (side, alphabet) = (self.size.side(), self.alphabet);
        let (cells, expected) = (self.cells(line), self.width());
        let is_wrong = |cell: &&Range<usize>| !self.push(&line[(*cell).clone()], &mut Vec::new());
        match cells.iter().take(expected).find(is_wrong) {
            Some(cell) => match self.style {
                RowStyle::Symbols { .. } => {
                    let found = character(&line[cell.start..]);
                    (cell.start, Problem::Symbol { found, side, alphabet })
                }
                RowStyle::Numbers { .. } => (cell.start, self.wrong_number(&line[cell.clone()])),
                RowStyle::Candidates => match candidates(&line[cell.clone()]) {
                    Err((at, Some(digit))) => (cell.start + at, Problem::CandidateTwice(digit)),
                    other => {
                        let at = cell.start + other.err().map_or(0, |error| error.0);
                        let found = character(&line[at..]);
                        (at, Problem::Candidate { found, digit: None, side, alphabet })
                    }
                },
            },
            None => {
                let (found, next) = (cells.len(), cells.get(expected));
                let at = next.map_or(line.trim_ascii_end().len(), |cell| cell.start);
                let problem = match (self.style, next) {
                    (RowStyle::Numbers { .. }, _) => Problem::Numbers { found, expected },
                    (_, None) => Problem::ShortRow { found, expected },
                    _ => Problem::LongRow { found: character(&line[at..]), expected },
                };
                (at, problem)
            }
        }
    }
}

/// Returns true if a line looks like a row in another style: `·2··`, `[0, 2, 0, 0],`, `OO2O`. It
/// has no letters but `O`, which may be a zero, and as many other characters as a row has cells.
fn resembles_row(line: &[u8], width: usize) -> bool {
    let (mut cells, mut digits) = (0, 0);
    for character in String::from_utf8_lossy(line).chars() {
        match character {
            _ if character.is_whitespace() || ",;|[](){}\"'│┃║".contains(character) => {
                continue;
            }
            'O' | 'o' | 'x' | 'X' => {}
            _ if character.is_alphabetic() => return false,
            _ => digits += usize::from(character.is_numeric()),
        }
        cells += 1;
    }
    digits > 0 && cells >= width
}

/// Returns true if a line of a file with one array per line is syntax and not a record: brackets
/// that are opened or closed, commas, a name with `=`, or the head of a clause in Prolog.
fn is_array_syntax(line: &[u8]) -> bool {
    let open = line.iter().position(|byte| b"[({".contains(byte));
    let close = line.iter().rposition(|byte| b"])}".contains(byte));
    let end = line.trim_ascii_end();
    let is_opened = end.ends_with(b":-") || end.last().is_some_and(|byte| b"[({".contains(byte));
    match (open, close) {
        (Some(open), Some(close)) => is_opened || close < open || line.contains(&b'='),
        (None, None) => line.contains(&b'=') || matches!(line.trim_ascii(), b"," | b";"),
        _ => true,
    }
}
