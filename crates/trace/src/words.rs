//! Events in words.

use super::{
    changes_of_step,
    lists::{filled, names_of},
};
use sudomill_puzzle::{
    grid::{Alphabet, Cell, Digit, Size},
    solving::{Event, Reason},
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
