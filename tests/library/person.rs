//! The sentences and chains of the strategy `explainer` are true of the board that stands there, by rules
//! written out here for each technique.

use super::{
    common::limits,
    sentences::{Board, Reader, items, read},
};
use std::{
    collections::{BTreeMap, HashSet},
    iter::zip,
};
use sudomill::{
    grid::{Order3, Puzzle},
    rating::{self, Explainer, Rater, RatingLimits, Technique},
    solver::{ChainLink, ChainNode, Counters, Deduction, Event, Solver, Status},
    trace::{self, Explanation},
};

/// A candidate: its cell and its digit.
type Candidate = (usize, u8);

/// A candidate that is on or off.
type Claim = (Candidate, bool);

/// A step that is checked: the board before it, and what its sentence says that it does.
struct Step<'a> {
    board: &'a Board,
    lost: Vec<Candidate>,
    placed: Option<Candidate>,
    chains: Vec<Vec<(Claim, Claim)>>,
}

/// Checks the sentence of a step against the boards before and after it. Returns the technique, or what is
/// wrong.
pub fn check(
    step: &Deduction,
    explanation: &Explanation,
    board: &Board,
    after: &Board,
) -> Result<&'static str, String> {
    let text = &explanation.sentence;
    let (reason, result) = text.rsplit_once(" So ").ok_or("no result")?;
    let (lost, placed) = board.result(result);
    if board.without(&lost, placed) != after.candidates {
        return Err("the result is another one".to_owned());
    }
    let claim = |ChainNode { cell, digit, is_on }| ((cell.index(), digit.value()), is_on);
    let links = |chain: &Vec<ChainLink>| {
        chain.iter().map(|link| (claim(link.from), claim(link.to))).collect::<Vec<_>>()
    };
    let chains = explanation.chains.iter().map(links).collect();
    let checked = Step { board, lost, placed, chains };
    let (reason, told) = match reason.split_once(". If r") {
        Some((reason, told)) if !checked.chains.is_empty() => (reason, Some(told)),
        _ => (reason.trim_end_matches('.'), None),
    };
    if told.is_some_and(|told| !checked.tells(told)) {
        return Err("the sentence tells other chains".to_owned());
    }
    let is_true = if checked.chains.is_empty() {
        checked.pattern_holds(reason)
    } else {
        checked.chains_hold(step.technique, reason)
    };
    match is_true {
        Some(true) => Ok(step.technique),
        Some(false) => Err(format!("{} is false", step.technique)),
        None => Err(format!("{} has an unknown sentence", step.technique)),
    }
}

impl Board {
    /// What the end of a sentence says: the candidates that are lost, and the digit that is placed.
    fn result(&self, text: &str) -> (Vec<Candidate>, Option<Candidate>) {
        let text = text.trim_end_matches('.');
        if let Some([cell, digit]) = read("{} is {}", text) {
            return (Vec::new(), Some((self.cell(cell), self.digit(digit))));
        }
        let of_part = |part: &str| {
            let [cells, digits] = read("{} loses {}", part)
                .or_else(|| read("{} lose {}", part))
                .unwrap_or_else(|| panic!("no result: {text}"));
            let digits = self.digits(digits);
            let cells = self.cells(cells).into_iter();
            cells.flat_map(|cell| digits.iter().map(move |&it| (cell, it))).collect::<Vec<_>>()
        };
        (text.split("; ").flat_map(of_part).collect(), None)
    }

    /// The candidates of all cells after a step.
    fn without(&self, lost: &[Candidate], placed: Option<Candidate>) -> Vec<u64> {
        let mut left = self.candidates.clone();
        for &(cell, digit) in lost {
            assert!(self.can_be(cell, digit), "nothing is lost");
            left[cell] &= !self.bits(&[digit]);
        }
        if let Some((cell, digit)) = placed {
            assert!(self.can_be(cell, digit), "no candidate is placed");
            left[cell] = 0;
            for other in (0..left.len()).filter(|&other| self.sees(cell, other)) {
                left[other] &= !self.bits(&[digit]);
            }
        }
        left
    }

    fn cells(&self, names: &str) -> Vec<usize> {
        items(names).into_iter().map(|name| self.cell(name)).collect()
    }

    fn digits(&self, symbols: &str) -> Vec<u8> {
        items(symbols).into_iter().map(|symbol| self.digit(symbol)).collect()
    }

    fn every_unit(&self) -> Vec<Vec<usize>> {
        let names =
            ["row", "column", "box"].map(|kind| (1..=9).map(move |i| format!("{kind} {i}")));
        names.into_iter().flatten().map(|name| self.unit(&name)).collect()
    }

    fn sees(&self, cell: usize, other: usize) -> bool {
        cell != other && zip(self.places(cell), self.places(other)).any(|(one, two)| one == two)
    }

