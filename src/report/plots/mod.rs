//! The pictures, one per file; `canvas` draws them.

pub(super) mod along;
mod axis;
mod canvas;
pub(super) mod counts;
pub(super) mod guesses;
pub(super) mod strategies;
pub(super) mod throughput;
pub(super) mod times;

pub(super) use axis::Axis;

use super::{
    facet::{Facet, Series},
    figure::{Figure, Key, Svg, Table},
};

/// The most series in one picture; the table has all.
pub(super) const MOST: usize = 8;

/// The series that are drawn, each with its number.
fn drawn(facet: &Facet) -> impl Iterator<Item = (usize, &Series)> {
    facet.series.iter().take(MOST).enumerate()
}

/// A note if not all are drawn.
fn left_out(facet: &Facet) -> Option<String> {
    let more = facet.series.len().saturating_sub(MOST);
    (more > 0).then(|| format!("{more} more in the table only: a picture holds {MOST}."))
}

/// The figure of a facet. Its description ends with the legend, its note with the series
/// that were left out.
fn figure(
    facet: &Facet,
    [heading, summary]: [&str; 2],
    svg: Svg,
    legend: Vec<Key>,
    note: Option<String>,
    table: Table,
) -> Figure {
    let notes: Vec<String> = note.into_iter().chain(left_out(facet)).collect();
    let note = (!notes.is_empty()).then(|| notes.join(" "));
    figure_of(facet, [heading, summary], svg, legend, note, table)
}

/// The same, without a note on series that were left out.
fn figure_of(
    facet: &Facet,
    [heading, summary]: [&str; 2],
    svg: Svg,
    legend: Vec<Key>,
    note: Option<String>,
    table: Table,
) -> Figure {
    Figure {
        heading: format!("{heading}: {}", facet.title()),
        summary: format!("{summary} {}", sentence(&legend)),
        svg,
        legend,
        note,
        table,
    }
}

/// A legend, with these figures of every series.
fn legend(facet: &Facet, figures: impl Fn(&Series) -> String) -> Vec<Key> {
    let key = |(series, of): (usize, &Series)| Key {
        series,
        name: of.name.clone(),
        figures: figures(of),
    };
    drawn(facet).map(key).collect()
}

/// The legend in one sentence.
fn sentence(legend: &[Key]) -> String {
    let parts = legend.iter().map(|key| format!("{}: {}", key.name, key.figures));
    parts.collect::<Vec<_>>().join("; ") + "."
}
