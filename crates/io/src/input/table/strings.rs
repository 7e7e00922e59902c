//! Parses grids in JSON strings with escapes: `\u002e` for a dot, and grids with one row per line,
//! as in `"53..7....
//! 6..195...
//! …"`.

use crate::input::{
    grids::characters,
    lines::{
        position::{character, place},
        symbols::{is_grid, is_separator},
    },
};
use memchr::memchr;
use std::{borrow::Cow, ops::Range};
use sudomill_core::{
    error::{BadLine, Problem},
    grid::Size,
};

/// The text that is parsed in place of a string, no longer than the string.
pub(super) struct Plain {
    /// The text, without characters that need escapes in a string.
    pub text: Vec<u8>,
    /// For each byte of the text, the offset in the string that it came from.
    from: Vec<usize>,
    /// The reason why the lines of the string are not a grid, with its offset.
    fault: Option<(usize, Problem)>,
}

impl Plain {
    /// Decodes a string, given without its quotes; `None` if it has no escapes.
    pub fn of(string: &[u8], size: Size) -> Option<Self> {
        memchr(b'\\', string)?;
        let decoded = Decoded::of(string);
        let lines: Vec<_> = decoded.lines().collect();
        if lines.len() > 1 {
            return Some(match decoded.grid(&lines, size.side()) {
                Ok(cells) => decoded.only(cells.into_iter()),
                Err((at, problem)) => Self::faulty(string, decoded.from[at], problem),
            });
        }
        // A single line may have line ends before and after it.
        let line = lines.first().cloned().unwrap_or(0..0);
        match decoded.text[line.clone()].iter().any(|byte| b"\"\\".contains(byte) || *byte < b' ') {
            false => Some(decoded.only(line)),
            true => Some(Self::undecoded(string)),
        }
    }

    /// Makes a text that cannot be a puzzle: nothing in it separates the first line from the
    /// others.
    fn faulty(string: &[u8], at: usize, problem: Problem) -> Self {
        let byte = |&byte: &u8| if is_separator(byte) { b'~' } else { byte };
        let text = string.iter().map(byte).collect();
        Self { text, from: (0..string.len()).collect(), fault: Some((at, problem)) }
    }

    fn undecoded(string: &[u8]) -> Self {
        Self { text: string.to_vec(), from: (0..string.len()).collect(), fault: None }
    }
}

/// Returns a JSON field as it is parsed: decoded if it has escapes.
pub(in crate::input) fn plain(field: &[u8]) -> Cow<'_, [u8]> {
    if memchr(b'\\', field).is_none() || matches!(field.first(), Some(b'[' | b'{')) {
        return field.into();
    }
    let all = Size::ALL.into_iter().filter_map(|size| Some((size, Plain::of(field, size)?)));
    let mut all: Vec<_> = all.collect();
    let grid = all.iter().position(|(size, plain)| is_grid(&plain.text, *size, Default::default()));
    all.swap_remove(grid.unwrap_or(0)).1.text.into()
}

/// The symbols that are parsed in place of a string with escapes, and the place of each in it.
pub(super) fn symbols(string: &[u8], size: Size) -> Option<(Vec<u8>, Vec<Range<usize>>)> {
    let Plain { text, from, .. } = Plain::of(string, size)?;
    let place = |at: usize| at..at + escape(&string[at..]).map_or(1, |(_, len)| len);
    Some((text, from.into_iter().map(place).collect()))
}

/// Relocates the error of a line to its position in the file. `parsed` is the line with the
/// [`Plain`] text in place of the string at that range.
pub(super) fn located(
    bad: BadLine,
    parsed: &[u8],
    line: &[u8],
    string: Range<usize>,
    size: Size,
) -> BadLine {
    let Some(plain) = Plain::of(&line[string.clone()], size) else { return bad };
    let (at, problem) = match plain.fault {
        Some((at, problem)) => (at, problem),
        None => {
            let parsed = String::from_utf8_lossy(parsed);
            let byte = parsed.char_indices().nth(bad.column - 1).map_or(parsed.len(), |(at, _)| at);
            let from = plain.from.get(byte.saturating_sub(string.start)).copied();
            (from.unwrap_or(string.len()), bad.problem)
        }
    };
    BadLine::new(place(line, string.start + at), problem)
}

