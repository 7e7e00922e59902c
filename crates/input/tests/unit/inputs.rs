//! Whole inputs: lines and grids of every size, cut at any place.

use proptest::prelude::*;
use std::{io::Read, ops::ControlFlow};
use sudomill_input::{
    InputFormat, MAX_LINE, ReadOptions, Skip, Source, any_puzzle, puzzles::each_line, read_as,
    read_from, read_puzzle, sizes,
};
use sudomill_puzzle::{
    any::Parsed,
    grid::{Alphabet, Order, Order2, Order3, Order4, Order5, Puzzle, Size},
};

/// A line of an input: its number from 1, and the puzzle or the message.
type Read1 = (u64, Result<String, String>);

/// Every line that is a puzzle or malformed, and the skipped lines.
fn read_source<O: Order>(mut source: Source, chunk_size: usize) -> (Vec<Read1>, Vec<(u64, Skip)>) {
    let (mut puzzles, mut others) = (Vec::new(), Vec::new());
    let layout = source.layout().clone();
    let read = each_line(&mut source, chunk_size, &mut |number, line| {
        match line {
            Parsed::Puzzle(text) => {
                let puzzle = any_puzzle(text, &layout).unwrap().puzzle::<O>().unwrap();
                puzzles.push((number, Ok(puzzle.text(layout.alphabet))));
            }
            Parsed::Bad(bad) => puzzles.push((number, Err(bad.at(number)))),
            Parsed::Skip(skip) => others.push((number, skip)),
        }
        ControlFlow::Continue(())
    });
    read.unwrap();
    (puzzles, others)
}

fn source(text: &str) -> Source {
    read_from("memory", std::io::Cursor::new(text.as_bytes().to_vec())).unwrap()
}

fn has_grids(source: &Source) -> bool {
    matches!(source.detected().format, InputFormat::Grids | InputFormat::Numbers)
}

fn read<O: Order>(text: &str) -> Vec<Read1> {
    assert_eq!(source(text).layout().size, O::SIZE);
    read_source::<O>(source(text), 1 << 20).0
}

/// Yields one byte at a time, as typing does.
pub(crate) struct Slowly(pub Vec<u8>, pub usize);

impl Read for Slowly {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let Some(byte) = self.0.get(self.1) else { return Ok(0) };
        buffer[0] = *byte;
        self.1 += 1;
        Ok(1)
    }
}

/// The style of a grid.
#[derive(Clone, Debug)]
struct Style {
    blank: char,
    spaced: bool,
    bars: Option<&'static str>,
    ruler: Option<&'static str>,
    border: bool,
    between: &'static str,
    end: &'static str,
    lower: bool,
}

fn style() -> impl Strategy<Value = Style> {
    let look = (
        prop::sample::select(vec!['.', '-', '_', '*', '?', 'x', 'X', '0']),
        any::<[bool; 3]>(),
        prop::option::of(prop::sample::select(vec!["|", "│", "║", "┃", " "])),
        prop::option::of(prop::sample::select(vec!["-+", "=+", "─┼", "═╬", "━╋"])),
    );
    let around = (
        prop::sample::select(vec!["\n", "", "Grid 01\n", "# 1\n", "\n[Puzzle]\n", "  \n\n"]),
        prop::sample::select(vec!["\n", "\r\n"]),
    );
    (look, around).prop_map(|((blank, [spaced, border, lower], bars, ruler), (between, end))| {
        Style { blank, spaced, bars, ruler, border, between, end, lower }
    })
}

