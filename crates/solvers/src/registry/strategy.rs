//! A strategy as a value: listed, composed of parts, or from another crate.

use super::{
    AnyBranching, AnySolver, BRANCHINGS, DEFAULT, LANES, Named, REGION_LANES, REGIONS, Rule,
    Tuning,
    table::{MakeRule, named},
};
use crate::{
    Solver, lane_solver::LaneSolver, propagation::Propagation,
    region_lane_solver::RegionLaneSolver, strategy::Rules, value_order::ValueOrder,
};
use std::{any::Any, fmt, sync::Arc};
use sudomill_lanes::Backend;
use sudomill_puzzle::{
    any::AnyPuzzle,
    error::{NeedsBoxes, NeedsClues},
    for_size,
    grid::{Order, Order3, PuzzleError, Size, Units},
    solving::{About, AnyOutcome, Limits},
};

/// A strategy to solve with. [`find`](super::find) returns one for a name; `Display` writes the name,
/// with the parts in the order of the grammar.
#[derive(Clone)]
pub struct Strategy {
    kind: Kind,
    backend: Option<Backend>,
    tuning: Tuning,
    /// The units of the puzzles.
    units: Units,
}

#[derive(Clone)]
enum Kind {
    Named(&'static Named),
    Composed(Composed),
    Own(Arc<str>, Arc<dyn AnySolver>),
}

impl Strategy {
    /// Wraps a solver of another crate under a name of your choice. The result works wherever a
    /// strategy does.
    ///
    /// ```
    /// # mod sudomill { pub use {sudomill_puzzle::*, sudomill_solvers::*}; pub mod solver { pub use {sudomill_puzzle::solving::*, sudomill_solvers::*}; } }
    /// use sudomill::solver::{
    ///     branching::Mrv, propagation::Propagation, registry::Strategy, strategy::Rules,
    ///     value_order::ValueOrder,
    /// };
    /// let naked = Rules::new(Propagation::Naked, Mrv, ValueOrder::Ascending);
    /// assert_eq!(Strategy::own("naked-mrv", naked).name(), "naked-mrv");
    /// ```
    pub fn own(name: impl Into<Arc<str>>, solver: impl AnySolver + 'static) -> Self {
        Self::new(Kind::Own(name.into(), Arc::new(solver)))
    }

    const fn new(kind: Kind) -> Self {
        Self { kind, backend: None, tuning: Tuning::DEFAULT, units: Units::STANDARD }
    }

    /// Sets the strategy-specific limits, for strategies that have any.
    #[must_use]
    pub fn tuned(self, tuning: Tuning) -> Self {
        Self { tuning, ..self }
    }

    /// Runs the lane kernel on this backend instead of the fastest one. Has no effect on other
    /// strategies.
    #[must_use]
    pub fn on(self, backend: Backend) -> Self {
        Self { backend: Some(backend), ..self }
    }

    /// Solves puzzles with these units.
    ///
    /// ```
    /// # mod sudomill { pub use {sudomill_puzzle::*, sudomill_solvers::*}; pub mod solver { pub use {sudomill_puzzle::solving::*, sudomill_solvers::*}; } }
    /// use sudomill::{grid::{Extra, Order3, Puzzle, Size, Units}, solver::{Limits, Status, registry}};
    /// let units = Units::new(Size::Nine, None, &[Extra::Diagonals])?;
    /// let strategy = registry::find("regions")?.in_units(units)?;
    /// let clues = [&[1, 2, 3, 4, 5, 6, 7, 8, 9][..], &[0; 72]].concat();
    /// let puzzle = Puzzle::new_in(units, &clues)?;
    /// let outcome = strategy.solver::<Order3>().solve(&puzzle, &Limits::default());
    /// assert_eq!(outcome.status, Status::Multiple);
    /// let error = registry::find("lanes")?.in_units(units).unwrap_err();
    /// assert!(error.to_string().starts_with("strategy lanes knows only rows, columns and boxes"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The strategy knows only rows, columns and boxes. `region-lanes`, `regions`, `mrv`, and all that are
    /// composed of parts know others.
    pub fn in_units(self, units: Units) -> Result<Self, NeedsBoxes> {
        match units.are_standard() || self.is(REGION_LANES) || self.parts().is_some() {
            true => Ok(Self { units, ..self }),
            false => Err(NeedsBoxes { strategy: self.name() }),
        }
    }

