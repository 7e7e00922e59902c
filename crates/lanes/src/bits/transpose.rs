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
//! Rows become bytes, and bytes become rows, when registers are interleaved (`interleaved`); bytes
//! become planes, and planes become bytes, when that is done before or after a transposition of 8 × 8
//! bits.

use super::{puzzles::words, sweep::Bits};
use crate::{
    grid::REGISTER_WORD,
    node::Node,
    vector::Vector,
    x86::{Generation, Ymm},
};
use sudomill_puzzle::grid::SetBits;

/// Room for the steps between lines, bits and nodes.
pub struct Transposer<G> {
    zero: Ymm<G>,
    /// A third of every line: pairs of bytes, with the planes of eight puzzles each.
    eights: [[Ymm<G>; 8]; 16],
    planes: [[Ymm<G>; 8]; 48],
    /// The last four of a node remain 0.
    bytes: [[Ymm<G>; 8]; 112],
    /// The rows of the nodes of 32 puzzles. The last 16 bytes remain 0.
    rows: [[u8; 128]; 32],
}

/// The first bytes of the thirds of a line.
const THIRDS: [usize; 3] = [0, 16, 25];

/// The distance from the cell in the low half of a byte of a line to that in the high half.
const HALF: usize = 40;

/// The place of a cell in [`Bits::cells`].
struct Place {
    box_: usize,
    /// The cell of the box.
    at: usize,
}

impl Place {
    #[inline(always)]
    fn of(cell: usize) -> Self {
        let word = usize::from(REGISTER_WORD[cell]);
        Self { box_: word / 4 % 4 * 3 + word % 4, at: word / 16 }
    }
}

impl<G: Generation> Transposer<G> {
    /// Creates a transposer from a register of zeros.
    pub fn new(zero: Ymm<G>) -> Box<Self> {
        Box::new(Self {
            zero,
            eights: [[zero; 8]; 16],
            planes: [[zero; 8]; 48],
            bytes: [[zero; 8]; 112],
            rows: [[0; 128]; 32],
        })
    }

    /// Sets the candidates to those of lines: a clue's digit, or all nine digits for any byte but
    /// `1` to `9`.
    #[inline(always)]
    pub fn read(&mut self, lines: &[[u8; 81]; 256], bits: &mut Bits<G>) {
        for (third, at) in THIRDS.into_iter().enumerate() {
            self.read_eights(lines, at);
            self.join_eights(third);
        }
        for cell in 0..81 {
            let Place { box_, at } = Place::of(cell);
            let digits = digits_of(self.planes_of(cell));
            for (cells, digit) in bits.cells[box_].iter_mut().zip(digits) {
                cells[at] = digit;
            }
        }
    }

    /// Reads the third of every line from a byte on, and the same part of its other half.
    #[inline(always)]
    fn read_eights(&mut self, lines: &[[u8; 81]; 256], at: usize) {
        let zero = self.zero;
        for (first, eight) in (0..).step_by(8).zip(&mut self.eights) {
            let mut rows = [zero; 8];
            for (row, i) in rows.iter_mut().zip(Ymm::<G>::ORDER) {
                let line = &lines[first + i];
                let other = &lines[128 + first + i];
                let low = zero.load_halves([sixteen(line, at), sixteen(other, at)]).digits();
                let high = [sixteen(line, at + HALF), sixteen(other, at + HALF)];
                let high = zero.load_halves(high).digits();
                *row = low.or(high.in_high_halves());
            }
            *eight = interleaved(rows);
            for planes in eight {
                *planes = planes.transposed_bits();
            }
        }
    }

    /// Joins the planes of eight puzzles each to those of all puzzles.
    #[inline(always)]
    fn join_eights(&mut self, third: usize) {
        let planes = &mut self.planes.as_chunks_mut::<16>().0[third];
        for (pair, planes) in planes.as_chunks_mut::<2>().0.iter_mut().enumerate() {
            let mut rows = [self.zero; 16];
            for (row, eight) in rows.iter_mut().zip(&self.eights) {
                *row = eight[pair];
            }
            planes.as_flattened_mut().copy_from_slice(&interleaved(rows));
        }
    }

    /// The planes of the digit in a cell, lowest bit first.
    #[inline(always)]
    fn planes_of(&self, cell: usize) -> [Ymm<G>; 4] {
        let planes = match cell {
            0..32 => self.planes[cell].first_chunk(),
            32..41 => self.planes[cell + 7].first_chunk(),
            41..72 => self.planes[cell - HALF].last_chunk(),
            _ => self.planes[cell - HALF + 7].last_chunk(),
        };
        *planes.expect("eight planes")
    }

