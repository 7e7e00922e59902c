//! Every strategy, every combination of parts and every backend, on puzzles of every source and size
//! and up to any limit: against each other, against `verify`, and up to 9×9 against an exact cover.
//! They run on threads with the default stack size.

use super::common::{
    covered, everyone, few_clues, find, limits, made, recipe, shipped, with_clues,
};
use proptest::{collection::vec, prelude::*, test_runner::TestRunner};
use std::{fmt::Debug, ops::ControlFlow, ops::Range, thread};
use sudomill::{
    generate::Kind,
    grid::{Candidates, Order, Order2, Order3, Order4, Order5, Puzzle, Size},
    solver::{
        Counters, Event, Limits, Observer, Outcome, Status, difficulty,
        registry::{self, STRATEGIES, Tuning},
    },
    verify,
};

/// The default stack size of `std::thread` and of rayon's workers.
const STACK: usize = 2 << 20;

/// Limits so low that no strategy takes long on any puzzle.
const CAPPED: Limits = Limits::DEFAULT.with_max_guesses(2_000);

/// More passes for `electroyou` than in its article, which are too few up to 9×9.
fn tuning<O: Order>() -> Tuning {
    match O::SIDE {
        ..=9 => Tuning::DEFAULT.with_max_passes(1_000_000),
        _ => Tuning::DEFAULT.with_max_passes(2_000).with_max_fillings(20_000),
    }
}

/// Solves, and checks what must hold for any outcome of any strategy.
fn solve<O: Order>(
    strategy: &registry::Strategy,
    puzzle: &Puzzle<O>,
    limits: &Limits,
) -> Outcome<O> {
    let solver = strategy.clone().tuned(tuning::<O>()).solver::<O>();
    let outcome = solver.solve(puzzle, limits);
    let Outcome { status, solutions, solution, counters, own_counters, .. } = outcome;
    let backend = strategy.backend().map_or("", |it| it.name());
    let limit = limits.solutions.get();
    let context = format!("{strategy} {backend} on {puzzle}, limit {limit}: {outcome:?}");
    if let Some(solution) = &solution {
        assert_eq!(verify::check(puzzle, solution.values()), Ok(()), "{context}");
    }
    assert_eq!(solution.is_some(), solutions > 0, "{context}");
    assert!(solutions <= limit, "{context}");
    let expected = match solutions {
        _ if status == Status::GaveUp => Status::GaveUp,
        0 if is_ill_posed(strategy, puzzle) => Status::Invalid,
        0 => Status::None,
        1 if limit == 1 => Status::Solved,
        1 => Status::Unique,
        _ => Status::Multiple,
    };
    assert_eq!(status, expected, "{context}");
    assert_eq!(counters.clues, puzzle.clue_count() as u64, "{context}");
    assert!(counters.backtracks <= counters.guesses, "{context}");
    assert!(counters.guesses <= limits.max_guesses.min(counters.steps), "{context}");
    assert_eq!(own_counters, solver.own_counters(), "{context}");
    let own = counters.own.into_iter().skip(own_counters.len());
    assert_eq!(own.sum::<u64>(), 0, "it counts without a name: {context}");
    let by_name = |name| outcome.counter(name);
    // Every value that a combination enters is a guess or a single; other techniques enter nothing.
    if let Some(naked) = by_name("naked_singles") {
        let entered = counters.guesses + naked + by_name("hidden_singles").unwrap_or(0);
        assert_eq!(entered, counters.steps, "{context}");
    }
    outcome
}

/// Returns true if the strategy's text rejects the puzzle.
fn is_ill_posed<O: Order>(strategy: &registry::Strategy, puzzle: &Puzzle<O>) -> bool {
    strategy.name() == "backtracking-descending" && puzzle.clue_count() == O::CELLS
}

/// Which strategies take part, by name.
type Who = fn(&str) -> bool;

