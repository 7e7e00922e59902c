//! The sentences of a trace are true of the board that stands there. Each is read back, and its claims
//! are compared with the digits and candidates that the reader sees, by rules written out here.

use super::{
    common::{everyone, limits, lines},
    person,
};
use std::{collections::BTreeMap, iter::zip};
use sudomill::{
    grid::{Alphabet, Boxes, Cell, Order, Order2, Order3, Order4, Puzzle},
    solver::{Event, Reason, registry::Tuning},
    trace::{self, Explanation, Moment, State, StepObserver},
};

/// The digits and the candidates on paper: 0 is an open cell, bit 0 of the candidates is the digit 1.
#[derive(Clone)]
pub struct Board {
    box_rows: usize,
    box_columns: usize,
    pub values: Vec<u8>,
    pub candidates: Vec<u64>,
    guesses: usize,
}

impl Board {
    pub fn of<O: Order>(state: &State) -> Self {
        let bits = |cell| state.candidates(Cell::new(cell)).bits().into();
        Self {
            box_rows: O::BOX_ROWS,
            box_columns: O::BOX_COLUMNS,
            values: state.values().to_vec(),
            candidates: (0..O::CELLS).map(bits).collect(),
            guesses: state.depth(),
        }
    }

    fn side(&self) -> usize {
        self.box_rows * self.box_columns
    }

    /// The place of a cell, its row, its column and its box, all from 0.
    pub fn places(&self, cell: usize) -> [usize; 3] {
        let (row, column) = (cell / self.side(), cell % self.side());
        [row, column, row / self.box_rows * self.box_rows + column / self.box_columns]
    }

    /// The cells of `box 2`.
    pub fn unit(&self, name: &str) -> Vec<usize> {
        let (kind, number) = name.split_once(' ').unwrap_or_else(|| panic!("no unit: {name:?}"));
        let kinds = ["row", "column", "box"];
        let kind = kinds.iter().position(|it| kind.eq_ignore_ascii_case(it)).expect(name);
        let number: usize = number.parse().expect(name);
        self.cells_of(kind, number - 1)
    }

    /// The cells of a row, a column or a box, which are the kinds 0, 1 and 2, ascending.
    pub fn cells_of(&self, kind: usize, number: usize) -> Vec<usize> {
        let of_box = |i| {
            let row = number / self.box_rows * self.box_rows + i / self.box_columns;
            let column = number % self.box_rows * self.box_columns + i % self.box_columns;
            row * self.side() + column
        };
        let cell = |i| [number * self.side() + i, i * self.side() + number, of_box(i)][kind];
        (0..self.side()).map(cell).collect()
    }

    /// The cell `r1c2`.
    pub fn cell(&self, name: &str) -> usize {
        let (row, column) =
            name[1..].split_once('c').unwrap_or_else(|| panic!("no cell: {name:?}"));
        let [row, column] = [row, column].map(|it| it.parse::<usize>().expect(name));
        (row - 1) * self.side() + column - 1
    }

    pub fn digit(&self, symbol: &str) -> u8 {
        let symbols = "123456789ABCDEFGHIJKLMNOP";
        let at = symbols.find(symbol).filter(|&at| at < self.side() && symbol.len() == 1);
        at.unwrap_or_else(|| panic!("no digit: {symbol:?}")) as u8 + 1
    }

    pub fn can_be(&self, cell: usize, digit: u8) -> bool {
        self.candidates[cell] >> (digit - 1) & 1 == 1
    }

    /// The open cells of some that can be a digit.
    pub fn places_for(&self, digit: u8, cells: &[usize]) -> Vec<usize> {
        cells.iter().copied().filter(|&cell| self.can_be(cell, digit)).collect()
    }

    pub fn bits(&self, digits: &[u8]) -> u64 {
        digits.iter().map(|digit| 1 << (digit - 1)).sum()
    }

    fn all(&self) -> u64 {
        (1 << self.side()) - 1
    }

    /// The digits that the units hold.
    fn held(&self, units: &[&str]) -> u64 {
        let cells = units.iter().flat_map(|unit| self.unit(unit));
        cells
            .map(|cell| self.values[cell])
            .filter(|&it| it != 0)
            .fold(0, |all, it| all | 1 << (it - 1))
    }

