//! A text that is meant to be one puzzle: an argument, or what somebody types.

use super::{
    chunk::{Bytes, Chunk},
    detect::{Detection, other_kind, size_of_grid},
    layout::{Layout, ReadOptions},
    lines::{
        COMMENT,
        symbols::{is_grid, symbol_values},
    },
    notation::any_puzzle,
    sizes::detected,
};
use sudomill_puzzle::{
    any::{AnyPuzzle, Parsed, parse_any},
    error::{BadLine, Problem},
    grid::{Alphabet, Drawing, Size, Symbols},
};

/// Reads one puzzle: a puzzle line, or a grid with or without rulers. Blank lines, comments and a
/// name around it are ignored. A backslash followed by `n` also ends a line, for places where a
/// newline cannot be typed.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*}; pub mod input { pub use sudomill_input::*; } }
/// use sudomill::{grid::Size, input::read_puzzle};
/// let puzzle = read_puzzle(b"1...4.....2....3")?;
/// assert_eq!((puzzle.size, puzzle.values[4]), (Size::Four, 4));
/// let grid = read_puzzle(br"1 . | . .\n4 . | . .\n----+----\n. . | 2 .\n. . | . 3")?;
/// assert_eq!(grid, puzzle);
/// # Ok::<(), sudomill::input::BadLine>(())
/// ```
///
/// # Errors
/// The text is not exactly one puzzle. [`BadLine::at`] gives the message with the line.
pub fn read_puzzle(text: &[u8]) -> Result<AnyPuzzle, BadLine> {
    read_puzzle_in(text, None)
}

/// Like [`read_puzzle`], but in these symbols if any are given.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*}; pub mod input { pub use sudomill_input::*; } }
/// use sudomill::input::read_puzzle_in;
/// let puzzle = read_puzzle_in(b"A...D.....B....C", Some("ABCD".parse()?))?;
/// assert_eq!(puzzle.values[4], 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// As for [`read_puzzle`].
pub fn read_puzzle_in(text: &[u8], symbols: Option<Symbols>) -> Result<AnyPuzzle, BadLine> {
    read_puzzle_as(text, &ReadOptions::default().with_symbols(symbols))
}

/// Like [`read_puzzle`], with the symbols, regions and extra units of these options.
///
/// # Errors
/// As for [`read_puzzle`]; or the regions do not fit the puzzle.
pub fn read_puzzle_as(text: &[u8], options: &ReadOptions) -> Result<AnyPuzzle, BadLine> {
    let text = with_newlines(text);
    // A blank line ends a grid, but here it may separate the rows of the only one.
    let lines = text.split_inclusive(|&byte| byte == b'\n');
    let joined = lines.filter(|line| !line.trim_ascii().is_empty()).collect::<Vec<_>>().concat();
    // Where a text is meant to be one puzzle, the length of a line or of rows tells its size, even if the clues are
    // few or repeat a digit.
    let is_line = |size: &Size| is_grid(text.trim_ascii(), *size, Alphabet::FromOne);
    let size = detected(None).find(is_line).or_else(|| size_of_grid(&text));
    let how = options.of_one_puzzle().with_size(size);
    let found =
        read_text(text.clone(), &how).or_else(|bad| read_text(joined, &how).map_err(|_| bad));
    found.map_err(|bad| other_kind(&text, true, &Detection::of_text(&text, &how)).unwrap_or(bad))
}

/// A text in which newlines replace every backslash that an `n` follows.
fn with_newlines(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = 0;
    for at in memchr::memmem::find_iter(text, br"\n") {
        out.extend_from_slice(&text[rest..at]);
        out.push(b'\n');
        rest = at + 2;
    }
    out.extend_from_slice(&text[rest..]);
    out
}

