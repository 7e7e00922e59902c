//! Shows a search step by step. The search runs once for an overview of its steps. To show the
//! grids of some steps, it runs again up to the last of them: every run is the same.

use crate::{
    ByCounter, json, meanings, message,
    pasted::{one_line, read},
    person::{self, Hardest},
};
use serde::Serialize;
use std::sync::atomic::{AtomicBool, Ordering};
use sudomill::{
    diagnosis::{Diagnosis, Suspect},
    grid::{Alphabet, Candidates, Cell, Digit, Origin},
    input::AnyPuzzle,
    picture::{Next, Picture, Square},
    rating::Technique,
    solver::{AnyOutcome, ChainLink, Counter, Event, Limits, Status, registry::Strategy},
    trace::{self, Explanation, Moment, State, StepObserver},
};
use wasm_bindgen::prelude::*;

/// The maximum number of steps that are shown. The overview takes one byte for each.
const MOST: u64 = 1_000_000;

/// The guesses that may be spent on finding the clue that is wrong: in a large grid they have no end.
const DOUBTS: u64 = 100_000;

/// The bits that describe a step.
const GUESS: u8 = 1;
const DEAD_END: u8 = 2;
const SOLUTION: u8 = 4;
const HIDDEN_SINGLE: u8 = 8;

/// A search that can be shown at any of its steps.
#[wasm_bindgen]
pub struct Watch {
    given: AnyPuzzle,
    strategy: Strategy,
    limit: u64,
    overview: Overview,
    end: End,
}

/// The overview: the kind and the technique of every step, and the tree of guesses.
#[derive(Default)]
struct Overview {
    kinds: Vec<u8>,
    techniques: Vec<u8>,
    guesses: Vec<Guess>,
    /// The indices of the guesses that are not undone yet.
    open: Vec<usize>,
    hardest: Option<Hardest>,
    /// The first solution, and the cells in which others differ from it.
    solution: Vec<u8>,
    differing: Vec<usize>,
    /// The bits and the technique of the step in progress.
    kind: u8,
    technique: u8,
}

/// A node of the tree.
struct Guess {
    step: u64,
    parent: Option<usize>,
    cell: Cell,
    digit: Digit,
    /// The step that undoes the guess; 0 if none does.
    end: u64,
}

/// The end of a search, with its results.
#[derive(Serialize)]
struct End {
    /// The rows and the columns of a box.
    boxes: [usize; 2],
    strategy: String,
    symbols: String,
    /// The last step that is shown.
    last: u64,
    /// True if the search goes on after the last step shown.
    is_cut: bool,
    status: Status,
    solutions: u64,
    /// The puzzle in one line, for a URL.
    puzzle: String,
    /// The values of the clues, row-major, 0 for an open cell.
    clues: Vec<u8>,
    /// The values of the first solution.
    solution: Option<Vec<u8>>,
    /// The hardest step of a rating.
    hardest: Option<Hardest>,
    /// The cells in which the solutions that were found differ.
    differing: Vec<usize>,
    /// The clues one of which may be wrong if there is no solution; `None` if that is not known.
    suspects: Option<Vec<Suspicion>>,
    counters: ByCounter<u64>,
    /// What the strategy's own counters count.
    counter_words: ByCounter<&'static str>,
}

/// A clue that, if it alone is removed or changed, leaves exactly one solution.
#[derive(Serialize)]
struct Suspicion {
    cell: usize,
    is_removable: bool,
    /// The digits that it may be instead.
    instead: Vec<u8>,
}

#[wasm_bindgen]
impl Watch {
    /// Runs the search of a puzzle until `limit` solutions are found; without the name of a strategy, with
    /// the one that shows the puzzle best.
    #[wasm_bindgen(constructor)]
    pub fn run(puzzle: &str, strategy: &str, limit: f64) -> Result<Self, JsError> {
        Self::of(read(puzzle)?, strategy, limit)
    }

