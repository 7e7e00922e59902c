//! Reads delimited text with all its fields, for programs that keep tables in memory.

use super::{Chunk, MAX_LINE, Shape, Source, field_value, without_line_end};
use std::borrow::Cow;
use sudomill_core::{
    by_size::Parsed,
    error::{BadLine, Error},
};

/// Target size of a chunk, in bytes.
const CHUNK: usize = 1 << 18;

/// The rows of an input that `sudomill solve` would solve or report, and no others.
#[doc(hidden)]
#[derive(Debug)]
pub struct Rows {
    source: Source,
    names: Vec<String>,
    /// The chunk with the first row, until it is consumed.
    first: Option<Chunk>,
    newlines: u64,
    /// True if the text after the last newline has begun a line.
    is_inside_line: bool,
}

/// A row of [`Rows`].
#[doc(hidden)]
#[derive(Debug)]
pub struct Row<'a> {
    /// The number of the row's first line in the input, from 1.
    pub line: u64,
    /// The field values, without quotes; empty for a line longer than [`MAX_LINE`].
    pub fields: Vec<Cow<'a, [u8]>>,
    /// The text of the puzzle, or why there is none.
    pub puzzle: Result<&'a [u8], BadLine>,
}

impl Rows {
    /// Starts to read the rows of a source.
    ///
    /// # Errors
    /// The source holds grids or JSON Lines, or cannot be read.
    pub fn new(mut source: Source) -> Result<Self, Error> {
        let layout = source.layout();
        let found = match (layout.shape, layout.table.is_json()) {
            (Shape::Grids, _) => Some("grids of several lines"),
            (Shape::Lines, true) => Some("JSON Lines"),
            (Shape::Lines, false) => None,
        };
        if let Some(found) = found {
            let path = source.name();
            let reason = format!("{path}: found {found}; expected rows with a puzzle in each");
            return Err(Error::Impossible(reason));
        }
        let first = source.next_chunk(CHUNK)?;
        let mut rows =
            Self { source, names: Vec::new(), first, newlines: 0, is_inside_line: false };
        rows.names = rows.source.layout().table.columns().to_vec();
        if rows.names.is_empty() {
            rows.names = rows.numbered()?;
        }
        Ok(rows)
    }

    /// The column names: those of the header, or `column_1`, `column_2`, … with one name per field
    /// of the first row.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The source of the rows.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The number of lines read so far.
    pub fn lines(&self) -> u64 {
        self.newlines + u64::from(self.is_inside_line)
    }

    /// Calls `each` for every row of the next chunk. Returns `false` at the end of the input.
    ///
    /// # Errors
    /// As [`Source::next_chunk`], plus the errors of `each`, which skip the rest of the chunk.
    pub fn next_chunk(
        &mut self,
        each: &mut dyn FnMut(Row) -> Result<(), Error>,
    ) -> Result<bool, Error> {
        let chunk = match self.first.take() {
            Some(chunk) => Some(chunk),
            None => self.source.next_chunk(CHUNK)?,
        };
        let Some(chunk) = chunk else { return Ok(false) };
        let newlines = rows_of(&chunk, self.newlines, each)?;
        self.pass(&chunk, newlines);
        chunk.check()?;
        Ok(true)
    }

    fn pass(&mut self, chunk: &Chunk, newlines: u64) {
        self.newlines += newlines;
        self.is_inside_line = chunk.bytes().last().is_some_and(|byte| !b"\r\n".contains(byte));
    }

    /// Makes numbered names, one for each field of the first row.
    fn numbered(&mut self) -> Result<Vec<String>, Error> {
        let mut fields = None;
        while let Some(chunk) = self.first.take() {
            let mut count = |row: Row| {
                fields.get_or_insert(row.fields.len());
                Ok(())
            };
            let newlines = rows_of(&chunk, 0, &mut count)?;
            if let Some(fields) = fields {
                self.first = Some(chunk);
                let fields = self.source.layout().table.number().max(fields);
                return Ok((1..=fields).map(|number| format!("column_{number}")).collect());
            }
            self.pass(&chunk, newlines);
            self.first = self.source.next_chunk(CHUNK)?;
        }
        Ok(Vec::new())
    }
}