fn read_text(text: Vec<u8>, how: &ReadOptions) -> Result<AnyPuzzle, BadLine> {
    let mut layout = Detection::of_text(&text, how).layout;
    let units = how.units(layout.size);
    layout.units = units.map_err(|error| BadLine::new(0, 1, Problem::Units(error)))?;
    let mut chunk = Chunk::new(Bytes::Owned(text), layout.clone());
    let mut found = None;
    for (newlines, _, line) in chunk.parsed_lines() {
        let mut bad = match line {
            Parsed::Puzzle(text) if found.is_none() => {
                found = Some(text);
                continue;
            }
            Parsed::Skip(_) => continue,
            Parsed::Puzzle(_) => BadLine::new(0, 1, Problem::SecondPuzzle),
            Parsed::Bad(bad) => bad,
        };
        bad.line_offset += newlines;
        return Err(bad);
    }
    let found = found.and_then(|text| any_puzzle(text, &layout));
    // Here even a line that looks like a count or a header is meant as a puzzle.
    let Layout { size, alphabet, .. } = layout;
    found.ok_or_else(|| match parse_any(chunk.bytes().trim_ascii(), size, alphabet) {
        Parsed::Bad(bad) => bad,
        _ => BadLine::new(0, 1, Problem::Short { found: 0, expected: size.cells() }),
    })
}

/// The rules of puzzles that are no units: a word of files that state them, and their name.
pub(crate) const RULES: [(&str, &str); 5] = [
    ("cage", "cages"),
    ("arrow", "arrows"),
    ("thermo", "thermometers"),
    ("knight", "knights"),
    ("king", "kings"),
];

/// Reads regions or extra units that are drawn as a grid: each cell has a letter or a digit, and in a drawing
/// of extra units `.` for none.
///
/// Drawings are read as puzzles are, but any letters and digits may be the symbols.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::grid, sudomill_input::*}; pub mod input { pub use sudomill_input::*; } }
/// use sudomill::{grid::{Size, Units}, input::read_drawing};
/// let drawing = read_drawing(b"A A A B\nA B B B\nC C C D\nC D D D\n")?;
/// assert!(Units::new(Size::Four, Some(&drawing), &[]).is_ok());
/// let drawing = read_drawing(b"AAAAABBBCCCDCDDD").unwrap();
/// let error = Units::new(Size::Four, Some(&drawing), &[]).unwrap_err().to_string();
/// assert_eq!(error, "found 5 times 'A', one of 4 symbols; expected 4 symbols, 4 times each");
/// # Ok::<(), sudomill::input::BadLine>(())
/// ```
///
/// # Errors
/// The text is no grid, or states other rules, such as cages.
pub fn read_drawing(text: &[u8]) -> Result<Drawing, BadLine> {
    let lines = text.split(|byte| *byte == b'\n').filter(|line| !line.starts_with(&[COMMENT]));
    let is_cell = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'.';
    let cells = lines.flatten().filter(is_cell);
    let cells: Vec<_> = cells.map(|&byte| Some(char::from(byte)).filter(|it| *it != '.')).collect();
    if let Ok(drawing) = Drawing::new(cells) {
        return Ok(drawing);
    }
    let lower = text.to_ascii_lowercase();
    let is_named = |(word, _): &(&str, _)| memchr::memmem::find(&lower, word.as_bytes()).is_some();
    if let Some((_, rule)) = RULES.into_iter().find(is_named) {
        return Err(BadLine::new(0, 1, Problem::OtherRule(rule)));
    }
    // Numbers above 9, or a name around the grid: as puzzles have them, whose clues may repeat here.
    let text = with_newlines(text);
    let layout = Detection::of_text(&text, &ReadOptions::default()).layout;
    let mut chunk = Chunk::new(Bytes::Owned(text), layout.clone());
    let mut cursor = chunk.cursor();
    let found = chunk.next(&mut cursor, false, &mut |_, _| {});
    let (record, bad) = found.ok_or_else(|| BadLine::new(0, 1, Problem::NoDrawing))?;
    if let Some(mut bad) = bad {
        bad.line_offset += u64::from(record.newlines);
        return Err(bad);
    }
    let values = symbol_values(layout.size, layout.alphabet);
    let symbol = |&byte: &u8| Some(char::from(byte)).filter(|_| values[usize::from(byte)] != 0);
    let cells = chunk.text(&record).iter().map(symbol).collect();
    Drawing::new(cells).map_err(|error| BadLine::new(0, 1, Problem::Units(error)))
}
