//! `bench`: measurements, messages and errors.

use crate::{
    puzzles,
    run::{Folder, Run, validate},
};
use serde_json::Value;

/// Options for a short run.
pub const QUICK: &str = "--rounds 2 --seconds 0.01 --quiet";

fn shipped(name: &str) -> String {
    format!("{}/datasets/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn bench(args: &str) -> Run {
    let run = Folder::new().run(&format!("bench {args} {QUICK}"));
    run.is_silent(0);
    run
}

fn json(args: &str) -> Value {
    crate::run::json(&bench(&format!("{args} --format json")).out)
}

/// Returns the measurement of a strategy on the first set.
fn of<'a>(benchmark: &'a Value, strategy: &str) -> &'a Value {
    let measurements = benchmark["sets"][0]["measurements"].as_array().unwrap();
    measurements.iter().find(|m| m["strategy"] == strategy).unwrap()
}

#[test]
fn json_schema() {
    let sets = ["minimal.txt", "unsolvable.txt", "4x4.txt"].map(shipped).join(" ");
    let named = json(&format!("{sets} --strategy lanes,mrv,moler --sample 20"));
    validate(&named, "bench").unwrap();
    let small = ["unsolvable.txt", "4x4.txt"].map(shipped).join(" ");
    let mut benchmark = json(&format!("{small} --strategy lanes,mrv,moler --max-guesses 1000"));
    validate(&benchmark, "bench").unwrap();
    // The schema does reject something.
    benchmark["sets"][0]["measurements"][0]["counters"]["guesses"] = "many".into();
    validate(&benchmark, "bench").unwrap_err();
}

#[test]
fn counters() {
    let hard: Vec<_> =
        puzzles::shipped("hard.txt").lines().take(100).map(|it| it.to_owned() + "\n").collect();
    let folder = Folder::with("hard.txt", hard.concat());
    let hard = folder.path("hard.txt").display().to_string();
    let args = format!("{hard} --sample 100 --strategy lanes,mrv,electroyou");
    let (first, again) = (json(&args), json(&format!("{args} -j 2 --backend portable")));
    for strategy in ["lanes", "mrv", "electroyou"] {
        let (a, b) = (of(&first, strategy), of(&again, strategy));
        for field in ["counters", "statuses", "answers", "fingerprint", "without_guess"] {
            assert_eq!(a[field], b[field], "{strategy} {field}");
        }
        let args = format!("solve {hard} --strategy {strategy} -q --format csv --columns guesses");
        let guesses = Folder::new().run(&args).column(0);
        let guesses = guesses.iter().map(|guesses| guesses.parse::<u64>().unwrap());
        assert_eq!(a["counters"]["guesses"], guesses.sum::<u64>(), "{strategy}");
    }
    assert_eq!(of(&first, "mrv")["verified"], 100);
    assert_eq!(of(&first, "mrv")["answers"], of(&first, "lanes")["answers"]);
}

/// The easiest set comes first.
#[test]
fn table_rows() {
    let sets = ["hard.txt", "minimal.txt", "easy.txt"].map(shipped).join(" ");
    let run = bench(&format!("{sets} --strategy mrv,lanes --format markdown --sample 50"));
    let rows = run.out.lines().filter(|line| line.starts_with('|'));
    let rows: Vec<Vec<_>> = rows.map(|line| line.split('|').map(str::trim).collect()).collect();
    let names: Vec<_> = rows[2..].iter().map(|row| [row[1], row[2]]).collect();
    let of_set = |set| ["mrv", "lanes"].map(|strategy| [set, strategy]);
    assert_eq!(names, ["easy.txt", "minimal.txt", "hard.txt"].map(of_set).concat());
    assert_eq!([5, 11, 12, 13].map(|at| rows[2][at]), ["1.00", "0.00", "100 %", "50 unique"]);
    run.shows(&["easy.txt, mrv: sampled 50 of 10,000", "300 first solutions verified"]);
}

/// Strategies share a sample, whose size does not depend on the clock.
#[test]
fn sample_of_slow_strategy() {
    let hard = shipped("hard.txt");
    let args = format!("{hard} --strategy mrv,backtracking,electroyou --max-guesses 10000");
    let [alone, other] = ["", " -j 4"].map(|threads| json(&(args.clone() + threads)));
    let sampled = of(&alone, "backtracking")["puzzles"].as_u64().unwrap();
    assert!(sampled < 500, "{sampled}");
    for strategy in ["mrv", "backtracking", "electroyou"] {
        assert_eq!(of(&alone, strategy)["puzzles"], sampled, "{strategy}");
        for field in ["puzzles", "counters"] {
            assert_eq!(of(&alone, strategy)[field], of(&other, strategy)[field], "{strategy}");
        }
    }
    let ratio = |strategy| of(&alone, strategy)["ratio"].as_f64().unwrap();
    let ratios: Vec<f64> =
        serde_json::from_value(of(&alone, "backtracking")["ratios"].clone()).unwrap();
    // The median of two.
    let median = (ratios[0] + ratios[1]) / 2.0;
    assert_eq!((ratio("mrv"), ratios.len()), (1.0, 2));
    assert!((ratio("backtracking") / median - 1.0).abs() < 1e-9, "{ratios:?}");
    bench(&args).shows(&["hard.txt, backtracking: sampled "]);
}

