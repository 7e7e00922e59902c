//! Feeds: any bytes as one line, as one puzzle of several lines, and as one in custom symbols,
//! which are the bytes before the first newline.
//! Compares: a puzzle with itself, written as text or rows and read back; the position of an error
//! with the text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sudomill::{
    for_size,
    grid::{Alphabet, Order, Size},
    input::{AnyPuzzle, Line, parse_line_in, read_puzzle, read_puzzle_in},
};

fuzz_target!(|data: &[u8]| {
    for size in Size::every() {
        for_size!(size, O => one_line::<O>(data, Alphabet::FromOne));
        if size > Size::Nine {
            for_size!(size, O => one_line::<O>(data, Alphabet::FromZero));
        }
    }
    match read_puzzle(data) {
        Ok(puzzle) => for_size!(puzzle.size, O => read_back::<O>(&puzzle)),
        Err(bad) => assert!(bad.column > 0, "{bad}"),
    }
    let mut parts = data.splitn(2, |&byte| byte == b'\n');
    if let (Some(symbols), Some(text)) = (parts.next(), parts.next())
        && let Some(Ok(symbols)) = str::from_utf8(symbols).ok().map(str::parse)
        && let Ok(puzzle) = read_puzzle_in(text, Some(symbols))
    {
        for_size!(puzzle.size, O => read_back::<O>(&puzzle));
    }
});

fn one_line<O: Order>(line: &[u8], alphabet: Alphabet) {
    match parse_line_in::<O>(line, alphabet) {
        Line::Puzzle(field, puzzle) => {
            assert!(line.windows(field.len()).any(|text| text == field));
            let text = puzzle.text(alphabet);
            let again = parse_line_in::<O>(text.as_bytes(), alphabet);
            assert_eq!(again, Line::Puzzle(text.as_bytes(), puzzle));
        }
        Line::Bad(bad) => {
            assert!((1..=line.len() + 1).contains(&bad.column), "{bad}");
        }
        Line::Skip(_) => {}
    }
}

fn read_back<O: Order>(given: &AnyPuzzle) {
    let symbols = given.alphabet.custom().copied();
    let puzzle = given.puzzle::<O>().expect("of its own size");
    let text = puzzle.text(given.alphabet);
    assert_eq!(read_puzzle_in(text.as_bytes(), symbols).as_ref(), Ok(given));
    if !puzzle.has_candidates() {
        let rows = text.as_bytes().chunks(O::SIDE).collect::<Vec<_>>().join(&b'\n');
        assert_eq!(read_puzzle_in(&rows, symbols).as_ref(), Ok(given));
    }
}
