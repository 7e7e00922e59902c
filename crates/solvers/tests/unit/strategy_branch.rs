use sudomill_puzzle::grid::{Candidates, Cell, Digit, Order3, Unit};
use sudomill_solvers::strategy::branch::*;

fn digits(branch: Branch) -> Vec<u8> {
    branch.map(|guess| guess.digit.value()).collect()
}

fn cells(branch: Branch) -> Vec<usize> {
    branch.map(|guess| guess.cell.index()).collect()
}

#[test]
fn digit_order() {
    let up = Branch::ascending(Cell::new(7), Candidates::from_bits(0b1_0010_1001));
    assert_eq!(digits(up), [1, 4, 6, 9]);
    assert_eq!(digits(up.reversed()), [9, 6, 4, 1]);
    assert_eq!(digits(up.reversed().reversed()), [1, 4, 6, 9]);
    assert_eq!(up.reversed(), Branch::descending(Cell::new(7), Candidates::from_bits(0x129)));
    assert!(up.into_iter().all(|guess| guess.cell == Cell::new(7)));
}

#[test]
fn sorting_is_stable() {
    let up = Branch::ascending(Cell::new(7), Candidates::from_bits(0b1_1111_1111));
    let mut key = |guess: Guess| usize::from(guess.digit.value() % 3);
    let sorted = up.sorted_by_key(&mut key);
    assert_eq!(digits(sorted), [3, 6, 9, 1, 4, 7, 2, 5, 8]);
    assert_eq!(digits(sorted.reversed()), [8, 5, 2, 7, 4, 1, 9, 6, 3]);
    let sorted = up.reversed().sorted_by_key(&mut key);
    assert_eq!(digits(sorted), [9, 6, 3, 7, 4, 1, 8, 5, 2]);
}

#[test]
fn places_of_unit() {
    let digit = Digit::new(5).unwrap();
    let places = |from: usize| {
        Branch::places(digit, Unit::Column(2).cells::<Order3>(), |cell| cell.index() > from)
    };
    assert_eq!(cells(places(40)), [47, 56, 65, 74]);
    assert_eq!(cells(places(40).reversed()), [74, 65, 56, 47]);
    assert!(places(0).all(|guess| guess.digit == digit));
    assert!(places(80).is_empty() && !places(73).is_empty());
}
