//! The reference: a naive implementation of the kernel's rules, one puzzle and one cell at a time:
//! the sweep, the choice of a branching, the search. README.md explains them. Shares no code with
//! the layouts.
//!
//! Cells are row-major; digit `d` is bit `d - 1`.

use std::cmp::Reverse;
use sudomill_lanes::progress::LaneOutcome;
use sudomill_puzzle::{
    grid::{Cell, Order3, Unit},
    solving::Limits,
};

const ALL: u16 = 0b1_1111_1111;

/// The candidates of every cell.
pub type Cells = [u16; 81];

/// The result of a sweep over one puzzle.
pub struct Swept {
    /// The remaining candidates; meaningless if dead.
    pub cells: Cells,
    /// True if a digit has no place left in a band.
    pub dead: bool,
    /// True if every digit has one cell left in every box.
    pub settled: bool,
}

/// Applies every rule once.
pub fn sweep(before: &Cells) -> Swept {
    let sideways = transposed(before);
    let columns = transposed(&spread(&minirows(&sideways, &sideways, true)));
    let cells = both(before, &columns);
    // `before`: naked singles are computed once, before the sweep.
    let rows = minirows(&cells, before, false);
    let dead = (0..3).any(|band| {
        let has = |row: usize| rows[3 * band + row][0];
        has(0) | has(1) | has(2) != ALL
    });
    let (cells, settled) = hidden_singles(&both(&cells, &spread(&rows)));
    Swept { cells, dead, settled }
}

/// Returns true if every cell holds one digit, and every unit all of them.
pub fn is_solved(cells: &Cells) -> bool {
    let union = |unit: Unit| unit.cells::<Order3>().iter().fold(0, |u, c| u | cells[c.index()]);
    cells.iter().all(|cell| cell.count_ones() == 1)
        && Unit::all::<Order3>().all(|unit| union(unit) == ALL)
}

/// Swaps rows and columns.
fn transposed(cells: &Cells) -> Cells {
    std::array::from_fn(|cell| cells[9 * (cell % 9) + cell / 9])
}

/// The candidates in both.
fn both(a: &Cells, b: &Cells) -> Cells {
    std::array::from_fn(|cell| a[cell] & b[cell])
}

/// Copies the digits of every minirow to its three cells.
fn spread(minirows: &[[u16; 3]; 9]) -> Cells {
    std::array::from_fn(|cell| minirows[cell / 9][cell % 9 / 3])
}

/// The digits that each minirow may hold, by row and stack. `triads` tells whether the triad rule
/// applies.
fn minirows(cells: &Cells, naked: &Cells, triads: bool) -> [[u16; 3]; 9] {
    let mut left = [[0; 3]; 9];
    for (first_row, stack) in (0..9).map(|b| (b / 3 * 3, b % 3)) {
        let at = |row: usize| 9 * (first_row + row) + 3 * stack;
        let three =
            |cells: &Cells, row: usize| [cells[at(row)], cells[at(row) + 1], cells[at(row) + 2]];
        let union = |row: usize| three(cells, row).iter().fold(0, |union, cell| union | cell);
        let singles = |row: usize| {
            let singles = three(naked, row).into_iter().filter(|cell| cell.count_ones() == 1);
            singles.fold(0, |union, cell| union | cell)
        };
        let is_triad = |row: usize| triads && union(row).count_ones() <= 3;
        let fixed = |row: usize| if is_triad(row) { union(row) } else { singles(row) };
        for row in 0..3 {
            left[first_row + row][stack] =
                union(row) & !fixed((row + 1) % 3) & !fixed((row + 2) % 3);
        }
    }
    permutations(&left)
}

/// Each digit is in a different row in each stack of a band: keeps the minirows of possible
/// permutations.
fn permutations(minirows: &[[u16; 3]; 9]) -> [[u16; 3]; 9] {
    const ROWS_BY_STACK: [[usize; 3]; 6] =
        [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut left = [[0; 3]; 9];
    for (band, rows) in (0..3).flat_map(|band| ROWS_BY_STACK.map(|rows| (band, rows))) {
        let row = |stack: usize| 3 * band + rows[stack];
        let possible = (0..3).fold(ALL, |digits, stack| digits & minirows[row(stack)][stack]);
        (0..3).for_each(|stack| left[row(stack)][stack] |= possible);
    }
    left
}

/// Enters the digits that are in only one row and one column of a box. Also returns true if that
/// holds for all digits in all boxes.
fn hidden_singles(cells: &Cells) -> (Cells, bool) {
    let (mut left, mut settled) = (*cells, true);
    for unit in Unit::all::<Order3>().skip(18) {
        let unit: Vec<usize> = unit.cells::<Order3>().iter().map(|cell| cell.index()).collect();
        let single = (0..9)
            .map(|d| 1 << d)
            .filter(|digit| unit.iter().filter(|&&cell| cells[cell] & digit != 0).count() == 1);
        let single = single.fold(0, |union, digit| union | digit);
        settled &= single == ALL;
        for cell in unit.into_iter().filter(|&cell| cells[cell] & single != 0) {
            left[cell] &= single;
        }
    }
    (left, settled)
}

/// The position of each cell in a node; the search goes through cells in this order.
pub const POSITIONS: [usize; 81] = {
    let mut positions = [0; 81];
    let mut cell = 0;
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        positions[cell] = 12 * (3 * (row % 3) + column % 3) + 4 * (row / 3) + column / 3;
        cell += 1;
    }
    positions
};

