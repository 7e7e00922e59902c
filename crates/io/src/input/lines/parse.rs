//! Parses a line of a file, whose puzzle is in the column that the file's table names.

use super::{Line, Notation, position::place};
use crate::input::table::Table;
use sudomill_core::{
    error::{BadLine, Problem},
    grid::Order,
    puzzle_line::parse::{oversized, parse_field},
};

pub(in crate::input) use sudomill_core::puzzle_line::parse::{cells, has_lost_zeros};

/// Parses a line of a file with this table. Also returns the field, or the whole line if the file
/// has no columns or the line lacks the field.
pub(crate) fn parse_row<'a, O: Order>(
    line: &'a [u8],
    table: &Table,
    notation: Notation,
) -> (&'a [u8], Line<'a, O>) {
    if let Some(bad) = oversized(line) {
        return (line, Line::Bad(bad));
    }
    if let Some(skip) = table.skip(line) {
        return (line, Line::Skip(skip));
    }
    match table.field(line) {
        Ok(field) => {
            let text = if table.has_columns() { &line[field.clone()] } else { line };
            match (parse_field(line, field, notation), table.misplaced(line, text)) {
                (Line::Puzzle(..), Some(found)) => {
                    let problem = Problem::Fields { found, expected: table.expected_fields() };
                    let end = place(line, line.trim_ascii_end().len());
                    (text, Line::Bad(BadLine::new(end, problem)))
                }
                (parsed, _) => (text, parsed),
            }
        }
        Err(bad) => (line, Line::Bad(bad)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudomill_core::grid::{Alphabet::FromOne, Order2};

    #[test]
    fn bad_field_is_not_replaced() {
        let second = |line: &str| {
            let table = Table::delimited(b',', 1);
            let notation = Notation { alphabet: FromOne, candidates: false };
            let (text, read) = parse_row::<Order2>(line.as_bytes(), &table, notation);
            let Line::Bad(bad) = read else { panic!("{read:?}") };
            (String::from_utf8_lossy(text).into_owned(), bad.to_string())
        };
        for (field, told) in [
            ("", "3: found the end of the puzzle after 0 cells; expected 16"),
            ("1...4.....2....", "18: found the end of the puzzle after 15 cells; expected 16"),
            ("12..40....", "13: found the end of the puzzle after 10 cells; expected 16"),
            ("1...4.Z...2....3", "9: found 'Z'; expected 1-4 or one of . 0 - _ * ? x X"),
            ("1...4.....2....3.", "19: found '.' after 16 cells; expected the end of the line"),
            ("1.......1.......", "11: digit 1 twice in column 1 (r1c1 and r3c1)"),
            ("\"1...\n4.Z\"", "8: found a line end in the puzzle; is a quote missing?"),
            ("\"1...4.....2....3,\n7,\"", "21: found a line end in the puzzle"),
        ] {
            let (text, bad) = second(&format!("7,{field},1234341221434321"));
            assert!(bad.starts_with(told), "{bad}");
            assert_eq!(text, field.trim_matches('"'));
        }
        let missing = "17: found 1 field; expected a puzzle in field 2";
        assert_eq!(second("1...4.....2....3"), ("1...4.....2....3".into(), missing.into()));
    }
}
