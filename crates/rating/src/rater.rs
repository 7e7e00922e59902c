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
        intersections::{direct_intersection, intersection},
        loops::unique_loop,
        sets::{direct_hidden_set, hidden_set, naked_set},
        singles::{hidden_single, naked_single},
        wings::{xy_wing, xyz_wing},
    },
    stop::Stop,
};
use sudomill_puzzle::grid::{Order3, Puzzle};

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
#[derive(Default)]
pub struct Rater {
    memory: Memory,
}

/// What the searches of a puzzle keep.
#[derive(Default)]
struct Memory {
    pairs: LastFailure,
    triplets: LastFailure,
    simple: Simple,
    chains: ChainSearch,
    /// Whether steps keep their chains.
    wants_chains: bool,
}

/// A grid in which the next step is looked for.
struct Search<'a> {
    board: &'a Board,
    memory: &'a mut Memory,
    stop: &'a Stop<'a>,
}

/// A technique, or a few that are found together: the one with the lowest rating, and the search.
struct Stage(Technique, fn(Search) -> Option<Step>);

/// The order of the original, which is that of the lowest ratings: a step may rate higher than one that comes
/// later.
const STAGES: [Stage; 32] = {
    use Technique as T;
    [
        Stage(T::LastCell, |search| hidden_single(search.board)),
        Stage(T::DirectPointing, |search| direct_intersection(search.board)),
        Stage(T::DirectHiddenPair, |search| direct_hidden_set(search.board, 2)),
        Stage(T::NakedSingle, |search| naked_single(search.board)),
        Stage(T::DirectHiddenTriplet, |search| direct_hidden_set(search.board, 3)),
        Stage(T::Pointing, |search| intersection(search.board)),
        Stage(T::NakedPair, |search| naked_set(search.board, 2)),
        Stage(T::XWing, |search| fish(search.board, 2)),
        Stage(T::HiddenPair, |search| hidden_set(search.board, 2)),
        Stage(T::NakedTriplet, |search| naked_set(search.board, 3)),
        Stage(T::Swordfish, |search| fish(search.board, 3)),
        Stage(T::HiddenTriplet, |search| hidden_set(search.board, 3)),
        Stage(T::XyWing, |search| xy_wing(search.board)),
        Stage(T::XyzWing, |search| xyz_wing(search.board)),
        Stage(T::UniqueLoop1, |search| unique_loop(search.board)),
        Stage(T::NakedQuad, |search| naked_set(search.board, 4)),
        Stage(T::Jellyfish, |search| fish(search.board, 4)),
        Stage(T::HiddenQuad, |search| hidden_set(search.board, 4)),
        Stage(T::Bug1, |search| bug(search.board)),
        Stage(T::AlignedPair, |search| aligned_pair(search.board, &mut search.memory.pairs)),
        Stage(T::XCycle, |search| search.simple()),
        Stage(T::AlignedTriplet, |s| aligned_triplet(s.board, &mut s.memory.triplets)),
        Stage(T::Nishio, |search| search.chains(ChainKind::Nishio)),
        Stage(T::CellChains, |search| search.chains(ChainKind::Static)),
        Stage(T::DynamicContradiction, |search| search.dynamic(Rules::None)),
        Stage(T::DynamicPlus, |search| search.dynamic(Rules::Patterns)),
        Stage(T::DynamicWithChains, |search| search.dynamic(Rules::Simple)),
        Stage(T::DynamicWithMultiple, |search| search.dynamic(Rules::Multiple)),
        Stage(T::DynamicWithDynamic, |search| search.dynamic(Rules::Dynamic(0))),
        Stage(T::DynamicWithDynamic, |search| search.dynamic(Rules::Dynamic(1))),
        Stage(T::DynamicWithDynamic, |search| search.dynamic(Rules::Dynamic(2))),
        Stage(T::DynamicWithDynamic, |search| search.dynamic(Rules::Dynamic(3))),
    ]
};

impl Search<'_> {
    fn simple(self) -> Option<Step> {
        let Memory { simple, wants_chains, .. } = self.memory;
        let step = simple.step(&self.board.marks, self.stop)?;
        Some(if *wants_chains { step.with_chains(simple.chains()) } else { step })
    }

    fn dynamic(self, rules: Rules) -> Option<Step> {
        self.chains(ChainKind::Dynamic(rules))
    }

    fn chains(self, kind: ChainKind) -> Option<Step> {
        let setting = Setting { board: self.board, marks: &self.board.marks, stop: self.stop };
        let Memory { chains, wants_chains, .. } = self.memory;
        let step = chains.step(setting, kind)?;
        Some(if *wants_chains { step.with_chains(chains.multiple.links(&setting)) } else { step })
    }
}

impl Memory {
    fn forget(&mut self) {
        self.pairs.forget();
        self.triplets.forget();
        self.chains.forget();
    }
}

impl Rater {
    /// A rater with 100 kB of memory, which grows to some megabytes with the hardest puzzles.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
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
        self.memory.wants_chains = false;
        self.run(puzzle, limits, |_| {})
    }

    /// The same, and shows each step with its chains, until the limits end the rating.
    ///
    /// # Errors
    /// As those of [`Self::rate`].
    pub fn steps(
        &mut self,
        puzzle: &Puzzle<Order3>,
        limits: &RatingLimits,
        visit: &mut dyn FnMut(&Step),
    ) -> Result<Rating, Unrated> {
        self.memory.wants_chains = true;
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
        let above = Unrated::Above(limits.max_rating);
        for Stage(lowest, find) in &STAGES {
            if lowest.lowest() > limits.max_rating {
                return Err(above);
            }
            let step = find(Search { board, memory: &mut self.memory, stop });
            if stop.was_seen() {
                return Err(Unrated::Stopped);
            }
            if let Some(step) = step {
                return if step.rating() > limits.max_rating { Err(above) } else { Ok(Some(step)) };
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
