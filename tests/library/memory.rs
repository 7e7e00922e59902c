//! Columns in memory give the same results as files, whatever the rows and the threads.

use super::common::{find, lines};
use proptest::prelude::*;
use std::{
    panic,
    sync::{
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};
use sudomill::{
    grid::{Alphabet, Order3, Puzzle, Size},
    input::Layout,
    memory::{self, Copies, MemoryOptions, Repeats, Results, Texts},
    solver::{Counters, Difficulty, Limits, Status, grade},
    verify,
};

fn options(strategy: &str, threads: usize) -> MemoryOptions<'static> {
    MemoryOptions::default().with_strategy(find(strategy)).with_threads(threads)
}

/// Returns the results with empty slots for rows without a solution, whose content is not defined.
fn cleared(mut results: Results) -> Results {
    let slots = results.symbols.chunks_exact_mut(results.cells).zip(&results.solutions);
    slots.filter(|(_, solutions)| **solutions == 0).for_each(|(slot, _)| slot.fill(0));
    results
}

#[test]
fn faults_keep_their_rows() {
    let texts: Vec<_> = lines("easy.txt").into_iter().cycle().take(30_000).collect();
    let mut solutions: Vec<_> =
        lines("easy.solutions.txt").into_iter().cycle().take(texts.len()).collect();
    let wrong = [0, 8191, 8192, 17_000, 29_999];
    wrong.iter().for_each(|&row| solutions[row].clear());
    for threads in [1, 2, 5] {
        let options = MemoryOptions::default().with_threads(threads);
        let faults = memory::verify(&texts[..], &solutions[..], &options).unwrap();
        assert_eq!(faults.into_keys().collect::<Vec<_>>(), wrong, "{threads}");
    }
}

/// Texts as a function of the row.
struct Rows<F>(usize, F);

impl<F: Fn(usize) -> &'static [u8] + Sync> Texts for Rows<F> {
    fn len(&self) -> usize {
        self.0
    }

    fn text(&self, row: usize) -> Option<&[u8]> {
        Some((self.1)(row))
    }
}

#[test]
fn solve_time_excludes_parsing() {
    let texts: &'static [String] = lines("easy.txt").leak();
    for strategy in ["lanes", "mrv"] {
        let reading = AtomicU64::new(0);
        // Texts that take long to read.
        let texts = Rows(50, |row: usize| {
            let begun = Instant::now();
            thread::sleep(Duration::from_millis(1));
            reading.fetch_add(begun.elapsed().as_nanos() as u64, Ordering::Relaxed);
            texts[row].as_bytes()
        });
        let begun = Instant::now();
        let options = options(strategy, 1).with_details(true);
        let results = memory::solve(&texts, &options).unwrap();
        let spent = begun.elapsed().as_nanos() as u64;
        let solving = results.details.iter().map(|it| it.solve_ns).sum::<u64>();
        let reading = reading.load(Ordering::Relaxed);
        // However busy the machine is, the two times do not overlap.
        assert!(solving + reading <= spent, "{strategy}: {solving} + {reading} of {spent} ns");
        assert!(solving > 0, "{strategy}");
    }
}

#[test]
fn same_for_any_threads() {
    let mut texts = lines("minimal.txt");
    texts.extend(lines("malformed.txt"));
    texts.extend(lines("easy.txt"));
    for strategy in ["lanes", "mrv"] {
        let solve =
            |threads| cleared(memory::solve(&texts[..], &options(strategy, threads)).unwrap());
        let one = solve(1);
        assert!(one.bad.len() > 5 && one.statuses.len() == texts.len());
        assert_eq!(solve(2), one);
        assert_eq!(solve(7), one);
        for threads in [1, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            assert_eq!(pool.install(|| solve(0)), one);
        }
    }
}

