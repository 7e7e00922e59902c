//! Measures sets × strategies. First checks all outcomes, then times rounds in which every strategy
//! has one turn.

use super::{
    Benchmark, Clock, Command, Environment, Options, SetRecord, Settings, VERSION,
    process::Process,
    rounds::{Contender, Rounds},
    set::{Sample, Set, nested_sizes, of_size},
    subject::{Examined, Subject, examine},
};
use rayon::ThreadPool;
use std::{cell::Cell, time::Duration};
use sudomill_core::{Error, grid::Size, threads};

/// The minimum duration of a round: short sets are solved several times.
const ROUND: Duration = Duration::from_millis(20);

/// True if a round that does not count comes first. A browser optimizes code only after it has run for
/// a while; elsewhere, the check of all outcomes has warmed the caches.
const WARMS_UP: bool = cfg!(target_family = "wasm");

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
/// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*, sudomill_lab::*}; }
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
    let pool = pool(options.threads)?;
    let rounds = options.rounds as usize;
    let commands = options.processes.as_ref().map_or(0, |processes| processes.commands.len());
    let solvers = options.strategies.len() + commands;
    let steps = (sets.len() * solvers * (1 + usize::from(WARMS_UP) + rounds)) as u64;
    let bench = Bench { options, pool, progress, done: Cell::new(0), steps };
    let mut records = Vec::new();
    for set in sets {
        match bench.set(set) {
            Err(Error::Interrupted) if !records.is_empty() => break,
            record => records.push(record?),
        }
    }
    let is_cut = |set: &SetRecord| set.measurements.iter().any(|m| m.rate.rounds.len() < rounds);
    let interrupted = records.len() < sets.len() || records.iter().any(is_cut);
    records.sort_by(|a, b| difficulty(a).partial_cmp(&difficulty(b)).expect("no NaN"));
    let settings = settings(options);
    Ok(Benchmark { version: VERSION, environment, settings, interrupted, sets: records })
}

/// Returns the threads of a run; `None` where programs have only one thread, as in a browser.
fn pool(threads: usize) -> Result<Option<ThreadPool>, Error> {
    if cfg!(target_family = "wasm") {
        return Ok(None);
    }
    threads::pool(threads).map(Some)
}

fn settings(options: &Options) -> Settings {
    Settings {
        limit: options.limits.solutions,
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
    }
}

