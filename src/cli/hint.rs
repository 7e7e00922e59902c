//! What the puzzles of a file show of it: lost zeros, or the wrong column.

use super::message::{count, say};
use sudomill::{input::Table, output::Tally};

/// Lost zeros are told of where at least so many rows look like it, or a hundredth.
const MANY: u64 = 100;

/// Says what is probably wrong with a file.
pub fn tell(input: &str, tally: &Tally, table: &Table) {
    let lost = tally.lost_zeros();
    if lost > 0 && (lost >= MANY || lost * 100 >= tally.puzzles()) {
        let rows = count(lost, "row");
        say(format_args!(
            "{input}: {rows} probably lost zeros at the start, as in a spreadsheet; \
             --restore-zeros puts them back"
        ));
    }
    if tally.valid() > 0 && !tally.has_empty_cells() {
        let column = match (table.column(), table.number()) {
            (Some(name), _) => format!("column {name} is"),
            (None, number) if number > 1 => format!("column {number} is"),
            (None, _) => "these are".to_owned(),
        };
        say(format_args!(
            "{input}: every puzzle is a full grid: {column} probably the solutions; --column \
             names another column"
        ));
    }
}
