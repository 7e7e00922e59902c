//! The lines above the first row: `sep=;`, a count, a header.

use super::super::{
    Open,
    fields::{self, SEPARATORS},
    layout::Format,
    lines::{COMMENT, Notation, Skip, is_missing, symbols::is_symbol},
    records::{SAMPLE, Sample, TableRows},
    table::{Column, Role, Table, column_named},
};
use super::{
    Wanted,
    guess::{Guess, guess},
};
use sudomill_core::grid::Size;

/// The most digits of a count of puzzles. A 4×4 puzzle that lost some cells has more.
const LONGEST_COUNT: usize = 10;

/// The longest name of a column, in bytes.
const LONGEST_NAME: usize = 64;

/// The lines above the first row, and what they tell about the columns.
#[derive(Clone, Debug, Default)]
pub(super) struct Head {
    /// The offsets of the first and last of these lines, and why they are skipped.
    pub skip: Option<(usize, usize, Skip)>,
    /// The offset of the first row.
    pub rows: usize,
    pub format: Option<Format>,
    /// The names of the columns; empty without a header.
    pub names: Vec<String>,
    /// The byte that begins a comment; `None` if there are none.
    pub comment: Option<u8>,
    /// True if the user said so or a name is a known one, so that rows cannot overrule it.
    pub is_certain: bool,
}

impl Head {
    /// Finds what is certain without the rows.
    pub fn of(sample: &Sample, how: &Open, wanted: &Wanted) -> Self {
        let comment = how.comment.or(Some(COMMENT));
        let format = how.delimiter.map(Format::Delimited);
        let mut head =
            Self { comment, format, is_certain: how.header.is_some(), ..Self::default() };
        if how.header != Some(false) && how.comment.is_none() && head.in_comment(sample) {
            return head;
        }
        let mut rows = head.rows_of(sample);
        let Some(mut line) = rows.next() else { return head };
        let first = rows.at - line.len();
        if let Some(separator) = fields::named_separator(line) {
            head.format.get_or_insert(Format::Delimited(separator));
            head.up_to((first, rows.at - line.len(), rows.at), Skip::Header);
            let Some(next) = rows.next() else { return head };
            line = next;
        }
        let is_object = |row: &[u8]| row.trim_ascii_start().starts_with(b"{");
        let mut below = rows;
        let mut is_above_object = || below.next().is_some_and(is_object);
        if is_object(line) || !wanted.is_record(line) && is_above_object() {
            head.format = Some(Format::JsonLines);
            return head;
        }
        let name = how.column.as_ref().filter(|column| how.header.is_none() && !column.is_number());
        let is_count = line.trim_ascii().len() <= LONGEST_COUNT
            && line.trim_ascii().iter().all(u8::is_ascii_digit);
        let found = match (how.header, name) {
            (Some(false), _) => return head,
            (Some(true), _) => head.widest(line, |_| true),
            (None, Some(column)) => loop {
                // Above the header there may be other lines, but no record.
                if wanted.is_record(line) {
                    break None;
                }
                let is_meant = |names: &[String]| column.index(names).is_some();
                let words =
                    || Some((None, names(line, Format::Lines))).filter(|it| is_meant(&it.1));
                let found = head.widest(line, is_meant).or_else(words);
                match (found, rows.next()) {
                    (None, Some(next)) if rows.at < first + (SAMPLE << 10) => line = next,
                    (found, next) => {
                        rows.at -= next.map_or(0, <[u8]>::len);
                        break found;
                    }
                }
            },
            (None, None) if is_count && head.skip.is_none() => {
                head.up_to((first, first, rows.at), Skip::Count);
                return head;
            }
            (None, None) if wanted.is_record(line) => None,
            (None, None) => head.widest(line, |names| has_known_name(names)),
        };
        if let Some((format, names)) = found {
            (head.format, head.names, head.is_certain) = (format.or(head.format), names, true);
            head.up_to((first, rows.at - line.len(), rows.at), Skip::Header);
        }
        head
    }

    fn up_to(&mut self, (first, last, rows): (usize, usize, usize), skip: Skip) {
        (self.skip, self.rows) = (Some((first, last, skip)), rows);
    }