    /// The units that have all of some cells.
    fn common_units(&self, cells: &[usize]) -> Vec<Vec<usize>> {
        let has_all = |unit: &Vec<usize>| cells.iter().all(|cell| unit.contains(cell));
        self.every_unit().into_iter().filter(has_all).collect()
    }

    fn excludes(&self, one: Candidate, other: Candidate) -> bool {
        one.0 == other.0 && one.1 != other.1 || one.1 == other.1 && self.sees(one.0, other.0)
    }

    /// Sets of candidates of which one holds, with this one: its cell, and its digit in its units.
    fn choices(&self, (cell, digit): Candidate) -> Vec<Vec<Candidate>> {
        let of_cell = (1..=9).filter(|&it| self.can_be(cell, it)).map(|it| (cell, it)).collect();
        let of_unit = |unit: Vec<usize>| {
            self.places_for(digit, &unit).into_iter().map(|cell| (cell, digit)).collect()
        };
        let units = self.common_units(&[cell]).into_iter().map(of_unit);
        std::iter::once(of_cell).chain(units).collect()
    }

    /// Whether the open cells of a unit can be filled if some candidates hold.
    fn fills(&self, unit: &[usize], assumed: &[Candidate]) -> bool {
        let Some((&cell, rest)) = unit.split_first() else { return true };
        if self.values[cell] != 0 {
            return self.fills(rest, assumed);
        }
        let fits = |digit: &u8| {
            let is_free = assumed.iter().all(|&(other, it)| (other == cell) == (it == *digit));
            self.can_be(cell, *digit) && is_free
        };
        (1..=9).filter(fits).any(|digit| {
            let others = assumed.iter().copied().filter(|&(other, _)| other != cell);
            self.fills(rest, &others.chain([(cell, digit)]).collect::<Vec<_>>())
        })
    }

    /// Whether singles alone lead to a contradiction, if some candidates are gone and another one holds.
    fn refutes(&self, gone: &[Candidate], assumed: Candidate) -> bool {
        let mut board = self.clone();
        for &(cell, digit) in gone {
            board.candidates[cell] &= !board.bits(&[digit]);
        }
        let mut next = Some(assumed);
        while let Some((cell, digit)) = next {
            if !board.can_be(cell, digit) {
                return true;
            }
            board.candidates = board.without(&[], next);
            board.values[cell] = digit;
            if board.has_dead_end() {
                return true;
            }
            let is_single = |&it: &Candidate| board.choices(it).iter().any(|it| it.len() == 1);
            next = board.all_candidates().find(is_single);
        }
        false
    }

    fn all_candidates(&self) -> impl Iterator<Item = Candidate> {
        let of_cell = |cell| (1..=9).map(move |digit| (cell, digit));
        (0..81).flat_map(of_cell).filter(|&(cell, digit)| self.can_be(cell, digit))
    }

    /// A cell without a candidate, or a digit without a place in a unit.
    fn has_dead_end(&self) -> bool {
        let is_dead = |cell: usize| self.values[cell] == 0 && self.candidates[cell] == 0;
        let lacks = |unit: &[usize], digit: u8| {
            let holds = unit.iter().any(|&cell| self.values[cell] == digit);
            !holds && self.places_for(digit, unit).is_empty()
        };
        let lacks_one = |unit: &Vec<usize>| (1..=9).any(|digit| lacks(unit, digit));
        (0..81).any(is_dead) || self.every_unit().iter().any(lacks_one)
    }

    /// Which of some digits in some cells leave, without them, every cell with two candidates and every
    /// digit with two places.
    fn surplus(&self, digits: &[u8], cells: &[usize]) -> Option<Vec<Candidate>> {
        let of_cell = |cell: usize| {
            let own: Vec<_> = digits.iter().filter(|it| self.can_be(cell, **it)).collect();
            let too_many = self.candidates_of(cell).len().saturating_sub(2);
            let choices = chosen(&own, too_many).into_iter();
            choices.map(|digits| digits.into_iter().map(|&it| (cell, it)).collect()).collect()
        };
        let choices = combined(cells.iter().map(|&cell| of_cell(cell)).collect());
        choices.into_iter().find(|surplus| {
            let mut grave = self.clone();
            grave.candidates = self.without(surplus, None);
            let two = |unit: &Vec<usize>| {
                (1..=9).all(|digit| [0, 2].contains(&grave.places_for(digit, unit).len()))
            };
            let is_open = |cell: &usize| self.values[*cell] == 0;
            (0..81).filter(is_open).all(|cell| grave.candidates_of(cell).len() == 2)
                && grave.every_unit().iter().all(two)
        })
    }

