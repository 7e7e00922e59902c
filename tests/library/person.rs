//! The sentences and chains of the strategy `explainer` are true of the board that stands there, by rules
//! written out here for each technique.

mod board;
mod chains;

use super::{
    common::limits,
    sentences::{Board, Reader, items, read},
};
use board::{chosen, combined, same, within};
use std::{collections::BTreeMap, iter::zip};
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
        let pattern = "In {}, {} is only in {} ({}), which leaves it one place in {}";
        if let Some([base, digit, cover, cells, other]) = read(pattern, reason) {
            let (cell, placed) = self.placed?;
            let (digit, cells, cover) = (board.digit(digit), board.cells(cells), board.unit(cover));
            let places = board.places_for(digit, &board.unit(base));
            let gone = |it: &usize| cover.contains(it) && !cells.contains(it);
            let left = board.places_for(digit, &board.unit(other)).into_iter();
            let left: Vec<_> = left.filter(|it| !gone(it)).collect();
            let confines = places == cells && within(&cells, &cover) && base != other;
            return Some(confines && left == [cell] && digit == placed);
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
        if let Some([digit, base, cover, cells]) =
            read("All places for {} in {} are in {}: {}", reason)
        {
            let (digit, cells) = (board.digit(digit), board.cells(cells));
            let (base, cover) = (board.unit(base), board.unit(cover));
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
        let [subject, cover, cells] = read("In {} is only where they cross {}: {}", reason)?;
        let (base, digit) = subject.rsplit_once(", ")?;
        let (digit, cells) = (board.digit(digit), board.cells(cells));
        let of = |names| items(names).into_iter().map(|name| board.unit(name)).collect::<Vec<_>>();
        let (lines, crossing) = (of(base), of(cover));
        let places: Vec<_> = lines.iter().flat_map(|it| board.places_for(digit, it)).collect();
        let loses = |&(cell, lost): &Candidate| {
            lost == digit && crossing.concat().contains(&cell) && !lines.concat().contains(&cell)
        };
        // Lines of one kind share no cell, so those of the base need as many of the other kind.
        let are = |names, kind| items(names).iter().all(|name| name.starts_with(kind));
        let cross =
            are(base, "row") && are(cover, "column") || are(base, "column") && are(cover, "row");
        Some(
            cross
                && lines.len() == crossing.len()
                && same(&places, &cells)
                && within(&cells, &crossing.concat())
                && self.lost.iter().all(loses),
        )
    }

    fn wing(&self, reason: &str) -> Option<bool> {
        let board = self.board;
        let xy = "The pivot {} is {}, and either leaves {} to one of the wings {}";
        let xyz = "The pivot {} has the candidates {}. If it is not {}, one of the wings {} is";
        let (of_pivot, [pivot, digits, digit, wings]) = match read(xy, reason) {
            Some(found) => (2, found),
            None => (3, read(xyz, reason)?),
        };
        let (pivot, wings) = (board.cell(pivot), board.cells(wings));
        let (digits, digit) = (board.digits(&digits.replace(" or ", " and ")), board.digit(digit));
        let own = board.others(pivot, &[digit]);
        let of_wing = |&wing: &usize| {
            let left = board.others(wing, &[digit]);
            board.sees(pivot, wing)
                && board.can_be(wing, digit)
                && left.len() == 1
                && within(&left, &own)
        };
        let all_seen = |&(cell, lost): &Candidate| {
            let sees_wings = wings.iter().all(|&it| board.sees(cell, it));
            lost == digit && sees_wings && (of_pivot == 2 || board.sees(cell, pivot))
        };
        Some(
            digits == board.candidates_of(pivot)
                && digits.len() == of_pivot
                && digits.contains(&digit) == (of_pivot == 3)
                && wings.len() == 2
                && wings.iter().all(of_wing)
                && board.others(wings[0], &[digit]) != board.others(wings[1], &[digit])
                && self.lost.iter().all(all_seen),
        )
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
        if let Some([cell]) = read("{} has others, and takes one of these", why) {
            let loses = |&(it, digit): &Candidate| it == extra[0] && pair.contains(&digit);
            return Some(extra == [board.cell(cell)] && self.lost.iter().all(loses));
        }
        let one_more = "Some of them have one more candidate, {}, which one of them takes";
        if let Some([more]) = read(one_more, why) {
            let is_seen = |&(cell, digit): &Candidate| {
                digit == board.digit(more) && extra.iter().all(|&other| board.sees(cell, other))
            };
            let is_more = surplus.iter().all(|it| it.1 == board.digit(more));
            return Some(is_more && self.lost.iter().all(is_seen));
        }
        let set = "What two of them have besides forms a set with other cells of {}";
        if let Some([unit]) = read(set, why) {
            let fills_none = self.fills_no_unit(&[board.unit(unit)], &surplus);
            return Some(extra.len() == 2 && within(&extra, &board.unit(unit)) && fills_none);
        }
        let [unit, cells, digit] =
            read("In {}, only {} can be {}, so neither can be the other digit", why)?;
        let (cells, digit) = (board.cells(cells), board.digit(digit));
        let loses =
            |&(cell, it): &Candidate| extra.contains(&cell) && pair.contains(&it) && it != digit;
        let are_only = same(&board.places_for(digit, &board.unit(unit)), &cells);
        Some(are_only && same(&cells, &extra) && cells.len() == 2 && self.lost.iter().all(loses))
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

    /// Whether one of some units cannot be filled if a lost candidate holds, and any of the surplus.
    fn fills_no_unit(&self, units: &[Vec<usize>], surplus: &[Candidate]) -> bool {
        units.iter().any(|unit| {
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
            self.fills_no_unit(&board.common_units(&cells), &surplus)
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
        let outcome = trace::observe(&Explainer::default(), &puzzle, &limits(1), &mut reader);
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
