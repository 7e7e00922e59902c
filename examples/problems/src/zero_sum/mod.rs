//! The numbers -4 to 4 in a 3×3 grid, such that every row and column sums to 0.
//!
//! Uses [`depth_first`] and checks each line when it is full. A reader of Cleve Moler, "Solving
//! Sudoku with MATLAB", 2009, posed the problem, in a comment on a translation.

use std::{
    io::{self, Write},
    ops::{ControlFlow, RangeInclusive},
};
use sudomill_problems::search::{Entry, Expansion, SearchProblem, depth_first};

/// Fills a 3×3 grid with -4 to 4 so that every row and column sums to 0.
#[derive(clap::Args)]
pub struct Args {
    /// Print all fillings, not only those whose diagonals sum to 0 as well.
    #[arg(long)]
    all: bool,
}

/// The first numbers of a filling, row-major.
type Grid = Vec<i8>;

/// Collects every filling that is found.
#[derive(Default)]
struct ZeroSum {
    fillings: Vec<Grid>,
}

impl SearchProblem for ZeroSum {
    type State = Grid;
    type Choice = i8;
    type Choices = RangeInclusive<i8>;

    fn expand(&mut self, grid: &mut Grid) -> Expansion<Self::Choices> {
        match grid.len() {
            9 => Expansion::Goal,
            _ => Expansion::Branch(-4..=4),
        }
    }

    /// Rejects a number that is already used, or that completes a row or column whose sum is not 0.
    fn enter(&mut self, grid: &Grid, number: i8) -> Entry<Grid> {
        let cell = grid.len();
        let mut child = grid.clone();
        child.push(number);
        let row_is_wrong = cell % 3 == 2 && sum(&child, [cell - 2, cell - 1, cell]) != 0;
        let column_is_wrong = cell >= 6 && sum(&child, [cell - 6, cell - 3, cell]) != 0;
        match grid.contains(&number) || row_is_wrong || column_is_wrong {
            true => Entry::Refused,
            false => Entry::Child(child),
        }
    }

    fn goal(&mut self, grid: &Grid) -> ControlFlow<()> {
        self.fillings.push(grid.clone());
        ControlFlow::Continue(())
    }
}

fn sum(grid: &[i8], cells: [usize; 3]) -> i8 {
    cells.iter().map(|&cell| grid[cell]).sum()
}

fn both_diagonals(grid: &Grid) -> bool {
    sum(grid, [0, 4, 8]) == 0 && sum(grid, [2, 4, 6]) == 0
}

/// A permutation of the cells.
type Move = [usize; 9];

/// A rotation by 90 degrees and a reflection; together they generate all symmetries of a square.
const TURNED: Move = [6, 3, 0, 7, 4, 1, 8, 5, 2];
const MIRRORED: Move = [2, 1, 0, 5, 4, 3, 8, 7, 6];
/// The first two rows exchanged, and the last two rows exchanged.
const ROWS: [Move; 2] = [[3, 4, 5, 0, 1, 2, 6, 7, 8], [0, 1, 2, 6, 7, 8, 3, 4, 5]];

/// Returns all fillings that these moves make of one, in any number and order.
fn family(of: &Grid, moves: &[Move]) -> Vec<Grid> {
    let mut grids = vec![of.clone()];
    let mut next = 0;
    while let Some(grid) = grids.get(next).cloned() {
        for cells in moves {
            let moved = cells.iter().map(|&cell| grid[cell]).collect();
            if !grids.contains(&moved) {
                grids.push(moved);
            }
        }
        next += 1;
    }
    grids
}

