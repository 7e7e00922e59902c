use sudomill_puzzle::grid::{Digit, alphabet::*};

#[test]
fn ranges() {
    let ranges = |alphabet: Alphabet| [4, 9, 16, 25].map(|side| alphabet.range(side));
    assert_eq!(ranges(Alphabet::FromOne), ["1-4", "1-9", "1-9 A-G", "1-9 A-P"]);
    assert_eq!(ranges(Alphabet::FromZero)[2..], ["0-9 A-F", "0-9 A-O"]);
    assert_eq!([10, 12].map(|side| Alphabet::FromOne.range(side)), ["1-9 A", "1-9 A-C"]);
    assert_eq!([10, 12].map(|side| Alphabet::FromZero.range(side)), ["0-9", "0-9 A-B"]);
}

#[test]
fn symbols_read_back() {
    for alphabet in [Alphabet::FromOne, Alphabet::FromZero] {
        for digit in (1..=Digit::MAX).filter_map(Digit::new) {
            let symbol = alphabet.symbol(digit);
            assert_eq!(alphabet.digit(symbol as u8), Some(digit));
            assert_eq!(alphabet.digit(symbol.to_ascii_lowercase() as u8), Some(digit));
        }
        let symbols = (0..=u8::MAX).filter(|&byte| alphabet.digit(byte).is_some());
        // Every letter has two bytes: 16 or 15 of the 25 digits are letters.
        let letters = if alphabet == Alphabet::FromOne { 16 } else { 15 };
        assert_eq!(symbols.count(), 25 + letters);
    }
}
