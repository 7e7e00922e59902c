//! Compares the operations of every register, and the steps outside a sweep that a backend may
//! replace, with their definitions.

use super::{Random, on_every_cpu, rounds};
use sudomill_lanes::{
    cpu::Cpu,
    grid::Register,
    node::{ALL_DIGITS, WORDS, words_by_digit},
    vector::{DIGIT, Vector, naked_single, permutations},
};

on_every_cpu!(
    vector_operations,
    all_candidate_pairs,
    rotations,
    equal_groups,
    matrix_permutations,
    singles_and_triads,
);

/// A register with a random 16-bit word everywhere.
fn any<V: Vector>(zero: V, random: &mut Random) -> V {
    let mut register = zero;
    let words = V::groups_mut(std::slice::from_mut(&mut register)).as_flattened_mut();
    words.fill_with(|| random.word());
    register
}

fn words<V: Vector>(register: &V) -> &[u16] {
    V::groups(std::slice::from_ref(register)).as_flattened()
}

/// The word of a register that has the same everywhere.
fn word<V: Vector>(register: V) -> u16 {
    let words = words(&register);
    assert_eq!(words, vec![words[0]; 4 * V::GROUPS]);
    words[0]
}

/// The bands of two grids in a register.
#[cfg(target_arch = "x86_64")]
#[test]
fn bands_of_two_grids() {
    use sudomill_lanes::x86::{Avx512, Skylake};
    Avx512::<Skylake>::detect().inspect(|cpu| generic::check_bands(cpu.wide()));
}

#[test]
fn masks_by_digit() {
    let mut random = Random::new(7);
    for round in 0..rounds(2000, 2) {
        let words =
            [0; WORDS].map(|_| (0..round % 4).fold(u16::MAX, |word, _| word & random.word()));
        for (digit, mask) in words_by_digit(&words).into_iter().enumerate() {
            let expected = |at: usize| words[at] >> digit & 1 == 1;
            assert!((0..WORDS).all(|at| (mask >> at & 1 == 1) == expected(at)));
        }
    }
}

mod generic {
    use super::*;

    pub fn vector_operations<C: Cpu>(cpu: C) {
        check_operations::<C::Wide>(cpu.wide());
        check_operations::<C::One>(cpu.one());
        check_choices(cpu.one());
    }

    /// Tests the operations with which a branching is chosen.
    fn check_choices<R: Register>(zero: R) {
        let mut random = Random::new(3);
        for _ in 0..rounds(2000, 5) {
            let [a, b] = [(); 2].map(|()| any::<R>(zero, &mut random));
            let digits = b.and(zero.splat(random.word() & ALL_DIGITS));
            for i in 0..16 {
                let [a, b, digits] = [a, b, digits].map(|register| words(&register)[i]);
                let [low_a, low_b] = [a, b].map(|word| word >> 1);
                assert_eq!(word(zero.splat(low_a).max(zero.splat(low_b))), low_a.max(low_b));
                let exceeds = a.cast_signed() > b.cast_signed();
                let exceeding = zero.splat(a).exceeding(zero.splat(b));
                assert_eq!(word(exceeding), if exceeds { u16::MAX } else { 0 });
                let moved_up = zero.splat(digits).moved_up();
                assert_eq!(word(moved_up), digits * DIGIT);
                let chosen = zero.splat(a).where_any(moved_up);
                assert_eq!(word(chosen), if digits == 0 { 0 } else { a });
            }
            let mask = digits.zeros();
            for (i, &word) in words(&a.or_where(mask, b)).iter().enumerate() {
                let from = if words(&digits)[i] == 0 { b } else { a };
                assert_eq!(word, words(&from)[i]);
            }
            let [c, line] = [(); 2].map(|()| any::<R>(zero, &mut random));
            let line = line.and(zero.splat(3));
            let masks = [line.zeros(), line.xor(zero.splat(2)).zeros()];
            for (i, &word) in words(&R::picked([a, b, c], masks)).iter().enumerate() {
                let from = [a, b, c, b][usize::from(words(&line)[i])];
                assert_eq!(word, words(&from)[i]);
            }
        }
    }

    fn check_operations<V: Vector>(zero: V) {
        let mut random = Random::new(1);
        for _ in 0..rounds(2000, 5) {
            let [a, b, c] = [(); 3].map(|()| any::<V>(zero, &mut random));
            let check = |register: V, of: &dyn Fn(u16, u16, u16) -> u16| {
                for i in 0..4 * V::GROUPS {
                    let word = of(words(&a)[i], words(&b)[i], words(&c)[i]);
                    assert_eq!(words(&register)[i], word);
                }
            };
            check(a.and(b), &|a, b, _| a & b);
            check(a.or(b), &|a, b, _| a | b);
            check(a.xor(b), &|a, b, _| a ^ b);
            check(a.add(b), &|a, b, _| a.wrapping_add(b));
            check(a.subtract(b), &|a, b, _| a.saturating_sub(b));
            check(a.without(b), &|a, b, _| a & !b);
            check(a.and3(b, c), &|a, b, c| a & b & c);
            check(a.or3(b, c), &|a, b, c| a | b | c);
            check(a.in_two(b, c), &|a, b, c| a & b | a & c | b & c);
            check(a.in_neither(b, c), &|a, b, c| a & !b & !c);
        }
    }

