//! The plots of the page.

use super::{
    facet::{COLORS, Facet, Series, names_of_shared},
    figure::{Axis, AxisUnit, Figure, Marks, Path, Plot, PlotLine, drawn, range},
};
use crate::bench::{
    GuessClass, Segment, Spread, TimeClass,
    numbers::{clip, number, per_second, time},
    per_puzzle,
};
use std::slice;
use sudomill_output::{Counted, Counts, times::guess_class};

/// The common axis of all plots.
pub(super) fn axis(facets: &[Facet]) -> Axis {
    let rates = facets.iter().flat_map(drawn).map(|series| &series.measured.rate);
    let values: Vec<_> = rates.flat_map(|rate| [rate.min, rate.median, rate.max]).collect();
    Axis { ends: range(&values), ..Axis::suited("puzzles/s", AxisUnit::Number, &values) }
}

/// Puzzles per second: a mark for each strategy, with its range over the rounds.
pub(super) fn throughput(facet: &Facet, axis: &Axis) -> Figure {
    let is_run = facet.run.is_some();
    let x = Axis::names("", drawn(facet).map(|series| clip(&series.name, 24)).collect());
    let plot = Plot { rows: true, ..Plot::new(x, axis.clone()) };
    let plot = plot.with_lines(&facet.series, |row, series| {
        let Spread { min, median, max, .. } = series.measured.rate;
        let figures = match is_run {
            true => per_second(median),
            false => format!("{} ({} to {})", per_second(median), per_second(min), per_second(max)),
        };
        let point = [row as f64, median, min, max];
        vec![PlotLine::new(Path::None, Marks::Full, &[point]).of(series, figures)]
    });
    let timed = "From a run, not a benchmark: puzzles per second of solve time, in one thread.";
    let (summary, note) = match is_run {
        true => ("Puzzles per second of solve time.", timed),
        false => ("Puzzles per second, median and range of the rounds.", ""),
    };
    Figure::new(facet, ["Throughput", summary], &plot, note)
}

/// The distribution of the solve time, on a logarithmic scale.
pub(super) fn times(facet: &Facet) -> Figure {
    let x = Axis::log("solve time", AxisUnit::Time);
    let plot = Plot::new(x, Axis::linear("share of the puzzles", AxisUnit::Percent));
    let plot = plot.with_lines(&facet.series, |_, series| lines(series));
    let words = ["Solve time", "The distribution of the time of single puzzles."];
    Figure::new(facet, words, &plot, &note(facet))
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
    let eighths = |ns: f64| (8.0 * ns.max(1.0).log2()).round();
    let first = classes.first().map_or(0.0, |class| eighths(class.from_ns));
    let all = classes.last().map_or(0.0, |class| eighths(class.to_ns)) - first;
    let width = (all / (puzzles(classes) as f64).sqrt()).ceil().max(1.0);
    let place = |class: &TimeClass| ((eighths(class.from_ns) - first) / width).floor();
    let chunks = classes.chunk_by(|one, next| place(one) == place(next));
    let joined = chunks.map(|chunk| {
        let at = place(&chunk[0]);
        let [from_ns, to_ns] = [at, at + 1.0].map(|at| ((first + at * width) / 8.0).exp2());
        TimeClass { from_ns, to_ns, puzzles: puzzles(chunk) }
    });
    joined.collect()
}

fn puzzles(classes: &[TimeClass]) -> u64 {
    classes.iter().map(|class| class.puzzles).sum()
}

/// The share of each class of a series in percent, its median and, of 100 puzzles or more, its 99 %
/// quantile.
fn lines(series: &Series) -> Vec<PlotLine> {
    let classes = &joined(&series.measured.distribution.times);
    let all = puzzles(classes).max(1) as f64;
    let share = |class: &TimeClass| class.puzzles as f64 * 100.0 / all;
    let mut steps = Vec::new();
    let mut end = 0.0;
    for class in classes {
        // Gaps between classes have no puzzles.
        if class.from_ns > end {
            steps.extend([[end, 0.0], [class.from_ns, 0.0]]);
        }
        steps.push([class.from_ns, share(class)]);
        end = class.to_ns;
    }
    steps.push([end, 0.0]);
    steps.retain(|[ns, _]| *ns > 0.0);
    let ns = series.measured.ns;
    let mut quantiles = vec![("median", "median", ns.median as f64, Marks::Full)];
    if series.measured.has_p99() {
        quantiles.push(("p99", "99 % quantile", ns.p99 as f64, Marks::Ring));
    }
    let figures = quantiles.iter().map(|(short, _, ns, _)| format!("{short} {}", time(*ns)));
    let figures = figures.collect::<Vec<_>>().join(", ");
    let line = PlotLine::new(Path::Steps, Marks::None, &steps).of(series, figures);
    let marks = quantiles.into_iter().map(|(_, name, ns, marks)| {
        let class = classes.iter().find(|class| ns < class.to_ns);
        let mark = PlotLine::new(Path::None, marks, &[[ns, class.map_or(0.0, share)]]);
        PlotLine { name: format!("{}: {name}", series.name), ..mark.of(series, String::new()) }
    });
    [line].into_iter().chain(marks).collect()
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
    let x = Axis::log("guesses per puzzle", AxisUnit::Number);
    let plot = Plot::new(x, Axis::log("time per puzzle", AxisUnit::Time));
    let plot = plot.with_lines(&rules, |_, rule| {
        let points: Vec<_> = rule.iter().map(|(_, mark)| *mark).collect();
        let line = PlotLine::new(Path::Straight, Marks::None, &points);
        let line = PlotLine { color: rule[0].0.color, ..line };
        let mark = |(series, [guesses, ns]): &(&Series, [f64; 2])| {
            let figures = format!("{} guesses in {}", per_puzzle(*guesses), time(*ns));
            PlotLine::new(Path::None, Marks::Full, &[[*guesses, *ns]]).of(series, figures)
        };
        [line].into_iter().chain(rule.iter().map(mark)).collect()
    });
    let mut note = String::new();
    if rules.iter().any(|rule| rule.len() > 1) {
        note += "Lines join what has the same color.";
    }
    if without > 0 {
        note += " At the left edge: no guesses.";
    }
    let words = ["Guesses and time of each strategy", "Per puzzle, on average."];
    Some(Figure::new(facet, words, &plot, &note))
}

