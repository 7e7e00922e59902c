//! Delimited text in blocks → its records, for columns in memory: by the rules for files, but without the
//! layout of any puzzle.

use std::{borrow::Cow, iter, mem};
use sudomill_input::{
    Decoder, Encoding, Lines,
    fields::{SEPARATORS, field_value, named_separator, whole},
    line_ends,
    lines::without_bom,
    read_puzzle, record_end,
};
use sudomill_puzzle::puzzle_line::line_end;

/// The line ends of the longest value: rows and rulers of the largest grid. Longer ones are records that
/// a stray quote joined.
const MOST_LINES: u64 = 31;

/// The longest record. A longer one would be searched for its end again and again.
pub const MOST_BYTES: usize = 1 << 24;

/// What the values of a column have in common.
#[derive(Clone, Copy, Debug)]
struct Kind {
    are_numbers: bool,
    are_empty: bool,
}

/// Receives the values of a record, or `None` for one with more or fewer fields than there are columns.
pub type EachRecord<'e> = dyn FnMut(Option<&[Cow<[u8]>]>) + 'e;

/// Delimited text, of which the start is known and the rest comes in blocks.
pub struct Delimited {
    /// The names of the columns: those of the header or, without one, `puzzle` for the first puzzle, and
    /// `column_N` for the others.
    pub names: Vec<String>,
    /// For each column, what its values so far have in common.
    kinds: Vec<Kind>,
    blank_lines: u64,
    /// The first record with more or fewer fields than there are columns, and the number of such records.
    ragged: Option<String>,
    ragged_records: u64,
    separator: u8,
    /// Decodes UTF-16, which a mark shows.
    decoder: Option<Decoder>,
    /// The number of records above the first row that are still to come: a header, `sep=;`.
    above: usize,
    /// The start of a record that ends in a block to come, and the number of lines before it.
    rest: Vec<u8>,
    lines: u64,
}

impl Delimited {
    /// Finds the columns in the start of a text, without reading it. The separator is the one that `sep=;`
    /// names, or that divides the first line into most fields. The first record is a header unless a field
    /// of it is a puzzle.
    #[must_use]
    pub fn new(head: &[u8]) -> Self {
        let decoder = || Encoding::marked(head).map(|encoding| Decoder::new(encoding, head));
        let mut decoded = Vec::new();
        let head = match decoder() {
            Some(mut decoder) => {
                decoder.decode(head, false, &mut decoded);
                &decoded
            }
            None => head,
        };
        let head = without_bom(head).0;
        let line = Lines::new(head).map(|it| it.1).find(|line| !line.trim_ascii().is_empty());
        let line = line.unwrap_or_default();
        let named = named_separator(line);
        let count = |separator: &u8| whole(line, *separator).count();
        // Of equals, the last is taken: the comma.
        let likely = SEPARATORS.into_iter().rev().max_by_key(count);
        let separator = named.or(likely).unwrap_or(b',');
        let mut lines = Lines::new(head);
        let records = iter::from_fn(|| lines.next_row(Some(separator))).map(|it| it.1);
        let mut records = records.filter(|record| !record.trim_ascii().is_empty());
        let first = records.nth(usize::from(named.is_some())).unwrap_or_default();
        let fields = whole(first, separator).map(|field| field_value(&first[field]));
        let values: Vec<_> = fields.collect();
        let puzzle = values.iter().position(|value| read_puzzle(value).is_ok());
        let name = |(number, value): (usize, &Cow<[u8]>)| match puzzle {
            None => String::from_utf8_lossy(value).trim().to_owned(),
            Some(puzzle) if puzzle == number => "puzzle".to_owned(),
            Some(_) => format!("column_{}", number + 1),
        };
        Self {
            names: (0..).zip(&values).map(name).collect(),
            kinds: vec![Kind { are_numbers: true, are_empty: true }; values.len()],
            blank_lines: 0,
            ragged: None,
            ragged_records: 0,
            separator,
            decoder: decoder(),
            above: usize::from(named.is_some()) + usize::from(puzzle.is_none()),
            rest: Vec::new(),
            lines: 0,
        }
    }

