//! Detects from the first lines whether puzzles are lines or grids, and their size.

use super::{
    super::{
        fields::{SEPARATORS, delimited, inner, named_separator, value_at, values, whole, words},
        grids::{Dash, Glance, RowStyle, Rows, in_quotes, is_ruler},
        guess::are_half,
        layout::ReadOptions,
        lines::{
            COMMENT, MAX_LINE, Skip, skip,
            symbols::{BLANKS, first_word, has_blank_cells, is_grid, is_separator},
        },
        sample::{SAMPLE, Sample, TableRows},
        text::{self, Sought},
    },
    cell_columns::{self, CellTable, Found},
    header::{is_rest_of_object, is_rule_of_markdown},
};
use crate::sizes::{detected, shows};
use std::{borrow::Cow, cmp::Reverse, mem, ops::Range};
use sudomill_puzzle::grid::{Alphabet, Order, Order2, Order3, Size};

/// The length of a 9×9 puzzle given by candidates.
pub(super) const CANDIDATES: usize = Order3::CELLS * Order3::SIDE;

/// The arrangement of the puzzles of an input.
#[derive(Debug)]
pub(super) enum Shape {
    /// A puzzle per line; true if they are given by candidates.
    Lines(Size, bool),
    /// A puzzle per line, with a column for each cell.
    Cells(Box<CellTable>),
    /// Grids, or arrays of numbers.
    Grids(Size, RowStyle),
}

/// What the first lines of an input show.
#[derive(Debug)]
pub(super) struct Shown {
    /// The shape, which is assumed if no line decides it.
    pub shape: Shape,
    /// The offset at which the shape is clear: of the first row of a grid, or behind a line with a puzzle; `None`
    /// if it is assumed.
    pub at: Option<usize>,
}

/// Detects the shape: the first line that is certainly a puzzle decides, or the columns of a table with a cell in
/// each, or the first grid that is complete in one of the ways to read its rows. If there is none, the most
/// rows below each other are a damaged one; so they are if [so many](SAMPLE) rows are none.
pub(super) fn shape(sample: &Sample, how: &ReadOptions) -> Shown {
    let comment = how.comment.or(Some(COMMENT));
    let expected = Expected::new(how);
    let mut scan = Scan::new(sample, how, &expected, comment);
    let mut found = scan.find();
    // Records may begin like comments.
    if found.is_none() && how.comment.is_none() && scan.has_comments && !sample.is_short() {
        found = Scan::new(sample, how, &expected, None).find();
    }
    let at = found.as_ref().map(|it| it.1);
    let assumed = || Shape::Lines(expected.known().unwrap_or_default(), false);
    Shown { shape: found.map_or_else(assumed, |it| it.0), at }
}

/// Returns true if records that begin like comments show a shape.
pub(super) fn has_shape_below_marks(sample: &Sample, how: &ReadOptions) -> bool {
    Scan::new(sample, how, &Expected::new(how), how.comment).find().is_some()
}

/// The values of a line that is a JSON object.
type Values = Vec<(String, Range<usize>)>;

/// The values of a line that begins like a JSON object, and that of a column which is a path: `Err` if it is
/// none.
fn object(line: &[u8], how: &ReadOptions) -> Option<Result<Values, ()>> {
    let all = || {
        let mut all = values(line)?;
        let column = how.column.as_ref().filter(|column| column.is_path());
        if let Some(path) = column.map(ToString::to_string)
            && let Ok(Some(place)) = value_at(line, &path)
        {
            all.push((path, place));
        }
        Some(all)
    };
    line.trim_ascii_start().starts_with(b"{").then(|| all().ok_or(()))
}

/// The fewest symbols of a puzzle.
const FEWEST_SYMBOLS: usize = Order2::CELLS;

/// Rows of symbols in which a line of dashes is a row of empty cells.
const DASHES: RowStyle = RowStyle::Symbols { dash: Dash::AnyCell };

/// A line that is read as a row in one way.
struct Row<'a> {
    /// The way, and its index in [`Expected::ways`].
    rows: &'a Rows,
    way: usize,
    symbols: Vec<u8>,
}

