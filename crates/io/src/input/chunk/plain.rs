//! Finds the puzzles of ordinary lines without parsing.

use crate::input::{
    format::Format,
    layout::{Detection, Start},
    lines::{COMMENT, MAX_LINE},
    table::Table,
};

/// One puzzle per line, alone or before other words.
pub(in crate::input) struct PlainLines;

impl Format for PlainLines {
    fn name(&self) -> &'static str {
        "lines"
    }

    fn detect(&self, start: &Start) -> Option<Detection> {
        start.records(|_| true)
    }
}

/// Maximum number of bytes searched for the end of a field before the puzzle.
const NEAR: usize = 64;

/// A line whose puzzle was found without parsing. Offsets are relative to the start of the line, or
/// to the bytes of the chunk.
#[derive(Clone, Copy)]
pub(crate) struct PlainLine {
    pub puzzle: usize,
    /// Offset of the next line.
    pub end: usize,
    /// The number of fields in the line; 0 if they were not counted.
    pub fields: u32,
}

/// The place of the puzzle in an ordinary line, which need not be parsed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Plain {
    Nowhere,
    /// The puzzle is the whole line.
    Line,
    /// The puzzle is the field with this index, from 0; no field has quotes.
    Field {
        separator: u8,
        index: usize,
        /// The number of fields in the header; 0 or 1 if any number will do.
        expected: u32,
    },
}

impl Plain {
    /// Returns the place of the puzzle in the lines of a table.
    pub fn in_lines_of(table: &Table) -> Self {
        match table.separator() {
            // Only the usual comments are recognized without parsing.
            _ if table.comment.is_some_and(|comment| comment != COMMENT) => Self::Nowhere,
            Some(separator) => {
                let expected = table.expected_fields() as u32;
                Self::Field { separator, index: table.index, expected }
            }
            None if table.index == 0 && !table.is_json() => Self::Line,
            None => Self::Nowhere,
        }
    }

    /// Finds the puzzle in the first line of a text, if it has 81 symbols and is where expected.
    /// The caller checks the symbols.
    #[inline(always)]
    pub fn find(self, text: &[u8]) -> Option<PlainLine> {
        let line = match self {
            Self::Nowhere => return None,
            Self::Line => PlainLine { puzzle: 0, end: 82, fields: 1 },
            Self::Field { separator, index, .. } => plain_field(text, separator, index)?,
        };
        let puzzle: &[u8; 81] = text.get(line.puzzle..)?.first_chunk()?;
        let is_suspect = match self {
            // A full grid in a row with other fields may come from another column.
            Self::Field { expected: expected @ 2.., .. } if line.fields != expected => {
                puzzle.iter().fold(true, |full, byte| full & (b'1'..=b'9').contains(byte))
            }
            _ => false,
        };
        (!is_suspect && text.get(line.end - 1) == Some(&b'\n')).then_some(line)
    }
}

/// Finds a field that may be a puzzle of 81 symbols; `None` if the line needs parsing.
#[inline(always)]
fn plain_field(rest: &[u8], separator: u8, index: usize) -> Option<PlainLine> {
    // This is a comment or, perhaps, a blank line.
    if rest.first().is_none_or(|&byte| byte <= b' ' || byte == COMMENT) {
        return None;
    }
    // Longer lines are malformed.
    let rest = &rest[..rest.len().min(MAX_LINE + 1)];
    let mut before = 0;
    for _ in 0..index {
        before += near_separator(rest.get(before..)?, separator)? + 1;
    }
    let after = before + 81;
    let fields = index as u32 + 1;
    let (end, fields) = match *rest.get(after)? {
        b'\n' => (0, fields),
        byte if byte == separator => other_fields(&rest[after..], separator, fields)?,
        _ => return None,
    };
    Some(PlainLine { puzzle: before, end: after + end + 1, fields })
}

