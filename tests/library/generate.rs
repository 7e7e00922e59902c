//! Checks by independent means that generated puzzles are what they claim to be, and that they
//! depend only on seed and number.

use super::common::{check_names, covered, find};
use std::{
    collections::HashSet,
    ops::Range,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
        mpsc,
    },
    time::Duration,
};
use sudomill::{
    Error, RunError,
    generate::{Kind, PuzzleListener, Recipe},
    grid::{Boxes, Cell, Order, Order2, Order3, Order4, Order5, Puzzle, Size},
    rating::{RatingSpan, Tenths, goal, rate},
    solver::{Limits, Outcome, Status},
    verify,
};

/// Longer than any run takes, even on a busy machine.
const WATCHDOG: Duration = Duration::from_secs(120);

fn puzzles<O: Order>(recipe: &Recipe, count: u64) -> Vec<Puzzle<O>> {
    (0..count).map(|number| recipe.puzzle(number).unwrap()).collect()
}

fn kind<O: Order>(kind: Kind, count: u64) -> Vec<Puzzle<O>> {
    puzzles(&Recipe::new(kind, 2009), count)
}

/// How many of the puzzles are different, and how many digits a cell of theirs has.
fn different<O: Order>(puzzles: &[Puzzle<O>], cell: Cell) -> (usize, usize) {
    let digits: HashSet<_> = puzzles.iter().map(|puzzle| puzzle.clue(cell)).collect();
    (puzzles.iter().map(Puzzle::to_string).collect::<HashSet<_>>().len(), digits.len())
}

fn solve<O: Order>(puzzle: &Puzzle<O>) -> Outcome<O> {
    find("mrv").solver().solve(puzzle, &Limits::default())
}

/// Checks that a puzzle is what its kind claims.
fn is_of_kind<O: Order>(kind: Kind, puzzle: &Puzzle<O>) {
    let outcome = solve(puzzle);
    let (status, solutions) = match kind {
        Kind::Multiple => (Status::Multiple, 2),
        Kind::Unsolvable => (Status::None, 0),
        _ => (Status::Unique, 1),
    };
    assert_eq!((outcome.status, outcome.solutions), (status, solutions), "{kind} {puzzle}");
    if let Some(solution) = outcome.solution {
        assert_eq!(verify::check(puzzle, solution.values()), Ok(()));
    }
    // A second opinion.
    if O::SIDE <= 10 {
        assert_eq!(covered(puzzle, 2).len() as u64, solutions, "{kind} {puzzle}");
    }
    match kind {
        Kind::Solved => assert_eq!(verify::check(puzzle, puzzle.values()), Ok(())),
        Kind::Easy => assert!(naked_singles_finish(puzzle), "{puzzle}"),
        Kind::Minimal | Kind::Hard => {
            for (cell, _) in puzzle.clues() {
                let mut values = puzzle.values().to_vec();
                values[cell.index()] = 0;
                let less = solve(&Puzzle::<O>::new(&values).unwrap());
                assert_eq!(less.status, Status::Multiple, "{puzzle} {cell:?}");
            }
        }
        // A repeated digit would be rejected.
        Kind::Unsolvable => assert_eq!(Puzzle::<O>::new(puzzle.values()), Ok(*puzzle)),
        _ => {}
    }
}

/// Returns true if entering naked singles, until there are none, solves the puzzle.
fn naked_singles_finish<O: Order>(puzzle: &Puzzle<O>) -> bool {
    let mut values = puzzle.values().to_vec();
    loop {
        let before = values.clone();
        for cell in Cell::all::<O>().filter(|cell| before[cell.index()] == 0) {
            let peers = cell.peers::<O>().iter();
            let seen: HashSet<u8> = peers.map(|peer| values[peer.index()]).collect();
            let mut left = (1..=O::SIDE as u8).filter(|value| !seen.contains(value));
            if let (Some(only), None) = (left.next(), left.next()) {
                values[cell.index()] = only;
            }
        }
        if values == before {
            return verify::check(puzzle, &values).is_ok();
        }
    }
}

fn pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
}

