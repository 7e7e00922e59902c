//! Cells, digits and units in sentences, and templates that they fill.

use sudomill_puzzle::{
    grid::{Alphabet, Candidates, Cell, Size, Unit},
    solving::Removal,
};

/// What a placeholder of a template stands for.
pub(super) type Name = (&'static str, String);

/// The names of the parts of a removal.
pub(super) fn names_of(removal: &Removal, size: Size, alphabet: Alphabet) -> [Name; 4] {
    [
        ("{digits}", listed_digits(removal.digits, alphabet)),
        ("{base}", listed_units(removal.base())),
        ("{cover}", listed_units(removal.cover())),
        ("{cells}", listed_cells(removal.cells(), size)),
    ]
}

/// A template with the names instead of the placeholders.
pub(super) fn filled(template: &str, names: &[Name]) -> String {
    names
        .iter()
        .fold(template.to_owned(), |text, (placeholder, name)| text.replace(placeholder, name))
}

pub(super) fn listed_digits(digits: Candidates, alphabet: Alphabet) -> String {
    listed(digits.iter().map(|digit| alphabet.symbol(digit).to_string()), "and")
}

pub(super) fn listed_cells(cells: impl IntoIterator<Item = Cell>, size: Size) -> String {
    listed(cells.into_iter().map(|cell| size.cell_name(cell)), "and")
}

pub(super) fn listed_units(units: impl IntoIterator<Item = Unit>) -> String {
    listed(units.into_iter().map(|unit| unit.to_string()), "and")
}

/// The items as a list in words: `1, 5, 7 or 9`.
pub(super) fn listed(items: impl IntoIterator<Item = String>, word: &str) -> String {
    let mut items: Vec<_> = items.into_iter().collect();
    match items.pop() {
        Some(last) if !items.is_empty() => format!("{} {word} {last}", items.join(", ")),
        last => last.unwrap_or_default(),
    }
}
