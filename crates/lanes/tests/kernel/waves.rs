//! Compares the first sweeps of whole batches with the reference, and searches that begin with them.

use super::{
    Random, cells_of,
    puzzles::limits,
    reference, rounds,
    search::{PUZZLES, check_batches},
};
use sudomill_lanes::{
    bits::{
        RunWave,
        puzzles::puzzles,
        sweep::Bits,
        transpose::Transposer,
        wave::{Costs, Sweep, Wave},
    },
    cpu::Cpu,
    queue::Queue,
    scheduler::Scheduler,
    vector::Vector,
    x86::{Avx2, Avx512, Generation, IceLake, Skylake, Ymm},
};
use sudomill_puzzle::{
    grid::Size,
    solving::{Batch, Clock, Limits, RowResult},
};

/// Runs a test on every CPU with registers of 256 bits.
macro_rules! on_every_cpu {
    ($test:ident) => {
        Avx2::detect().into_iter().for_each(|cpu| $test(cpu));
        Avx512::<Skylake>::detect().into_iter().for_each(|cpu| $test(cpu));
        Avx512::<IceLake>::detect().into_iter().for_each(|cpu| $test(cpu));
    };
}

#[test]
fn sweeps_like_reference() {
    fn test<G: Generation>(cpu: impl Cpu<One = Ymm<G>>) {
        let mut random = Random::new(5);
        let lines = std::array::from_fn(|_| match random.below(4) {
            0 => random.solved(),
            _ => PUZZLES[random.below(PUZZLES.len())],
        });
        let mut states = lines.each_ref().map(reference::parse);
        let mut alive = [true; 256];
        let (mut bits, mut transposer) = (Bits::new(cpu.one()), Transposer::new(cpu.one()));
        let mut batch = Batch::new(Size::Nine);
        transposer.read(&lines, &mut bits);
        for round in 0..rounds(12, 4) {
            let verdicts = match round {
                0 => cpu.run(Sweep::<_, true> { bits: &mut bits, batch: &mut batch }),
                _ => cpu.run(Sweep::<_, false> { bits: &mut bits, batch: &mut batch }),
            };
            let [dead, settled, stuck] =
                [verdicts.dead, verdicts.settled, verdicts.stuck].map(|mask| {
                    let mut is_set = [false; 256];
                    puzzles(mask).for_each(|puzzle| is_set[puzzle] = true);
                    is_set
                });
            transposer.nodes(&bits, cpu.one().splat(u16::MAX), |puzzle, node| {
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
    fn test<G: Generation>(cpu: impl Cpu<One = Ymm<G>>) {
        let guesses = |most| Limits::default().with_max_guesses(most);
        let all = [limits(2), limits(1), limits(1000), guesses(0), guesses(2)];
        for limits in all.into_iter().take(rounds(5, 1)) {
            let expected: Vec<_> =
                PUZZLES.iter().map(|line| reference::solve(line, &limits)).collect();
            let always_nodes = [32, 0, 10, 100, 255, 1000].map(|sweep| Costs { sweep, nodes: 0 });
            let never_nodes = [255, 0].map(|sweep| Costs { sweep, nodes: u32::MAX });
            let (nodes, lines) = (rounds(6, 1), rounds(2, 1));
            for &costs in always_nodes[..nodes].iter().chain(&never_nodes[..lines]) {
                let mut wave = Wave::new(cpu, costs);
                let wave: Box<RunWave> = Box::new(move |queue, limits| {
                    wave.leave(0);
                    wave.run(queue, limits);
                });
                check_batches(Scheduler::new(cpu, limits, Some(wave)), &expected, 256);
            }
        }
    }
    on_every_cpu!(test);
}

#[test]
fn rows_without_a_puzzle() {
    fn test<G: Generation>(cpu: impl Cpu<One = Ymm<G>>) {
        for cost in [0, 1000] {
            let mut queue = Queue::new(Clock::Off, 2);
            let mut wave = Wave::new(cpu, Costs { sweep: cost, nodes: cost });
            wave.leave(0);
            let wave: Box<RunWave> = Box::new(move |queue, limits| wave.run(queue, limits));
            let mut scheduler = Scheduler::new(cpu, limits(2), Some(wave));
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