    /// The candidates of a cell that are not among some digits.
    fn others(&self, cell: usize, digits: &[u8]) -> Vec<u8> {
        (1..=9).filter(|it| self.can_be(cell, *it) && !digits.contains(it)).collect()
    }

    fn candidates_of(&self, cell: usize) -> Vec<u8> {
        self.others(cell, &[])
    }
}

/// Whether all of some items are among others.
fn within<T: PartialEq>(some: &[T], all: &[T]) -> bool {
    some.iter().all(|it| all.contains(it))
}

fn same<T: PartialEq>(some: &[T], others: &[T]) -> bool {
    within(some, others) && within(others, some)
}

/// The ways to choose two or three of some items.
fn chosen<T: Copy>(items: &[T], count: usize) -> Vec<Vec<T>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let from = |at: usize| {
        chosen(&items[at + 1..], count - 1)
            .into_iter()
            .map(move |rest| [vec![items[at]], rest].concat())
    };
    (0..items.len()).flat_map(from).collect()
}

/// All ways to take one of the lists of each place, joined.
fn combined<T: Copy>(places: Vec<Vec<Vec<T>>>) -> Vec<Vec<T>> {
    places.into_iter().fold(vec![Vec::new()], |before, lists| {
        let join = |one: &Vec<T>| {
            lists.iter().map(|list| [&one[..], &list[..]].concat()).collect::<Vec<_>>()
        };
        before.iter().flat_map(join).collect()
    })
}