/// What a text may hold.
struct Expected {
    alphabet: Alphabet,
    sizes: Vec<Size>,
    /// The ways to read a line as a row of a grid; of several that fit and read as much, the first is meant.
    ways: Vec<Rows>,
}

impl Expected {
    fn new(how: &ReadOptions) -> Self {
        let alphabet = how.symbols.map_or(Alphabet::FromOne, Alphabet::Custom);
        let size = how.known_size();
        let sizes: Vec<_> = detected(size).collect();
        // A line of dashes may be a ruler or, for some sizes, a row of empty cells.
        let dashes = [Dash::Cell, Dash::AnyCell, Dash::Item].into_iter();
        let symbols = |dash| {
            let style = RowStyle::Symbols { dash };
            sizes.iter().map(move |size| Rows::new(*size, alphabet, style))
        };
        let mut ways: Vec<_> = dashes.flat_map(symbols).collect();
        let mut add = |style: &dyn Fn(Size) -> Option<RowStyle>| {
            let rows = |&size: &Size| Some(Rows::new(size, alphabet, style(size)?));
            ways.extend(sizes.iter().filter_map(rows));
        };
        let numbers = |height| Some(RowStyle::Numbers { height });
        if how.symbols.is_none() {
            add(&|size| (size == Size::Nine).then_some(RowStyle::Candidates));
            // What also fits bars between numbers is that: `|2 |` may be both.
            add(&|_| Some(RowStyle::Blanks));
        }
        add(&|size| numbers(size.side()));
        // Single numbers are a puzzle if they are as many as one has cells: a weak sign.
        let are_enough = |it: Size| it > Size::Four && (size.is_some() || it.order().is_some());
        add(&|size| numbers(size.cells()).filter(|_| are_enough(size)));
        add(&|_| numbers(1));
        Self { alphabet, sizes, ways }
    }

    /// The size, if it is known.
    fn known(&self) -> Option<Size> {
        if let [size] = self.sizes[..] { Some(size) } else { None }
    }

    /// Returns true if these symbols show the size: those of a whole puzzle or, of sizes that need no evidence,
    /// any.
    fn shows(&self, symbols: &[u8], size: Size) -> bool {
        shows(symbols, size, self.known(), self.alphabet)
    }

    fn is_ruler(&self, glance: &Glance) -> bool {
        // The way with a symbol for each cell of the smallest size, as short rulers may be rows of it.
        let rows = &self.ways[0];
        let is_row = || rows.may_be_row(glance) && rows.is_row(glance);
        // Most lines are ruled out by their first character.
        is_ruler(glance.line) && !is_row()
    }

    /// Returns true if 16 symbols may be a 4×4 puzzle or a row of a 16×16 one.
    fn has_either(&self) -> bool {
        let has = |size| self.sizes.contains(&size);
        self.alphabet.custom().is_none() && has(Size::Four) && has(Size::Sixteen)
    }

    /// Returns true if a row may also be a 4×4 puzzle.
    fn may_be_four(&self, rows: &Rows, line: &[u8]) -> bool {
        rows.size == Size::Sixteen
            && self.has_either()
            && is_grid(alone(line), Size::Four, self.alphabet)
    }

