//! The number of rows with each value of a column.

use super::plot::{Axis, Line, Marks, Path, Plot, Unit};
use crate::report::{
    counts::Counts,
    facet::{Facet, Series},
    figure::{Figure, Table},
};
use crate::bench::numbers::number;

pub(in crate::report) fn figure(facet: &Facet, series: &Series, counts: &Counts) -> Figure {
    let Counts { heading, values, .. } = counts;
    let total: u64 = values.iter().map(|(_, count)| count).sum();
    let figures = |count: u64| format!("{} ({})", number(count), share(count, total));
    let names = values.iter().map(|&(name, count)| format!("{name}: {}", figures(count)));
    let points = values.iter().enumerate().map(|(at, &(_, count))| [at as f64, count as f64]);
    let plot = Plot {
        x: Axis::names("", values.iter().map(|&(name, _)| name.to_owned())),
        y: Axis::linear("puzzles", Unit::Number),
        rows: true,
        lines: vec![Line::of(series, Path::Bars, Marks::None, points.collect())],
    };
    let summary = format!("The number of puzzles. {}", super::sentence(names));
    let row =
        |&(name, count): &(&str, u64)| vec![name.to_owned(), number(count), share(count, total)];
    let table = Table::new(["value", "puzzles", "share"], values.iter().map(row));
    super::figure(facet, [heading, &summary], &plot, Vec::new(), None, table)
}

fn share(count: u64, total: u64) -> String {
    let percent = 100.0 * count as f64 / total as f64;
    // Neither all nor none, unless it is so.
    let rounded = (percent * 10.0).round() / 10.0;
    let shown = if count == total { 100.0 } else { rounded.clamp(0.1, 99.9) };
    format!("{shown}\u{a0}%")
}
