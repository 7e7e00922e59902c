//! Hints at what is wrong with a file: lost zeros, letters for digits, the wrong column.

use super::message::{count, say, visible};
use sudomill::{
    bench::Set,
    grid::Size,
    input::{BadLine, Problem, Table},
    output::Tally,
};

/// The hint at lost zeros takes this many rows, or a hundredth of all.
const MANY: u64 = 100;

/// Hints at what is probably wrong with a file that was solved.
pub fn of_run(input: &str, tally: &Tally, table: &Table) {
    if tally.not_kept() > 0 {
        let values = count(tally.not_kept(), "value");
        say(format_args!("{input}: {values} without a column in the results: not kept"));
    }
    lost_zeros(input, tally.lost_zeros(), tally.puzzles());
    letters(input, tally.letters(), tally.puzzles());
    if tally.valid() == 0
        && let Some((number, name)) = table.elsewhere()
    {
        let name = name.map(|name| format!(" ({})", visible(name))).unwrap_or_default();
        say(format_args!(
            "{input}: column {} holds no puzzles, but column {number}{name} does: --column {number}",
            table.number()
        ));
    }
    if tally.valid() > 0 && !tally.has_empty_cells() {
        full_grids(input, table);
    }
}

/// Hints at what is probably wrong with a set.
pub fn of_set(input: &str, set: &Set) {
    lost_zeros(input, set.lost_zeros() as u64, (set.len() + set.invalid()) as u64);
    if !set.has_empty_cells() {
        full_grids(input, set.table());
    }
}

/// The option that reads a bad line, with what separates it from the message.
pub fn of_bad_line(bad: &BadLine) -> String {
    let order = |cells| Size::ALL.into_iter().find(|size| size.cells() == cells).map(Size::order);
    match bad.problem {
        Problem::OtherSize { found, .. } => order(found)
            .map_or_else(String::new, |order| format!("; --order {order} reads those instead")),
        _ => String::new(),
    }
}

fn lost_zeros(input: &str, lost: u64, puzzles: u64) {
    if lost > 0 && (lost >= MANY || lost * 100 >= puzzles) {
        let rows = count(lost, "row");
        say(format_args!(
            "{input}: {rows} probably lost zeros at the start, as in a spreadsheet; \
             --restore-zeros puts them back"
        ));
    }
}

fn letters(input: &str, letters: u64, puzzles: u64) {
    if letters > 0 && letters == puzzles {
        let rows = count(letters, "row");
        say(format_args!(
            "{input}: {rows} with letters: if they stand for the digits, name them in order, as \
             in --alphabet ABCDEFGHI"
        ));
    }
}

fn full_grids(input: &str, table: &Table) {
    let column = match (table.column(), table.number()) {
        (Some(name), _) => format!("column {name} is"),
        (None, number) if number > 1 => format!("column {number} is"),
        (None, _) => "these are".to_owned(),
    };
    say(format_args!(
        "{input}: every puzzle is a full grid: {column} probably the solutions; --column names \
         another column"
    ));
}
