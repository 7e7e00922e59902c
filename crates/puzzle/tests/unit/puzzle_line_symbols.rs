use sudomill_puzzle::puzzle_line::symbols::*;

#[test]
fn usual_text() {
    let usual: [u8; 81] = std::array::from_fn(|at| b"0123456789."[at % 11]);
    assert!(is_usual(&usual));
    for (at, byte) in (0..81).flat_map(|at| (0..=255).map(move |byte| (at, byte))) {
        let mut text = usual;
        text[at] = byte;
        let expected = byte.is_ascii_digit() || byte == b'.';
        assert_eq!(is_usual(&text), expected, "byte {byte} at {at}");
    }
}
