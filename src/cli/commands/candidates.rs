//! `sudomill candidates`: draws one puzzle with its candidates and rates its difficulty.

use crate::cli::{
    exit::{self, Exit},
    message::count,
    puzzle::{PuzzleArgs, solutions},
    shared_args::{LimitArgs, default_limits},
};
use std::{collections::BTreeMap, io::Write};
use sudomill::{
    for_size,
    grid::{Candidates, Cell, Digit, Order, Puzzle, Unit},
    input::AnyPuzzle,
    output::Stdout,
    picture::{Next, Picture, Square},
    solver::{Difficulty, Limits, Outcome, Status, registry},
};

/// Draw one puzzle with its candidates and rate its difficulty
///
/// The candidates of a cell are the digits that no other cell of its row, column and box
/// holds. Naked singles (the only candidate of a cell) and hidden singles (the only place of a
/// digit in a row, a column or a box) are marked and counted. The difficulty is the first of
/// these levels that solves the puzzle, or shows that it has no solution: `easy` (naked
/// singles), `singles` (and hidden singles), `locked` (and locked candidates), `pairs` (and naked
/// and hidden pairs). If none does, it is `search`. A search counts the solutions.
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

/// Draws the puzzle, and prints its difficulty and its number of solutions.
pub fn run(args: &CandidatesArgs) -> anyhow::Result<Exit> {
    let given = args.puzzle.read()?;
    for_size!(given.size, O => show::<O>(&given, args))
}

fn show<O: Order>(given: &AnyPuzzle, args: &CandidatesArgs) -> anyhow::Result<Exit> {
    let puzzle = given.puzzle::<O>()?;
    let mut picture = Picture::of_puzzle(&puzzle, given.alphabet);
    mark_singles(&mut picture, &puzzle);
    let clues = count(puzzle.clue_count() as u64, "clue");
    let mut title = format!("{clues} and the candidates they leave");
    let marked = picture.clone();
    if args.puzzle.no_candidates {
        picture.hide_candidates();
        title.clone_from(&clues);
    }
    let rating = Rating::of(&puzzle)?;
    let limits = args.limits.resolve(default_limits(O::SIZE));
    let outcome = registry::find("mrv")?.solver::<O>().solve(&puzzle, &limits);
    exit::check_interrupt()?;
    args.puzzle.write_svg(&[(&picture, &title)])?;
    if !args.puzzle.is_svg_only() {
        let text = if args.puzzle.is_jsonl() {
            record(&puzzle, &marked, &rating, &outcome, limits.solutions.get())?
        } else {
            let open = count((O::CELLS - puzzle.clue_count()) as u64, "open cell");
            let solutions = solutions(&puzzle, &outcome, limits.solutions.get());
            let words = match puzzle.clue_count() < O::CELLS {
                true => {
                    let [naked, hidden] = [false, true].map(|it| singles(&marked, it).count());
                    let rating = rating.describe(outcome.status);
                    format!("singles: {naked} naked, {hidden} hidden\n{rating}\n")
                }
                false => String::new(),
            };
            let picture = args.puzzle.draw(&picture, false);
            format!("{picture}{clues}, {open}\n{words}{solutions}\n")
        };
        Stdout.write_all(text.as_bytes())?;
        if !args.puzzle.is_jsonl() {
            args.puzzle.say_if_tall(&picture);
        }
    }
    Ok(Exit::of_statuses([outcome.status], limits.solutions.get()))
}

/// Marks the open cells whose digit is certain: those with one candidate, then those that are the
/// only place for a digit in a row, a column or a box.
fn mark_singles<O: Order>(picture: &mut Picture, puzzle: &Puzzle<O>) {
    let candidates = |cell: Cell| match puzzle.clue(cell) {
        Some(_) => Candidates::NONE,
        None => puzzle.candidates_left(cell),
    };
    for cell in Cell::all::<O>() {
        candidates(cell).single().into_iter().for_each(|digit| picture.mark(cell, digit));
    }
    for unit in Unit::all::<O>() {
        for digit in (1..=O::SIDE as u8).filter_map(Digit::new) {
            let has_place = |cell: &Cell| candidates(*cell).contains(digit);
            let mut places = unit.cells::<O>().iter().copied().filter(has_place);
            if let (Some(cell), None) = (places.next(), places.next()) {
                picture.mark_hidden(cell, digit);
            }
        }
    }
}

