//! `sudomill bench`: measures strategies on sets of puzzles.

mod notes;
mod table;

use super::{
    args::{BenchArgs, BenchFormat},
    exit::Exit,
    hint, interrupt,
    message::{count, say},
    progress::Progress,
    same_file::{self, Role},
    table::Style,
};
use std::{path::PathBuf, time::Duration};
use sudomill::{
    Error,
    bench::{self, Benchmark, Distribution, Listener, Options, Set},
    input::Open,
    output::Sink,
    solver::{
        Limits,
        registry::{self, Chosen},
    },
};

/// Measures and writes the result.
pub fn run(args: &BenchArgs) -> anyhow::Result<Exit> {
    refuse_same_files(args)?;
    let options = options(args)?;
    let mut output = Sink::create(&args.output)?;
    let sets = sets(&args.files, &args.table.open(true))?;
    let bar = Bar(Progress::over_steps(&args.chatter));
    let benchmark = bench::run(&sets, &options, &bar);
    bar.0.clear();
    output.write(&render(benchmark?, args)?)?;
    output.finish()?;
    Ok(Exit::Success)
}

/// No set may be named twice or be the output.
fn refuse_same_files(args: &BenchArgs) -> Result<(), Error> {
    let mut roles: Vec<_> = args.files.iter().map(|path| Role::input(path, "set")).collect();
    roles.push(Role::output(&args.output, "output"));
    same_file::refuse(&roles)
}

/// Reads the sets and reports their bad lines.
fn sets(files: &[PathBuf], how: &Open) -> Result<Vec<Set>, Error> {
    let mut sets = files.iter().map(|path| Set::read(path, how)).collect::<Result<Vec<_>, _>>()?;
    for (set, path) in sets.iter().zip(files) {
        for (line, bad) in set.bad_lines() {
            say(format_args!("{}:{line}:{bad}", path.display()));
        }
        let untold = set.invalid() - set.bad_lines().len();
        if untold > 0 {
            say(format_args!("{}: and {} more", path.display(), count(untold as u64, "bad line")));
        }
        hint::of_set(&path.display().to_string(), set);
    }
    bench::tell_apart(&mut sets);
    Ok(sets)
}

fn options(args: &BenchArgs) -> anyhow::Result<Options<'static>> {
    Ok(Options {
        strategies: strategies(&args.strategy)?,
        backend: args.backend,
        limits: Limits {
            solutions: args.limit,
            max_guesses: args.max_guesses,
            max_passes: args.max_passes,
            max_fillings: args.max_fillings,
            stop: Some(&interrupt::STOP),
        },
        threads: args.threads.try_into()?,
        rounds: args.rounds,
        time: Duration::from_secs_f64(args.seconds),
        sample: args.sample.map(usize::try_from).transpose()?,
        end_to_end: args.end_to_end,
    })
}

/// The named strategies in their order, each once.
fn strategies(names: &[String]) -> anyhow::Result<Vec<Chosen>> {
    let mut strategies: Vec<Chosen> = Vec::new();
    let mut add = |strategy: Chosen| {
        if strategies.iter().all(|known| known.name() != strategy.name()) {
            strategies.push(strategy);
        }
    };
    for name in names {
        match name.as_str() {
            "all" => registry::STRATEGIES.iter().map(Chosen::from).for_each(&mut add),
            "combinations" => registry::all_combinations().for_each(&mut add),
            name => add(registry::find(name)?),
        }
    }
    Ok(strategies)
}

/// The progress bar.
struct Bar(Progress);

impl Listener for Bar {
    fn step(&self, set: &str, what: &str, done: u64, of: u64) {
        self.0.step(done, of, format!("{set}, {what}"));
    }
}

fn render(mut benchmark: Benchmark, args: &BenchArgs) -> anyhow::Result<Vec<u8>> {
    let order = args.order_by;
    match args.format {
        BenchFormat::Table => Ok(table::render(&benchmark, order, Style::Terminal).into_bytes()),
        BenchFormat::Markdown => Ok(table::render(&benchmark, order, Style::Markdown).into_bytes()),
        BenchFormat::Csv => table::csv(&benchmark, order),
        BenchFormat::Json => {
            if order.is_some() {
                say("sudomill: --order-by is ignored for JSON, which keeps sets together");
            }
            if args.brief {
                for measured in benchmark.sets.iter_mut().flat_map(|set| &mut set.measurements) {
                    measured.distribution = Distribution::default();
                }
            }
            let mut json = serde_json::to_vec_pretty(&benchmark)?;
            json.push(b'\n');
            Ok(json)
        }
    }
}