    /// No unit repeats a digit, and no digit is missing.
    fn is_solved(&self) -> bool {
        let full = |kind: usize, number: usize| {
            let cells = self.cells_of(kind, number).into_iter();
            cells.fold(0, |all, cell| all | 1_u64 << self.values[cell] >> 1) == self.all()
        };
        (0..3).all(|kind| (0..self.side()).all(|number| full(kind, number)))
    }
}

/// The items of `a, b and c`.
pub fn items(list: &str) -> Vec<&str> {
    list.split(", ").flat_map(|it| it.split(" and ")).flat_map(|it| it.split(" or ")).collect()
}

/// What a pattern with `{}` leaves out of a text; `None` if the text is another one.
pub fn read<'a, const N: usize>(pattern: &str, text: &'a str) -> Option<[&'a str; N]> {
    let mut fixed = pattern.split("{}");
    let mut rest = text.strip_prefix(fixed.next()?)?;
    let fixed: Vec<_> = fixed.collect();
    let mut found = [""; N];
    for (i, (part, found)) in zip(&fixed, &mut found).enumerate() {
        let end = if part.is_empty() { rest.len() } else { rest.find(part)? };
        assert!(!part.is_empty() || i + 1 == N, "{pattern}");
        (*found, rest) = (&rest[..end], &rest[end + part.len()..]);
    }
    rest.is_empty().then_some(found)
}