/// The cells in the order of a node: by row in their box, then by column in it, then by box.
fn in_order() -> impl Iterator<Item = usize> {
    (0..81).map(|i| {
        let (in_box, box_) = (i / 9, i % 9);
        9 * (3 * (box_ / 3) + in_box / 3) + 3 * (box_ % 3) + in_box % 3
    })
}

/// Chooses the cell and the digit to try there, for a state that a sweep does not change. `None` if
/// a cell is empty, or none is open. `deaths` is indexed by cell.
pub fn choose(cells: &Cells, deaths: &[u8; 81]) -> Option<(usize, u16)> {
    if cells.contains(&0) {
        return None;
    }
    let is_bivalue = |cell: usize| cells[cell].count_ones() == 2;
    let score = |cell: usize| {
        let touched = peers(cell).filter(|&peer| cells[peer] & cells[cell] != 0);
        let score: u32 = touched.map(|peer| if is_bivalue(peer) { 4 } else { 1 }).sum();
        score + u32::from(deaths[cell])
    };
    // By column in the box, then by row in it, then by box.
    let first = |&cell: &usize| Reverse((cell % 3, cell / 9 % 3, box_of(cell)));
    let contenders = (0..9).filter_map(|box_| {
        let cells = (0..81).filter(|&cell| box_of(cell) == box_ && is_bivalue(cell));
        cells.max_by_key(|cell| (deaths[*cell], first(cell)))
    });
    let best = contenders.max_by_key(|cell| (score(*cell), first(cell)));
    match best {
        Some(cell) => Some((cell, lowest(cells[cell]))),
        None => best_bilocal(cells).or_else(|| fewest(cells)),
    }
}

fn box_of(cell: usize) -> usize {
    cell / 27 * 3 + cell % 9 / 3
}

/// The best cell and digit, of the digits with two places in a unit.
fn best_bilocal(cells: &Cells) -> Option<(usize, u16)> {
    let bilocal = bilocal(cells);
    let (mut best, mut most) = (None, 0);
    for (digit, cell) in (0..9).flat_map(|d| in_order().map(move |cell| (1 << d, cell))) {
        let count = cells[cell].count_ones();
        if count < 2 || bilocal[cell] & digit == 0 {
            continue;
        }
        let with_digit = peers(cell).filter(|&peer| cells[peer] & digit != 0);
        let weight: u32 = with_digit
            .map(|peer| match cells[peer].count_ones() {
                3 => 3,
                4 => 1,
                _ => 0,
            })
            .sum();
        // Ties in weight go to fewer candidates, then to the first.
        if 16 * weight + 16 - count > most {
            (best, most) = (Some((cell, digit)), 16 * weight + 16 - count);
        }
    }
    best
}

/// For every cell, its digits that have two places in one of its units.
fn bilocal(cells: &Cells) -> Cells {
    let mut bilocal = [0; 81];
    for (unit, digit) in Unit::all::<Order3>().flat_map(|unit| (0..9).map(move |d| (unit, 1 << d)))
    {
        let unit = unit.cells::<Order3>().iter().map(|cell| cell.index());
        let places = unit.filter(|&cell| cells[cell] & digit != 0);
        if places.clone().count() == 2 {
            places.for_each(|cell| bilocal[cell] |= digit);
        }
    }
    bilocal
}

/// The first open cell with the fewest candidates.
fn fewest(cells: &Cells) -> Option<(usize, u16)> {
    let open = in_order().filter(|&cell| cells[cell].count_ones() > 1);
    let cell = open.min_by_key(|&cell| cells[cell].count_ones())?;
    Some((cell, lowest(cells[cell])))
}

fn lowest(digits: u16) -> u16 {
    1 << digits.trailing_zeros()
}

fn peers(cell: usize) -> impl Iterator<Item = usize> {
    Cell::new(cell).peers::<Order3>().iter().map(|peer| peer.index())
}