/// Checks that all these strategies, if they do not give up, find the same number of solutions, and
/// the same solution if it is the only one, and that strategies of one name do the same work: the
/// lanes on every backend, or what stands in for them on other grids than 9×9. Returns what they
/// find, and how many they are.
fn agree<O: Order>(who: Who, puzzle: &Puzzle<O>, limits: &Limits) -> (Outcome<O>, usize) {
    assert_eq!(puzzle.to_string().parse(), Ok(*puzzle));
    let takes =
        |it: &registry::Strategy| !puzzle.has_candidates() || it.solver::<O>().takes_candidates();
    let solve_all = || {
        let who = everyone().filter(|it| who(&it.name()) && !is_ill_posed(it, puzzle));
        let said =
            who.filter(takes).map(|it| (solve(&it, puzzle, limits), it.for_size(O::SIZE).name()));
        said.collect::<Vec<_>>()
    };
    let mut said = thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK);
        thread.spawn_scoped(scope, solve_all).unwrap().join().unwrap()
    });
    for (outcome, name) in &said {
        let (namesake, _) = said.iter().find(|it| it.1 == *name).unwrap();
        assert_eq!(outcome, namesake, "{name} on {puzzle}");
    }
    said.retain(|(outcome, _)| outcome.status != Status::GaveUp);
    assert!(said.len() > 1, "who gives up agrees with nobody: {puzzle}");
    let first = said[0].0;
    for (other, name) in &said {
        let context = format!("{name} on {puzzle}, limit {}", limits.solutions.get());
        let found = (other.status, other.solutions);
        assert_eq!(found, (first.status, first.solutions), "{context}");
        let is_only = first.status == Status::Unique;
        assert!(!is_only || first.solution == other.solution, "{context}");
    }
    if O::SIDE <= 9 {
        let known = covered(puzzle, limits.solutions.get());
        assert_eq!(first.solutions, known.len() as u64, "{puzzle}");
        if let (Status::Unique, Some(solution)) = (first.status, first.solution) {
            assert_eq!(solution.values(), known[0], "{puzzle}");
        }
    }
    (first, said.len())
}

/// Like [`agree`], for several limits. Returns the status with the last one.
fn agree_to<O: Order>(who: Who, puzzle: &Puzzle<O>, solutions: &[u64]) -> Status {
    let statuses = solutions.iter().map(|&it| agree(who, puzzle, &limits(it)).0.status);
    statuses.last().unwrap()
}

fn all(_: &str) -> bool {
    true
}

/// All but the strategy that tries every filling.
fn searches(name: &str) -> bool {
    name != "generate-and-test"
}

/// Strategies that finish any 9×9 puzzle in reasonable time.
fn strong(name: &str) -> bool {
    searches(name) && !name.starts_with("backtracking") && name != "moler"
}

/// A strategy of each kind.
fn some(name: &str) -> bool {
    ["lanes", "mrv", "electroyou", "naked/mrv+degree", "locked/bilocation/descending"]
        .contains(&name)
}

fn empty<O: Order>() -> Puzzle<O> {
    Puzzle::new(&vec![0; O::CELLS]).unwrap()
}

/// Generates 4×4 grids with random clues: often contradictory, from nearly empty to over-full.
fn random_clues(count: Range<usize>) -> impl Strategy<Value = Puzzle<Order2>> {
    vec((0..16usize, 1..=4u8), count).prop_map(|clues| with_clues(vec![0; 16], clues))
}

/// Generates full grids with some cells opened, as many as `open` says, and a few changed.
fn spoiled<O: Order>(open: Range<usize>, changed: usize) -> impl Strategy<Value = Puzzle<O>> {
    let order = Just((0..O::CELLS).collect::<Vec<usize>>()).prop_shuffle();
    let changes = vec((0..O::CELLS, 1..=O::SIDE as u8), 0..changed);
    (any::<u64>(), order, open, changes).prop_map(|(seed, order, open, changes)| {
        let mut values = made::<O>(Kind::Solved, seed, 0).values().to_vec();
        order[..open].iter().for_each(|&cell| values[cell] = 0);
        with_clues(values, changes)
    })
}

/// Generates a solution plus other candidates, with some cells emptied or restricted at random.
fn candidates() -> impl Strategy<Value = Puzzle> {
    let others = (vec(0u16..512, 81), vec(0u16..512, 81), 0usize..3);
    let changes = (prop::sample::select(&[ALL, 0][..]), vec((0usize..81, 0u16..512), 0..3));
    (0u64..100, others, changes).prop_map(|(number, (more, thin, density), (kept, changes))| {
        let mut cells = solved_cells(number);
        for (cell, (more, thin)) in cells.iter_mut().zip(more.iter().zip(&thin)) {
            *cell |= [more & thin, *more & (thin | thin << 3), *more][density] & ALL;
        }
        for (cell, bits) in changes {
            cells[cell] = bits | cells[cell] & kept;
        }
        from_cells(&cells)
    })
}

