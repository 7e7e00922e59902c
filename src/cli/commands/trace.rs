//! `sudomill trace`: shows the search for one puzzle step by step.

use crate::cli::{
    exit::{self, Exit},
    message::{count, counters, number},
    puzzle::{PuzzleArgs, check_terminal_size},
    shared_args::{EXPLAINER, StrategyLimitArgs, StrategyParser, in_units},
    terminal::{self, Screen},
};
use anyhow::{bail, ensure};
use serde::Serialize;
use std::{
    io::{self, Write},
    mem,
    ops::RangeInclusive,
    str::FromStr,
    sync::atomic::{AtomicBool, Ordering},
};
use sudomill::{
    grid::{Alphabet, Size},
    input::AnyPuzzle,
    picture::Picture,
    solver::{
        AnyOutcome, Counters, Event, Limits, Status,
        registry::{self, Strategy, Tuning},
    },
    trace::{self, End, EventRecord, Explanation, Moment, State, StepObserver, words},
};
use sudomill_puzzle::solving::About;

/// A step to draw, as given.
#[derive(Clone, Debug)]
struct At {
    text: String,
    /// A counter, in the singular or the plural.
    counter: Option<String>,
    /// The number that the counter reaches with the step, or else the step.
    number: u64,
    /// `None` until the counter has reached its number.
    step: Option<u64>,
}

impl FromStr for At {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (counter, number) = text.split_once(':').unzip();
        let number = number.unwrap_or(text);
        let expected = |_| format!("found '{number}'; expected the number of a step");
        let counter = counter.map(str::to_owned);
        let number = number.parse().map_err(expected)?;
        let step = counter.is_none().then_some(number);
        Ok(Self { text: text.to_owned(), counter, number, step })
    }
}

/// Number of events listed if neither --from nor --to is set: about two screens.
const LISTED: u64 = 100;

const HOW_TO_LIST: &str = "--from, --to, --at, --delay and --format jsonl show them";

/// Show how a strategy solves one puzzle, step by step
///
/// List the events of every step, then draw the grid with the candidates of the open
/// cells. Clues are blue, guesses cyan, values that follow from them green, all naked singles
/// red. A hidden single that is entered next is magenta, a guess cyan. Without colors, letters
/// mark them.
///
/// A step is an event that changes the grid or ends a branch: a value entered, a guess taken
/// back, candidates removed, or a contradiction. For `moler`, steps are those of Moler's article,
/// with two screen refreshes each. Step 0 enters the clues.
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
    /// once; its steps are such sweeps. `explainer` guesses nothing: its steps are those of the rating (9×9
    /// puzzles with one solution), each the easiest that a person finds.
    #[arg(long, value_name = "NAME", default_value = "mrv")]
    #[arg(default_value_ifs = in_units(registry::REGIONS))]
    #[arg(value_parser = StrategyParser { has_explainer: true })]
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
    let (from, to) = (args.from.unwrap_or(0), args.to.unwrap_or(u64::MAX));
    ensure!(from <= to, "found --from {from} after --to {to}; expected --from before --to");
    let is_film = args.delay.is_some() && args.puzzle.is_jsonl();
    ensure!(!is_film, "--delay and --format jsonl cannot be combined");
    follow(&args.puzzle.read()?, from..=to, args)
}

fn follow(
    given: &AnyPuzzle,
    window: RangeInclusive<u64>,
    args: &TraceArgs,
) -> anyhow::Result<Exit> {
    let size = given.size;
    if args.delay.is_some() {
        check_terminal_size(&Picture::of_any(given)?)?;
    }
    let strategy = args.strategy.of_puzzle(given)?;
    // The lanes report no steps with other units.
    let strategy = match given.units.are_standard() {
        true => strategy.for_size(size),
        false => strategy.listing(size),
    };
    let strategy = strategy.tuned(args.limits.tuning(Tuning::default()));
    strategy.check_candidates(size, "<argument>", !given.candidates.is_empty())?;
    if strategy.name() == EXPLAINER {
        check_explainable(given)?;
    }
    let stop = AtomicBool::new(false);
    let limits = args.limits.resolve(Limits::default_for(size).with_solutions(1));
    // The search also stops after the last step to show.
    let limits = limits.with_stop(&stop);
    let mut show = Show {
        name: strategy.name(),
        args: &args.puzzle,
        about: strategy.about(size),
        size,
        alphabet: given.alphabet,
        window,
        mode: args.mode(),
        stop: &stop,
        screen: Screen::new(),
        written: Ok(()),
        listed: 0,
        reached: 0,
        counters: Counters::default(),
        events: Vec::new(),
        explanations: Vec::new(),
        at: args.at.clone(),
        grids: Vec::new(),
        solution: None,
    };
    show.check_counters()?;
    show.resolve(0);
    let outcome = trace::observe_any(given, &strategy, &limits, &mut show)?;
    exit::check_interrupt()?;
    show.end(&outcome)?;
    let title = |Frame { captions: [title, reasons, _], .. }: &Frame| match reasons.as_str() {
        "" => title.clone(),
        reasons => format!("{title}. {reasons}"),
    };
    let titles: Vec<_> = show.grids.iter().map(title).collect();
    let pictures = show.grids.iter().map(|grid| &grid.picture);
    args.puzzle.write_svg(&pictures.zip(titles.iter().map(String::as_str)).collect::<Vec<_>>())?;
    let statuses = (!show.is_in_part()).then_some(outcome.status);
    Ok(Exit::of_statuses(statuses, limits.solutions.get()))
}

