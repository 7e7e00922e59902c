//! Feeds: up to hundreds of grids to the lanes, any bytes as their cells or candidates, under any
//! limits.
//! Compares: every backend, in batches of any size, with the portable backend and one batch: same outcomes and counters for every puzzle. Solutions are checked with `verify`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudomill::{
    grid::{Candidates, Order3, Size},
    solver::{
        Batch, Limits, RowResult,
        lanes::{Backend, Lanes},
    },
    verify,
};
use sudomill_fuzz::Choices;

fuzz_target!(|data: &[u8]| {
    let Some((mut choices, text)) = Choices::split(data) else { return };
    let limits = Limits::default()
        .with_solutions(choices.one_of(&[1, 2, 3, 50]))
        .with_max_guesses(choices.one_of(&[0, 1, 10, 200]));
    let marks = choices.one_of(&[false, false, true]);
    let rows = choices.below(70) + 1;
    let mut grids = Batch::new(Size::Nine);
    text.chunks(81).for_each(|text| push(&mut grids, text, marks));
    let expected = solve(Backend::PORTABLE, &grids, limits, grids.len());
    for (row, (_, first)) in expected.iter().enumerate() {
        let Some(first) = first.as_ref().filter(|_| !marks) else { continue };
        let values: Vec<u8> = first.iter().map(|symbol| symbol - b'0').collect();
        let puzzle = grids.puzzle::<Order3>(row).expect("it was solved");
        assert_eq!(verify::check(&puzzle, &values), Ok(()));
    }
    for backend in Backend::available() {
        let outcomes = solve(backend, &grids, limits, rows);
        assert_eq!(outcomes, expected, "{}", backend.name());
    }
});

/// Adds a grid given by clues, or by candidates.
fn push(grids: &mut Batch, text: &[u8], marks: bool) {
    let mut line = [b'.'; 81];
    line[..text.len()].copy_from_slice(text);
    match marks {
        false => grids.push_symbols(&line),
        // Half of the cells have nine candidates.
        true => grids.push_candidates(line.map(|byte| match u32::from(byte) {
            byte if byte % 2 == 0 => Candidates::from_bits(511),
            byte => Candidates::from_bits(byte * 257 & 511),
        })),
    }
}

/// The result of every row, and its first solution.
fn solve(
    backend: Backend,
    grids: &Batch,
    limits: Limits,
    rows: usize,
) -> Vec<(RowResult, Option<Vec<u8>>)> {
    let mut lanes = Lanes::new(backend, limits);
    for first in (0..grids.len()).step_by(rows.max(1)) {
        let mut batch = Batch::new(Size::Nine);
        batch.push_rows(grids, first..grids.len().min(first + rows));
        lanes.take(batch);
    }
    lanes.finish();
    let mut outcomes = Vec::new();
    while let Some(batch) = lanes.next_done() {
        let first = |row| batch.solution(row).map(<[u8]>::to_vec);
        outcomes.extend((0..batch.len()).map(|row| (batch.results()[row], first(row))));
    }
    assert_eq!(outcomes.len(), grids.len());
    outcomes
}
