//! `compare`: compares a benchmark with its baseline.

use crate::run::{Folder, Run, validate};
use sudomill::{
    bench::{Benchmark, Environment, Measurement, SetRecord, Settings, Spread, VERSION},
    solver::Status,
};

/// Returns a strategy's measurement on ten puzzles; its rate is `ratio` times 900 puzzles per
/// second.
fn measurement(strategy: &str, guesses: u64, ratio: f64) -> Measurement {
    let rate = 900.0 * ratio;
    Measurement {
        strategy: strategy.to_owned(),
        puzzles: 10,
        fingerprint: "0123456789abcdef".to_owned(),
        statuses: [(Status::Unique, 10)].into_iter().collect(),
        answers: "aaaaaaaaaaaaaaaa".to_owned(),
        without_guess: 3,
        counters: [("guesses", guesses), ("steps", 12_345)]
            .map(|(name, value)| (name.to_owned(), value))
            .into(),
        rate: Spread::of(vec![rate; 3]),
        ratio: Some(ratio),
        ..Measurement::default()
    }
}

fn set(name: &str) -> SetRecord {
    SetRecord {
        name: name.to_owned(),
        order: sudomill::grid::Size::Nine,
        puzzles: 10,
        fingerprint: format!("{name:0>16}"),
        measurements: vec![measurement("lanes", 1000, 1.0), measurement("mrv", 2000, 0.5)],
        ..SetRecord::default()
    }
}

fn run() -> Benchmark {
    Benchmark {
        version: VERSION,
        environment: Environment::default(),
        settings: Settings { limit: 2, threads: 1, ..Settings::default() },
        interrupted: false,
        sets: vec![set("easy.txt"), set("hard.txt")],
    }
}

fn json(run: &Benchmark) -> String {
    serde_json::to_string_pretty(run).unwrap()
}

/// Creates a folder with [`run`] as `base.json`, and with a changed run as `new.json`.
fn changed(change: impl FnOnce(&mut Benchmark)) -> Folder {
    let mut new = run();
    change(&mut new);
    Folder::with("base.json", json(&run())).and("new.json", json(&new))
}

/// Like [`changed`], with a change to `mrv` on `hard.txt`.
fn changed_mrv(change: impl FnOnce(&mut Measurement)) -> Folder {
    changed(|run| change(&mut run.sets[1].measurements[1]))
}

fn ratios(measurement: &mut Measurement, ratios: &[f64]) {
    measurement.rate.rounds = ratios.iter().map(|ratio| ratio * 900.0).collect();
}

fn guesses(measurement: &mut Measurement, guesses: u64) {
    measurement.counters.insert("guesses".to_owned(), guesses);
}

const COMPARE: &str = "compare base.json new.json";
const PASSED: &str = "passed: 4 compared";

impl Run {
    /// Checks the exit code, the headline of the table, and the lines on standard error.
    #[track_caller]
    fn compares(&self, code: i32, headline: &str, lines: &[&str]) {
        let err: Vec<_> = self.err.lines().collect();
        assert_eq!(
            (self.code, self.out.lines().next(), &err[..]),
            (Some(code), Some(headline), lines)
        );
    }
}

#[test]
fn table() {
    let folder = changed_mrv(|mrv| {
        guesses(mrv, 1500);
        ratios(mrv, &[0.55]);
        mrv.counters.insert("steps".to_owned(), 12_000);
    });
    folder.run(COMPARE).gives(
        "passed: 4 compared, 1 improved\n\
        ┌──────────┬──────────┬─────────┬───────┬────────┬───────┬───────┬───────────┬───────────────────────────────┬──────────┐\n\
        │ set      ┆ strategy ┆ guesses ┆ → new ┆   diff ┆ ratio ┆ → new ┆      diff ┆ other counters                ┆ verdict  │\n\
        ╞══════════╪══════════╪═════════╪═══════╪════════╪═══════╪═══════╪═══════════╪═══════════════════════════════╪══════════╡\n\
        │ easy.txt ┆ lanes    ┆   1,000 ┆ 1,000 ┆     0% ┆  1.00 ┆  1.00 ┆ reference ┆                               ┆ passed   │\n\
        │ easy.txt ┆ mrv      ┆   2,000 ┆ 2,000 ┆     0% ┆ 0.500 ┆ 0.500 ┆        0% ┆                               ┆ passed   │\n\
        │ hard.txt ┆ lanes    ┆   1,000 ┆ 1,000 ┆     0% ┆  1.00 ┆  1.00 ┆ reference ┆                               ┆ passed   │\n\
        │ hard.txt ┆ mrv      ┆   2,000 ┆ 1,500 ┆ -25.0% ┆ 0.500 ┆ 0.550 ┆    +10.0% ┆ steps 12,345 → 12,000 (-2.8%) ┆ improved │\n\
        └──────────┴──────────┴─────────┴───────┴────────┴───────┴───────┴───────────┴───────────────────────────────┴──────────┘\n",
    );
}

