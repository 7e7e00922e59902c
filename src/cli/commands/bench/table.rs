//! Renders a benchmark as a table with notes, or as CSV.

use crate::cli::table::{self, Style};
use sudomill::bench::{
    Benchmark, Clock, Measurement, SetRecord, Settings,
    numbers::{count, kinds, nanos, number, ratio},
};
use sudomill::solver::Status;

/// The results of one strategy on one set.
#[derive(Clone, Copy)]
struct Row<'a> {
    set: &'a SetRecord,
    measured: &'a Measurement,
}

/// A column: its heading, and a function that formats its field in a row.
type Column = (&'static str, fn(&Row) -> String);

const COLUMNS: [Column; 13] = [
    ("set", |row| row.set.name.clone()),
    ("strategy", |row| row.measured.strategy.clone()),
    ("puzzles/s", |row| number(row.measured.rate.median as u64)),
    ("±", |row| row.spread()),
    ("× first", |row| row.measured.ratio.map_or_else(|| "–".to_owned(), ratio)),
    ("mean", |row| row.unless_command(|| nanos(row.measured.ns.mean as u64))),
    ("median", |row| row.unless_command(|| nanos(row.measured.ns.median))),
    ("p90", |row| row.unless_command(|| nanos(row.measured.ns.p90))),
    ("p99", |row| row.unless_command(|| nanos(row.measured.ns.p99))),
    ("max", |row| row.unless_command(|| nanos(row.measured.ns.max))),
    ("guesses", |row| row.unless_command(|| per_puzzle(row.guesses()))),
    ("no guess", |row| row.unless_command(|| format!("{:.0} %", 100.0 * row.without_guess()))),
    ("outcomes", |row| row.outcomes()),
];

/// Indices of the columns of numbers, which are right-aligned.
const NUMBERS: [usize; 10] = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

/// Indices of the columns that a narrow terminal may omit, least important first.
const OPTIONAL: [usize; 10] = [7, 9, 5, 11, OUTCOMES, 8, 6, 10, 3, 4];

const OUTCOMES: usize = 12;

/// Returns the table with its notes.
pub fn render(benchmark: &Benchmark, style: Style) -> String {
    let fields = rows(benchmark).map(|row| COLUMNS.map(|(_, field)| style.clean(&field(&row))));
    let heads = COLUMNS.map(|(head, _)| head);
    let mut optional = OPTIONAL.to_vec();
    // For commands, the outcomes tell whether their answers are right.
    optional.retain(|&column| column != OUTCOMES || !benchmark.settings.processes);
    let (table, left_out) = table::render(heads, fields, &NUMBERS, &optional, style);
    let mut left_out = optional[..left_out].to_vec();
    left_out.sort_unstable();
    let left_out: Vec<_> = left_out.into_iter().map(|column| heads[column]).collect();
    let notes = notes(benchmark, &left_out).into_iter().map(|note| style.clean(&note));
    match style {
        Style::Terminal { width } => {
            let notes = notes.map(|note| table::wrapped(&note, width) + "\n");
            table + "\n" + &notes.collect::<String>()
        }
        // Markdown needs one paragraph per note.
        Style::Markdown => table + "\n\n" + &notes.map(|note| note + "\n\n").collect::<String>(),
    }
}

fn rows(benchmark: &Benchmark) -> impl Iterator<Item = Row<'_>> {
    let of_set = |set| move |measured| Row { set, measured };
    benchmark.sets.iter().flat_map(move |set| set.measurements.iter().map(of_set(set)))
}

