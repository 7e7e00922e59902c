use sudomill_puzzle::puzzle_line::regions::*;

#[test]
fn regions() {
    let is = |text: &str| {
        let cells: Vec<_> = text.bytes().map(|byte| byte - b'0').collect();
        is_regions(&cells, cells.len().isqrt())
    };
    assert!(is("1122112233443344"));
    assert!(is("0011001122332233"));
    assert!(is("1111222233334444"));
    // A puzzle, a solution, values that are apart, and too many of one.
    for other in ["1000004000000003", "1234341221434321", "1212343412123434", "1111122233334444"] {
        assert!(!is(other), "{other}");
    }
}