    /// The first of these ways in which a line is a whole puzzle.
    fn whole<'a>(&self, ways: &[Row<'a>]) -> Option<&'a Rows> {
        let whole = ways.iter().find(|Row { rows, symbols, .. }| {
            // Of cells in which every digit is left, each column would repeat a digit.
            rows.are_whole() && self.shows(symbols, rows.size) && *symbols != b"123456789".repeat(9)
        });
        Some(whole?.rows)
    }

    /// The ways to read a line as a row.
    fn ways_of(&self, glance: &Glance, is_table: bool, may_be_arrays: bool) -> Vec<Row<'_>> {
        let line = glance.line;
        // Rows do not begin like comments.
        if line.trim_ascii_start().first() == Some(&COMMENT) {
            return Vec::new();
        }
        let may_be_row = |rows: &Rows| {
            (!rows.are_whole() || may_be_arrays)
                && rows.may_be_row(glance)
                && rows.are_shown_by(line)
                && !(is_table && rows.has_empty_field(glance))
        };
        // Sixteen numbers may also be a row of a 16×16 puzzle, unless the size is known, or one repeats.
        let is_meant = |Row { rows, symbols, .. }: &Row| {
            !rows.are_whole()
                || rows.size > Size::Four
                || self.sizes == [Size::Four]
                || has_parts(line)
                || repeats_digit(symbols)
        };
        let ways = self.ways.iter().enumerate().filter(|(_, rows)| may_be_row(rows));
        let row = |(way, rows): (usize, _)| Some(Row { rows, way, symbols: rows.symbols(glance)? });
        ways.filter_map(row).filter(is_meant).collect()
    }

    /// The shape that a line shows if it certainly holds a puzzle: 81 characters; as many symbols as
    /// another size has cells, of which 16 need other words beside them, and those of boxes that are
    /// not square must be a puzzle; 729 characters; or cells that stand apart in one of several
    /// fields.
    fn of_line(&self, line: &[u8], object: Option<&Result<Values, ()>>) -> Option<Shape> {
        let fields: Vec<Cow<[u8]>> = match object {
            Some(values) => {
                let values = values.as_ref().ok()?.iter().map(|value| value.1.clone());
                let plain = |value| text::plain(&line[value], true, self.alphabet);
                values.filter(is_long).map(plain).collect()
            }
            None => {
                let may_have_long = may_have_long_field(line, is_separator);
                let long = may_have_long.then(|| words(line).filter(is_long)).into_iter().flatten();
                long.map(|field| text::unsigned(&line[field])).collect()
            }
        };
        let has_candidates = |text: &Cow<[u8]>| first_word(text).len() == CANDIDATES;
        let may_be_nine = self.alphabet.custom().is_none() && self.sizes.contains(&Size::Nine);
        if may_be_nine && fields.iter().any(has_candidates) {
            return Some(Shape::Lines(Size::Nine, true));
        }
        let mut largest = self.sizes.iter().copied().rev();
        let size = largest.find(|&size| fields.iter().any(|it| self.is_puzzle(it, size, line)));
        Some(Shape::Lines(size.or_else(|| self.size_apart(line))?, false))
    }

    /// Returns true if a field of a line is certainly a puzzle of this size.
    fn is_puzzle(&self, text: &[u8], size: Size, line: &[u8]) -> bool {
        let repeats = |digit: u8| text.iter().filter(|&&byte| byte == digit).count() > 1;
        match size {
            Size::Nine => text.len() == size.cells(),
            _ if has_blank_cells(text, size) => {
                let mut symbols = Vec::new();
                let sought = Sought::new(size, self.alphabet);
                sought.read_apart(&Glance::of(text), &mut symbols).is_some()
                    && self.shows(&symbols, size)
            }
            _ if !is_grid(text, size, self.alphabet) || self.is_ruler(&Glance::of(line)) => false,
            // No row of a 16×16 puzzle repeats a digit.
            Size::Four if self.has_either() => {
                text.len() < alone(line).len() || (b'1'..=b'4').any(repeats)
            }
            _ => self.shows(text, size),
        }
    }

    /// The size of a puzzle whose cells stand apart in one of several fields of a line.
    fn size_apart(&self, line: &[u8]) -> Option<Size> {
        let divides = |separator: &u8| {
            let mut fields = delimited(line, *separator).filter(|field| !field.is_empty());
            line.contains(separator)
                && may_have_long_field(line, |byte| byte == *separator)
                && fields.nth(1).is_some()
        };
        let separators = SEPARATORS.into_iter().filter(divides);
        // Short fields are far more, and not worth a look inside.
        let long = separators.flat_map(|it| whole(line, it)).filter(is_long);
        let mut long = long.map(|field| inner(line, field)).filter(is_long);
        long.find_map(|field| {
            let mut symbols = Vec::new();
            let sizes = self.sizes.iter().copied();
            let size = text::size(&line[field], sizes, self.alphabet, &mut symbols)?;
            self.shows(&symbols, size).then_some(size)
        })
    }
}

