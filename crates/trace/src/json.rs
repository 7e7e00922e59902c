//! Events and the end of a search as records of JSON Lines.

use super::{Explanation, Moment, State, StepRecord};
use serde::{Serialize, Serializer};
use sudomill_puzzle::{
    grid::{Cell, Digit, Size, Unit},
    solving::{AnyOutcome, Event, Reason, Removal, Status},
};

/// Counters by name, in the order of `Solver::counters`.
#[derive(Clone, Debug)]
struct NamedCounters(Vec<(&'static str, u64)>);

impl Serialize for NamedCounters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

/// One event.
#[derive(Clone, Debug, Serialize)]
pub struct EventRecord {
    #[serde(flatten)]
    fields: Fields,
    /// What every record of a step of a person has.
    #[serde(flatten)]
    of_person: Option<StepRecord<'static>>,
    depth: u64,
    /// The grid, after a sweep and for a solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    values: Option<Vec<u8>>,
    counters: NamedCounters,
}

/// Fields in order.
#[derive(Clone, Debug, Default)]
struct Fields(Vec<(&'static str, Value)>);

#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum Value {
    Number(u64),
    Text(String),
    Texts(Vec<String>),
    Digits(Vec<u8>),
    Removed(Vec<Removed>),
}

/// A candidate that an event removed.
#[derive(Clone, Debug, Serialize)]
struct Removed {
    cell: String,
    digit: u8,
}

impl Serialize for Fields {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl EventRecord {
    /// The record of an event, with the reason if one is given, the state after it, and the
    /// counters after it by name.
    pub fn new(
        moment: &Moment,
        reason: Option<&Explanation>,
        state: &State,
        counters: Vec<(&'static str, u64)>,
    ) -> Self {
        let size = state.size();
        let mut fields = Fields::default();
        fields.number("step", moment.step);
        match moment.event {
            Event::Clue(cell, digit) => fields.value("clue", size, cell, digit),
            Event::NakedSingle(cell, digit) => fields.value("naked-single", size, cell, digit),
            Event::HiddenSingle(cell, digit) => fields.value("hidden-single", size, cell, digit),
            Event::Guess(cell, digit) => fields.value("guess", size, cell, digit),
            Event::Undo(cell, digit) => fields.value("undo", size, cell, digit),
            Event::Removal(removal) => fields.removal(size, &removal),
            Event::Deduction(step) => {
                fields.event(step.technique);
                step.placed.iter().for_each(|(cell, _)| fields.coordinates(size, *cell));
            }
            Event::Contradiction(reason) => fields.contradiction(size, reason),
            Event::Sweep => fields.text("event", "sweep"),
            Event::Solution => fields.text("event", "solution"),
            Event::Restart => fields.text("event", "restart"),
            Event::Refresh => fields.text("event", "refresh"),
        }
        let mut of_person = None;
        if let Some(reason) = reason {
            fields.text("because", &reason.sentence);
            match moment.event {
                Event::Deduction(step) => {
                    let record = StepRecord::new(step, reason.chains.clone());
                    of_person = Some(record.with_removed(&reason.removed));
                }
                _ => fields.reason(size, reason),
            }
        }
        let has_values = matches!(moment.event, Event::Sweep | Event::Solution);
        Self {
            fields,
            of_person,
            depth: moment.depth as u64,
            values: has_values.then(|| state.values().to_vec()),
            counters: NamedCounters(counters),
        }
    }
}

impl Fields {
    fn number(&mut self, name: &'static str, value: u64) {
        self.0.push((name, Value::Number(value)));
    }

    fn text(&mut self, name: &'static str, value: impl ToString) {
        self.0.push((name, Value::Text(value.to_string())));
    }

    fn value(&mut self, event: &'static str, size: Size, cell: Cell, digit: Digit) {
        self.text("event", event);
        self.cell(size, cell);
        self.number("digit", digit.value().into());
    }

    /// The name of a cell; then its row and column, both from 1.
    fn cell(&mut self, size: Size, cell: Cell) {
        self.text("cell", size.cell_name(cell));
        self.coordinates(size, cell);
    }

    fn coordinates(&mut self, size: Size, cell: Cell) {
        self.number("row", (cell.index() / size.side()) as u64 + 1);
        self.number("column", (cell.index() % size.side()) as u64 + 1);
    }

    fn place(&mut self, digit: Digit, unit: Unit) {
        self.number("digit", digit.value().into());
        self.text("unit", unit);
    }

    /// The technique, and the pattern that excludes candidates.
    fn removal(&mut self, size: Size, removal: &Removal) {
        self.event(removal.technique.name);
        self.0.push(("digits", Value::Digits(removal.digits.iter().map(Digit::value).collect())));
        self.texts("base", removal.base().map(|unit| unit.to_string()));
        self.texts("cover", removal.cover().map(|unit| unit.to_string()));
        self.texts("cells", removal.cells().map(|cell| size.cell_name(cell)));
    }

    /// The name of a technique.
    fn event(&mut self, technique: &str) {
        self.text("event", technique.replace(' ', "-"));
    }

    /// A list of names, unless it is empty.
    fn texts(&mut self, name: &'static str, texts: impl Iterator<Item = String>) {
        let texts: Vec<_> = texts.collect();
        if !texts.is_empty() {
            self.0.push((name, Value::Texts(texts)));
        }
    }

    fn contradiction(&mut self, size: Size, reason: Reason) {
        self.text("event", "contradiction");
        match reason {
            Reason::NoCandidate(cell) => {
                self.text("reason", "no-candidate");
                self.cell(size, cell);
            }
            Reason::NoPlace(digit, unit) => {
                self.text("reason", "no-place");
                self.place(digit, unit);
            }
            Reason::BrokenRule => self.text("reason", "broken-rule"),
        }
    }

    /// The units that a reason is about, and the candidates that vanish.
    fn reason(&mut self, size: Size, reason: &Explanation) {
        self.texts("units", reason.units.iter().map(Unit::to_string));
        if !reason.removed.is_empty() {
            let removed = reason
                .removed
                .iter()
                .map(|(cell, digit)| Removed { cell: size.cell_name(*cell), digit: digit.value() });
            self.0.push(("removed", Value::Removed(removed.collect())));
        }
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
    counters: NamedCounters,
}

impl End {
    /// The record of the end of a search.
    pub fn new(steps: u64, outcome: &AnyOutcome) -> Self {
        Self {
            event: "end",
            steps,
            status: outcome.status,
            solutions: outcome.solutions,
            values: outcome.solution.clone(),
            counters: NamedCounters(outcome.named_counters.clone()),
        }
    }
}
