//! `mrv`: naked and hidden singles, then the cell with the fewest candidates.

use super::{Branch, Guess, Run, Strategy};
use crate::{
    grid::{Candidates, Cell, Digit, Order, Puzzle, Solution, Unit},
    solver::{
        Counter, Event, Observer, Reason,
        search::{Entry, Expansion},
    },
};

const NAKED: usize = 0;
const HIDDEN: usize = 1;

/// Our own scalar solver: a mask of candidates a cell, peer tables, naked and
/// hidden singles to the end, then the cell with the minimum of remaining
/// values.
///
/// Order, so that the counters can be reproduced: naked singles first, in the
/// order in which they arise (row-major where they stand from the start); then
/// the hidden singles of a unit, by cell, always of the first unit (rows,
/// columns, boxes) that has changed since it was last looked at; then the naked
/// singles that they brought, and so on. Branching: of the
/// open cells with the fewest candidates the first row-major; digits ascending.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mrv;

/// The candidates of every cell; a filled cell keeps its one digit's bit.
#[derive(Clone, Copy)]
pub struct Masks<O: Order> {
    candidates: O::PerCell<Candidates>,
    /// 0 while a cell is open.
    values: O::PerCell<u8>,
    open: usize,
    /// The units that changed since they were searched for hidden singles.
    changed: u128,
}

/// Cells that have one candidate left and wait to be entered. A cell gets to
/// its last candidate once, so none waits twice.
struct Queue<O: Order> {
    cells: O::PerCell<u16>,
    len: usize,
}

impl<O: Order> Queue<O> {
    fn new() -> Self {
        Self { cells: O::per_cell(0), len: 0 }
    }

    #[inline]
    fn push(&mut self, cell: Cell) {
        self.cells.as_mut()[self.len] = cell.index() as u16;
        self.len += 1;
    }
}

impl<O: Order> Masks<O> {
    /// Fills an open cell; the peers' masks are left to the caller.
    #[inline]
    fn fill(&mut self, cell: Cell, digit: Digit) {
        self.values.as_mut()[cell.index()] = digit.value();
        self.candidates.as_mut()[cell.index()] = digit.into();
        self.open -= 1;
        self.changed |= O::memberships(cell);
    }

    /// Fills a cell and takes its digit from the peers, whose units the caller
    /// has marked as changed.
    fn enter(&mut self, cell: Cell, digit: Digit) {
        self.fill(cell, digit);
        let candidates = self.candidates.as_mut();
        for peer in cell.peers::<O>() {
            candidates[peer.index()] -= digit.into();
        }
    }

    /// Marks the units that change when a cell is filled.
    fn mark(&mut self, cell: Cell, digit: Digit) {
        let candidates = self.candidates.as_ref();
        let loses = |peer: &&Cell| candidates[peer.index()].contains(digit);
        for &peer in cell.peers::<O>().iter().filter(loses) {
            self.changed |= O::memberships(peer);
        }
    }

    /// As [`Self::enter`], queueing the peers that come down to one candidate.
    #[inline]
    fn propagate(&mut self, cell: Cell, digit: Digit, queue: &mut Queue<O>) -> Result<(), Reason> {
        self.fill(cell, digit);
        let candidates = self.candidates.as_mut();
        for &peer in cell.peers::<O>() {
            let mask = &mut candidates[peer.index()];
            if !mask.contains(digit) {
                continue;
            }
            *mask -= digit.into();
            self.changed |= O::memberships(peer);
            match mask.bits() {
                0 => return Err(Reason::NoCandidate(peer)),
                bits if bits.is_power_of_two() => queue.push(peer),
                _ => {}
            }
        }
        Ok(())
    }

    /// Queues the naked singles that stand in the grid, row-major.
    fn find_naked_singles(&self, queue: &mut Queue<O>) -> Result<(), Reason> {
        for (index, mask) in self.candidates.as_ref().iter().enumerate() {
            if mask.is_empty() {
                return Err(Reason::NoCandidate(Cell::new(index)));
            }
            if mask.bits().is_power_of_two() && self.values.as_ref()[index] == 0 {
                queue.push(Cell::new(index));
            }
        }
        Ok(())
    }

    /// Enters the queued cells and those that they bring down to one candidate.
    fn enter_naked_singles<Obs: Observer>(
        &mut self,
        queue: &mut Queue<O>,
        run: &mut Run<O, Obs>,
    ) -> Result<(), Reason> {
        let mut next = 0;
        while next < queue.len {
            let cell = Cell::new(queue.cells.as_ref()[next].into());
            let Some(digit) = self.candidates.as_ref()[cell.index()].single() else {
                return Err(Reason::NoCandidate(cell));
            };
            run.counters.own[NAKED] += 1;
            run.imply(Event::NakedSingle(cell, digit));
            self.propagate(cell, digit, queue)?;
            next += 1;
        }
        queue.len = 0;
        Ok(())
    }

