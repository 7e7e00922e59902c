//! Feeds: any bytes as a file of lines, grids or arrays of numbers.
//! Compares: the lines read from the whole text with those read in pieces and chunks of any size.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudomill::input::ReadOptions;
use sudomill_fuzz::{Choices, assert_reads_alike};

fuzz_target!(|data: &[u8]| {
    let Some((mut choices, text)) = Choices::split(data) else { return };
    let symbols = choices.one_of(&[None, None, None, Some("ABCD"), Some("123456780")]);
    let symbols = symbols.map(|symbols| symbols.parse().expect("symbols of a size"));
    let how = ReadOptions::default().with_symbols(symbols);
    assert_reads_alike(text, &how, choices.below(300) + 1, choices.below(600) + 1);
});