/// Returns true for a field that is long enough for a puzzle.
fn is_long(field: &Range<usize>) -> bool {
    field.len() >= FEWEST_SYMBOLS
}

/// Returns false only if none of a line's fields, which are so divided, [is long](is_long). What divides
/// fields may also stand inside quotes. Far faster than to find the fields.
fn may_have_long_field(line: &[u8], divides: impl Fn(u8) -> bool) -> bool {
    let has_quotes = || memchr::memchr2(b'"', b'\'', line).is_some();
    line.split(|&byte| divides(byte)).any(|field| field.len() >= FEWEST_SYMBOLS) || has_quotes()
}

/// Rows below each other that are read in one way: a grid that is begun, or more of them.
struct Begun<'a> {
    /// The way, and its index in [`Expected::ways`].
    rows: &'a Rows,
    way: usize,
    /// The offset of the first row.
    at: usize,
    /// The number of rows.
    count: usize,
    /// The symbols of the last rows, of at most as many as a grid has: the first of all may be what is left of a
    /// damaged one.
    symbols: Vec<u8>,
    /// True once these were a whole grid.
    is_whole: bool,
    /// True if each row may also be a 4×4 puzzle.
    are_four: bool,
}

impl<'a> Begun<'a> {
    fn new(expected: &'a Expected, way: usize, at: usize) -> Self {
        let rows = &expected.ways[way];
        Self { rows, way, at, count: 0, symbols: Vec::new(), is_whole: false, are_four: true }
    }

    /// Adds a row: a line with these symbols.
    fn push(&mut self, line: &[u8], symbols: &[u8], expected: &Expected) {
        let rows = self.rows;
        self.count += 1;
        self.are_four = self.are_four && expected.may_be_four(rows, line);
        self.symbols.extend_from_slice(symbols);
        if self.count > rows.height() {
            // A cell with candidates has several symbols.
            self.symbols.drain(..symbols.len());
        }
        // Nothing but empty cells may be anything.
        self.is_whole = self.is_whole
            || self.count >= rows.height()
                && self.symbols.iter().any(|symbol| !BLANKS.contains(symbol))
                && expected.shows(&self.symbols, rows.size)
                && (rows.style != DASHES || are_empty(&self.symbols, rows));
    }

    /// Returns true for a whole grid. Nothing but their number shows that single numbers are one: a number more
    /// would show that they are none. At the end of a sample that is cut, more of them follow.
    fn is_grid(&self, is_ended: bool, is_cut: bool) -> bool {
        let is_single = self.rows.width() == 1;
        let are_grids = || is_cut || self.count.is_multiple_of(self.rows.height());
        self.is_whole && (!is_single || is_ended && are_grids())
    }

    /// Returns true for rows that are a damaged grid if they are none: any two, unless they are single numbers.
    fn are_damaged(&self, expected: &Expected) -> bool {
        let rows = self.rows;
        let are_rows = self.count > 1 && rows.width() > 1 && rows.style != DASHES;
        self.are_four || are_rows && expected.shows(&self.symbols, rows.size)
    }

    /// The number of cells in all rows.
    fn cells(&self) -> usize {
        self.count * self.rows.width()
    }

    /// The shape, and the offset at which it is clear.
    fn shape(&self) -> (Shape, usize) {
        // A whole 16×16 grid would contain larger digits.
        let shape = match self.are_four {
            true => Shape::Lines(Size::Four, false),
            false => Shape::Grids(self.rows.size, self.rows.style),
        };
        (shape, self.at)
    }
}

/// Returns true if lines of dashes among these rows are empty ones: if another row has a dash for an empty
/// cell, or there are none.
fn are_empty(symbols: &[u8], rows: &Rows) -> bool {
    let is_line = |row: &&[u8]| row.iter().all(|symbol| *symbol == b'-');
    let (lines, others): (Vec<_>, Vec<_>) = symbols.chunks(rows.width()).partition(is_line);
    lines.is_empty() || others.concat().contains(&b'-')
}

