//! Feeds: up to hundreds of grids to the lanes, any bytes as their cells or candidates, under any
//! limits.
//! Compares: every backend, fed in portions of any size, with the portable backend, fed all at
//! once: same outcomes and counters for every puzzle. Solutions are checked with `verify`.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudomill::{
    grid::Order3,
    solver::{
        Limits,
        lanes::{Backend, LaneInput, LaneOutcome, Lanes, Traffic},
    },
    verify,
};
use sudomill_fuzz::{Choices, puzzle};

fuzz_target!(|data: &[u8]| {
    let Some((mut choices, text)) = Choices::split(data) else { return };
    let limits = Limits {
        solutions: choices.one_of(&[1, 2, 3, 50]),
        max_guesses: choices.one_of(&[0, 1, 10, 200]),
        stop: None,
    };
    let marks = choices.one_of(&[false, false, true]);
    let turn = choices.below(70) + 1;
    let grids: Vec<Grid> = text.chunks(81).map(|text| Grid::new(text, marks)).collect();
    let expected = solve(Backend::PORTABLE, &grids, limits, grids.len());
    for (grid, outcome) in grids.iter().zip(&expected) {
        if let (Grid::Clues(line), 1..) = (grid, outcome.solutions) {
            let values = outcome.first.map(|symbol| symbol - b'0');
            assert_eq!(verify::check(&puzzle::<Order3>(line), &values), Ok(()));
        }
    }
    for backend in Backend::available() {
        let outcomes = solve(backend, &grids, limits, turn);
        for (number, (outcome, expected)) in outcomes.iter().zip(&expected).enumerate() {
            let what = format!("{} on {}", backend.name(), number);
            assert_eq!(outcome.counters, expected.counters, "{what}");
            assert_eq!(outcome.solutions, expected.solutions, "{what}");
            assert_eq!(outcome.gave_up, expected.gave_up, "{what}");
            assert!(outcome.solutions == 0 || outcome.first == expected.first, "{what}");
        }
    }
});

enum Grid {
    Clues([u8; 81]),
    Candidates([u16; 81]),
}

impl Grid {
    fn new(text: &[u8], marks: bool) -> Self {
        let byte = |cell| text.get(cell).copied().unwrap_or(b'.');
        match marks {
            false => Self::Clues(std::array::from_fn(byte)),
            // Half of the cells have nine candidates, plus bits without meaning.
            true => Self::Candidates(std::array::from_fn(|cell| match u16::from(byte(cell)) {
                byte if byte % 2 == 0 => 0xFFFF,
                byte => byte * 257,
            })),
        }
    }
}

struct Feed<'a> {
    grids: &'a [Grid],
    fed: usize,
    /// The end of the portion being fed.
    end: usize,
    outcomes: Vec<Option<LaneOutcome>>,
}

impl Traffic for Feed<'_> {
    fn next(&mut self) -> Option<(u64, LaneInput<'_>)> {
        let id = self.fed;
        let grid = self.grids[..self.end].get(id)?;
        self.fed += 1;
        Some(match grid {
            Grid::Clues(line) => (id as u64, LaneInput::Clues(line)),
            Grid::Candidates(words) => (id as u64, LaneInput::Candidates(words)),
        })
    }

    fn end(&mut self, id: u64, outcome: &LaneOutcome) {
        let before = self.outcomes[id as usize].replace(*outcome);
        assert_eq!(before, None, "grid {id} ended twice");
    }
}

fn solve(backend: Backend, grids: &[Grid], limits: Limits, turn: usize) -> Vec<LaneOutcome> {
    let mut lanes = Lanes::new(backend, limits);
    let mut feed = Feed { grids, fed: 0, end: 0, outcomes: vec![None; grids.len()] };
    while feed.end < grids.len() {
        feed.end = (feed.end + turn).min(grids.len());
        lanes.feed(&mut feed);
    }
    lanes.drain(&mut feed);
    feed.outcomes.into_iter().map(|outcome| outcome.expect("every grid ends")).collect()
}
