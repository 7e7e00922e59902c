//! The search for all puzzles with one solution that come of a puzzle by adding clues.

use crate::{
    Cells,
    family::{Family, Row, Unique, clues, with},
    placements::{Placement, Placements},
    pruning::{Choice, Trial, decide},
    queries::Queries,
};
use std::{
    collections::{HashMap, VecDeque},
    mem,
    sync::atomic::AtomicBool,
};
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
    /// Count the solutions of puzzles with an addition, up to 2.
    counts: Queries<Question>,
    /// Count those of puzzles without a clue, up to 2.
    tests: Queries<Test>,
    /// Find a solution with an addition and without a clue.
    trials: Queries<Choice>,
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

/// A clue without which the solutions of a puzzle are counted.
struct Test {
    puzzle: Waiting,
    cell: usize,
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
    /// Prepares a search.
    #[must_use]
    pub fn new(options: SearchOptions<'a>) -> Self {
        Self {
            options,
            counts: Queries::new(2),
            tests: Queries::new(2),
            trials: Queries::new(1),
            waiting: Vec::new(),
            tested: 0,
            minimal: 0,
        }
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
        let mut turns = turns(families);
        loop {
            check_stop(self.options.stop)?;
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
            });
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
    fn prune(&mut self, families: &mut [Family]) {
        let pays = self.tested >= FIRST_TESTS && self.minimal * 2 < self.tested;
        if self.options.redundant || !pays {
            return;
        }
        let roots = families.iter_mut().filter(|family| family.is_root && family.left > 1);
        let mut rows: Vec<&mut Row> = roots.flat_map(|family| &mut family.rows).collect();
        let mut trials: Vec<_> = rows.iter().map(|row| Trial::new(&row.cells, row.open)).collect();
        decide(&mut self.trials, &mut trials);
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
        for Unique { addition, solution } in mem::take(&mut family.rows[row].unique) {
            let cells = with(&family.rows[row].cells, addition);
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
                    let untested = family.untested(row, addition);
                    self.waiting.push(Waiting { from, cells, untested });
                }
            }
        }
        if self.waiting.len() < TOGETHER { Ok(()) } else { self.test_waiting(found) }
    }

    /// Tests the waiting puzzles for redundant clues, and reports those that are minimal. The clue that was
    /// redundant most often in puzzles of the same origin comes first.
    fn test_waiting(&mut self, found: &mut Found) -> Result<(), RunError> {
        let mut redundant: HashMap<usize, [u32; 81]> = HashMap::new();
        let mut waiting = VecDeque::from(mem::take(&mut self.waiting));
        self.tested += waiting.len() as u64;
        loop {
            check_stop(self.options.stop)?;
            while self.tests.room() > 0
                && let Some(mut puzzle) = waiting.pop_front()
            {
                let often = redundant.get(&puzzle.from).unwrap_or(&[0; 81]);
                let untested = 0..puzzle.untested.len();
                let Some(next) = untested.max_by_key(|&at| often[puzzle.untested[at]]) else {
                    self.minimal += 1;
                    found(puzzle.from, &puzzle.cells);
                    continue;
                };
                let cell = puzzle.untested.swap_remove(next);
                let cells = without(&puzzle.cells, cell);
                self.tests.push(Test { puzzle, cell }, &cells);
            }
            let goes_on = self.tests.solve(|Test { puzzle, cell }, answer| {
                if answer.solutions == 1 {
                    redundant.entry(puzzle.from).or_insert([0; 81])[cell] += 1;
                } else {
                    waiting.push_back(puzzle);
                }
            });
            if !goes_on {
                return Ok(());
            }
        }
    }
}

/// Turns of all rows that are to be settled.
fn turns(families: &[Family]) -> VecDeque<Turn> {
    let all = families.iter().enumerate();
    // With a pattern, a solution has only one addition to each cell: it saves no search in between.
    let settled = all.filter(|(_, family)| family.is_root || family.cells_left.len() <= 1);
    let rows =
        |(family, of): (usize, &Family)| (0..of.rows.len()).map(move |row| Turn { family, row });
    settled.flat_map(rows).collect()
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
