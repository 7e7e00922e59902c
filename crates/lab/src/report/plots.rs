//! The plots of the page: their data and their tables.

use super::{
    facet::{COLORS, Facet, Series, Source, style},
    figure::{
        Axis, Figure, Key, Line, MARKS, Marks, Path, Plot, Table, Unit, drawn, figure, legend,
        range, sentence, with_left_out,
    },
    timing::Counts,
};
use crate::bench::{
    GuessClass, Measurement, Segment, TimeClass, guess_class,
    numbers::{self, clip, number, rate, time},
};
use std::collections::BTreeMap;
use sudomill_core::solver::propagation::Propagation;

/// The rate of a series: of its slowest round, the median, and of its fastest round.
fn rates(series: &Series) -> [f64; 3] {
    match &series.source {
        Source::Bench(Measurement { rate, .. }) => [rate.min, rate.median, rate.max],
        Source::Timing { .. } => [series.solve_rate(); 3],
    }
}

/// The common axis of all plots.
pub(super) fn axis(facets: &[Facet]) -> Axis {
    let mut values = Vec::new();
    for facet in facets {
        drawn(facet).for_each(|series| values.extend_from_slice(&rates(series)));
    }
    Axis { ends: range(&values), ..Axis::suited("puzzles/s", Unit::Number, &values) }
}

/// Puzzles per second: a mark for each strategy, with its range over the rounds.
pub(super) fn throughput(facet: &Facet, axis: &Axis) -> Figure {
    let line = |(row, series): (usize, &Series)| {
        let [min, median, max] = rates(series);
        let point = [row as f64, median, min, max];
        Line::of(series, Path::None, Marks::Full, vec![point])
    };
    let plot = Plot {
        x: Axis::names("", drawn(facet).map(|series| clip(&series.name, 24)).collect()),
        y: axis.clone(),
        rows: true,
        lines: drawn(facet).enumerate().map(line).collect(),
    };
    let timed = "From a timing file: puzzles per second of solve time, in one thread.";
    let (kind, notes) = match facet.is_timing() {
        true => ("of solve time", vec![timed.to_owned()]),
        false => ("median and range of the rounds", Vec::new()),
    };
    let words = ["Throughput", &format!("Puzzles per second, {kind}:")];
    let notes = with_left_out(notes, facet.series.len());
    figure(facet, words, &plot, legend(facet, throughput_figures), &notes, throughput_table(facet))
}

fn throughput_figures(series: &Series) -> String {
    let [min, median, max] = rates(series).map(rate);
    match &series.source {
        Source::Bench(_) => format!("{median} ({min} to {max})"),
        Source::Timing { .. } => median,
    }
}

fn throughput_table(facet: &Facet) -> Table {
    let mut table =
        Table::new(&["strategy", "median", "min", "max", "ratio", "puzzles", "statuses"]);
    for series in &facet.series {
        let [min, median, max] = rates(series).map(rate);
        let (ratio, statuses) = match &series.source {
            Source::Bench(measured) => {
                let statuses = numbers::statuses(measured.statuses.counts());
                (measured.ratio.map(|r| format!("{r:.3}")), statuses)
            }
            Source::Timing { .. } => (None, String::new()),
        };
        let ratio = ratio.unwrap_or_else(|| "–".to_owned());
        let (name, puzzles) = (series.name.clone(), number(series.puzzles));
        table.rows.push(vec![name, median, min, max, ratio, puzzles, statuses]);
    }
    table
}

/// The distribution of the solve time, on a logarithmic scale.
pub(super) fn times(facet: &Facet) -> Figure {
    let mut plot = Plot {
        x: Axis::log("solve time", Unit::Time),
        y: Axis::linear("share of the puzzles", Unit::Percent),
        ..Plot::default()
    };
    drawn(facet).for_each(|series| plot.lines.extend(lines(series)));
    let keys = legend(facet, |series| {
        format!("median {}, p99 {}", time(series.ns.median as f64), time(series.ns.p99 as f64))
    });
    let words = ["Solve time", "The distribution of the time of single puzzles."];
    let notes = with_left_out(vec![note(facet)], facet.series.len());
    figure(facet, words, &plot, keys, &notes, times_table(facet))
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

fn times_table(facet: &Facet) -> Table {
    let mut classes: BTreeMap<i64, ([f64; 2], Vec<u64>)> = BTreeMap::new();
    for (n, series) in facet.series.iter().enumerate() {
        for class in &series.distribution.times {
            // By number: the JSON may have changed the last digit of a bound.
            let of = classes.entry((class.from_ns.log2() * 8.0).round() as i64);
            let bounds = [class.from_ns, class.to_ns];
            of.or_insert_with(|| (bounds, vec![0; facet.series.len()])).1[n] += class.puzzles;
        }
    }
    let mut table = table_of_series(facet, &["from", "to"], "puzzles");
    for ([from, to], puzzles) in classes.into_values() {
        let mut row = vec![time(from), time(to)];
        row.extend(puzzles.into_iter().map(number));
        table.rows.push(row);
    }
    table
}

/// An empty table with a column of values for each series.
fn table_of_series(facet: &Facet, head: &[&str], values: &str) -> Table {
    let mut table = Table::new(head);
    table.head.extend(facet.series.iter().map(|series| format!("{}: {values}", series.name)));
    table
}

/// The strategies of a facet that differ in their propagation only, each with its guesses and
/// its nanoseconds per puzzle.
struct Rule<'a> {
    name: &'a str,
    color: usize,
    marks: Vec<(&'a Series<'a>, [f64; 2])>,
}

