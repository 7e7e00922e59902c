//! A step of a person as a record: what `trace`, `candidates` and the column `path` say of it.

use serde::{Serialize, Serializer, ser::SerializeMap};
use std::{borrow::Cow, sync::LazyLock};
use sudomill_puzzle::{
    grid::{Cell, Digit, Order3, Size, Unit},
    solving::{Chain, ChainLink, ChainNode, Deduction},
};

/// A step of a person, to serialize as an object; `schema/path.schema.json` describes its fields. Those without
/// a value are left out.
///
/// ```
/// # mod sudomill { pub use sudomill_puzzle::{Tenths, grid, solving as solver}; pub use sudomill_trace as trace; pub mod rating { pub use super::Tenths; } }
/// use sudomill::{grid::{Candidates, Cell, CellSet, Digit}, rating::Tenths, solver::Deduction, trace::StepRecord};
/// let (cell, digit) = (Cell::new(9), Digit::new(7).unwrap());
/// let step = Deduction {
///     technique: "naked single",
///     rating: Tenths::new(23),
///     reason: "{cells} has no candidate but {digits}.",
///     digits: digit.into(),
///     cells: CellSet::of(cell),
///     units: 0,
///     placed: Some((cell, digit)),
///     removed: [CellSet::EMPTY; 9],
/// };
/// assert_eq!(
///     serde_json::to_string(&StepRecord::new(step, &[]))?,
///     r#"{"technique":"naked single","rating":2.3,"cell":"r2c1","digit":7,"cells":["r2c1"],"digits":[7]}"#,
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct StepRecord<'a> {
    step: Deduction,
    /// The candidates that vanish, if they are not those that the step itself removes.
    removed: Option<Vec<(Cell, Digit)>>,
    chains: Cow<'a, [Chain]>,
    has_empty_lists: bool,
}

/// The items of a list, made while they are written: millions of steps have a few each.
struct List<I>(I);

/// A candidate that a step removes.
#[derive(Clone, Debug, Serialize)]
struct Removed {
    cell: &'static str,
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
    cell: &'static str,
    digit: u8,
    on: bool,
}

impl<'a> StepRecord<'a> {
    /// The record of a step that these chains lead to. It removes what the step itself does, and nothing from
    /// the cells that see a placed digit.
    pub fn new(step: impl Into<Deduction>, chains: impl Into<Cow<'a, [Chain]>>) -> Self {
        Self { step: step.into(), removed: None, chains: chains.into(), has_empty_lists: false }
    }

    /// Replaces the candidates that vanish.
    pub(super) fn with_removed(self, removed: &[(Cell, Digit)]) -> Self {
        Self { removed: Some(removed.to_vec()), ..self }
    }

    /// Leaves no list out, even if it is empty: for columns in memory, which need no space for it.
    #[must_use]
    pub fn with_empty_lists(self) -> Self {
        Self { has_empty_lists: true, ..self }
    }
}

impl Serialize for StepRecord<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { step, removed, chains, has_empty_lists: all } = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("technique", step.technique)?;
        map.serialize_entry("rating", &f64::from(step.rating))?;
        if let Some((cell, digit)) = step.placed {
            map.serialize_entry("cell", cell_name(cell))?;
            map.serialize_entry("digit", &digit.value())?;
        }
        match removed {
            Some(removed) => {
                let removed = removed.iter().map(|&(cell, digit)| Removed::of(cell, digit));
                list(&mut map, *all, "removed", removed)?;
            }
            None => {
                let removed = step.removed().flat_map(|(cell, digits)| {
                    digits.iter().map(move |digit| Removed::of(cell, digit))
                });
                list(&mut map, *all, "removed", removed)?;
            }
        }
        list(&mut map, *all, "cells", step.cells.iter().map(cell_name))?;
        list(&mut map, *all, "digits", step.digits.iter().map(Digit::value))?;
        list(&mut map, *all, "units", step.units().map(unit_name))?;
        list(
            &mut map,
            *all,
            "chains",
            chains.iter().map(|chain| List(chain.iter().map(Link::of))),
        )?;
        map.end()
    }
}

/// Writes a list, unless it is empty and not all of them are wanted.
fn list<M: SerializeMap, I>(map: &mut M, all: bool, name: &str, items: I) -> Result<(), M::Error>
where
    I: Iterator<Item: Serialize> + Clone,
{
    match all || items.clone().next().is_some() {
        true => map.serialize_entry(name, &List(items)),
        false => Ok(()),
    }
}

impl<I: Iterator<Item: Serialize> + Clone> Serialize for List<I> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.clone())
    }
}

impl Removed {
    fn of(cell: Cell, digit: Digit) -> Self {
        Self { cell: cell_name(cell), digit: digit.value() }
    }
}

impl Link {
    fn of(link: &ChainLink) -> Self {
        let node = |ChainNode { cell, digit, is_on }| Node {
            cell: cell_name(cell),
            digit: digit.value(),
            on: is_on,
        };
        Self { from: node(link.from), to: node(link.to) }
    }
}

/// The name of a cell of a 9×9 grid. Millions of steps have them, so each is made once.
fn cell_name(cell: Cell) -> &'static str {
    static NAMES: LazyLock<Vec<String>> =
        LazyLock::new(|| Cell::all::<Order3>().map(|it| Size::Nine.cell_name(it)).collect());
    &NAMES[cell.index()]
}

/// The name of a unit of a 9×9 grid.
fn unit_name(unit: Unit) -> &'static str {
    static NAMES: LazyLock<Vec<String>> =
        LazyLock::new(|| Unit::all::<Order3>().map(|it| it.to_string()).collect());
    &NAMES[unit.number::<Order3>()]
}
