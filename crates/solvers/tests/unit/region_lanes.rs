//! Puzzles with other units, many side by side: the same on every backend, in batches of any size, and alone.
//! `regions.rs` compares them with a solver that shares no code with the crate.

use super::regions::{drawing, extra_drawing, random_extra, random_regions};
use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use sudomill_lanes::Backend;
use sudomill_puzzle::{
    grid::{Candidates, Extra, Order3, Puzzle, Size, Units},
    solving::{Batch, Clock, Limits, RowResult, Status},
};
use sudomill_solvers::{
    engine::Engine,
    registry::{self, Strategy},
};

/// Units of every kind.
fn every_units(rng: &mut ChaCha8Rng) -> Vec<Units> {
    let jigsaw = drawing(&random_regions(Size::Nine, rng));
    let drawn = extra_drawing(Size::Nine, &random_extra(Size::Nine, rng));
    let units = |regions, extra: &[Extra]| Units::new(Size::Nine, regions, extra).unwrap();
    vec![
        units(None, &[Extra::Diagonals]),
        units(None, &[Extra::Windows, Extra::Diagonals]),
        units(Some(&jigsaw), &[]),
        units(Some(&jigsaw), &[drawn]),
    ]
}

fn strategy(name: &str, units: Units) -> Strategy {
    registry::find(name).unwrap().in_units(units).unwrap()
}

/// A full grid with these units, of many.
fn full(units: Units, rng: &mut ChaCha8Rng) -> Option<[u8; 81]> {
    let mut values = [0; 81];
    for _ in 0..12 {
        values[rng.random_range(0..81_usize)] = rng.random_range(1..10);
    }
    let puzzle = Puzzle::<Order3>::new_in(units, &values).ok()?;
    let limits = Limits::default().with_solutions(1).with_max_guesses(1000);
    let found = strategy("regions", units).solver::<Order3>().solve(&puzzle, &limits).solution?;
    Some(found.values().try_into().unwrap())
}

/// Puzzles from full to empty, with a wrong clue, with a repeated one, and rows without a puzzle.
fn zoo(units: Units, rng: &mut ChaCha8Rng) -> Batch {
    let mut batch = Batch::with_units(Size::Nine, units);
    let mut push = |values: &[u8; 81]| {
        batch.push_symbols(&values.map(|value| if value == 0 { b'.' } else { b'0' + value }));
        batch.push_invalid();
    };
    push(&[0; 81]);
    let mut grids = 0;
    while grids < 6 {
        let Some(mut values) = full(units, rng) else { continue };
        grids += 1;
        push(&values);
        for clues in [60, 40, 30, 25, 22, 19, 16] {
            while values.iter().filter(|value| **value > 0).count() > clues {
                values[rng.random_range(0..81_usize)] = 0;
            }
            push(&values);
            let mut wrong = values;
            wrong[rng.random_range(0..81_usize)] = rng.random_range(1..10);
            push(&wrong);
        }
    }
    batch
}

/// A result without its time, and the first solution.
type Found = (RowResult, Option<Vec<u8>>);

/// Solves rows in batches of a size.
fn in_batches(rows: &Batch, size: usize, strategy: &Strategy, limits: &Limits) -> Vec<Found> {
    let mut engine = Engine::new(strategy.clone(), Size::Nine, limits, Clock::Off);
    let mut batches = Vec::new();
    for first in (0..rows.len()).step_by(size) {
        let mut batch = Batch::with_units(Size::Nine, rows.units());
        batch.push_rows(rows, first..(first + size).min(rows.len()));
        engine.take(batch);
        batches.extend(engine.next_done());
    }
    engine.finish();
    batches.extend(std::iter::from_fn(|| engine.next_done()));
    let occupancy = engine.occupancy();
    assert!(0 < occupancy.busy && occupancy.busy <= occupancy.total);
    let found =
        |batch: &Batch, row| (batch.results()[row], batch.solution(row).map(<[u8]>::to_vec));
    batches.iter().flat_map(|batch| (0..batch.len()).map(|row| found(batch, row))).collect()
}

