//! `sudomill trace`: one puzzle's search, step by step.

mod caption;
mod end;
mod screen;
mod show;

use super::{
    args::{PictureFormat, TraceArgs},
    draw,
    exit::Exit,
    given, interrupt,
    message::say,
    same_file::{self, Role},
    single,
};
use anyhow::{bail, ensure};
use show::{Show, View};
use std::{
    ops::RangeInclusive,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
};
use sudomill::{
    Error, for_size,
    grid::Puzzle,
    input::Given,
    picture::Picture,
    solver::{
        Limits,
        registry::{Registered, Strategy},
    },
    trace,
};

/// Steps that are listed where no step was named: about two screens.
const LISTED: u64 = 100;

/// Traces the puzzle's search.
pub fn run(args: &TraceArgs) -> anyhow::Result<Exit> {
    let window = window(args)?;
    if let Some(svg) = &args.svg {
        let roles = [Role::input(&args.puzzle, "puzzle"), Role::output(svg, "picture")];
        same_file::refuse(&roles)?;
    }
    let given = given::puzzle(&args.puzzle, &args.table.open(true))?;
    let strategy = args.strategy.for_order(given.size.order());
    for_size!(given.size, O => follow::<O>(&given, strategy, window, args))
}

/// The steps to be shown.
fn window(args: &TraceArgs) -> anyhow::Result<RangeInclusive<u64>> {
    let from = args.at.or(args.from).unwrap_or(0);
    let to = args.at.or(args.to).unwrap_or(u64::MAX);
    ensure!(from <= to, "found --from {from} after --to {to}, expected it before");
    let records = args.format == Some(PictureFormat::Jsonl);
    ensure!(!records || args.delay.is_none(), "--delay draws, --format jsonl does not");
    Ok(from..=to)
}

fn follow<O: Registered>(
    given: &Given,
    strategy: Strategy,
    window: RangeInclusive<u64>,
    args: &TraceArgs,
) -> anyhow::Result<Exit> {
    let puzzle = Puzzle::<O>::new(&given.values)?;
    if args.delay.is_some() {
        draw::fits_a_film(&Picture::of_puzzle(&puzzle, given.alphabet))?;
    }
    let (solver, stop) = (strategy.solver::<O>(), AtomicBool::new(false));
    if solver.lanes().is_some() {
        say("sudomill: lanes enters many values in a sweep: nothing but the clues and the \
             solution is seen; --strategy mrv shows a search");
    }
    let limits = limits(args, O::BOX, &stop);
    let mut show = Show::new(&*solver, given.alphabet, window.clone(), view(args), &stop);
    show.name = strategy.name();
    show.quiet = args.svg.as_deref() == Some(Path::new("-"));
    let outcome = trace::run(&*solver, &puzzle, &limits, &mut show);
    if interrupt::STOP.load(Ordering::Relaxed) {
        return Err(Error::Interrupted.into());
    }
    let Some(shown) = show.end(&puzzle, &outcome)? else {
        let last = show.reached;
        bail!(
            "found --{} {}, expected at most {last}: the search ends there",
            if args.at.is_some() { "at" } else { "from" },
            window.start()
        )
    };
    if let Some(path) = &args.svg {
        draw::svg(&shown.picture, &shown.title, path)?;
    }
    Ok(if shown.in_part { Exit::Success } else { single::exit(&outcome, args.limit) })
}

fn limits<'s>(args: &TraceArgs, order: usize, stop: &'s AtomicBool) -> Limits<'s> {
    Limits {
        solutions: args.limit,
        max_guesses: args.caps.max_guesses.unwrap_or(Limits::usual_guesses(order)),
        max_passes: args.caps.max_passes,
        max_fillings: args.caps.max_fillings,
        stop: Some(stop),
    }
}

fn view(args: &TraceArgs) -> View {
    let format = draw::format(args.format);
    let unasked = args.from.is_none() && args.to.is_none();
    match (format, args.delay) {
        (PictureFormat::Jsonl, _) => View::Records,
        (format, Some(delay)) => View::Play { ink: draw::ink(format), delay },
        (format, None) if args.at.is_some() => View::Grid { ink: draw::ink(format) },
        (format, None) => {
            View::List { ink: draw::ink(format), most: if unasked { LISTED } else { u64::MAX } }
        }
    }
}
