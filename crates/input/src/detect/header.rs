//! The lines above the first row: `sep=;`, a count, a header.

use super::super::{
    fields::{named_separator, values},
    guess::{Content, are_most},
    layout::ReadOptions,
    lines::{COMMENT, MAX_LINE, Notation, Skip, symbols::is_symbol},
    list,
    missing::is_missing,
    sample::{SAMPLE, Sample, TableRows},
    table::{Role, RowFormat, Table, column_named, has_known_name},
    text::guess_field,
};
use crate::sizes::evident;
use std::{borrow::Cow, collections::HashSet, ops::Range, slice};
use sudomill_puzzle::{grid::Size, puzzle_line::decimal::is_number};

/// The most digits of a count of puzzles. A 4×4 puzzle that lost some cells has more.
const LONGEST_COUNT: usize = 10;

/// The most bytes above a header that the user names.
const ABOVE_HEADER: usize = 100 << 10;

/// All ways to divide the rows of a text without objects; words come last.
pub(super) const DIVISIONS: [RowFormat; 5] = [
    RowFormat::Delimited(b','),
    RowFormat::Delimited(b';'),
    RowFormat::Delimited(b'\t'),
    RowFormat::Delimited(b'|'),
    RowFormat::Lines,
];

/// The most bytes of a character.
const LONGEST_CHARACTER: usize = 4;

/// The fewest clues of a 9×9 puzzle with one solution.
const FEWEST: usize = 17;

/// The grids to look for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted<'a> {
    pub how: &'a ReadOptions,
    pub size: Size,
    pub notation: Notation,
}

impl Wanted<'_> {
    pub fn guess(&self, text: &[u8], is_json: bool) -> Content {
        guess_field(text, is_json, self.size, self.notation)
    }

    /// What a row has in the column of a table; `None` if it lacks the field.
    pub fn in_column(&self, row: &[u8], table: &Table) -> Option<Content> {
        Some(self.guess(&row[table.field(row).ok()?], table.is_json()))
    }

    /// The index of a column with a grid, if the column of this table has none.
    pub fn elsewhere(&self, row: &[u8], table: &Table) -> Option<usize> {
        let is_grid = |field: Range<usize>| self.guess(&row[field], false).is_grid();
        let own = table.field(row).is_ok_and(is_grid);
        table.format.fields(row).position(is_grid).filter(|_| !own)
    }
}

/// The lines above the first row, and what they tell about the columns.
#[derive(Debug, Default)]
pub(super) struct Head {
    /// The offsets of the first and last of these lines, and why they are skipped.
    pub skip: Option<(usize, usize, Skip)>,
    /// The offset of the first row.
    pub rows: usize,
    pub format: Option<RowFormat>,
    /// The names of the columns, or keys of JSON; empty without a header.
    pub names: Vec<String>,
    /// The byte that begins a comment; `None` if there are none.
    pub comment: Option<u8>,
}

impl Head {
    /// Finds what is certain without the rows.
    pub fn of(sample: &Sample, wanted: &Wanted) -> Self {
        let Wanted { how, size, notation, .. } = *wanted;
        let mut head = Self {
            comment: how.comment.or(Some(COMMENT)),
            format: how.delimiter.map(RowFormat::Delimited),
            ..Self::default()
        };
        let mut rows = head.rows_of(sample);
        let Some(mut line) = rows.next() else { return head };
        let first = rows.at - line.len();
        if let Some(separator) = named_separator(line) {
            head.format.get_or_insert(RowFormat::Delimited(separator));
            head.up_to(first, first, rows.at, Skip::Header);
            let Some(next) = rows.next() else { return head };
            line = next;
        }
        if head.begins_objects(line, rows, wanted) {
            head.format = Some(RowFormat::JsonLines);
            head.names = keys(head.rows_of(sample), wanted);
            return head;
        }
        let name =
            how.column.as_ref().filter(|column| how.header.is_none() && column.number().is_none());
        if how.header.is_none() && name.is_none() && is_count(line) && head.skip.is_none() {
            head.up_to(first, first, rows.at, Skip::Count);
            return head;
        }
        let is_meant = |names: &[String]| match name {
            Some(column) => column.index(names).is_some(),
            None => how.header == Some(true) || has_known_name(names),
        };
        // Dividing a line in each way takes longer than looking at its words.
        let may_be_meant = |line: &[u8]| {
            name.is_some()
                || how.header == Some(true)
                || has_known_name(&names(line, RowFormat::Lines))
        };
        while how.header != Some(false)
            && (how.header.is_some() || !is_record(line, size, notation))
        {
            if may_be_meant(line)
                && let Some((format, names)) = head.named(line, name.is_some(), &is_meant)
            {
                (head.format, head.names) = (format.or(head.format), names);
                head.up_to(first, end_of_header(&mut rows, line), rows.at, Skip::Header);
                break;
            }
            // Above a header that the user names there may be other lines, but no record.
            if name.is_none() || rows.at > first + ABOVE_HEADER {
                break;
            }
            let Some(next) = rows.next() else { break };
            line = next;
        }
        head
    }