/// Checks a sentence against the boards before and after the event. Returns the pattern of the sentence,
/// or what is wrong.
fn check(
    event: Event,
    explanation: &Explanation,
    board: &Board,
    after: &Board,
) -> Result<&'static str, String> {
    let text = &*explanation.sentence;
    let digit = |symbol: &str| board.digit(symbol);
    let is = |truth: bool, pattern: &'static str| {
        truth.then_some(pattern).ok_or_else(|| format!("{pattern:?} is false"))
    };
    // What a removal says after the colon: exactly the cells that lose something.
    let losers = |cells: &str| {
        let lost = |&cell: &usize| board.candidates[cell] & !after.candidates[cell] != 0;
        let lost: Vec<_> = (0..board.values.len()).filter(lost).collect();
        items(cells).iter().map(|it| board.cell(it)).collect::<Vec<_>>() == lost
    };
    match event {
        Event::NakedSingle(..) => {
            for pattern in [
                "{} holds every digit but {}, so {} is {}.",
                "{} hold every digit but {}, so {} is {}.",
            ] {
                let Some([units, but, cell, value]) = read(pattern, text) else { continue };
                let (units, cell) = (items(units), board.cell(cell));
                let of_cell = units.iter().all(|unit| board.unit(unit).contains(&cell));
                let held = board.held(&units) == board.all() & !board.bits(&[digit(but)]);
                return is(
                    but == value
                        && of_cell
                        && held
                        && (units.len() == 1) == pattern.contains("holds"),
                    "units hold every other digit",
                );
            }
            let [value, cell] =
                read("{} is the only candidate left in {}.", text).ok_or("unknown")?;
            let left = board.candidates[board.cell(cell)];
            is(left == board.bits(&[digit(value)]), "the only candidate left")
        }
        Event::HiddenSingle(..) => {
            let [unit, cell, value] =
                read("In {}, {} is the only place for {}.", text).ok_or("unknown")?;
            let places = board.places_for(digit(value), &board.unit(unit));
            is(places == [board.cell(cell)], "the only place")
        }
        Event::Removal(removal) if removal.technique.name == "locked candidates" => {
            let pattern = "In {}, {} is the only place for {}, a hidden single, so the rest of {} \
                           loses {}: {}.";
            if let Some([base, cell, value, cover, lost, cells]) = read(pattern, text) {
                let places = board.places_for(digit(value), &board.unit(base));
                let within = board.unit(cover).contains(&board.cell(cell));
                return is(
                    places == [board.cell(cell)] && within && value == lost && losers(cells),
                    "a hidden single restricts a unit",
                );
            }
            let [value, base, cover, rest, lost, cells] =
                read("All places for {} in {} are in {}, so the rest of {} loses {}: {}.", text)
                    .ok_or("unknown")?;
            let places = board.places_for(digit(value), &board.unit(base));
            let within = places.iter().all(|cell| board.unit(cover).contains(cell));
            let several = places.len() > 1;
            is(
                within && several && rest == cover && lost == value && losers(cells),
                "all places are in a unit",
            )
        }
        Event::Removal(_) => {
            let naked = "{} can only be {}, one each, so the rest of {} loses both digits: {}.";
            if let Some([pair, digits, unit, cells]) = read(naked, text) {
                let pair: Vec<_> = items(pair).iter().map(|it| board.cell(it)).collect();
                let digits = items(digits).iter().map(|it| digit(it)).collect::<Vec<_>>();
                let only = pair.iter().all(|&cell| board.candidates[cell] == board.bits(&digits));
                let within = pair.iter().all(|cell| board.unit(unit).contains(cell));
                return is(only && within && pair.len() == 2 && losers(cells), "a naked pair");
            }
            let hidden = "In {}, {} can only be in {}, so these cells lose every other digit: {}.";
            let [unit, digits, pair, cells] = read(hidden, text).ok_or("unknown")?;
            let pair: Vec<_> = items(pair).iter().map(|it| board.cell(it)).collect();
            let only = |it: &&str| board.places_for(digit(it), &board.unit(unit)) == pair;
            is(items(digits).iter().all(only) && pair.len() == 2 && losers(cells), "a hidden pair")
        }
        Event::Guess(cell, value) => {
            let (cell, value) = (cell.index(), value.value());
            let can_be =
                |symbols: &str| items(symbols).iter().map(|it| digit(it)).collect::<Vec<_>>();
            let left = board.candidates[cell];
            for (pattern, lowest, count) in [
                ("{} can be {}; the lowest, {}, is tried.", true, 3..),
                ("{} can be {}; the lower, {}, is tried.", true, 2..),
                ("{} can be {}; {} is tried.", false, 2..),
            ] {
                let Some([name, symbols, tried]) = read(pattern, text) else { continue };
                let symbols = can_be(symbols);
                let right = board.cell(name) == cell
                    && digit(tried) == value
                    && left == board.bits(&symbols);
                let is_lowest = symbols.iter().min() == Some(&value);
                return is(
                    right && is_lowest == lowest && count.contains(&symbols.len()),
                    "can be",
                );
            }
            if let Some([name, value]) =
                read("{} can only be {}, which is entered like a guess.", text)
            {
                return is(
                    board.cell(name) == cell && left == board.bits(&[digit(value)]),
                    "can only be",
                );
            }
            let [tried, name] = read("{} is tried in {}.", text).ok_or("unknown")?;
            is(board.cell(name) == cell && digit(tried) == value, "is tried")
        }
        Event::Contradiction(reason) => {
            if let Reason::NoPlace(digit, unit) = reason {
                let places = board.places_for(digit.value(), &board.unit(&unit.to_string()));
                is(places.len() < 2, "no place of its own")?;
            }
            let (text, end) = text.split_once(" So ").ok_or("no conclusion")?;
            let conclusion =
                ["there is no solution.", "the guess is wrong.", "one of the guesses is wrong."];
            is(end == conclusion[board.guesses.min(2)], "the conclusion")?;
            if let Some([units, digits, cell]) =
                read("{} hold {}, so nothing is left for {}.", text)
            {
                let (units, cell) = (items(units), board.cell(cell));
                let of_cell = units.iter().all(|unit| board.unit(unit).contains(&cell));
                let ends: Vec<_> = digits.split('-').map(digit).collect();
                let full = board.held(&units) == board.all() && ends == [1, board.side() as u8];
                return is(of_cell && full, "nothing is left");
            }
            if let Some([cell]) = read("{} has lost its last candidate.", text) {
                return is(board.candidates[board.cell(cell)] == 0, "the last candidate");
            }
            if let Some([unit, value]) = read("No cell of {} can be {}.", text) {
                let cells = board.unit(unit);
                let absent = cells.iter().all(|&cell| board.values[cell] != digit(value));
                return is(absent && board.places_for(digit(value), &cells).is_empty(), "no cell");
            }
            let pattern = "{} and {} both have only {}: {} in {}, {} in {}.";
            if let Some([first, second, cell, one, unit, other, there]) = read(pattern, text) {
                let cell = board.cell(cell);
                let needs =
                    |value, unit| board.places_for(digit(value), &board.unit(unit)) == [cell];
                let named = (first, second) == (one, other) && first != second;
                return is(
                    named && needs(one, unit) && needs(other, there),
                    "two digits need one cell",
                );
            }
            is(text == "A unit of the full grid repeats a digit.", "a repeated digit")?;
            is(!board.values.contains(&0) && !board.is_solved(), "a repeated digit")
        }
        Event::Solution => {
            let follows = match board.guesses {
                0 => String::new(),
                1 => " It follows from the guess.".to_owned(),
                guesses => format!(" It follows from {guesses} guesses."),
            };
            let expected = format!("Every cell is filled, and no unit repeats a digit.{follows}");
            is(text == expected && board.is_solved(), "a solution")
        }
        Event::Sweep => {
            let count = |board: &Board| -> u32 {
                let of =
                    |(bits, value): (&u64, &u8)| if *value == 0 { bits.count_ones() } else { 1 };
                zip(&board.candidates, &board.values).map(of).sum()
            };
            let open = |board: &Board| board.values.iter().filter(|&&it| it == 0).count();
            let (gone, filled) = (count(board) - count(after), open(board) - open(after));
            let gone = match gone {
                0 => "Nothing more can be removed".to_owned(),
                1 => "1 candidate removed".to_owned(),
                _ => format!("{gone} candidates removed"),
            };
            let filled = match filled {
                0 => String::new(),
                1 => ", 1 cell filled".to_owned(),
                _ => format!(", {filled} cells filled"),
            };
            is(text == format!("{gone}{filled}."), "a sweep")
        }
        Event::Undo(cell, value) => {
            let (searched, end) = text.split_once(", so it is taken back").ok_or("unknown")?;
            let pattern = "Everything that follows from {} in {} has been searched";
            let [tried, name] = read(pattern, searched).ok_or("unknown")?;
            is([".", ", and the cell loses it."].contains(&end), "taken back")?;
            let named = board.cell(name) == cell.index() && digit(tried) == value.value();
            let loses = !text.contains("loses") || !after.can_be(cell.index(), value.value());
            is(named && board.values[cell.index()] == value.value() && loses, "taken back")
        }
        Event::Deduction(step) => person::check(&step, explanation, board, after),
        Event::Restart => is(text.contains("starts again") && after.guesses == 0, "a new start"),
        _ => is(text.is_empty(), "no sentence"),
    }
}

