//! `bench`: measurements, messages and errors.

use crate::run::{Folder, Run};
use serde_json::Value;

/// Options for a short run.
const QUICK: &str = "--rounds 2 --seconds 0.1 --quiet";

fn shipped(name: &str) -> String {
    format!("{}/datasets/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn bench(args: &str) -> Run {
    let run = Folder::new().run(&format!("bench {args} {QUICK}"));
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{args}");
    run
}

fn json(args: &str) -> Value {
    serde_json::from_str(&bench(&format!("{args} --format json")).out).unwrap()
}

/// Returns the measurement of a strategy on the first set.
fn of<'a>(benchmark: &'a Value, strategy: &str) -> &'a Value {
    let measurements = benchmark["sets"][0]["measurements"].as_array().unwrap();
    measurements.iter().find(|m| m["strategy"] == strategy).unwrap()
}

#[test]
fn json_schema() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/schema/bench.schema.json");
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let schema = jsonschema::draft202012::new(&schema).unwrap();
    let sets = ["minimal.txt", "unsolvable.txt", "4x4.txt"].map(shipped).join(" ");
    let named = json(&format!("{sets} --strategy lanes,mrv,moler --sample 100"));
    assert!(schema.is_valid(&named));
    let mut benchmark = json(&format!("{sets} --strategy lanes,mrv,moler --max-guesses 1000"));
    let errors: Vec<_> = schema.iter_errors(&benchmark).map(|e| e.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}");
    // The schema does reject something.
    benchmark["sets"][0]["measurements"][0]["counters"]["guesses"] = "many".into();
    assert!(!schema.is_valid(&benchmark));
}

#[test]
fn counters() {
    let hard = shipped("hard.txt");
    let first = json(&format!("{hard} --sample 500 --strategy lanes,mrv,electroyou"));
    let again = json(&format!(
        "{hard} --sample 500 --strategy lanes,mrv,electroyou -j 2 --backend portable"
    ));
    for strategy in ["lanes", "mrv", "electroyou"] {
        let (a, b) = (of(&first, strategy), of(&again, strategy));
        for field in ["counters", "statuses", "answers", "fingerprint", "without_guess"] {
            assert_eq!(a[field], b[field], "{strategy} {field}");
        }
        let (folder, mut guesses) = (Folder::new(), 0);
        let solved = folder.run(&format!("solve {hard} --strategy {strategy} --timing t.csv -q"));
        assert!(solved.code.is_some_and(|code| code < 2), "{solved:?}");
        for row in folder.read("t.csv").lines().skip(1) {
            guesses += row.split(',').nth(4).unwrap().parse::<u64>().unwrap();
        }
        assert_eq!(a["counters"]["guesses"], guesses, "{strategy}");
    }
    assert_eq!(of(&first, "mrv")["verified"], 500);
    assert_eq!(of(&first, "mrv")["answers"], of(&first, "lanes")["answers"]);
}

#[test]
fn table_rows() {
    let sets = ["hard.txt", "easy.txt"].map(shipped).join(" ");
    let table = bench(&format!("{sets} --strategy mrv,lanes --format markdown --sample 50")).out;
    let rows: Vec<Vec<&str>> = table
        .lines()
        .filter(|line| line.starts_with('|'))
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    let names: Vec<_> = rows[2..].iter().map(|row| (row[1], row[2])).collect();
    assert_eq!(
        names,
        [("easy.txt", "mrv"), ("easy.txt", "lanes"), ("hard.txt", "mrv"), ("hard.txt", "lanes")]
    );
    assert_eq!((rows[2][5], rows[2][11], rows[2][12]), ("1.00", "0.00", "100 %"));
    assert_eq!(rows[2][13], "50 unique");
    assert!(table.contains("easy.txt, mrv: sampled 50 of 10,000"), "{table}");
    assert!(table.contains("200 first solutions verified"), "{table}");
}

#[test]
fn easiest_set_first() {
    let sets = ["hard.txt", "minimal.txt", "easy.txt"].map(shipped).join(" ");
    let csv = bench(&format!("{sets} --strategy mrv --format csv --sample 40"));
    let rows: Vec<Vec<&str>> = csv.out.lines().map(|line| line.split(',').collect()).collect();
    let column = rows[0].iter().position(|name| *name == "guesses").unwrap();
    let guesses: Vec<u64> = rows[1..].iter().map(|row| row[column].parse().unwrap()).collect();
    assert!(guesses.is_sorted() && guesses[2] > guesses[0], "{guesses:?}");
}

