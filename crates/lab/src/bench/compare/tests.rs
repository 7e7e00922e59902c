//! Tests every rule on both sides of its limit.

use super::*;
use crate::bench::{Environment, Settings, Spread, VERSION};
use sudomill_output::Counts;
use sudomill_puzzle::{grid::Size, solving::Status};

fn statuses(unique: u64, gave_up: u64) -> Counts<Status> {
    [(Status::Unique, unique), (Status::GaveUp, gave_up)].into_iter().collect()
}

/// Returns a set measured with these strategies: name, guesses, puzzles per second.
fn set(name: &str, strategies: &[(&str, u64, f64)]) -> SetRecord {
    let first = strategies[0].2;
    let measurement = |(strategy, guesses, rate): &(&str, u64, f64)| Measurement {
        strategy: (*strategy).to_owned(),
        puzzles: 500,
        fingerprint: format!("sample of {name}"),
        statuses: statuses(499, 1),
        answers: format!("answers of {name}"),
        without_guess: 10,
        counters: [("guesses", *guesses), ("backtracks", 70), ("sweeps", 1000)]
            .map(|(name, value)| (name.to_owned(), value))
            .into(),
        rate: Spread::of(vec![*rate; 3]),
        ratio: Some(rate / first),
        ..Measurement::default()
    };
    SetRecord {
        name: name.to_owned(),
        order: Size::Nine,
        puzzles: 500,
        fingerprint: format!("puzzles of {name}"),
        measurements: strategies.iter().map(measurement).collect(),
        ..SetRecord::default()
    }
}

/// A run on two sets, each with `lanes`, with `mrv` at half its speed and `moler` at a tenth.
fn run() -> Benchmark {
    let strategies = [("lanes", 100, 3000.0), ("mrv", 200, 1500.0), ("moler", 1000, 300.0)];
    Benchmark {
        version: VERSION,
        environment: Environment::default(),
        settings: Settings {
            limit: 2,
            threads: 1,
            backend: "avx2".to_owned(),
            max_guesses: u64::MAX,
            max_passes: 10_000,
            max_fillings: 1 << 24,
            ..Settings::default()
        },
        interrupted: false,
        sets: vec![set("easy.txt", &strategies), set("hard.txt", &strategies)],
    }
}

/// A change of [`run`].
type Change = fn(&mut Benchmark);

const SAME: Change = |_| {};

fn with(change: impl FnOnce(&mut Benchmark)) -> Benchmark {
    let mut run = run();
    change(&mut run);
    run
}

/// The measurement of `mrv` on `hard.txt`.
fn mrv(run: &mut Benchmark) -> &mut Measurement {
    &mut run.sets[1].measurements[1]
}

fn guesses(run: &mut Benchmark, guesses: u64) {
    mrv(run).counters.insert("guesses".to_owned(), guesses);
}

/// Sets the ratios of the rounds of `mrv`.
fn rounds(run: &mut Benchmark, ratios: &[f64]) {
    mrv(run).rate.rounds = ratios.iter().map(|ratio| ratio * 3000.0).collect();
}

/// Makes `mrv` the first strategy, at this rate.
fn mrv_first(run: &mut Benchmark, rate: f64) {
    for set in &mut run.sets {
        set.measurements.swap(0, 1);
        set.measurements[0].rate.rounds = vec![rate; 3];
    }
}

fn without_lanes(run: &mut Benchmark) {
    run.sets.iter_mut().for_each(|set| drop(set.measurements.remove(0)));
}

fn only_first_strategy(run: &mut Benchmark) {
    run.sets.iter_mut().for_each(|set| set.measurements.truncate(1));
}

/// Switches to another backend, on which `moler` is slower.
fn other_backend(run: &mut Benchmark) {
    run.settings.backend = "avx512".to_owned();
    run.sets[1].measurements.last_mut().unwrap().rate.rounds = vec![30.0; 3];
}

fn tolerance(max_slower: &str, max_more_guesses: &str) -> Tolerance {
    let [max_slower, max_more_guesses] =
        [max_slower, max_more_guesses].map(|percent| percent.parse().unwrap());
    Tolerance { max_slower, max_more_guesses }
}

fn compared(base: Change, new: Change) -> Comparison {
    compare(&with(base), &with(new), &Tolerance::default())
}

fn row<'a>(comparison: &'a Comparison, set: &str, strategy: &str) -> &'a CompareRow {
    let wanted = |row: &&CompareRow| row.set == set && row.strategy == strategy;
    comparison.rows.iter().find(wanted).unwrap()
}

