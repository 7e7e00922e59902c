//! The feature `serde`: every public value survives a round trip.

use serde_json::{Value, from_str, json, to_string, to_value};
use std::sync::atomic::AtomicBool;
use sudomill::{
    grid::{Order, Order2, Order5, Puzzle, Solution},
    solver::{Counters, Limits, Outcome, Status, registry::Tuning},
};

const LINE: &str =
    "013085006000031000007600000006900003170000025300006900000002400000870000900560310";

#[test]
fn grids_as_text() {
    let puzzle: Puzzle = LINE.parse().unwrap();
    let text = to_string(&puzzle).unwrap();
    assert_eq!(text, format!("{:?}", LINE.replace('0', ".")));
    assert_eq!(from_str::<Puzzle>(&text).unwrap(), puzzle);

    let solution = sudomill::solve(&puzzle).solution.unwrap();
    let text = to_string(&solution).unwrap();
    assert_eq!(text, format!("{:?}", solution.to_string()));
    assert_eq!(from_str::<Solution>(&text).unwrap(), solution);

    let large = Puzzle::<Order5>::new(&[0; Order5::CELLS]).unwrap();
    assert_eq!(from_str::<Puzzle<Order5>>(&to_string(&large).unwrap()).unwrap(), large);
}

#[test]
fn bad_grids() {
    let message = |json: &str| from_str::<Puzzle<Order2>>(json).unwrap_err().to_string();
    let repeated = message("\"11..............\"");
    assert!(repeated.starts_with("2: digit 1 twice in row 1 (r1c1 and r1c2)"), "{repeated}");
    assert!(message("16").starts_with("invalid type: integer `16`, expected the text of a grid"));
    let message = from_str::<Solution<Order2>>("\"241313424231312.\"").unwrap_err().to_string();
    assert!(message.starts_with("found no digit of the grid in cell 15"), "{message}");
}

#[test]
fn outcomes() {
    let outcome = sudomill::solve(&"1000020000300004".parse::<Puzzle<Order2>>().unwrap());
    let value = to_value(outcome).unwrap();
    assert_eq!(value["status"], "multiple");
    assert_eq!(value["counters"]["clues"], 4);
    assert_eq!(from_str::<Outcome<Order2>>(&value.to_string()).unwrap(), outcome);
    let counters = to_string(&outcome.counters).unwrap();
    assert_eq!(from_str::<Counters>(&counters).unwrap(), outcome.counters);
}

#[test]
fn statuses_by_name() {
    for &status in Status::ALL {
        assert_eq!(to_value(status).unwrap(), status.name());
        assert_eq!(from_str::<Status>(&format!("{:?}", status.name())).unwrap(), status);
        assert_eq!(status.name().parse(), Ok(status));
    }
    let error = "solvd".parse::<Status>().unwrap_err().to_string();
    assert!(error.starts_with("found \"solvd\"; expected one of solved, unique"), "{error}");
}

#[test]
fn limits_without_stop() {
    let stop = AtomicBool::new(true);
    let limits = Limits::default().with_solutions(7).with_stop(&stop);
    let text = to_string(&limits).unwrap();
    assert_eq!(from_str::<Value>(&text).unwrap(), json!({"solutions": 7, "max_guesses": u64::MAX}));
    let read: Limits = from_str(&text).unwrap();
    assert_eq!((read.solutions.get(), read.max_guesses, read.is_stopped()), (7, u64::MAX, false));
    // Missing fields get their default values.
    let read: Limits = from_str("{\"max_guesses\": 3}").unwrap();
    assert_eq!((read.solutions.get(), read.max_guesses), (2, 3));
    assert!(from_str::<Limits>("{\"solutions\": 0}").is_err());
    let tuning = Tuning::default().with_max_passes(9);
    assert_eq!(from_str::<Tuning>(&to_string(&tuning).unwrap()).unwrap(), tuning);
}
