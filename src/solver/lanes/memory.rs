//! What the search of a puzzle remembers.

/// Where the search of a puzzle died: the contradictions counted by the position of the
/// latest decision before each.
#[derive(Clone)]
#[repr(C, align(64))]
pub(super) struct Memory {
    /// By position; stops at 255.
    pub deaths: [u8; 128],
    /// Positions with a count, bit `p` for position `p`.
    pub died: u128,
}

impl Memory {
    pub const NONE: Self = Self { deaths: [0; 128], died: 0 };

    /// Counts a contradiction after a decision at that position.
    #[inline(always)]
    pub fn note(&mut self, at: u16) {
        let deaths = &mut self.deaths[usize::from(at % 128)];
        *deaths = deaths.saturating_add(1);
        self.died |= 1 << (at % 128);
    }
}
