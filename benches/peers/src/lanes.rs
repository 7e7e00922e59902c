//! The lane kernel with many puzzles in its lanes, as the batch drives it.

use crate::contender::{Answer, Cells, Contender};
use std::{hint::black_box, ops::Range};
use sudomill::{
    grid::Puzzle,
    solver::{
        Limits,
        lanes::{Backend, Engine},
    },
};

/// The kernel on one backend.
pub struct Lanes<'a> {
    name: String,
    backend: Backend,
    limits: Limits<'a>,
    /// As lines, which is what the engine takes.
    lines: Vec<Cells>,
    /// What the engine says with all of them in its lanes.
    answers: Vec<Answer>,
}

impl<'a> Lanes<'a> {
    /// The kernel with these puzzles.
    pub fn new(backend: Backend, puzzles: &[Puzzle], limits: Limits<'a>) -> Self {
        let line = |puzzle: &Puzzle| std::array::from_fn(|i| puzzle.values()[i] + b'0');
        let lines: Vec<Cells> = puzzles.iter().map(line).collect();
        let mut answers = vec![Answer { solutions: None, grid: None }; lines.len()];
        let mut engine = Engine::new(backend, limits);
        let mut note = |id: u64, outcome: &sudomill::solver::lanes::LaneOutcome| {
            answers[id as usize] = Answer {
                solutions: (!outcome.gave_up).then_some(outcome.solutions),
                grid: (outcome.solutions > 0).then(|| outcome.first.map(|digit| digit - b'0')),
            };
        };
        engine.feed((0..).zip(&lines), &mut note);
        engine.drain(&mut note);
        Self { name: format!("lanes ({})", backend.name()), backend, limits, lines, answers }
    }
}

impl Contender for Lanes<'_> {
    fn name(&self) -> &str {
        &self.name
    }

    fn solve(&self, range: Range<usize>) {
        let mut engine = Engine::new(self.backend, self.limits);
        engine.feed((0..).zip(&self.lines[range]), |_, outcome| _ = black_box(*outcome));
        engine.drain(|_, outcome| _ = black_box(*outcome));
    }

    /// A thread's whole share: the lanes are full until its end.
    fn block(&self, puzzles: usize, threads: usize) -> Option<usize> {
        Some(puzzles.div_ceil(threads))
    }

    fn answer(&self, index: usize) -> Option<Answer> {
        Some(self.answers[index])
    }
}
