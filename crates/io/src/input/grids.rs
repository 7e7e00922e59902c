//! Grids: a puzzle takes several lines, one row of cells in each. Also arrays of numbers, of which
//! a line may hold a whole puzzle.
//!
//! A grid ends with its last row, or at any other line but a ruler; the text can be cut there.

use super::{
    chunk::Piece,
    lines::{
        COMMENT, Cut, MAX_LINE, Preamble, Skip,
        line_end::{last_line_end, without_line_end},
        position::{character, column},
        symbols::{BLANKS, NONE, SymbolValues, is_symbol, symbol_values, table},
        {self},
    },
};
use std::ops::Range;
use sudomill_core::{
    error::{BadLine, Problem},
    grid::{Alphabet, Candidates, Digit, Order, Order3, Size},
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
    /// A number for each. A grid has this many rows: 1 if a line is a whole puzzle.
    Numbers { height: usize },
}

/// The rows of a file of grids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::input) struct Rows {
    pub size: Size,
    pub style: RowStyle,
    pub alphabet: Alphabet,
    pub comment: u8,
    values: SymbolValues,
}

/// What a line among grids is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::input) enum Kind {
    Row,
    /// A damaged row.
    Bad,
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
            Self::Other => Skip::Name,
        }
    }
}

impl Rows {
    pub fn new(size: Size, alphabet: Alphabet, style: RowStyle) -> Self {
        Self { size, style, alphabet, comment: COMMENT, values: *symbol_values(size, alphabet) }
    }

    /// The same rows in another alphabet.
    pub fn in_alphabet(self, alphabet: Alphabet) -> Self {
        Self { comment: self.comment, ..Self::new(self.size, alphabet, self.style) }
    }

