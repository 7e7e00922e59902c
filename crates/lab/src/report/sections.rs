//! The sections of the page that are not plots: the slowest puzzles as grids, each with a button
//! that copies its line, the table of all figures, and the machines and settings.

use super::{
    Report,
    facet::{Facet, Series, base, differences, names_of_shared},
    figure::{Figure, Figures, table},
};
use crate::bench::{
    Benchmark, COLUMNS, SlowPuzzle,
    numbers::{clip, count, kinds, number, time},
};
use maud::{Markup, html};
use serde_json::{Map, Value, json};
use std::{
    cmp::Reverse,
    collections::{BTreeSet, HashSet},
    ptr,
};
use sudomill_puzzle::grid::Size;
use sudomill_trace::grid_lines;

/// The number of puzzles that are drawn.
const DRAWN: usize = 10;

/// The longest puzzle on the page: a 25×25 grid.
const LONGEST: usize = 625;

/// A slow puzzle and where it was measured.
struct Found<'a> {
    slow: &'a SlowPuzzle,
    facet: &'a Facet<'a>,
    series: &'a Series<'a>,
}

/// The slowest puzzles, drawn.
pub(super) fn cards(facets: &[Facet]) -> Figures {
    let cards = found(facets).into_iter().map(|found| {
        let place = found.facet.place(found.slow).to_lowercase();
        ("slowest", Figure { heading: format!("the grid of {place}"), markup: card(&found) })
    });
    cards.collect()
}

/// Renders the section of the slowest puzzles.
pub(super) fn slowest(facets: &[Facet], cards: &[(&str, Markup)]) -> Markup {
    let shared = names_of_shared(facets);
    html! {
        section #slowest {
            h2 { "The slowest puzzles" }
            @if cards.is_empty() { p { "No puzzles are known." } }
            @if facets.iter().any(|facet| facet.series.len() > 1) {
                p { "A puzzle that is among the slowest of several strategies is shown once, for the slowest of them." }
            }
            @if !shared.is_empty() {
                p.note { "Not listed: " (shared) ". A call solves many puzzles at once, so the time of a single puzzle is unknown." }
            }
            div.cards { @for (_, card) in cards { (card) } }
        }
    }
}

/// Renders the main figures of every series as a table; `None` without any.
pub(super) fn figures(facets: &[Facet]) -> Option<Markup> {
    let head = ["set", "strategy", "puzzles"].into_iter().chain(COLUMNS.map(|(head, _)| head));
    let head = head.map(str::to_owned).collect::<Vec<_>>();
    let mut rows = Vec::new();
    for facet in facets {
        for Series { name, measured, sample, .. } in &facet.series {
            let all = || number(measured.puzzles as u64);
            let puzzles = sample.as_ref().map_or_else(all, |it| it.replace(" puzzles", ""));
            let mut row = vec![facet.title(), name.clone(), puzzles];
            row.extend(COLUMNS.map(|(_, field)| field(measured)));
            if let (Some(run), Some(outcomes)) = (facet.run, row.last_mut()) {
                let more =
                    [run.difficulties.as_ref().map(kinds), run.agreement.as_ref().map(kinds)];
                more.iter().flatten().for_each(|more| *outcomes += &format!("; {more}"));
            }
            rows.push(row);
        }
    }
    (!rows.is_empty()).then(|| {
        html! {
            section #figures {
                h2 { "All figures" }
                @for difference in differences(facets) { p.note { (difference) } }
                (table("All figures", &head, &rows))
            }
        }
    })
}

