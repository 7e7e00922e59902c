//! The rate along the file.

use super::{
    drawn, left_out, legend,
    plot::{Axis, Line, Marks, Path, Plot, Unit},
};
use crate::{
    bench::Segment,
    report::{
        facet::{Facet, Series},
        figure::{Figure, Table},
    },
};
use std::collections::BTreeMap;
use crate::bench::numbers::{number, rate};

pub(in crate::report) fn figure(facet: &Facet) -> Figure {
    let rates = drawn(facet).flat_map(|series| &series.distribution.along).map(rate_of);
    let title = match facet.files.is_empty() {
        true => "line of the file",
        false => "line of all files, one after the other",
    };
    let line = |series| Line::of(series, Path::Steps, Marks::None, steps(series));
    let plot = Plot {
        x: Axis::linear(title, Unit::Line),
        y: Axis::suited("puzzles/s of solve time, one thread", Unit::Number, rates),
        lines: drawn(facet).map(line).collect(),
        ..Plot::default()
    };
    let words = ["Rate along the file", "Puzzles per second of solve time, segment by segment."];
    let notes = left_out(facet.series.len());
    super::figure(facet, words, &plot, legend(facet, figures), notes, table(facet))
}

fn rate_of(segment: &Segment) -> f64 {
    1e9 / segment.mean_ns.max(1e-3)
}

/// The first line of each segment with its rate, and the end of the last segment.
fn steps(series: &Series) -> Vec<[f64; 2]> {
    let along = &series.distribution.along;
    let starts = along.iter().map(|segment| (segment.line, segment));
    let end = along.last().map(|last| (last.line.saturating_add(last.puzzles), last));
    starts.chain(end).map(|(line, segment)| [line as f64, rate_of(segment)]).collect()
}

fn figures(series: &Series) -> String {
    let rates = || series.distribution.along.iter().map(rate_of);
    match rates().next() {
        None => "no puzzles".to_owned(),
        Some(_) => {
            let (least, most) = rates().fold((f64::MAX, 0.0f64), |(a, b), r| (a.min(r), b.max(r)));
            format!("{} to {}", rate(least), rate(most))
        }
    }
}

fn table(facet: &Facet) -> Table {
    let mut segments: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    for (n, series) in facet.series.iter().enumerate() {
        for segment in &series.distribution.along {
            let row = segments.entry(segment.line);
            let words = format!("{} ({})", rate(rate_of(segment)), number(segment.puzzles));
            row.or_insert_with(|| vec![String::new(); facet.series.len()])[n] = words;
        }
    }
    let names = facet.series.iter().map(|series| format!("{}: rate (puzzles)", series.name));
    let row = |(line, rates)| [facet.line(line)].into_iter().chain(rates).collect();
    Table::new(["from line".to_owned()].into_iter().chain(names), segments.into_iter().map(row))
}