impl Step<'_> {
    /// Whether the reason of a step without chains is true; `None` if the sentence is none of those known.
    fn pattern_holds(&self, reason: &str) -> Option<bool> {
        self.single(reason)
            .or_else(|| self.direct(reason))
            .or_else(|| self.set(reason))
            .or_else(|| self.fish(reason))
            .or_else(|| self.wing(reason))
            .or_else(|| self.unique_loop(reason))
            .or_else(|| self.grave(reason))
            .or_else(|| self.aligned(reason))
    }

    fn single(&self, reason: &str) -> Option<bool> {
        let board = self.board;
        if let Some([unit]) = read("In {}, one cell is empty", reason) {
            let open = |cell: &usize| board.values[*cell] == 0;
            let open: Vec<_> = board.unit(unit).into_iter().filter(open).collect();
            return Some(open == [self.placed?.0]);
        }
        if let Some([unit, digit]) = read("In {}, {} has one place", reason) {
            let (cell, placed) = self.placed?;
            let digit = board.digit(digit);
            return Some(board.places_for(digit, &board.unit(unit)) == [cell] && digit == placed);
        }
        let [cell, digit] = read("{} has no candidate but {}", reason)?;
        let candidate = (board.cell(cell), board.digit(digit));
        let left = board.candidates_of(candidate.0);
        Some(left == [candidate.1] && self.placed == Some(candidate))
    }

    /// Patterns that leave a digit one place.
    fn direct(&self, reason: &str) -> Option<bool> {
        let board = self.board;
        let pattern = "Of {}, a {} has {} only in {}, which leaves it one place in another {}";
        if let Some([units, kind, digit, cells, other]) = read(pattern, reason) {
            let (cell, placed) = self.placed?;
            let (digit, cells) = (board.digit(digit), board.cells(cells));
            let names = items(units);
            // A line is a row or a column.
            let is_of = |name: &str, kind: &str| name.starts_with("box") == (kind == "box");
            let base = names.iter().any(|base| {
                let places = board.places_for(digit, &board.unit(base));
                let covers = |cover: &&&str| **cover != *base && within(&cells, &board.unit(cover));
                let leaves = |cover: &&str| {
                    let cover = board.unit(cover);
                    names.iter().any(|unit| {
                        let left = board.places_for(digit, &board.unit(unit));
                        let gone = |it: &usize| cover.contains(it) && !cells.contains(it);
                        let left: Vec<_> = left.into_iter().filter(|it| !gone(it)).collect();
                        unit != base && is_of(unit, other) && left == [cell]
                    })
                };
                is_of(base, kind) && places == cells && names.iter().filter(covers).any(leaves)
            });
            return Some(base && digit == placed && kind == other);
        }
        let pattern = "In {}, {} are only in {}, which leaves another digit one place";
        let [unit, digits, cells] = read(pattern, reason)?;
        let (cell, placed) = self.placed?;
        let (unit, digits, cells) = (board.unit(unit), board.digits(digits), board.cells(cells));
        let left = board.places_for(placed, &unit);
        let left: Vec<_> = left.into_iter().filter(|it| !cells.contains(it)).collect();
        Some(self.is_hidden(&unit, &digits, &cells) && left == [cell] && !digits.contains(&placed))
    }

    fn is_hidden(&self, unit: &[usize], digits: &[u8], cells: &[usize]) -> bool {
        let only = |digit: &u8| within(&self.board.places_for(*digit, unit), cells);
        digits.len() == cells.len() && within(cells, unit) && digits.iter().all(only)
    }

    /// Locked candidates, naked and hidden sets.
    fn set(&self, reason: &str) -> Option<bool> {
        let board = self.board;
        for (base, cover) in [("box", "line"), ("line", "box")] {
            let pattern =
                format!("All places for {{}} in the {base} are in the {cover}: {{}}, in {{}}");
            let Some([digit, cells, units]) = read(&pattern, reason) else { continue };
            let (digit, cells, names) = (board.digit(digit), board.cells(cells), items(units));
            let (boxes, lines): (Vec<&str>, Vec<&str>) =
                names.into_iter().partition(|name| name.starts_with("box"));
            let [in_box, in_line] = [boxes, lines].map(|names| board.unit(names[0]));
            let (base, cover) = if base == "box" { (in_box, in_line) } else { (in_line, in_box) };
            let loses = |&(cell, lost): &Candidate| {
                lost == digit && cover.contains(&cell) && !base.contains(&cell)
            };
            let places = board.places_for(digit, &base);
            return Some(places == cells && within(&cells, &cover) && self.lost.iter().all(loses));
        }
        let pattern = "{} have only the candidates {}, so nothing else in {} takes these";
        if let Some([cells, digits, unit]) = read(pattern, reason) {
            let (cells, digits, unit) =
                (board.cells(cells), board.digits(digits), board.unit(unit));
            let only = cells.iter().all(|&cell| board.others(cell, &digits).is_empty());
            let loses = |&(cell, digit): &Candidate| {
                unit.contains(&cell) && !cells.contains(&cell) && digits.contains(&digit)
            };
            let is_set = cells.len() == digits.len() && within(&cells, &unit);
            return Some(only && is_set && self.lost.iter().all(loses));
        }
        let [unit, digits, cells] =
            read("In {}, {} are only in {}, which take nothing else", reason)?;
        let (unit, digits, cells) = (board.unit(unit), board.digits(digits), board.cells(cells));
        let loses = |&(cell, digit): &Candidate| cells.contains(&cell) && !digits.contains(&digit);
        Some(self.is_hidden(&unit, &digits, &cells) && self.lost.iter().all(loses))
    }

    fn fish(&self, reason: &str) -> Option<bool> {
        let board = self.board;
        let pattern = "In {} of {} is only where they cross the other {}: {}";
        let [count, subject, others, cells] = read(pattern, reason)?;
        let (units, digit) = subject.rsplit_once(", ")?;
        let size = 2 + ["two", "three", "four"].iter().position(|it| *it == count)?;
        let (digit, cells, names) = (board.digit(digit), board.cells(cells), items(units));
        let of = |kind: &str| {
            let names = names.iter().filter(|name| name.starts_with(kind));
            names.map(|name| board.unit(name)).collect::<Vec<_>>()
        };
        let holds = |base: &str, cover: &str| {
            let (base, cover) = (of(base), of(cover));
            let places: Vec<_> = base.iter().flat_map(|it| board.places_for(digit, it)).collect();
            let (base_cells, cover_cells) = (base.concat(), cover.concat());
            let loses = |&(cell, lost): &Candidate| {
                lost == digit && cover_cells.contains(&cell) && !base_cells.contains(&cell)
            };
            base.len() == size
                && cover.len() == size
                && same(&places, &cells)
                && within(&cells, &cover_cells)
                && self.lost.iter().all(loses)
        };
        Some(count == others && (holds("row", "column") || holds("column", "row")))
    }

    fn wing(&self, reason: &str) -> Option<bool> {
        let board = self.board;
        let pattern =
            "Of {}, one sees the other two, and whichever candidate it takes, one of {} is {}";
        let [cells, of, digit] = read(pattern, reason)?;
        let (cells, digit) = (board.cells(cells), board.digit(digit));
        let is_middle = |&middle: &usize| {
            let wings: Vec<_> = cells.iter().copied().filter(|&it| it != middle).collect();
            let own = board.others(middle, &[digit]);
            let of_wing = |&wing: &usize| {
                let left = board.others(wing, &[digit]);
                board.sees(middle, wing)
                    && board.can_be(wing, digit)
                    && left.len() == 1
                    && within(&left, &own)
            };
            let one_of = if of == "the three" { &cells } else { &wings };
            let all_seen = |&(cell, lost): &Candidate| {
                lost == digit && one_of.iter().all(|&it| board.sees(cell, it))
            };
            let needs_all = of == "the three";
            wings.iter().all(of_wing)
                && board.others(wings[0], &[digit]) != board.others(wings[1], &[digit])
                && own.len() == 2
                && board.can_be(middle, digit) == needs_all
                && self.lost.iter().all(all_seen)
        };
        Some(cells.len() == 3 && cells.iter().any(is_middle))
    }

    fn unique_loop(&self, reason: &str) -> Option<bool> {
        let board = self.board;
        let pattern = "If {} had only the candidates {}, there would be two solutions. {}";
        let [cells, pair, why] = read(pattern, reason)?;
        let (cells, pair) = (board.cells(cells), board.digits(pair));
        if pair.len() != 2 || !self.swaps(&cells, &pair) {
            return Some(false);
        }
        let more = |cell: usize| board.others(cell, &pair);
        let extra: Vec<_> = cells.iter().copied().filter(|&cell| !more(cell).is_empty()).collect();
        let surplus: Vec<_> = extra
            .iter()
            .flat_map(|&cell| more(cell).into_iter().map(move |it| (cell, it)))
            .collect();
        Some(match why {
            "One cell has others, and takes one of these" => {
                extra.len() == 1
                    && self.lost.iter().all(|&(cell, it)| cell == extra[0] && pair.contains(&it))
            }
            "Some cells have one more candidate, which one of them takes" => {
                let is_seen = |&(cell, digit): &Candidate| {
                    surplus.iter().all(|&(other, it)| it == digit && board.sees(cell, other))
                };
                self.lost.iter().all(is_seen)
            }
            "What two cells have besides forms a set with other cells of their unit" => {
                extra.len() == 2 && self.fills_no_unit(&extra, &surplus)
            }
            _ => {
                let ending = "Two cells with others have the only places of one of these digits in a unit, \
                              so they lose the other one";
                let locks = |digit: u8| {
                    let units = board.common_units(&extra);
                    units.iter().any(|unit| same(&board.places_for(digit, unit), &extra))
                };
                let loses = |&(cell, digit): &Candidate| {
                    let other = if digit == pair[0] { pair[1] } else { pair[0] };
                    extra.contains(&cell) && pair.contains(&digit) && locks(other)
                };
                why == ending && extra.len() == 2 && self.lost.iter().all(loses)
            }
        })
    }

    /// Whether two digits in some cells can change places: each unit has two of the cells or none.
    fn swaps(&self, cells: &[usize], pair: &[u8]) -> bool {
        let mut sides = vec![None; cells.len()];
        sides[0] = Some(true);
        for _ in cells {
            for (one, other) in (0..cells.len()).flat_map(|i| (0..cells.len()).map(move |j| (i, j)))
            {
                if self.board.sees(cells[one], cells[other]) && sides[other].is_none() {
                    sides[other] = sides[one].map(|side: bool| !side);
                }
            }
        }
        let differ = |unit: &Vec<usize>| {
            let inside = zip(cells, &sides).filter(|(cell, _)| unit.contains(cell));
            let inside: Vec<_> = inside.map(|(_, side)| *side).collect();
            inside.is_empty() || inside.len() == 2 && inside[0].is_some() && inside[0] != inside[1]
        };
        let has_both = |&cell: &usize| pair.iter().all(|&digit| self.board.can_be(cell, digit));
        self.board.every_unit().iter().all(differ) && cells.iter().all(has_both)
    }

    /// Whether a unit of some cells cannot be filled if a lost candidate holds, and any of the surplus.
    fn fills_no_unit(&self, cells: &[usize], surplus: &[Candidate]) -> bool {
        self.board.common_units(cells).iter().any(|unit| {
            let fills =
                |lost: Candidate| surplus.iter().any(|&it| self.board.fills(unit, &[it, lost]));
            self.lost.iter().all(|&lost| unit.contains(&lost.0) && !fills(lost))
        })
    }

    fn grave(&self, reason: &str) -> Option<bool> {
        let board = self.board;
        let pattern =
            "Without {} in {}, every cell would have two candidates and every digit two places{}";
        let [digits, cells, why] = read(pattern, reason)?;
        let (digits, cells) = (board.digits(digits), board.cells(cells));
        let Some(surplus) = board.surplus(&digits, &cells) else { return Some(false) };
        let lost = |holds: &dyn Fn(Candidate) -> bool| self.lost.iter().all(|&it| holds(it));
        let follows = if why == ", and the grid not exactly one solution" {
            cells.len() == 1 && lost(&|it| it.0 == cells[0] && !surplus.contains(&it))
        } else if why == ", so one of these cells takes it" {
            digits.len() == 1
                && lost(&|(cell, it)| it == digits[0] && cells.iter().all(|&c| board.sees(cell, c)))
        } else if why.contains("These digits form a naked set with other cells of") {
            self.fills_no_unit(&cells, &surplus)
        } else {
            let shared = |unit: &Vec<usize>| {
                (1..=9).any(|digit| same(&board.places_for(digit, unit), &cells))
            };
            why.ends_with("One of the cells takes the other digit that they share")
                && board.common_units(&cells).iter().any(shared)
                && lost(&|it| cells.contains(&it.0) && !surplus.contains(&it))
        };
        Some(follows)
    }

    fn aligned(&self, reason: &str) -> Option<bool> {
        let board = self.board;
        let pair = "Two of {} cannot be two digits that are all the candidates of another one that sees both. No possible combination is left with {}";
        let triplet = "Three of {} cannot be digits that leave another one no candidate. No possible combination is left with {}";
        let (size, [cells, digits]) = match read(pair, reason) {
            Some(found) => (2, found),
            None => (3, read(triplet, reason)?),
        };
        let (cells, digits) = (board.cells(cells), board.digits(digits));
        let losers: Vec<_> = self.lost.iter().map(|it| it.0).collect();
        let excludes = |base: &[usize], lost: Candidate| {
            let fits = |assigned: &[Candidate]| {
                let clash = chosen(assigned, 2).iter().any(|two| board.excludes(two[0], two[1]));
                let empties = |&cell: &usize| {
                    let seen = assigned.iter().filter(|it| board.sees(cell, it.0)).map(|it| it.1);
                    board.others(cell, &seen.collect::<Vec<_>>()).is_empty()
                };
                let others = cells.iter().filter(|cell| !base.contains(cell));
                assigned.contains(&lost) && !clash && !others.clone().any(empties)
            };
            let of_cell = |&cell: &usize| {
                board.candidates_of(cell).into_iter().map(move |it| vec![(cell, it)])
            };
            let combinations = combined(base.iter().map(|cell| of_cell(cell).collect()).collect());
            !combinations.iter().any(|all| fits(all))
        };
        let holds = |base: &Vec<usize>| {
            within(&losers, base) && self.lost.iter().all(|&lost| excludes(base, lost))
        };
        let lost: Vec<_> = self.lost.iter().map(|it| it.1).collect();
        Some(within(&lost, &digits) && chosen(&cells, size).iter().any(holds))
    }

    /// Whether the chains follow link by link, and lead to what the sentence says; `None` if it is none of
    /// those known.
    fn chains_hold(&self, technique: &str, reason: &str) -> Option<bool> {
        let chains: Option<Vec<HashSet<Claim>>> =
            self.chains.iter().map(|chain| self.follow(chain, technique.contains('+'))).collect();
        let Some(follows) = chains else { return Some(false) };
        self.simple(reason).or_else(|| self.several(technique, reason, &follows))
    }

    /// What the links of a chain say in words.
    fn tells(&self, told: &str) -> bool {
        let words = |&((cell, digit), is_on): &Claim| {
            let verb = if is_on { "is" } else { "is not" };
            format!("r{}c{} {verb} {digit}", cell / 9 + 1, cell % 9 + 1)
        };
        let of_chain = |chain: &Vec<(Claim, Claim)>| {
            let nodes = std::iter::once(&chain[0].0).chain(chain.iter().map(|link| &link.1));
            nodes.map(words).collect::<Vec<_>>().join(", then ")
        };
        let all: Vec<_> = self.chains.iter().map(of_chain).collect();
        format!("r{told}") == format!("{}.", all.join(". If "))
    }

    /// Follows the links of a chain. Returns what holds if its assumption does; `None` if a link is false.
    fn follow(&self, chain: &[(Claim, Claim)], has_rules: bool) -> Option<HashSet<Claim>> {
        let board = self.board;
        let mut known = HashSet::from([chain[0].0]);
        for links in chain.chunk_by(|one, other| one.1 == other.1) {
            let (to, is_on) = links[0].1;
            let from: Vec<Claim> = links.iter().map(|link| link.0).collect();
            let causes: Vec<Candidate> = from.iter().map(|it| it.0).collect();
            let off = from.iter().all(|it| !it.1);
            let holds = match from[..] {
                _ if is_on => {
                    let left = |choice: &Vec<Candidate>| {
                        choice.iter().all(|it| *it == to || causes.contains(it))
                    };
                    off && board.choices(to).iter().any(left)
                }
                [(cause, true)] => board.excludes(cause, to),
                _ => has_rules && off && board.refutes(&causes, to),
            };
            let is_known = board.can_be(to.0, to.1) && from.iter().all(|it| known.contains(it));
            if !holds || !is_known {
                return None;
            }
            known.insert((to, is_on));
        }
        Some(known)
    }

    /// What the step says is on or off.
    fn conclusion(&self) -> Option<Claim> {
        match (self.placed, &self.lost[..]) {
            (Some(placed), _) => Some((placed, true)),
            (None, &[lost]) => Some((lost, false)),
            _ => None,
        }
    }

    /// A cycle, or a chain from an assumption to its opposite.
    fn simple(&self, reason: &str) -> Option<bool> {
        let board = self.board;
        let [chain] = &self.chains[..] else { return None };
        let nodes: Vec<Claim> = chain.iter().map(|link| link.1).collect();
        let (first, last) = (chain[0].0, *nodes.last()?);
        let cells_of =
            |names| same(&board.cells(names), &nodes.iter().map(|it| it.0.0).collect::<Vec<_>>());
        let of_one = |digit: &str| nodes.iter().all(|it| it.0.1 == board.digit(digit));
        let refutes = first.0 == last.0 && first.1 != last.1 && self.conclusion() == Some(last);
        let pattern =
            "An assumption about {} leads to its opposite, by the places of the digit in {}";
        if let Some([digit, cells]) = read(pattern, reason) {
            return Some(cells_of(cells) && of_one(digit) && refutes);
        }
        let pattern = "An assumption about {} leads to its opposite, by a chain through {}";
        if let Some([digit, cells]) = read(pattern, reason) {
            return Some(cells_of(cells) && board.digit(digit) == first.0.1 && refutes);
        }
        // A cycle excludes what sees two of its candidates, of which one is on.
        let sees = |&(cell, digit): &Candidate| {
            let sides = [true, false].map(|side| {
                nodes.iter().any(|it| it.1 == side && it.0.1 == digit && board.sees(cell, it.0.0))
            });
            sides == [true, true] && !nodes.iter().any(|it| it.0 == (cell, digit))
        };
        let is_cycle = first == last && nodes.len().is_multiple_of(2) && self.lost.iter().all(sees);
        let pattern = "{} are a circle in which {} is in every other cell, so two neighbors of it take the digit between them";
        if let Some([cells, digit]) = read(pattern, reason) {
            return Some(is_cycle && cells_of(cells) && of_one(digit));
        }
        let pattern = "{} are a circle of cells with two candidates, in which two neighbors take their common digit between them";
        if let Some([cells]) = read(pattern, reason) {
            let have_two =
                board.cells(cells).iter().all(|&cell| board.candidates_of(cell).len() == 2);
            return Some(is_cycle && cells_of(cells) && have_two);
        }
        let pattern = "{} are a circle of candidates of which every other one holds, so two neighbors of it exclude what sees both";
        let [cells] = read(pattern, reason)?;
        Some(is_cycle && cells_of(cells))
    }

    /// Several chains to the same conclusion, or one to a contradiction.
    fn several(&self, technique: &str, reason: &str, known: &[HashSet<Claim>]) -> Option<bool> {
        let board = self.board;
        let starts = self.chains.iter().map(|chain| chain[0].0).collect();
        let proof = Proof { starts, known, conclusion: self.conclusion()? };
        let one = |digit: &str, cell: &str| (board.cell(cell), board.digit(digit));
        let places = |digit: &str, cells: &str| {
            let digit = board.digit(digit);
            board.cells(cells).into_iter().map(|cell| (cell, digit)).collect::<Vec<_>>()
        };
        for pattern in [
            "The opposite, assumed for {} in {}, leads to a contradiction by the places of this digit alone",
            "The opposite, assumed for {} in {}, leads to a contradiction",
        ] {
            let Some([digit, cell]) = read(pattern, reason) else { continue };
            let named = one(digit, cell);
            let of_one = self.chains[0].iter().all(|link| link.1.0.1 == named.1);
            let is_enough = of_one || !pattern.contains("alone");
            return Some(proof.clashes() && named == proof.conclusion.0 && is_enough);
        }
        if let Some([digits, cell]) =
            read("Whichever of {} is in {}, chains lead to the same conclusion", reason)
        {
            let (digits, cell) = (board.digits(digits), board.cell(cell));
            let sources: Vec<_> = digits.iter().map(|&digit| (cell, digit)).collect();
            return Some(digits == board.candidates_of(cell) && proof.follows_from_each(&sources));
        }
        if let Some([digit, unit, cells]) =
            read("Wherever {} is in {}, {}, chains lead to the same conclusion", reason)
        {
            let all = board.places_for(board.digit(digit), &board.unit(unit));
            let sources = places(digit, cells);
            return Some(all == board.cells(cells) && proof.follows_from_each(&sources));
        }
        if let Some([digit, cell]) =
            read("Whether {} is in {} or not, chains lead to the same conclusion", reason)
        {
            return Some(proof.doubles(one(digit, cell)));
        }
        let pattern = "Chains from {} in {}, with {} on the way, lead to a contradiction or to the same conclusion";
        let [digits, cells, _] = read(pattern, reason)?;
        let sources: Vec<_> = match items(cells)[..] {
            [cell] => board.digits(digits).iter().map(|&it| (board.cell(cell), it)).collect(),
            _ => places(digits, cells),
        };
        let is_choice = board.choices(sources[0]).iter().any(|choice| same(choice, &sources));
        let is_one = sources.len() == 1 && (proof.clashes() || proof.doubles(sources[0]));
        Some(technique.contains('+') && (is_one || is_choice && proof.follows_from_each(&sources)))
    }
}

