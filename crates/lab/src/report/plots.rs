//! The plots of the page.

use super::{
    facet::{COLORS, Facet, Series, names_of_shared},
    figure::{Axis, Figure, Line, Marks, Path, Plot, Unit, drawn, range},
};
use crate::bench::{
    GuessClass, Segment, Spread, TimeClass,
    numbers::{clip, number, rate, time},
    per_puzzle,
};
use std::slice;
use sudomill_io::internal::guess_class;
use sudomill_io::output::{Counts, Kind};

/// The common axis of all plots.
pub(super) fn axis(facets: &[Facet]) -> Axis {
    let rates = facets.iter().flat_map(drawn).map(|series| &series.measured.rate);
    let values: Vec<_> = rates.flat_map(|rate| [rate.min, rate.median, rate.max]).collect();
    Axis { ends: range(&values), ..Axis::suited("puzzles/s", Unit::Number, &values) }
}

/// Puzzles per second: a mark for each strategy, with its range over the rounds.
pub(super) fn throughput(facet: &Facet, axis: &Axis) -> Figure {
    let is_run = facet.run.is_some();
    let x = Axis::names("", drawn(facet).map(|series| clip(&series.name, 24)).collect());
    let plot = Plot { rows: true, ..Plot::new(x, axis.clone()) };
    let plot = plot.with_lines(&facet.series, |row, series| {
        let Spread { min, median, max, .. } = series.measured.rate;
        let figures = match is_run {
            true => rate(median),
            false => format!("{} ({} to {})", rate(median), rate(min), rate(max)),
        };
        let point = [row as f64, median, min, max];
        vec![Line::of(series, Path::None, Marks::Full, vec![point]).with(figures)]
    });
    let timed = "From a run, not a benchmark: puzzles per second of solve time, in one thread.";
    let (summary, notes) = match is_run {
        true => ("Puzzles per second of solve time.", vec![timed.to_owned()]),
        false => ("Puzzles per second, median and range of the rounds.", Vec::new()),
    };
    Figure::new(facet, ["Throughput", summary], &plot, notes, facet.series.len())
}

/// The distribution of the solve time, on a logarithmic scale.
pub(super) fn times(facet: &Facet) -> Figure {
    let x = Axis::log("solve time", Unit::Time);
    let plot = Plot::new(x, Axis::linear("share of the puzzles", Unit::Percent));
    let plot = plot.with_lines(&facet.series, |_, series| lines(series));
    let words = ["Solve time", "The distribution of the time of single puzzles."];
    Figure::new(facet, words, &plot, vec![note(facet)], facet.series.len())
}

fn note(facet: &Facet) -> String {
    let shares = match names_of_shared(slice::from_ref(facet)).as_str() {
        "" => String::new(),
        names => {
            format!(" For {names}, the time of a puzzle is its share of a call that solves many.")
        }
    };
    let ring = match facet.series.iter().any(|series| series.measured.has_p99()) {
        true => "; ring: 99 of 100 puzzles take no longer",
        false => "",
    };
    format!("Mark: median{ring}.{shares}")
}

/// Joins the classes of few puzzles to wider ones, about as many as the square root of the puzzles.
fn joined(classes: &[TimeClass]) -> Vec<TimeClass> {
    let (Some(first), Some(last)) = (classes.first(), classes.last()) else { return Vec::new() };
    let all: u64 = classes.iter().map(|class| class.puzzles).sum();
    let least = first.from_ns.max(1.0);
    let width = (last.to_ns / least).powf(1.0 / (all as f64).sqrt());
    if width <= first.to_ns / least {
        return classes.to_vec();
    }
    let mut joined: Vec<TimeClass> = Vec::new();
    for class in classes {
        let n = ((class.from_ns.max(1.0) / least).ln() / width.ln() + 1e-9).floor();
        let [from_ns, to_ns] = [n, n + 1.0].map(|n| least * width.powf(n));
        match joined.last_mut().filter(|last| last.to_ns > from_ns * 1.0001) {
            Some(last) => last.puzzles += class.puzzles,
            None => joined.push(TimeClass { from_ns, to_ns, puzzles: class.puzzles }),
        }
    }
    joined
}

