//! The sections of the page that are not plots: the slowest puzzles as grids, each with a button
//! that copies its line, and the machines and settings. A budget keeps the page small: parts that
//! do not fit are left out and named.

use super::{
    MAX_BYTES, Report,
    facet::{Facet, Series, Source, base},
    figure::Table,
};
use crate::bench::{
    Benchmark, Environment, Settings, SlowPuzzle,
    numbers::{clip, count, number, statuses, time},
};
use maud::{Markup, html};
use std::collections::BTreeSet;
use sudomill_core::{picture::grid_lines, solver::Status};

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

/// Renders the slowest puzzles: drawings, then a table.
pub(super) fn slowest(facets: &[Facet], budget: &mut Budget) -> Markup {
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
            @if let Some(note) = shares_note(facets) { p.note { (note) } }
            @if lacks_text(facets) {
                p.note { "A timing file does not contain the puzzles. To see the grids, also pass \
                          the file of puzzles: " code { "sudomill report --timing TIMING.csv --puzzles PUZZLES.txt" } }
            }
            div.cards { @for card in &cards { (card) } }
            @if !all.rows.is_empty() {
                @if let Some(details) = budget.take("the table of the slowest puzzles", details) { (details) }
            }
        }
    }
}

/// The slowest puzzles of a series; none if their times are shares of a call.
fn slowest_of<'a>(series: &'a Series) -> &'a [SlowPuzzle] {
    if series.has_shared_clock() { &[] } else { &series.distribution.slowest }
}

/// Explains which times are shares of a call that solves many puzzles.
fn shares_note(facets: &[Facet]) -> Option<String> {
    let series = facets.iter().flat_map(|facet| &facet.series);
    let shared = series.filter(|series| series.has_shared_clock());
    let names: BTreeSet<&str> = shared.map(|series| series.name.as_str()).collect();
    if !names.is_empty() {
        let names = clip(&names.into_iter().collect::<Vec<_>>().join(", "), 300);
        return Some(format!(
            "Not listed: {names}. A call solves many puzzles at once, so the time of a single \
             puzzle is unknown."
        ));
    }
    facets.iter().any(Facet::is_timing).then(|| {
        "A timing file does not name its strategy. With lanes, the default, a call solves many \
         puzzles at once, and these are the puzzles with the largest shares of a call."
            .to_owned()
    })
}

