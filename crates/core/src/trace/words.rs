//! Words for an event.

use crate::{
    grid::{Alphabet, Cell, Digit, Order},
    solver::{Event, Reason},
};

/// The event in a few words: `guess: 5 in r1c1`.
///
/// ```
/// # use sudomill_core as sudomill;
/// use sudomill::{grid::{Alphabet, Cell, Digit, Order3}, solver::Event, trace};
/// let event = Event::Guess(Cell::new(8), Digit::new(5).unwrap());
/// assert_eq!(trace::words::<Order3>(event, Alphabet::default()), "guess: 5 in r1c9");
/// ```
#[must_use]
pub fn words<O: Order>(event: Event, alphabet: Alphabet) -> String {
    let value =
        |cell: Cell, digit: Digit| format!("{} in {}", alphabet.symbol(digit), cell.name::<O>());
    match event {
        Event::Clue(cell, digit) => format!("clue: {}", value(cell, digit)),
        Event::NakedSingle(cell, digit) => format!("naked single: {}", value(cell, digit)),
        Event::HiddenSingle(cell, digit) => format!("hidden single: {}", value(cell, digit)),
        Event::LockedCandidates(digit, kept, from) => format!(
            "locked candidates: the {} of {kept} lies in {from}, whose rest loses it",
            alphabet.symbol(digit)
        ),
        Event::NakedPair(digits, cells, unit) => format!(
            "naked pair: {} in {}, so the rest of {unit} loses them",
            digits.map(|digit| alphabet.symbol(digit).to_string()).join(" and "),
            cells.map(Cell::name::<O>).join(" and "),
        ),
        Event::HiddenPair(digits, cells, unit) => format!(
            "hidden pair: {} of {unit} in {}, which lose the others",
            digits.map(|digit| alphabet.symbol(digit).to_string()).join(" and "),
            cells.map(Cell::name::<O>).join(" and "),
        ),
        Event::Guess(cell, digit) => format!("guess: {}", value(cell, digit)),
        Event::Undo(cell, digit) => format!("taken back: {}", value(cell, digit)),
        Event::Contradiction(reason) => format!("contradiction: {}", why::<O>(reason, alphabet)),
        Event::Solution => "solution".to_owned(),
        Event::Refresh => "screen refresh".to_owned(),
    }
}

fn why<O: Order>(reason: Reason, alphabet: Alphabet) -> String {
    match reason {
        Reason::NoCandidate(cell) => format!("{} has no candidate left", cell.name::<O>()),
        Reason::NoPlace(digit, unit) => {
            format!("{unit} has no place left for {}", alphabet.symbol(digit))
        }
        Reason::BrokenRule => "the full grid breaks a rule".to_owned(),
    }
}
