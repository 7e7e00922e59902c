//! Finds the grid in a record, to write another one in its place and in its form.

use super::{
    Table,
    array::{self, is_array},
    cells::{self, symbols as spread_symbols},
    strings,
};
use crate::input::{
    grids::NUMBER_SYMBOLS,
    lines::{Notation, symbols::is_separator},
};
use std::ops::Range;
use sudomill_core::{by_size::has_symbols, grid::Size};

/// A grid in a record.
#[derive(Debug)]
pub(crate) struct GridPlace {
    /// The symbols, as they are parsed.
    pub symbols: Vec<u8>,
    pub notation: Notation,
    places: Places,
}

#[derive(Debug)]
enum Places {
    /// The symbols stand together.
    Word(Range<usize>),
    /// A JSON number. Other digits may begin with zero, so they need quotes.
    Number(Range<usize>),
    /// The place of every cell, and true if each of them is a number.
    Cells(Vec<Range<usize>>, bool),
}

impl GridPlace {
    /// A grid that has a line of symbols to itself.
    pub fn of_line(line: &[u8], notation: Notation) -> Self {
        Self { symbols: line.to_vec(), notation, places: Places::Word(0..line.len()) }
    }

    /// The range of the record in which the grid is.
    pub fn range(&self) -> Range<usize> {
        match &self.places {
            Places::Word(range) | Places::Number(range) => range.clone(),
            Places::Cells(places, _) => places[0].start..places[places.len() - 1].end,
        }
    }

    /// Writes what replaces [`Self::range`] of the record: a grid with these symbols, in the form
    /// of this one.
    pub fn write(&self, record: &[u8], symbols: &[u8], out: &mut Vec<u8>) {
        let (places, are_numbers) = match &self.places {
            Places::Word(_) => return out.extend_from_slice(symbols),
            Places::Number(_) => return out.extend([b"\"", symbols, b"\""].concat()),
            Places::Cells(places, are_numbers) => (places, *are_numbers),
        };
        let has_quotes = || places.iter().any(|place| record[place.clone()].starts_with(b"\""));
        let mut end = places[0].start;
        for (place, symbol) in places.iter().zip(symbols) {
            out.extend_from_slice(&record[end..place.start]);
            // Another cell of the grid may show how the digit is written: `5`, `5.0`, `null`.
            match self.symbols.iter().position(|other| other == symbol) {
                Some(other) => out.extend_from_slice(&record[places[other].clone()]),
                None if are_numbers => {
                    let number = NUMBER_SYMBOLS.iter().position(|other| other == symbol);
                    out.extend(number.unwrap_or(0).to_string().bytes());
                }
                None if has_quotes() => out.extend([b'"', *symbol, b'"']),
                None => out.push(*symbol),
            }
            end = place.end;
        }
    }
}

impl Table {
    /// Finds the grid of this size in the field that is read, given the record as it is in the
    /// file. Its clues may repeat a digit.
    pub(in crate::input) fn grid(
        &self,
        record: &[u8],
        size: Size,
        notation: Notation,
    ) -> Option<GridPlace> {
        if let Some(columns) = self.cells {
            let mut symbols = Vec::new();
            columns.symbols(record, self, &mut symbols)?;
            let fields = self.division.fields(record).skip(self.index);
            let places = Places::Cells(fields.take(symbols.len()).collect(), true);
            return Some(GridPlace { symbols, notation, places });
        }
        let field = self.field(record).ok()?;
        let text = record[field.clone()].trim_ascii();
        let start = text.as_ptr().addr() - record.as_ptr().addr();
        let len = size.cells() * if notation.candidates { size.side() } else { 1 };
        if let Some((word, rest)) = text.split_at_checked(len)
            && rest.first().is_none_or(|&byte| is_separator(byte))
            && has_symbols(word, size, notation)
        {
            let (symbols, range) = (word.to_vec(), start..start + len);
            let is_number = self.is_json() && !record[..field.start].ends_with(b"\"");
            let places = if is_number { Places::Number(range) } else { Places::Word(range) };
            return Some(GridPlace { symbols, notation, places });
        }
        let (symbols, mut places, are_numbers) = separated(text, size, self.is_json())?;
        places.truncate(len);
        places.iter_mut().for_each(|place| *place = start + place.start..start + place.end);
        let symbols = symbols.get(..len).filter(|symbols| has_symbols(symbols, size, notation))?;
        let places = Places::Cells(places, are_numbers);
        Some(GridPlace { symbols: symbols.to_vec(), notation, places })
    }
}

/// The symbols of a grid whose cells stand apart, the place of each cell in the text, and true if
/// each of them is a number.
fn separated(text: &[u8], size: Size, is_json: bool) -> Option<(Vec<u8>, Vec<Range<usize>>, bool)> {
    let mut symbols = Vec::new();
    if is_json && !is_array(text) {
        let (symbols, places) = strings::symbols(text, size)?;
        return Some((symbols, places, false));
    }
    if !is_json {
        let places = spread_symbols(text, size, &mut symbols).then(|| cells::places(text, size))?;
        let are_numbers = places.windows(2).all(|pair| pair[0].end < pair[1].start);
        return Some((symbols, places, are_numbers));
    }
    if !array::symbols(text, size, &mut symbols) {
        return None;
    }
    let is_quote = |at: usize| text.get(at) == Some(&b'"');
    // A cell that is a string is written with its quotes, as an empty string is.
    let place = |Range { start, end }| match is_quote(start - 1) && is_quote(end) {
        true => start - 1..end + 1,
        false => start..end,
    };
    let places = array::places(text, size).map(place).collect();
    Some((symbols, places, !text.contains(&b'"')))
}
