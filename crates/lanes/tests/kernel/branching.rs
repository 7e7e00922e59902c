//! Compares the branchings of nodes with the reference.

use super::{
    Choose, Random, cells_of, node_of, on_every_cpu,
    reference::{self, Cells, POSITIONS},
    rounds,
};
use sudomill_lanes::{cpu::Cpu, deaths::Deaths, node::BranchCell};

on_every_cpu!(
    branch_in_search,
    branch_on_bivalue_cells,
    branch_on_bilocal_digits,
    branch_on_fewest_candidates,
    branch_with_empty_cell,
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
        let mut node = node_of(&cells, &mut random);
        node.exclude(BranchCell { at: POSITIONS[cell] as u16, digit });
        assert_eq!(cells_of(&node), reference::without(&cells, cell, digit));
    }
}

mod generic {
    use super::*;

    /// Compares nodes with the reference, each with its own deaths.
    fn check<C: Cpu>(cpu: C, random: &mut Random, mut state: impl FnMut(&mut Random) -> Cells) {
        for _ in 0..rounds(2000, 2) {
            let (state, deaths) = (state(random), deaths(random));
            let mut by_position = Deaths::NONE;
            for (at, &count) in POSITIONS.into_iter().zip(&deaths) {
                (0..count).for_each(|_| by_position.count(at as u16));
            }
            let expected = reference::choose(&state, &deaths);
            let expected =
                expected.map(|(cell, digit)| BranchCell { at: POSITIONS[cell] as u16, digit });
            let node = node_of(&state, random);
            let choice = cpu.run(Choose(cpu, &node, &by_position));
            assert_eq!(choice, expected, "{state:?} {deaths:?}");
        }
    }

    /// Deaths in no, few or many cells, with few or many per cell.
    fn deaths(random: &mut Random) -> [u8; 81] {
        let (cells, most) = ([0, 3, 30, 81][random.below(4)], [3, 20, 256][random.below(3)]);
        [0; 81].map(|_| if random.below(81) < cells { random.below(most) as u8 } else { 0 })
    }

    pub fn branch_in_search(cpu: impl Cpu) {
        check(cpu, &mut Random::new(43), Random::stuck);
    }

    /// Tests states with 1 to 81 bivalue cells.
    pub fn branch_on_bivalue_cells(cpu: impl Cpu) {
        check(cpu, &mut Random::new(47), |random| {
            let mut cells = with_counts(random, &[1, 3, 4, 5, 9]);
            for _ in 0..[1, 2, 7, 8, 9, 20, 80, 300][random.below(8)] {
                cells[random.below(81)] = digits(random, 2);
            }
            cells
        });
    }

    /// Digits are in few cells, so some units have two places for a digit.
    pub fn branch_on_bilocal_digits(cpu: impl Cpu) {
        check(cpu, &mut Random::new(53), |random| {
            let counts = [&[1, 3, 4][..], &[3], &[3, 4, 5, 6]][random.below(3)];
            with_counts(random, counts)
        });
    }

    pub fn branch_on_fewest_candidates(cpu: impl Cpu) {
        check(cpu, &mut Random::new(59), |random| {
            let mut cells = [511; 81];
            (0..random.below(6)).for_each(|_| cells[random.below(81)] &= !(1 << random.below(9)));
            cells
        });
    }

    pub fn branch_with_empty_cell(cpu: impl Cpu) {
        check(cpu, &mut Random::new(73), |random| {
            let mut cells = random.stuck();
            cells[random.below(81)] = 0;
            cells
        });
    }

    pub fn branch_of_full_grid(cpu: impl Cpu) {
        check(cpu, &mut Random::new(67), |random| reference::parse(&random.solved()));
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
