use sudomill_puzzle::grid::Order2;
use sudomill_puzzle::grid::{Cell, Order, Order3, puzzle::*};

fn with<O: Order>(clues: &[(usize, usize, u8)]) -> Result<Puzzle<O>, PuzzleError> {
    let mut values = vec![0; O::CELLS];
    for &(row, column, value) in clues {
        values[Cell::at::<O>(row - 1, column - 1).index()] = value;
    }
    Puzzle::new(&values)
}

fn message<O: Order>(clues: &[(usize, usize, u8)]) -> String {
    with::<O>(clues).unwrap_err().to_string()
}

#[test]
fn refuses_repeated_clue() {
    assert_eq!(
        message::<Order3>(&[(2, 3, 5), (8, 3, 5)]),
        "digit 5 twice in column 3 (r2c3 and r8c3)"
    );
    assert_eq!(
        message::<Order3>(&[(9, 1, 9), (9, 9, 9)]),
        "digit 9 twice in row 9 (r9c1 and r9c9)"
    );
    assert_eq!(
        message::<Order2>(&[(3, 3, 4), (4, 4, 4)]),
        "digit 4 twice in box 4 (r3c3 and r4c4)"
    );
}

#[test]
fn names_row_before_box() {
    assert_eq!(
        message::<Order3>(&[(1, 1, 1), (1, 2, 1)]),
        "digit 1 twice in row 1 (r1c1 and r1c2)"
    );
}

#[test]
fn non_peers_may_be_equal() {
    assert_eq!(with::<Order3>(&[(1, 1, 1), (2, 4, 1), (4, 2, 1)]).unwrap().clue_count(), 3);
}

#[test]
fn refuses_wrong_size_or_value() {
    assert_eq!(
        Puzzle::<Order2>::new(&[0; 81]).unwrap_err().to_string(),
        "found 81 cells; expected 16"
    );
    assert!(matches!(with::<Order2>(&[(1, 1, 5)]), Err(PuzzleError::Value { found: 5, .. })));
}
