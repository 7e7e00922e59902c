//! A wave: sweeps over all puzzles of a batch until few would go on.

use super::{
    RunWave,
    puzzles::{count, puzzles, quarters},
    sweep::{Bits, Swept},
    transpose::Transposer,
    ymm::again,
};
use crate::{
    branch::choose_in,
    cpu::{Cpu, Task},
    deaths::Deaths,
    progress::{Handover, LaneCounters, RowId},
    queue::Queue,
    vector::Vector,
    x86::{Generation, Ymm},
};
use std::mem;
use sudomill_puzzle::solving::{Batch, Limits, RowResult, Status};

/// What the parts of a wave take, in sweeps of a puzzle in the lanes.
#[derive(Clone, Copy)]
pub struct Costs {
    /// A sweep over all puzzles.
    pub sweep: u32,
    /// Making nodes. Where it takes less to sweep puzzles again from the start, none are made.
    pub nodes: u32,
}

impl Costs {
    /// A sweep takes 120 on Zen 4, 150 on Granite Rapids, where either takes the same time in all.
    pub const MEASURED: Self = Self { sweep: 120, nodes: 150 };
}

/// What it takes to move a puzzle to the lanes, or to solve it there to the end, as in [`Costs`].
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
pub struct Wave<C: Cpu, G> {
    cpu: C,
    bits: Box<Bits<G>>,
    transposer: Box<Transposer<G>>,
    /// For each sweep of the latest wave, the puzzles for which it was the last one.
    last_sweeps: Vec<Ymm<G>>,
    /// The number of sweeps of each puzzle that goes on in the lanes.
    sweeps: [u64; Batch::ROWS],
    costs: Costs,
    /// The number of batches to leave to the lanes before the next decision.
    skip: u32,
    /// The number of batches in the lanes since the last decision.
    skipped: u32,
}

/// The puzzles after the sweeps of a wave.
struct After<V> {
    dead: V,
    settled: V,
    stuck: V,
    /// Those that would go on.
    open: V,
}

/// A batch on its way through a wave.
struct Job<'j, 'l> {
    batch: &'j mut Batch,
    /// See [`RowId::batch`].
    number: u32,
    queue: &'j mut Queue,
    limits: &'j Limits<'l>,
}

impl<C: Cpu<One = Ymm<G>>, G: Generation> Wave<C, G> {
    /// Creates a wave for a CPU on which steps cost so much.
    pub fn new(cpu: C, costs: Costs) -> Self {
        Self {
            cpu,
            bits: Bits::new(cpu.one()),
            transposer: Transposer::new(cpu.one()),
            last_sweeps: Vec::new(),
            sweeps: [0; _],
            costs,
            skip: FIRST,
            skipped: FIRST,
        }
    }

    /// A wave for a [`Scheduler`](crate::scheduler::Scheduler).
    pub fn boxed(cpu: C) -> Box<RunWave> {
        let mut wave = Self::new(cpu, Costs::MEASURED);
        Box::new(move |queue, limits| wave.run(queue, limits))
    }

    /// Sweeps the puzzles of the batch that was pushed last, if it has 256 lines. Ends those that are
    /// solved or dead, and hands the others over to the lanes.
    pub fn run(&mut self, queue: &mut Queue, limits: &Limits) {
        if self.skip > 0 {
            self.skip -= 1;
            return;
        }
        let without_guess = mem::take(&mut queue.without_guess);
        if without_guess < EXPECTED * self.skipped {
            self.leave(FIRST);
            self.skip -= 1;
        } else if let Some(mut batch) = queue.take_last() {
            if batch.begin_all() {
                let number = queue.next_number();
                let job = Job { batch: &mut batch, number, queue, limits };
                self.cpu.run(Run { wave: self, job });
            }
            queue.push(batch);
        }
    }

    /// Leaves batches to the lanes.
    pub fn leave(&mut self, batches: u32) {
        self.skip = batches;
        self.skipped = batches;
    }

    /// Sweeps until few puzzles would go on.
    #[inline(always)]
    fn sweep(&mut self, batch: &mut Batch) -> After<Ymm<G>> {
        let zero = self.cpu.one();
        let mut after = After { dead: zero, settled: zero, stuck: zero, open: zero.ones() };
        self.last_sweeps.clear();
        loop {
            let is_first = self.last_sweeps.is_empty();
            let bits = &mut *self.bits;
            let Swept { dead, settled, stuck } = match is_first {
                true => self.cpu.run(Sweep::<_, true> { bits, batch }),
                false => self.cpu.run(Sweep::<_, false> { bits, batch }),
            };
            let before = after.open;
            let solved = count(after.settled);
            after.dead = after.dead.or_and(before, dead);
            let alive = before.without(dead);
            after.settled = after.settled.or_and(alive, settled);
            after.open = alive.without(settled);
            // As in the lanes, the first sweep has none before it to compare with.
            if !is_first {
                after.stuck = after.stuck.or_and(after.open, stuck);
                after.open = after.open.without(stuck);
            }
            // The next sweep will find fewer solutions than this one.
            let open = count(after.open);
            let worth = open + MOVE * (count(after.settled) - solved);
            if open == 0 || worth < self.costs.sweep {
                self.last_sweeps.push(before);
                return after;
            }
            self.last_sweeps.push(before.without(after.open));
        }
    }

