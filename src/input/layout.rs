//! What the start of an input says of the whole: whether its puzzles are lines or
//! grids, their size and alphabet, which column holds them, and which lines come before
//! the first. Pure.

use super::{
    Lines, MAX_LINE,
    alphabet::{is_puzzle, told_by},
    answers::Reading,
    flat::{Flat, What},
    grids::Stretch,
    rows::{Kind, Rows},
    shape::{Scan, Shape, row_size},
    symbols::table as symbols,
    table::{Column, Head, Role, Search, Table, beside, survey},
};
use crate::{
    error::NoColumn,
    for_size,
    grid::{Alphabet, Order, Size},
};
use std::sync::Arc;

/// How much of an input is looked at before lines of 9×9 without a header are
/// assumed.
const PREFIX: usize = 1 << 20;

/// What an input looks like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The size of its puzzles.
    pub size: Size,
    /// The symbols of their digits. Up to 9×9 always the default.
    pub alphabet: Alphabet,
    /// Whether its puzzles are lines or grids.
    pub shape: Shape,
    /// Which column of its lines holds them.
    pub table: Arc<Table>,
    /// Whether dashes are empty cells of its grids, and not only rulers.
    dashes: bool,
    pub(super) preamble: Option<Preamble>,
    /// How its lines give the solutions beside the puzzles, once somebody looked for them.
    pub(super) solutions: Option<Arc<Reading>>,
}

/// The lines before the first row that are not to be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Preamble {
    /// Where the first and the last of them begin.
    pub first: u64,
    pub last: u64,
    /// What they are.
    pub skip: Skip,
}

impl Preamble {
    /// Whether one of them may begin there or behind.
    pub fn has_from(&self, at: u64) -> bool {
        at <= self.last
    }

    /// Whether the line that begins there is one of them.
    pub fn has(&self, at: u64) -> bool {
        (self.first..=self.last).contains(&at)
    }
}

/// A line that holds no puzzle of its own: passed over and counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Skip {
    /// Nothing but white space.
    Blank,
    /// Begins with `#`.
    Comment,
    /// The first line names the columns.
    Header,
    /// The first line is a number.
    Count,
    /// In a file of grids: a text that is no row, as a grid's name.
    Name,
    /// In a file of grids: `---+---+---` and the like.
    Ruler,
    /// In a file of grids: a further row of a grid.
    Row,
    /// In delimited text: a line of a quoted field that began in an earlier one.
    Continuation,
}

impl Layout {
    /// That of puzzles of a size and an alphabet, one in a line; `None` if grids of that
    /// size are not written in that alphabet.
    pub fn lines(size: Size, alphabet: Alphabet) -> Option<Self> {
        (alphabet == Alphabet::FromOne || size >= Size::Sixteen).then_some(Self {
            size,
            alphabet,
            shape: Shape::Lines,
            table: Arc::default(),
            dashes: false,
            preamble: None,
            solutions: None,
        })
    }

    /// The layout that the first bytes of an input show; `None` where more of
    /// it is needed. `last` says that these bytes are all.
    ///
    /// # Errors
    /// There is no such column.
    pub(super) fn of(
        prefix: &[u8],
        last: bool,
        role: Role,
        column: Option<&Column>,
    ) -> Option<Result<Self, NoColumn>> {
        let (text, mark, is_all) = sample(prefix, last);
        let head = Head::of(text, is_all)?;
        let (shape, size) = match shape(text, &head) {
            Ok(found) => found,
            Err(scan) => is_all.then(|| scan.end())?,
        };
        let table = match shape {
            Shape::Grids => Ok(Table::default()),
            Shape::Lines => {
                let symbols = symbols(size, Alphabet::FromOne);
                let search = Search { role, column, side: size.side(), symbols };
                survey(text, &head, &search, is_all)?
            }
        };
        let table = match (table, column) {
            (Ok(_), Some(column)) if shape == Shape::Grids => return Some(Err(column.of_grids())),
            (Ok(table), _) => Arc::new(table),
            (Err(missing), _) => return Some(Err(missing)),
        };
        let alphabet = Alphabet::default();
        let preamble = preamble(text, &head, shape, size, mark as u64);
        let layout =
            Self { size, alphabet, shape, table, dashes: false, preamble, solutions: None };
        let dashes = layout.dashes_in(text).or(is_all.then_some(false))?;
        let layout = Self { dashes, ..layout };
        let told = for_size!(size, O => layout.alphabet_in::<O>(text));
        Some(Ok(Self { alphabet: told.or(is_all.then_some(alphabet))?, ..layout }))
    }

