//! Reads the lines before the first row: a header, a count, `sep=;`.

use super::{
    fields::{self, Division},
    json,
    names::{Role, column_named},
    records::{SEPARATORS, TableRows},
};
use crate::{
    grid::{Alphabet, Order, Order2, Symbols},
    input::lines::{
        Skip,
        symbols::{NONE, is_symbol, symbol_values},
    },
};

/// The longest name of a column, in bytes.
const LONGEST_NAME: usize = 64;

/// The lines before the first row, and what they show.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::input) struct Head {
    /// The offsets of the first and the last line before the rows, and what they are.
    pub skip: Option<(usize, usize, Skip)>,
    /// The offset of the first row.
    pub rows: usize,
    /// How lines are divided, if known.
    pub division: Option<Division>,
    /// The names of the columns; empty without a header.
    pub names: Vec<String>,
}

impl Head {
    /// The head of a table with these columns, separated by commas.
    pub fn of_table(names: &[String]) -> Self {
        let division = Some(Division::Delimited(b','));
        Self { division, names: names.to_vec(), ..Self::default() }
    }

    /// Reads the start of a text; `None` if more bytes are needed.
    #[cfg(test)]
    pub fn of(text: &[u8], last: bool) -> Option<Self> {
        Self::of_symbols(text, last, None)
    }

    /// The same for puzzles in these symbols, if they are given.
    pub fn of_symbols(text: &[u8], last: bool, custom: Option<&Symbols>) -> Option<Self> {
        let mut head = Self::default();
        let mut rows = TableRows { text, at: 0, last };
        let Some(line) = rows.next()? else { return Some(head) };
        let (at, end) = (rows.at - line.len(), rows.at);
        if line.trim_ascii_start().starts_with(b"{") || is_before_object(line, rows, custom)? {
            head.division = Some(Division::Json);
            return Some(head);
        }
        if let Some(separator) = fields::named_separator(line) {
            head.division = Some(Division::Delimited(separator));
            (head.skip, head.rows) = (Some((at, at, Skip::Header)), end);
            let Some(next) = rows.next()? else { return Some(head) };
            head.names = names(next, Division::Delimited(separator));
            if is_header(&head.names, custom) {
                head.skip = Some((at, rows.at - next.len(), Skip::Header));
                head.rows = rows.at;
            } else {
                head.names.clear();
            }
        } else if is_count(line) {
            (head.skip, head.rows) = (Some((at, at, Skip::Count)), end);
        } else if let Some((division, names)) = header(line, custom) {
            head.division = division;
            (head.names, head.skip, head.rows) = (names, Some((at, at, Skip::Header)), end);
        }
        Some(head)
    }
}

/// Whether the first line holds no puzzle and a JSON object follows.
fn is_before_object(line: &[u8], mut rows: TableRows, custom: Option<&Symbols>) -> Option<bool> {
    if fields::words(line).any(|field| is_like_a_puzzle(&line[field], custom)) {
        return Some(false);
    }
    let is_object =
        |row: &[u8]| row.trim_ascii_start().starts_with(b"{") && json::values(row).is_some();
    Some(rows.next()?.is_some_and(is_object))
}

fn is_count(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.len() < Order2::CELLS && line.iter().all(u8::is_ascii_digit)
}

/// The names of a header line and its separator; `None` if the line is not a header. Prefers
/// the separator that shows a known name, then the one that shows the most names. Without
/// a separator, the rows decide.
fn header(line: &[u8], custom: Option<&Symbols>) -> Option<(Option<Division>, Vec<String>)> {
    let delimited = SEPARATORS.map(Division::Delimited).map(|it| (it, names(line, it)));
    let headers: Vec<_> = delimited
        .into_iter()
        .filter(|(_, names)| names.len() > 1 && is_header(names, custom))
        .collect();
    let known = headers.iter().find(|(_, names)| has_known_name(names));
    let best = known.or_else(|| headers.iter().rev().max_by_key(|(_, names)| names.len()));
    if let Some((division, names)) = best {
        return Some((Some(*division), names.clone()));
    }
    let words = names(line, Division::Words);
    match &words[..] {
        [_] => is_header(&words, custom).then_some((None, words)),
        _ => {
            let is_name =
                |word: &String| is_name(word, false) && !is_custom_puzzle(word.as_bytes(), custom);
            words.iter().all(is_name).then_some((None, Vec::new()))
        }
    }
}

fn names(line: &[u8], division: Division) -> Vec<String> {
    let is_utf_8 = std::str::from_utf8(line).is_ok();
    let text = |field: std::ops::Range<usize>| {
        let name: String = match is_utf_8 {
            true => String::from_utf8_lossy(&line[field]).into_owned(),
            // The usual encoding of other names. Its bytes can be written again.
            false => line[field].iter().map(|&byte| char::from(byte)).collect(),
        };
        name.trim().replace("\"\"", "\"")
    };
    division.fields(line).map(text).collect()
}