fn lines<O: Order>(recipe: &Recipe, numbers: Range<u64>, threads: usize) -> String {
    struct Made(AtomicU64);
    impl PuzzleListener for Made {
        fn made(&self, puzzles: u64) {
            self.0.fetch_add(puzzles, Ordering::Relaxed);
        }
    }
    let (mut lines, made) = (Vec::new(), Made(AtomicU64::new(0)));
    let count = numbers.end - numbers.start;
    let written = pool(threads).install(|| {
        let mut write = |block: &[u8]| {
            lines.extend_from_slice(block);
            Ok(())
        };
        recipe.write::<Error>(O::SIZE, numbers, &AtomicBool::new(false), &mut write, &made)
    });
    written.unwrap();
    assert_eq!(made.0.into_inner(), count);
    String::from_utf8(lines).unwrap()
}

fn refusal<O: Order>(recipe: Recipe) -> String {
    let error = recipe.puzzle::<O>(0).unwrap_err();
    assert!(matches!(error, RunError::Recipe(_)));
    let nothing = AtomicBool::new(false);
    let written = recipe.write::<Error>(O::SIZE, 0..1, &nothing, &mut |_| Ok(()), &());
    assert_eq!(written.unwrap_err().to_string(), error.to_string());
    error.to_string()
}

fn with_clues(kind: Kind, clues: usize) -> Recipe {
    Recipe::new(kind, 3).with_clues(clues)
}

/// Checks puzzles of a recipe, and their number of clues.
fn check<O: Order>(recipe: &Recipe, clues: Option<usize>, count: u64) {
    for puzzle in puzzles::<O>(recipe, count) {
        is_of_kind(recipe.kind, &puzzle);
        assert_eq!(puzzle.clue_count(), clues.unwrap_or(puzzle.clue_count()), "{puzzle}");
        let least = recipe.min_guesses.unwrap_or(if recipe.kind == Kind::Hard { 20 } else { 0 });
        assert!(solve(&puzzle).counters.guesses >= least, "{puzzle}");
    }
}

#[test]
fn kinds_are_what_they_claim() {
    let recipe = |kind| Recipe::new(kind, 2009);
    check::<Order2>(&recipe(Kind::Solved), Some(16), 200);
    check::<Order3>(&recipe(Kind::Solved), Some(81), 200);
    check::<Order2>(&recipe(Kind::Easy), Some(7), 200);
    check::<Order3>(&recipe(Kind::Easy), Some(36), 200);
    for kind in [Kind::Minimal, Kind::Multiple, Kind::Unsolvable] {
        check::<Order2>(&recipe(kind), None, 200);
        check::<Order3>(&recipe(kind), None, 200);
    }
    check::<Order2>(&recipe(Kind::Unique), Some(8), 20);
    check::<Order4>(&recipe(Kind::Unique), Some(128), 1);
}

/// The ratings of the puzzles are those asked for. Where none is found, the message says how close the
/// attempts came.
#[test]
fn puzzles_with_ratings() {
    for (kind, span) in [(Kind::Minimal, "4.2..6.6"), (Kind::Unique, "1.5..2.3")] {
        let span: RatingSpan = span.parse().unwrap();
        let recipe = Recipe::new(kind, 61).with_rating(goal(span));
        for puzzle in puzzles::<Order3>(&recipe, 10) {
            is_of_kind(kind, &puzzle);
            assert!(span.contains(rate(&puzzle).hardest), "{puzzle}");
        }
        assert_eq!(lines::<Order3>(&recipe, 3..9, 3), lines::<Order3>(&recipe, 3..9, 1));
    }
    let rare = |span: &str| {
        let recipe = Recipe::new(Kind::Minimal, 1).with_rating(goal(span.parse().unwrap()));
        refusal::<Order3>(recipe.with_attempts(30))
    };
    let reason = rare("11.5..11.9");
    let start = "none of 30 random grids led to a minimal 9×9 puzzle rated 11.5 to 11.9: such puzzles are too \
                 rare; the highest rating below was ";
    let highest = reason.strip_prefix(start).expect(&reason).parse::<Tenths>().unwrap();
    assert!(highest > Tenths::new(15), "{reason}");
    assert!(rare("0.1..0.9").ends_with("; all rated higher"));
    for (recipe, words) in [(Kind::Hard, "not to hard ones"), (Kind::Solved, "not to solved ones")]
    {
        let span = "1.0..2.0".parse().unwrap();
        assert!(refusal::<Order3>(Recipe::new(recipe, 1).with_rating(goal(span))).ends_with(words));
    }
}

