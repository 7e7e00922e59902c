//! Rearranges 256 puzzles: lines to bits, bits to lines and to nodes.
//!
//! ```text
//! row        bytes of a puzzle
//!   line       byte i: cell i in the low half, cell 40 + i in the high half
//!   node       byte 4 g + s: digits 1 to 8 of word s in group g
//!              byte 4 g + 3: digit 9 of each
//! planes     [i][b] = bit b of byte i of every puzzle; from i = 32 on, of byte i - 7
//! bytes      [i][k] = byte i of the puzzles 16 k to 16 k + 15, and of those 128 after them
//! ```
//!
//! Rows become bytes, and bytes become rows, when registers are interleaved ([`interleaved`]); bytes
//! become planes, and planes become bytes, when that is done before or after a transposition of 8 × 8
//! bits.

use super::{sweep::Bits, wave::words};
use crate::solver::lanes::{
    nine::grid::REGISTER_WORD, node::Node, scheduler::each, vector::Vector, x86::Ymm,
};

/// Room for the steps between lines, bits and nodes.
pub struct Transposer<const COUNTS: bool> {
    zero: Ymm<COUNTS>,
    /// A third of every line: pairs of bytes, with the planes of eight puzzles each.
    eights: [[Ymm<COUNTS>; 8]; 16],
    planes: [[Ymm<COUNTS>; 8]; 48],
    /// The last four of a node remain 0.
    bytes: [[Ymm<COUNTS>; 8]; 112],
    /// The rows of the nodes of 32 puzzles. The last 16 bytes remain 0.
    rows: [[u8; 128]; 32],
}

/// The first bytes of the thirds of a line.
const THIRDS: [usize; 3] = [0, 16, 25];

/// The box of a cell, and its place there.
#[inline(always)]
fn place(cell: usize) -> (usize, usize) {
    let word = usize::from(REGISTER_WORD[cell]);
    (word / 4 % 4 * 3 + word % 4, word / 16)
}

impl<const COUNTS: bool> Transposer<COUNTS> {
    pub fn new(zero: Ymm<COUNTS>) -> Box<Self> {
        let (eights, planes, bytes) = ([[zero; 8]; 16], [[zero; 8]; 48], [[zero; 8]; 112]);
        Box::new(Self { zero, eights, planes, bytes, rows: [[0; 128]; 32] })
    }

    /// Sets the candidates to those of lines: a clue's digit, or all nine digits for any byte but
    /// `1` to `9`.
    #[inline(always)]
    pub fn read(&mut self, lines: &[[u8; 81]; 256], bits: &mut Bits<COUNTS>) {
        let zero = self.zero;
        for (at, planes) in THIRDS.into_iter().zip(self.planes.as_chunks_mut::<16>().0) {
            for (first, eight) in (0..).step_by(8).zip(&mut self.eights) {
                let mut rows = [zero; 8];
                for (row, i) in rows.iter_mut().zip(Ymm::<COUNTS>::ORDER) {
                    let (a, b) = (&lines[first + i], &lines[128 + first + i]);
                    let low = zero.load_halves([sixteen(a, at), sixteen(b, at)]).digits();
                    let at = at + 40;
                    let high = zero.load_halves([sixteen(a, at), sixteen(b, at)]).digits();
                    *row = low.or(high.in_high_halves());
                }
                *eight = interleaved(rows);
                for planes in eight {
                    *planes = planes.transposed_bits();
                }
            }
            for (pair, planes) in planes.as_chunks_mut::<2>().0.iter_mut().enumerate() {
                let mut rows = [zero; 16];
                for (row, eight) in rows.iter_mut().zip(&self.eights) {
                    *row = eight[pair];
                }
                planes.as_flattened_mut().copy_from_slice(&interleaved(rows));
            }
        }
        for cell in 0..81 {
            let planes = match cell {
                0..32 => self.planes[cell].first_chunk(),
                32..41 => self.planes[cell + 7].first_chunk(),
                41..72 => self.planes[cell - 40].last_chunk(),
                _ => self.planes[cell - 33].last_chunk(),
            };
            let [one, two, four, eight] = *planes.expect("eight planes");
            // An empty cell is 0, and has every candidate.
            let digits = [
                eight.in_none(four, two),
                eight.in_none(four, one),
                eight.in_none(four, two.xor(one)),
                eight.in_none(two, one),
                eight.in_none(two, four.xor(one)),
                eight.in_none(one, four.xor(two)),
                eight.in_none(four.xor(two), two.xor(one)),
                four.in_none(two, one),
                four.in_none(two, eight.xor(one)),
            ];
            let (box_, at) = place(cell);
            for (cells, digit) in bits.cells[box_].iter_mut().zip(digits) {
                cells[at] = digit;
            }
        }
    }

