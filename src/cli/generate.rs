//! `sudomill generate`: puzzles out of a seed.

use super::{
    args::GenerateArgs, exit::Exit, interrupt, message::count, message::say, progress::Progress,
    threads,
};
use std::time::Instant;
use sudomill::{Error, for_size, generate::Recipe, output::Sink};

/// Writes the puzzles, in the order of their numbers.
pub fn run(args: &GenerateArgs) -> anyhow::Result<Exit> {
    let begun = Instant::now();
    let recipe = Recipe {
        clues: args.clues,
        min_guesses: args.min_guesses,
        ..Recipe::new(args.kind, args.seed)
    };
    let mut sink = Sink::create(&args.output)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads(args.threads)?).build()?;
    let bar = Progress::over_puzzles(args.count, &args.chatter);
    let made = pool.install(|| write(&recipe, args, &mut sink, &bar));
    bar.clear();
    made?;
    sink.finish()?;
    if !args.chatter.quiet && sink_is_file(args) {
        let (puzzles, seconds) = (count(args.count, "puzzle"), begun.elapsed().as_secs_f64());
        say(format_args!("{puzzles}: {}, seed {}, {seconds:.1} s", args.kind, args.seed));
    }
    Ok(Exit::Success)
}

fn write(
    recipe: &Recipe,
    args: &GenerateArgs,
    sink: &mut Sink,
    bar: &Progress,
) -> Result<(), Error> {
    let mut done = 0;
    let mut write = |lines: &[u8]| sink.write(lines);
    let mut progress = |puzzles| {
        done += puzzles;
        bar.at(done, puzzles);
    };
    for_size!(args.order, O => {
        recipe.write::<O>(0..args.count, &interrupt::STOP, &mut write, &mut progress)
    })
}

/// Puzzles on the terminal speak for themselves.
fn sink_is_file(args: &GenerateArgs) -> bool {
    args.output.as_os_str() != "-"
}
