//! Solutions that a spreadsheet damaged.

use sudomill_puzzle::puzzle_line::damaged::is_damaged;

#[test]
fn damaged_numbers() {
    for text in [
        "1.23E+80",
        "5.34678912672195e+80",
        "5,34678912672195E+80",
        "5E+80",
        "1.23434E15",
        "1234341221434320",
        "########",
        &format!("534678912672195{}", "0".repeat(66)),
        &format!("53467891267219534{}", "0".repeat(64)),
    ] {
        assert!(is_damaged(text.as_bytes()), "{text}");
    }
    for text in [
        "",
        "1234341221434321",
        "1.23",
        "12E+80",
        "E+80",
        "1.2.3E+80",
        "123434122143432.",
        "103434122143430",
        &"1234567890".repeat(8),
        &format!("0123456789ABCDE{}", "0".repeat(66)),
    ] {
        assert!(!is_damaged(text.as_bytes()), "{text}");
    }
}
