//! Every rule, on both of its sides.

use super::*;
use crate::bench::{
    Clock, Distribution, Environment, Measurement, Part, Quantiles, Settings, Spread, Statuses,
    VERSION,
};

/// A set with these strategies: name, guesses, puzzles a second.
fn set(name: &str, strategies: &[(&str, u64, f64)]) -> SetRecord {
    let first = strategies.first().map_or(1.0, |(.., rate)| *rate);
    let measurement = |(strategy, guesses, rate): &(&str, u64, f64)| Measurement {
        strategy: (*strategy).to_owned(),
        puzzles: 500,
        fingerprint: format!("sample of {name}"),
        statuses: Statuses { unique: 499, gave_up: 1, ..Statuses::default() },
        answers: format!("answers of {name}"),
        verified: 499,
        without_guess: 10,
        counters: [("guesses", *guesses), ("backtracks", 70), ("sweeps", 1000)]
            .map(|(name, value)| (name.to_owned(), value))
            .into(),
        rate: Spread { median: *rate, min: *rate, max: *rate, rounds: vec![*rate] },
        ratio: Some(rate / first),
        ratios: Vec::new(),
        parts: Vec::new(),
        ns: Quantiles::default(),
        clock: Clock::Call,
        distribution: Distribution::default(),
    };
    SetRecord {
        name: name.to_owned(),
        order: 3,
        puzzles: 500,
        invalid: 0,
        fingerprint: format!("puzzles of {name}"),
        measurements: strategies.iter().map(measurement).collect(),
    }
}

/// Two sets, on each `lanes`, `mrv` half as fast and `moler` a tenth.
fn run() -> Benchmark {
    let strategies = [("lanes", 100, 3000.0), ("mrv", 200, 1500.0), ("moler", 1000, 300.0)];
    Benchmark {
        version: VERSION,
        environment: Environment {
            date: "2024-05-01T12:00:00Z".to_owned(),
            sudomill: "0.1.0".to_owned(),
            commit: None,
            rustc: String::new(),
            target: String::new(),
            cpu: String::new(),
            cpu_features: Vec::new(),
            cores: 2,
        },
        settings: Settings {
            limit: 2,
            threads: 1,
            rounds: 3,
            seconds: 1.0,
            sample: None,
            end_to_end: false,
            backend: "avx2".to_owned(),
            max_guesses: u64::MAX,
            max_passes: 10_000,
            max_fillings: 1 << 24,
        },
        sets: vec![set("easy.txt", &strategies), set("hard.txt", &strategies)],
    }
}

/// Another setting.
type Change = fn(&mut Settings);

/// [`run`] with a change.
fn with(change: impl FnOnce(&mut Benchmark)) -> Benchmark {
    let mut run = run();
    change(&mut run);
    run
}

/// [`run`] with a change of `mrv` on the second set.
fn with_mrv(change: impl FnOnce(&mut Measurement)) -> Benchmark {
    with(|run| change(&mut run.sets[1].measurements[1]))
}

fn guesses(run: &mut Measurement, guesses: u64) {
    run.counters.insert("guesses".to_owned(), guesses);
}

fn tolerance(max_slower: &str, max_more_guesses: &str) -> Tolerance {
    Tolerance {
        max_slower: max_slower.parse().unwrap(),
        max_more_guesses: max_more_guesses.parse().unwrap(),
    }
}

/// Against [`run`], by default.
fn against_run(new: &Benchmark) -> Comparison {
    compare(&run(), new, &Tolerance::default())
}

fn told(comparison: &Comparison) -> Vec<String> {
    comparison.complaints.iter().map(ToString::to_string).collect()
}

fn row<'a>(comparison: &'a Comparison, set: &str, strategy: &str) -> &'a Row {
    let wanted = |row: &&Row| row.set == set && row.strategy == strategy;
    comparison.rows.iter().find(wanted).unwrap()
}

#[track_caller]
fn ends(comparison: &Comparison, outcome: Outcome, complaints: &[&str]) {
    assert_eq!((told(comparison), comparison.outcome()), (owned(complaints), outcome));
}

fn owned(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|line| (*line).to_owned()).collect()
}

