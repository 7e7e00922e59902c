//! The reason of a step, for people who learn.

use super::{
    State,
    lists::{filled, listed, listed_cells, listed_units, names_of},
    reason_of_step,
};
use sudomill_puzzle::{
    grid::{Alphabet, Candidates, Cell, Digit, Size, Unit},
    solving::{Chain, Deduction, Event, Reason, Removal},
};

/// The reason of an event: a sentence, and the parts of the grid that it is about.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::*, sudomill_trace::*}; pub mod solver { pub use {sudomill_puzzle::solving::*, sudomill_solvers::*}; } pub mod trace { pub use sudomill_trace::*; } }
/// use sudomill::{grid::{Alphabet, Order2, Puzzle}, solver::{registry, Event, Limits}, trace};
///
/// struct First(Option<trace::Explanation>);
/// impl trace::StepObserver for First {
///     fn before(&mut self, _: u64, event: Event, state: &trace::State) {
///         if !matches!(event, Event::Clue(..)) {
///             let alphabet = Alphabet::default();
///             self.0.get_or_insert_with(|| trace::Explanation::of(event, state, alphabet));
///         }
///     }
///     fn event(&mut self, _: &trace::Moment, _: &trace::State) {}
///     fn step_done(&mut self, _: u64, _: &trace::State, _: Option<Event>) {}
/// }
///
/// let puzzle: Puzzle<Order2> = "1...4.1....4.4..".parse()?;
/// let mut first = First(None);
/// trace::observe(&*registry::find("mrv")?.solver(), &puzzle, &Limits::default(), &mut first);
/// assert_eq!(first.0.unwrap().sentence, "In box 2, r1c3 is the only place for 4.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation {
    /// The reason in a sentence or two.
    pub sentence: String,
    /// The units from which the event follows.
    pub units: Vec<Unit>,
    /// The cell of a value, the cells of a pattern, the cell without a candidate, or the cells that a
    /// sweep leaves with one.
    pub cells: Vec<Cell>,
    /// The candidates that the event removes from open cells, other than that of a value.
    pub removed: Vec<(Cell, Digit)>,
    /// The chains that lead to the event, one for each assumption.
    pub chains: Vec<Chain>,
}

impl Explanation {
    /// Explains an event; `before` is the state before it.
    #[must_use]
    pub fn of(event: Event, before: &State, alphabet: Alphabet) -> Self {
        let text = Text { state: before, alphabet };
        let size = before.size();
        let mut explanation = match event {
            Event::NakedSingle(cell, digit) => text.naked_single(cell, digit),
            Event::HiddenSingle(cell, digit) => text.hidden_single(cell, digit),
            Event::Removal(removal) => text.removal(&removal),
            Event::Deduction(deduction) => text.deduction(&deduction),
            Event::Sweep => text.sweep(),
            Event::Guess(cell, digit) => text.guess(cell, digit),
            Event::Undo(cell, digit) => {
                let sentence = format!(
                    "Everything that follows from {} in {} has been searched, so it is taken back{}.",
                    text.symbol(digit),
                    size.cell_name(cell),
                    if before.reports_candidates() { ", and the cell loses it" } else { "" }
                );
                Self::new(sentence, &[], &[cell])
            }
            Event::Restart => {
                let sentence =
                    "Other guesses may be better, so the search starts again.".to_owned();
                Self::new(sentence, &[], &[])
            }
            Event::Contradiction(reason) => text.contradiction(reason),
            Event::Solution => {
                let follows = match before.depth() {
                    0 => String::new(),
                    1 => " It follows from the guess.".to_owned(),
                    guesses => format!(" It follows from {guesses} guesses."),
                };
                let sentence = "Every cell is filled, and no unit repeats a digit.".to_owned();
                Self::new(sentence + &follows, &[], &[])
            }
            Event::Clue(..) | Event::Refresh => Self::new(String::new(), &[], &[]),
        };
        explanation.removed = removed(event, before);
        if let Event::Removal(_) = event {
            let mut cells: Vec<_> = explanation.removed.iter().map(|&(cell, _)| cell).collect();
            cells.dedup();
            explanation.sentence += &format!(": {}.", listed_cells(cells, size));
        }
        explanation
    }

