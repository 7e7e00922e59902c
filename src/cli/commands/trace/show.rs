//! Shows a search while it runs: as a list, as one grid, as an animation, or as records.

use super::{caption::Grid, screen::Screen};
use crate::cli::{
    draw, interrupt,
    message::{counters, number},
};
use std::{
    io::{self, BufWriter, Write},
    ops::RangeInclusive,
    sync::atomic::{AtomicBool, Ordering},
};
use sudomill::{
    grid::{Alphabet, Order},
    output::Stdout,
    picture::{Ink, Picture},
    solver::{Counters, Event, Solver},
    trace::{Moment, Record, State, StepObserver, words},
};

/// How to show the search.
#[derive(Clone, Copy)]
pub enum View {
    /// One line per event, at most `most`; then the last grid.
    List { ink: Ink, most: u64 },
    /// The grid of one step.
    Grid { ink: Ink },
    /// The grids of all steps, `delay` milliseconds apart.
    Play { ink: Ink, delay: u64 },
    /// One JSON object per event.
    Records,
}

/// Shows the steps of a window.
pub struct Show<'a, O: Order> {
    /// The strategy.
    pub name: String,
    /// Write nothing, as standard output is for the SVG.
    pub quiet: bool,
    pub(super) solver: &'a dyn Solver<O>,
    pub(super) alphabet: Alphabet,
    pub(super) window: RangeInclusive<u64>,
    pub(super) view: View,
    stop: &'a AtomicBool,
    pub(super) screen: Screen<BufWriter<Stdout>>,
    pub(super) failure: Option<io::Error>,
    /// Numbers of events listed, and left out.
    pub(super) listed: u64,
    pub(super) left_out: u64,
    /// The last step of the search so far.
    pub reached: u64,
    counters: Counters,
    /// The events of the current step, in words.
    events: Vec<String>,
    pub(super) grid: Option<Grid>,
    /// The grid of the first solution.
    pub(super) solution: Option<Grid>,
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

    /// Writes a line of the list.
    fn list(&mut self, moment: &Moment, most: u64) -> io::Result<()> {
        if self.listed == most {
            self.left_out += 1;
            // Show the list now: the rest of the search may take long.
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

    fn frame(&mut self, grid: &Grid, ink: Ink, delay: u64) -> io::Result<()> {
        let detail = draw::detail(&grid.picture, self.screen.is_in_place());
        let columns = draw::columns().unwrap_or(usize::MAX);
        let cut = |line: String| line.chars().take(columns).collect::<String>();
        let [title, filled] = [grid.title(&self.name), grid.filled()].map(cut);
        let frame = format!("{title}\n{filled}\n{}", draw::with_legend(&grid.picture, detail, ink));
        self.screen.show(&frame, delay)
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
                View::List { most, .. } if !is_clue => self.list(moment, most),
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
            View::Play { ink, delay } => {
                let grid = self.grid(step, state, next);
                if !self.quiet && !self.stop.load(Ordering::Relaxed) {
                    written = self.frame(&grid, ink, delay);
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
