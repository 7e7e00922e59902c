//! Any number of puzzles of every kind, generated and then transformed and changed.

use chacha20::ChaCha8Rng;
use rand::{Rng, RngExt, SeedableRng};
use sudomill::{
    Error,
    generate::{Kind, Recipe},
    grid::{Order3, Puzzle},
    symmetry::Transformation,
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
    clues: Vec<Puzzle>,
    pencilmarks: Vec<Puzzle>,
}

impl Base {
    pub fn new(seed: u64) -> Result<Self, Error> {
        let puzzle = |kind, number| Recipe::new(kind, seed).puzzle::<Order3>(number);
        let mut clues = Vec::new();
        for (kind, count) in KINDS {
            for number in 0..count {
                let puzzle = puzzle(kind, number)?;
                let is_full = kind == Kind::Solved;
                clues.push(if is_full { few_clues(&puzzle, 5 * number) } else { puzzle });
            }
        }
        let pencilmarks = (0..PENCILMARKS).map(|number| puzzle(Kind::Pencilmark, number));
        Ok(Self { clues, pencilmarks: pencilmarks.collect::<Result<_, _>>()? })
    }
}

/// Keeps `clues` clues of a full grid, spread over it.
fn few_clues(full: &Puzzle, clues: u64) -> Puzzle {
    let mut values = [0; 81];
    for cell in (0..clues).map(|clue| clue as usize * 37 % 81) {
        values[cell] = full.values()[cell];
    }
    Puzzle::new(&values).expect("clues of a grid")
}

/// Returns batch number `number`: `count` puzzles given by clues, and perhaps one pencilmark puzzle.
/// Depends only on the seed.
pub fn batch(base: &Base, seed: u64, number: u64, count: u64) -> (Vec<[u8; 81]>, Vec<Vec<u8>>) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(number);
    let clues = (0..count).map(|_| {
        let text = transformed(&base.clues, &mut rng).try_into().expect("81 symbols");
        changed(text, &mut rng)
    });
    let clues = clues.collect();
    let has_pencilmarks = number.is_multiple_of(WITHOUT);
    (clues, has_pencilmarks.then(|| transformed(&base.pencilmarks, &mut rng)).into_iter().collect())
}

/// One of the puzzles, transformed into an equally hard one.
fn transformed(puzzles: &[Puzzle], rng: &mut impl Rng) -> Vec<u8> {
    let puzzle = &puzzles[rng.random_range(0..puzzles.len())];
    let transformation = Transformation::<Order3>::random(rng.random(), 0);
    transformation.of_puzzle(puzzle).to_string().into_bytes()
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
