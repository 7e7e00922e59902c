//! Detects from the first lines whether puzzles are lines or grids, and their size.

use super::{
    super::{
        cells,
        fields::{SEPARATORS, delimited, inner, named_separator, value_at, values, whole, words},
        grids::{Glance, RowStyle, Rows, in_quotes, is_ruler},
        layout::ReadOptions,
        lines::{
            COMMENT, MAX_LINE, Skip, skip,
            symbols::{first_word, has_blank_cells, is_grid, is_separator},
        },
        list,
        sample::{Sample, TableRows},
    },
    cell_columns::{self, CellTable, Found},
    header::{is_rest_of_object, is_rule_of_markdown},
};
use crate::sizes::{detected, shows};
use std::{borrow::Cow, ops::Range};
use sudomill_puzzle::grid::{Alphabet, Order, Order2, Order3, Order4, Size};

/// The length of a 9×9 puzzle given by candidates.
pub(super) const CANDIDATES: usize = Order3::CELLS * Order3::SIDE;

/// The arrangement of the puzzles of an input.
#[derive(Debug)]
pub(super) enum Shape {
    /// A puzzle per line; true if they are given by candidates.
    Lines(Size, bool),
    /// A puzzle per line, with a column for each cell.
    Cells(Box<CellTable>),
    /// Grids; the first array of numbers is at this offset.
    Grids(Size, RowStyle, usize),
}

/// What the first lines of an input show.
#[derive(Debug)]
pub(super) struct Shown {
    /// The shape, which is assumed if no line decides it.
    pub shape: Shape,
    /// The offset at which the shape is clear; `None` if it is assumed.
    pub at: Option<usize>,
    /// True if the first puzzle or row is an item of a list.
    pub is_list: bool,
}

