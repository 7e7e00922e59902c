//! Numbers in decimal notation.

use sudomill_puzzle::puzzle_line::decimal::Decimal;

#[test]
fn small_numbers_are_those_of_floats() {
    let numbers = ["", "0", "5", "12", "255", "256", "007", "1.5", ".5", "25", "."];
    let fractions = ["", ".", ".0", ".50", ".000", ".05"];
    let exponents = "/e0/E+00/e1/e-1/e-02/e9/e/e+/e1x/x/e99999999999999999999";
    for sign in ["", "-", "+", "--"] {
        for number in numbers {
            let with = |it| exponents.split('/').map(move |e| format!("{sign}{number}{it}{e}"));
            for text in fractions.into_iter().flat_map(with) {
                let float = text.parse::<f64>().ok();
                let small = float.map(f64::abs).filter(|it| it.fract() == 0.0 && *it <= 255.0);
                let decimal = Decimal::of(text.as_bytes());
                assert_eq!(decimal.is_some(), float.is_some(), "{text}");
                assert_eq!(
                    decimal.as_ref().and_then(Decimal::small),
                    small.map(|it| it as u8),
                    "{text}"
                );
            }
        }
    }
}
