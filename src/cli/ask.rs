//! Asks for a puzzle row by row, as the ElectroYou program does.

use anyhow::{Context, bail};
use std::io::{BufRead, Write};
use sudomill::{
    for_size,
    grid::{Alphabet, Digit, Puzzle, PuzzleError, Size},
    input::{BLANKS, Given, read_given},
};

const BLANK: &str = "0, . or a blank for an empty cell";

/// The sides of grids.
const SIDES: [usize; 4] = [4, 9, 16, 25];

/// Asks on `out` until a grid is complete. The first row tells the size; a row with
/// a wrong character, of another length, or with a digit that a unit holds already
/// is asked for again. A whole 9×9 puzzle in the first line will do, too.
pub fn ask(input: &mut impl BufRead, out: &mut impl Write) -> anyhow::Result<Given> {
    writeln!(out, "One row at a time; {BLANK}; sudomill solve - reads puzzle lines.")?;
    let mut rows = Rows { values: Vec::new(), text: String::new(), side: None };
    loop {
        let number = rows.number();
        write!(out, "row {number}: ")?;
        out.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line).context("cannot read the row")? == 0 {
            writeln!(out)?;
            bail!("found the end of the input before row {number}, expected a grid");
        }
        let row = line.trim_end_matches(['\n', '\r']);
        if number == 1
            && row.trim().len() == 81
            && let Ok(given) = read_given(row.as_bytes())
        {
            return Ok(given);
        }
        match rows.add(row) {
            Ok(false) => {}
            Ok(true) => return Ok(rows.given()),
            Err(wrong) => writeln!(out, "{wrong}")?,
        }
    }
}

/// The rows typed so far.
struct Rows {
    values: Vec<u8>,
    /// As they were typed, one behind the other, dots for blanks: all of it tells the
    /// alphabet.
    text: String,
    /// Once the first row is there.
    side: Option<usize>,
}

impl Rows {
    /// The row that is asked for, from 1.
    fn number(&self) -> usize {
        self.side.map_or(1, |side| self.values.len() / side + 1)
    }

    /// Takes a row; `true`: it was the last. The error says why it is none.
    fn add(&mut self, row: &str) -> Result<bool, String> {
        let row = &self.cells(row);
        let length = row.chars().count();
        // A first row of no grid's length lacks cells of the next larger one.
        let next = SIDES.into_iter().find(|&side| side >= length).unwrap_or(25);
        let side = self.side.unwrap_or(next);
        let mut values = self.values.clone();
        for (i, symbol) in row.chars().enumerate() {
            let value = value(symbol, side);
            values.push(value.ok_or_else(|| {
                let last = Alphabet::FromOne.symbol(Digit::new(side as u8).expect("a digit"));
                format!("column {}: found {symbol:?}, expected 1-{last}, or {BLANK}", i + 1)
            })?);
        }
        if self.side.is_none() && !SIDES.contains(&length) {
            return Err(format!("found {length} cells, expected 9, or 4, 16, 25: {BLANK}"));
        }
        if length != side {
            return Err(format!("found {length} cells, expected {side}: {BLANK}"));
        }
        let filled = values.len();
        values.resize(side * side, 0);
        if let Err(PuzzleError::Conflict(conflict)) = check(&values, side) {
            return Err(conflict);
        }
        values.truncate(filled);
        self.text += &row.replace(' ', ".");
        (self.values, self.side) = (values, Some(side));
        Ok(filled == side * side)
    }

    /// The cells of a row: as typed, or without rulers and spaces where it has rulers or
    /// only that leaves a row.
    fn cells(&self, row: &str) -> String {
        let fits = |length: usize| match self.side {
            Some(side) => length == side,
            None => SIDES.contains(&length),
        };
        let bare = row.replace([' ', '|'], "");
        let as_typed = !row.contains('|') && fits(row.chars().count());
        if !as_typed && fits(bare.chars().count()) { bare } else { row.to_owned() }
    }

    /// In the alphabet that the rows tell: a `0` may be a digit of a large grid.
    fn given(self) -> Given {
        let size = self.side.and_then(Size::from_side).unwrap_or_default();
        let told = read_given(self.text.as_bytes()).ok().filter(|given| given.size == size);
        told.unwrap_or(Given { size, alphabet: Alphabet::FromOne, values: self.values })
    }
}

