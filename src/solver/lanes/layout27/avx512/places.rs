//! The permutation tables that both backends use.

/// For every word of third `i` of a node, its index in registers `i` and `i + 1` of a
/// [`Copied`](super::Copied).
pub(super) static COPIED: [[u16; 32]; 3] = {
    let mut tables = [[0; 32]; 3];
    let mut at = 0;
    while at < 81 {
        let (i, word) = (at / 27, at % 27);
        tables[i][word] = (4 * (9 * i + word % 9) + word / 9 - 32 * i) as u16;
        at += 1;
    }
    tables
};

/// For every word of a third, the index of the same column's word in the next band, and in the band
/// after that.
pub(super) static BANDS: [[u16; 32]; 2] = {
    let mut tables = [[0; 32]; 2];
    let mut word = 0;
    while word < 27 {
        tables[0][word] = ((word + 9) % 27) as u16;
        tables[1][word] = ((word + 18) % 27) as u16;
        word += 1;
    }
    tables
};
