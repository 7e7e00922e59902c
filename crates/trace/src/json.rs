//! Events and the end of a search as records of JSON Lines.

use super::{Explanation, Moment, State};
use serde::{Serialize, Serializer};
use sudomill_puzzle::{
    grid::{Candidates, Cell, Digit, Size, Unit},
    solving::{AnyOutcome, Chain, ChainNode, Deduction, Event, Reason, Removal, Status},
};

/// Counters by name, in the order of `Solver::counters`.
#[derive(Clone, Debug)]
struct NamedCounters(Vec<(&'static str, u64)>);

impl Serialize for NamedCounters {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().copied())
    }
}

/// One event: its fields in order.
#[derive(Clone, Debug)]
pub struct EventRecord(Vec<(&'static str, Value)>);

#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum Value {
    Number(u64),
    Decimal(f64),
    Text(String),
    Texts(Vec<String>),
    Digits(Vec<u8>),
    Removed(Vec<Removed>),
    Chains(Vec<Vec<Link>>),
    Counters(NamedCounters),
}

/// A candidate that an event removed.
#[derive(Clone, Debug, Serialize)]
struct Removed {
    cell: String,
    digit: u8,
}

/// A link of a chain.
#[derive(Clone, Debug, Serialize)]
struct Link {
    from: Node,
    to: Node,
}

/// A candidate in a chain.
#[derive(Clone, Debug, Serialize)]
struct Node {
    cell: String,
    digit: u8,
    on: bool,
}

impl Serialize for EventRecord {
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
        let mut record = Self(Vec::new());
        record.number("step", moment.step);
        match moment.event {
            Event::Clue(cell, digit) => record.value("clue", size, cell, digit),
            Event::NakedSingle(cell, digit) => record.value("naked-single", size, cell, digit),
            Event::HiddenSingle(cell, digit) => record.value("hidden-single", size, cell, digit),
            Event::Guess(cell, digit) => record.value("guess", size, cell, digit),
            Event::Undo(cell, digit) => record.value("undo", size, cell, digit),
            Event::Removal(removal) => record.removal(size, &removal),
            Event::Deduction(deduction) => record.deduction(size, &deduction),
            Event::Contradiction(reason) => record.contradiction(size, reason),
            Event::Sweep => record.text("event", "sweep"),
            Event::Solution => record.text("event", "solution"),
            Event::Restart => record.text("event", "restart"),
            Event::Refresh => record.text("event", "refresh"),
        }
        if let Some(reason) = reason {
            record.reason(size, reason);
        }
        record.number("depth", moment.depth as u64);
        if let Event::Sweep | Event::Solution = moment.event {
            record.0.push(("values", Value::Digits(state.values().to_vec())));
        }
        record.0.push(("counters", Value::Counters(NamedCounters(counters))));
        record
    }

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
        self.number("row", (cell.index() / size.side()) as u64 + 1);
        self.number("column", (cell.index() % size.side()) as u64 + 1);
    }

    fn place(&mut self, digit: Digit, unit: Unit) {
        self.number("digit", digit.value().into());
        self.text("unit", unit);
    }

    /// The technique, and the pattern that excludes candidates.
    fn removal(&mut self, size: Size, removal: &Removal) {
        self.technique(removal.technique.name, removal.digits);
        self.texts("base", removal.base().map(|unit| unit.to_string()));
        self.texts("cover", removal.cover().map(|unit| unit.to_string()));
        self.texts("cells", removal.cells().map(|cell| size.cell_name(cell)));
    }

    /// The technique and its rating, the digit that it enters, and the pattern.
    fn deduction(&mut self, size: Size, deduction: &Deduction) {
        self.technique(deduction.technique, deduction.digits);
        self.0.push(("rating", Value::Decimal(deduction.rating.into())));
        self.texts("cells", deduction.cells.iter().map(|cell| size.cell_name(cell)));
        if let Some((cell, digit)) = deduction.placed {
            self.cell(size, cell);
            self.number("digit", digit.value().into());
        }
    }

    /// The name of a technique, and the digits of its pattern.
    fn technique(&mut self, name: &str, digits: Candidates) {
        self.text("event", name.replace(' ', "-"));
        self.0.push(("digits", Value::Digits(digits.iter().map(Digit::value).collect())));
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

    /// The reason in a sentence, the units that it is about, and the candidates that vanish.
    fn reason(&mut self, size: Size, reason: &Explanation) {
        self.text("because", &reason.sentence);
        self.texts("units", reason.units.iter().map(Unit::to_string));
        if !reason.removed.is_empty() {
            let removed = reason
                .removed
                .iter()
                .map(|(cell, digit)| Removed { cell: size.cell_name(*cell), digit: digit.value() });
            self.0.push(("removed", Value::Removed(removed.collect())));
        }
        if !reason.chains.is_empty() {
            let chains = reason.chains.iter().map(|chain| links(size, chain)).collect();
            self.0.push(("chains", Value::Chains(chains)));
        }
    }
}

fn links(size: Size, chain: &Chain) -> Vec<Link> {
    let node = |ChainNode { cell, digit, is_on }: ChainNode| Node {
        cell: size.cell_name(cell),
        digit: digit.value(),
        on: is_on,
    };
    chain.iter().map(|link| Link { from: node(link.from), to: node(link.to) }).collect()
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