fn draw<O: Order>(values: &[u8], alphabet: Alphabet, style: &Style) -> String {
    let space = if style.spaced { " " } else { "" };
    let symbol = |&value: &u8| match sudomill_puzzle::grid::Digit::new(value) {
        Some(digit) if style.lower => alphabet.symbol(digit).to_ascii_lowercase(),
        Some(digit) => alphabet.symbol(digit),
        None if style.blank == '0' && alphabet == Alphabet::FromZero => '.',
        None => style.blank,
    };
    let ruler = style.ruler.map(|ruler| {
        let (line, cross) = ruler.split_at(ruler.chars().next().unwrap().len_utf8());
        let piece = line.repeat(if style.spaced { 2 * O::BOX_COLUMNS } else { O::BOX_COLUMNS });
        format!("{cross}{}{}", format!("{piece}{cross}").repeat(O::STACKS), style.end)
    });
    let ruler = ruler.unwrap_or_default();
    let bar = style.bars.unwrap_or("");
    let mut text = if style.border { ruler.clone() } else { String::new() };
    for (r, row) in values.chunks(O::SIDE).enumerate() {
        let part = |cells: &[u8]| {
            let cells: Vec<String> = cells.iter().map(|v| symbol(v).to_string()).collect();
            cells.join(space)
        };
        let parts: Vec<String> = row.chunks(O::BOX_COLUMNS).map(part).collect();
        let row = parts.join(&format!("{space}{bar}{space}"));
        text += &if style.border { format!("{bar}{row}{bar}") } else { row };
        text += style.end;
        if (r + 1) % O::BOX_ROWS == 0 && (r + 1 < O::SIDE || style.border) {
            text += &ruler;
        }
    }
    text
}

/// A puzzle without repeated digits: some cells of a full grid. Its first row is
/// full, so that it shows its alphabet, and its second is neither full nor empty.
fn values<O: Order>(keep: &[bool]) -> Vec<u8> {
    let full = |i: usize| {
        let (row, column) = (i / O::SIDE, i % O::SIDE);
        ((row * O::BOX_COLUMNS + row / O::BOX_ROWS + column) % O::SIDE + 1) as u8
    };
    let kept =
        |i: usize| i <= O::SIDE || !(i + 1).is_multiple_of(O::SIDE) && keep[i * 7 % keep.len()];
    (0..O::CELLS).map(|i| if kept(i) { full(i) } else { 0 }).collect()
}

fn reads_back<O: Order>(keep: &[bool], alphabet: Alphabet, style: &Style, chunk: usize) {
    let alphabet = if O::SIDE > 9 { alphabet } else { Alphabet::FromOne };
    let values = values::<O>(keep);
    let grid = draw::<O>(&values, alphabet, style);
    let text = format!("{grid}{}", style.between.replace('\n', style.end)).repeat(3);
    let expected = Puzzle::<O>::new(&values).unwrap().text(alphabet);
    let source = source(&text);
    assert_eq!((source.layout().size, has_grids(&source)), (O::SIZE, true), "{text}");
    let (puzzles, others) = read_source::<O>(source, chunk);
    let found: Vec<_> = puzzles.iter().map(|(_, puzzle)| puzzle.clone()).collect();
    assert_eq!(found, vec![Ok(expected); 3], "{text}");
    assert_eq!(puzzles.len() + others.len(), text.lines().count());
    let given = read_puzzle(grid.replace('\n', "\\n").as_bytes()).unwrap();
    assert_eq!((given.size, given.alphabet, given.values), (O::SIZE, alphabet, values));
}

/// Parts for random files of grids, valid and malformed.
const PIECES: [&str; 21] = [
    "53..7....\n",
    "6 . . | 1 9 5 | . . .\n",
    "1........\n",
    ".........\n",
    "---+---+---\n",
    "+===+\n",
    "\n",
    " \t\r\n",
    "# c\n",
    "Grid 01\n",
    "[Puzzle]\n",
    "53..Z....\n",
    "53..\n",
    "53..7....1\n",
    "│ . . . │ . . . │ . . 9 │\n",
    "é\u{1b}\n",
    "---------\n",
    "2",
    "--3------\n",
    "100000\n",
    "123456789123456789123456789\n",
];

/// The first lines of tables.
const HEADERS: [&str; 6] = [
    "id,puzzle,note\n",
    "note;Question\n",
    "1,1...4.....2....3,\"\"\n",
    "{\"a\":\"1\",\"puzzle\":\"1...4.....2....3\"}\n",
    "sep=;\n",
    "1...4.....2....3 x\n",
];

