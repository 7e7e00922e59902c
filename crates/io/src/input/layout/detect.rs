//! Detects the format of an input from its first bytes: one pass over a sample of lines, which is
//! repeated with more lines while the sample is too short.

use super::{
    Layout,
    shape::{DetectedShape, Row, Shape, are_separated, is_candidates_like, numbers, shape},
};
use crate::input::{
    Open,
    answers::AnswerFormat,
    format::{FORMATS, Piece},
    grids::{GridText, LineKind, NumberRows, RowFormat, UnfoldedGrids},
    lines::{
        COMMENT, Lines, Notation, Preamble, Skip,
        line_end::last_line_end,
        symbols::{first_word, is_grid, symbol_values as symbols},
        without_bom,
    },
    table::{
        Column, Role, Sample, Search, Table, TableStart, beside, cell_columns, elsewhere,
        first_record, is_array, recheck_header, spread_below, spread_size, survey,
    },
};
use std::{cell::OnceCell, sync::Arc};
use sudomill_core::{
    by_size::{Parsed, parse_line},
    error::NoColumn,
    grid::{Alphabet, Size},
};

/// Bytes that are examined. If they show nothing, the input is assumed to be lines of 9×9 without a
/// header.
const PREFIX: usize = 1 << 20;

impl Layout {
    /// Detects the layout from the first bytes of an input; `None` if more bytes are needed. `last`
    /// means that no more will come.
    ///
    /// # Errors
    /// The column does not exist.
    pub(in crate::input) fn detect(
        prefix: &[u8],
        last: bool,
        how: &Open,
    ) -> Option<Result<Self, NoColumn>> {
        let (sample, mark) = sample(prefix, last);
        let layout = Self::shown_by(&sample, mark, how);
        (!sample.is_short()).then_some(layout)
    }

    /// The layout that a sample shows, as far as it goes; `mark` is the length of the byte-order
    /// mark before it.
    fn shown_by(sample: &Sample, mark: usize, how: &Open) -> Result<Self, NoColumn> {
        let (form, table) = (OnceCell::new(), OnceCell::new());
        let start = Start { sample, mark, how, form, table };
        let found = FORMATS.iter().find_map(|&format| Some((format, format.detect(&start)?)));
        match found {
            Some((format, Ok(layout))) => Ok(Self { format, ..layout }),
            Some((_, Err(Refusal::Again(how)))) => Self::shown_by(sample, mark, &how),
            Some((_, Err(Refusal::NoColumn(missing)))) => Err(missing),
            None => Ok(Self::of_lines(Size::default(), Alphabet::default())),
        }
    }

    /// Finds the column of solutions next to the puzzles: `Ok(None)` if there is none, an error if
    /// the given column does not exist, `None` if more bytes are needed.
    pub(in crate::input) fn beside(
        &self,
        prefix: &[u8],
        last: bool,
        column: Option<&Column>,
    ) -> Option<Result<Option<AnswerFormat>, NoColumn>> {
        if self.shape == Shape::Grids || self.table.cells.is_some() {
            return Some(column.map_or(Ok(None), |column| Err(column.of_grids())));
        }
        let (sample, mark) = sample(prefix, last);
        let rows = self.preamble.map_or(0, |preamble| preamble.rows as usize - mark);
        let comment = self.table.comment.or(Some(COMMENT));
        let head = TableStart { rows, comment, ..TableStart::default() };
        let (side, symbols) = (self.size.side(), symbols(self.size, self.alphabet));
        let role = Role::Solutions;
        let (sample, head, symbols) = (&sample, &head, &symbols);
        let search = Search { sample, head, role, column, side, candidates: false, symbols };
        let found = beside(&self.table, &search);
        let found = found.map(|table| Some(AnswerFormat::new(&table?, sample.text)));
        (!sample.is_short()).then_some(found)
    }

