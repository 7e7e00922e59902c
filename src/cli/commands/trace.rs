//! `sudomill trace`: shows the search for one puzzle step by step.

use crate::cli::{
    exit::{self, Exit},
    message::{count, counters, number},
    puzzle::{PuzzleArgs, check_terminal_size},
    shared_args::{StrategyLimitArgs, StrategyParser, default_limits},
    terminal::{self, Screen},
};
use anyhow::{bail, ensure};
use std::{
    io::{self, Write},
    ops::RangeInclusive,
    str::FromStr,
    sync::atomic::{AtomicBool, Ordering},
};
use sudomill::{
    for_size,
    grid::{Alphabet, Order},
    input::AnyPuzzle,
    picture::Picture,
    solver::{
        Counters, Event, Outcome, Solver, Status,
        registry::{Strategy, Tuning},
    },
    trace::{self, End, Explanation, Moment, Record, State, StepObserver, words},
};

/// A step to draw, as given.
#[derive(Clone, Debug)]
struct At {
    text: String,
    /// A counter, in the singular or the plural, and the number that it reaches with the step.
    counter: Option<(String, u64)>,
    /// `None` until the counter has reached its number.
    step: Option<u64>,
}

impl FromStr for At {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| {
            text.parse().map_err(|_| format!("found '{text}'; expected the number of a step"))
        };
        let (counter, step) = match text.split_once(':') {
            Some((counter, text)) => (Some((counter.to_owned(), number(text)?)), None),
            None => (None, Some(number(text)?)),
        };
        Ok(Self { text: text.to_owned(), counter, step })
    }
}

/// Number of events listed if neither --from nor --to is set: about two screens.
const LISTED: u64 = 100;

/// Show how a strategy solves one puzzle, step by step
///
/// List the events of every step, then draw the grid with the candidates of the open
/// cells. Clues are blue, guesses cyan, values that follow from them green, all naked singles
/// red. A hidden single that is entered next is magenta, a guess cyan. Without colors, letters
/// mark them.
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
    /// `sudomill strategies` lists the names. `lanes` applies all its rules to the whole grid at
    /// once; its steps are such sweeps.
    #[arg(long, value_name = "NAME", default_value = "mrv", value_parser = StrategyParser)]
    #[arg(hide_possible_values = true)]
    strategy: Strategy,
    /// Draw the grid after this step, and stop
    ///
    /// Several steps, such as 1,2,5, are drawn one after the other, and side by side with --svg.
    /// pass:19 or guess:2 is the step with which a counter of the strategy reaches a number.
    #[arg(long, value_name = "STEP|COUNTER:N", value_delimiter = ',')]
    #[arg(conflicts_with_all = ["from", "to", "delay"])]
    at: Vec<At>,
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
    let from = args.from.unwrap_or(0);
    let to = args.to.unwrap_or(u64::MAX);
    ensure!(from <= to, "found --from {from} after --to {to}; expected --from before --to");
    let is_drawn = !args.puzzle.is_jsonl();
    ensure!(is_drawn || args.delay.is_none(), "--delay and --format jsonl cannot be combined");
    Ok(from..=to)
}

fn follow<O: Order>(
    given: &AnyPuzzle,
    strategy: Strategy,
    window: RangeInclusive<u64>,
    args: &TraceArgs,
) -> anyhow::Result<Exit> {
    let puzzle = given.puzzle::<O>()?;
    if args.delay.is_some() {
        check_terminal_size(&Picture::of_puzzle(&puzzle, given.alphabet))?;
    }
    let (solver, stop) = (strategy.solver::<O>(), AtomicBool::new(false));
    strategy.check_candidates(O::SIZE, "<argument>", puzzle.has_candidates())?;
    let limits = args.limits.resolve(default_limits(O::SIZE).with_solutions(1));
    // The search also stops after the last step to show.
    let limits = limits.with_stop(&stop);
    let mut show = Show {
        name: strategy.name(),
        args: &args.puzzle,
        solver: &*solver,
        alphabet: given.alphabet,
        window,
        view: view(args),
        stop: &stop,
        screen: Screen::new(),
        failure: None,
        listed: 0,
        left_out: 0,
        reached: 0,
        counters: Counters::default(),
        events: Vec::new(),
        explanations: Vec::new(),
        at: args.at.clone(),
        grids: Vec::new(),
        solution: None,
    };
    show.check_counters()?;
    show.close_window();
    let outcome = trace::run(&*solver, &puzzle, &limits, &mut show);
    exit::check_interrupt()?;
    let last = show.reached;
    if let Some(At { text, .. }) = show.at.iter().find(|at| at.step.is_none_or(|at| at > last)) {
        bail!("found --at {text}; the search ends before, with step {last}");
    }
    if !show.end(&outcome)? {
        let from = show.window.start();
        bail!("found --from {from}; expected at most {last}: the search ends there")
    }
    let title = |Grid { title, reasons, .. }: &Grid| match reasons.as_str() {
        "" => title.clone(),
        reasons => format!("{title}. {reasons}"),
    };
    let titles: Vec<_> = show.grids.iter().map(title).collect();
    let grids = show.grids.iter().map(|grid| &grid.picture);
    args.puzzle.write_svg(&grids.zip(titles.iter().map(String::as_str)).collect::<Vec<_>>())?;
    let statuses = (!show.is_in_part()).then_some(outcome.status);
    Ok(Exit::of_statuses(statuses, limits.solutions.get()))
}

