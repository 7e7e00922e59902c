//! A step of a person in words: what it changes, and why.

use super::{
    lists::{Name, filled, listed_cells, listed_digits, listed_units},
    roles::names_of_roles,
};
use sudomill_puzzle::{
    grid::{Alphabet, Candidates, Cell, Size},
    solving::{Chain, ChainNode, Deduction},
};

/// The most links that a sentence tells.
const MOST_TOLD: usize = 12;

/// What a step enters and removes: `r1c2=4`, or `r1c5-2 r4c5-27` with a space between two cells.
#[must_use]
pub fn changes_of_step(step: &Deduction, alphabet: Alphabet, between: &str) -> String {
    let mut words = String::new();
    if let Some((cell, digit)) = step.placed {
        words += &Size::Nine.cell_name(cell);
        words.extend(['=', alphabet.symbol(digit)]);
    }
    for (cell, digits) in step.removed() {
        words += if words.is_empty() { "" } else { between };
        words += &Size::Nine.cell_name(cell);
        words.push('-');
        words.extend(digits.iter().map(|digit| alphabet.symbol(digit)));
    }
    words
}

/// The reason of a step with these chains, and what it enters or removes, in sentences:
/// `In box 1, 7 has one place. So r2c1 is 7.`
///
/// Without its chains, a step says less about what they lead to.
#[must_use]
pub fn reason_of_step(step: &Deduction, chains: &[Chain], alphabet: Alphabet) -> String {
    let names = names_of_pattern(step, alphabet).into_iter().chain(names_of_roles(step, alphabet));
    let names: Vec<_> = names.chain([("{end}", end_of(chains, alphabet))]).collect();
    let result = match step.placed {
        Some((cell, digit)) => {
            format!("{} is {}", Size::Nine.cell_name(cell), alphabet.symbol(digit))
        }
        None => losses(step, alphabet),
    };
    format!("{}{} So {result}.", filled(step.reason, &names), in_words(chains, alphabet))
}

/// The names of a pattern.
fn names_of_pattern(step: &Deduction, alphabet: Alphabet) -> [Name; 3] {
    [
        ("{digits}", listed_digits(step.digits, alphabet)),
        ("{units}", listed_units(step.units())),
        ("{cells}", listed_cells(step.cells.iter(), Size::Nine)),
    ]
}

/// What chains lead to: a candidate that would be on and off, or from several assumptions to the same.
fn end_of(chains: &[Chain], alphabet: Alphabet) -> String {
    let chain = match chains {
        [] => return "a contradiction or to the same conclusion".to_owned(),
        [chain] => chain,
        _ => return "the same conclusion".to_owned(),
    };
    let ends = || chain.iter().map(|link| link.to);
    let has = |node: ChainNode| ends().chain(chain.first().map(|it| it.from)).any(|it| it == node);
    match ends().find(|&it| has(ChainNode { is_on: !it.is_on, ..it })) {
        Some(ChainNode { cell, digit, .. }) => {
            let (name, symbol) = (Size::Nine.cell_name(cell), alphabet.symbol(digit));
            format!("a contradiction: {name} would be {symbol} and not {symbol}")
        }
        None => "the same conclusion".to_owned(),
    }
}

/// Short chains, each in one line: ` If r1c1 is 5, then r1c4 is not 5, then r4c4 is 5.`
fn in_words(chains: &[Chain], alphabet: Alphabet) -> String {
    let is_line = |chain: &Chain| chain.windows(2).all(|links| links[0].to == links[1].from);
    if chains.iter().map(Vec::len).sum::<usize>() > MOST_TOLD || !chains.iter().all(is_line) {
        return String::new();
    }
    let in_words = |chain: &Chain| {
        let start = chain.first().map(|link| node(link.from, alphabet));
        let all = start.into_iter().chain(chain.iter().map(|link| node(link.to, alphabet)));
        format!(" If {}.", all.collect::<Vec<_>>().join(", then "))
    };
    chains.iter().filter(|chain| !chain.is_empty()).map(in_words).collect()
}

/// A candidate in a chain: `r1c4 is not 5`.
fn node(ChainNode { cell, digit, is_on }: ChainNode, alphabet: Alphabet) -> String {
    let verb = if is_on { "is" } else { "is not" };
    format!("{} {verb} {}", Size::Nine.cell_name(cell), alphabet.symbol(digit))
}

/// What cells lose: `r1c4 and r1c5 lose 2; r3c6 loses 2 and 7`.
fn losses(step: &Deduction, alphabet: Alphabet) -> String {
    let mut losers: Vec<(Candidates, Vec<Cell>)> = Vec::new();
    for (cell, lost) in step.removed() {
        match losers.iter_mut().find(|(digits, _)| *digits == lost) {
            Some((_, cells)) => cells.push(cell),
            None => losers.push((lost, vec![cell])),
        }
    }
    let losses = losers.into_iter().map(|(digits, cells)| {
        let verb = if cells.len() == 1 { "loses" } else { "lose" };
        format!("{} {verb} {}", listed_cells(cells, Size::Nine), listed_digits(digits, alphabet))
    });
    losses.collect::<Vec<_>>().join("; ")
}