    /// Detects the layout of lines in memory, as for a file with the same lines. Reads only as many
    /// lines as needed.
    pub(crate) fn of_rows<'a>(mut rows: impl Iterator<Item = &'a [u8]>) -> Self {
        let mut text = Vec::new();
        let mut target = 1 << 10;
        let layout = loop {
            while text.len() < target
                && let Some(row) = rows.next()
            {
                text.extend_from_slice(row);
                text.push(b'\n');
            }
            let last = text.len() < target;
            if let Some(Ok(layout)) = Self::detect(&text, last, &Open::default()) {
                break layout;
            }
            target *= 8;
        };
        Self { candidates: layout.candidates, ..Self::of_lines(layout.size, layout.alphabet) }
    }

    /// The alphabet of the first puzzle that determines one.
    fn alphabet_in(&self, text: &[u8]) -> Option<Alphabet> {
        if self.size <= Size::Nine {
            return Some(Alphabet::FromOne);
        }
        let Some(rows) = self.rows else {
            return self.table.rows(text).find_map(|(_, row)| {
                let text = self.table.plain(row)?;
                let is_puzzle = is_grid(&text, self.size, Alphabet::FromOne);
                is_puzzle.then(|| detect_alphabet(&text, self.size))?
            });
        };
        let piece = Piece { bytes: text, ..Piece::default() };
        let grids = UnfoldedGrids::read(&GridText::new(rows, self.preamble, &piece));
        grids.lines.iter().find_map(|line| match line.kind {
            LineKind::Grid(number) => {
                let (text, bad) = grids.grid(number);
                bad.is_none().then(|| detect_alphabet(text, self.size))?
            }
            LineKind::Skip(_) => None,
        })
    }
}

/// The layout of a text that a format has recognized, or why it has none.
pub(in crate::input) type Detection = Result<Layout, Refusal>;

/// The reason that a text has no layout.
#[derive(Clone, Debug)]
pub(in crate::input) enum Refusal {
    /// The column does not exist.
    NoColumn(NoColumn),
    /// The rows show that the text has to be read in another way, by any format.
    Again(Box<Open>),
}

/// The start of an input, from which formats recognize it. What several formats look for is looked
/// for once, when the first of them asks: a format that asks for nothing waits for no more lines.
pub(in crate::input) struct Start<'a> {
    pub sample: &'a Sample<'a>,
    pub how: &'a Open,
    /// The length of the byte-order mark before the sample.
    mark: usize,
    form: OnceCell<Form>,
    table: OnceCell<Result<(Table, Option<usize>), Refusal>>,
}

/// The form of the puzzles.
struct Form {
    how: Open,
    head: TableStart,
    /// The table, if each cell has its own column.
    cells: Option<Table>,
    shape: DetectedShape,
    /// The format of puzzles written as numbers, and the offset of the first one.
    numbers: Option<(usize, NumberRows)>,
}

impl Form {
    fn of(sample: &Sample, how: Open) -> Self {
        let (custom, text) = (how.symbols.as_ref(), sample.text);
        let head = TableStart::of(sample, &how);
        let cells = match custom {
            None if how.role == Role::Puzzles => cell_columns(sample, &head, &how),
            _ => None,
        };
        if let Some((table, true)) = &cells {
            let delimiter = table.separator();
            return Self::of(sample, Open { header: Some(true), delimiter, ..how });
        }
        let cells = cells.map(|(table, _)| table);
        let is_meant = |size: &Size| how.size.is_none_or(|wanted| wanted == *size);
        let spread = match &cells {
            Some(table) => table.cells.map(|cells| cells.size),
            None if custom.is_some() => None,
            None => spread_below(sample, &head).filter(is_meant),
        };
        let found_numbers = match custom.is_none() && spread.is_none() {
            true => numbers(text, &head, how.size),
            false => None,
        };
        // Examine only the lines before the numbers: the numbers may not be loaded completely yet.
        let before = found_numbers.map_or(text, |(at, ..)| &text[..at]);
        let form = match spread {
            Some(size) => Ok(DetectedShape::lines(size)),
            None => shape(before, &head, custom, how.size),
        };
        let (shape, numbers) = match (form, found_numbers) {
            (Ok(found), _) => (found, None),
            (Err(_), Some((at, size, rows))) => {
                let separated =
                    rows.height > 1 && sample.or_assume(are_separated(text, rows), false);
                let form = DetectedShape { shape: Shape::Grids, size, candidates: false };
                (form, Some((at, NumberRows { separated, ..rows })))
            }
            (Err(scan), None) => (sample.or_assume(None, scan.end()), None),
        };
        Self { how, head, cells, shape, numbers }
    }
}