#[test]
fn a_run_passes_against_itself_with_a_row_for_each_set_and_strategy() {
    let comparison = against_run(&run());
    ends(&comparison, Outcome::Passed, &[]);
    let rows: Vec<_> =
        comparison.rows.iter().map(|row| (row.set.as_str(), row.strategy.as_str())).collect();
    let strategies = ["lanes", "mrv", "moler"];
    let expected = ["easy.txt", "hard.txt"].map(|set| strategies.map(|name| (set, name))).concat();
    assert_eq!(rows, expected);
    assert_eq!(comparison.count(Verdict::Passed), 6);
    let mrv = row(&comparison, "hard.txt", "mrv");
    assert_eq!(mrv.guesses, Pair { base: Some(200), new: Some(200) });
    assert_eq!(mrv.ratio, Pair { base: Some(0.5), new: Some(0.5) });
    assert_eq!((mrv.times, mrv.counters.len()), (Times::Compared, 0));
}

#[test]
fn guesses_may_grow_by_their_percentage_and_no_further() {
    let more = with_mrv(|mrv| guesses(mrv, 210));
    ends(&compare(&run(), &more, &tolerance("10%", "5%")), Outcome::Passed, &[]);
    let complaint = "hard.txt, mrv: guesses 200 → 210 (+5.0%), +4.9% allowed";
    let comparison = compare(&run(), &more, &tolerance("10%", "4.9%"));
    ends(&comparison, Outcome::Failed, &[complaint]);
    assert_eq!(row(&comparison, "hard.txt", "mrv").verdict, Verdict::Failed);
    assert_eq!(comparison.count(Verdict::Failed), 1);
    let one = with_mrv(|mrv| guesses(mrv, 201));
    ends(
        &against_run(&one),
        Outcome::Failed,
        &["hard.txt, mrv: guesses 200 → 201 (+0.50%), +0% allowed"],
    );
}

#[test]
fn fewer_guesses_are_an_improvement() {
    let comparison = against_run(&with_mrv(|mrv| guesses(mrv, 150)));
    ends(&comparison, Outcome::Passed, &[]);
    assert_eq!(row(&comparison, "hard.txt", "mrv").verdict, Verdict::Improved);
    assert_eq!(comparison.count(Verdict::Improved), 1);
}

#[test]
fn from_no_guess_to_some_is_beyond_any_percentage() {
    let (none, one) = (with_mrv(|mrv| guesses(mrv, 0)), with_mrv(|mrv| guesses(mrv, 1)));
    let comparison = compare(&none, &one, &tolerance("10%", "1000000%"));
    let complaint = "hard.txt, mrv: guesses 0 → 1 (+∞), +1000000% allowed";
    ends(&comparison, Outcome::Failed, &[complaint]);
    ends(&compare(&none, &none, &Tolerance::default()), Outcome::Passed, &[]);
}

#[test]
fn other_counters_are_shown_and_do_not_fail() {
    let comparison = against_run(&with_mrv(|mrv| {
        mrv.counters.insert("sweeps".to_owned(), 1500);
        mrv.counters.remove("backtracks");
        mrv.without_guess = 9;
    }));
    ends(&comparison, Outcome::Passed, &[]);
    let change =
        |name: &str, base, new| CounterChange { name: name.to_owned(), values: Pair { base, new } };
    let expected = [
        change("backtracks", Some(70), None),
        change("sweeps", Some(1000), Some(1500)),
        change("without_guess", Some(10), Some(9)),
    ];
    assert_eq!(row(&comparison, "hard.txt", "mrv").counters, expected);
    assert_eq!(row(&comparison, "easy.txt", "mrv").counters, []);
}

#[test]
fn a_run_without_a_count_of_guesses_cannot_be_compared() {
    let without = with_mrv(|mrv| mrv.counters.retain(|name, _| name != "guesses"));
    let complaint = "hard.txt, mrv: guesses are not counted in both runs";
    ends(&against_run(&without), Outcome::NotComparable, &[complaint]);
    ends(&compare(&without, &run(), &Tolerance::default()), Outcome::NotComparable, &[complaint]);
}

#[test]
fn a_ratio_may_fall_by_its_percentage_and_no_further() {
    let slower = with_mrv(|mrv| mrv.ratio = Some(0.45));
    ends(&compare(&run(), &slower, &tolerance("10%", "0%")), Outcome::Passed, &[]);
    let complaint = "hard.txt, mrv: ratio 0.500 → 0.450 (-10.0%), -9.9% allowed";
    ends(&compare(&run(), &slower, &tolerance("9.9%", "0%")), Outcome::Failed, &[complaint]);
    let faster = with_mrv(|mrv| mrv.ratio = Some(5.0));
    ends(&compare(&run(), &faster, &tolerance("0%", "0%")), Outcome::Passed, &[]);
}

