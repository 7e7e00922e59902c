//! Placements: digits in cells, and sets of them.

use std::sync::LazyLock;
use sudomill_puzzle::grid::{Cell, Order3};

/// The 81 cells of a grid.
const ALL: u128 = (1 << 81) - 1;

/// The peers of each cell, one bit per cell.
static PEERS: LazyLock<[u128; 81]> = LazyLock::new(|| {
    let peers = |cell| Cell::new(cell).peers::<Order3>().iter();
    std::array::from_fn(|cell| peers(cell).fold(0, |all, peer| all | 1 << peer.index()))
});

/// The cells of a set, one bit each.
pub fn cells_of(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let cell = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (cell < 81).then_some(cell)
    })
}

/// A digit in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The cell, row-major.
    pub cell: usize,
    /// The digit, from 0.
    pub digit: usize,
}

impl Placement {
    /// The number of placements.
    pub const COUNT: usize = 729;

    /// A number below [`Self::COUNT`].
    pub fn index(self) -> usize {
        self.digit * 81 + self.cell
    }
}

/// A set of placements: for each digit, one bit per cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Placements([u128; 9]);

impl Placements {
    /// All placements.
    pub const ALL: Self = Self([ALL; 9]);

    /// Every digit in one cell.
    pub fn of_cell(cell: usize) -> Self {
        Self([1 << cell; 9])
    }

    /// The placements of a solution, given by the symbols `1` to `9`.
    pub fn of_solution(symbols: &[u8]) -> Self {
        let mut all = Self::default();
        for (cell, symbol) in symbols.iter().enumerate() {
            all.0[usize::from(symbol - b'1')] |= 1 << cell;
        }
        all
    }

    /// Returns true if this is one of them.
    #[must_use]
    pub fn contains(&self, it: Placement) -> bool {
        self.0[it.digit] >> it.cell & 1 == 1
    }

    /// Adds one.
    pub fn insert(&mut self, it: Placement) {
        self.0[it.digit] |= 1 << it.cell;
    }

    /// Takes one out.
    pub fn remove(&mut self, it: Placement) {
        self.0[it.digit] &= !(1 << it.cell);
    }

    /// Removes what cannot be placed beside a clue, and what is in its cell.
    pub fn exclude(&mut self, clue: Placement) {
        for cells in &mut self.0 {
            *cells &= !(1 << clue.cell);
        }
        self.0[clue.digit] &= !PEERS[clue.cell];
    }

    /// Returns true if there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 9]
    }

    /// Those that are in both sets.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|digit| self.0[digit] & other.0[digit]))
    }

    /// Those that are not in the other set.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|digit| self.0[digit] & !other.0[digit]))
    }

    /// Adds those of the other set.
    pub fn add_all(&mut self, other: &Self) {
        for (cells, more) in self.0.iter_mut().zip(&other.0) {
            *cells |= more;
        }
    }

    /// The placements, digit by digit.
    pub fn iter(&self) -> impl Iterator<Item = Placement> + use<> {
        let digits = self.0.into_iter().enumerate();
        digits.flat_map(|(digit, cells)| cells_of(cells).map(move |cell| Placement { cell, digit }))
    }

    /// Removes and returns up to `most` placements, of the digits in turn: solutions with them differ more
    /// than those with neighbouring cells of one digit.
    pub fn take(&mut self, most: usize) -> Vec<Placement> {
        let mut taken = Vec::with_capacity(most);
        while taken.len() < most && !self.is_empty() {
            for digit in 0..9 {
                let cell = self.0[digit].trailing_zeros() as usize;
                if cell < 81 && taken.len() < most {
                    self.0[digit] &= self.0[digit] - 1;
                    taken.push(Placement { cell, digit });
                }
            }
        }
        taken
    }

    /// A hash of 64 bits.
    pub fn hash(&self) -> u64 {
        self.0.iter().fold(0, |hash: u64, cells| {
            let [low, high] = [*cells as u64, (*cells >> 64) as u64];
            let mixed = (hash ^ low).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (mixed ^ mixed >> 29 ^ high << 40).wrapping_mul(0xbf58_476d_1ce4_e5b9)
        })
    }
}

/// Which placements are in at least one of some solutions, and in at least two.
#[derive(Clone, Copy, Debug, Default)]
pub struct Seen {
    /// Those in at least one.
    pub once: Placements,
    /// Those in at least two.
    pub twice: Placements,
}

impl Seen {
    /// Adds a solution that is none of the others.
    pub fn add(&mut self, solution: &Placements) {
        self.twice.add_all(&self.once.and(solution));
        self.once.add_all(solution);
    }
}