/// Calls `each` for every row of a chunk that `before` newlines precede; returns the number of
/// newlines in the chunk.
fn rows_of(
    chunk: &Chunk,
    before: u64,
    each: &mut dyn FnMut(Row) -> Result<(), Error>,
) -> Result<u64, Error> {
    let (table, mut places) = (&chunk.layout.table, Vec::new());
    let mut lines = chunk.parsed_lines();
    loop {
        let at = lines.at();
        let Some((newlines, _, line)) = lines.next() else { return Ok(lines.newlines()) };
        let puzzle = match line {
            Parsed::Skip(_) => continue,
            Parsed::Puzzle(text) => Ok(text),
            Parsed::Bad(bad) => Err(bad),
        };
        let record = without_line_end(lines.original_since(at));
        // The part of an over-long line in a chunk depends on the chunk's size, so none of it is
        // kept.
        let record = if record.len() > MAX_LINE { &record[..0] } else { record };
        places.clear();
        if !record.is_empty() {
            table.whole_fields(record, &mut places);
        }
        let fields = places.iter().map(|place| field_value(&record[place.clone()])).collect();
        each(Row { line: before + newlines + 1, fields, puzzle })?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::read_from;

    const PUZZLE: &str =
        "4.....57867....12313..786..35176289...24.9.....7.8.2.6...59...7.1.....6...3..7...";

    fn rows(text: &str) -> Rows {
        let text = std::io::Cursor::new(text.as_bytes().to_vec());
        Rows::new(read_from("memory", text).unwrap()).unwrap()
    }

    /// The line, the fields and the problem of every row.
    fn read(rows: &mut Rows) -> Vec<(u64, Vec<String>, Option<String>)> {
        let mut found = Vec::new();
        let mut each = |row: Row| {
            let fields = row.fields.iter().map(|field| String::from_utf8_lossy(field).into_owned());
            let problem = row.puzzle.err().map(|bad| bad.to_string());
            found.push((row.line, fields.collect(), problem));
            Ok(())
        };
        while rows.next_chunk(&mut each).unwrap() {}
        found
    }

    #[test]
    fn first_row_without_a_header_is_a_row() {
        let mut rows = rows(&format!("7;{PUZZLE}\n8;12\n"));
        assert_eq!(rows.names(), ["column_1", "column_2"]);
        let read = read(&mut rows);
        assert_eq!(read[0], (1, vec!["7".to_owned(), PUZZLE.to_owned()], None));
        assert_eq!((read.len(), read[1].0), (2, 2));
        assert!(read[1].2.as_ref().unwrap().starts_with("5: found the end of the puzzle"));
        assert_eq!(rows.lines(), 2);
    }

    #[test]
    fn quotes_and_lines_within_fields() {
        let text =
            format!("# made by hand\nnote,puzzle\n\"a \"\"b\"\"\n\nc\",{PUZZLE}\n\nx,{PUZZLE}");
        let mut rows = rows(&text);
        assert_eq!(rows.names(), ["note", "puzzle"]);
        let read = read(&mut rows);
        assert_eq!(read[0], (3, vec!["a \"b\"\n\nc".to_owned(), PUZZLE.to_owned()], None));
        assert_eq!((read.len(), read[1].0, rows.lines()), (2, 7, 7));
    }

    #[test]
    fn over_long_line_is_a_row_without_fields() {
        let mut rows = rows(&format!("a,puzzle\n{},{PUZZLE}\n1,{PUZZLE}\n", "x".repeat(1 << 20)));
        let read = read(&mut rows);
        assert_eq!((read.len(), read[0].0, read[0].1.len(), read[1].0), (2, 2, 0, 3));
        assert!(read[0].2.is_some());
    }

    #[test]
    fn nothing_has_no_columns() {
        assert!(rows("").names().is_empty());
        assert_eq!((rows("# a\n# b").names().len(), rows("# a\n# b").lines()), (0, 2));
        let comments = "# nothing here\n".repeat(CHUNK / 4);
        assert_eq!(rows(&format!("{comments}1 {PUZZLE}\n")).names().len(), 2);
        assert!(
            Rows::new(read_from("memory", "{\"puzzle\":\"1\"}\n".as_bytes()).unwrap()).is_err()
        );
    }
}
