//! A wave: sweeps over all puzzles of a batch until few are left.

use super::{
    Left, RunWave,
    sweep::{Bits, Swept},
    transpose::Transposer,
    ymm::again,
};
use crate::{
    grid::Size,
    solver::{
        Batch, Limits, RowResult, Status,
        lanes::{
            cpu::{Cpu, Task},
            node::WORDS,
            progress::LaneCounters,
            queue::Queue,
            vector::Vector,
            x86::{Ymm, prefetch},
        },
    },
};
use std::mem;

/// What a sweep over all puzzles takes, in sweeps of a puzzle in the lanes: 120 on Zen 4, 150 on Granite
/// Rapids, where either takes the same time in all.
const SWEEP: u32 = 120;

/// What it takes to make nodes. Where it takes less to sweep puzzles again from the start, none are made.
const NODES: u32 = 150;

/// What it takes to move a puzzle to the lanes, or to solve it there to the end.
const MOVE: u32 = 3;

/// The number of batches in the lanes before each decision whether to sweep the next one here: where
/// there are few batches, that does not pay.
const FIRST: u32 = 4;

/// The number of batches in the lanes after one that did not pay.
const NEXT: u32 = 512;

/// The number of puzzles of a batch that must have ended in the lanes without a guess for the next one to
/// be swept here.
const EXPECTED: u32 = 160;

/// The number of puzzles of a batch that must have ended here for the next one, too: some need a guess or
/// too many sweeps.
const FOUND: u32 = 96;

/// The waves of one thread.
pub(in crate::solver::lanes) struct Wave<C: Cpu, const COUNTS: bool> {
    cpu: C,
    bits: Box<Bits<COUNTS>>,
    transposer: Box<Transposer<COUNTS>>,
    /// The puzzles that each sweep was the last one of.
    ended: Vec<Ymm<COUNTS>>,
    /// See [`Left::sweeps`].
    sweeps_left: [u64; Batch::ROWS],
    /// What has to be left for another sweep, in sweeps of a puzzle in the lanes.
    pub enough: u32,
    /// What making nodes has to save, in the same sweeps.
    pub nodes: u32,
    /// The number of batches to leave to the lanes before the next decision.
    skip: u32,
    /// The number of batches in the lanes since the last decision.
    skipped: u32,
}

/// The puzzles after the sweeps.
struct After<V> {
    dead: V,
    settled: V,
    stuck: V,
    /// Those that would go on.
    open: V,
}

impl<C: Cpu<Nine = Ymm<COUNTS>>, const COUNTS: bool> Wave<C, COUNTS> {
    pub fn new(cpu: C) -> Self {
        let (bits, transposer) = (Bits::new(cpu.nine()), Transposer::new(cpu.nine()));
        let (ended, sweeps_left) = (Vec::new(), [0; _]);
        let (enough, nodes, skip, skipped) = (SWEEP, NODES, FIRST, FIRST);
        Self { cpu, bits, transposer, ended, sweeps_left, enough, nodes, skip, skipped }
    }

    /// See [`Cpu::WAVE`].
    pub fn boxed(cpu: C) -> Box<RunWave> {
        let mut wave = Self::new(cpu);
        Box::new(move |queue, limits| wave.run(queue, limits))
    }

    /// Sweeps the puzzles of the batch that was pushed last, if it has 256 lines. Ends those that are
    /// solved or dead, and leaves the others to the lanes.
    pub fn run(&mut self, queue: &mut Queue, limits: &Limits) {
        if self.skip > 0 {
            self.skip -= 1;
            return;
        }
        let without_guess = mem::take(&mut queue.without_guess);
        if without_guess < EXPECTED * self.skipped {
            self.leave(FIRST);
            self.skip -= 1;
        } else if let Some(mut batch) = queue.batches.pop_back() {
            if batch.begin() {
                let first = (queue.first + queue.batches.len() as u64) << 32;
                self.cpu.run(Run(self, &mut batch, first, queue, limits));
            }
            queue.push(batch);
        }
    }

    /// Leaves batches to the lanes.
    pub fn leave(&mut self, batches: u32) {
        (self.skip, self.skipped) = (batches, batches);
    }

    /// Sweeps until few puzzles are left.
    #[inline(always)]
    fn sweep(&mut self, batch: &mut Batch) -> After<Ymm<COUNTS>> {
        let zero = self.cpu.nine();
        let mut after = After { dead: zero, settled: zero, stuck: zero, open: zero.ones() };
        self.ended.clear();
        loop {
            let Swept { dead, settled, stuck } = match self.ended.is_empty() {
                true => self.cpu.run(Sweep::<_, true>(&mut self.bits, batch)),
                false => self.cpu.run(Sweep::<_, false>(&mut self.bits, batch)),
            };
            let (before, solved) = (after.open, count(after.settled));
            after.dead = after.dead.or_and(before, dead);
            let alive = before.without(dead);
            after.settled = after.settled.or_and(alive, settled);
            after.open = alive.without(settled);
            // As in the lanes, the first sweep has none before it to compare with.
            if !self.ended.is_empty() {
                after.stuck = after.stuck.or_and(after.open, stuck);
                after.open = after.open.without(stuck);
            }
            // The next sweep will find fewer solutions than this one.
            let open = count(after.open);
            let worth = open + MOVE * (count(after.settled) - solved);
            if open == 0 || worth < self.enough {
                self.ended.push(before);
                return after;
            }
            self.ended.push(before.without(after.open));
        }
    }
}

/// See [`Wave::run`].
struct Run<'w, 'l, C: Cpu, const COUNTS: bool>(
    &'w mut Wave<C, COUNTS>,
    &'w mut Batch,
    u64,
    &'w mut Queue,
    &'w Limits<'l>,
);

