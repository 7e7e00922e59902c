//! Compares the branchings of nodes with the reference.

use super::{
    Random, Subject, lanes, on_every_layout,
    reference::{self, Cells, POSITIONS},
    rounds, slots, states,
};
use crate::solver::lanes::{
    branch::Branch,
    layout::{LaneLayout, Lanes},
    memory::Memory,
    node::Node,
};

on_every_layout!(
    plain: !cfg!(miri);
    branch_in_search,
    branch_on_bivalue_cells,
    branch_on_bilocal_digits,
    branch_on_fewest_candidates,
    branch_of_full_grid,
);

#[test]
fn excluded_digit() {
    let mut random = Random::new(61);
    for _ in 0..rounds(1000, 20) {
        let (mut cells, cell) = (random.state(), random.below(81));
        cells[cell] = 0;
        while cells[cell].count_ones() < 2 {
            cells[cell] |= 1 << random.below(9);
        }
        let digit = 1 << cells[cell].trailing_zeros();
        let mut node = Node::EMPTY;
        POSITIONS.iter().zip(&cells).for_each(|(&at, cell)| node.words[at] = *cell);
        node.exclude(POSITIONS[cell], digit);
        assert_eq!(POSITIONS.map(|at| node.words[at]), reference::without(&cells, cell, digit));
    }
}

mod generic {
    use super::*;

    /// Compares all lanes with the reference, each with its own memory.
    fn check<L: LaneLayout>(
        proof: L::Proof,
        random: &mut Random,
        mut state: impl FnMut(&mut Random) -> Cells,
    ) {
        let mut layout = Subject::<L>::new(proof);
        for _ in 0..rounds(100, 1) {
            let states = states::<L>(|| state(random));
            layout.fill(&states, random);
            let mut slots = slots();
            // An earlier node may have left data in the spare words.
            for slot in slots.iter_mut() {
                slot.node_mut()
                    .set_path_meta(random.below(700) as u16, POSITIONS[random.below(81)] as u16);
            }
            layout.take(lanes::<L>(), &mut slots);
            for lane in Lanes(lanes::<L>()) {
                let deaths = memory(random);
                let remembered = &mut slots[lane].progress.memory;
                *remembered = Memory::NONE;
                for (at, &count) in POSITIONS.into_iter().zip(&deaths) {
                    remembered.deaths[at] = count;
                    remembered.died |= u128::from(count > 0) << at;
                }
                let expected = reference::choose(&states[lane], &deaths);
                let expected =
                    expected.map(|(cell, digit)| Branch { at: POSITIONS[cell] as u16, digit });
                assert_eq!(layout.choose(&slots[lane]), expected, "{:?} {deaths:?}", states[lane]);
            }
        }
    }

    /// Deaths in no, few or many cells, with few or many per cell.
    fn memory(random: &mut Random) -> [u8; 81] {
        let (cells, most) = ([0, 3, 30, 81][random.below(4)], [3, 20, 256][random.below(3)]);
        [0; 81].map(|_| if random.below(81) < cells { random.below(most) as u8 } else { 0 })
    }

    pub fn branch_in_search<L: LaneLayout>(proof: L::Proof) {
        check::<L>(proof, &mut Random::new(43), Random::stuck);
    }

    /// Tests states with 1 to 81 bivalue cells.
    pub fn branch_on_bivalue_cells<L: LaneLayout>(proof: L::Proof) {
        check::<L>(proof, &mut Random::new(47), |random| {
            let mut cells = with_counts(random, &[1, 3, 4, 5, 9]);
            for _ in 0..[1, 2, 7, 8, 9, 20, 80, 300][random.below(8)] {
                cells[random.below(81)] = digits(random, 2);
            }
            cells
        });
    }

    /// Digits are in few cells, so some units have two places for a digit.
    pub fn branch_on_bilocal_digits<L: LaneLayout>(proof: L::Proof) {
        check::<L>(proof, &mut Random::new(53), |random| {
            let counts = [&[1, 3, 4][..], &[3], &[3, 4, 5, 6]][random.below(3)];
            with_counts(random, counts)
        });
    }

    pub fn branch_on_fewest_candidates<L: LaneLayout>(proof: L::Proof) {
        check::<L>(proof, &mut Random::new(59), |random| {
            let mut cells = [511; 81];
            (0..random.below(6)).for_each(|_| cells[random.below(81)] &= !(1 << random.below(9)));
            cells
        });
    }

    pub fn branch_of_full_grid<L: LaneLayout>(proof: L::Proof) {
        check::<L>(proof, &mut Random::new(67), |random| reference::parse(&random.solved()));
    }

    /// Random cells whose numbers of candidates are from a list.
    fn with_counts(random: &mut Random, counts: &[u32]) -> Cells {
        [0; 81].map(|_| {
            let count = counts[random.below(counts.len())];
            digits(random, count)
        })
    }

    fn digits(random: &mut Random, count: u32) -> u16 {
        let mut digits = 0u16;
        while digits.count_ones() < count {
            digits |= 1 << random.below(9);
        }
        digits
    }
}