/// Checks the differences, each prefixed with its verdict, and that the worst verdict decides.
#[track_caller]
fn differs(name: &str, comparison: &Comparison, expected: &[&str]) {
    let found: Vec<_> =
        comparison.differences.iter().map(|d| format!("{}: {d}", d.verdict)).collect();
    assert_eq!(found, expected, "{name}");
    let verdict = |line: &&str| match line.starts_with("failed: ") {
        true => Verdict::Failed,
        false => Verdict::NotComparable,
    };
    let worst = expected.iter().map(verdict).max().unwrap_or(Verdict::Passed);
    assert_eq!(comparison.verdict, worst, "{name}");
}

/// A name, the baseline, the new run, the tolerances (ratio, guesses), and the expected
/// differences.
type Case = (&'static str, Change, Change, [&'static str; 2], &'static [&'static str]);

const USUAL: [&str; 2] = ["10%", "0%"];

#[rustfmt::skip]
const CASES: &[Case] = &[
    ("the same", SAME, SAME, ["0%", "0%"], &[]),
    ("guesses within limit", SAME, |run| guesses(run, 210), ["10%", "5%"], &[]),
    ("guesses beyond limit", SAME, |run| guesses(run, 210), ["10%", "4.9%"],
     &["failed: hard.txt, mrv: guesses 200 → 210 (+5.0%), +4.9% allowed"]),
    ("one guess more", SAME, |run| guesses(run, 201), USUAL,
     &["failed: hard.txt, mrv: guesses 200 → 201 (+0.50%), +0% allowed"]),
    ("fewer guesses", SAME, |run| guesses(run, 150), USUAL, &[]),
    ("first guess", |run| guesses(run, 0), |run| guesses(run, 1), ["10%", "1000000%"],
     &["failed: hard.txt, mrv: guesses 0 → 1 (+∞), +1000000% allowed"]),
    ("no guesses twice", |run| guesses(run, 0), |run| guesses(run, 0), USUAL, &[]),
    ("guesses not counted", SAME, |run| mrv(run).counters.clear(), USUAL,
     &["not comparable: hard.txt, mrv: a run lacks the number of guesses"]),
    ("guesses not counted before", |run| mrv(run).counters.clear(), SAME, USUAL,
     &["not comparable: hard.txt, mrv: a run lacks the number of guesses"]),

    ("ratio within limit", SAME, |run| rounds(run, &[0.45]), USUAL, &[]),
    ("ratio beyond limit", SAME, |run| rounds(run, &[0.45]), ["9.9%", "0%"],
     &["failed: hard.txt, mrv: ratio 0.500 → 0.450 (-10.0%), -9.9% allowed"]),
    ("faster", SAME, |run| rounds(run, &[5.0]), ["0%", "0%"], &[]),
    // The rounds vary by 20 % and 10 % of the medians.
    ("within spread of both", |run| rounds(run, &[0.45, 0.5, 0.55]),
     |run| rounds(run, &[0.285, 0.301, 0.3151]), USUAL, &[]),
    ("beyond spread of both", |run| rounds(run, &[0.45, 0.5, 0.55]),
     |run| rounds(run, &[0.28405, 0.299, 0.31395]), USUAL,
     &["failed: hard.txt, mrv: ratio 0.500 → 0.299 (-40.2%), -10% allowed beyond the rounds' \
        spread of 30.0%"]),
    ("within spread of new run", |run| rounds(run, &[0.5; 3]),
     |run| rounds(run, &[0.38095, 0.401, 0.42105]), USUAL, &[]),
    ("beyond spread of new run", |run| rounds(run, &[0.5; 3]),
     |run| rounds(run, &[0.37905, 0.399, 0.41895]), USUAL,
     &["failed: hard.txt, mrv: ratio 0.500 → 0.399 (-20.2%), -10% allowed beyond the rounds' \
        spread of 10.0%"]),
    ("busy machine", SAME, |run| rounds(run, &[0.01, 0.1, 0.9]), USUAL, &[]),
    ("busy machine, more guesses", SAME,
     |run| { rounds(run, &[0.01, 0.1, 0.9]); guesses(run, 201) }, USUAL,
     &["failed: hard.txt, mrv: guesses 200 → 201 (+0.50%), +0% allowed"]),
    // The rounds of the baseline vary by 20 %.
    ("within spread of rates", older_rounds, |run| rounds(run, &[0.36]), USUAL, &[]),
    ("beyond spread of rates", older_rounds, |run| rounds(run, &[0.34]), USUAL,
     &["failed: hard.txt, mrv: ratio 0.500 → 0.340 (-32.0%), -10% allowed beyond the rounds' \
        spread of 20.0%"]),
    ("slower machine", SAME, |run| {
        let all = run.sets.iter_mut().flat_map(|set| &mut set.measurements);
        all.for_each(|it| it.rate.rounds.iter_mut().for_each(|rate| *rate /= 3.0));
        run.environment.cpu = "another".to_owned();
        run.settings.rounds = 7;
    }, ["0%", "0%"], &[]),
    ("other first strategy", SAME, |run| mrv_first(run, 1500.0), USUAL, &[]),
    ("other first strategy, slower", SAME, |run| mrv_first(run, 1200.0), USUAL,
     &["failed: easy.txt, mrv: ratio 0.500 → 0.400 (-20.0%), -10% allowed",
       "failed: hard.txt, mrv: ratio 0.500 → 0.400 (-20.0%), -10% allowed"]),
    ("no ratio in both", |run| rounds(run, &[]), |run| rounds(run, &[]), USUAL, &[]),
    ("different backend", SAME, other_backend, USUAL, &[]),
    ("different backend without lanes", without_lanes,
     |run| { without_lanes(run); other_backend(run) }, USUAL,
     &["failed: hard.txt, moler: ratio 0.200 → 0.0200 (-90.0%), -10% allowed"]),

    ("changed statuses", SAME, |run| {
        mrv(run).statuses = statuses(497, 3);
    }, ["100%", "1000000%"],
     &["failed: hard.txt, mrv: statuses changed: unique 499 → 497, gave-up 1 → 3"]),
    ("changed answers", SAME, |run| mrv(run).answers = "else".to_owned(), ["100%", "1000000%"],
     &["failed: hard.txt, mrv: answers changed: fingerprint answers of hard.txt → else"]),

    ("renamed set", SAME, |run| run.sets[1].name = "renamed.txt".to_owned(), USUAL, &[]),
    ("swapped names", SAME, |run| {
        (run.sets[0].name, run.sets[1].name) = ("hard.txt".to_owned(), "easy.txt".to_owned());
    }, USUAL, &[]),
    ("different puzzles", SAME, |run| run.sets[1].fingerprint = "else".to_owned(), USUAL,
     &["not comparable: hard.txt: different puzzles: fingerprint puzzles of hard.txt → else"]),
    ("missing set", SAME, |run| drop(run.sets.pop()), USUAL,
     &["not comparable: hard.txt: this set is missing in the new run"]),
    ("missing strategy", SAME, |run| drop(run.sets[1].measurements.pop()), USUAL,
     &["not comparable: hard.txt, moler: this strategy is missing in the new run"]),
    ("missing first strategy", SAME, |run| drop(run.sets[0].measurements.remove(0)), USUAL,
     &["not comparable: easy.txt, lanes: this strategy is missing in the new run",
       "not comparable: easy.txt, mrv: no ratio: the new run lacks lanes, the reference of the \
        baseline",
       "not comparable: easy.txt, moler: no ratio: the new run lacks lanes, the reference of the \
        baseline"]),
    ("new set", |run| drop(run.sets.pop()), SAME, USUAL, &[]),
    ("new strategy", |run| drop(run.sets[1].measurements.pop()), SAME, USUAL, &[]),
    ("empty baseline", |run| run.sets.clear(), SAME, USUAL,
     &["not comparable: the baseline measures nothing"]),
    ("empty set", |run| run.sets[1].measurements.clear(), SAME, USUAL,
     &["not comparable: hard.txt: the baseline measures nothing"]),

    ("smaller sample", SAME, |run| { mrv(run).puzzles = 100; guesses(run, 5000) }, USUAL,
     &["not comparable: hard.txt, mrv: the runs measured different puzzles of the set: 500 → 100"]),
    ("different sample", SAME, |run| mrv(run).fingerprint = "else".to_owned(), USUAL,
     &["not comparable: hard.txt, mrv: the runs measured different puzzles of the set: 500 → 500"]),
    ("sample of all", SAME, |run| run.settings.sample = Some(500), USUAL, &[]),

    ("other threads", SAME, |run| run.settings.threads = 8, USUAL,
     &["not comparable: threads 1 → 8"]),
    ("file to file", SAME, |run| run.settings.end_to_end = true, USUAL,
     &["not comparable: end_to_end false → true"]),
    ("other threads, slower, more guesses", SAME, |run| {
        run.settings.threads = 8;
        rounds(run, &[0.1]);
        guesses(run, 300);
    }, USUAL,
     &["not comparable: threads 1 → 8",
       "failed: hard.txt, mrv: guesses 200 → 300 (+50.0%), +0% allowed"]),
    ("other threads without ratios", only_first_strategy,
     |run| { only_first_strategy(run); run.settings.threads = 8 }, USUAL, &[]),
    ("several differences", SAME, |run| {
        run.sets[0].measurements[1].counters.insert("guesses".to_owned(), 300);
        run.sets[0].measurements[1].rate.rounds = vec![300.0; 3];
        run.sets[1].measurements.pop();
    }, USUAL,
     &["failed: easy.txt, mrv: guesses 200 → 300 (+50.0%), +0% allowed",
       "failed: easy.txt, mrv: ratio 0.500 → 0.100 (-80.0%), -10% allowed",
       "not comparable: hard.txt, moler: this strategy is missing in the new run"]),
];

