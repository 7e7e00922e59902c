use proptest::prelude::*;
use sudomill_puzzle::grid::{Order2, Order3};
use sudomill_puzzle::{
    for_size,
    grid::{Alphabet, Digit, Order, Puzzle, Size},
    verify::*,
};

const DIAG: [u8; 16] = [1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4];
const SOLVED: [u8; 16] = [1, 4, 2, 3, 3, 2, 4, 1, 4, 1, 3, 2, 2, 3, 1, 4];

fn fault(change: impl Fn(&mut Vec<u8>)) -> String {
    let mut grid = SOLVED.to_vec();
    change(&mut grid);
    check(&Puzzle::<Order2>::new(&DIAG).unwrap(), &grid).unwrap_err().to_string()
}

#[test]
fn both_solutions_pass() {
    let puzzle = Puzzle::<Order2>::new(&DIAG).unwrap();
    assert_eq!(check(&puzzle, &SOLVED), Ok(()));
    let transposed: Vec<u8> = (0..16).map(|i| SOLVED[i % 4 * 4 + i / 4]).collect();
    assert_eq!(check(&puzzle, &transposed), Ok(()));
}

#[test]
fn locates_every_fault() {
    assert_eq!(fault(|grid| grid.truncate(15)), "found 15 cells; expected 16");
    assert_eq!(fault(|grid| grid[15] = 0), "r4c4 holds none of the digits 1-4");
    assert_eq!(fault(|grid| grid[1] = 5), "r1c2 holds none of the digits 1-4");
    assert_eq!(fault(|grid| grid[5] = 1), "r2c2 is 1, but the clue there is 2");
    assert_eq!(fault(|grid| grid[1] = 1), "row 1 lacks the digit 4");
    assert_eq!(fault(|grid| grid.swap(1, 2)), "column 2 lacks the digit 4");
    // A Latin square: rows and columns are right, boxes are wrong.
    let latin = [1, 2, 3, 4, 2, 1, 4, 3, 3, 4, 1, 2, 4, 3, 2, 1];
    let puzzle = Puzzle::<Order2>::new(&[0; 16]).unwrap();
    assert_eq!(check(&puzzle, &latin).unwrap_err().to_string(), "box 1 lacks the digit 3");
}

/// A full grid as text, its digits rotated by `shift`.
fn full<O: Order>(shift: usize, alphabet: Alphabet) -> Vec<u8> {
    let value = |cell: usize| {
        let (row, column) = (cell / O::SIDE, cell % O::SIDE);
        (row * O::BOX_COLUMNS + row / O::BOX_ROWS + column + shift) % O::SIDE + 1
    };
    let symbol = |value: usize| alphabet.symbol(Digit::new(value as u8).unwrap()) as u8;
    (0..O::CELLS).map(|cell| symbol(value(cell))).collect()
}

/// Asserts that the fast checks agree with [`check`] on a grid with these cells changed.
fn agrees<O: Order>(shift: usize, holes: &[usize], changes: &[(usize, u8)], alphabet: Alphabet) {
    let mut puzzle = full::<O>(shift, alphabet);
    let mut answer = puzzle.clone();
    holes.iter().for_each(|hole| puzzle[hole % O::CELLS] = b'.');
    changes.iter().for_each(|&(cell, byte)| answer[cell % O::CELLS] = byte);
    let digit = |&byte: &u8| alphabet.digit(byte).map_or(0, |digit| digit.value());
    let [clues, grid] = [&puzzle, &answer].map(|text| text.iter().map(digit).collect::<Vec<_>>());
    let parsed = Puzzle::<O>::new(&clues).unwrap();
    let expected = check(&parsed, &grid);
    assert_eq!(is_right(O::SIZE, &puzzle, &answer, alphabet), expected.is_ok(), "{expected:?}");
    let message = check_text(&parsed, &answer, alphabet);
    assert_eq!(message, expected.map_err(|fault| TextFault::Grid { fault, alphabet }));
    let text = expected.map_err(|fault| fault.text(alphabet));
    assert_eq!(message.map_err(|fault| fault.to_string()), text);
}

proptest! {
    #[test]
    fn quick_check_equals_slow_check(
        shift in 0usize..25,
        holes in prop::collection::vec(0usize..625, 0..40),
        changes in prop::collection::vec((0usize..625, prop::sample::select(&b"1294579AaGgPp0.\xFF"[..])), 0..3),
    ) {
        for size in Size::every() {
            for alphabet in [Alphabet::FromOne, Alphabet::FromZero] {
                if size.side() > 9 || alphabet == Alphabet::FromOne {
                    for_size!(size, O => agrees::<O>(shift, &holes, &changes, alphabet));
                }
            }
        }
    }
}

#[test]
fn finds_any_changed_cell() {
    let grid = full::<Order3>(0, Alphabet::FromOne);
    let empty = [b'.'; 81];
    assert!(is_right(Order3::SIZE, &empty, &grid, Alphabet::FromOne));
    for cell in 0..81 {
        for byte in (0..=u8::MAX).filter(|&byte| byte != grid[cell]) {
            let mut wrong = grid.clone();
            wrong[cell] = byte;
            assert!(!is_right(Order3::SIZE, &empty, &wrong, Alphabet::FromOne), "{cell} {byte}");
        }
    }
    assert!(!is_right(Order3::SIZE, &empty, &grid[..80], Alphabet::FromOne));
    assert!(!is_right(Order3::SIZE, &empty[..80], &grid, Alphabet::FromOne));
}

/// Each grid breaks one or two of the three kinds of unit.
#[test]
fn checks_all_units() {
    for grid in ["1234123412341234", "1111222233334444", "1234214334124321", "1212343412123434"] {
        assert!(!is_right(Order2::SIZE, &[b'.'; 16], grid.as_bytes(), Alphabet::FromOne), "{grid}");
    }
}
