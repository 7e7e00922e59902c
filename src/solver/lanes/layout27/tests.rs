//! Compares the operations of every register with their definitions.

use super::{body::Body, plain::Plain, wide::Wide};
use crate::solver::lanes::tests::{Random, rounds};

/// Runs generic tests with every register that this CPU supports.
macro_rules! on_every_body {
    ($($test:ident),+ $(,)?) => {$(
        #[test]
        fn $test() {
            generic::$test::<Plain>(());
            #[cfg(target_arch = "x86_64")]
            {
                use super::avx512::{Avx512, Avx512Bw, Avx512BwProof, Avx512Proof};
                let _ = Avx512BwProof::detect().map(generic::$test::<Avx512Bw>);
                let _ = Avx512Proof::detect().map(generic::$test::<Avx512>);
            }
        }
    )+};
}

on_every_body!(word_operations, logic_tables, word_permutations, word_masks, any_of_three);

/// Random words, sometimes few-bit ones, so that different calls also return equal words.
fn any(random: &mut Random) -> [u16; 32] {
    let mask = [0xFFFF, 0x01FF, 0x0007][random.below(3)];
    [0; 32].map(|_| random.word() & mask)
}

mod generic {
    use super::*;

    /// Applies a definition word by word.
    fn zip<const N: usize>(operands: [[u16; 32]; N], of: impl Fn([u16; N]) -> u16) -> [u16; 32] {
        std::array::from_fn(|i| of(operands.map(|words| words[i])))
    }

    /// A mask of the words for which a predicate holds.
    fn mask(a: [u16; 32], b: [u16; 32], holds: impl Fn(u16, u16) -> bool) -> u32 {
        (0..32).filter(|&i| holds(a[i], b[i])).fold(0, |mask, i| mask | 1 << i)
    }

    pub fn word_operations<W: Wide>(proof: W::Proof) {
        let mut random = Random::new(1);
        for _ in 0..rounds(2000, 3) {
            let [a, b] = [(); 2].map(|()| any(&mut random));
            let (x, y) = (W::load(proof, &a), W::load(proof, &b));
            assert_eq!(x.words(), a);
            assert_eq!(x.pin().words(), a);
            assert_eq!(W::splat(proof, a[0]).words(), [a[0]; 32]);
            assert_eq!(x.add(y).words(), zip([a, b], |[a, b]| a.wrapping_add(b)));
            assert_eq!(x.subtract(y).words(), zip([a, b], |[a, b]| a.saturating_sub(b)));
            assert_eq!(x.min(y).words(), zip([a, b], |[a, b]| a.min(b)));
            assert_eq!(x.and(y).words(), zip([a, b], |[a, b]| a & b));
            assert_eq!(x.or(y).words(), zip([a, b], |[a, b]| a | b));
            assert_eq!(x.xor(y).words(), zip([a, b], |[a, b]| a ^ b));
        }
    }

    /// Tests the tables in use, and some that distinguish the operands.
    pub fn logic_tables<W: Wide>(proof: W::Proof) {
        let mut random = Random::new(2);
        for _ in 0..rounds(500, 1) {
            let [a, b, c] = [(); 3].map(|()| any(&mut random));
            let registers = [a, b, c].map(|words| W::load(proof, &words));
            logic::<W, 0b1000_0000>(registers, |a, b, c| a & b & c);
            logic::<W, 0b1111_1110>(registers, |a, b, c| a | b | c);
            logic::<W, 0b1111_1000>(registers, |a, b, c| a | b & c);
            logic::<W, 0b0001_0000>(registers, |a, b, c| a & !b & !c);
            logic::<W, 0b0001_0110>(registers, |a, b, c| a & !b & !c | !a & b & !c | !a & !b & c);
            logic::<W, 0b1111_0000>(registers, |a, _, _| a);
            logic::<W, 0b1100_1100>(registers, |_, b, _| b);
            logic::<W, 0b1010_1010>(registers, |_, _, c| c);
        }
    }

    fn logic<W: Wide, const TABLE: i32>([a, b, c]: [W; 3], of: impl Fn(u16, u16, u16) -> u16) {
        let expected = zip([a.words(), b.words(), c.words()], |[a, b, c]| of(a, b, c));
        assert_eq!(a.logic::<TABLE>(b, c).words(), expected, "{TABLE:b}");
    }

    /// Indices are taken modulo the number of words.
    pub fn word_permutations<W: Wide>(proof: W::Proof) {
        let mut random = Random::new(3);
        for _ in 0..rounds(2000, 3) {
            let [a, b, places] = [(); 3].map(|()| any(&mut random));
            let [x, y, z] = [a, b, places].map(|words| W::load(proof, &words));
            assert_eq!(x.permute(z).words(), places.map(|place| a[usize::from(place) % 32]));
            let both = [a, b].concat();
            let expected = places.map(|place| both[usize::from(place) % 64]);
            assert_eq!(x.permute_both(y, z).words(), expected);
        }
    }

    pub fn word_masks<W: Wide>(proof: W::Proof) {
        let mut random = Random::new(4);
        for _ in 0..rounds(2000, 3) {
            let ([a, b], bits) = ([(); 2].map(|()| any(&mut random)), random.next() as u32);
            let (x, y) = (W::load(proof, &a), W::load(proof, &b));
            let selected = std::array::from_fn(|i| if bits >> i & 1 == 1 { b[i] } else { a[i] });
            assert_eq!(x.select(bits, y).words(), selected);
            assert_eq!(x.equal(y), mask(a, b, |a, b| a == b));
            assert_eq!(x.at_most_three(), mask(a, a, |a, _| a.count_ones() <= 3));
            assert_eq!(x.sharing(y), mask(a, b, |a, b| a & b != 0));
        }
    }

    pub fn any_of_three<W: Body>(_: W::Proof) {
        let mut random = Random::new(5);
        for _ in 0..rounds(2000, 3) {
            let bits = random.next() as u32 & random.next() as u32;
            let any = (0..10).filter(|p| bits >> (3 * p) & 7 != 0);
            assert_eq!(W::any_of_three(bits), any.fold(0, |any, p| any | 1 << p));
        }
    }
}
