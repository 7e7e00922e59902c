//! Measures sets × strategies. First checks all outcomes, then times rounds in which every strategy
//! has one turn.

use super::{
    Benchmark, Environment, Options, SetRecord, Settings, TimedBy, VERSION,
    process::Process,
    rounds::{Contender, IN_BROWSER, Rounds},
    set::{Sample, Set},
    subject::Subject,
};
use rayon::ThreadPool;
use std::{cell::Cell, time::Duration};
use sudomill_input::Error;
use sudomill_puzzle::grid::Size;
use sudomill_solvers::threads::{self, check_stop};

/// The minimum duration of a round: short sets are solved several times.
const ROUND: Duration = Duration::from_millis(20);

/// True if a round that does not count comes first. A browser optimizes code only after it has run for
/// a while; elsewhere, the check of all outcomes has warmed the caches.
const WARMS_UP: bool = IN_BROWSER;

/// A step of a benchmark that is about to begin.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The name of the set.
    pub set: &'a str,
    /// A description of the step.
    pub what: &'a str,
    /// The number of finished steps.
    pub done: u64,
    /// The total number of steps.
    pub of: u64,
}

/// Measures every strategy on every set. The sets are sorted from easy to hard: by the guesses per
/// puzzle of the first strategy, then by its time. Calls `progress` before each step. A run that is
/// stopped keeps its finished rounds; see [`Benchmark::interrupted`].
///
/// ```no_run
/// # mod sudomill { pub use {sudomill_puzzle::grid, sudomill_input::*, sudomill_batch::*, sudomill_lab::*}; pub mod solver { pub use {sudomill_puzzle::solving::*, sudomill_solvers::*}; } pub mod input { pub use sudomill_input::*; } pub mod output { pub use sudomill_output::*; } pub mod batch { pub use sudomill_batch::files::*; } }
/// use sudomill::{bench::{self, Options, Set}, solver::registry};
/// let strategies = vec![registry::find("lanes")?, registry::find("locked/mrv")?];
/// let options = Options { strategies, rounds: 9, ..Options::default() };
/// let benchmark = bench::run(&[Set::read("datasets/easy.txt".as_ref(), &Default::default())?], &options, &|_| ())?;
/// println!("{:.0} puzzles/s", benchmark.sets[0].measurements[0].rate.median);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A solution is wrong, two strategies disagree, a file of an end-to-end run cannot be
/// written or read, or the run was stopped before a round was finished.
pub fn run(sets: &[Set], options: &Options, progress: &dyn Fn(Step)) -> Result<Benchmark, Error> {
    let environment = Environment::here();
    // A browser has only one thread.
    let pool = (!IN_BROWSER).then(|| threads::pool(options.threads)).transpose()?;
    let rounds = options.rounds as usize;
    let commands = options.processes.as_ref().map_or(0, |processes| processes.commands.len());
    let solvers = options.strategies.len() + commands;
    let steps = (sets.len() * solvers * (1 + usize::from(WARMS_UP) + rounds)) as u64;
    let bench = Bench { options, pool, progress, done: Cell::new(0), steps };
    let mut records: Vec<SetRecord> = Vec::new();
    for set in sets {
        let record = match bench.set(set) {
            Err(error) if error.is_interrupted() && !records.is_empty() => break,
            record => record?,
        };
        let at = records.partition_point(|other| difficulty(other) <= difficulty(&record));
        records.insert(at, record);
    }
    let is_cut = |set: &SetRecord| set.measurements.iter().any(|m| m.rate.rounds.len() < rounds);
    let interrupted = records.len() < sets.len() || records.iter().any(is_cut);
    let settings = Settings {
        limit: options.limits.solutions.get(),
        threads: threads::bounded(options.threads),
        rounds: options.rounds,
        seconds: options.time.as_secs_f64(),
        sample: options.sample,
        end_to_end: options.end_to_end,
        processes: options.processes.is_some(),
        backend: options.backend.name().to_owned(),
        max_guesses: options.limits.max_guesses,
        max_passes: options.tuning.max_passes,
        max_fillings: options.tuning.max_fillings,
    };
    Ok(Benchmark { version: VERSION, environment, settings, interrupted, sets: records })
}