/// Returns the offset of the first separator. `None` if a line end comes first, if the separator is
/// not near, or if fewer than eight bytes are left, which are too few for a puzzle.
///
/// Eight bytes are searched at a time: a byte that matches has a difference of zero, and
/// subtracting one sets its top bit. A borrow may set the top bits of later bytes, so only the
/// first counts (Anderson, *Bit Twiddling Hacks*, "Determine if a word has a zero byte"). Most
/// fields are so short that a call of `memchr2` takes longer.
#[inline(always)]
fn near_separator(text: &[u8], separator: u8) -> Option<usize> {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    for at in (0..NEAR).step_by(8) {
        let word = u64::from_le_bytes(*text.get(at..)?.first_chunk()?);
        let equal = |byte: u8| {
            let differences = word ^ (ONES * u64::from(byte));
            differences.wrapping_sub(ONES) & !differences & (ONES << 7)
        };
        let found = equal(separator) | equal(b'\n') | equal(b'\r');
        if found != 0 {
            let at = at + found.trailing_zeros() as usize / 8;
            return (text[at] == separator).then_some(at);
        }
    }
    None
}

/// Returns the offset of the newline after a separator and the remaining fields, and the total
/// number of fields, given the number `before`. Fields are counted only if a single field of 81
/// symbols follows, usually a solution: checking two known offsets is faster than a search.
#[inline(never)]
fn other_fields(rest: &[u8], separator: u8, before: u32) -> Option<(usize, u32)> {
    let next: Option<&[u8; 83]> = rest.first_chunk();
    let ends = |&byte: &u8| (byte == separator) | (byte == b'\n') | (byte == b'\r');
    let is_solution = |next: &&[u8; 83]| {
        next[82] == b'\n' && !next[1..82].iter().fold(false, |any, byte| any | ends(byte))
    };
    match next.filter(is_solution) {
        Some(_) => Some((82, before + 1)),
        None => {
            let end = memchr::memchr2(b'\n', b'\r', rest)?;
            // A lone CR ends a line, too.
            let newline = end + usize::from(rest[end] == b'\r');
            (rest.get(newline) == Some(&b'\n')).then_some((newline, 0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{
        super::{Bytes, Chunk, ChunkPlace},
        NEAR, PlainLine, near_separator,
    };
    use crate::input::{is_usual, layout::Layout, read_from};
    use proptest::prelude::*;
    use sudomill_core::{by_size::Parsed, grid::Size};

    /// The layout of a file with this header and one row.
    fn layout(header: &str, row: &str) -> Layout {
        let text = format!("{header}\n{row}\n").into_bytes();
        read_from("memory", std::io::Cursor::new(text)).unwrap().layout().clone()
    }

    /// The texts of the puzzles with the newlines before each: as parsed, and as found without
    /// parsing.
    fn both(text: &str, layout: &Layout) -> [Vec<(u64, String)>; 2] {
        let bytes = Bytes::Owned(text.as_bytes().to_vec());
        let has_quotes = text.contains('"');
        let place = ChunkPlace { start: 1000, has_quotes, ..ChunkPlace::default() };
        let chunk = Chunk { place, ..Chunk::new(bytes, layout.clone()) };
        let mut place = chunk.first_place();
        let (mut parsed, mut found) = (Vec::new(), Vec::new());
        loop {
            let newlines = place.newlines();
            let is_usual = |line: &PlainLine| is_usual(&chunk.bytes()[line.puzzle..][..81]);
            let plain = place.plain_line(chunk.bytes()).filter(is_usual);
            let mut lines = chunk.lines_from(&place, Size::Nine, true);
            let Some((_, _, line)) = lines.next() else { return [parsed, found] };
            if let Some(plain) = plain {
                let row = &text[place.at()..plain.end - 1];
                let fields = 1 + row.matches([',', ';', '\t']).count();
                assert!([0, fields].contains(&(plain.fields as usize)), "{row}");
                assert!(plain.fields == 0 || !row.ends_with('\r'), "{row}");
                let puzzle = &text[plain.puzzle..plain.puzzle + 81];
                found.push((newlines, puzzle.to_owned()));
                let field = match line {
                    Parsed::Puzzle(field) => String::from_utf8_lossy(field).into_owned(),
                    other => format!("{other:?}"),
                };
                parsed.push((newlines, field));
                let mut next = place.clone();
                next.pass_plain_line(plain);
                place = lines.place();
                assert_eq!((next.at(), next.newlines()), (place.at(), place.newlines()));
            } else {
                place = lines.place();
            }
        }
    }

    const PUZZLE: &str =
        "4.....57867....12313..786..35176289...24.9.....7.8.2.6...59...7.1.....6...3..7...";

    #[test]
    fn usual_rows() {
        assert_eq!(layout("id,puzzle", &format!("1,{PUZZLE}")).size, Size::Nine);
        for (header, row) in [
            ("puzzle", "P"),
            ("puzzle,solution", "P,4"),
            ("id,puzzle", "7,P"),
            ("id;puzzle;note", "7;P;an easy one"),
            ("id\tname\tpuzzle", "7\t\tP"),
        ] {
            let row = row.replace('P', PUZZLE);
            let text = format!("{row}\n\n{row}\n# {row}\n{row}\r\n{row}\n");
            let [parsed, found] = both(&text, &layout(header, &row));
            assert_eq!(parsed, found, "{header}");
            let lines: Vec<_> = found.iter().map(|&(newlines, _)| newlines).collect();
            // A CR ends the field after the puzzle, but not the puzzle.
            let expected: &[u64] = if row.ends_with(PUZZLE) { &[0, 2, 5] } else { &[0, 2, 4, 5] };
            assert_eq!(lines, expected, "{header}");
        }
    }

    #[test]
    fn fields_are_counted() {
        let solution = PUZZLE.replace('.', "1");
        for (header, row, fields) in [
            ("puzzle", PUZZLE.to_owned(), 1),
            ("id,puzzle", format!("7,{PUZZLE}"), 2),
            ("id,puzzle,solution", format!("7,{PUZZLE},{solution}"), 3),
            ("puzzle,solution,id", format!("{PUZZLE},{solution},7"), 0),
            ("puzzle,a,b", format!("{PUZZLE},{},7", &solution[2..]), 0),
        ] {
            let bytes = Bytes::Owned(format!("{row}\n").into_bytes());
            let place = ChunkPlace { start: 1000, ..ChunkPlace::default() };
            let chunk = Chunk { place, ..Chunk::new(bytes, layout(header, &row)) };
            let line = chunk.first_place().plain_line(chunk.bytes());
            assert_eq!(line.map(|line| line.fields), Some(fields), "{header}");
        }
    }

    #[test]
    fn line_that_is_too_long() {
        let header = format!("{}puzzle", "a,".repeat(1100));
        let layout = layout(&header, &format!("{}{PUZZLE}", "1,".repeat(1100)));
        let long = format!("{},", "1".repeat(60)).repeat(1100);
        let [parsed, found] = both(&format!("{long}{PUZZLE}\n"), &layout);
        assert_eq!(parsed, found);
    }

    proptest! {
        #[test]
        fn near_separator_is_before_the_line_end(
            text in prop::collection::vec(prop_oneof![2 => any::<u8>(), 1 => 0x09u8..0x0e], 0..90),
            separator in prop::sample::select(b",;\t|".as_slice()),
        ) {
            // Whole words of eight bytes are searched.
            let near = &text[..NEAR.min(text.len() / 8 * 8)];
            let first = near.iter().position(|&byte| byte == separator || b"\n\r".contains(&byte));
            let expected = first.filter(|&at| near[at] == separator);
            prop_assert_eq!(near_separator(&text, separator), expected);
        }

        #[test]
        fn any_rows(
            fields in prop::collection::vec((0usize..9, 0usize..6), 1..30),
            column in 0usize..3,
        ) {
            let long = "x".repeat(70);
            let spaced = format!(" {PUZZLE}");
            let others = [
                PUZZLE, PUZZLE, PUZZLE, PUZZLE, "", "7", &PUZZLE[1..], &long, &spaced,
            ];
            let ends = [",", ",", ",", "\n", "\r\n", "\n#"];
            let text: String =
                fields.iter().map(|&(field, end)| others[field].to_owned() + ends[end]).collect();
            let header = ["puzzle,a,b", "a,puzzle,b", "a,b,puzzle"][column];
            let row = header.replace("puzzle", PUZZLE);
            let [parsed, found] = both(&text, &layout(header, &row));
            prop_assert_eq!(parsed, found);
        }
    }
}
