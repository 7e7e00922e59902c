//! Events and the end of a search as records of JSON Lines.

use super::{Explanation, Moment, State};
use crate::{
    grid::{Cell, Digit, Order, Unit},
    solver::{Event, Outcome, Reason, Solver, Status},
};
use serde::{Serialize, Serializer, ser::SerializeMap};

/// Counters by name, in the order of [`Solver::counters`].
#[derive(Clone, Debug)]
struct Named(Vec<(&'static str, u64)>);

impl Serialize for Named {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        self.0.iter().try_for_each(|(name, value)| map.serialize_entry(name, value))?;
        map.end()
    }
}

/// One event. Fields without a value are omitted.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Record {
    step: u64,
    event: &'static str,
    /// The reason of a contradiction: `no-candidate`, `no-place`, `broken-rule`.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    /// The cell as `r1c1`; then its row and column, both from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    cell: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    row: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    digit: Option<u8>,
    /// The digits and the cells of a pair.
    #[serde(skip_serializing_if = "Option::is_none")]
    digits: Option<[u8; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<[String; 2]>,
    /// The unit without a place for the digit, with all its places, or of the pair.
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<String>,
    /// The unit that loses the digit.
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<String>,
    /// The reason in a sentence, the units that it is about, and the candidates that vanish.
    #[serde(skip_serializing_if = "Option::is_none")]
    because: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    units: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    removed: Vec<Removed>,
    /// The number of open guesses.
    depth: usize,
    /// The values of a solution, or of the grid after a sweep, row-major, 0 for an open cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<u8>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counters: Option<Named>,
}

/// A candidate that an event removed.
#[derive(Clone, Debug, Serialize)]
struct Removed {
    cell: String,
    digit: u8,
}

impl Record {
    /// Adds the reason of the event.
    #[must_use]
    pub fn because<O: Order>(mut self, reason: &Explanation) -> Self {
        self.because = Some(reason.sentence.clone());
        self.units = reason.units.iter().map(Unit::to_string).collect();
        let removed = reason.removed.iter();
        let removed =
            removed.map(|(cell, digit)| Removed { cell: cell.name::<O>(), digit: digit.value() });
        self.removed = removed.collect();
        self
    }

    /// The record of an event, with the state after it.
    pub fn new<O: Order>(moment: &Moment, state: &State<O>, solver: &dyn Solver<O>) -> Self {
        let counters = Named(solver.counters(moment.counters).collect());
        let mut record = Self {
            step: moment.step,
            depth: moment.depth,
            counters: Some(counters),
            ..Self::default()
        };
        match moment.event {
            Event::Clue(cell, digit) => record.value::<O>("clue", cell, digit),
            Event::NakedSingle(cell, digit) => record.value::<O>("naked-single", cell, digit),
            Event::HiddenSingle(cell, digit) => record.value::<O>("hidden-single", cell, digit),
            Event::Guess(cell, digit) => record.value::<O>("guess", cell, digit),
            Event::Undo(cell, digit) => record.value::<O>("undo", cell, digit),
            Event::LockedCandidates(digit, unit, from) => {
                record.event = "locked-candidates";
                record.place(digit, unit);
                record.from = Some(from.to_string());
            }
            Event::NakedPair(digits, cells, unit) => {
                record.pair::<O>("naked-pair", digits, cells, unit);
            }
            Event::HiddenPair(digits, cells, unit) => {
                record.pair::<O>("hidden-pair", digits, cells, unit);
            }
            Event::Contradiction(reason) => record.contradiction::<O>(reason),
            Event::Sweep | Event::Solution => {
                record.event = if moment.event == Event::Sweep { "sweep" } else { "solution" };
                record.values = Some(state.values().to_vec());
            }
            Event::Restart => record.event = "restart",
            Event::Refresh => record.event = "refresh",
        }
        record
    }

    fn value<O: Order>(&mut self, event: &'static str, cell: Cell, digit: Digit) {
        self.event = event;
        self.cell::<O>(cell);
        self.digit = Some(digit.value());
    }

    fn cell<O: Order>(&mut self, cell: Cell) {
        self.cell = Some(cell.name::<O>());
        self.row = Some(cell.row::<O>() + 1);
        self.column = Some(cell.column::<O>() + 1);
    }

    fn place(&mut self, digit: Digit, unit: Unit) {
        self.digit = Some(digit.value());
        self.unit = Some(unit.to_string());
    }

    fn pair<O: Order>(
        &mut self,
        event: &'static str,
        digits: [Digit; 2],
        cells: [Cell; 2],
        unit: Unit,
    ) {
        self.event = event;
        self.digits = Some(digits.map(Digit::value));
        self.cells = Some(cells.map(Cell::name::<O>));
        self.unit = Some(unit.to_string());
    }

    fn contradiction<O: Order>(&mut self, reason: Reason) {
        self.event = "contradiction";
        self.reason = Some(match reason {
            Reason::NoCandidate(cell) => {
                self.cell::<O>(cell);
                "no-candidate"
            }
            Reason::NoPlace(digit, unit) => {
                self.place(digit, unit);
                "no-place"
            }
            Reason::BrokenRule => "broken-rule",
        });
    }
}

/// The end of a search.
#[derive(Clone, Debug, Serialize)]
pub struct End {
    event: &'static str,
    steps: u64,
    status: Status,
    solutions: u64,
    /// The values of the first solution, row-major.
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<u8>>,
    counters: Named,
}

impl End {
    /// The record of the end of a search.
    pub fn new<O: Order>(steps: u64, outcome: &Outcome<O>, solver: &dyn Solver<O>) -> Self {
        Self {
            event: "end",
            steps,
            status: outcome.status,
            solutions: outcome.solutions,
            values: outcome.first.map(|solution| solution.values().to_vec()),
            counters: Named(solver.counters(&outcome.counters).collect()),
        }
    }
}
