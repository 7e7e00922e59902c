//! The search for all puzzles with one solution that come of a puzzle by adding clues.

use crate::{
    Cells,
    family::{Family, Row, Unique, clues, with},
    placements::{Placement, Placements},
    pruning::{Trial, decide},
    queries::Queries,
};
use std::{collections::HashMap, mem, sync::atomic::AtomicBool};
use sudomill_puzzle::{RunError, setters};
use sudomill_solvers::threads::check_stop;

/// What is wanted of a search.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct SearchOptions<'a> {
    /// The largest number of clues to add, at least 1.
    pub add: usize,
    /// If true, puzzles may have redundant clues; otherwise they are minimal.
    pub redundant: bool,
    /// Ends the search when set to true.
    pub stop: Option<&'a AtomicBool>,
}

setters!(SearchOptions<'a> {
    with_add: add, usize;
    with_redundant: redundant, bool;
    with_stop: stop, impl Into<Option<&'a AtomicBool>>;
});

impl Default for SearchOptions<'_> {
    fn default() -> Self {
        Self { add: 1, redundant: false, stop: None }
    }
}

/// Receives the number of a puzzle, and a puzzle that was found around it.
pub type Found<'f> = dyn FnMut(usize, &Cells) + 'f;

/// A search on one thread. What it finds depends only on the puzzles and the options.
pub struct Search<'a> {
    options: SearchOptions<'a>,
    /// Tell one solution from several.
    counts: Queries,
    /// Find one solution.
    firsts: Queries,
    /// Puzzles with one solution, to be tested for redundant clues.
    waiting: Vec<Waiting>,
    /// The number of puzzles that were tested, and of those that are minimal.
    tested: u64,
    minimal: u64,
}

/// A puzzle with one solution.
struct Waiting {
    from: usize,
    cells: Cells,
    /// The cells of the clues that are not tested.
    untested: Vec<usize>,
    is_redundant: bool,
}

/// An addition whose solutions are counted.
struct Question {
    family: usize,
    row: usize,
    addition: Placement,
}

/// The number of puzzles that are tested together, so that the batches are full until near the end.
const TOGETHER: usize = 4096;

/// The number of rows that are settled together, for the same reason.
const ROWS: usize = 256;

/// The number of additions to a row that are tried at once: few, since the solutions save others.
const AT_ONCE: usize = 9;

/// The number of clues of a puzzle that are tested at once: few, since most tests end with the first that
/// is redundant.
const CLUES_AT_ONCE: usize = 2;

/// The number of tests that show whether pruning pays.
const FIRST_TESTS: u64 = 64;

impl<'a> Search<'a> {
    /// Prepares a search.
    #[must_use]
    pub fn new(options: SearchOptions<'a>) -> Self {
        let (counts, firsts) = (Queries::new(2), Queries::new(1));
        Self { options, counts, firsts, waiting: Vec::new(), tested: 0, minimal: 0 }
    }

    /// Makes it look as if most puzzles were minimal, or had redundant clues.
    #[cfg(test)]
    pub fn expect_minimal(&mut self, are_minimal: bool) {
        self.tested = 1 << 40;
        self.minimal = if are_minimal { self.tested } else { 0 };
    }

    /// Finds what comes of these puzzles by adding clues. Some are found more than once.
    ///
    /// # Errors
    /// [`RunError::Interrupted`]
    pub fn add_clues(&mut self, puzzles: &[Cells], found: &mut Found) -> Result<(), RunError> {
        let mut families = Vec::new();
        for (from, cells) in puzzles.iter().enumerate() {
            families.extend(Family::root(from, *cells, &Placements::ALL, self.options.add));
            if families.len() == ROWS {
                self.extend(mem::take(&mut families), found)?;
            }
        }
        self.extend(families, found)?;
        self.test_waiting(found)
    }

