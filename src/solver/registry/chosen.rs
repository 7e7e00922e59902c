//! The strategy that was chosen, listed or put together, as a value.

use super::{Composed, Entry, LANES, Registered, STRATEGIES};
use crate::{
    grid::{Order, Order3},
    solver::Solver,
};
use std::fmt;

/// A strategy to solve with. [`super::find`] gives one for a name; displayed, it
/// is that name, parts in the order of the grammar.
#[derive(Clone, Copy, Debug)]
pub struct Chosen(Kind);

#[derive(Clone, Copy, Debug)]
enum Kind {
    Listed(&'static Entry),
    Composed(Composed),
}

impl Chosen {
    /// What `--strategy` takes for it.
    pub fn name(&self) -> String {
        self.to_string()
    }

    /// Whether it is the lane kernel, which the batch drives itself.
    pub fn is_lanes(&self) -> bool {
        matches!(self.0, Kind::Listed(entry) if entry.name == LANES)
    }

    /// The strategy for grids of that order: `lanes` knows one size only.
    #[must_use]
    pub fn for_order(self, order: usize) -> Self {
        match order == Order3::BOX || !self.is_lanes() {
            true => self,
            false => STRATEGIES.iter().find(|entry| entry.name == "mrv").map_or(self, Self::from),
        }
    }

    /// The solver, for grids of that order.
    pub fn solver<O: Registered>(&self) -> Box<dyn Solver<O>> {
        match self.0 {
            Kind::Listed(entry) if self.is_lanes() => {
                O::lanes().unwrap_or_else(|| O::of((entry.make)()))
            }
            Kind::Listed(entry) => O::of((entry.make)()),
            Kind::Composed(composed) => O::of(composed.make()),
        }
    }
}

impl From<&'static Entry> for Chosen {
    fn from(entry: &'static Entry) -> Self {
        Self(Kind::Listed(entry))
    }
}

impl From<Composed> for Chosen {
    fn from(composed: Composed) -> Self {
        Self(Kind::Composed(composed))
    }
}

impl fmt::Display for Chosen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Listed(entry) => f.pad(entry.name),
            Kind::Composed(composed) => f.pad(&composed.to_string()),
        }
    }
}
