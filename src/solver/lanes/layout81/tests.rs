//! Compares the operations of every register, and the steps of the sweep, with their definitions.

use super::{
    portable::Portable,
    sweep::{self, Constants},
    vector::Vector,
};
use crate::solver::lanes::{
    masks::Masks,
    node::{ALL_DIGITS, CELLS, WORDS},
    tests::{Random, rounds},
};

/// Runs generic tests with every register that this CPU supports.
macro_rules! on_every_body {
    ($($test:ident),+ $(,)?) => {$(
        #[test]
        fn $test() {
            generic::$test::<Portable>(());
            #[cfg(target_arch = "x86_64")]
            {
                use super::avx2::{Avx2, Avx2Proof};
                let _ = Avx2Proof::detect().map(generic::$test::<Avx2>);
            }
            #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
            generic::$test::<super::neon::Neon>(());
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            generic::$test::<super::simd128::Simd128>(());
        }
    )+};
}

on_every_body!(
    vector_operations,
    all_candidate_pairs,
    equal_lanes,
    matrix_permutations,
    singles_and_triads,
    hidden_singles_of_box,
    masks_of_digits,
    words_with_digits,
    digits_of_words,
);

/// A register with a random 16-bit word in every lane.
fn any<V: Vector>(proof: V::Proof, random: &mut Random) -> V {
    let mut register = V::splat(proof, 0);
    V::words_mut(std::slice::from_mut(&mut register)).fill_with(|| random.word());
    register
}

fn words<V: Vector>(register: &V) -> &[u16] {
    V::words(std::slice::from_ref(register))
}

/// The word of a register that has the same in every lane.
fn word<V: Vector>(register: V) -> u16 {
    let words = words(&register);
    assert_eq!(words, vec![words[0]; V::LANES]);
    words[0]
}

mod generic {
    use super::*;

    pub fn vector_operations<V: Vector>(proof: V::Proof) {
        let mut random = Random::new(1);
        for _ in 0..rounds(2000, 5) {
            let [a, b, c] = [(); 3].map(|()| any::<V>(proof, &mut random));
            let check = |register: V, of: &dyn Fn(u16, u16, u16) -> u16| {
                for lane in 0..V::LANES {
                    let word = of(words(&a)[lane], words(&b)[lane], words(&c)[lane]);
                    assert_eq!(words(&register)[lane], word);
                }
            };
            check(a.and(b), &|a, b, _| a & b);
            check(a.or(b), &|a, b, _| a | b);
            check(a.xor(b), &|a, b, _| a ^ b);
            check(a.add(b), &|a, b, _| a.wrapping_add(b));
            check(a.subtract(b), &|a, b, _| a.saturating_sub(b));
            check(a.min(b), &|a, b, _| a.min(b));
            check(a.and3(b, c), &|a, b, c| a & b & c);
            check(a.or3(b, c), &|a, b, c| a | b | c);
            check(a.exactly_one(b, c), &|a, b, c| a & !b & !c | !a & b & !c | !a & !b & c);
            check(a.in_neither(b, c), &|a, b, c| a & !b & !c);
            check(a.narrow(b), &|a, b, _| if a & b == 0 { a } else { a & b });
        }
    }

    /// Tests operations that compare words with 0.
    pub fn all_candidate_pairs<V: Vector>(proof: V::Proof) {
        for pair in (0..512 * 512).step_by(rounds(1, 4801)) {
            let (a, b) = ((pair / 512) as u16, (pair % 512) as u16);
            let (x, y) = (V::splat(proof, a), V::splat(proof, b));
            assert_eq!(word(x.narrow(y)), if a & b == 0 { a } else { a & b });
            assert_eq!(word(x.where_zero(y)), if b == 0 { a } else { 0 });
        }
    }

    pub fn equal_lanes<V: Vector>(proof: V::Proof) {
        let mut random = Random::new(2);
        for _ in 0..rounds(1000, 20) {
            let (a, mut b) = (any::<V>(proof, &mut random), any::<V>(proof, &mut random));
            let same = random.word() as u32 | u32::from(random.word()) << 16;
            let same = same & u32::MAX >> (32 - V::LANES);
            for lane in (0..V::LANES).filter(|lane| same >> lane & 1 == 1) {
                V::words_mut(std::slice::from_mut(&mut b))[lane] = words(&a)[lane];
            }
            let equal = (0..V::LANES).filter(|&lane| words(&a)[lane] == words(&b)[lane]);
            assert_eq!(a.equal_lanes(b), equal.fold(0, |mask, lane| mask | 1 << lane));
            assert_eq!(a.equal_lanes(b) & same, same);
        }
    }

