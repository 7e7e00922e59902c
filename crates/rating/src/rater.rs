//! The techniques in their order, until the puzzle is solved.

use crate::{
    Rating, RatingLimits, Step, Technique, Tenths, Unrated,
    board::Board,
    chains::{
        closure::{ChainKind, Rules, Setting},
        nested::ChainSearch,
        simple::Simple,
    },
    patterns::{
        aligned::{LastFailure, aligned_pair, aligned_triplet},
        bug::bug,
        fish::fish,
        hidden_sets::{direct_hidden_set, hidden_set},
        intersections::{direct_intersection, intersection},
        loops::unique_loop,
        naked_sets::naked_set,
        singles::{hidden_single, naked_single},
        wings::{xy_wing, xyz_wing},
    },
    stop::Stop,
};
use sudomill_core::grid::{Order3, Puzzle};

/// Rates puzzles one after the other in the same memory.
///
/// ```
/// use sudomill_rating::{Rater, RatingLimits, Tenths, Unrated};
/// let puzzle = "98.7..6..5...8..7...7..4...4...3...2..84..59.....98....1...23....58...6.........1";
/// let limits = RatingLimits::default().with_max_rating(Tenths::new(90));
/// let rating = Rater::new().rate(&puzzle.parse()?, &limits);
/// assert_eq!(rating, Err(Unrated::Above(Tenths::new(90))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Rater {
    memory: Memory,
}

/// What the searches of a puzzle keep.
struct Memory {
    pairs: LastFailure,
    triplets: LastFailure,
    simple: Simple,
    chains: ChainSearch,
}

/// A technique, or a few that are found together.
struct Stage {
    /// The technique with the lowest rating.
    lowest: Technique,
    find: fn(&Board, &mut Memory, &Stop) -> Option<Step>,
}

impl Stage {
    const fn new(lowest: Technique, find: fn(&Board, &mut Memory, &Stop) -> Option<Step>) -> Self {
        Self { lowest, find }
    }
}

/// The order of the original, which is that of the lowest ratings: a step may rate higher than one that comes
/// later.
const STAGES: [Stage; 32] = {
    use Technique as T;
    [
        Stage::new(T::LastCell, |board, _, _| hidden_single(board)),
        Stage::new(T::DirectPointing, |board, _, _| direct_intersection(board)),
        Stage::new(T::DirectHiddenPair, |board, _, _| direct_hidden_set(board, 2)),
        Stage::new(T::NakedSingle, |board, _, _| naked_single(board)),
        Stage::new(T::DirectHiddenTriplet, |board, _, _| direct_hidden_set(board, 3)),
        Stage::new(T::Pointing, |board, _, _| intersection(board)),
        Stage::new(T::NakedPair, |board, _, _| naked_set(board, 2)),
        Stage::new(T::XWing, |board, _, _| fish(board, 2)),
        Stage::new(T::HiddenPair, |board, _, _| hidden_set(board, 2)),
        Stage::new(T::NakedTriplet, |board, _, _| naked_set(board, 3)),
        Stage::new(T::Swordfish, |board, _, _| fish(board, 3)),
        Stage::new(T::HiddenTriplet, |board, _, _| hidden_set(board, 3)),
        Stage::new(T::XyWing, |board, _, _| xy_wing(board)),
        Stage::new(T::XyzWing, |board, _, _| xyz_wing(board)),
        Stage::new(T::UniqueLoop1, |board, _, _| unique_loop(board)),
        Stage::new(T::NakedQuad, |board, _, _| naked_set(board, 4)),
        Stage::new(T::Jellyfish, |board, _, _| fish(board, 4)),
        Stage::new(T::HiddenQuad, |board, _, _| hidden_set(board, 4)),
        Stage::new(T::Bug1, |board, _, _| bug(board)),
        Stage::new(T::AlignedPair, |board, memory, _| aligned_pair(board, &mut memory.pairs)),
        Stage::new(T::XCycle, |board, memory, stop| memory.simple.step(&board.marks, stop)),
        Stage::new(T::AlignedTriplet, |board, memory, _| {
            aligned_triplet(board, &mut memory.triplets)
        }),
        Stage::new(T::Nishio, |board, memory, stop| memory.chains(board, ChainKind::Nishio, stop)),
        Stage::new(T::CellChains, |board, memory, stop| {
            memory.chains(board, ChainKind::Static, stop)
        }),
        Stage::new(T::DynamicContradiction, |board, memory, stop| {
            memory.dynamic(board, Rules::None, stop)
        }),
        Stage::new(T::DynamicPlus, |board, memory, stop| {
            memory.dynamic(board, Rules::Patterns, stop)
        }),
        Stage::new(T::DynamicWithChains, |board, memory, stop| {
            memory.dynamic(board, Rules::Simple, stop)
        }),
        Stage::new(T::DynamicWithMultiple, |board, memory, stop| {
            memory.dynamic(board, Rules::Multiple, stop)
        }),
        Stage::new(T::DynamicWithDynamic, |board, memory, stop| {
            memory.dynamic(board, Rules::Dynamic(0), stop)
        }),
        Stage::new(T::DynamicWithDynamic, |board, memory, stop| {
            memory.dynamic(board, Rules::Dynamic(1), stop)
        }),
        Stage::new(T::DynamicWithDynamic, |board, memory, stop| {
            memory.dynamic(board, Rules::Dynamic(2), stop)
        }),
        Stage::new(T::DynamicWithDynamic, |board, memory, stop| {
            memory.dynamic(board, Rules::Dynamic(3), stop)
        }),
    ]
};

