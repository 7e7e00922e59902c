//! Produces the summary of a run: for the summary file, and in words.

use crate::cli::{
    driver::files_of,
    message::{count, nanos, number, say},
};
use std::{collections::BTreeSet, time::Duration};
use sudomill::{
    batch::{Options, resume::Before},
    input::Detected,
    output::{Agreement, Difficulties, Quantiles, Skipped, Statuses, Summary, Tally},
    solver::{
        Difficulty, Status,
        lanes::{Backend, Occupancy},
    },
};

/// The totals over all inputs, and how they were solved.
#[derive(Default)]
pub struct Total {
    pub tally: Tally,
    /// The number of puzzles that an earlier run has solved, if this one resumes it.
    pub resumed: Option<u64>,
    /// The names of the inputs.
    pub input: String,
    /// The number of inputs, of those that failed, and of those without a puzzle, if there can be
    /// more than one input.
    pub files: Option<[u64; 3]>,
    /// The names of the strategies; there may be several because `lanes` depends on the size.
    pub strategies: Vec<String>,
    backend: Option<Backend>,
    pub sides: BTreeSet<usize>,
    limit: u64,
    threads: usize,
    /// True if all solutions are written.
    lists_all: bool,
    /// True if solutions in the inputs are compared.
    pub compares: bool,
    /// The format detected for the input added last.
    pub detected: Option<Detected>,
}

impl Total {
    /// Adds the results of an input.
    pub fn add(&mut self, tally: &Tally, options: &Options, side: usize) {
        let name = options.strategy.name();
        if !self.strategies.contains(&name) {
            self.strategies.push(name);
        }
        self.backend = self.backend.or(options.strategy.backend());
        (self.limit, self.threads) = (options.limits.solutions, options.threads);
        self.lists_all = options.format.lists_all();
        self.sides.insert(side);
        self.tally.merge(tally);
    }

    /// The state after the inputs so far, for a run that resumes with the next one.
    pub fn before(&self, inputs: usize, failed: u64, without: u64) -> Before {
        Before {
            inputs,
            counts: self.tally.clone(),
            failed,
            without,
            strategies: self.strategies.clone(),
            sides: self.sides.iter().copied().collect(),
        }
    }

    pub fn summary(&self, elapsed: Duration) -> Summary {
        let tally = &self.tally;
        let Occupancy { busy, total } = tally.occupancy();
        let occupied = total > 0;
        let solved = tally.puzzles() - self.resumed.unwrap_or(0);
        let difficulties = Difficulties::from(tally);
        let is_graded = difficulties != Difficulties::default();
        Summary {
            input: self.input.clone(),
            files: self.files.map(|[all, _, _]| all),
            failed_files: self.files.map(|[_, failed, _]| failed),
            files_without_puzzle: self.files.map(|[_, _, without]| without),
            puzzles: tally.puzzles(),
            resumed: self.resumed,
            statuses: Statuses::from(tally),
            solutions: self.lists_all.then(|| tally.listed()),
            at_limit: self.lists_all.then(|| tally.at_limit()),
            difficulties: is_graded.then_some(difficulties),
            agreement: self.compares.then(|| Agreement::from(tally)),
            skipped: Skipped::from(tally),
            lines: tally.lines(),
            detected: self.detected.clone().filter(|_| self.files.is_none()),
            elapsed_s: elapsed.as_secs_f64(),
            puzzles_per_s: solved as f64 / elapsed.as_secs_f64().max(1e-9),
            solve_ns: Quantiles::of(tally),
            strategy: self.strategies.join(", "),
            backend: self.backend.filter(|_| occupied).map(Backend::name),
            occupancy: occupied.then(|| busy as f64 / total as f64),
            limit: self.limit,
            threads: self.threads,
            side: self.sides.first().copied().filter(|_| self.sides.len() == 1),
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}

/// Writes the summary to standard error.
pub fn print(summary: &Summary) {
    let statuses = summary.statuses.counts().map(|(_, count)| count);
    let statuses = list(": ", statuses, Status::ALL.map(Status::name));
    let [failed, without] = [summary.failed_files, summary.files_without_puzzle];
    let counts = |all| [all, failed.unwrap_or(0), without.unwrap_or(0)];
    let files = summary.files.map(counts).map(files_of).unwrap_or_default();
    say(format_args!("{files}{}{statuses}", count(summary.puzzles, "puzzle")));
    if let Some(resumed) = summary.resumed {
        say(format_args!("{} solved by an earlier run", count(resumed, "puzzle")));
    }
    if let (Some(solutions), Some(at_limit)) = (summary.solutions, summary.at_limit) {
        let limit = number(summary.limit);
        let more = format!(": {} reached the limit of {limit}", count(at_limit, "puzzle"));
        let more = if at_limit > 0 { more } else { String::new() };
        say(format_args!("{}{more}", count(solutions, "solution")));
    }
    if let Some(difficulties) = &summary.difficulties {
        let names = Difficulty::ALL.map(Difficulty::name);
        say(list("difficulty: ", difficulties.counts(), names));
    }
    if let Some(Agreement { right, wrong, not_compared }) = summary.agreement {
        let [right, wrong, not_compared] = [right, wrong, not_compared].map(number);
        say(format_args!(
            "solutions of the input: {right} right, {wrong} wrong, {not_compared} not compared"
        ));
    }
    let Skipped { blank, comment, header, count: counts, name, ruler, row, continuation } =
        summary.skipped;
    let skipped = [blank, comment, header, counts, name, ruler, continuation];
    let names = ["blank", "comment", "header", "count", "name", "ruler", "continuation"];
    let skipped = list("skipped lines: ", skipped, names);
    let further = format!("{} of grids", self::count(row, "further row"));
    match (skipped.is_empty(), row) {
        (true, 0) => {}
        (false, 0) => say(skipped),
        (true, _) => say(further),
        (false, _) => say(format_args!("{skipped}; {further}")),
    }
    if let Some(header) = summary.detected.as_ref().and_then(|it| it.header.as_ref()) {
        say(format_args!("header: {}", shown(header)));
    }
    let elapsed = nanos((summary.elapsed_s * 1e9) as u64);
    say(format_args!("{elapsed}, {}/s", count(summary.puzzles_per_s as u64, "puzzle")));
    if let Some(Quantiles { min, median, p99, max }) = summary.solve_ns {
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

/// Lists the positive numbers with their names; empty if there are none.
fn list<const N: usize>(before: &str, numbers: [u64; N], names: [&str; N]) -> String {
    let named = numbers.into_iter().zip(names).filter(|(value, _)| *value > 0);
    let words: Vec<_> = named.map(|(value, name)| format!("{} {name}", number(value))).collect();
    if words.is_empty() { String::new() } else { format!("{before}{}", words.join(", ")) }
}