/// The share of each class of a series in percent, its median and, of 100 puzzles or more, its 99 %
/// quantile.
fn lines(series: &Series) -> Vec<Line> {
    let classes = &joined(&series.measured.distribution.times);
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
    let [median, p99] =
        [series.measured.ns.median, series.measured.ns.p99].map(|ns| time(ns as f64));
    let line = Line::of(series, Path::Steps, Marks::None, steps);
    let mark_median = mark("median", series.measured.ns.median, Marks::Full);
    if !series.measured.has_p99() {
        return vec![line.with(format!("median {median}")), mark_median];
    }
    let ring = mark("99 % quantile", series.measured.ns.p99, Marks::Ring);
    vec![line.with(format!("median {median}, p99 {p99}")), mark_median, ring]
}

/// Guesses against time, a mark for each strategy: the guesses that a propagation and a branching
/// rule save, and the time that they cost. Strategies that differ only in their propagation are
/// joined. `None` if there are no strategies to compare, or none of them guesses.
pub(super) fn strategies(facet: &Facet) -> Option<Figure> {
    let mut rules: Vec<Vec<(&Series, [f64; 2])>> = Vec::new();
    for series in &facet.series {
        let Some(guesses) = series.measured.guesses() else { continue };
        let mark = (series, [guesses, 1e9 / series.measured.rate.median.max(1e-9)]);
        match rules.iter_mut().find(|rule| rule[0].0.rule == series.rule) {
            Some(rule) => rule.push(mark),
            None => rules.push(vec![mark]),
        }
    }
    let marks = || rules.iter().flatten();
    let without = marks().filter(|(_, [guesses, _])| *guesses == 0.0).count();
    if marks().count() < 2 || without == marks().count() {
        return None;
    }
    let x = Axis::log("guesses per puzzle", Unit::Number);
    let plot = Plot::new(x, Axis::log("time per puzzle", Unit::Time));
    let plot = plot.with_lines(&rules, |_, rule| {
        let points = rule.iter().map(|(_, mark)| *mark).collect();
        let line = Line::new("", (rule[0].0.color, 0), Path::Straight, Marks::None, points);
        let mark = |(series, [guesses, ns]): &(&Series, [f64; 2])| {
            let figures = format!("{} guesses in {}", per_puzzle(*guesses), time(*ns));
            Line::of(series, Path::None, Marks::Full, vec![[*guesses, *ns]]).with(figures)
        };
        [line].into_iter().chain(rule.iter().map(mark)).collect()
    });
    let mut notes = Vec::new();
    if rules.iter().any(|rule| rule.len() > 1) {
        notes.push("Lines join what has the same color.".to_owned());
    }
    if without > 0 {
        notes.push("At the left edge: no guesses.".to_owned());
    }
    let words = ["Guesses and time of each strategy", "Per puzzle, on average."];
    Some(Figure::new(facet, words, &plot, notes, rules.len()))
}

/// Guesses against time, in a class for each power of two.
pub(super) fn guesses(facet: &Facet) -> Figure {
    let classes = facet.series.iter().flat_map(|series| &series.measured.distribution.by_guesses);
    let most = classes.map(|class| guess_class(class.from)).max().unwrap_or(0);
    let first = |class| if class == 0 { 0 } else { 1u64 << (class - 1) };
    let names = (0..=most).map(|class| number(first(class))).collect();
    let series_count = facet.series.len().min(COLORS) as f64;
    let x = Axis::names("guesses: from this to the next power of two", names);
    let plot = Plot::new(x, Axis::log("solve time", Unit::Time));
    let plot = plot.with_lines(&facet.series, |n, series| {
        // Side by side within the class.
        let shift = ((n % COLORS) as f64 - (series_count - 1.0) / 2.0) * 0.7 / series_count;
        let point = |class: &GuessClass| {
            let [median, p90] = [class.median_ns, class.p90_ns].map(|ns| ns as f64);
            [f64::from(guess_class(class.from)) + shift, median, median, p90]
        };
        let points = series.measured.distribution.by_guesses.iter().map(point).collect();
        vec![Line::of(series, Path::Straight, Marks::Full, points).with(guesses_figures(series))]
    });
    let words =
        ["Guesses against time", "The median and the 90 % quantile of the time by guesses."];
    let note = "Mark: median of the class; upper end of the bar: 90 of 100 puzzles take no longer.";
    Figure::new(facet, words, &plot, vec![note.to_owned()], facet.series.len())
}

