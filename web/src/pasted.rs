//! Reads what people type and paste: every form that `sudomill solve` takes as an argument, grids in
//! which blanks are empty cells, and links of other pages.

use crate::{json, message};
use sudomill::{
    grid::{Alphabet, Digit, Size},
    input::{AnyPuzzle, BadLine, read_puzzle},
};
use wasm_bindgen::prelude::*;

/// The symbols of an empty cell, besides those that only some programs use.
const EMPTY: &str = ".0_*?";

/// Reads one puzzle. An error says first what is wrong with the text as a whole.
pub fn read(given: &str) -> Result<AnyPuzzle, JsError> {
    let text = plain(given);
    let with_dots = || read_puzzle(blanks_as_dots(&text)?.as_bytes()).ok();
    let plainly = read_puzzle(text.as_bytes());
    plainly.or_else(|bad| with_dots().ok_or_else(|| message(problem(&text, &bad))))
}

/// Returns the puzzle of a text in one line; an error if it is not exactly one.
#[wasm_bindgen]
pub fn one_puzzle(text: &str) -> Result<String, JsError> {
    read(text).map(|given| one_line(&given))
}

/// Returns the clues of a text whose clues may contradict each other, as JSON; none of a text of no size, or
/// with a symbol that its size does not have.
#[wasm_bindgen]
pub fn clues(text: &str) -> Result<String, JsError> {
    let text = plain(text);
    let text = blanks_as_dots(&text).unwrap_or(text);
    let rows = text.lines().filter(|line| !is_ruler(line));
    let symbols: String = rows.flat_map(str::chars).filter(is_cell).collect();
    let size = Size::ALL.iter().copied().find(|size| size.cells() == symbols.len());
    let value = |symbol: char, size: Size| match EMPTY.contains(symbol) {
        true => Some(0),
        false => crate::symbols(Alphabet::FromOne, size)
            .find(symbol.to_ascii_uppercase())
            .map(|at| at + 1),
    };
    let clues: Option<Vec<usize>> =
        size.and_then(|size| symbols.chars().map(|symbol| value(symbol, size)).collect());
    json(&clues.unwrap_or_default())
}

/// A text with the characters that the reader knows: digits of full width, dots in the middle of a line
/// and blanks of all kinds are others. Of a link, its puzzle.
fn plain(given: &str) -> String {
    let simple = |symbol: char| match symbol {
        '０'..='９' => char::from(b'0' + (symbol as u32 - '０' as u32) as u8),
        '·' | '•' | '∙' | '․' | '．' => '.',
        '\t' | '\n' => symbol,
        _ if symbol.is_whitespace() => ' ',
        _ => symbol,
    };
    let text: String = given.chars().filter(|&it| it != '\r').map(simple).collect();
    in_link(text.trim()).unwrap_or(text)
}

/// The puzzle in a link of this page, or 81 digits in one of another page.
fn in_link(link: &str) -> Option<String> {
    if !link.contains("://") || link.contains(char::is_whitespace) {
        return None;
    }
    let (_, query) = link.rsplit_once(['?', '#']).unwrap_or_default();
    if let Some(puzzle) = query.split('&').find_map(|it| it.strip_prefix("puzzle=")) {
        return Some(puzzle.to_owned());
    }
    let words = link.split(|symbol: char| !(symbol.is_ascii_digit() || symbol == '.'));
    words.map(str::to_owned).find(|word| word.len() == 81)
}

/// Returns true for the symbol of a cell.
fn is_cell(symbol: &char) -> bool {
    symbol.is_ascii_alphanumeric() || EMPTY.contains(*symbol)
}

/// Returns true for a line between rows: `------+-------+------`.
fn is_ruler(line: &str) -> bool {
    let has_dash = line.contains(['-', '=', '─', '━', '═']);
    has_dash && line.chars().all(|it| " -=+|─━═┼╋╬├┤┠┨┣┫┏┓┗┛┳┻┯┷".contains(it))
}

fn is_bar(symbol: char) -> bool {
    "|│┃║".contains(symbol)
}

fn side_of(rows: usize) -> Option<Size> {
    Size::ALL.iter().copied().find(|size| size.side() == rows)
}

/// Where the cells of a row stand: the first one, the step to the next one, and how much further the
/// first one of the next box is.
struct Places {
    first: usize,
    step: usize,
    gap: usize,
}

/// What stands before the first cell, and between two boxes.
const GAPS: [(usize, usize); 7] = [(0, 0), (0, 1), (0, 2), (0, 3), (1, 1), (2, 2), (2, 3)];

