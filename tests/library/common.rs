//! Common parts of the tests: puzzles, strategies and limits.

use chacha20::ChaCha8Rng;
use rand::{SeedableRng, seq::SliceRandom};
use std::{
    fmt::{Debug, Display},
    fs,
    path::PathBuf,
    str::FromStr,
};
use sudomill::{
    Error,
    batch::{self, Outputs, RunResult, SolveOptions},
    generate::{Kind, Recipe, UnknownName},
    grid::{Cell, Order, Puzzle},
    input::Source,
    output::Sink,
    solver::{
        Event, Limits,
        lanes::Backend,
        registry::{self, STRATEGIES, Strategy},
    },
};
use sudomill_oracles::cover::Cover;

/// Checks that each of some values is known by its name, which the error for an unknown one lists, and is
/// described.
pub fn check_names<T>(all: &[T], name: fn(T) -> &'static str, summary: fn(T) -> &'static str)
where
    T: Copy + Debug + Display + PartialEq + FromStr<Err = UnknownName>,
{
    let unknown = "no such name".parse::<T>().unwrap_err().to_string();
    for &it in all {
        let name = name(it);
        assert_eq!((name.parse(), it.to_string()), (Ok(it), name.to_owned()));
        assert!(!summary(it).is_empty() && unknown.contains(name), "{unknown}");
    }
}

/// Enters clues into a grid, leaving out those that would repeat a digit in a unit.
pub fn with_clues<O: Order>(mut values: Vec<u8>, clues: Vec<(usize, u8)>) -> Puzzle<O> {
    for (cell, value) in clues {
        let old = std::mem::replace(&mut values[cell], value);
        if Puzzle::<O>::new(&values).is_err() {
            values[cell] = old;
        }
    }
    Puzzle::new(&values).expect("conflicting clues are left out")
}

/// Keeps `clues` clues of a full grid, in places that depend on the seed.
pub fn few_clues<O: Order>(seed: u64, clues: usize) -> Puzzle<O> {
    let full = made::<O>(Kind::Solved, seed, 0);
    let (mut values, mut cells) = (full.values().to_vec(), (0..O::CELLS).collect::<Vec<_>>());
    cells.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    cells[clues..].iter().for_each(|&cell| values[cell] = 0);
    Puzzle::new(&values).unwrap()
}

/// A generated puzzle.
pub fn made<O: Order>(kind: Kind, seed: u64, number: u64) -> Puzzle<O> {
    Recipe::new(kind, seed).puzzle(number).unwrap()
}

pub fn recipe(kind: Kind, clues: usize) -> Recipe {
    Recipe::new(kind, 16).with_clues(clues)
}

/// Every strategy, every combination of parts, and every backend of this CPU.
pub fn everyone() -> impl Iterator<Item = Strategy> {
    let backends = Backend::available().map(|backend| find("lanes").on(backend));
    STRATEGIES.iter().map(Strategy::from).chain(registry::all_combinations()).chain(backends)
}

pub fn find(name: &str) -> Strategy {
    registry::find(name).unwrap()
}

pub fn limits(solutions: u64) -> Limits<'static> {
    Limits::default().with_solutions(solutions)
}

/// A file of `datasets`.
pub fn dataset(name: &str) -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../datasets")).join(name)
}

/// The lines of a file of `datasets`.
pub fn lines(name: &str) -> Vec<String> {
    fs::read_to_string(dataset(name)).unwrap().lines().map(str::to_owned).collect()
}

/// Returns the first puzzles of a shipped set.
pub fn shipped<O: Order>(set: &str, count: usize) -> Vec<Puzzle<O>> {
    lines(&format!("{set}.txt")).iter().take(count).map(|line| line.parse().unwrap()).collect()
}

/// Returns solutions of a puzzle by exact cover.
pub fn covered<O: Order>(puzzle: &Puzzle<O>, limit: u64) -> Vec<Vec<u8>> {
    let allows = |cell, digit| puzzle.candidates(Cell::new(cell)).bits() >> digit & 1 == 1;
    Cover::new(O::BOX_ROWS, O::BOX_COLUMNS).solutions(&allows, limit as usize)
}

/// Solves an input. Returns how the run ended, and its results.
pub fn run(source: Source, options: &SolveOptions) -> Result<(RunResult, String), Error> {
    // In memory, if possible: the results are written through to the disk.
    let folder = tempfile::tempdir_in("/dev/shm").or_else(|_| tempfile::tempdir()).unwrap();
    let path = folder.path().join("results");
    let mut outputs = Outputs::new(Sink::create(&path)?);
    let run = batch::solve_source(source, options, &mut outputs, &())?;
    outputs.results.finish()?;
    Ok((run, fs::read_to_string(path).unwrap()))
}

/// The grid of a search, reconstructed from its events.
pub struct Replay {
    /// The value of each cell; 0 if it is open.
    pub grid: [u8; 81],
    entered: Vec<Cell>,
}

impl Replay {
    pub fn new() -> Self {
        Self { grid: [0; 81], entered: Vec::new() }
    }

    pub fn follow(&mut self, event: Event) {
        match event {
            Event::Clue(cell, digit) => self.grid[cell.index()] = digit.value(),
            Event::NakedSingle(cell, digit)
            | Event::HiddenSingle(cell, digit)
            | Event::Guess(cell, digit) => {
                self.grid[cell.index()] = digit.value();
                self.entered.push(cell);
            }
            Event::Undo(guess, _) => loop {
                let cell = self.entered.pop().expect("the guess was entered");
                self.grid[cell.index()] = 0;
                if cell == guess {
                    break;
                }
            },
            _ => {}
        }
    }
}