/// Checks every sentence of a search.
pub struct Reader<'a> {
    /// The board after the event before.
    board: Option<Board>,
    next: Option<(Event, Explanation)>,
    of: fn(&State) -> Board,
    search: &'a str,
    /// How often each kind of sentence was read.
    read: &'a mut BTreeMap<&'static str, u64>,
    /// The false ones.
    wrong: &'a mut Vec<String>,
}

impl<'a> Reader<'a> {
    pub fn new(
        of: fn(&State) -> Board,
        search: &'a str,
        read: &'a mut BTreeMap<&'static str, u64>,
        wrong: &'a mut Vec<String>,
    ) -> Self {
        Self { board: None, next: None, of, search, read, wrong }
    }

    /// Reads the sentence of an event. Returns its kind; `None` if it is false.
    fn read(&mut self, moment: &Moment, state: &State) -> Option<&'static str> {
        let (event, explanation) = self.next.take().expect("every event is announced");
        let board = self.board.take().expect("every event has a board before it");
        let after = (self.of)(state);
        let checked = check(event, &explanation, &board, &after);
        self.board = Some(after);
        match checked {
            Ok(kind) => {
                self.count(kind);
                Some(kind)
            }
            Err(why) => {
                let sentence = explanation.sentence;
                let place = format!("{}, step {}", self.search, moment.step);
                self.wrong.push(format!("{place}: {sentence} ({why})"));
                None
            }
        }
    }

    fn count(&mut self, kind: &'static str) {
        *self.read.entry(kind).or_default() += 1;
    }
}

impl StepObserver for Reader<'_> {
    fn before(&mut self, _: u64, event: Event, state: &State) {
        let explanation = Explanation::of(event, state, Alphabet::default());
        self.next = Some((event, explanation));
        self.board.get_or_insert_with(|| (self.of)(state));
    }

    fn event(&mut self, moment: &Moment, state: &State) {
        self.read(moment, state);
    }

    fn step_done(&mut self, _: u64, _: &State, _: Option<Event>) {}
}

/// An event in the tree of the searches of a puzzle. The first one is none, before all.
#[derive(Default)]
struct Node {
    event: Option<Event>,
    /// The kind of its sentence.
    kind: Option<&'static str>,
    /// The places of those that have followed it.
    next: Vec<usize>,
}