impl Start<'_> {
    fn form(&self) -> &Form {
        self.form.get_or_init(|| Form::of(self.sample, self.how.clone()))
    }

    /// The layout of grids with one row per line, whose cells are numbers or else symbols; `None`
    /// for any other text.
    pub fn grids(&self, are_numbers: bool) -> Option<Detection> {
        let Form { how, shape, numbers, .. } = self.form();
        if shape.shape != Shape::Grids || numbers.is_some() != are_numbers {
            return None;
        }
        if let Some(column) = &how.column {
            return Some(Err(Refusal::NoColumn(column.of_grids())));
        }
        let first = numbers.filter(|(_, rows)| rows.height == 1).map(|(at, _)| at);
        Some(Ok(self.layout(Table::default(), first)))
    }

    /// The layout of lines with this kind of table; `None` for any other text.
    pub fn records(&self, is_meant: fn(&Table) -> bool) -> Option<Detection> {
        if self.form().shape.shape == Shape::Grids {
            return None;
        }
        match self.table.get_or_init(|| self.table()) {
            Err(refusal) => Some(Err(refusal.clone())),
            Ok((table, first)) => is_meant(table).then(|| Ok(self.layout(table.clone(), *first))),
        }
    }

    /// The table of lines, and the offset of the first record if only lines above it can be
    /// comments.
    fn table(&self) -> Result<(Table, Option<usize>), Refusal> {
        let (sample, Form { how, head, cells, shape, .. }) = (self.sample, self.form());
        let (role, column) = (how.role, how.column.as_ref());
        let (side, symbols) = (shape.size.side(), symbols(shape.size, alphabet(how)));
        let candidates = shape.candidates && role == Role::Puzzles;
        let search = Search { sample, head, role, column, side, candidates, symbols: &symbols };
        if let Some(table) = cells {
            return Ok((table.clone(), Some(first_record(table, &search))));
        }
        let mut table = survey(&search).map_err(|mut missing| {
            // The rows may reveal names that the first line alone does not.
            let any = Open { column: None, ..how.clone() };
            if let Ok(Layout { table, .. }) = Layout::shown_by(sample, self.mark, &any)
                && !table.columns().is_empty()
            {
                missing.names = table.columns().to_vec();
            }
            Refusal::NoColumn(missing)
        })?;
        if column.is_some() {
            table.elsewhere = elsewhere(&table, &search);
        }
        if let Some(guess) = recheck_header(&table, &search, how) {
            return Err(Refusal::Again(Box::new(guess)));
        }
        let has_first = table.has_records() && how.comment.is_none();
        let first = has_first.then(|| first_record(&table, &search));
        Ok((table, first))
    }

    /// The layout with this table, and the first record at this offset if it is known.
    fn layout(&self, mut table: Table, first: Option<usize>) -> Layout {
        let (sample, text, Form { how, head, numbers, .. }) =
            (self.sample, self.sample.text, self.form());
        let form = self.form().shape;
        let (DetectedShape { shape, size, candidates }, alphabet) = (form, alphabet(how));
        if how.comment.is_some() {
            table.comment = how.comment;
        }
        let preamble = preamble(text, head, form, alphabet, self.mark as u64, first);
        if let Some((_, last, Skip::Header)) = preamble.and_then(|preamble| preamble.head) {
            let line = Lines::new(&text[last as usize - self.mark..]).next();
            let line = line.map_or(&b""[..], |(_, line)| line);
            table.header = Some(String::from_utf8_lossy(line.trim_ascii()).into_owned());
        }
        let is_usual = how.symbols.is_none();
        let below = &text[head.rows..];
        let candidates = match (shape, size) {
            (Shape::Lines, Size::Nine) if is_usual && table.cells.is_none() => {
                sample.or_assume(shows_candidates(below, &table), candidates)
            }
            _ => candidates,
        };
        let is_table = is_usual && !candidates && table.has_columns();
        let spread = is_table
            && (table.cells.is_some() || sample.or_assume(shows_spread(below, &table), false));
        let mut rows = match numbers {
            Some((_, rows)) => RowFormat::of_numbers(size, *rows),
            None => RowFormat::new(size, alphabet),
        };
        rows.candidates = candidates;
        rows.comment = table.comment.unwrap_or(COMMENT);
        if shape == Shape::Grids && numbers.is_none() {
            rows.drawing = sample.or_assume(rows.drawing_in(text), None);
            rows.dashes = sample.or_assume(rows.dashes_in(text), false);
        }
        let mut layout = Layout {
            shape,
            candidates,
            table: Arc::new(table),
            names_are_bytes: std::str::from_utf8(&text[..head.rows]).is_err(),
            spread,
            rows: (shape == Shape::Grids).then_some(rows),
            preamble,
            ..Layout::of_lines(size, alphabet)
        };
        if numbers.is_none() && is_usual && !spread {
            layout.alphabet = sample.or_assume(layout.alphabet_in(text), alphabet);
            layout.rows = layout.rows.map(|rows| rows.in_alphabet(layout.alphabet));
        }
        layout
    }
}