/// `mrv` on the second set with these ratios of its rounds.
fn with_rounds(ratios: [f64; 3]) -> Benchmark {
    with_mrv(|mrv| {
        mrv.ratio = Some(ratios[1]);
        mrv.ratios = ratios.to_vec();
    })
}

#[test]
fn a_ratio_may_fall_by_what_its_rounds_differ_besides() {
    // 20 % and 10 % of the medians.
    let (base, steady) = (with_rounds([0.45, 0.5, 0.55]), with_rounds([0.5, 0.5, 0.5]));
    let new = |ratio: f64| with_rounds([ratio * 0.95, ratio, ratio * 1.05]);
    let tolerance = Tolerance::default();
    // By 10 % allowed and 30 % of chance.
    ends(&compare(&base, &new(0.301), &tolerance), Outcome::Passed, &[]);
    let complaint = "hard.txt, mrv: ratio 0.500 → 0.299 (-40.2%), -10% allowed beyond the rounds' \
                     spread of 30.0%";
    ends(&compare(&base, &new(0.299), &tolerance), Outcome::Failed, &[complaint]);
    ends(&compare(&steady, &new(0.401), &tolerance), Outcome::Passed, &[]);
    let complaint = "hard.txt, mrv: ratio 0.500 → 0.399 (-20.2%), -10% allowed beyond the rounds' \
                     spread of 10.0%";
    ends(&compare(&steady, &new(0.399), &tolerance), Outcome::Failed, &[complaint]);
}

#[test]
fn a_run_whose_rounds_differ_by_as_much_as_they_are_fails_by_counters_only() {
    let wild = with_rounds([0.01, 0.1, 0.9]);
    ends(&against_run(&wild), Outcome::Passed, &[]);
    let one_more = with(|run| {
        *run = wild.clone();
        guesses(&mut run.sets[1].measurements[1], 201);
    });
    let complaint = "hard.txt, mrv: guesses 200 → 201 (+0.50%), +0% allowed";
    ends(&against_run(&one_more), Outcome::Failed, &[complaint]);
}

#[test]
fn the_spread_of_an_older_record_is_that_of_its_rates() {
    let rates = |run: &mut Benchmark, index: usize, rounds: [f64; 3]| {
        run.sets[1].measurements[index].rate.rounds = rounds.to_vec();
    };
    let older = with(|run| {
        rates(run, 0, [1000.0, 1000.0, 2000.0]);
        rates(run, 1, [450.0, 500.0, 1100.0]);
    });
    let slower = with_mrv(|mrv| mrv.ratio = Some(0.36));
    ends(&compare(&older, &slower, &Tolerance::default()), Outcome::Passed, &[]);
    let slower = with_mrv(|mrv| mrv.ratio = Some(0.34));
    let complaint = "hard.txt, mrv: ratio 0.500 → 0.340 (-32.0%), -10% allowed beyond the rounds' \
                     spread of 20.0%";
    ends(&compare(&older, &slower, &Tolerance::default()), Outcome::Failed, &[complaint]);
}

#[test]
fn a_slower_machine_is_no_difference() {
    let slow = with(|run| {
        for measurement in run.sets.iter_mut().flat_map(|set| &mut set.measurements) {
            measurement.rate.median /= 3.0;
        }
        run.environment.cpu = "another".to_owned();
        run.settings.rounds = 7;
    });
    ends(&compare(&run(), &slow, &tolerance("0%", "0%")), Outcome::Passed, &[]);
}

#[test]
fn the_first_strategy_has_no_time_of_its_own() {
    let comparison = against_run(&with(|run| run.sets[1].measurements[0].rate.median /= 3.0));
    ends(&comparison, Outcome::Passed, &[]);
    assert_eq!(row(&comparison, "hard.txt", "lanes").times, Times::Reference);
}

#[test]
fn another_first_strategy_is_made_up_for_from_the_rates() {
    // In other words: mrv first, all ratios are to it.
    let reordered = |mrv_rate: f64| {
        with(|run| {
            for set in &mut run.sets {
                set.measurements.swap(0, 1);
                set.measurements[0].rate.median = mrv_rate;
                set.measurements.iter_mut().for_each(|m| m.ratio = Some(m.rate.median / mrv_rate));
            }
        })
    };
    let comparison = against_run(&reordered(1500.0));
    ends(&comparison, Outcome::Passed, &[]);
    let moler = row(&comparison, "easy.txt", "moler");
    assert_eq!(moler.ratio, Pair { base: Some(0.1), new: Some(0.1) });
    assert_eq!(row(&comparison, "easy.txt", "lanes").times, Times::Reference);
    let complaints = ["easy.txt", "hard.txt"]
        .map(|set| format!("{set}, mrv: ratio 0.500 → 0.400 (-20.0%), -10% allowed"));
    let complaints = complaints.each_ref().map(String::as_str);
    ends(&against_run(&reordered(1200.0)), Outcome::Failed, &complaints);
}

