//! Shows a search as it runs: as a list, one grid, an animation or records.

use super::screen::Screen;
use crate::cli::{
    draw::{self, PuzzleArgs},
    interrupt,
    message::{count, counters, number},
};
use std::{
    io::{self, BufWriter, Write},
    ops::RangeInclusive,
    sync::atomic::{AtomicBool, Ordering},
};
use sudomill::{
    grid::{Alphabet, Order, Puzzle},
    output::Stdout,
    picture::Picture,
    solver::{Counters, Event, Outcome, Solver, Status},
    trace::{End, Moment, Record, State, StepObserver, words},
};

/// How to show the search.
#[derive(Clone, Copy)]
pub enum View {
    /// One line per event, at most `most` of them; then the last grid.
    List { most: u64 },
    /// The grid of one step.
    Grid,
    /// The grids of all steps, `delay` milliseconds apart.
    Play { delay: u64 },
    /// One JSON object per event.
    Records,
}

/// The last grid shown.
pub struct Shown {
    pub picture: Picture,
    pub title: String,
    /// True if steps after the window were not shown.
    pub in_part: bool,
}

/// The grid after a step.
struct Grid {
    step: u64,
    picture: Picture,
    /// The events of the step, in words.
    events: String,
    /// The number of open guesses.
    depth: usize,
    counters: Counters,
}

impl Grid {
    /// The strategy, the step, and its events.
    fn title(&self, strategy: &str) -> String {
        format!("{strategy}, step {}: {}", number(self.step), self.events)
    }

    /// The number of filled cells and of open guesses.
    fn filled(&self) -> String {
        let (filled, cells) = (self.picture.filled(), self.picture.squares().len());
        match self.depth {
            1 => format!("{filled} of {cells} cells filled, 1 guess stands"),
            depth => format!("{filled} of {cells} cells filled, {depth} guesses stand"),
        }
    }
}

/// Shows the steps of a window.
pub struct Show<'a, O: Order> {
    /// The strategy.
    name: String,
    args: &'a PuzzleArgs,
    /// True if standard output is reserved for the SVG.
    quiet: bool,
    solver: &'a dyn Solver<O>,
    alphabet: Alphabet,
    window: RangeInclusive<u64>,
    view: View,
    stop: &'a AtomicBool,
    screen: Screen<BufWriter<Stdout>>,
    failure: Option<io::Error>,
    /// Number of events listed, and not listed.
    listed: u64,
    left_out: u64,
    /// The last step reached so far.
    pub reached: u64,
    counters: Counters,
    /// The events of the current step, in words.
    events: Vec<String>,
    grid: Option<Grid>,
    /// The grid of the first solution.
    solution: Option<Grid>,
}

impl<'a, O: Order> Show<'a, O> {
    pub fn new(
        name: String,
        args: &'a PuzzleArgs,
        solver: &'a dyn Solver<O>,
        alphabet: Alphabet,
        window: RangeInclusive<u64>,
        view: View,
        stop: &'a AtomicBool,
    ) -> Self {
        Self {
            name,
            args,
            quiet: args.is_svg_only(),
            solver,
            alphabet,
            window,
            view,
            stop,
            screen: Screen::new(BufWriter::new(Stdout)),
            failure: None,
            listed: 0,
            left_out: 0,
            reached: 0,
            counters: Counters::default(),
            events: Vec::new(),
            grid: None,
            solution: None,
        }
    }

    /// Writes one line of the list.
    fn list(&mut self, moment: &Moment, most: u64) -> io::Result<()> {
        if self.listed == most {
            self.left_out += 1;
            // Show the list now, since the rest of the search may take long.
            return if self.left_out == 1 { self.screen.flush() } else { Ok(()) };
        }
        self.listed += 1;
        let step = number(moment.step);
        let indent = "  ".repeat(moment.depth.min(20));
        let words = words::<O>(moment.event, self.alphabet);
        let own = counters(self.solver.counters(moment.counters).skip(Counters::COMMON.len()));
        writeln!(self.screen, "{step:>8}  {:50}  {own}", format!("{indent}{words}"))
    }

    fn record(&mut self, moment: &Moment, state: &State<O>) -> io::Result<()> {
        let record = Record::new(moment, state, self.solver);
        writeln!(self.screen, "{}", serde_json::to_string(&record)?)
    }

    /// Draws a grid with its captions, which are truncated to the width of the terminal if the grid
    /// is redrawn in place.
    fn draw(&self, grid: &Grid, in_place: bool) -> String {
        let columns = draw::columns().filter(|_| in_place).unwrap_or(usize::MAX);
        let cut = |line: String| line.chars().take(columns).collect::<String>();
        let [title, filled] = [grid.title(&self.name), grid.filled()].map(cut);
        format!("{title}\n{filled}\n{}", self.args.draw(&grid.picture, in_place))
    }

