//! What `bench` measured as rows: for a terminal, a page, a spreadsheet.

use super::SortKey;
use crate::cli::message::{count, escaped, nanos, plain};
use comfy_table::{CellAlignment, ContentArrangement, Table, presets};
use indicatif::HumanCount;
use std::fmt::Write;
use sudomill::bench::{Benchmark, Clock, Measurement, SetRecord, compare::Ratio};

/// One strategy on one set.
#[derive(Clone, Copy)]
struct Row<'a> {
    set: &'a SetRecord,
    measured: &'a Measurement,
}

const HEADER: [&str; 13] = [
    "set",
    "strategy",
    "puzzles/s",
    "±",
    "× first",
    "mean",
    "median",
    "p90",
    "p99",
    "max",
    "guesses",
    "no guess",
    "outcomes",
];

/// Columns of words; the others are of numbers.
const WORDS: [usize; 3] = [0, 1, 12];

/// The table and what belongs to it, for a terminal.
pub fn terminal(benchmark: &Benchmark, order: Option<SortKey>) -> String {
    let mut table = table(benchmark, order, plain);
    table.load_style(presets::UTF8_FULL_CONDENSED);
    text(benchmark, &table, "\n", plain)
}

/// The same in Markdown.
pub fn markdown(benchmark: &Benchmark, order: Option<SortKey>) -> String {
    let mut table = table(benchmark, order, escaped);
    table.load_style(presets::ASCII_MARKDOWN);
    text(benchmark, &table, "\n\n", escaped)
}

fn text(benchmark: &Benchmark, table: &Table, end: &str, clean: fn(&str) -> String) -> String {
    let mut text = format!("{table}\n{}", &end[1..]);
    for line in notes(benchmark) {
        text += &clean(&line);
        text += end;
    }
    text
}

