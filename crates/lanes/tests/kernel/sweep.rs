//! Compares the sweep with the reference, and checks properties that every sweep must have.

use super::{
    Random, Subject, node_of, on_every_cpu, puzzles,
    reference::{self, Cells},
    rounds, states,
};
use sudomill_lanes::{cpu::Cpu, grid::Grid, quads::Verdicts};
use sudomill_puzzle::grid::{Cell, Order3, Unit};

on_every_cpu!(
    sweep_like_reference,
    sweep_keeps_solutions,
    sweep_enters_singles,
    dead_verdicts,
    stuck_verdicts,
    settled_verdicts,
    settled_with_wrong_columns,
);

/// Sweeps once, with a different state in every group.
fn sweep<C: Cpu>(cpu: C, states: &[Cells]) -> (Vec<Cells>, Verdicts) {
    let mut subject = Subject::new(cpu, states, &mut Random::new(1));
    let verdict = subject.sweep();
    (subject.cells(), verdict)
}

fn has(puzzles: u32, puzzle: usize) -> bool {
    puzzles >> puzzle & 1 == 1
}

/// A mask of all puzzles.
fn all<C: Cpu>() -> u32 {
    u32::MAX >> (32 - puzzles::<C>())
}

/// Returns true if a puzzle is dead, either by the sweep or because its settled grid is wrong.
fn is_dead<C: Cpu>(subject: &Subject<C>, verdict: Verdicts, puzzle: usize) -> bool {
    if has(verdict.dead, puzzle) || !has(verdict.settled, puzzle) {
        return has(verdict.dead, puzzle);
    }
    let grid: Grid<C::One> = subject.quads.grid(puzzle, subject.cpu.one());
    !grid.is_solution()
}

/// Sweeps several times, and compares cells and verdicts with the reference after each.
fn check_sweeps<C: Cpu>(cpu: C, mut states: Vec<Cells>, sweeps: usize) {
    let mut subject = Subject::new(cpu, &states, &mut Random::new(1));
    let mut alive = vec![true; states.len()];
    for round in 0..sweeps {
        let (verdict, cells) = (subject.sweep(), subject.cells());
        for puzzle in (0..states.len()).filter(|&puzzle| alive[puzzle]).collect::<Vec<_>>() {
            let swept = reference::sweep(&states[puzzle]);
            let wrong = swept.settled && !reference::is_solved(&swept.cells);
            let dead = is_dead(&subject, verdict, puzzle);
            assert_eq!(dead, swept.dead || wrong, "{:?}", states[puzzle]);
            if dead {
                alive[puzzle] = false;
                continue;
            }
            assert_eq!(cells[puzzle], swept.cells, "{:?}", states[puzzle]);
            assert_eq!(has(verdict.settled, puzzle), swept.settled);
            // The first sweep has no previous sum to compare with.
            let stuck = round > 0 && swept.cells == states[puzzle];
            assert_eq!(has(verdict.stuck, puzzle), stuck, "{:?}", states[puzzle]);
            states[puzzle] = swept.cells;
        }
    }
}

mod generic {
    use super::*;

    pub fn sweep_like_reference<C: Cpu>(cpu: C) {
        let mut random = Random::new(3);
        for _ in 0..rounds(200, 1) {
            check_sweeps(cpu, states::<C>(|| random.state()), rounds(8, 2));
        }
    }

    pub fn sweep_keeps_solutions<C: Cpu>(cpu: C) {
        let mut random = Random::new(7);
        for _ in 0..rounds(20, 1) {
            let solved = reference::parse(&random.solved());
            let before = states::<C>(|| {
                let around = random.around_solution();
                std::array::from_fn(|cell| around[cell] | solved[cell])
            });
            let (after, verdict) = sweep(cpu, &before);
            assert_eq!(verdict.dead, 0);
            for puzzle in 0..puzzles::<C>() {
                for cell in 0..81 {
                    assert_eq!(after[puzzle][cell] & solved[cell], solved[cell]);
                    assert_eq!(after[puzzle][cell] & !before[puzzle][cell], 0);
                }
            }
        }
    }

    /// Naked singles are removed from their peers, and hidden singles are entered.
    pub fn sweep_enters_singles<C: Cpu>(cpu: C) {
        let mut random = Random::new(11);
        for _ in 0..rounds(10, 1) {
            let before = states::<C>(|| random.around_solution());
            let (after, _) = sweep(cpu, &before);
            for puzzle in 0..puzzles::<C>() {
                check_singles(&before[puzzle], &after[puzzle]);
            }
        }
    }