    fn new(sentence: String, units: &[Unit], cells: &[Cell]) -> Self {
        let (units, cells) = (units.to_vec(), cells.to_vec());
        Self { sentence, units, cells, removed: Vec::new(), chains: Vec::new() }
    }
}

/// Puts reasons into words.
struct Text<'a> {
    state: &'a State,
    alphabet: Alphabet,
}

impl Text<'_> {
    fn size(&self) -> Size {
        self.state.size()
    }

    fn units_of(&self, cell: Cell) -> Vec<Unit> {
        self.state.units().of(self.size(), cell)
    }

    fn symbol(&self, digit: Digit) -> char {
        self.alphabet.symbol(digit)
    }

    fn naked_single(&self, cell: Cell, digit: Digit) -> Explanation {
        let name = self.size().cell_name(cell);
        let symbol = self.symbol(digit);
        let Some(units) = self.holders(cell, self.size().digits() - digit.into()) else {
            let sentence = format!("{symbol} is the only candidate left in {name}.");
            return Explanation::new(sentence, &self.units_of(cell), &[cell]);
        };
        let verb = if units.len() == 1 { "holds" } else { "hold" };
        let units_named = subject(&units);
        let sentence =
            format!("{units_named} {verb} every digit but {symbol}, so {name} is {symbol}.");
        Explanation::new(sentence, &units, &[cell])
    }

    fn hidden_single(&self, cell: Cell, digit: Digit) -> Explanation {
        let name = self.size().cell_name(cell);
        let symbol = self.symbol(digit);
        let Some(unit) = self.unit_with_only(cell, digit) else {
            let sentence = format!("A unit has no other place than {name} for {symbol}.");
            return Explanation::new(sentence, &self.units_of(cell), &[cell]);
        };
        let sentence = format!("In {unit}, {name} is the only place for {symbol}.");
        Explanation::new(sentence, &[unit], &[cell])
    }

    /// The unit of a cell that has no other place for the digit.
    fn unit_with_only(&self, cell: Cell, digit: Digit) -> Option<Unit> {
        let is_only = |unit: &Unit| self.places(digit, *unit) == [cell];
        // A box is seen at a glance.
        self.units_of(cell).into_iter().rev().find(is_only)
    }

    /// The unit of a cell that neither holds the digit nor has a place for it.
    fn unit_without(&self, cell: Cell, digit: Digit) -> Option<Unit> {
        let holds = |cell: &Cell| self.state.values()[cell.index()] == digit.value();
        let lacks = |unit: &Unit| {
            self.places(digit, *unit).is_empty() && !self.size().cells_of(*unit).iter().any(holds)
        };
        self.units_of(cell).into_iter().find(lacks)
    }

    /// The open cells of a unit that can be the digit.
    fn places(&self, digit: Digit, unit: Unit) -> Vec<Cell> {
        let can_be = |cell: &Cell| self.state.candidates(*cell).contains(digit);
        self.size().cells_of(unit).iter().copied().filter(can_be).collect()
    }

    fn removal(&self, removal: &Removal) -> Explanation {
        let names = names_of(removal, self.size(), self.alphabet);
        let sentence =
            self.single_of(removal).unwrap_or_else(|| filled(removal.technique.sentence, &names));
        let units: Vec<_> = removal.base().chain(removal.cover()).collect();
        Explanation::new(sentence, &units, &removal.cells().collect::<Vec<_>>())
    }

    /// The reason of a removal whose unit has, since the technique looked at the grid, one place left.
    fn single_of(&self, removal: &Removal) -> Option<String> {
        let (base, cover) = (removal.base().next()?, removal.cover().next()?);
        let digit = removal.digits.single()?;
        let [cell] = self.places(digit, base)[..] else { return None };
        let (name, symbol) = (self.size().cell_name(cell), self.symbol(digit));
        Some(format!(
            "In {base}, {name} is the only place for {symbol}, a hidden single, so the rest of {cover} loses \
             {symbol}"
        ))
    }

    /// The reason of a step of a person, and what it enters or removes.
    fn deduction(&self, step: &Deduction) -> Explanation {
        let (units, cells) = (step.units().collect::<Vec<_>>(), step.cells.iter());
        let chains = self.state.chains();
        let sentence = reason_of_step(step, chains, self.alphabet);
        let explanation = Explanation::new(sentence, &units, &cells.collect::<Vec<_>>());
        Explanation { chains: chains.to_vec(), ..explanation }
    }

    /// The numbers of candidates that vanish and of cells that are left with one.
    fn sweep(&self) -> Explanation {
        let after = after(Event::Sweep, self.state);
        let mut gone = 0;
        let mut entered = Vec::new();
        for cell in self.size().all_cells().filter(|&cell| self.state.value(cell).is_none()) {
            let mut left = after.candidates(cell).len();
            if after.value(cell).is_some() {
                entered.push(cell);
                left = 1;
            }
            gone += self.state.candidates(cell).len().saturating_sub(left);
        }
        let gone = match gone {
            0 => "Nothing more can be removed".to_owned(),
            1 => "1 candidate removed".to_owned(),
            gone => format!("{gone} candidates removed"),
        };
        let sentence = match entered.len() {
            0 => format!("{gone}."),
            1 => format!("{gone}, 1 cell filled."),
            cells => format!("{gone}, {cells} cells filled."),
        };
        Explanation::new(sentence, &[], &entered)
    }

    fn guess(&self, cell: Cell, digit: Digit) -> Explanation {
        let name = self.size().cell_name(cell);
        let symbol = self.symbol(digit);
        let candidates = self.state.candidates(cell);
        let symbols = candidates.iter().map(|digit| self.symbol(digit).to_string());
        let symbols = listed(symbols, "or");
        let sentence = if !candidates.contains(digit) {
            format!("{symbol} is tried in {name}.")
        } else if candidates.len() == 1 {
            format!("{name} can only be {symbol}, which is entered like a guess.")
        } else if candidates.lowest() == Some(digit) {
            let lowest = if candidates.len() == 2 { "lower" } else { "lowest" };
            format!("{name} can be {symbols}; the {lowest}, {symbol}, is tried.")
        } else {
            format!("{name} can be {symbols}; {symbol} is tried.")
        };
        Explanation::new(sentence, &[], &[cell])
    }

    fn contradiction(&self, reason: Reason) -> Explanation {
        let mut explanation = match reason {
            Reason::NoCandidate(cell) => self.no_candidate(cell),
            Reason::NoPlace(digit, unit) => self.no_place(digit, unit),
            Reason::BrokenRule => {
                Explanation::new("A unit of the full grid repeats a digit.".into(), &[], &[])
            }
        };
        explanation.sentence += match self.state.depth() {
            0 => " So there is no solution.",
            1 => " So the guess is wrong.",
            _ => " So one of the guesses is wrong.",
        };
        explanation
    }

    /// A unit without a place for the digit, or with one that another digit needs, too.
    fn no_place(&self, digit: Digit, unit: Unit) -> Explanation {
        let none = |digit: Digit, unit: Unit| {
            let sentence = format!("No cell of {unit} can be {}.", self.symbol(digit));
            Explanation::new(sentence, &[unit], &[])
        };
        let [cell] = self.places(digit, unit)[..] else { return none(digit, unit) };
        let others = self.size().digits() - digit.into();
        let mut rivals =
            others.iter().filter_map(|other| Some((other, self.unit_with_only(cell, other)?)));
        let Some((other, there)) = rivals.next() else {
            // The other digit has lost the cell since the strategy looked at the grid.
            let missing =
                others.iter().find_map(|other| Some((other, self.unit_without(cell, other)?)));
            let (digit, unit) = missing.unwrap_or((digit, unit));
            return none(digit, unit);
        };
        let [first, second] = [digit, other].map(|digit| self.symbol(digit));
        let name = self.size().cell_name(cell);
        let sentence = format!(
            "{first} and {second} both have only {name}: {first} in {unit}, {second} in {there}."
        );
        let units = if unit == there { vec![unit] } else { vec![unit, there] };
        Explanation::new(sentence, &units, &[cell])
    }

    fn no_candidate(&self, cell: Cell) -> Explanation {
        let name = self.size().cell_name(cell);
        let all = self.size().digits();
        let Some(units) = self.holders(cell, all) else {
            let sentence = format!("{name} has lost its last candidate.");
            return Explanation::new(sentence, &self.units_of(cell), &[cell]);
        };
        let ends = [all.lowest(), all.iter().next_back()];
        let [first, last] = ends.map(|end| end.map_or(' ', |digit| self.symbol(digit)));
        let units_named = subject(&units);
        let sentence = format!("{units_named} hold {first}-{last}, so nothing is left for {name}.");
        Explanation::new(sentence, &units, &[cell])
    }

    /// The fewest units of an open cell whose values are, together, all of `digits`; `None` if even
    /// the three units lack one.
    fn holders(&self, cell: Cell, digits: Candidates) -> Option<Vec<Unit>> {
        let held = |unit: Unit| {
            let values =
                self.size().cells_of(unit).iter().map(|cell| self.state.values()[cell.index()]);
            let values = values.filter_map(Digit::new).map(Candidates::from);
            values.fold(Candidates::NONE, |all, digit| all | digit)
        };
        let units = self.units_of(cell);
        // The fewest first: one, of which a box is seen at a glance; two; then all.
        let count = units.len();
        let one = (2..count).chain(0..2).map(|unit| vec![unit]);
        let two = (0..count).flat_map(|unit| (unit + 1..count).map(move |other| vec![unit, other]));
        let groups = one.chain(two).chain([(0..count).collect()]);
        let mut groups =
            groups.map(|group| group.into_iter().map(|unit| units[unit]).collect::<Vec<_>>());
        groups.find(|group| {
            let held = group.iter().fold(Candidates::NONE, |all, &unit| all | held(unit));
            (digits - held).is_empty()
        })
    }
}