fn view(args: &TraceArgs) -> View {
    let is_window = args.from.is_some() || args.to.is_some();
    match args.delay {
        _ if args.puzzle.is_jsonl() => View::Records,
        Some(delay) => View::Play { delay },
        None if !args.at.is_empty() => View::Grid,
        None => View::List { most: if is_window { u64::MAX } else { LISTED } },
    }
}

/// The way in which the search is shown.
#[derive(Clone, Copy)]
enum View {
    /// One line per event, at most `most` of them; then the last grid.
    List { most: u64 },
    /// The grids of the steps of --at.
    Grid,
    /// The grids of all steps, `delay` milliseconds apart.
    Play { delay: u64 },
    /// One JSON object per event.
    Records,
}

/// The grid after a step.
struct Grid {
    picture: Picture,
    /// The strategy, the step, and its events.
    title: String,
    /// The reasons of the events, in sentences.
    reasons: String,
    /// The number of filled cells and of open guesses.
    filled: String,
    counters: Counters,
}

/// Shows the steps of a window.
struct Show<'a, O: Order> {
    /// The strategy.
    name: String,
    args: &'a PuzzleArgs,
    solver: &'a dyn Solver<O>,
    alphabet: Alphabet,
    window: RangeInclusive<u64>,
    view: View,
    stop: &'a AtomicBool,
    screen: Screen,
    failure: Option<io::Error>,
    /// Number of events listed, and not listed.
    listed: u64,
    left_out: u64,
    /// The last step reached so far.
    reached: u64,
    counters: Counters,
    /// The events of the current step, in words, and their reasons.
    events: Vec<String>,
    explanations: Vec<Explanation>,
    /// The steps of --at. A counter is replaced by the step with which it reaches its number.
    at: Vec<At>,
    /// The grids of the steps of --at, or else the last grid.
    grids: Vec<Grid>,
    /// The grid of the first solution.
    solution: Option<Grid>,
}

