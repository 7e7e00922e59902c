//! The rate along the file.

use super::{
    Axis,
    canvas::{HEIGHT, Ink, TALL, draw},
    drawn, legend,
};
use crate::{
    bench::Segment,
    report::{
        facet::{Facet, Series},
        figure::{Figure, Table},
        units::{number, rate, tick},
    },
};
use std::collections::BTreeMap;

pub(in crate::report) fn figure(facet: &Facet) -> Figure {
    let steps: Vec<_> = drawn(facet).map(|(_, series)| steps(series)).collect();
    let lines = || steps.iter().flatten().map(|(line, _)| *line);
    let rates: Vec<f64> = steps.iter().flatten().map(|(_, rate)| *rate).collect();
    let x = Axis::linear(
        lines().fold(f64::MAX, f64::min).clamp(0.0, 1.0),
        lines(),
        if facet.files.is_empty() {
            "line of the file"
        } else {
            "line of all files, one after the other"
        },
        tick,
    );
    let y = Axis::suited(&rates, "puzzles/s of solve time, one thread", tick);
    let height = if steps.len() > 3 { TALL } else { HEIGHT };
    let svg = draw(height, &x, &y, |canvas| {
        for (n, points) in steps.iter().enumerate() {
            let place = |(line, rate): &(f64, f64)| (x.place(*line), y.place(*rate));
            let points: Vec<_> = points.iter().map(place).collect();
            canvas.line(&points, Ink::Series(n), 3);
            if let Some(&end) = points.last() {
                canvas.letter(n, end);
            }
        }
    });
    let words = ["Rate along the file", "Puzzles per second of solve time, segment by segment."];
    super::figure(facet, words, svg, legend(facet, figures), None, table(facet))
}

fn rate_of(segment: &Segment) -> f64 {
    1e9 / segment.mean_ns.max(1e-3)
}

/// The first and the last line of every segment with its rate, as steps.
fn steps(series: &Series) -> Vec<(f64, f64)> {
    let along = &series.distribution.along;
    let mut points = Vec::with_capacity(2 * along.len());
    for (i, segment) in along.iter().enumerate() {
        let end =
            along.get(i + 1).map_or(segment.line.saturating_add(segment.puzzles), |next| next.line);
        points.extend([segment.line, end].map(|line| (line as f64, rate_of(segment))));
    }
    points
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
