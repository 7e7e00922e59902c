//! Detects the format of an input from its first bytes: lines or grids, the size and alphabet of
//! the puzzles, their column, and the lines before the first puzzle.

mod alphabet;
mod find_column;
mod numbers;
mod preamble;
mod shape;

pub use find_column::find_column;
pub use shape::Shape;

use super::{
    answers::AnswerFormat,
    grids::{Drawing, GridText, LineKind, NumberRows, RowFormat, RowKind, UnfoldedGrids, drawn},
    lines::{
        COMMENT, Lines, Notation, Preamble, Skip,
        line_end::last_line_end,
        symbols::{first_word, symbol_values as symbols},
        without_bom,
    },
    options::Open,
    table::{
        Column, Role, Search, Table, TableStart, beside, cell_columns, elsewhere, first_record,
        is_array, second_look, spread_below, spread_size, survey,
    },
};
use alphabet::{detect_alphabet, is_puzzle};
use numbers::{are_separated, numbers};
use preamble::preamble;
use shape::{DetectedShape, is_candidates_like, shape};
use std::sync::Arc;
use sudomill_core::{
    error::NoColumn,
    for_size,
    grid::{Alphabet, Order, Order3, Size},
};

/// Bytes that are examined. If they show nothing, the input is assumed to be lines of 9×9 without a
/// header.
const PREFIX: usize = 1 << 20;

/// The format of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The size of the puzzles.
    pub size: Size,
    /// The symbols of the digits. Up to 9×9 this is the default unless the user gave symbols.
    pub alphabet: Alphabet,
    /// How puzzles are laid out: as lines or as grids.
    pub shape: Shape,
    /// True if puzzles are given by candidates rather than clues. 9×9 only.
    pub candidates: bool,
    /// The columns of the lines, and which one holds the puzzles.
    pub table: Arc<Table>,
    /// True if the column names are not UTF-8 in the input. Then each of their characters stands
    /// for one byte.
    pub(crate) names_are_bytes: bool,
    /// True if a dash in a grid can be an empty cell, not only a ruler.
    dashes: bool,
    /// True if grids are drawings whose blank cells are empty cells.
    drawing: Option<Drawing>,
    /// True if the cells of a puzzle are separated: arrays in JSON Lines, or `5 3 . . 7 …` in a
    /// field.
    pub(super) spread: bool,
    /// The format of puzzles written as numbers; `None` if their cells are symbols.
    numbers: Option<NumberRows>,
    pub(super) preamble: Option<Preamble>,
    /// Where the solutions along with the puzzles are, if they are read.
    pub(super) solutions: Option<Arc<AnswerFormat>>,
}

impl Layout {
    /// The layout for one puzzle per line; `None` if puzzles of that size are never written in that
    /// alphabet.
    pub fn lines(size: Size, alphabet: Alphabet) -> Option<Self> {
        let is_usual = match alphabet {
            Alphabet::FromOne => true,
            Alphabet::FromZero => size >= Size::Sixteen,
            Alphabet::Custom(symbols) => size == symbols.size(),
        };
        is_usual.then_some(Self {
            size,
            alphabet,
            shape: Shape::Lines,
            candidates: false,
            table: Arc::default(),
            names_are_bytes: false,
            dashes: false,
            drawing: None,
            spread: false,
            numbers: None,
            preamble: None,
            solutions: None,
        })
    }

