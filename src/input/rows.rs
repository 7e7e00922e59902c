//! One line of a file of grids → what it is to a grid; pure.
//!
//! A row is the symbols of a row of cells, in which rulers and spaces stand where
//! they like: `53..7....`, `5 3 . | . 7 . | . . .`, `│ 5 3 . │ . 7 . │ . . . │`.

use super::{
    BadLine, MAX_LINE, Problem,
    parse::{character, column},
    symbols::{NONE, Table, table},
};
use crate::grid::{Alphabet, Size};

/// How the rows of a file are written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows {
    /// The cells of a row, and the rows of a grid.
    pub side: usize,
    alphabet: Alphabet,
    values: &'static Table,
    /// Whether a line of nothing but dashes can be a row of empty cells.
    dashes: bool,
}

/// What a line is to the grid that it may belong to. What is neither row nor
/// ruler ends a grid, whatever came before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A row.
    Row,
    /// Meant as a row: mostly symbols.
    Broken,
    /// The same, but so short that it is none unless it stands within a grid.
    Scrap,
    /// A ruler: `---+---+---`, `+===+`, `│   │   │`, `*-----------*`.
    Ruler,
    /// Nothing but white space.
    Blank,
    /// Begins with `#`.
    Comment,
    /// Any other text.
    Name,
    /// Mostly symbols, but more than two rows of them, or longer than
    /// [`MAX_LINE`]: a broken puzzle of its own.
    Alone,
}

/// What the bytes of a line were counted to be.
#[derive(Default)]
struct Count {
    /// Characters that could be cells.
    cells: usize,
    /// Those of them that are symbols.
    symbols: usize,
    /// Those of them that are dashes.
    dashes: usize,
    /// Those of them that rulers may have besides dashes.
    corners: usize,
    /// Upright rulers, which rows may have.
    bars: usize,
    /// Other rulers.
    others: usize,
}

impl Rows {
    /// The rows of grids of that size.
    pub fn new(size: Size, alphabet: Alphabet, dashes: bool) -> Self {
        Self { side: size.side(), alphabet, values: table(size, alphabet), dashes }
    }

    /// What a line is. The bytes of its cells are appended, whatever it is.
    pub fn kind(&self, line: &[u8], cells: &mut Vec<u8>) -> Kind {
        if line.len() > MAX_LINE {
            return Kind::Alone;
        }
        let line = line.trim_ascii();
        if line.len() == self.side && line.iter().all(|&byte| byte != b'-' && self.is_symbol(byte))
        {
            cells.extend(line);
            return Kind::Row;
        }
        match line.first() {
            None => Kind::Blank,
            Some(b'#') => Kind::Comment,
            Some(first) => match self.sort(&self.count(line, cells)) {
                Kind::Row if self.dashes || *first != b'-' => Kind::Row,
                _ if is_decorated(line) => Kind::Name,
                kind => kind,
            },
        }
    }

    /// The same, where dashes are known to be empty cells.
    pub fn with_dashes(self) -> Self {
        Self { dashes: true, ..self }
    }

    fn sort(&self, count: &Count) -> Kind {
        let only_dashes = count.dashes == count.cells;
        if count.cells == self.side && count.symbols == self.side {
            // A row of dashes has no crosses.
            let is_ruler = only_dashes && (count.others > 0 || !self.dashes);
            return if is_ruler { Kind::Ruler } else { Kind::Row };
        }
        let drawn = count.dashes + count.bars + count.others;
        if count.dashes + count.corners == count.cells && drawn >= count.corners {
            Kind::Ruler
        } else if count.symbols * 4 < count.cells * 3 {
            Kind::Name
        } else if count.cells > self.side * 2 {
            Kind::Alone
        } else if count.cells * 2 > self.side {
            Kind::Broken
        } else {
            Kind::Scrap
        }
    }

    fn count(&self, line: &[u8], cells: &mut Vec<u8>) -> Count {
        let mut count = Count::default();
        for part in parts(line) {
            match part {
                Part::Bar => count.bars += 1,
                Part::Other => count.others += 1,
                Part::Cell(at, byte) => {
                    cells.push(line[at]);
                    // Further bytes of a character are no cells of their own.
                    count.cells += usize::from(byte & 0xC0 != 0x80);
                    count.symbols += usize::from(self.is_symbol(byte));
                    count.dashes += usize::from(byte == b'-');
                    count.corners += usize::from(b"*.:'`".contains(&byte));
                }
            }
        }
        count
    }

