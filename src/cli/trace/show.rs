//! What of a search is shown, as it happens: a list, a grid, a film, or records.

use super::screen::Screen;
use crate::cli::{draw, interrupt, message::count};
use indicatif::HumanCount;
use std::{
    io::{self, BufWriter, StdoutLock, Write},
    ops::RangeInclusive,
    sync::atomic::{AtomicBool, Ordering},
};
use sudomill::{
    grid::{Alphabet, Order, Puzzle},
    picture::{Ink, Picture},
    solver::{Counters, Event, Outcome, Solver, Status},
    trace::{End, Moment, Record, State, Watcher, words},
};

/// How it is shown.
#[derive(Clone, Copy)]
pub enum View {
    /// A line an event, at most so many; then the last grid.
    List { ink: Ink, most: u64 },
    /// The grid of one step.
    Grid { ink: Ink },
    /// The grids of all steps, milliseconds apart.
    Play { ink: Ink, delay: u64 },
    /// A JSON object an event.
    Records,
}

/// Shows the steps of a window.
pub struct Show<'a, O: Order> {
    /// The strategy.
    pub name: String,
    /// Write nothing: standard output is for the SVG.
    pub quiet: bool,
    solver: &'a dyn Solver<O>,
    alphabet: Alphabet,
    window: RangeInclusive<u64>,
    view: View,
    stop: &'a AtomicBool,
    screen: Screen<BufWriter<StdoutLock<'static>>>,
    failure: Option<io::Error>,
    /// Events listed, and those that were too many.
    listed: u64,
    left_out: u64,
    reached: u64,
    counters: Counters,
    /// What happened in the step so far.
    said: Vec<String>,
    grid: Option<Grid>,
    /// The grid of the first solution.
    solution: Option<Grid>,
}

/// A grid of the search, as it is drawn.
#[derive(Clone)]
struct Grid {
    step: u64,
    picture: Picture,
    said: String,
    depth: usize,
    counters: Counters,
}

/// What was shown last.
pub struct Shown {
    pub picture: Picture,
    pub title: String,
    /// Whether the window ended before the search did.
    pub in_part: bool,
}

impl<'a, O: Order> Show<'a, O> {
    pub fn new(
        solver: &'a dyn Solver<O>,
        alphabet: Alphabet,
        window: RangeInclusive<u64>,
        view: View,
        stop: &'a AtomicBool,
    ) -> Self {
        Self {
            name: String::new(),
            quiet: false,
            solver,
            alphabet,
            window,
            view,
            stop,
            screen: Screen::new(BufWriter::new(io::stdout().lock())),
            failure: None,
            listed: 0,
            left_out: 0,
            reached: 0,
            counters: Counters::default(),
            said: Vec::new(),
            grid: None,
            solution: None,
        }
    }

    /// The last step of the search so far.
    pub fn reached(&self) -> u64 {
        self.reached
    }

    /// Shows what is left to show. `None`: the window begins after the search's end.
    pub fn end(
        &mut self,
        puzzle: &Puzzle<O>,
        outcome: &Outcome<O>,
    ) -> anyhow::Result<Option<Shown>> {
        if let Some(failure) = self.failure.take() {
            return Err(failure.into());
        }
        let in_part = self.reached > *self.window.end();
        let found = if in_part { None } else { self.solution.take() };
        let Some(mut grid) = found.or(self.grid.take()) else { return Ok(None) };
        // `lanes` reports that there is a solution, and only then which.
        if let Some(solution) = outcome.first.filter(|_| self.unseen(&grid, in_part)) {
            grid.picture = Picture::of_solution(puzzle, &solution, self.alphabet);
        }
        if !self.quiet {
            self.tell_end(&grid, outcome, in_part)?;
        }
        let title = self.title(&grid);
        Ok(Some(Shown { picture: grid.picture, title, in_part }))
    }

    fn unseen(&self, grid: &Grid, in_part: bool) -> bool {
        !in_part && grid.step == 0 && grid.said == words::<O>(Event::Solution, self.alphabet)
    }

    fn tell_end(&mut self, grid: &Grid, outcome: &Outcome<O>, in_part: bool) -> io::Result<()> {
        match self.view {
            View::Records if in_part => {}
            View::Records => {
                let end = End::new(self.reached, outcome, self.solver);
                writeln!(self.screen, "{}", serde_json::to_string(&end)?)?;
            }
            View::Play { .. } => {}
            View::List { ink, .. } => {
                self.tell_left_out()?;
                self.draw(grid, ink)?;
            }
            View::Grid { ink } => self.draw(grid, ink)?,
        }
        if let View::List { .. } | View::Play { .. } = self.view
            && !in_part
        {
            let end = words_of_end(outcome);
            writeln!(self.screen, "{end}, step {}", HumanCount(self.reached))?;
            let counters = self.counters_of(&outcome.counters);
            writeln!(self.screen, "counters: {counters}")?;
        }
        self.screen.close()
    }

    fn tell_left_out(&mut self) -> io::Result<()> {
        match self.left_out {
            0 => {}
            more => writeln!(
                self.screen,
                "... and {} not listed: --from, --to, --at, --delay and --format jsonl show them",
                count(more, "event")
            )?,
        }
        if self.listed > 0 { writeln!(self.screen) } else { Ok(()) }
    }

