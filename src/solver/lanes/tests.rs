//! Every step of the kernel against its definition, in every body of it.

use super::{
    branch, kernel,
    kernel::{Cells, Constants, Verdict},
    node::{ALL_DIGITS, Node},
    portable::Portable,
    vector::Vector,
};
use crate::grid::{Cell, Order3, Unit};

/// Of so many states one is tried: of all, but under Miri, which is some thousand
/// times slower.
const STRIDE: usize = if cfg!(miri) { 61 } else { 1 };

/// Runs a generic test on every body that this CPU can run.
macro_rules! on_every_body {
    ($($test:ident),+ $(,)?) => {$(
        #[test]
        fn $test() {
            super::tests::generic::$test::<Portable>(());
            #[cfg(target_arch = "x86_64")]
            {
                use super::{
                    avx2::{Avx2, Avx2Proof},
                    avx512::{Avx512, Avx512Proof},
                };
                let _ = Avx2Proof::detect().map(super::tests::generic::$test::<Avx2>);
                let _ = Avx512Proof::detect().map(super::tests::generic::$test::<Avx512>);
            }
            #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
            super::tests::generic::$test::<super::neon::Neon>(());
        }
    )+};
}

on_every_body!(
    vector_operations,
    matrix_permutations,
    three_digits_in_three_cells,
    hidden_singles_of_a_box,
    sweep_keeps_solutions,
    sweep_enters_singles,
    verdicts,
    lines_read_back,
    nodes_read_back,
    branching_cell,
);

/// Xorshift: the same states in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u16 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as u16
    }

    /// Candidates among which a solution's digits are, few or many.
    fn around(&mut self, solution: &[u16; 81]) -> [u16; 81] {
        let sparse = self.next() % 4;
        solution.map(|digit| {
            let thin = (0..sparse).fold(ALL_DIGITS, |words, _| words & self.next());
            digit | thin
        })
    }

    /// Any candidates, in all lanes.
    fn any(&mut self) -> [u16; 81] {
        let mut cells = [0; 81];
        cells.fill_with(|| (self.next() & self.next() | 1 << (self.next() % 9)) & ALL_DIGITS);
        cells
    }
}

/// A solved grid, one bit a cell.
fn solution() -> [u16; 81] {
    std::array::from_fn(|cell| {
        let (row, column) = (cell / 9, cell % 9);
        1 << ((3 * row + row / 3 + column) % 9)
    })
}

fn word<V: Vector>(register: V) -> u16 {
    let words = V::words(std::slice::from_ref(&register));
    assert!(words.iter().all(|&word| word == words[0]), "lanes differ: {words:?}");
    words[0]
}

fn constants<V: Vector>(proof: V::Proof) -> Constants<V> {
    Constants { minus_one: V::splat(proof, u16::MAX) }
}

/// One sweep of the same puzzle in every lane.
fn sweep<V: Vector>(proof: V::Proof, cells: [u16; 81]) -> ([u16; 81], Verdict) {
    let mut state =
        Cells { cells: cells.map(|cell| V::splat(proof, cell)), sum: V::splat(proof, 0) };
    let all = u32::MAX >> (32 - V::LANES);
    let verdict = kernel::sweep(proof, &mut state);
    for mask in [verdict.dead, verdict.settled, verdict.stuck] {
        assert!(mask & all == 0 || mask & all == all, "lanes differ: {verdict:?}");
    }
    (state.cells.map(word), verdict)
}

mod generic {
    use super::*;