    fn is_symbol(&self, byte: u8) -> bool {
        self.values[usize::from(byte)] != NONE
    }

    /// Whether a row is too short, and all else of it right.
    pub fn is_short(&self, line: &[u8]) -> bool {
        matches!(self.fault(line, 0).problem, Problem::ShortRow { .. })
    }

    /// What is wrong with a row: its first character that is no symbol, or its
    /// length.
    pub fn fault(&self, line: &[u8], line_offset: u64) -> BadLine {
        if line.len() > MAX_LINE {
            return BadLine {
                line_offset,
                column: 1,
                problem: Problem::Oversized { limit: MAX_LINE },
            };
        }
        let mut cells = cells(line).filter(|&(_, byte)| byte & 0xC0 != 0x80);
        let wrong = |&(_, byte): &(usize, u8)| !self.is_symbol(byte);
        let first = cells.by_ref().take(self.side).collect::<Vec<_>>();
        let (at, problem) = match (first.iter().find(|cell| wrong(cell)), cells.next()) {
            (Some(&(at, _)), _) => {
                let (found, alphabet) = (character(&line[at..]), self.alphabet);
                (at, Problem::Symbol { found, side: self.side, alphabet })
            }
            (None, Some((at, _))) => {
                (at, Problem::LongRow { found: character(&line[at..]), expected: self.side })
            }
            (None, None) => {
                let problem = Problem::ShortRow { found: first.len(), expected: self.side };
                (line.trim_ascii_end().len(), problem)
            }
        };
        BadLine { line_offset, column: column(line, at), problem }
    }
}

/// Whether a line is a name between ornaments: `--- 1 ---`, `*** easy ***`, but not
/// `--- 1-- ---`.
fn is_decorated(line: &[u8]) -> bool {
    let is_ornament = |word: &[u8]| {
        word.len() > 1 && b"-*=~".contains(&word[0]) && word.iter().all(|&byte| byte == word[0])
    };
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let (Some(first), Some(last)) = (words.next(), words.next_back()) else { return false };
    let is_cells = |word: &[u8]| word.len() == first.len() && word.contains(&first[0]);
    is_ornament(first)
        && is_ornament(last)
        && !words.clone().any(is_cells)
        && words.any(|word| word.iter().any(u8::is_ascii_alphanumeric))
}

/// The places and bytes of a line that could be cells: all but rulers and spaces.
pub(super) fn cells(line: &[u8]) -> impl Iterator<Item = (usize, u8)> + '_ {
    parts(line.trim_ascii_end()).filter_map(|part| match part {
        Part::Cell(at, byte) => Some((at, byte)),
        _ => None,
    })
}

/// What stands in a line besides spaces.
enum Part {
    /// An upright ruler.
    Bar,
    /// Another sign of a ruler that stands for no cell.
    Other,
    /// A byte that could be a cell, and its place.
    Cell(usize, u8),
}

fn parts(line: &[u8]) -> impl Iterator<Item = Part> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at;
            at += 1;
            return Some(match *line.get(start)? {
                b' ' | b'\t' => continue,
                b'|' => Part::Bar,
                b'+' | b'=' => Part::Other,
                0xE2 if matches!(
                    line.get(start + 1..start + 3),
                    Some([0x94 | 0x95, 0x80..=0xBF])
                ) =>
                {
                    at += 2;
                    if BARS.contains(&[line[start + 1], line[start + 2]]) {
                        Part::Bar
                    } else {
                        Part::Other
                    }
                }
                byte => Part::Cell(start, byte),
            });
        }
    })
}

/// The second and third bytes of the upright box-drawing characters │ ┃ ┆ ┇ ┊ ┋ ║
/// in UTF-8; all of that block begin with E2 94 or E2 95.
const BARS: [[u8; 2]; 7] = [
    [0x94, 0x82],
    [0x94, 0x83],
    [0x94, 0x86],
    [0x94, 0x87],
    [0x94, 0x8A],
    [0x94, 0x8B],
    [0x95, 0x91],
];