/// Parts for random rows of tables, valid and malformed.
const FIELDS: [&str; 20] = [
    "1...4.....2....3",
    "1432321441232341",
    "40002030010",
    "\"1...4.....2....3\"",
    "\"a\n\nb\"",
    "\"a\"\"\r\nb,;\"",
    "\"",
    "\"never",
    ",",
    ",",
    ";",
    " ",
    "\n",
    "\n",
    "\r\n",
    "7",
    "#",
    "é",
    "{\"puzzle\":\"1...4.....2....3\"}\n",
    "1,1...4.....2....3,x\n",
];

const CASES: u32 = if cfg!(miri) { 2 } else { 1000 };

/// The number of sizes whose rows alone show that they are grids: of the others, a row of dashes is a ruler.
const SIZES: usize = if cfg!(miri) { 2 } else { 4 };

/// The length of a random text, in pieces or fields.
const LENGTH: usize = if cfg!(miri) { 4 } else { 70 };

proptest! {
    #![proptest_config(ProptestConfig::with_cases(CASES))]

    #[test]
    fn grids_read_back(
        keep in prop::collection::vec(any::<bool>(), 50),
        from_zero in any::<bool>(),
        style in style(),
        chunk in prop::sample::select(vec![1, 100, 1000, 1 << 20]),
        size in prop::sample::select(sizes::evident().take(SIZES).collect::<Vec<_>>()),
    ) {
        let alphabet = if from_zero { Alphabet::FromZero } else { Alphabet::FromOne };
        sudomill_puzzle::for_size!(size, O => reads_back::<O>(&keep, alphabet, &style, chunk));
    }

    #[test]
    fn cutting_grids_changes_nothing(
        pieces in prop::collection::vec(0..PIECES.len(), 0..LENGTH),
        mark in any::<bool>(),
        chunk in 1usize..300,
    ) {
        let start = if mark { "\u{FEFF}" } else { "" };
        let pieces: String = pieces.into_iter().map(|i| PIECES[i]).collect();
        let text = format!("{start}{}{}{pieces}", PIECES[0], PIECES[1]);
        let whole = source(&text);
        prop_assert!(has_grids(&whole));
        let expected = read_source::<Order3>(whole, usize::MAX);
        // Every line occurs once and in order.
        let mut lines: Vec<u64> = expected.0.iter().map(|line| line.0).collect();
        lines.extend(expected.1.iter().map(|line| line.0));
        lines.sort_unstable();
        prop_assert_eq!(lines, (1..=text.lines().count() as u64).collect::<Vec<_>>());
        prop_assert_eq!(&read_source::<Order3>(source(&text), chunk), &expected);
        let slowly = read_from("memory", Slowly(text.into_bytes(), 0)).unwrap();
        prop_assert_eq!(&read_source::<Order3>(slowly, chunk), &expected);
    }

    #[test]
    fn cutting_tables_changes_nothing(
        pieces in prop::collection::vec(0..FIELDS.len(), 0..LENGTH),
        header in 0..HEADERS.len(),
        mark in any::<bool>(),
        restore_zeros in any::<bool>(),
        chunk in 1usize..200,
    ) {
        let start = if mark { "\u{FEFF}" } else { "" };
        let pieces: String = pieces.into_iter().map(|i| FIELDS[i]).collect();
        let text = format!("{start}{}{pieces}", HEADERS[header]);
        let open = |reader: Box<dyn Read + Send>| {
            let how = ReadOptions::default().with_restore_zeros(restore_zeros);
            read_as("memory", reader, &how).unwrap()
        };
        let again = || open(Box::new(std::io::Cursor::new(text.clone().into_bytes())));
        let whole = again();
        prop_assert!(!has_grids(&whole));
        let size = whole.layout().size;
        sudomill_puzzle::for_size!(size, O => {
            let expected = read_source::<O>(whole, usize::MAX);
            let mut lines: Vec<u64> = expected.0.iter().map(|line| line.0).collect();
            lines.extend(expected.1.iter().map(|line| line.0));
            lines.sort_unstable();
            prop_assert_eq!(lines, (1..=text.lines().count() as u64).collect::<Vec<_>>());
            prop_assert_eq!(&read_source::<O>(again(), chunk), &expected);
            let slowly = open(Box::new(Slowly(text.clone().into_bytes(), 0)));
            prop_assert_eq!(&read_source::<O>(slowly, chunk), &expected);
        });
    }

    #[test]
    fn no_bytes_panic(
        bytes in prop::collection::vec(prop::sample::select(b"12.9-|+= \n\xE2\x94\x82G#x0Z".to_vec()), 0..300),
        chunk in 1usize..40,
    ) {
        let open = || read_from("memory", std::io::Cursor::new(bytes.clone())).unwrap();
        let whole = open();
        let size = whole.layout().size;
        sudomill_puzzle::for_size!(size, O => {
            let expected = read_source::<O>(whole, usize::MAX);
            prop_assert_eq!(read_source::<O>(open(), chunk), expected);
        });
        let _ = read_puzzle(&bytes);
    }
}

