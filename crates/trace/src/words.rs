//! Events in words.

use super::changes_of_step;
use sudomill_puzzle::{
    grid::{Alphabet, Candidates, Cell, Digit, Size, Unit},
    solving::{Event, Reason, Removal},
};

/// The event in a few words: `guess: 5 in r1c1`.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::*, sudomill_trace::*}; pub mod solver { pub use {sudomill_puzzle::solving::*, sudomill_solvers::*}; } pub mod trace { pub use sudomill_trace::*; } }
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
            let pattern = filled(pattern, &names_of(&removal, size, alphabet));
            format!("{}: {pattern}", removal.technique.name)
        }
        Event::Deduction(step) => {
            let changes = changes_of_step(&step, alphabet, " ");
            format!("{} {}: {changes}", step.rating, step.technique)
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

/// The reason in a few words.
pub(crate) fn why(reason: Reason, size: Size, alphabet: Alphabet) -> String {
    match reason {
        Reason::NoCandidate(cell) => format!("{} has no candidate left", size.cell_name(cell)),
        Reason::NoPlace(digit, unit) => {
            format!("{} has no place of its own in {unit}", alphabet.symbol(digit))
        }
        Reason::BrokenRule => "the full grid breaks a rule".to_owned(),
    }
}

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
