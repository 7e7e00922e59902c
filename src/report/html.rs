//! The page: head, sections, footer.

use super::{
    Report,
    budget::Budget,
    environment,
    facet::{Series, facets},
    figure::Figure,
    plots::{along, counts, guesses, strategies, throughput, times},
    slowest,
};
use maud::{DOCTYPE, Markup, PreEscaped, html};

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// Nothing is loaded from elsewhere, and only the script with this hash runs.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; \
    script-src 'sha256-HASH'; base-uri 'none'; form-action 'none'";

/// Bytes reserved for the headings of the sections and their descriptions.
const HEADINGS: usize = 4_000;

const THROUGHPUT: &str = "Puzzles per second, all pictures on the same scale. For a benchmark: the \
    median over the rounds, with a whisker from the slowest round to the fastest.";

/// The pictures of each section that fit.
#[derive(Default)]
struct Pictures {
    counts: Vec<Markup>,
    throughput: Vec<Markup>,
    times: Vec<Markup>,
    strategies: Vec<Markup>,
    guesses: Vec<Markup>,
    along: Vec<Markup>,
}

pub(super) fn page(report: &Report) -> String {
    let mut facets = facets(report);
    let frame_only = frame(report, &html! {}).0.len();
    let mut budget = Budget::new(frame_only + HEADINGS);
    let environment = budget.take("The environment", environment::section(report));
    // The most important parts come first; those of the last sets may be left out.
    let mut pictures = Pictures::default();
    let axis = throughput::axis(&facets);
    for facet in &facets {
        pictures.throughput.extend(take(&mut budget, throughput::figure(facet, &axis)));
        for counts in facet.series.iter().flat_map(Series::counts) {
            pictures.counts.extend(take(&mut budget, counts::figure(facet, counts)));
        }
    }
    let slowest = slowest::section(&facets, &mut budget);
    // Of a command, the times of single puzzles are not known.
    facets.iter_mut().for_each(|facet| facet.series.retain(Series::has_times));
    for facet in facets.iter().filter(|facet| !facet.series.is_empty()) {
        pictures.times.extend(take(&mut budget, times::figure(facet)));
        let compared = strategies::figure(facet);
        pictures.strategies.extend(compared.and_then(|figure| take(&mut budget, figure)));
        pictures.guesses.extend(take(&mut budget, guesses::figure(facet)));
        pictures.along.extend(take(&mut budget, along::figure(facet)));
    }
    let body = html! {
        (budget.note())
        (pictures.sections())
        (slowest)
        @if let Some(environment) = environment { (environment) }
    };
    frame(report, &body).into_string()
}

fn take(budget: &mut Budget, figure: Figure) -> Option<Markup> {
    budget.take(&figure.heading, figure.markup())
}

impl Pictures {
    fn sections(&self) -> Markup {
        html! {
            @if !self.counts.is_empty() {
                (section("results", "Results", "The rows of a timing file by what was found.",
                    &self.counts))
            }
            (section("throughput", "Throughput", THROUGHPUT, &self.throughput))
            (section("times", "Solve time", "The time of single puzzles. Every picture has \
                its own scale.", &self.times))
            @if !self.strategies.is_empty() {
                (section("strategies", "Strategies", "Guesses and time of every strategy, per \
                    puzzle: lower is faster, further left is fewer guesses.", &self.strategies))
            }
            (section("guesses", "Guesses against time", "What a guess costs.", &self.guesses))
            (section("along", "Along the file", "Whether the rate changes from the first line to \
                the last.", &self.along))
        }
    }
}

fn section(id: &str, heading: &str, words: &str, figures: &[Markup]) -> Markup {
    html! {
        section id=(id) {
            h2 { (heading) }
            p { (words) }
            div.figures { @for figure in figures { (figure) } }
        }
    }
}

/// The page around the sections.
fn frame(report: &Report, body: &Markup) -> Markup {
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
                style { (PreEscaped(STYLE)) }
            }
            body {
                header {
                    h1 { (report.title) }
                    nav aria-label="Sections" {
                        @if report.has_timing() { a href="#results" { "Results" } }
                        a href="#throughput" { "Throughput" }
                        a href="#times" { "Solve time" }
                        a href="#guesses" { "Guesses" }
                        a href="#along" { "Along the file" }
                        a href="#slowest" { "Slowest" }
                        a href="#environment" { "Environment" }
                    }
                }
                main { (body) }
                footer { p.small { "Made by sudomill " (env!("CARGO_PKG_VERSION")) "." } }
                p #said .sr role="status" aria-live="polite" {}
                script { (PreEscaped(SCRIPT)) }
            }
        }
    }
}

fn policy() -> String {
    POLICY.replace("HASH", include_str!("script.sha256").trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::{Engine, engine::general_purpose::STANDARD};
    use sha2::{Digest, Sha256};

    #[test]
    fn policy_allows_script() {
        let hash = STANDARD.encode(Sha256::digest(SCRIPT));
        assert_eq!(hash, include_str!("script.sha256").trim(), "put it into script.sha256");
        assert!(policy().contains(&format!("script-src 'sha256-{hash}';")));
    }
}
