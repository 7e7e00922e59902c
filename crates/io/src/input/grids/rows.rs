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
use super::{
    around::{Around, before_comment, before_dot, in_quotes},
    row::{
        SEPARATES, SYMBOLS, bars, blanks, box_width, candidates, has_only_bars, is_minus_one,
        is_ruler, lists, name_end, numbers, symbols, value,
    },
};
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
    /// A digit or a blank for each, in boxes between bars that are so wide in every row: 0 if not yet
    /// known.
    Blanks { box_width: usize },
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
    /// Brackets that open or close an array, with a name or without: a grid ends there.
    Brackets,
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
            Self::Ruler | Self::Brackets => Skip::Ruler,
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
        self.height() / self.size.bands()
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
            Kind::Other | Kind::Ruler | Kind::Brackets if is_record && !self.is_syntax(line) => {
                Kind::Whole
            }
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
        let consists_of = |bytes: &[u8]| line.iter().all(|byte| bytes.contains(byte));
        if line.trim_ascii().is_empty() {
            return Kind::Blank;
        }
        if self.is_ruler(line) || numbers && consists_of(b" \t\r,;|\"'") {
            return Kind::Ruler;
        }
        // A line that holds a cell is never passed over. Without one, an array of numbers may also have
        // words here: `int grid[9][9] = {`.
        if numbers && all == 0 || consists_of(b" \t\r,;[](){}") {
            return Kind::Brackets;
        }
        if numbers && self.is_size(line) {
            return Kind::Other;
        }
        let is_mostly_good = good * 4 >= all * 3;
        // More than two rows in a line are a puzzle.
        if is_mostly_good && all > width * 2 || self.holds_puzzle(line) {
            return Kind::Whole;
        }
        // Less than half a row of symbols may be a name, such as `X`. A number is none, unless it
        // belongs to one: `clues: 17`.
        let is_name = all * 2 <= width && (!numbers || name_end(line) > 0);
        if is_mostly_good && !is_name || self.resembles_row(line) {
            return Kind::Bad;
        }
        if good == all && all > 0 && !numbers { Kind::Part } else { Kind::Other }
    }

    /// Returns true for a line that draws, and holds no cell.
    fn is_ruler(&self, line: &[u8]) -> bool {
        // Between blanks that are cells, bars alone draw a row of them, and a damaged one if it is none.
        if matches!(self.style, RowStyle::Blanks { .. }) && has_only_bars(line) {
            return false;
        }
        // If dashes are empty cells, less than a row of them is a damaged row; more of them are a ruler
        // that is as wide as the blanks and bars of the rows.
        let are_cells = || {
            let count = self.cells(line).len();
            self.may_be_dashed(line) && count * 2 > self.width() && count < self.width()
        };
        is_ruler(line) && !are_cells()
    }

    /// Returns true if a line of dashes may be a row of empty cells.
    fn may_be_dashed(&self, line: &[u8]) -> bool {
        match self.style {
            RowStyle::Symbols { dashes } => dashes && !line.contains(&b'+'),
            // Words of dashes in one line are a ruler: a puzzle in one line has a clue.
            RowStyle::Numbers { height } => height > 1,
            RowStyle::Blanks { .. } | RowStyle::Candidates => false,
        }
    }

    /// Returns true if a line looks like a row in another style.
    fn resembles_row(&self, line: &[u8]) -> bool {
        let is_boxed = matches!(self.style, RowStyle::Blanks { .. }) && bars(line).next().is_some();
        is_boxed || resembles_row(line, self.width())
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

    /// Returns true for a row that shows this style. Nothing but blanks between bars may be a
    /// row or part of the drawing.
    pub fn is_shown_by(&self, line: &[u8]) -> bool {
        let has_digit = || line.iter().any(u8::is_ascii_alphanumeric);
        self.is_row(line) && (!matches!(self.style, RowStyle::Blanks { .. }) || has_digit())
    }

    /// Appends the symbols of a row; for another line, returns what [`Self::read`] does.
    fn row(&self, line: &[u8], out: &mut Vec<u8>) -> Result<(), (usize, usize)> {
        let start = out.len();
        let (all, good) = self.read(line, out);
        if all == self.width() && good == all {
            let is_dashed = out[start..].iter().all(|&symbol| symbol == b'-');
            if !is_dashed || self.may_be_dashed(line) {
                return Ok(());
            }
        }
        out.truncate(start);
        Err((all, good))
    }

    /// Appends the symbols of the cells in a line; returns the number of cells, and of valid ones.
    pub fn read(&self, line: &[u8], out: &mut Vec<u8>) -> (usize, usize) {
        let line = before_dot(&line[self.row_in(line)], self.width());
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
        let cells = self.cells_of(line);
        let all = cells.len();
        let mut good = 0;
        for cell in cells {
            good += usize::from(self.push(&line[cell], out));
        }
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

    /// The cells in a line.
    pub fn cells(&self, line: &[u8]) -> Vec<Range<usize>> {
        let row = self.row_in(line);
        let cells = self.cells_of(&line[row.clone()]).into_iter();
        cells.map(|cell| row.start + cell.start..row.start + cell.end).collect()
    }

    /// The part of a line that may be a row: all of it, but for the dash of an item.
    #[inline]
    fn row_in(&self, line: &[u8]) -> Range<usize> {
        let item = if self.is_list { list::item(line) } else { None };
        item.unwrap_or(0..line.len())
    }

    /// The cells in a row.
    fn cells_of(&self, line: &[u8]) -> Vec<Range<usize>> {
        let (line, width) = (before_dot(line, self.width()), self.width());
        let has_quotes = matches!(self.style, RowStyle::Symbols { .. });
        let quoted = if has_quotes { in_quotes(line) } else { None };
        let all = self.cells_in(line);
        // In front of quotes, a name may be as long as a row: `easy = ["1423",`.
        if all.len() == width && quoted.is_none() {
            return all;
        }
        let Some(at) = quoted.or_else(|| Some(0..before_comment(line)?.len())) else { return all };
        let inner = self.cells_in(&line[at.clone()]);
        // Less than half a row leaves the line what it is: text with a comment or a quote in it.
        if inner.len() * 2 <= width {
            return all;
        }
        inner.into_iter().map(|cell| at.start + cell.start..at.start + cell.end).collect()
    }

    /// The cells in a text without anything around them.
    fn cells_in(&self, line: &[u8]) -> Vec<Range<usize>> {
        match self.style {
            RowStyle::Symbols { .. } => symbols(line, self.width()).collect(),
            RowStyle::Blanks { box_width: wanted } => {
                let is_as_wide = wanted == 0 || box_width(line) == Some(wanted);
                let cells = blanks(line, self.size).filter(|_| is_as_wide);
                cells.unwrap_or_else(|| symbols(line, self.width()).collect())
            }
            RowStyle::Candidates => lists(line).collect(),
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
                    true => words.into_iter().flatten().map(|at| at..at + 1).collect(),
                    false => words,
                }
            }
        }
    }

    /// What stands around the cells of a row, if that tells where its array ends.
    pub(super) fn around<'t>(&self, kind: Kind, line: &'t [u8]) -> Around<'t> {
        match self.style {
            RowStyle::Symbols { .. } if kind == Kind::Bad => Around::name(self.name(line)),
            RowStyle::Symbols { .. } if memchr::memchr2(b'"', b'\'', line).is_some() => {
                Around::of(line)
            }
            RowStyle::Numbers { height } if height > 1 => Around::of(line),
            _ => Around::default(),
        }
    }

    /// The name in front of a whole row of symbols, which makes it a bad one; empty without a name.
    fn name<'t>(&self, line: &'t [u8]) -> &'t [u8] {
        let width = self.width();
        let is_row = |text: &[u8]| self.read(text, &mut Vec::new()) == (width, width);
        let is_symbol = |byte: &u8| self.values[usize::from(*byte)] != NONE;
        let indent = line.len() - line.trim_ascii_start().len();
        let word = line[indent..].iter().position(|byte| b" \t".contains(byte)).unwrap_or(0);
        // A word of symbols alone is a part of a row that is too long.
        let is_name = |&end: &usize| {
            end > indent && !line[indent..end].iter().all(is_symbol) && is_row(&line[end..])
        };
        let end = [name_end(line), indent + word].into_iter().find(is_name);
        &line[..end.unwrap_or(0)]
    }

    /// Returns true if a row of numbers has an empty field, as tables have, too.
    pub fn has_empty_field(&self, line: &[u8]) -> bool {
        let line = &line[self.row_in(line)];
        let is_latex = before_dot(line, self.width()).len() < line.len();
        self.are_numbers() && !is_latex && numbers(line, self.width()).iter().any(Range::is_empty)
    }

    /// Returns true if a puzzle may have cells of −1 beside zeros. One of them is an empty cell, and
    /// nobody can tell which one.
    pub fn may_be_ambiguous(&self, symbols: &[u8]) -> bool {
        self.are_numbers() && symbols.contains(&b'0') && symbols.contains(&b'.')
    }

    /// The first cell of a line that is −1.
    pub fn minus_one(&self, line: &[u8]) -> Option<Range<usize>> {
        self.cells(line).into_iter().find(|cell| is_minus_one(&line[cell.clone()]))
    }

    /// Appends the symbols of a cell; returns false if it is not valid.
    #[inline]
    pub fn push(&self, cell: &[u8], out: &mut Vec<u8>) -> bool {
        match self.style {
            RowStyle::Symbols { .. } => {
                out.push(cell[0]);
                self.values[usize::from(cell[0])] != NONE
            }
            RowStyle::Blanks { .. } => {
                let value = self.values[usize::from(cell[0])];
                out.push(if cell[0] == b' ' { b'.' } else { cell[0] });
                // Another symbol of empty cells would leave open what the blanks are. But a 0 may be a digit.
                let is_zero = cell[0] == b'0' && self.size > Size::Nine;
                cell[0] == b' ' || value != NONE && value > 0 || is_zero
            }
            RowStyle::Candidates => {
                let digits = candidates(cell).ok();
                let has = |digit: u8| digits.is_some_and(|it| it.bits() >> digit & 1 == 1);
                out.extend((0..9).map(|digit| if has(digit) { b'1' + digit } else { b'.' }));
                digits.is_some()
            }
            RowStyle::Numbers { .. } => {
                let value = match cell {
                    b"\"\"" | b"\" " => Some(0),
                    &[byte] if self.values[usize::from(byte)] != NONE => {
                        out.push(byte);
                        return true;
                    }
                    _ if is_minus_one(cell) => {
                        // Another symbol than that of a zero: see `may_be_ambiguous`.
                        out.push(b'.');
                        return true;
                    }
                    _ => value(cell),
                };
                let is_number = cell.first().is_some_and(u8::is_ascii_digit);
                let symbol = match value {
                    // A zero may be a digit, or an empty cell among others.
                    Some(0) if !is_number => Some(b'.'),
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

    /// The error of a cell that is no number of the grid.
    pub(super) fn wrong_cell(&self, line: &[u8], cell: Range<usize>, below: u64) -> BadLine {
        let problem = self.wrong_number(&line[cell.clone()]);
        BadLine::new((below, column(line, cell.start)), problem)
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
                RowStyle::Symbols { .. } | RowStyle::Blanks { .. } => {
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