#[test]
fn same_on_every_backend_in_every_batch_and_alone() {
    let mut rng = ChaCha8Rng::seed_from_u64(82);
    let mut statuses = Vec::new();
    for units in every_units(&mut rng) {
        let rows = zoo(units, &mut rng);
        let lanes = strategy("region-lanes", units);
        for limits in [
            Limits::default(),
            Limits::default().with_solutions(1),
            Limits::default().with_solutions(50),
            Limits::default().with_max_guesses(3),
            Limits::default().with_max_guesses(0),
        ] {
            let expected =
                in_batches(&rows, rows.len(), &lanes.clone().on(Backend::PORTABLE), &limits);
            for backend in Backend::available() {
                for size in [1, 7, rows.len()] {
                    let found = in_batches(&rows, size, &lanes.clone().on(backend), &limits);
                    assert!(found == expected, "{} {size} {limits:?}", backend.name());
                }
            }
            let solver = lanes.solver::<Order3>();
            for (row, (result, first)) in expected.iter().enumerate() {
                statuses.push(result.status);
                let Some(puzzle) = rows.puzzle::<Order3>(row) else {
                    assert_eq!(result.status, Status::Invalid);
                    continue;
                };
                let (mut alone, symbols) = RowResult::of(&solver.solve(&puzzle, &limits), 0);
                alone.counters.clues = result.counters.clues;
                assert_eq!(alone, *result, "{puzzle}");
                assert_eq!(first.as_deref().unwrap_or_default(), symbols);
                let counters = result.counters;
                assert!(counters.guesses <= limits.max_guesses);
                let is_exhausted =
                    result.status != Status::GaveUp && result.solutions < limits.solutions.get();
                assert!(!is_exhausted || counters.guesses == counters.backtracks);
            }
        }
    }
    use Status::{GaveUp, Invalid, Multiple, None, Solved, Unique};
    for status in [GaveUp, Invalid, Multiple, None, Solved, Unique] {
        assert!(statuses.contains(&status), "{status:?}");
    }
}

#[test]
fn candidates_as_regions_counts() {
    let mut rng = ChaCha8Rng::seed_from_u64(83);
    let (mut none, mut some) = (0, 0);
    for units in every_units(&mut rng) {
        let solvers = ["region-lanes", "regions"].map(|it| strategy(it, units).solver::<Order3>());
        let mut left = 20;
        while left > 0 {
            let Some(values) = full(units, &mut rng) else { continue };
            left -= 1;
            // The digit of a full grid, and others; of some cells, only others.
            let mut candidates = values.map(|value| {
                Candidates::from_bits(
                    1 << (value - 1) | rng.random_range(0..512_u32) & rng.random_range(0..512_u32),
                )
            });
            if left % 4 == 0 {
                let cell = rng.random_range(0..81_usize);
                candidates[cell] = Candidates::from_bits(511 & !(1 << (values[cell] - 1)));
            }
            let puzzle = Puzzle::<Order3>::from_candidates(&candidates).unwrap();
            let limits = Limits::default().with_solutions(5);
            let [lanes, regions] = solvers.each_ref().map(|it| it.solve(&puzzle, &limits));
            assert_eq!((lanes.status, lanes.solutions), (regions.status, regions.solutions));
            none += usize::from(lanes.solutions == 0);
            some += usize::from(lanes.solutions > 0);
            let Some(solution) = lanes.solution else { continue };
            let cells = solution.values().iter().zip(&candidates);
            assert!(cells.into_iter().all(|(value, left)| left.bits() >> (value - 1) & 1 == 1));
        }
    }
    assert!(none > 5 && some > 40, "{none} {some}");
}

#[test]
fn a_search_for_many_solutions_stays_in_its_lane() {
    let units = Units::new(Size::Nine, None, &[Extra::Diagonals]).unwrap();
    let solver = strategy("region-lanes", units).solver::<Order3>();
    let empty = Puzzle::<Order3>::new_in(units, &[0; 81]).unwrap();
    let outcome = solver.solve(&empty, &Limits::default().with_solutions(5000));
    assert_eq!((outcome.status, outcome.solutions), (Status::Multiple, 5000));
}

#[test]
fn other_sizes_and_lists_of_solutions_fall_back() {
    for size in Size::every() {
        let lanes = registry::find("region-lanes").unwrap();
        let expected = if size == Size::Nine { "region-lanes" } else { "regions" };
        assert_eq!(lanes.for_size(size).name(), expected);
        assert_eq!(lanes.listing(size).name(), "regions");
    }
    // Rows, columns and boxes are those of `lanes`.
    let puzzle: Puzzle<Order3> =
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
            .parse()
            .unwrap();
    let solve =
        |name| registry::find(name).unwrap().solver::<Order3>().solve(&puzzle, &Limits::default());
    assert_eq!(solve("region-lanes"), solve("lanes"));
}