/// Detects the shape: the first line that is certainly a puzzle decides, or two rows of grids one
/// after the other, or the columns of a table with a cell in each.
pub(super) fn shape(sample: &Sample, how: &ReadOptions) -> Shown {
    let comment = how.comment.or(Some(COMMENT));
    let mut expected = Expected::new(how);
    expected.note_list(sample, comment);
    let mut scan = Scan::new(sample, how, &expected, comment);
    let mut found = scan.find();
    // Records may begin like comments.
    if found.is_none() && how.comment.is_none() && scan.has_comments && !sample.is_short() {
        scan = Scan::new(sample, how, &expected, None);
        found = scan.find();
    }
    Shown {
        at: found.is_some().then(|| scan.decided_at()),
        shape: found.unwrap_or_else(|| Shape::Lines(scan.assumed_size(), false)),
        is_list: expected.has_lists(),
    }
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

/// What a text may hold.
struct Expected {
    alphabet: Alphabet,
    sizes: Vec<Size>,
    /// The ways to read a line as a row of a grid; of several that fit, the first is meant.
    ways: Vec<Rows>,
}

impl Expected {
    fn new(how: &ReadOptions) -> Self {
        let alphabet = how.symbols.map_or(Alphabet::FromOne, Alphabet::Custom);
        let size = how.known_size();
        let sizes: Vec<_> = detected(size).collect();
        let symbols = RowStyle::Symbols { dashes: false };
        // `1 2 3 4  5 6 7 8 …` may also be a row of 4×4 with text behind it: the larger one is meant.
        let rows = sizes.iter().rev().map(|size| Rows::new(*size, alphabet, symbols));
        let mut ways: Vec<_> = rows.collect();
        let mut add = |style: &dyn Fn(Size) -> Option<RowStyle>| {
            let rows = |&size: &Size| Some(Rows::new(size, alphabet, style(size)?));
            ways.extend(sizes.iter().filter_map(rows));
        };
        let numbers = |height| Some(RowStyle::Numbers { height });
        if how.symbols.is_none() {
            add(&|size| (size == Size::Nine).then_some(RowStyle::Candidates));
            // What also fits bars between numbers is that: `|2 |` may be both.
            add(&|_| Some(RowStyle::Blanks { box_width: 0 }));
        }
        add(&|size| numbers(size.side()));
        // Single numbers are a puzzle if they are as many as one has cells: a weak sign.
        let are_enough = |it: Size| it > Size::Four && (size.is_some() || it.order().is_some());
        add(&|size| numbers(size.cells()).filter(|_| are_enough(size)));
        add(&|_| numbers(1));
        Self { alphabet, sizes, ways }
    }

    /// Reads lines as items of a list if the first puzzle or row is one. As a dash may be an empty cell,
    /// the item is in quotes or brackets or a whole puzzle, or it takes two that are rows without their
    /// dashes only.
    fn note_list(&mut self, sample: &Sample, comment: Option<u8>) {
        let ways_of = |line: &[u8]| self.ways_of(&self.glance(line), false, true);
        let is_row = |line: &[u8]| ways_of(line) != 0;
        let is_puzzle = |text: &[u8]| self.sizes.iter().any(|&it| is_grid(text, it, self.alphabet));
        let is_certain = |line: &[u8]| {
            list::item(line).is_some_and(|item| {
                let text = &line[item.clone()];
                is_puzzle(text) || list::is_enclosed(line, &item) && is_row(text)
            })
        };
        // Nine cells and a dash are a row of 10×10, too, which is a weak sign.
        let is_certain_row =
            |line: &[u8]| self.of(ways_of(line)).any(|(_, rows)| !self.are_doubtful(rows));
        let is_likely = |line: &[u8]| {
            list::item(line).is_some_and(|it| is_row(&line[it])) && !is_certain_row(line)
        };
        let mut lines = TableRows { sample, at: 0, comment, separator: None };
        let has_lists = lines.find(|line| !list::is_key(line)).is_some_and(|line| {
            is_certain(line) || is_likely(line) && lines.next().is_some_and(is_likely)
        });
        self.ways.iter_mut().for_each(|rows| rows.is_list = has_lists);
    }

    fn has_lists(&self) -> bool {
        self.ways[0].is_list
    }

    fn is_custom(&self) -> bool {
        self.alphabet.custom().is_some()
    }

    /// The size, if it is known.
    fn known(&self) -> Option<Size> {
        if let [size] = self.sizes[..] { Some(size) } else { None }
    }

    /// Returns true if rows alone do not show that they are a grid: it takes a whole one.
    fn are_doubtful(&self, rows: &Rows) -> bool {
        self.known().is_none() && rows.size.order().is_none()
    }

    /// Returns true if the symbols of a whole puzzle show its size.
    fn shows(&self, symbols: &[u8], size: Size) -> bool {
        shows(symbols, size, self.known(), self.alphabet)
    }

    /// Returns true if a line that holds a whole array shows its size.
    fn is_shown_by(&self, rows: &Rows, glance: &Glance) -> bool {
        let mut symbols = Vec::new();
        rows.read(glance, &mut symbols);
        self.shows(&symbols, rows.size)
    }

    /// The ways of these bits, by their index.
    fn of(&self, ways: u64) -> impl Iterator<Item = (usize, &Rows)> {
        // Most lines are no rows.
        let end = (u64::BITS - ways.leading_zeros()) as usize;
        let all = self.ways[..end].iter().enumerate();
        all.filter(move |(index, _)| ways >> index & 1 == 1)
    }

    fn is_ruler(&self, glance: &Glance) -> bool {
        // The way with a symbol for each cell of the smallest size, as short rulers may be rows of it.
        let rows = &self.ways[self.sizes.len() - 1];
        let is_row = || rows.may_be_row(glance) && rows.is_row(glance);
        // Most lines are ruled out by their first character.
        is_ruler(glance.line) && !(self.has_lists() && list::is_key(glance.line)) && !is_row()
    }

    /// Returns true if 16 symbols may be a 4×4 puzzle or a row of a 16×16 one.
    fn has_either(&self) -> bool {
        let has = |size| self.sizes.contains(&size);
        !self.is_custom() && has(Size::Four) && has(Size::Sixteen)
    }

    /// Returns true for the symbols of a 4×4 puzzle, which may also be a row of a 16×16 one.
    fn may_be_either(&self, line: &[u8]) -> bool {
        self.has_either() && is_grid(alone(line), Size::Four, self.alphabet)
    }

    fn glance<'t>(&self, line: &'t [u8]) -> Glance<'t> {
        self.ways[0].glance(line)
    }

    /// The first of these ways in which a line is a whole puzzle.
    fn whole(&self, glance: &Glance, ways: u64) -> Option<&Rows> {
        let is_puzzle = |rows: &&Rows| {
            rows.are_whole() && self.is_shown_by(rows, glance) && !are_all_candidates(rows, glance)
        };
        self.of(ways).map(|way| way.1).find(is_puzzle)
    }

    /// A bit for each way to read a line as a row.
    fn ways_of(&self, glance: &Glance, is_table: bool, may_be_arrays: bool) -> u64 {
        let line = glance.line;
        // Rows do not begin like comments.
        if line.trim_ascii_start().first() == Some(&COMMENT) {
            return 0;
        }
        // Sixteen numbers may also be a row of a 16×16 puzzle, unless the size is known, or one repeats.
        let is_whole = |rows: &Rows| {
            rows.size > Size::Four
                || self.sizes == [Size::Four]
                || has_parts(line)
                || repeats_digit(rows, glance)
        };
        let is_row = |rows: &Rows| {
            (!rows.are_whole() || may_be_arrays && is_whole(rows))
                && rows.may_be_row(glance)
                && rows.is_shown_by(glance)
                && !(is_table && rows.has_empty_field(glance))
        };
        self.ways.iter().enumerate().map(|(index, rows)| u64::from(is_row(rows)) << index).sum()
    }

    /// A bit for each way in which a line of dashes would be a row of empty cells.
    fn dashed_ways(&self, glance: &Glance) -> u64 {
        let is_row = |rows: &Rows| rows.may_be_row(glance) && rows.is_dashed(glance);
        let has_dash = glance.line.contains(&b'-');
        // The first ways are those with a symbol for each cell; in others, a line of dashes is a ruler.
        let ways = self.ways.iter().take(self.sizes.len() * usize::from(has_dash)).enumerate();
        ways.map(|(index, rows)| u64::from(is_row(rows)) << index).sum()
    }

    /// The shape that a line shows if it certainly holds a puzzle: 81 characters; as many symbols as
    /// another size has cells, of which 16 need other words beside them, and those of boxes that are
    /// not square must be a puzzle; 729 characters; or cells that stand apart in one of several
    /// fields.
    fn of_line(&self, line: &[u8], object: Option<&Result<Values, ()>>) -> Option<Shape> {
        let fields: Vec<Cow<[u8]>> = match object {
            Some(values) => {
                let values = values.as_ref().ok()?.iter().map(|value| value.1.clone());
                let plain = |value| cells::plain(&line[value], true, self.alphabet);
                values.filter(is_long).map(plain).collect()
            }
            None => {
                let may_have_long = may_have_long_field(line, is_separator);
                let long = may_have_long.then(|| words(line).filter(is_long)).into_iter().flatten();
                long.map(|field| cells::unsigned(&line[field])).collect()
            }
        };
        let has_candidates = |text: &Cow<[u8]>| first_word(text).len() == CANDIDATES;
        let may_be_nine = !self.is_custom() && self.sizes.contains(&Size::Nine);
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
                cells::read(text, size, self.alphabet, &mut symbols).is_some()
                    && self.shows(&symbols, size)
            }
            _ if !is_grid(text, size, self.alphabet) || self.is_ruler(&self.glance(line)) => false,
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
            let size = cells::size(&line[field], sizes, self.alphabet, &mut symbols)?;
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