    fn check_singles(before: &Cells, after: &Cells) {
        for cell in Cell::all::<Order3>().filter(|c| before[c.index()].is_power_of_two()) {
            for peer in cell.peers::<Order3>() {
                assert_eq!(after[peer.index()] & before[cell.index()], 0, "naked {cell:?}");
            }
        }
        for (unit, digit) in Unit::all::<Order3>().flat_map(|u| (0..9).map(move |d| (u, 1 << d))) {
            let mut places =
                unit.cells::<Order3>().iter().filter(|c| before[c.index()] & digit != 0);
            if let (Some(cell), None) = (places.next(), places.next()) {
                assert_eq!(after[cell.index()], digit, "hidden in {unit}");
            }
        }
    }

    /// Covers a digit twice in a unit, and a digit missing in a unit.
    pub fn dead_verdicts<C: Cpu>(cpu: C) {
        let mut cells = (0..81).cycle().step_by(rounds(1, 8));
        for kind in 0..2 {
            for _ in 0..rounds(6, 1) {
                let before = states::<C>(|| {
                    let cell = cells.next().expect("endless");
                    let (mut state, peers) = ([511; 81], Cell::new(cell).peers::<Order3>());
                    match kind {
                        0 => (state[cell], state[peers[cell % 20].index()]) = (4, 4),
                        _ => {
                            let unit = Unit::new::<Order3>(cell % 27);
                            unit.cells::<Order3>().iter().for_each(|c| state[c.index()] &= !4);
                        }
                    }
                    state
                });
                // Every third puzzle gets a state that is not dead.
                let mut some = before;
                some.iter_mut().step_by(3).for_each(|state| *state = [511; 81]);
                let dead = (0..puzzles::<C>()).filter(|puzzle| puzzle % 3 != 0);
                let dead = dead.fold(0, |mask, puzzle| mask | 1 << puzzle);
                assert_eq!(sweep(cpu, &some).1.dead, dead, "{kind}");
            }
        }
    }

    /// A puzzle is stuck after a second sweep without a change; putting a state into it starts over.
    pub fn stuck_verdicts<C: Cpu>(cpu: C) {
        let mut random = Random::new(13);
        let mut subject = Subject::new(cpu, &states::<C>(|| [511; 81]), &mut random);
        for _ in 0..rounds(20, 1) {
            let put = random.next() as u32 & all::<C>();
            subject.sweep();
            assert_eq!(subject.sweep().stuck, all::<C>());
            for puzzle in (0..puzzles::<C>()).filter(|&puzzle| has(put, puzzle)) {
                subject
                    .quads
                    .put::<3>(puzzle, node_of(&[511; 81], &mut random).words.as_chunks().0);
            }
            assert_eq!(subject.sweep().stuck, all::<C>() & !put);
        }
    }

    pub fn settled_verdicts<C: Cpu>(cpu: C) {
        let mut random = Random::new(17);
        for _ in 0..rounds(20, 1) {
            let open = random.next() as u32;
            let mut before = states::<C>(|| reference::parse(&random.solved()));
            for puzzle in (0..puzzles::<C>()).filter(|&puzzle| has(open, puzzle)) {
                // Digits 1 and 2 can be swapped everywhere.
                before[puzzle].iter_mut().filter(|cell| **cell < 4).for_each(|cell| *cell = 3);
            }
            let (after, verdict) = sweep(cpu, &before);
            assert_eq!(verdict.dead, 0);
            assert_eq!(verdict.settled, all::<C>() & !open);
            assert_eq!(after, before);
        }
    }

    /// A state whose rows and boxes hold all digits after one sweep, but not its columns, which the
    /// kernel has to check.
    pub fn settled_with_wrong_columns<C: Cpu>(cpu: C) {
        const GRID: &[u8; 81] =
            b"346279158729158436518436279197845623485623917263917845871564293654392781932781564";
        // Second candidates: the cell and the digit. All other cells have one candidate.
        const MORE: [(usize, u16); 11] = [
            (6, 6),
            (8, 2),
            (24, 1),
            (34, 7),
            (35, 4),
            (42, 3),
            (53, 2),
            (60, 4),
            (62, 7),
            (69, 3),
            (70, 2),
        ];
        let mut wrong = reference::parse(GRID);
        MORE.into_iter().for_each(|(cell, digit)| wrong[cell] |= 1 << (digit - 1));
        let swept = reference::sweep(&wrong);
        assert!(swept.settled && !swept.dead && !reference::is_solved(&swept.cells));
        let mut random = Random::new(19);
        for _ in 0..rounds(20, 1) {
            let states = states::<C>(|| match random.below(2) {
                0 => wrong,
                _ => reference::parse(&random.solved()),
            });
            check_sweeps(cpu, states, 1);
        }
    }
}