/// What follows from the assumptions of several chains, and what they are to prove.
struct Proof<'a> {
    starts: Vec<Claim>,
    known: &'a [HashSet<Claim>],
    conclusion: Claim,
}

impl Proof<'_> {
    /// Whether an assumption leads to the conclusion. One that is the conclusion needs no chain.
    fn leads(&self, start: Claim) -> bool {
        let at = self.starts.iter().position(|it| *it == start);
        start == self.conclusion || at.is_some_and(|at| self.known[at].contains(&self.conclusion))
    }

    /// Whether the conclusion follows from each of some candidates.
    fn follows_from_each(&self, sources: &[Candidate]) -> bool {
        sources.iter().all(|&source| self.leads((source, true)))
    }

    /// Whether the conclusion follows from a candidate and from its absence.
    fn doubles(&self, source: Candidate) -> bool {
        self.leads((source, true)) && self.leads((source, false))
    }

    /// Whether the opposite of the conclusion leads to a candidate that is on and off.
    fn clashes(&self) -> bool {
        let (target, is_on) = self.conclusion;
        let [known] = self.known else { return false };
        let has_both = |&(it, is_on): &Claim| known.contains(&(it, !is_on));
        self.starts == [(target, !is_on)] && known.iter().any(has_both)
    }
}

