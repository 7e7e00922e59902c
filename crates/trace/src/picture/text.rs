//! The picture as lines of text.

use super::{Look, Mark, Next, Picture, Square};
use sudomill_puzzle::grid::{Candidates, Cell, Digit, Size, Unit};

/// The weights of lines in [`JUNCTIONS`].
const NONE: usize = 0;
const LIGHT: usize = 1;
const HEAVY: usize = 2;

/// The level of detail for open cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Only filled cells, one line per row: 14 lines for 9×9.
    Values,
    /// The candidates of every open cell, each at its position: 38 lines for 9×9.
    Candidates,
}

impl Picture {
    /// Draws the grid with box-drawing characters, column numbers above it and row numbers on its
    /// left; every line ends with a newline.
    #[must_use]
    pub fn text(&self, detail: Detail, ink: Ink) -> String {
        let detail = self.at_most(detail);
        let frame = self.frame(detail);
        let height = self.height(detail);
        let mut text = frame.column_numbers();
        for (row, squares) in self.squares.chunks(self.side()).enumerate() {
            text += &frame.above(row);
            let mut cells: Vec<_> = squares.iter().map(|s| self.cell(*s, detail, ink)).collect();
            for (column, lines) in cells.iter_mut().enumerate() {
                if ink == Ink::Ansi && self.is_extra(Cell::new(row * self.side() + column)) {
                    lines.iter_mut().for_each(|line| *line = tinted(line));
                }
            }
            for line in 0..height {
                let number = (line == (height - 1) / 2).then_some(row + 1);
                text += &frame.row(row, number, cells.iter().map(|cell| cell[line].as_str()));
            }
        }
        text + &frame.above(self.side())
    }

    /// Explains the marks in one line, without a newline.
    #[must_use]
    pub fn legend(&self, ink: Ink) -> String {
        let entry = |mark: Mark| {
            let Look { letter, meaning, .. } = mark.look();
            match ink {
                Ink::Letters => format!("{letter} {meaning}"),
                Ink::Ansi if mark == Mark::Dead => ink.color("× no candidate left", mark),
                Ink::Ansi => ink.color(meaning, mark),
            }
        };
        self.marks().map(entry).collect::<Vec<_>>().join("   ")
    }

    /// The number of columns and lines of [`Self::text`].
    #[must_use]
    pub fn size(&self, detail: Detail) -> (usize, usize) {
        let detail = self.at_most(detail);
        let lines = match detail {
            Detail::Values if self.given.have_regions() => 2 * self.side() + 2,
            Detail::Values => self.side() + self.size.bands() + 2,
            Detail::Candidates => self.side() * (self.size.box_rows() + 1) + 2,
        };
        (self.frame(detail).columns(), lines)
    }

    /// The level of detail that this picture has.
    fn at_most(&self, detail: Detail) -> Detail {
        if self.has_candidates { detail } else { Detail::Values }
    }

    fn frame(&self, detail: Detail) -> Frame {
        let regions = self.size.all_cells().map(|cell| self.region(cell)).collect();
        let (width, light) = match detail {
            Detail::Values => (3, self.given.have_regions()),
            Detail::Candidates => (2 * self.size.box_columns() + 1, true),
        };
        Frame { side: self.side(), size: self.size, width, light, regions }
    }

    fn height(&self, detail: Detail) -> usize {
        match detail {
            Detail::Values => 1,
            Detail::Candidates => self.size.box_rows(),
        }
    }

