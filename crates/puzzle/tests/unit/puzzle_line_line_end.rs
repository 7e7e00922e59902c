use proptest::prelude::*;
use sudomill_puzzle::puzzle_line::line_end::*;

proptest! {
    #[test]
    fn a_cut_never_divides_a_line_end(text in "[a\r\n]{0,30}", within in 0usize..30) {
        let (bytes, within) = (text.as_bytes(), within.min(text.len()));
        if let Some(end) = last_line_end(bytes, within, true) {
            prop_assert_eq!(count(&bytes[..end]) + count(&bytes[end..]), count(bytes));
        } else {
            prop_assert!(!bytes[..within].contains(&b'\n'));
        }
    }
}
