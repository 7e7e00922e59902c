//! Reads the lines before the first row: a header, a count, `sep=;`.

use super::{
    Column, Role, column_named,
    fields::{self, Division, SEPARATORS},
    json,
    records::{SAMPLE, Sample, TableRows},
};
use crate::input::{
    Open,
    lines::{
        COMMENT, Skip,
        symbols::{count_symbols, is_symbol},
    },
};
use std::borrow::Cow;
use sudomill_core::grid::{Alphabet, Order, Order2, Size, Symbols};

/// The most digits of a count of puzzles. A 4×4 puzzle that lost some cells has more.
const LONGEST_COUNT: usize = 10;

/// The rows below a header in a comment of which one must have its number of fields.
const NEXT_ROWS: usize = 5;

/// The longest name of a column, in bytes.
const LONGEST_NAME: usize = 64;

/// The lines before the first row, and what they tell about the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::input) struct TableStart {
    /// The offsets of the first and last line before the rows, and why these lines are skipped.
    pub skip: Option<(usize, usize, Skip)>,
    /// The offset of the first row.
    pub rows: usize,
    /// The division of the lines, if known.
    pub division: Option<Division>,
    /// The names of the columns; empty without a header.
    pub names: Vec<String>,
    /// The byte that begins a comment; `None` if there are no comments.
    pub comment: Option<u8>,
    /// True if the user said so or a name is a known one, so that rows cannot overrule it.
    pub is_certain: bool,
}

impl Default for TableStart {
    fn default() -> Self {
        Self {
            skip: None,
            rows: 0,
            division: None,
            names: Vec::new(),
            comment: Some(COMMENT),
            is_certain: false,
        }
    }
}

impl TableStart {
    /// The head of an in-memory table with these columns, as if separated by commas.
    pub fn of_table(names: &[String]) -> Self {
        let division = Some(Division::Delimited(b','));
        Self { division, names: names.to_vec(), ..Self::default() }
    }

    /// Reads the lines before the first row.
    pub fn of(sample: &Sample, how: &Open) -> Self {
        let comment = how.comment.or(Some(COMMENT));
        let mut head =
            Self { comment, division: how.delimiter.map(Division::Delimited), ..Self::default() };
        if how.header != Some(false)
            && how.comment.is_none()
            && let Some(found) = head.in_comment(sample, how.header == Some(true))
        {
            return found;
        }
        let (custom, mut rows) = (how.symbols.as_ref(), head.rows_of(sample));
        if how.comment.is_none() && head.begins_with_record(sample) {
            (head.comment, rows.comment) = (None, None);
        }
        let Some(mut line) = rows.next() else { return head };
        let first = rows.at - line.len();
        if line.trim_ascii_start().starts_with(b"{") || is_before_object(line, rows, custom) {
            head.division = Some(Division::Json);
            return head;
        }
        if let Some(separator) = fields::named_separator(line) {
            head.division.get_or_insert(Division::Delimited(separator));
            head.up_to(first, rows.at - line.len(), rows.at, Skip::Header);
            let Some(next) = rows.next() else { return head };
            line = next;
        }
        let names = match how.header {
            Some(false) => None,
            Some(true) => Some(head.widest(line)),
            None => match how.column.as_ref().filter(|column| !column.is_number()) {
                Some(column) => head.header_with(column, line, rows).map(|(header, end)| {
                    (line, rows.at) = (&sample.text[end.0..end.1], end.1);
                    header
                }),
                None if is_count(line) && head.skip.is_none() => {
                    head.up_to(first, first, rows.at, Skip::Count);
                    return head;
                }
                None => header(line, head.division, custom),
            },
        };
        if let Some((division, names)) = names {
            head.is_certain |= how.header.is_some() || has_known_name(&names);
            head.is_certain |= how.column.as_ref().is_some_and(|it| it.index(&names).is_some());
            (head.division, head.names) = (division, names);
            head.up_to(first, rows.at - line.len(), rows.at, Skip::Header);
            if how.comment.is_none() && head.begins_with_record(sample) {
                head.comment = None;
            }
        }
        head
    }

    /// The rows of a sample, after these lines.
    pub(super) fn rows_of<'a>(&self, sample: &'a Sample<'a>) -> TableRows<'a> {
        let separator = match self.division {
            Some(Division::Delimited(separator)) => Some(separator),
            _ => None,
        };
        TableRows { sample, at: self.rows, comment: self.comment, separator }
    }

    fn up_to(&mut self, first: usize, last: usize, rows: usize, skip: Skip) {
        self.skip = Some((first, last, skip));
        self.rows = rows;
    }