/// The naked or the hidden singles of a picture.
fn singles(picture: &Picture, are_hidden: bool) -> impl Iterator<Item = (Cell, Digit)> {
    let wanted = if are_hidden { Next::HiddenSingle } else { Next::Single };
    let single = move |(cell, square): (usize, &Square)| match *square {
        Square::Open(_, Some((digit, next))) if next == wanted => Some((Cell::new(cell), digit)),
        _ => None,
    };
    picture.squares().iter().enumerate().filter_map(single)
}

/// The difficulty of a puzzle, and the numbers of cells that propagation fills without a guess.
struct Rating {
    difficulty: Difficulty,
    /// Cells filled by each of [`PROPAGATIONS`].
    filled: [u64; 4],
}

/// Propagation strategies, from weakest to strongest.
const PROPAGATIONS: [&str; 4] = ["naked/mrv", "mrv", "locked/mrv", "pairs/mrv"];

impl Rating {
    fn of<O: Order>(puzzle: &Puzzle<O>) -> anyhow::Result<Self> {
        let mut filled = [0; 4];
        for (filled, name) in filled.iter_mut().zip(PROPAGATIONS) {
            // Give up on the first guess, so that only propagation counts.
            let limits = Limits::default().with_max_guesses(0);
            *filled = registry::find(name)?.solver::<O>().solve(puzzle, &limits).counters.steps;
        }
        Ok(Self { difficulty: Difficulty::of(puzzle), filled })
    }

    fn describe(&self, status: Status) -> String {
        let Self { difficulty, filled: [naked, singles, locked, pairs] } = self;
        let techniques = match difficulty {
            Difficulty::Easy => "naked singles",
            Difficulty::Singles => "naked and hidden singles",
            Difficulty::Locked => "singles and locked candidates",
            Difficulty::Pairs => "singles, locked candidates and pairs",
            _ => {
                return format!(
                    "difficulty: {difficulty}; open cells filled: {naked} by naked singles, {singles} \
                     with hidden singles, {locked} with locked candidates, {pairs} with pairs"
                );
            }
        };
        let has_none = status == Status::None;
        let result = if has_none { "show that it has no solution" } else { "solve it" };
        format!("difficulty: {difficulty}; {techniques} {result}")
    }
}

/// The JSON output.
#[derive(serde::Serialize)]
struct Record {
    order: usize,
    clues: usize,
    /// Row-major, 0 for an open cell.
    values: Vec<u8>,
    /// The candidates of every open cell, by cell name.
    candidates: BTreeMap<String, Vec<u8>>,
    /// The digits of the singles, by cell name.
    naked_singles: BTreeMap<String, u8>,
    hidden_singles: BTreeMap<String, u8>,
    difficulty: Difficulty,
    status: Status,
    /// The number of solutions, at most the limit.
    solutions: u64,
    limit: u64,
}

fn record<O: Order>(
    puzzle: &Puzzle<O>,
    picture: &Picture,
    rating: &Rating,
    outcome: &Outcome<O>,
    limit: u64,
) -> anyhow::Result<String> {
    let digits = |all: Candidates| all.iter().map(Digit::value).collect::<Vec<_>>();
    let left = |cell| digits(puzzle.candidates_left(cell));
    let named = |are_hidden| {
        let singles = singles(picture, are_hidden);
        singles.map(|(cell, digit)| (cell.name::<O>(), digit.value())).collect()
    };
    let open = Cell::all::<O>().filter(|&cell| puzzle.clue(cell).is_none());
    let record = Record {
        order: O::BOX,
        clues: puzzle.clue_count(),
        values: puzzle.values().to_vec(),
        candidates: open.map(|cell| (cell.name::<O>(), left(cell))).collect(),
        naked_singles: named(false),
        hidden_singles: named(true),
        difficulty: rating.difficulty,
        status: outcome.status,
        solutions: outcome.solutions,
        limit,
    };
    Ok(serde_json::to_string(&record)? + "\n")
}
