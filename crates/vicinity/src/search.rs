//! The search for all puzzles with one solution that come of a puzzle by adding clues.

use crate::{
    cells::{Cells, clues, remove_clues, with},
    family::{Family, Unique},
    placements::{Placement, Placements},
    queries::Queries,
    redundancy::{Test, Trial, decide},
};
use std::{
    collections::{HashMap, VecDeque},
    mem,
    sync::atomic::AtomicBool,
};
use sudomill_puzzle::RunError;

/// Receives the number of a puzzle, and a puzzle that was found around it.
pub type Found<'f> = dyn FnMut(usize, &Cells) + 'f;

/// A search on one thread. What it finds depends only on the puzzles, and on whether they may have redundant
/// clues.
pub struct Search<'a> {
    /// If true, puzzles may have redundant clues; otherwise they are minimal.
    redundant: bool,
    /// Count the solutions of puzzles with an addition, up to 2.
    counts: Queries<'a, Question>,
    /// Count those of puzzles without a clue, up to 2.
    tests: Queries<'a, Test>,
    /// Find a solution with an addition and another digit than a clue.
    prunings: Queries<'a, Test>,
    /// Puzzles with one solution, to be tested for redundant clues.
    waiting: Vec<Trial>,
    /// The number of puzzles that were tested, and of those that are minimal.
    tested: u64,
    minimal: u64,
}

/// A row of a family, by their numbers.
#[derive(Clone, Copy)]
struct Turn {
    family: usize,
    row: usize,
}

/// An addition whose solutions are counted.
struct Question {
    turn: Turn,
    addition: Placement,
}

/// The number of puzzles that are tested together, so that the batches are full until near the end.
const TOGETHER: usize = 4096;

/// The number of rows that are settled together, for the same reason.
const ROWS: usize = 256;

/// The number of additions to a row that are tried at once: few, since the solutions save others.
const AT_ONCE: usize = 6;

/// The number of tests that show whether pruning pays.
const FIRST_TESTS: u64 = 64;

impl<'a> Search<'a> {
    /// Prepares a search, which ends once `stop` is set.
    #[must_use]
    pub fn new(redundant: bool, stop: Option<&'a AtomicBool>) -> Self {
        Self {
            redundant,
            counts: Queries::new(2, stop),
            tests: Queries::new(2, stop),
            prunings: Queries::new(1, stop),
            waiting: Vec::new(),
            tested: 0,
            minimal: 0,
        }
    }

    /// Makes it look as if most puzzles were minimal, or had redundant clues: tests see both ways.
    pub fn expect_minimal(&mut self, are_minimal: bool) {
        self.tested = 1 << 40;
        self.minimal = if are_minimal { self.tested } else { 0 };
    }

    /// Finds what comes of these puzzles by adding up to `most` clues. Some are found more than once.
    ///
    /// # Errors
    /// [`RunError::Interrupted`]
    pub fn add_clues(
        &mut self,
        puzzles: &[Cells],
        most: usize,
        found: &mut Found,
    ) -> Result<(), RunError> {
        let roots = puzzles.iter().enumerate();
        let family = |(from, cells)| Family::of_root(from, cells, Placements::ALL, most);
        self.around(&mut roots.filter_map(family), found)
    }

    /// Finds what comes of a puzzle by giving up to `most` of its clues other digits.
    ///
    /// # Errors
    /// [`RunError::Interrupted`]
    pub fn replace_clues(
        &mut self,
        puzzle: &Cells,
        most: usize,
        found: &mut dyn FnMut(&Cells),
    ) -> Result<(), RunError> {
        let mut roots = Vec::new();
        for n in 1..=most {
            remove_clues(puzzle, n, 0, &mut |cells| roots.push((*cells, n)));
        }
        let family = |(from, (cells, n)): (usize, &(Cells, usize))| {
            let mut allowed = Placements::default();
            for clue in clues(puzzle).filter(|clue| cells[clue.cell] == 0) {
                allowed.add_all(&Placements::of_cell(clue.cell));
                allowed.remove(clue);
            }
            Family::of_root(from, cells, allowed, *n)
        };
        let given = clues(puzzle).count();
        self.around(&mut roots.iter().enumerate().filter_map(family), &mut |_, cells| {
            if clues(cells).count() == given {
                found(cells);
            }
        })
    }

    /// Finds what comes of the roots of these families.
    fn around(
        &mut self,
        families: &mut dyn Iterator<Item = Family>,
        found: &mut Found,
    ) -> Result<(), RunError> {
        self.extend(families, found)?;
        self.test_waiting(found)
    }

    /// Adds clues to the rows of families.
    fn extend(
        &mut self,
        families: &mut dyn Iterator<Item = Family>,
        found: &mut Found,
    ) -> Result<(), RunError> {
        loop {
            let (mut together, mut rows) = (Vec::new(), 0);
            while rows < ROWS
                && let Some(family) = families.next()
            {
                rows += family.rows.len();
                together.push(family);
            }
            if together.is_empty() {
                return Ok(());
            }
            self.settle(&mut together)?;
            self.prune(&mut together)?;
            together.iter_mut().for_each(|family| self.report(family, found));
            if self.waiting.len() >= TOGETHER {
                self.test_waiting(found)?;
            }
            self.extend(&mut together.iter().flat_map(Family::children), found)?;
        }
    }