    /// Stops the search after a failed write or an interrupt.
    fn check(&mut self, written: io::Result<()>) {
        if let Err(failure) = written {
            self.failure.get_or_insert(failure);
        }
        if self.failure.is_some() || interrupt::is_interrupted() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn grid(&self, step: u64, state: &State<O>, next: Option<Event>) -> Grid {
        let events = match (&*self.events, step) {
            ([], 0) => "the clues".to_owned(),
            ([], _) => "nothing changes".to_owned(),
            (events, _) => events.join("; "),
        };
        let picture = Picture::of_state(state, next, self.alphabet);
        Grid { step, picture, events, depth: state.depth(), counters: self.counters }
    }

    /// Shows the end of the search; `None` if it ended before the window began.
    pub fn end(
        &mut self,
        puzzle: &Puzzle<O>,
        outcome: &Outcome<O>,
    ) -> anyhow::Result<Option<Shown>> {
        if let Some(failure) = self.failure.take() {
            return Err(failure.into());
        }
        let in_part = self.reached > *self.window.end();
        let solution = self.solution.take().filter(|_| !in_part);
        let Some(mut grid) = solution.or(self.grid.take()) else { return Ok(None) };
        // `lanes` reports a solution without the steps that led to it.
        let unseen = grid.step == 0 && grid.events == words::<O>(Event::Solution, self.alphabet);
        if let Some(solution) = outcome.first.filter(|_| unseen) {
            grid.picture = Picture::of_solution(puzzle, &solution, self.alphabet);
        }
        if !self.quiet {
            self.print(&grid, (!in_part).then_some(outcome))?;
        }
        let title = grid.title(&self.name);
        Ok(Some(Shown { picture: grid.picture, title, in_part }))
    }

    /// Prints the last grid, and the outcome if the search ended.
    fn print(&mut self, grid: &Grid, outcome: Option<&Outcome<O>>) -> io::Result<()> {
        match self.view {
            View::Records => {
                if let Some(outcome) = outcome {
                    let end = End::new(self.reached, outcome, self.solver);
                    writeln!(self.screen, "{}", serde_json::to_string(&end)?)?;
                }
                return self.screen.close();
            }
            View::Play { .. } => {}
            View::List { .. } | View::Grid => {
                self.print_left_out()?;
                self.screen.write_all(self.draw(grid, false).as_bytes())?;
            }
        }
        let counted = match outcome {
            Some(outcome) => {
                let step = number(self.reached);
                writeln!(self.screen, "{}, step {step}", ending(outcome))?;
                outcome.counters
            }
            None => grid.counters,
        };
        let counters = counters(self.solver.counters(&counted));
        writeln!(self.screen, "counters: {counters}")?;
        self.screen.close()
    }

    fn print_left_out(&mut self) -> io::Result<()> {
        if self.left_out > 0 {
            let events = count(self.left_out, "event");
            writeln!(
                self.screen,
                "... and {events} not listed: --from, --to, --at, --delay and --format jsonl show \
                 them"
            )?;
        }
        if self.listed > 0 { writeln!(self.screen) } else { Ok(()) }
    }
}

impl<O: Order> StepObserver<O> for Show<'_, O> {
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
                View::List { most } if !is_clue => self.list(moment, most),
                View::Records => self.record(moment, state),
                _ => Ok(()),
            };
        }
        if self.window.contains(&moment.step) && !is_clue {
            self.events.push(words::<O>(moment.event, self.alphabet));
        }
        if moment.event == Event::Solution && self.window.contains(&moment.step) {
            let grid = self.grid(moment.step, state, None);
            self.solution.get_or_insert(grid);
        }
        self.check(written);
    }

    fn step_done(&mut self, step: u64, state: &State<O>, next: Option<Event>) {
        if !self.window.contains(&step) || self.failure.is_some() {
            return self.events.clear();
        }
        let mut written = Ok(());
        match self.view {
            View::Play { delay } => {
                let grid = self.grid(step, state, next);
                if !self.quiet && !self.stop.load(Ordering::Relaxed) {
                    let frame = self.draw(&grid, self.screen.is_in_place());
                    written = self.screen.show(&frame, delay);
                }
                self.grid = Some(grid);
            }
            // The other views draw only the last grid.
            _ if next.is_none() || step == *self.window.end() => {
                self.grid = Some(self.grid(step, state, next));
            }
            _ => {}
        }
        self.events.clear();
        self.check(written);
    }
}

/// Describes how a search ended.
fn ending<O: Order>(outcome: &Outcome<O>) -> String {
    match outcome.status {
        Status::Solved => "solved".to_owned(),
        Status::Unique => "solved, and there is no other solution".to_owned(),
        Status::Multiple => count(outcome.solutions, "solution"),
        Status::None | Status::Invalid => "no solution".to_owned(),
        Status::GaveUp => format!("given up, {} found", count(outcome.solutions, "solution")),
    }
}
