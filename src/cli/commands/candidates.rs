//! `sudomill candidates`: draws one puzzle with its candidates and rates its difficulty.

use super::rating::{RatingPath, RatingRecord};
use crate::cli::{
    exit::{self, Exit},
    message::count,
    puzzle::{Diagnosed, PuzzleArgs, solutions},
    shared_args::LimitArgs,
};
use std::{collections::BTreeMap, io::Write};
use sudomill::{
    grid::{Candidates, Cell, Digit, Size, Unit},
    input::AnyPuzzle,
    picture::{Next, Picture, Square},
    solver::{
        AnyOutcome, Difficulty, Level, Limits, Status, difficulty_any, propagation::Propagation,
        redundant_clues_any, registry,
    },
};
use sudomill_output::target::Stdout;

/// Draw one puzzle with its candidates and rate its difficulty
///
/// The candidates of a cell are the digits that no other cell of its row, column and box
/// holds. Naked singles (the only candidate of a cell) and hidden singles (the only place of a
/// digit in a row, a column or a box) are marked and counted. The difficulty is `easy` if naked
/// singles solve the puzzle, or show that it has no solution; else the name of the first
/// propagation that does, as `sudomill strategies` lists them; and `search` if none does. A search
/// counts the solutions. A 9×9 puzzle with one solution is rated as by Sudoku Explainer 1.2.1; a line for
/// each step tells its rating, its technique, and what it places or removes (see docs/ratings.md).
/// Of a puzzle with one solution, the redundant clues are named: those without which it has no other one.
/// Of a puzzle without a solution, two lines tell why, and which clue may be wrong (see docs/output.md).
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
    let puzzle = args.puzzle.read()?;
    let mut picture = Picture::of_any(&puzzle)?;
    mark_singles(&puzzle, &mut picture);
    let limits = args.limits.resolve(Limits::default_for(puzzle.size));
    let outcome = registry::find("mrv")?.solve_any(&puzzle, &limits)?;
    // Ratings and minimality know rows, columns and boxes.
    let is_rated = outcome.status == Status::Unique && puzzle.units.are_standard();
    let redundant = is_rated.then(|| redundant_clues_any(&puzzle, &limits)).transpose()?.flatten();
    exit::check_interrupt()?;
    let path = if is_rated { RatingPath::of(&puzzle)? } else { None };
    let mut record = GridRecord::new(&puzzle, &picture, &outcome, limits.solutions.get())?;
    record.redundant_clues =
        redundant.map(|cells| cells.into_iter().map(|it| puzzle.size.cell_name(it)).collect());
    record.rated = path.as_ref().map(RatingPath::record);
    record.diagnosed = Diagnosed::of(&puzzle, &outcome, &limits)?;
    let clues = count(record.clues as u64, "clue");
    let mut title = format!("{clues} and the candidates they leave");
    if args.puzzle.no_candidates {
        picture.hide_candidates();
        title.clone_from(&clues);
    }
    args.puzzle.write_svg(&[(&picture, &title)])?;
    if args.puzzle.is_jsonl() && !args.puzzle.is_svg_only() {
        writeln!(Stdout, "{}", serde_json::to_string(&record)?)?;
    } else if !args.puzzle.is_svg_only() {
        let open = count(record.candidates.len() as u64, "open cell");
        let mut text = format!("{}{clues}, {open}\n", args.puzzle.draw(&picture, false));
        if !record.candidates.is_empty() {
            let [naked, hidden] =
                [&record.naked_singles, &record.hidden_singles].map(|it| it.len());
            text +=
                &format!("singles: {naked} naked, {hidden} hidden\n{}", record.rating(&puzzle)?);
        }
        let solutions = solutions(&puzzle, &outcome, limits.solutions.get());
        let redundant = match record.redundant_clues.as_deref() {
            None => String::new(),
            Some([]) => "\nminimal: every clue is needed".to_owned(),
            Some(cells) => format!("\nredundant clues, each by itself: {}", cells.join(" ")),
        };
        let rating = path.map_or_else(String::new, |path| format!("\n{}", path.text()));
        let diagnosed = record.diagnosed.map_or_else(String::new, |it| it.text(&puzzle));
        writeln!(Stdout, "{text}{solutions}{redundant}{diagnosed}{rating}")?;
        args.puzzle.say_if_tall(&picture);
    }
    Ok(Exit::of_statuses([outcome.status], limits.solutions.get()))
}