    /// Runs the search of a reader's board until a solution is found: of a puzzle that has his digits, too,
    /// with the candidates that he keeps, bit 0 for the digit 1. In a cell with none, every digit is one.
    #[wasm_bindgen(js_name = ofBoard)]
    pub fn of_board(puzzle: &str, marks: &[u32]) -> Result<Self, JsError> {
        let mut given = read(puzzle)?;
        let all = given.size.digits();
        let kept = |&bits: &u32| if bits == 0 { all } else { Candidates::from_bits(bits) };
        given.candidates = marks.iter().map(kept).collect();
        Self::of(given, "", 1.0)
    }

    fn of(given: AnyPuzzle, strategy: &str, limit: f64) -> Result<Self, JsError> {
        let size = given.size;
        let strategy = person::strategy(strategy, &given)?;
        let limit = (limit as u64).max(1);
        let candidates = !given.candidates.is_empty();
        strategy.check_candidates(size, "the puzzle", candidates).map_err(message)?;
        let stop = AtomicBool::new(false);
        let mut overview = Overview::default();
        let mut follow = Following { overview: &mut overview, stop: &stop };
        let outcome = search(&given, &strategy, limit, &stop, &mut follow)?;
        let end = End {
            boxes: [size.box_rows(), size.box_columns()],
            strategy: strategy.name(),
            symbols: crate::symbols(given.alphabet, size),
            last: overview.kinds.len() as u64 - 1,
            is_cut: stop.into_inner(),
            status: person::status(&strategy, outcome.status),
            solutions: outcome.solutions,
            puzzle: one_line(&given),
            clues: given.values.clone(),
            solution: outcome.solution,
            hardest: overview.hardest.take(),
            differing: std::mem::take(&mut overview.differing),
            suspects: suspects(&given, outcome.status),
            counters: outcome.named_counters,
            counter_words: meanings(&strategy, size),
        };
        Ok(Self { given, strategy, limit, overview, end })
    }

    /// Returns the end of the search as JSON.
    pub fn end(&self) -> Result<String, JsError> {
        json(&self.end)
    }

    /// Returns the bits of each step: 1 for a guess, 2 for a dead end, 4 for a solution, 8 for a
    /// hidden single.
    pub fn kinds(&self) -> Vec<u8> {
        self.overview.kinds.clone()
    }

    /// Returns the technique of each step: 0 for one that is not rated, 1 for the first one that is tried.
    pub fn techniques(&self) -> Vec<u8> {
        self.overview.techniques.clone()
    }

    /// Returns the guesses, five numbers each: the step, the index of the previous open guess or
    /// -1, the cell, the digit, and the step that undoes the guess or 0.
    pub fn guesses(&self) -> Vec<f64> {
        let numbers = |guess: &Guess| {
            let parent = guess.parent.map_or(-1.0, |parent| parent as f64);
            let (cell, digit) = (guess.cell.index() as f64, guess.digit.value().into());
            [guess.step as f64, parent, cell, digit, guess.end as f64]
        };
        self.overview.guesses.iter().flat_map(numbers).collect()
    }

    /// Returns the grids of the steps `from` to `to` as JSON.
    pub fn frames(&self, from: f64, to: f64) -> Result<String, JsError> {
        let stop = AtomicBool::new(false);
        let mut shown = Showing {
            from: from as u64,
            to: to as u64,
            alphabet: self.given.alphabet,
            own_counters: self.strategy.about(self.given.size).own_counters,
            stop: &stop,
            frames: Vec::new(),
            frame: Frame::default(),
        };
        search(&self.given, &self.strategy, self.limit, &stop, &mut shown)?;
        json(&shown.frames)
    }
}

/// Runs the search until it ends or is stopped.
fn search(
    given: &AnyPuzzle,
    strategy: &Strategy,
    solutions: u64,
    stop: &AtomicBool,
    observer: &mut dyn StepObserver,
) -> Result<AnyOutcome, JsError> {
    let limits = Limits::default_for(given.size).with_solutions(solutions).with_stop(stop);
    trace::observe_any(given, strategy, &limits, observer).map_err(message)
}