#[test]
fn named_alphabet() {
    let layout = Layout::lines(Size::Sixteen, Alphabet::FromZero);
    let named = options("mrv", 1).with_layout(layout);
    let all = lines("16x16.txt");
    let shifted = |symbol| match "123456789ABCDEFG".find(symbol) {
        Some(value) => char::from(b"0123456789ABCDEF"[value]),
        None => symbol,
    };
    let [first, second] = [0, 1].map(|row| all[row].chars().map(shifted).collect::<String>());
    // Without a 0, a single text could be in either alphabet.
    let texts = [first, second.replace('0', ".")];
    let whole = memory::solve(&texts[..], &options("mrv", 1)).unwrap();
    let piece = memory::solve(&texts[1..], &named).unwrap();
    assert_eq!(piece.solution(0), whole.solution(1));
    let by_itself = memory::solve(&texts[1..], &options("mrv", 1)).unwrap();
    assert_ne!(by_itself.solution(0), whole.solution(1));
    assert!(Layout::lines(Size::Nine, Alphabet::FromZero).is_none());
}

#[test]
fn panicking_row() {
    let (done, caught) = mpsc::channel();
    thread::spawn(move || {
        let layout = Some(memory::layout(&[".4.3.3........2."][..]));
        let options = options("mrv", 4).with_layout(layout);
        let broken = Rows(100_000, |row| {
            assert!(row != 50_000, "the row panicked");
            ".4.3.3........2.".as_bytes()
        });
        let run = || memory::solve(&broken, &options).is_ok();
        done.send(panic::catch_unwind(panic::AssertUnwindSafe(run))).unwrap();
    });
    // A busy machine may take long, but a hang would last forever.
    let caught = caught.recv_timeout(Duration::from_secs(120)).expect("the run hangs");
    assert_eq!(caught.unwrap_err().downcast_ref(), Some(&"the row panicked"));
}

#[test]
fn missing_solutions_are_not_shuffled() {
    let (puzzles, solutions) = ([".4.3.3........2."; 3], ["", " NULL", "1"]);
    let options = MemoryOptions::default();
    let copies =
        memory::shuffle_with(&puzzles[..], &solutions[..], &Copies::default(), &options).unwrap();
    let solutions = copies.iter().map(|copy| copy.as_ref().map(|it| it.solution.as_deref()));
    assert_eq!(solutions.collect::<Vec<_>>(), [Some(Some("")), Some(Some("NULL")), None]);
}

/// A row's copies depend on its number in the set, not on the piece in which it comes.
#[test]
fn copies_of_pieces_are_those_of_the_whole() {
    let (texts, wanted) = (lines("minimal.txt"), Copies::default().with_seed(3).with_copies(2));
    let whole = memory::shuffle(&texts[..100], &wanted, &options("lanes", 2)).unwrap();
    let mut pieces = memory::shuffle(&texts[..37], &wanted, &options("lanes", 1)).unwrap();
    let rest = wanted.with_first(37);
    pieces.extend(memory::shuffle(&texts[37..100], &rest, &options("lanes", 2)).unwrap());
    assert_eq!(pieces, whole);
}

/// The rows that repeat an equivalent one depend neither on the threads nor on the columns in which they come.
#[test]
fn repeats() {
    let mut texts = lines("minimal.txt");
    let copies = memory::shuffle(&texts[..5000], &Copies::default(), &options("lanes", 2)).unwrap();
    texts.push("x".to_owned());
    texts.extend(copies.into_iter().map(|copy| copy.unwrap().puzzle));
    texts.push("x".to_owned());
    let expected: Vec<_> = (0..texts.len()).map(|row| (10_001..15_001).contains(&row)).collect();
    for (threads, rows) in [(1, 100_000), (2, 777)] {
        let (mut repeats, options) = (Repeats::new(false), options("lanes", threads));
        let options = options.with_layout(memory::layout(&texts));
        texts.chunks(rows).for_each(|rows| repeats.add(rows, &options).unwrap());
        assert_eq!(repeats.rows(), expected.len() as u64);
        assert!(repeats.find(&options).unwrap() == expected);
        assert_eq!(repeats.rows(), 0);
    }
    let error = Repeats::new(false).add(&lines("4x4.txt")[..], &options("lanes", 1)).unwrap_err();
    assert_eq!(error.to_string(), "puzzles: found 4×4; the canonical form is for 9×9 clues");
}

