//! Compares the sweep with the reference, and checks properties that every sweep must have.

use super::{
    Random, Subject, lanes, on_every_layout,
    reference::{self, Cells},
    rounds, slots, states, write,
};
use crate::{
    grid::{Cell, Order3, Unit},
    solver::lanes::layout::{LaneLayout, Lanes, Verdict},
};

on_every_layout!(
    plain: !cfg!(miri);
    sweep_like_reference,
    sweep_keeps_solutions,
    sweep_enters_singles,
    dead_verdicts,
    stuck_verdicts,
    settled_verdicts,
    settled_with_wrong_columns,
);

/// Sweeps once, with a different state in every lane.
fn sweep<L: LaneLayout>(proof: L::Proof, states: &[Cells; 64]) -> (Box<[Cells; 64]>, Verdict) {
    let mut layout = Subject::<L>::new(proof);
    layout.fill(states, &mut Random::new(1));
    let verdict = layout.sweep();
    (layout.cells(), verdict)
}

fn has(lanes: u64, lane: usize) -> bool {
    lanes >> lane & 1 == 1
}

/// Returns true if a lane is dead, either by the sweep or because a column lacks a digit.
fn is_dead<L: LaneLayout>(layout: &Subject<L>, verdict: Verdict, lane: usize) -> bool {
    if has(verdict.dead, lane) || !has(verdict.settled, lane) {
        return has(verdict.dead, lane);
    }
    let mut slots = slots();
    layout.take(1 << lane, &mut slots);
    !layout.0.solution(slots[lane].node(), None)
}

/// Sweeps several times, and compares cells and verdicts with the reference after each.
fn check_sweeps<L: LaneLayout>(proof: L::Proof, mut states: Box<[Cells; 64]>, sweeps: usize) {
    let mut layout = Subject::<L>::new(proof);
    layout.fill(&states, &mut Random::new(1));
    let mut alive = lanes::<L>();
    for round in 0..sweeps {
        let (verdict, cells) = (layout.sweep(), layout.cells());
        for lane in Lanes(alive) {
            let swept = reference::sweep(&states[lane]);
            let wrong = swept.settled && !reference::is_solved(&swept.cells);
            let dead = is_dead(&layout, verdict, lane);
            assert_eq!(dead, swept.dead || wrong, "{:?}", states[lane]);
            if dead {
                alive &= !(1 << lane);
                continue;
            }
            assert_eq!(cells[lane], swept.cells, "{:?}", states[lane]);
            assert_eq!(has(verdict.settled, lane), swept.settled);
            // The first sweep has no previous sum to compare with.
            let stuck = round > 0 && swept.cells == states[lane];
            assert_eq!(has(verdict.stuck, lane), stuck, "{:?}", states[lane]);
            states[lane] = swept.cells;
        }
    }
}

mod generic {
    use super::*;

    pub fn sweep_like_reference<L: LaneLayout>(proof: L::Proof) {
        let mut random = Random::new(3);
        for _ in 0..rounds(200, 1) {
            check_sweeps::<L>(proof, states::<L>(|| random.state()), rounds(8, 2));
        }
    }

    pub fn sweep_keeps_solutions<L: LaneLayout>(proof: L::Proof) {
        let mut random = Random::new(7);
        for _ in 0..rounds(20, 1) {
            let solved = reference::parse(&random.solved());
            let before = states::<L>(|| {
                let around = random.around_solution();
                std::array::from_fn(|cell| around[cell] | solved[cell])
            });
            let (after, verdict) = sweep::<L>(proof, &before);
            assert_eq!(verdict.dead & lanes::<L>(), 0);
            for lane in Lanes(lanes::<L>()) {
                for cell in 0..81 {
                    assert_eq!(after[lane][cell] & solved[cell], solved[cell]);
                    assert_eq!(after[lane][cell] & !before[lane][cell], 0);
                }
            }
        }
    }

    /// Naked singles are removed from their peers, and hidden singles are entered.
    pub fn sweep_enters_singles<L: LaneLayout>(proof: L::Proof) {
        let mut random = Random::new(11);
        for _ in 0..rounds(10, 1) {
            let before = states::<L>(|| random.around_solution());
            let (after, _) = sweep::<L>(proof, &before);
            for lane in Lanes(lanes::<L>()) {
                check_singles(&before[lane], &after[lane]);
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

    /// Covers an empty cell, a digit twice in a unit, and a digit missing in a unit.
    pub fn dead_verdicts<L: LaneLayout>(proof: L::Proof) {
        let mut cells = (0..81).cycle().step_by(rounds(1, 8));
        for kind in 0..3 {
            for _ in 0..rounds(6, 1) {
                let before = states::<L>(|| {
                    let cell = cells.next().expect("endless");
                    let (mut state, peers) = ([511; 81], Cell::new(cell).peers::<Order3>());
                    match kind {
                        0 => state[cell] = 0,
                        1 => (state[cell], state[peers[cell % 20].index()]) = (4, 4),
                        _ => {
                            let unit = Unit::new::<Order3>(cell % 27);
                            unit.cells::<Order3>().iter().for_each(|c| state[c.index()] &= !4);
                        }
                    }
                    state
                });
                // Every third lane gets a state that is not dead.
                let mut some = before;
                some.iter_mut().step_by(3).for_each(|state| *state = [511; 81]);
                let dead = Lanes(lanes::<L>()).filter(|lane| lane % 3 != 0);
                let dead = dead.fold(0, |lanes, lane| lanes | 1 << lane);
                assert_eq!(sweep::<L>(proof, &some).1.dead & lanes::<L>(), dead, "{kind}");
            }
        }
    }

    /// A lane is stuck after a second sweep without a change; putting a state into it starts over.
    pub fn stuck_verdicts<L: LaneLayout>(proof: L::Proof) {
        let (mut layout, mut random) = (Subject::<L>::new(proof), Random::new(13));
        layout.fill(&[[511; 81]; 64], &mut random);
        for _ in 0..rounds(20, 1) {
            let put = random.next() & lanes::<L>();
            layout.sweep();
            assert_eq!(layout.sweep().stuck & lanes::<L>(), lanes::<L>());
            let mut slots = slots();
            Lanes(put).for_each(|lane| write(&mut slots[lane], &[511; 81], &mut random));
            layout.put(put, &slots);
            assert_eq!(layout.sweep().stuck & lanes::<L>(), lanes::<L>() & !put);
        }
    }

    pub fn settled_verdicts<L: LaneLayout>(proof: L::Proof) {
        let mut random = Random::new(17);
        for _ in 0..rounds(20, 1) {
            let open = random.next();
            let mut before = states::<L>(|| reference::parse(&random.solved()));
            for lane in Lanes(open) {
                // Digits 1 and 2 can be swapped everywhere.
                before[lane].iter_mut().filter(|cell| **cell < 4).for_each(|cell| *cell = 3);
            }
            let (after, verdict) = sweep::<L>(proof, &before);
            assert_eq!(verdict.dead & lanes::<L>(), 0);
            assert_eq!(verdict.settled & lanes::<L>(), lanes::<L>() & !open);
            Lanes(lanes::<L>()).for_each(|lane| assert_eq!(after[lane], before[lane]));
        }
    }

    /// A state whose rows and boxes hold all digits after one sweep, but not its columns, which the
    /// kernel has to check.
    pub fn settled_with_wrong_columns<L: LaneLayout>(proof: L::Proof) {
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
            let states = states::<L>(|| match random.below(2) {
                0 => wrong,
                _ => reference::parse(&random.solved()),
            });
            check_sweeps::<L>(proof, states, 1);
        }
    }
}