#[test]
fn without_the_baselines_first_strategy_there_are_no_ratios() {
    let comparison = against_run(&with(|run| drop(run.sets[0].measurements.remove(0))));
    let missing = "no ratio: lanes, which the baseline measures against, is missing";
    let complaints = [
        "easy.txt, lanes: this strategy is missing in the new run".to_owned(),
        format!("easy.txt, mrv: {missing}"),
        format!("easy.txt, moler: {missing}"),
    ];
    let complaints = complaints.each_ref().map(String::as_str);
    ends(&comparison, Outcome::NotComparable, &complaints);
    assert_eq!(comparison.count(Verdict::NotComparable), 3);
    assert_eq!(comparison.count(Verdict::Passed), 3);
}

#[test]
fn where_neither_run_has_a_ratio_there_is_none_to_fall() {
    let none = with_mrv(|mrv| mrv.ratio = None);
    let comparison = compare(&none, &none, &Tolerance::default());
    ends(&comparison, Outcome::Passed, &[]);
    assert_eq!(row(&comparison, "hard.txt", "mrv").times, Times::NoRatio);
    for unusable in [None, Some(0.0), Some(-1.0), Some(f64::NAN)] {
        let new = with_mrv(|mrv| mrv.ratio = unusable);
        let complaint = "hard.txt, mrv: only one of the runs has a ratio";
        ends(&against_run(&new), Outcome::NotComparable, &[complaint]);
        ends(&compare(&new, &run(), &Tolerance::default()), Outcome::NotComparable, &[complaint]);
    }
}

#[test]
fn another_backend_leaves_out_only_the_times_that_lanes_have_a_part_in() {
    let other = |run: &mut Benchmark| {
        run.settings.backend = "avx512".to_owned();
        run.sets[1].measurements[2].ratio = Some(0.01);
    };
    let comparison = against_run(&with(other));
    ends(&comparison, Outcome::Passed, &[]);
    assert_eq!(row(&comparison, "hard.txt", "moler").times, Times::OtherBackend);
    // With moler's reference not lanes but mrv, nothing excuses it.
    let without_lanes = |run: &mut Benchmark| {
        run.sets.iter_mut().for_each(|set| drop(set.measurements.remove(0)));
    };
    let base = with(without_lanes);
    let new = with(|run| {
        other(run);
        without_lanes(run);
    });
    let complaint = "hard.txt, moler: ratio 0.100 → 0.0100 (-90.0%), -10% allowed";
    ends(&compare(&base, &new, &Tolerance::default()), Outcome::Failed, &[complaint]);
}

#[test]
fn changed_statuses_and_answers_always_fail() {
    let lost = with_mrv(|mrv| {
        mrv.statuses = Statuses { unique: 497, gave_up: 3, ..Statuses::default() };
    });
    let lenient = tolerance("100%", "1000000%");
    ends(
        &compare(&run(), &lost, &lenient),
        Outcome::Failed,
        &["hard.txt, mrv: statuses changed: unique 499 → 497, gave-up 1 → 3"],
    );
    let other = with_mrv(|mrv| mrv.answers = "else".to_owned());
    ends(
        &compare(&run(), &other, &lenient),
        Outcome::Failed,
        &["hard.txt, mrv: answers changed: fingerprint answers of hard.txt → else"],
    );
}

#[test]
fn sets_belong_together_by_their_puzzles_not_by_their_names() {
    let renamed = with(|run| run.sets[1].name = "renamed.txt".to_owned());
    ends(&against_run(&renamed), Outcome::Passed, &[]);
    let swapped = with(|run| {
        let [easy, hard] = &mut run.sets[..] else { unreachable!() };
        std::mem::swap(&mut easy.name, &mut hard.name);
    });
    ends(&against_run(&swapped), Outcome::Passed, &[]);
    let other = with(|run| run.sets[1].fingerprint = "else".to_owned());
    let comparison = against_run(&other);
    ends(
        &comparison,
        Outcome::NotComparable,
        &["hard.txt: other puzzles: fingerprint puzzles of hard.txt → else"],
    );
    assert_eq!(row(&comparison, "hard.txt", "mrv").verdict, Verdict::NotComparable);
}