    /// The text lines of a cell.
    fn cell(&self, square: Square, detail: Detail, ink: Ink) -> Vec<String> {
        let in_the_middle = match (square, detail) {
            (Square::Filled(digit, origin), _) => {
                ink.marked(self.symbol(digit), Mark::Value(origin))
            }
            (Square::Open(Candidates::NONE, _), _) => ink.marked('×', Mark::Dead),
            (Square::Open(_, None | Some((_, Next::Guess))), Detail::Values) => ink.candidate('.'),
            (Square::Open(_, Some((digit, _))), Detail::Values) => {
                ink.marked(self.symbol(digit), square.mark().expect("it is marked"))
            }
            (Square::Open(candidates, next), Detail::Candidates) => {
                let marked = next.map(|(digit, _)| digit).zip(square.mark());
                return self.candidates(candidates, marked, ink);
            }
        };
        if detail == Detail::Values {
            return vec![format!(" {in_the_middle}")];
        }
        let rows = self.size.box_rows();
        let columns = self.size.box_columns();
        let mut lines = vec![" ".repeat(2 * columns + 1); rows];
        let left = " ".repeat(columns);
        lines[(rows - 1) / 2] = format!("{left}{in_the_middle}{}", &left[1..]);
        lines
    }

    /// The text lines of a cell's candidates, as many digits per line as a box has columns.
    fn candidates(
        &self,
        digits: Candidates,
        marked: Option<(Digit, Mark)>,
        ink: Ink,
    ) -> Vec<String> {
        let place = |value: usize| match (Digit::new(value as u8), marked) {
            (Some(digit), Some((next, mark))) if digit == next => {
                ink.marked(self.symbol(digit), mark)
            }
            (Some(digit), _) if digits.contains(digit) => ink.candidate(self.symbol(digit)),
            _ => "  ".to_owned(),
        };
        let rows = self.size.box_rows();
        let columns = self.size.box_columns();
        let line = |row| (1..=columns).map(|k| place(row * columns + k)).collect::<String>();
        (0..rows).map(|row| format!(" {}", line(row))).collect()
    }
}

/// The style of the marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// A letter after the digit: `c` clue, `g` guess, `i` implied, `s` single, `h` hidden single.
    Letters,
    /// ANSI colors: clue blue, guess cyan, implied green, single red, hidden single magenta;
    /// candidates are faint.
    Ansi,
}

impl Ink {
    /// A digit with its mark: two characters wide.
    fn marked(self, symbol: char, mark: Mark) -> String {
        match (self, mark) {
            (Self::Ansi, _) => self.color(&symbol.to_string(), mark) + " ",
            (Self::Letters, Mark::Dead) => format!("{symbol} "),
            (Self::Letters, _) => format!("{symbol}{}", mark.look().letter),
        }
    }

    /// A candidate: two characters wide.
    fn candidate(self, symbol: char) -> String {
        match self {
            Self::Letters => format!("{symbol} "),
            Self::Ansi => format!("\x1b[2m{symbol}\x1b[0m "),
        }
    }

    fn color(self, text: &str, mark: Mark) -> String {
        format!("\x1b[{}m{text}\x1b[0m", mark.look().color)
    }
}

/// The box-drawing lines of a picture, heavy around boxes or regions, light between cells, and the
/// layout of its cells.
struct Frame {
    /// Cells per row of the grid.
    side: usize,
    size: Size,
    /// Characters per line of a cell.
    width: usize,
    /// True if light lines separate the cells of a box or region.
    light: bool,
    /// The box or region of each cell.
    regions: Vec<Option<Unit>>,
}

/// The characters where lines meet, by their weights: none, light or heavy, each for the line up, to the right,
/// down and to the left, as the digits of a number of base 3.
const JUNCTIONS: &str = " ╴╸╷┐┑╻┒┓╶─╾┌┬┭┎┰┱╺╼━┍┮┯┏┲┳\
    ╵┘┙│┤┥╽┧┪└┴┵├┼┽┟╁╅┕┶┷┝┾┿┢╆╈\
    ╹┚┛╿┦┩┃┨┫┖┸┹┞╀╃┠╂╉┗┺┻┡╄╇┣╊╋";

/// A text with the background of extra units.
fn tinted(text: &str) -> String {
    const TINT: &str = "\x1b[100m";
    format!("{TINT}{}\x1b[0m", text.replace("\x1b[0m", &format!("\x1b[0m{TINT}")))
}