/// Returns the clues one of which may be wrong, if a puzzle has no solution.
fn suspects(given: &AnyPuzzle, status: Status) -> Option<Vec<Suspicion>> {
    if status != Status::None {
        return None;
    }
    let limits = Limits::default_for(given.size).with_max_guesses(DOUBTS);
    let suspects = Diagnosis::of_any(given, &limits).ok()?.suspects?;
    let suspicion = |it: &Suspect| Suspicion {
        cell: it.cell.index(),
        is_removable: it.is_removable,
        instead: it.instead.iter().map(Digit::value).collect(),
    };
    Some(suspects.iter().map(suspicion).collect())
}

impl Overview {
    /// Notes where a solution differs from the first one.
    fn compare(&mut self, solution: &[u8]) {
        if self.solution.is_empty() {
            self.solution = solution.to_vec();
        }
        for (cell, (first, other)) in self.solution.iter().zip(solution).enumerate() {
            if first != other && !self.differing.contains(&cell) {
                self.differing.push(cell);
            }
        }
    }
}

/// Collects the overview.
struct Following<'a> {
    overview: &'a mut Overview,
    stop: &'a AtomicBool,
}

impl StepObserver for Following<'_> {
    fn event(&mut self, moment: &Moment, state: &State) {
        let Overview { guesses, open, hardest, kind, technique, .. } = &mut *self.overview;
        match moment.event {
            Event::Guess(cell, digit) => {
                *kind |= GUESS;
                let parent = open.last().copied();
                open.push(guesses.len());
                guesses.push(Guess { step: moment.step, parent, cell, digit, end: 0 });
            }
            Event::Undo(..) => {
                if let Some(index) = open.pop() {
                    guesses[index].end = moment.step;
                }
            }
            Event::Contradiction(_) => *kind |= DEAD_END,
            Event::Solution => {
                *kind |= SOLUTION;
                self.overview.compare(state.values());
            }
            Event::HiddenSingle(..) => *kind |= HIDDEN_SINGLE,
            Event::Deduction(step) => {
                Hardest::keep(hardest, &step);
                let at = Technique::ALL.iter().position(|it| it.name() == step.technique);
                *technique = at.map_or(0, |at| at as u8 + 1);
            }
            _ => {}
        }
    }

    fn step_done(&mut self, step: u64, _: &State, _: Option<Event>) {
        if step > MOST {
            self.stop.store(true, Ordering::Relaxed);
            return;
        }
        let overview = &mut *self.overview;
        overview.kinds.push(std::mem::take(&mut overview.kind));
        overview.techniques.push(std::mem::take(&mut overview.technique));
    }
}

/// A step: a description, and the grid after it.
#[derive(Clone, Default, Serialize)]
struct Frame {
    step: u64,
    words: Vec<String>,
    /// One per event.
    reasons: Vec<Reason>,
    depth: usize,
    filled: usize,
    counters: ByCounter<u64>,
    /// One number per cell: 32 times its kind, plus its digit. Kinds: 0 a clue, 1 a guess, 2
    /// implied, 3 open, 4 a naked single, 5 the next guess, 6 the next hidden single.
    marks: Vec<u16>,
    /// The candidates of each cell; bit 0 stands for 1.
    candidates: Vec<u32>,
}

/// The reason of an event.
#[derive(Clone, Serialize)]
struct Reason {
    sentence: String,
    /// The names of the units that it is about, their cells, and the cells of the pattern.
    names: Vec<String>,
    units: Vec<usize>,
    cells: Vec<usize>,
    /// The candidates that it removed: the cell and the digit of each.
    removed: Vec<(usize, u8)>,
    /// The chains, as links of two candidates: the cell, the digit, and 1 if it is on.
    chains: Vec<Vec<[usize; 6]>>,
}