/// Guesses against time, a mark for each strategy: the guesses that a propagation and a branching
/// rule save, and the time that they cost. `None` if there are no strategies to compare, or none of
/// them guesses.
pub(super) fn strategies(facet: &Facet) -> Option<Figure> {
    let rules = rules(facet);
    let (mut marks, mut with_guesses, mut styles) = (0, 0, Vec::new());
    for (series, [guesses, _]) in rules.iter().flat_map(|rule| &rule.marks) {
        marks += 1;
        with_guesses += usize::from(*guesses != 0.0);
        styles.push(series.style);
    }
    if marks < 2 || with_guesses == 0 {
        return None;
    }
    let mut plot = Plot {
        x: Axis::log("guesses per puzzle", Unit::Number),
        y: Axis::log("time per puzzle", Unit::Time),
        ..Plot::default()
    };
    rules.iter().take(COLORS).for_each(|rule| rule.add_lines(&mut plot.lines));
    let legend = rules.iter().take(COLORS).map(Rule::key).collect();
    let words = ["Guesses and time of each strategy", "Per puzzle, on average."];
    let mut notes = Vec::new();
    if rules.iter().any(|rule| rule.marks.len() > 1) {
        notes.push("Lines join strategies that differ only in their propagation.".to_owned());
        notes.extend(shapes(&styles));
    }
    if with_guesses < marks {
        notes.push("At the left edge: no guesses.".to_owned());
    }
    let notes = with_left_out(notes, rules.len());
    Some(figure(facet, words, &plot, legend, &notes, strategies_table(&rules)))
}

/// The shapes of the propagations that have one of these styles.
fn shapes(styles: &[usize]) -> Option<String> {
    let mut shapes = Vec::new();
    for propagation in Propagation::ALL {
        let style = style(Some(propagation));
        if styles.contains(&style) {
            shapes.push(format!("{} {}", MARKS[style], propagation.part().name));
        }
    }
    (!shapes.is_empty()).then(|| format!("Shapes: {}.", shapes.join(", ")))
}

impl Rule<'_> {
    fn add_lines(&self, lines: &mut Vec<Line>) {
        let points = self.marks.iter().map(|(_, mark)| *mark).collect();
        lines.push(Line::new("", (self.color, 0), Path::Straight, Marks::None, points));
        for (series, mark) in &self.marks {
            lines.push(Line::of(series, Path::None, Marks::Full, vec![*mark]));
        }
    }

    fn key(&self) -> Key {
        let words = |[guesses, ns]: [f64; 2]| format!("{guesses:.2} guesses in {}", time(ns));
        if let [(series, mark)] = self.marks[..] {
            let (name, figures) = (series.name.clone(), words(mark));
            return Key { color: self.color, style: series.style, name, figures };
        }
        let named = |(series, mark): &(&Series, _)| format!("{} {}", series.name, words(*mark));
        let figures = self.marks.iter().map(named).collect::<Vec<_>>().join(", ");
        Key { color: self.color, style: 0, name: self.name.to_owned(), figures }
    }
}

/// The strategies whose guesses are known, by their rule.
fn rules<'a>(facet: &'a Facet<'a>) -> Vec<Rule<'a>> {
    let mut rules: Vec<Rule> = Vec::new();
    for series in &facet.series {
        let Source::Bench(measured) = &series.source else { continue };
        let Some(&guesses) = measured.counters.get("guesses") else { continue };
        let guesses = guesses as f64 / measured.puzzles.max(1) as f64;
        let at = rules.iter().position(|rule| rule.name == series.rule).unwrap_or_else(|| {
            rules.push(Rule { name: &series.rule, color: series.color, marks: Vec::new() });
            rules.len() - 1
        });
        rules[at].marks.push((series, [guesses, 1e9 / measured.rate.median.max(1e-9)]));
    }
    rules
}

fn strategies_table(rules: &[Rule]) -> Table {
    let mut table = Table::new(&["strategy", "guesses per puzzle", "time per puzzle"]);
    for (series, [guesses, ns]) in rules.iter().flat_map(|rule| &rule.marks) {
        table.rows.push(vec![series.name.clone(), format!("{guesses:.2}"), time(*ns)]);
    }
    table
}

/// Guesses against time, in a class for each power of two.
pub(super) fn guesses(facet: &Facet) -> Figure {
    let mut most = 0;
    for class in drawn(facet).flat_map(|series| &series.distribution.by_guesses) {
        most = most.max(guess_class(class.from));
    }
    let names = (0..=most).map(|class| number(first(class))).collect();
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
    let notes = with_left_out(vec![note.to_owned()], facet.series.len());
    figure(facet, words, &plot, legend(facet, guesses_figures), &notes, guesses_table(facet))
}