    /// Finds out how many solutions, up to 2, each row has with each addition.
    fn settle(&mut self, families: &mut [Family]) -> Result<(), RunError> {
        let mut turns = VecDeque::new();
        for (family, of) in families.iter().enumerate().filter(|(_, of)| of.is_settled()) {
            turns.extend((0..of.rows.len()).map(|row| Turn { family, row }));
        }
        loop {
            self.ask(families, &mut turns);
            let goes_on = self.counts.solve(|Question { turn, addition }, answer| {
                let family = &mut families[turn.family];
                let row = &mut family.rows[turn.row];
                if answer.solutions < 2 {
                    row.open.remove(addition);
                }
                let Some(solution) = answer.first else { return };
                let solution = Placements::of_solution(solution);
                if answer.solutions == 1 {
                    row.unique.push(Unique { addition, solution });
                }
                family.add(&solution);
            })?;
            if !goes_on {
                return Ok(());
            }
        }
    }

    /// Fills a batch, with some additions to each row in turn. Rows without further ones lose their turn.
    fn ask(&mut self, families: &mut [Family], turns: &mut VecDeque<Turn>) {
        for _ in 0..turns.len() {
            let most = self.counts.room().min(AT_ONCE);
            if most == 0 {
                return;
            }
            let Some(turn) = turns.pop_front() else { return };
            let family = &mut families[turn.family];
            let additions = family.take(turn.row, most);
            if !additions.is_empty() {
                turns.push_back(turn);
            }
            for addition in additions {
                let cells = with(&family.rows[turn.row].cells, addition);
                self.counts.push(Question { turn, addition }, &cells);
            }
        }
    }

    /// Leaves out additions to roots that make clues redundant, since no further ones mend that. This pays
    /// where most puzzles with one solution are not minimal.
    fn prune(&mut self, families: &mut [Family]) -> Result<(), RunError> {
        let pays = self.tested >= FIRST_TESTS && self.minimal * 2 < self.tested;
        if self.redundant || !pays {
            return Ok(());
        }
        let prunable = |family: &&Family| family.is_root && family.left > 1;
        // Of each root in turn, so that what is found helps the next.
        let trials = Placements::ALL.iter().flat_map(|addition| {
            let rows = families.iter().filter(prunable).map(|family| (family, &family.rows[0]));
            let open = rows.filter(move |(_, row)| row.open.contains(addition));
            open.map(move |(family, row)| Trial {
                addition: Some(addition),
                ..family.trial(row, addition)
            })
        });
        let mut pruned: HashMap<usize, Placements> = HashMap::new();
        decide(&mut self.prunings, trials, &mut |trial, is_minimal| {
            if let (Some(addition), false) = (trial.addition, is_minimal) {
                pruned.entry(trial.from).or_default().insert(addition);
            }
        })?;
        for family in families {
            if let Some(pruned) = pruned.get(&family.from) {
                family.rows[0].open = family.rows[0].open.without(pruned);
            }
        }
        Ok(())
    }

    /// Reports the additions that leave one solution, or has them wait for the test.
    fn report(&mut self, family: &mut Family, found: &mut Found) {
        let uniques: Vec<_> =
            family.rows.iter_mut().map(|row| mem::take(&mut row.unique)).collect();
        for (row, uniques) in family.rows.iter().zip(uniques) {
            for Unique { addition, solution } in uniques {
                if self.redundant {
                    let rest = solution.and(&family.allowed);
                    let cells = with(&row.cells, addition);
                    supersets(&cells, &rest, family.left - 1, &mut |it| found(family.from, it));
                } else {
                    // Further clues would be redundant.
                    self.waiting.push(family.trial(row, addition));
                }
            }
        }
    }

    /// Tests the waiting puzzles for redundant clues, and reports those that are minimal.
    fn test_waiting(&mut self, found: &mut Found) -> Result<(), RunError> {
        let waiting = mem::take(&mut self.waiting).into_iter();
        decide(&mut self.tests, waiting, &mut |trial, is_minimal| {
            self.tested += 1;
            if is_minimal {
                self.minimal += 1;
                found(trial.from, &trial.cells);
            }
        })
    }
}

/// Calls `take` with a puzzle, and with each that has up to `more` further clues of its solution, among these.
fn supersets(cells: &Cells, clues: &Placements, more: usize, take: &mut dyn FnMut(&Cells)) {
    take(cells);
    if more == 0 {
        return;
    }
    let mut rest = *clues;
    for clue in clues.iter() {
        rest.remove(clue);
        if cells[clue.cell] == 0 {
            supersets(&with(cells, clue), &rest, more - 1, take);
        }
    }
}