/// Checks this many values of a source.
fn every<T: Debug, R>(cases: u32, source: impl Strategy<Value = T>, check: impl Fn(T) -> R) {
    let check = |value| {
        check(value);
        Ok(())
    };
    TestRunner::new(ProptestConfig::with_cases(cases)).run(&source, check).unwrap();
}

#[test]
fn random_4x4() {
    let no_few = random_clues(8..30).prop_filter("fillings", |it| it.clue_count() >= 8);
    every(96, no_few, |it| agree_to(all, &it, &[1, 2, 3, 1000]));
    every(24, random_clues(0..20), |it| agree_to(searches, &it, &[1, 2, 5, 1000]));
}

#[test]
fn random_9x9() {
    every(96, spoiled::<Order3>(6..57, 5), |it| agree_to(some, &it, &[2]));
    every(24, spoiled::<Order3>(6..47, 4), |it| agree_to(strong, &it, &[1, 2, 20]));
    every(96, spoiled::<Order3>(1..32, 6), |it| agree_to(searches, &it, &[2]));
}

#[test]
fn random_candidates() {
    // On some of these grids, a few combinations that only enter naked singles search very long.
    let capped = |solutions| limits(solutions).with_max_guesses(20_000);
    for solutions in [1, 2, 5] {
        every(24, candidates(), |it| {
            assert!(agree(all, &it, &capped(solutions)).1 > 50);
        });
    }
}

#[test]
fn random_large() {
    let capped = |solutions| CAPPED.with_solutions(solutions).with_max_guesses(20_000);
    for solutions in [1, 2, 10] {
        let check = |it| agree(some, &it, &capped(solutions));
        every(24, spoiled::<Order4>(20..150, 4), check);
    }
    every(24, spoiled::<Order5>(20..250, 4), |it| agree(some, &it, &capped(2)));
    every(24, spoiled::<Order4>(1..30, 4), |it| assert!(agree(all, &it, &CAPPED).1 > 60));
}

#[test]
fn generated_kinds() {
    let with_moler = |name: &str| some(name) || name == "moler";
    for (cases, kind, who, solutions, status) in [
        (96, Kind::Minimal, with_moler as Who, &[2][..], Status::Unique),
        (96, Kind::Multiple, some, &[50, 2], Status::Multiple),
        (96, Kind::Unsolvable, some, &[2], Status::None),
        (12, Kind::Minimal, strong, &[2], Status::Unique),
        (6, Kind::Multiple, strong, &[1, 50, 2], Status::Multiple),
        (6, Kind::Unsolvable, strong, &[2], Status::None),
        (6, Kind::Easy, strong, &[2], Status::Unique),
    ] {
        every(cases, any::<u64>().no_shrink(), |seed| {
            assert_eq!(agree_to(who, &made::<Order3>(kind, seed, 0), solutions), status);
        });
    }
    // No digit is left for r1c9, though no digit repeats.
    let dead = format!("12345678.........9{}", ".".repeat(63)).parse::<Puzzle>().unwrap();
    assert_eq!(agree_to(strong, &dead, &[2]), Status::None);
}

#[test]
fn guess_limit() {
    every(96, (any::<u64>().no_shrink(), 0..20u64), |(seed, most)| {
        let puzzle = made::<Order3>(Kind::Minimal, seed, 0);
        let [free, capped] = [limits(2), limits(2).with_max_guesses(most)]
            .map(|limits| solve(&find("mrv"), &puzzle, &limits));
        match free.counters.guesses <= most {
            true => assert_eq!(free, capped),
            false => assert_eq!((capped.status, capped.counters.guesses), (Status::GaveUp, most)),
        }
    });
}

