//! Tests parsing lines, copying puzzles into registers and back, and writing solutions.

use super::{
    Random, Subject, cells_of, node_of, on_every_cpu, puzzles,
    reference::{self, Cells},
    rounds, states,
};
use sudomill_lanes::{
    LaneInput,
    cpu::{Cpu, Task},
    grid::Grid,
    node::BranchCell,
};
use sudomill_puzzle::grid::{Candidates, Cell, Digit, Order3};

on_every_cpu!(
    parse_any_byte,
    parse_lines,
    parse_candidates,
    parse_without_a_digit,
    put_and_take,
    assume_digit,
    solution_digits,
    wrong_grids_are_no_solutions,
);

mod generic {
    use super::*;

    struct Parse<'a, C>(C, LaneInput<'a>);

    impl<C: Cpu> Task for Parse<'_, C> {
        type Output = Grid<C::One>;

        #[inline(always)]
        fn run(self) -> Grid<C::One> {
            self.0.grid(self.1)
        }
    }

    fn parse<C: Cpu>(cpu: C, given: LaneInput) -> Cells {
        cells_of(&cpu.run(Parse(cpu, given)).node())
    }

    pub fn parse_any_byte(cpu: impl Cpu) {
        for byte in (0..=u8::MAX).step_by(rounds(1, 47)) {
            for cell in (0..81).step_by(rounds(1, 20)) {
                let mut line = [b'.'; 81];
                line[cell] = byte;
                assert_eq!(parse(cpu, LaneInput::Clues(&line)), reference::parse(&line));
            }
            let line = [byte; 81];
            assert_eq!(parse(cpu, LaneInput::Clues(&line)), reference::parse(&line));
            let values = [byte.wrapping_sub(b'0'); 81];
            assert_eq!(parse(cpu, LaneInput::Values(&values)), reference::parse(&line));
        }
    }

    pub fn parse_lines(cpu: impl Cpu) {
        let mut random = Random::new(23);
        for _ in 0..rounds(1000, 5) {
            let line = [0; 81].map(|_| match random.below(3) {
                0 => random.word() as u8,
                _ => b'0' + random.below(10) as u8,
            });
            assert_eq!(parse(cpu, LaneInput::Clues(&line)), reference::parse(&line));
        }
    }

    /// Higher bits than those of the digits are ignored.
    pub fn parse_candidates(cpu: impl Cpu) {
        let mut random = Random::new(24);
        for _ in 0..rounds(1000, 5) {
            let cells = [0; 81].map(|_| random.word());
            let candidates = cells.map(|cell| Candidates::from_bits(cell.into()));
            let parsed = parse(cpu, LaneInput::Candidates(&candidates));
            assert_eq!(parsed, cells.map(|cell| cell & 511));
        }
    }

    pub fn parse_without_a_digit(cpu: impl Cpu) {
        let mut random = Random::new(25);
        for cell in Cell::all::<Order3>() {
            let values = [0; 81].map(|_| random.below(10) as u8);
            let digit = Digit::new(random.below(9) as u8 + 1).unwrap();
            let mut expected = parse(cpu, LaneInput::Values(&values));
            expected[cell.index()] &= !(1 << (digit.value() - 1));
            assert_eq!(parse(cpu, LaneInput::Without(&values, cell, digit)), expected);
        }
    }

    /// Puts nodes and grids into some groups, and takes all groups out; the other groups must not
    /// change.
    pub fn put_and_take<C: Cpu>(cpu: C) {
        let mut random = Random::new(29);
        let mut held = states::<C>(|| random.state());
        let mut subject = Subject::new(cpu, &held, &mut random);
        for _ in 0..rounds(300, 2) {
            let (puzzle, state) = (random.below(puzzles::<C>()), random.state());
            match random.below(2) {
                0 => {
                    let node = node_of(&state, &mut random);
                    subject.quads.put::<3>(puzzle, node.words.as_chunks().0);
                }
                _ => {
                    let candidates = state.map(|cell| Candidates::from_bits(cell.into()));
                    let grid = cpu.run(Parse(cpu, LaneInput::Candidates(&candidates)));
                    subject.quads.put::<4>(puzzle, sudomill_lanes::vector::Vector::groups(&grid.0));
                }
            }
            held[puzzle] = state;
            assert_eq!(subject.cells(), held);
            for (puzzle, state) in held.iter().enumerate() {
                let grid: Grid<C::One> = subject.quads.grid(puzzle, cpu.one());
                assert_eq!(cells_of(&grid.node()), *state);
            }
        }
    }

    pub fn assume_digit<C: Cpu>(cpu: C) {
        let mut random = Random::new(37);
        let mut held = states::<C>(|| random.state());
        let mut subject = Subject::new(cpu, &held, &mut random);
        for _ in 0..rounds(200, 1) {
            for (puzzle, state) in held.iter_mut().enumerate() {
                let (cell, digit) = (random.below(81), 1 << random.below(9));
                *state = reference::with(state, cell, digit);
                let at = reference::POSITIONS[cell] as u16;
                subject.quads.assume(puzzle, BranchCell { at, digit });
            }
            assert_eq!(subject.cells(), held);
        }
    }

    struct Solution<'d, C>(C, &'d Cells, &'d mut [u8; 81]);

    impl<C: Cpu> Task for Solution<'_, C> {
        type Output = bool;

        #[inline(always)]
        fn run(self) -> bool {
            let candidates = self.1.map(|cell| Candidates::from_bits(cell.into()));
            let grid = Grid::of_cells(self.0.one(), |cell| candidates[cell].bits() as u16);
            self.0.write_digits(&grid, self.2);
            grid.is_solution()
        }
    }

    pub fn solution_digits(cpu: impl Cpu) {
        let mut random = Random::new(41);
        for _ in 0..rounds(500, 2) {
            let (solved, mut digits) = (random.solved(), [0; 81]);
            assert!(cpu.run(Solution(cpu, &reference::parse(&solved), &mut digits)));
            assert_eq!(digits, solved);
        }
    }

    /// Grids whose boxes hold every digit once, but with an empty cell, or with a digit twice in a
    /// column.
    pub fn wrong_grids_are_no_solutions(cpu: impl Cpu) {
        let mut random = Random::new(43);
        for _ in 0..rounds(500, 2) {
            let solved = reference::parse(&random.solved());
            let corner = 27 * random.below(3) + 3 * random.below(3);
            let cell = |i: usize| corner + i / 3 * 9 + i % 3;
            let (from, to) = (cell(random.below(9)), cell(random.below(9)));
            let (mut empty, mut swapped) = (solved, solved);
            if from != to {
                empty[to] |= empty[from];
                empty[from] = 0;
                assert!(!cpu.run(Solution(cpu, &empty, &mut [0; 81])));
            }
            if from % 9 != to % 9 {
                swapped.swap(from, to);
                assert!(!cpu.run(Solution(cpu, &swapped, &mut [0; 81])));
            }
        }
    }
}