/// The alphabet to assume.
fn alphabet(how: &Open) -> Alphabet {
    how.symbols.map_or(Alphabet::default(), Alphabet::Custom)
}

/// Returns true if the first 9×9 puzzle in the column being read is given by candidates; another
/// column may differ. `None` if no row decides.
fn shows_candidates(rows: &[u8], table: &Table) -> Option<bool> {
    table.rows(rows).find_map(|(_, row)| {
        let text = table.plain(row)?;
        let is_shown = first_word(&text).len() == Size::Nine.cells();
        if is_candidates_like(&text) { Some(true) } else { is_shown.then_some(false) }
    })
}

/// Returns true if the cells of the first puzzle in the column being read are separated. `None` if
/// no row decides.
fn shows_spread(rows: &[u8], table: &Table) -> Option<bool> {
    table.rows(rows).find_map(|(_, row)| {
        let text = &row[table.field(row).ok()?];
        match table.is_json() {
            true => Some(is_array(text)),
            false if spread_size(text).is_some() => Some(true),
            false => Size::ALL.iter().any(|size| size.cells() == text.len()).then_some(false),
        }
    })
}

/// Returns the lines to examine, and the length of the byte-order mark before them.
fn sample(prefix: &[u8], last: bool) -> (Sample<'_>, usize) {
    let (prefix, last) = match prefix.get(..PREFIX) {
        Some(start) => (start, last && prefix.len() == PREFIX),
        None => (prefix, last),
    };
    let complete = match last {
        true => prefix,
        false => &prefix[..last_line_end(prefix, prefix.len(), false).unwrap_or(0)],
    };
    let (text, mark) = without_bom(complete);
    (Sample::new(text, last || prefix.len() == PREFIX), mark)
}

