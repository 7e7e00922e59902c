//! What a line among grids is: a row, a ruler, a name, …

use super::{
    super::{
        guess::{Content, are_most, guess},
        lines::{MAX_LINE, Notation, Preamble, Skip},
    },
    around::Around,
    glance::Glance,
    row::{SEPARATES, bars, has_only_bars, is_ruler, value},
    rows::{CellCount, Dash, RowStyle, Rows},
    tokens::label_end,
};
use sudomill_puzzle::grid::{Alphabet, Size};

/// What a line among grids is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A row with a valid symbol in each cell.
    Row,
    /// A damaged row.
    Bad,
    /// At most half a row of symbols: the name of the grid below, or what is left of a row.
    Part,
    /// A line that only draws.
    Ruler,
    /// A line without anything, which may stand between bands.
    Blank,
    /// A whole puzzle where a row is expected, or too long a line.
    Whole,
    /// Any other line, where a grid ends: a name, a comment, brackets that open or close an array. Why it is no
    /// record.
    Other(Skip),
}

/// A line among grids: what it is and, of a row, what stands around its cells.
#[derive(Clone, Copy)]
pub(super) struct Seen<'t> {
    pub kind: Kind,
    pub around: Around<'t>,
}

impl Kind {
    /// Why a line is no record; other text is a name, or a header above a file of whole puzzles.
    pub fn skip(self, is_header: bool) -> Skip {
        match self {
            Self::Row | Self::Bad | Self::Whole => Skip::Row,
            Self::Ruler => Skip::Ruler,
            Self::Blank => Skip::Blank,
            Self::Part => Skip::Name,
            Self::Other(Skip::Name) if is_header => Skip::Header,
            Self::Other(skip) => skip,
        }
    }

    /// Returns true for a row, damaged or not.
    pub fn is_row(self) -> bool {
        matches!(self, Self::Row | Self::Bad)
    }
}

