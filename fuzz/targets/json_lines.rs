//! Feeds: any bytes after a brace as JSON Lines, whose puzzles are strings or arrays.
//! Compares: the lines read from the whole text with those read in pieces and chunks of any size.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudomill::input::{ReadOptions, Role};
use sudomill_fuzz::{Choices, assert_reads_alike};

const COLUMNS: [Option<&str>; 5] = [None, None, None, Some("puzzle"), Some("solution")];

fuzz_target!(|data: &[u8]| {
    let Some((mut choices, rest)) = Choices::split(data) else { return };
    let column = choices.one_of(&COLUMNS).map(|column| column.parse().expect("any name"));
    let how = ReadOptions::default()
        .with_column(column)
        .with_role(choices.one_of(&[Role::Puzzles, Role::Solutions]))
        .with_restore_zeros(choices.one_of(&[false, true]));
    let text = [b"{", rest].concat();
    assert_reads_alike(&text, &how, choices.below(300) + 1, choices.below(600) + 1);
});