    /// Tests operations that compare words with 0.
    pub fn all_candidate_pairs<C: Cpu>(cpu: C) {
        for pair in (0..512 * 512).step_by(rounds(1, 4801)) {
            let (a, b) = ((pair / 512) as u16, (pair % 512) as u16);
            let (x, y) = (cpu.wide().splat(a), cpu.wide().splat(b));
            assert_eq!(word(x.without_unless_empty(y)), if a & !b == 0 { a } else { a & !b });
            assert_eq!(word(y.zeros()), if b == 0 { u16::MAX } else { 0 });
        }
    }

    pub fn rotations<C: Cpu>(cpu: C) {
        check_stacks::<C::Wide>(cpu.wide());
        check_stacks::<C::One>(cpu.one());
        check_bands(cpu.one());
    }

    pub fn check_bands<R: Register>(zero: R) {
        let boxes: [u16; 16] = std::array::from_fn(|i| if i < 12 { i as u16 } else { 0 });
        let register = zero.load(&boxes);
        for (rotated, by) in [(register.next_band(), 1), (register.band_after_next(), 2)] {
            for grid in words(&rotated).as_chunks::<16>().0 {
                for (i, &word) in grid[..12].iter().enumerate() {
                    assert_eq!(usize::from(word), (i + 4 * by) % 12);
                }
            }
        }
        let [a, b, c, _] = *boxes.as_chunks::<4>().0 else { unreachable!("four groups") };
        assert_eq!(words(&zero.of_bands([a, b, c])), words(&register));
        let every = (1 << (R::GROUPS / 4)) - 1;
        assert_eq!(zero.zero_grids(), every);
        for i in 0..4 * R::GROUPS {
            let mut one = [zero];
            R::groups_mut(&mut one).as_flattened_mut()[i] = 1 << (i % 16);
            assert_eq!(one[0].zero_grids(), every & !(1 << (i / 16)));
        }
    }

    fn check_stacks<V: Vector>(zero: V) {
        let register = any::<V>(zero, &mut Random::new(4));
        for (rotated, by) in [(register.next_stack(), 1), (register.stack_after_next(), 2)] {
            let groups = words(&rotated).as_chunks::<4>().0;
            for (after, before) in groups.iter().zip(words(&register).as_chunks::<4>().0) {
                assert_eq!(*after, [by, (by + 1) % 3, (by + 2) % 3, 3].map(|i| before[i]));
            }
        }
    }

    pub fn equal_groups<C: Cpu>(cpu: C) {
        let mut random = Random::new(2);
        for _ in 0..rounds(1000, 20) {
            let mut any = || any::<C::Wide>(cpu.wide(), &mut random);
            let (a, mut b) = (any(), any());
            let same = random.word() as u8 & (u8::MAX >> (8 - C::Wide::GROUPS));
            let groups = C::Wide::groups_mut(std::slice::from_mut(&mut b));
            for (i, group) in words(&a).as_chunks::<4>().0.iter().enumerate() {
                groups[i] = *group;
                if same >> i & 1 == 0 {
                    groups[i][random.below(4)] ^= 1 << random.below(16);
                }
            }
            assert_eq!(a.equal_groups(b), same);
        }
    }

    pub fn matrix_permutations<C: Cpu>(cpu: C) {
        const ALL: [[usize; 3]; 6] =
            [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        for matrix in (0..512).step_by(rounds(1, 73)) {
            let has = |i: usize, j: usize| matrix >> (3 * i + j) & 1 == 1;
            let fits = |p: &&[usize; 3]| (0..3).all(|i| has(i, p[i]));
            let input: [[C::Wide; 3]; 3] = std::array::from_fn(|i| {
                std::array::from_fn(|j| cpu.wide().splat(u16::from(has(i, j)) << 4))
            });
            for (i, row) in permutations(input).into_iter().enumerate() {
                for (j, place) in row.into_iter().enumerate() {
                    let stays = ALL.iter().filter(fits).any(|p| p[i] == j);
                    assert_eq!(word(place), u16::from(stays) << 4, "{matrix:b} {i} {j}");
                }
            }
        }
    }

    pub fn singles_and_triads<C: Cpu>(cpu: C) {
        let minus_one = cpu.wide().splat(u16::MAX);
        for digits in (0..512u16).step_by(rounds(1, 23)) {
            let register = cpu.wide().splat(digits);
            let when = |most: u32| if digits.count_ones() <= most { digits } else { 0 };
            assert_eq!(word(register.triad(minus_one)), when(3));
            assert_eq!(word(naked_single(register, minus_one)), when(1));
        }
    }
}