impl<O: Order> Show<'_, O> {
    /// Fails if --at names a counter that the strategy does not have.
    fn check_counters(&self) -> anyhow::Result<()> {
        let names: Vec<_> = self.solver.counters(&self.counters).map(|(name, _)| name).collect();
        for At { text, counter, .. } in &self.at {
            let is_known = |wanted: &str| names.iter().any(|name| is_named(name, wanted));
            let names = names.join(", ");
            let is_known = counter.as_ref().is_none_or(|(name, _)| is_known(name));
            ensure!(is_known, "found --at {text}; the counters are {names}");
        }
        Ok(())
    }

    /// Finds the counters of --at that have reached their numbers by this step.
    fn resolve_counters(&mut self, step: u64, counters: &Counters) {
        for at in &mut self.at {
            if let (Some((wanted, number)), None) = (&at.counter, at.step) {
                let mut counters = self.solver.counters(counters);
                let is_reached =
                    counters.any(|(name, value)| is_named(name, wanted) && value >= *number);
                at.step = is_reached.then_some(step);
            }
        }
        self.close_window();
    }

    /// Ends the window with the last step of --at, once all are known.
    fn close_window(&mut self) {
        let steps = self.at.iter().map(|at| at.step).collect::<Option<Vec<_>>>();
        if let Some(last) = steps.and_then(|steps| steps.into_iter().max()) {
            self.window = 0..=last;
        }
    }

    /// Returns true if this step is shown.
    fn shows(&self, step: u64) -> bool {
        match self.at.is_empty() {
            true => self.window.contains(&step),
            false => self.at.iter().any(|at| at.step == Some(step)),
        }
    }

    /// Returns true if the grid after this step may be drawn. While a counter of --at is unresolved,
    /// that of any step may.
    fn may_draw(&self, step: u64) -> bool {
        self.shows(step) || self.at.iter().any(|at| at.step.is_none())
    }

    /// Returns true if the search went on after the window.
    fn is_in_part(&self) -> bool {
        self.reached > *self.window.end()
    }

    /// Writes one line of the list.
    fn list(&mut self, moment: &Moment, most: u64) -> io::Result<()> {
        if self.listed == most {
            self.left_out += 1;
            // Show the list now, since the rest of the search may take long.
            return if self.left_out == 1 { self.screen.out.flush() } else { Ok(()) };
        }
        self.listed += 1;
        let step = number(moment.step);
        let indent = "  ".repeat(moment.depth.min(20));
        let mut words = words::<O>(moment.event, self.alphabet);
        // Its words are always the same.
        if let (Event::Sweep, Some(reason)) = (moment.event, self.explanations.last()) {
            words += &format!(": {}", reason.sentence.trim_end_matches('.').to_lowercase());
        }
        let own = counters(self.solver.counters(moment.counters).skip(Counters::COMMON.len()));
        writeln!(self.screen.out, "{step:>8}  {:50}  {own}", format!("{indent}{words}"))
    }

    fn record(&mut self, moment: &Moment, state: &State<O>) -> io::Result<()> {
        let record = Record::new(moment, self.explanations.last(), state, self.solver);
        writeln!(self.screen.out, "{}", serde_json::to_string(&record)?)
    }

    /// Draws a grid with its captions, which are truncated to the width of the terminal if the grid
    /// is redrawn in place.
    fn draw(&self, grid: &Grid, in_place: bool) -> String {
        let columns = terminal::columns().filter(|_| in_place).unwrap_or(usize::MAX);
        let cut = |line: &String| line.chars().take(columns).collect::<String>();
        let [title, reasons, filled] = [&grid.title, &grid.reasons, &grid.filled].map(cut);
        // The frames of a film have the same height.
        let has_line = in_place || !reasons.is_empty();
        let reasons = if has_line { reasons + "\n" } else { reasons };
        format!("{title}\n{reasons}{filled}\n{}", self.args.draw(&grid.picture, in_place))
    }

    /// Stops the search after a failed write or an interrupt.
    fn check(&mut self, written: io::Result<()>) {
        if let Err(failure) = written {
            self.failure.get_or_insert(failure);
        }
        if self.failure.is_some() || exit::is_interrupted() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }

    fn grid(&self, step: u64, state: &State<O>, next: Option<Event>) -> Grid {
        let events = match (&*self.events, step) {
            ([], 0) => "the clues".to_owned(),
            ([], _) => "nothing changes".to_owned(),
            (events, _) => events.join("; "),
        };
        let mut picture = Picture::of_state(state, next, self.alphabet);
        self.explanations.iter().for_each(|reason| picture.explain::<O>(reason));
        if self.args.no_candidates {
            picture.hide_candidates();
        }
        let sentences: Vec<_> = self.explanations.iter().map(|it| it.sentence.as_str()).collect();
        let (filled, cells) = (picture.filled(), picture.squares().len());
        let guesses = match state.depth() {
            1 => "1 guess stands".to_owned(),
            depth => format!("{depth} guesses stand"),
        };
        Grid {
            picture,
            title: format!("{}, step {}: {events}", self.name, number(step)),
            reasons: sentences.join(" "),
            filled: format!("{filled} of {cells} cells filled, {guesses}"),
            counters: self.counters,
        }
    }

    /// Shows the end of the search. Returns false if the search ended before the window began.
    fn end(&mut self, outcome: &Outcome<O>) -> anyhow::Result<bool> {
        if let Some(failure) = self.failure.take() {
            return Err(failure.into());
        }
        let is_whole = !self.is_in_part();
        if let Some(solution) = self.solution.take().filter(|_| is_whole) {
            self.grids = vec![solution];
        }
        if !self.grids.is_empty() && !self.args.is_svg_only() {
            self.print(is_whole.then_some(outcome))?;
        }
        Ok(!self.grids.is_empty())
    }

    /// Prints the grids, and the outcome if the search ended.
    fn print(&mut self, outcome: Option<&Outcome<O>>) -> io::Result<()> {
        match self.view {
            View::Records => {
                if let Some(outcome) = outcome {
                    let end = End::new(self.reached, outcome, self.solver);
                    writeln!(self.screen.out, "{}", serde_json::to_string(&end)?)?;
                }
                return self.screen.close();
            }
            View::Play { .. } => {}
            View::List { .. } | View::Grid => {
                self.print_left_out()?;
                let drawn: String = self.grids.iter().map(|grid| self.draw(grid, false)).collect();
                self.screen.out.write_all(drawn.as_bytes())?;
            }
        }
        let last = self.grids.last().expect("a grid");
        let counted = outcome.map_or(last.counters, |outcome| outcome.counters);
        if let Some(outcome) = outcome {
            let step = number(self.reached);
            writeln!(self.screen.out, "{}, step {step}", ending(outcome))?;
        }
        // The steps of a trace are others, and those of `lanes` are its sweeps.
        let is_told = |(name, _): &(&str, u64)| *name != "steps" || self.solver.lanes().is_none();
        let named = |(name, value)| (if name == "steps" { "values entered" } else { name }, value);
        let counters = counters(self.solver.counters(&counted).filter(is_told).map(named));
        writeln!(self.screen.out, "counters: {counters}")?;
        self.screen.close()?;
        self.args.say_if_tall(&last.picture);
        Ok(())
    }

    fn print_left_out(&mut self) -> io::Result<()> {
        if self.left_out > 0 {
            let events = count(self.left_out, "event");
            writeln!(
                self.screen.out,
                "... and {events} not listed: --from, --to, --at, --delay and --format jsonl show \
                 them"
            )?;
        }
        if self.listed > 0 { writeln!(self.screen.out) } else { Ok(()) }
    }
}