    pub fn matrix_permutations<V: Vector>(proof: V::Proof) {
        const ALL: [[usize; 3]; 6] =
            [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        for matrix in (0..512).step_by(rounds(1, 73)) {
            let has = |i: usize, j: usize| matrix >> (3 * i + j) & 1 == 1;
            let fits = |p: &&[usize; 3]| (0..3).all(|i| has(i, p[i]));
            let input: [[V; 3]; 3] = std::array::from_fn(|i| {
                std::array::from_fn(|j| V::splat(proof, u16::from(has(i, j)) << 4))
            });
            for (i, row) in sweep::permutations(input).into_iter().enumerate() {
                for (j, place) in row.into_iter().enumerate() {
                    let stays = ALL.iter().filter(fits).any(|p| p[i] == j);
                    assert_eq!(word(place), u16::from(stays) << 4, "{matrix:b} {i} {j}");
                }
            }
        }
    }

    pub fn singles_and_triads<V: Vector>(proof: V::Proof) {
        let constants = Constants { minus_one: V::splat(proof, u16::MAX) };
        for digits in (0..512u16).step_by(rounds(1, 23)) {
            let register = V::splat(proof, digits);
            let when = |most: u32| if digits.count_ones() <= most { digits } else { 0 };
            assert_eq!(word(sweep::triad(register, constants)), when(3));
            assert_eq!(word(sweep::naked_single(register, constants)), when(1));
        }
        let mut random = Random::new(3);
        for _ in 0..rounds(1000, 3) {
            let lines: [u16; 3] = std::array::from_fn(|_| random.word() & ALL_DIGITS);
            let fixed: [u16; 3] = std::array::from_fn(|i| random.word() & lines[i]);
            let splat = |words: [u16; 3]| words.map(|word| V::splat(proof, word));
            let left = sweep::excluded(splat(lines), splat(fixed)).map(word);
            for i in 0..3 {
                assert_eq!(left[i], lines[i] & !fixed[(i + 1) % 3] & !fixed[(i + 2) % 3]);
            }
        }
    }

    pub fn hidden_singles_of_box<V: Vector>(proof: V::Proof) {
        let mut random = Random::new(5);
        for _ in 0..rounds(2000, 10) {
            let cells: [[u16; 3]; 3] = std::array::from_fn(|_| {
                std::array::from_fn(|_| random.word() & random.word() & random.word() & ALL_DIGITS)
            });
            let flat = cells.as_flattened();
            let once = (0..9)
                .map(|d| 1 << d)
                .filter(|digit| flat.iter().filter(|&cell| cell & digit != 0).count() == 1);
            let rows = cells.map(|row| row.map(|cell| V::splat(proof, cell)));
            let minirows = rows.map(|[a, b, c]| a.or3(b, c));
            assert_eq!(word(sweep::hidden_singles(&rows, &minirows)), once.sum::<u16>());
        }
    }

    /// Tests the backend's own implementation and the generic one.
    pub fn masks_of_digits<V: Vector>(proof: V::Proof) {
        let mut random = Random::new(7);
        for round in 0..rounds(2000, 2) {
            let words = node_words(&mut random, round);
            for masks in [V::masks(proof, &words), Masks::of(&words)] {
                for (digit, mask) in masks.digits[..9].iter().enumerate() {
                    assert_eq!(mask & CELLS, where_true(&words, |word| word >> digit & 1 == 1));
                }
                let bivalue = where_true(&words, |word| word.count_ones() == 2);
                assert_eq!(masks.bivalue & CELLS, bivalue);
            }
        }
    }

    pub fn words_with_digits<V: Vector>(proof: V::Proof) {
        let mut random = Random::new(11);
        for round in 0..rounds(2000, 5) {
            let (words, digits) = (node_words(&mut random, round), random.word() & ALL_DIGITS);
            let having = V::having(proof, &words, digits);
            assert_eq!(having & CELLS, where_true(&words, |word| word & digits != 0));
        }
    }

    pub fn digits_of_words<V: Vector>(proof: V::Proof) {
        let words = std::array::from_fn(|i| 1 << (i % 9));
        let digits = std::array::from_fn(|i| b'1' + (i % 9) as u8);
        assert_eq!(V::digits(proof, &words), digits);
    }

    /// Random candidates, few or many per word, in spare words, too.
    fn node_words(random: &mut Random, round: usize) -> [u16; WORDS] {
        [0; WORDS].map(|_| (0..round % 4).fold(ALL_DIGITS, |word, _| word & random.word()))
    }

    /// A mask of the cells for which a predicate holds.
    fn where_true(words: &[u16; WORDS], holds: impl Fn(u16) -> bool) -> u128 {
        let set = (0..WORDS).filter(|&at| CELLS >> at & 1 == 1 && holds(words[at]));
        set.fold(0, |mask, at| mask | 1 << at)
    }
}
