//! `config`: the band and digit with the fewest configurations.

use super::{Branching, Target, View, mrv::fewest};
use crate::grid::{Candidates, Digit, Order, Unit};

/// A digit that a band or stack lacks, in the band's line with the fewest places
/// for it, where these are no more than the candidates of any cell. Of several
/// the one with the fewest places, then the one with the fewest configurations
/// left in its band: ways to give each of the band's lines a box of its own in
/// which the digit can stand there. Of several the first by band (bands, then
/// stacks), digit and line. Where every digit has more places than some cell has
/// candidates: the cell of [`super::Mrv`].
///
/// A digit whose one configuration is settled comes last among those with as many
/// places: guesses there decide between cells of one crossing only. Source: T.
/// Dillon, tdoku, 2019: box-band configurations.
///
/// In the source a guess is a whole configuration, one of two or three, and what
/// follows from it for the band's other digits is drawn. Here a guess is a cell,
/// and a digit with two configurations can have six places. To go by the
/// configurations alone, as this rule once did, filled in one digit after the
/// other, whatever became of the cells, and did not end on an empty grid. So the
/// number of alternatives goes first, as in every rule that ends there.
#[derive(Clone, Copy, Debug, Default)]
pub struct Config;

impl<O: Order> Branching<O> for Config {
    fn choose(&self, view: &View<O>) -> Target {
        let (cell, mask) = fewest(view);
        let (mut least, mut target) = ((mask.len(), u32::MAX), Target::Cell(cell));
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

/// How good a branching is by its number of configurations, the lowest first:
/// none (a dead end), two, three, …, and one.
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
    /// The digits of each crossing of a line and a box, line by line.
    crossings: [Candidates; SIDE],
    /// The digits that a line lacks.
    missing: Candidates,
    /// The digits that each line lacks.
    lacking: [Candidates; BOX],
    /// How many open cells of each line may hold each digit, by its value.
    places: [[u8; SIDE + 1]; BOX],
}

impl Band {
    /// The band that begins with that unit.
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

    /// The line with the fewest places for the digit of those that lack it, the
    /// first of several, and how many these are.
    fn fewest_places<O: Order>(&self, digit: Digit) -> (u32, usize) {
        let lines = (0..O::BOX).filter(|&line| self.lacking[line].contains(digit));
        let places = lines.map(|line| (self.places[line][usize::from(digit.value())].into(), line));
        places.min().expect("a line lacks the digit")
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