/// The differences are in the order of the sets. The library's tests try every rule.
#[test]
fn verdicts() {
    let more = "failed: hard.txt, mrv: guesses 2,000 → 2,001 (+0.050%), +0% allowed";
    let slower = "failed: hard.txt, mrv: ratio 0.500 → 0.440 (-12.0%), -10% allowed";
    type Change = fn(&mut Measurement);
    for (change, options, headline, lines) in [
        ((|mrv| guesses(mrv, 2001)) as Change, "", "failed: more guesses (1)", &[more][..]),
        (|mrv| guesses(mrv, 2001), "--max-more-guesses 0.05%", PASSED, &[]),
        (|mrv| ratios(mrv, &[0.44]), "", "failed: slower (1)", &[slower]),
        (|mrv| ratios(mrv, &[0.44]), "--max-slower 12%", PASSED, &[]),
        (|mrv| ratios(mrv, &[0.59, 0.6, 0.61]), "", "passed: 4 compared, 1 improved", &[]),
        // Not faster beyond the spread of the rounds.
        (|mrv| ratios(mrv, &[0.5, 0.6, 0.61]), "", PASSED, &[]),
    ] {
        let run = changed_mrv(change).run(&format!("{COMPARE} {options}"));
        run.compares(i32::from(!lines.is_empty()), headline, lines);
    }
    let folder = changed(|run| {
        run.settings.threads = 4;
        run.sets[0].fingerprint = "else".to_owned();
        let lanes = &mut run.sets[1].measurements[0];
        lanes.statuses = [(Status::Unique, 9), (Status::GaveUp, 1)].into_iter().collect();
        lanes.answers = "bbbbbbbbbbbbbbbb".to_owned();
        run.sets[1].measurements.pop();
    });
    folder.run(COMPARE).compares(
        2,
        "not comparable: different settings (1), different puzzles (1), missing strategy (1), changed statuses (1), changed answers (1)",
        &[
            "not comparable: threads 1 → 4",
            "not comparable: easy.txt: different puzzles: fingerprint 00000000easy.txt → else",
            "failed: hard.txt, lanes: statuses changed: unique 10 → 9, gave-up 0 → 1",
            "failed: hard.txt, lanes: answers changed: fingerprint aaaaaaaaaaaaaaaa → bbbbbbbbbbbbbbbb",
            "not comparable: hard.txt, mrv: this strategy is missing in the new run",
        ],
    );
    let folder = changed(|run| drop(run.sets.pop()));
    let missing = ["not comparable: hard.txt: this set is missing in the new run"];
    folder.run(COMPARE).compares(2, "not comparable: missing set (1)", &missing);
    folder.run("compare new.json base.json").compares(0, "passed: 2 compared, 2 new", &[]);
}

#[test]
fn markdown() {
    let folder = changed(|run| {
        guesses(&mut run.sets[1].measurements[1], 2200);
        run.sets[1].measurements[1].without_guess = 2;
        run.sets[1].measurements[1].counters.insert("steps".to_owned(), 13_000);
        run.sets.push(set("a|b.txt"));
    });
    let run = folder.run(&format!("{COMPARE} --format markdown"));
    let failed = "failed: hard.txt, mrv: guesses 2,000 → 2,200 (+10.0%), +0% allowed\n";
    let expected = r"### Benchmark failed: more guesses (1)

- failed: hard.txt, mrv: guesses 2,000 → 2,200 (+10.0%), +0% allowed

| set      | strategy | guesses | → new |   diff | ratio | → new |      diff | other counters                                                 | verdict |
|----------|----------|--------:|------:|-------:|------:|------:|----------:|----------------------------------------------------------------|---------|
| easy.txt | lanes    |   1,000 | 1,000 |     0% |  1.00 |  1.00 | reference |                                                                | passed  |
| easy.txt | mrv      |   2,000 | 2,000 |     0% | 0.500 | 0.500 |        0% |                                                                | passed  |
| hard.txt | lanes    |   1,000 | 1,000 |     0% |  1.00 |  1.00 | reference |                                                                | passed  |
| hard.txt | mrv      |   2,000 | 2,200 | +10.0% | 0.500 | 0.500 |        0% | steps 12,345 → 13,000 (+5.3%)<br>without\_guess 3 → 2 (-33.3%) | failed  |
| a\|b.txt | lanes    |       – | 1,000 |      – |     – |  1.00 |         – |                                                                | new     |
| a\|b.txt | mrv      |       – | 2,000 |      – |     – | 0.500 |         – |                                                                | new     |

Allowed: guesses +0%, ratio -10%. The ratio is the speed relative to the reference, the set's first strategy in the baseline, within one run: the reference's own is 1 by definition.

";
    run.ends(1, expected, failed);
}