#[test]
fn boxes_that_are_not_square() {
    fn check_all<O: Order>() {
        for &kind in Kind::ALL {
            let recipe = Recipe::new(kind, 2009);
            match kind {
                Kind::Pencilmark => assert!(refusal::<O>(recipe).contains("must be 9×9")),
                Kind::Hard => check::<O>(&recipe.with_min_guesses(Some(1)), None, 3),
                _ => check::<O>(&recipe, None, 10),
            }
        }
    }
    check_all::<Boxes<2, 3>>();
    check_all::<Boxes<5, 2>>();
    let reason = refusal::<Boxes<4, 5>>(Recipe::new(Kind::Minimal, 1));
    assert!(reason.contains("days or years"), "{reason}");
}

#[test]
fn hard_takes_guesses() {
    let recipe = |min_guesses| Recipe::new(Kind::Hard, 8).with_min_guesses(min_guesses);
    for (least, count) in [(None, 5), (Some(3), 50), (Some(30), 1)] {
        check::<Order3>(&recipe(least), None, count);
    }
    check::<Order2>(&recipe(Some(0)), None, 50);
}

#[test]
fn refuses_endless_recipes() {
    for kind in [Kind::Minimal, Kind::Hard, Kind::Multiple, Kind::Unsolvable] {
        let reason = refusal::<Order5>(Recipe::new(kind, 1));
        assert!(reason.contains("days or years"), "{reason}");
    }
    let reason = refusal::<Order5>(with_clues(Kind::Unique, 312));
    assert!(reason.starts_with("a unique 25×25 puzzle of fewer than 313 clues"), "{reason}");
    // A thousandth of the usual attempts, because each takes a thousand times as long. A tenth of
    // them shows that the target is out of reach.
    let rare = with_clues(Kind::Easy, 56).with_attempts(30_000);
    assert!(refusal::<Order4>(rare).starts_with("none of 3 random grids led to an easy 16×16"));
}

#[test]
fn every_grid_comes_up() {
    let small = kind::<Order2>(Kind::Solved, 20_000);
    assert_eq!(different(&small, Cell::new(0)), (288, 4));
    let large = kind::<Order3>(Kind::Solved, 1_000);
    Cell::all::<Order3>().for_each(|cell| assert_eq!(different(&large, cell), (1_000, 9)));
    fn check_large<O: Order>(count: u64) {
        check::<O>(&Recipe::new(Kind::Solved, 2009), Some(O::CELLS), count);
        // The first cell is filled first, with any digit.
        let (grids, digits) = different(&kind::<O>(Kind::Solved, count), Cell::new(0));
        assert!(grids as u64 == count && digits > O::SIDE / 2, "{grids}, {digits}");
    }
    check_large::<Order4>(100);
    check_large::<Order5>(40);
}

#[test]
fn exact_clues() {
    fn exact<O: Order>(kind: Kind, clues: impl IntoIterator<Item = usize>) {
        let count = if O::SIDE <= 9 { 5 } else { 2 };
        clues.into_iter().for_each(|it| check::<O>(&with_clues(kind, it), Some(it), count));
    }
    exact::<Order2>(Kind::Easy, 4..=16);
    exact::<Order2>(Kind::Unique, 4..=16);
    exact::<Order2>(Kind::Minimal, 4..=6);
    exact::<Order2>(Kind::Multiple, 3..=5);
    exact::<Order2>(Kind::Unsolvable, 5..=7);
    exact::<Order3>(Kind::Easy, [26, 30, 45, 80, 81]);
    exact::<Order3>(Kind::Unique, [25, 41, 81]);
    exact::<Order3>(Kind::Minimal, 23..=27);
    exact::<Order3>(Kind::Multiple, [22, 25]);
    exact::<Order3>(Kind::Unsolvable, [24, 27]);
    exact::<Order4>(Kind::Easy, [113, 128, 250]);
    exact::<Order4>(Kind::Unique, [110]);
    exact::<Order5>(Kind::Unique, [417]);
    let hard = with_clues(Kind::Hard, 24).with_min_guesses(2);
    check::<Order3>(&hard, Some(24), 1);
}

