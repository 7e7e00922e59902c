use std::collections::BTreeSet;
use sudomill_puzzle::grid::{CellSet, Unit};
use sudomill_puzzle::{
    for_size,
    grid::{
        Cell,
        size::{Size, order::*},
    },
};

fn geometry_holds<O: Order>() {
    for cell in Cell::all::<O>() {
        let units = Unit::all::<O>().map(|unit| unit.cells::<O>()).filter(|it| it.contains(&cell));
        let together: BTreeSet<Cell> = units.flatten().copied().filter(|it| *it != cell).collect();
        assert!(cell.peers::<O>().iter().eq(&together), "{cell:?}");
        assert!(Unit::Row(cell.row::<O>()).cells::<O>().contains(&cell));
        assert!(Unit::Column(cell.column::<O>()).cells::<O>().contains(&cell));
        assert!(Unit::Box(cell.box_::<O>()).cells::<O>().contains(&cell));
        for unit in 0..O::UNITS {
            let member = O::unit(unit).contains(&cell);
            assert_eq!(CellSet::<O>::unit(Unit::new::<O>(unit)).contains(cell), member);
        }
    }
    assert_eq!(Unit::all::<O>().count(), O::UNITS);
}

#[test]
fn peers_share_a_unit() {
    Size::every().for_each(|size| for_size!(size, O => geometry_holds::<O>()));
}
