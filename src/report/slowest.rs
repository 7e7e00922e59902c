//! The section of the slowest puzzles: grids, each with a button that copies its line.

use super::{
    budget::Budget,
    facet::{Facet, Series, Source},
    figure::Table,
    grid,
};
use crate::bench::SlowPuzzle;
use maud::{Markup, html};
use std::collections::BTreeSet;
use crate::bench::numbers::{clip, number, time};

/// The number of puzzles that are drawn.
const DRAWN: usize = 10;

/// The longest puzzle on the page: a 25×25 grid.
const LONGEST: usize = 625;

/// A slow puzzle and where it was measured.
struct Found<'a> {
    slow: &'a SlowPuzzle,
    facet: &'a Facet,
    series: &'a Series,
}

/// The section, with a table of all slowest puzzles.
pub(super) fn section(facets: &[Facet], budget: &mut Budget) -> Markup {
    let found = found(facets);
    let cards: Vec<_> = found
        .iter()
        .filter_map(|found| {
            budget.take(
                &format!("the grid of line {}", found.facet.line(found.slow.line)),
                card(found),
            )
        })
        .collect();
    let all = all(facets);
    let details = html! {
        details {
            summary { "The ten slowest of every strategy on every set" }
            (all.markup("The slowest puzzles"))
        }
    };
    html! {
        section #slowest {
            h2 { "The slowest puzzles" }
            @if cards.is_empty() { p { "No puzzles are known." } }
            @if facets.iter().any(|facet| facet.series.len() > 1) {
                p { "A puzzle that is among the slowest of several strategies is shown once, for the slowest of them." }
            }
            @if let Some(note) = of_shares(facets) { p.note { (note) } }
            @if lacks_text(facets) {
                p.note { "A timing file does not contain the puzzles. To see the grids, name the \
                          file that was solved as well: " code { "sudomill report --timing TIMING.csv --puzzles PUZZLES.txt" } }
            }
            div.cards { @for card in &cards { (card) } }
            @if !all.rows.is_empty() {
                @if let Some(details) = budget.take("the table of the slowest puzzles", details) { (details) }
            }
        }
    }
}

/// The slowest puzzles of a series; none if their times are shares of a call.
fn slowest(series: &Series) -> &[SlowPuzzle] {
    if series.has_shared_clock() { &[] } else { &series.distribution.slowest }
}

/// Which times are shares of a call that solves many puzzles.
fn of_shares(facets: &[Facet]) -> Option<String> {
    let series = || facets.iter().flat_map(|facet| &facet.series);
    let shared = series().filter(|series| series.has_shared_clock());
    let names: BTreeSet<&str> = shared.map(|series| series.name.as_str()).collect();
    if !names.is_empty() {
        let names = clip(&names.into_iter().collect::<Vec<_>>().join(", "), 300);
        return Some(format!(
            "Not listed: {names}. A call solves many puzzles at once, and a puzzle's share of a \
             call is not the time that it takes."
        ));
    }
    facets.iter().any(Facet::is_timing).then(|| {
        "A timing file does not name its strategy. With lanes, the default, a call solves many \
         puzzles at once, and these are the puzzles with the largest shares of a call."
            .to_owned()
    })
}

/// The slowest of all facets; each puzzle once.
fn found(facets: &[Facet]) -> Vec<Found<'_>> {
    let mut all: Vec<Found> = Vec::new();
    for facet in facets {
        let of_facet = facet.series.iter().flat_map(|series| {
            slowest(series).iter().map(move |slow| Found { slow, facet, series })
        });
        let mut of_facet: Vec<_> = of_facet.collect();
        of_facet.sort_by_key(|found| (found.slow.line, u64::MAX - found.slow.ns));
        of_facet.dedup_by_key(|found| found.slow.line);
        all.extend(of_facet);
    }
    all.sort_by_key(|found| u64::MAX - found.slow.ns);
    all.truncate(DRAWN);
    all
}

fn lacks_text(facets: &[Facet]) -> bool {
    let lacks =
        |series: &Series| matches!(series.source, Source::Timing { has_puzzles: false, .. });
    facets.iter().flat_map(|facet| &facet.series).any(lacks)
}

fn card(Found { slow, facet, series }: &Found) -> Markup {
    let place = facet.place(slow.line);
    html! {
        article.card {
            h3 { (place) }
            p { b { (time(slow.ns as f64)) } ", " (guesses(slow.guesses)) ", " (series.name) }
            @match slow.puzzle.as_deref() {
                Some(puzzle) if puzzle.chars().nth(LONGEST).is_none() => (drawing(puzzle, &place)),
                Some(puzzle) => p { "Too long for a puzzle: " code { (clip(puzzle, 40)) } },
                None => p.small { "The text of the puzzle is not known." },
            }
        }
    }
}

fn guesses(number_of: u64) -> String {
    format!("{} guess{}", number(number_of), if number_of == 1 { "" } else { "es" })
}

fn drawing(puzzle: &str, place: &str) -> Markup {
    html! {
        @if let Some(drawing) = grid::draw(puzzle, &format!("{place} as a grid; the text below has its cells")) {
            (drawing)
        }
        code.line { (puzzle) }
        button type="button" data-line=(puzzle) aria-label={ "Copy the line: " (place) } { "Copy the line" }
    }
}

/// A table of the slowest puzzles of every series.
fn all(facets: &[Facet]) -> Table {
    let rows = facets.iter().flat_map(|facet| {
        let row = move |series: &Series, slow: &SlowPuzzle| {
            let names = [facet.name.clone(), series.name.clone(), facet.line(slow.line)];
            names.into_iter().chain([time(slow.ns as f64), number(slow.guesses)]).collect()
        };
        facet
            .series
            .iter()
            .flat_map(move |series| slowest(series).iter().map(move |slow| row(series, slow)))
    });
    Table::new(["set", "strategy", "line", "time", "guesses"], rows)
}
