//! The kinds of puzzles, and their names for `--kind`.

use super::names::named;

named! {
    /// The kind of a generated puzzle.
    ///
    /// ```
    /// # mod sudomill { pub use sudomill_puzzle::*; pub mod generate { pub use sudomill_generate::*; } }
    /// use sudomill::generate::Kind;
    /// assert_eq!("minimal".parse::<Kind>()?, Kind::Minimal);
    /// assert_eq!(Kind::Minimal.to_string(), "minimal");
    /// # Ok::<(), sudomill::generate::UnknownName>(())
    /// ```
    Kind "kind"
    /// A full grid.
    Solved "solved" "a full grid";
    /// A puzzle that naked singles alone solve, so it has exactly one solution.
    Easy "easy" "naked singles alone solve it";
    /// A puzzle with exactly one solution.
    Unique "unique" "one solution";
    /// A puzzle with exactly one solution, and several if any clue is removed; of those with a
    /// [`Symmetry`](super::Symmetry), if all clues that it turns into each other are removed.
    Minimal "minimal" "one solution; several if any clue is removed";
    /// A minimal puzzle for which `mrv` needs many guesses.
    Hard "hard" "minimal, and mrv needs many guesses";
    /// A puzzle with several solutions: a minimal puzzle without one of its clues.
    Multiple "multiple" "several solutions: a minimal puzzle without one clue";
    /// A puzzle without a solution, though no clue repeats a digit: a minimal puzzle with an
    /// additional, wrong clue.
    Unsolvable "unsolvable" "no solution, though no clue repeats a digit";
    /// A puzzle given by candidates, with exactly one solution, and several if any candidate is
    /// added.
    Pencilmark "pencilmark" "given by candidates: one solution; several if any is added";
}
