//! The names of columns with a cell in each.

use std::ops::Range;
use sudomill_puzzle::grid::Size;

/// What numbered columns of cells are called, without their numbers and what divides them. Columns of other
/// data are numbered, too: `x1`, `f1`, `V1`.
const CELLS: [&str; 7] = ["c", "cell", "puzzle", "quiz", "pos", "position", "square"];

/// The runs of names, at least so many, that differ only in numbers.
pub(super) fn numbered(names: &[String], fewest: usize) -> Vec<Range<usize>> {
    let shapes: Vec<_> = names.iter().map(|name| shape(name)).collect();
    let mut end = 0;
    let runs = shapes.chunk_by(|a, b| a.is_some() && a == b).map(|run| {
        end += run.len();
        end - run.len()..end
    });
    runs.filter(|run| run.len() >= fewest).collect()
}

/// A name without its numbers; `None` if it has none.
fn shape(name: &str) -> Option<String> {
    let has_number = name.contains(|c: char| c.is_ascii_digit());
    has_number.then(|| name.replace(|c: char| c.is_ascii_digit(), ""))
}

/// Returns true if the numbers in names ascend.
pub(super) fn ascends(names: &[String]) -> bool {
    names.windows(2).all(|pair| numbers(&pair[0]) < numbers(&pair[1]))
}

/// Returns true if these names, which differ only in numbers, are those of the cells of this size, from 0 or
/// 1 on: by row and column (`r1c1`, `cell_0_0`), or by a number behind a word for cells (`c1`).
pub fn are_of_cells(names: &[String], size: Size) -> bool {
    let Some(first) = names.first().filter(|_| names.len() == size.cells()) else { return false };
    let start = numbers(first);
    let is_word = || {
        let word = shape(first).unwrap_or_default().to_ascii_lowercase();
        CELLS.contains(&word.trim_end_matches(['_', '-', '.', ' ']))
    };
    let are_counted = match start[..] {
        [_] => is_word(),
        [_, _] => first.starts_with(|c: char| c.is_alphabetic()),
        _ => false,
    };
    let side = size.side();
    let place =
        |cell: usize| if start.len() == 1 { vec![cell] } else { vec![cell / side, cell % side] };
    let is_cell = |(cell, name): (usize, &String)| {
        let expected = place(cell).into_iter().zip(&start).map(|(at, start)| at as u64 + start);
        numbers(name).into_iter().eq(expected)
    };
    are_counted && start.iter().all(|number| *number <= 1) && names.iter().enumerate().all(is_cell)
}

/// The numbers in a name.
fn numbers(name: &str) -> Vec<u64> {
    name.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
}
