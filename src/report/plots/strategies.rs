//! Guesses against time, a mark for each strategy: what a propagation and a branching rule
//! save, and what they cost.

use super::{
    left_out,
    plot::{Axis, Line, Marks, Path, Plot, Unit},
};
use crate::{
    report::{
        facet::{COLORS, Facet, Series, Source, style},
        figure::{Figure, Key, MARKS, Table},
    },
    solver::propagation::Propagation,
};
use crate::bench::numbers::time;

/// The strategies of a facet that differ in their propagation only, each with its guesses and
/// its nanoseconds per puzzle.
struct Rule<'a> {
    name: &'a str,
    color: usize,
    marks: Vec<(&'a Series, [f64; 2])>,
}

/// The figure, if there are strategies to compare and any of them guesses.
pub(in crate::report) fn figure(facet: &Facet) -> Option<Figure> {
    let rules = rules(facet);
    let marks = || rules.iter().flat_map(|rule| &rule.marks);
    if marks().count() < 2 || marks().all(|(_, [guesses, _])| *guesses == 0.0) {
        return None;
    }
    let plot = Plot {
        x: Axis::log("guesses per puzzle", Unit::Number),
        y: Axis::log("time per puzzle", Unit::Time),
        lines: rules.iter().take(COLORS).flat_map(Rule::lines).collect(),
        ..Plot::default()
    };
    let legend = rules.iter().take(COLORS).map(Rule::key).collect();
    let words = ["Guesses and time of each strategy", "Per puzzle, on average."];
    let no_guesses = marks().any(|(_, [guesses, _])| *guesses == 0.0);
    let notes = ["A line joins strategies that differ in their propagation only.".to_owned()]
        .into_iter()
        .chain(shapes(&rules))
        .chain(no_guesses.then(|| "At the left edge: no guesses.".to_owned()))
        .chain(left_out(rules.len()));
    Some(super::figure(facet, words, &plot, legend, notes, table(&rules)))
}

/// The shapes of the propagations that occur.
fn shapes(rules: &[Rule]) -> Option<String> {
    let marks = || rules.iter().flat_map(|rule| &rule.marks);
    let occurs = |propagation: &Propagation| {
        marks().any(|(series, _)| series.style == style(Some(*propagation)))
    };
    let shape = |propagation: Propagation| {
        format!("{} {}", MARKS[style(Some(propagation))], propagation.part().name)
    };
    let shapes: Vec<_> = Propagation::ALL.into_iter().filter(occurs).map(shape).collect();
    (!shapes.is_empty()).then(|| format!("Shapes: {}.", shapes.join(", ")))
}

impl Rule<'_> {
    fn lines(&self) -> impl Iterator<Item = Line> {
        let points = self.marks.iter().map(|(_, mark)| *mark).collect();
        let joined = Line::new("", (self.color, 0), Path::Straight, Marks::None, points);
        let mark =
            |(series, mark): &(&Series, _)| Line::of(series, Path::None, Marks::Full, vec![*mark]);
        [joined].into_iter().chain(self.marks.iter().map(mark))
    }

    fn key(&self) -> Key {
        let words = |(series, [guesses, ns]): &(&Series, [f64; 2])| {
            format!("{} {guesses:.2} guesses in {}", series.name, time(*ns))
        };
        let figures = self.marks.iter().map(words).collect::<Vec<_>>().join(", ");
        Key { color: self.color, style: 0, name: self.name.to_owned(), figures }
    }
}

/// The strategies whose guesses are known, by their rule.
fn rules(facet: &Facet) -> Vec<Rule<'_>> {
    let mut rules: Vec<Rule> = Vec::new();
    for series in &facet.series {
        let Source::Bench { rate, guesses: Some(guesses), .. } = &series.source else { continue };
        let at = rules.iter().position(|rule| rule.name == series.rule).unwrap_or_else(|| {
            rules.push(Rule { name: &series.rule, color: series.color, marks: Vec::new() });
            rules.len() - 1
        });
        rules[at].marks.push((series, [*guesses, 1e9 / rate.median.max(1e-9)]));
    }
    rules
}

fn table(rules: &[Rule]) -> Table {
    let row = |(series, [guesses, ns]): &(&Series, [f64; 2])| {
        vec![series.name.clone(), format!("{guesses:.2}"), time(*ns)]
    };
    let rows = rules.iter().flat_map(|rule| rule.marks.iter().map(row));
    Table::new(["strategy", "guesses per puzzle", "time per puzzle"], rows)
}