fn older_rounds(run: &mut Benchmark) {
    rounds(run, &[0.45, 0.5, 0.55]);
}

#[test]
fn differences() {
    for &(name, base, new, [max_slower, max_more_guesses], expected) in CASES {
        let tolerance = tolerance(max_slower, max_more_guesses);
        differs(name, &compare(&with(base), &with(new), &tolerance), expected);
    }
}

/// The numbers of both runs.
fn both(figure: &Compared) -> [Option<f64>; 2] {
    [&figure.base, &figure.new].map(|number| number.as_ref()?.as_f64())
}

#[test]
fn rows_of_equal_runs() {
    let comparison = compared(SAME, SAME);
    let rows: Vec<_> =
        comparison.rows.iter().map(|row| (row.set.as_str(), row.strategy.as_str())).collect();
    let strategies = ["lanes", "mrv", "moler"];
    let expected = ["easy.txt", "hard.txt"].map(|set| strategies.map(|name| (set, name))).concat();
    assert_eq!(rows, expected);
    assert_eq!(comparison.count(Verdict::Passed), 6);
    let mrv = row(&comparison, "hard.txt", "mrv");
    assert_eq!(both(&mrv.guesses), [Some(200.0); 2]);
    assert_eq!(both(&mrv.ratio), [Some(0.5); 2]);
    assert_eq!((mrv.ratio_change.as_deref(), mrv.counters.len()), (Some("0%"), 0));
}

