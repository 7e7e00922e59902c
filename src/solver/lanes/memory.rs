//! The memory of a puzzle's search.

/// The deaths of a puzzle's search: contradictions, counted by the position of the latest decision
/// before each.
#[derive(Clone)]
#[repr(C, align(64))]
pub(super) struct Memory {
    /// The number of deaths by position; saturates at 255.
    pub deaths: [u8; 128],
    /// The positions with deaths; bit `p` is position `p`.
    pub died: u128,
}

impl Memory {
    pub const NONE: Self = Self { deaths: [0; 128], died: 0 };

    /// Counts a contradiction after a decision at this position.
    #[inline(always)]
    pub fn note(&mut self, at: u16) {
        let deaths = &mut self.deaths[usize::from(at % 128)];
        *deaths = deaths.saturating_add(1);
        self.died |= 1 << (at % 128);
    }
}