#[test]
fn seed_and_number_fix_the_line() {
    fn check<O: Order>(kind: Kind, count: u64) {
        let recipe = Recipe::new(kind, 11);
        let all = lines::<O>(&recipe, 0..count, 1);
        let different = all.lines().collect::<HashSet<_>>().len() as u64;
        assert!(different == count || O::SIDE < 9, "{kind}: {different} lines");
        let middle = count / 3;
        let parts = [0..middle, middle..count].map(|part| lines::<O>(&recipe, part, 2));
        assert_eq!(all, parts.concat(), "{kind}: threads, count and start");
        let alone: String = puzzles::<O>(&recipe, count).iter().map(|p| format!("{p}\n")).collect();
        assert_eq!(all, alone, "{kind}: one by one");
        assert_ne!(parts[0], lines::<O>(&Recipe::new(kind, 12), 0..middle, 2), "{kind}: seed");
    }
    for &kind in Kind::ALL {
        match kind {
            Kind::Hard => check::<Order3>(kind, 40),
            Kind::Pencilmark => check::<Order3>(kind, 3),
            _ => {
                check::<Order2>(kind, 500);
                check::<Order3>(kind, 60);
            }
        }
    }
}

#[test]
fn known_lines_of_a_seed() {
    let minimal = Recipe::new(Kind::Minimal, 1);
    assert_eq!(lines::<Order2>(&minimal, 0..2, 1), "...31.....4.2...\n.3.1.....1...2.3\n");
    assert_eq!(
        lines::<Order3>(&minimal, 0..2, 1),
        "\
4.....57867......3.....8.....1.6..9...2..9.....7.8.2.....59...7.1.....6...3..7...
.6............9.174....628.....8..49...1.....6.3..........3817.......9..52..1.8..
"
    );
}

#[test]
fn refuses_impossible_recipes() {
    let (of_9x9, of_4x4): (fn(_) -> _, fn(_) -> _) = (refusal::<Order3>, refusal::<Order2>);
    for (refusal, kind, clues, told) in [
        (of_9x9, Kind::Easy, 16, "an easy 9×9 puzzle has 17 to 81 clues, not 16"),
        (of_9x9, Kind::Easy, 82, "an easy 9×9 puzzle has 17 to 81 clues, not 82"),
        (of_9x9, Kind::Minimal, 41, "a minimal 9×9 puzzle has 17 to 40 clues, not 41"),
        (of_9x9, Kind::Hard, 0, "a hard 9×9 puzzle has 17 to 40 clues, not 0"),
        (refusal::<Boxes<2, 3>>, Kind::Unique, 7, "a unique 6×6 puzzle has 8 to 36 clues, not 7"),
        (
            refusal::<Boxes<3, 4>>,
            Kind::Easy,
            29,
            "an easy 12×12 puzzle has 30 to 144 clues, not 29",
        ),
        (of_4x4, Kind::Minimal, 3, "a minimal 4×4 puzzle has 4 to 6 clues, not 3"),
        (of_4x4, Kind::Multiple, 6, "a multiple 4×4 puzzle has 3 to 5 clues, not 6"),
        (of_4x4, Kind::Unsolvable, 4, "an unsolvable 4×4 puzzle has 5 to 7 clues, not 4"),
    ] {
        assert_eq!(refusal(with_clues(kind, clues)), told);
    }
    assert!(of_9x9(with_clues(Kind::Solved, 81)).contains("every cell given"));
    assert!(of_4x4(Recipe::new(Kind::Hard, 1)).contains("no hard 4×4 puzzles"));
    let guesses = Recipe::new(Kind::Easy, 1).with_min_guesses(1);
    assert!(refusal::<Order3>(guesses).contains("not to easy ones"));
}

#[test]
fn gives_up_on_rare_puzzles() {
    let recipe = with_clues(Kind::Hard, 24).with_attempts(5).with_min_guesses(1_000_000);
    let told = refusal::<Order3>(recipe);
    let expected = "none of 5 random grids led to a hard 9×9 puzzle with 24 clues that takes mrv \
                    1000000 guesses: such puzzles are too rare; the most guesses were ";
    let found = told.strip_prefix(expected).unwrap_or_else(|| panic!("{told}"));
    let found: u64 = found.strip_suffix(": ask for at most that many").unwrap().parse().unwrap();
    let within = with_clues(Kind::Hard, 24).with_attempts(5).with_min_guesses(found);
    check::<Order3>(&within, Some(24), 1);
}

