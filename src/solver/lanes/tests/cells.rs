//! Tests parsing lines into nodes, copying nodes into lanes and back, and writing solutions.

use super::{
    Random, Subject, lanes, on_every_layout, read,
    reference::{self, Cells},
    rounds, slots, states, write,
};
use crate::solver::lanes::{
    branch::Branch,
    layout::{LaneLayout, Lanes},
    node::Node,
};

on_every_layout!(parse_any_byte, parse_lines, put_some_lanes, take_some_lanes, assume_digit,);
on_every_layout!(plain: !cfg!(miri); solution_digits);

mod generic {
    use super::*;

    fn cells(node: &Node) -> Cells {
        reference::POSITIONS.map(|at| node.words[at])
    }

    pub fn parse_any_byte<L: LaneLayout>(proof: L::Proof) {
        let layout = Subject::<L>::new(proof);
        for byte in (0..=u8::MAX).step_by(rounds(1, 47)) {
            for cell in (0..81).step_by(rounds(1, 20)) {
                let mut line = [b'.'; 81];
                line[cell] = byte;
                assert_eq!(cells(&layout.parse(&line)), reference::parse(&line));
            }
            let line = [byte; 81];
            assert_eq!(cells(&layout.parse(&line)), reference::parse(&line));
        }
    }

    pub fn parse_lines<L: LaneLayout>(proof: L::Proof) {
        let (layout, mut random) = (Subject::<L>::new(proof), Random::new(23));
        for _ in 0..rounds(1000, 5) {
            let line = [0; 81].map(|_| match random.below(3) {
                0 => random.word() as u8,
                _ => b'0' + random.below(10) as u8,
            });
            assert_eq!(cells(&layout.parse(&line)), reference::parse(&line));
        }
    }

    /// Puts any number of lanes at once; the other lanes must not change.
    pub fn put_some_lanes<L: LaneLayout>(proof: L::Proof) {
        let (mut layout, mut random) = (Subject::<L>::new(proof), Random::new(29));
        let mut held = states::<L>(|| random.state());
        layout.fill(&held, &mut random);
        for round in 0..rounds(300, 2) {
            let mut put = random.next() & lanes::<L>();
            (0..round % 5).for_each(|_| put &= random.next());
            let mut slots = slots();
            for lane in Lanes(lanes::<L>()) {
                let state = random.state();
                write(&mut slots[lane], &state, &mut random);
                if put >> lane & 1 == 1 {
                    held[lane] = state;
                }
            }
            layout.put(put, &slots);
            let taken = layout.cells();
            Lanes(lanes::<L>()).for_each(|lane| assert_eq!(taken[lane], held[lane], "{lane}"));
        }
    }

    /// Takes any number of lanes at once; the other slots and the lanes must not change.
    pub fn take_some_lanes<L: LaneLayout>(proof: L::Proof) {
        let (mut layout, mut random) = (Subject::<L>::new(proof), Random::new(31));
        let held = states::<L>(|| random.state());
        layout.fill(&held, &mut random);
        for round in 0..rounds(300, 2) {
            let mut take = random.next() & lanes::<L>();
            (0..round % 5).for_each(|_| take &= random.next());
            let mut slots = slots();
            for slot in slots.iter_mut() {
                write(slot, &[random.word(); 81], &mut random);
            }
            let before: Vec<Node> = slots.iter().map(|slot| *slot.node()).collect();
            layout.take(take, &mut slots);
            for (lane, slot) in slots.iter().enumerate() {
                match take >> lane & 1 {
                    1 => assert_eq!(read(slot), held[lane], "{lane}"),
                    _ => assert_eq!(slot.node().words, before[lane].words, "{lane}"),
                }
            }
        }
    }

    pub fn assume_digit<L: LaneLayout>(proof: L::Proof) {
        let (mut layout, mut random) = (Subject::<L>::new(proof), Random::new(37));
        let mut held = states::<L>(|| random.state());
        layout.fill(&held, &mut random);
        for _ in 0..rounds(20, 1) {
            for lane in Lanes(lanes::<L>()) {
                let (cell, digit) = (random.below(81), 1 << random.below(9));
                held[lane][cell] = digit;
                layout.0.assume(lane, Branch { at: reference::POSITIONS[cell] as u16, digit });
            }
            let taken = layout.cells();
            Lanes(lanes::<L>()).for_each(|lane| assert_eq!(taken[lane], held[lane], "{lane}"));
        }
    }

    /// Writes the digits of nodes that a sweep has settled.
    pub fn solution_digits<L: LaneLayout>(proof: L::Proof) {
        let (mut layout, mut random) = (Subject::<L>::new(proof), Random::new(41));
        for _ in 0..rounds(50, 1) {
            let grids: [[u8; 81]; 64] = std::array::from_fn(|_| random.solved());
            layout.fill(&grids.map(|grid| reference::parse(&grid)), &mut random);
            layout.sweep();
            let mut slots = slots();
            layout.take(lanes::<L>(), &mut slots);
            for lane in Lanes(lanes::<L>()) {
                let (node, mut digits) = (slots[lane].node(), [0; 81]);
                assert!(layout.0.solution(node, Some(&mut digits)));
                assert_eq!(digits, grids[lane]);
                assert!(layout.0.solution(node, None));
            }
        }
    }
}