/// Rows that stand one after the other, and could all be read in the same ways.
#[derive(Default)]
struct RowRun {
    /// A bit for each of these ways, by their index in [`Expected::ways`].
    ways: u64,
    count: usize,
    /// The number of rows if lines of dashes are some, too.
    lines: usize,
    /// The bits of the doubtful ways in which some of the rows are a whole puzzle.
    shown: u64,
    /// The symbols of the last rows, if the way is doubtful, by its index: if lines of dashes among them are
    /// rulers, and if they are rows of empty cells.
    symbols: [Vec<Vec<u8>>; 2],
    /// The offset of the first row.
    at: usize,
}

impl RowRun {
    /// Adds a row that could be read in these ways; a line of dashes may be a ruler, too.
    fn push(&mut self, glance: &Glance, ways: u64, is_dashed: bool, expected: &Expected) {
        let ways = if self.count == 0 { ways } else { self.ways & ways };
        // A line of dashes that is a ruler must not rule out how the rows around it are read.
        if self.count == 0 || !is_dashed {
            self.ways = ways;
        }
        self.count += usize::from(!is_dashed);
        self.lines += usize::from(ways != 0);
        let doubtful = |(_, rows): &(usize, &Rows)| expected.are_doubtful(rows);
        for (index, rows) in expected.of(ways).filter(doubtful) {
            let mut row = Vec::new();
            rows.read(glance, &mut row);
            for all in &mut self.symbols[usize::from(is_dashed)..] {
                all.resize(expected.ways.len(), Vec::new());
                let symbols = &mut all[index];
                symbols.extend(&row);
                // The first of them may be what is left of a damaged grid.
                if symbols.len() >= rows.size.cells() {
                    let is_shown = are_empty(symbols, rows) && expected.shows(symbols, rows.size);
                    self.shown |= u64::from(is_shown) << index;
                    symbols.drain(..rows.width());
                }
            }
        }
    }