    /// Finds what comes of these puzzles by giving up to `replace` of their clues other digits.
    ///
    /// # Errors
    /// [`RunError::Interrupted`]
    pub fn replace_clues(
        &mut self,
        puzzles: &[Cells],
        replace: usize,
        found: &mut Found,
    ) -> Result<(), RunError> {
        let mut families = Vec::new();
        for (from, cells) in puzzles.iter().enumerate() {
            let given: Vec<usize> = clues(cells).map(|clue| clue.cell).collect();
            for removed in (1..=replace).flat_map(|n| combinations(&given, n)) {
                let mut rest = *cells;
                let mut allowed = Placements::default();
                for &cell in &removed {
                    rest[cell] = 0;
                    allowed.add_all(&Placements::of_cell(cell));
                }
                clues(cells).for_each(|clue| allowed.remove(clue));
                let root = Family::root(from, rest, &allowed, removed.len());
                families.extend(root.map(|root| root.with_cells_left(removed)));
                if families.len() == ROWS {
                    self.extend(mem::take(&mut families), found)?;
                }
            }
        }
        self.extend(families, found)?;
        self.test_waiting(found)
    }

    /// Adds clues to the rows of families.
    fn extend(&mut self, mut families: Vec<Family>, found: &mut Found) -> Result<(), RunError> {
        self.settle(&mut families)?;
        self.prune(&mut families);
        let (mut next, mut rows) = (Vec::new(), 0);
        for family in &mut families {
            for row in 0..family.rows.len() {
                self.report(family, row, found)?;
                if family.left == 1 || family.rows[row].open.is_empty() {
                    continue;
                }
                let children = family.children(row);
                rows += children.rows.len();
                next.push(children);
                if rows >= ROWS {
                    rows = 0;
                    self.extend(mem::take(&mut next), found)?;
                }
            }
        }
        if next.is_empty() { Ok(()) } else { self.extend(next, found) }
    }

    /// Finds out how many solutions, up to 2, each row has with each addition.
    fn settle(&mut self, families: &mut [Family]) -> Result<(), RunError> {
        let mut settled = 0;
        loop {
            check_stop(self.options.stop)?;
            let questions = self.ask(families, &mut settled);
            if questions.is_empty() {
                return Ok(());
            }
            self.counts.solve();
            for (at, (question, count)) in questions.iter().zip(self.counts.counts()).enumerate() {
                let Question { family, row, addition } = *question;
                let family = &mut families[family];
                if count < 2 {
                    family.rows[row].open.remove(addition);
                }
                let Some(solution) = self.counts.first(at) else { continue };
                let solution = Placements::of_solution(solution);
                if count == 1 {
                    family.rows[row].unique.push(Unique { addition, solution });
                }
                family.add(&solution);
            }
        }
    }

    /// Fills a batch. The families before number `settled` have no more questions.
    fn ask(&mut self, families: &mut [Family], settled: &mut usize) -> Vec<Question> {
        self.counts.clear();
        let mut questions = Vec::new();
        for (number, family) in families.iter_mut().enumerate().skip(*settled) {
            // With a pattern, a solution has only one addition to each cell: it saves no search in between.
            if !family.is_root && family.cells_left.len() > 1 {
                continue;
            }
            for row in 0..family.rows.len() {
                let most = self.counts.room().min(AT_ONCE);
                if most == 0 {
                    return questions;
                }
                for addition in family.take(row, most) {
                    self.counts.push(&with(&family.rows[row].cells, addition));
                    questions.push(Question { family: number, row, addition });
                }
            }
            if questions.is_empty() {
                *settled = number + 1;
            }
        }
        questions
    }

    /// Leaves out additions to roots that make clues redundant, since no further ones mend that. This pays
    /// where most puzzles with one solution are not minimal.
    fn prune(&mut self, families: &mut [Family]) {
        let pays = self.tested >= FIRST_TESTS && self.minimal * 2 < self.tested;
        if self.options.redundant || !pays {
            return;
        }
        let roots = families.iter_mut().filter(|family| family.is_root && family.left > 1);
        let mut rows: Vec<&mut Row> = roots.flat_map(|family| &mut family.rows).collect();
        let mut trials: Vec<_> = rows.iter().map(|row| Trial::new(&row.cells, row.open)).collect();
        decide(&mut self.firsts, &mut trials);
        for (row, trial) in rows.iter_mut().zip(&trials) {
            row.open = trial.left;
        }
    }