/// Fails unless the puzzle has a rating.
fn check_explainable(given: &AnyPuzzle) -> anyhow::Result<()> {
    let (size, side) = (given.size, given.size.side());
    ensure!(size == Size::Nine, "found a {side}×{side} puzzle; expected 9×9 for {EXPLAINER}");
    let limits = Limits::default().with_stop(&exit::STOP);
    let outcome = registry::find("mrv")?.solve_any(given, &limits)?;
    exit::check_interrupt()?;
    let found = match outcome.status {
        Status::Unique => return Ok(()),
        Status::Multiple => "several solutions",
        _ => "no solution",
    };
    bail!("found a puzzle with {found}; expected exactly one, which {EXPLAINER} takes for granted")
}

impl TraceArgs {
    fn mode(&self) -> Mode {
        let is_window = self.from.is_some() || self.to.is_some();
        match self.delay {
            _ if self.puzzle.is_svg_only() => Mode::Grid,
            _ if self.puzzle.is_jsonl() => Mode::Records,
            Some(delay) => Mode::Play { delay },
            None if !self.at.is_empty() => Mode::Grid,
            None => Mode::List { most: if is_window { u64::MAX } else { LISTED } },
        }
    }
}

/// The way in which the search is shown.
#[derive(Clone, Copy)]
enum Mode {
    /// One line per event, at most `most` of them; then the last grid.
    List { most: u64 },
    /// The grids of the steps of --at, or else the last grid.
    Grid,
    /// The grids of all steps, `delay` milliseconds apart.
    Play { delay: u64 },
    /// One JSON object per event.
    Records,
}

/// The grid after a step.
struct Frame {
    picture: Picture,
    /// The strategy, the step and its events; their reasons, in sentences; the number of filled
    /// cells and of open guesses.
    captions: [String; 3],
}

/// Shows the steps of a window.
struct Show<'a> {
    /// The strategy.
    name: String,
    args: &'a PuzzleArgs,
    about: About,
    size: Size,
    alphabet: Alphabet,
    window: RangeInclusive<u64>,
    mode: Mode,
    stop: &'a AtomicBool,
    screen: Screen,
    /// The first failure to write.
    written: io::Result<()>,
    /// Number of events for the list, also of those beyond its length.
    listed: u64,
    /// The last step reached so far.
    reached: u64,
    counters: Counters,
    /// The events of the current step, in words, and their reasons.
    events: Vec<String>,
    explanations: Vec<Explanation>,
    /// The steps of --at. A counter is replaced by the step with which it reaches its number.
    at: Vec<At>,
    /// The grids of the steps of --at, or else the last grid.
    grids: Vec<Frame>,
    /// The grid of the first solution.
    solution: Option<Frame>,
}