/// Guesses against time, in a class for each power of two.
pub(super) fn guesses(facet: &Facet) -> Figure {
    let classes = facet.series.iter().flat_map(|series| &series.measured.distribution.by_guesses);
    let most = classes.map(|class| guess_class(class.from)).max().unwrap_or(0);
    let first = |class| if class == 0 { 0 } else { 1u64 << (class - 1) };
    let names = (0..=most).map(|class| number(first(class))).collect();
    let series_count = facet.series.len().min(COLORS) as f64;
    let x = Axis::names("guesses: from this to the next power of two", names);
    let plot = Plot::new(x, Axis::log("solve time", AxisUnit::Time));
    let plot = plot.with_lines(&facet.series, |n, series| {
        // Side by side within the class.
        let shift = ((n % COLORS) as f64 - (series_count - 1.0) / 2.0) * 0.7 / series_count;
        let point = |class: &GuessClass| {
            let [median, p90] = [class.median_ns, class.p90_ns].map(|ns| ns as f64);
            [f64::from(guess_class(class.from)) + shift, median, median, p90]
        };
        let classes = &series.measured.distribution.by_guesses;
        let points: Vec<_> = classes.iter().map(point).collect();
        vec![PlotLine::new(Path::Straight, Marks::Full, &points).of(series, spoken(classes))]
    });
    let words =
        ["Guesses against time", "The median and the 90 % quantile of the time by guesses."];
    let note = "Mark: median of the class; upper end of the bar: 90 of 100 puzzles take no longer.";
    Figure::new(facet, words, &plot, note)
}

/// The ends of the plot in words.
fn spoken(classes: &[GuessClass]) -> String {
    let words = |&GuessClass { from, to, median_ns, .. }: &GuessClass| {
        let end = if from == to { String::new() } else { format!("–{}", number(to)) };
        format!("{} at {}{end}", time(median_ns as f64), number(from))
    };
    match classes {
        [] => "no puzzles".to_owned(),
        [only] => format!("{} guesses", words(only)),
        [first, .., last] => format!("{}, {} guesses", words(first), words(last)),
    }
}

/// The rate along the file.
pub(super) fn along(facet: &Facet) -> Figure {
    let rate_of = |segment: &Segment| 1e9 / segment.mean_ns.max(1e-3);
    let along = drawn(facet).flat_map(|series| &series.measured.distribution.along);
    let rates: Vec<f64> = along.map(rate_of).collect();
    let title = match facet.run.is_some_and(|run| run.files.is_some()) {
        true => "line of all files, one after the other",
        false => "line of the file",
    };
    let y = Axis::suited("puzzles/s of solve time, one thread", AxisUnit::Number, &rates);
    let plot = Plot::new(Axis::linear(title, AxisUnit::Line), y);
    let plot = plot.with_lines(&facet.series, |_, series| {
        let along = &series.measured.distribution.along;
        let mut lines: Vec<_> = along.iter().map(|segment| segment.line).collect();
        // The last segment ends after its last line.
        lines.extend(along.last().map(|last| last.line.saturating_add(last.puzzles)));
        let rates: Vec<_> = along.iter().chain(along.last()).map(rate_of).collect();
        let steps: Vec<_> =
            lines.iter().zip(&rates).map(|(line, rate)| [*line as f64, *rate]).collect();
        let ends =
            |[least, most]: [f64; 2]| format!("{} to {}", per_second(least), per_second(most));
        let figures = range(&rates).map_or_else(|| "no puzzles".to_owned(), ends);
        vec![PlotLine::new(Path::Steps, Marks::None, &steps).of(series, figures)]
    });
    let words = ["Rate along the file", "Puzzles per second of solve time, segment by segment."];
    Figure::new(facet, words, &plot, "")
}

/// The numbers of puzzles by a property.
pub(super) fn counts<K: Counted>(
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
    let points = points.collect::<Vec<_>>();
    let x = Axis::names("", values.iter().map(|(name, _)| name.clone()).collect());
    let lines = vec![PlotLine::new(Path::Bars, Marks::None, &points).of(series, String::new())];
    let plot =
        Plot { rows: true, lines, ..Plot::new(x, Axis::linear("puzzles", AxisUnit::Number)) };
    Figure::new(facet, [heading, &summary], &plot, "")
}

fn share(count: u64, total: u64) -> String {
    let percent = 100.0 * count as f64 / total as f64;
    // Neither all nor none, unless it is so.
    let rounded = (percent * 10.0).round() / 10.0;
    let shown = if count == total { 100.0 } else { rounded.clamp(0.1, 99.9) };
    format!("{shown}\u{a0}%")
}
