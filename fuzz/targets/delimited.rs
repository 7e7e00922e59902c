//! Feeds: any bytes as delimited text, of which any column is read.
//! Compares: the lines read from the whole text with those read in pieces and chunks of any size.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudomill::input::{ReadOptions, Role};
use sudomill_fuzz::{Choices, assert_reads_alike};

const COLUMNS: [Option<&str>; 6] =
    [None, None, Some("1"), Some("2"), Some("puzzle"), Some("solution")];

fuzz_target!(|data: &[u8]| {
    let Some((mut choices, text)) = Choices::split(data) else { return };
    let column = choices.one_of(&COLUMNS).map(|column| column.parse().expect("any name"));
    let how = ReadOptions::default()
        .with_column(column)
        .with_role(choices.one_of(&[Role::Puzzles, Role::Solutions]))
        .with_restore_zeros(choices.one_of(&[false, true]));
    assert_reads_alike(text, &how, choices.below(300) + 1, choices.below(600) + 1);
});
