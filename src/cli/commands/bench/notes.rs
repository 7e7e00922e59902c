//! The notes below the table of `bench`: what was sampled, given up or left out, and how
//! and where it was measured.

use crate::cli::message::{count, number};
use sudomill::bench::{Benchmark, Clock, Measurement};

const SPREAD: &str = "±: half the difference between the fastest and the slowest round, in \
                      percent of the median";

/// `left_out`: the columns that the table does not show.
pub fn notes(benchmark: &Benchmark, left_out: &[&str]) -> Vec<String> {
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
        for m in set.measurements.iter().filter(|m| m.puzzles < set.puzzles) {
            let all = number(set.puzzles as u64);
            notes.push(format!("{}, {}: sampled {} of {all}", set.name, m.strategy, measured(m)));
        }
        for m in set.measurements.iter().filter(|m| m.statuses.gave_up > 0) {
            let gave_up = number(m.statuses.gave_up);
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
    notes.extend([rounds(benchmark), single_times(benchmark), environment(benchmark)]);
    notes
}

fn measurements(benchmark: &Benchmark) -> impl Iterator<Item = &Measurement> {
    benchmark.sets.iter().flat_map(|set| &set.measurements)
}

/// How the rounds were run.
fn rounds(benchmark: &Benchmark) -> String {
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
    if measurements(benchmark).any(|m| m.statuses.gave_up > 0) {
        let [guesses, passes, fillings] =
            [settings.max_guesses, settings.max_passes, settings.max_fillings].map(number);
        note +=
            &format!("; given up beyond {guesses} guesses, {passes} passes, {fillings} fillings");
    }
    note
}

/// How the times of single puzzles were measured.
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