/// The candidates that an event removes from cells that stay open.
fn removed(event: Event, before: &State) -> Vec<(Cell, Digit)> {
    let after = after(event, before);
    let is_open = |cell: &Cell| after.value(*cell).is_none();
    let lost = |cell| {
        let lost = before.candidates(cell) - after.candidates(cell);
        lost.iter().map(move |digit| (cell, digit))
    };
    before.size().all_cells().filter(is_open).flat_map(lost).collect()
}

/// The state after an event.
fn after(event: Event, before: &State) -> State {
    let mut after = before.clone();
    after.follow(event);
    after
}

/// The units at the beginning of a sentence: `Row 3 and box 1`.
fn subject(units: &[Unit]) -> String {
    let named = listed_units(units.iter().copied());
    let mut letters = named.chars();
    letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate as trace;
    use crate::{Moment, StepObserver};
    use sudomill_puzzle::{
        grid::{Order3, Puzzle},
        solving::Limits,
    };
    use sudomill_solvers::registry;

    /// Every explanation, with the event and the candidates before and after it.
    #[derive(Default)]
    struct All {
        before: Vec<(Event, Explanation, State)>,
        after: Vec<State>,
    }

    impl StepObserver for All {
        fn before(&mut self, _: u64, event: Event, state: &State) {
            let explanation = Explanation::of(event, state, Alphabet::default());
            self.before.push((event, explanation, state.clone()));
        }

        fn event(&mut self, _: &Moment, state: &State) {
            self.after.push(state.clone());
        }

        fn step_done(&mut self, _: u64, _: &State, _: Option<Event>) {}
    }

    fn explained(strategy: &str, line: &str) -> All {
        let puzzle: Puzzle = line.parse().unwrap();
        let (mut all, limits) = (All::default(), Limits::default().with_solutions(1));
        let solver = registry::find(strategy).unwrap().solver();
        trace::observe(&*solver, &puzzle, &limits, &mut all);
        all
    }

    fn sentences(all: &All) -> Vec<&str> {
        all.before.iter().map(|(_, it, _)| it.sentence.as_str()).collect()
    }

    const HARD: &str =
        "....631.59........1..5.7...3...85..1..9...7...2.7...8.............34..5.4.3..1..9";

    #[test]
    fn removed_candidates_are_those_that_vanish() {
        let all = explained("pairs/mrv", HARD);
        let mut pairs = 0;
        for ((event, explanation, before), after) in all.before.iter().zip(&all.after) {
            if let Event::Undo(..) | Event::Clue(..) = event {
                continue;
            }
            pairs += u32::from(
                matches!(event, Event::Removal(it) if it.technique.name.ends_with(" pair")),
            );
            let mut vanished = Vec::new();
            for cell in Cell::all::<Order3>().filter(|&cell| after.value(cell).is_none()) {
                let lost = before.candidates(cell) - after.candidates(cell);
                vanished.extend(lost.iter().map(|digit| (cell, digit)));
            }
            let mut removed = explanation.removed.clone();
            removed.sort_unstable_by_key(|(cell, digit)| (cell.index(), digit.value()));
            assert_eq!(removed, vanished, "{event:?}");
            assert!(!explanation.sentence.is_empty());
        }
        assert!(pairs > 0);
    }

    #[test]
    fn sentences_name_the_reason() {
        let all = explained("pairs/mrv", HARD);
        let sentences = sentences(&all);
        let pair = "r4c2 and r4c3 can only be 4 and 7, one each, so the rest of row 4 loses both \
                    digits: r4c4, r4c7 and r4c8.";
        assert!(sentences.contains(&pair), "{sentences:#?}");
        let royle =
            "020030040600000003004000500000806000800010006000705000007000600400000008030040020";
        let all = explained("moler", royle);
        let sentences = self::sentences(&all);
        for sentence in [
            "r1c1 can be 1, 5, 7 or 9; the lowest, 1, is tried.",
            "Row 1 and column 9 hold 1-9, so nothing is left for r1c9. So one of the guesses is wrong.",
            "Everything that follows from 1 in r1c1 has been searched, so it is taken back.",
            "Every cell is filled, and no unit repeats a digit. It follows from 11 guesses.",
        ] {
            assert!(sentences.contains(&sentence), "{sentence}");
        }
    }

    /// The units of a single are a proof: they leave no other digit, or no other place.
    #[test]
    fn units_of_singles_prove_them() {
        let all = explained(
            "mrv",
            "013085006000031000007600000006900003170000025300006900000002400000870000900560310",
        );
        let mut singles = [0; 2];
        for (event, explanation, before) in &all.before {
            match *event {
                Event::NakedSingle(cell, digit) => {
                    singles[0] += 1;
                    let cells = explanation.units.iter().flat_map(|unit| unit.cells::<Order3>());
                    let held: Candidates = cells
                        .filter_map(|cell| before.value(*cell))
                        .fold(Candidates::NONE, |all, (digit, _)| all | digit.into());
                    assert_eq!(held, Candidates::all::<Order3>() - digit.into(), "{cell:?}");
                }
                Event::HiddenSingle(cell, digit) => {
                    singles[1] += 1;
                    let [unit] = explanation.units[..] else { panic!("{explanation:?}") };
                    let has_digit = |other: &&Cell| before.candidates(**other).contains(digit);
                    let places: Vec<_> = unit.cells::<Order3>().iter().filter(has_digit).collect();
                    assert_eq!(places, [&cell]);
                }
                _ => {}
            }
        }
        assert_eq!(singles, [37, 16]);
    }
}