impl<C: Cpu<Nine = Ymm<COUNTS>>, const COUNTS: bool> Task for Run<'_, '_, C, COUNTS> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self(wave, batch, first, queue, limits) = self;
        let Some(lines) = batch.cells.as_chunks().0.first_chunk() else { return };
        wave.transposer.read(lines, &mut wave.bits);
        let after = wave.sweep(batch);
        let left = after.stuck.or(after.open);
        // Decided without a clock, so that it is the same in every run.
        wave.leave(if count(left) > Batch::ROWS as u32 - FOUND { NEXT } else { 0 });
        let Wave { cpu, bits, transposer, ended, sweeps_left, nodes, .. } = wave;
        let mut solved = after.settled;
        if let Some(lines) = batch.solutions.as_chunks_mut().0.first_chunk_mut()
            && count(solved) > 0
        {
            solved = transposer.write(bits, solved, lines);
        }
        let (ended_here, sweeps_of_all) = (solved.or(left).not(), ended.len() as u32);
        for (sweeps, ended) in (1..).zip(&*ended) {
            for (puzzles, solutions) in [(solved, 1), (ended_here, 0)] {
                let counters =
                    LaneCounters { sweeps, contradictions: 1 - solutions, ..Default::default() };
                let (status, counters) =
                    (Status::of(solutions, false, limits), counters.with_clues(0));
                let result = RowResult { status, solutions, counters, solve_ns: 0 };
                for_each(ended.and(puzzles), |row| {
                    batch.results[row] = *again(&result);
                    if solutions > 0 || sweeps > 1 || !batch.mark_repeated_digit(row) {
                        queue.count(first + row as u64, sweeps);
                    }
                });
            }
            for_each(ended.and(left), |row| sweeps_left[row] = sweeps);
        }
        // A row without a puzzle was read as one without clues, which is never solved here.
        let id = |row: usize| {
            (batch.results[row].status != Status::Invalid).then_some(first + row as u64)
        };
        if count(left) * sweeps_of_all < *nodes {
            for_each(left, |row| {
                let (Some(id), Some(line)) = (id(row), batch.line(row)) else { return };
                let node = cpu.parse(line, b'1').node();
                queue.left.push(Left { id, sweeps: 0, node, branch: None });
            });
        } else {
            let stuck = quarters(after.stuck);
            transposer.nodes(bits, left, |row, node| {
                let Some(id) = id(row) else { return };
                let mut puzzle = Left { id, sweeps: sweeps_left[row], node: *node, branch: None };
                if stuck[row / 64] >> (row % 64) & 1 == 1 {
                    if limits.max_guesses > 0 {
                        puzzle.branch = cpu.choose(node, &[0; WORDS]);
                    }
                    // Without a branching, the lanes repeat the last sweep, and count it.
                    puzzle.sweeps -= u64::from(puzzle.branch.is_none());
                }
                queue.left.push(puzzle);
            });
        }
        batch.open = queue.left.len();
    }
}

impl Batch {
    /// Begins all rows, if they are 256 puzzles given by clues of which none has begun.
    fn begin(&mut self) -> bool {
        let is_fresh = (self.size(), self.rows, self.next) == (Size::Nine, Self::ROWS, 0);
        let begins = is_fresh && !self.has_candidates();
        if begins {
            (self.next, self.open) = (Self::ROWS, Self::ROWS);
        }
        begins
    }

    /// Prefetches a part of what will be read after this batch. All at once, it would have to wait.
    #[inline(always)]
    pub(super) fn prefetch(&mut self) {
        for _ in 0..2 {
            self.next_upcoming().into_iter().for_each(prefetch);
        }
    }
}

/// See [`Bits::sweep`]. Not inlined: the loop would spill.
pub(in crate::solver::lanes) struct Sweep<'b, const COUNTS: bool, const FIRST: bool>(
    pub &'b mut Bits<COUNTS>,
    pub &'b mut Batch,
);

impl<const COUNTS: bool, const FIRST: bool> Task for Sweep<'_, COUNTS, FIRST> {
    type Output = Swept<Ymm<COUNTS>>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        self.0.sweep::<FIRST>(self.1)
    }
}

/// The puzzles of a mask, 16 to a number.
#[inline(always)]
pub(super) fn words<const COUNTS: bool>(mask: Ymm<COUNTS>) -> [u16; 16] {
    let mask = [mask];
    let words = Ymm::groups(&mask).as_flattened();
    *words.first_chunk().expect("a register has 16 words")
}

/// The puzzles of a mask, 64 to a number.
#[inline(always)]
fn quarters<const COUNTS: bool>(mask: Ymm<COUNTS>) -> [u64; 4] {
    let (mut quarters, words) = ([0; 4], words(mask));
    for (quarter, words) in quarters.iter_mut().zip(words.as_chunks::<4>().0) {
        for word in words.iter().rev() {
            *quarter = *quarter << 16 | u64::from(*word);
        }
    }
    quarters
}

#[inline(always)]
fn count<const COUNTS: bool>(mask: Ymm<COUNTS>) -> u32 {
    quarters(mask).iter().map(|quarter| quarter.count_ones()).sum()
}

/// Calls a function for each puzzle of a mask.
#[inline(always)]
pub(in crate::solver::lanes) fn for_each<const COUNTS: bool>(
    mask: Ymm<COUNTS>,
    mut each_one: impl FnMut(usize),
) {
    for (mut quarter, first) in quarters(mask).into_iter().zip((0..).step_by(64)) {
        while quarter != 0 {
            each_one(first + quarter.trailing_zeros() as usize);
            quarter &= quarter - 1;
        }
    }
}