#[test]
fn other_counters() {
    let comparison = compared(SAME, |run| {
        mrv(run).counters.insert("sweeps".to_owned(), 1500);
        mrv(run).counters.remove("backtracks");
        mrv(run).without_guess = 9;
    });
    differs("other counters", &comparison, &[]);
    let expected = [
        ("backtracks", [Some(70.0), None]),
        ("sweeps", [Some(1000.0), Some(1500.0)]),
        ("without_guess", [Some(10.0), Some(9.0)]),
    ];
    let counters = row(&comparison, "hard.txt", "mrv").counters.iter();
    assert_eq!(counters.map(|it| (it.name.as_str(), both(it))).collect::<Vec<_>>(), expected);
    assert_eq!(row(&comparison, "easy.txt", "mrv").counters, []);
}

#[test]
fn verdicts() {
    let cases: [(Change, Change, Verdict, usize); 11] = [
        (SAME, |run| guesses(run, 210), Verdict::Failed, 1),
        (SAME, |run| guesses(run, 150), Verdict::Improved, 1),
        (SAME, |run| drop(run.sets[0].measurements.remove(0)), Verdict::NotComparable, 3),
        (SAME, |run| drop(run.sets[0].measurements.remove(0)), Verdict::Passed, 3),
        (SAME, |run| run.sets[1].fingerprint = "else".to_owned(), Verdict::NotComparable, 3),
        (SAME, |run| run.sets[1].fingerprint = "else".to_owned(), Verdict::New, 3),
        (|run| drop(run.sets.pop()), SAME, Verdict::New, 3),
        (|run| drop(run.sets.pop()), SAME, Verdict::Passed, 3),
        (|run| drop(run.sets[1].measurements.pop()), SAME, Verdict::New, 1),
        // The references have no ratio that the number of threads could change.
        (SAME, |run| run.settings.threads = 8, Verdict::Passed, 2),
        (SAME, |run| run.settings.threads = 8, Verdict::NotComparable, 4),
    ];
    for (i, (base, new, verdict, rows)) in cases.into_iter().enumerate() {
        assert_eq!(compared(base, new).count(verdict), rows, "case {i}");
    }
}