    /// The number of rows of a grid.
    pub fn height(&self) -> usize {
        if let RowStyle::Numbers { height } = self.style { height } else { self.size.side() }
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
    pub fn kind_at(
        &self,
        at: u64,
        preamble: Option<Preamble>,
        line: &[u8],
        out: &mut Vec<u8>,
    ) -> Kind {
        if preamble.is_some_and(|it| it.head_at(at).is_some()) {
            return Kind::Other;
        }
        let is_above = preamble.is_some_and(|it| at < it.rows);
        match self.kind(line, out) {
            Kind::Other | Kind::Ruler
                if self.are_whole() && !is_above && !is_array_syntax(line) =>
            {
                Kind::Whole
            }
            kind => kind,
        }
    }

    /// Classifies a line. Appends the symbols of a row.
    pub fn kind(&self, line: &[u8], out: &mut Vec<u8>) -> Kind {
        match line.trim_ascii().first() {
            _ if line.len() > MAX_LINE => return Kind::Whole,
            None => return Kind::Blank,
            Some(first) if *first == self.comment => return Kind::Comment,
            _ => {}
        }
        let (start, width, numbers) = (out.len(), self.width(), self.are_numbers());
        let (mut all, mut good) = (0, 0);
        self.each_cell(line, &mut |cell| {
            all += 1;
            good += usize::from(self.push(&line[cell], out));
        });
        if all == width && good == all {
            let is_dashed = out[start..].iter().all(|&symbol| symbol == b'-');
            let dashes = self.style == RowStyle::Symbols { dashes: true } && !line.contains(&b'+');
            if !is_dashed || dashes {
                return Kind::Row;
            }
        }
        out.truncate(start);
        let is_plain = || self.are_whole() && self.is_plain(line.trim_ascii());
        match () {
            () if is_plain() => {
                out.extend(line.trim_ascii());
                Kind::Row
            }
            () if is_ruler(line) || numbers && all == 0 => Kind::Ruler,
            () if good * 4 >= all * 3 && all > width * 2 || holds_puzzle(line, self.size) => {
                Kind::Whole
            }
            () if good * 4 >= all * 3 && (numbers || all * 2 > width)
                || resembles_row(line, width) =>
            {
                Kind::Bad
            }
            () => Kind::Other,
        }
    }

    /// Returns true for the symbols of a puzzle, with nothing between them.
    fn is_plain(&self, text: &[u8]) -> bool {
        text.len() == self.width()
            && text.iter().all(|&byte| self.values[usize::from(byte)] != NONE)
    }

    /// Calls `each` with the range of every cell in a line.
    fn each_cell(&self, line: &[u8], each: &mut dyn FnMut(Range<usize>)) {
        match self.style {
            RowStyle::Symbols { .. } => characters(line).for_each(each),
            RowStyle::Candidates => words(line).for_each(each),
            RowStyle::Numbers { .. } => numbers(line).for_each(each),
        }
    }

    /// Appends the symbols of a cell; returns false if it is not valid.
    fn push(&self, cell: &[u8], out: &mut Vec<u8>) -> bool {
        match self.style {
            RowStyle::Symbols { .. } => {
                out.push(cell[0]);
                self.values[usize::from(cell[0])] != NONE
            }
            RowStyle::Candidates => {
                let digits = digits(cell).ok();
                let has = |digit: u8| digits.is_some_and(|it| it.bits() >> digit & 1 == 1);
                out.extend((0..9).map(|digit| if has(digit) { b'1' + digit } else { b'.' }));
                digits.is_some()
            }
            RowStyle::Numbers { .. } => {
                let value = value(cell).filter(|&value| usize::from(value) <= self.size.side());
                out.push(value.map_or(b'.', |value| SYMBOLS[usize::from(value)]));
                value.is_some()
            }
        }
    }

    /// The column of a cell in a row.
    fn column(&self, line: &[u8], cell: usize) -> usize {
        let mut cells = Vec::new();
        match self.are_whole() && self.is_plain(line.trim_ascii()) {
            true => cells.extend((line.len() - line.trim_ascii_start().len()..).take(cell + 1)),
            false => self.each_cell(line, &mut |cell| cells.push(cell.start)),
        }
        column(line, cells.get(cell).copied().unwrap_or(0))
    }

    /// Locates a cell of the grid that begins with this text: the lines below the first row, and
    /// the column.
    pub fn place(&self, text: &[u8], cell: usize) -> (u64, usize) {
        let (mut row, mut lines) = (cell / self.width(), lines::Lines::new(text));
        loop {
            let below = lines.newlines();
            let Some((_, line)) = lines.next() else { return (0, 1) };
            match self.kind(line, &mut Vec::new()) {
                Kind::Row if row == 0 => return (below, self.column(line, cell % self.width())),
                Kind::Row => row -= 1,
                _ => {}
            }
        }
    }

    /// Locates the error in a line: a cell that is not valid, or the number of cells.
    pub fn fault(&self, line: &[u8], below: u64) -> BadLine {
        let (side, alphabet) = (self.size.side(), self.alphabet);
        if line.len() > MAX_LINE {
            return BadLine::new((below, 1), Problem::Oversized { limit: MAX_LINE });
        }
        if !self.are_whole() && holds_puzzle(line, self.size) {
            return BadLine::new((below, 1), Problem::PuzzleAmongGrids { rows: self.height() });
        }
        let (mut cells, expected) = (Vec::new(), self.width());
        self.each_cell(line, &mut |cell| cells.push(cell));
        let is_wrong = |cell: &&Range<usize>| !self.push(&line[(*cell).clone()], &mut Vec::new());
        let text = |cell: &Range<usize>| String::from_utf8_lossy(&line[cell.clone()]).into_owned();
        let (at, problem) = match cells.iter().take(expected).find(is_wrong) {
            Some(cell) => match self.style {
                RowStyle::Symbols { .. } => {
                    let found = character(&line[cell.start..]);
                    (cell.start, Problem::Symbol { found, side, alphabet })
                }
                RowStyle::Numbers { .. } => {
                    (cell.start, Problem::Number { found: text(cell), largest: side as u8 })
                }
                RowStyle::Candidates => match digits(&line[cell.clone()]) {
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
        };
        BadLine::new((below, column(line, at)), problem)
    }
}

/// Follows the grids of a text, line by line.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::input) struct Tracker {
    /// The grid that is not complete: its offset, the number of its rows, and true if it is below
    /// `[State]` in an `.sdk` file, where it repeats a puzzle with more cells filled in.
    open: Option<(usize, usize, bool)>,
}

/// What a line does.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::input) struct Step {
    /// An incomplete grid ends above the line.
    pub ends: bool,
    /// The line is the last row of its grid.
    pub completes: bool,
    /// The line is a row of a grid that is no puzzle.
    pub is_state: bool,
    /// The grid has become longer than [`MAX_LINE`], and ends here.
    pub overflows: bool,
}

impl Tracker {
    pub fn line(&mut self, rows: &Rows, kind: Kind, at: usize, line: &[u8]) -> Step {
        let is_row = matches!(kind, Kind::Row | Kind::Bad);
        let is_state = self.open.is_some_and(|open| open.2);
        if !is_row && kind != Kind::Ruler {
            let ends = self.open.take().is_some_and(|open| !open.2);
            if line.trim_ascii().eq_ignore_ascii_case(b"[State]") {
                self.open = Some((at, 0, true));
            }
            return Step { ends, ..Step::default() };
        }
        let mut step = Step { is_state: is_state && is_row, ..Step::default() };
        if is_row {
            let open = self.open.get_or_insert((at, 0, false));
            open.1 += 1;
            step.completes = open.1 == rows.height();
            self.open = self.open.filter(|_| !step.completes);
        }
        if self.open.is_some_and(|open| at + line.len() - open.0 > MAX_LINE) {
            (self.open, step.overflows) = (None, !is_state);
        }
        step
    }
}

/// The number of lines to examine backward from the target for one that ends any grid.
const BACK: usize = 100;

impl Rows {
    /// Cuts a piece of about `target` bytes off the front, where no grid is open: at the last such
    /// place within the target, or else at the first beyond it. `None` if more bytes are needed;
    /// `last` means that no more will come.
    pub fn cut(
        &self,
        piece: &Piece,
        above: Option<Preamble>,
        target: usize,
        last: bool,
    ) -> Option<Cut> {
        let bytes = piece.bytes;
        if self.are_whole() || last && bytes.len() <= target {
            return lines::cut(bytes, target, last);
        }
        let end = self.last_end(bytes, target).map(Cut::whole);
        end.or_else(|| self.cut_forward(piece, above, target, last))
    }