    /// The grid with its captions.
    fn draw(&mut self, grid: &Grid, ink: Ink) -> io::Result<()> {
        let detail = draw::detail(&grid.picture, false);
        writeln!(self.screen, "{}", self.title(grid))?;
        writeln!(self.screen, "{}", self.standing(grid))?;
        self.screen.write_all(grid.picture.text(detail, ink).as_bytes())?;
        writeln!(self.screen, "{}", grid.picture.legend(ink))?;
        match self.view {
            View::Grid { .. } => {
                writeln!(self.screen, "counters: {}", self.counters_of(&grid.counters))
            }
            _ => Ok(()),
        }
    }

    fn title(&self, grid: &Grid) -> String {
        format!("{}, step {}: {}", self.name, HumanCount(grid.step), grid.said)
    }

    fn standing(&self, grid: &Grid) -> String {
        let (filled, cells) = (grid.picture.filled(), O::CELLS);
        match grid.depth {
            1 => format!("{filled} of {cells} cells filled, 1 guess stands"),
            depth => format!("{filled} of {cells} cells filled, {depth} guesses stand"),
        }
    }

    fn counters_of(&self, counters: &Counters) -> String {
        let named = self.solver.counters(counters);
        let words = named.map(|(name, value)| format!("{name} {}", HumanCount(value)));
        words.collect::<Vec<_>>().join(", ")
    }

    /// A line of the list.
    fn list(&mut self, moment: &Moment, most: u64) -> io::Result<()> {
        if self.listed == most {
            self.left_out += 1;
            return Ok(());
        }
        self.listed += 1;
        let step = HumanCount(moment.step).to_string();
        let indent = "  ".repeat(moment.depth.min(20));
        let words = words::<O>(moment.event, self.alphabet);
        let own = self.solver.own_counters().iter().zip(moment.counters.own);
        let own = own.map(|(counter, value)| format!("{} {}", counter.name, HumanCount(value)));
        let own = own.collect::<Vec<_>>().join(", ");
        writeln!(self.screen, "{step:>8}  {:50}  {own}", format!("{indent}{words}"))
    }

    fn record(&mut self, moment: &Moment, state: &State<O>) -> io::Result<()> {
        let record = Record::new(moment, state, self.solver);
        writeln!(self.screen, "{}", serde_json::to_string(&record)?)
    }

    fn frame(&mut self, grid: &Grid, ink: Ink, delay: u64) -> io::Result<()> {
        let detail = draw::detail(&grid.picture, self.screen.stays());
        let columns = draw::columns().unwrap_or(usize::MAX);
        let cut = |line: String| line.chars().take(columns).collect::<String>();
        let frame = format!(
            "{}\n{}\n{}{}\n",
            cut(self.title(grid)),
            cut(self.standing(grid)),
            grid.picture.text(detail, ink),
            grid.picture.legend(ink),
        );
        self.screen.show(&frame, delay)
    }

    /// Notes a failed write, upon which the search is to end.
    fn note(&mut self, written: io::Result<()>) {
        if let Err(failure) = written {
            self.failure.get_or_insert(failure);
        }
        if self.failure.is_some() || interrupt::STOP.load(Ordering::Relaxed) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn grid(&self, step: u64, state: &State<O>, next: Option<Event>) -> Grid {
        let said = match (&*self.said, step) {
            ([], 0) => "the clues".to_owned(),
            ([], _) => "nothing changes".to_owned(),
            (said, _) => said.join("; "),
        };
        let picture = state.picture(self.alphabet, next);
        Grid { step, picture, said, depth: state.depth(), counters: self.counters }
    }
}

impl<O: Order> Watcher<O> for Show<'_, O> {
    fn event(&mut self, moment: &Moment, state: &State<O>) {
        self.reached = self.reached.max(moment.step);
        if moment.step > *self.window.end() {
            return self.stop.store(true, Ordering::Relaxed);
        }
        self.counters = *moment.counters;
        let is_clue = matches!(moment.event, Event::Clue(..));
        let mut written = Ok(());
        if self.window.contains(&moment.step) && !self.quiet && self.failure.is_none() {
            written = match self.view {
                View::List { most, .. } if !is_clue => self.list(moment, most),
                View::Records => self.record(moment, state),
                _ => Ok(()),
            };
        }
        if self.window.contains(&moment.step) && !is_clue {
            self.said.push(words::<O>(moment.event, self.alphabet));
        }
        if moment.event == Event::Solution && self.window.contains(&moment.step) {
            let grid = self.grid(moment.step, state, None);
            self.solution.get_or_insert(grid);
        }
        self.note(written);
    }

    fn step_done(&mut self, step: u64, state: &State<O>, next: Option<Event>) {
        if !self.window.contains(&step) || self.failure.is_some() {
            return self.said.clear();
        }
        let mut written = Ok(());
        match self.view {
            View::Play { ink, delay } => {
                let grid = self.grid(step, state, next);
                if !self.quiet && !self.stop.load(Ordering::Relaxed) {
                    written = self.frame(&grid, ink, delay);
                }
                self.grid = Some(grid);
            }
            // Of all others only the last grid is drawn.
            _ if next.is_none() || step == *self.window.end() => {
                self.grid = Some(self.grid(step, state, next));
            }
            _ => {}
        }
        self.said.clear();
        self.note(written);
    }
}

fn words_of_end<O: Order>(outcome: &Outcome<O>) -> String {
    match outcome.status {
        Status::Solved => "solved".to_owned(),
        Status::Unique => "solved, and there is no other solution".to_owned(),
        Status::Multiple => count(outcome.solutions, "solution"),
        Status::None | Status::Invalid => "no solution".to_owned(),
        Status::GaveUp => format!("given up, {} found", count(outcome.solutions, "solution")),
    }
}
