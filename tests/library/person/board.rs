//! What the checks ask of a board.

use super::{
    super::sentences::{Board, items, read},
    Candidate,
};
use std::iter::zip;

impl Board {
    /// What the end of a sentence says: the candidates that are lost, and the digit that is placed.
    pub fn result(&self, text: &str) -> (Vec<Candidate>, Option<Candidate>) {
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
    pub fn without(&self, lost: &[Candidate], placed: Option<Candidate>) -> Vec<u64> {
        let mut left = self.candidates.clone();
        for &(cell, digit) in lost {
            assert!(self.can_be(cell, digit), "nothing is lost");
            left[cell] &= !self.bits(&[digit]);
        }
        if let Some((cell, digit)) = placed {
            assert!(self.can_be(cell, digit), "no candidate is placed");
            left[cell] = 0;
            for other in self.units_of(cell).concat() {
                left[other] &= !self.bits(&[digit]);
            }
        }
        left
    }

    pub fn cells(&self, names: &str) -> Vec<usize> {
        items(names).into_iter().map(|name| self.cell(name)).collect()
    }

    pub fn digits(&self, symbols: &str) -> Vec<u8> {
        items(symbols).into_iter().map(|symbol| self.digit(symbol)).collect()
    }

    pub fn every_unit(&self) -> Vec<Vec<usize>> {
        (0..27).map(|at| self.cells_of(at / 9, at % 9)).collect()
    }

    fn units_of(&self, cell: usize) -> [Vec<usize>; 3] {
        let [row, column, box_] = self.places(cell);
        [self.cells_of(0, row), self.cells_of(1, column), self.cells_of(2, box_)]
    }

    pub fn sees(&self, cell: usize, other: usize) -> bool {
        cell != other && zip(self.places(cell), self.places(other)).any(|(one, two)| one == two)
    }

    /// The units that have all of some cells.
    pub fn common_units(&self, cells: &[usize]) -> Vec<Vec<usize>> {
        let has_all = |unit: &Vec<usize>| cells.iter().all(|cell| unit.contains(cell));
        self.every_unit().into_iter().filter(has_all).collect()
    }

    pub fn excludes(&self, one: Candidate, other: Candidate) -> bool {
        one.0 == other.0 && one.1 != other.1 || one.1 == other.1 && self.sees(one.0, other.0)
    }

    /// Sets of candidates of which one holds, with this one: its cell, and its digit in its units.
    pub fn choices(&self, (cell, digit): Candidate) -> Vec<Vec<Candidate>> {
        let of_cell = (1..=9).filter(|&it| self.can_be(cell, it)).map(|it| (cell, it)).collect();
        let of_unit = |unit: Vec<usize>| {
            self.places_for(digit, &unit).into_iter().map(|cell| (cell, digit)).collect()
        };
        std::iter::once(of_cell).chain(self.units_of(cell).map(of_unit)).collect()
    }

    /// Whether the open cells of a unit can be filled if some candidates hold.
    pub fn fills(&self, unit: &[usize], assumed: &[Candidate]) -> bool {
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
    pub fn refutes(&self, gone: &[Candidate], assumed: Candidate) -> bool {
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

    pub fn all_candidates(&self) -> impl Iterator<Item = Candidate> {
        let of_cell = |cell| (1..=9).map(move |digit| (cell, digit));
        (0..81).flat_map(of_cell).filter(|&(cell, digit)| self.can_be(cell, digit))
    }

    /// A cell without a candidate, or a digit without a place in a unit.
    pub fn has_dead_end(&self) -> bool {
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
    pub fn surplus(&self, digits: &[u8], cells: &[usize]) -> Option<Vec<Candidate>> {
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
    pub fn others(&self, cell: usize, digits: &[u8]) -> Vec<u8> {
        (1..=9).filter(|it| self.can_be(cell, *it) && !digits.contains(it)).collect()
    }

    pub fn candidates_of(&self, cell: usize) -> Vec<u8> {
        self.others(cell, &[])
    }
}

/// Whether all of some items are among others.
pub fn within<T: PartialEq>(some: &[T], all: &[T]) -> bool {
    some.iter().all(|it| all.contains(it))
}

pub fn same<T: PartialEq>(some: &[T], others: &[T]) -> bool {
    within(some, others) && within(others, some)
}

/// The ways to choose two or three of some items.
pub fn chosen<T: Copy>(items: &[T], count: usize) -> Vec<Vec<T>> {
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
pub fn combined<T: Copy>(places: Vec<Vec<Vec<T>>>) -> Vec<Vec<T>> {
    places.into_iter().fold(vec![Vec::new()], |before, lists| {
        let join = |one: &Vec<T>| {
            lists.iter().map(|list| [&one[..], &list[..]].concat()).collect::<Vec<_>>()
        };
        before.iter().flat_map(join).collect()
    })
}
