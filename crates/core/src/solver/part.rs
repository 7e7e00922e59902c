//! The description of a part of a strategy.

/// A part of a strategy: a propagation, a branching or a value order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The name within a strategy's name.
    pub name: &'static str,
    /// A one-line summary.
    pub summary: &'static str,
    /// The source of the idea.
    pub source: &'static str,
}

impl Part {
    /// Describes a part.
    #[must_use]
    pub const fn new(name: &'static str, summary: &'static str, source: &'static str) -> Self {
        Self { name, summary, source }
    }
}
