//! A strategy out of parts, as a value.

use super::{AnySolver, Rule};
use crate::solver::{propagation::Propagation, strategy::Rules, value_order::ValueOrder};
use std::fmt;

/// A choice of parts. Displayed, it is a name that finds it again.
#[derive(Clone, Copy, Debug)]
pub struct Composed {
    /// How far to propagate.
    pub propagation: Propagation,
    /// Where to branch.
    pub rule: &'static Rule,
    /// The rule's seed, if it takes one.
    pub seed: u64,
    /// In which order to try the alternatives.
    pub order: ValueOrder,
}

impl Composed {
    pub(super) fn make(&self) -> Box<dyn AnySolver> {
        Box::new(Rules::new(self.propagation, (self.rule.make)(self.seed), self.order))
    }
}

impl fmt::Display for Composed {
    /// The name, without the parts that need not be named.
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
