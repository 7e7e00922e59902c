//! The strategy that was chosen, listed or put together, as a value.

use super::{Composed, Entry, LANES, STRATEGIES};
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
        O::solver(self)
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

/// An order for which every strategy is compiled.
pub trait Registered: Order {
    /// The strategy's solver for this order.
    fn solver(chosen: &Chosen) -> Box<dyn Solver<Self>>;
}

macro_rules! registered {
    ($order:ident, $make:ident) => {
        impl Registered for $order {
            fn solver(chosen: &Chosen) -> Box<dyn Solver<Self>> {
                match &chosen.0 {
                    Kind::Listed(entry) => (entry.$make)(),
                    Kind::Composed(composed) => (composed.rule.$make)(composed),
                }
            }
        }
    };
}

registered!(Order2, order2);
registered!(Order3, order3);
