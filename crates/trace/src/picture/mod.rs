//! A GRID → TEXT: draws a grid for a terminal, a text file or a web page.
//!
//! A [`Picture`] holds the content of every cell; [`Picture::text`] draws it with box-drawing
//! characters, [`Picture::svg`] as an SVG file. The colors follow Cleve Moler, "Solving Sudoku with
//! MATLAB", 2009: clues blue, guesses cyan, implied values green, singles red, candidates as small
//! digits. Hidden singles, which the article does not use, are magenta.

pub(crate) mod svg;
mod text;

pub use text::{Detail, Ink};

use crate::{Explanation, State};
use sudomill_puzzle::{
    any::AnyPuzzle,
    for_size,
    grid::{
        Alphabet, Candidates, Cell, Digit, Order, Origin, Puzzle, PuzzleError, Size, Solution,
        Unit, Units,
    },
    solving::{ChainLink, Event},
};

/// A picture of a grid of any size.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::*, sudomill_trace::*}; pub mod trace { pub use sudomill_trace::*; } }
/// use sudomill::{grid::{Alphabet, Order2, Puzzle}, picture::{Detail, Ink, Picture}};
/// let puzzle: Puzzle<Order2> = "1...4.....2....3".parse()?;
/// let picture = Picture::of_puzzle(&puzzle, Alphabet::default());
/// assert_eq!(picture.text(Detail::Values, Ink::Letters), "    1  2    3  4
///   ┏━━━━━━━┳━━━━━━━┓
/// 1 ┃ 1c .  ┃ .  .  ┃
/// 2 ┃ 4c .  ┃ .  .  ┃
///   ┣━━━━━━━╋━━━━━━━┫
/// 3 ┃ .  .  ┃ 2c .  ┃
/// 4 ┃ .  .  ┃ .  3c ┃
///   ┗━━━━━━━┻━━━━━━━┛
/// ");
/// # Ok::<(), sudomill::BadLine>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The candidates of a cell are arranged like the cells of a box.
    size: Size,
    given: Units,
    alphabet: Alphabet,
    /// Row-major.
    squares: Vec<Square>,
    /// The cells of the units from which the last step follows, and the cells of that step.
    units: Vec<Cell>,
    chosen: Vec<Cell>,
    /// The candidates that the last step has removed.
    removed: Vec<(Cell, Digit)>,
    /// The links of the chains of the last step.
    links: Vec<ChainLink>,
    /// False if open cells are drawn without their candidates.
    has_candidates: bool,
}

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Square {
    /// A digit and its origin.
    Filled(Digit, Origin),
    /// An open cell, drawn as a dead end if it has no candidates, and the candidate that is entered
    /// next.
    Open(Candidates, Option<(Digit, Next)>),
}

/// How a candidate is entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// As the only candidate.
    Single,
    /// As the candidate that has no other place in a unit.
    HiddenSingle,
    /// As a guess.
    Guess,
}

impl Picture {
    /// Creates a picture from the content of every cell.
    pub fn new(size: Size, alphabet: Alphabet, square: impl FnMut(Cell) -> Square) -> Self {
        let squares = size.all_cells().map(square).collect();
        Self {
            size,
            given: Units::STANDARD,
            alphabet,
            squares,
            units: Vec::new(),
            chosen: Vec::new(),
            removed: Vec::new(),
            links: Vec::new(),
            has_candidates: true,
        }
    }

    /// Draws a puzzle; open cells show the given candidates that no clue excludes.
    pub fn of_puzzle<O: Order>(puzzle: &Puzzle<O>, alphabet: Alphabet) -> Self {
        Self::in_units(Units::STANDARD, puzzle, alphabet)
    }

    /// Draws a puzzle in a grid with these units: thick lines are around regions, and the cells of extra units
    /// are tinted.
    fn in_units<O: Order>(units: Units, puzzle: &Puzzle<O>, alphabet: Alphabet) -> Self {
        let left = |cell| units.candidates_left(O::SIZE, puzzle.values(), cell);
        let picture = Self::new(O::SIZE, alphabet, |cell| match puzzle.clue(cell) {
            Some(digit) => Square::Filled(digit, Origin::Clue),
            None => Square::Open(puzzle.candidates(cell) & left(cell), None),
        });
        Self { given: units, ..picture }
    }

    /// Draws a puzzle whose size is known only at run time in its alphabet and its units, as
    /// [`Self::of_puzzle`] does.
    ///
    /// # Errors
    /// As for [`AnyPuzzle::puzzle`].
    pub fn of_any(puzzle: &AnyPuzzle) -> Result<Self, PuzzleError> {
        for_size!(puzzle.size, O => {
            Ok(Self::in_units(puzzle.units, &puzzle.puzzle::<O>()?, puzzle.alphabet))
        })
    }

    /// Draws a solution; the clues of the puzzle are marked.
    pub fn of_solution<O: Order>(
        puzzle: &Puzzle<O>,
        solution: &Solution<O>,
        alphabet: Alphabet,
    ) -> Self {
        Self::of_puzzle(puzzle, alphabet).solved(solution.values())
    }

    /// The picture of a puzzle with its solution, row-major, in the open cells.
    #[must_use]
    pub fn solved(mut self, solution: &[u8]) -> Self {
        for (square, &value) in self.squares.iter_mut().zip(solution) {
            if let (Square::Open(..), Some(digit)) = (*square, Digit::new(value)) {
                *square = Square::Filled(digit, Origin::Implied);
            }
        }
        self
    }