#[test]
fn empty_grids() {
    let (small, _) = agree(searches, &empty::<Order2>(), &limits(300));
    assert_eq!((small.status, small.solutions), (Status::Multiple, 288));
    // Two solutions, for `generate-and-test`, too.
    agree_to(all, &"1000020000300004".parse::<Puzzle<Order2>>().unwrap(), &[3]);
    let empty_9x9 = empty::<Order3>();
    agree_to(searches, &empty_9x9, &[1, 2]);
    let named: Who = |name| searches(name) && STRATEGIES.iter().any(|it| it.part.name == name);
    agree_to(named, &empty_9x9, &[1000]);
    fn large<O: Order>(finds: &[&str], gives_up: &[&str]) {
        assert_eq!(agree(all, &empty::<O>(), &CAPPED).0.status, Status::Multiple);
        let status = |name: &&str| solve(&find(name), &empty::<O>(), &CAPPED).status;
        assert!(finds.iter().all(|name| status(name) == Status::Multiple));
        assert!(gives_up.iter().all(|name| status(name) == Status::GaveUp));
    }
    // Entering digits in ascending order, row by row, leads straight to the XOR table of 16×16.
    large::<Order4>(&["lanes", "mrv", "electroyou", "backtracking"], &["generate-and-test"]);
    large::<Order5>(&["lanes"], &["generate-and-test", "backtracking"]);
}

#[test]
fn full_and_nearly_full_grids() {
    fn check<O: Order>(open: usize, count: u64) {
        // With so few open cells, everyone ends.
        for number in 0..count {
            let puzzle = recipe(Kind::Easy, O::CELLS - open).puzzle::<O>(number).unwrap();
            let (outcome, decided) = agree(all, &puzzle, &limits(2));
            assert_eq!((outcome.status, decided), (Status::Unique, everyone().count()));
        }
        let full = made::<O>(Kind::Solved, 1, 0);
        for strategy in everyone() {
            let outcome = solve(&strategy, &full, &limits(2));
            // The lanes need one sweep to see that the grid is full.
            let steps = u64::from(strategy.backend().is_some() && O::SIDE == 9);
            let is_bad = is_ill_posed(&strategy, &full);
            let status = if is_bad { Status::Invalid } else { Status::Unique };
            assert_eq!((outcome.status, outcome.counters.steps), (status, steps), "{strategy}");
        }
    }
    check::<Order3>(6, 20);
    check::<Order4>(3, 1);
    check::<Order5>(3, 1);
}

/// Some that guess without a plan give up.
#[test]
fn large_sizes() {
    fn check<O: Order>(generated: &[(Kind, usize, u64)]) {
        for &(kind, clues, number) in generated {
            let puzzle = recipe(kind, clues).puzzle::<O>(number).unwrap();
            let (outcome, decided) = agree(all, &puzzle, &CAPPED);
            assert_eq!((puzzle.clue_count(), outcome.status), (clues, Status::Unique));
            assert!(decided >= 60, "{decided} of {}", everyone().count());
        }
        // The first row lacks one digit, which the column of its open cell contains.
        let mut values = vec![0; O::CELLS];
        (1..O::SIDE).for_each(|i| values[i - 1] = i as u8);
        values[O::CELLS - 1] = O::SIDE as u8;
        let puzzle = Puzzle::<O>::new(&values).unwrap();
        assert_eq!(solve(&find("naked/mrv"), &puzzle, &limits(2)).status, Status::None);
        let (outcome, decided) = agree(all, &puzzle, &CAPPED);
        assert!(outcome.status == Status::None && decided > 60, "{decided}");
        // A full grid except for one cell, whose peers contain every digit.
        let mut values = made::<O>(Kind::Solved, 2, 0).values().to_vec();
        let other = (0..O::CELLS).rev().find(|&i| i % O::SIDE > 0 && values[i] == values[1]);
        let (cell, digit) = (other.unwrap(), values[0]);
        values.iter_mut().filter(|value| **value == digit).for_each(|value| *value = 0);
        values[cell] = digit;
        assert!(agree(all, &Puzzle::<O>::new(&values).unwrap(), &CAPPED).1 > 60);
    }
    let [unique, easy] = [Kind::Unique, Kind::Easy];
    check::<Order4>(&[(unique, 128, 0), (unique, 128, 1), (easy, 113, 0), (easy, 113, 1)]);
    check::<Order5>(&[(unique, 417, 0), (unique, 417, 1)]);
}

