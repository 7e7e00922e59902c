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
        let peers = cell.peers::<O>();
        assert!(peers.is_sorted() && !peers.contains(&cell));
        for other in Cell::all::<O>().filter(|&c| c != cell) {
            let together =
                Unit::all::<O>().any(|u| [cell, other].iter().all(|c| u.cells::<O>().contains(c)));
            assert_eq!(peers.contains(&other), together, "{cell:?} {other:?}");
        }
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
