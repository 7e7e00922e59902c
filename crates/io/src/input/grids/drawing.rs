//! How the first grid of a text is drawn.

use super::{
    kind::Kind,
    row::box_width,
    rows::{RowStyle, Rows},
    tracker::{Step, Tracker},
};
use crate::input::{lines::Lines, sample::examine};

impl Rows {
    /// These rows as the first grid of a text has them: with dashes for empty cells, with boxes of some
    /// width, and with blank lines between its bands. False if this is assumed, because the text is too short.
    pub fn as_in(self, text: &[u8]) -> (Self, bool) {
        let rows = Self { has_gaps: true, ..self };
        let mut tracker = Tracker::default();
        let mut cells = Vec::new();
        let mut count = 0;
        let mut has_gaps = None;
        for (at, line) in Lines::new(text) {
            examine();
            cells.clear();
            let kind = rows.kind(line, &mut cells);
            if let Some(style) = rows.style_shown_by(line, kind, &cells) {
                return Self { style, ..self }.as_in(text);
            }
            let above = tracker;
            let step = tracker.step(&rows, kind, at, line);
            count += usize::from(kind == Kind::Row);
            has_gaps = has_gaps.or(match (above.grid(), step) {
                (Some(grid), Step::LastRow) => Some(grid.bands + 1 == rows.size.bands()),
                // A grid that ends too early shows only that its bands are not apart.
                (Some(grid), Step::EndsAbove) if grid.bands == 0 => Some(false),
                _ => None,
            });
            if let Some(has_gaps) = has_gaps.filter(|_| count >= rows.height()) {
                return (Self { has_gaps, ..self }, true);
            }
        }
        (Self { has_gaps: has_gaps == Some(true), ..self }, false)
    }

    /// What a line with these symbols shows of the style, if that is not known yet.
    fn style_shown_by(&self, line: &[u8], kind: Kind, symbols: &[u8]) -> Option<RowStyle> {
        match self.style {
            // Then lines of dashes alone are rows, too.
            RowStyle::Symbols { dashes: false } if symbols.contains(&b'-') => {
                Some(RowStyle::Symbols { dashes: true })
            }
            RowStyle::Blanks { box_width: 0 } if kind == Kind::Row => {
                Some(RowStyle::Blanks { box_width: box_width(line)? })
            }
            _ => None,
        }
    }
}