/// Finds the column with this role in a table in memory, as in a file with these column names and
/// first rows. Columns count from 0.
///
/// ```
/// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*}; }
/// use sudomill::input::{find_column, Role};
/// let names = ["solution", "text"].map(str::to_owned);
/// let rows = [vec!["1432321441232341", "1...4.....2....3"]];
/// assert_eq!(find_column(&names, &rows, Role::Puzzles, None), Ok(1));
/// ```
///
/// # Errors
/// The column does not exist.
pub fn find_column<S: AsRef<str>>(
    names: &[String],
    rows: &[Vec<S>],
    role: Role,
    column: Option<&Column>,
) -> Result<usize, NoColumn> {
    let mut text = Vec::new();
    for row in rows {
        for (index, field) in row.iter().enumerate() {
            text.extend(if index > 0 { &b",\""[..] } else { b"\"" });
            text.extend(field.as_ref().replace('"', "\"\"").bytes());
            text.push(b'"');
        }
        text.push(b'\n');
    }
    let head = TableStart::of_table(names);
    let form = shape(&text, &head, None, None).unwrap_or_else(|scan| scan.end());
    let DetectedShape { size, candidates, .. } = form;
    let candidates = candidates && role == Role::Puzzles;
    let symbols = symbols(size, Alphabet::FromOne);
    let (sample, head, side) = (&Sample::new(&text, true), &head, size.side());
    let search = Search { sample, head, role, column, side, candidates, symbols: &symbols };
    survey(&search).map(|table| table.number() - 1)
}

/// Locates the lines before the first puzzle. `mark` is the length of the byte-order mark. `rows`
/// is the offset of the first record, given if only lines above it can be comments.
pub(super) fn preamble(
    text: &[u8],
    head: &TableStart,
    form: DetectedShape,
    alphabet: Alphabet,
    mark: u64,
    rows: Option<usize>,
) -> Option<Preamble> {
    let DetectedShape { shape, size, .. } = form;
    let is_row = |first: usize| {
        let line = Lines::new(&text[first..]).next().map(|(_, line)| line);
        let row = line.and_then(|line| Row::of(line, alphabet.custom()));
        shape == Shape::Grids && row.is_some_and(|row| row.size == size)
    };
    // In a file of grids of several lines, a line like a header is the name of the first grid.
    let named = |skip| match skip {
        Skip::Header if shape == Shape::Grids && rows.is_none() => Skip::Name,
        _ => skip,
    };
    let is_above = |last: usize| rows.is_none_or(|rows| last < rows);
    let found = head.skip.filter(|&(first, last, _)| !is_row(first) && is_above(last));
    let found =
        found.map(|(first, last, skip)| (first as u64 + mark, last as u64 + mark, named(skip)));
    let rows = rows.or(found.map(|_| head.rows)).unwrap_or(0) as u64 + mark;
    (rows > mark).then_some(Preamble { head: found, rows })
}