    /// Writes the lines of the settled puzzles that are solved: no cell is empty, and every column has
    /// all digits. Returns them. May write to the lines of others.
    #[inline(always)]
    pub fn write(
        &mut self,
        bits: &Bits<G>,
        settled: Ymm<G>,
        lines: &mut [[u8; 82]; 256],
    ) -> Ymm<G> {
        let mut solved = settled.and(self.has_full_columns(bits));
        for (byte, eights) in self.bytes[..41].iter_mut().enumerate() {
            let [a, b, c, d] = planes_of_digit(bits, byte);
            let [e, f, g, h] = planes_of_digit(bits, byte + HALF);
            // An empty cell is 0 in all planes.
            solved = solved.and3(a.or3(b, c).or(d), e.or3(f, g).or(h));
            *eights = bytes_of([a, b, c, d, e, f, g, h]);
        }
        let which = words(solved);
        let (first_half, second_half) = lines.split_at_mut(128);
        let first_half = first_half.as_chunks_mut::<16>().0.iter_mut();
        let halves = first_half.zip(second_half.as_chunks_mut::<16>().0);
        for (i, (lines, others)) in halves.enumerate() {
            if which[i] | which[8 + i] != 0 {
                self.write_lines(i, lines, others);
            }
        }
        solved
    }

    /// The puzzles in which every column has all digits.
    #[inline(always)]
    fn has_full_columns(&self, bits: &Bits<G>) -> Ymm<G> {
        let mut full = self.zero.ones();
        for stack in 0..3 {
            for digit in 0..9 {
                let mut columns = [self.zero; 3];
                for band in 0..3 {
                    let cells = &bits.cells[3 * band + stack][digit];
                    for (column, any) in columns.iter_mut().enumerate() {
                        *any = any.or3(cells[column], cells[column + 3]).or(cells[column + 6]);
                    }
                }
                full = full.and(columns[0].and3(columns[1], columns[2]));
            }
        }
        full
    }

    /// Writes the lines of the puzzles `16 i` to `16 i + 15`, and of those 128 after them.
    ///
    /// Each line is written in four pieces. They overlap, but where two have the same cell, they have
    /// the same digit, so their order does not matter:
    ///
    /// ```text
    /// bytes    first and second thirds: 0 ..= 31       last thirds: 25 ..= 40
    /// cells    low halves     0 ..= 31                 25 ..= 40
    ///          high halves   40 ..= 71                 65 ..= 80
    /// ```
    #[inline(always)]
    fn write_lines(&self, i: usize, lines: &mut [[u8; 82]; 16], others: &mut [[u8; 82]; 16]) {
        let first = self.sixteen_rows(THIRDS[0], i);
        let second = self.sixteen_rows(THIRDS[1], i);
        let last = self.sixteen_rows(THIRDS[2], i);
        for j in 0..16 {
            let line = &mut lines[j];
            let other = &mut others[j];
            let [of_line, of_other] = first[j].joined(second[j]);
            write_two_thirds(of_line, line);
            write_two_thirds(of_other, other);
            [*part(line, 25), *part(other, 25)] = last[j].in_ascii().halves();
            let last = last[j].in_low_halves();
            [*part(line, 25 + HALF), *part(other, 25 + HALF)] = last.in_ascii().halves();
        }
    }

    /// Makes nodes of puzzles: `each` receives the puzzle and its node.
    #[inline(always)]
    pub fn nodes(&mut self, bits: &Bits<G>, which: Ymm<G>, mut each: impl FnMut(usize, &Node)) {
        let which = words(which);
        if which == [0; 16] {
            return;
        }
        self.read_nodes(bits);
        let mut node = Node::EMPTY;
        for i in 0..8 {
            if which[i] | which[8 + i] == 0 {
                continue;
            }
            self.write_rows(i);
            for j in SetBits(u32::from(which[i]) | u32::from(which[8 + i]) << 16) {
                self.write_node(j, &mut node);
                each(j / 16 * 128 + 16 * i + j % 16, &node);
            }
        }
    }

    /// Makes the bytes of the nodes of all puzzles.
    #[inline(always)]
    fn read_nodes(&mut self, bits: &Bits<G>) {
        for (group, bytes) in self.bytes.as_chunks_mut::<4>().0[..27].iter_mut().enumerate() {
            let cell = group / 3;
            let first_box = 3 * (group % 3);
            let mut nines = [self.zero; 8];
            for (stack, bytes) in bytes[..3].iter_mut().enumerate() {
                let digits = &bits.cells[first_box + stack];
                let mut planes = [self.zero; 8];
                for (plane, cells) in planes.iter_mut().zip(digits) {
                    *plane = cells[cell];
                }
                *bytes = bytes_of(planes);
                nines[stack] = digits[8][cell];
            }
            bytes[3] = bytes_of(nines);
        }
    }

