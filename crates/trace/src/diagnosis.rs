//! A puzzle without a solution → why, and which single clue may be wrong.

use crate::why;
use sudomill_puzzle::{
    any::AnyPuzzle,
    for_size,
    grid::{Alphabet, Candidates, Cell, Order, Puzzle, PuzzleError, Size},
    solving::{Counters, Event, Limits, Reason, Status},
};
use sudomill_solvers::fixed::{LARGE, MRV};

/// What is known of a puzzle without a solution.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::*, sudomill_trace::*}; pub mod solver { pub use {sudomill_puzzle::solving::*, sudomill_solvers::*}; } pub mod trace { pub use sudomill_trace::*; } }
/// use sudomill::{diagnosis::Diagnosis, grid::{Alphabet, Order2, Puzzle, Size}, solver::Limits};
/// let puzzle: Puzzle<Order2> = ".4.3.2........2.".parse()?;
/// let diagnosis = Diagnosis::of(&puzzle, &Limits::default());
/// let suspects = diagnosis.suspects_in_words(Size::Four, Alphabet::default());
/// assert_eq!(suspects.as_deref(), Some("r2c2=3 r4c3=4"));
/// # Ok::<(), sudomill::BadLine>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnosis {
    /// The first contradiction that naked and hidden singles lead to; `None` if only the search
    /// shows that there is no solution.
    pub reason: Option<Reason>,
    /// The number of singles entered before it.
    pub singles: u64,
    /// The clues that may be wrong, row-major. `None` if the searches for them reached the limit on
    /// guesses, or if the puzzle is given by candidates.
    pub suspects: Option<Vec<Suspect>>,
}

/// A clue of a puzzle without a solution that, if it alone is removed or changed, leaves exactly one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Suspect {
    /// Its cell.
    pub cell: Cell,
    /// True if the puzzle without the clue has exactly one solution.
    pub is_removable: bool,
    /// The digits with which, instead of the clue, the puzzle has exactly one solution.
    pub instead: Candidates,
}

impl Diagnosis {
    /// Diagnoses a puzzle without a solution. `limits` apply to all searches for suspects together.
    #[must_use]
    pub fn of<O: Order>(puzzle: &Puzzle<O>, limits: &Limits) -> Self {
        let (reason, singles) = contradiction(puzzle).unzip();
        let singles = singles.unwrap_or_default();
        Self { reason, singles, suspects: suspects(puzzle, limits) }
    }

    /// Diagnoses a puzzle whose size is known only at run time.
    ///
    /// # Errors
    /// As for [`AnyPuzzle::puzzle`].
    pub fn of_any(puzzle: &AnyPuzzle, limits: &Limits) -> Result<Self, PuzzleError> {
        for_size!(puzzle.size, O => Ok(Self::of(&puzzle.puzzle::<O>()?, limits)))
    }

    /// The reason in words: `r1c4 has no candidate left after 2 singles`.
    #[must_use]
    pub fn reason_in_words(&self, size: Size, alphabet: Alphabet) -> String {
        let Some(reason) = self.reason else { return "the search found no solution".to_owned() };
        let why = why(reason, size, alphabet);
        match self.singles {
            0 => why,
            1 => format!("{why} after 1 single"),
            many => format!("{why} after {many} singles"),
        }
    }

    /// What single cells could be instead, `.` if empty: `r1c2=. r1c2=7`; `none` if there are none.
    #[must_use]
    pub fn suspects_in_words(&self, size: Size, alphabet: Alphabet) -> Option<String> {
        let mut words = Vec::new();
        for Suspect { cell, is_removable, instead } in self.suspects.as_ref()? {
            let empty = is_removable.then_some('.');
            let digits = instead.iter().map(|digit| alphabet.symbol(digit));
            let name = size.cell_name(*cell);
            words.extend(empty.into_iter().chain(digits).map(|it| format!("{name}={it}")));
        }
        Some(if words.is_empty() { "none".to_owned() } else { words.join(" ") })
    }
}

/// The first contradiction that follows without a guess, and the number of values entered before it.
fn contradiction<O: Order>(puzzle: &Puzzle<O>) -> Option<(Reason, u64)> {
    let mut first = None;
    let mut observer = |event: Event, counters: &Counters| {
        if let (Event::Contradiction(reason), 0) = (event, counters.guesses) {
            first.get_or_insert((reason, counters.steps));
        }
    };
    let limits = Limits::default().with_max_guesses(0);
    // Only the events matter.
    let _ = MRV.solver().trace(puzzle, &limits, &mut observer);
    first
}

fn suspects<O: Order>(puzzle: &Puzzle<O>, limits: &Limits) -> Option<Vec<Suspect>> {
    if puzzle.has_candidates() {
        return None;
    }
    let mut max_guesses = limits.max_guesses;
    // Whether these clues, which repeat no digit, have no solution, one or several. The searches share
    // a limit on guesses; `None` if one gave up.
    let mut status = |cells: &O::PerCell<u8>| {
        let mut limits = limits.with_solutions(2).with_max_guesses(max_guesses);
        limits.found = None;
        let puzzle = Puzzle::<O>::new(cells.as_ref()).ok()?;
        let outcome = LARGE.solver().solve(&puzzle, &limits).decided()?;
        max_guesses -= outcome.counters.guesses.min(max_guesses);
        Some(outcome.status)
    };
    let mut suspects = Vec::new();
    for (cell, clue) in puzzle.clues() {
        let mut cells = *puzzle.cells();
        cells.as_mut()[cell.index()] = 0;
        let without = status(&cells)?;
        // Where there is no solution without the clue, there is none with another one.
        if without == Status::None {
            continue;
        }
        let mut instead = Candidates::NONE;
        for digit in Candidates::left_for::<O>(cells.as_ref(), cell) - Candidates::from(clue) {
            cells.as_mut()[cell.index()] = digit.value();
            if status(&cells)? == Status::Unique {
                instead |= Candidates::from(digit);
            }
        }
        let is_removable = without == Status::Unique;
        if is_removable || !instead.is_empty() {
            suspects.push(Suspect { cell, is_removable, instead });
        }
    }
    Some(suspects)
}