    /// Returns true if a line is an object of JSON, what is left of one, or a name above one. `rows` are those
    /// below it.
    fn begins_objects(&self, line: &[u8], mut rows: TableRows, wanted: &Wanted) -> bool {
        let Wanted { size, notation, .. } = *wanted;
        let is_object = |row: &[u8]| row.trim_ascii_start().starts_with(b"{");
        // A row with a cell per column decides without the next line.
        let may_be_name =
            || !is_record(line, size, notation) && format_of_cells(line, self.formats()).is_none();
        is_object(line)
            || is_rest_of_object(line, rows)
            || may_be_name() && rows.next().is_some_and(is_object)
    }

    /// Sets the first and last of the lines above the rows, and where the rows begin.
    pub fn up_to(&mut self, first: usize, last: usize, rows: usize, skip: Skip) {
        self.skip = Some((first, last, skip));
        self.rows = rows;
    }

    /// A table whose rows follow these lines, and whose column has this index.
    pub fn table(&self, format: RowFormat, index: usize) -> Table {
        // Words of a row may have no names though there is a line above them.
        let has_name = index < self.names.len();
        Table::new(format, index, if has_name { self.names.clone() } else { Vec::new() })
    }

    /// The rows of a sample, after these lines.
    pub fn rows_of<'a>(&self, sample: &'a Sample<'a>) -> TableRows<'a> {
        let separator = self.format.and_then(|format| format.separator());
        TableRows { sample, at: self.rows, comment: self.comment, separator }
    }

    /// Returns true if the puzzles of this table are words behind dashes: items of lists, which have keys above them.
    pub fn has_keys(&self, sample: &Sample, table: &Table) -> bool {
        let is_item = |line: &[u8]| list::behind_dash(line).is_some();
        table.format == RowFormat::Lines
            && table.index > 0
            && self.rows_of(sample).find(|line| !list::is_key(line)).is_some_and(is_item)
    }

    /// All ways to divide rows that are possible.
    pub fn formats(&self) -> &[RowFormat] {
        self.format.as_ref().map_or(&DIVISIONS, slice::from_ref)
    }

    /// The names in a line that are meant: divided by the separator that yields the most, or else
    /// the whole line, or each word. Then the rows may have any format.
    fn named(
        &self,
        line: &[u8],
        has_words: bool,
        is_meant: &dyn Fn(&[String]) -> bool,
    ) -> Option<(Option<RowFormat>, Vec<String>)> {
        let delimited = self.formats().iter().filter(|format| **format != RowFormat::Lines);
        let divided = delimited.map(|format| (Some(*format), names(line, *format)));
        let is_divided = |names: &[String]| names.len() > 1 || self.format.is_some();
        let divided = divided.filter(|it| is_divided(&it.1) && is_meant(&it.1));
        // For equally many names, the first separator wins.
        let best = divided.rev().max_by_key(|it| it.1.len());
        let words = if has_words { names(line, RowFormat::Lines) } else { Vec::new() };
        let mut undivided = [vec![name(line.trim_ascii())], words].into_iter();
        best.or_else(|| Some((None, undivided.find(|names| is_meant(names))?)))
    }

