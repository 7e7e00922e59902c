//! The page: head, sections, footer.

use super::{
    MAX_BYTES, Report,
    facet::{Facet, facets},
    figure::{Figure, Figures},
    plots, sections,
};
use crate::bench::numbers::clip;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The style sheets; the page in `web/` uses the last two, too.
const STYLES: [&str; 3] =
    [include_str!("style.css"), include_str!("plots.css"), include_str!("vendor/uPlot.min.css")];

/// The text of a script. In a browser, the page of `web/` has it already, and puts it in place of its
/// name.
macro_rules! script {
    ($name:literal, $path:literal) => {
        match cfg!(target_family = "wasm") {
            true => $name,
            false => include_str!($path),
        }
    };
}

/// The scripts, in the order of their hashes in `script.sha256`.
const SCRIPTS: [&str; 3] = [
    script!("uPlot.iife.min.js", "vendor/uPlot.iife.min.js"),
    script!("plots.js", "plots.js"),
    include_str!("script.js"),
];

/// The sections of plots: identifier, heading, description.
const SECTIONS: [[&str; 3]; 6] = [
    ["results", "Results", "The puzzles of a run by status and other properties."],
    [
        "throughput",
        "Throughput",
        "Puzzles per second, all plots on the same scale. For a benchmark: the median over the \
         rounds, with a bar from the slowest round to the fastest.",
    ],
    ["times", "Solve time", "The time of single puzzles. Every plot has its own scale."],
    [
        "strategies",
        "Strategies",
        "Mean guesses and time per puzzle of each strategy. Lower is faster; farther left means \
         fewer guesses.",
    ],
    ["guesses", "Guesses against time", "The cost of a guess."],
    ["along", "Along the file", "The rate over the course of the file."],
];

/// Bytes reserved for the headings of the sections, their descriptions, and the names of the parts
/// that are left out.
const RESERVE: usize = 16_000;

/// The maximum number of omitted parts that are named.
const NAMED: usize = 20;

impl Report {
    /// The page as HTML, at most [`MAX_BYTES`] long. It depends on nothing but the input.
    pub fn page(&self) -> String {
        let mut facets = facets(self);
        let mut budget = Budget::new(frame(self, &html! {}, &html! {}).0.len());
        // The most important parts come first; those of the last sets may be left out.
        let environment = budget.take("The environment", sections::environment(self));
        let table = sections::figures(&facets).and_then(|table| budget.take("All figures", table));
        let mut figures = budget.take_all(totals(&facets));
        let cards = budget.take_all(sections::cards(&facets));
        let slowest = sections::slowest(&facets, &cards);
        figures.extend(budget.take_all(single_puzzle_figures(&mut facets)));
        let of_section = |id: &'static str| figures.iter().filter(move |(of, _)| *of == id);
        let sections = || SECTIONS.iter().filter(|[id, ..]| of_section(id).next().is_some());
        let nav = html! {
            @if table.is_some() { a href="#figures" { "All figures" } }
            @for [id, heading, _] in sections() { a href={ "#" (id) } { (heading) } }
            a href="#slowest" { "Slowest" }
            @if environment.is_some() { a href="#environment" { "Environment" } }
        };
        let body = html! {
            (budget.note())
            @if let Some(table) = &table { (table) }
            @for [id, heading, words] in sections() {
                section.drawn id=(id) {
                    h2 { (heading) }
                    p { (words) }
                    div.plots { @for (_, figure) in of_section(id) { (figure) } }
                }
            }
            (slowest)
            @if let Some(environment) = &environment { (environment) }
        };
        frame(self, &nav, &body).into_string()
    }

    /// The plots of whole strategies in HTML, for pages that load `plots.js`.
    pub fn figures(&self) -> Vec<String> {
        let facets = facets(self);
        let strategies = facets.iter().filter_map(plots::strategies);
        let figures = totals(&facets).into_iter().map(|(_, figure)| figure).chain(strategies);
        figures.map(|figure| figure.markup.into_string()).collect()
    }
}

/// The remaining size of the page, and the names of the parts that did not fit.
struct Budget {
    left: usize,
    omitted: Vec<String>,
}

impl Budget {
    /// Creates the budget of a page of which `taken` bytes are used.
    fn new(taken: usize) -> Self {
        Self { left: MAX_BYTES.saturating_sub(RESERVE + taken), omitted: Vec::new() }
    }

    /// Reserves room for a part and returns it; `None` if it does not fit.
    fn take(&mut self, name: &str, part: Markup) -> Option<Markup> {
        let Some(left) = self.left.checked_sub(part.0.len()) else {
            self.omitted.push(clip(name, 80));
            return None;
        };
        self.left = left;
        Some(part)
    }

