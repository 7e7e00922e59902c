//! Guesses against time, in a class for each power of two.

use super::{
    Axis,
    canvas::{HEIGHT, Ink, draw},
    drawn, legend,
};
use crate::{
    bench::{GuessClass, guess_class},
    report::{
        facet::{Facet, Series},
        figure::{Figure, Table},
        units::{number, tick, time, time_tick},
    },
};

pub(in crate::report) fn figure(facet: &Facet) -> Figure {
    let classes = || drawn(facet).flat_map(|(_, series)| &series.distribution.by_guesses);
    let most = classes().map(|class| guess_class(class.from)).max().unwrap_or(0);
    let labels = (0..=most).map(|class| tick(first(class) as f64)).collect();
    let x = Axis::classes(labels, "guesses: from this to the next power of two");
    let times = classes().flat_map(|class| [class.median_ns as f64, class.p90_ns as f64]);
    let y = Axis::log(times, "solve time, log scale", time_tick);
    let drawn_series = facet.series.len().min(super::MOST) as f64;
    let svg = draw(HEIGHT, &x, &y, |canvas| {
        for (n, series) in drawn(facet) {
            // Side by side within the class.
            let shift = (n as f64 - (drawn_series - 1.0) / 2.0) * 0.7 / drawn_series;
            let at = |class: &GuessClass| guess_class(class.from) as f64 + shift;
            let classes = &series.distribution.by_guesses;
            let median = |class: &GuessClass| (at(class), y.place(class.median_ns as f64));
            canvas.line(&classes.iter().map(median).collect::<Vec<_>>(), Ink::Dashed(n), 2);
            for class in classes {
                let p90 = (at(class), y.place(class.p90_ns as f64));
                canvas.line(&[median(class), p90], Ink::Series(n), 4);
                canvas.disc(median(class), n);
            }
            if let Some(last) = classes.last() {
                canvas.letter(n, (x.ends.1, median(last).1));
            }
        }
    });
    let words =
        ["Guesses against time", "The median and the 90 % quantile of the time by guesses."];
    let note = "Dot: median of the class; upper end of the line: 90 of 100 puzzles take no longer.";
    super::figure(facet, words, svg, legend(facet, figures), Some(note.to_owned()), table(facet))
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