impl Row<'_> {
    /// Returns a dash for a command, of which only the total time is known.
    fn unless_command(&self, field: impl FnOnce() -> String) -> String {
        if self.measured.command.is_some() { "–".to_owned() } else { field() }
    }

    fn outcomes(&self) -> String {
        let Some(command) = &self.measured.command else {
            return kinds(&self.measured.statuses);
        };
        if !command.checked {
            return "not checked".to_owned();
        }
        let counts =
            [(command.right, "checked"), (command.wrong, "wrong"), (command.missing, "missing")];
        let found = counts.into_iter().filter(|(count, _)| *count > 0);
        let words = found.map(|(count, word)| format!("{} {word}", number(count as u64)));
        words.collect::<Vec<_>>().join(", ")
    }

    /// Half the difference between the fastest and the slowest round.
    fn spread(&self) -> String {
        let percent = |share| format!("{:.0} %", 100.0 * share);
        self.measured.rate.plus_minus.map_or_else(|| "–".to_owned(), percent)
    }

    fn counter(&self, name: &str) -> u64 {
        self.measured.counters.get(name).copied().unwrap_or(0)
    }

    /// The mean number of guesses per puzzle.
    fn guesses(&self) -> f64 {
        self.counter("guesses") as f64 / self.measured.puzzles as f64
    }

    fn without_guess(&self) -> f64 {
        self.measured.without_guess as f64 / self.measured.puzzles as f64
    }
}

/// Formats a mean number per puzzle.
fn per_puzzle(count: f64) -> String {
    match count {
        1000.0.. => number(count.round() as u64),
        _ => format!("{count:.2}"),
    }
}

/// The header of the CSV.
const CSV: &str = "set,strategy,puzzles,invalid,measured,limit,threads,backend,end_to_end,\
    puzzles_per_s,min,max,ratio,mean_ns,median_ns,p90_ns,p99_ns,max_ns,guesses,backtracks,steps,\
    without_guess,solved,unique,multiple,none,gave_up,right,wrong,missing";

/// Renders one row per set and strategy, with numbers without units.
pub fn csv(benchmark: &Benchmark) -> anyhow::Result<Vec<u8>> {
    let Settings { limit, threads, ref backend, end_to_end, .. } = benchmark.settings;
    let mut csv = csv::Writer::from_writer(Vec::new());
    for (number, row) in rows(benchmark).enumerate() {
        if number == 0 {
            csv.write_record(CSV.split(','))?;
        }
        let Row { set, measured } = row;
        let Measurement { rate, ns, without_guess, .. } = measured;
        let rates = [rate.median, rate.min, rate.max].map(|rate| format!("{rate:.1}"));
        let statuses = Status::ALL.into_iter().filter(|&status| status != Status::Invalid);
        let statuses: Vec<_> = statuses.map(|status| measured.statuses.of(status)).collect();
        let command = measured.command.as_ref().filter(|command| command.checked);
        csv.serialize((
            (&set.name, &measured.strategy, set.puzzles, set.invalid, measured.puzzles),
            (limit, threads, backend, end_to_end),
            (rates, measured.ratio.map(|ratio| ratio.to_string())),
            (format!("{:.1}", ns.mean), ns.median, ns.p90, ns.p99, ns.max),
            ["guesses", "backtracks", "steps"].map(|name| row.counter(name)),
            (without_guess, statuses),
            command.map_or([None; 3], |it| [it.right, it.wrong, it.missing].map(Some)),
        ))?;
    }
    Ok(csv.into_inner()?)
}

const SPREAD: &str = "±: half the difference between the fastest and the slowest round, in \
                      percent of the median";