    /// The rows of a sample, after these lines.
    pub fn rows_of<'a>(&self, sample: &'a Sample<'a>) -> TableRows<'a> {
        let separator = match self.format {
            Some(Format::Delimited(separator)) => Some(separator),
            _ => None,
        };
        TableRows { sample, at: self.rows, comment: self.comment, separator }
    }

    /// The separators that may divide a row into several columns.
    fn separators(&self) -> Vec<u8> {
        match self.format {
            None => SEPARATORS.to_vec(),
            Some(Format::Delimited(separator)) => vec![separator],
            Some(_) => Vec::new(),
        }
    }

    /// All ways to divide rows that are possible.
    pub fn formats(&self) -> Vec<Format> {
        match self.format {
            Some(format) => vec![format],
            None => SEPARATORS.map(Format::Delimited).into_iter().chain([Format::Lines]).collect(),
        }
    }

    /// The names in a line that are meant: divided by the separator that yields the most. No format
    /// for a single name, whose rows may have any.
    fn widest(
        &self,
        line: &[u8],
        is_meant: impl Fn(&[String]) -> bool,
    ) -> Option<(Option<Format>, Vec<String>)> {
        let divided = self.separators().into_iter().map(Format::Delimited);
        let divided = divided.map(|format| (Some(format), names(line, format)));
        let several =
            divided.filter(|it| (it.1.len() > 1 || self.format.is_some()) && is_meant(&it.1));
        // For equally many names, the first separator wins.
        let widest = several.reduce(|best, it| if it.1.len() > best.1.len() { it } else { best });
        let one = || Some((None, vec![name(line.trim_ascii())])).filter(|it| is_meant(&it.1));
        widest.or_else(one)
    }

    /// Recognizes a header that looks like a comment: `#,puzzle` or `# id,puzzle`. It has a known
    /// name and as many fields as the next row.
    fn in_comment(&mut self, sample: &Sample) -> bool {
        if sample.text.first() != Some(&COMMENT) {
            return false;
        }
        let mut rows = TableRows { comment: None, ..self.rows_of(sample) };
        let Some(line) = rows.next() else { return false };
        let Some((Some(format), mut names)) = self.widest(line, |names| has_known_name(names))
        else {
            return false;
        };
        let end = rows.at;
        let names_of = |row: &[u8]| self::names(row, format);
        let has_all = |row: &[u8]| format.fields(row).count() == names.len();
        // A header below it makes it a comment.
        let is_header = rows.clone().next().is_some_and(|row| has_known_name(&names_of(row)));
        if is_header || !rows.take(5).any(has_all) && !self.is_certain {
            return false;
        }
        let first = names[0].trim_start_matches('#').trim().to_owned();
        if !first.is_empty() {
            names[0] = first;
        }
        (self.format, self.names, self.is_certain) = (Some(format), names, true);
        self.up_to((0, 0, end), Skip::Header);
        true
    }

    /// Decides whether the first row is a header, given the column of the puzzles: if a row below
    /// has a puzzle there, and the row itself can be a header.
    pub fn recheck(&mut self, sample: &Sample, table: &Table, wanted: &Wanted) {
        if self.is_certain || table.is_json() || matches!(self.skip, Some((.., Skip::Count))) {
            return;
        }
        let mut rows = TableRows { separator: table.separator(), ..self.rows_of(sample) };
        let Some(line) = rows.next() else { return };
        let (first, end) = (rows.at - line.len(), rows.at);
        // Records of delimited text may begin like comments.
        rows.comment = rows.comment.filter(|_| !table.has_records());
        let is_puzzle =
            |row: &&[u8]| matches!(wanted.in_column(row, table), Some(Guess::Grid { .. }));
        // A puzzle is conclusive. Do not wait for more lines, because somebody may be typing.
        if is_puzzle(&line) {
            return;
        }
        let is_header = match rows.take(SAMPLE).find(is_puzzle) {
            Some(below) => may_be_header(line, below, table, wanted),
            // A lone line of names is a header.
            None => rows.next().is_none() && !wanted.is_record(line) && are_names(line, table),
        };
        if is_header {
            let first = self.skip.map_or(first, |skip| skip.0);
            self.up_to((first, end - line.len(), end), Skip::Header);
            let names = names(line, table.format);
            self.names = if table.has_records() || names.len() == 1 { names } else { Vec::new() };
        }
    }
}

