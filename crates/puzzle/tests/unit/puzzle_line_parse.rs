use sudomill_puzzle::grid::{Order2, Order3};
use sudomill_puzzle::{
    grid::Order,
    puzzle_line::{MAX_LINE, Skip, parse::*},
};

const EASY: &str =
    "013085006000031000007600000006900003170000025300006900000002400000870000900560310";

fn bad<O: Order>(line: impl AsRef<[u8]>) -> String {
    match parse_line::<O>(line.as_ref()) {
        Line::Bad(bad) => bad.to_string(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn puzzle_in_first_field() {
    let blanks =
        sudomill_puzzle::puzzle_line::BLANKS.iter().map(|&blank| char::from(blank).to_string());
    let separated =
        [",", ";", ":", "\t", " ", "|"].map(|end| format!("{EASY}{end}§ 53 any \u{1F600}"));
    let around = [format!("  {EASY}  "), format!("\"{EASY}\";\"x\""), format!("{EASY}\r")];
    let lines = blanks.map(|blank| EASY.replace('0', &blank)).chain(separated).chain(around);
    for line in lines {
        let Line::Puzzle(text, puzzle) = parse_line::<Order3>(line.as_bytes()) else {
            panic!("{line}")
        };
        let dots = String::from_utf8_lossy(text).replace(|c| !('1'..='9').contains(&c), ".");
        assert_eq!((puzzle.to_string(), dots), (EASY.replace('0', "."), EASY.replace('0', ".")));
    }
    assert_eq!(
        bad::<Order3>(format!(",{}", "1".repeat(81))),
        "1: found the end of the puzzle after 0 cells; expected 81"
    );
}

#[test]
fn lost_zeros() {
    let found = "81: found the end of the puzzle after 80 cells; expected 81";
    let lost = bad::<Order3>(EASY.trim_start_matches('0'));
    assert_eq!(lost, format!("{found}; were zeros at the start lost?"));
    for other in [&EASY[..80], &EASY[1..].replace('0', "."), "53", &"1".repeat(80)] {
        assert!(bad::<Order3>(other).ends_with("expected 81"), "{other}");
    }
}

#[test]
fn skips_blanks_and_comments() {
    for (line, skip) in [
        ("", Skip::Blank),
        ("\r", Skip::Blank),
        (" \t ", Skip::Blank),
        ("# 53", Skip::Comment),
        ("  #", Skip::Comment),
    ] {
        assert_eq!(parse_line::<Order3>(line.as_bytes()), Line::Skip(skip), "{line:?}");
    }
}

#[test]
fn locates_fault() {
    let symbols = "expected 1-9 or one of . 0 - _ * ? x X";
    let wrong = EASY.replacen('8', "Z", 1);
    let last = |byte: u8| [&EASY.as_bytes()[..80], &[byte]].concat();
    let quoted = format!(" \"{wrong}\",a").into_bytes();
    for (line, message) in [
        (wrong.into_bytes(), format!("5: found 'Z'; {symbols}")),
        (quoted, format!("7: found 'Z'; {symbols}")),
        (last(0xFF), format!("81: found '\u{FFFD}'; {symbols}")),
        (last(0), format!("81: found '\\0'; {symbols}")),
        (
            EASY.as_bytes()[..80].to_vec(),
            "81: found the end of the puzzle after 80 cells; expected 81".to_owned(),
        ),
        (
            format!("{EASY}7").into_bytes(),
            "82: found '7' after 81 cells; expected the end of the line or a separator".to_owned(),
        ),
        (
            b"12,,34".to_vec(),
            "3: found the end of the puzzle after 2 cells; expected 81".to_owned(),
        ),
    ] {
        assert_eq!(bad::<Order3>(line), message);
    }
    assert_eq!(
        bad::<Order2>("1...5.....2....3"),
        "5: found '5'; expected 1-4 or one of . 0 - _ * ? x X"
    );
    let repeated = bad::<Order2>(" 1.......1.......");
    assert_eq!(repeated, "10: digit 1 twice in column 1 (r1c1 and r3c1)");
}

#[test]
fn rejects_oversized_line() {
    let mut line = EASY.as_bytes().to_vec();
    line.push(b',');
    line.resize(MAX_LINE, b'a');
    assert!(matches!(parse_line::<Order3>(&line), Line::Puzzle(..)));
    line.push(b'a');
    assert_eq!(bad::<Order3>(&line), "1: found a line longer than 65536 bytes");
}