const GRID: &str = "53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n\
                    ...419..5\n....8..79\n";

fn as_line(grid: &str) -> String {
    grid.lines().collect()
}

#[test]
fn locates_broken_grid() {
    let expected = "expected 1-9 or one of . 0 - _ * ? x X";
    for (broken, told) in [
        (GRID.replacen('8', "Z", 1), format!("4:3: found 'Z'; {expected}")),
        (GRID.replacen(".98", "9 8 | ", 1), "4:13: found the end of the row after 8 cells".into()),
        (GRID.replacen("4..8.3..1", "4..8.3..12", 1), "6:10: found '2' after 9 cells".into()),
        (GRID[..80].into(), "9:10: found the end of the grid after 8 rows; expected 9".into()),
        (
            GRID.replacen("...419", "6..419", 1),
            "9:1: digit 6 twice in column 1 (r2c1 and r8c1)".into(),
        ),
        (GRID.replacen("8...6", "...", 1), "5:8: found the end of the row after 7 cells".into()),
    ] {
        let text = format!("Grid 01\n{broken}Grid 02\n{GRID}");
        let found = read::<Order3>(&text);
        let last = 3 + broken.lines().count() as u64;
        assert_eq!(found[1..], [(last, Ok(as_line(GRID)))], "{text}");
        let (line, bad) = &found[0];
        assert_eq!(*line, 2);
        assert!(bad.as_ref().unwrap_err().starts_with(&told), "{bad:?}: {told}");
    }
}

#[test]
fn row_with_half_a_character_is_bad() {
    let mut text = GRID.replacen("4..8.3..1", "4..8.3..1~", 1).repeat(2).into_bytes();
    text.iter_mut().filter(|byte| **byte == b'~').for_each(|byte| *byte = 0xA1);
    for chunk in [1, 1 << 20] {
        let source = read_from("memory", std::io::Cursor::new(text.clone())).unwrap();
        let (found, _) = read_source::<Order3>(source, chunk);
        let told = found.into_iter().map(|(_, read)| read.unwrap_err()).collect::<Vec<_>>();
        assert_eq!(told.len(), 2);
        assert!(told[0].starts_with("5:10: found '\u{FFFD}' after 9 cells"), "{told:?}");
        assert!(told[1].starts_with("14:10: found '\u{FFFD}' after 9 cells"), "{told:?}");
    }
}

#[test]
fn line_of_many_rows_is_one_bad_puzzle() {
    let line = as_line(GRID);
    let found = read::<Order3>(&format!("{GRID}{line}\n{GRID}{line}\n{line}\n{GRID}"));
    let lines: Vec<_> = found.iter().map(|(line, read)| (*line, read.is_ok())).collect();
    assert_eq!(lines, [(1, true), (10, false), (11, true), (20, false), (21, false), (22, true)]);
    let told = found[1].1.as_ref().unwrap_err();
    assert!(told.starts_with("10:1: found a puzzle in one line of a file of grids"), "{told}");
}

