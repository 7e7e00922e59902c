//! Any number of puzzles of every kind, generated and then transformed and changed.

use rand::{Rng, RngExt, SeedableRng, seq::SliceRandom};
use rand_chacha::ChaCha8Rng;
use sudomill::{
    Error,
    generate::{Kind, Recipe},
    grid::Order3,
};

/// The number of puzzles generated of each kind.
const KINDS: [(Kind, u64); 7] = [
    (Kind::Easy, 800),
    (Kind::Unique, 150),
    (Kind::Minimal, 150),
    (Kind::Hard, 20),
    (Kind::Multiple, 100),
    (Kind::Unsolvable, 100),
    (Kind::Solved, 6),
];

/// The number of pencilmark puzzles generated. Solving one takes as long as thousands of other
/// puzzles, so only every eighth batch has one.
const PENCILMARKS: u64 = 10;
const WITHOUT: u64 = 8;

/// One in this many puzzles has a cell changed.
const CHANGED: u32 = 8;

/// The generated puzzles that all others are derived from.
pub struct Base {
    clues: Vec<[u8; 81]>,
    pencilmarks: Vec<Vec<u8>>,
}

impl Base {
    pub fn new(seed: u64) -> Result<Self, Error> {
        let text = |kind, number| -> Result<_, Error> {
            let puzzle = Recipe::new(kind, seed).puzzle::<Order3>(number)?;
            Ok(puzzle.to_string().into_bytes())
        };
        let mut clues = Vec::new();
        for (kind, count) in KINDS {
            for number in 0..count {
                let text = text(kind, number)?.try_into().expect("81 symbols");
                clues.push(if kind == Kind::Solved { few_clues(text, 5 * number) } else { text });
            }
        }
        let pencilmarks = (0..PENCILMARKS).map(|number| text(Kind::Pencilmark, number));
        Ok(Self { clues, pencilmarks: pencilmarks.collect::<Result<_, _>>()? })
    }
}

/// Keeps `clues` clues of a full grid, spread over it.
fn few_clues(mut text: [u8; 81], clues: u64) -> [u8; 81] {
    let is_kept = |cell: usize| (0..clues).any(|clue| clue * 37 % 81 == cell as u64);
    (0..81).filter(|&cell| !is_kept(cell)).for_each(|cell| text[cell] = b'.');
    text
}

/// A batch of puzzles.
#[derive(Default)]
pub struct Puzzles {
    pub clues: Vec<[u8; 81]>,
    pub pencilmarks: Vec<Vec<u8>>,
}

impl Puzzles {
    /// Returns batch number `number`: `count` puzzles given by clues, and perhaps one pencilmark
    /// puzzle. Depends only on the seed.
    pub fn batch(base: &Base, seed: u64, number: u64, count: usize) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream(number);
        let mut puzzles = Self::default();
        for _ in 0..count {
            let text = &base.clues[rng.random_range(0..base.clues.len())];
            puzzles.clues.push(changed(Symmetry::random(&mut rng).clues(text), &mut rng));
        }
        if number.is_multiple_of(WITHOUT) {
            let text = &base.pencilmarks[rng.random_range(0..base.pencilmarks.len())];
            puzzles.pencilmarks.push(Symmetry::random(&mut rng).pencilmarks(text));
        }
        puzzles
    }
}

/// Sometimes removes, adds or changes a clue; the result may have any number of solutions. Puzzles
/// with very few clues are left alone, because a search without a solution would take seconds.
fn changed(mut text: [u8; 81], rng: &mut impl Rng) -> [u8; 81] {
    let clues = text.iter().filter(|&&symbol| symbol != b'.').count();
    if clues > 20 && rng.random_ratio(1, CHANGED) {
        text[rng.random_range(0..81)] = b".123456789"[rng.random_range(0..10)];
    }
    text
}

/// A transformation of a puzzle into an equally hard one.
struct Symmetry {
    /// The source cell for each cell.
    cells: [u8; 81],
    /// The new value of each digit, from 0.
    digits: [u8; 9],
}

impl Symmetry {
    fn random(rng: &mut impl Rng) -> Self {
        let (rows, columns) = (lines(rng), lines(rng));
        let is_transposed = rng.random();
        let cells = std::array::from_fn(|cell| {
            let (row, column) = (rows[cell / 9], columns[cell % 9]);
            if is_transposed { 9 * column + row } else { 9 * row + column }
        });
        let mut digits = std::array::from_fn(|digit| digit as u8);
        digits.shuffle(rng);
        Self { cells, digits }
    }

    fn clues(&self, text: &[u8; 81]) -> [u8; 81] {
        self.cells.map(|cell| match text[usize::from(cell)] {
            symbol @ b'1'..=b'9' => b'1' + self.digits[usize::from(symbol - b'1')],
            _ => b'.',
        })
    }

    fn pencilmarks(&self, text: &[u8]) -> Vec<u8> {
        let mut out = vec![b'.'; 729];
        for (to, &from) in self.cells.iter().enumerate() {
            for (digit, &symbol) in text[9 * usize::from(from)..][..9].iter().enumerate() {
                if symbol != b'.' {
                    let digit = self.digits[digit];
                    out[9 * to + usize::from(digit)] = b'1' + digit;
                }
            }
        }
        out
    }
}

/// Returns a random order of the rows, or columns, that keeps bands together.
fn lines(rng: &mut impl Rng) -> [u8; 9] {
    let mut three = |first: u8| {
        let mut three = [first, first + 1, first + 2];
        three.shuffle(rng);
        three
    };
    let (bands, inside) = (three(0), [three(0), three(0), three(0)]);
    std::array::from_fn(|line| 3 * bands[line / 3] + inside[line / 3][line % 3])
}