    /// Recognizes a header that looks like a comment: `#,puzzle` or `# id,puzzle`. It has a known
    /// name and as many fields as the next row, which must not be a header.
    fn in_comment(&self, sample: &Sample, is_certain: bool) -> Option<Self> {
        if sample.text.first() != Some(&COMMENT) {
            return None;
        }
        let (mut rows, mut found) = (self.rows_of(sample), None);
        rows.comment = None;
        let line = rows.next()?;
        for division in self.divisions() {
            let mut names = names(line, division);
            let name = names[0].trim_start_matches('#').trim().to_owned();
            names[0] = if name.is_empty() { names[0].clone() } else { name };
            if names.len() > 1 && is_header(&names, None) && has_known_name(&names) {
                found.get_or_insert((division, names));
            }
        }
        let (division, names) = found?;
        let end = rows.at;
        rows.comment = self.comment;
        let next = rows.next()?;
        let mut has_fields = division.fields(next).count() == names.len();
        let is_row = header(next, Some(division), None).is_none();
        // The next row may be a damaged one.
        for _ in 1..NEXT_ROWS {
            if has_fields || !is_row {
                break;
            }
            let Some(row) = rows.next() else { break };
            has_fields = division.fields(row).count() == names.len();
        }
        let is_row = is_row && (has_fields || is_certain);
        let (skip, division) = (Some((0, 0, Skip::Header)), Some(division));
        let head = Self { skip, rows: end, division, names, is_certain: true, ..self.clone() };
        is_row.then_some(head)
    }

    /// Returns true if the first row begins with `#` and is a record: it has as many fields as the
    /// header; or all rows begin so, and it has a puzzle in a later field: `#17,…`.
    fn begins_with_record(&self, sample: &Sample) -> bool {
        let mut rows = TableRows { comment: None, ..self.rows_of(sample) };
        let Some(row) = rows.next() else { return false };
        if row.first() == Some(&COMMENT) && self.has_all_fields(row) {
            return true;
        }
        if self.rows_of(sample).next().is_some() {
            return false;
        }
        let is_puzzle = |field: &[u8]| {
            Size::ALL.iter().any(|size| size.cells() == field.len())
                && is_like_a_puzzle(field, None)
        };
        let mut fields = self.divisions().flat_map(|division| division.fields(row).skip(1));
        fields.any(|field| is_puzzle(&row[field]))
    }

    /// The separators that may divide a row into several columns.
    pub(super) fn separators(&self) -> Vec<u8> {
        match self.division {
            None => SEPARATORS.to_vec(),
            Some(Division::Delimited(separator)) => vec![separator],
            Some(_) => Vec::new(),
        }
    }

    /// Returns true if a row has as many fields as the header, and several.
    pub(super) fn has_all_fields(&self, row: &[u8]) -> bool {
        let fields = self.division.map_or(0, |division| division.fields(row).count());
        fields > 1 && fields == self.names.len()
    }

    /// The ways to divide a header into several columns.
    fn divisions(&self) -> impl Iterator<Item = Division> + use<> {
        self.separators().into_iter().map(Division::Delimited)
    }

    /// Returns the names in a line that the user declared to be a header, divided by the separator
    /// that yields the most.
    fn widest(&self, line: &[u8]) -> Header {
        let divided = self.divisions().map(|division| (Some(division), names(line, division)));
        // For equally many names, the first separator wins.
        let widest = divided.reduce(|best, it| if it.1.len() > best.1.len() { it } else { best });
        match widest {
            Some((division, names)) if names.len() > 1 || self.division.is_some() => {
                (division, names)
            }
            _ => (None, vec![name(line.trim_ascii())]),
        }
    }

    /// Finds the first of the sampled rows, from `line` on, that names the user's column. Returns
    /// its names and its range.
    fn header_with<'a>(
        &self,
        column: &Column,
        mut line: &'a [u8],
        mut rows: TableRows<'a>,
    ) -> Option<(Header, (usize, usize))> {
        for _ in 0..SAMPLE {
            // Above the header there may be other lines, but no record.
            if fields::words(line).any(|field| holds_grid(&line[field])) {
                break;
            }
            let divisions = self.divisions().map(Some).chain([None]);
            let divided = divisions
                .map(|division| (division, names(line, division.unwrap_or(Division::Words))));
            let has_it = |(_, names): &Header| column.index(names).is_some();
            if let Some(header) = divided.filter(|it| it.1.len() > 1 || it.0.is_none()).find(has_it)
            {
                return Some((header, (rows.at - line.len(), rows.at)));
            }
            line = rows.next()?;
        }
        None
    }
}

