//! Solves one puzzle given instead of a file, and draws it as a grid.

use super::{Config, ask};
use crate::cli::{
    draw,
    exit::Exit,
    interrupt,
    message::{count, counters, say},
    progress::Progress,
};
use std::io::{self, IsTerminal, Write};
use sudomill::{
    Error, for_size,
    grid::{Order, Puzzle},
    input::AnyPuzzle,
    output::Stdout,
    picture::{Detail, Picture},
    solver::{Outcome, Status, registry::Registered},
};

/// Prompts for a puzzle if there is no INPUT and standard input is a terminal.
pub fn typed(config: &Config) -> anyhow::Result<Option<AnyPuzzle>> {
    if !config.args.inputs.is_empty() || !io::stdin().is_terminal() {
        return Ok(None);
    }
    let puzzle = ask::ask(&mut io::stdin().lock(), &mut io::stderr(), config.how.symbols)?;
    if config.is_drawn {
        for_size!(puzzle.size, O => draw_clues::<O>(&puzzle, config))?;
    }
    Ok(Some(puzzle))
}

fn draw_clues<O: Order>(puzzle: &AnyPuzzle, config: &Config) -> anyhow::Result<()> {
    let picture = Picture::of_puzzle(&puzzle.puzzle::<O>()?, puzzle.alphabet);
    Ok(print(&picture, config, false)?)
}

/// Solves the puzzle and draws the solution, or the puzzle if it has none.
pub fn solve(puzzle: &AnyPuzzle, config: &Config) -> anyhow::Result<Exit> {
    for_size!(puzzle.size, O => solve_as::<O>(puzzle, config))
}

fn solve_as<O: Registered>(given: &AnyPuzzle, config: &Config) -> anyhow::Result<Exit> {
    let puzzle = given.puzzle::<O>()?;
    let limits = config.limits(O::SIZE);
    let strategy = config.strategy(O::SIZE);
    strategy.check_candidates::<O>("<argument>", puzzle.has_candidates())?;
    let solver = strategy.solver::<O>();
    let progress = Progress::over_solutions(&config.args.progress);
    let search = || config.in_pool(&limits, || solver.solve(&puzzle, &limits));
    let outcome = progress.during(&limits, search)?;
    progress.clear();
    if interrupt::is_interrupted() {
        interrupt::found()
            .iter()
            .for_each(|found| say(format_args!("interrupted: about {found} so far")));
        return Err(Error::Interrupted.into());
    }
    let picture = match &outcome.first {
        Some(solution) => Picture::of_solution(&puzzle, solution, given.alphabet),
        None => Picture::of_puzzle(&puzzle, given.alphabet),
    };
    print(&picture, config, !config.args.progress.quiet)?;
    if !config.args.progress.quiet {
        let counters = counters(solver.counters(&outcome.counters));
        let solutions = solutions(&puzzle, &outcome, limits.solutions);
        writeln!(Stdout, "counters: {counters}\n{solutions}")?;
    }
    Ok(Exit::of_statuses([outcome.status], limits.solutions))
}

fn print(picture: &Picture, config: &Config, legend: bool) -> io::Result<()> {
    let ink = config.args.color.ink();
    let text = match legend {
        true => draw::with_legend(picture, Detail::Values, ink),
        false => picture.text(Detail::Values, ink),
    };
    Stdout.write_all(text.as_bytes())
}

/// Describes how many solutions the search found. A full grid needs no search.
pub fn solutions<O: Order>(puzzle: &Puzzle<O>, outcome: &Outcome<O>, limit: u64) -> String {
    let found = outcome.solutions;
    match outcome.status {
        Status::Solved | Status::Unique if puzzle.clue_count() == O::CELLS => {
            "the grid is full and keeps the rules: there is nothing to solve".to_owned()
        }
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
