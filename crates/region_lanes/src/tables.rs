//! The units as lists of cells, made once.

use std::{cmp::Reverse, slice};
use sudomill_lanes::node::NODE_WORD;
use sudomill_puzzle::grid::{Cell, CellSet, Order3, Size, Units};

/// What a sweep reads of the units of all puzzles. Cells are positions in a node.
#[derive(Debug)]
pub struct Tables {
    /// In the order in which a sweep narrows them.
    pub meshes: Vec<Mesh>,
    /// The cells of each region, or of each box.
    pub regions: Vec<[u8; 9]>,
    /// All cells, those in the most units first, then row-major.
    pub order: Vec<u8>,
}

/// Units of two kinds, such as rows and regions, and the parts into which they divide the cells.
///
/// ```text
///  A A A B      row 1 × region A = 3 cells      a digit that has all its places in row 1, or in region A,
///  A B B B      row 1 × region B = 1 cell       in the first part is in that part: not in the other parts
///  C C C D      row 2 × region A = 1 cell       of row 1, nor in those of region A
///  C D D D      …
/// ```
#[derive(Debug)]
pub struct Mesh {
    /// The cells of each part. None is in two.
    pub parts: Vec<Threes>,
    /// The units of each kind. A part is in at most one of each.
    pub sides: [Vec<Side>; 2],
}

/// A unit of a mesh.
#[derive(Debug)]
pub struct Side {
    /// The numbers of its parts, which are all its cells.
    pub parts: Threes,
    /// True if it has as many cells as there are digits, so that each of them has a place.
    pub is_whole: bool,
}

/// Most lists have three elements. In threes, a sweep takes a quarter fewer instructions with boxes, and a
/// tenth fewer with irregular regions: most loops are unrolled. What fills up a list changes nothing.
pub type Threes = Vec<[u8; 3]>;

/// Fills up a list of parts: there are at most 81, so nothing is left in this one, and it holds nothing.
const NO_PART: u8 = 255;

type Cells = CellSet<Order3>;

impl Tables {
    /// The tables of these units.
    ///
    /// # Panics
    /// They are those of another size.
    #[must_use]
    pub fn new(units: Units) -> Self {
        assert!(units.fit(Size::Nine), "units of 9×9");
        let all: Vec<Cells> = units.all(Size::Nine).map(Cells::unit).collect();
        let (lines, others) = all.split_at(18);
        let (regions, extra) = others.split_at(9);
        let [rows, columns] = [&lines[..9], &lines[9..]];
        // Guesses begin in extra units. Their meshes first: 6 % fewer sweeps with diagonals.
        let mut meshes = Vec::new();
        for unit in extra {
            let first = slice::from_ref(unit);
            // Two of its cells are in two regions, or in one: so this mesh keeps their digits different.
            meshes.push(Mesh::of(first, regions));
            for lines in [rows, columns] {
                if lines.iter().any(|line| (*line & *unit).len() > 1) {
                    meshes.push(Mesh::of(first, lines));
                }
            }
        }
        meshes.extend([Mesh::of(rows, regions), Mesh::of(columns, regions)]);
        let mut order: Vec<Cell> = Cell::all::<Order3>().collect();
        let units_of = |cell: &Cell| all.iter().filter(|unit| unit.contains(*cell)).count();
        order.sort_by_cached_key(|cell| Reverse(units_of(cell)));
        let cells_of = |region: &Cells| positions(*region).try_into().expect("nine cells");
        Self {
            meshes,
            regions: regions.iter().map(cells_of).collect(),
            order: order.into_iter().map(position).collect(),
        }
    }
}

impl Mesh {
    /// The mesh of units that share no cells with units that share none. Of the second, only those that
    /// meet one of the first count.
    fn of(first: &[Cells], second: &[Cells]) -> Self {
        let met = first.iter().copied().fold(Cells::EMPTY, |met, unit| met | unit);
        let second = second.iter().copied().filter(|unit| !(*unit & met).is_empty());
        let second: Vec<Cells> = second.collect();
        let mut parts = Vec::new();
        for unit in &second {
            parts.extend(first.iter().map(|first| *first & *unit));
            parts.push(*unit - met);
        }
        parts.retain(|part| !part.is_empty());
        let side = |unit: &Cells| {
            let in_unit = (0..).zip(&parts).filter(|(_, part)| !(**part & *unit).is_empty());
            let numbers = in_unit.map(|(number, _)| number).collect();
            Side { parts: in_threes(numbers, NO_PART), is_whole: unit.len() == 9 }
        };
        let sides = [first, &second].map(|units| units.iter().map(side).collect());
        let cells_of = |part: &Cells| {
            let cells = positions(*part);
            let again = cells[0];
            in_threes(cells, again)
        };
        Self { sides, parts: parts.iter().map(cells_of).collect() }
    }
}

fn in_threes(mut list: Vec<u8>, filling: u8) -> Threes {
    list.resize(list.len().next_multiple_of(3), filling);
    list.as_chunks().0.to_vec()
}

/// The positions of some cells.
fn positions(cells: Cells) -> Vec<u8> {
    cells.into_iter().map(position).collect()
}

/// The position of a cell in a node.
fn position(cell: Cell) -> u8 {
    NODE_WORD[cell.index()]
}