impl Memory {
    fn dynamic(&mut self, board: &Board, rules: Rules, stop: &Stop) -> Option<Step> {
        self.chains(board, ChainKind::Dynamic(rules), stop)
    }

    /// The simple chains of the same grid were searched before.
    fn chains(&mut self, board: &Board, kind: ChainKind, stop: &Stop) -> Option<Step> {
        let setting = Setting { board, marks: &board.marks, stop };
        self.chains.step(setting, kind, self.simple.reach())
    }

    fn forget(&mut self) {
        self.pairs.forget();
        self.triplets.forget();
        self.chains.forget();
    }
}

impl Default for Rater {
    fn default() -> Self {
        Self::new()
    }
}

impl Rater {
    /// A rater with 100 kB of memory, which grows to some megabytes with the hardest puzzles.
    #[must_use]
    pub fn new() -> Self {
        Self {
            memory: Memory {
                pairs: LastFailure::default(),
                triplets: LastFailure::default(),
                simple: Simple::new(true),
                chains: ChainSearch::default(),
            },
        }
    }

    /// Rates a puzzle, which must have exactly one solution: others take long, and their ratings mean
    /// nothing.
    ///
    /// # Errors
    /// The puzzle rates above the limit, or the rating was stopped.
    pub fn rate(
        &mut self,
        puzzle: &Puzzle<Order3>,
        limits: &RatingLimits,
    ) -> Result<Rating, Unrated> {
        self.run(puzzle, limits, |_| {})
    }

    /// The same, and shows each step, until the limits end the rating.
    ///
    /// # Errors
    /// As those of [`Self::rate`].
    pub fn steps(
        &mut self,
        puzzle: &Puzzle<Order3>,
        limits: &RatingLimits,
        visit: &mut dyn FnMut(&Step),
    ) -> Result<Rating, Unrated> {
        self.run(puzzle, limits, visit)
    }

    fn run(
        &mut self,
        puzzle: &Puzzle<Order3>,
        limits: &RatingLimits,
        mut visit: impl FnMut(&Step),
    ) -> Result<Rating, Unrated> {
        self.memory.forget();
        let stop = Stop::new(limits);
        let mut board = Board::new(puzzle);
        let mut rating = Rating::default();
        while board.empty != 0 {
            let Some(step) = self.next(&board, limits, &stop)? else {
                if limits.max_rating < Tenths::UNSOLVED {
                    return Err(Unrated::Above(limits.max_rating));
                }
                return Ok(Rating { hardest: Tenths::UNSOLVED, technique: None, ..rating });
            };
            rating.add(&step);
            visit(&step);
            step.apply(&mut board);
        }
        Ok(rating)
    }

    /// The first step that a technique finds.
    fn next(
        &mut self,
        board: &Board,
        limits: &RatingLimits,
        stop: &Stop,
    ) -> Result<Option<Step>, Unrated> {
        for stage in &STAGES {
            if stage.lowest.lowest() > limits.max_rating {
                return Err(Unrated::Above(limits.max_rating));
            }
            let step = (stage.find)(board, &mut self.memory, stop);
            if stop.was_seen() {
                return Err(Unrated::Stopped);
            }
            if step.as_ref().is_some_and(|step| step.rating() > limits.max_rating) {
                return Err(Unrated::Above(limits.max_rating));
            }
            if step.is_some() {
                return Ok(step);
            }
        }
        Ok(None)
    }
}

impl Rating {
    /// Adds the next step.
    fn add(&mut self, step: &Step) {
        if step.rating() > self.hardest {
            self.hardest = step.rating();
            self.technique = Some(step.technique());
        }
        let zero = Tenths::new(0);
        if self.diamond == zero {
            self.diamond = self.hardest;
        }
        if self.pearl == zero && step.placed().is_some() {
            self.pearl = self.hardest;
        }
    }
}