    /// The end of the last complete line within the target that ends any grid.
    fn last_end(&self, bytes: &[u8], target: usize) -> Option<usize> {
        let mut next = last_line_end(bytes, target.min(bytes.len()), false)?;
        for _ in 0..BACK {
            let line = without_line_end(&bytes[..next]);
            // The first line may be only the rest of a line.
            let start = memchr::memrchr2(b'\n', b'\r', line)? + 1;
            let mut tracker = Tracker { open: Some((start, 1, false)) };
            let kind = self.kind(&line[start..], &mut Vec::new());
            if tracker.line(self, kind, start, &line[start..]).ends && tracker.open.is_none() {
                return Some(next);
            }
            next = start;
        }
        None
    }

    /// Like [`Self::cut`], but follows all lines from the front. A larger target never cuts before
    /// a smaller one.
    pub fn cut_forward(
        &self,
        piece: &Piece,
        above: Option<Preamble>,
        target: usize,
        last: bool,
    ) -> Option<Cut> {
        let bytes = piece.bytes;
        if self.are_whole() {
            return lines::cut(bytes, target, last);
        }
        let (mut tracker, mut cells) = (Tracker::default(), Vec::new());
        // The last place to cut within the target, or the first beyond it.
        let (mut at, mut best) = (0, 0);
        while at < bytes.len() && (best == 0 || at < target) {
            match lines::cut(&bytes[at..], 1, last) {
                Some(cut) if !cut.inside_line => {
                    let from = if at == 0 { piece.mark() } else { at };
                    let line = without_line_end(&bytes[from..at + cut.len]);
                    if at > 0 || !piece.inside_line {
                        cells.clear();
                        let kind = self.kind_at(piece.start + from as u64, above, line, &mut cells);
                        tracker.line(self, kind, at, line);
                    }
                    at += cut.len;
                    if tracker.open.is_none() && (at <= target || best == 0) {
                        best = at;
                    }
                }
                Some(cut) if at == 0 => return Some(cut),
                // End the piece before an oversized line.
                Some(_) if best == 0 => return Some(Cut::whole(at)),
                _ if best > 0 => return Some(Cut::whole(best)),
                _ => return None,
            }
        }
        match best {
            0 if last => Some(Cut::whole(bytes.len())),
            0 => None,
            _ => Some(Cut::whole(best)),
        }
    }
}

/// A part of a line other than a space.
enum Part {
    /// A vertical bar.
    Bar,
    /// Any other ruler character that cannot be a cell.
    Other,
    /// A character that could be a cell.
    Cell(Range<usize>),
}

fn parts(line: &[u8]) -> impl Iterator<Item = Part> + '_ {
    let (line, mut at) = (line.trim_ascii_end(), 0);
    std::iter::from_fn(move || {
        at += line[at..].iter().take_while(|byte| b" \t".contains(byte)).count();
        let start = at;
        let rest = line.get(start..).filter(|rest| !rest.is_empty())?;
        at += match rest[0] {
            first @ 0x80.. => {
                // A character, or one byte of text that is not UTF-8.
                let len = rest.iter().skip(1).take_while(|&&byte| byte & 0xC0 == 0x80).count();
                1 + if first >= 0xC0 { len.min(3) } else { 0 }
            }
            _ => 1,
        };
        Some(match &line[start..at] {
            b"|" => Part::Bar,
            // │ ┃ ┆ ┇ ┊ ┋ ║
            [0xE2, 0x94, 0x82 | 0x83 | 0x86 | 0x87 | 0x8A | 0x8B] | [0xE2, 0x95, 0x91] => Part::Bar,
            b"+" | b"=" | [0xE2, 0x94 | 0x95, _] => Part::Other,
            _ => Part::Cell(start..at),
        })
    })
}

