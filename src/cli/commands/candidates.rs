//! `sudomill candidates`: one puzzle with its candidates and its difficulty.

use crate::cli::{
    commands::solve::solutions,
    draw::{self, PictureFormat, PuzzleArgs},
    exit::Exit,
    interrupt,
    message::count,
    shared_args::{LimitArgs, default_limits},
};
use std::{
    collections::BTreeMap,
    io::{self, Write},
};
use sudomill::{
    for_size,
    grid::{Candidates, Cell, Digit, Order, Puzzle},
    input::AnyPuzzle,
    picture::Picture,
    solver::{
        Limits, Outcome, Status,
        registry::{self, Registered},
    },
};

/// Draw one puzzle with its candidates and rate its difficulty
///
/// The candidates of a cell are the digits that no other cell of its row, column and box
/// holds. A puzzle is easy if naked singles (cells with one candidate) solve it. Otherwise,
/// report how far hidden singles and locked candidates lead, and whether a search is needed.
/// A search then counts the solutions.
///
/// Exit code: as for `solve`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sudomill candidates puzzles.txt:3 --svg puzzle.svg")]
pub struct CandidatesArgs {
    #[command(flatten)]
    puzzle: PuzzleArgs,
    #[command(flatten)]
    limits: LimitArgs,
}

/// Draws the puzzle, its difficulty, and the number of its solutions.
pub fn run(args: &CandidatesArgs) -> anyhow::Result<Exit> {
    let given = args.puzzle.read()?;
    for_size!(given.size, O => show::<O>(&given, args))
}

fn show<O: Registered>(given: &AnyPuzzle, args: &CandidatesArgs) -> anyhow::Result<Exit> {
    let puzzle = Puzzle::<O>::new(&given.values)?;
    let picture = Picture::of_puzzle(&puzzle, given.alphabet);
    let difficulty = Difficulty::of(&puzzle)?;
    let limits = args.limits.resolve(default_limits(O::SIZE));
    let outcome = registry::find("mrv")?.solver::<O>().solve(&puzzle, &limits);
    interrupt::check()?;
    let clues = count(puzzle.clue_count() as u64, "clue");
    args.puzzle.write_svg(&picture, &format!("{clues} and the candidates they leave"))?;
    if !args.puzzle.is_svg_only() {
        let text = match args.puzzle.format() {
            PictureFormat::Jsonl => record(&puzzle, &difficulty, &outcome, limits.solutions)?,
            format => {
                let open = count((O::CELLS - puzzle.clue_count()) as u64, "open cell");
                let solutions = solutions(&outcome, limits.solutions);
                let words = format!("{clues}, {open}\n{}\n{solutions}\n", difficulty.words());
                draw::with_legend(&picture, draw::detail(&picture, false), format.ink()) + &words
            }
        };
        io::stdout().write_all(text.as_bytes())?;
    }
    Ok(Exit::of_statuses([outcome.status], limits.solutions))
}

/// How far propagation leads without a guess.
struct Difficulty {
    open: u64,
    /// The cells filled by naked singles; by hidden singles, too; by locked candidates, too.
    filled: [u64; 3],
    end: End,
}

/// How propagation ends.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// The grid is full, from this propagation on.
    Full(usize),
    /// A contradiction.
    Contradiction,
    /// A guess is needed.
    Search,
}

/// The propagations, from weakest to strongest.
const PROPAGATIONS: [&str; 3] = ["naked/mrv", "mrv", "locked/mrv"];

impl Difficulty {
    fn of<O: Registered>(puzzle: &Puzzle<O>) -> anyhow::Result<Self> {
        let (mut filled, mut end) = ([0; 3], End::Search);
        for (i, name) in PROPAGATIONS.into_iter().enumerate() {
            // A puzzle that needs a guess is given up.
            let limits = Limits { max_guesses: 0, ..Limits::default() };
            let outcome = registry::find(name)?.solver::<O>().solve(puzzle, &limits);
            filled[i] = outcome.counters.steps;
            end = match (end, outcome.status) {
                (End::Search, Status::Unique) => End::Full(i),
                (End::Search, Status::None) => End::Contradiction,
                (end, _) => end,
            };
        }
        Ok(Self { open: (O::CELLS - puzzle.clue_count()) as u64, filled, end })
    }

    fn name(&self) -> &'static str {
        match self.end {
            End::Full(0) => "naked-singles",
            End::Full(1) => "hidden-singles",
            End::Full(_) => "locked-candidates",
            End::Contradiction => "contradiction",
            End::Search => "search",
        }
    }

    fn words(&self) -> String {
        let Self { open, filled: [naked, singles, locked], .. } = self;
        match self.end {
            End::Full(_) if *open == 0 => "nothing is open".to_owned(),
            End::Full(0) => "easy: naked singles alone solve it".to_owned(),
            End::Full(1) => {
                "not easy, but no search: naked and hidden singles finish it".to_owned()
            }
            End::Full(_) => {
                "not easy, but no search: singles and locked candidates finish it".to_owned()
            }
            End::Contradiction => {
                "no search: singles and locked candidates contradict it".to_owned()
            }
            End::Search => format!(
                "needs a search: of the open cells naked singles fill {naked}, with hidden \
                 singles {singles}, with locked candidates {locked}"
            ),
        }
    }
}

/// The JSON object.
#[derive(serde::Serialize)]
struct Record {
    order: usize,
    clues: usize,
    /// Row-major, 0 for an open cell.
    values: Vec<u8>,
    /// The candidates of every open cell, by cell name.
    candidates: BTreeMap<String, Vec<u8>>,
    /// naked-singles, hidden-singles, locked-candidates, search or contradiction.
    finished_by: &'static str,
    status: Status,
    /// At most the limit.
    solutions: u64,
    limit: u64,
}

fn record<O: Order>(
    puzzle: &Puzzle<O>,
    difficulty: &Difficulty,
    outcome: &Outcome<O>,
    limit: u64,
) -> anyhow::Result<String> {
    let digits = |all: Candidates| all.iter().map(Digit::value).collect::<Vec<_>>();
    let left = |cell| digits(Candidates::left_for::<O>(puzzle.values(), cell));
    let open = Cell::all::<O>().filter(|&cell| puzzle.clue(cell).is_none());
    let record = Record {
        order: O::BOX,
        clues: puzzle.clue_count(),
        values: puzzle.values().to_vec(),
        candidates: open.map(|cell| (cell.name::<O>(), left(cell))).collect(),
        finished_by: difficulty.name(),
        status: outcome.status,
        solutions: outcome.solutions,
        limit,
    };
    Ok(serde_json::to_string(&record)? + "\n")
}