    /// Decides whether the first row is a header, given the column of the puzzles and no names that
    /// are certain: if a row below has a puzzle there, and the row itself can be a header.
    pub fn recheck(&mut self, sample: &Sample, table: &Table, wanted: &Wanted) {
        let is_count = matches!(self.skip, Some((.., Skip::Count)));
        let is_known = wanted.how.header.is_some() || !self.names.is_empty();
        if is_known || is_count || table.is_json() {
            return;
        }
        let mut rows = TableRows { separator: table.separator(), ..self.rows_of(sample) };
        let Some(line) = rows.next().filter(|line| line.len() <= MAX_LINE) else { return };
        let end = rows.at;
        let at = end - line.len();
        // Records of delimited text may begin like comments.
        rows.comment = rows.comment.filter(|_| table.separator().is_none());
        let is_puzzle = |row: &&[u8]| wanted.in_column(row, table).is_some_and(Content::is_grid);
        // A puzzle is conclusive. Do not wait for more lines, because somebody may be typing.
        if is_puzzle(&line) || is_record(line, wanted.size, wanted.notation) {
            return;
        }
        let names = names(line, table.format);
        let is_header = match rows.take(SAMPLE).find(is_puzzle) {
            Some(below) => counts_up(&names) || !is_data(line, below, table),
            // A lone line of names is a header.
            None => rows.next().is_none() && (counts_up(&names) || are_names(&names)),
        };
        if is_header {
            self.up_to(self.skip.map_or(at, |skip| skip.0), at, end, Skip::Header);
            self.names =
                if table.separator().is_some() || names.len() == 1 { names } else { Vec::new() };
        }
    }

    /// Finds the offset of the first record of delimited text. Before it, a line that begins with
    /// `#` is a comment, unless its puzzle field may hold a puzzle, or it has as many fields as the
    /// header: it may begin with a missing value, such as `#N/A`.
    pub fn first_record(&self, sample: &Sample, table: &Table, wanted: &Wanted) -> usize {
        let names = table.cells.unwrap_or(self.names.len());
        let is_record = |row: &&[u8]| {
            row.first() != Some(&COMMENT)
                || names > 1 && table.format.fields(row).count() == names
                || wanted.in_column(row, table).is_some_and(|guess| guess != Content::Other)
        };
        let separator = table.separator();
        let mut rows = TableRows { comment: None, separator, ..self.rows_of(sample) };
        let first = rows.find(is_record);
        first.map_or(sample.text.len(), |row| rows.at - row.len())
    }
}

/// The offset of the last line of the header with these names; the rule of Markdown below belongs to it.
pub(super) fn end_of_header(rows: &mut TableRows, names: &[u8]) -> usize {
    let last = rows.at - names.len();
    match rows.clone().next() {
        Some(below) if is_rule_of_markdown(below) => {
            rows.next();
            rows.at - below.len()
        }
        _ => last,
    }
}

/// Returns true for the line below the names of a table in Markdown: `| --- | ---: |`.
pub(super) fn is_rule_of_markdown(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.starts_with(b"|") && line.contains(&b'-') && line.iter().all(|it| b"|-: ".contains(it))
}

/// Returns true for a line that has lost the beginning of its object: another stands below it.
pub(super) fn is_rest_of_object(line: &[u8], mut below: TableRows) -> bool {
    !line.trim_ascii_start().starts_with(b"{")
        && line.trim_ascii_end().ends_with(b"}")
        && line.contains(&b'"')
        && below.next().is_some_and(|next| values(next).is_some())
}

/// Collects the keys of the first objects until the column is clear. Objects may lack keys.
fn keys(rows: TableRows, wanted: &Wanted) -> Vec<String> {
    let mut keys = Vec::new();
    let mut seen = HashSet::new();
    let mut is_found = false;
    // A puzzle under another key may be the one that is meant.
    let mut has_rival = false;
    for row in rows.take(SAMPLE) {
        for (key, value) in values(row).unwrap_or_default() {
            let has_role = |role| column_named(slice::from_ref(&key), role).next().is_some();
            let is_puzzle = wanted.guess(&row[value], true).is_puzzle();
            match wanted.how.role {
                Role::Solutions => is_found |= has_role(Role::Solutions),
                Role::Puzzles if !is_puzzle || has_role(Role::Solutions) => {}
                Role::Puzzles if has_role(Role::Puzzles) => is_found = true,
                Role::Puzzles => has_rival = true,
            }
            if seen.insert(key.clone()) {
                keys.push(key);
            }
        }
        let is_clear = match &wanted.how.column {
            Some(column) => column.index(&keys).or_else(|| column.outer(&keys)).is_some(),
            None => is_found && !has_rival,
        };
        if is_clear {
            break;
        }
    }
    keys
}