/// Returns the sort key of a set: guesses per puzzle, then time per puzzle.
fn difficulty(set: &SetRecord) -> (f64, f64) {
    let Some(first) = set.measurements.first() else { return (0.0, 0.0) };
    (first.guesses().unwrap_or(0.0), 1.0 / first.rate.median.max(1e-9))
}

struct Bench<'a> {
    options: &'a Options<'a>,
    pool: Option<ThreadPool>,
    progress: &'a dyn Fn(Step),
    done: Cell<u64>,
    steps: u64,
}

impl<'a> Bench<'a> {
    fn set(&self, set: &Set) -> Result<SetRecord, Error> {
        let puzzles = &*set.puzzles;
        let mut subjects = Vec::new();
        let mut size = self.options.sample.unwrap_or(puzzles.len()).min(puzzles.len());
        let mut limited_by = None;
        for strategy in &self.options.strategies {
            let strategy = strategy.clone().on(self.options.backend).tuned(self.options.tuning);
            strategy.check_candidates(set.size(), &set.path, set.has_candidates)?;
            let subject = Subject::new(strategy, set.size(), self.options.limits);
            if self.options.sample.is_none() {
                let fitting = self.fitting_size(&subject, puzzles, size)?;
                if fitting < size {
                    (size, limited_by) = (fitting, Some(subject.strategy.name()));
                }
            }
            subjects.push(subject);
        }
        let sample = Sample::of(puzzles, size);
        let processes = self.options.processes.as_ref();
        let mut contenders: Vec<Contender> = Vec::new();
        for (subject, strategy) in subjects.into_iter().zip(&self.options.strategies) {
            let name = strategy.name();
            self.step(&set.name, &format!("{name}: every solution checked"))?;
            let process =
                processes.map(|it| Process::of_strategy(&name, self.options, &it.program));
            let contender = Contender::examined(subject, process, &set.name, &sample)?;
            for known in &contenders {
                known.agrees_with(&contender, &set.name)?;
            }
            contenders.push(contender);
        }
        let commands = processes.map_or(&[][..], |processes| &processes.commands).iter();
        contenders.extend(commands.map(|command| Contender::of_command(command, &sample)));
        let has_round = |it: &Contender| !it.measured.rate.rounds.is_empty();
        match self.rounds(&set.name, &mut contenders, &sample) {
            Err(error) if error.is_interrupted() && contenders.iter().all(has_round) => {}
            other => other?,
        }
        Ok(SetRecord {
            name: set.name.clone(),
            order: set.size(),
            puzzles: puzzles.len(),
            invalid: set.invalid,
            fingerprint: puzzles.fingerprint(),
            limited_by,
            measurements: contenders.into_iter().map(Contender::measurement).collect(),
        })
    }

    /// Returns the largest number of puzzles, a power of two or `most`, whose work fits into a
    /// round. The work is estimated from that of half as many.
    fn fitting_size(
        &self,
        subject: &Subject,
        puzzles: &Sample,
        most: usize,
    ) -> Result<usize, Error> {
        let round = (self.options.time / self.options.rounds).as_secs_f64();
        let mut size = 1;
        while size < most {
            check_stop(self.options.limits.stop)?;
            let work = nominal_time(subject, &Sample::of(puzzles, size)).as_secs_f64();
            let next = (2 * size).min(most);
            if work * next as f64 / size as f64 > round {
                break;
            }
            size = next;
        }
        Ok(size.min(most))
    }

