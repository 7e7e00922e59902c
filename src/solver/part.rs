//! What a list says of a part of a strategy.

/// A part of a strategy as it is listed: a propagation, a branching, an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// What it is called in a strategy's name.
    pub name: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// Where the idea comes from.
    pub source: &'static str,
}

impl Part {
    /// A part of that name, with what it does and where it comes from.
    pub const fn new(name: &'static str, summary: &'static str, source: &'static str) -> Self {
        Self { name, summary, source }
    }
}