#[test]
fn what_the_new_run_lacks_hinders_and_what_it_has_besides_does_not() {
    let one_set = with(|run| drop(run.sets.pop()));
    ends(
        &against_run(&one_set),
        Outcome::NotComparable,
        &["hard.txt: this set is missing in the new run"],
    );
    let comparison = compare(&one_set, &run(), &Tolerance::default());
    ends(&comparison, Outcome::Passed, &[]);
    assert_eq!((comparison.count(Verdict::Passed), comparison.count(Verdict::New)), (3, 3));

    let two_strategies = with(|run| drop(run.sets[1].measurements.pop()));
    let comparison = against_run(&two_strategies);
    let complaint = "hard.txt, moler: this strategy is missing in the new run";
    ends(&comparison, Outcome::NotComparable, &[complaint]);
    let comparison = compare(&two_strategies, &run(), &Tolerance::default());
    ends(&comparison, Outcome::Passed, &[]);
    let moler = row(&comparison, "hard.txt", "moler");
    assert_eq!((moler.verdict, moler.ratio), (Verdict::New, Pair { base: None, new: Some(0.1) }));
}

#[test]
fn a_baseline_that_measures_nothing_is_no_pass() {
    let empty = with(|run| run.sets.clear());
    let comparison = compare(&empty, &run(), &Tolerance::default());
    ends(&comparison, Outcome::NotComparable, &["the baseline measures nothing"]);
    let hollow = with(|run| run.sets[1].measurements.clear());
    let comparison = compare(&hollow, &run(), &Tolerance::default());
    ends(&comparison, Outcome::NotComparable, &["hard.txt: the baseline measures nothing"]);
}

#[test]
fn another_sample_cannot_be_compared() {
    let fewer = with_mrv(|mrv| {
        mrv.puzzles = 100;
        guesses(mrv, 5000);
    });
    let complaint = "hard.txt, mrv: other puzzles of the set were measured: 500 → 100 of them";
    ends(&against_run(&fewer), Outcome::NotComparable, &[complaint]);
    let others = with_mrv(|mrv| mrv.fingerprint = "else".to_owned());
    let complaint = "hard.txt, mrv: other puzzles of the set were measured: 500 → 500 of them";
    ends(&against_run(&others), Outcome::NotComparable, &[complaint]);
    // All that was named is the same sample as none named.
    let named = with(|run| run.settings.sample = Some(500));
    ends(&against_run(&named), Outcome::Passed, &[]);
}

/// So many puzzles of a set, as many guesses, as part of a larger sample.
fn part(puzzles: usize, guesses: u64) -> Part {
    Part {
        puzzles,
        fingerprint: format!("{puzzles} puzzles"),
        statuses: Statuses { unique: puzzles, ..Statuses::default() },
        answers: format!("answers of {puzzles}"),
        without_guess: 0,
        counters: [("guesses".to_owned(), guesses)].into(),
    }
}

/// What `mrv` measured is these samples, the largest first.
fn with_samples(samples: &[Part]) -> Benchmark {
    with_mrv(|mrv| {
        let Part { puzzles, fingerprint, statuses, answers, without_guess, counters } =
            samples[0].clone();
        let parts = samples[1..].to_vec();
        mrv.ratio = Some(if puzzles < 400 { 0.05 } else { 0.5 });
        mrv.parts = parts;
        (mrv.puzzles, mrv.fingerprint, mrv.statuses) = (puzzles, fingerprint, statuses);
        (mrv.answers, mrv.without_guess, mrv.counters) = (answers, without_guess, counters);
    })
}

#[test]
fn runs_with_other_samples_are_compared_on_the_puzzles_of_both() {
    let base = with_samples(&[part(400, 4000), part(200, 2000), part(100, 1000)]);
    let compared = |samples: &[Part]| compare(&base, &with_samples(samples), &Tolerance::default());
    // Its ratio fell to a tenth, on other puzzles.
    let comparison = compared(&[part(200, 2000), part(100, 1000)]);
    ends(&comparison, Outcome::Passed, &[]);
    let mrv = row(&comparison, "hard.txt", "mrv");
    assert_eq!(mrv.guesses, Pair { base: Some(2000), new: Some(2000) });
    assert_eq!((mrv.times, mrv.verdict), (Times::OtherSample, Verdict::Passed));
    let complaint = "hard.txt, mrv: guesses 2,000 → 2,001 (+0.050%), +0% allowed";
    ends(&compared(&[part(200, 2001), part(100, 1000)]), Outcome::Failed, &[complaint]);
    // The larger sample may be the new one.
    let complaint = "hard.txt, mrv: guesses 4,000 → 4,100 (+2.5%), +0% allowed";
    ends(&compared(&[part(800, 8000), part(400, 4100)]), Outcome::Failed, &[complaint]);
    let complaint = "hard.txt, mrv: other puzzles of the set were measured: 400 → 50 of them";
    ends(&compared(&[part(50, 500)]), Outcome::NotComparable, &[complaint]);
}

