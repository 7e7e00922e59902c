//! Guesses against time, a mark for each strategy: what a propagation and a branching rule
//! save, and what they cost.

use super::{
    Axis, MOST,
    canvas::{Anchor, Canvas, Ink, Shape, TALL, draw},
};
use crate::{
    report::{
        facet::{Facet, Series, Source},
        figure::{Figure, Key, Svg, Table},
        units::{tick, time, time_tick},
    },
    solver::{propagation::Propagation, registry::BRANCHINGS},
};

/// The strategies of a facet that differ in their propagation only.
struct Rule<'a> {
    name: String,
    /// Each with its propagation; `None` for a whole strategy.
    marks: Vec<(Option<Propagation>, &'a Series, [f64; 2])>,
}

/// The figure, if there are strategies to compare and any of them guesses.
pub(in crate::report) fn figure(facet: &Facet) -> Option<Figure> {
    let rules = rules(facet);
    let marks = || rules.iter().flat_map(|rule| &rule.marks).map(|(_, _, mark)| *mark);
    if marks().count() < 2 || marks().all(|[guesses, _]| guesses == 0.0) {
        return None;
    }
    let x = Axis::log(marks().map(|[guesses, _]| guesses), "guesses per puzzle, log scale", tick);
    let y = Axis::log(marks().map(|[_, ns]| ns), "time per puzzle, log scale", time_tick);
    let svg = drawing(&rules, &x, &y);
    let legend = rules.iter().take(MOST).enumerate().map(|(series, rule)| rule.key(series));
    let words = ["Guesses and time of each strategy", "Per puzzle, on average."];
    let mut note = "A line joins strategies that differ in their propagation only.".to_owned();
    if marks().any(|[guesses, _]| guesses == 0.0) {
        note += " At the left edge: no guesses.";
    }
    let left_out = rules.len().saturating_sub(MOST);
    if left_out > 0 {
        note += &format!(" {left_out} more in the table only: a picture holds {MOST}.");
    }
    Some(super::figure_of(facet, words, svg, legend.collect(), Some(note), table(&rules)))
}

fn drawing(rules: &[Rule], x: &Axis, y: &Axis) -> Svg {
    draw(TALL, x, y, |canvas| {
        for (n, rule) in rules.iter().take(MOST).enumerate() {
            let place = |&[guesses, ns]: &[f64; 2]| (x.place(guesses), y.place(ns));
            let points: Vec<_> = rule.marks.iter().map(|(_, _, mark)| place(mark)).collect();
            canvas.line(&points, Ink::Series(n), 2);
            for ((propagation, ..), &point) in rule.marks.iter().zip(&points) {
                canvas.mark(point, n, shape(*propagation));
            }
            if let Some(&first) = points.first() {
                canvas.letter(n, first);
            }
        }
        key_of_shapes(rules, canvas, x, y);
    })
}

/// The shapes that occur, in the corner of few guesses and much time.
fn key_of_shapes(rules: &[Rule], canvas: &mut Canvas, x: &Axis, y: &Axis) {
    let at = |axis: &Axis, share: f64| axis.ends.0 + (axis.ends.1 - axis.ends.0) * share;
    let occurs = |propagation: &&Propagation| {
        rules.iter().flat_map(|rule| &rule.marks).any(|(of, ..)| *of == Some(**propagation))
    };
    for (row, propagation) in Propagation::ALL.iter().filter(occurs).enumerate() {
        let height = at(y, 0.96 - 0.065 * row as f64);
        canvas.mark_in_text((at(x, 0.03), height), shape(Some(*propagation)));
        canvas.text(
            propagation.part().name,
            (at(x, 0.06), at(y, 0.942 - 0.065 * row as f64)),
            Anchor::Start,
        );
    }
}

fn shape(propagation: Option<Propagation>) -> Shape {
    match propagation {
        Some(Propagation::Singles) => Shape::Square,
        Some(Propagation::Locked) => Shape::Triangle,
        Some(Propagation::Pairs) => Shape::Diamond,
        _ => Shape::Disc,
    }
}

impl Rule<'_> {
    fn key(&self, series: usize) -> Key {
        let words = |(_, series, [guesses, ns]): &(_, &Series, [f64; 2])| {
            format!("{} {guesses:.2} guesses in {}", series.name, time(*ns))
        };
        let figures = self.marks.iter().map(words).collect::<Vec<_>>().join(", ");
        Key { series, name: self.name.clone(), figures }
    }
}

/// The strategies whose guesses are known, by what they share beside the propagation.
fn rules(facet: &Facet) -> Vec<Rule<'_>> {
    let mut rules: Vec<Rule> = Vec::new();
    for series in &facet.series {
        let Source::Bench { rate, guesses: Some(guesses), .. } = &series.source else { continue };
        let (name, propagation) = parts(&series.name);
        let at = rules.iter().position(|rule| rule.name == name).unwrap_or_else(|| {
            rules.push(Rule { name, marks: Vec::new() });
            rules.len() - 1
        });
        let ns = 1e9 / rate.median.max(1e-9);
        rules[at].marks.push((propagation, series, [*guesses, ns]));
    }
    rules
}

/// A name without its propagation, and the propagation. A whole strategy has none.
fn parts(name: &str) -> (String, Option<Propagation>) {
    let of = |part: &str| Propagation::ALL.into_iter().find(|p| p.part().name == part);
    let rest: Vec<_> = name.split('/').filter(|part| of(part).is_none()).collect();
    let is_branching =
        |part: &str| BRANCHINGS.iter().any(|rule| Some(rule.part.name) == part.split(':').next());
    let usual = rest.iter().any(|part| is_branching(part)).then(Propagation::default);
    (rest.join("/"), name.split('/').find_map(of).or(usual))
}

fn table(rules: &[Rule]) -> Table {
    let row = |(_, series, [guesses, ns]): &(_, &Series, [f64; 2])| {
        vec![series.name.clone(), format!("{guesses:.2}"), time(*ns)]
    };
    let rows = rules.iter().flat_map(|rule| rule.marks.iter().map(row));
    Table::new(["strategy", "guesses per puzzle", "time per puzzle"], rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_names() {
        for (name, rest, propagation) in [
            ("mrv", "mrv", Some(Propagation::Singles)),
            ("naked/random:0/descending", "random:0/descending", Some(Propagation::Naked)),
            ("config, old.json", "config, old.json", None),
            ("lanes", "lanes", None),
        ] {
            assert_eq!(parts(name), (rest.to_owned(), propagation), "{name}");
        }
    }
}