    /// Draws the grid of a search. Every naked single is marked, and the candidate that `next` enters.
    pub fn of_state(state: &State, next: Option<Event>, alphabet: Alphabet) -> Self {
        let mut picture = Self::new(state.size(), alphabet, |cell| match state.value(cell) {
            Some((digit, origin)) => Square::Filled(digit, origin),
            None => {
                let candidates = state.candidates(cell);
                Square::Open(candidates, candidates.single().map(|digit| (digit, Next::Single)))
            }
        });
        picture.given = state.units();
        match next {
            Some(Event::NakedSingle(cell, digit)) => picture.mark(cell, digit),
            Some(Event::HiddenSingle(cell, digit)) => picture.mark_hidden(cell, digit),
            // A traced program may overwrite a value.
            Some(Event::Guess(cell, digit)) => match &mut picture.squares[cell.index()] {
                Square::Open(all, next) if all.contains(digit) => {
                    *next = Some((digit, Next::Guess))
                }
                _ => {}
            },
            _ => {}
        }
        picture
    }

    /// Adds the reason of the last step, which [`Picture::svg`] shows: the units and cells that it
    /// is about are tinted, the candidates that it removed are struck out, and the links of its chains are
    /// arrows between candidates.
    pub fn explain(&mut self, explanation: &Explanation) {
        let cells = explanation.units.iter().flat_map(|unit| self.size.cells_of(*unit));
        self.units.extend(cells);
        self.chosen.extend(&explanation.cells);
        self.removed.extend(&explanation.removed);
        for link in explanation.chains.iter().flatten() {
            // Several chains may share a link.
            if !self.links.contains(link) {
                self.links.push(*link);
            }
        }
    }

    /// Marks a candidate of an open cell as its single.
    pub fn mark(&mut self, cell: Cell, digit: Digit) {
        self.mark_as(cell, digit, Next::Single);
    }

    /// Marks a candidate of an open cell as a hidden single.
    pub fn mark_hidden(&mut self, cell: Cell, digit: Digit) {
        self.mark_as(cell, digit, Next::HiddenSingle);
    }

    /// Leaves out the candidates and the singles of open cells.
    pub fn hide_candidates(&mut self) {
        for square in &mut self.squares {
            if let Square::Open(_, next) = square {
                *next = None;
            }
        }
        self.removed.clear();
        self.links.clear();
        self.has_candidates = false;
    }

    fn mark_as(&mut self, cell: Cell, digit: Digit, how: Next) {
        if let Some(Square::Open(_, next @ None)) = self.squares.get_mut(cell.index()) {
            *next = Some((digit, how));
        }
    }

    /// The content of the cells, row-major.
    #[must_use]
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// The number of filled cells.
    #[must_use]
    pub fn filled(&self) -> usize {
        self.squares.iter().filter(|square| matches!(square, Square::Filled(..))).count()
    }

    /// True for a cell of an extra unit.
    fn is_extra(&self, cell: Cell) -> bool {
        self.given.given().any(|unit| !unit.is_region() && unit.cells().contains(&cell))
    }

    /// The box or region of a cell.
    fn region(&self, cell: Cell) -> Option<Unit> {
        // Behind the row and the column.
        self.given.of(self.size, cell).get(2).copied()
    }

    /// The lines of the grid: true if a thick one is between two cells side by side, or at the edge.
    fn is_thick(&self, cell: Option<Cell>, other: Option<Cell>) -> bool {
        cell.and_then(|cell| self.region(cell)) != other.and_then(|cell| self.region(cell))
    }

    fn side(&self) -> usize {
        self.size.side()
    }

    fn symbol(&self, digit: Digit) -> char {
        self.alphabet.symbol(digit)
    }

    /// The marks that occur in the picture, for the legend.
    fn marks(&self) -> impl Iterator<Item = Mark> + '_ {
        Mark::ALL.into_iter().filter(|mark| self.squares.iter().any(|s| s.mark() == Some(*mark)))
    }
}

/// The meaning of a letter or a color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Value(Origin),
    Single,
    HiddenSingle,
    Dead,
}

impl Mark {
    const ALL: [Self; 6] = [
        Self::Value(Origin::Clue),
        Self::Value(Origin::Guess),
        Self::Value(Origin::Implied),
        Self::Single,
        Self::HiddenSingle,
        Self::Dead,
    ];

    /// What the mark looks like.
    const fn look(self) -> Look {
        const fn of(
            letter: char,
            color: &'static str,
            class: &'static str,
            meaning: &'static str,
        ) -> Look {
            Look { letter, color, class, meaning }
        }
        match self {
            // Bright blue, because dark blue is hard to read on black.
            Self::Value(Origin::Clue) => of('c', "1;94", "clue", "clue"),
            Self::Value(Origin::Guess) => of('g', "1;36", "guess", "guess"),
            Self::Value(Origin::Implied) => of('i', "32", "implied", "implied"),
            Self::Single => of('s', "1;31", "single", "single"),
            Self::HiddenSingle => of('h', "1;35", "hidden", "hidden single"),
            Self::Dead => of('×', "1;31", "dead", "no candidate left"),
        }
    }
}

/// How a mark is drawn.
struct Look {
    /// In a text picture.
    letter: char,
    /// The ANSI color in a text picture.
    color: &'static str,
    /// The class in an SVG picture.
    class: &'static str,
    /// What it stands for, in the legend.
    meaning: &'static str,
}

impl Square {
    fn mark(self) -> Option<Mark> {
        match self {
            Self::Filled(_, origin) => Some(Mark::Value(origin)),
            Self::Open(Candidates::NONE, _) => Some(Mark::Dead),
            Self::Open(_, next) => next.map(|(_, how)| match how {
                Next::Single => Mark::Single,
                Next::HiddenSingle => Mark::HiddenSingle,
                Next::Guess => Mark::Value(Origin::Guess),
            }),
        }
    }
}
