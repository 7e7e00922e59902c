//! Puzzles per second: a mark for each strategy, with its range over the rounds.

use super::{
    drawn, left_out, legend,
    plot::{Axis, Line, Marks, Path, Plot, Unit},
};
use crate::{
    bench::numbers,
    report::{
        facet::{Facet, Series, Source},
        figure::{Figure, Table},
    },
};
use crate::bench::numbers::{clip, number, rate};

/// The rate of a series: the median, and the smallest and the largest of its rounds.
struct Rate {
    median: f64,
    ends: Option<(f64, f64)>,
}

impl Rate {
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

/// The common axis of all plots.
pub(in crate::report) fn axis(facets: &[Facet]) -> Axis {
    let values = || facets.iter().flat_map(drawn).flat_map(|series| Rate::of(series).values());
    let usual = || values().filter(|value| (1e-9..1e30).contains(value));
    let ends = usual().reduce(f64::min).zip(usual().reduce(f64::max));
    Axis {
        ends: ends.map(|(least, most)| [least, most]),
        ..Axis::suited("puzzles/s", Unit::Number, values())
    }
}

pub(in crate::report) fn figure(facet: &Facet, rates: &Axis) -> Figure {
    let line = |(row, series): (usize, &Series)| {
        let [min, median, max] = Rate::of(series).values();
        let point = [row as f64, median, min, max];
        Line::of(series, Path::None, Marks::Full, vec![point])
    };
    let plot = Plot {
        x: Axis::names("", drawn(facet).map(|series| clip(&series.name, 24))),
        y: rates.clone(),
        rows: true,
        lines: drawn(facet).enumerate().map(line).collect(),
    };
    let keys = legend(facet, |series| Rate::of(series).words());
    let (kind, timed) = match facet.is_timing() {
        true => ("of solve time", Some(TIMED.to_owned())),
        false => ("median and range of the rounds", None),
    };
    let words = ["Throughput", &format!("Puzzles per second, {kind}:")];
    let notes = timed.into_iter().chain(left_out(facet.series.len()));
    super::figure(facet, words, &plot, keys, notes, table(facet))
}

const TIMED: &str = "From a timing file: puzzles per second of solve time, in one thread.";

fn table(facet: &Facet) -> Table {
    let row = |series: &Series| {
        let [min, median, max] = Rate::of(series).values().map(rate);
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