/// The way to divide a line that has more fields than a puzzle has cells. As many fields as cells
/// are one puzzle, without other columns.
pub(super) fn format_of_cells(line: &[u8], formats: &[RowFormat]) -> Option<RowFormat> {
    let has_more = |format: &&RowFormat| {
        let is_delimited = **format != RowFormat::Lines;
        let count = if is_delimited { format.fields(line).count() } else { 0 };
        count > Size::Nine.cells() && !evident().any(|size| size.cells() == count)
    };
    formats.iter().find(has_more).copied()
}

/// Returns true for a line with nothing but the number of puzzles below.
pub(super) fn is_count(line: &[u8]) -> bool {
    let digits = line.trim_ascii();
    (1..=LONGEST_COUNT).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit)
}

/// Returns true if each of these is a name or empty.
pub(super) fn are_names(names: &[String]) -> bool {
    let is_name = |name: &&String| {
        name.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && name.len() <= list::LONGEST_NAME
            && !is_part(name.as_bytes())
    };
    let mut filled = names.iter().filter(|name| !name.is_empty()).peekable();
    filled.peek().is_some() && filled.all(|name| is_name(&name))
}

/// Returns true if a line above a row with a puzzle cannot be a header: it lacks the column, or has
/// a missing value or a part of a puzzle there, or a number where that row has one.
fn is_data(line: &[u8], below: &[u8], table: &Table) -> bool {
    let Ok(field) = table.field(line) else { return true };
    let mut pairs = table.format.fields(line).zip(table.format.fields(below));
    is_missing(&line[field.clone()])
        || is_part(&line[field])
        || pairs.any(|(name, value)| is_number(&line[name]) && is_number(&below[value]))
}

/// Returns true if a field is mostly symbols, including a digit or a dot: `53..7`.
fn is_part(field: &[u8]) -> bool {
    let symbols = field.iter().filter(|&&byte| is_symbol(byte)).count();
    are_most(symbols, field.len())
        && field.iter().any(|byte| byte.is_ascii_digit() || *byte == b'.')
}

/// Returns true if any field of a line may be a grid, even one that lost its empty cells, or has as
/// many characters as one and few letters.
pub fn is_record(line: &[u8], size: Size, notation: Notation) -> bool {
    let has_length = |text: &[u8]| {
        if !(Size::Four.cells()..=LONGEST_CHARACTER * Size::TwentyFive.cells())
            .contains(&text.len())
        {
            return false;
        }
        let text = String::from_utf8_lossy(text);
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        let len = text.chars().count();
        evident().any(|size| size.cells() == len) && are_most(len - letters, len)
    };
    let is_clues = |text: &[u8]| text.len() >= FEWEST && text.iter().all(u8::is_ascii_digit);
    let mut fields = DIVISIONS.iter().flat_map(|format| format.fields(line));
    fields.any(|field| {
        let text = &line[field];
        guess_field(text, false, size, notation) != Content::Other
            || has_length(text)
            || is_clues(text)
    })
}

pub(super) fn names(line: &[u8], format: RowFormat) -> Vec<String> {
    format.fields(line).map(|field| name(&line[field])).collect()
}

/// Decodes a name. One that is not UTF-8 is read as Latin-1, the usual case, from which the
/// original bytes can be restored.
fn name(field: &[u8]) -> String {
    let latin_1 = || field.iter().map(|&byte| char::from(byte)).collect();
    let name = std::str::from_utf8(field).map_or_else(|_| Cow::Owned(latin_1()), Cow::Borrowed);
    match name.contains('"') {
        true => name.trim().replace("\"\"", "\""),
        false => name.trim().to_owned(),
    }
}

/// Returns true if the names are the numbers 0, 1, 2, …, as in a data frame without names.
pub(super) fn counts_up(names: &[String]) -> bool {
    let numbers = names.strip_prefix(&[String::new()][..]).unwrap_or(names);
    names.len() > 1
        && (0..).zip(numbers).all(|(number, name): (usize, _)| *name == number.to_string())
}
