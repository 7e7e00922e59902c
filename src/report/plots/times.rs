//! The distribution of the solve time, on a logarithmic scale.

use super::{
    drawn, left_out, legend,
    plot::{Axis, Line, Marks, Path, Plot, Unit},
};
use crate::{
    bench::TimeClass,
    report::{
        facet::{Facet, Series},
        figure::{Figure, Table},
    },
};
use std::collections::BTreeMap;
use crate::bench::numbers::{clip, number, time};

pub(in crate::report) fn figure(facet: &Facet) -> Figure {
    let plot = Plot {
        x: Axis::log("solve time", Unit::Time),
        y: Axis::linear("share of the puzzles", Unit::Percent),
        lines: drawn(facet).flat_map(lines).collect(),
        ..Plot::default()
    };
    let keys = legend(facet, |series| {
        format!("median {}, p99 {}", time(series.ns.median as f64), time(series.ns.p99 as f64))
    });
    let words = ["Solve time", "The distribution of the time of single puzzles."];
    let notes = [note(facet)].into_iter().chain(left_out(facet.series.len()));
    super::figure(facet, words, &plot, keys, notes, table(facet))
}

fn note(facet: &Facet) -> String {
    let shared = facet.series.iter().filter(|series| series.has_shared_clock());
    let shared: Vec<_> = shared.map(|series| series.name.as_str()).collect();
    let mut note = "Mark: median; ring: 99 of 100 puzzles take no longer.".to_owned();
    if !shared.is_empty() {
        let names = clip(&shared.join(", "), 300);
        note +=
            &format!(" For {names}, the time of a puzzle is its share of a call that solves many.");
    }
    note
}

/// The share of each class of a series in percent, its median and its 99 % quantile.
fn lines(series: &Series) -> [Line; 3] {
    let classes = &series.distribution.times;
    let all: u64 = classes.iter().map(|class| class.puzzles).sum();
    let share = |class: &TimeClass| class.puzzles as f64 * 100.0 / all.max(1) as f64;
    let mut steps: Vec<[f64; 2]> = Vec::new();
    let mut end = 0.0;
    for class in classes {
        // Gaps between classes have no puzzles; bounds may differ in their last digit.
        if class.from_ns > end * 1.0001 {
            steps.extend([[end, 0.0], [class.from_ns, 0.0]]);
        }
        steps.push([class.from_ns, share(class)]);
        end = class.to_ns;
    }
    steps.push([end, 0.0]);
    steps.retain(|[ns, _]| *ns > 0.0);
    let mark = |name: &str, ns: u64, marks| {
        let ns = ns as f64;
        let class = classes.iter().find(|class| ns < class.to_ns);
        let (name, style) = (format!("{}: {name}", series.name), (series.color, series.style));
        Line::new(&name, style, Path::None, marks, vec![[ns, class.map_or(0.0, share)]])
    };
    [
        Line::of(series, Path::Steps, Marks::None, steps),
        mark("median", series.ns.median, Marks::Full),
        mark("99 % quantile", series.ns.p99, Marks::Ring),
    ]
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
