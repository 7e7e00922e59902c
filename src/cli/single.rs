//! One puzzle instead of a file: solved and drawn as a grid.

use super::{args::SolveArgs, ask, draw, exit::Exit, given, interrupt, message::count};
use std::{
    io::{self, IsTerminal, Write},
    path::Path,
    sync::atomic::Ordering,
};
use sudomill::{
    Error, for_size,
    grid::{Order, Puzzle},
    input::Given,
    picture::{Detail, Picture},
    solver::{Limits, Outcome, Status, registry::Registered},
};

/// The puzzle that INPUT is, or that was typed where there is none and standard
/// input is a terminal; `None`: it is a file or a stream.
pub fn puzzle(args: &SolveArgs) -> anyhow::Result<Option<Given>> {
    match &args.input {
        Some(input) => given::instead_of_file(input),
        None if io::stdin().is_terminal() => {
            let given = ask::ask(&mut io::stdin().lock(), &mut io::stderr())?;
            if is_drawn(args) {
                let picture = for_size!(given.size, O => picture::<O>(&given))?;
                println(&picture, false)?;
            }
            Ok(Some(given))
        }
        None => Ok(None),
    }
}

/// Whether one puzzle is drawn: on a terminal, if no option says what to write.
pub fn is_drawn(args: &SolveArgs) -> bool {
    let files = args.timing.is_some() || args.summary.is_some() || args.output != Path::new("-");
    io::stdout().is_terminal() && args.format.is_none() && !files
}

fn picture<O: Order>(given: &Given) -> anyhow::Result<Picture> {
    Ok(Picture::of_puzzle(&Puzzle::<O>::new(&given.values)?, given.alphabet))
}

/// Solves the puzzle and draws the solution, or what there is of it.
pub fn solve(given: &Given, args: &SolveArgs, limits: &Limits) -> anyhow::Result<Exit> {
    for_size!(given.size, O => solve_as::<O>(given, args, limits))
}

fn solve_as<O: Registered>(
    given: &Given,
    args: &SolveArgs,
    limits: &Limits,
) -> anyhow::Result<Exit> {
    let puzzle = Puzzle::<O>::new(&given.values)?;
    let outcome = args.strategy.for_order(given.size.order()).solver::<O>().solve(&puzzle, limits);
    if interrupt::STOP.load(Ordering::Relaxed) {
        return Err(Error::Interrupted.into());
    }
    let picture = match &outcome.first {
        Some(solution) => Picture::of_solution(&puzzle, solution, given.alphabet),
        None => Picture::of_puzzle(&puzzle, given.alphabet),
    };
    println(&picture, !args.chatter.quiet)?;
    if !args.chatter.quiet {
        writeln!(io::stdout(), "{}", solutions(&outcome, limits.solutions))?;
    }
    Ok(exit(&outcome, limits.solutions))
}

fn println(picture: &Picture, legend: bool) -> io::Result<()> {
    let ink = draw::ink(draw::format(None));
    let mut text = picture.text(Detail::Values, ink);
    if legend {
        text += &picture.legend(ink);
        text.push('\n');
    }
    io::stdout().write_all(text.as_bytes())
}

/// How many solutions there are, as far as the search went.
pub fn solutions<O: Order>(outcome: &Outcome<O>, limit: u64) -> String {
    let found = outcome.solutions;
    match outcome.status {
        Status::Solved => "a solution; --limit 2 asks whether it is the only one".to_owned(),
        Status::Unique => "exactly one solution".to_owned(),
        Status::Multiple if found < limit => format!("exactly {}", count(found, "solution")),
        Status::Multiple => {
            format!("at least {}; --limit N counts up to N", count(found, "solution"))
        }
        Status::None | Status::Invalid => "no solution".to_owned(),
        Status::GaveUp => format!("given up with {} found", count(found, "solution")),
    }
}

/// As for a file with this one puzzle: limit 1 asks for a solution, limit 2 for
/// exactly one, a higher one for a count of at least one.
pub fn exit<O: Order>(outcome: &Outcome<O>, limit: u64) -> Exit {
    match outcome.status {
        Status::Solved | Status::Unique => Exit::Success,
        Status::Multiple if limit != 2 => Exit::Success,
        _ => Exit::Findings,
    }
}