#[test]
fn sample_of_slow_strategy() {
    let hard = shipped("hard.txt");
    let benchmark = json(&format!("{hard} --strategy mrv,backtracking --max-guesses 100000"));
    let slow = of(&benchmark, "backtracking");
    let measured = slow["puzzles"].as_u64().unwrap();
    assert!(measured < 500, "{measured}");
    assert!(slow["ratio"].as_f64().unwrap() < 0.5);
    assert_eq!(of(&benchmark, "mrv")["puzzles"], measured, "strategies share a sample");
    assert_eq!(of(&benchmark, "mrv")["ratio"], 1.0);
    let table = bench(&format!("{hard} --strategy mrv,backtracking --max-guesses 100000")).out;
    assert!(table.contains("hard.txt, backtracking: sampled "), "{table}");
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
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.out.contains("malformed.txt: 15 invalid lines not measured"), "{}", run.out);
    assert!(run.err.contains(&format!("{path}:5:6: found 'Z'")), "{}", run.err);
    assert!(run.err.contains(": and 5 more bad lines"), "{}", run.err);
}

#[test]
fn refusals() {
    let folder = Folder::with("empty.txt", "# nothing here\n");
    let refused = |args: &str, text: &str| {
        let run = folder.run(&format!("bench {args} -o out.json"));
        assert_eq!(run.code, Some(2), "{args}");
        assert!(run.err.contains(text), "{}", run.err);
        assert_eq!(folder.names(), ["empty.txt"]);
    };
    refused("empty.txt", "empty.txt: found no puzzle; expected at least one");
    refused("nowhere.txt", "nowhere.txt: cannot open");
    refused("empty.txt empty.txt", "is the set and the set; choose another file");
    refused("empty.txt -j 99999", "99999");
    refused("empty.txt --strategy magic", "unknown strategy 'magic'");
    refused("empty.txt --seconds 0", "expected a number of seconds above 0");
    refused("empty.txt --rounds 0", "0");
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
    let compared = folder.run("compare base.json new.json --max-slower 99%");
    assert_eq!((compared.code, compared.err.as_str()), (Some(0), ""));
}

#[test]
fn keeps_set() {
    let folder = Folder::with("set.txt", "1...4.....2....3\n");
    let run = folder.run("bench set.txt -o set.txt");
    run.refuses("set.txt: is the set and the output; choose another file");
    assert_eq!(folder.read("set.txt"), "1...4.....2....3\n");
}

#[test]
fn given_up() {
    let set = shipped("hard.txt");
    let run = bench(&format!("{set} --strategy mrv --sample 20 --max-guesses 0 --format markdown"));
    assert!(run.out.contains("hard.txt, mrv: gave up 20 of 20"), "{}", run.out);
    assert!(run.out.contains("given up beyond 0 guesses"), "{}", run.out);
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
    assert!(run.out.contains(r"| a/x\|y.txt") && run.out.contains(r"| b/x\|y.txt"), "{}", run.out);
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
    let run = Folder::new().run(&format!("bench {set} --rounds 1 --seconds 0.1 -q"));
    assert!(run.out.contains(" – "), "{}", run.out);
}

#[test]
fn sample_size_without_clock() {
    let sets = ["hard.txt", "minimal.txt"].map(shipped).join(" ");
    let args = format!("{sets} --strategy mrv,backtracking,electroyou --max-guesses 10000");
    let sizes = |threads: &str| -> Vec<(Value, Value)> {
        let benchmark = json(&format!("{args} {threads}"));
        let sets = benchmark["sets"].as_array().unwrap();
        let measurements = sets.iter().flat_map(|set| set["measurements"].as_array().unwrap());
        let exact = |m: &Value| (m["puzzles"].clone(), m["counters"].clone());
        measurements.map(exact).collect()
    };
    let alone = sizes("");
    assert_eq!(sizes("-j 4"), alone);
    assert!(alone.iter().any(|(puzzles, _)| *puzzles != 500));
}

#[test]
fn defaults() {
    let folder = Folder::with("set.txt", "1...4.....2....3\n");
    let run = folder.run("bench set.txt -q --format json");
    let benchmark: Value = serde_json::from_str(&run.out).unwrap();
    let usual = sudomill::bench::Options::default();
    let settings = &benchmark["settings"];
    assert_eq!(settings["limit"], usual.limits.solutions.get());
    assert_eq!(settings["max_guesses"], usual.limits.max_guesses);
    assert_eq!(settings["max_passes"], usual.tuning.max_passes);
    assert_eq!(settings["max_fillings"], usual.tuning.max_fillings);
    assert_eq!(settings["threads"], usual.threads);
    assert_eq!(settings["rounds"], usual.rounds);
    assert_eq!(settings["seconds"], usual.time.as_secs_f64());
    let measurements = benchmark["sets"][0]["measurements"].as_array().unwrap();
    let names: Vec<_> = measurements.iter().map(|m| m["strategy"].as_str().unwrap()).collect();
    let named: Vec<_> = usual.strategies.iter().map(|strategy| strategy.name()).collect();
    assert_eq!(names, named);
}
