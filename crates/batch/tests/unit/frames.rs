//! Columns of puzzles in other notations are detected once, not row by row.

use sudomill_batch::memory::frames::Frames;
use sudomill_input::{ReadOptions, read_puzzle, sample::Effort};

const PUZZLE: &str =
    "013085006000031000007600000006900003170000025300006900000002400000870000900560310";

/// The number of texts whose notation is detected.
fn detected(read: impl FnOnce()) -> usize {
    Effort::take();
    read();
    Effort::take().samples
}

/// The puzzle with its digits exchanged in a circle.
fn relabeled(by: u8) -> String {
    let digit = |byte: u8| if byte == b'0' { byte } else { b'1' + (byte - b'1' + by) % 9 };
    PUZZLE.bytes().map(|byte| char::from(digit(byte))).collect()
}

#[test]
fn notations_are_detected_once() {
    let apart = |text: &str, by: &str| text.chars().map(String::from).collect::<Vec<_>>().join(by);
    let rows = |text: &str| {
        let rows = text.as_bytes().chunks(9).map(|row| str::from_utf8(row).unwrap());
        rows.collect::<Vec<_>>().join("\n")
    };
    let notations: [&dyn Fn(&str) -> String; 4] = [
        &|text| apart(text, " ").replace('0', "."),
        &|text| format!("[{}]", apart(text, ", ")),
        &|text| apart(text, "\t"),
        &rows,
    ];
    let how = ReadOptions::default();
    let plain: Vec<_> = (0..2_000).map(|row| relabeled((row % 9) as u8)).collect();
    let expected: Vec<_> = plain.iter().map(|text| read_puzzle(text.as_bytes())).collect();
    let mut all = vec![Vec::new(); plain.len()];
    for write in notations {
        let texts: Vec<_> = plain.iter().map(|text| write(text)).collect();
        let once = detected(|| drop(read_puzzle(texts[0].as_bytes())));
        assert!(once > 0);
        let all_rows = detected(|| {
            let frames = Frames::learn(texts.iter().map(|text| text.as_bytes()), &how);
            for (text, expected) in texts.iter().zip(&expected) {
                assert_eq!(frames.read(text.as_bytes()), *expected);
            }
        });
        assert_eq!(all_rows, once, "{}", texts[0]);
        texts.into_iter().zip(&mut all).for_each(|(text, all)| all.push(text));
    }
    // Rows in several notations, too; one with an error is detected by itself.
    let mixed: Vec<_> =
        all.into_iter().enumerate().map(|(row, mut it)| it.swap_remove(row % 4)).collect();
    let bad = mixed[0].replacen('.', "1", 3);
    let told = detected(|| {
        let frames = Frames::learn(mixed.iter().map(|text| text.as_bytes()), &how);
        assert!(mixed.iter().all(|text| frames.read(text.as_bytes()).is_ok()));
        assert_eq!(frames.read(bad.as_bytes()), read_puzzle(bad.as_bytes()));
    });
    assert!(told < 30, "{told}");
}