/// Puzzles up to 8.8 with their ratings, which are the tests of the ratings.
const RATED: &str = include_str!("../../crates/rating/tests/ratings.txt");

/// Puzzles that need the techniques above.
const HARDER: [&str; 3] = [
    "98.7..6..5...8..7...7..4...4...3...2..84..59.....98....1...23....58...6.........1",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "3..5..1...7.....8...8..4..66..4..9...3..6..5...7..1..48..1..3......2..6...2..9...",
];

#[test]
fn sentences_and_chains_of_explainer_are_true() {
    let (mut read, mut wrong) = (BTreeMap::new(), Vec::new());
    let rated = RATED.lines().map(|line| &line[..81]);
    for line in rated.chain(HARDER) {
        let puzzle: Puzzle = line.parse().expect(line);
        let search = format!("{line} --strategy explainer");
        let mut reader = Reader::new(Board::of::<Order3>, &search, &mut read, &mut wrong);
        let outcome = trace::run(&Explainer::default(), &puzzle, &limits(1), &mut reader);
        assert_eq!(outcome.status, Status::Solved, "{line}");
    }
    let some = &wrong[..wrong.len().min(9)];
    assert!(wrong.is_empty(), "{} false sentences:\n{}", wrong.len(), some.join("\n"));
    let missing = |it: &&Technique| !read.contains_key(it.name());
    let missing: Vec<_> = Technique::ALL.iter().filter(missing).collect();
    // None of 20,000 puzzles needs the first one, and a search for the other takes minutes.
    let rare = [&Technique::DirectClaiming, &Technique::DynamicWithDynamic];
    assert!(within(&missing, &rare), "no step of {missing:?}: {read:?}");
}