impl Reason {
    fn of(event: Event, before: &State, alphabet: Alphabet) -> Self {
        let Explanation { mut sentence, units, cells, removed, chains, .. } =
            Explanation::of(event, before, alphabet);
        sentence += &condition(event, before, alphabet);
        let names = units.iter().map(ToString::to_string).collect();
        let units =
            units.iter().flat_map(|unit| before.size().cells_of(*unit)).map(|cell| cell.index());
        let removed = removed.iter().map(|(cell, digit)| (cell.index(), digit.value()));
        let cells = cells.iter().map(|cell| cell.index()).collect();
        let chains = chains.iter().map(|chain| chain.iter().map(link).collect()).collect();
        Self { sentence, names, units: units.collect(), cells, removed: removed.collect(), chains }
    }
}

fn link(ChainLink { from, to }: &ChainLink) -> [usize; 6] {
    let [from, to] =
        [from, to].map(|it| [it.cell.index(), it.digit.value().into(), it.is_on.into()]);
    [from[0], from[1], from[2], to[0], to[1], to[2]]
}

/// Says on which guesses a deduction rests. The sentences of the other events speak of guesses
/// themselves.
fn condition(event: Event, state: &State, alphabet: Alphabet) -> String {
    use Event::{Contradiction, Guess, Restart, Solution, Undo};
    let guess = |cell: Cell| {
        let (digit, origin) = state.value(cell)?;
        let words = || format!("{} = {}", state.size().cell_name(cell), alphabet.symbol(digit));
        (origin == Origin::Guess).then(words)
    };
    let guesses: Vec<_> = state.size().all_cells().filter_map(guess).collect();
    match (event, guesses.len()) {
        (Guess(..) | Undo(..) | Contradiction(_) | Restart | Solution, _) | (_, 0) => String::new(),
        (_, 1 | 2) => format!(" This holds if {}.", guesses.join(" and ")),
        (_, all) => format!(" This holds if all {all} guesses are right."),
    }
}

/// Collects frames.
struct Showing<'a> {
    from: u64,
    to: u64,
    alphabet: Alphabet,
    own_counters: &'static [Counter],
    stop: &'a AtomicBool,
    frames: Vec<Frame>,
    /// The step in progress.
    frame: Frame,
}

impl StepObserver for Showing<'_> {
    fn before(&mut self, step: u64, event: Event, state: &State) {
        if step >= self.from && !matches!(event, Event::Clue(..)) {
            self.frame.reasons.push(Reason::of(event, state, self.alphabet));
        }
    }

    fn event(&mut self, moment: &Moment, state: &State) {
        if moment.step < self.from {
            return;
        }
        let frame = &mut self.frame;
        frame.counters = moment.counters.named(self.own_counters);
        if !matches!(moment.event, Event::Clue(..)) {
            frame.words.push(trace::words(moment.event, state.size(), self.alphabet));
        }
    }

    fn step_done(&mut self, step: u64, state: &State, next: Option<Event>) {
        if step < self.from || step > self.to {
            return;
        }
        let mut frame = self.frame.clone();
        (self.frame.words, self.frame.reasons) = (Vec::new(), Vec::new());
        (frame.step, frame.depth, frame.filled) = (step, state.depth(), state.filled());
        let picture = Picture::of_state(state, next, self.alphabet);
        (frame.marks, frame.candidates) = picture.squares().iter().map(numbers).unzip();
        self.frames.push(frame);
        if step == self.to {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
}

fn numbers(square: &Square) -> (u16, u32) {
    let mark = |kind: u16, digit: Digit| 32 * kind + u16::from(digit.value());
    let bits = |all: sudomill::grid::Candidates| {
        all.iter().map(|digit| 1 << (digit.value() - 1)).sum::<u32>()
    };
    match *square {
        Square::Filled(digit, Origin::Clue) => (mark(0, digit), 0),
        Square::Filled(digit, Origin::Guess) => (mark(1, digit), 0),
        Square::Filled(digit, Origin::Implied) => (mark(2, digit), 0),
        Square::Open(all, None) => (32 * 3, bits(all)),
        Square::Open(all, Some((digit, Next::Single))) => (mark(4, digit), bits(all)),
        Square::Open(all, Some((digit, Next::HiddenSingle))) => (mark(6, digit), bits(all)),
        Square::Open(all, Some((digit, Next::Guess))) => (mark(5, digit), bits(all)),
    }
}
