use proptest::prelude::*;
use std::collections::BTreeSet;
use sudomill_puzzle::grid::{Cell, Order, Unit, Word, cell_set::*};
use sudomill_puzzle::{for_size, grid::Size};

fn set<O: Order>(cells: &BTreeSet<Cell>) -> CellSet<O> {
    cells.iter().fold(CellSet::EMPTY, |set, &cell| set | CellSet::of(cell))
}

/// Compares a set with the standard library's.
fn same<O: Order>(set: CellSet<O>, cells: &BTreeSet<Cell>) {
    assert!(set.iter().eq(cells.iter().copied()));
    assert!(set.iter().rev().eq(cells.iter().rev().copied()));
    assert_eq!((set.len(), set.iter().len()), (cells.len(), cells.len()));
    assert_eq!((set.first(), set.last()), (cells.first().copied(), cells.last().copied()));
    assert_eq!(set.is_empty(), cells.is_empty());
    for cell in Cell::all::<O>() {
        assert_eq!(set.contains(cell), cells.contains(&cell));
        let (band, bit) = (cell.row::<O>() / O::BOX_ROWS, cell.index() % (O::BOX_ROWS * O::SIDE));
        let bit = set.band(band) >> bit & O::Band::ONE;
        assert_eq!(bit == O::Band::ONE, cells.contains(&cell));
    }
}

fn operators<O: Order>(numbers: &[Vec<usize>; 2]) {
    let cells = |numbers: &Vec<usize>| -> BTreeSet<Cell> {
        numbers.iter().map(|number| Cell::new(number % O::CELLS)).collect()
    };
    let [a, b] = numbers.each_ref().map(cells);
    let [x, y] = [&a, &b].map(set::<O>);
    same(x, &a);
    same(x & y, &(&a & &b));
    same(x | y, &(&a | &b));
    same(x ^ y, &(&a ^ &b));
    same(x - y, &(&a - &b));
    let Some(&cell) = b.first() else { return };
    let (mut with, mut without) = (x, x);
    with.insert(cell);
    assert_eq!(without.take(cell), a.contains(&cell));
    same(with, &(&a | &BTreeSet::from([cell])));
    same(without, &(&a - &BTreeSet::from([cell])));
}

fn tables<O: Order>() {
    same(CellSet::<O>::EMPTY, &BTreeSet::new());
    same(CellSet::<O>::all(), &Cell::all::<O>().collect());
    for cell in Cell::all::<O>() {
        let peers = set(&cell.peers::<O>().iter().copied().collect());
        assert_eq!(CellSet::<O>::peers(cell), peers, "{cell:?}");
    }
    for unit in Unit::all::<O>() {
        same(CellSet::<O>::unit(unit), &unit.cells::<O>().iter().copied().collect());
    }
}

proptest! {
    #[test]
    fn same_as_btree_set(
        numbers in prop::array::uniform2(prop::collection::vec(any::<usize>(), 0..60)),
    ) {
        for size in Size::every() {
            for_size!(size, O => operators::<O>(&numbers));
        }
    }
}

#[test]
fn peers_and_units() {
    Size::every().for_each(|size| for_size!(size, O => tables::<O>()));
}
