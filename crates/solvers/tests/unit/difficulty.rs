use sudomill_puzzle::{
    grid::{Order3, Puzzle},
    solving::{Difficulty, Grade, Limits, Status},
};
use sudomill_solvers::{Level, difficulty, grade, registry};

fn shipped(set: &str, count: usize) -> Vec<Puzzle<Order3>> {
    let path = format!("{}/../../../../datasets/{set}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().take(count).map(|line| line.parse().unwrap()).collect()
}

/// The difficulty of the weakest strategy that settles a puzzle without a guess.
fn by_strategies(puzzle: &Puzzle<Order3>) -> Difficulty {
    let settles = |difficulty: &Difficulty| {
        let Some(level) = Level::of(*difficulty) else { return true };
        let limits = Limits::default().with_max_guesses(0);
        let name = format!("{}/mrv", level.propagation.part().name);
        let solver = registry::find(&name).unwrap().solver::<Order3>();
        solver.solve(puzzle, &limits).status != Status::GaveUp
    };
    Difficulty::ALL.iter().copied().find(settles).unwrap()
}

#[test]
fn table_is_sound() {
    let levels = Difficulty::ALL.iter().copied().filter_map(Level::of);
    let techniques = levels.map(|level| level.propagation.techniques().collect::<Vec<_>>());
    for two in techniques.collect::<Vec<_>>().windows(2) {
        assert!(two[0].iter().all(|technique| two[1].contains(technique)), "{two:?}");
    }
}

/// The page on output has a row for each difficulty, in their order.
#[test]
fn difficulties_are_documented() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../../docs/output.md");
    let page = std::fs::read_to_string(path).unwrap();
    let (_, table) = page.split_once("\n| difficulty | techniques |\n| --- | --- |\n").unwrap();
    let rows = table.lines().take_while(|line| !line.is_empty());
    let names: Vec<_> = rows.map(|row| row.split('`').nth(1).unwrap()).collect();
    assert_eq!(names, Difficulty::ALL.iter().map(|it| it.name()).collect::<Vec<_>>());
}

#[test]
fn same_as_strategies_without_a_guess() {
    let mut seen = Vec::new();
    for set in ["easy", "minimal", "hard", "multiple", "unsolvable"] {
        for puzzle in shipped(set, 500) {
            let found = difficulty(&puzzle);
            assert_eq!(found, by_strategies(&puzzle), "{puzzle}");
            seen.push(found);
        }
    }
    assert!(Difficulty::ALL.iter().all(|difficulty| seen.contains(difficulty)));
}

#[test]
fn strategy_is_the_one_named() {
    let named = registry::find(Grade::STRATEGY).unwrap().solver::<Order3>();
    let limits = Limits::default();
    for puzzle in shipped("minimal", 100).into_iter().chain(shipped("hard", 100)) {
        let Grade { difficulty, guesses, .. } = grade(&puzzle, &limits);
        assert_eq!(guesses, Some(named.solve(&puzzle, &limits).counters.guesses));
        assert_eq!(guesses > Some(0), difficulty == Difficulty::Search);
    }
}

/// As few guesses as are allowed are not those that the search needs.
#[test]
fn search_that_gave_up_has_no_guesses() {
    for puzzle in shipped("minimal", 100).into_iter().chain(shipped("hard", 100)) {
        let whole = grade(&puzzle, &Limits::default());
        for max_guesses in 0..10 {
            let limits = Limits::default().with_max_guesses(max_guesses);
            let guesses = whole.guesses.filter(|&guesses| guesses <= max_guesses);
            let limited = grade(&puzzle, &limits);
            assert_eq!(limited.guesses, guesses);
            assert_eq!(limited.difficulty, whole.difficulty);
        }
    }
}

#[test]
fn several_solutions_need_a_search() {
    let empty = Puzzle::<Order3>::new(&[0; 81]).unwrap();
    assert_eq!(difficulty(&empty), Difficulty::Search);
}
