//! Renders a benchmark as a table with notes, or as CSV.

use crate::cli::table::{self, Style};
use std::array;
use sudomill::{
    bench::{
        Benchmark, COLUMNS, Measurement, SetRecord, Settings, TimedBy,
        numbers::{count, number},
    },
    solver::{Counters, Status},
};

/// Indices of the columns of numbers, which are right-aligned.
const NUMBERS: [usize; 10] = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11];

/// Indices of the columns that a narrow terminal may omit, least important first.
const OPTIONAL: [usize; 10] = [7, 9, 5, 11, OUTCOMES, 8, 6, 10, 3, 4];

const OUTCOMES: usize = 12;

/// Returns the table with its notes.
pub fn render(benchmark: &Benchmark, style: Style) -> String {
    let heads: [&str; 13] = array::from_fn(|column| match column {
        0 => "set",
        1 => "strategy",
        _ => COLUMNS[column - 2].0,
    });
    let fields = rows(benchmark).map(|(set, measured)| {
        array::from_fn(|column| match column {
            0 => style.clean(&set.name),
            1 => style.clean(&measured.strategy),
            _ => style.clean(&COLUMNS[column - 2].1(measured)),
        })
    });
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

/// Every measurement, with its set.
pub fn rows(benchmark: &Benchmark) -> impl Iterator<Item = (&SetRecord, &Measurement)> {
    benchmark.sets.iter().flat_map(|set| set.measurements.iter().map(move |it| (set, it)))
}

/// The header of the CSV; `COUNTERS` stands for their names.
const CSV: &str = "set,strategy,puzzles,invalid,measured,limit,threads,backend,end_to_end,\
    puzzles_per_s,min,max,ratio,mean_ns,median_ns,p90_ns,p99_ns,max_ns,COUNTERS,\
    without_guess,solved,unique,multiple,none,gave_up,right,wrong,missing";

/// Renders one row per set and strategy, with numbers without units.
pub fn csv(benchmark: &Benchmark) -> anyhow::Result<Vec<u8>> {
    let Settings { limit, threads, ref backend, end_to_end, .. } = benchmark.settings;
    let [_, counters @ ..] = Counters::COMMON.map(|counter| counter.name);
    let mut csv = csv::Writer::from_writer(Vec::new());
    for (number, (set, measured)) in rows(benchmark).enumerate() {
        if number == 0 {
            csv.write_record(CSV.replace("COUNTERS", &counters.join(",")).split(','))?;
        }
        let Measurement { rate, ns, without_guess, .. } = measured;
        let rates = [rate.median, rate.min, rate.max].map(|rate| format!("{rate:.1}"));
        let statuses = Status::ALL.iter().copied().filter(|&status| status != Status::Invalid);
        let statuses: Vec<_> = statuses.map(|status| measured.statuses.of(status)).collect();
        let command = measured.command.as_ref().filter(|command| command.checked);
        csv.serialize((
            (&set.name, &measured.strategy, set.puzzles, set.invalid, measured.puzzles),
            (limit, threads, backend, end_to_end),
            (rates, measured.ratio.map(|ratio| ratio.to_string())),
            (format!("{:.1}", ns.mean), ns.median, ns.p90, ns.p99, ns.max),
            counters.map(|it| measured.counters.get(it).unwrap_or(&0)),
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

fn gave_up(measured: &Measurement) -> u64 {
    measured.statuses.of(Status::GaveUp)
}

/// Explains how the rounds were run.
fn rounds_note(benchmark: &Benchmark) -> String {
    let settings = &benchmark.settings;
    let verified: usize = rows(benchmark).map(|(_, m)| m.verified).sum();
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
    if rows(benchmark).any(|(_, m)| gave_up(m) > 0) {
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
    if rows(benchmark).any(|(_, m)| m.clock == TimedBy::SharedBySweeps) {
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
