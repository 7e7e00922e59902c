//! The description of a part of a strategy.

/// A part of a strategy: a propagation, a branching or a value order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name within a strategy's name.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Where the idea comes from.
    pub source: &'static str,
}

impl Part {
    /// A part with this name, summary and source.
    #[must_use]
    pub const fn new(name: &'static str, summary: &'static str, source: &'static str) -> Self {
        Self { name, summary, source }
    }
}