    pub fn vector_operations<V: Vector>(proof: V::Proof) {
        for bits in 0..8u16 {
            let input = [bits >> 2 & 1, bits >> 1 & 1, bits & 1];
            let [a, b, c] = input.map(|bit| V::splat(proof, bit));
            let ones = input.iter().sum::<u16>();
            assert_eq!(word(a.and3(b, c)), u16::from(ones == 3));
            assert_eq!(word(a.or3(b, c)), u16::from(ones > 0));
            assert_eq!(word(a.in_neither(b, c)), u16::from(input == [1, 0, 0]));
            assert_eq!(word(a.exactly_one(b, c)), u16::from(ones == 1));
        }
        for (a, b) in
            (0..512 * 512).step_by(STRIDE * STRIDE).map(|i| ((i / 512) as u16, (i % 512) as u16))
        {
            let (x, y) = (V::splat(proof, a), V::splat(proof, b));
            assert_eq!(word(x.narrow(y)), if a & b == 0 { a } else { a & b });
            assert_eq!(word(x.where_zero(y)), if b == 0 { a } else { 0 });
            assert_eq!(word(x.where_sharing(x, y)), if a & b == 0 { 0 } else { a });
            assert_eq!((word(x.and(y)), word(x.or(y))), (a & b, a | b));
            assert_eq!((word(x.add(y)), word(x.min(y))), (a + b, a.min(b)));
            assert_eq!((word(x.subtract(y)), word(x.xor(y))), (a.saturating_sub(b), a ^ b));
        }
    }