/// The lines of a sample that were examined, and what they have shown.
struct Scan<'a> {
    expected: &'a Expected,
    how: &'a ReadOptions,
    rows: TableRows<'a>,
    /// The grids that are begun, one for each way to read the rows above.
    begun: Vec<Begun<'a>>,
    /// The most cells in rows below each other that are no whole grid.
    damaged: Option<Begun<'a>>,
    /// The number of rows in all of them, in any way to read them.
    damaged_rows: usize,
    /// The number of lines.
    lines: usize,
    /// True below a line that may be a header: empty fields are no cells there.
    is_table: bool,
    /// Set once a line had as many fields as a puzzle has cells: whether they may be arrays.
    may_be_arrays: Option<bool>,
    has_comments: bool,
}

impl<'a> Scan<'a> {
    fn new(
        sample: &'a Sample<'a>,
        how: &'a ReadOptions,
        expected: &'a Expected,
        comment: Option<u8>,
    ) -> Self {
        Self {
            expected,
            how,
            rows: TableRows { sample, at: 0, comment, separator: None },
            begun: Vec::new(),
            damaged: None,
            damaged_rows: 0,
            lines: 0,
            is_table: false,
            may_be_arrays: None,
            has_comments: sample.above(comment) > sample.blank,
        }
    }

    /// Examines line after line until the shape is clear. Returns the offset at which it is, too.
    fn find(&mut self) -> Option<(Shape, usize)> {
        while !self.is_damaged()
            && let Some(line) = self.rows.next_line()
        {
            self.lines += 1;
            let skipped = skip(line, None, self.rows.comment);
            self.has_comments |= skipped == Some(Skip::Comment);
            let is_content = skipped.is_none() || line.contains(&b'\t');
            // A line that is too long is no puzzle, and no row.
            let found = match is_content && line.len() <= MAX_LINE {
                true => self.content(line),
                false => self.row(&Glance::of(line), &[], is_content),
            };
            if found.is_some() {
                return found;
            }
        }
        let is_cut = self.is_damaged() || !self.rows.sample.is_whole;
        let ended = mem::take(&mut self.begun);
        let whole = self.whole(&ended, is_cut);
        ended.into_iter().for_each(|it| self.end(it));
        whole.or_else(|| Some(self.damaged.as_ref()?.shape()))
    }

    /// Returns true if so many rows are no whole grid, and half of the lines, that no other drawing is meant. In
    /// other texts some lines are rows by chance.
    fn is_damaged(&self) -> bool {
        self.damaged_rows >= SAMPLE && are_half(self.damaged_rows, self.lines)
    }

    /// Examines a line that is neither blank nor a comment.
    fn content(&mut self, line: &'a [u8]) -> Option<(Shape, usize)> {
        let expected = self.expected;
        let glance = Glance::of(line);
        if is_rest_of_object(line, self.rows) {
            return self.row(&glance, &[], true);
        }
        let end = self.rows.at;
        let object = object(line, self.how);
        if object.is_none()
            && self.may_be_arrays.is_none()
            && let Some(separator) = cell_columns::separator(line, self.how)
        {
            match cell_columns::find(self.rows.sample, self.how, separator) {
                Found::Cells(table) => return Some((Shape::Cells(table), end)),
                found => self.may_be_arrays = Some(matches!(found, Found::Arrays)),
            }
        }
        if let Some(shape) = expected.of_line(line, object.as_ref()) {
            return Some((shape, end));
        }
        if matches!(object, Some(Ok(_))) {
            return self.row(&glance, &[], true);
        }
        let may_be_arrays = self.may_be_arrays != Some(false);
        let ways = expected.ways_of(&glance, self.is_table, may_be_arrays);
        let whole = expected.whole(&ways).or_else(|| {
            let row = glance.before_separator()?;
            expected.whole(&expected.ways_of(&row, self.is_table, may_be_arrays))
        });
        match whole {
            Some(rows) => Some((Shape::Grids(rows.size, rows.style), end - line.len())),
            None => self.row(&glance, &ways, true),
        }
    }