#[test]
fn places_are_those_of_the_file() {
    let drawn = "+-------+\n│ 5 5 . │ . 7 . │ . . . │\n";
    let rest = &GRID[10..];
    assert_eq!(
        read::<Order3>(&format!("{GRID}\n{drawn}{rest}"))[1],
        (12, Err("12:5: digit 5 twice in row 1 (r1c1 and r1c2)".into()))
    );
}

#[test]
fn rewritten_puzzles_are_no_comments() {
    let signed = format!("-\n#{}+{}\n", "1".repeat(17), "1".repeat(22));
    let escaped = format!("{{\"puzzle\":\"{}\"}}\n{{\"puzzle\":\"\\u0023\"}}\n", as_line(GRID));
    for text in [signed, escaped] {
        let told = read::<Order3>(&text).pop().unwrap().1.unwrap_err();
        assert!(told.contains("found '#'"), "{text}: {told}");
    }
}

/// A word in brackets is the type of what another bracket holds only in front of that.
#[test]
fn word_in_brackets_is_shown() {
    let puzzle = as_line(GRID);
    let text =
        format!("{{\"text\": \"[INST] Solve: {puzzle} [/INST]\"}}\n{{\"text\": \"{puzzle}\"}}\n");
    let how = ReadOptions::default().with_size(Some(Size::Four));
    let source = read_as("memory", std::io::Cursor::new(text.into_bytes()), &how).unwrap();
    let (read, _) = read_source::<Order2>(source, 1 << 20);
    let shown = "1:12: found \"INST\"; expected a number from 0 to 4".to_owned();
    assert_eq!(read[0], (1, Err(shown)));
}

#[test]
fn dashes_as_empty_cells() {
    let dashed = GRID.replace('.', "-").replacen("53--7----", "---------", 1);
    assert_eq!(read::<Order3>(&dashed.repeat(2))[1], (10, Ok(as_line(&dashed).replace('-', "."))));
    let ruled = format!("{}---------\n{}", &GRID[..30], &GRID[30..]).repeat(2);
    assert_eq!(read::<Order3>(&ruled)[1], (11, Ok(as_line(GRID))));
}

#[test]
#[cfg_attr(miri, ignore)] // Long texts.
fn endless_grid_is_bounded() {
    let rulers = format!("53..7....\n6........\n{}", "---+---+---\n".repeat(10_000));
    let long = format!("{GRID}{}\n{GRID}", "é".repeat(100_000));
    let wide = format!("{GRID}{}\n{GRID}", format!("1{}12345678\n", " ".repeat(50_000)).repeat(9));
    for text in [format!("{rulers}{GRID}"), long, wide] {
        let whole = read_source::<Order3>(source(&text), 1 << 20);
        assert_eq!(whole.0.last().unwrap().1, Ok(as_line(GRID)));
        assert!(
            whole.0.iter().any(|(_, read)| read.as_ref().is_err_and(|bad| bad.contains("65536")))
        );
        for size in [1, 1000, 70_000] {
            let mut pieces = source(&text);
            while let Some(chunk) = pieces.next_chunk(size).unwrap() {
                assert!(chunk.bytes().len() <= 2 * MAX_LINE + size);
            }
            assert!(read_source::<Order3>(source(&text), size) == whole, "{size}");
        }
    }
}

#[test]
fn lines_of_every_size() {
    fn is_read<O: Order>(line: &str) {
        let found = source(&format!("{line}\n"));
        assert_eq!((found.layout().size, has_grids(&found)), (O::SIZE, false), "{line}");
        assert_eq!(read_source::<O>(found, 1000).0, [(1, Ok(line.to_owned()))]);
    }
    is_read::<Order2>("1...4.....2....3");
    is_read::<Order3>(&format!("{:.<81}", "53"));
    is_read::<Order4>(&format!("{:.<256}", "1AG"));
    is_read::<Order4>(&format!("{:.<256}", "0AF"));
    is_read::<Order5>(&format!("{:.<625}", "1AP"));
    is_read::<Order5>(&format!("{:.<625}", "0AO"));
}