/// Explains the table. `left_out` names the columns that the table does not show.
fn notes(benchmark: &Benchmark, left_out: &[&str]) -> Vec<String> {
    let mut notes = Vec::new();
    if benchmark.interrupted {
        notes.push("interrupted: unfinished rounds and sets are left out".to_owned());
    }
    if !left_out.is_empty() {
        notes.push(format!(
            "not shown: {}; a wider terminal and the other formats have all columns",
            left_out.join(", ")
        ));
    }
    for set in &benchmark.sets {
        let measured = |m: &Measurement| number(m.puzzles as u64);
        let limited_by =
            |m: &&Measurement| set.limited_by.as_ref().is_none_or(|it| *it == m.strategy);
        let sampled = set.measurements.iter().filter(|m| m.puzzles < set.puzzles);
        for m in sampled.filter(limited_by) {
            let (all, name) = (number(set.puzzles as u64), &m.strategy);
            let why = match &set.limited_by {
                Some(_) => "; so did the others, which are faster: --sample N sets the number",
                None => "",
            };
            notes.push(format!("{}, {name}: sampled {} of {all}{why}", set.name, measured(m)));
        }
        for m in set.measurements.iter().filter(|m| gave_up(m) > 0) {
            let gave_up = number(gave_up(m));
            notes.push(format!(
                "{}, {}: gave up {gave_up} of {}; its rate counts them as done",
                set.name,
                m.strategy,
                measured(m)
            ));
        }
        let commands = set.measurements.iter().filter_map(|m| Some((m, m.command.as_ref()?)));
        for (m, command) in commands.filter(|(_, command)| !command.checked) {
            let why = command.message.as_deref().unwrap_or_default();
            notes.push(format!("{}, {}: not checked: {why}", set.name, m.strategy));
        }
        if set.invalid > 0 {
            let invalid = count(set.invalid as u64, "invalid line");
            notes.push(format!("{}: {invalid} not measured", set.name));
        }
    }
    notes.push(SPREAD.to_owned());
    notes.extend([rounds_note(benchmark), single_times(benchmark), environment(benchmark)]);
    notes
}

fn measurements(benchmark: &Benchmark) -> impl Iterator<Item = &Measurement> {
    benchmark.sets.iter().flat_map(|set| &set.measurements)
}

fn gave_up(measured: &Measurement) -> u64 {
    measured.statuses.of(Status::GaveUp)
}

/// Explains how the rounds were run.
fn rounds_note(benchmark: &Benchmark) -> String {
    let settings = &benchmark.settings;
    let verified: usize = measurements(benchmark).map(|m| m.verified).sum();
    let mut note = format!(
        "{}, limit {}, {}, {} of at least 20 ms; {} verified",
        match (settings.processes, settings.end_to_end) {
            (true, _) => "whole processes, from start to end",
            (false, true) => "file to file",
            (false, false) => "in memory",
        },
        settings.limit,
        count(settings.threads as u64, "thread"),
        count(settings.rounds.into(), "round"),
        count(verified as u64, "first solution"),
    );
    if measurements(benchmark).any(|m| gave_up(m) > 0) {
        let [guesses, passes, fillings] =
            [settings.max_guesses, settings.max_passes, settings.max_fillings].map(number);
        note +=
            &format!("; given up beyond {guesses} guesses, {passes} passes, {fillings} fillings");
    }
    note
}

/// Explains how the times of single puzzles were measured.
fn single_times(benchmark: &Benchmark) -> String {
    let mut note = "mean to max, of single puzzles: the least of three passes in memory on one \
                    thread, before the rounds"
        .to_owned();
    if measurements(benchmark).any(|m| m.clock == Clock::SharedBySweeps) {
        let backend = &benchmark.settings.backend;
        note += &format!("; with lanes ({backend}), a puzzle's share of a call, by its sweeps");
    }
    note
}

fn environment(benchmark: &Benchmark) -> String {
    let machine = &benchmark.environment;
    let commit = machine.commit.as_ref().map(|id| format!(" ({id})")).unwrap_or_default();
    format!(
        "{}, {}, {}; sudomill {}{commit}, {}, {}; {}",
        machine.cpu,
        count(machine.cores as u64, "core"),
        machine.cpu_features.join(" "),
        machine.sudomill,
        machine.rustc,
        machine.target,
        machine.date
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means() {
        assert_eq!([0.0, 6.514, 238_156.4].map(per_puzzle), ["0.00", "6.51", "238,156"]);
    }
}