impl Places {
    /// The row of cells in a line; `None` if something stands elsewhere.
    fn cells(&self, line: &[char], size: Size) -> Option<String> {
        let at = |column| self.first + column * self.step + column / size.box_columns() * self.gap;
        let places: Vec<usize> = (0..size.side()).map(at).collect();
        for (at, &symbol) in line.iter().enumerate() {
            let fits = if places.contains(&at) {
                !is_bar(symbol)
            } else {
                symbol == ' ' || is_bar(symbol)
            };
            if !fits {
                return None;
            }
        }
        let cell = |&at: &usize| line.get(at).copied().filter(|&symbol| symbol != ' ');
        Some(places.iter().map(|at| cell(at).unwrap_or('.')).collect())
    }
}

/// Returns the rows of a grid in which blanks are empty cells, with dots for them. They are only if no
/// other symbol is one, and if a digit follows a blank: a row that is merely short is a mistake.
fn blanks_as_dots(text: &str) -> Option<String> {
    let symbols = || text.chars().filter(is_cell);
    if !symbols().any(|it| it.is_ascii_digit()) || symbols().any(|it| EMPTY.contains(it)) {
        return None;
    }
    let line = text.trim_matches('\n');
    if Size::ALL.iter().any(|size| size.cells() == line.len()) && !line.contains('\n') {
        return Some(line.replace(' ', "."));
    }
    let lines: Vec<Vec<char>> =
        line.lines().filter(|line| !is_ruler(line)).map(|line| line.chars().collect()).collect();
    let is_blank = |line: &[char]| line.iter().all(|&it| it == ' ');
    let filled = || lines.iter().filter(|line| !is_blank(line)).cloned().collect();
    let (size, lines) = match side_of(lines.len()) {
        Some(size) => (size, lines),
        None => {
            let lines: Vec<_> = filled();
            (side_of(lines.len())?, lines)
        }
    };
    let longest = lines.iter().map(Vec::len).max()?;
    let marks_blanks =
        |rows: &Vec<String>| rows.iter().any(|row| row.trim_end_matches('.').contains('.'));
    // A cell for each character, if there are no more.
    let (steps, gaps) = match longest <= size.side() {
        true => (1..=1, &GAPS[..1]),
        false => (1..=2, &GAPS[..]),
    };
    let mut found: Vec<Vec<String>> = Vec::new();
    for step in steps {
        for &(first, gap) in gaps {
            let places = Places { first, step, gap };
            let rows =
                lines.iter().map(|line| places.cells(line, size)).collect::<Option<Vec<_>>>();
            found.extend(rows.filter(marks_blanks).filter(|rows| !found.contains(rows)));
        }
    }
    // Two grids that the same text may be are none.
    let [rows] = &found[..] else { return None };
    Some(rows.join("\n"))
}

/// What is wrong with a text that is no puzzle.
fn problem(text: &str, bad: &BadLine) -> String {
    let place = format!("line {}", bad.at(1));
    let letters = text.chars().filter(|symbol| symbol.is_alphabetic()).count();
    let cells = text.chars().filter(is_cell).count();
    if letters * 2 > cells && text.trim().contains(char::is_whitespace) {
        let expected = "a puzzle has digits, and dots, zeros or blanks for empty cells";
        return format!("This text is no Sudoku: {expected}.");
    }
    let rows: Vec<usize> = text
        .lines()
        .filter(|line| !line.trim().is_empty() && !is_ruler(line))
        .map(|line| line.chars().filter(is_cell).count())
        .collect();
    if let Some(size) = side_of(rows.len()) {
        let wrong = rows.iter().position(|&cells| cells != size.side());
        let right = rows.iter().filter(|&&cells| cells == size.side()).count();
        if let Some(row) = wrong.filter(|_| right * 2 > rows.len()) {
            return format!("row {} has {} cells; expected {}", row + 1, rows[row], size.side());
        }
    }
    // As many as a puzzle has, or its candidates.
    let is_right = |size: &Size| [size.cells(), size.cells() * size.side()].contains(&cells);
    if Size::ALL.iter().any(is_right) {
        return place;
    }
    let expected = Size::list(Size::cells);
    format!("This text has {cells} cells; a puzzle has {expected}.\n{place}")
}

/// Returns the puzzle in one line: the clues in its own symbols, or the candidates of all cells.
pub fn one_line(given: &AnyPuzzle) -> String {
    if !given.candidates.is_empty() {
        return given.text(Alphabet::default());
    }
    let symbol = |&value: &u8| Digit::new(value).map_or('.', |digit| given.alphabet.symbol(digit));
    given.values.iter().map(symbol).collect()
}