/// The value of a symbol, 0 for an empty cell; `None` if it is none of the grid's.
fn value(symbol: char, side: usize) -> Option<u8> {
    let byte = u8::try_from(symbol).ok()?;
    match Alphabet::FromOne.digit(byte).map(Digit::value) {
        Some(value) if usize::from(value) <= side => Some(value),
        _ => (byte == b' ' || BLANKS.contains(&byte)).then_some(0),
    }
}

fn check(values: &[u8], side: usize) -> Result<(), PuzzleError> {
    let Some(size) = Size::from_side(side) else { return Ok(()) };
    for_size!(size, O => Puzzle::<O>::new(values).map(drop))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The puzzle typed, or why there is none, and all that was said.
    fn typed(text: &str) -> (anyhow::Result<Given>, String) {
        let mut said = Vec::new();
        let given = ask(&mut text.as_bytes(), &mut said);
        (given, String::from_utf8(said).unwrap())
    }

    #[test]
    fn rows_make_a_grid_whose_size_the_first_tells() {
        let (given, said) = typed("1 0.\n4   \n..2.\n...3\n");
        let given = given.unwrap();
        assert_eq!((given.size, given.values.len()), (Size::Four, 16));
        assert_eq!(given.values, [1, 0, 0, 0, 4, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3]);
        assert!(said.ends_with("\nrow 1: row 2: row 3: row 4: "), "{said}");
        let sixteen = "G...............\n".to_owned() + &"................\n".repeat(15);
        let given = typed(&sixteen).0.unwrap();
        assert_eq!((given.size, given.values[0]), (Size::Sixteen, 16));
    }

    #[test]
    fn what_is_wrong_is_named_and_the_row_asked_for_again() {
        let (given, said) = typed("1...\nZ...\n5...\n1...\n4..\n4...\n..2.\n...3\n");
        assert_eq!(given.unwrap().values[..5], [1, 0, 0, 0, 4]);
        for wrong in [
            "row 2: column 1: found 'Z', expected 1-4, or 0, . or a blank for an empty cell\n",
            "row 2: column 1: found '5', expected 1-4, or",
            "row 2: digit 1 twice in column 1 (r1c1, r2c1)\n",
            "row 2: found 3 cells, expected 4: 0, . or a blank for an empty cell\n",
            "row 3: row 4: ",
        ] {
            assert!(said.contains(wrong), "{wrong:?} is not in:\n{said}");
        }
    }

    #[test]
    fn a_wrong_character_is_named_whatever_the_length() {
        let (_, said) = typed("6..a31\n1...\n..x9q\n");
        assert!(said.contains("row 1: column 4: found 'a', expected 1-9, or"), "{said}");
        assert!(said.contains("row 2: column 4: found '9', expected 1-4, or"), "{said}");
    }

    #[test]
    fn rulers_and_spaces_between_the_cells_do_no_harm() {
        let (given, _) = typed("1 . | . .\n4 . | . .\n. . | 2 .\n. . | . 3\n");
        assert_eq!(given.unwrap().values, [1, 0, 0, 0, 4, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 3]);
    }

    #[test]
    fn a_large_grid_is_read_in_the_alphabet_that_it_tells() {
        let typed = |first: &str| typed(&(first.to_owned() + &"................\n".repeat(15))).0;
        let from_zero = typed("0123............\n").unwrap();
        assert_eq!(
            (from_zero.alphabet, &from_zero.values[..4]),
            (Alphabet::FromZero, &[1, 2, 3, 4][..])
        );
        let from_one = typed("00123..........G\n").unwrap();
        assert_eq!(
            (from_one.alphabet, &from_one.values[..4]),
            (Alphabet::FromOne, &[0, 0, 1, 2][..])
        );
    }

    #[test]
    fn a_first_row_of_no_grids_length_is_asked_for_again() {
        let (given, said) = typed("12345\n1...\n....\n....\n....\n");
        assert!(given.is_ok());
        assert!(said.contains("row 1: found 5 cells, expected 9, or 4, 16, 25: "), "{said}");
    }

    #[test]
    fn a_whole_puzzle_in_the_first_line_is_taken() {
        let line =
            "013085006000031000007600000006900003170000025300006900000002400000870000900560310";
        let given = typed(&format!("{line}\n")).0.unwrap();
        assert_eq!((given.size, given.values[1]), (Size::Nine, 1));
    }

    #[test]
    fn an_input_that_ends_too_soon_is_no_puzzle() {
        let (given, _) = typed("1...\n....\n");
        let line = "found the end of the input before row 3, expected a grid";
        assert_eq!(given.unwrap_err().to_string(), line);
    }
}