    /// How lines of this layout give the solutions beside the puzzles, that no column does
    /// it, or that the one which somebody has named is none; `None` where more of the input
    /// is needed.
    pub(super) fn beside(
        &self,
        prefix: &[u8],
        last: bool,
        column: Option<&Column>,
    ) -> Option<Result<Option<Reading>, NoColumn>> {
        if self.shape == Shape::Grids {
            return Some(column.map_or(Ok(None), |column| Err(column.of_grids())));
        }
        let (text, _, is_all) = sample(prefix, last);
        let head = Head::of(text, is_all)?;
        let (side, symbols) = (self.size.side(), symbols(self.size, self.alphabet));
        let search = Search { role: Role::Solutions, column, side, symbols };
        let found = beside(text, &head, &self.table, &search, is_all)?;
        Some(found.map(|table| Some(Reading::new(&table?, text))))
    }

    /// The layout of lines that are not in a file: that of one with the same lines.
    /// Mostly the first tell it, so no more are gathered than it takes.
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
            if let Some(Ok(layout)) = Self::of(&text, last, Role::Puzzles, None) {
                break layout;
            }
            target *= 8;
        };
        Self { shape: Shape::Lines, table: Arc::default(), preamble: None, ..layout }
    }

    /// How the rows of its grids are written; `None` where its puzzles are lines.
    pub(super) fn rows(&self) -> Option<Rows> {
        match self.shape {
            Shape::Lines => None,
            Shape::Grids => Some(Rows::new(self.size, self.alphabet, self.dashes)),
        }
    }

    /// Whether a row of the first grid holds dashes among other symbols; `None`
    /// where that grid has not ended.
    fn dashes_in(&self, text: &[u8]) -> Option<bool> {
        let Some(rows) = self.rows() else { return Some(false) };
        let mut count = 0;
        for (_, line) in Lines::new(text) {
            let mut cells = Vec::new();
            match rows.kind(line, &mut cells) {
                Kind::Row if cells.contains(&b'-') => return Some(true),
                Kind::Row => count += 1,
                Kind::Broken | Kind::Scrap | Kind::Ruler => {}
                // Between rows `--- 123 ---` is one, before them it may be a name.
                Kind::Name if count > 0 => {
                    return Some(rows.with_dashes().kind(line, &mut Vec::new()) == Kind::Row);
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

    /// The alphabet that the first puzzle tells that tells one.
    fn alphabet_in<O: Order>(&self, text: &[u8]) -> Option<Alphabet> {
        if O::SIDE <= 9 {
            return Some(Alphabet::FromOne);
        }
        let Some(stretch) = Stretch::new(self, text, 0, false) else {
            return Lines::new(text).filter(|(_, line)| is_content(line)).find_map(|(_, line)| {
                let text = &line[self.table.field(line).ok()?];
                is_puzzle::<O>(text).then(|| told_by::<O>(text))?
            });
        };
        let flat = Flat::read(&stretch);
        flat.items.iter().find_map(|item| match item.what {
            What::Grid(number) => {
                let (text, bad) = flat.grid(number);
                bad.is_none().then(|| told_by::<O>(text))?
            }
            What::Skip(_) => None,
        })
    }
}

/// The lines that are looked at, the length of the byte-order mark before them, and
/// whether no more will be.
fn sample(prefix: &[u8], last: bool) -> (&[u8], usize, bool) {
    let (prefix, last) = match prefix.get(..PREFIX) {
        Some(start) => (start, last && prefix.len() == PREFIX),
        None => (prefix, last),
    };
    let complete = match (last, memchr::memrchr(b'\n', prefix)) {
        (true, _) => prefix,
        (false, newline) => &prefix[..newline.map_or(0, |newline| newline + 1)],
    };
    let (text, mark) = without_bom(complete);
    (text, mark, last || prefix.len() == PREFIX)
}

/// The number, from 0, of the column of a table in memory that has that role: by the rules
/// of a file with these names and these first rows.
///
/// ```
/// use sudomill::input::{find_column, Role};
/// let names = ["solution", "text"].map(str::to_owned);
/// let rows = [vec!["1432321441232341", "1...4.....2....3"]];
/// assert_eq!(find_column(&names, &rows, Role::Puzzles, None), Ok(1));
/// ```
///
/// # Errors
/// There is no such column.
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
    let head = Head::of_table(names);
    let (_, size) = shape(&text, &head).unwrap_or_else(|scan| scan.end());
    let symbols = symbols(size, Alphabet::FromOne);
    let search = Search { role, column, side: size.side(), symbols };
    let table = survey(&text, &head, &search, true).expect("the end is known");
    table.map(|table| table.number() - 1)
}

/// Lines or grids, and their size; what the lines said if they did not decide. A header
/// says nothing, but the first line of grids may look like one.
fn shape(text: &[u8], head: &Head) -> Result<(Shape, Size), Scan> {
    let mut scan = Scan::default();
    for (at, line) in Lines::new(text) {
        if !is_content(line) {
            scan.pause();
        } else if at < head.rows && row_size(line).is_none() {
        } else if let Some(found) = scan.content(line) {
            return Ok(found);
        }
    }
    Err(scan)
}

/// The lines that are not to be solved, `mark` bytes behind the byte-order mark.
fn preamble(text: &[u8], head: &Head, shape: Shape, size: Size, mark: u64) -> Option<Preamble> {
    let (first, last, skip) = head.skip?;
    let line = Lines::new(&text[first..]).next()?.1;
    let is_row = shape == Shape::Grids && row_size(line) == Some(size);
    // What names the columns of a table names the first of the grids.
    let skip = if shape == Shape::Grids && skip == Skip::Header { Skip::Name } else { skip };
    let [first, last] = [first, last].map(|at| at as u64 + mark);
    (!is_row).then_some(Preamble { first, last, skip })
}

/// The text behind a UTF-8 byte-order mark, and the mark's length.
pub(super) fn without_bom(text: &[u8]) -> (&[u8], usize) {
    match text.strip_prefix(b"\xEF\xBB\xBF") {
        Some(text) => (text, 3),
        None => (text, 0),
    }
}

pub(super) fn is_content(line: &[u8]) -> bool {
    line.len() > MAX_LINE || !matches!(line.trim_ascii().first(), None | Some(b'#'))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NINE: &str =
        "013085006000031000007600000006900003170000025300006900000002400000870000900560310";
    const FOUR: &str = "1...4.....2....3";

    fn of(text: &str, last: bool) -> Option<Layout> {
        Some(Layout::of(text.as_bytes(), last, Role::Puzzles, None)?.unwrap())
    }

    fn layout(text: &str) -> (usize, Option<(u64, Skip)>) {
        let layout = of(text, true).unwrap();
        (layout.size.order(), layout.preamble.map(|preamble| (preamble.last, preamble.skip)))
    }

    #[test]
    fn the_first_line_with_a_puzzles_length_gives_the_size() {
        assert_eq!(layout(&format!("{NINE}\n")), (3, None));
        assert_eq!(layout(&format!("# four\n\n{FOUR}\n")), (2, None));
        assert_eq!(layout(&format!("12345678 bad\n{FOUR}\n")), (2, None));
        assert_eq!(layout(&format!("puzzles0_kaggle1,{NINE},x")), (3, None));
        assert_eq!(layout(""), (3, None));
    }

    #[test]
    fn a_header_and_a_count_are_recognised_in_the_first_line_only() {
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
    fn a_broken_first_puzzle_is_no_header() {
        for broken in ["Z3..7....", &NINE[..80], "xxxx.xxx", "1234x"] {
            assert_eq!(layout(&format!("{broken}\n{NINE}\n")).1, None, "{broken}");
        }
    }

    #[test]
    fn an_unfinished_first_line_asks_for_more() {
        assert_eq!(of(&NINE[..40], false), None);
        assert_eq!(of("# comment\n", false), None);
        assert!(of(&format!("{NINE}\n01"), false).is_some());
    }
}
