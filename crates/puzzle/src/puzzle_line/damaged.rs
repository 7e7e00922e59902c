//! What spreadsheets leave of puzzles and solutions that they took for numbers.

use crate::grid::Size;

/// The digits of a number that spreadsheets keep.
const KEPT_BY_SHEETS: usize = 15;

/// The most digits of a number that programs write of a double.
const KEPT_BY_DOUBLES: usize = 17;

/// Returns true if a text is what a spreadsheet, or any program that works with floating-point
/// numbers, leaves of a solution that it took for a number: `5.34678912672195E+80`, the digits
/// followed by zeros, or the mark for a column that is too narrow.
pub fn is_damaged(text: &[u8]) -> bool {
    match text.last() {
        Some(b'0'..=b'9') => is_rounded(text) || is_scientific(text),
        Some(b'#') => text.iter().all(|byte| *byte == b'#'),
        _ => false,
    }
}

/// Returns true for a number with an exponent, as that of so many digits: `4.30E+80`. The point may be a comma.
pub fn is_scientific(text: &[u8]) -> bool {
    if text.len() > "1.E+080".len() + KEPT_BY_DOUBLES {
        return false;
    }
    let Some(at) = text.iter().rposition(|byte| matches!(byte, b'e' | b'E')) else { return false };
    let digits = &text[..at];
    let exponent = &text[at + 1..];
    let exponent = exponent.strip_prefix(b"+").unwrap_or(exponent);
    let mut parts = digits.splitn(2, |byte| matches!(byte, b'.' | b','));
    let is_number = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    (2..=3).contains(&exponent.len())
        && is_number(exponent)
        && parts.next().is_some_and(|whole| whole.len() == 1 && is_number(whole))
        && parts.next().is_none_or(is_number)
}

/// Returns true for a number with at least as many digits as the smallest grid has cells, of which
/// zeros replace the last ones. No full grid begins and ends like this.
fn is_rounded(text: &[u8]) -> bool {
    let digits = text.strip_suffix(b".0").unwrap_or(text);
    let kept = if digits.len() > KEPT_BY_DOUBLES { KEPT_BY_DOUBLES } else { KEPT_BY_SHEETS };
    digits.len() >= Size::Four.cells()
        && (digits.ends_with(b"0") || digits.len() < text.len())
        && digits[..KEPT_BY_SHEETS].iter().all(|byte| (b'1'..=b'9').contains(byte))
        && digits[KEPT_BY_SHEETS..kept].iter().all(u8::is_ascii_digit)
        && (digits.len() <= KEPT_BY_DOUBLES && digits.len() < text.len()
            || digits[kept..].iter().all(|byte| *byte == b'0'))
}