    /// Writes the solutions of settled puzzles, and returns those that have one.
    #[inline(always)]
    fn write_solutions(&mut self, settled: Ymm<G>, batch: &mut Batch) -> Ymm<G> {
        match batch.solution_lines_mut() {
            Some(lines) if count(settled) > 0 => self.transposer.write(&self.bits, settled, lines),
            _ => settled,
        }
    }

    /// Writes the results of the puzzles that end here.
    #[inline(always)]
    fn write_results(&mut self, solved: Ymm<G>, unfinished: Ymm<G>, job: &mut Job) {
        let wrong = solved.or(unfinished).not();
        for (sweeps, last) in (1..).zip(&self.last_sweeps) {
            job.end(last.and(solved), sweeps, 1);
            job.end(last.and(wrong), sweeps, 0);
            for row in puzzles(last.and(unfinished)) {
                self.sweeps[row] = sweeps;
            }
        }
    }

    /// Hands unfinished puzzles over to the lanes, as they were given: they start again.
    #[inline(always)]
    fn hand_over_lines(&self, unfinished: Ymm<G>, job: &mut Job) {
        for row in puzzles(unfinished) {
            let (Some(id), Some(line)) = (job.id(row), job.batch.line(row)) else { continue };
            let node = self.cpu.parse(line, b'1').node();
            job.queue.handovers.push(Handover { id, sweeps: 0, node, branch: None });
        }
    }

    /// Hands unfinished puzzles over to the lanes as nodes. Chooses where stuck ones branch.
    #[inline(always)]
    fn hand_over_nodes(&mut self, unfinished: Ymm<G>, stuck: Ymm<G>, job: &mut Job) {
        let stuck = quarters(stuck);
        self.transposer.nodes(&self.bits, unfinished, |row, node| {
            let Some(id) = job.id(row) else { return };
            let mut puzzle = Handover { id, sweeps: self.sweeps[row], node: *node, branch: None };
            if stuck[row / 64] >> (row % 64) & 1 == 1 {
                if job.limits.max_guesses > 0 {
                    puzzle.branch = choose_in(self.cpu, node, &Deaths::NONE);
                }
                // Without a branching, the lanes repeat the last sweep, and count it.
                puzzle.sweeps -= u64::from(puzzle.branch.is_none());
            }
            job.queue.handovers.push(puzzle);
        });
    }
}

impl Job<'_, '_> {
    /// Writes the results of puzzles with one solution or none.
    #[inline(always)]
    fn end<G: Generation>(&mut self, ended: Ymm<G>, sweeps: u64, solutions: u64) {
        let counters = LaneCounters { sweeps, contradictions: 1 - solutions, ..Default::default() };
        let status = Status::of(solutions, false, self.limits);
        let result = RowResult::new(status, solutions, counters.with_clues(0));
        for row in puzzles(ended) {
            self.batch.set_result(row, *again(&result));
            // As in `Queue::end`: clues that repeat a digit are dead after the first sweep, and no puzzle.
            if solutions > 0 || sweeps > 1 || !self.batch.mark_repeated_digit(row) {
                self.queue.count(RowId { batch: self.number, row: row as u32 }, sweeps);
            }
        }
    }

    /// The id of an unfinished puzzle. `None` if the row has no puzzle: it was read as one without
    /// clues, which is never solved here.
    #[inline(always)]
    fn id(&self, row: usize) -> Option<RowId> {
        let is_puzzle = self.batch.results()[row].status != Status::Invalid;
        is_puzzle.then_some(RowId { batch: self.number, row: row as u32 })
    }
}

/// See [`Wave::run`].
struct Run<'w, 'j, 'l, C: Cpu, G> {
    wave: &'w mut Wave<C, G>,
    job: Job<'j, 'l>,
}

impl<C: Cpu<One = Ymm<G>>, G: Generation> Task for Run<'_, '_, '_, C, G> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Self { wave, mut job } = self;
        let Some(lines) = job.batch.lines() else { return };
        wave.transposer.read(lines, &mut wave.bits);
        let after = wave.sweep(job.batch);
        let unfinished = after.stuck.or(after.open);
        // Decided without a clock, so that it is the same in every run.
        let pays = count(unfinished) <= Batch::ROWS as u32 - FOUND;
        wave.leave(if pays { 0 } else { NEXT });
        let solved = wave.write_solutions(after.settled, job.batch);
        wave.write_results(solved, unfinished, &mut job);
        if count(unfinished) * (wave.last_sweeps.len() as u32) < wave.costs.nodes {
            wave.hand_over_lines(unfinished, &mut job);
        } else {
            wave.hand_over_nodes(unfinished, after.stuck, &mut job);
        }
        job.batch.end_all_but(job.queue.handovers.len());
    }
}

/// See [`Bits::sweep`]. Not inlined: the loop would spill.
pub struct Sweep<'b, G, const FIRST: bool> {
    /// The candidates of all puzzles.
    pub bits: &'b mut Bits<G>,
    /// The puzzles.
    pub batch: &'b mut Batch,
}

impl<G: Generation, const FIRST: bool> Task for Sweep<'_, G, FIRST> {
    type Output = Swept<Ymm<G>>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        self.bits.sweep::<FIRST>(self.batch)
    }
}