    /// Detects the layout from the first bytes of an input; `None` if more bytes are needed. `last`
    /// means that no more will come.
    ///
    /// # Errors
    /// The column does not exist.
    pub(super) fn detect(prefix: &[u8], last: bool, how: &Open) -> Option<Result<Self, NoColumn>> {
        let (role, column, custom) = (how.role, how.column.as_ref(), how.symbols.as_ref());
        let (text, mark, is_all) = sample(prefix, last);
        let head = TableStart::of(text, is_all, how)?;
        let cells = match custom {
            None if role == Role::Puzzles => cell_columns(text, &head, how, is_all)?,
            _ => None,
        };
        if let Some((table, true)) = &cells {
            let header = Open { header: Some(true), delimiter: table.separator(), ..how.clone() };
            return Self::detect(prefix, last, &header);
        }
        let cells = cells.map(|(table, _)| table);
        let is_meant = |size: &Size| how.size.is_none_or(|wanted| wanted == *size);
        let spread = match &cells {
            Some(table) => table.cells.map(|cells| cells.size),
            None if custom.is_some() => None,
            None => spread_below(text, &head, is_all)?.filter(is_meant),
        };
        let found_numbers = if custom.is_none() && spread.is_none() {
            numbers(text, &head, how.size)
        } else {
            None
        };
        // Examine only the lines before the numbers: the numbers may not be loaded completely yet.
        let before = found_numbers.map_or(text, |(at, ..)| &text[..at]);
        let form = spread.map_or_else(
            || shape(before, &head, custom, how.size),
            |size| Ok(DetectedShape::lines(size)),
        );
        let (form, numbers) = match (form, found_numbers) {
            (Ok(found), _) => (found, None),
            (Err(_), Some((_, size, rows))) => {
                (DetectedShape { shape: Shape::Grids, size, candidates: false }, Some(rows))
            }
            (Err(scan), None) => (is_all.then(|| scan.end())?, None),
        };
        let numbers = match numbers {
            Some(rows) if rows.height > 1 => {
                let separated = are_separated(text, rows).or(is_all.then_some(false))?;
                Some(NumberRows { separated, ..rows })
            }
            numbers => numbers,
        };
        let DetectedShape { shape, size, candidates } = form;
        let alphabet = custom.map_or(Alphabet::default(), |&symbols| Alphabet::Custom(symbols));
        let (mut table, mut rows) = (Table::default(), None);
        if let Some((at, _, NumberRows { height: 1, .. })) = found_numbers {
            rows = numbers.map(|_| at);
        }
        let (side, symbols) = (size.side(), symbols(size, alphabet));
        let is_of_candidates = candidates && role == Role::Puzzles;
        let search = Search { role, column, side, candidates: is_of_candidates, symbols: &symbols };
        if let Some(found) = cells {
            table = found;
            rows = Some(first_record(text, &head, &table, &search, is_all)?);
        } else if shape == Shape::Lines {
            table = match survey(text, &head, &search, is_all)? {
                Ok(table) => table,
                Err(mut missing) => {
                    // The rows may reveal names that the first line alone does not.
                    let any = Open { column: None, ..how.clone() };
                    let names =
                        Self::detect(prefix, last, &any)?.map(|it| it.table.columns().to_vec());
                    if let Some(names) = names.ok().filter(|names| !names.is_empty()) {
                        missing.names = names;
                    }
                    return Some(Err(missing));
                }
            };
            if column.is_some() {
                table.elsewhere = elsewhere(text, &head, &table, &search);
            }
            if let Some(guess) = second_look(text, &head, &table, &search, how, is_all)? {
                return Self::detect(prefix, last, &guess);
            }
            if table.has_records() && how.comment.is_none() {
                rows = Some(first_record(text, &head, &table, &search, is_all)?);
            }
        } else if let Some(column) = column {
            return Some(Err(column.of_grids()));
        }
        if how.comment.is_some() {
            table.comment = how.comment;
        }
        let preamble = preamble(text, &head, form, alphabet, mark as u64, rows);
        if let Some((_, last, Skip::Header)) = preamble.and_then(|preamble| preamble.head) {
            let line = Lines::new(&text[last as usize - mark..]).next().map_or(&b""[..], |it| it.1);
            table.header = Some(String::from_utf8_lossy(line.trim_ascii()).into_owned());
        }
        let table = Arc::new(table);
        let candidates = match (shape, size) {
            (Shape::Lines, Size::Nine) if custom.is_none() && table.cells.is_none() => {
                let shown = shows_candidates(&text[head.rows..], &table);
                shown.or(is_all.then_some(candidates))?
            }
            _ => candidates,
        };
        let spread = match custom.is_none() && !candidates && table.has_columns() {
            true if table.cells.is_some() => true,
            true => shows_spread(&text[head.rows..], &table).or(is_all.then_some(false))?,
            false => false,
        };
        let layout = Self {
            size,
            alphabet,
            shape,
            candidates,
            table,
            names_are_bytes: std::str::from_utf8(&text[..head.rows]).is_err(),
            dashes: false,
            drawing: None,
            spread,
            numbers,
            preamble,
            solutions: None,
        };
        let layout = match numbers {
            Some(_) => layout,
            None => {
                let drawing = layout.drawing_in(text).or(is_all.then_some(None))?;
                let layout = Self { drawing, ..layout };
                let dashes = layout.dashes_in(text).or(is_all.then_some(false))?;
                Self { dashes, ..layout }
            }
        };
        if custom.is_some() || numbers.is_some() || spread {
            return Some(Ok(layout));
        }
        let shown = for_size!(size, O => layout.alphabet_in::<O>(text));
        Some(Ok(Self { alphabet: shown.or(is_all.then_some(alphabet))?, ..layout }))
    }