    pub fn matrix_permutations<V: Vector>(proof: V::Proof) {
        const ALL: [[usize; 3]; 6] =
            [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        for matrix in (0..512u32).step_by(STRIDE) {
            let has = |i: usize, j: usize| matrix >> (3 * i + j) & 1 == 1;
            let fits = |p: &&[usize; 3]| (0..3).all(|i| has(i, p[i]));
            let input: [[V; 3]; 3] = std::array::from_fn(|i| {
                std::array::from_fn(|j| V::splat(proof, u16::from(has(i, j)) << 4))
            });
            for (i, row) in kernel::permutations(input).into_iter().enumerate() {
                for (j, place) in row.into_iter().enumerate() {
                    let stays = ALL.iter().filter(fits).any(|p| p[i] == j);
                    assert_eq!(word(place), u16::from(stays) << 4, "{matrix:b} {i} {j}");
                }
            }
        }
    }

    pub fn three_digits_in_three_cells<V: Vector>(proof: V::Proof) {
        for digits in (0..512u16).step_by(STRIDE) {
            let register = V::splat(proof, digits);
            let when = |most: u32| if digits.count_ones() <= most { digits } else { 0 };
            assert_eq!(word(kernel::triad(register, constants(proof))), when(3));
            assert_eq!(word(kernel::naked_single(register, constants(proof))), when(1));
        }
        let mut random = Random(3);
        for _ in 0..1000 / STRIDE {
            let lines: [u16; 3] = std::array::from_fn(|_| random.next() & ALL_DIGITS);
            let fixed: [u16; 3] = std::array::from_fn(|i| random.next() & lines[i]);
            let splat = |words: [u16; 3]| words.map(|word| V::splat(proof, word));
            let left = kernel::excluded(splat(lines), splat(fixed)).map(word);
            for i in 0..3 {
                assert_eq!(left[i], lines[i] & !fixed[(i + 1) % 3] & !fixed[(i + 2) % 3]);
            }
        }
    }

    pub fn hidden_singles_of_a_box<V: Vector>(proof: V::Proof) {
        let mut random = Random(5);
        for _ in 0..2000 / STRIDE {
            let cells: [[u16; 3]; 3] = std::array::from_fn(|_| {
                std::array::from_fn(|_| random.next() & random.next() & random.next() & ALL_DIGITS)
            });
            let flat = cells.as_flattened();
            let once = (0..9)
                .map(|d| 1 << d)
                .filter(|digit| flat.iter().filter(|&cell| cell & digit != 0).count() == 1);
            let rows = cells.map(|row| row.map(|cell| V::splat(proof, cell)));
            let minirows = rows.map(|[a, b, c]| a.or3(b, c));
            assert_eq!(word(kernel::hidden_singles(&rows, &minirows)), once.sum::<u16>());
        }
    }

    pub fn sweep_keeps_solutions<V: Vector>(proof: V::Proof) {
        let (solution, mut random) = (solution(), Random(7));
        for _ in 0..500 / STRIDE {
            let before = random.around(&solution);
            let (after, verdict) = sweep::<V>(proof, before);
            assert_eq!(verdict.dead & 1, 0);
            for cell in 0..81 {
                assert_eq!(after[cell] & solution[cell], solution[cell]);
                assert_eq!(after[cell] & !before[cell], 0);
            }
        }
        assert_eq!(sweep::<V>(proof, solution).1.settled & 1, 1);
    }

    pub fn sweep_enters_singles<V: Vector>(proof: V::Proof) {
        let (solution, mut random) = (solution(), Random(11));
        for _ in 0..500 / STRIDE {
            let before = random.around(&solution);
            let (after, _) = sweep::<V>(proof, before);
            for cell in Cell::all::<Order3>().filter(|c| before[c.index()].is_power_of_two()) {
                for peer in cell.peers::<Order3>() {
                    assert_eq!(after[peer.index()] & before[cell.index()], 0, "naked {cell:?}");
                }
            }
            for (unit, digit) in
                Unit::all::<Order3>().flat_map(|u| (0..9).map(move |d| (u, 1 << d)))
            {
                let mut places =
                    unit.cells::<Order3>().iter().filter(|c| before[c.index()] & digit != 0);
                if let (Some(cell), None) = (places.next(), places.next()) {
                    assert_eq!(after[cell.index()], digit, "hidden in {unit}");
                }
            }
        }
    }

    pub fn verdicts<V: Vector>(proof: V::Proof) {
        let mut state = Cells { cells: [V::splat(proof, ALL_DIGITS); 81], sum: V::splat(proof, 0) };
        assert_eq!(kernel::sweep(proof, &mut state).stuck & 1, 0);
        assert_eq!(kernel::sweep(proof, &mut state).stuck & 1, 1);
        for cell in (0..81).step_by(STRIDE) {
            let mut cells = [ALL_DIGITS; 81];
            cells[cell] = 0;
            assert_eq!(sweep::<V>(proof, cells).1.dead & 1, 1);
            // A digit twice among the peers of one unit.
            let peer = Cell::new(cell).peers::<Order3>()[cell % 20];
            cells[cell] = 1;
            cells[peer.index()] = 1;
            assert_eq!(sweep::<V>(proof, cells).1.dead & 1, 1);
        }
    }

    pub fn lines_read_back<V: Vector>(proof: V::Proof) {
        for byte in (0..=u8::MAX).step_by(STRIDE) {
            for cell in [0, 1, 15, 31, 32, 63, 79, 80] {
                let mut line = [b'.'; 81];
                line[cell] = byte;
                let mut expected = [ALL_DIGITS; 81];
                if (b'1'..=b'9').contains(&byte) {
                    expected[cell] = 1 << (byte - b'1');
                }
                assert_eq!(V::parse(proof, &line).words[..81], expected);
            }
        }
        let line: [u8; 81] = std::array::from_fn(|cell| b'1' + (cell % 9) as u8);
        assert_eq!(V::parse(proof, &line).digits(), line);
    }

    pub fn nodes_read_back<V: Vector>(proof: V::Proof) {
        let mut random = Random(13);
        let mut cells = [V::splat(proof, 0); 81];
        let states: Vec<[u16; 81]> = (0..V::LANES).map(|_| random.any()).collect();
        for (lane, state) in states.iter().enumerate() {
            let mut node = Node::EMPTY;
            node.words[..81].copy_from_slice(state);
            V::put(&node, &mut cells, lane);
        }
        for (lane, state) in states.iter().enumerate() {
            let mut node = Node::EMPTY;
            V::node(&cells, lane, &mut node);
            assert_eq!(node.words[..81], *state);
        }
    }

    pub fn branching_cell<V: Vector>(proof: V::Proof) {
        let mut random = Random(17);
        for round in 0..500 / STRIDE {
            let mut node = Node::EMPTY;
            let keep = if round % 2 == 0 { 0 } else { 0b111 };
            node.words[..81].copy_from_slice(&random.any().map(|cell| cell | keep));
            let branch = branch::choose::<V>(proof, &node);
            assert_eq!(branch, branch::choose::<Portable>((), &node));
            let branch = branch.expect("cells are open");
            assert!(branch.digit.is_power_of_two());
            assert_eq!(node.words[branch.cell] & branch.digit, branch.digit);
            assert!(node.words[branch.cell].count_ones() > 1);
        }
        let mut solved = Node::EMPTY;
        solved.words[..81].copy_from_slice(&solution());
        assert_eq!(branch::choose::<V>(proof, &solved), None);
    }
}
