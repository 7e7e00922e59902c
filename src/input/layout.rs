//! What the start of an input says of the whole: whether its puzzles are lines or
//! grids, their size and alphabet, and whether its first line is a header or a
//! count. Pure.

use super::{
    Lines, MAX_LINE,
    alphabet::{is_puzzle, told_by},
    flat::{Flat, What},
    grids::Stretch,
    parse::fields,
    rows::{Kind, Rows},
    shape::{Scan, Shape, is_line, row_order},
};
use crate::{
    for_order,
    grid::{Alphabet, Order, Order2, Order4, Order5},
};

/// How much of an input is looked at before lines of 9×9 without a header are
/// assumed.
const PREFIX: usize = 1 << 20;

/// What an input looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The order of its puzzles: 2 for 4×4, 3 for 9×9, up to 5 for 25×25.
    pub order: usize,
    /// The symbols of their digits. Up to 9×9 always the default.
    pub alphabet: Alphabet,
    /// Whether its puzzles are lines or grids.
    pub shape: Shape,
    /// Whether dashes are empty cells of its grids, and not only rulers.
    dashes: bool,
    /// The offset of the first line, if it is not to be solved, and why.
    pub(super) preamble: Option<(u64, Skip)>,
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
}

impl Layout {
    /// That of puzzles of an order and an alphabet, one in a line; `None` if it is no
    /// order or has no such alphabet.
    pub fn lines(order: usize, alphabet: Alphabet) -> Option<Self> {
        let first = if alphabet == Alphabet::FromZero { Order4::BOX } else { Order2::BOX };
        (first..=Order5::BOX).contains(&order).then_some(Self {
            order,
            alphabet,
            shape: Shape::Lines,
            dashes: false,
            preamble: None,
        })
    }

    /// The layout that the first bytes of an input show; `None` where more of
    /// it is needed. `last` says that these bytes are all.
    pub(super) fn of(prefix: &[u8], last: bool) -> Option<Self> {
        let (prefix, last) = match prefix.get(..PREFIX) {
            Some(start) => (start, last && prefix.len() == PREFIX),
            None => (prefix, last),
        };
        let complete = match (last, memchr::memrchr(b'\n', prefix)) {
            (true, _) => prefix,
            (false, newline) => &prefix[..newline.map_or(0, |newline| newline + 1)],
        };
        let (text, mark) = without_bom(complete);
        let is_all = last || prefix.len() == PREFIX;
        let (shape, order) = match shape(text) {
            Ok(found) => found,
            Err(scan) => is_all.then(|| scan.end())?,
        };
        let alphabet = Alphabet::default();
        let preamble = preamble(text, shape, order).map(|(at, skip)| ((at + mark) as u64, skip));
        let layout = Self { order, alphabet, shape, dashes: false, preamble };
        let dashes = layout.dashes_in(text).or(is_all.then_some(false))?;
        let layout = Self { dashes, ..layout };
        let told = for_order!(order, O => layout.alphabet_in::<O>(text))?;
        Some(Self { alphabet: told.or(is_all.then_some(alphabet))?, ..layout })
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
            if let Some(layout) = Self::of(&text, last) {
                break layout;
            }
            target *= 8;
        };
        Self { shape: Shape::Lines, preamble: None, ..layout }
    }

    /// How the rows of its grids are written; `None` where its puzzles are lines.
    pub(super) fn rows(&self) -> Option<Rows> {
        match self.shape {
            Shape::Lines => None,
            Shape::Grids => Rows::new(self.order, self.alphabet, self.dashes),
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
                let field = fields(line).find(|field| is_puzzle::<O>(&line[field.clone()]))?;
                told_by::<O>(&line[field])
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

/// Lines or grids, and their order; what the lines said if they did not decide.
fn shape(text: &[u8]) -> Result<(Shape, usize), Scan> {
    let mut scan = Scan::default();
    for (_, line) in Lines::new(text) {
        if !is_content(line) {
            scan.pause();
        } else if let Some(found) = scan.content(line) {
            return Ok(found);
        }
    }
    Err(scan)
}

/// Where the first line stands, if it is a header or a count, and which.
fn preamble(text: &[u8], shape: Shape, order: usize) -> Option<(usize, Skip)> {
    let (at, line) = Lines::new(text).find(|(_, line)| is_content(line))?;
    let is_puzzle = match shape {
        Shape::Lines => is_line(line),
        Shape::Grids => row_order(line) == Some(order),
    };
    if is_puzzle { None } else { skip_first(line).map(|skip| (at, skip)) }
}

/// The text behind a UTF-8 byte-order mark, and the mark's length.
pub(super) fn without_bom(text: &[u8]) -> (&[u8], usize) {
    match text.strip_prefix(b"\xEF\xBB\xBF") {
        Some(text) => (text, 3),
        None => (text, 0),
    }
}

fn is_content(line: &[u8]) -> bool {
    line.len() > MAX_LINE || !matches!(line.trim_ascii().first(), None | Some(b'#'))
}

/// Why a first line without a puzzle is no broken one: a count, or a header.
fn skip_first(line: &[u8]) -> Option<Skip> {
    let line = line.trim_ascii();
    if line.len() < Order2::CELLS && line.iter().all(u8::is_ascii_digit) {
        return Some(Skip::Count);
    }
    fields(line).all(|field| is_name(&line[field])).then_some(Skip::Header)
}

/// Whether a field could name a column: a letter, then letters, digits and
/// signs, at least half of it letters that do not stand for an empty cell.
fn is_name(field: &[u8]) -> bool {
    let Ok(name) = std::str::from_utf8(field) else { return false };
    let is_letter = |c: &char| c.is_alphabetic() && !"xX".contains(*c);
    name.starts_with(char::is_alphabetic)
        && name.chars().all(|c| c.is_alphanumeric() || "_-".contains(c))
        && name.chars().filter(is_letter).count() * 2 >= name.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NINE: &str =
        "013085006000031000007600000006900003170000025300006900000002400000870000900560310";
    const FOUR: &str = "1...4.....2....3";

    fn layout(text: &str) -> (usize, Option<(u64, Skip)>) {
        let layout = Layout::of(text.as_bytes(), true).unwrap();
        (layout.order, layout.preamble)
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
        assert_eq!(Layout::of(&NINE.as_bytes()[..40], false), None);
        assert_eq!(Layout::of(b"# comment\n", false), None);
        assert!(Layout::of(format!("{NINE}\n01").as_bytes(), false).is_some());
    }
}