#[test]
fn broken_line_is_not_a_grid() {
    let line = as_line(GRID);
    for text in [
        format!("53..7....\n{line}\n"),
        format!("53..7....\n\n53..7....\n{line}\n"),
        format!("1234\n{line}\n"),
        format!("{line}\n53..7....\n53..7....\n"),
        "1...4.....2....3\n1...G.....2....3\n1...4.....2....4\n".to_owned(),
    ] {
        assert!(!has_grids(&source(&text)), "{text}");
    }
}

#[test]
fn rows_of_16_or_puzzles_of_4() {
    let rows = "1...............\n................\n..A.............\n...B............\n";
    assert_eq!(source(rows).layout().size, Size::Sixteen);
    let four = "1...............\n.2..............\n..11............\n...B............\n";
    assert_eq!(source(four).layout().size, Size::Four);
    // Four numbers and a wider gap, as in a row of 4×4 with text behind it.
    let spaced = "0 1 2 3  4 5 6 7  8 9 a b  c d e f\n4 * * *  8 * * *  * d * f  * 1 * *\n";
    assert_eq!(source(&spaced.repeat(8)).layout().size, Size::Sixteen);
}

#[test]
fn first_certain_alphabet_counts() {
    let [either, zero, one] = ["1F", "0F", "G"].map(|start| format!("{start:.<256}\n"));
    let alphabet = |text: &str| source(text).layout().alphabet;
    assert_eq!(alphabet(&either), Alphabet::FromOne);
    assert_eq!(alphabet(&format!("{either}{zero}{one}")), Alphabet::FromZero);
    assert_eq!(alphabet(&format!("{either}{one}{zero}")), Alphabet::FromOne);
    let found = read::<Order4>(&format!("{either}{zero}{one}"));
    assert_eq!(found[0].1.as_ref().unwrap()[..2], *"1F");
    assert_eq!(
        found[2].1.as_ref().unwrap_err(),
        "3:1: found 'G'; expected 0-9 A-F or one of . - _ * ? x X (0 is a digit here)"
    );
    let zeros = read::<Order4>(&format!("{zero}{:0<256}\n", "1"));
    assert_eq!(
        zeros[1].1.as_ref().unwrap_err(),
        "2:3: digit 0 twice in row 1 (r1c2 and r1c3) (0 is a digit here)"
    );
}

#[test]
fn single_puzzle_is_line_or_grid() {
    let values = read_puzzle(as_line(GRID).as_bytes()).unwrap().values;
    let rows: Vec<_> = GRID.split_inclusive('\n').collect();
    let apart = rows.chunks(3).map(<[_]>::concat).collect::<Vec<_>>().join("\n");
    for text in [GRID.to_owned(), format!("Grid 01\n{GRID}\n"), GRID.replace('\n', "\\n"), apart] {
        assert_eq!(read_puzzle(text.as_bytes()).unwrap().values, values);
    }
    let told = |text: &str| read_puzzle(text.as_bytes()).unwrap_err().at(1);
    // The only puzzle of a text needs no evidence of its size.
    for size in Size::ALL {
        let line = ".".repeat(size.cells());
        let row = |between: &str| vec!["."; size.side()].join(between) + "\n";
        let rows = ["", " ", " | "].map(|between| row(between).repeat(size.side()));
        let found = [vec![line.clone(), format!("{line}\n")], rows.to_vec()].concat();
        for text in found {
            let found = read_puzzle(text.as_bytes()).map(|it| (it.size, it.values));
            assert_eq!(found, Ok((*size, vec![0; size.cells()])), "{text}");
        }
    }
    assert_eq!(told(&format!("{GRID}{GRID}")), "10:1: found another puzzle; expected only one");
    assert_eq!(told(""), "1:1: found the end of the puzzle after 0 cells; expected 81");
    assert_eq!(told(&GRID[..20]), "2:10: found the end of the grid after 2 rows; expected 9");
    assert_eq!(told(&GRID.replacen("...419", "...Z19", 1))[..15], *"8:4: found 'Z';");
}
