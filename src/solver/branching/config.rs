//! `config`: the band and digit with the fewest configurations.

use super::{Branching, Target, View};
use crate::grid::{Candidates, Digit, Order, Unit};

/// The band or stack and the digit with the fewest configurations left: ways to
/// give each of the band's lines a box of its own in which the digit can stand
/// there. Of the lines that lack the digit the one with the fewest places, and
/// its places in turn. Of several the first by band (bands, then stacks), digit
/// and line.
///
/// A digit whose one configuration is settled counts as the last resort: guesses
/// there decide between cells of one crossing only. Source: T. Dillon, tdoku,
/// 2019: box-band configurations. There a guess is a whole configuration; here
/// it is a cell.
#[derive(Clone, Copy, Debug, Default)]
pub struct Config;

impl<O: Order> Branching<O> for Config {
    fn choose(&self, view: &View<O>) -> Target {
        let (mut fewest, mut best) = (u32::MAX, None);
        for first in (0..2 * O::SIDE).step_by(O::BOX) {
            let band = Band::new(view, first);
            for digit in band.missing {
                let rank = rank(band.configurations::<O>(digit));
                if rank < fewest {
                    (fewest, best) = (rank, Some((first, digit)));
                }
            }
        }
        let (first, digit) = best.expect("a cell is open, and its digit is missing");
        let lines = (first..first + O::BOX).map(Unit::new::<O>);
        let lacking = lines.filter(|&line| !view.filled(line).contains(digit));
        let line = lacking.min_by_key(|&line| view.places(digit, line).count());
        Target::Places(digit, line.expect("the digit is missing in a line"))
    }
}

/// How good a branching is by its number of configurations, the lowest first:
/// none (a dead end), two, three, …, and one.
fn rank(configurations: u32) -> u32 {
    match configurations {
        1 => u32::MAX - 1,
        several => several,
    }
}

/// A band (`BOX` rows) or a stack (as many columns).
struct Band {
    /// The digits of each crossing of a line and a box, line by line.
    crossings: [Candidates; Digit::MAX as usize],
    /// The digits that a line lacks.
    missing: Candidates,
}

impl Band {
    /// The band that begins with that unit.
    fn new<O: Order>(view: &View<O>, first: usize) -> Self {
        let mut crossings = [Candidates::NONE; Digit::MAX as usize];
        let mut missing = Candidates::NONE;
        for line in 0..O::BOX {
            for (k, &cell) in O::unit(first + line).iter().enumerate() {
                crossings[line * O::BOX + k / O::BOX] |= view.candidates(cell);
            }
            missing |= Candidates::all::<O>() - view.filled(Unit::new::<O>(first + line));
        }
        Self { crossings, missing }
    }

    /// The ways to give each line a box of its own with a place for the digit.
    fn configurations<O: Order>(&self, digit: Digit) -> u32 {
        self.count::<O>(digit, 0, 0)
    }

    /// The ways for the lines from that one on; the boxes in the mask are given.
    fn count<O: Order>(&self, digit: Digit, line: usize, given: u32) -> u32 {
        if line == O::BOX {
            return 1;
        }
        let free = (0..O::BOX).filter(|&box_| given >> box_ & 1 == 0);
        free.filter(|&box_| self.crossings[line * O::BOX + box_].contains(digit))
            .map(|box_| self.count::<O>(digit, line + 1, given | 1 << box_))
            .sum()
    }
}
