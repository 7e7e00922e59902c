//! The distribution of the solve time, on a logarithmic scale.

use super::{
    Axis,
    canvas::{HEIGHT, Ink, TALL, draw},
    drawn, legend,
};
use crate::{
    bench::TimeClass,
    report::{
        facet::{Facet, Series},
        figure::{Figure, Table},
        units::{clip, number, percent_tick, time, time_tick},
    },
};
use std::collections::BTreeMap;

pub(in crate::report) fn figure(facet: &Facet) -> Figure {
    let outlines: Vec<_> = drawn(facet).map(|(_, series)| outline(series)).collect();
    let all = || outlines.iter().flatten();
    let x = Axis::log(all().map(|(ns, _)| *ns), "solve time, log scale", time_tick);
    let mut y =
        Axis::linear(0.0, all().map(|(_, share)| *share), "share of the puzzles", percent_tick);
    let (height, width) = if outlines.len() > 3 { (TALL, 2) } else { (HEIGHT, 3) };
    // Room for the letters.
    y.ends.1 *= 1.1;
    let svg = draw(height, &x, &y, |canvas| {
        for (n, points) in outlines.iter().enumerate() {
            let place = |(ns, share): &(f64, f64)| (x.place(*ns), y.place(*share));
            let points: Vec<_> = points.iter().map(place).collect();
            canvas.tint(&points, n);
            canvas.line(&points, Ink::Series(n), width);
        }
        for (n, series) in drawn(facet) {
            for (ns, ink) in [(series.ns.median, Ink::Series(n)), (series.ns.p99, Ink::Dashed(n))] {
                let at = x.place(ns as f64);
                canvas.line(&[(at, y.ends.0), (at, y.ends.1)], ink, width);
            }
            // Letters of neighbours are at different heights.
            let height = y.ends.1 * (1.0 - 0.085 * (n % 4 + 1) as f64);
            let at = x.place(series.ns.median as f64);
            canvas.letter(n, (at, height));
        }
    });
    let keys = legend(facet, |series| {
        format!("median {}, p99 {}", time(series.ns.median as f64), time(series.ns.p99 as f64))
    });
    let words = ["Solve time", "The distribution of the time of single puzzles."];
    super::figure(facet, words, svg, keys, Some(note(facet)), table(facet))
}

fn note(facet: &Facet) -> String {
    let shared = facet.series.iter().filter(|series| series.has_shared_clock());
    let shared: Vec<_> = shared.map(|series| series.name.as_str()).collect();
    let mut note = "Solid line: median; dashed line: 99 of 100 puzzles take no longer.".to_owned();
    if !shared.is_empty() {
        let names = clip(&shared.join(", "), 300);
        note +=
            &format!(" For {names}, the time of a puzzle is its share of a call that solves many.");
    }
    note
}

/// The steps of a series in nanoseconds and percent, with 0 in every gap.
fn outline(series: &Series) -> Vec<(f64, f64)> {
    let all: u64 = series.distribution.times.iter().map(|class| class.puzzles).sum();
    let mut points: Vec<(f64, f64)> = Vec::new();
    for TimeClass { from_ns, to_ns, puzzles } in &series.distribution.times {
        let share = *puzzles as f64 * 100.0 / all.max(1) as f64;
        match points.last().copied() {
            Some((end, _)) if from_ns / end > 1.0001 => {
                points.extend([(end, 0.0), (*from_ns, 0.0)])
            }
            Some(_) => {}
            None => points.push((*from_ns, 0.0)),
        }
        points.extend([(*from_ns, share), (*to_ns, share)]);
    }
    points.extend(points.last().map(|(end, _)| (*end, 0.0)));
    points
}

fn table(facet: &Facet) -> Table {
    let mut classes: BTreeMap<i64, ([f64; 2], Vec<u64>)> = BTreeMap::new();
    for (n, series) in facet.series.iter().enumerate() {
        for class in &series.distribution.times {
            // By number: the JSON may have changed the last digit of a bound.
            let of = classes.entry((class.from_ns.log2() * 8.0).round() as i64);
            let bounds = [class.from_ns, class.to_ns];
            of.or_insert_with(|| (bounds, vec![0; facet.series.len()])).1[n] += class.puzzles;
        }
    }
    let names = facet.series.iter().map(|series| format!("{}: puzzles", series.name));
    let row = |([from, to], puzzles): ([f64; 2], Vec<u64>)| {
        let bounds = [time(from), time(to)];
        bounds.into_iter().chain(puzzles.into_iter().map(number)).collect()
    };
    Table::new(
        ["from", "to"].map(str::to_owned).into_iter().chain(names),
        classes.into_values().map(row),
    )
}
