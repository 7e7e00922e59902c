//! Guesses against time, in a class for each power of two.

use super::{
    drawn, left_out, legend,
    plot::{Axis, Line, Marks, Path, Plot, Unit},
};
use crate::{
    bench::{GuessClass, guess_class},
    report::{
        facet::{COLORS, Facet, Series},
        figure::{Figure, Table},
    },
};
use crate::bench::numbers::{number, time};

pub(in crate::report) fn figure(facet: &Facet) -> Figure {
    let classes = drawn(facet).flat_map(|series| &series.distribution.by_guesses);
    let most = classes.map(|class| guess_class(class.from)).max().unwrap_or(0);
    let names = (0..=most).map(|class| number(first(class)));
    let series_count = facet.series.len().min(COLORS) as f64;
    let line = |(n, series): (usize, &Series)| {
        // Side by side within the class.
        let shift = (n as f64 - (series_count - 1.0) / 2.0) * 0.7 / series_count;
        let point = |class: &GuessClass| {
            let [median, p90] = [class.median_ns, class.p90_ns].map(|ns| ns as f64);
            [f64::from(guess_class(class.from)) + shift, median, median, p90]
        };
        let points = series.distribution.by_guesses.iter().map(point).collect();
        Line::of(series, Path::Straight, Marks::Full, points)
    };
    let plot = Plot {
        x: Axis::names("guesses: from this to the next power of two", names),
        y: Axis::log("solve time", Unit::Time),
        lines: drawn(facet).enumerate().map(line).collect(),
        ..Plot::default()
    };
    let words =
        ["Guesses against time", "The median and the 90 % quantile of the time by guesses."];
    let note = "Mark: median of the class; upper end of the bar: 90 of 100 puzzles take no longer.";
    let notes = [note.to_owned()].into_iter().chain(left_out(facet.series.len()));
    super::figure(facet, words, &plot, legend(facet, figures), notes, table(facet))
}

/// The fewest guesses of a class.
fn first(class: u32) -> u64 {
    if class == 0 { 0 } else { 1 << (class - 1) }
}

fn figures(series: &Series) -> String {
    let classes = &series.distribution.by_guesses;
    let words =
        |class: &GuessClass| format!("{} at {}", time(class.median_ns as f64), range(class));
    match classes.as_slice() {
        [] => "no puzzles".to_owned(),
        [only] => format!("{} guesses", words(only)),
        [first, .., last] => format!("{}, {} guesses", words(first), words(last)),
    }
}

fn range(class: &GuessClass) -> String {
    match class.from == class.to {
        true => number(class.from),
        false => format!("{}–{}", number(class.from), number(class.to)),
    }
}

fn table(facet: &Facet) -> Table {
    let row = |name: &str, class: &GuessClass| {
        let [median, p90] = [class.median_ns, class.p90_ns].map(|ns| time(ns as f64));
        vec![name.to_owned(), range(class), number(class.puzzles), median, p90]
    };
    let rows = facet.series.iter().flat_map(|series| {
        series.distribution.by_guesses.iter().map(move |class| row(&series.name, class))
    });
    Table::new(["strategy", "guesses", "puzzles", "median", "p90"], rows)
}