impl Rows {
    /// Like [`Self::kind`], for a line at this offset: a header or count is never a row, and below
    /// it every line of a file of whole puzzles is a record, unless it is part of an array's syntax.
    pub(super) fn seen_at<'t>(
        &self,
        at: u64,
        preamble: &Preamble,
        line: &'t [u8],
        out: &mut Vec<u8>,
    ) -> Seen<'t> {
        if let Some(skip) = preamble.head_at(at) {
            return Seen { kind: Kind::Other(skip), around: Around::default() };
        }
        let is_record = self.are_whole() && at >= preamble.rows;
        let glance = self.glance(line);
        let kind = match self.kind_of(&glance, out) {
            Kind::Other(Skip::Name | Skip::Ruler) | Kind::Ruler
                if is_record && !is_array_syntax(line) =>
            {
                Kind::Whole
            }
            kind => kind,
        };
        let around = match kind.is_row() {
            true => self.around(kind == Kind::Bad, &glance),
            false => Around::default(),
        };
        Seen { kind, around }
    }

    /// Classifies a line. Appends the symbols of a row.
    pub fn kind(&self, line: &[u8], out: &mut Vec<u8>) -> Kind {
        self.kind_of(&self.glance(line), out)
    }

    fn kind_of(&self, glance: &Glance, out: &mut Vec<u8>) -> Kind {
        let line = glance.line;
        if line.len() > MAX_LINE {
            return Kind::Whole;
        }
        match line.trim_ascii_start().first() {
            // Fields between tabs may be empty cells.
            None if !self.are_numbers() || !line.contains(&b'\t') => return Kind::Blank,
            Some(first) if *first == self.comment => return Kind::Other(Skip::Comment),
            _ => {}
        }
        match self.row(glance, out) {
            Ok(()) => Kind::Row,
            Err(count) => self.kind_without_row(glance, count),
        }
    }

    /// Classifies a line that is neither a row nor a comment and has so many cells.
    fn kind_without_row(&self, glance: &Glance, CellCount { all, good }: CellCount) -> Kind {
        let line = glance.line;
        let width = self.width();
        let are_numbers = self.are_numbers();
        if line.trim_ascii().is_empty() {
            return Kind::Blank;
        }
        if self.is_ruler(glance) || are_numbers && consists_of(line, b" \t\r,;|\"'") {
            return Kind::Ruler;
        }
        // A line that holds a cell is never passed over. Without one, an array of numbers may also have
        // words here: `int grid[9][9] = {`.
        if are_numbers && all == 0 || consists_of(line, b" \t\r,;[](){}") {
            return Kind::Other(Skip::Ruler);
        }
        if are_numbers && self.is_size(line) {
            return Kind::Other(Skip::Name);
        }
        let is_mostly_good = are_most(good, all);
        // More than two rows in a line are a puzzle.
        if is_mostly_good && all > width * 2 || self.holds_puzzle(glance) {
            return Kind::Whole;
        }
        // Less than half a row of symbols may be a name, such as `X`. A number is none, unless it
        // belongs to one: `clues: 17`.
        let is_name = !self.are_over_half(all) && (!are_numbers || label_end(line) > 0);
        if is_mostly_good && !is_name || self.resembles_row(line) {
            return Kind::Bad;
        }
        if good == all && all > 0 && !are_numbers { Kind::Part } else { Kind::Other(Skip::Name) }
    }

    /// Returns true for a line that draws, and holds no cell.
    fn is_ruler(&self, glance: &Glance) -> bool {
        let line = glance.line;
        // Between blanks that are cells, bars alone draw a row of them, and a damaged one if it is none.
        if self.style == RowStyle::Blanks && has_only_bars(line) {
            return false;
        }
        // If dashes are empty cells, less than a row of them is a damaged row; more of them are a ruler
        // that is as wide as the blanks and bars of the rows.
        let are_cells = || {
            let count = self.cells(glance).len();
            self.may_be_dashed(line) && self.are_over_half(count) && count < self.width()
        };
        is_ruler(line) && !are_cells()
    }

    /// Returns true if a line of dashes may be a row of empty cells.
    pub(super) fn may_be_dashed(&self, line: &[u8]) -> bool {
        match self.style {
            RowStyle::Symbols { dash } => dash == Dash::AnyCell && !line.contains(&b'+'),
            // Words of dashes in one line are a ruler: a puzzle in one line has a clue.
            RowStyle::Numbers { height } => height > 1,
            RowStyle::Blanks | RowStyle::Candidates => false,
        }
    }

    /// Returns true if a line looks like a row in another style.
    fn resembles_row(&self, line: &[u8]) -> bool {
        let is_boxed = self.style == RowStyle::Blanks && bars(line).next().is_some();
        is_boxed || resembles_row(line, self.width())
    }

    /// Returns true for a line above an array that gives its size: `16`, `4 4` or `n = 9`.
    fn is_size(&self, line: &[u8]) -> bool {
        let line = line.trim_ascii();
        let is_number = |text: &[u8]| text.len() < 3 && text.iter().all(u8::is_ascii_digit);
        if line[0].is_ascii_alphabetic() && line.contains(&b'=') {
            let mut values = line.split(|byte| b"=;".contains(byte));
            let value = values.rfind(|value| !value.is_empty()).unwrap_or(line);
            if is_number(value.trim_ascii()) {
                return true;
            }
        }
        // Among puzzles in one line or short rows, so few numbers are a damaged one.
        let is_long = !self.are_whole() && self.width() > 4;
        let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        is_long && words.clone().count() <= 2 && words.all(is_number)
    }

    /// Returns true if a line holds a whole puzzle.
    pub(super) fn holds_puzzle(&self, glance: &Glance) -> bool {
        let line = glance.all.text;
        let sizes = [self.size, Size::Nine];
        let is_puzzle = |text: &[u8], &size: &Size| {
            let notation = Notation::of_clues(Alphabet::FromOne);
            text.len() == size.cells() && guess(text, size, notation) != Content::Other
        };
        let is_array = |size: &Size| {
            // Each cell takes a character, or the separator before it. Most lines are shorter.
            if line.len() + 1 < size.cells() {
                return false;
            }
            let numbers = glance.all.tokens().numbers(size.cells());
            numbers.len() == size.cells()
                && numbers.into_iter().all(|number| value(&line[number]).is_some())
        };
        line.split(|&byte| SEPARATES[usize::from(byte)] || byte == b':')
            .any(|word| sizes.iter().any(|size| is_puzzle(word, size)))
            || self.size > Size::Four && sizes.iter().any(is_array)
    }
}

fn consists_of(line: &[u8], bytes: &[u8]) -> bool {
    line.iter().all(|byte| bytes.contains(byte))
}

/// Returns true if a line looks like a row in another style: `·2··`, `[0, 2, 0, 0],`, `OO2O`. It
/// has no letters but `O`, which may be a zero, and as many other characters as a row has cells.
fn resembles_row(line: &[u8], width: usize) -> bool {
    let mut cells = 0;
    let mut digits = 0;
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
/// that are opened or closed, commas, a name with `=`, the head of a clause in Prolog, or a key of YAML.
fn is_array_syntax(line: &[u8]) -> bool {
    let open = line.iter().position(|byte| b"[({".contains(byte));
    let close = line.iter().rposition(|byte| b"])}".contains(byte));
    let end = line.trim_ascii();
    let is_opened = end.ends_with(b":-") || end.last().is_some_and(|byte| b"[({".contains(byte));
    match (open, close) {
        (Some(open), Some(close)) => is_opened || close < open || line.contains(&b'='),
        (None, None) => {
            line.contains(&b'=') || end.ends_with(b":") || matches!(end, b"," | b";" | b"---")
        }
        _ => true,
    }
}