/// The events of a search.
fn events(solver: &Explainer, puzzle: &Puzzle) -> (Vec<Event>, Status) {
    let mut events = Vec::new();
    let mut observer = |event: Event, _: &Counters| events.push(event);
    let status = solver.trace(puzzle, &limits(1), &mut observer).status;
    (events, status)
}

#[test]
fn known_steps_are_played_as_if_they_were_looked_for() {
    let mut rater = Rater::new();
    for line in RATED.lines().step_by(20) {
        let puzzle: Puzzle = line[..81].parse().expect(line);
        let mut steps = Vec::new();
        let keep = &mut |step: &rating::Step| steps.push(step.clone());
        rater.steps(&puzzle, &RatingLimits::default(), keep).expect("no limit");
        let expected = events(&Explainer::default(), &puzzle);
        assert!(expected.0.len() > steps.len(), "{line}");
        assert_eq!(events(&Explainer::of_steps(steps), &puzzle), expected, "{line}");
    }
    // Steps of another puzzle lead to no solution of this one.
    let [one, other] = [0, 1].map(|at| RATED.lines().nth(at).expect("a line")[..81].parse());
    let (one, other): (Puzzle, Puzzle) = (one.expect("a puzzle"), other.expect("a puzzle"));
    let mut steps = Vec::new();
    let keep = &mut |step: &rating::Step| steps.push(step.clone());
    rater.steps(&one, &RatingLimits::default(), keep).expect("no limit");
    assert_eq!(events(&Explainer::of_steps(steps), &other).1, Status::GaveUp);
}
