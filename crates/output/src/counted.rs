//! What is counted by kind.

/// A property with a few values, each of which is counted. Implemented for those here only.
pub trait Counted: Sealed + Copy + PartialEq + 'static {
    /// All values, in the order in which they are listed; at most sixteen.
    const ALL: &'static [Self];

    /// The number of those at the end that JSON leaves out while their count is 0.
    const RARE: usize = 0;

    /// The index in [`ALL`](Self::ALL).
    fn index(self) -> usize {
        let index = Self::ALL.iter().position(|kind| *kind == self);
        index.expect("all kinds are listed")
    }

    /// The name, which is the key in JSON.
    fn name(self) -> &'static str;
}

/// Keeps other crates from implementing [`Counted`]: there is room for few kinds.
pub trait Sealed {}
