use proptest::prelude::*;
use sudomill_puzzle::grid::{Candidates, Order2, Order3, Puzzle, PuzzleError};
use sudomill_puzzle::{
    grid::{Alphabet, Cell, Order, Size},
    puzzle_line::candidates::*,
};

fn puzzle<O: Order>(text: &str) -> Puzzle<O> {
    Puzzle::from_places(places::<O>(text.as_bytes(), Alphabet::FromOne).unwrap())
}

proptest! {
    #[test]
    fn text_read_back(bits in prop::collection::vec(0u32..512, 81)) {
        let candidates: Vec<_> = bits.iter().map(|&bits| Candidates::from_bits(bits)).collect();
        let made = Puzzle::<Order3>::from_candidates(&candidates).unwrap();
        let text = made.to_string();
        prop_assert_eq!(puzzle::<Order3>(&text), made);
        prop_assert_eq!(puzzle::<Order3>(&text.replace('.', "0")), made);
        prop_assert_eq!(puzzle::<Order3>(&text.replace('.', "x")), made);
        prop_assert_eq!(text.parse(), Ok(made));
        let read = candidate_bits(text.as_bytes().try_into().unwrap());
        prop_assert!(read.iter().zip(&bits).all(|(&read, &bits)| u32::from(read) == bits));
        let clues = bits.iter().filter(|bits| bits.count_ones() == 1).count();
        prop_assert_eq!(made.clue_count(), clues);
    }

    #[test]
    fn any_byte(text in prop::collection::vec(any::<u8>(), 729)) {
        let cells = candidate_bits(text.as_slice().try_into().unwrap());
        for (place, &byte) in text.iter().enumerate() {
            let is_digit = byte == b'1' + (place % 9) as u8;
            prop_assert_eq!(cells[place / 9] >> (place % 9) & 1 == 1, is_digit);
        }
    }
}

#[test]
fn other_sizes() {
    let text = format!("1.3.{}", "1234".repeat(15));
    let puzzle = puzzle::<Order2>(&text);
    assert_eq!(puzzle.candidates(Cell::new(0)).bits(), 0b0101);
    assert_eq!((puzzle.to_string(), puzzle.clue_count()), (text, 0));
}

/// Candidates beside clues: those of a clue's cell do not count, and the last one of a cell is no clue.
#[test]
fn beside_clues() {
    let mut clues = [0; 16];
    clues[3] = 2;
    let mut candidates = [Candidates::all::<Order2>(); 16];
    candidates[3] = Candidates::from_bits(0b1000);
    candidates[5] = Candidates::from_bits(0b0100);
    let puzzle = Puzzle::<Order2>::with_candidates(&clues, &candidates).unwrap();
    assert_eq!(puzzle.clue_count(), 1);
    let bits = [3, 5, 6].map(|cell| puzzle.candidates(Cell::new(cell)).bits());
    assert_eq!(bits, [0b0010, 0b0100, 0b1111]);
    for (clues, candidates) in [(&clues[1..], &candidates[..]), (&clues, &candidates[1..])] {
        let found = Puzzle::<Order2>::with_candidates(clues, candidates);
        assert_eq!(found, Err(PuzzleError::Length { found: 15, expected: 16 }));
    }
    clues[3] = 5;
    let found = Puzzle::<Order2>::with_candidates(&clues, &candidates);
    assert_eq!(found, Err(PuzzleError::Value { cell: Cell::new(3), found: 5 }));
}

#[test]
fn finds_misfit() {
    let misfit = |place: usize, byte: u8| {
        let mut text = ALL;
        text[place] = byte;
        assert_eq!(is_candidates::<Order3>(&text, Alphabet::FromOne), byte == b'-');
        misfit(&text, Size::Nine, Alphabet::FromOne)
    };
    assert_eq!(misfit(3, b'5'), Some(3));
    assert_eq!(misfit(728, b'Z'), Some(728));
    assert_eq!(misfit(0, 0xFF), Some(0));
    assert_eq!(misfit(40, b'-'), None);
    assert!(!is_candidates::<Order3>(&ALL[..728], Alphabet::FromOne));
}
