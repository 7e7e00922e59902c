//! A plot with its heading, legend and table.

use crate::bench::numbers::clip;
use maud::{Markup, PreEscaped, html};

/// A plot with all that belongs to it.
pub(super) struct Figure {
    pub heading: String,
    /// A description with the main figures, for readers who cannot see the plot.
    pub summary: String,
    /// JSON for `plots.js`, safe inside a `script` element.
    pub data: String,
    pub legend: Vec<Key>,
    /// A remark below the plot; may be empty.
    pub note: String,
    pub table: Table,
}

/// An entry of the legend.
pub(super) struct Key {
    pub color: usize,
    /// The shape of the marks: see [`MARKS`].
    pub style: usize,
    pub name: String,
    /// The main figures of the series.
    pub figures: String,
}

/// The marks of the styles, as `plots.js` draws them: of a whole strategy, then of each
/// propagation.
pub(super) const MARKS: [&str; 5] = ["●", "●", "■", "▲", "◆"];

/// The numbers behind a plot. The first field of a row is its header.
pub(super) struct Table {
    head: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Figure {
    /// The figure in HTML. The table is open until the plot is drawn.
    pub fn markup(&self) -> Markup {
        let label = format!("{}. {}", self.heading, self.summary);
        html! {
            figure {
                figcaption { h3 { (self.heading) } }
                div.plot role="img" aria-label=(clip(&label, 1500)) {}
                script type="application/json" { (PreEscaped(&self.data)) }
                @if !self.legend.is_empty() {
                    ul.series {
                        @for key in &self.legend { (key.markup()) }
                    }
                }
                @if !self.note.is_empty() { p.small { (self.note) } }
                details open {
                    summary { "The numbers" }
                    (self.table.markup(&self.heading))
                }
            }
        }
    }
}

impl Key {
    fn markup(&self) -> Markup {
        html! {
            li {
                span class={ "key s" (self.color) } aria-hidden="true" { (MARKS[self.style]) }
                span { b { (self.name) } @if !self.figures.is_empty() { ": " (self.figures) } }
            }
        }
    }
}
impl Table {
    pub fn new(
        head: impl IntoIterator<Item = impl Into<String>>,
        rows: impl IntoIterator<Item = Vec<String>>,
    ) -> Self {
        Self { head: head.into_iter().map(Into::into).collect(), rows: rows.into_iter().collect() }
    }

    pub fn markup(&self, label: &str) -> Markup {
        html! {
            div.scroll tabindex="0" role="region" aria-label={ "Table: " (label) } {
                table {
                    thead { tr { @for name in &self.head { th scope="col" { (name) } } } }
                    tbody {
                        @for row in &self.rows {
                            tr {
                                @for (i, field) in row.iter().enumerate() {
                                    @if i == 0 { th scope="row" { (field) } } @else { td { (field) } }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
