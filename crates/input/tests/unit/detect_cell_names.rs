//! The names of columns with a cell in each.

use sudomill_input::detect::cell_names::are_of_cells;
use sudomill_puzzle::grid::Size;

#[test]
fn names_of_cells() {
    let are_of_cells = |first: &str, name: &dyn Fn(usize) -> String| {
        let names: Vec<_> = (0..16).map(name).collect();
        assert_eq!(names[0], first);
        are_of_cells(&names, Size::Four)
    };
    assert!(are_of_cells("c1", &|cell| format!("c{}", cell + 1)));
    assert!(are_of_cells("Cell_00", &|cell| format!("Cell_{cell:02}")));
    assert!(are_of_cells("r1c1", &|cell| format!("r{}c{}", cell / 4 + 1, cell % 4 + 1)));
    assert!(are_of_cells("x[0][0]", &|cell| format!("x[{}][{}]", cell / 4, cell % 4)));
    // Features, columns of another order, and others than the first ones.
    assert!(!are_of_cells("x1", &|cell| format!("x{}", cell + 1)));
    assert!(!are_of_cells("r1c1", &|cell| format!("r{}c{}", cell % 4 + 1, cell / 4 + 1)));
    assert!(!are_of_cells("c2", &|cell| format!("c{}", cell + 2)));
    assert!(!are_of_cells("1", &|cell| format!("{}", cell + 1)));
}