    /// Writes the lines of the settled puzzles that are solved: no cell is empty, and every column has
    /// all digits. Returns them. May write to the lines of others.
    #[inline(always)]
    pub fn write(
        &mut self,
        bits: &Bits<COUNTS>,
        settled: Ymm<COUNTS>,
        lines: &mut [[u8; 82]; 256],
    ) -> Ymm<COUNTS> {
        let zero = self.zero;
        let mut solved = settled;
        for (stack, digit) in (0..27).map(|i| (i / 9, i % 9)) {
            let mut columns = [zero; 3];
            for band in 0..3 {
                let cells = &bits.cells[3 * band + stack][digit];
                for (column, any) in columns.iter_mut().enumerate() {
                    *any = any.or3(cells[column], cells[column + 3]).or(cells[column + 6]);
                }
            }
            solved = solved.and(columns[0].and3(columns[1], columns[2]));
        }
        for (byte, eights) in self.bytes[..41].iter_mut().enumerate() {
            let [a, b, c, d] = planes_of(bits, byte);
            let [e, f, g, h] = planes_of(bits, 40 + byte);
            solved = solved.and3(a.or3(b, c).or(d), e.or3(f, g).or(h));
            *eights = bytes_of([a, b, c, d, e, f, g, h]);
        }
        let which = words(solved);
        let (low_lines, high_lines) = lines.split_at_mut(128);
        let lines = low_lines.as_chunks_mut::<16>().0.iter_mut();
        let lines = lines.zip(high_lines.as_chunks_mut::<16>().0);
        for (i, (low_lines, high_lines)) in lines.enumerate() {
            if which[i] | which[8 + i] == 0 {
                continue;
            }
            let (first, second) = (self.sixteen_rows(0, i), self.sixteen_rows(16, i));
            let last = self.sixteen_rows(25, i);
            let lines = low_lines.iter_mut().zip(high_lines);
            for ((low, high), ((first, second), last)) in
                lines.zip(first.iter().zip(&second).zip(&last))
            {
                let [of_low, of_high] = first.joined(*second);
                for (digits, line) in [(of_low, &mut *low), (of_high, &mut *high)] {
                    digits.in_ascii().store_bytes(part(line, 0));
                    digits.in_low_halves().in_ascii().store_bytes(part(line, 40));
                }
                for (digits, at) in [(*last, 25), (last.in_low_halves(), 65)] {
                    [*part(low, at), *part(high, at)] = digits.in_ascii().halves();
                }
            }
        }
        solved
    }

