//! `sudomill candidates`: one puzzle with its candidates, and how hard it is.

use super::{
    args::{CandidatesArgs, PictureFormat},
    draw,
    exit::Exit,
    given, interrupt,
    message::count,
    same_file::{self, Role},
    single,
};
use std::{
    collections::BTreeMap,
    io::{self, Write},
    path::Path,
    sync::atomic::Ordering,
};
use sudomill::{
    Error, for_size,
    grid::{Candidates, Cell, Digit, Order, Puzzle},
    input::Given,
    picture::Picture,
    solver::{
        Limits, Outcome, Status,
        registry::{self, Registered},
    },
};

/// Draws the puzzle, and says how hard it is and how many solutions it has.
pub fn run(args: &CandidatesArgs) -> anyhow::Result<Exit> {
    if let Some(svg) = &args.svg {
        let roles = [Role::input(&args.puzzle, "puzzle"), Role::output(svg, "picture")];
        same_file::refuse(&roles)?;
    }
    let given = given::puzzle(&args.puzzle, &args.table.open(true))?;
    for_size!(given.size, O => show::<O>(&given, args))
}

fn show<O: Registered>(given: &Given, args: &CandidatesArgs) -> anyhow::Result<Exit> {
    let puzzle = Puzzle::<O>::new(&given.values)?;
    let picture = Picture::of_puzzle(&puzzle, given.alphabet);
    let ease = Ease::of(&puzzle)?;
    let limits = Limits {
        solutions: args.limit,
        max_guesses: args.max_guesses.unwrap_or(Limits::usual_guesses(given.size.order())),
        stop: Some(&interrupt::STOP),
        ..Limits::default()
    };
    let outcome = registry::find("mrv")?.solver::<O>().solve(&puzzle, &limits);
    if interrupt::STOP.load(Ordering::Relaxed) {
        return Err(Error::Interrupted.into());
    }
    let clues = count(puzzle.clue_count() as u64, "clue");
    if let Some(path) = &args.svg {
        draw::svg(&picture, &format!("{clues} and the candidates they leave"), path)?;
    }
    if args.svg.as_deref() != Some(Path::new("-")) {
        let text = match draw::format(args.format) {
            PictureFormat::Jsonl => record(&puzzle, &ease, &outcome, args.limit)?,
            format => {
                let open = count((O::CELLS - puzzle.clue_count()) as u64, "open cell");
                let solutions = single::solutions(&outcome, args.limit);
                let words = format!("{clues}, {open}\n{}\n{solutions}\n", ease.words());
                drawn(&picture, format) + &words
            }
        };
        io::stdout().write_all(text.as_bytes())?;
    }
    Ok(single::exit(&outcome, args.limit))
}

/// The picture with its legend.
fn drawn(picture: &Picture, format: PictureFormat) -> String {
    let ink = draw::ink(format);
    picture.text(draw::detail(picture, false), ink) + &picture.legend(ink) + "\n"
}

/// How far one gets without a guess.
struct Ease {
    open: u64,
    /// The cells filled by naked singles; by hidden ones, too; with locked candidates.
    filled: [u64; 3],
    end: End,
}

/// What ends it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    /// The grid is full; the first technique, of those three, with which it is.
    Full(usize),
    /// A contradiction.
    Contradiction,
    /// A guess is needed.
    Search,
}

/// The propagations, the weakest first.
const PROPAGATIONS: [&str; 3] = ["naked/mrv", "mrv", "locked/mrv"];

impl Ease {
    fn of<O: Registered>(puzzle: &Puzzle<O>) -> anyhow::Result<Self> {
        let (mut filled, mut end) = ([0; 3], End::Search);
        for (i, name) in PROPAGATIONS.into_iter().enumerate() {
            // Whoever needs a guess gives up.
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
            End::Full(0) => "easy: naked singles alone finish it".to_owned(),
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

/// The same for programs.
#[derive(serde::Serialize)]
struct Record {
    order: usize,
    clues: usize,
    /// Row-major, 0 for an open cell.
    values: Vec<u8>,
    /// Of every open cell, by its name.
    candidates: BTreeMap<String, Vec<u8>>,
    /// What finishes it: naked-singles, hidden-singles, locked-candidates, search,
    /// or contradiction.
    finished_by: &'static str,
    status: Status,
    /// At most the limit.
    solutions: u64,
    limit: u64,
}

fn record<O: Order>(
    puzzle: &Puzzle<O>,
    ease: &Ease,
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
        finished_by: ease.name(),
        status: outcome.status,
        solutions: outcome.solutions,
        limit,
    };
    Ok(serde_json::to_string(&record)? + "\n")
}
