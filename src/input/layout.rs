//! What the start of an input says of the whole: the size of its puzzles, and
//! whether its first line is a header or a count. Pure.

use super::{
    Line, Lines,
    parse::fields,
    parse_line,
    symbols::{NONE, Symbols},
};
use crate::grid::{Order, Order2, Order3};

/// How much of an input is looked at before 9×9 without a header is assumed.
const PREFIX: usize = 1 << 20;

/// What an input looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// The order of its puzzles: 2 for 4×4, 3 for 9×9.
    pub order: usize,
    /// The offset of the first line, if it is not to be solved, and why.
    pub(super) preamble: Option<(u64, Skip)>,
}

/// A line that is passed over and counted.
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
}

impl Layout {
    /// The layout that the first bytes of an input show; `None` where more of
    /// it is needed. `last` says that these bytes are all.
    ///
    /// A line with a field of 81 characters makes it 9×9, one with a field of 16
    /// symbols of that size 4×4; lines with neither are passed over.
    pub(super) fn of(prefix: &[u8], last: bool) -> Option<Self> {
        let (prefix, last) = match prefix.get(..PREFIX) {
            Some(start) => (start, last && prefix.len() == PREFIX),
            None => (prefix, last),
        };
        let complete = match (last, memchr::memrchr(b'\n', prefix)) {
            (true, _) => prefix,
            (false, newline) => &prefix[..newline.map_or(0, |newline| newline + 1)],
        };
        let (text, skipped) = without_bom(complete);
        let mut preamble = None;
        let content = Lines::new(text)
            .filter(|(_, line)| !matches!(parse_line::<Order3>(line), Line::Skip(_)));
        for (i, (offset, line)) in content.enumerate() {
            if let Some(order) = order_of(line) {
                return Some(Self { order, preamble });
            }
            if i == 0 {
                preamble = skip_first(line).map(|skip| ((offset + skipped) as u64, skip));
            }
        }
        (last || prefix.len() == PREFIX).then_some(Self { order: Order3::BOX, preamble })
    }
}

/// The text behind a UTF-8 byte-order mark, and the mark's length.
pub(super) fn without_bom(text: &[u8]) -> (&[u8], usize) {
    match text.strip_prefix(b"\xEF\xBB\xBF") {
        Some(text) => (text, 3),
        None => (text, 0),
    }
}

fn order_of(line: &[u8]) -> Option<usize> {
    if fields(line).any(|field| field.len() == Order3::CELLS) {
        return Some(Order3::BOX);
    }
    let is_symbol = |&byte: &u8| Symbols::<Order2>::VALUES[usize::from(byte)] != NONE;
    let is_puzzle = |field: &[u8]| field.len() == Order2::CELLS && field.iter().all(is_symbol);
    fields(line).any(|field| is_puzzle(&line[field])).then_some(Order2::BOX)
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