/// Marks the open cells whose digit is certain: those with one candidate, then those that are the
/// only place for a digit in a unit.
fn mark_singles(puzzle: &AnyPuzzle, picture: &mut Picture) {
    let size = puzzle.size;
    let candidates = picture.squares().iter().map(|square| match *square {
        Square::Filled(..) => Candidates::NONE,
        Square::Open(candidates, _) => candidates,
    });
    let candidates: Vec<_> = candidates.collect();
    for (cell, candidates) in size.all_cells().zip(&candidates) {
        candidates.single().into_iter().for_each(|digit| picture.mark(cell, digit));
    }
    // A digit need not be in a unit with fewer cells.
    let is_whole = |unit: &Unit| size.cells_of(*unit).len() == size.side();
    for unit in puzzle.units.all(size).filter(is_whole) {
        for digit in size.digits() {
            let has_place = |cell: &&Cell| candidates[cell.index()].contains(digit);
            let mut places = size.cells_of(unit).iter().filter(has_place);
            if let (Some(&cell), None) = (places.next(), places.next()) {
                picture.mark_hidden(cell, digit);
            }
        }
    }
}

/// The JSON output.
#[derive(serde::Serialize)]
struct GridRecord {
    order: Size,
    clues: usize,
    /// Row-major, 0 for an open cell.
    values: Vec<u8>,
    /// The candidates of every open cell, by cell name.
    candidates: BTreeMap<String, Vec<u8>>,
    /// The digits of the singles, by cell name.
    naked_singles: BTreeMap<String, u8>,
    hidden_singles: BTreeMap<String, u8>,
    /// Only for puzzles with rows, columns and boxes alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    difficulty: Option<Difficulty>,
    status: Status,
    /// The number of solutions, at most the limit.
    solutions: u64,
    limit: u64,
    /// The cells of the clues without which there is still one solution. Only for puzzles with one.
    redundant_clues: Option<Vec<String>>,
    /// Only for 9×9 puzzles with one solution.
    #[serde(flatten)]
    rated: Option<RatingRecord>,
    /// Only for puzzles without a solution.
    #[serde(flatten)]
    diagnosed: Option<Diagnosed>,
}

impl GridRecord {
    /// Describes a puzzle; the picture has its candidates and singles.
    fn new(
        puzzle: &AnyPuzzle,
        picture: &Picture,
        outcome: &AnyOutcome,
        limit: u64,
    ) -> anyhow::Result<Self> {
        let size = puzzle.size;
        let mut record = Self {
            order: size,
            clues: puzzle.values.iter().filter(|value| **value != 0).count(),
            values: puzzle.values.clone(),
            candidates: BTreeMap::new(),
            naked_singles: BTreeMap::new(),
            hidden_singles: BTreeMap::new(),
            difficulty: puzzle.units.are_standard().then(|| difficulty_any(puzzle)).transpose()?,
            status: outcome.status,
            solutions: outcome.solutions,
            limit,
            redundant_clues: None,
            rated: None,
            diagnosed: None,
        };
        for (cell, square) in size.all_cells().zip(picture.squares()) {
            let Square::Open(candidates, next) = square else { continue };
            if let Some((digit, how)) = next {
                let is_naked = *how == Next::Single;
                let Self { naked_singles, hidden_singles, .. } = &mut record;
                let singles = if is_naked { naked_singles } else { hidden_singles };
                singles.insert(size.cell_name(cell), digit.value());
            }
            let digits = candidates.iter().map(Digit::value).collect();
            record.candidates.insert(size.cell_name(cell), digits);
        }
        Ok(record)
    }

    /// Names the techniques that settle the puzzle, or tells how far each gets, in a line.
    fn rating(&self, puzzle: &AnyPuzzle) -> anyhow::Result<String> {
        let Some(difficulty) = self.difficulty else { return Ok(String::new()) };
        let Some(level) = Level::of(difficulty) else {
            let levels = Difficulty::ALL.iter().copied().filter_map(Level::of);
            let filled: Vec<_> = levels.map(|it| filled(it, puzzle)).collect::<Result<_, _>>()?;
            let filled = filled.join(", ");
            return Ok(format!("difficulty: {difficulty}; open cells filled: {filled}\n"));
        };
        let has_none = self.status == Status::None;
        let result = if has_none { "show that it has no solution" } else { "solve it" };
        Ok(format!("difficulty: {difficulty}; {} {result}\n", level.techniques))
    }
}

/// Tells how many cells the techniques of a level fill: `32 with hidden singles`.
fn filled(level: Level, puzzle: &AnyPuzzle) -> anyhow::Result<String> {
    let Level { propagation, added, .. } = level;
    let strategy = registry::find(&format!("{}/mrv", propagation.part().name))?;
    // Give up on the first guess, so that only propagation counts.
    let limits = Limits::default().with_max_guesses(0);
    let cells = strategy.solve_any(puzzle, &limits)?.counters.steps;
    let word = if propagation == Propagation::Naked { "by" } else { "with" };
    Ok(format!("{cells} {word} {added}"))
}
