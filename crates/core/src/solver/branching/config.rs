//! `config`: the band and digit with the fewest configurations.

use super::{Branching, Target, View};
use crate::grid::{Candidates, Digit, Order, Unit};

/// A digit that is missing in a band or stack, in the line of the band with the fewest places for
/// it, if it has no more places than any cell has candidates. Among these digits, the one with the
/// fewest places; then the one with the fewest configurations in its band. A configuration assigns
/// a different box to each line of the band, such that the digit has a place where the line crosses
/// its box. Ties go to the first band (bands, then stacks), the smallest digit, the first line. If
/// every digit has more places than some cell has candidates, the cell of [`super::Mrv`].
///
/// Among digits with equally many places, one with a single configuration comes last: a guess there
/// only decides between cells of one crossing. Source: T. Dillon, tdoku, 2019: box-band
/// configurations.
///
/// In the source, a guess is a whole configuration, one of two or three, and its consequences for
/// the other digits of the band are entered. Here a guess is a cell, and a digit with two
/// configurations can have six places. An earlier version of this rule compared only
/// configurations. It filled in one digit after another without regard to the cells, and its search
/// of an empty grid did not end. That is why the number of alternatives is compared first, as in
/// every rule whose search ends there.
#[derive(Clone, Copy, Debug, Default)]
pub struct Config;

impl<O: Order> Branching<O> for Config {
    fn choose(&self, view: &View<O>) -> Target {
        let (cells, fewest) = view.fewest_candidates();
        let cell = cells.first().expect("a cell is open");
        let (mut least, mut target) = ((fewest as u32, u32::MAX), Target::Cell(cell));
        for first in (0..2 * O::SIDE).step_by(O::BOX) {
            let band = Band::new(view, first);
            for digit in band.with_few_places::<O>(least.0) {
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

/// Ranks a number of configurations, the best first: none (a dead end), two, three, …, one.
fn rank(configurations: u32) -> u32 {
    match configurations {
        1 => u32::MAX - 1,
        several => several,
    }
}

/// The sides of the largest grid and of its boxes.
const SIDE: usize = Digit::MAX as usize;
const BOX: usize = 5;

/// The number of bits of the largest number of places, 25.
const BITS: usize = 5;

/// A band (`BOX` rows) or a stack (`BOX` columns).
struct Band {
    /// The digits with a place where a line crosses a box, line by line.
    crossings: [Candidates; SIDE],
    /// The rows or columns.
    lines: [Line; BOX],
}

/// A row or a column.
#[derive(Clone, Copy)]
struct Line {
    /// The digits that are not yet placed in the line.
    lacking: Candidates,
    /// The number of places of each digit, bit-sliced: `places[i]` holds bit `i` of the numbers of
    /// all digits.
    places: [Candidates; BITS],
}

impl Line {
    const NONE: Self = Self { lacking: Candidates::NONE, places: [Candidates::NONE; BITS] };

    #[inline]
    fn new(cells: impl Iterator<Item = Candidates>, all: Candidates) -> Self {
        let mut line = Self { lacking: all, ..Self::NONE };
        for mask in cells {
            let mut carry = mask;
            for bit in &mut line.places {
                let both = *bit & carry;
                *bit = (*bit | carry) - both;
                carry = both;
            }
            // Open cells have at least two candidates, so this cell is filled.
            if mask.bits().is_power_of_two() {
                line.lacking -= mask;
            }
        }
        line
    }

    /// The missing digits with at most `most` places.
    #[inline]
    fn with_few_places(&self, most: u32) -> Candidates {
        // Compares from the highest bit: digits whose number equals `most` so far, and digits
        // below.
        let (mut equal, mut below) = (self.lacking, Candidates::NONE);
        for (i, &bit) in self.places.iter().enumerate().rev() {
            if most >> i & 1 == 1 {
                below |= equal - bit;
                equal = equal & bit;
            } else {
                equal -= bit;
            }
        }
        equal | below
    }

    /// The number of places of a digit.
    #[inline]
    fn places(&self, digit: Digit) -> u32 {
        let bits = self.places.iter().enumerate();
        bits.fold(0, |sum, (i, bit)| sum | u32::from(bit.contains(digit)) << i)
    }
}

impl Band {
    /// The band that begins with this unit.
    fn new<O: Order>(view: &View<O>, first: usize) -> Self {
        let mut band = Self { crossings: [Candidates::NONE; SIDE], lines: [Line::NONE; BOX] };
        for line in 0..O::BOX {
            let cells = O::unit(first + line).iter().map(|&cell| view.candidates(cell));
            for (k, mask) in cells.clone().enumerate() {
                band.crossings[line * O::BOX + k / O::BOX] |= mask;
            }
            band.lines[line] = Line::new(cells, Candidates::all::<O>());
        }
        band
    }

    /// The digits that some line lacks and that have at most `most` places in it.
    fn with_few_places<O: Order>(&self, most: u32) -> Candidates {
        let lines = self.lines[..O::BOX].iter();
        lines.fold(Candidates::NONE, |all, line| all | line.with_few_places(most))
    }

    /// The fewest places that a line lacking the digit has for it, and the first such line.
    fn fewest_places<O: Order>(&self, digit: Digit) -> (u32, usize) {
        let lines = self.lines[..O::BOX].iter().enumerate();
        let lacking = lines.filter(|(_, line)| line.lacking.contains(digit));
        let places = lacking.map(|(number, line)| (line.places(digit), number));
        places.min().expect("a line lacks the digit")
    }

    /// The number of ways to assign each line its own box with a place for the digit.
    fn configurations<O: Order>(&self, digit: Digit) -> u32 {
        let boxes = std::array::from_fn(|line| {
            let crossings = self.crossings.iter().skip(line * O::BOX).take(O::BOX).enumerate();
            crossings.fold(0, |all, (i, digits)| all | u32::from(digits.contains(digit)) << i)
        });
        count(&boxes, O::BOX, 0)
    }
}

/// The number of ways to give each of the first `lines` lines a different box from its `boxes`,
/// without the boxes in `given`.
fn count(boxes: &[u32; BOX], lines: usize, given: u32) -> u32 {
    let mut free = boxes[lines - 1] & !given;
    if lines == 1 {
        return free.count_ones();
    }
    let mut ways = 0;
    while free != 0 {
        let box_ = free & free.wrapping_neg();
        free ^= box_;
        ways += count(boxes, lines - 1, given | box_);
    }
    ways
}
