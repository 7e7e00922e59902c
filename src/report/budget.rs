//! The page stays small: what no longer fits is left out, and named.

use super::MAX_BYTES;
use maud::{Markup, html};

/// Kept for what names the parts that were left out.
const RESERVE: usize = 12_000;

/// The most parts that are named.
const NAMED: usize = 20;

/// The bytes that are left, and what did not fit.
pub(super) struct Budget {
    left: usize,
    omitted: Vec<String>,
}

impl Budget {
    /// A page of which these bytes are taken already.
    pub fn new(taken: usize) -> Self {
        Self { left: MAX_BYTES.saturating_sub(RESERVE + taken), omitted: Vec::new() }
    }

    /// The part, if it still fits.
    pub fn take(&mut self, name: &str, part: Markup) -> Option<Markup> {
        let size = part.0.len();
        if size > self.left {
            self.omitted.push(super::words::clip(name, 80));
            return None;
        }
        self.left -= size;
        Some(part)
    }

    /// What was left out, in words; nothing if all fitted.
    pub fn note(&self) -> Markup {
        let more = self.omitted.len().saturating_sub(NAMED);
        html! {
            @if !self.omitted.is_empty() {
                div.note role="note" {
                    p { "Left out, so that the page stays under 1 MB; a report of fewer results shows them:" }
                    ul {
                        @for name in self.omitted.iter().take(NAMED) { li { (name) } }
                        @if more > 0 { li { "and " (more) " more" } }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_is_named_and_smaller_parts_still_come_in() {
        let mut budget = Budget::new(MAX_BYTES - RESERVE - 100);
        let part = |bytes: usize| html! { ("x".repeat(bytes)) };
        assert!(budget.take("small", part(60)).is_some());
        assert!(budget.take("<large>", part(60)).is_none());
        assert!(budget.take("smaller", part(40)).is_some());
        let note = budget.note().into_string();
        assert!(note.contains("<li>&lt;large&gt;</li>") && !note.contains("small"), "{note}");
    }

    #[test]
    fn the_note_itself_is_small() {
        let mut budget = Budget::new(MAX_BYTES);
        (0..1000).for_each(|_| assert!(budget.take(&"&".repeat(500), html! { p {} }).is_none()));
        assert!(budget.note().0.len() < RESERVE);
        assert!(budget.note().into_string().contains("and 980 more"));
    }
}