    /// Returns true if these rows are a grid if they are read in this way.
    fn are_grid(&self, expected: &Expected, index: usize, rows: &Rows) -> bool {
        self.shown >> index & 1 == 1 || !expected.are_doubtful(rows)
    }

    /// The shape of these rows if they end here, or if more of them follow behind the sample: two
    /// rows are a grid, but of single numbers it takes as many as a grid has cells.
    fn ended(&self, expected: &Expected, is_end: bool) -> Option<Shape> {
        // Nothing but their number shows that single numbers are grids.
        let is_enough = |rows: &Rows| match rows.width() {
            1 if !is_end => self.count >= rows.height(),
            1 => self.count.is_multiple_of(rows.height()),
            _ => self.count > 1,
        };
        let ways = expected.of(self.ways);
        let grids = ways.filter(|&(index, rows)| self.are_grid(expected, index, rows));
        let rows = grids.map(|(_, rows)| rows).find(|rows| is_enough(rows))?;
        Some(Shape::Grids(rows.size, rows.style, 0))
    }

    /// The shape of these rows if further ones cannot change it.
    fn decided(&self, expected: &Expected) -> Option<Shape> {
        let (index, first) = expected.of(self.ways).next()?;
        // After a grid of single numbers, a number more would show that it is none.
        if !self.are_grid(expected, index, first) || first.width() == 1 {
            return None;
        }
        let is_clear = self.ways.count_ones() == 1 || self.count >= first.size.side();
        self.ended(expected, true).filter(|_| is_clear)
    }