impl Show<'_> {
    /// Counters by their names.
    fn named(&self, counters: &Counters) -> Vec<(&'static str, u64)> {
        counters.named(self.about.own_counters)
    }

    /// Fails if --at names a counter that the strategy does not have.
    fn check_counters(&self) -> anyhow::Result<()> {
        let names: Vec<_> = self.named(&self.counters).iter().map(|it| it.0).collect();
        for At { text, counter, .. } in &self.at {
            let is_known = |wanted: &String| names.iter().any(|name| is_named(name, wanted));
            let is_known = counter.as_ref().is_none_or(is_known);
            ensure!(is_known, "found --at {text}; the counters are {}", names.join(", "));
        }
        Ok(())
    }

    /// Finds the counters of --at that have reached their numbers by this step. Once all steps of
    /// --at are known, the window ends with the last.
    fn resolve(&mut self, step: u64) {
        let counters = self.named(&self.counters);
        for at in self.at.iter_mut().filter(|at| at.step.is_none()) {
            let is_it = |name: &str| at.counter.as_ref().is_some_and(|it| is_named(name, it));
            let is_reached = |&(name, value): &(&str, u64)| is_it(name) && value >= at.number;
            at.step = counters.iter().any(is_reached).then_some(step);
        }
        if let Some(Some(last)) = self.at.iter().map(|at| at.step).max()
            && !self.is_searching()
        {
            self.window = 0..=last;
        }
    }

    /// Returns true if a counter of --at has not reached its number yet.
    fn is_searching(&self) -> bool {
        self.at.iter().any(|at| at.step.is_none())
    }

    /// Returns true if this step is shown.
    fn shows(&self, step: u64) -> bool {
        match self.at.is_empty() {
            true => self.window.contains(&step),
            false => self.at.iter().any(|at| at.step == Some(step)),
        }
    }

    /// Returns true if the search went on after the window.
    fn is_in_part(&self) -> bool {
        self.reached > *self.window.end()
    }

    /// Writes one line of the list.
    fn list(&mut self, moment: &Moment, most: u64) -> io::Result<()> {
        self.listed += 1;
        if self.listed > most {
            // Show the list now, since the rest of the search may take long.
            return if self.listed - most == 1 { self.screen.out.flush() } else { Ok(()) };
        }
        let step = number(moment.step);
        let indent = "  ".repeat(moment.depth.min(20));
        let mut words = words(moment.event, self.size, self.alphabet);
        // Its words are always the same.
        if let (Event::Sweep, Some(reason)) = (moment.event, self.explanations.last()) {
            words += &format!(": {}", reason.sentence.trim_end_matches('.').to_lowercase());
        }
        let own = counters(&self.named(moment.counters)[Counters::COMMON.len()..]);
        writeln!(self.screen.out, "{step:>8}  {:50}  {own}", format!("{indent}{words}"))
    }

    fn record(&mut self, record: &impl Serialize) -> io::Result<()> {
        writeln!(self.screen.out, "{}", serde_json::to_string(record)?)
    }

    /// Draws a grid with its captions, which are truncated to the width of the terminal if the grid
    /// is redrawn in place.
    fn draw(&self, grid: &Frame, in_place: bool) -> String {
        let columns = terminal::columns().filter(|_| in_place).unwrap_or(usize::MAX);
        let cut = |line: &String| line.chars().take(columns).collect::<String>();
        let [title, reasons, filled] = grid.captions.each_ref().map(cut);
        // The frames of a film have the same height.
        let has_line = in_place || !reasons.is_empty();
        let reasons = if has_line { reasons + "\n" } else { reasons };
        format!("{title}\n{reasons}{filled}\n{}", self.args.draw(&grid.picture, in_place))
    }

    fn grid(&self, step: u64, state: &State, next: Option<Event>) -> Frame {
        let events = match (&*self.events, step) {
            ([], 0) => "the clues".to_owned(),
            ([], _) => "nothing changes".to_owned(),
            (events, _) => events.join("; "),
        };
        let mut picture = Picture::of_state(state, next, self.alphabet);
        self.explanations.iter().for_each(|reason| picture.explain(reason));
        if self.args.no_candidates {
            picture.hide_candidates();
        }
        let sentences: Vec<_> = self.explanations.iter().map(|it| it.sentence.as_str()).collect();
        let depth = state.depth() as u64;
        let guesses = count(depth, "guess");
        let stand = if depth == 1 { "stands" } else { "stand" };
        let captions = [
            format!("{}, step {}: {events}", self.name, number(step)),
            sentences.join(" "),
            format!(
                "{} of {} cells filled, {guesses} {stand}",
                picture.filled(),
                self.size.cells()
            ),
        ];
        Frame { picture, captions }
    }

    /// Shows the end of the search.
    fn end(&mut self, outcome: &AnyOutcome) -> anyhow::Result<()> {
        let last = self.reached;
        if let Some(At { text, .. }) = self.at.iter().find(|at| at.step.is_none_or(|at| at > last))
        {
            bail!("found --at {text}; the search ends before, with step {last}");
        }
        mem::replace(&mut self.written, Ok(()))?;
        let is_whole = !self.is_in_part();
        if let Some(solution) = self.solution.take().filter(|_| is_whole) {
            self.grids = vec![solution];
        }
        let from = self.window.start();
        ensure!(
            !self.grids.is_empty(),
            "found --from {from}; expected at most {last}: the search ends there"
        );
        match self.args.is_svg_only() {
            true => Ok(()),
            false => Ok(self.print(is_whole.then_some(outcome))?),
        }
    }

    /// Prints the grids, and the outcome if the search ended.
    fn print(&mut self, outcome: Option<&AnyOutcome>) -> io::Result<()> {
        match self.mode {
            Mode::Records => {
                outcome.iter().try_for_each(|it| self.record(&End::new(self.reached, it)))?;
                return self.screen.close();
            }
            Mode::Play { .. } => {}
            Mode::List { .. } | Mode::Grid => {
                if let Mode::List { most } = self.mode
                    && self.listed > most
                {
                    let events = count(self.listed - most, "event");
                    writeln!(self.screen.out, "... and {events} not listed: {HOW_TO_LIST}")?;
                }
                if self.listed > 0 {
                    writeln!(self.screen.out)?;
                }
                let drawn: String = self.grids.iter().map(|grid| self.draw(grid, false)).collect();
                self.screen.out.write_all(drawn.as_bytes())?;
            }
        }
        if let Some(outcome) = outcome {
            let step = number(self.reached);
            writeln!(self.screen.out, "{}, step {step}", ending(outcome))?;
        }
        // The steps of a trace are others, and those of `lanes` are its sweeps.
        let named = |(name, value)| match name {
            "steps" => (!self.about.is_in_lanes).then_some(("values entered", value)),
            _ => Some((name, value)),
        };
        let counted = outcome.map_or(self.counters, |outcome| outcome.counters);
        let named: Vec<_> = self.named(&counted).into_iter().filter_map(named).collect();
        writeln!(self.screen.out, "counters: {}", counters(&named))?;
        self.screen.close()?;
        self.grids.last().into_iter().for_each(|last| self.args.say_if_tall(&last.picture));
        Ok(())
    }
}