/// Reads what is new in a search. As long as it repeats the events of another one, the same boards stand
/// there, and the sentences are the same: they are only counted.
struct NewsReader<'a> {
    reader: Reader<'a>,
    tree: &'a mut Vec<Node>,
    /// The place of the last event in the tree.
    place: usize,
    is_new: bool,
}

impl StepObserver for NewsReader<'_> {
    fn before(&mut self, step: u64, event: Event, state: &State) {
        let Self { tree, place, .. } = self;
        let is_same = |place: &usize| tree[*place].event == Some(event);
        let known = tree[*place].next.iter().copied().find(is_same);
        self.is_new = known.is_none();
        if self.is_new {
            let new = tree.len();
            tree[*place].next.push(new);
            tree.push(Node { event: Some(event), ..Node::default() });
            self.reader.before(step, event, state);
        }
        *place = known.unwrap_or(tree.len() - 1);
    }

    fn event(&mut self, moment: &Moment, state: &State) {
        let node = &mut self.tree[self.place];
        match self.is_new {
            true => node.kind = self.reader.read(moment, state),
            false => node.kind.into_iter().for_each(|kind| self.reader.count(kind)),
        }
    }

    fn step_done(&mut self, _: u64, _: &State, _: Option<Event>) {}
}

/// Reads the sentences of all strategies on some puzzles, until so many guesses were made in each search.
fn read_all<O: Order>(
    puzzles: &[String],
    guesses: u64,
    read: &mut BTreeMap<&'static str, u64>,
    wrong: &mut Vec<String>,
) {
    let limits = limits(2).with_max_guesses(guesses);
    for line in puzzles {
        let puzzle: Puzzle<O> = line.parse().unwrap();
        // The boards of the lanes depend on candidates that are no events. They are followed on one backend.
        let (mut tree, mut tree_of_lanes) = (vec![Node::default()], vec![Node::default()]);
        for strategy in everyone().map(|it| it.tuned(Tuning::DEFAULT.with_max_fillings(100))) {
            let solver = strategy.solver::<O>();
            let is_lanes = solver.lanes().is_some();
            let tree = if is_lanes { &mut tree_of_lanes } else { &mut tree };
            let search = format!("{line} --strategy {strategy}");
            let reader = Reader::new(Board::of::<O>, &search, read, wrong);
            let mut reader = NewsReader { reader, tree, place: 0, is_new: false };
            trace::observe(&*solver, &puzzle, &limits, &mut reader);
        }
    }
}

/// Puzzles whose searches have said something false.
const ONCE_FALSE: [&str; 3] = [
    "....2.7.84.1............9..3..4.1.5..7....2.....6.....6..5......8..9...........3.",
    "3..5..1...7.....8...8..4..66..4..9...3..6..5...7..1..48..1..3......2..6...2..9...",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
];

#[test]
fn sentences_are_true() {
    let (mut read, mut wrong) = (BTreeMap::new(), Vec::new());
    let of = |set: &str, count| lines(&format!("{set}.txt"))[..count].to_vec();
    read_all::<Order2>(&of("4x4", 5), 40, &mut read, &mut wrong);
    read_all::<Boxes<2, 3>>(&of("6x6", 3), 40, &mut read, &mut wrong);
    let of_9x9 = ONCE_FALSE.map(str::to_owned).into_iter().chain(of("hard", 2));
    let of_9x9 = of_9x9.chain(of("multiple", 1)).chain(of("unsolvable", 3));
    read_all::<Order3>(&of_9x9.collect::<Vec<_>>(), 40, &mut read, &mut wrong);
    read_all::<Boxes<3, 4>>(&of("12x12", 1), 20, &mut read, &mut wrong);
    read_all::<Order4>(&of("16x16", 1), 20, &mut read, &mut wrong);
    let some = &wrong[..wrong.len().min(9)];
    assert!(wrong.is_empty(), "{} false sentences:\n{}", wrong.len(), some.join("\n"));
    let all: u64 = read.values().sum();
    assert!(all > 100_000, "{all} sentences: {read:?}");
    for kind in
        ["a hidden single restricts a unit", "two digits need one cell", "no cell", "a hidden pair"]
    {
        assert!(read[kind] > 100, "{kind}: {read:?}");
    }
}
