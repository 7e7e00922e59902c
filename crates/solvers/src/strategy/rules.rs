//! `Rules`: a strategy made of a propagation, a branching and a value order.

use super::{Branch, Heuristic, Run};
use crate::{
    branching::{Branching, Mrv, Target, View},
    propagation::{CandidateGrid, Geometry, Propagation, Standard, Tables},
    search::Expansion,
    value_order::ValueOrder,
};
use std::any::Any;
use sudomill_puzzle::{
    grid::{CellSet, Order, Units},
    solving::{Observer, Reason},
};

/// A strategy composed of parts: propagates, branches where the rule says, and tries the
/// alternatives in the given order.
///
/// The rule can be any type that implements [`Branching`]; see there for an example.
///
/// # Panics
/// While solving, if the branching returns a filled cell, or a digit that the unit already has.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rules<B, G = Standard> {
    propagation: Propagation,
    branching: B,
    order: ValueOrder,
    units: G,
}

impl Rules<Mrv> {
    /// The strategy `mrv`: naked and hidden singles, then the first cell with the fewest
    /// candidates, digits ascending.
    pub const MRV: Self = Self::new(Propagation::Singles, Mrv, ValueOrder::Ascending);
}

impl<B> Rules<B> {
    /// A strategy made of these parts.
    pub const fn new(propagation: Propagation, branching: B, order: ValueOrder) -> Self {
        Self { propagation, branching, order, units: Standard }
    }

    /// The same strategy for puzzles with other units than rows, columns and boxes. With the standard boxes
    /// as regions, all counters are the same.
    pub(crate) fn in_units<O: Order>(self, units: Units) -> Rules<B, Tables<O>> {
        let Self { propagation, branching, order, .. } = self;
        Rules { propagation, branching, order, units: Tables::new(units) }
    }

    /// The same strategy, which calls its rule through a pointer.
    pub(super) fn with_pointer<O: Order>(&self) -> Rules<&dyn Branching<O>>
    where
        B: Branching<O>,
    {
        Rules::new(self.propagation, &self.branching, self.order)
    }
}

/// All alternatives of a target, ascending.
fn alternatives<O: Order>(target: Target, grid: &CandidateGrid<O>) -> Branch {
    match target {
        Target::Cell(cell) => {
            assert!(grid.is_open(cell), "the branching chose the filled cell {cell:?}");
            Branch::ascending(cell, grid.candidates(cell))
        }
        Target::Places(digit, unit) => {
            let places = grid.places(digit);
            let filled = (places & CellSet::unit(unit)) - grid.open_cells();
            assert!(filled.is_empty(), "the {digit} of {unit} is placed already");
            Branch::places(digit, unit.cells::<O>(), |cell| places.contains(cell))
        }
    }
}

solver!(Rules<B>, B; rules => &rules.with_pointer::<O>());
solver!(Rules<B, Tables<O>>, B; rules => rules);

impl<O: Order, B: Branching<O>, G: Geometry<O>> Heuristic<O> for Rules<B, G> {
    candidates_are_state!(self, self.propagation, self.units);

    #[inline]
    fn expand<Obs: Observer>(
        &self,
        grid: &mut CandidateGrid<O>,
        run: &mut Run<O, Obs>,
    ) -> Expansion<Branch> {
        if let Err(reason) = self.propagation.apply(grid, &self.units, run) {
            return run.dead_end(reason);
        }
        if grid.open() == 0 {
            return Expansion::Goal;
        }
        // The compiler knows which of both it is.
        let tables = (&self.units as &dyn Any).downcast_ref();
        let view = View::new(grid, tables, run.counters.guesses);
        let target = self.branching.choose(&view);
        let branch = alternatives(target, grid);
        match target {
            Target::Places(digit, unit) if branch.is_empty() => {
                run.dead_end(Reason::NoPlace(digit, unit))
            }
            _ => Expansion::Branch(self.order.arrange(branch, &view)),
        }
    }
}