    /// For each column, true if its values so far are whole numbers of at most 15 digits or nothing, and
    /// some are numbers.
    #[must_use]
    pub fn are_numbers(&self) -> Vec<bool> {
        self.kinds.iter().map(|kind| kind.are_numbers && !kind.are_empty).collect()
    }

    /// What is to be told of the lines so far.
    #[must_use]
    pub fn remarks(&self) -> Vec<String> {
        let blank =
            (self.blank_lines > 0).then(|| format!("{} blank lines are no rows", self.blank_lines));
        let ragged = self.ragged.as_ref().map(|first| {
            format!("{first} ({} such rows are empty in the output)", self.ragged_records)
        });
        blank.into_iter().chain(ragged).collect()
    }

    /// Calls `each` with the values of every record that ends in the next block; `last` means that no more
    /// will come. A record with more or fewer fields than there are columns has none; empty fields at its
    /// end are not counted.
    ///
    /// # Errors
    /// What is wrong with a line, with its number: a value or a record is too long, or is no UTF-8.
    pub fn read(&mut self, block: &[u8], last: bool, each: &mut EachRecord) -> Result<(), String> {
        let is_first = self.lines == 0 && self.rest.is_empty();
        let mut bytes = mem::take(&mut self.rest);
        match &mut self.decoder {
            None => bytes.extend_from_slice(block),
            Some(decoder) => {
                let is_whole = decoder.decode(block, last, &mut bytes);
                is_whole.then_some(()).ok_or("found bytes that are not UTF-16")?;
            }
        }
        let mut at = if is_first { without_bom(&bytes).1 } else { 0 };
        while at < bytes.len() {
            let end = match record_end(&bytes, at, last, &[self.separator]) {
                // In a longer record, each line end counts.
                Some(usize::MAX) => match line_end::line_end(&bytes, at) {
                    Some((_, end)) if end < bytes.len() || last => end,
                    _ if last => bytes.len(),
                    _ => break,
                },
                Some(end) => end,
                None => break,
            };
            let number = self.lines + 1;
            let told = self.record(number, &bytes[at..end], each);
            told.map_err(|reason| format!("line {number}: {reason}"))?;
            self.lines += line_ends(&bytes[at..end]);
            at = end;
        }
        self.rest = bytes.split_off(at);
        match self.rest.len() > MOST_BYTES {
            true => Err(format!("line {}: found a line longer than 16 MiB", self.lines + 1)),
            false => Ok(()),
        }
    }

    /// Hands over a record, unless it is the header or blank.
    fn record(&mut self, number: u64, record: &[u8], each: &mut EachRecord) -> Result<(), String> {
        if record.trim_ascii().is_empty() {
            self.blank_lines += 1;
            return Ok(());
        }
        if self.above > 0 {
            self.above -= 1;
            return Ok(());
        }
        str::from_utf8(record).map_err(|_| {
            "found bytes that are no UTF-8; convert the file, such as by iconv -f latin1 -t utf8"
        })?;
        let values = whole(record, self.separator).map(|field| field_value(&record[field]));
        let values: Vec<_> = values.collect();
        let lines = values.iter().map(|value| line_ends(value)).max().unwrap_or(0);
        if lines > MOST_LINES {
            let expected = format!("expected at most {MOST_LINES} within quotes: one may be stray");
            return Err(format!("found a value of {} lines; {expected}", lines + 1));
        }
        let filled = values.iter().rposition(|value| !value.is_empty()).map_or(0, |at| at + 1);
        if values.len() < self.names.len() || filled > self.names.len() {
            let (found, expected) = (values.len(), self.names.len());
            let told = || format!("line {number}: found {found} fields; expected {expected}");
            self.ragged.get_or_insert_with(told);
            self.ragged_records += 1;
            each(None);
            return Ok(());
        }
        for (kind, value) in self.kinds.iter_mut().zip(&values) {
            kind.are_empty &= value.is_empty();
            kind.are_numbers &= value.is_empty() || is_number(value);
        }
        each(Some(&values));
        Ok(())
    }
}

/// Returns true for a whole number that no type shortens: of at most 15 digits, fewer than any puzzle has
/// cells, and without leading zeros.
fn is_number(value: &[u8]) -> bool {
    let digits = value.strip_prefix(b"-").unwrap_or(value);
    let is_short = (1..=15).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit);
    value == b"0" || is_short && digits[0] != b'0'
}
