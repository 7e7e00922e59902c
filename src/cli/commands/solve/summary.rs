//! Produces the summary of a run: for the summary file, and in words.

use super::Config;
use crate::cli::{
    driver::{Driver, files_of},
    message::{count, if_any, nanos, number, say, say_damaged},
};
use std::time::Duration;
use sudomill::{
    input::Skip,
    output::{Agreement, Counted, Counts, Quantiles, Summary},
    solver::lanes::Occupancy,
};
use sudomill_batch::files::resume::ResumePoint;

/// Completes the summary of a run at its end.
pub fn complete(
    summary: &mut Summary,
    config: &Config,
    driver: &Driver,
    ResumePoint { strategies, sides, .. }: &ResumePoint,
    elapsed: Duration,
) {
    let tally = &driver.totals.tally;
    if let Some([all, failed, without]) = driver.files() {
        summary.files = Some(all);
        summary.failed_files = Some(failed);
        summary.files_without_puzzle = Some(without);
        let names = config.args.inputs.iter().map(|path| path.display().to_string());
        summary.input = names.collect::<Vec<_>>().join(" ");
        summary.detected = None;
    }
    let lists_all = config.args.format.lists_all();
    let Occupancy { busy, total, .. } = tally.occupancy;
    summary.puzzles = tally.puzzles();
    summary.statuses = tally.statuses;
    summary.solutions = lists_all.then_some(tally.listed);
    summary.at_limit = lists_all.then_some(tally.at_limit);
    summary.difficulties = Some(tally.difficulties).filter(|graded| graded.sum() > 0);
    summary.ratings = Some(tally.ratings).filter(|rated| rated.sum() > 0);
    summary.agreement = config.compares.then(|| tally.agreement());
    summary.skipped = tally.skipped;
    summary.lines = tally.lines();
    summary.elapsed_s = elapsed.as_secs_f64();
    let solved = tally.puzzles() - summary.resumed.unwrap_or(0);
    summary.puzzles_per_s = solved as f64 / summary.elapsed_s.max(1e-9);
    summary.solve_ns = Some(tally.times.quantiles()).filter(|it| it.max > 0);
    summary.distribution = Some(tally.times.distribution())
        .filter(|it| !it.along.is_empty() && summary.resumed.is_none());
    summary.strategy = strategies.join(", ");
    summary.backend = summary.backend.filter(|_| total > 0);
    summary.occupancy = (total > 0).then(|| busy as f64 / total as f64);
    summary.side = sides.first().copied().filter(|_| sides.len() == 1);
    summary.version = env!("CARGO_PKG_VERSION");
}

/// Writes the summary to standard error.
pub fn print(summary: &Summary) {
    let statuses = list(": ", &summary.statuses);
    let [failed, without] = [summary.failed_files, summary.files_without_puzzle];
    let counts = |all| [all, failed.unwrap_or(0), without.unwrap_or(0)];
    let files = files_of(summary.files.map(counts));
    say(format_args!("{files}{}{statuses}", count(summary.puzzles, "puzzle")));
    if let Some(resumed) = summary.resumed {
        say(format_args!("{} solved by an earlier run", count(resumed, "puzzle")));
    }
    if let (Some(solutions), Some(at_limit)) = (summary.solutions, summary.at_limit) {
        let limit = number(summary.limit);
        let words = || format!(": {} reached the limit of {limit}", count(at_limit, "puzzle"));
        let more = if_any(at_limit, words);
        say(format_args!("{}{more}", count(solutions, "solution")));
    }
    if let Some(difficulties) = &summary.difficulties {
        say(list("difficulty: ", difficulties));
    }
    if let Some(ratings) = &summary.ratings {
        let found = ratings.iter().filter(|(_, puzzles)| *puzzles > 0);
        let words = found.map(|(range, puzzles)| format!("{}: {}", range.name(), number(puzzles)));
        say(format_args!("rating {}", words.collect::<Vec<_>>().join(", ")));
    }
    if let Some(agreement) = &summary.agreement {
        let [right, wrong, not_compared] =
            [Agreement::Right, Agreement::Wrong, Agreement::NotCompared]
                .map(|kind| number(agreement.of(kind)));
        let damaged = agreement.of(Agreement::Damaged);
        let rest = if_any(damaged, || format!(", {} damaged", number(damaged)));
        say(format_args!(
            "solutions of the input: {right} right, {wrong} wrong, {not_compared} not compared{rest}"
        ));
        say_damaged(damaged);
    }
    let is_further = |skip: &Skip| *skip == Skip::Row;
    let others: Counts<_> = summary.skipped.iter().filter(|(skip, _)| !is_further(skip)).collect();
    let further = summary.skipped.of(Skip::Row);
    let further = (further > 0).then(|| format!("{} of grids", count(further, "further row")));
    let others = Some(list("skipped lines: ", &others)).filter(|list| !list.is_empty());
    let skipped: Vec<_> = others.into_iter().chain(further).collect();
    if !skipped.is_empty() {
        say(skipped.join("; "));
    }
    if let Some(header) = summary.detected.as_ref().and_then(|it| it.header.as_ref()) {
        say(format_args!("header: {}", shown(header)));
    }
    let elapsed = nanos((summary.elapsed_s * 1e9) as u64);
    say(format_args!("{elapsed}, {}/s", count(summary.puzzles_per_s as u64, "puzzle")));
    if let Some(Quantiles { min, median, p99, max, .. }) = summary.solve_ns {
        let [min, median, p99, max] = [min, median, p99, max].map(nanos);
        say(format_args!("solve time: min {min}, median {median}, p99 {p99}, max {max}"));
    }
    let lanes = summary.backend.zip(summary.occupancy).map_or_else(String::new, |(name, share)| {
        format!(" ({name}, {:.0} % of the lanes busy)", share * 100.0)
    });
    let (strategy, limit) = (&summary.strategy, summary.limit);
    let threads = count(summary.threads as u64, "thread");
    say(format_args!("strategy {strategy}{lanes}, limit {limit}, {threads}"));
}

/// Escapes and truncates a header to fit on a line.
fn shown(header: &str) -> String {
    let mut shown: String = header.chars().flat_map(char::escape_debug).take(HEADER + 1).collect();
    if let Some((end, _)) = shown.char_indices().nth(HEADER) {
        shown.replace_range(end.., "...");
    }
    shown
}

/// The longest header shown in full, in characters.
const HEADER: usize = 100;

/// Lists the kinds that occur, with their numbers; empty if there are none.
fn list<K: Counted>(before: &str, counts: &Counts<K>) -> String {
    let found = counts.iter().filter(|(_, items)| *items > 0);
    let words: Vec<_> =
        found.map(|(kind, items)| format!("{} {}", number(items), kind.name())).collect();
    if words.is_empty() { String::new() } else { format!("{before}{}", words.join(", ")) }
}
