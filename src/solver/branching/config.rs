//! `config`: the band and digit with the fewest configurations.

use super::{Branching, Target, View};
use crate::grid::{Candidates, Digit, Order, Unit};

/// A digit that is missing in a band or stack, in the line of the band with the fewest
/// places for it, if it has no more places than any cell has candidates. Among these
/// digits, the one with the fewest places; then the one with the fewest configurations in
/// its band. A configuration assigns a different box to each line of the band, such that
/// the digit has a place where the line crosses its box. Ties go to the first band
/// (bands, then stacks), the smallest digit, the first line. If every digit has more
/// places than some cell has candidates, the cell of [`super::Mrv`].
///
/// Among digits with equally many places, one with a single configuration comes last: a
/// guess there only decides between cells of one crossing. Source: T. Dillon, tdoku,
/// 2019: box-band configurations.
///
/// In the source, a guess is a whole configuration, one of two or three, and its
/// consequences for the other digits of the band are entered. Here a guess is a cell, and
/// a digit with two configurations can have six places. An earlier version of this rule
/// compared configurations only. It filled in one digit after the other without regard to
/// the cells, and its search of an empty grid did not end. Therefore the number of
/// alternatives is compared first, as in every rule whose search ends there.
#[derive(Clone, Copy, Debug, Default)]
pub struct Config;

impl<O: Order> Branching<O> for Config {
    fn choose(&self, view: &View<O>) -> Target {
        let (cells, fewest) = view.fewest_candidates();
        let cell = cells.first().expect("a cell is open");
        let (mut least, mut target) = ((fewest as u32, u32::MAX), Target::Cell(cell));
        for first in (0..2 * O::SIDE).step_by(O::BOX) {
            let band = Band::new(view, first);
            for digit in band.missing {
                let (places, line) = band.fewest_places::<O>(digit);
                if places > least.0 {
                    continue;
                }
                let rank = (places, rank(band.configurations::<O>(digit)));
                if rank < least {
                    (least, target) = (rank, Target::Places(digit, Unit::new::<O>(first + line)));
                }
            }
        }
        target
    }
}

/// The rank of a number of configurations, the best first: none (a dead end), two, three,
/// …, one.
fn rank(configurations: u32) -> u32 {
    match configurations {
        1 => u32::MAX - 1,
        several => several,
    }
}

/// The side of the largest grid, and of its boxes.
const SIDE: usize = Digit::MAX as usize;
const BOX: usize = 5;

/// A band (`BOX` rows) or a stack (as many columns).
struct Band {
    /// The digits that can stand where a line crosses a box, line by line.
    crossings: [Candidates; SIDE],
    /// The digits that a line does not have.
    missing: Candidates,
    /// The digits that each line does not have.
    lacking: [Candidates; BOX],
    /// For each line, the number of open cells that may hold each digit.
    places: [[u8; SIDE + 1]; BOX],
}

impl Band {
    /// The band that begins with this unit.
    fn new<O: Order>(view: &View<O>, first: usize) -> Self {
        let mut crossings = [Candidates::NONE; SIDE];
        let mut lacking = [Candidates::NONE; BOX];
        let mut places = [[0; SIDE + 1]; BOX];
        for line in 0..O::BOX {
            for (k, &cell) in O::unit(first + line).iter().enumerate() {
                let mask = view.candidates(cell);
                crossings[line * O::BOX + k / O::BOX] |= mask;
                if view.is_open(cell) {
                    mask.into_iter()
                        .for_each(|digit| places[line][usize::from(digit.value())] += 1);
                }
            }
            lacking[line] = Candidates::all::<O>() - view.filled(Unit::new::<O>(first + line));
        }
        let missing = lacking.iter().fold(Candidates::NONE, |all, &line| all | line);
        Self { crossings, missing, lacking, places }
    }

    /// The first line with the fewest places for the digit, and the number of these
    /// places. Lines that have the digit do not count.
    fn fewest_places<O: Order>(&self, digit: Digit) -> (u32, usize) {
        let lines = (0..O::BOX).filter(|&line| self.lacking[line].contains(digit));
        let places = lines.map(|line| (self.places[line][usize::from(digit.value())].into(), line));
        places.min().expect("a line lacks the digit")
    }

    /// The number of ways to assign each line its own box with a place for the digit.
    fn configurations<O: Order>(&self, digit: Digit) -> u32 {
        self.count::<O>(digit, 0, 0)
    }

    /// The number of ways from this line on; the boxes in the mask are taken.
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
