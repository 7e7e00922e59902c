//! Numbers in decimal notation, as programs write the digits of a grid: `5`, `5.0`, `5.000e+00`.
//!
//! They are compared as text: what the standard library needs to parse floats is 12 kB of tables and code, a thirtieth of
//! the page's module for one puzzle.

/// A number by its parts, without its sign: `-12.50e+3` is 12, 50 and 3.
pub struct Decimal<'a> {
    whole: &'a [u8],
    fraction: &'a [u8],
    /// The power of ten; beyond what a number of this length can make up for, any other.
    exponent: i64,
}

/// An exponent that no line is long enough to make up for.
const FAR: i64 = 1 << 40;

impl<'a> Decimal<'a> {
    /// `None` if the text is something else.
    pub fn of(text: &'a [u8]) -> Option<Self> {
        let (whole, rest) = digits(signed(text).1);
        let (fraction, rest) = match rest {
            [b'.', rest @ ..] => digits(rest),
            _ => (&[][..], rest),
        };
        let exponent = match rest {
            [] => 0,
            [b'e' | b'E', rest @ ..] => power(rest)?,
            _ => return None,
        };
        let has_digits = !whole.is_empty() || !fraction.is_empty();
        has_digits.then_some(Self { whole, fraction, exponent })
    }

    /// The absolute value, if it is a whole number that fits.
    pub fn small(&self) -> Option<u8> {
        let mut value = 0_u8;
        let mut left = self.whole.len() as i64 + self.exponent;
        for digit in self.whole.iter().chain(self.fraction) {
            let digit = digit - b'0';
            if left > 0 {
                value = value.checked_mul(10)?.checked_add(digit)?;
            } else if digit != 0 {
                return None;
            }
            left -= 1;
        }
        // Zeros that the exponent adds; a value with one does not fit after a few of them.
        while left > 0 && value > 0 {
            value = value.checked_mul(10)?;
            left -= 1;
        }
        Some(value)
    }
}

/// Returns true for what floats are written as, with `inf` and `NaN`, and blanks around it.
pub fn is_number(text: &[u8]) -> bool {
    let text = text.trim_ascii();
    let is = |name: &str| signed(text).1.eq_ignore_ascii_case(name.as_bytes());
    Decimal::of(text).is_some() || ["nan", "inf", "infinity"].iter().any(|name| is(name))
}

/// The sign, and what is behind it.
fn signed(text: &[u8]) -> (bool, &[u8]) {
    match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    }
}

/// The digits at the beginning, and what is behind them.
fn digits(text: &[u8]) -> (&[u8], &[u8]) {
    text.split_at(text.iter().take_while(|it| it.is_ascii_digit()).count())
}

/// The value of an exponent.
fn power(text: &[u8]) -> Option<i64> {
    let (is_negative, rest) = signed(text);
    let (all, rest) = digits(rest);
    if all.is_empty() || !rest.is_empty() {
        return None;
    }
    let value = all.iter().fold(0, |value, digit| FAR.min(value * 10 + i64::from(digit - b'0')));
    Some(if is_negative { -value } else { value })
}
