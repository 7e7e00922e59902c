//! What never changes: the units of a 9×9 grid, and the sets of nine things.

use super::{Cells, Places};
use sudomill_puzzle::grid::Word;

/// The number of units: the boxes 0 to 8, the rows 9 to 17, the columns 18 to 26.
pub const UNITS: usize = 27;

/// A kind of units. Unit `i` of a kind has the number `kind * 9 + i`.
pub const BOX: usize = 0;
pub const ROW: usize = 1;
pub const COLUMN: usize = 2;

pub struct Tables {
    /// The cells of a unit by place. Places are in reading order.
    pub cells: [[u8; 9]; UNITS],
    /// The same cells as a set.
    pub unit: [Cells; UNITS],
    /// The box, the row and the column of a cell.
    pub units_of: [[u8; 3]; 81],
    /// The place of a cell in each of them.
    pub place: [[u8; 3]; 81],
    /// The cells that share a unit with a cell.
    pub peers: [Cells; 81],
    /// The same by kind of unit: those of its box, those that are only in its row, only in its column.
    pub peers_by_kind: [[Cells; 3]; 81],
    /// A cell as a set. To look it up takes less than to shift 128 bits.
    pub only: [Cells; 81],
}

pub static TABLES: Tables = {
    let mut tables = Tables {
        cells: [[0; 9]; UNITS],
        unit: [0; UNITS],
        units_of: [[0; 3]; 81],
        place: [[0; 3]; 81],
        peers: [0; 81],
        peers_by_kind: [[0; 3]; 81],
        only: [0; 81],
    };
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        let units = [row / 3 * 3 + column / 3, row, column];
        let places = [row % 3 * 3 + column % 3, column, row];
        let mut kind = 0;
        while kind < 3 {
            let unit = kind * 9 + units[kind];
            tables.cells[unit][places[kind]] = cell as u8;
            tables.unit[unit] |= 1 << cell;
            tables.units_of[cell][kind] = unit as u8;
            tables.place[cell][kind] = places[kind] as u8;
            kind += 1;
        }
        cell += 1;
    }
    while cell > 0 {
        cell -= 1;
        let [box_, row, column] = tables.units_of[cell];
        let (only, in_box) = (1 << cell, tables.unit[box_ as usize]);
        let (in_row, in_column) = (tables.unit[row as usize], tables.unit[column as usize]);
        tables.only[cell] = only;
        tables.peers[cell] = (in_box | in_row | in_column) & !only;
        tables.peers_by_kind[cell] = [in_box & !only, in_row & !in_box, in_column & !in_box];
    }
    tables
};

/// The subsets of a set of places or digits that have `size` members, as ascending binary numbers: the order
/// in which the original tries them.
pub fn subsets(of: u16, size: usize) -> impl Iterator<Item = u16> {
    /// All sets of nine things by size.
    static SETS: [[u16; 126]; 10] = {
        let mut sets = [[0; 126]; 10];
        let mut counts = [0; 10];
        let mut set = 0u16;
        while set < 512 {
            let size = set.count_ones() as usize;
            sets[size][counts[size]] = set;
            counts[size] += 1;
            set += 1;
        }
        sets
    };
    const COUNTS: [usize; 10] = [1, 9, 36, 84, 126, 126, 84, 36, 9, 1];
    let sets = if count(of) < size { 0 } else { COUNTS[size] };
    SETS[size][..sets].iter().copied().filter(move |set| set & !of == 0)
}

/// The number of places or digits in a set of nine. A program for any x86-64 has no instruction for it.
#[inline(always)]
pub fn count(set: u16) -> usize {
    static COUNT: [u8; 512] = {
        let mut count = [0; 512];
        let mut set = 1;
        while set < 512 {
            count[set] = count[set >> 1] + (set & 1) as u8;
            set += 1;
        }
        count
    };
    usize::from(COUNT[usize::from(set & 511)])
}

/// The lowest place or digit of a set that is not empty.
#[inline(always)]
pub fn lowest(set: u16) -> usize {
    set.trailing_zeros() as usize
}

/// The members of a set, ascending: places, digits or cells.
#[inline(always)]
pub fn each<W: Word>(mut set: W) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let member = set.lowest();
        (set != W::ZERO).then(|| {
            set &= set.minus(W::ONE);
            member
        })
    })
}

/// The cells as a set.
pub fn cell_set(cells: impl IntoIterator<Item = usize>) -> Cells {
    cells.into_iter().fold(0, |set, cell| set | 1 << cell)
}

/// The cells at these places of a unit.
pub fn cells_at(unit: usize, places: Places) -> impl Iterator<Item = usize> + Clone {
    each(places).map(move |place| usize::from(TABLES.cells[unit][place]))
}

/// The cell at the lowest of some places of a unit.
pub fn first_cell(unit: usize, places: Places) -> usize {
    usize::from(TABLES.cells[unit][lowest(places)])
}

/// Whether two cells share a unit.
#[inline(always)]
pub fn sees(cell: usize, other: usize) -> bool {
    TABLES.peers[cell] >> other & 1 == 1
}

/// The units that all of some cells share, of which there is at least one: box, row, column.
pub fn common_units(cells: &[usize]) -> impl Iterator<Item = usize> + Clone {
    (0..3).filter_map(move |kind| {
        let unit = TABLES.units_of[cells[0]][kind];
        let is_common = cells.iter().all(|&cell| TABLES.units_of[cell][kind] == unit);
        is_common.then_some(usize::from(unit))
    })
}
