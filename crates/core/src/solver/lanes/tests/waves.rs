//! Compares the first sweeps of whole batches with the reference, and searches that begin with them.

use super::{
    Random, cells_of,
    puzzles::limits,
    reference,
    search::{PUZZLES, check_batches},
};
use crate::{
    grid::Size,
    solver::{
        Batch, Clock, Limits, RowResult,
        lanes::{
            bits::{
                sweep::Bits,
                transpose::Transposer,
                wave::{Sweep, Wave, for_each},
            },
            cpu::Cpu,
            queue::Queue,
            scheduler::Scheduler,
            vector::Vector,
            x86::{Avx2, Avx512, Ymm},
        },
    },
};

/// Runs a test on every backend of this CPU.
macro_rules! on_every_cpu {
    ($test:ident) => {
        Avx2::detect().into_iter().for_each(|cpu| $test(*cpu));
        Avx512::<false>::detect().into_iter().for_each(|cpu| $test(*cpu));
        Avx512::<true>::detect().into_iter().for_each(|cpu| $test(*cpu));
    };
}

#[test]
fn sweeps_like_reference() {
    fn test<const COUNTS: bool>(cpu: impl Cpu<Nine = Ymm<COUNTS>>) {
        let mut random = Random::new(5);
        let lines = std::array::from_fn(|_| match random.below(4) {
            0 => random.solved(),
            _ => PUZZLES[random.below(PUZZLES.len())],
        });
        let mut states = lines.each_ref().map(reference::parse);
        let mut alive = [true; 256];
        let (mut bits, mut transposer) = (Bits::new(cpu.nine()), Transposer::new(cpu.nine()));
        let mut batch = Batch::new(Size::Nine);
        transposer.read(&lines, &mut bits);
        for round in 0..12 {
            let verdicts = match round {
                0 => cpu.run(Sweep::<_, true>(&mut bits, &mut batch)),
                _ => cpu.run(Sweep::<_, false>(&mut bits, &mut batch)),
            };
            let [dead, settled, stuck] =
                [verdicts.dead, verdicts.settled, verdicts.stuck].map(|mask| {
                    let mut is_set = [false; 256];
                    for_each(mask, |puzzle| is_set[puzzle] = true);
                    is_set
                });
            transposer.nodes(&bits, cpu.nine().splat(u16::MAX), |puzzle, node| {
                let state = &mut states[puzzle];
                let swept = reference::sweep(state);
                if !alive[puzzle] {
                    return;
                }
                let context = format!("round {round}: {state:?}");
                alive[puzzle] = !dead[puzzle];
                assert_eq!(dead[puzzle], swept.dead, "{context}");
                if swept.dead {
                    return;
                }
                assert_eq!(cells_of(node), swept.cells, "{context}");
                assert_eq!(settled[puzzle], swept.settled, "{context}");
                if round > 0 {
                    assert_eq!(stuck[puzzle], swept.cells == *state, "{context}");
                }
                *state = swept.cells;
            });
        }
    }
    on_every_cpu!(test);
}

#[test]
fn outcomes_at_every_cutoff() {
    fn test<const COUNTS: bool>(cpu: impl Cpu<Nine = Ymm<COUNTS>>) {
        let guesses = |most| Limits::default().with_max_guesses(most);
        for limits in [limits(1), limits(2), limits(1000), guesses(0), guesses(2)] {
            let expected: Vec<_> =
                PUZZLES.iter().map(|line| reference::solve(line, &limits)).collect();
            for (i, enough) in [0, 10, 32, 100, 255, 1000, 0, 255].into_iter().enumerate() {
                let mut wave = Wave::new(cpu);
                (wave.enough, wave.nodes) = (enough, if i < 6 { 0 } else { u32::MAX });
                let mut scheduler = Scheduler::new(cpu, limits);
                scheduler.wave = Some(Box::new(move |queue, limits| {
                    wave.leave(0);
                    wave.run(queue, limits);
                }));
                check_batches(scheduler, &expected, 256);
            }
        }
    }
    on_every_cpu!(test);
}

#[test]
fn rows_without_a_puzzle() {
    fn test<const COUNTS: bool>(cpu: impl Cpu<Nine = Ymm<COUNTS>>) {
        for enough in [0, 1000] {
            let mut queue = Queue::new(Clock::Off, 2);
            let mut scheduler = Scheduler::new(cpu, limits(2));
            let mut wave = Wave::new(cpu);
            (wave.enough, wave.nodes) = (enough, enough);
            wave.leave(0);
            scheduler.wave = Some(Box::new(move |queue, limits| wave.run(queue, limits)));
            let (mut batch, line) = (Batch::new(Size::Nine), Random::new(1).solved());
            for row in 0..Batch::ROWS {
                match row % 3 {
                    0 => batch.push_invalid(),
                    _ => batch.push_symbols(&line),
                }
            }
            queue.push(batch);
            scheduler.run(&mut queue, true);
            let batch = queue.pop().expect("every row has ended");
            for (row, result) in batch.results().iter().enumerate() {
                match row % 3 {
                    0 => assert_eq!(*result, RowResult::INVALID),
                    _ => assert_eq!(batch.solution(row), Some(&line[..])),
                }
            }
        }
    }
    on_every_cpu!(test);
}