/// Describes what the fillings have in common.
fn pattern(all: &[Grid]) -> String {
    let magic: Vec<&Grid> = all.iter().filter(|grid| both_diagonals(grid)).collect();
    let has_zero = magic.iter().all(|grid| grid[4] == 0);
    let cancels = magic.iter().all(|grid| (0..4).all(|cell| grid[cell] + grid[8 - cell] == 0));
    let odd_corners = magic.iter().all(|grid| [0, 2, 6, 8].iter().all(|&c| grid[c] % 2 != 0));
    let is_square = family(magic[0], &[TURNED, MIRRORED]).len() == magic.len();
    let is_all = family(&all[0], &[TURNED, MIRRORED, ROWS[0], ROWS[1]]).len() == all.len();
    let facts = [
        (has_zero, "0 is in the middle"),
        (cancels, "opposite cells are a number and its negative"),
        (odd_corners, "the corners are odd"),
        (is_square, "they are one filling, turned and mirrored"),
        (is_all, "exchanging its rows and its columns gives every other filling"),
    ];
    let facts = facts.into_iter().filter(|fact| fact.0).map(|(_, fact)| format!("- {fact}\n"));
    format!("Those with both diagonals:\n{}", facts.collect::<String>())
}

fn fillings() -> Vec<Grid> {
    let mut problem = ZeroSum::default();
    let _ = depth_first(&mut problem, &mut Grid::new());
    problem.fillings
}

pub fn run(args: Args) -> io::Result<()> {
    write!(io::stdout().lock(), "{}", report(args.all))
}

fn report(all: bool) -> String {
    let mut fillings = fillings();
    let total = fillings.len();
    let magic = fillings.iter().filter(|grid| both_diagonals(grid)).count();
    let pattern = pattern(&fillings);
    fillings.retain(|grid| all || both_diagonals(grid));
    let pictures: Vec<String> = fillings.chunks(8).map(side_by_side).collect();
    format!(
        "{total} fillings, {magic} of them with both diagonals.\n\n{}\n{pattern}",
        pictures.join("\n")
    )
}

/// Formats grids side by side, so that eight of them take three lines.
fn side_by_side(grids: &[Grid]) -> String {
    let row = |grid: &Grid, row: usize| -> String {
        grid[3 * row..3 * row + 3].iter().map(|number| format!("{number:3}")).collect()
    };
    (0..3).map(|r| grids.iter().map(|g| row(g, r)).collect::<Vec<_>>().join("  ") + "\n").collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_of_fillings() {
        let fillings = fillings();
        assert_eq!(fillings.len(), 72);
        assert_eq!(fillings.iter().filter(|grid| both_diagonals(grid)).count(), 8);
    }

    #[test]
    fn fillings_are_distinct_and_valid() {
        let mut fillings = fillings();
        for grid in &fillings {
            let lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8]];
            assert!(lines.iter().all(|&line| sum(grid, line) == 0), "{grid:?}");
            let mut numbers = grid.clone();
            numbers.sort();
            assert_eq!(numbers, Vec::from_iter(-4..=4));
        }
        fillings.sort();
        fillings.dedup();
        assert_eq!(fillings.len(), 72);
    }

    #[test]
    fn prints_all() {
        let numbers = |text: String| {
            text.lines()
                .filter(|line| line.starts_with(' '))
                .collect::<String>()
                .split_whitespace()
                .count()
        };
        assert_eq!((numbers(report(false)), numbers(report(true))), (8 * 9, 72 * 9));
    }

    /// Checks all facts, and the families without the search.
    #[test]
    fn shared_pattern() {
        let fillings = fillings();
        let told = pattern(&fillings);
        assert_eq!(told.matches("\n- ").count(), 5, "{told}");
        let magic: Grid = vec![-3, 2, 1, 4, 0, -4, -1, -2, 3];
        assert!(family(&magic, &[TURNED, MIRRORED]).iter().all(|grid| fillings.contains(grid)));
        assert_eq!(family(&magic, &[TURNED]).len(), 4);
        assert_eq!(family(&magic, &ROWS).len(), 6);
    }

    #[test]
    fn documented_output() {
        let shown = report(false);
        assert!(include_str!("../../../../docs/examples.md").contains(&shown), "{shown}");
    }
}
