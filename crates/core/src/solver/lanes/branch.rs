//! Chooses a branching: one alternative puts a digit in a cell, the other removes it. The rule is
//! the same on every backend; README.md states it, and `tests/reference.rs` implements it naively.
//!
//! [`choose`] is the rule on masks of cells. A backend with a faster way to score calls
//! [`without_bivalue`] for the rest.

use super::{
    backend::Cpu,
    node::{Branch, CELLS, Node, PEERS, POSITIONS, Positions, WORDS},
};

/// The maximum number of bivalue cells that are scored; scoring more takes longer than it saves.
pub(super) const SCORED: usize = 8;

/// Chooses where a stuck node branches. `None` if a cell is empty, or none is open.
#[inline(always)]
pub(super) fn choose(cpu: impl Cpu, node: &Node, deaths: &[u8; WORDS]) -> Option<Branch> {
    let masks = cpu.masks(&node.words);
    if masks.empty & CELLS != 0 {
        return None;
    }
    let bivalue = masks.bivalue & CELLS;
    if bivalue == 0 {
        return without_bivalue(cpu, node, &masks.digits);
    }
    // Score and position in one number, so that `max` finds the best without a branch.
    let mut best = 0;
    for at in Positions(bivalue).take(SCORED) {
        let word = u32::from(node.words[at % WORDS]);
        let (first, second) = (word.trailing_zeros(), 31 - word.leading_zeros());
        let either = masks.digits[first as usize % 16] | masks.digits[second as usize % 16];
        let touched = either & PEERS[at % WORDS];
        let score = touched.count_ones() + 2 * (touched & bivalue).count_ones();
        let score = score + u32::from(deaths[at % WORDS]);
        best = best.max(score << 7 | at as u32);
    }
    let at = best as usize % WORDS;
    Some(Branch::lowest(at, node.words[at]))
}

/// Chooses where a node without bivalue cells branches. `None` if no cell is open.
///
/// Weighs every digit with exactly two places in a unit at both places, by the peers of the place
/// that have the digit: 3 for a peer with three candidates, 1 for four. The heaviest wins; ties go
/// to the place with fewer candidates, then to the lower digit, then to the first position.
///
/// If there is no such digit, picks the first cell with the fewest candidates.
///
/// `digits` are the words of the node that have each digit.
#[inline(always)]
pub(super) fn without_bivalue(cpu: impl Cpu, node: &Node, digits: &[u128; 16]) -> Option<Branch> {
    let bilocal = bilocal(node);
    let (three, four) = three_and_four(node);
    let [three, four] = [cpu.having(&three, 1), cpu.having(&four, 1)];
    let (mut best, mut most) = (None, 0);
    for (i, places) in digits[..9].iter().enumerate() {
        let digit = 1 << i;
        let (three, four) = (places & three, places & four);
        for at in Positions(cpu.having(&bilocal, digit) & CELLS) {
            let peers = PEERS[at % WORDS];
            let weight = 3 * (three & peers).count_ones() + (four & peers).count_ones();
            let key = 16 * weight + 16 - node.words[at % WORDS].count_ones();
            if key > most {
                (best, most) = (Some(Branch { at: at as u16, digit }), key);
            }
        }
    }
    best.or_else(|| fewest(node))
}

/// For every open cell, its digits that have two places in one of its units.
#[inline(always)]
fn bilocal(node: &Node) -> [u16; WORDS] {
    // `units[kind][i][u]` is cell `i` of unit `u`, for columns, rows and boxes.
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

/// The digits that are in exactly two of nine cells, for nine units at once.
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

/// Flags the words with three candidates, and the words with four: 1 or 0.
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
    let at = open.min_by_key(|&at| node.words[at].count_ones())?;
    Some(Branch::lowest(at, node.words[at]))
}

/// The cells of a node by their digits; bit `p` is position `p`. Bits of spare words are
/// meaningless.
pub(super) struct Masks {
    /// The cells that have each of the nine digits. Padded to 16 so that a 4-bit index needs no
    /// bounds check.
    pub digits: [u128; 16],
    /// The cells with two candidates.
    pub bivalue: u128,
    /// The cells without candidates.
    pub empty: u128,
}

impl Masks {
    /// Computes the masks of a node by transposing bit matrices with a byte per row.
    #[inline(always)]
    pub fn of(words: &[u16; WORDS]) -> Self {
        let (mut low, mut nine) = ([0; WORDS], [0; WORDS]);
        let (mut bivalue, mut empty) = ([0; WORDS], [0; WORDS]);
        for (at, &word) in words.iter().enumerate() {
            let second = word & word.wrapping_sub(1);
            let third = second & second.wrapping_sub(1);
            low[at] = word as u8;
            // Spare words may have higher bits.
            nine[at] = (word >> 8 & 1) as u8;
            bivalue[at] = u8::from(second != 0 && third == 0);
            empty[at] = u8::from(word == 0);
        }
        let mut bytes = [[0; 16]; 9];
        for (i, eight) in low.as_chunks::<8>().0.iter().enumerate() {
            let columns = transposed(u64::from_le_bytes(*eight)).to_le_bytes();
            for (digit, column) in columns.into_iter().enumerate() {
                bytes[digit][i] = column;
            }
        }
        bytes[8] = bits_of(&nine);
        let mut digits = [0; 16];
        for (mask, bytes) in digits.iter_mut().zip(bytes) {
            *mask = u128::from_le_bytes(bytes);
        }
        let joined = |bytes| u128::from_le_bytes(bits_of(bytes));
        Self { digits, bivalue: joined(&bivalue), empty: joined(&empty) }
    }
}

/// Packs bytes that are 0 or 1 into bits.
#[inline(always)]
fn bits_of(bytes: &[u8; WORDS]) -> [u8; 16] {
    let mut bits = [0; 16];
    for (bits, eight) in bits.iter_mut().zip(bytes.as_chunks::<8>().0) {
        // Moves byte i to bit 56 + i.
        let product = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080);
        *bits = (product >> 56) as u8;
    }
    bits
}

/// Transposes a matrix of 8 × 8 bits with one byte per row: first single bits, then blocks of 2 ×
/// 2, then of 4 × 4 (H. S. Warren, Hacker's Delight, section 7-3).
#[inline(always)]
const fn transposed(mut rows: u64) -> u64 {
    let moved = (rows ^ rows >> 7) & 0x00AA_00AA_00AA_00AA;
    rows ^= moved ^ moved << 7;
    let moved = (rows ^ rows >> 14) & 0x0000_CCCC_0000_CCCC;
    rows ^= moved ^ moved << 14;
    let moved = (rows ^ rows >> 28) & 0x0000_0000_F0F0_F0F0;
    rows ^ moved ^ moved << 28
}
