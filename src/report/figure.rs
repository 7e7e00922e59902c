//! A picture with its heading, legend and table.

use super::units::clip;
use maud::{Markup, PreEscaped, html};

/// A picture with all that belongs to it.
pub(super) struct Figure {
    pub heading: String,
    /// A description with the main figures, for readers who cannot see the picture.
    pub summary: String,
    pub svg: Svg,
    pub legend: Vec<Key>,
    /// A remark below the picture.
    pub note: Option<String>,
    pub table: Table,
}

/// A drawing.
pub(super) struct Svg {
    pub width: u32,
    pub height: u32,
    /// The elements, escaped.
    pub inside: String,
}

/// An entry of the legend.
pub(super) struct Key {
    /// The number of the series; it determines colour and letter.
    pub series: usize,
    pub name: String,
    /// Its main figures.
    pub figures: String,
}

/// The numbers behind a picture. The first field of a row is its header.
pub(super) struct Table {
    head: Vec<String>,
    pub rows: Vec<Vec<String>>,
}

impl Figure {
    pub fn markup(&self) -> Markup {
        let label = format!("{}. {}", self.heading, self.summary);
        html! {
            figure {
                figcaption { h3 { (self.heading) } }
                (self.svg.markup(&clip(&label, 1500)))
                @if !self.legend.is_empty() {
                    ul.legend {
                        @for key in &self.legend { (key.markup()) }
                    }
                }
                @if let Some(note) = &self.note { p.small { (note) } }
                details {
                    summary { "The numbers" }
                    (self.table.markup(&self.heading))
                }
            }
        }
    }
}

impl Svg {
    pub fn markup(&self, label: &str) -> Markup {
        let view = format!("0 0 {} {}", self.width, self.height);
        html! {
            svg.plot viewBox=(view) role="img" aria-label=(label) { (PreEscaped(&self.inside)) }
        }
    }
}

impl Key {
    fn markup(&self) -> Markup {
        html! {
            li {
                span class={ "key s" (self.series) } aria-hidden="true" { (letter(self.series)) }
                span { b { (self.name) } @if !self.figures.is_empty() { ": " (self.figures) } }
            }
        }
    }
}

/// The letter of a series.
pub(super) fn letter(series: usize) -> char {
    char::from(b'A' + (series % 26) as u8)
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