/// The division of a header, if known, and its names.
type Header = (Option<Division>, Vec<String>);

/// Returns true if the first line holds no puzzle and a JSON object follows.
fn is_before_object(line: &[u8], mut rows: TableRows, custom: Option<&Symbols>) -> bool {
    if fields::words(line).any(|field| is_like_a_puzzle(&line[field], custom)) {
        return false;
    }
    let is_object =
        |row: &[u8]| row.trim_ascii_start().starts_with(b"{") && json::values(row).is_some();
    rows.next().is_some_and(is_object)
}

fn is_count(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.len() <= LONGEST_COUNT && line.iter().all(u8::is_ascii_digit)
}

/// Parses a header line into its separator and names; `None` if the line is not a header. Prefers a
/// separator that yields a known name, then the one that yields the most names. Without a
/// separator, the rows decide.
fn header(line: &[u8], known: Option<Division>, custom: Option<&Symbols>) -> Option<Header> {
    let head = TableStart { division: known, ..TableStart::default() };
    let delimited = head.divisions().map(|it| (it, names(line, it)));
    let headers: Vec<_> = delimited
        .filter(|(_, names)| (names.len() > 1 || known.is_some()) && is_header(names, custom))
        .collect();
    let named = headers.iter().find(|(_, names)| has_known_name(names));
    let best = named.or_else(|| headers.iter().rev().max_by_key(|(_, names)| names.len()));
    if let Some((division, names)) = best {
        return Some((Some(*division), names.clone()));
    }
    if known.is_some() {
        return None;
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

pub(super) fn names(line: &[u8], division: Division) -> Vec<String> {
    division.fields(line).map(|field| name(&line[field])).collect()
}

/// Decodes a name. One that is not UTF-8 is read as Latin-1, the usual case, from which the
/// original bytes can be restored.
fn name(field: &[u8]) -> String {
    let name: Cow<str> = match std::str::from_utf8(field) {
        Ok(name) => name.into(),
        Err(_) => field.iter().map(|&byte| char::from(byte)).collect(),
    };
    name.trim().replace("\"\"", "\"")
}

/// Returns true if these could be column names: none looks like a puzzle, and either one of them is
/// known, or each is a name or empty, or they count up from 0 as in a data frame without names.
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

/// Returns true if the names are the numbers 0, 1, 2, …, as in a data frame without names.
pub(in crate::input) fn counts_up(names: &[String]) -> bool {
    let numbers = names.strip_prefix(&[String::new()][..]).unwrap_or(names);
    names.len() > 1
        && (0..).zip(numbers).all(|(number, name): (usize, _)| *name == number.to_string())
}

/// Returns true if a field could name a column: a letter or underscore, then letters, digits and
/// punctuation. At least half must be letters that do not stand for an empty cell.
fn is_name(field: &str, has_others: bool) -> bool {
    let is_letter = |c: &char| c.is_alphabetic() && !"xX".contains(*c);
    // With several names, one may be a phrase.
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

/// Returns true if a text has as many characters as a puzzle has cells, and few letters.
pub(super) fn holds_grid(text: &[u8]) -> bool {
    let text = String::from_utf8_lossy(text);
    let (len, letters) = (text.chars().count(), text.chars().filter(|c| c.is_alphabetic()).count());
    Size::ALL.iter().any(|size| size.cells() == len) && letters * 4 <= len
}

/// Returns true if a text is too long for a name, or at least as long as the smallest puzzle and
/// mostly symbols.
fn is_like_a_puzzle(text: &[u8], custom: Option<&Symbols>) -> bool {
    let is_symbol = |&&byte: &&u8| is_symbol(byte);
    let symbols = || text.iter().filter(is_symbol).count();
    text.len() > LONGEST_NAME
        || text.len() >= Order2::CELLS && symbols() * 4 >= text.len() * 3
        || holds_grid(text)
        || is_custom_puzzle(text, custom)
}

/// Returns true if a text is at least half as long as a puzzle in these symbols, and mostly
/// symbols.
fn is_custom_puzzle(text: &[u8], custom: Option<&Symbols>) -> bool {
    custom.is_some_and(|custom| {
        let symbols = count_symbols(text, custom.size(), Alphabet::Custom(*custom));
        text.len() * 2 >= custom.size().cells() && symbols * 4 >= text.len() * 3
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head(text: &str) -> (Option<Division>, Vec<String>, usize) {
        let head = TableStart::of(&Sample::new(text.as_bytes(), true), &Open::default());
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
