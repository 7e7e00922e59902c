//! `sudomill trace`: shows the search for one puzzle step by step.

mod screen;
mod show;

use crate::cli::{
    draw::{self, PuzzleArgs},
    exit::Exit,
    interrupt,
    message::say,
    shared_args::{StrategyLimitArgs, StrategyName, default_limits},
};
use anyhow::{bail, ensure};
use show::{Show, View};
use std::{ops::RangeInclusive, sync::atomic::AtomicBool};
use sudomill::{
    for_size,
    input::AnyPuzzle,
    picture::Picture,
    solver::{
        Limits,
        registry::{Registered, Strategy, Tuning},
    },
    trace,
};

/// Number of events listed if neither --from nor --to is set: about two screens.
const LISTED: u64 = 100;

/// Show how a strategy solves one puzzle, step by step
///
/// List the events of every step, then draw the grid with the candidates of the open
/// cells. Clues are blue, guesses cyan, values that follow from them green. The candidate
/// that is entered next is red if it is a single, cyan if it is a guess. Without colors,
/// letters mark them.
///
/// A step is an event that changes the grid or ends a branch: a value entered, a guess taken
/// back, locked candidates removed, or a contradiction. For `moler`, steps are those of
/// Moler's article, with two screen refreshes each. Step 0 enters the clues.
///
/// Exit code: as for `solve`; 0 if only a part of the search was shown.
#[derive(Debug, clap::Args)]
#[command(
    mut_arg("limit", |arg| arg.help("Stop after N solutions [default: 1]").long_help(None)),
    after_help = "Example:\n  sudomill trace puzzles.txt:3 --strategy moler --at 22\n  \
    sudomill trace 1...4.....2....3 --strategy moler --delay 300"
)]
pub struct TraceArgs {
    #[command(flatten)]
    puzzle: PuzzleArgs,
    /// Solve with this strategy
    ///
    /// `sudomill strategies` lists the names. `lanes` shows only the clues and the solution.
    #[arg(long, value_name = "NAME", default_value = "mrv", value_parser = StrategyName)]
    #[arg(hide_possible_values = true)]
    strategy: Strategy,
    /// Draw the grid after this step, and stop
    #[arg(long, value_name = "STEP", conflicts_with_all = ["from", "to", "delay"])]
    at: Option<u64>,
    /// Show steps from this one on [default: 0]
    #[arg(long, value_name = "STEP")]
    from: Option<u64>,
    /// Show steps up to this one, and stop
    #[arg(long, value_name = "STEP")]
    to: Option<u64>,
    /// Draw the grid of every step, MS milliseconds apart
    #[arg(long, value_name = "MS")]
    delay: Option<u64>,
    #[command(flatten)]
    limits: StrategyLimitArgs,
}

/// Traces the search.
pub fn run(args: &TraceArgs) -> anyhow::Result<Exit> {
    let window = window(args)?;
    let given = args.puzzle.read()?;
    let tuning = args.limits.tuning(Tuning::default());
    let strategy = args.strategy.for_order(given.size.order()).tuned(tuning);
    for_size!(given.size, O => follow::<O>(&given, strategy, window, args))
}

/// The range of steps to show.
fn window(args: &TraceArgs) -> anyhow::Result<RangeInclusive<u64>> {
    let from = args.at.or(args.from).unwrap_or(0);
    let to = args.at.or(args.to).unwrap_or(u64::MAX);
    ensure!(from <= to, "found --from {from} after --to {to}; expected --from before --to");
    let is_drawn = !args.puzzle.is_jsonl();
    ensure!(is_drawn || args.delay.is_none(), "--delay and --format jsonl cannot be combined");
    Ok(from..=to)
}

fn follow<O: Registered>(
    given: &AnyPuzzle,
    strategy: Strategy,
    window: RangeInclusive<u64>,
    args: &TraceArgs,
) -> anyhow::Result<Exit> {
    let puzzle = given.puzzle::<O>()?;
    if args.delay.is_some() {
        draw::check_terminal_size(&Picture::of_puzzle(&puzzle, given.alphabet))?;
    }
    let (solver, stop) = (strategy.solver::<O>(), AtomicBool::new(false));
    strategy.check_candidates::<O>("<argument>", puzzle.has_candidates())?;
    if solver.lanes().is_some() {
        say("sudomill: `lanes` enters many values per sweep, so only the clues and the solution \
             are shown; --strategy mrv shows a search");
    }
    let limits = args.limits.resolve(Limits { solutions: 1, ..default_limits(O::SIZE) });
    // The search also stops after the last step to show.
    let limits = Limits { stop: Some(&stop), ..limits };
    let (name, alphabet) = (strategy.name(), given.alphabet);
    let mut show =
        Show::new(name, &args.puzzle, &*solver, alphabet, window.clone(), view(args), &stop);
    let outcome = trace::run(&*solver, &puzzle, &limits, &mut show);
    interrupt::check()?;
    let Some(shown) = show.end(&puzzle, &outcome)? else {
        let last = show.reached;
        bail!(
            "found --{} {}; expected at most {last}: the search ends there",
            if args.at.is_some() { "at" } else { "from" },
            window.start()
        )
    };
    args.puzzle.write_svg(&shown.picture, &shown.title)?;
    let statuses = (!shown.in_part).then_some(outcome.status);
    Ok(Exit::of_statuses(statuses, limits.solutions))
}

fn view(args: &TraceArgs) -> View {
    let is_window = args.from.is_some() || args.to.is_some();
    match args.delay {
        _ if args.puzzle.is_jsonl() => View::Records,
        Some(delay) => View::Play { delay },
        None if args.at.is_some() => View::Grid,
        None => View::List { most: if is_window { u64::MAX } else { LISTED } },
    }
}