#[test]
fn stopped_run_has_no_results() {
    let stop = true.into();
    let limits = Limits::default().with_stop(&stop);
    let options = MemoryOptions::default().with_limits(limits);
    let (hard, small) = (lines("hard.txt"), lines("4x4.txt"));
    let solved = memory::solve(&hard[..], &options).map(drop);
    let verified = memory::verify(&small[..], &small[..], &options).map(drop);
    for error in [solved, verified] {
        assert!(matches!(error, Err(sudomill::Error::Run(sudomill::RunError::Interrupted))));
    }
}

/// The counters and the grade of a row depend only on its puzzle, not on the threads.
#[test]
fn counters_and_grades() {
    let mut texts = lines("minimal.txt");
    texts.truncate(1500);
    texts[5] = "x".to_owned();
    let grades = memory::grade(&texts[..], &options("mrv", 2)).unwrap();
    let seen = |difficulty| grades.iter().flatten().any(|it| it.difficulty == difficulty);
    assert!(Difficulty::ALL.iter().copied().all(seen));
    for (strategy, threads) in [("lanes", 1), ("lanes", 2), ("mrv", 2)] {
        let options = options(strategy, threads).with_details(true);
        let results = memory::solve(&texts[..], &options).unwrap();
        let solver = options.strategy.solver::<Order3>();
        assert_eq!((results.details.len(), grades.len()), (texts.len(), texts.len()));
        assert_eq!((results.details[5].counters, grades[5]), (Counters::default(), None));
        for row in (0..texts.len()).filter(|&row| row != 5).step_by(17) {
            let puzzle = texts[row].parse().unwrap();
            let alone = solver.solve(&puzzle, &options.limits);
            let details = results.details[row];
            assert_eq!(details.counters, alone.counters, "{strategy}, row {row}");
            assert_eq!(details.counters.guesses, results.guesses[row]);
            let found = (details.status, details.solutions);
            assert_eq!(found, (results.statuses[row], alone.solutions));
            assert_eq!(grades[row], Some(grade(&puzzle, &options.limits)));
        }
        let usual = memory::solve(&texts[..], &self::options(strategy, threads)).unwrap();
        assert!(usual.details.is_empty());
    }
}

#[test]
fn memory_of_the_caller() {
    let texts = lines("minimal.txt");
    let usual = cleared(memory::solve(&texts[..], &options("lanes", 2)).unwrap());
    let mut symbols = vec![0; usual.symbols.len()];
    let mut found = memory::solve_into(&texts[..], &options("lanes", 2), &mut symbols).unwrap();
    assert!(found.symbols.is_empty());
    found.symbols = symbols;
    assert_eq!(cleared(found), usual);
    for bytes in [0, 80, 82] {
        let error = memory::solve_into(&texts[..1], &options("lanes", 1), &mut vec![0; bytes]);
        let expected = format!("found {bytes} symbols; expected 81");
        assert_eq!(error.unwrap_err().to_string(), expected);
    }
}

#[test]
fn full_grid_is_ill_posed() {
    let full = "1423324141322314";
    let results = memory::solve(&[full][..], &options("backtracking-descending", 1)).unwrap();
    assert_eq!(results.statuses, [Status::Invalid]);
    let message = "1: found a full grid: ill-posed; expected an empty cell";
    assert_eq!(results.bad[&0].to_string(), message);
    assert_eq!(memory::solve(&[full][..], &options("mrv", 1)).unwrap().statuses, [Status::Unique]);
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
            let results = memory::solve(&texts[..], &options(strategy, 1)).unwrap();
            prop_assert_eq!(results.statuses.len(), texts.len());
            for (row, text) in texts.iter().enumerate() {
                let status = results.statuses[row];
                prop_assert_eq!(status == Status::Invalid, results.bad.contains_key(&row), "{:?}", text);
                if text == puzzle {
                    prop_assert_eq!(status, Status::Unique);
                    let symbols = results.solution(row).unwrap().as_bytes();
                    let puzzle = puzzle.parse::<Puzzle>().unwrap();
                    prop_assert_eq!(verify::check_text(&puzzle, symbols, Alphabet::FromOne), Ok(()));
                }
            }
        }
    }
}