    /// Finds the column of solutions next to the puzzles: `Ok(None)` if there is none, an error if
    /// the given column does not exist, `None` if more bytes are needed.
    pub(super) fn beside(
        &self,
        prefix: &[u8],
        last: bool,
        column: Option<&Column>,
    ) -> Option<Result<Option<AnswerFormat>, NoColumn>> {
        if self.shape == Shape::Grids || self.table.cells.is_some() {
            return Some(column.map_or(Ok(None), |column| Err(column.of_grids())));
        }
        let (text, mark, is_all) = sample(prefix, last);
        let rows = self.preamble.map_or(0, |preamble| preamble.rows as usize - mark);
        let comment = self.table.comment.or(Some(COMMENT));
        let head = TableStart { rows, comment, ..TableStart::default() };
        let (side, symbols) = (self.size.side(), symbols(self.size, self.alphabet));
        let role = Role::Solutions;
        let search = Search { role, column, side, candidates: false, symbols: &symbols };
        let found = beside(text, &head, &self.table, &search, is_all)?;
        Some(found.map(|table| Some(AnswerFormat::new(&table?, text))))
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
        Self { shape: Shape::Lines, table: Arc::default(), spread: false, preamble: None, ..layout }
    }

    /// Creates the piece of a file of grids that begins at offset `start`; `None` if puzzles are
    /// lines.
    pub(super) fn grid_text<'a>(
        &self,
        bytes: &'a [u8],
        start: u64,
        inside_line: bool,
    ) -> Option<GridText<'a>> {
        Some(GridText::new(self.rows()?, self.preamble, bytes, start, inside_line))
    }

    /// The format of the rows of grids; `None` if puzzles are lines.
    pub(super) fn rows(&self) -> Option<RowFormat> {
        let rows = match (self.shape, self.numbers) {
            (Shape::Lines, _) => return None,
            (Shape::Grids, Some(rows)) => RowFormat::of_numbers(self.size, rows),
            (Shape::Grids, None) => {
                let rows = RowFormat::new(self.size, self.alphabet, self.dashes);
                rows.with_drawing(self.drawing).of_candidates(self.candidates)
            }
        };
        Some(rows.with_comment(self.comment()))
    }

    /// The byte that begins a comment.
    fn comment(&self) -> u8 {
        self.table.comment.unwrap_or(COMMENT)
    }

    /// Returns true if puzzles are written as numbers, with one puzzle or one row per line.
    pub(super) fn are_numbers(&self) -> bool {
        self.numbers.is_some()
    }

    /// How puzzles are written.
    pub(crate) fn notation(&self) -> Notation {
        Notation { alphabet: self.alphabet, candidates: self.candidates }
    }

    /// How rows with blank cells are drawn, if the first grid has some; `None` if it is not
    /// complete.
    ///
    /// Drawings also have blank lines above and below rows. So the first grid must end with
    /// its last row, and no band may have two empty rows, which no proper puzzle has.
    fn drawing_in(&self, text: &[u8]) -> Option<Option<Drawing>> {
        let Some(rows) = self.rows().filter(|_| !self.candidates) else { return Some(None) };
        let mut drawings = Lines::new(text).filter_map(|(_, line)| Some(drawn(line)?.0));
        let Some(drawing) = drawings.find(|drawing| drawing.size == self.size) else {
            return Some(None);
        };
        let with_blanks = rows.with_drawing(Some(drawing));
        let (mut count, mut empty, mut has_blanks) = (0, 0, false);
        for (_, line) in Lines::new(text) {
            let mut cells = Vec::new();
            match with_blanks.kind(line, &mut cells) {
                RowKind::Row if count == rows.side => return Some(None),
                RowKind::Row => {
                    empty = if count % self.size.order() == 0 { 0 } else { empty };
                    empty += usize::from(cells.iter().all(|&cell| cell == b'.'));
                    if empty > 1 {
                        return Some(None);
                    }
                    count += 1;
                    has_blanks |= rows.kind(line, &mut Vec::new()) != RowKind::Row;
                }
                _ if count == rows.side => return Some(has_blanks.then_some(drawing)),
                RowKind::Ruler => {}
                _ => (count, empty, has_blanks) = (0, 0, false),
            }
        }
        (count == rows.side).then_some(has_blanks.then_some(drawing))
    }

    /// Returns true if a row of the first grid has dashes among other symbols; `None` if that grid
    /// is not complete.
    fn dashes_in(&self, text: &[u8]) -> Option<bool> {
        let Some(rows) = self.rows() else { return Some(false) };
        let mut count = 0;
        for (_, line) in Lines::new(text) {
            let mut cells = Vec::new();
            match rows.kind(line, &mut cells) {
                RowKind::Row if cells.contains(&b'-') => return Some(true),
                RowKind::Row => count += 1,
                RowKind::FaultyRow | RowKind::Fragment | RowKind::Ruler => {}
                // `--- 123 ---` is a row among other rows, but before them it may be a name.
                RowKind::Name if count > 0 => {
                    return Some(rows.with_dashes().kind(line, &mut Vec::new()) == RowKind::Row);
                }
                _ if count > 0 => return Some(false),
                _ => {}
            }
            if count == rows.side {
                return Some(false);
            }
        }
        None
    }

    /// The alphabet of the first puzzle that determines one.
    fn alphabet_in<O: Order>(&self, text: &[u8]) -> Option<Alphabet> {
        if O::SIDE <= 9 {
            return Some(Alphabet::FromOne);
        }
        let Some(piece) = self.grid_text(text, 0, false) else {
            let is_row = |line: &[u8]| self.table.skip(line).is_none();
            return Lines::new(text).filter(|(_, line)| is_row(line)).find_map(|(_, line)| {
                let text = self.table.plain(line)?;
                is_puzzle::<O>(&text).then(|| detect_alphabet::<O>(&text))?
            });
        };
        let grids = UnfoldedGrids::read(&piece);
        grids.lines.iter().find_map(|line| match line.kind {
            LineKind::Grid(number) => {
                let (text, bad) = grids.grid(number);
                bad.is_none().then(|| detect_alphabet::<O>(text))?
            }
            LineKind::Skip(_) => None,
        })
    }
}