/// Whether these could be the names of columns: none looks like a puzzle, and either one is
/// known, or each is a name or empty, or they count up from 0 as in a data frame without
/// names.
fn is_header(names: &[String], custom: Option<&Symbols>) -> bool {
    let is_empty = |name: &String| name.is_empty() || name == "\"\"";
    if names.iter().all(is_empty)
        || names.iter().any(|name| is_like_a_puzzle(name.as_bytes(), custom))
    {
        return false;
    }
    has_known_name(names)
        || names.iter().all(|name| is_empty(name) || is_name(name, names.len() > 1))
        || counts_up(names)
}

fn has_known_name(names: &[String]) -> bool {
    let is_known = |role| column_named(names, role).next().is_some();
    is_known(Role::Puzzles) || is_known(Role::Solutions)
}

fn counts_up(names: &[String]) -> bool {
    let numbers = names.strip_prefix(&[String::new()][..]).unwrap_or(names);
    names.len() > 1
        && (0..).zip(numbers).all(|(number, name): (usize, _)| *name == number.to_string())
}

/// Whether a field could name a column: a letter or underscore, then letters, digits and
/// punctuation. At least half must be letters that do not stand for an empty cell.
fn is_name(field: &str, has_others: bool) -> bool {
    let is_letter = |c: &char| c.is_alphabetic() && !"xX".contains(*c);
    // If there are several names, one may be a phrase.
    let is_sign = |c: char| match has_others {
        true => c == ' ' || c.is_ascii_punctuation(),
        false => "_-".contains(c),
    };
    let letters = field.chars().filter(is_letter).count();
    field.len() <= LONGEST_NAME
        && field.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && field.chars().all(|c| c.is_alphanumeric() || is_sign(c))
        && letters * 2 >= field.chars().count()
}

/// Whether a text is too long for a name, or at least as long as the smallest puzzle and
/// mostly symbols.
fn is_like_a_puzzle(text: &[u8], custom: Option<&Symbols>) -> bool {
    let is_symbol = |&&byte: &&u8| is_symbol(byte);
    let symbols = || text.iter().filter(is_symbol).count();
    text.len() > LONGEST_NAME
        || text.len() >= Order2::CELLS && symbols() * 4 >= text.len() * 3
        || is_custom_puzzle(text, custom)
}

/// Whether a text is at least half as long as a puzzle in these symbols, and mostly symbols.
fn is_custom_puzzle(text: &[u8], custom: Option<&Symbols>) -> bool {
    custom.is_some_and(|custom| {
        let values = symbol_values(custom.size(), Alphabet::Custom(*custom));
        let symbols = text.iter().filter(|&&byte| values[usize::from(byte)] != NONE).count();
        text.len() * 2 >= custom.size().cells() && symbols * 4 >= text.len() * 3
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(text: &str) -> (Option<Division>, Vec<String>, usize) {
        let head = Head::of(text.as_bytes(), true).unwrap();
        (head.division, head.names, head.rows)
    }

    #[test]
    fn headers_of_pandas_and_spreadsheets() {
        let comma = Some(Division::Delimited(b','));
        for (line, names) in [
            (",puzzle,solution", vec!["", "puzzle", "solution"]),
            ("Unnamed: 0,puzzle", vec!["Unnamed: 0", "puzzle"]),
            ("\"\",\"puzzle\"", vec!["", "puzzle"]),
            ("id, puzzle", vec!["id", "puzzle"]),
            ("_id,puzzle", vec!["_id", "puzzle"]),
            ("0,1", vec!["0", "1"]),
            (",0", vec!["", "0"]),
            ("my name,\"a, b\"", vec!["my name", "a, b"]),
            ("2024,quizzes", vec!["2024", "quizzes"]),
        ] {
            let names: Vec<_> = names.into_iter().map(str::to_owned).collect();
            assert_eq!(head(line), (comma, names, line.len()), "{line}");
        }
        assert_eq!(head("sep=;\na;b\n").0, Some(Division::Delimited(b';')));
        assert_eq!(head("sep=;\na;b\n").2, 10);
        assert_eq!(head("puzzle\trating").0, Some(Division::Delimited(b'\t')));
        assert_eq!(head("quizzes\n").1, ["quizzes"]);
    }

    #[test]
    fn rows_are_not_headers() {
        let full = "1234341221434321";
        for line in ["1,,", "12,7", "Z3..7....", "a,1", &format!("puzzle,{full}"), full, "1;x"] {
            assert_eq!(head(line).2, 0, "{line}");
        }
    }
}