    /// Makes the rows of the puzzles `16 i` to `16 i + 15`, and of those 128 after them.
    #[inline(always)]
    fn write_rows(&mut self, i: usize) {
        for at in (0..112).step_by(16) {
            for (j, row) in self.sixteen_rows(at, i).into_iter().enumerate() {
                let [low, high] = row.halves();
                self.rows[j][at..][..16].copy_from_slice(&low);
                self.rows[16 + j][at..][..16].copy_from_slice(&high);
            }
        }
    }

    /// Writes a row as words. The last 16 words of the node remain as they are.
    #[inline(always)]
    fn write_node(&self, row: usize, node: &mut Node) {
        let words = node.words.as_chunks_mut::<32>().0.iter_mut();
        for (words, bytes) in words.zip(self.rows[row].as_chunks().0) {
            let [low, high] = words.as_chunks_mut().0 else { continue };
            let [of_low, of_high] = self.zero.load_bytes(bytes).as_words();
            of_low.store_words(low);
            of_high.store_words(high);
        }
    }

    /// Sixteen bytes from `at` on, of 32 puzzles: register `j` has the puzzles `16 i + j` and
    /// `128 + 16 i + j`.
    #[inline(always)]
    fn sixteen_rows(&self, at: usize, i: usize) -> [Ymm<G>; 16] {
        let mut rows = [self.zero; 16];
        for (row, bytes) in rows.iter_mut().zip(&self.bytes[at..]) {
            *row = bytes[i];
        }
        interleaved(rows)
    }
}

/// The puzzles with each digit as a candidate of a cell, from the planes of its clue. An empty cell is
/// 0, and has every candidate.
#[inline(always)]
fn digits_of<G: Generation>([one, two, four, eight]: [Ymm<G>; 4]) -> [Ymm<G>; 9] {
    [
        eight.in_none(four, two),
        eight.in_none(four, one),
        eight.in_none(four, two.xor(one)),
        eight.in_none(two, one),
        eight.in_none(two, four.xor(one)),
        eight.in_none(one, four.xor(two)),
        eight.in_none(four.xor(two), two.xor(one)),
        four.in_none(two, one),
        four.in_none(two, eight.xor(one)),
    ]
}

/// The planes of the digit in a cell, lowest bit first: the reverse of [`digits_of`] where there is one
/// digit.
#[inline(always)]
fn planes_of_digit<G: Generation>(bits: &Bits<G>, cell: usize) -> [Ymm<G>; 4] {
    let Place { box_, at } = Place::of(cell);
    let digits = &bits.cells[box_];
    let [one, two, three, four, five] =
        [digits[0][at], digits[1][at], digits[2][at], digits[3][at], digits[4][at]];
    let [six, seven, eight, nine] = [digits[5][at], digits[6][at], digits[7][at], digits[8][at]];
    let six_or_seven = six.or(seven);
    [
        one.or3(three, five).or3(seven, nine),
        two.or3(three, six_or_seven),
        four.or3(five, six_or_seven),
        eight.or(nine),
    ]
}

/// The numbers whose bits are in eight planes.
#[inline(always)]
fn bytes_of<G: Generation>(planes: [Ymm<G>; 8]) -> [Ymm<G>; 8] {
    let mut rows = planes;
    for (row, i) in rows.iter_mut().zip(Ymm::<G>::ORDER) {
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
fn interleaved<G: Generation, const N: usize>(mut rows: [Ymm<G>; N]) -> [Ymm<G>; N] {
    for _ in 0..N.ilog2() {
        let before = rows;
        for i in 0..N / 2 {
            rows[2 * i] = before[i].low_bytes_with(before[i + N / 2]);
            rows[2 * i + 1] = before[i].high_bytes_with(before[i + N / 2]);
        }
    }
    rows
}

/// Writes the bytes of the first two thirds of a line as the digits of 64 cells.
#[inline(always)]
fn write_two_thirds<G: Generation>(bytes: Ymm<G>, line: &mut [u8; 82]) {
    bytes.in_ascii().store_bytes(part(line, 0));
    bytes.in_low_halves().in_ascii().store_bytes(part(line, HALF));
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
