//! The singles of a puzzle as it is given.

use sudomill::{
    grid::{Candidates, Cell, Digit, Order, Puzzle, Unit},
    picture::Picture,
};

/// The open cells whose digit follows at once.
pub struct Singles {
    /// Those with one candidate.
    pub naked: Vec<(Cell, Digit)>,
    /// The others that are the only place of a digit in a row, a column or a box.
    pub hidden: Vec<(Cell, Digit)>,
}

impl Singles {
    pub fn of<O: Order>(puzzle: &Puzzle<O>) -> Self {
        let candidates = |cell: Cell| match puzzle.clue(cell) {
            Some(_) => Candidates::NONE,
            None => puzzle.candidates_left(cell),
        };
        let naked = |cell| Some((cell, candidates(cell).single()?));
        let mut singles =
            Self { naked: Cell::all::<O>().filter_map(naked).collect(), hidden: Vec::new() };
        for unit in Unit::all::<O>() {
            for digit in (1..=O::SIDE as u8).filter_map(Digit::new) {
                let has_place = |cell: &Cell| candidates(*cell).contains(digit);
                let mut places = unit.cells::<O>().iter().copied().filter(has_place);
                if let (Some(cell), None) = (places.next(), places.next()) {
                    singles.add_hidden(cell, digit);
                }
            }
        }
        singles.hidden.sort_by_key(|(cell, _)| cell.index());
        singles
    }

    /// Adds a hidden single, unless the cell is a single already.
    fn add_hidden(&mut self, cell: Cell, digit: Digit) {
        if !self.all().any(|&(known, _)| known == cell) {
            self.hidden.push((cell, digit));
        }
    }

    fn all(&self) -> impl Iterator<Item = &(Cell, Digit)> {
        self.naked.iter().chain(&self.hidden)
    }

    /// Marks them.
    pub fn mark(&self, picture: &mut Picture) {
        self.all().for_each(|&(cell, digit)| picture.mark(cell, digit));
    }

    pub fn words(&self) -> String {
        format!("singles: {} naked, {} hidden", self.naked.len(), self.hidden.len())
    }
}
