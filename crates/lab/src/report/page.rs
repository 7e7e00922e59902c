//! The page: head, sections, footer.

use super::{
    Report,
    facet::{Facet, Series, facets},
    figure::Figure,
    plots,
    sections::{self, Budget},
};
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The style sheets; the page in `web/` uses the last two, too.
const STYLES: [&str; 3] =
    [include_str!("style.css"), include_str!("plots.css"), include_str!("vendor/uPlot.min.css")];

/// The scripts, in the order of their hashes in `script.sha256`.
const SCRIPTS: [&str; 3] =
    [include_str!("vendor/uPlot.iife.min.js"), include_str!("plots.js"), include_str!("script.js")];

/// The page's Content-Security-Policy: load nothing, run only the scripts with these hashes.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; \
    script-src HASHES; base-uri 'none'; form-action 'none'";

/// Bytes reserved for the headings of the sections and their descriptions.
const HEADINGS: usize = 4_000;

/// The sections of plots: identifier, heading, description.
const SECTIONS: [[&str; 3]; 6] = [
    ["results", "Results", "The rows of a timing file by status and by other columns."],
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

/// Figures, each with the section that it belongs to.
type Figures = Vec<(&'static str, Figure)>;

pub(super) fn page(report: &Report) -> String {
    let mut facets = facets(report);
    let frame_only = frame(report, &html! {}, &html! {}).0.len();
    let mut budget = Budget::new(frame_only + HEADINGS);
    let environment = budget.take("The environment", sections::environment(report));
    // The most important parts come first; those of the last sets may be left out.
    let mut figures = take(&mut budget, totals(&facets));
    let slowest = sections::slowest(&facets, &mut budget);
    figures.extend(take(&mut budget, single_puzzle_figures(&mut facets)));
    let of_section = |id: &'static str| figures.iter().filter(move |(of, _)| *of == id);
    let sections = || SECTIONS.iter().filter(|[id, ..]| of_section(id).next().is_some());
    let nav = html! {
        @for [id, heading, _] in sections() { a href={ "#" (id) } { (heading) } }
        a href="#slowest" { "Slowest" }
        @if environment.is_some() { a href="#environment" { "Environment" } }
    };
    let body = html! {
        (budget.note())
        @for [id, heading, words] in sections() {
            section id=(id) {
                h2 { (heading) }
                p { (words) }
                div.plots { @for (_, figure) in of_section(id) { (figure) } }
            }
        }
        (slowest)
        @if let Some(environment) = &environment { (environment) }
    };
    frame(report, &nav, &body).into_string()
}

/// The figures of a page, as HTML.
pub(super) fn figures(report: &Report) -> Vec<(&'static str, String)> {
    let mut facets = facets(report);
    let figures = [totals(&facets), single_puzzle_figures(&mut facets)];
    let markup = |(id, figure): (_, Figure)| (id, figure.markup().into_string());
    figures.into_iter().flatten().map(markup).collect()
}

/// The figures that need no times of single puzzles.
fn totals(facets: &[Facet]) -> Figures {
    let rates = plots::axis(facets);
    let mut figures = Figures::new();
    for facet in facets {
        figures.push(("throughput", plots::throughput(facet, &rates)));
        for series in &facet.series {
            let of_column = |column| ("results", plots::counts(facet, series, column));
            figures.extend(series.counts().iter().map(of_column));
        }
    }
    figures
}

/// The figures of single puzzles. Removes the series of commands, which have no such times.
fn single_puzzle_figures(facets: &mut [Facet]) -> Figures {
    let mut figures = Figures::new();
    for facet in facets {
        facet.series.retain(Series::has_times);
        if facet.series.is_empty() {
            continue;
        }
        figures.push(("times", plots::times(facet)));
        figures.extend(plots::strategies(facet).map(|figure| ("strategies", figure)));
        figures.push(("guesses", plots::guesses(facet)));
        figures.push(("along", plots::along(facet)));
    }
    figures
}

/// Renders the figures that fit into the budget.
fn take(budget: &mut Budget, figures: Figures) -> Vec<(&'static str, Markup)> {
    let fits =
        |(id, figure): (_, Figure)| Some((id, budget.take(&figure.heading, figure.markup())?));
    figures.into_iter().filter_map(fits).collect()
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

fn policy() -> String {
    let hashes = include_str!("script.sha256").lines().map(|hash| format!("'sha256-{hash}'"));
    POLICY.replace("HASHES", &hashes.collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::{Engine, engine::general_purpose::STANDARD};
    use sha2::{Digest, Sha256};

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
