//! Events in words.

use crate::{
    grid::{Alphabet, Cell, Digit, Size, Unit},
    solver::{Event, Reason, Removal},
};

/// The event in a few words: `guess: 5 in r1c1`.
///
/// ```
/// # use sudomill_core as sudomill;
/// use sudomill::{grid::{Alphabet, Cell, Digit, Size}, solver::Event, trace};
/// let event = Event::Guess(Cell::new(8), Digit::new(5).unwrap());
/// assert_eq!(trace::words(event, Size::Nine, Alphabet::default()), "guess: 5 in r1c9");
/// ```
#[must_use]
pub fn words(event: Event, size: Size, alphabet: Alphabet) -> String {
    let value = |cell: Cell, digit: Digit| {
        format!("{} in {}", alphabet.symbol(digit), size.cell_name(cell))
    };
    match event {
        Event::Clue(cell, digit) => format!("clue: {}", value(cell, digit)),
        Event::NakedSingle(cell, digit) => format!("naked single: {}", value(cell, digit)),
        Event::HiddenSingle(cell, digit) => format!("hidden single: {}", value(cell, digit)),
        Event::Removal(removal) => {
            let has_cells = removal.cells().next().is_some();
            let pattern = if has_cells {
                "{digits} of {base} in {cells}"
            } else {
                "{digits} of {base} in {cover}"
            };
            format!("{}: {}", removal.technique.name, filled(pattern, &removal, size, alphabet))
        }
        Event::Sweep => "sweep".to_owned(),
        Event::Guess(cell, digit) => format!("guess: {}", value(cell, digit)),
        Event::Undo(cell, digit) => format!("taken back: {}", value(cell, digit)),
        Event::Contradiction(reason) => format!("contradiction: {}", why(reason, size, alphabet)),
        Event::Restart => "restart".to_owned(),
        Event::Solution => "solution".to_owned(),
        Event::Refresh => "screen refresh".to_owned(),
    }
}

fn why(reason: Reason, size: Size, alphabet: Alphabet) -> String {
    match reason {
        Reason::NoCandidate(cell) => format!("{} has no candidate left", size.cell_name(cell)),
        Reason::NoPlace(digit, unit) => {
            format!("{unit} has no place left for {}", alphabet.symbol(digit))
        }
        Reason::BrokenRule => "the full grid breaks a rule".to_owned(),
    }
}

/// A template with the names of a removal's `{digits}`, `{base}`, `{cover}` and `{cells}`.
pub(super) fn filled(template: &str, removal: &Removal, size: Size, alphabet: Alphabet) -> String {
    let digits = removal.digits.iter().map(|digit| alphabet.symbol(digit).to_string());
    let [base, cover] = [listed_units(removal.base()), listed_units(removal.cover())];
    template
        .replace("{digits}", &listed(digits, "and"))
        .replace("{base}", &base)
        .replace("{cover}", &cover)
        .replace("{cells}", &listed_cells(removal.cells(), size))
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