/// The slowest of all facets; each puzzle once.
fn found<'a>(facets: &'a [Facet<'a>]) -> Vec<Found<'a>> {
    let mut all: Vec<Found> = Vec::new();
    for facet in facets {
        let of_facet = facet.series.iter().flat_map(|series| {
            slowest_of(series).iter().map(move |slow| Found { slow, facet, series })
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
        @if let Some(drawing) = draw(puzzle, &format!("{place} as a grid; the text below has its cells")) {
            (drawing)
        }
        code.line { (puzzle) }
        button type="button" data-line=(puzzle) aria-label={ "Copy the line: " (place) } { "Copy the line" }
    }
}

/// A table of the slowest puzzles of every series.
fn all(facets: &[Facet]) -> Table {
    let mut table = Table::new(&["set", "strategy", "line", "time", "guesses"]);
    for facet in facets {
        for series in &facet.series {
            for slow in slowest_of(series) {
                let [set, strategy] = [&facet.name, &series.name].map(String::clone);
                let [ns, guesses] = [time(slow.ns as f64), number(slow.guesses)];
                table.rows.push(vec![set, strategy, facet.line(slow.line), ns, guesses]);
            }
        }
    }
    table
}

/// The side of a cell in the drawing.
const CELL: usize = 20;

/// The largest side that is drawn.
const LARGEST: usize = 25;

/// Draws a puzzle; `None` if the text does not have the length of a grid.
fn draw(puzzle: &str, label: &str) -> Option<Markup> {
    let cells: Vec<char> = puzzle.chars().take(LARGEST * LARGEST + 1).collect();
    let side = cells.len().isqrt();
    let order = side.isqrt();
    let square = side * side == cells.len() && order * order == side;
    if !square || !(4..=LARGEST).contains(&side) {
        return None;
    }
    let size = side * CELL;
    Some(html! {
        svg.grid viewBox={ "-1 -1 " (size + 2) " " (size + 2) } role="img" aria-label=(label) {
            path.thin d=(grid_lines(side, 1, CELL, 0)) {}
            path.thick d=(grid_lines(side, order, CELL, 0)) {}
            @for (i, clue) in cells.iter().enumerate().filter(|(_, cell)| is_clue(**cell)) {
                text x=(i % side * CELL + CELL / 2) y=(i / side * CELL + CELL * 3 / 4) { (clue) }
            }
        }
    })
}

fn is_clue(cell: char) -> bool {
    cell.is_alphanumeric() && !"0xX".contains(cell)
}

/// The longest text of a field, in characters.
const FIELD: usize = 300;

/// Renders the environment: a table of the results, and one of the timing files.
pub(super) fn environment(report: &Report) -> Markup {
    html! {
        section #environment {
            h2 { "The environment" }
            @if !report.results.is_empty() {
                (results(&report.results).markup("The environment of every result"))
            }
            @if !report.timings.is_empty() {
                h3 { "Timing files" }
                (timings(report).markup("Timing files"))
                p.small { "A timing file does not name its machine or its strategy." }
            }
        }
    }
}

fn results(results: &[(String, Benchmark)]) -> Table {
    let columns: Vec<_> =
        results.iter().map(|(_, result)| fields(&result.environment, &result.settings)).collect();
    let mut table = Table::new(&[""]);
    results.iter().for_each(|(path, _)| table.head.push(base(path)));
    for i in 0..columns[0].len() {
        let mut row = vec![columns[0][i].0.to_owned()];
        columns.iter().for_each(|column| row.push(clip(&column[i].1, FIELD)));
        table.rows.push(row);
    }
    table
}

fn fields(environment: &Environment, settings: &Settings) -> Vec<(&'static str, String)> {
    let all_or = |sample: Option<usize>| sample.map_or("all".into(), |n| number(n as u64));
    vec![
        ("date", environment.date.clone()),
        ("sudomill", environment.sudomill.clone()),
        ("commit", environment.commit.clone().unwrap_or_else(|| "–".to_owned())),
        ("compiler", environment.rustc.clone()),
        ("target", environment.target.clone()),
        ("CPU", environment.cpu.clone()),
        ("CPU features", environment.cpu_features.join(", ")),
        ("cores", number(environment.cores as u64)),
        ("threads", number(settings.threads as u64)),
        ("backend of lanes", settings.backend.clone()),
        ("solution limit", number(settings.limit)),
        ("rounds", number(settings.rounds.into())),
        ("seconds per strategy and set", settings.seconds.to_string()),
        ("puzzles per set", all_or(settings.sample)),
        ("file to file", yes(settings.end_to_end)),
        ("whole processes", yes(settings.processes)),
        ("guess limit", cap(settings.max_guesses)),
        ("pass limit", cap(settings.max_passes)),
        ("filling limit", cap(settings.max_fillings)),
    ]
}

fn yes(is_so: bool) -> String {
    if is_so { "yes" } else { "no" }.to_owned()
}

fn cap(most: u64) -> String {
    if most == u64::MAX { "unlimited".to_owned() } else { number(most) }
}

fn timings(report: &Report) -> Table {
    let mut table = Table::new(&["file", "rows", "statuses"]);
    for (timed, _) in &report.timings {
        let statuses = statuses(Status::ALL.into_iter().zip(timed.statuses));
        let rows = count(timed.statuses.iter().sum(), "row");
        table.rows.push(vec![base(&timed.path), rows, statuses]);
    }
    table
}

/// Bytes reserved for the names of the parts that are left out.
const RESERVE: usize = 12_000;

/// The maximum number of omitted parts that are named.
const NAMED: usize = 20;

/// The remaining size of the page, and the names of the parts that did not fit.
pub(super) struct Budget {
    left: usize,
    omitted: Vec<String>,
}

impl Budget {
    /// Creates the budget of a page of which `taken` bytes are used.
    pub fn new(taken: usize) -> Self {
        Self { left: MAX_BYTES.saturating_sub(RESERVE + taken), omitted: Vec::new() }
    }

    /// Reserves room for a part and returns it; `None` if it does not fit.
    pub fn take(&mut self, name: &str, part: Markup) -> Option<Markup> {
        let size = part.0.len();
        if size > self.left {
            self.omitted.push(clip(name, 80));
            return None;
        }
        self.left -= size;
        Some(part)
    }

    /// A note that names the parts that were left out; empty if all fit.
    pub fn note(&self) -> Markup {
        let more = self.omitted.len().saturating_sub(NAMED);
        html! {
            @if !self.omitted.is_empty() {
                div.note role="note" {
                    p { "Omitted to keep the page under 1 MB; a report on fewer results shows them:" }
                    ul {
                        @for name in self.omitted.iter().take(NAMED) { li { (name) } }
                        @if more > 0 { li { "and " (more) " more" } }
                    }
                }
            }
        }
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

    #[test]
    fn omitted_parts_are_named() {
        let mut budget = Budget::new(MAX_BYTES - RESERVE - 100);
        let part = |bytes: usize| html! { ("x".repeat(bytes)) };
        assert!(budget.take("small", part(60)).is_some());
        assert!(budget.take("<large>", part(60)).is_none());
        assert!(budget.take("smaller", part(40)).is_some());
        let note = budget.note().into_string();
        assert!(note.contains("<li>&lt;large&gt;</li>") && !note.contains("small"), "{note}");
    }

    #[test]
    fn note_is_small() {
        let mut budget = Budget::new(MAX_BYTES);
        (0..1000).for_each(|_| assert!(budget.take(&"&".repeat(500), html! { p {} }).is_none()));
        assert!(budget.note().0.len() < RESERVE);
        assert!(budget.note().into_string().contains("and 980 more"));
    }
}