    /// Returns true if these rows are complete bands.
    fn may_have_gap(&self, expected: &Expected) -> bool {
        let are_bands = |rows: &Rows| {
            [self.count, self.lines].iter().any(|it| *it > 0 && it.is_multiple_of(rows.band()))
        };
        expected.of(self.ways).any(|(_, rows)| are_bands(rows))
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
    run: RowRun,
    /// The number of lines that are a 4×4 puzzle or a row of 16×16.
    either: usize,
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
            run: RowRun::default(),
            either: 0,
            is_table: false,
            may_be_arrays: None,
            has_comments: sample.above(comment) > sample.blank,
        }
    }

    /// Examines line after line until the shape is clear.
    fn find(&mut self) -> Option<Shape> {
        while let Some(line) = self.rows.next_line() {
            let skipped = skip(line, None, self.rows.comment);
            self.has_comments |= skipped == Some(Skip::Comment);
            let is_content = skipped.is_none() || line.contains(&b'\t');
            // A line that is too long is no puzzle, and no row.
            let found = match is_content && line.len() <= MAX_LINE {
                true => self.content(line),
                false => self.row(&self.expected.glance(line), 0, is_content),
            };
            if found.is_some() {
                return found;
            }
        }
        let sample = self.rows.sample;
        sample.end();
        self.run.ended(self.expected, sample.is_whole)
    }

    /// The offset at which the shape became clear: of the first of the rows that show it, or behind the
    /// line that does.
    fn decided_at(&self) -> usize {
        if self.run.count > 1 { self.run.at } else { self.rows.at }
    }

    /// The size of puzzles that nothing shows.
    fn assumed_size(&self) -> Size {
        match self.either {
            0 => self.expected.known().unwrap_or_default(),
            _ => Size::Four,
        }
    }

    /// Examines a line that is neither blank nor a comment.
    fn content(&mut self, line: &[u8]) -> Option<Shape> {
        if is_rest_of_object(line, self.rows) {
            return self.row(&self.expected.glance(line), 0, true);
        }
        let object = object(line, self.how);
        if object.is_none()
            && self.may_be_arrays.is_none()
            && let Some(separator) = cell_columns::separator(line, self.how)
        {
            match cell_columns::find(self.rows.sample, self.how, separator) {
                Found::Cells(table) => return Some(Shape::Cells(table)),
                found => self.may_be_arrays = Some(matches!(found, Found::Arrays)),
            }
        }
        if let Some(shape) = self.expected.of_line(line, object.as_ref()) {
            return Some(if self.either > 0 { Shape::Lines(Size::Four, false) } else { shape });
        }
        if matches!(object, Some(Ok(_))) {
            return self.row(&self.expected.glance(line), 0, true);
        }
        let may_be_arrays = self.may_be_arrays != Some(false);
        let glance = self.expected.glance(line);
        let ways = self.expected.ways_of(&glance, self.is_table, may_be_arrays);
        let whole = self.expected.whole(&glance, ways).or_else(|| {
            let row = glance.before_separator()?;
            let ways = self.expected.ways_of(&row, self.is_table, may_be_arrays);
            self.expected.whole(&row, ways)
        });
        if let Some(rows) = whole {
            return Some(Shape::Grids(rows.size, rows.style, self.rows.at - line.len()));
        }
        if self.expected.may_be_either(line) {
            self.either += 1;
            // A whole 16×16 grid would contain larger digits.
            let is_four = self.either == Order4::SIDE;
            return is_four.then_some(Shape::Lines(Size::Four, false));
        }
        self.row(&glance, ways, true)
    }

    /// Adds a line that may be read as a row in these ways.
    fn row(&mut self, glance: &Glance, ways: u64, is_content: bool) -> Option<Shape> {
        let Self { expected, run, is_table, .. } = self;
        let line = glance.line;
        let dashed = if is_content && ways == 0 { expected.dashed_ways(glance) } else { 0 };
        let continues = match is_content {
            true => ways == 0 && (dashed != 0 || expected.is_ruler(glance)),
            false => line.trim_ascii().is_empty() && run.may_have_gap(expected),
        };
        let has_separator = || line.iter().any(|byte| SEPARATORS.contains(byte));
        // Above a grid, too, a spreadsheet names its separator, and Markdown has names and a rule.
        let is_above_grid = || {
            named_separator(line).is_some()
                || self.rows.clone().next().is_some_and(is_rule_of_markdown)
        };
        *is_table = *is_table
            || is_content && ways == 0 && !continues && has_separator() && !is_above_grid();
        if ways & run.ways == 0 && !continues {
            if let Some(shape) = run.ended(expected, true) {
                return Some(shape);
            }
            *run = RowRun::default();
        }
        if run.count == 0 {
            run.at = self.rows.at - line.len();
        }
        if ways | dashed != 0 {
            run.push(glance, ways | dashed, ways == 0, expected);
        }
        run.decided(expected)
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

/// Returns true if the symbols of a line are `123456789` nine times: a row of cells in which every digit is
/// left. In a puzzle of such rows, every column would repeat a digit.
fn are_all_candidates(rows: &Rows, glance: &Glance) -> bool {
    let mut symbols = Vec::new();
    rows.read(glance, &mut symbols);
    symbols == b"123456789".repeat(9)
}

/// Returns true if a line has a digit twice, as a row never has.
fn repeats_digit(rows: &Rows, glance: &Glance) -> bool {
    let mut symbols = Vec::new();
    rows.read(glance, &mut symbols);
    let count = |digit: u8| symbols.iter().filter(|&&symbol| symbol == digit).count();
    (b'1'..=b'4').any(|digit| count(digit) > 1)
}

/// Returns true if a line is the four rows of an array, not 16 values in a row of 16×16: if it has
/// at least four parts, in brackets or separated by semicolons or slashes.
fn has_parts(line: &[u8]) -> bool {
    let count = |signs: &[u8]| line.iter().filter(|byte| signs.contains(byte)).count();
    count(b"[{(") >= Order2::SIDE || [3, 4].contains(&count(b";")) || count(b"/") == 3
}
