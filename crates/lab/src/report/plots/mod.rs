//! The plots, one per file: their data and tables. `plots.js` draws the data with uPlot.

pub(super) mod along;
pub(super) mod counts;
pub(super) mod guesses;
mod plot;
pub(super) mod strategies;
pub(super) mod throughput;
pub(super) mod times;

use super::{
    facet::{COLORS, Facet, Series},
    figure::{Figure, Key, Table},
};
use plot::Plot;

/// The series that are drawn: one of each color, while the table has all.
fn drawn(facet: &Facet) -> impl Iterator<Item = &Series> {
    facet.series.iter().take(COLORS)
}

/// A note on series that are not drawn.
fn left_out(series: usize) -> Option<String> {
    let more = series.saturating_sub(COLORS);
    (more > 0).then(|| format!("{more} more in the table only: a plot holds {COLORS}."))
}

/// The figure of a facet. Its description ends with the legend.
fn figure(
    facet: &Facet,
    [heading, summary]: [&str; 2],
    plot: &Plot,
    legend: Vec<Key>,
    notes: impl IntoIterator<Item = String>,
    table: Table,
) -> Figure {
    let figures = sentence(legend.iter().map(|key| format!("{}: {}", key.name, key.figures)));
    Figure {
        heading: format!("{heading}: {}", facet.title()),
        summary: format!("{summary} {figures}"),
        data: plot.json(),
        legend,
        note: notes.into_iter().collect::<Vec<_>>().join(" "),
        table,
    }
}

/// A legend of the series that are drawn, with these figures of each.
fn legend(facet: &Facet, figures: impl Fn(&Series) -> String) -> Vec<Key> {
    let key = |series: &Series| Key {
        color: series.color,
        style: series.style,
        name: series.name.clone(),
        figures: figures(series),
    };
    drawn(facet).map(key).collect()
}

/// A sentence that lists the parts; empty without any.
fn sentence(parts: impl Iterator<Item = String>) -> String {
    let list = parts.collect::<Vec<_>>().join("; ");
    if list.is_empty() { list } else { list + "." }
}