    /// Reports the additions to a row that leave one solution.
    fn report(
        &mut self,
        family: &mut Family,
        row: usize,
        found: &mut Found,
    ) -> Result<(), RunError> {
        let (from, left) = (family.from, family.left);
        let Row { cells, unique, .. } = &mut family.rows[row];
        for Unique { addition, solution } in unique.drain(..) {
            let cells = with(cells, addition);
            match (self.options.redundant, &family.cells_left[..]) {
                (true, []) => supersets(&cells, &solution, left - 1, &mut |it| found(from, it)),
                (true, all) => {
                    let is_left = |it: &Placement| all.contains(&it.cell);
                    let rest = solution.iter().filter(is_left);
                    found(from, &rest.fold(cells, |cells, clue| with(&cells, clue)));
                }
                // Further clues would be redundant.
                (false, all) if all.len() > 1 => {}
                (false, _) => {
                    let untested = clues(&cells).map(|clue| clue.cell).collect();
                    self.waiting.push(Waiting { from, cells, untested, is_redundant: false });
                }
            }
        }
        if self.waiting.len() < TOGETHER { Ok(()) } else { self.test_waiting(found) }
    }

    /// Tests the waiting puzzles for redundant clues, and reports those that are minimal. The clue that was
    /// redundant most often in puzzles of the same origin comes first.
    fn test_waiting(&mut self, found: &mut Found) -> Result<(), RunError> {
        let mut redundant: HashMap<usize, [u32; 81]> = HashMap::new();
        let mut waiting = mem::take(&mut self.waiting);
        self.tested += waiting.len() as u64;
        while !waiting.is_empty() {
            check_stop(self.options.stop)?;
            self.counts.clear();
            let mut asked = Vec::new();
            for (number, puzzle) in waiting.iter_mut().enumerate() {
                let often = redundant.get(&puzzle.from).unwrap_or(&[0; 81]);
                for _ in 0..CLUES_AT_ONCE.min(self.counts.room()) {
                    let next =
                        (0..puzzle.untested.len()).max_by_key(|&at| often[puzzle.untested[at]]);
                    let Some(next) = next else { break };
                    let cell = puzzle.untested.swap_remove(next);
                    self.counts.push(&without(&puzzle.cells, cell));
                    asked.push((number, cell));
                }
                if self.counts.room() == 0 {
                    break;
                }
            }
            self.counts.solve();
            for ((number, cell), count) in asked.into_iter().zip(self.counts.counts()) {
                if count == 1 {
                    waiting[number].is_redundant = true;
                    redundant.entry(waiting[number].from).or_insert([0; 81])[cell] += 1;
                }
            }
            waiting.retain(|puzzle| {
                let is_minimal = !puzzle.is_redundant && puzzle.untested.is_empty();
                if is_minimal {
                    self.minimal += 1;
                    found(puzzle.from, &puzzle.cells);
                }
                !puzzle.is_redundant && !is_minimal
            });
        }
        Ok(())
    }
}

/// The puzzle without one of its clues.
pub fn without(cells: &Cells, cell: usize) -> Cells {
    let mut fewer = *cells;
    fewer[cell] = 0;
    fewer
}

/// Calls `take` with a puzzle, and with each that has up to `more` further clues of its solution.
fn supersets(cells: &Cells, solution: &Placements, more: usize, take: &mut dyn FnMut(&Cells)) {
    take(cells);
    if more == 0 {
        return;
    }
    let mut rest = *solution;
    for clue in solution.iter() {
        rest.remove(clue);
        if cells[clue.cell] == 0 {
            supersets(&with(cells, clue), &rest, more - 1, take);
        }
    }
}

/// The sets of `n` of these.
fn combinations(of: &[usize], n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let first = |at: usize| {
        let rest = combinations(&of[at + 1..], n - 1);
        rest.into_iter().map(move |rest| [&[of[at]], &rest[..]].concat())
    };
    (0..of.len()).flat_map(first).collect()
}
