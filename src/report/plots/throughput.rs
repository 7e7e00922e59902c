//! Puzzles per second: a bar for each strategy, with its range over the rounds.

use super::{
    Axis, MOST,
    canvas::{Anchor, Ink, draw},
    drawn, legend,
};
use crate::{
    bench::numbers,
    report::{
        facet::{Facet, Series, Source},
        figure::{Figure, Table},
        units::{clip, number, rate, tick},
    },
};

/// The height of a bar with its name, and of the axis below all bars.
const ROW: u32 = 84;
const FOOT: u32 = 100;

/// The rate of a series: the median, the smallest, the largest.
struct Bar {
    median: f64,
    ends: Option<(f64, f64)>,
}

impl Bar {
    fn of(series: &Series) -> Self {
        match &series.source {
            Source::Bench { rate, .. } => {
                Self { median: rate.median, ends: Some((rate.min, rate.max)) }
            }
            Source::Timing { .. } => Self { median: series.solve_rate(), ends: None },
        }
    }

    fn values(&self) -> [f64; 3] {
        let (min, max) = self.ends.unwrap_or((self.median, self.median));
        [min, self.median, max]
    }

    fn words(&self) -> String {
        match self.ends {
            Some((min, max)) => format!("{} ({} to {})", rate(self.median), rate(min), rate(max)),
            None => rate(self.median),
        }
    }
}

/// The common axis of all pictures.
pub(in crate::report) fn axis(facets: &[Facet]) -> Axis {
    let drawn = facets.iter().flat_map(drawn);
    let values: Vec<f64> = drawn.flat_map(|(_, series)| Bar::of(series).values()).collect();
    let mut axis = Axis::suited(&values, "puzzles/s", tick);
    // The shortest bar is visible on a logarithmic axis, too.
    if axis.ends.0 != 0.0 {
        axis.ends.0 -= (axis.ends.1 - axis.ends.0) * 0.1;
    }
    axis
}

pub(in crate::report) fn figure(facet: &Facet, x: &Axis) -> Figure {
    let rows = facet.series.len().min(MOST);
    let y = Axis::bare((0.0, rows as f64));
    let inset = (x.ends.1 - x.ends.0) * 0.01;
    let svg = draw(ROW * rows as u32 + FOOT, x, &y, |canvas| {
        for (n, series) in drawn(facet) {
            let (bar, foot) = (Bar::of(series), (rows - n) as f64 - 0.94);
            let [min, median, max] = bar.values().map(|value| x.place(value));
            canvas.bar([(x.ends.0, foot), (median, foot + 0.38)], n);
            if bar.ends.is_some() {
                let middle = foot + 0.19;
                canvas.line(&[(min, middle), (max, middle)], Ink::Text, 3);
                for end in [min, max] {
                    canvas.line(&[(end, middle - 0.12), (end, middle + 0.12)], Ink::Text, 3);
                }
            }
            canvas.text(&clip(&series.name, 34), (x.ends.0 + inset, foot + 0.42), Anchor::Start);
            canvas.text(&rate(bar.median), (x.ends.1, foot + 0.42), Anchor::End);
        }
    });
    let keys = legend(facet, |series| Bar::of(series).words());
    let words = ["Throughput", &format!("Puzzles per second, {}:", kind(facet))];
    let figure = super::figure(facet, words, svg, keys, None, table(facet));
    // The names and the figures stand beside the bars.
    let note = figure.note.or_else(|| facet.is_timing().then(|| TIMED.to_owned()));
    Figure { legend: Vec::new(), note, ..figure }
}

const TIMED: &str = "From a timing file: puzzles per second of solve time, in one thread.";

fn kind(facet: &Facet) -> &'static str {
    if facet.is_timing() { "of solve time" } else { "median and range of the rounds" }
}

fn table(facet: &Facet) -> Table {
    let row = |series: &Series| {
        let [min, median, max] = Bar::of(series).values().map(rate);
        let (ratio, statuses) = match &series.source {
            Source::Bench { ratio, statuses, .. } => {
                (ratio.map(|r| format!("{r:.3}")), numbers::statuses(statuses.counts()))
            }
            Source::Timing { .. } => (None, String::new()),
        };
        let ratio = ratio.unwrap_or_else(|| "–".to_owned());
        vec![series.name.clone(), median, min, max, ratio, number(series.puzzles), statuses]
    };
    let head = ["strategy", "median", "min", "max", "ratio", "puzzles", "statuses"];
    Table::new(head, facet.series.iter().map(row))
}
