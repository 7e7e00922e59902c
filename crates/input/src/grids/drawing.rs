//! How the first grid of a text is drawn.

use super::{
    around::before_separator,
    kind::Kind,
    rows::{Dash, RowStyle, Rows},
};
use crate::{lines::Lines, sample::examine};

impl Rows {
    /// These rows as the first grid of a text has them: with dashes for empty cells, and with blank lines between its
    /// bands. False if this is assumed, because the text is too short.
    pub fn as_in(self, text: &[u8]) -> (Self, bool) {
        let mut cells = Vec::new();
        let mut count = 0;
        let mut blocks = Blocks::default();
        let mut has_gaps = None;
        for (_, line) in Lines::new(text) {
            examine();
            cells.clear();
            let kind = self.kind(line, &mut cells);
            // Then lines of dashes alone are rows, too.
            if self.style == (RowStyle::Symbols { dash: Dash::Cell }) && cells.contains(&b'-') {
                let style = RowStyle::Symbols { dash: Dash::AnyCell };
                return Self { style, ..self }.as_in(text);
            }
            count += usize::from(kind == Kind::Row);
            has_gaps = has_gaps.or_else(|| blocks.add(&self, kind));
            if let Some(has_gaps) = has_gaps.filter(|_| count >= self.height()) {
                return (Self { has_gaps, ..self }, true);
            }
        }
        let has_gaps = has_gaps.unwrap_or_else(|| blocks.are_bands(&self));
        (Self { has_gaps, ..self }, false)
    }

    /// These rows, each of which is a whole puzzle, as the first of a text shows them: with or without a
    /// separator behind the last cell. If that cell may be an empty field behind it, the next row decides.
    /// False if this is assumed, because the text is too short.
    pub fn ended_as_in(self, text: &[u8]) -> (Self, bool) {
        let terminated = Self { are_terminated: true, ..self };
        let is_terminated = |(_, line): (usize, &[u8])| {
            examine();
            let is_row = terminated.is_row(&terminated.glance(line));
            is_row.then(|| before_separator(line).len() < line.len())
        };
        match Lines::new(text).find_map(is_terminated) {
            Some(are_terminated) => (Self { are_terminated, ..self }, true),
            None => (self, false),
        }
    }
}

/// The blocks of rows between blank lines, which show whether they are bands. One that is neither a band nor
/// a grid is damaged, and shows nothing.
#[derive(Default)]
struct Blocks {
    /// The number of rows in the last one.
    rows: usize,
    /// The number of whole bands right above it.
    bands: usize,
}

impl Blocks {
    /// Adds a line of this kind. Returns whether bands are apart, if that is clear.
    fn add(&mut self, rows: &Rows, kind: Kind) -> Option<bool> {
        match kind {
            Kind::Row | Kind::Bad => {
                self.rows += 1;
                return (self.rows == rows.height()).then_some(false);
            }
            Kind::Ruler => return None,
            _ => {}
        }
        if self.are_bands(rows) {
            return Some(true);
        }
        let is_band = kind == Kind::Blank && self.rows == rows.band();
        self.bands = if is_band { self.bands + 1 } else { 0 };
        self.rows = 0;
        None
    }

    /// Returns true if the last blocks are all bands of a grid.
    fn are_bands(&self, rows: &Rows) -> bool {
        self.rows == rows.band() && self.bands + 1 == rows.size.bands()
    }
}
