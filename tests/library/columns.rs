//! Columns in memory give the same results as files, whatever the rows and the threads.

use proptest::prelude::*;
use std::{
    collections::BTreeMap,
    fs, panic,
    path::Path,
    sync::{
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};
use sudomill::{
    columns::{self, Options, Results, Texts},
    grid::{Alphabet, Order3, Size},
    input::Layout,
    solver::{Counters, Difficulty, Grade, Limits, Status, registry},
    verify,
};

fn shipped(name: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../datasets").join(name);
    fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect()
}

fn options(strategy: &str, threads: usize) -> Options<'static> {
    Options { strategy: registry::find(strategy).unwrap(), threads, ..Options::default() }
}

/// Returns the results without times.
fn timeless(mut results: Results) -> Results {
    results.solve_ns.fill(0);
    // The slots of rows without a solution have no defined content.
    let slots = results.symbols.chunks_exact_mut(results.cells);
    slots
        .zip(&results.solutions)
        .filter(|&(_, &solutions)| solutions == 0)
        .for_each(|(slot, _)| slot.fill(0));
    results
}

fn solution(results: &Results, row: usize) -> &str {
    std::str::from_utf8(&results.symbols[row * results.cells..][..results.cells]).unwrap()
}

#[test]
fn shipped_sets() {
    for set in ["easy", "minimal", "hard", "unsolvable", "4x4", "16x16", "25x25"] {
        let texts = shipped(&format!("{set}.txt"));
        let solutions = shipped(&format!("{set}.solutions.txt"));
        for strategy in ["lanes", "mrv"] {
            let results = columns::solve(&texts[..], &options(strategy, 2)).unwrap();
            assert_eq!(results.bad, BTreeMap::new(), "{set}");
            for (row, expected) in solutions.iter().enumerate() {
                let found = results.solutions[row] > 0;
                let found = if found { solution(&results, row) } else { "" };
                assert_eq!(found, expected, "{set}, {strategy}, row {row}");
            }
        }
        let faults = columns::verify(&texts[..], &solutions[..], &Options::default()).unwrap();
        assert_eq!(faults.is_empty(), set != "unsolvable", "{set}");
    }
}

#[test]
fn faults_keep_their_rows() {
    let texts: Vec<_> = shipped("easy.txt").into_iter().cycle().take(30_000).collect();
    let mut solutions: Vec<_> =
        shipped("easy.solutions.txt").into_iter().cycle().take(texts.len()).collect();
    let wrong = [0, 8191, 8192, 17_000, 29_999];
    wrong.iter().for_each(|&row| solutions[row].clear());
    for threads in [1, 2, 5] {
        let options = Options { threads, ..Options::default() };
        let faults = columns::verify(&texts[..], &solutions[..], &options).unwrap();
        assert_eq!(faults.into_keys().collect::<Vec<_>>(), wrong, "{threads}");
    }
}

#[test]
fn verify_stops() {
    let stop = true.into();
    let limits = Limits::default().with_stop(&stop);
    let texts = shipped("4x4.txt");
    let error = columns::verify(&texts[..], &texts[..], &Options { limits, ..Options::default() });
    assert!(matches!(error, Err(sudomill::Error::Interrupted)));
}

/// Texts that take long to read, and the total reading time.
struct Slow(Vec<String>, AtomicU64);

impl Texts for Slow {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn text(&self, row: usize) -> Option<&[u8]> {
        let begun = Instant::now();
        thread::sleep(Duration::from_millis(1));
        self.1.fetch_add(begun.elapsed().as_nanos() as u64, Ordering::Relaxed);
        Some(self.0[row].as_bytes())
    }
}

#[test]
fn solve_time_excludes_parsing() {
    for strategy in ["lanes", "mrv"] {
        let texts = Slow(shipped("easy.txt").into_iter().take(50).collect(), AtomicU64::new(0));
        let begun = Instant::now();
        let results = columns::solve(&texts, &options(strategy, 1)).unwrap();
        let spent = begun.elapsed().as_nanos() as u64;
        let (solving, reading) = (results.solve_ns.iter().sum::<u64>(), texts.1.into_inner());
        // However busy the machine is, the two times do not overlap.
        assert!(solving + reading <= spent, "{strategy}: {solving} + {reading} of {spent} ns");
        assert!(solving > 0, "{strategy}");
    }
}

#[test]
fn same_for_any_threads() {
    let mut texts = shipped("minimal.txt");
    texts.extend(shipped("malformed.txt"));
    texts.extend(shipped("easy.txt"));
    for strategy in ["lanes", "mrv"] {
        let solve =
            |threads| timeless(columns::solve(&texts[..], &options(strategy, threads)).unwrap());
        let one = solve(1);
        assert!(one.bad.len() > 5 && one.statuses.len() == texts.len());
        assert_eq!(solve(2), one);
        assert_eq!(solve(7), one);
    }
}

#[test]
fn named_alphabet() {
    let layout = Layout::lines(Size::Sixteen, Alphabet::FromZero);
    let named = Options { layout, ..options("mrv", 1) };
    let shipped = shipped("16x16.txt");
    let shifted = |symbol| match "123456789ABCDEFG".find(symbol) {
        Some(value) => char::from(b"0123456789ABCDEF"[value]),
        None => symbol,
    };
    let [first, second] = [0, 1].map(|row| shipped[row].chars().map(shifted).collect::<String>());
    // Without a 0, a single text could be in either alphabet.
    let texts = [first, second.replace('0', ".")];
    let whole = columns::solve(&texts[..], &options("mrv", 1)).unwrap();
    let piece = columns::solve(&texts[1..], &named).unwrap();
    assert_eq!(solution(&piece, 0), solution(&whole, 1));
    let by_itself = columns::solve(&texts[1..], &options("mrv", 1)).unwrap();
    assert_ne!(solution(&by_itself, 0), solution(&whole, 1));
    assert!(Layout::lines(Size::Nine, Alphabet::FromZero).is_none());
}