#[test]
fn ratios() {
    let check = |comparison: &Comparison, set, strategy, [base, new]: [Option<f64>; 2], change| {
        let row = row(comparison, set, strategy);
        assert_eq!((both(&row.ratio), row.ratio_change.as_deref()), ([base, new], change));
    };
    let slower_lanes =
        |run: &mut Benchmark| run.sets[1].measurements[0].rate.rounds = vec![1000.0; 3];
    let comparison = compared(SAME, slower_lanes);
    check(&comparison, "hard.txt", "lanes", [Some(1.0); 2], Some("reference"));
    let comparison = compared(SAME, |run| mrv_first(run, 1500.0));
    check(&comparison, "easy.txt", "moler", [Some(0.1); 2], Some("0%"));
    check(&comparison, "easy.txt", "lanes", [Some(1.0); 2], Some("reference"));
    let comparison = compared(|run| rounds(run, &[]), |run| rounds(run, &[]));
    check(&comparison, "hard.txt", "mrv", [None; 2], None);
    let comparison = compared(SAME, other_backend);
    check(&comparison, "hard.txt", "moler", [Some(0.1), Some(0.01)], Some("different backend"));
    let comparison = compared(|run| drop(run.sets[1].measurements.pop()), SAME);
    check(&comparison, "hard.txt", "moler", [None, Some(0.1)], None);
}

#[test]
fn unusable_ratios() {
    for ratios in [&[][..], &[0.0], &[-1.0], &[f64::NAN]] {
        let unusable = with(|run| rounds(run, ratios));
        let expected = ["not comparable: hard.txt, mrv: only one of the runs has a ratio"];
        for (base, new) in [(&run(), &unusable), (&unusable, &run())] {
            differs("unusable", &compare(base, new, &Tolerance::default()), &expected);
        }
    }
}

#[test]
fn other_limits() {
    let changes: [(Change, &str); 4] = [
        (|run| run.settings.limit = 1, "limit 2 → 1"),
        (|run| run.settings.max_guesses = 9, "max_guesses 18446744073709551615 → 9"),
        (|run| run.settings.max_passes = 9, "max_passes 10000 → 9"),
        (|run| run.settings.max_fillings = 9, "max_fillings 16777216 → 9"),
    ];
    for (change, expected) in changes {
        let other = with(|run| {
            change(run);
            guesses(run, 1_000_000);
        });
        let comparison = compare(&run(), &other, &Tolerance::default());
        differs(expected, &comparison, &[&format!("not comparable: {expected}")]);
        assert_eq!(comparison.count(Verdict::NotComparable), 6);
    }
}

fn percent(text: &str) -> Percent {
    text.parse().unwrap()
}

#[test]
fn percentages_are_parsed() {
    for text in ["5", "0.1", "", "%", ".%", "-1%", "+1%", "nan%", "inf%", "1e2%", "5%%"] {
        assert_eq!(text.parse::<Percent>(), Err(BadPercent), "{text}");
    }
    assert_eq!("1000001%".parse::<Percent>(), Err(BadPercent));
    let shown = ["0%", "5%", "2.5%", "10 %", "100.0%", "0.0001%", "1000000%"]
        .map(|text| percent(text).to_string());
    assert_eq!(shown, ["0%", "5%", "2.5%", "10%", "100%", "0.0001%", "1000000%"]);
    assert_eq!(percent("10%"), Percent::whole(10));
}

#[test]
fn counter_limits() {
    assert!(percent("0%").allows(7, 7) && percent("0%").allows(7, 0));
    assert!(!percent("0%").allows(7, 8));
    assert!(percent("2.1%").allows(1000, 1021) && !percent("2.1%").allows(1000, 1022));
    assert!(percent("1000000%").allows(0, 0) && !percent("1000000%").allows(0, 1));
    assert!(percent("1000000%").allows(u64::MAX, u64::MAX));
}

#[test]
fn ratio_limits() {
    for base in [0.3, 1.5, 2.0, 3.0, 7.7] {
        assert!(percent("10%").allows_fall(base, base * 0.9, 0.0), "{base}");
        assert!(!percent("10%").allows_fall(base, base * 0.8999, 0.0), "{base}");
        assert!(percent("0%").allows_fall(base, base * 1.1, 0.0), "{base}");
        assert!(percent("100%").allows_fall(base, 1e-12, 0.0), "{base}");
        assert!(percent("10%").allows_fall(base, base * 0.7, 0.2), "{base}");
        assert!(!percent("10%").allows_fall(base, base * 0.6999, 0.2), "{base}");
    }
}
