//! A picture with its heading, its legend and the table behind it.

use super::words::clip;
use maud::{Markup, PreEscaped, html};

/// A picture and all that belongs to it.
pub(super) struct Figure {
    pub heading: String,
    /// What it shows in words, with the main figures: for who cannot see it.
    pub summary: String,
    pub svg: Svg,
    pub legend: Vec<Key>,
    /// What else is to be known.
    pub note: Option<String>,
    pub table: Table,
}

/// A drawing.
pub(super) struct Svg {
    pub width: u32,
    pub height: u32,
    /// The elements inside; everything in them is escaped.
    pub inside: String,
}

/// What a colour stands for.
pub(super) struct Key {
    /// The number of the series: its colour and its letter.
    pub series: usize,
    pub name: String,
    /// Its main figures.
    pub figures: String,
}

/// The numbers behind a picture.
#[derive(Default)]
pub(super) struct Table {
    pub head: Vec<String>,
    /// The first field of a row is its heading.
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

/// What stands for a series where colours do not tell enough.
pub(super) fn letter(series: usize) -> char {
    char::from(b'A' + (series % 26) as u8)
}

impl Table {
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