impl<O: Order> StepObserver<O> for Show<'_, O> {
    fn before(&mut self, step: u64, event: Event, state: &State<O>) {
        if self.may_draw(step) && !matches!(event, Event::Clue(..)) {
            self.explanations.push(Explanation::of(event, state, self.alphabet));
        }
    }

    fn event(&mut self, moment: &Moment, state: &State<O>) {
        self.reached = self.reached.max(moment.step);
        if moment.step > *self.window.end() {
            return self.stop.store(true, Ordering::Relaxed);
        }
        self.counters = *moment.counters;
        if self.at.iter().any(|at| at.step.is_none()) {
            self.resolve_counters(moment.step, moment.counters);
        }
        let is_clue = matches!(moment.event, Event::Clue(..));
        let mut written = Ok(());
        if self.shows(moment.step) && !self.args.is_svg_only() && self.failure.is_none() {
            written = match self.view {
                View::List { most } if !is_clue => self.list(moment, most),
                View::Records => self.record(moment, state),
                _ => Ok(()),
            };
        }
        if self.may_draw(moment.step) && !is_clue {
            self.events.push(words::<O>(moment.event, self.alphabet));
        }
        if moment.event == Event::Solution && self.at.is_empty() && self.shows(moment.step) {
            let grid = self.grid(moment.step, state, None);
            self.solution.get_or_insert(grid);
        }
        self.check(written);
    }

    fn step_done(&mut self, step: u64, state: &State<O>, next: Option<Event>) {
        let (is_film, is_last) =
            (matches!(self.view, View::Play { .. }), next.is_none() || step == *self.window.end());
        let is_drawn = match self.at.is_empty() {
            true => is_film || is_last,
            false => self.shows(step),
        };
        let mut written = Ok(());
        if self.window.contains(&step) && self.failure.is_none() && is_drawn {
            let grid = self.grid(step, state, next);
            if let View::Play { delay } = self.view
                && !self.args.is_svg_only()
                && !self.stop.load(Ordering::Relaxed)
            {
                let frame = self.draw(&grid, self.screen.is_in_place());
                written = self.screen.show(&frame, delay);
            }
            if self.at.is_empty() {
                self.grids.clear();
            }
            self.grids.push(grid);
        }
        self.events.clear();
        self.explanations.clear();
        self.check(written);
    }
}

/// Returns true if a counter has this name, or its singular.
fn is_named(counter: &str, wanted: &str) -> bool {
    counter.strip_prefix(wanted).is_some_and(|end| matches!(end, "" | "s" | "es"))
}

/// Describes how a search ended.
fn ending<O: Order>(outcome: &Outcome<O>) -> String {
    match outcome.status {
        Status::Solved => "solved".to_owned(),
        Status::Unique => "solved, and there is no other solution".to_owned(),
        Status::Multiple => count(outcome.solutions, "solution"),
        Status::None => "no solution".to_owned(),
        Status::Invalid => "ill-posed: the grid is full".to_owned(),
        Status::GaveUp => format!("given up, {} found", count(outcome.solutions, "solution")),
    }
}