#[test]
fn end_to_end() {
    let set = shipped("minimal.txt");
    let in_memory = json(&format!("{set} --sample 200"));
    let files = json(&format!("{set} --sample 200 --end-to-end"));
    assert_eq!(files["settings"]["end_to_end"], true);
    assert_eq!(of(&files, "lanes")["counters"], of(&in_memory, "lanes")["counters"]);
    assert!(of(&files, "lanes")["rate"]["median"].as_f64().unwrap() > 0.0);
}

#[test]
fn invalid_lines() {
    let path = shipped("malformed.txt");
    let run = Folder::new().run(&format!("bench {path} {QUICK}"));
    run.shows(&["malformed.txt: 15 invalid lines not measured"]);
    run.tells(0, &[&format!("{path}:5:6: found 'Z'"), ": and 5 more bad lines"]);
}

#[test]
fn refusals() {
    let folder = Folder::with("empty.txt", "# nothing here\n");
    for (args, text) in [
        ("empty.txt", "empty.txt: found no puzzle; expected at least one"),
        ("nowhere.txt", "nowhere.txt: cannot open"),
        ("empty.txt empty.txt", "is the set and the set; choose another file"),
        ("empty.txt -j 99999", "99999"),
        ("empty.txt --strategy magic", "unknown strategy 'magic'"),
        ("empty.txt --seconds 0", "expected a number of seconds above 0"),
        ("empty.txt --rounds 0", "0"),
    ] {
        folder.run(&format!("bench {args} -o out.json")).tells(2, &[text]);
        assert_eq!(folder.names(), ["empty.txt"]);
    }
}

#[test]
fn baseline_without_times() {
    let set = shipped("unsolvable.txt");
    let mut base = json(&format!("{set} --sample 100"));
    let folder = Folder::with("new.json", base.to_string());
    for measured in base["sets"][0]["measurements"].as_array_mut().unwrap() {
        let times = measured["distribution"].as_object_mut().unwrap();
        times.values_mut().for_each(|times| *times = serde_json::json!([]));
    }
    let folder = folder.and("base.json", base.to_string());
    folder.run("compare base.json new.json --max-slower 99%").is_silent(0);
}

#[test]
fn given_up() {
    let set = shipped("hard.txt");
    let run = bench(&format!("{set} --strategy mrv --sample 20 --max-guesses 0 --format markdown"));
    run.shows(&["hard.txt, mrv: gave up 20 of 20", "given up beyond 0 guesses"]);
    let row = run.out.lines().find(|line| line.starts_with("| hard.txt")).unwrap();
    assert_eq!(row.split('|').nth(12).map(str::trim), Some("0 %"), "{row}");
}

#[test]
#[cfg_attr(windows, ignore = "needs names that Windows lacks")]
fn equal_names() {
    let folder = Folder::new();
    for name in ["a", "b"] {
        std::fs::create_dir(folder.path(name)).unwrap();
        std::fs::write(folder.path(name).join("x|y.txt"), "1...4.....2....3\n").unwrap();
    }
    let run = folder.run(&format!("bench a/x|y.txt b/x|y.txt --format markdown {QUICK}"));
    run.shows(&[r"| a/x\|y.txt", r"| b/x\|y.txt"]);
}

#[test]
fn quantiles_in_order() {
    let benchmark = json(&format!("{} --sample 3", shipped("hard.txt")));
    for strategy in ["lanes", "mrv"] {
        let ns = &of(&benchmark, strategy)["ns"];
        let ns = ["median", "p90", "p99", "max"].map(|name| ns[name].as_u64().unwrap());
        assert!(ns.is_sorted(), "{strategy}: {ns:?}");
    }
    let set = shipped("4x4.txt");
    Folder::new().run(&format!("bench {set} --rounds 1 --seconds 0.1 -q")).shows(&[" – "]);
}

#[test]
fn defaults() {
    let folder = Folder::with("set.txt", "1...4.....2....3\n");
    let benchmark = crate::run::json(&folder.run("bench set.txt -q --format json").out);
    let usual = sudomill::bench::Options::default();
    for (name, value) in [
        ("limit", Value::from(usual.limits.solutions.get())),
        ("max_guesses", usual.limits.max_guesses.into()),
        ("max_passes", usual.tuning.max_passes.into()),
        ("max_fillings", usual.tuning.max_fillings.into()),
        ("threads", usual.threads.into()),
        ("rounds", usual.rounds.into()),
        ("seconds", usual.time.as_secs_f64().into()),
    ] {
        assert_eq!(benchmark["settings"][name], value, "{name}");
    }
    let measurements = benchmark["sets"][0]["measurements"].as_array().unwrap();
    let names: Vec<_> = measurements.iter().map(|m| m["strategy"].as_str().unwrap()).collect();
    let named: Vec<_> = usual.strategies.iter().map(|strategy| strategy.name()).collect();
    assert_eq!(names, named);
}