/// Returns true if each field of a line is a name or empty.
fn are_names(line: &[u8], table: &Table) -> bool {
    let names = names(line, table.format);
    let is_letter = |c: char| c.is_alphabetic() && !"xX".contains(c);
    let is_name = |name: &String| {
        name.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && name.chars().filter(|&c| is_letter(c)).count() * 2 >= name.chars().count()
            && name.len() <= LONGEST_NAME
    };
    names.iter().any(is_name) && names.iter().all(|name| name.is_empty() || is_name(name))
        || counts_up(&names)
}

/// Returns true if a line can be the header above a row with a puzzle.
fn may_be_header(line: &[u8], below: &[u8], table: &Table, wanted: &Wanted) -> bool {
    let Ok(field) = table.field(line) else { return false };
    let is_number =
        |text: &[u8]| std::str::from_utf8(text).is_ok_and(|it| it.trim().parse::<f64>().is_ok());
    let pairs = || table.fields(line).zip(table.fields(below));
    let has_number =
        || pairs().any(|(name, value)| is_number(&line[name]) && is_number(&below[value]));
    let is_data =
        || is_missing(&line[field.clone()]) || is_part(&line[field.clone()]) || has_number();
    !wanted.is_record(line) && (counts_up(&names(line, table.format)) || !is_data())
}

/// Returns true if a field is mostly symbols, including a digit or a dot: `53..7`.
fn is_part(field: &[u8]) -> bool {
    let symbols = field.iter().filter(|&&byte| is_symbol(byte)).count();
    symbols * 4 >= field.len() * 3
        && field.iter().any(|byte| byte.is_ascii_digit() || *byte == b'.')
}

/// Returns true if any field of a line may be a grid, or has as many characters as one and few
/// letters.
pub(in crate::input) fn is_record(line: &[u8], size: Size, notation: Notation) -> bool {
    let has_length = |text: &[u8]| {
        let text = String::from_utf8_lossy(text);
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        let len = text.chars().count();
        Size::ALL.iter().any(|size| size.cells() == len) && letters * 4 <= len
    };
    let formats = SEPARATORS.map(Format::Delimited).into_iter().chain([Format::Lines]);
    formats.into_iter().any(|format| {
        format.fields(line).any(|field| {
            let text = &line[field];
            guess(text, false, size, notation) != Guess::Other || has_length(text)
        })
    })
}

impl Wanted<'_> {
    pub fn is_record(&self, line: &[u8]) -> bool {
        is_record(line, self.size, self.notation)
    }

    /// What a row has in the column of a table; `None` if it lacks the field.
    pub fn in_column(&self, row: &[u8], table: &Table) -> Option<Guess> {
        Some(self.guess(&row[table.field(row).ok()?], table.is_json()))
    }
}

pub(super) fn names(line: &[u8], format: Format) -> Vec<String> {
    format.fields(line).map(|field| name(&line[field])).collect()
}

/// Decodes a name. One that is not UTF-8 is read as Latin-1, the usual case, from which the
/// original bytes can be restored.
fn name(field: &[u8]) -> String {
    let latin_1 = || field.iter().map(|&byte| char::from(byte)).collect();
    let name = std::str::from_utf8(field).map_or_else(|_| latin_1(), str::to_owned);
    name.trim().replace("\"\"", "\"")
}

fn has_known_name(names: &[String]) -> bool {
    [Role::Puzzles, Role::Solutions]
        .into_iter()
        .any(|role| column_named(names, role).next().is_some())
}

/// Returns true if the names are the numbers 0, 1, 2, …, as in a data frame without names.
fn counts_up(names: &[String]) -> bool {
    let numbers = names.strip_prefix(&[String::new()][..]).unwrap_or(names);
    names.len() > 1
        && (0..).zip(numbers).all(|(number, name): (usize, _)| *name == number.to_string())
}

/// Returns the column that the user chose among these fields.
pub(super) fn chosen(column: &Column, names: &[String], fields: usize) -> Option<usize> {
    let count = if names.is_empty() { fields } else { names.len() };
    column.index(names).filter(|&index| index < count || count == 0)
}