/// The characters that could be cells: all except rulers and spaces.
pub(in crate::input) fn characters(line: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    parts(line).filter_map(|part| if let Part::Cell(cell) = part { Some(cell) } else { None })
}

/// The words of a line, which rulers and spaces separate.
fn words(line: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut cells = characters(line).peekable();
    std::iter::from_fn(move || {
        let mut word = cells.next()?;
        while let Some(next) = cells.next_if(|next| next.start == word.end) {
            word.end = next.end;
        }
        Some(word)
    })
}

/// Returns true for `---+---+---`, `+===+`, `│   │   │`, `*-----------*`.
pub(in crate::input) fn is_ruler(line: &[u8]) -> bool {
    let (mut drawn, mut corners) = (0, 0);
    for part in parts(line) {
        match part {
            Part::Cell(cell) if line[cell.start] == b'-' => drawn += 1,
            Part::Cell(cell) if b"*.:'`".contains(&line[cell.start]) => corners += 1,
            Part::Cell(_) => return false,
            Part::Bar | Part::Other => drawn += 1,
        }
    }
    drawn >= corners
}

/// Parses the candidates of a cell. On failure, returns the offset of the first invalid byte, and
/// the digit if the byte repeats one.
fn digits(cell: &[u8]) -> Result<Candidates, (usize, Option<Digit>)> {
    let mut digits = Candidates::NONE;
    for (at, byte) in cell.iter().enumerate() {
        let digit = byte.checked_sub(b'0').filter(|&value| value <= 9).and_then(Digit::new);
        let digit = digit.ok_or((at, None))?;
        if digits.contains(digit) {
            return Err((at, Some(digit)));
        }
        digits |= digit.into();
    }
    Ok(digits)
}