    /// The strategy for the units of a puzzle.
    ///
    /// # Errors
    /// As for [`Self::in_units`], or the units are of another size.
    pub fn of_puzzle(&self, puzzle: &AnyPuzzle) -> Result<Self, PuzzleError> {
        if !puzzle.units.fit(puzzle.size) {
            let error = format!("found units of another size than {}", puzzle.size);
            return Err(PuzzleError::Units(error));
        }
        let strategy = self.clone().in_units(puzzle.units);
        strategy.map_err(|error| PuzzleError::Units(error.to_string()))
    }

    /// The units of the puzzles.
    #[must_use]
    pub const fn units(&self) -> Units {
        self.units
    }

    /// Returns true for the named strategy of this name.
    fn is(&self, name: &str) -> bool {
        matches!(self.kind, Kind::Named(named) if named.part.name == name)
    }

    /// The parts of a strategy made of them that knows units given as data.
    fn parts(&self) -> Option<Composed> {
        let propagation = match self.kind {
            Kind::Composed(composed) => return Some(composed),
            _ if self.is(REGIONS) => Propagation::Locked,
            _ if self.is(BRANCHINGS[0].part.name) => Propagation::Singles,
            _ => return None,
        };
        Some(Composed { propagation, rule: &BRANCHINGS[0], seed: 0, order: ValueOrder::Ascending })
    }

    /// The backend of the lane kernel; `None` for other strategies.
    pub fn backend(&self) -> Option<Backend> {
        let is_lanes = self.is(LANES) || self.is(REGION_LANES);
        is_lanes.then(|| self.backend.unwrap_or_else(Backend::best))
    }

    /// The name for `--strategy`.
    #[must_use]
    pub fn name(&self) -> String {
        self.to_string()
    }

    /// The strategy to use on grids of this size. `lanes` only solves 9×9; it becomes `mrv` on
    /// smaller and `restarts` on larger grids, where the searches of other strategies may not end.
    /// `region-lanes` becomes `regions` on both.
    #[must_use]
    pub fn for_size(&self, size: Size) -> Self {
        if size == Size::Nine { self.clone() } else { self.listing(size) }
    }

    /// The strategy to list every solution of a grid of this size. The lanes only count solutions
    /// and keep the first, so `lanes` becomes `mrv` on 9×9, too, and `region-lanes` `regions`.
    #[must_use]
    pub fn listing(&self, size: Size) -> Self {
        match self.backend() {
            None => self.clone(),
            Some(_) if self.is(REGION_LANES) => self.as_named(REGIONS),
            Some(_) if size <= Size::Nine => self.as_named("mrv"),
            Some(_) => self.as_named("restarts"),
        }
    }

    /// Another strategy with these settings.
    fn as_named(&self, name: &str) -> Self {
        let named = named(name).expect("a strategy that is registered");
        Self { kind: Kind::Named(named), ..self.clone() }
    }

    /// The solver for grids of order `O`.
    ///
    /// # Panics
    /// The strategy was made for the [units](Self::in_units) of another size.
    pub fn solver<O: Order>(&self) -> Box<dyn Solver<O>> {
        *self.solver_of(O::SIZE).downcast().expect("a solver for grids of this size")
    }