    /// Adds a line that may be read as a row in these ways.
    fn row(&mut self, glance: &Glance, ways: &[Row], is_content: bool) -> Option<(Shape, usize)> {
        let expected = self.expected;
        let line = glance.line;
        let is_ruler = is_content && expected.is_ruler(glance);
        self.is_table =
            self.is_table || is_content && ways.is_empty() && !is_ruler && self.may_be_header(line);
        let is_blank = !is_content && line.trim_ascii().is_empty();
        // Bands may have blank lines between them.
        let are_bands = |it: &Begun| it.count.is_multiple_of(it.rows.band());
        let is_row = |it: &Begun| ways.iter().any(|row| row.way == it.way);
        let goes_on = |it: &Begun| is_row(it) || is_ruler || is_blank && are_bands(it);
        let begun = mem::take(&mut self.begun);
        let (open, ended): (Vec<_>, Vec<_>) = begun.into_iter().partition(goes_on);
        self.begun = open;
        for row in ways.iter().filter(|row| !row.rows.are_whole()) {
            let open = self.begun.iter().position(|it| it.way == row.way).unwrap_or_else(|| {
                self.begun.push(Begun::new(expected, row.way, self.rows.at - line.len()));
                self.begun.len() - 1
            });
            self.begun[open].push(line, &row.symbols, expected);
        }
        let whole = self.whole(&ended, false);
        ended.into_iter().for_each(|it| self.end(it));
        whole
    }

    /// The shape of the first grid that is complete, among those that are begun and those that have ended.
    fn whole(&self, ended: &[Begun], is_cut: bool) -> Option<(Shape, usize)> {
        let ended = ended.iter().filter(|it| it.is_grid(true, is_cut));
        let open = self.begun.iter().filter(|it| it.is_grid(false, is_cut));
        // `1 2 3 4  5 6 7 8 …` may be a row of 4×4 with text behind it, too: what reads more of each line is meant.
        let is_part = |it: &&Begun| {
            let reads_more = |other: &Begun| other.rows.width() > it.rows.width();
            self.begun.iter().any(|other| other.at <= it.at && reads_more(other))
        };
        let first = ended.chain(open).filter(|it| !is_part(it)).min_by_key(|it| it.way);
        first.map(Begun::shape)
    }

    /// Takes in rows that have ended without a whole grid.
    fn end(&mut self, rows: Begun<'a>) {
        if !rows.are_damaged(self.expected) {
            return;
        }
        self.damaged_rows += rows.count;
        let order = |it: &Begun| (it.cells(), Reverse(it.at));
        if self.damaged.as_ref().is_none_or(|it| order(&rows) > order(it)) {
            self.damaged = Some(rows);
        }
    }

    /// Returns true for a line with separators that may name columns. Above a grid, too, a spreadsheet names its
    /// separator, and Markdown has names and a rule.
    fn may_be_header(&self, line: &[u8]) -> bool {
        line.iter().any(|byte| SEPARATORS.contains(byte))
            && named_separator(line).is_none()
            && !self.rows.clone().next().is_some_and(is_rule_of_markdown)
    }
}

/// A line without the quotes around all of it, as in source code: `"1...............",`.
fn alone(line: &[u8]) -> &[u8] {
    let line = line.trim_ascii();
    match in_quotes(line) {
        Some(quoted) if quoted.start == 1 => &line[quoted],
        _ => line,
    }
}

/// Returns true if a digit stands twice among these symbols, as in a row it never does.
fn repeats_digit(symbols: &[u8]) -> bool {
    let count = |digit: u8| symbols.iter().filter(|&&symbol| symbol == digit).count();
    (b'1'..=b'4').any(|digit| count(digit) > 1)
}

/// Returns true if a line is the four rows of an array, not 16 values in a row of 16×16: if it has
/// at least four parts, in brackets or separated by semicolons or slashes.
fn has_parts(line: &[u8]) -> bool {
    let count = |signs: &[u8]| line.iter().filter(|byte| signs.contains(byte)).count();
    count(b"[{(") >= Order2::SIDE || [3, 4].contains(&count(b";")) || count(b"/") == 3
}