/// Puzzles of which one panics when it is read.
struct Broken;

impl Texts for Broken {
    fn len(&self) -> usize {
        100_000
    }

    fn text(&self, row: usize) -> Option<&[u8]> {
        assert!(row != 50_000, "the row panicked");
        Some(b".4.3.3........2.")
    }
}

#[test]
fn panicking_row() {
    let (done, caught) = mpsc::channel();
    thread::spawn(move || {
        let layout = Some(columns::layout(&[".4.3.3........2."][..]));
        let options = Options { layout, ..options("mrv", 4) };
        let run = panic::catch_unwind(panic::AssertUnwindSafe(|| {
            columns::solve(&Broken, &options).is_ok()
        }));
        done.send(run).unwrap();
    });
    // A busy machine may take long, but a hang would last forever.
    let caught = caught.recv_timeout(Duration::from_secs(120)).expect("the run hangs");
    assert_eq!(caught.unwrap_err().downcast_ref(), Some(&"the row panicked"));
}

#[test]
fn missing_solutions_are_not_shuffled() {
    let (puzzles, solutions) = ([".4.3.3........2."; 3], ["", " NULL", "1"]);
    let options = Options::default();
    let copies = columns::shuffle(&puzzles[..], Some(&solutions[..]), 7, &options).unwrap();
    let solutions = copies.iter().map(|copy| copy.as_ref().map(|it| it.solution.as_deref()));
    assert_eq!(solutions.collect::<Vec<_>>(), [Some(Some("")), Some(Some("NULL")), None]);
}

#[test]
fn stopped_run_has_no_results() {
    let stop = std::sync::atomic::AtomicBool::new(true);
    let limits = Limits::default().with_stop(&stop);
    let error = columns::solve(&shipped("hard.txt")[..], &Options { limits, ..Options::default() });
    assert!(matches!(error, Err(sudomill::Error::Interrupted)));
}

/// The counters and the grade of a row depend only on its puzzle, not on the threads.
#[test]
fn counters_and_grades() {
    let mut texts = shipped("minimal.txt");
    texts.truncate(1500);
    texts[5] = "x".to_owned();
    let grades = columns::grade(&texts[..], &options("mrv", 2)).unwrap();
    let seen = |difficulty| grades.iter().flatten().any(|it| it.difficulty == difficulty);
    assert!(Difficulty::ALL.into_iter().all(seen));
    for (strategy, threads) in [("lanes", 1), ("lanes", 2), ("mrv", 2)] {
        let options = Options { counters: true, ..options(strategy, threads) };
        let results = columns::solve(&texts[..], &options).unwrap();
        let solver = options.strategy.solver::<Order3>();
        assert_eq!((results.counters.len(), grades.len()), (texts.len(), texts.len()));
        assert_eq!((results.counters[5], grades[5]), (Counters::default(), None));
        for row in (0..texts.len()).filter(|&row| row != 5).step_by(17) {
            let puzzle = texts[row].parse().unwrap();
            let alone = solver.solve(&puzzle, &options.limits);
            assert_eq!(results.counters[row], alone.counters, "{strategy}, row {row}");
            assert_eq!(results.counters[row].guesses, results.guesses[row]);
            assert_eq!(grades[row], Some(Grade::of(&puzzle, &options.limits)));
        }
        let usual = columns::solve(&texts[..], &self::options(strategy, threads)).unwrap();
        assert!(usual.counters.is_empty());
    }
}

#[test]
fn full_grid_is_ill_posed() {
    let full = "1423324141322314";
    let results = columns::solve(&[full][..], &options("backtracking-descending", 1)).unwrap();
    assert_eq!(results.statuses, [Status::Invalid]);
    let message = "1: found a full grid: ill-posed; expected an empty cell";
    assert_eq!(results.bad[&0].to_string(), message);
    assert_eq!(columns::solve(&[full][..], &options("mrv", 1)).unwrap().statuses, [Status::Unique]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Every row has a status, and a message if it is invalid, whatever the rows hold.
    #[test]
    fn every_row_has_status(
        mut texts in prop::collection::vec("[1-9.x,#Z \n]{0,90}", 0..20),
        at in 0usize..20,
    ) {
        let puzzle = "013085006000031000007600000006900003170000025300006900000002400000870000900560310";
        texts.insert(at.min(texts.len()), puzzle.to_owned());
        // The first row determines the size.
        texts.insert(0, puzzle.to_owned());
        for strategy in ["lanes", "mrv"] {
            let results = columns::solve(&texts[..], &options(strategy, 1)).unwrap();
            prop_assert_eq!(results.statuses.len(), texts.len());
            for (row, text) in texts.iter().enumerate() {
                let status = results.statuses[row];
                prop_assert_eq!(status == Status::Invalid, results.bad.contains_key(&row), "{:?}", text);
                if text == puzzle {
                    prop_assert_eq!(status, Status::Unique);
                    let symbols = solution(&results, row).bytes();
                    let grid: Vec<u8> = symbols.map(|byte| byte - b'0').collect();
                    prop_assert_eq!(verify::check::<Order3>(&puzzle.parse().unwrap(), &grid), Ok(()));
                }
            }
        }
    }
}
