//! Delimited text in blocks → its records, for columns in memory: by the rules for files, but without the
//! layout of any puzzle.

use super::{
    argument::read_puzzle,
    fields::{SEPARATORS, field_value, whole},
    line_ends,
    lines::Lines,
    record::record_end,
};
use std::{borrow::Cow, mem};
use sudomill_core::puzzle_line::line_end;

/// The line ends of the longest value: rows and rulers of the largest grid. Longer ones are records that
/// a stray quote joined.
const MOST_LINES: u64 = 31;

/// The longest record. A longer one would be searched for its end again and again.
const MOST_BYTES: usize = 1 << 24;

/// Delimited text, of which the start is known and the rest comes in blocks.
#[derive(Debug)]
pub struct Delimited {
    /// The names of the columns: those of the header or, without one, `puzzle` for the first puzzle, and
    /// `column_N` for the others.
    pub names: Vec<String>,
    /// The number of blank lines so far, which are no records.
    pub blank_lines: u64,
    separator: u8,
    /// True until the header is passed.
    is_header_next: bool,
    /// The start of a record that ends in a block to come, and the number of lines before it.
    rest: Vec<u8>,
    lines: u64,
}

impl Delimited {
    /// Finds the columns in the start of a text, without reading it. The separator is the one that
    /// divides the first line into most fields; that line is a header unless a field of it is a puzzle.
    #[must_use]
    pub fn new(head: &[u8]) -> Self {
        let line = Lines::new(head).map(|it| it.1).find(|line| !line.trim_ascii().is_empty());
        let line = line.unwrap_or_default();
        let count = |separator: &u8| whole(line, *separator).count();
        // Of equals, the last is taken: the comma.
        let separator = SEPARATORS.into_iter().rev().max_by_key(count).unwrap_or(b',');
        let values: Vec<_> =
            whole(line, separator).map(|field| field_value(&line[field])).collect();
        let puzzle = values.iter().position(|value| read_puzzle(value).is_ok());
        let name = |(number, value): (usize, &Cow<[u8]>)| match puzzle {
            None => String::from_utf8_lossy(value).trim().to_owned(),
            Some(puzzle) if puzzle == number => "puzzle".to_owned(),
            Some(_) => format!("column_{}", number + 1),
        };
        Self {
            names: (0..).zip(&values).map(name).collect(),
            blank_lines: 0,
            separator,
            is_header_next: puzzle.is_none(),
            rest: Vec::new(),
            lines: 0,
        }
    }

    /// Calls `each` with the number of the first line and the values of every record that ends in the
    /// next block; `last` means that no more will come.
    ///
    /// # Errors
    /// What is wrong with a line, with its number: a value or a record is too long, or `each` says so.
    pub fn read(
        &mut self,
        block: &[u8],
        last: bool,
        each: &mut dyn FnMut(u64, &[Cow<[u8]>]) -> Result<(), String>,
    ) -> Result<(), String> {
        let mut bytes = mem::take(&mut self.rest);
        bytes.extend_from_slice(block);
        let mut at = 0;
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
    fn record(
        &mut self,
        number: u64,
        record: &[u8],
        each: &mut dyn FnMut(u64, &[Cow<[u8]>]) -> Result<(), String>,
    ) -> Result<(), String> {
        if record.trim_ascii().is_empty() {
            self.blank_lines += 1;
            return Ok(());
        }
        if mem::take(&mut self.is_header_next) {
            return Ok(());
        }
        let fields = whole(record, self.separator).map(|field| field_value(&record[field]));
        let fields: Vec<_> = fields.collect();
        let lines = fields.iter().map(|value| line_ends(value)).max().unwrap_or(0);
        match lines > MOST_LINES {
            true => Err(format!(
                "found a value of {} lines; expected at most {MOST_LINES} within quotes: one may be stray",
                lines + 1
            )),
            false => each(number, &fields),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The values of all records, with the numbers of their lines, read in blocks of some bytes.
    fn rows(text: &str, block: usize) -> Result<Vec<(u64, Vec<String>)>, String> {
        let (mut read, mut rows) = (Delimited::new(text.as_bytes()), Vec::new());
        let mut each = |number, values: &[Cow<[u8]>]| {
            let text = |value: &Cow<[u8]>| String::from_utf8_lossy(value).into_owned();
            rows.push((number, values.iter().map(text).collect()));
            Ok(())
        };
        for block in text.as_bytes().chunks(block) {
            read.read(block, false, &mut each)?;
        }
        read.read(b"", true, &mut each)?;
        Ok(rows)
    }

    #[test]
    fn records_do_not_depend_on_blocks() {
        let text = "id;note\r\n1;\"a;\"\"b\"\"\r\n\"\n\n2;\"stray\r3;\"x\"\n4; y \n5;z;\n6";
        let expected = [
            (2, vec!["1", "a;\"b\"\r\n"]),
            (5, vec!["2", "\"stray"]),
            (6, vec!["3", "x"]),
            (7, vec!["4", " y "]),
            (8, vec!["5", "z", ""]),
            (9, vec!["6"]),
        ];
        for block in [1, 2, 7, 1000] {
            let found = rows(text, block).unwrap();
            let found = found.iter().map(|(line, row)| (*line, row.iter().map(String::as_str)));
            let found: Vec<_> = found.map(|(line, row)| (line, row.collect::<Vec<_>>())).collect();
            assert_eq!(found, expected, "{block}");
        }
    }

    #[test]
    fn columns_of_the_first_line() {
        let names = |head: &str| Delimited::new(head.as_bytes()).names.join("|");
        assert_eq!(names("\n id ,\"a,b\",Puzzle"), "id|a,b|Puzzle");
        assert_eq!(names("id\tpuzzle\n"), "id|puzzle");
        assert_eq!(names("7,1...4.....2....3,1243\n"), "column_1|puzzle|column_3");
        assert_eq!(names("1...4.....2....3"), "puzzle");
        assert_eq!(names(""), "");
    }

    #[test]
    fn long_values_are_refused() {
        let text = |lines: usize| format!("id,note\n1,\"{}\"\n2,x\n", "\n".repeat(lines));
        assert_eq!(rows(&text(31), 100).unwrap().len(), 2);
        let found = "line 2: found a value of 33 lines; expected at most 31 within quotes: one may be stray";
        assert_eq!(rows(&text(32), 100).unwrap_err(), found);
        let long = format!("id\n{}", "x".repeat(MOST_BYTES + 1));
        let found = "line 2: found a line longer than 16 MiB";
        assert_eq!(rows(&long, 1 << 20).unwrap_err(), found);
        // A quote that nothing closes within a record's length is text.
        let open = format!("id,note\n1,\"x\n{}", "2,y\n".repeat(1 << 15));
        assert_eq!(rows(&open, 1 << 16).unwrap().len(), 1 + (1 << 15));
    }
}
