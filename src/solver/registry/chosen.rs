//! The strategy that was chosen, listed or put together, as a value.

use super::{Composed, Entry, LANES, Registered, find};
use crate::{
    grid::{Order, Order2, Order3},
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

    /// The strategy for grids of that order: `lanes` knows one size only. On 4×4 it is
    /// `mrv`, on larger grids `locked/mrv+degree`: that is no slower than `mrv` on an
    /// easy puzzle, and guesses a twentieth as often on a minimal 16×16 one.
    #[must_use]
    pub fn for_order(self, order: usize) -> Self {
        let name = match order {
            _ if !self.is_lanes() => return self,
            Order3::BOX => return self,
            Order2::BOX => "mrv",
            _ => "locked/mrv+degree",
        };
        find(name).expect("a strategy and parts that are registered")
    }

    /// The solver, for grids of that order.
    pub fn solver<O: Registered>(&self) -> Box<dyn Solver<O>> {
        let here = self.for_order(O::BOX);
        match here.0 {
            Kind::Composed(composed) => O::of(composed.make()),
            Kind::Listed(Entry { make: Some(make), .. }) => O::of(make()),
            Kind::Listed(_) => O::lanes().expect("for_order leaves lanes to its own order"),
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
