//! What `bench` measured, as a table or as CSV.

use super::{SortKey, notes};
use crate::cli::{
    message::nanos,
    table::{self, Style},
};
use sudomill::{
    bench::{
        Benchmark, Measurement, SetRecord,
        numbers::{number, ratio, statuses},
    },
    output::Statuses,
};

/// One strategy on one set.
#[derive(Clone, Copy)]
struct Row<'a> {
    set: &'a SetRecord,
    measured: &'a Measurement,
}

const HEAD: [&str; 13] = [
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

/// The columns of numbers.
const NUMBERS: [usize; 10] = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

/// The table with its notes.
pub fn render(benchmark: &Benchmark, order: Option<SortKey>, style: Style) -> String {
    let rows = rows(benchmark, order);
    let fields = rows.iter().map(|row| row.fields().map(|field| style.clean(&field)));
    let table = table::render(HEAD, fields, &NUMBERS, style);
    let (gap, end) = match style {
        Style::Terminal => ("\n", "\n"),
        // A paragraph for each note.
        Style::Markdown => ("\n\n", "\n\n"),
    };
    let notes = notes::notes(benchmark).into_iter().map(|note| style.clean(&note) + end);
    table + gap + &notes.collect::<String>()
}

fn rows(benchmark: &Benchmark, order: Option<SortKey>) -> Vec<Row<'_>> {
    let of_set = |set| move |measured| Row { set, measured };
    let mut rows: Vec<Row> =
        benchmark.sets.iter().flat_map(|set| set.measurements.iter().map(of_set(set))).collect();
    match order {
        None => {}
        Some(SortKey::Set) => rows.sort_by_key(|row| &row.set.name),
        Some(SortKey::Strategy) => rows.sort_by_key(|row| &row.measured.strategy),
        Some(column) => rows.sort_by(|a, b| a.sort_key(column).total_cmp(&b.sort_key(column))),
    }
    rows
}

impl Row<'_> {
    fn fields(&self) -> [String; 13] {
        let Measurement { rate, ns, .. } = self.measured;
        [
            self.set.name.clone(),
            self.measured.strategy.clone(),
            number(rate.median as u64),
            self.spread(),
            self.measured.ratio.map_or_else(|| "–".to_owned(), ratio),
            nanos(ns.mean as u64),
            nanos(ns.median),
            nanos(ns.p90),
            nanos(ns.p99),
            nanos(ns.max),
            per_puzzle(self.guesses()),
            format!("{:.0} %", 100.0 * self.without_guess()),
            statuses(self.measured.statuses.counts()),
        ]
    }

    /// Half the difference between the fastest and the slowest round.
    fn spread(&self) -> String {
        match self.measured.rate.rounds.len() {
            1 => "–".to_owned(),
            _ => format!("{:.0} %", 100.0 * self.sort_key(SortKey::Spread)),
        }
    }

    /// Rows are sorted by this, the least first.
    fn sort_key(&self, column: SortKey) -> f64 {
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

    /// The mean per puzzle.
    fn guesses(&self) -> f64 {
        self.counter("guesses") as f64 / self.measured.puzzles as f64
    }

    fn without_guess(&self) -> f64 {
        self.measured.without_guess as f64 / self.measured.puzzles as f64
    }
}

/// A mean.
fn per_puzzle(count: f64) -> String {
    match count {
        1000.0.. => number(count.round() as u64),
        _ => format!("{count:.2}"),
    }
}

/// A row for each set and strategy, numbers without units.
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
        let Statuses { solved, unique, multiple, none, gave_up, .. } = measured.statuses;
        fields.extend([solved, unique, multiple, none, gave_up].map(|n| n.to_string()));
        csv.write_record(fields)?;
    }
    Ok(csv.into_inner()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means() {
        assert_eq!([0.0, 6.514, 238_156.4].map(per_puzzle), ["0.00", "6.51", "238,156"]);
    }
}
