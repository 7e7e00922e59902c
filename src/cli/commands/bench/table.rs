//! What `bench` measured, as a table or as CSV.

use super::{SortKey, notes};
use crate::cli::{
    message::nanos,
    table::{self, Style},
};
use sudomill::bench::{
    Benchmark, Measurement, SetRecord, Settings,
    numbers::{number, ratio, statuses},
};

/// One strategy on one set.
#[derive(Clone, Copy)]
struct Row<'a> {
    set: &'a SetRecord,
    measured: &'a Measurement,
}

/// Every column: its head, and its field of a row.
type Column = (&'static str, fn(&Row) -> String);

const COLUMNS: [Column; 13] = [
    ("set", |row| row.set.name.clone()),
    ("strategy", |row| row.measured.strategy.clone()),
    ("puzzles/s", |row| number(row.measured.rate.median as u64)),
    ("±", |row| row.spread()),
    ("× first", |row| row.measured.ratio.map_or_else(|| "–".to_owned(), ratio)),
    ("mean", |row| nanos(row.measured.ns.mean as u64)),
    ("median", |row| nanos(row.measured.ns.median)),
    ("p90", |row| nanos(row.measured.ns.p90)),
    ("p99", |row| nanos(row.measured.ns.p99)),
    ("max", |row| nanos(row.measured.ns.max)),
    ("guesses", |row| per_puzzle(row.guesses())),
    ("no guess", |row| format!("{:.0} %", 100.0 * row.without_guess())),
    ("outcomes", |row| statuses(row.measured.statuses.counts())),
];

/// The columns of numbers.
const NUMBERS: [usize; 10] = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

/// The table with its notes.
pub fn render(benchmark: &Benchmark, order: Option<SortKey>, style: Style) -> String {
    let rows = rows(benchmark, order);
    let fields = rows.iter().map(|row| COLUMNS.map(|(_, field)| style.clean(&field(row))));
    let table = table::render(COLUMNS.map(|(head, _)| head), fields, &NUMBERS, style);
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
    for (number, row) in rows(benchmark, order).iter().enumerate() {
        let fields = csv_fields(&benchmark.settings, row);
        if number == 0 {
            csv.write_record(fields.iter().map(|(name, _)| name))?;
        }
        csv.write_record(fields.iter().map(|(_, value)| value))?;
    }
    Ok(csv.into_inner()?)
}

fn csv_fields(settings: &Settings, row: &Row) -> [(&'static str, String); 27] {
    let Row { set, measured } = row;
    let (rate, ns, statuses) = (&measured.rate, &measured.ns, &measured.statuses);
    let one_decimal = |value: f64| format!("{value:.1}");
    [
        ("set", set.name.clone()),
        ("strategy", measured.strategy.clone()),
        ("puzzles", set.puzzles.to_string()),
        ("invalid", set.invalid.to_string()),
        ("measured", measured.puzzles.to_string()),
        ("limit", settings.limit.to_string()),
        ("threads", settings.threads.to_string()),
        ("backend", settings.backend.clone()),
        ("end_to_end", settings.end_to_end.to_string()),
        ("puzzles_per_s", one_decimal(rate.median)),
        ("min", one_decimal(rate.min)),
        ("max", one_decimal(rate.max)),
        ("ratio", measured.ratio.map(|ratio| ratio.to_string()).unwrap_or_default()),
        ("mean_ns", one_decimal(ns.mean)),
        ("median_ns", ns.median.to_string()),
        ("p90_ns", ns.p90.to_string()),
        ("p99_ns", ns.p99.to_string()),
        ("max_ns", ns.max.to_string()),
        ("guesses", row.counter("guesses").to_string()),
        ("backtracks", row.counter("backtracks").to_string()),
        ("steps", row.counter("steps").to_string()),
        ("without_guess", measured.without_guess.to_string()),
        ("solved", statuses.solved.to_string()),
        ("unique", statuses.unique.to_string()),
        ("multiple", statuses.multiple.to_string()),
        ("none", statuses.none.to_string()),
        ("gave_up", statuses.gave_up.to_string()),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means() {
        assert_eq!([0.0, 6.514, 238_156.4].map(per_puzzle), ["0.00", "6.51", "238,156"]);
    }
}
