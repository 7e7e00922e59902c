//! A strategy composed of parts.

use super::{AnySolver, Rule};
use crate::solver::{propagation::Propagation, strategy::Rules, value_order::ValueOrder};
use std::fmt;

/// A choice of parts. `Display` writes a name that [`find`](super::find) accepts.
#[derive(Clone, Copy, Debug)]
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
    pub(super) fn make(&self) -> Box<dyn AnySolver> {
        Box::new(Rules::new(self.propagation, (self.rule.make)(self.seed), self.order))
    }
}

impl fmt::Display for Composed {
    /// Writes the name, without the parts that have their defaults.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.propagation != Propagation::default() {
            write!(f, "{}/", self.propagation.part().name)?;
        }
        f.write_str(self.rule.part.name)?;
        if self.rule.seeded {
            write!(f, ":{}", self.seed)?;
        }
        if self.order != ValueOrder::default() {
            write!(f, "/{}", self.order.part().name)?;
        }
        Ok(())
    }
}