    /// Runs the timed rounds. If the run is stopped, the contenders keep the finished ones.
    fn rounds(&self, set: &str, all: &mut [Contender], sample: &Sample) -> Result<(), Error> {
        let turns = Rounds::new(self.options, self.pool.as_ref(), sample, ROUND)?;
        if let [first, others @ ..] = all {
            for contender in others.iter_mut().filter(|contender| contender.subject.is_none()) {
                self.step(set, &format!("{}: answers checked", contender.measured.strategy))?;
                turns.check(contender, &first.answers)?;
            }
        }
        let rounds = (0..u32::from(WARMS_UP)).map(|_| (false, "warm-up".to_owned()));
        let of = self.options.rounds;
        for (counts, what) in rounds.chain((1..=of).map(|i| (true, format!("round {i} of {of}")))) {
            let mut rates = Vec::new();
            for contender in &mut *all {
                self.step(set, &format!("{}: {what}", contender.measured.strategy))?;
                rates.push(turns.measure(contender)?);
                // A turn that was stopped is not a measurement.
                check_stop(self.options.limits.stop)?;
            }
            for (contender, rate) in all.iter_mut().zip(&rates).filter(|_| counts) {
                contender.measured.rate.rounds.push(*rate);
                contender.measured.ratios.push(rate / rates[0]);
            }
        }
        Ok(())
    }

    fn step(&self, set: &str, what: &str) -> Result<(), Error> {
        let done = self.done.get();
        (self.progress)(Step { set, what, done, of: self.steps });
        self.done.set(done + 1);
        check_stop(self.options.limits.stop)?;
        Ok(())
    }
}

/// The cost of entering a value (guesses included) on a 9×9 grid, with all its consequences: `mrv`
/// takes about 120 ns, `electroyou` 300 ns (on AMD EPYC, Zen 3).
const STEP_NS: f64 = 150.0;

/// The cost of a sweep of one lane, which enters many values at once.
const SWEEP_NS: f64 = 45.0;

/// The cost of one unit of other counted work, such as a check or a filling.
const COUNT_NS: f64 = 5.0;

/// Estimates the time of a sample on one thread of a typical machine from counters instead of a
/// clock, so that the result is the same on every machine, however busy. Solves every puzzle once.
fn nominal_time(subject: &Subject, sample: &Sample) -> Duration {
    let mut steps = 0;
    let mut others = 0;
    for solved in subject.solve(sample) {
        steps += solved.counters.steps;
        others += solved.counters.own.iter().sum::<u64>();
    }
    let step = match subject.clock() {
        TimedBy::Call => STEP_NS,
        TimedBy::SharedBySweeps => SWEEP_NS,
    };
    let cells = subject.size.cells() as f64 / Size::Nine.cells() as f64;
    Duration::from_secs_f64((steps as f64 * step * cells + others as f64 * COUNT_NS) / 1e9)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;
    use sudomill_puzzle::{
        grid::{Order, Puzzle},
        solving::{Counters, Limits, Outcome, Status},
    };
    use sudomill_solvers::{Solver, registry::Strategy};

    /// Takes a fixed time for every puzzle, with the same counters.
    struct Slow(Duration);

    impl<O: Order> Solver<O> for Slow {
        fn solve(&self, _: &Puzzle<O>, _: &Limits) -> Outcome<O> {
            thread::sleep(self.0);
            let mut outcome = Outcome::without_solution(Status::GaveUp);
            (outcome.counters.steps, outcome.counters.own) = (10, Counters::own_of([1, 2, 3]));
            outcome
        }
    }

    #[test]
    fn same_work_for_any_clock() {
        let lines = "................\n".repeat(8);
        let set = Set::read_from("eight", std::io::Cursor::new(lines)).unwrap();
        let time = |each| {
            let strategy = Strategy::own("slow", Slow(each));
            nominal_time(&Subject::new(strategy, Size::Four, Limits::default()), &set.puzzles)
        };
        let quick = time(Duration::ZERO);
        assert_eq!(time(Duration::from_millis(5)), quick);
        let expected = 8.0 * (10.0 * STEP_NS * 16.0 / 81.0 + 6.0 * COUNT_NS);
        assert_eq!(quick.as_nanos(), expected as u128);
    }
}