    fn take_all(&mut self, figures: Figures) -> Vec<(&'static str, Markup)> {
        let fits =
            |(id, figure): (_, Figure)| Some((id, self.take(&figure.heading, figure.markup)?));
        figures.into_iter().filter_map(fits).collect()
    }

    /// A note that names the parts that were left out; empty if all fit.
    fn note(&self) -> Markup {
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

const AGREEMENT: &str = "Agreement with the solutions of the input";

/// The figures that need no times of single puzzles.
fn totals(facets: &[Facet]) -> Figures {
    let rates = plots::axis(facets);
    let mut figures = Figures::new();
    for facet in facets {
        figures.push(("throughput", plots::throughput(facet, &rates)));
        if let (Some(run), [series]) = (facet.run, &facet.series[..]) {
            let counts = [
                Some(plots::counts(facet, series, "Status", &run.statuses)),
                run.difficulties.map(|it| plots::counts(facet, series, "Difficulty", &it)),
                run.agreement.map(|it| plots::counts(facet, series, AGREEMENT, &it)),
            ];
            figures.extend(counts.into_iter().flatten().map(|figure| ("results", figure)));
        }
    }
    figures
}

/// The figures of single puzzles. Removes the series of commands, which have no such times.
fn single_puzzle_figures(facets: &mut [Facet]) -> Figures {
    let mut figures = Figures::new();
    for facet in facets {
        facet.series.retain(|series| series.measured.command.is_none());
        if facet.series.is_empty() {
            continue;
        }
        figures.push(("times", plots::times(facet)));
        figures.extend(plots::strategies(facet).map(|figure| ("strategies", figure)));
        figures.push(("guesses", plots::guesses(facet)));
        if facet.run.is_some() {
            figures.push(("along", plots::along(facet)));
        }
    }
    figures
}

/// The page around the sections.
fn frame(report: &Report, nav: &Markup, body: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy());
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content={ "sudomill " (env!("CARGO_PKG_VERSION")) };
                link rel="icon" href="data:,";
                title { (report.title) }
                @for style in STYLES { style { (PreEscaped(style)) } }
                // Without scripts, nothing draws the plots.
                noscript { style { "nav, .drawn { display: none; }" } }
            }
            body {
                header {
                    h1 { (report.title) }
                    nav aria-label="Sections" { (nav) }
                    p.small.hint hidden {
                        "Hover over a plot for its values. Drag to zoom in; double-click to reset."
                    }
                }
                main { (body) }
                footer { p.small { "Made by sudomill " (env!("CARGO_PKG_VERSION")) "." } }
                p #said .sr role="status" aria-live="polite" {}
                // The licence of the first script.
                (PreEscaped(concat!("<!--\n", include_str!("vendor/uPlot.LICENSE"), "-->")))
                @for script in SCRIPTS { script { (PreEscaped(script)) } }
            }
        }
    }
}

/// The page's Content-Security-Policy: load nothing, run only the scripts with these hashes.
fn policy() -> String {
    let hashes = include_str!("script.sha256").lines().map(|hash| format!("'sha256-{hash}'"));
    format!(
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src {}; \
         base-uri 'none'; form-action 'none'",
        hashes.collect::<Vec<_>>().join(" ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::{Engine, engine::general_purpose::STANDARD};
    use sha2::{Digest, Sha256};

    #[test]
    fn budget_is_kept() {
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

    #[test]
    fn policy_allows_scripts() {
        let hashes = SCRIPTS.map(|script| STANDARD.encode(Sha256::digest(script)) + "\n");
        assert_eq!(hashes.concat(), include_str!("script.sha256"), "put them into script.sha256");
        let policy = policy();
        assert!(hashes.iter().all(|hash| policy.contains(&format!("'sha256-{}'", hash.trim()))));
    }

    /// The files of the release that vendor/README.md names, unchanged.
    #[test]
    fn vendored_files() {
        let files: [(&str, &[u8]); 3] = [
            ("uPlot.LICENSE", include_bytes!("vendor/uPlot.LICENSE")),
            ("uPlot.iife.min.js", include_bytes!("vendor/uPlot.iife.min.js")),
            ("uPlot.min.css", include_bytes!("vendor/uPlot.min.css")),
        ];
        let line = |(name, bytes): (_, &[u8])| {
            let hash: String = Sha256::digest(bytes).iter().map(|b| format!("{b:02x}")).collect();
            format!("{hash}  {name}\n")
        };
        assert_eq!(files.map(line).concat(), include_str!("vendor/SHA256SUMS"));
    }
}
