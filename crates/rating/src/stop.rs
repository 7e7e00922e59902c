//! Ends a search that another thread stops.

use crate::RatingLimits;
use std::{
    cell::Cell,
    sync::atomic::{AtomicBool, Ordering},
};

/// The flag of the limits. Once a search has seen it set, it stays set, because the search is incomplete.
pub struct Stop<'a> {
    flag: Option<&'a AtomicBool>,
    seen: Cell<bool>,
}

impl<'a> Stop<'a> {
    pub fn new(limits: &RatingLimits<'a>) -> Self {
        Self { flag: limits.stop, seen: Cell::new(false) }
    }

    /// Whether a search ends now. Asked at least once a millisecond, by each closure and each start of
    /// a simple chain.
    #[inline]
    pub fn is_set(&self) -> bool {
        if self.flag.is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            self.seen.set(true);
        }
        self.seen.get()
    }

    /// Whether a search has ended early, so that what it found means nothing.
    pub fn was_seen(&self) -> bool {
        self.seen.get()
    }
}
