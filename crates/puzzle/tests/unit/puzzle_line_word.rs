use sudomill_puzzle::puzzle_line::word::*;

#[test]
fn words_end_at_separators() {
    let words =
        |line: &'static str| -> Vec<_> { words(line.as_bytes()).map(|word| &line[word]).collect() };
    assert_eq!(words("a,b;c:d|e\tf g"), ["a", "b", "c", "d", "e", "f", "g"]);
    assert_eq!(words("  7 ; \"x\"  y\r"), ["7", "x", "y"]);
    assert_eq!(words("a,,b,"), ["a", "", "b", ""]);
    assert_eq!(words("a"), ["a"]);
}