#[test]
fn a_record_without_the_newer_fields_is_read_and_compared() {
    let mut json = serde_json::to_value(run()).unwrap();
    for set in json["sets"].as_array_mut().unwrap() {
        for measurement in set["measurements"].as_array_mut().unwrap() {
            let fields = measurement.as_object_mut().unwrap();
            fields.remove("parts");
            assert!(fields.remove("ratios").is_some());
        }
    }
    let older: Benchmark = serde_json::from_value(json).unwrap();
    ends(&compare(&older, &run(), &Tolerance::default()), Outcome::Passed, &[]);
}

#[test]
fn under_other_limits_nothing_is_compared() {
    let changes: [(Change, &str); 4] = [
        (|settings| settings.limit = 1, "limit 2 → 1"),
        (|settings| settings.max_guesses = 9, "max_guesses 18446744073709551615 → 9"),
        (|settings| settings.max_passes = 9, "max_passes 10000 → 9"),
        (|settings| settings.max_fillings = 9, "max_fillings 16777216 → 9"),
    ];
    for (change, complaint) in changes {
        let other = with(|run| {
            change(&mut run.settings);
            guesses(&mut run.sets[0].measurements[0], 1_000_000);
        });
        let comparison = against_run(&other);
        ends(&comparison, Outcome::NotComparable, &[complaint]);
        assert_eq!(comparison.count(Verdict::NotComparable), 6);
    }
}

#[test]
fn otherwise_timed_runs_have_comparable_counters_and_no_comparable_times() {
    let changes: [(Change, &str); 2] = [
        (|settings| settings.threads = 8, "threads 1 → 8"),
        (|settings| settings.end_to_end = true, "end_to_end false → true"),
    ];
    for (change, complaint) in changes {
        let other = with(|run| change(&mut run.settings));
        let comparison = against_run(&other);
        ends(&comparison, Outcome::NotComparable, &[complaint]);
        // The reference has counters only.
        assert_eq!(comparison.count(Verdict::Passed), 2);
        let worse = with(|run| {
            change(&mut run.settings);
            guesses(&mut run.sets[1].measurements[1], 300);
            run.sets[1].measurements[1].ratio = Some(0.1);
        });
        let guesses = "hard.txt, mrv: guesses 200 → 300 (+50.0%), +0% allowed";
        ends(&against_run(&worse), Outcome::NotComparable, &[complaint, guesses]);
        // One strategy alone has no ratio that the threads could change.
        let alone = |run: &mut Benchmark| {
            run.sets.iter_mut().for_each(|set| set.measurements.truncate(1));
        };
        let [base, new] = [
            with(alone),
            with(|run| {
                alone(run);
                change(&mut run.settings);
            }),
        ];
        ends(&compare(&base, &new, &Tolerance::default()), Outcome::Passed, &[]);
    }
}

#[test]
fn another_version_is_the_only_thing_told() {
    let other = with(|run| {
        run.version = VERSION + 1;
        run.settings.limit = 7;
    });
    let complaint = "version of the JSON 1 and 2, this program's is 1";
    ends(&against_run(&other), Outcome::NotComparable, &[complaint]);
    let comparison = compare(&other, &other, &Tolerance::default());
    assert_eq!((comparison.outcome(), comparison.rows.len()), (Outcome::NotComparable, 0));
}

#[test]
fn every_complaint_is_told_and_the_worst_decides() {
    let worse = with(|run| {
        guesses(&mut run.sets[0].measurements[1], 300);
        run.sets[0].measurements[1].ratio = Some(0.1);
        run.sets[1].measurements.pop();
    });
    let complaints = [
        "easy.txt, mrv: guesses 200 → 300 (+50.0%), +0% allowed",
        "easy.txt, mrv: ratio 0.500 → 0.100 (-80.0%), -10% allowed",
        "hard.txt, moler: this strategy is missing in the new run",
    ];
    ends(&against_run(&worse), Outcome::NotComparable, &complaints);
}
