//! The cells of a node as masks.

use super::node::WORDS;

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
