//! Feeds: the candidates of 81 cells, from 729 bytes, in which blanks stand for missing candidates.
//! Compares: the puzzle with itself, written as text or a grid and read back; all strategies that
//! support candidates, and every backend of the lanes, with each other and with `verify`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudomill::{
    grid::{Alphabet, Candidates, Order3, Puzzle, Size},
    input::{AnyPuzzle, BLANKS, read_puzzle},
    solver::registry::all_combinations,
};
use sudomill_fuzz::{
    Choices,
    strategies::{assert_agree, lanes},
};

fuzz_target!(|data: &[u8]| {
    let Some((mut choices, text)) = Choices::split(data) else { return };
    let mut candidates = [Candidates::NONE; 81];
    for (place, _) in text.iter().take(729).enumerate().filter(|(_, byte)| !BLANKS.contains(byte)) {
        candidates[place / 9] |= Candidates::from_bits(1 << (place % 9));
    }
    let puzzle = Puzzle::<Order3>::from_candidates(&candidates).expect("81 cells");
    let all = puzzle.has_candidates().then(|| puzzle.all_candidates().as_ref().to_vec());
    let (values, candidates_given) = (puzzle.values().to_vec(), all.unwrap_or_default());
    let given = AnyPuzzle::new(Size::Nine, Alphabet::default(), values, candidates_given);
    assert_eq!(read_puzzle(puzzle.to_string().as_bytes()).as_ref(), Ok(&given));
    let is_full = candidates.iter().all(|digits| !digits.is_empty());
    if is_full && candidates.iter().any(|digits| digits.single().is_none()) {
        assert_eq!(read_puzzle(grid(&candidates).as_bytes()).as_ref(), Ok(&given));
    }
    let composed: Vec<_> = all_combinations().collect();
    let some = (0..4).map(|_| choices.one_of(&composed));
    assert_agree(&puzzle, &some.chain(lanes()).collect::<Vec<_>>(), 1 + choices.below(3) as u64);
});

/// Formats the candidates as a grid, nine cells per line.
fn grid(candidates: &[Candidates]) -> String {
    let cell = |digits: &Candidates| digits.iter().map(|it| it.value().to_string()).collect();
    let row = |cells: &[Candidates]| cells.iter().map(cell).collect::<Vec<String>>().join(" ");
    candidates.chunks(9).map(row).collect::<Vec<_>>().join("\n")
}