fn table(benchmark: &Benchmark, order: Option<SortKey>, clean: fn(&str) -> String) -> Table {
    let mut table = Table::new();
    table.set_content_arrangement(ContentArrangement::Disabled).set_header(HEADER);
    for row in rows(benchmark, order) {
        table.add_row(row.fields().map(|field| clean(&field)));
    }
    for (index, column) in table.column_iter_mut().enumerate() {
        if !WORDS.contains(&index) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

fn rows(benchmark: &Benchmark, order: Option<SortKey>) -> Vec<Row<'_>> {
    let of_set = |set| move |measured| Row { set, measured };
    let mut rows: Vec<Row> =
        benchmark.sets.iter().flat_map(|set| set.measurements.iter().map(of_set(set))).collect();
    match order {
        None => {}
        Some(SortKey::Set) => rows.sort_by_key(|row| &row.set.name),
        Some(SortKey::Strategy) => rows.sort_by_key(|row| &row.measured.strategy),
        Some(column) => rows.sort_by(|a, b| a.number(column).total_cmp(&b.number(column))),
    }
    rows
}

impl Row<'_> {
    fn fields(&self) -> [String; 13] {
        let Measurement { rate, ns, .. } = self.measured;
        [
            self.set.name.clone(),
            self.measured.strategy.clone(),
            HumanCount(rate.median as u64).to_string(),
            self.spread(),
            self.measured.ratio.map_or_else(|| "–".into(), |ratio| Ratio(ratio).to_string()),
            nanos(ns.mean as u64),
            nanos(ns.median),
            nanos(ns.p90),
            nanos(ns.p99),
            nanos(ns.max),
            per_puzzle(self.guesses()),
            format!("{:.0} %", 100.0 * self.without_guess()),
            self.outcomes(),
        ]
    }

    /// Half of what lies between the fastest and the slowest round.
    fn spread(&self) -> String {
        match self.measured.rate.rounds.len() {
            1 => "–".into(),
            _ => format!("{:.0} %", 100.0 * self.number(SortKey::Spread)),
        }
    }

    /// What rows are ordered by, the least first.
    fn number(&self, column: SortKey) -> f64 {
        let Measurement { rate, ns, .. } = self.measured;
        match column {
            SortKey::Set | SortKey::Strategy => 0.0,
            SortKey::Rate => -rate.median,
            SortKey::Spread => (rate.max - rate.min) / 2.0 / rate.median,
            SortKey::Ratio => -self.measured.ratio.unwrap_or(0.0),
            SortKey::Mean => ns.mean,
            SortKey::Median => ns.median as f64,
            SortKey::P90 => ns.p90 as f64,
            SortKey::P99 => ns.p99 as f64,
            SortKey::Max => ns.max as f64,
            SortKey::Guesses => self.guesses(),
            SortKey::NoGuess => -self.without_guess(),
        }
    }

    fn counter(&self, name: &str) -> u64 {
        self.measured.counters.get(name).copied().unwrap_or(0)
    }

    /// A puzzle.
    fn guesses(&self) -> f64 {
        self.counter("guesses") as f64 / self.measured.puzzles as f64
    }

    fn without_guess(&self) -> f64 {
        self.measured.without_guess as f64 / self.measured.puzzles as f64
    }

    fn statuses(&self) -> [(&'static str, usize); 5] {
        let statuses = self.measured.statuses;
        [
            ("solved", statuses.solved),
            ("unique", statuses.unique),
            ("multiple", statuses.multiple),
            ("none", statuses.none),
            ("gave up", statuses.gave_up),
        ]
    }

    fn outcomes(&self) -> String {
        let found = self.statuses().into_iter().filter(|(_, puzzles)| *puzzles > 0);
        let words: Vec<_> =
            found.map(|(name, puzzles)| format!("{} {name}", HumanCount(puzzles as u64))).collect();
        words.join(", ")
    }
}

/// A mean count.
fn per_puzzle(count: f64) -> String {
    match count {
        1000.0.. => HumanCount(count.round() as u64).to_string(),
        _ => format!("{count:.2}"),
    }
}

/// What a reader has to know besides.
fn notes(benchmark: &Benchmark) -> Vec<String> {
    let mut notes = Vec::new();
    for set in &benchmark.sets {
        for measured in &set.measurements {
            if measured.puzzles < set.puzzles {
                notes.push(format!(
                    "{}, {}: sampled {} of {}",
                    set.name,
                    measured.strategy,
                    HumanCount(measured.puzzles as u64),
                    HumanCount(set.puzzles as u64)
                ));
            }
        }
        for measured in set.measurements.iter().filter(|m| m.statuses.gave_up > 0) {
            notes.push(format!(
                "{}, {}: gave up {} of {}; its rate counts them as done",
                set.name,
                measured.strategy,
                HumanCount(measured.statuses.gave_up as u64),
                HumanCount(measured.puzzles as u64)
            ));
        }
        if set.invalid > 0 {
            notes.push(format!(
                "{}: {} not measured",
                set.name,
                count(set.invalid as u64, "invalid line")
            ));
        }
    }
    notes.push(how(benchmark));
    notes.push(single_times(benchmark));
    notes.push(environment(benchmark));
    notes
}

fn how(benchmark: &Benchmark) -> String {
    let settings = &benchmark.settings;
    let measured = || benchmark.sets.iter().flat_map(|set| &set.measurements);
    let verified: usize = measured().map(|m| m.verified).sum();
    let mut line = format!(
        "{}, limit {}, {}, {} of at least 20 ms; {} verified",
        if settings.end_to_end { "file to file" } else { "in memory" },
        settings.limit,
        count(settings.threads as u64, "thread"),
        count(settings.rounds.into(), "round"),
        count(verified as u64, "first solution"),
    );
    if measured().any(|m| m.statuses.gave_up > 0) {
        let caps = [
            ("guesses", settings.max_guesses),
            ("passes", settings.max_passes),
            ("fillings", settings.max_fillings),
        ];
        let caps = caps.map(|(name, cap)| format!("{} {name}", HumanCount(cap)));
        let _ = write!(line, "; given up beyond {}", caps.join(", "));
    }
    line
}

/// What mean to max are.
fn single_times(benchmark: &Benchmark) -> String {
    let mut line = "mean to max: one pass in memory on one thread before the rounds".to_owned();
    let measured = || benchmark.sets.iter().flat_map(|set| &set.measurements);
    if measured().any(|m| m.clock == Clock::SharedBySweeps) {
        let backend = &benchmark.settings.backend;
        let _ = write!(line, "; of lanes ({backend}) the time of all, shared by sweeps");
    }
    line
}

fn environment(benchmark: &Benchmark) -> String {
    let it = &benchmark.environment;
    let commit = it.commit.as_ref().map(|id| format!(" ({id})")).unwrap_or_default();
    format!(
        "{}, {}, {}; sudomill {}{commit}, {}, {}; {}",
        it.cpu,
        count(it.cores as u64, "core"),
        it.cpu_features.join(" "),
        it.sudomill,
        it.rustc,
        it.target,
        it.date
    )
}

/// A row for each set and strategy, numbers bare.
pub fn csv(benchmark: &Benchmark, order: Option<SortKey>) -> anyhow::Result<Vec<u8>> {
    let mut csv = csv::Writer::from_writer(Vec::new());
    let set = ["set", "strategy", "puzzles", "invalid", "measured"];
    let settings = ["limit", "threads", "backend", "end_to_end"];
    let rates = ["puzzles_per_s", "min", "max", "ratio"];
    let times = ["mean_ns", "median_ns", "p90_ns", "p99_ns", "max_ns"];
    let counts = ["guesses", "backtracks", "steps", "without_guess"];
    let statuses = ["solved", "unique", "multiple", "none", "gave_up"];
    let head = set.into_iter().chain(settings).chain(rates).chain(times);
    csv.write_record(head.chain(counts).chain(statuses))?;
    for row in rows(benchmark, order) {
        let Row { set, measured } = row;
        let ns = measured.ns;
        let mut fields = vec![set.name.clone(), measured.strategy.clone()];
        fields.extend([set.puzzles, set.invalid, measured.puzzles].map(|n| n.to_string()));
        let how = &benchmark.settings;
        fields.extend([how.limit.to_string(), how.threads.to_string()]);
        fields.extend([how.backend.clone(), how.end_to_end.to_string()]);
        let rate = &measured.rate;
        fields.extend([rate.median, rate.min, rate.max].map(|rate| format!("{rate:.1}")));
        fields.push(measured.ratio.map(|ratio| ratio.to_string()).unwrap_or_default());
        fields.push(format!("{:.1}", ns.mean));
        fields.extend([ns.median, ns.p90, ns.p99, ns.max].map(|ns| ns.to_string()));
        let counters = ["guesses", "backtracks", "steps"].map(|name| row.counter(name));
        fields.extend(counters.map(|n| n.to_string()));
        fields.push(measured.without_guess.to_string());
        fields.extend(row.statuses().map(|(_, puzzles)| puzzles.to_string()));
        csv.write_record(fields)?;
    }
    Ok(csv.into_inner()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_have_three_figures() {
        let ratios =
            [1.0, 24.26, 123.4, 0.0621, 0.000_012_34].map(|ratio| Ratio(ratio).to_string());
        assert_eq!(ratios, ["1.00", "24.3", "123", "0.0621", "0.0000123"]);
        assert_eq!([0.0, 6.514, 238_156.4].map(per_puzzle), ["0.00", "6.51", "238,156"]);
    }
}