/// The slowest of all facets; each puzzle once.
fn found<'a>(facets: &'a [Facet<'a>]) -> Vec<Found<'a>> {
    let mut all = Vec::new();
    for facet in facets {
        // Times that are shares of a call are left out.
        for series in facet.series.iter().filter(|series| !series.has_shared_clock()) {
            let slowest = series.measured.distribution.slowest.iter();
            all.extend(slowest.map(|slow| Found { slow, facet, series }));
        }
    }
    all.sort_by_key(|Found { slow, .. }| (Reverse(slow.ns), &slow.file, slow.line));
    let mut known = HashSet::new();
    all.retain(|Found { slow, facet, .. }| {
        known.insert((ptr::from_ref(*facet), &slow.file, slow.line))
    });
    all.truncate(DRAWN);
    all
}

fn card(Found { slow, facet, series }: &Found) -> Markup {
    let place = facet.place(slow);
    html! {
        article.card {
            h3 { (place) }
            p { b { (time(slow.ns as f64)) } ", " (count(slow.guesses, "guess")) ", " (series.name) }
            @match slow.puzzle.as_deref() {
                Some(puzzle) if puzzle.chars().nth(LONGEST).is_none() => {
                    @if let Some(drawing) = draw(puzzle, &format!("{place} as a grid; the text below has its cells")) {
                        (drawing)
                    }
                    code.line { (puzzle) }
                    button type="button" data-line=(puzzle) aria-label={ "Copy the line: " (place) } { "Copy the line" }
                }
                Some(puzzle) => p { "Too long for a puzzle: " code { (clip(puzzle, 40)) } },
                None => p.small { "The text of the puzzle is not known." },
            }
        }
    }
}

/// The side of a cell in the drawing.
const CELL: usize = 20;

/// Draws a puzzle; `None` if the text does not have the length of a grid.
fn draw(puzzle: &str, label: &str) -> Option<Markup> {
    let cells: Vec<char> = puzzle.chars().collect();
    let size = Size::from_cells(cells.len())?;
    let side = size.side();
    let width = side * CELL;
    let [thin, thick] = grid_lines(size, CELL, 0);
    Some(html! {
        svg.grid viewBox={ "-1 -1 " (width + 2) " " (width + 2) } role="img" aria-label=(label) {
            path.thin d=(thin) {}
            path.thick d=(thick) {}
            @for (i, clue) in cells.iter().enumerate().filter(|(_, cell)| cell.is_alphanumeric() && !"0xX".contains(**cell)) {
                text x=(i % side * CELL + CELL / 2) y=(i / side * CELL + CELL * 3 / 4) { (clue) }
            }
        }
    })
}

/// The longest text of a field, in characters.
const FIELD: usize = 300;

/// Renders the environment and the settings of every result and run, by the names in its JSON.
pub(super) fn environment(report: &Report) -> Markup {
    let mut head = vec![String::new()];
    let mut rows = Vec::new();
    let mut columns: Vec<[Value; 2]> = Vec::new();
    for (path, Benchmark { environment, settings, .. }) in &report.results {
        head.push(base(path));
        columns.push([json!(environment), json!(settings)]);
    }
    for (run, _) in &report.runs {
        head.push(base(&run.input));
        columns.push([json!(null), json!(run)]);
    }
    for part in [0, 1] {
        let names = columns.iter().filter_map(|column| column[part].as_object());
        for name in names.flat_map(Map::keys).collect::<BTreeSet<_>>() {
            let values = columns.iter().map(|column| clip(&shown(&column[part][name]), FIELD));
            rows.push([name.replace('_', " ")].into_iter().chain(values).collect());
        }
    }
    html! {
        section #environment {
            h2 { "The environment" }
            (table("The environment of every result", &head, &rows))
        }
    }
}

/// Formats a value of the JSON.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => "–".to_owned(),
        Value::Bool(is_so) => if *is_so { "yes" } else { "no" }.to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(words) => words.iter().map(shown).collect::<Vec<_>>().join(", "),
        other => match other.as_u64() {
            Some(u64::MAX) => "unlimited".to_owned(),
            whole => whole.map_or_else(|| other.to_string(), number),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        for (side, order) in [(4, 2), (9, 3), (16, 4)] {
            let text = "1".to_owned() + &".".repeat(side * side - 1);
            let drawing = draw(&text, "grid").unwrap().into_string();
            assert_eq!(drawing.matches("<text").count(), 1);
            let lines = (side + 1) + (order + 1);
            assert_eq!(drawing.matches('M').count(), 2 * lines, "{drawing}");
        }
        for text in ["", "1", "1...", &".".repeat(25), &".".repeat(1 << 20)] {
            assert!(draw(text, "grid").is_none());
        }
    }

    #[test]
    fn other_characters() {
        let drawing = draw("<>&\"'/=`........", "\"><script>").unwrap().into_string();
        assert!(!drawing.contains("<text") && !drawing.contains("<script"), "{drawing}");
    }
}
