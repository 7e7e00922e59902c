//! Keeps the page small: parts that do not fit are left out and named.

use super::MAX_BYTES;
use maud::{Markup, html};

/// Bytes reserved for the names of the parts that are left out.
const RESERVE: usize = 12_000;

/// The most parts that are named.
const NAMED: usize = 20;

/// The bytes that are left, and the parts that did not fit.
pub(super) struct Budget {
    left: usize,
    omitted: Vec<String>,
}

impl Budget {
    /// The budget of a page on which that many bytes are taken.
    pub fn new(taken: usize) -> Self {
        Self { left: MAX_BYTES.saturating_sub(RESERVE + taken), omitted: Vec::new() }
    }

    /// The part, if it fits.
    pub fn take(&mut self, name: &str, part: Markup) -> Option<Markup> {
        let size = part.0.len();
        if size > self.left {
            self.omitted.push(crate::bench::numbers::clip(name, 80));
            return None;
        }
        self.left -= size;
        Some(part)
    }

    /// A note that names the parts that were left out; empty if all fit.
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
    fn omitted_parts_are_named() {
        let mut budget = Budget::new(MAX_BYTES - RESERVE - 100);
        let part = |bytes: usize| html! { ("x".repeat(bytes)) };
        assert!(budget.take("small", part(60)).is_some());
        assert!(budget.take("<large>", part(60)).is_none());
        assert!(budget.take("smaller", part(40)).is_some());
        let note = budget.note().into_string();
        assert!(note.contains("<li>&lt;large&gt;</li>") && !note.contains("small"), "{note}");
    }

    #[test]
    fn note_is_small() {
        let mut budget = Budget::new(MAX_BYTES);
        (0..1000).for_each(|_| assert!(budget.take(&"&".repeat(500), html! { p {} }).is_none()));
        assert!(budget.note().0.len() < RESERVE);
        assert!(budget.note().into_string().contains("and 980 more"));
    }
}