    /// The digits that have one open cell left in a unit.
    #[inline]
    fn hidden_singles(&self, cells: &[Cell]) -> Result<Candidates, Candidates> {
        let mut once = Candidates::NONE;
        let mut twice = Candidates::NONE;
        let mut filled = Candidates::NONE;
        for cell in cells {
            let mask = self.candidates.as_ref()[cell.index()];
            twice |= once & mask;
            once |= mask;
            if mask.bits().is_power_of_two() {
                filled |= mask;
            }
        }
        match Candidates::all::<O>() - once {
            Candidates::NONE => Ok(once - twice - filled),
            missing => Err(missing),
        }
    }

    /// Enters the hidden singles of a unit, and what naked singles they bring.
    fn enter_hidden_singles<Obs: Observer>(
        &mut self,
        unit: Unit,
        queue: &mut Queue<O>,
        run: &mut Run<O, Obs>,
    ) -> Result<(), Reason> {
        let cells = unit.cells::<O>();
        let no_place = |missing: Candidates| missing.lowest().map(|d| Reason::NoPlace(d, unit));
        let mut hidden = match self.hidden_singles(cells) {
            Ok(Candidates::NONE) => return Ok(()),
            Ok(hidden) => hidden,
            Err(missing) => return Err(no_place(missing).expect("a digit is missing")),
        };
        for &cell in cells {
            let here = self.candidates.as_ref()[cell.index()] & hidden;
            if here.is_empty() || self.values.as_ref()[cell.index()] != 0 {
                continue;
            }
            let Some(digit) = here.single() else {
                // Two digits need this one cell: one of them has no place.
                return Err(no_place(here).expect("two digits are here"));
            };
            hidden -= here;
            run.counters.own[HIDDEN] += 1;
            run.imply(Event::HiddenSingle(cell, digit));
            self.propagate(cell, digit, queue)?;
        }
        self.enter_naked_singles(queue, run)
    }

    /// Naked and hidden singles until neither is left.
    fn settle<Obs: Observer>(&mut self, run: &mut Run<O, Obs>) -> Result<(), Reason> {
        let mut queue = Queue::new();
        self.find_naked_singles(&mut queue)?;
        self.enter_naked_singles(&mut queue, run)?;
        while self.changed != 0 && self.open > 0 {
            let unit = self.changed.trailing_zeros() as usize;
            self.changed &= self.changed - 1;
            self.enter_hidden_singles(Unit::new::<O>(unit), &mut queue, run)?;
        }
        Ok(())
    }

    /// The open cell with the fewest candidates, the first of several.
    fn fewest(&self) -> Option<(Cell, Candidates)> {
        let mut best: Option<(Cell, Candidates)> = None;
        for (index, &mask) in self.candidates.as_ref().iter().enumerate() {
            if self.values.as_ref()[index] != 0 {
                continue;
            }
            if mask.len() == 2 {
                return Some((Cell::new(index), mask));
            }
            if best.is_none_or(|(_, least)| mask.len() < least.len()) {
                best = Some((Cell::new(index), mask));
            }
        }
        best
    }
}

impl<O: Order> Strategy<O> for Mrv {
    const COUNTERS: &'static [Counter] = &[
        Counter::new("naked_singles", "values entered as a cell's last candidate"),
        Counter::new("hidden_singles", "values entered in a unit's last cell for the digit"),
    ];
    type State = Masks<O>;

    fn root(&self, puzzle: &Puzzle<O>) -> Masks<O> {
        let mut masks = Masks {
            candidates: O::per_cell(Candidates::all::<O>()),
            values: O::per_cell(0),
            open: O::CELLS,
            changed: (1 << O::UNITS) - 1,
        };
        for (cell, digit) in puzzle.clues() {
            masks.enter(cell, digit);
        }
        masks
    }

    fn expand<Obs: Observer>(
        &self,
        masks: &mut Masks<O>,
        run: &mut Run<O, Obs>,
    ) -> Expansion<Branch> {
        if let Err(reason) = masks.settle(run) {
            return run.dead_end(reason);
        }
        match masks.fewest() {
            Some((cell, digits)) => Expansion::Branch(Branch::ascending(cell, digits)),
            None => Expansion::Goal,
        }
    }

    fn enter<Obs: Observer>(
        &self,
        masks: &Masks<O>,
        guess: Guess,
        run: &mut Run<O, Obs>,
    ) -> Entry<Masks<O>> {
        if !run.guess(guess.cell, guess.digit) {
            return Entry::Stop;
        }
        let mut child = *masks;
        child.mark(guess.cell, guess.digit);
        child.enter(guess.cell, guess.digit);
        Entry::Child(child)
    }

    fn solution(&self, masks: &Masks<O>) -> Solution<O> {
        Solution::from_cells(masks.values)
    }
}