/// Returns the sort key of a set: guesses per puzzle, then time per puzzle.
fn difficulty(set: &SetRecord) -> (f64, f64) {
    let Some(first) = set.measurements.first() else { return (0.0, 0.0) };
    let guesses = first.counters.get("guesses").copied().unwrap_or(0);
    (guesses as f64 / first.puzzles.max(1) as f64, 1.0 / first.rate.median.max(1e-9))
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
        let mut samples = Vec::new();
        let mut contenders: Vec<Contender> = Vec::new();
        for &strategy in &self.options.strategies {
            let name = strategy.name();
            self.step(&set.name, &format!("{name}: every solution checked"))?;
            let strategy = strategy.on(self.options.backend).tuned(self.options.tuning);
            set.check(strategy)?;
            let subject = Subject::new(strategy, set.size(), self.options.limits);
            let size = self.sample_size(&subject, puzzles)?;
            if of_size(&samples, size).is_none() {
                samples.push(Sample::of(puzzles, size));
            }
            let sample = of_size(&samples, size).expect("it was just made");
            let nested = self.options.sample.is_none();
            let examined = examine(&set.name, &subject, sample, nested)?;
            let process = self.options.processes.as_ref();
            let process = process.map(|it| Process::of_strategy(&name, self.options, &it.program));
            let contender = Contender::new(name, Some(subject), process, size, examined);
            for known in &contenders {
                known.agrees_with(&contender, &set.name)?;
            }
            contenders.push(contender);
        }
        let commands = self.options.processes.iter().flat_map(|processes| &processes.commands);
        if let Some((size, sample)) =
            contenders.first().and_then(|first| Some((first.size, of_size(&samples, first.size)?)))
        {
            let contender = |command: &Command| {
                let examined = Examined::of_command(sample);
                let process = Process::of_command(command);
                Contender::new(command.name.clone(), None, Some(process), size, examined)
            };
            contenders.extend(commands.map(contender));
        }
        match self.rounds(&set.name, &mut contenders, &samples) {
            Err(Error::Interrupted) if contenders.iter().all(|one| !one.rates.is_empty()) => {}
            other => other?,
        }
        Ok(SetRecord {
            name: set.name.clone(),
            order: set.size().order(),
            puzzles: puzzles.len(),
            invalid: set.invalid,
            fingerprint: puzzles.fingerprint(puzzles.len()),
            measurements: contenders.into_iter().map(Contender::measurement).collect(),
        })
    }

    /// Returns the number of puzzles whose work fits into a round, at most all.
    fn sample_size(&self, subject: &Subject, puzzles: &Sample) -> Result<usize, Error> {
        match self.options.sample {
            Some(named) => Ok(named.min(puzzles.len())),
            None => self.fitting_size(subject, puzzles),
        }
    }

    /// Returns the largest of the nested sizes whose work fits into a round. The work is estimated
    /// from that of the next smaller size.
    fn fitting_size(&self, subject: &Subject, puzzles: &Sample) -> Result<usize, Error> {
        let round = self.options.time / self.options.rounds;
        let mut sizes = nested_sizes(puzzles.len()).peekable();
        while let Some(size) = sizes.next() {
            self.check_stop()?;
            let work = nominal_time(subject, &Sample::of(puzzles, size)).as_secs_f64();
            let next = sizes.peek().map(|&next| work * next as f64 / size as f64);
            if next.is_none_or(|next| next > round.as_secs_f64()) {
                return Ok(size);
            }
        }
        Ok(puzzles.len())
    }

    /// Runs the timed rounds. If the run is stopped, the contenders keep the finished ones.
    fn rounds(&self, set: &str, all: &mut [Contender], samples: &[Sample]) -> Result<(), Error> {
        let mut turns = Rounds::new(self.options, self.pool.as_ref(), samples, ROUND)?;
        if let [first, others @ ..] = all {
            for contender in others.iter_mut().filter(|contender| contender.subject.is_none()) {
                self.step(set, &format!("{}: answers checked", contender.name))?;
                let known = &first.examined.answers;
                let process = contender.process.as_ref();
                let record = process.map(|process| turns.check(process, contender.size, known));
                contender.command = record.transpose()?;
            }
        }
        if WARMS_UP {
            self.round(set, "warm-up", all, &mut turns)?;
        }
        for round in 1..=self.options.rounds {
            let what = format!("round {round} of {}", self.options.rounds);
            let results = self.round(set, &what, all, &mut turns)?;
            for (contender, (rate, ratio)) in all.iter_mut().zip(results) {
                contender.rates.push(rate);
                contender.ratios.push(ratio);
            }
        }
        Ok(())
    }

    /// Runs one turn of every contender. Returns the rate of each, and its ratio to the first. A
    /// ratio compares the same puzzles: if the samples differ, both contenders are timed on the
    /// smaller one.
    fn round(
        &self,
        set: &str,
        what: &str,
        contenders: &[Contender],
        turns: &mut Rounds,
    ) -> Result<Vec<(f64, f64)>, Error> {
        let mut results: Vec<(f64, f64)> = Vec::new();
        let mut rate = |contender: &Contender, size| {
            let rate = turns.rate(contender, size)?;
            // A turn that was stopped is not a measurement.
            self.check_stop().map(|()| rate)
        };
        for contender in contenders {
            self.step(set, &format!("{}: {what}", contender.name))?;
            let first = &contenders[0];
            let common = contender.size.min(first.size);
            let own = rate(contender, contender.size)?;
            let of_first = results.first().map_or(own, |&(rate, _)| rate);
            let on_common = if common == contender.size { own } else { rate(contender, common)? };
            let first_on_common =
                if common == first.size { of_first } else { rate(first, common)? };
            results.push((own, on_common / first_on_common));
        }
        Ok(results)
    }

    fn step(&self, set: &str, what: &str) -> Result<(), Error> {
        let done = self.done.get();
        (self.progress)(Step { set, what, done, of: self.steps });
        self.done.set(done + 1);
        self.check_stop()
    }

    fn check_stop(&self) -> Result<(), Error> {
        match self.options.limits.is_stopped() {
            true => Err(Error::Interrupted),
            false => Ok(()),
        }
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
    let (mut steps, mut others) = (0, 0);
    for solved in subject.solve(sample) {
        steps += solved.counters.steps;
        others += solved.counters.own.iter().sum::<u64>();
    }
    let step = match subject.clock() {
        Clock::Call => STEP_NS,
        Clock::SharedBySweeps => SWEEP_NS,
    };
    let cells = subject.size.cells() as f64 / Size::Nine.cells() as f64;
    Duration::from_secs_f64((steps as f64 * step * cells + others as f64 * COUNT_NS) / 1e9)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;
    use sudomill_core::{
        grid::{Order, Puzzle},
        solver::{Counters, Limits, Outcome, Solver, Status, registry::Strategy},
    };

    /// Takes a fixed time for every puzzle, with the same counters.
    struct Slow(Duration);

    impl<O: Order> Solver<O> for Slow {
        fn solve(&self, _: &Puzzle<O>, _: &Limits) -> Outcome<O> {
            thread::sleep(self.0);
            let counters = Counters { steps: 10, own: [1, 2, 3, 0], ..Counters::default() };
            Outcome { status: Status::GaveUp, solutions: 0, solution: None, counters }
        }
    }

    #[test]
    fn same_work_for_any_clock() {
        static QUICK: Slow = Slow(Duration::ZERO);
        static SLOW: Slow = Slow(Duration::from_millis(5));
        let lines = "................\n".repeat(8);
        let set = Set::read_from("eight", std::io::Cursor::new(lines)).unwrap();
        let time = |solver| {
            let strategy = Strategy::own("slow", solver);
            nominal_time(&Subject::new(strategy, Size::Four, Limits::default()), &set.puzzles)
        };
        let quick = time(&QUICK);
        assert_eq!(time(&SLOW), quick);
        let expected = 8.0 * (10.0 * STEP_NS * 16.0 / 81.0 + 6.0 * COUNT_NS);
        assert_eq!(quick.as_nanos(), expected as u128);
    }
}