#[test]
fn exact_limits() {
    let grid = empty::<Order5>();
    for (name, counter, max_guesses, tuning, expected) in [
        // There are 25^625 fillings to try, and the program does not compute that number.
        ("generate-and-test", "fillings", u64::MAX, (10_000, 10_000), 10_000),
        ("backtracking", "guesses", 10_000, (10_000, 10_000), 10_000),
        ("moler", "guesses", 300, (10_000, 10_000), 300),
        // As in its article, the pass at which it gives up is counted.
        ("electroyou", "passes", u64::MAX, (500, 10_000), 501),
    ] {
        let tuning = Tuning::DEFAULT.with_max_passes(tuning.0).with_max_fillings(tuning.1);
        let solver = find(name).tuned(tuning).solver::<Order5>();
        let outcome = solver.solve(&grid, &limits(2).with_max_guesses(max_guesses));
        assert_eq!((outcome.status, outcome.solutions), (Status::GaveUp, 0), "{name}");
        assert_eq!(outcome.counter(counter), Some(expected), "{name}");
    }
}

#[test]
fn default_strategy() {
    let sizes = [Size::Four, Size::Eight, Size::Nine, Size::Ten, Size::TwentyFive];
    let names = sizes.map(|size| find("lanes").for_size(size).name());
    assert_eq!(names, ["mrv", "mrv", "lanes", "restarts", "restarts"]);
}

#[test]
fn counters_on_every_size() {
    fn names<O: Order>(strategy: &registry::Strategy) -> Vec<&'static str> {
        strategy.solver::<O>().own_counters().iter().map(|counter| counter.name).collect()
    }
    for strategy in everyone().filter(|strategy| strategy.backend().is_none()) {
        let nine = names::<Order3>(&strategy);
        let others = [names::<Order2>(&strategy), names::<Order4>(&strategy)];
        assert_eq!(others, [nine.clone(), nine.clone()], "{strategy}");
        assert_eq!(names::<Order5>(&strategy), nine, "{strategy}");
    }
}

/// Ends the search at its first solution.
struct AtFirst;

impl Observer for AtFirst {
    fn event(&mut self, _: Event, _: &Counters) {}

    fn wants_solutions(&self) -> bool {
        true
    }