/// Detects the alphabet of a puzzle; `None` if it could be either.
///
/// The last digit of the alphabet from one (G on 16×16, P on 25×25) does not exist in the one from
/// zero. Zeros that do not repeat in any row, column or box are digits, not empty cells. Up to 9×9
/// there is only one alphabet.
fn detect_alphabet(text: &[u8], size: Size) -> Option<Alphabet> {
    if size <= Size::Nine {
        return Some(Alphabet::FromOne);
    }
    let values = symbols(size, Alphabet::FromOne);
    if text.iter().any(|&byte| usize::from(values[usize::from(byte)]) == size.side()) {
        return is_grid(text, size, Alphabet::FromOne).then_some(Alphabet::FromOne);
    }
    let from_zero = Notation { alphabet: Alphabet::FromZero, candidates: false };
    let is_puzzle = || matches!(parse_line(text, size, from_zero), Parsed::Puzzle(_));
    (text.contains(&b'0') && is_puzzle()).then_some(Alphabet::FromZero)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NINE: &str =
        "013085006000031000007600000006900003170000025300006900000002400000870000900560310";
    const FOUR: &str = "1...4.....2....3";

    fn of(text: &str, last: bool) -> Option<Layout> {
        Some(Layout::detect(text.as_bytes(), last, &Open::default())?.unwrap())
    }

    fn layout(text: &str) -> (usize, Option<(u64, Skip)>) {
        let layout = of(text, true).unwrap();
        let head = layout.preamble.and_then(|preamble| preamble.head);
        (layout.size.order(), head.map(|(_, last, skip)| (last, skip)))
    }

    #[test]
    fn size_of_first_puzzle() {
        assert_eq!(layout(&format!("{NINE}\n")), (3, None));
        assert_eq!(layout(&format!("# four\n\n{FOUR}\n")), (2, None));
        assert_eq!(layout(&format!("12345678 bad\n{FOUR}\n")), (2, None));
        assert_eq!(layout(&format!("puzzles0_kaggle1,{NINE},x")), (3, None));
        assert_eq!(layout(""), (3, None));
    }

    #[test]
    fn header_and_count_in_first_line() {
        assert_eq!(layout(&format!("quizzes,solutions\n{NINE},1")), (3, Some((0, Skip::Header))));
        assert_eq!(
            layout(&format!("# set\nsource,question,answer,rating\na,{NINE}")),
            (3, Some((6, Skip::Header)))
        );
        assert_eq!(layout(&format!("\u{FEFF}\n49158\n{NINE}")), (3, Some((4, Skip::Count))));
        assert_eq!(layout(&format!("{NINE}\n49158\n")), (3, None));
        assert_eq!(layout(&format!("puzzle_and_more_\n{FOUR}\n")), (2, Some((0, Skip::Header))));
    }

    #[test]
    fn broken_puzzle_is_not_header() {
        for broken in ["Z3..7....", &NINE[..80], "xxxx.xxx", "1234x"] {
            assert_eq!(layout(&format!("{broken}\n{NINE}\n")).1, None, "{broken}");
        }
    }

    /// Found by fuzzing: the result depended on how many lines were read at first.
    #[test]
    fn earlier_line_decides() {
        let row = ".........".repeat(81) + "\n";
        let text = row.clone() + &"5,3,0,0,7,0,0,0,0\n".repeat(9);
        assert!(of(&row, false).unwrap().candidates);
        assert_eq!(of(&row, false), of(&text, true));
    }

    #[test]
    fn unfinished_line_needs_more() {
        assert_eq!(of(&NINE[..40], false), None);
        assert_eq!(of("# comment\n", false), None);
        assert!(of(&format!("{NINE}\n01"), false).is_some());
    }

    fn detected(start: &str) -> Option<Alphabet> {
        detect_alphabet(format!("{start:.<256}").as_bytes(), Size::Sixteen)
    }

    #[test]
    fn last_digit_means_from_one() {
        assert_eq!(detected("12G"), Some(Alphabet::FromOne));
        assert_eq!(detected("g.0.0"), Some(Alphabet::FromOne));
        assert_eq!(detect_alphabet(format!("{:.<625}", "G").as_bytes(), Size::TwentyFive), None);
        assert_eq!(
            detect_alphabet(format!("{:.<625}", "P").as_bytes(), Size::TwentyFive),
            Some(Alphabet::FromOne)
        );
        assert_eq!(detect_alphabet(&[b'0'; 81], Size::Nine), Some(Alphabet::FromOne));
    }

    #[test]
    fn unrepeated_zero_means_from_zero() {
        assert_eq!(detected("0F"), Some(Alphabet::FromZero));
        assert_eq!(detected("0x1"), Some(Alphabet::FromZero));
        assert_eq!(detected("0F0"), None);
        assert_eq!(detected("1F"), None);
        assert_eq!(detected("0Z"), None);
        assert_eq!(detected("GZ"), None);
    }

    #[test]
    fn full_grid_from_zero() {
        let value = |cell: usize| (cell / 16 * 4 + cell / 64 + cell % 16) % 16;
        let grid: Vec<u8> = (0..256).map(|cell| b"0123456789ABCDEF"[value(cell)]).collect();
        assert_eq!(detect_alphabet(&grid, Size::Sixteen), Some(Alphabet::FromZero));
    }
}