    /// The `Box<dyn Solver<O>>` for grids of a size.
    fn solver_of(&self, size: Size) -> Box<dyn Any> {
        let strategy = self.for_size(size);
        let has_tables = strategy.is(REGIONS) || !self.units.are_standard();
        if let Some(parts) = strategy.parts().filter(|_| has_tables) {
            let Composed { propagation, order, .. } = parts;
            assert!(self.units.fit(size), "units of {size}");
            let rules = Rules::new(propagation, parts.branching(), order);
            return for_size!(size, O => {
                // The page has boxes alone; searches for other units would be a sixth of what it loads.
                let solver: Box<dyn Solver<O>> = match cfg!(no_units) {
                    true => Box::new(rules),
                    false => Box::new(rules.in_units::<O>(self.units)),
                };
                Box::new(solver)
            });
        }
        let solver: Box<dyn AnySolver> = match strategy.kind {
            Kind::Named(Named { make: Some(make), .. }) => make(&self.tuning),
            Kind::Composed(parts) => {
                Box::new(Rules::new(parts.propagation, parts.branching(), parts.order))
            }
            Kind::Own(_, solver) => Box::new(solver),
            Kind::Named(_) => {
                let backend = strategy.backend().unwrap_or_else(Backend::best);
                let lanes: Box<dyn Solver<Order3>> = match self.units.are_standard() {
                    true => Box::new(LaneSolver::new(backend)),
                    false => Box::new(RegionLaneSolver::new(self.units, backend)),
                };
                return Box::new(lanes);
            }
        };
        for_size!(size, O => Box::new(solver as Box<dyn Solver<O>>))
    }

    /// Solves a puzzle whose size is known only at run time.
    ///
    /// # Errors
    /// As for [`AnyPuzzle::puzzle`].
    pub fn solve_any(
        &self,
        puzzle: &AnyPuzzle,
        limits: &Limits,
    ) -> Result<AnyOutcome, PuzzleError> {
        let strategy = self.of_puzzle(puzzle)?;
        for_size!(puzzle.size, O => {
            Ok(strategy.solver::<O>().solve(&puzzle.puzzle()?, limits).into())
        })
    }

    /// Describes the solver for puzzles of this size.
    #[must_use]
    pub fn about(&self, size: Size) -> About {
        for_size!(size, O => {
            let solver = self.solver::<O>();
            About {
                own_counters: solver.own_counters(),
                takes_candidates: solver.takes_candidates(),
                is_in_lanes: solver.lanes().is_some(),
            }
        })
    }

    /// Checks that the strategy supports the puzzles of an input.
    ///
    /// # Errors
    /// The puzzles are given by candidates, and the strategy only solves clues.
    pub fn check_candidates(
        &self,
        size: Size,
        path: &str,
        has_candidates: bool,
    ) -> Result<(), NeedsClues> {
        match has_candidates && !self.about(size).takes_candidates {
            true => Err(NeedsClues { path: path.to_owned(), strategy: self.name() }),
            false => Ok(()),
        }
    }
}

impl Default for Strategy {
    /// The fastest strategy: [`DEFAULT`].
    fn default() -> Self {
        named(DEFAULT).expect("the default is registered").into()
    }
}

impl From<&'static Named> for Strategy {
    fn from(named: &'static Named) -> Self {
        Self::new(Kind::Named(named))
    }
}

impl From<Composed> for Strategy {
    fn from(composed: Composed) -> Self {
        Self::new(Kind::Composed(composed))
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Named(named) => f.pad(named.part.name),
            Kind::Composed(composed) => f.pad(&composed.to_string()),
            Kind::Own(name, _) => f.pad(name),
        }
    }
}

impl fmt::Debug for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { backend, tuning, units, .. } = self;
        write!(f, "Strategy({self}, {backend:?}, {tuning:?}, {units:?})")
    }
}

/// A choice of parts. `Display` writes a name that [`find`](super::find) accepts.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Composed {
    /// The propagation.
    pub propagation: Propagation,
    /// The branching rule.
    pub rule: &'static Rule,
    /// The seed of the rule, if it takes one.
    pub seed: u64,
    /// The order in which alternatives are tried.
    pub order: ValueOrder,
}

impl Composed {
    fn branching(&self) -> Box<dyn AnyBranching> {
        match self.rule.make {
            MakeRule::Plain(make) => make(),
            MakeRule::Seeded(make) => make(self.seed),
        }
    }
}

impl fmt::Display for Composed {
    /// Writes the name, without the parts that have their defaults.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.propagation != Propagation::default() {
            write!(f, "{}/", self.propagation.part().name)?;
        }
        f.write_str(self.rule.part.name)?;
        if self.rule.is_seeded() {
            write!(f, ":{}", self.seed)?;
        }
        if self.order != ValueOrder::default() {
            write!(f, "/{}", self.order.part().name)?;
        }
        Ok(())
    }
}