/// Returns true if any cell of a row of candidates has several; `None` if the line is no such row.
pub(in crate::input) fn has_several(line: &[u8]) -> Option<bool> {
    let row: Option<Vec<_>> = words(line).map(|word| digits(&line[word]).ok()).collect();
    let row = row.filter(|cells| cells.len() == Order3::SIDE)?;
    Some(row.iter().any(|digits| digits.len() > 1))
}

/// The symbols for the values 0 to 25.
pub(in crate::input) const SYMBOLS: &[u8; 26] = b"0123456789ABCDEFGHIJKLMNOP";

/// The value of a number, possibly written as a float, or of an empty cell.
pub(in crate::input) fn value(number: &[u8]) -> Option<u8> {
    match number {
        [digit @ b'0'..=b'9'] => Some(digit - b'0'),
        [blank] if BLANKS.contains(blank) => Some(0),
        [b'0'..=b'9', ..] => {
            let value: f64 = std::str::from_utf8(number).ok()?.parse().ok()?;
            // Values that do not fit a byte, such as 1e300, saturate and no longer compare equal.
            (f64::from(value as u8) == value).then_some(value as u8)
        }
        _ => None,
    }
}

/// Maps each byte to true if it separates numbers. Quotes: `[["5","3",".",…`
const SEPARATES: [bool; 256] = table(b" \t\r\n,;[](){}|\"'");

/// The words between these separators.
pub(in crate::input) fn apart(text: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let separates = |&byte: &u8| SEPARATES[usize::from(byte)];
    let mut at = 0;
    std::iter::from_fn(move || {
        at += text.get(at..)?.iter().position(|byte| !separates(byte))?;
        let len = text[at..].iter().position(separates).unwrap_or(text.len() - at);
        at += len;
        Some(at - len..at)
    })
}

/// The numbers in a line: not `a =`, `np.array(` and `], dtype=np.uint8)`.
pub(in crate::input) fn numbers(line: &[u8]) -> impl Iterator<Item = Range<usize>> + '_ {
    let is_named = line.trim_ascii_start().first().is_some_and(u8::is_ascii_alphabetic);
    let equals = memchr::memchr(b'=', line).filter(|_| is_named);
    let from = equals.map_or(0, |at| at + 1);
    let from = match line[from..].trim_ascii_start() {
        [first, second, ..]
            if first.is_ascii_alphabetic()
                && (second.is_ascii_alphanumeric() || b"._(".contains(second)) =>
        {
            memchr::memchr2(b'[', b'{', &line[from..]).map_or(line.len(), |at| from + at)
        }
        _ => from,
    };
    let is_end = move |word: &Range<usize>| {
        word.len() > 1
            && line[word.start].is_ascii_alphabetic()
            && line[..word.start].contains(&b']')
    };
    apart(&line[from..])
        .map(move |word| from + word.start..from + word.end)
        .take_while(move |word| !is_end(word))
}

/// Returns true if a line holds a whole puzzle of this size.
fn holds_puzzle(line: &[u8], size: Size) -> bool {
    let is_length = |len: usize| len == size.cells() || len == Order3::CELLS;
    let is_cell = |byte: &&u8| is_symbol(**byte) || byte.is_ascii_uppercase() && size > Size::Nine;
    let is_puzzle = |word: &[u8]| {
        is_length(word.len()) && word.iter().filter(is_cell).count() * 4 >= word.len() * 3
    };
    line.split(|&byte| SEPARATES[usize::from(byte)] || byte == b':').any(is_puzzle)
        || size > Size::Four
            && numbers(line).all(|word| value(&line[word]).is_some())
            && is_length(numbers(line).count())
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
/// that are opened or closed, commas, or a name with `=`.
fn is_array_syntax(line: &[u8]) -> bool {
    let open = line.iter().position(|byte| b"[({".contains(byte));
    let close = line.iter().rposition(|byte| b"])}".contains(byte));
    match (open, close) {
        (Some(open), Some(close)) => close < open || line.contains(&b'='),
        (None, None) => line.contains(&b'=') || line.iter().all(|byte| b",; \t\r".contains(byte)),
        _ => true,
    }
}