#[test]
fn machine_readable() {
    let folder = changed(|run| {
        guesses(&mut run.sets[0].measurements[1], 1500);
        ratios(&mut run.sets[1].measurements[1], &[0.39, 0.4, 0.41]);
        run.sets[1].measurements[1].counters.insert("steps".to_owned(), 13_000);
        run.sets.push(set("new.txt"));
        run.sets[2].measurements.pop();
    });
    let run = folder.run(&format!("{COMPARE} --format json"));
    let json = crate::run::json(&run.exits(1).out);
    validate(&json, "compare").unwrap();
    assert_eq!((&json["verdict"], &json["max_slower"]), (&"failed".into(), &"10%".into()));
    let fields = ["set", "strategy", "figure", "base", "new", "verdict"];
    let figures = json["figures"].as_array().unwrap().iter();
    let figures = figures.map(|it| fields.map(|field| it[field].to_string()).join(" "));
    let figures = figures.collect::<Vec<_>>().join("\n").replace('"', "");
    assert_eq!(
        figures.lines().collect::<Vec<_>>(),
        [
            "easy.txt lanes guesses 1000 1000 passed",
            "easy.txt lanes ratio 1.0 1.0 null",
            "easy.txt mrv guesses 2000 1500 improved",
            "easy.txt mrv ratio 0.5 0.5 passed",
            "hard.txt lanes guesses 1000 1000 passed",
            "hard.txt lanes ratio 1.0 1.0 null",
            "hard.txt mrv guesses 2000 2000 passed",
            "hard.txt mrv ratio 0.5 0.4 failed",
            "hard.txt mrv steps 12345 13000 null",
            "new.txt lanes guesses null 1000 new",
            "new.txt lanes ratio null 1.0 null",
        ]
    );
    assert!((json["figures"][7]["spread"].as_f64().unwrap() - 0.05).abs() < 1e-9);
    assert_eq!(json["differences"][0]["kind"], "slower");
    assert_eq!(json["differences"].as_array().unwrap().len(), 1);
}

#[test]
fn files_and_streams() {
    let folder = changed_mrv(|mrv| guesses(mrv, 3000));
    folder.run(&format!("{COMPARE} --format markdown -o report.md")).prints(1, "");
    assert!(folder.read("report.md").starts_with("### Benchmark failed: more guesses (1)\n"));
    let refused = folder.run(&format!("{COMPARE} -o base.json"));
    refused.refuses("base.json: is the baseline and the output; choose another file");
    folder.feed(json(&run()), "compare base.json -").exits(0);
    folder.feed(json(&run()), "compare - new.json").exits(1);
    folder.run("compare - -").refuses("the two runs cannot both come from standard input");
}

#[test]
fn unreadable_runs() {
    let folder = Folder::with("garbage.json", "{\n  \"version\": 1,\n  oops\n}\n")
        .and("short.json", "{\"version\": 1}")
        .and("base.json", json(&run()));
    let expected = "expected the JSON of `sudomill bench`";
    let garbage = format!("garbage.json:3:3: key must be a string; {expected}");
    let short = format!("short.json:1:14: missing field `environment`; {expected}");
    folder.run("compare base.json garbage.json").refuses(&garbage);
    folder.run("compare short.json base.json").refuses(&short);
    folder.run("compare garbage.json short.json").refuses(&format!("{garbage}\nsudomill: {short}"));
    let run = folder.run("compare base.json -");
    run.refuses(&format!("<stdin>:1:1: EOF while parsing a value; {expected}"));
    let run = folder.run("compare base.json nowhere.json");
    run.prints(2, "").begins("sudomill: nowhere.json: cannot read: ");
    let run = folder.run("compare a b --max-slower=10");
    run.refuses_arguments(&["--max-slower", "a percentage such as 0%, 5% or 2.5%"]);
}

#[test]
fn control_characters() {
    let folder = changed_mrv(|mrv| mrv.strategy = "\u{1b}[2J".to_owned());
    let told = "hard.txt, \\u{1b}[2J: this strategy is missing";
    folder.run("compare new.json base.json").tells(2, &[told]).lacks("\u{1b}");
}

#[cfg(unix)]
#[test]
fn closed_pipe() {
    use crate::running::Running;
    use std::io::Write;
    let folder = changed_mrv(|mrv| guesses(mrv, 3000));
    let mut running = Running::start(folder.command("compare base.json -"));
    drop(running.0.stdout.take());
    let mut input = running.0.stdin.take().unwrap();
    input.write_all(folder.read("new.json").as_bytes()).unwrap();
    drop(input);
    let line = "failed: hard.txt, mrv: guesses 2,000 → 3,000 (+50.0%), +0% allowed\n";
    assert_eq!(running.end(), (Some(1), line.to_owned()));
}