/// The fewest guesses of a class.
fn first(class: u32) -> u64 {
    if class == 0 { 0 } else { 1 << (class - 1) }
}

fn guesses_figures(series: &Series) -> String {
    let classes = &series.distribution.by_guesses;
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

fn guesses_table(facet: &Facet) -> Table {
    let mut table = Table::new(&["strategy", "guesses", "puzzles", "median", "p90"]);
    for series in &facet.series {
        for class in &series.distribution.by_guesses {
            let [median, p90] = [class.median_ns, class.p90_ns].map(|ns| time(ns as f64));
            let (name, puzzles) = (series.name.clone(), number(class.puzzles));
            table.rows.push(vec![name, bounds(class), puzzles, median, p90]);
        }
    }
    table
}

/// The rate along the file.
pub(super) fn along(facet: &Facet) -> Figure {
    let along = drawn(facet).flat_map(|series| &series.distribution.along);
    let rates: Vec<f64> = along.map(rate_of).collect();
    let title = match facet.files.is_empty() {
        true => "line of the file",
        false => "line of all files, one after the other",
    };
    let line = |series| Line::of(series, Path::Steps, Marks::None, steps(series));
    let plot = Plot {
        x: Axis::linear(title, Unit::Line),
        y: Axis::suited("puzzles/s of solve time, one thread", Unit::Number, &rates),
        lines: drawn(facet).map(line).collect(),
        ..Plot::default()
    };
    let words = ["Rate along the file", "Puzzles per second of solve time, segment by segment."];
    let notes = with_left_out(Vec::new(), facet.series.len());
    figure(facet, words, &plot, legend(facet, along_figures), &notes, along_table(facet))
}

fn rate_of(segment: &Segment) -> f64 {
    1e9 / segment.mean_ns.max(1e-3)
}

/// The first line of each segment with its rate, and the end of the last segment.
fn steps(series: &Series) -> Vec<[f64; 2]> {
    let along = &series.distribution.along;
    let step = |line: u64, segment: &Segment| [line as f64, rate_of(segment)];
    let mut steps: Vec<_> = along.iter().map(|segment| step(segment.line, segment)).collect();
    if let Some(last) = along.last() {
        steps.push(step(last.line.saturating_add(last.puzzles), last));
    }
    steps
}

fn along_figures(series: &Series) -> String {
    let (mut least, mut most) = (f64::MAX, 0.0f64);
    for segment in &series.distribution.along {
        (least, most) = (least.min(rate_of(segment)), most.max(rate_of(segment)));
    }
    match series.distribution.along.is_empty() {
        true => "no puzzles".to_owned(),
        false => format!("{} to {}", rate(least), rate(most)),
    }
}

fn along_table(facet: &Facet) -> Table {
    let mut rows: BTreeMap<u64, Vec<String>> = BTreeMap::new();
    for (n, series) in facet.series.iter().enumerate() {
        for segment in &series.distribution.along {
            let words = format!("{} ({})", rate(rate_of(segment)), number(segment.puzzles));
            let row = rows.entry(segment.line);
            row.or_insert_with(|| vec![String::new(); facet.series.len()])[n] = words;
        }
    }
    let mut table = table_of_series(facet, &["from line"], "rate (puzzles)");
    for (line, rates) in rows {
        table.rows.push([vec![facet.line(line)], rates].concat());
    }
    table
}

/// The number of rows with each value of a column.
pub(super) fn counts(facet: &Facet, series: &Series, counts: &Counts) -> Figure {
    let Counts { heading, values, .. } = counts;
    let total: u64 = values.iter().map(|(_, count)| count).sum();
    let figures = |count: u64| format!("{} ({})", number(count), share(count, total));
    let names = values.iter().map(|&(name, count)| format!("{name}: {}", figures(count)));
    let summary = format!("The number of puzzles. {}", sentence(names.collect()));
    let points = values.iter().enumerate().map(|(at, &(_, count))| [at as f64, count as f64]);
    let plot = Plot {
        x: Axis::names("", values.iter().map(|&(name, _)| name.to_owned()).collect()),
        y: Axis::linear("puzzles", Unit::Number),
        rows: true,
        lines: vec![Line::of(series, Path::Bars, Marks::None, points.collect())],
    };
    let mut table = Table::new(&["value", "puzzles", "share"]);
    for &(name, count) in values {
        table.rows.push(vec![name.to_owned(), number(count), share(count, total)]);
    }
    figure(facet, [*heading, &summary], &plot, Vec::new(), &[], table)
}

fn share(count: u64, total: u64) -> String {
    let percent = 100.0 * count as f64 / total as f64;
    // Neither all nor none, unless it is so.
    let rounded = (percent * 10.0).round() / 10.0;
    let shown = if count == total { 100.0 } else { rounded.clamp(0.1, 99.9) };
    format!("{shown}\u{a0}%")
}