/// Returns true if the first 9×9 puzzle in the column being read is given by candidates; another
/// column may differ. `None` if no row decides.
fn shows_candidates(rows: &[u8], table: &Table) -> Option<bool> {
    let mut lines = Lines::new(rows);
    let rows = std::iter::from_fn(|| lines.next_row(table.separator()));
    rows.filter(|(_, row)| table.skip(row).is_none()).find_map(|(_, row)| {
        let text = table.plain(row)?;
        let is_shown = first_word(&text).len() == Order3::CELLS;
        if is_candidates_like(&text) { Some(true) } else { is_shown.then_some(false) }
    })
}

/// Returns true if the cells of the first puzzle in the column being read are separated. `None` if
/// no row decides.
fn shows_spread(rows: &[u8], table: &Table) -> Option<bool> {
    let mut lines = Lines::new(rows);
    let rows = std::iter::from_fn(|| lines.next_row(table.separator()));
    rows.filter(|(_, row)| table.skip(row).is_none()).find_map(|(_, row)| {
        let text = &row[table.field(row).ok()?];
        match table.is_json() {
            true => Some(is_array(text)),
            false if spread_size(text).is_some() => Some(true),
            false => Size::ALL.iter().any(|size| size.cells() == text.len()).then_some(false),
        }
    })
}

/// Returns the lines to examine, the length of the byte-order mark before them, and true if no more
/// lines will be examined.
fn sample(prefix: &[u8], last: bool) -> (&[u8], usize, bool) {
    let (prefix, last) = match prefix.get(..PREFIX) {
        Some(start) => (start, last && prefix.len() == PREFIX),
        None => (prefix, last),
    };
    let complete = match last {
        true => prefix,
        false => &prefix[..last_line_end(prefix, prefix.len(), false).unwrap_or(0)],
    };
    let (text, mark) = without_bom(complete);
    (text, mark, last || prefix.len() == PREFIX)
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
}