/// Reduces a cell to one digit, and removes that from the others of its row.
pub fn with(cells: &Cells, cell: usize, digit: u16) -> Cells {
    let mut cells = *cells;
    cells[cell / 9 * 9..][..9].iter_mut().for_each(|cell| *cell &= !digit);
    cells[cell] = digit;
    cells
}

/// Removes a digit from a cell and, if one digit is left there, removes that from the others of its
/// row.
pub fn without(cells: &Cells, cell: usize, digit: u16) -> Cells {
    let left = cells[cell] & !digit;
    if left.count_ones() == 1 {
        return with(cells, cell, left);
    }
    let mut cells = *cells;
    cells[cell] = left;
    cells
}

/// Parses a line into candidates.
pub fn parse(line: &[u8; 81]) -> Cells {
    line.map(|byte| if (b'1'..=b'9').contains(&byte) { 1 << (byte - b'1') } else { ALL })
}

/// A state, and the path to it.
struct State {
    cells: Cells,
    /// The number of guesses on the path.
    path: u64,
    /// The cell of the latest decision, guess or alternative.
    decided: usize,
}

/// Searches one puzzle.
pub fn solve(line: &[u8; 81], limits: &Limits) -> LaneOutcome {
    let start = State { cells: parse(line), path: 0, decided: 0 };
    let mut search = Search {
        limits,
        outcome: LaneOutcome::default(),
        deaths: [0; 81],
        alternatives: Vec::new(),
    };
    let mut next = Some(start);
    while let Some(state) = next {
        next = search.explore(state);
    }
    search.outcome
}

struct Search<'a> {
    limits: &'a Limits<'a>,
    outcome: LaneOutcome,
    /// The number of contradictions before the second solution by the cell of the latest decision;
    /// at most 255.
    deaths: [u8; 81],
    /// The untried alternatives, the latest last.
    alternatives: Vec<State>,
}

impl Search<'_> {
    /// Searches from a state to a contradiction or a solution, taking the first alternative at each
    /// branching. Returns the state to continue with.
    fn explore(&mut self, mut state: State) -> Option<State> {
        let mut last = None;
        loop {
            let swept = sweep(&state.cells);
            self.outcome.counters.sweeps += 1;
            if swept.dead || swept.settled && !is_solved(&swept.cells) {
                return self.contradiction(&state);
            }
            state.cells = swept.cells;
            if swept.settled {
                return self.solution(&state);
            }
            // It takes a second sweep to see that nothing changes.
            if last == Some(swept.cells) {
                let Some((cell, digit)) = choose(&state.cells, &self.deaths) else {
                    return self.contradiction(&state);
                };
                state = self.branch(state, cell, digit)?;
            }
            last = Some(swept.cells);
        }
    }

    fn contradiction(&mut self, state: &State) -> Option<State> {
        self.outcome.counters.contradictions += 1;
        if state.path > 0 && self.outcome.solutions < 2 {
            self.deaths[state.decided] = self.deaths[state.decided].saturating_add(1);
        }
        self.undo(state)
    }

    fn solution(&mut self, state: &State) -> Option<State> {
        if self.outcome.solutions == 0 {
            self.outcome.first = state.cells.map(|cell| b'1' + cell.trailing_zeros() as u8);
        }
        self.outcome.solutions += 1;
        if self.outcome.solutions >= self.limits.solutions.get() {
            return None;
        }
        self.undo(state)
    }

    /// Backtracks to the latest alternative.
    fn undo(&mut self, state: &State) -> Option<State> {
        let alternative = self.alternatives.pop();
        let path = alternative.as_ref().map_or(0, |alternative| alternative.path);
        self.outcome.counters.backtracks += state.path - path;
        let alternative = alternative?;
        let path = self.guess(&alternative)?;
        Some(State { path, ..alternative })
    }

    /// Reduces a cell to one digit, and keeps the rest as an alternative.
    fn branch(&mut self, state: State, cell: usize, digit: u16) -> Option<State> {
        let path = self.guess(&state)?;
        let alternative = without(&state.cells, cell, digit);
        let guess = with(&state.cells, cell, digit);
        self.alternatives.push(State { cells: alternative, path: state.path, decided: cell });
        Some(State { cells: guess, path, decided: cell })
    }

    /// Counts a guess from a state, if one is allowed. Returns the number of guesses on the path.
    fn guess(&mut self, state: &State) -> Option<u64> {
        if self.outcome.counters.guesses >= self.limits.max_guesses {
            self.outcome.gave_up = true;
            return None;
        }
        self.outcome.counters.guesses += 1;
        Some(state.path + 1)
    }
}
