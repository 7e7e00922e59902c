//! Where to branch: a cell and a digit, tried against all else. The rule is the same in
//! every layout; README.md states it, and `tests/reference.rs` has it in plain code.
//!
//! [`choose`] is the rule on masks of cells. A backend with a better way to score calls
//! [`without_bivalue`] for the rest.

use super::{
    masks::Masks,
    memory::Memory,
    node::{CELLS, Node, PEERS, POSITIONS, Positions, WORDS},
};

/// Bivalue cells that are scored: more cost more than they save.
pub(super) const SCORED: usize = 8;

/// A cell and the digit to try in it first; the alternative is the cell without
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Branch {
    /// The cell's position in a node.
    pub at: u16,
    /// One bit.
    pub digit: u16,
}

impl Branch {
    /// The lowest candidate of a cell.
    #[inline(always)]
    pub fn lowest(node: &Node, at: usize) -> Self {
        Self { at: at as u16, digit: node.words[at] & node.words[at].wrapping_neg() }
    }
}

/// Finds words by their digits. A trait and not a closure, because that would have to be
/// inlined to use what the CPU has.
pub(super) trait Having: Copy {
    /// The words that share a digit with `digits`, bit `p` for word `p`.
    fn having(self, words: &[u16; WORDS], digits: u16) -> u128;
}

/// Where a stuck node branches, from the masks of its cells; `None` if it has no open cell.
#[inline(always)]
pub(super) fn choose(
    node: &Node,
    memory: &Memory,
    masks: &Masks,
    words: impl Having,
) -> Option<Branch> {
    let bivalue = masks.bivalue & CELLS;
    if bivalue == 0 {
        return without_bivalue(node, &masks.digits, words);
    }
    // Those where the search died come first.
    let mut best = Best { left: SCORED, key: 0 };
    best.score_cells(bivalue & memory.died, node, memory, masks);
    best.score_cells(bivalue & !memory.died, node, memory, masks);
    Some(Branch::lowest(node, best.key as usize % 128 % WORDS))
}

/// The best bivalue cell so far.
struct Best {
    /// How many cells may still be scored.
    left: usize,
    /// Score and position in one number: the best is the largest, without a branch.
    key: u32,
}

impl Best {
    #[inline(always)]
    fn score_cells(&mut self, cells: u128, node: &Node, memory: &Memory, masks: &Masks) {
        let bivalue = masks.bivalue & CELLS;
        for at in Positions(cells).take(self.left) {
            self.left -= 1;
            let word = u32::from(node.words[at % WORDS]);
            let (first, second) = (word.trailing_zeros(), 31 - word.leading_zeros());
            let either = masks.digits[first as usize % 16] | masks.digits[second as usize % 16];
            let touched = either & PEERS[at % 128];
            let score = touched.count_ones() + 2 * (touched & bivalue).count_ones();
            let score = score + u32::from(memory.deaths[at % 128]);
            self.key = self.key.max(score << 7 | at as u32);
        }
    }
}

/// Where a node branches that has no bivalue cell; `None` if it has no open cell.
///
/// A digit with two places in a unit, in the one of them whose peers with that digit
/// weigh most: 3 for three candidates, 1 for four. Of equal ones that with fewer
/// candidates, then the lower digit, then the first position.
///
/// Without such a digit: the first cell with the fewest candidates.
///
/// `digits`: the words of the node that have each digit.
#[inline(always)]
pub(super) fn without_bivalue(
    node: &Node,
    digits: &[u128; 16],
    words: impl Having,
) -> Option<Branch> {
    let bilocal = bilocal(node);
    let (three, four) = three_and_four(node);
    let [three, four] = [words.having(&three, 1), words.having(&four, 1)];
    let (mut best, mut most) = (None, 0);
    for (i, places) in digits[..9].iter().enumerate() {
        let digit = 1 << i;
        let (three, four) = (places & three, places & four);
        for at in Positions(words.having(&bilocal, digit) & CELLS) {
            let peers = PEERS[at % 128];
            let weight = 3 * (three & peers).count_ones() + (four & peers).count_ones();
            let key = 16 * weight + 16 - node.words[at % WORDS].count_ones();
            if key > most {
                (best, most) = (Some(Branch { at: at as u16, digit }), key);
            }
        }
    }
    best.or_else(|| fewest(node))
}

/// The digits of every open cell that have two places in one of its units.
#[inline(always)]
fn bilocal(node: &Node) -> [u16; WORDS] {
    // For columns, rows and boxes: the nine cells of nine units side by side.
    let mut units = [[[0; 16]; 9]; 3];
    for (cell, &at) in POSITIONS.iter().enumerate() {
        let word = node.words[usize::from(at)];
        let (row, column, box_) = (cell / 9, cell % 9, box_of(cell));
        units[0][row][column] = word;
        units[1][column][row] = word;
        units[2][row % 3 * 3 + column % 3][box_] = word;
    }
    let [columns, rows, boxes] = units.each_ref().map(twice);
    let mut bilocal = [0; WORDS];
    for (cell, &at) in POSITIONS.iter().enumerate() {
        let word = node.words[usize::from(at)];
        let open = word & word.wrapping_sub(1) != 0;
        let digits = columns[cell % 9] | rows[cell / 9] | boxes[box_of(cell)];
        bilocal[usize::from(at)] = if open { word & digits } else { 0 };
    }
    bilocal
}

const fn box_of(cell: usize) -> usize {
    cell / 27 * 3 + cell % 9 / 3
}

/// The digits that are in two of nine cells, for nine units.
#[inline(always)]
fn twice(cells: &[[u16; 16]; 9]) -> [u16; 16] {
    let (mut once, mut twice, mut more) = ([0; 16], [0; 16], [0; 16]);
    for words in cells {
        for (i, &word) in words.iter().enumerate() {
            more[i] |= twice[i] & word;
            twice[i] |= once[i] & word;
            once[i] |= word;
        }
    }
    for (twice, more) in twice.iter_mut().zip(more) {
        *twice &= !more;
    }
    twice
}

/// Which words have three candidates, and which have four: 1, else 0.
#[inline(always)]
fn three_and_four(node: &Node) -> ([u16; WORDS], [u16; WORDS]) {
    let (mut three, mut four) = ([0; WORDS], [0; WORDS]);
    for ((three, four), &word) in three.iter_mut().zip(&mut four).zip(&node.words) {
        let without_lowest = |word: u16| word & word.wrapping_sub(1);
        let third = without_lowest(without_lowest(word));
        let fourth = without_lowest(third);
        let fifth = without_lowest(fourth);
        *three = u16::from(third != 0 && fourth == 0);
        *four = u16::from(fourth != 0 && fifth == 0);
    }
    (three, four)
}

/// The first open cell with the fewest candidates.
#[cold]
fn fewest(node: &Node) -> Option<Branch> {
    let open = Positions(CELLS).filter(|&at| node.words[at].count_ones() > 1);
    Some(Branch::lowest(node, open.min_by_key(|&at| node.words[at].count_ones())?))
}