fn guesses_figures(series: &Series) -> String {
    let classes = &series.measured.distribution.by_guesses;
    let words =
        |class: &GuessClass| format!("{} at {}", time(class.median_ns as f64), bounds(class));
    match classes.as_slice() {
        [] => "no puzzles".to_owned(),
        [only] => format!("{} guesses", words(only)),
        [first, .., last] => format!("{}, {} guesses", words(first), words(last)),
    }
}

fn bounds(class: &GuessClass) -> String {
    match class.from == class.to {
        true => number(class.from),
        false => format!("{}–{}", number(class.from), number(class.to)),
    }
}

/// The rate along the file.
pub(super) fn along(facet: &Facet) -> Figure {
    let along = drawn(facet).flat_map(|series| &series.measured.distribution.along);
    let rates: Vec<f64> = along.map(rate_of).collect();
    let title = match facet.run.is_some_and(|run| run.files.is_some()) {
        true => "line of all files, one after the other",
        false => "line of the file",
    };
    let y = Axis::suited("puzzles/s of solve time, one thread", Unit::Number, &rates);
    let plot = Plot::new(Axis::linear(title, Unit::Line), y);
    let plot = plot.with_lines(&facet.series, |_, series| {
        vec![Line::of(series, Path::Steps, Marks::None, steps(series)).with(along_figures(series))]
    });
    let words = ["Rate along the file", "Puzzles per second of solve time, segment by segment."];
    Figure::new(facet, words, &plot, Vec::new(), facet.series.len())
}

fn rate_of(segment: &Segment) -> f64 {
    1e9 / segment.mean_ns.max(1e-3)
}

/// The first line of each segment with its rate, and the end of the last segment.
fn steps(series: &Series) -> Vec<[f64; 2]> {
    let along = &series.measured.distribution.along;
    let step = |line: u64, segment: &Segment| [line as f64, rate_of(segment)];
    let mut steps: Vec<_> = along.iter().map(|segment| step(segment.line, segment)).collect();
    if let Some(last) = along.last() {
        steps.push(step(last.line.saturating_add(last.puzzles), last));
    }
    steps
}

fn along_figures(series: &Series) -> String {
    let rates: Vec<_> = series.measured.distribution.along.iter().map(rate_of).collect();
    let ends = |[least, most]: [f64; 2]| format!("{} to {}", rate(least), rate(most));
    range(&rates).map_or_else(|| "no puzzles".to_owned(), ends)
}

/// The numbers of puzzles by a property.
pub(super) fn counts<K: Kind>(
    facet: &Facet,
    series: &Series,
    heading: &str,
    counts: &Counts<K>,
) -> Figure {
    let found = counts.iter().filter(|(_, count)| *count > 0);
    let values: Vec<_> =
        found.map(|(kind, count)| (kind.name().replace('_', " "), count)).collect();
    let figures = |count: u64| format!("{} ({})", number(count), share(count, counts.sum()));
    let names = values.iter().map(|(name, count)| format!("{name}: {}", figures(*count)));
    let summary = format!("The number of puzzles. {}.", names.collect::<Vec<_>>().join("; "));
    let points = values.iter().enumerate().map(|(at, &(_, count))| [at as f64, count as f64]);
    let x = Axis::names("", values.iter().map(|(name, _)| name.clone()).collect());
    let lines = vec![Line::of(series, Path::Bars, Marks::None, points.collect())];
    let plot = Plot { rows: true, lines, ..Plot::new(x, Axis::linear("puzzles", Unit::Number)) };
    Figure::new(facet, [heading, &summary], &plot, Vec::new(), 1)
}

fn share(count: u64, total: u64) -> String {
    let percent = 100.0 * count as f64 / total as f64;
    // Neither all nor none, unless it is so.
    let rounded = (percent * 10.0).round() / 10.0;
    let shown = if count == total { 100.0 } else { rounded.clamp(0.1, 99.9) };
    format!("{shown}\u{a0}%")
}