    /// Makes nodes of puzzles: `leave` receives the puzzle and its node.
    #[inline(always)]
    pub fn nodes(
        &mut self,
        bits: &Bits<COUNTS>,
        which: Ymm<COUNTS>,
        mut leave: impl FnMut(usize, &Node),
    ) {
        let which = words(which);
        if which == [0; 16] {
            return;
        }
        for (group, bytes) in self.bytes.as_chunks_mut::<4>().0[..27].iter_mut().enumerate() {
            let (cell, first) = (group / 3, 3 * (group % 3));
            let mut nines = [self.zero; 8];
            for (stack, bytes) in bytes[..3].iter_mut().enumerate() {
                let digits = &bits.cells[first + stack];
                let mut planes = [self.zero; 8];
                for (plane, cells) in planes.iter_mut().zip(digits) {
                    *plane = cells[cell];
                }
                *bytes = bytes_of(planes);
                nines[stack] = digits[8][cell];
            }
            bytes[3] = bytes_of(nines);
        }
        let mut node = Node::EMPTY;
        for i in 0..8 {
            if which[i] | which[8 + i] == 0 {
                continue;
            }
            for at in (0..112).step_by(16) {
                for (j, row) in self.sixteen_rows(at, i).into_iter().enumerate() {
                    let [low, high] = row.halves();
                    self.rows[j][at..][..16].copy_from_slice(&low);
                    self.rows[16 + j][at..][..16].copy_from_slice(&high);
                }
            }
            for j in each(u32::from(which[i]) | u32::from(which[8 + i]) << 16) {
                let words = node.words.as_chunks_mut::<32>().0.iter_mut();
                for (words, row) in words.zip(self.rows[j].as_chunks().0) {
                    let [low, high] = words.as_chunks_mut().0 else { continue };
                    let [of_low, of_high] = self.zero.load_bytes(row).as_words();
                    of_low.store_words(low);
                    of_high.store_words(high);
                }
                leave(j / 16 * 128 + 16 * i + j % 16, &node);
            }
        }
    }

    /// Sixteen bytes from `at` on, of 32 puzzles: register `j` has the puzzles `16 i + j` and
    /// `128 + 16 i + j`.
    #[inline(always)]
    fn sixteen_rows(&self, at: usize, i: usize) -> [Ymm<COUNTS>; 16] {
        let mut rows = [self.zero; 16];
        for (row, bytes) in rows.iter_mut().zip(&self.bytes[at..]) {
            *row = bytes[i];
        }
        interleaved(rows)
    }
}

/// The bits of the digit in a cell, lowest first.
#[inline(always)]
fn planes_of<const COUNTS: bool>(bits: &Bits<COUNTS>, cell: usize) -> [Ymm<COUNTS>; 4] {
    let (box_, at) = place(cell);
    let x = &bits.cells[box_];
    let (six_or_seven, eight) = (x[5][at].or(x[6][at]), x[7][at].or(x[8][at]));
    let one = x[0][at].or3(x[2][at], x[4][at]).or3(x[6][at], x[8][at]);
    [one, x[1][at].or3(x[2][at], six_or_seven), x[3][at].or3(x[4][at], six_or_seven), eight]
}

/// The numbers whose bits are in eight planes.
#[inline(always)]
fn bytes_of<const COUNTS: bool>(planes: [Ymm<COUNTS>; 8]) -> [Ymm<COUNTS>; 8] {
    let mut rows = planes;
    for (row, i) in rows.iter_mut().zip(Ymm::<COUNTS>::ORDER) {
        *row = planes[i];
    }
    let mut bytes = interleaved(rows);
    for bytes in &mut bytes {
        *bytes = bytes.transposed_bits();
    }
    bytes
}

/// Interleaves the bytes of each register of the first half with those of one of the second half, as
/// often as the number has bits: the number of a register becomes the low bits of its bytes' places.
#[inline(always)]
fn interleaved<const COUNTS: bool, const N: usize>(mut rows: [Ymm<COUNTS>; N]) -> [Ymm<COUNTS>; N] {
    for _ in 0..N.ilog2() {
        let before = rows;
        for i in 0..N / 2 {
            rows[2 * i] = before[i].low_bytes_with(before[i + N / 2]);
            rows[2 * i + 1] = before[i].high_bytes_with(before[i + N / 2]);
        }
    }
    rows
}

/// The bytes of a line from a place on.
#[inline(always)]
fn part<const N: usize>(line: &mut [u8; 82], at: usize) -> &mut [u8; N] {
    line[at..].first_chunk_mut().expect("a part of a line")
}

/// The 16 bytes from a place on.
#[inline(always)]
fn sixteen(line: &[u8; 81], at: usize) -> &[u8; 16] {
    line[at..].first_chunk().expect("16 bytes")
}
