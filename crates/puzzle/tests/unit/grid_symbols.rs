use sudomill_puzzle::grid::{Digit, symbols::*};

fn symbols(text: &str) -> Symbols {
    text.parse().unwrap()
}

#[test]
fn other_case_counts_unless_it_is_a_symbol() {
    let value = |text, byte| symbols(text).digit(byte).map(Digit::value);
    assert_eq!(value("ABCD", b'b'), Some(2));
    assert_eq!(value("aBbA", b'b'), Some(3));
    assert_eq!(value("aBbA", b'A'), Some(4));
    // Digits have no case: flipping bit 0x20 must not make one a symbol.
    assert_eq!(value("1234", 0x11), None);
    assert_eq!(value("1234", b'0'), None);
}

#[test]
fn values_are_the_digits() {
    for text in ["ABCD", "aBbA", "012345678", "ABCDEFGHIJKLMNOPQRSTUVWXY"] {
        let values = symbols(text).values();
        for byte in 0..=u8::MAX {
            let digit = symbols(text).digit(byte).map_or(0, Digit::value);
            assert_eq!(values[usize::from(byte)], digit, "{text} {byte}");
        }
    }
}

#[test]
fn refuses_bad_lists() {
    for (text, message) in [
        ("", "found 0 symbols; expected 4, 6, 8, 9, 10, 12, 15, 16, 20 or 25: one for each digit"),
        (
            "ABCDE",
            "found 5 symbols; expected 4, 6, 8, 9, 10, 12, 15, 16, 20 or 25: one for each digit",
        ),
        ("AB.D", "found '.'; expected letters A-Z a-z and digits 0-9"),
        ("αβγδ", "found 'α'; expected letters A-Z a-z and digits 0-9"),
        ("ABCB", "found 'B' twice"),
    ] {
        assert_eq!(text.parse::<Symbols>().unwrap_err().to_string(), message);
    }
}