/// Targets out of reach are given up after a tenth of the attempts, and the number in the message
/// really is in reach.
#[test]
fn gives_up_early_on_clues_out_of_reach() {
    for (kind, wanted, words, number) in [
        (Kind::Minimal, 17, "the fewest had ", "at least"),
        (Kind::Unique, 18, "the fewest had ", "at least"),
        (Kind::Minimal, 40, "the most had ", "at most"),
    ] {
        let recipe = with_clues(kind, wanted).with_attempts(100);
        let told = refusal::<Order3>(recipe.clone());
        let expected = format!("none of 10 random grids led to a {kind} 9×9 puzzle with {wanted}");
        assert!(told.starts_with(&expected), "{told}");
        let found = told.split(words).nth(1).and_then(|rest| rest.split(' ').next()).unwrap();
        assert!(told.ends_with(&format!(" clues: ask for {number} that many")), "{told}");
        let clues = found.parse().ok();
        let found = recipe.with_clues(clues).with_attempts(10).puzzle::<Order3>(0).unwrap();
        assert_eq!(Some(found.clue_count()), clues, "{told}");
    }
}

/// Up to the names of the digits, there are twelve 4×4 grids.
#[test]
fn minimal_4x4() {
    let grids: HashSet<String> = kind::<Order2>(Kind::Solved, 20_000)
        .iter()
        .map(Puzzle::to_string)
        .filter(|grid| grid.starts_with("12") && &grid[4..6] == "34")
        .collect();
    assert_eq!(grids.len(), 12);
    let mut minimal = [0; 17];
    for grid in grids {
        let outcomes: Vec<_> = (0..1 << 16).map(|cells| solve(&part(&grid, cells))).collect();
        let unique = |cells: usize| outcomes[cells].status == Status::Unique;
        for cells in (0..1 << 16).filter(|&cells| unique(cells)) {
            if (0..16).all(|i| cells >> i & 1 == 0 || !unique(cells & !(1 << i))) {
                minimal[cells.count_ones() as usize] += 1;
                assert_eq!(outcomes[cells].counters.guesses, 0);
            }
        }
    }
    assert_eq!(minimal, [0, 0, 0, 0, 1072, 2432, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
}

fn part(grid: &str, cells: usize) -> Puzzle<Order2> {
    let value = |(i, digit): (usize, u8)| (digit - b'0') * (cells >> i & 1) as u8;
    Puzzle::new(&grid.bytes().enumerate().map(value).collect::<Vec<_>>()).unwrap()
}

#[test]
fn stop_ends_within_block() {
    // The threads can find nothing: they would try for hours.
    let recipe = Recipe::new(Kind::Hard, 1).with_min_guesses(u64::MAX);
    let stop = Arc::new(AtomicBool::new(false));
    let (begins, begun) = mpsc::channel();
    let (ends, ended) = mpsc::channel();
    let stops = stop.clone();
    std::thread::spawn(move || {
        let written = pool(2).install(|| {
            begins.send(()).unwrap();
            recipe.write::<Error>(Size::Nine, 0..10, &stops, &mut |_| Ok(()), &())
        });
        ends.send(written).unwrap();
    });
    begun.recv_timeout(WATCHDOG).unwrap();
    // Time to get into the block; a slower thread is stopped before it.
    std::thread::sleep(Duration::from_millis(100));
    stop.store(true, Ordering::Relaxed);
    let written = ended.recv_timeout(WATCHDOG).expect("the run does not hear of the stop");
    assert!(written.unwrap_err().is_interrupted());
}

#[test]
fn stop_writes_whole_blocks() {
    let recipe = Recipe::new(Kind::Easy, 1);
    let (stop, mut bytes) = (AtomicBool::new(false), 0);
    let mut write = |block: &[u8]| {
        stop.store(true, Ordering::Relaxed);
        bytes += block.len();
        Ok(())
    };
    let written = recipe.write::<Error>(Size::Nine, 0..u64::MAX, &stop, &mut write, &());
    assert!(written.unwrap_err().is_interrupted());
    assert!(bytes > 0 && bytes % 82 == 0);
    let mut full = |_: &[u8]| Err(Error::Run(RunError::Threads("disk full".to_owned())));
    let stop = AtomicBool::new(false);
    let written = recipe.write::<Error>(Size::Nine, 0..u64::MAX, &stop, &mut full, &());
    assert!(written.unwrap_err().to_string().ends_with("disk full"));
}

#[test]
fn kind_names() {
    check_names(Kind::ALL, Kind::name, Kind::summary);
}
