//! The grids in the text of a record, which others may replace.

use std::ops::Range;
use sudomill_input::{Answer, BadLine, Chunk, Notation, Problem, Record, Table};
use sudomill_puzzle::any::{Parsed, has_symbols, parse_field};

/// A grid in a record, which another may replace.
#[derive(Debug)]
pub(super) struct GridSpan {
    /// What to replace of the record.
    pub range: Range<usize>,
    /// The symbols of the grid.
    pub symbols: Vec<u8>,
    /// How they are written.
    pub notation: Notation,
    /// What to write around and between its symbols.
    pub quote: &'static [u8],
    /// What stands between two cells.
    pub between: Option<u8>,
}

impl GridSpan {
    /// Finds the puzzle of a record and, if solutions are read, its solution, in the order in which
    /// they stand.
    ///
    /// # Errors
    /// The solution is not a grid.
    pub fn all(chunk: &Chunk, record: &Record) -> Result<Vec<Self>, BadLine> {
        let (line, layout) = (chunk.record(record), &chunk.layout);
        let (size, notation) = (layout.size, layout.notation());
        let symbols = chunk.text(record);
        if chunk.has_grids() {
            return Ok(vec![Self {
                range: 0..symbols.len(),
                symbols: symbols.to_vec(),
                notation,
                quote: b"",
                between: None,
            }]);
        }
        let grid = |table: &Table, symbols: &[u8], notation| {
            let mut range = table.field(line)?;
            let separator = table.separator().filter(|_| table.has_cells());
            if separator.is_some() {
                let last = table.field_of(line, table.number() + size.cells() - 2)?;
                range.end = last.map_or(range.end, |last| last.end);
            } else if line[range.clone()].starts_with(symbols) {
                range.end = range.start + symbols.len();
            }
            let is_array = table.is_json() && !line[..range.start].ends_with(b"\"");
            Ok(Self {
                range,
                symbols: symbols.to_vec(),
                notation,
                quote: if is_array { b"\"" } else { b"" },
                between: separator,
            })
        };
        let mut grids = vec![grid(&layout.table, symbols, notation)?];
        if let Some(table) = layout.solutions()
            && let Answer::Text(text) = chunk.answer(line, layout)
            && !text.is_empty()
        {
            let notation = Notation { candidates: false, ..notation };
            let word = text.get(..size.cells()).unwrap_or_default();
            if has_symbols(word, size, notation) {
                let solution = grid(table, word, notation)?;
                // The user may have chosen the same column for both.
                if solution.range != grids[0].range {
                    let is_behind = solution.range.start > grids[0].range.start;
                    grids.insert(usize::from(is_behind), solution);
                }
            } else if let Parsed::Bad(bad) = parse_field(line, table.field(line)?, size, notation) {
                let problem = Problem::Solution(Box::new(bad.problem));
                return Err(BadLine::new(bad.line_offset, bad.column, problem));
            }
        }
        Ok(grids)
    }
}