    fn solution(&mut self, _: &[u8]) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

#[test]
fn search_that_is_ended_claims_nothing() {
    // Few enough open cells for every strategy.
    let puzzle: Puzzle<Order2> = "2413134242......".parse().unwrap();
    let stop = true.into();
    for strategy in everyone() {
        let stopped = limits(2).with_stop(&stop);
        let outcome = solve(&strategy, &empty::<Order3>(), &stopped);
        assert_eq!((outcome.status, outcome.solution), (Status::GaveUp, None), "{strategy}");
        let traced = |solutions| {
            let outcome =
                strategy.solver::<Order2>().trace(&puzzle, &limits(solutions), &mut AtFirst);
            (outcome.status, outcome.solutions)
        };
        assert_eq!(traced(2), (Status::GaveUp, 1), "{strategy}");
        assert_eq!(traced(1), (Status::Solved, 1), "{strategy}");
    }
    let puzzle = made::<Order3>(Kind::Easy, 3, 0);
    let outcome = find("lanes").solver::<Order3>().trace(&puzzle, &limits(2), &mut AtFirst);
    assert_eq!((outcome.status, outcome.solutions), (Status::GaveUp, 1));
}

#[test]
fn trace_changes_nothing() {
    fn check<O: Order>(who: Who, puzzle: &Puzzle<O>) {
        for strategy in everyone().filter(|it| who(&it.name())) {
            let solver = strategy.clone().tuned(tuning::<O>()).solver::<O>();
            let (mut clues, mut entered) = (0, 0);
            let mut watch = |event: Event, _: &_| match event {
                Event::Clue(..) => clues += 1,
                Event::NakedSingle(..) | Event::HiddenSingle(..) | Event::Guess(..) => entered += 1,
                _ => {}
            };
            let traced = solver.trace(puzzle, &CAPPED, &mut watch);
            assert_eq!(traced, solve(&strategy, puzzle, &CAPPED), "{strategy}");
            assert_eq!(clues, traced.counters.clues, "{strategy}");
            // A sweep of the lanes enters many values with one event.
            let is_exact = O::SIDE != 9 || strategy.backend().is_none();
            assert!(!is_exact || entered == traced.counters.steps, "{strategy}: {entered}");
        }
    }
    check(all, &recipe(Kind::Unique, 110).puzzle::<Order4>(0).unwrap());
    shipped::<Order3>("minimal", 20).iter().for_each(|it| check(strong, it));
}

/// All candidates of a cell.
pub const ALL: u16 = 511;

pub fn from_cells(cells: &[u16; 81]) -> Puzzle {
    Puzzle::from_candidates(&cells.map(|bits| Candidates::from_bits(bits.into()))).unwrap()
}

/// The candidates of a solved grid.
pub fn solved_cells(number: u64) -> [u16; 81] {
    let solved = made::<Order3>(Kind::Solved, 77, number);
    std::array::from_fn(|cell| 1 << (solved.values()[cell] - 1))
}

/// Converts a puzzle with clues to candidates.
pub fn by_candidates(puzzle: &Puzzle) -> Puzzle {
    Puzzle::from_candidates(&puzzle.all_candidates()).unwrap()
}

#[test]
fn special_candidates() {
    let solved = solved_cells(1);
    let changed = |mut cells: [u16; 81], changes: &[(usize, u16)]| {
        changes.iter().for_each(|&(cell, bits)| cells[cell] = bits);
        agree_to(all, &from_cells(&cells), &[1, 2, 5]);
    };
    for cells in [solved, [ALL; 81], [0; 81]] {
        changed(cells, &[]);
    }
    for cell in [0, 40, 80] {
        // No candidate; a wrong one; an additional one.
        changed([ALL; 81], &[(cell, 0)]);
        let others = ALL & !solved[cell];
        for bits in [0, others & others.wrapping_neg(), ALL] {
            changed(solved, &[(cell, bits)]);
        }
    }
    // The same single candidate twice in a row, and in a column and box, among open cells.
    for other in [8, 1, 72] {
        changed([ALL; 81], &[(0, 4), (other, 4)]);
    }
    // A digit without a place in a row; two candidates in every cell.
    changed([ALL; 81], &[0, 1, 2, 3, 4, 5, 6, 7, 8].map(|cell| (cell, ALL & !16)));
    let [one, other] = [2, 3].map(solved_cells);
    changed(std::array::from_fn(|cell| one[cell] | other[cell]), &[]);
}

/// Puzzles of every kind have the same outcome with candidates as with clues, including the work.
#[test]
fn clues_as_candidates() {
    for kind in [Kind::Easy, Kind::Minimal, Kind::Multiple, Kind::Unsolvable, Kind::Solved] {
        for number in 0..10 {
            let clues = made::<Order3>(kind, 5, number);
            let candidates = by_candidates(&clues);
            assert_eq!((candidates.values(), candidates.has_candidates()), (clues.values(), true));
            assert_eq!(difficulty(&candidates), difficulty(&clues));
            let limits = limits(3).with_max_guesses(10_000);
            for strategy in everyone().filter(|it| it.solver::<Order3>().takes_candidates()) {
                let [one, other] = [&clues, &candidates].map(|it| solve(&strategy, it, &limits));
                assert_eq!(one, other, "{strategy}: {clues}");
            }
        }
    }
}

/// Grids with few clues have very many solutions, but a bad branching rule finds none: every
/// combination must find two within a number of guesses.
fn find_two<O: Order>(clues: &[usize], who: Who, max_guesses: fn(&str) -> u64) {
    let some = clues.iter().flat_map(|&clues| [few_clues(1, clues), few_clues(2, clues)]);
    for puzzle in std::iter::once(empty::<O>()).chain(some) {
        for strategy in registry::all_combinations().filter(|it| who(&it.name())) {
            let limits = limits(2).with_max_guesses(max_guesses(&strategy.name()));
            let status = solve(&strategy, &puzzle, &limits).status;
            assert_eq!(status, Status::Multiple, "{strategy} on {puzzle}");
        }
    }
}

#[test]
fn few_clues_with_all_combinations() {
    // `random` stops choosing randomly after 100,000 guesses.
    let most = |name: &str| if name.contains("random") { 110_000 } else { 10_000 };
    find_two::<Order3>(&[1, 2, 3, 4, 5, 6, 7, 8], all, most);
    find_two::<Order2>(&[1, 2, 3], all, |_| 100);
}

/// Covers only the combinations that reliably end: with naked singles alone, no rule does on grids
/// of this size, and neither does `first`, which ignores the candidates, with any propagation.
#[test]
fn few_clues_16x16() {
    let careful =
        |name: &str| !["naked/", "first", "random"].iter().any(|part| name.contains(part));
    find_two::<Order4>(&[1, 2, 4, 8], careful, |_| 100_000);
}
