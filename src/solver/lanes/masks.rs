//! The cells of a node as masks.

use super::node::WORDS;

/// The cells of a node by their digits, bit `p` for position `p`. Bits of spare words mean
/// nothing.
pub(super) struct Masks {
    /// The cells that have a digit: nine, and seven more that need no check of the index.
    pub digits: [u128; 16],
    /// The cells with two candidates.
    pub bivalue: u128,
}

impl Masks {
    /// Of a node, with bytes as the rows of matrices of bits.
    #[inline(always)]
    pub fn of(words: &[u16; WORDS]) -> Self {
        let (mut low, mut nine, mut bivalue) = ([0; WORDS], [0; WORDS], [0; WORDS]);
        for (at, &word) in words.iter().enumerate() {
            let second = word & word.wrapping_sub(1);
            let third = second & second.wrapping_sub(1);
            low[at] = word as u8;
            // A spare word may have higher bits.
            nine[at] = (word >> 8 & 1) as u8;
            bivalue[at] = u8::from(second != 0 && third == 0);
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
        Self { digits, bivalue: u128::from_le_bytes(bits_of(&bivalue)) }
    }
}

/// Bytes that are 0 or 1 as bits.
#[inline(always)]
fn bits_of(bytes: &[u8; WORDS]) -> [u8; 16] {
    let mut bits = [0; 16];
    for (bits, eight) in bits.iter_mut().zip(bytes.as_chunks::<8>().0) {
        // Byte i goes to bit 56 + i.
        let product = u64::from_le_bytes(*eight).wrapping_mul(0x0102_0408_1020_4080);
        *bits = (product >> 56) as u8;
    }
    bits
}

/// A matrix of 8 × 8 bits, a byte a row, with rows and columns exchanged: single bits, then
/// blocks of 2 × 2, then of 4 × 4 (H. S. Warren, Hacker's Delight, section 7-3).
#[inline(always)]
const fn transposed(mut rows: u64) -> u64 {
    let moved = (rows ^ rows >> 7) & 0x00AA_00AA_00AA_00AA;
    rows ^= moved ^ moved << 7;
    let moved = (rows ^ rows >> 14) & 0x0000_CCCC_0000_CCCC;
    rows ^= moved ^ moved << 14;
    let moved = (rows ^ rows >> 28) & 0x0000_0000_F0F0_F0F0;
    rows ^ moved ^ moved << 28
}