impl Frame {
    /// The number of characters per line.
    fn columns(&self) -> usize {
        let lines = if self.light { self.side } else { self.size.stacks() };
        let blanks = if self.light { 0 } else { self.size.stacks() };
        self.margin(None).len() + self.side * self.width + lines + 1 + blanks
    }

    /// The number of a row or, on other lines, blanks as wide.
    fn margin(&self, number: Option<usize>) -> String {
        let width = self.side.to_string().len();
        format!("{:>width$} ", number.map_or(String::new(), |number| number.to_string()))
    }

    /// The numbers of the columns, each above the middle of its cells; ends with a newline.
    fn column_numbers(&self) -> String {
        let left = self.width / 2;
        let right = self.width - self.width / 2;
        let number = |column| format!("{:left$}{column:<right$}", "");
        let numbers: Vec<_> = (1..=self.side).map(number).collect();
        let line = self.row(0, None, numbers.iter().map(String::as_str)).replace(['┃', '│'], " ");
        line.trim_end().to_owned() + "\n"
    }

    /// Joins one text line of each cell in a row with vertical lines; ends with a newline.
    fn row<'t>(
        &self,
        row: usize,
        number: Option<usize>,
        cells: impl Iterator<Item = &'t str>,
    ) -> String {
        let mut line = self.margin(number);
        for (i, cell) in cells.enumerate() {
            line += ["", "│", "┃"][self.vertical(row, i)];
            line += cell;
            if !self.light && (i + 1).is_multiple_of(self.size.box_columns()) {
                line.push(' ');
            }
        }
        line + "┃\n"
    }

    /// The horizontal line above a row of cells; below the last row for `row == side`. Empty if
    /// none is drawn there.
    fn above(&self, row: usize) -> String {
        if self.horizontal(row, 0) == NONE {
            return String::new();
        }
        let mut line = self.margin(None);
        for column in 0..=self.side {
            let [up, down] = [row.checked_sub(1), (row < self.side).then_some(row)]
                .map(|row| row.map_or(NONE, |row| self.vertical(row, column)));
            let [left, right] = [column.checked_sub(1), (column < self.side).then_some(column)]
                .map(|column| column.map_or(NONE, |it| self.horizontal(row, it)));
            if up + down > NONE {
                line.extend(JUNCTIONS.chars().nth(up * 27 + right * 9 + down * 3 + left));
            }
            if column < self.side {
                let more = usize::from(
                    !self.light && (column + 1).is_multiple_of(self.size.box_columns()),
                );
                line += &["", "─", "━"][right].repeat(self.width + more);
            }
        }
        line + "\n"
    }

    /// The weight of the line on the left of a column in a row.
    fn vertical(&self, row: usize, column: usize) -> usize {
        let at = row * self.side + column;
        let is_edge = column == 0 || column == self.side;
        self.weight(is_edge || self.regions[at - 1] != self.regions[at])
    }

    /// The weight of the line above a row in a column.
    fn horizontal(&self, row: usize, column: usize) -> usize {
        let at = row * self.side + column;
        let is_edge = row == 0 || row == self.side;
        self.weight(is_edge || self.regions[at - self.side] != self.regions[at])
    }

    /// The weight of a line that is between two boxes or regions, or within one.
    fn weight(&self, is_between: bool) -> usize {
        match is_between {
            true => HEAVY,
            false if self.light => LIGHT,
            false => NONE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sudomill_puzzle::grid::{Alphabet, Cell, Order, Order2, Order4, Puzzle};

    const ROYLE: &str =
        "020030040600000003004000500000806000800010006000705000007000600400000008030040020";

    /// Strips ANSI escape sequences.
    fn plain(text: &str) -> String {
        let mut parts = text.split("\x1b[");
        let first = parts.next().unwrap_or_default().to_owned();
        parts.fold(first, |all, part| all + part.split_once('m').map_or(part, |(_, rest)| rest))
    }

    fn empty<O: Order>(alphabet: Alphabet) -> Picture {
        Picture::new(O::SIZE, alphabet, |_| Square::Open(Candidates::all::<O>(), None))
    }

    #[test]
    fn candidates_and_next_single() {
        let puzzle: Puzzle<Order2> = "1...4.....2....3".parse().unwrap();
        let mut picture = Picture::of_puzzle(&puzzle, Alphabet::default());
        picture.mark(Cell::new(1), Digit::new(3).unwrap());
        picture.squares[3] = Square::Open(Candidates::NONE, None);
        let expected = "     1     2     3     4
  ┏━━━━━┯━━━━━┳━━━━━┯━━━━━┓
1 ┃  1c │   2 ┃     │  ×  ┃
  ┃     │ 3s  ┃ 3 4 │     ┃
  ┠─────┼─────╂─────┼─────┨
2 ┃  4c │   2 ┃ 1   │ 1 2 ┃
  ┃     │ 3   ┃ 3   │     ┃
  ┣━━━━━┿━━━━━╋━━━━━┿━━━━━┫
3 ┃     │ 1   ┃  2c │ 1   ┃
  ┃ 3   │ 3 4 ┃     │   4 ┃
  ┠─────┼─────╂─────┼─────┨
4 ┃   2 │ 1 2 ┃ 1   │  3c ┃
  ┃     │   4 ┃   4 │     ┃
  ┗━━━━━┷━━━━━┻━━━━━┷━━━━━┛
";
        assert_eq!(picture.text(Detail::Candidates, Ink::Letters), expected);
        let legend = "c clue   s single   × no candidate left";
        assert_eq!(picture.legend(Ink::Letters), legend);
    }

    #[test]
    fn size_of_every_order() {
        fn check<O: Order>() {
            for picture in [empty::<O>(Alphabet::FromOne), empty::<O>(Alphabet::FromZero)] {
                for detail in [Detail::Values, Detail::Candidates] {
                    for ink in [Ink::Letters, Ink::Ansi] {
                        let text = plain(&picture.text(detail, ink));
                        let (columns, lines) = picture.size(detail);
                        assert_eq!(text.lines().count(), lines);
                        let mut widths = text.lines().map(|line| line.chars().count());
                        assert!(widths.next().is_some_and(|numbers| numbers < columns));
                        assert!(widths.all(|width| width == columns), "{text}");
                    }
                }
            }
        }
        Size::every().for_each(|size| sudomill_puzzle::for_size!(size, O => check::<O>()));
    }

    #[test]
    fn alphabets_of_large_grids() {
        let text = |alphabet| empty::<Order4>(alphabet).text(Detail::Candidates, Ink::Letters);
        let cell = |text: &str| -> Vec<String> {
            text.lines()
                .skip(2)
                .take(4)
                .map(|line| line.chars().skip(3).take(10).collect())
                .collect()
        };
        assert_eq!(
            cell(&text(Alphabet::FromOne)),
            ["┃ 1 2 3 4 ", "┃ 5 6 7 8 ", "┃ 9 A B C ", "┃ D E F G "]
        );
        assert_eq!(
            cell(&text(Alphabet::FromZero)),
            ["┃ 0 1 2 3 ", "┃ 4 5 6 7 ", "┃ 8 9 A B ", "┃ C D E F "]
        );
    }

    #[test]
    fn colors_replace_letters() {
        let puzzle: Puzzle = ROYLE.parse().unwrap();
        let picture = Picture::of_puzzle(&puzzle, Alphabet::default());
        for detail in [Detail::Values, Detail::Candidates] {
            let ansi = picture.text(detail, Ink::Ansi);
            assert_eq!(plain(&ansi), picture.text(detail, Ink::Letters).replace('c', " "));
            assert_eq!(ansi.matches("\x1b[1;94m").count(), 21, "clues are blue");
        }
    }
}
