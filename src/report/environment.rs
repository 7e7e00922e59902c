//! The section about the machines and the settings.

use super::{
    Report, Timed,
    facet::base,
    figure::Table,
};
use crate::{
    bench::{Benchmark, Environment, Settings, numbers::statuses},
    solver::Status,
};
use maud::{Markup, html};
use crate::bench::numbers::{clip, count, number};

/// The longest text of a field, in characters.
const FIELD: usize = 300;

/// The section: one table of the results, one of the timing files.
pub(super) fn section(report: &Report) -> Markup {
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
    let row = |i: usize| {
        let values = columns.iter().map(|column| clip(&column[i].1, FIELD));
        [columns[0][i].0.to_owned()].into_iter().chain(values).collect()
    };
    let names = results.iter().map(|(path, _)| base(path));
    Table::new([String::new()].into_iter().chain(names), (0..columns[0].len()).map(row))
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
    let row = |(timed, _): &(Timed, _)| {
        let statuses = statuses(Status::ALL.into_iter().zip(timed.statuses));
        let rows = count(timed.statuses.iter().sum(), "row");
        vec![base(&timed.path), rows, statuses]
    };
    Table::new(["file", "rows", "statuses"], report.timings.iter().map(row))
}