/// The characters of a string, and the offset that each of their bytes came from.
struct Decoded {
    text: Vec<u8>,
    from: Vec<usize>,
}

impl Decoded {
    fn of(string: &[u8]) -> Self {
        let (mut text, mut from) = (Vec::with_capacity(string.len()), Vec::new());
        let mut at = 0;
        while at < string.len() {
            match escape(&string[at..]) {
                Some((character, len)) => {
                    let mut bytes = [0; 4];
                    text.extend_from_slice(character.encode_utf8(&mut bytes).as_bytes());
                    from.resize(text.len(), at);
                    at += len;
                }
                None => {
                    text.push(string[at]);
                    from.push(at);
                    at += 1;
                }
            }
        }
        from.push(string.len());
        Self { text, from }
    }

    /// The ranges of the lines that are not blank.
    fn lines(&self) -> impl Iterator<Item = Range<usize>> + '_ {
        let mut at = 0;
        let lines = self.text.split(|byte| b"\r\n".contains(byte)).map(move |line| {
            let start = at;
            at += line.len() + 1;
            start..start + line.len()
        });
        lines.filter(|line| !self.text[line.clone()].trim_ascii().is_empty())
    }

    /// Returns the offset of each cell of a grid with one row per line, or the first offset that
    /// rules out a grid, with the problem. Lines of dashes between rows are allowed.
    fn grid(&self, lines: &[Range<usize>], side: usize) -> Result<Vec<usize>, (usize, Problem)> {
        let cells_of = |line: &Range<usize>| -> Vec<usize> {
            characters(&self.text[line.clone()]).map(|(at, _)| line.start + at).collect()
        };
        let is_dash = |&at: &usize| self.text[at] == b'-';
        let rows: Vec<_> = lines.iter().map(|line| (line, cells_of(line))).collect();
        // As in files of grids, dashes are cells if a row has them among other symbols.
        let has_dashes =
            rows.iter().any(|(_, row)| row.iter().any(is_dash) && !row.iter().all(is_dash));
        let is_drawn = |line: &Range<usize>| {
            self.text[line.clone()].iter().any(|byte| !b"- \t".contains(byte))
        };
        let is_ruler =
            |line, row: &[usize]| row.iter().all(is_dash) && (!has_dashes || is_drawn(line));
        let rows = rows.into_iter().filter(|(line, row)| !is_ruler(line, row));
        let rows: Vec<_> = rows.map(|(_, row)| row).collect();
        if rows.first().is_some_and(|row| row.len() >= side * side) {
            return Err((lines[1].start, Problem::SecondPuzzle));
        }
        for row in &rows {
            let problem = match row.get(side) {
                Some(&at) => {
                    let found = character(&self.text[at..]);
                    Some((at, Problem::LongRow { found, expected: side }))
                }
                None if row.len() < side => {
                    let end = row.last().map_or(0, |&at| at + 1);
                    Some((end, Problem::ShortRow { found: row.len(), expected: side }))
                }
                None => None,
            };
            problem.map_or(Ok(()), Err)?;
        }
        match rows.get(side) {
            Some(row) => Err((row[0], Problem::SecondPuzzle)),
            None if rows.len() < side => {
                Err((self.text.len(), Problem::ShortGrid { found: rows.len(), expected: side }))
            }
            None => Ok(rows.concat()),
        }
    }

    /// Keeps only the bytes at these offsets.
    fn only(&self, places: impl Iterator<Item = usize> + Clone) -> Plain {
        let text = places.clone().map(|at| self.text[at]).collect();
        Plain { text, from: places.map(|at| self.from[at]).collect(), fault: None }
    }
}

