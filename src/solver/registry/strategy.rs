//! A strategy as a value: listed, composed of parts, or somebody's own.

use super::{AnySolver, Composed, LANES, Lasting, Listed, Registered, Tuning, find};
use crate::{
    Error,
    grid::{Order, Order2, Order3},
    solver::{Solver, lanes::Backend},
};
use std::fmt;

/// A strategy to solve with. [`find`] returns one for a name; its `Display` is that name,
/// parts in the order of the grammar.
#[derive(Clone, Copy, Debug)]
pub struct Strategy {
    kind: Kind,
    backend: Option<Backend>,
    tuning: Tuning,
}

#[derive(Clone, Copy)]
enum Kind {
    Listed(&'static Listed),
    Composed(Composed),
    Own(&'static str, &'static dyn AnySolver),
}

impl Strategy {
    /// A solver of another crate under a name of its own. Everything that takes a
    /// strategy takes it.
    ///
    /// ```
    /// use sudomill::solver::{
    ///     branching::Mrv, propagation::Propagation, registry::Strategy, strategy::Rules,
    ///     value_order::ValueOrder,
    /// };
    /// static NAKED: Rules<Mrv> = Rules::new(Propagation::Naked, Mrv, ValueOrder::Ascending);
    /// assert_eq!(Strategy::own("naked-mrv", &NAKED).name(), "naked-mrv");
    /// ```
    pub const fn own(name: &'static str, solver: &'static dyn AnySolver) -> Self {
        Self::new(Kind::Own(name, solver))
    }

    const fn new(kind: Kind) -> Self {
        Self { kind, backend: None, tuning: Tuning::DEFAULT }
    }

    /// The same with these limits, if it has any of its own.
    #[must_use]
    pub const fn tuned(self, tuning: Tuning) -> Self {
        Self { tuning, ..self }
    }

    /// The same, the lane kernel on that backend instead of the fastest one. Other
    /// strategies have none.
    #[must_use]
    pub fn on(self, backend: Backend) -> Self {
        Self { backend: Some(backend), ..self }
    }

    /// The backend that the lane kernel runs on, if this is it.
    pub fn backend(&self) -> Option<Backend> {
        match self.kind {
            Kind::Listed(Listed { make: None, .. }) => {
                Some(self.backend.unwrap_or_else(Backend::best))
            }
            _ => None,
        }
    }

    /// What `--strategy` takes for it.
    #[must_use]
    pub fn name(&self) -> String {
        self.to_string()
    }

    /// The strategy for grids of that order. `lanes` solves 9×9 only; on 4×4 it is `mrv`,
    /// on larger grids `locked/mrv+degree`: that is no slower than `mrv` on an easy puzzle,
    /// and guesses a twentieth as often on a minimal 16×16 one.
    #[must_use]
    pub fn for_order(self, order: usize) -> Self {
        let name = match (self.kind, order) {
            (Kind::Listed(Listed { name: LANES, .. }), Order2::BOX) => "mrv",
            (Kind::Listed(Listed { name: LANES, .. }), 4..) => "locked/mrv+degree",
            _ => return self,
        };
        find(name).expect("a strategy and parts that are registered")
    }

    /// The strategy that finds every solution of a grid of that order, one by one. The lanes
    /// count them and keep the first; for 9×9, too, `lanes` is then `mrv`.
    #[must_use]
    pub fn listing(self, order: usize) -> Self {
        match self.kind {
            Kind::Listed(Listed { name: LANES, .. }) if order == Order3::BOX => {
                find("mrv").expect("a registered strategy")
            }
            _ => self.for_order(order),
        }
    }

    /// The solver, for grids of that order.
    pub fn solver<O: Registered>(&self) -> Box<dyn Solver<O>> {
        match self.for_order(O::BOX).kind {
            Kind::Composed(composed) => O::of(composed.make()),
            Kind::Listed(Listed { make: Some(make), .. }) => O::of(make(&self.tuning)),
            Kind::Listed(_) => self
                .backend()
                .and_then(O::lanes)
                .expect("for_order leaves lanes to the order that it solves"),
            Kind::Own(_, solver) => O::of(Box::new(Lasting(solver))),
        }
    }

    /// Refuses puzzles of this input if they are given by candidates and the strategy works
    /// on clues.
    ///
    /// # Errors
    /// [`Error::Candidates`].
    pub fn check_candidates<O: Registered>(
        &self,
        path: &str,
        has_candidates: bool,
    ) -> Result<(), Error> {
        match has_candidates && !self.solver::<O>().takes_candidates() {
            true => Err(Error::Candidates { path: path.to_owned(), strategy: self.name() }),
            false => Ok(()),
        }
    }
}

impl Default for Strategy {
    /// The fastest: [`super::DEFAULT`].
    fn default() -> Self {
        find(super::DEFAULT).expect("the default is registered")
    }
}

impl From<&'static Listed> for Strategy {
    fn from(listed: &'static Listed) -> Self {
        Self::new(Kind::Listed(listed))
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
            Kind::Listed(listed) => f.pad(listed.name),
            Kind::Composed(composed) => f.pad(&composed.to_string()),
            Kind::Own(name, _) => f.pad(name),
        }
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Listed(listed) => listed.fmt(f),
            Self::Composed(composed) => composed.fmt(f),
            Self::Own(name, _) => f.write_str(name),
        }
    }
}