impl StepObserver for Show<'_> {
    fn before(&mut self, step: u64, event: Event, state: &State) {
        // While a counter of --at is not found, the grid of any step may be drawn.
        if (self.shows(step) || self.is_searching()) && !matches!(event, Event::Clue(..)) {
            self.explanations.push(Explanation::of(event, state, self.alphabet));
        }
    }

    fn event(&mut self, moment: &Moment, state: &State) {
        self.reached = self.reached.max(moment.step);
        if moment.step > *self.window.end() {
            return self.stop.store(true, Ordering::Relaxed);
        }
        self.counters = *moment.counters;
        self.resolve(moment.step);
        let is_clue = matches!(moment.event, Event::Clue(..));
        let is_shown = self.shows(moment.step);
        if is_shown && self.written.is_ok() {
            self.written = match self.mode {
                Mode::List { most } if !is_clue => self.list(moment, most),
                Mode::Records => {
                    let reason = self.explanations.last();
                    let counters = self.named(moment.counters);
                    self.record(&EventRecord::new(moment, reason, state, counters))
                }
                _ => Ok(()),
            };
        }
        if (is_shown || self.is_searching()) && !is_clue {
            self.events.push(words(moment.event, self.size, self.alphabet));
        }
        if moment.event == Event::Solution && self.at.is_empty() && is_shown {
            let grid = self.grid(moment.step, state, None);
            self.solution.get_or_insert(grid);
        }
    }

    fn step_done(&mut self, step: u64, state: &State, next: Option<Event>) {
        let is_last = next.is_none() || step == *self.window.end();
        let is_drawn = matches!(self.mode, Mode::Play { .. }) || is_last || !self.at.is_empty();
        if is_drawn && self.shows(step) && self.written.is_ok() {
            let grid = self.grid(step, state, next);
            if let Mode::Play { delay } = self.mode
                && !self.stop.load(Ordering::Relaxed)
            {
                let frame = self.draw(&grid, self.screen.is_in_place());
                self.written = self.screen.show(&frame, delay);
            }
            if self.at.is_empty() {
                self.grids.clear();
            }
            self.grids.push(grid);
        }
        self.events.clear();
        self.explanations.clear();
        if self.written.is_err() || exit::is_interrupted() {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

/// Returns true if a counter has this name, or its singular.
fn is_named(counter: &str, wanted: &str) -> bool {
    counter.strip_prefix(wanted).is_some_and(|end| matches!(end, "" | "s" | "es"))
}

/// Describes how a search ended.
fn ending(outcome: &AnyOutcome) -> String {
    match outcome.status {
        Status::Solved => "solved".to_owned(),
        Status::Unique => "solved, and there is no other solution".to_owned(),
        Status::Multiple => count(outcome.solutions, "solution"),
        Status::None => "no solution".to_owned(),
        Status::Invalid => "ill-posed: the grid is full".to_owned(),
        Status::GaveUp => format!("given up, {} found", count(outcome.solutions, "solution")),
    }
}