/// Decodes the escape at the start of a valid string to its character and length. Half of a
/// surrogate pair is not a character.
fn escape(string: &[u8]) -> Option<(char, usize)> {
    let [b'\\', sign, rest @ ..] = string else { return None };
    let character = match sign {
        b'n' => '\n',
        b't' => '\t',
        b'r' => '\r',
        b'b' => '\u{8}',
        b'f' => '\u{C}',
        b'u' => return unicode(rest).map(|(character, digits)| (character, 2 + digits)),
        sign => char::from(*sign),
    };
    Some((character, 2))
}

/// Decodes `002e` or `d83d\ude00` to its character and the length of the text.
fn unicode(text: &[u8]) -> Option<(char, usize)> {
    let unit = |text: &[u8]| u16::from_str_radix(std::str::from_utf8(text).ok()?, 16).ok();
    let first = unit(text.get(..4)?)?;
    if let Some(character) = char::from_u32(first.into()) {
        return Some((character, 4));
    }
    let second = unit(text.get(4..10)?.strip_prefix(b"\\u")?)?;
    let mut pair = char::decode_utf16([first, second]);
    Some((pair.next()?.ok()?, 10))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain_text(string: &str) -> String {
        let plain = Plain::of(string.as_bytes(), Size::Four).unwrap();
        assert_eq!(plain.text.len(), plain.from.len());
        assert!(plain.text.len() <= string.len() && plain.from.is_sorted(), "{string}");
        String::from_utf8(plain.text).unwrap()
    }

    fn fault(string: &str) -> (usize, String) {
        let (at, problem) = Plain::of(string.as_bytes(), Size::Four).unwrap().fault.unwrap();
        (at, problem.to_string())
    }

    #[test]
    fn escapes_are_decoded() {
        assert!(Plain::of(b"1...4.....2....3", Size::Four).is_none());
        for (string, text) in [
            (r"1\u002e..4\u002E....2....3", "1...4.....2....3"),
            (r"1...4.....2....3\n", "1...4.....2....3"),
            (r"\r\n1...4.....2....3 \/ \u00fc\ud83d\ude00", "1...4.....2....3 / ü\u{1F600}"),
            (r"1...\n4...\n..2.\n...3", "1...4.....2....3"),
            (r"1 . | . .\r\n4 . | . .\r\n----+----\r\n..2.\n\n...3\n", "1...4.....2....3"),
            (r"----\n----\n----\n---3", "---------------3"),
            (r"1---\n----\n----+\n----\n----", "1---------------"),
            // Characters that need escapes in a string stay escaped.
            (r#"1...\t4\"\u0000"#, r#"1...\t4\"\u0000"#),
            (r"1...4.....2....\ud83d", r"1...4.....2....\ud83d"),
        ] {
            assert_eq!(plain_text(string), text, "{string}");
        }
    }

    #[test]
    fn lines_that_are_no_grid() {
        for (string, at, message) in [
            (r"1...4.....2....3 \n.4.3.3........2.", 19, "found another puzzle; expected only one"),
            (r"1...\n4...\n..2.", 16, "found the end of the grid after 3 rows; expected 4"),
            (r"1...\n4...\n----\n..2.", 22, "found the end of the grid after 3 rows; expected 4"),
            (r"1...\n4..\n..2.\n...3", 9, "found the end of the row after 3 cells; expected 4"),
            (r"1...\n4....\n..2\n...3", 10, "found '.' after 4 cells; expected the end of the row"),
            (r"1...\n4...\n..2.\n...3\n1...", 24, "found another puzzle; expected only one"),
        ] {
            assert_eq!(fault(string), (at, message.to_owned()), "{string}");
            assert!(!plain_text(string).contains(' '), "{string}");
        }
    }
}
