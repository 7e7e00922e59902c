//! The page of constructed results has every part, escapes all text and stays small.
#![cfg(feature = "report")]

use serde_json::Value;
use std::{collections::BTreeMap, io::Write};
use sudomill_lab::{
    bench::{
        self, Benchmark, CommandRecord, Environment, Measurement, SetRecord, Settings, Spread,
        TimedBy, Times, VERSION,
    },
    report::{self, MAX_BYTES, Report},
};
use sudomill_puzzle::{grid::Size, solving::Status};

/// Text that runs as a script unless it is escaped.
const EVIL: &str = "\"><script>alert(1)</script><b id='x'>&amp;";

const PUZZLE: &str =
    ".2..3..4.6.......3..4...5.....8.6...8...1...6...7.5.....7...6..4.......8.3..4..2.";

/// Returns fixed times whose logarithms are bell-shaped, with matching guesses; the last third of
/// the file is harder.
fn times(puzzles: u64, scale: u64) -> Times {
    let mut times = Times::default();
    for line in 1..=puzzles {
        let mixed = line.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let bell =
            mixed.to_le_bytes()[2..].iter().map(|&byte| f64::from(byte)).sum::<f64>() / 256.0;
        let harder = if line * 3 > puzzles * 2 { 1.4 } else { 1.0 };
        let guesses = (bell - 2.5).max(0.0).exp2().powf(2.5) as u64 - 1;
        let ns = scale as f64 * 100.0 * bell.exp2() * harder * (1.0 + guesses as f64 / 8.0);
        times.add(line, ns as u64, guesses);
    }
    times
}

fn measurement(strategy: &str, scale: u64, puzzle: &str) -> Measurement {
    let times = times(2000, scale);
    let mut distribution = times.distribution();
    distribution.slowest.iter_mut().for_each(|slow| slow.puzzle = Some(puzzle.to_owned()));
    let rate = 4e9 / times.quantiles().mean;
    Measurement {
        strategy: strategy.to_owned(),
        puzzles: 2000,
        statuses: [(Status::Unique, 2000)].into_iter().collect(),
        rate: Spread::of([0.9, 1.0, 1.1].map(|share| share * rate).to_vec()),
        ratio: Some(1.0 / scale as f64),
        ns: times.quantiles(),
        distribution,
        ..Measurement::default()
    }
}

fn set(name: &str, measurements: Vec<Measurement>) -> SetRecord {
    let fingerprint = format!("{name} print");
    let name = name.to_owned();
    SetRecord {
        name,
        order: Size::Nine,
        puzzles: 2000,
        fingerprint,
        measurements,
        ..SetRecord::default()
    }
}

fn benchmark(sets: Vec<SetRecord>, cpu: &str) -> Benchmark {
    Benchmark {
        version: VERSION,
        environment: Environment {
            date: "2026-01-02T03:04:05Z".into(),
            cpu: cpu.into(),
            cores: 4,
            ..Environment::default()
        },
        settings: Settings { limit: 2, max_guesses: u64::MAX, ..Settings::default() },
        interrupted: false,
        sets,
    }
}

fn page(title: &str, benchmarks: Vec<Benchmark>) -> String {
    let mut report = Report::new(title);
    for (i, benchmark) in benchmarks.into_iter().enumerate() {
        report.add_result(&format!("folder/result{i}.json"), benchmark);
    }
    report.page()
}

fn two_sets() -> Benchmark {
    let both = || vec![measurement("lanes", 1, PUZZLE), measurement("mrv", 30, PUZZLE)];
    benchmark(vec![set("easy.txt", both()), set("hard.txt", both())], "A CPU")
}

/// Saves and loads a result with every strategy on three sets. `scripts/test_report` draws the
/// saved file.
#[test]
fn loads_result() {
    let scales =
        [("lanes", 1), ("mrv", 9), ("moler", 30), ("electroyou", 80), ("backtracking", 2000)];
    let all = |harder: u64| {
        let slower = [("backtracking-descending", 1800), ("generate-and-test", 90_000)];
        let scales = scales.iter().chain(&slower);
        scales.map(|(name, scale)| measurement(name, scale * harder, PUZZLE)).collect()
    };
    let sets = [("easy.txt", 1), ("minimal.txt", 3), ("hard.txt", 40)];
    let sets = sets.map(|(name, harder)| set(name, all(harder)));
    let benchmark = benchmark(sets.into(), "A CPU of 4 cores");
    // Moved into place when complete, because other test runs use the same folder.
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let mut file = tempfile::NamedTempFile::new_in(folder).unwrap();
    file.write_all(&serde_json::to_vec_pretty(&benchmark).unwrap()).unwrap();
    let path = folder.join("result.json");
    file.persist(&path).unwrap();
    // Not compared as a whole, because JSON may lose the last digit of a fraction.
    let loaded = bench::load(&path).unwrap();
    assert_eq!((loaded.environment, loaded.sets.len()), (benchmark.environment, 3));
}

/// The JSON of every plot of a page, with its heading.
fn plots(page: &str) -> Vec<(&str, Value)> {
    let figures = page.split("<figure>").skip(1);
    figures.map(|figure| (between(figure, "<h3>", "</h3>"), data(figure))).collect()
}

fn data(figure: &str) -> Value {
    let json = between(figure, "<script type=\"application/json\">", "</script>");
    serde_json::from_str(json).unwrap()
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> &'a str {
    text.split_once(start).unwrap().1.split_once(end).unwrap().0
}

/// A property of each named line of a plot.
fn of_lines<'a>(plot: &'a Value, property: &str) -> Vec<(&'a str, &'a Value)> {
    let lines = plot["lines"].as_array().unwrap().iter();
    let named = lines.map(|line| (line["name"].as_str().unwrap(), &line[property]));
    named.filter(|(name, _)| !name.is_empty()).collect()
}

#[test]
fn parts_of_figures() {
    let page = page("Two sets", vec![two_sets()]);
    for heading in ["Throughput", "Solve time", "Guesses against time"] {
        for set in ["easy.txt", "hard.txt"] {
            assert_eq!(page.matches(&format!("<h3>{heading}: {set} (9×9)</h3>")).count(), 1);
        }
    }
    assert_eq!(page.matches("<div class=\"plot\" role=\"img\" aria-label=\"").count(), 6);
    // The table of all figures comes first.
    let (before, table) = page.split_once("<section id=\"figures\">").unwrap();
    assert!(before.ends_with("<main>"));
    for row in ["<td>lanes</td><td>2,000</td><td>", "<td>10 %</td><td>0.0333</td>"] {
        assert_eq!(table.matches(row).count(), 2, "{table}");
    }
    assert_eq!(page.matches("<table><thead>").count(), 2);
    for text in ["share of the puzzles", "puzzles/s", "A CPU", "unlimited"] {
        assert!(page.contains(text), "{text}");
    }
    assert!(!page.contains("Left out"));
    assert!(page.len() < MAX_BYTES / 2, "{}", page.len());
    assert_eq!(self::page("Two sets", vec![two_sets()]), page);
}

#[test]
fn data_of_plots() {
    let page = page("Two sets", vec![two_sets()]);
    let plots = plots(&page);
    assert_eq!(plots.len(), 6);
    let plot = |heading: &str| &plots.iter().find(|(of, _)| of.starts_with(heading)).unwrap().1;
    // A median between the slowest and the fastest round, all plots with the same ends.
    let throughput = plot("Throughput: hard");
    assert_eq!(throughput["y"]["ends"], plot("Throughput: easy")["y"]["ends"]);
    for (n, (_, points)) in of_lines(throughput, "points").into_iter().enumerate() {
        let [at, median, min, max] = [0, 1, 2, 3].map(|i| points[0][i].as_f64().unwrap());
        assert!(at == n as f64 && min < median && median < max, "{points}");
    }
    // The shares of the classes add up to all puzzles.
    let times = plot("Solve time");
    assert_eq!((&times["x"]["log"], &times["x"]["unit"]), (&true.into(), &"time".into()));
    let (name, points) = of_lines(times, "points")[0];
    let shares = points.as_array().unwrap().iter().map(|point| point[1].as_f64().unwrap());
    assert!(name == "lanes" && (shares.sum::<f64>() - 100.0).abs() < 1e-3, "{points}");
    // No bars where there is no zero for them to start from.
    for (heading, plot) in &plots {
        let is_log = plot["y"]["log"] == true;
        assert!(
            of_lines(plot, "path").iter().all(|(_, path)| !is_log || *path != "bars"),
            "{heading}"
        );
    }
}

/// One color for each strategy, also in sets that lack another one.
#[test]
fn colors_of_strategies() {
    let mut run = two_sets();
    run.sets[1].measurements.remove(0);
    run.sets[1].measurements.push(measurement("naked/mrv", 40, PUZZLE));
    let page = page("Colors", vec![run]);
    let mut colors = BTreeMap::new();
    for (heading, plot) in plots(&page) {
        for (name, color) in of_lines(&plot, "color") {
            let strategy = name.split(':').next().unwrap().to_owned();
            let known = colors.entry(strategy).or_insert_with(|| color.clone());
            assert_eq!(known, color, "{name} in {heading}");
        }
    }
    assert_eq!(colors.len(), 3);
    // The propagation changes the shape, not the color.
    assert!(colors["mrv"] == colors["naked/mrv"] && colors["mrv"] != colors["lanes"], "{colors:?}");
}

/// Draws two propagations of one rule, and a strategy without a count of guesses.
#[test]
fn strategies() {
    let guesses = |name, scale, guesses| Measurement {
        counters: [("guesses".to_owned(), guesses)].into(),
        ..measurement(name, scale, PUZZLE)
    };
    let measurements =
        vec![guesses("naked/mrv", 9, 90_000), guesses("mrv", 2, 0), measurement("x", 1, PUZZLE)];
    let page = page("Strategies", vec![benchmark(vec![set("my set.txt", measurements)], "A CPU")]);
    let plots = plots(&page);
    let heading = "Guesses and time of each strategy: my set.txt (9×9)";
    let (_, plot) = plots.iter().find(|(of, _)| *of == heading).unwrap();
    let figures = of_lines(plot, "figures");
    assert!(figures[0].1.as_str().unwrap().starts_with("45.00 guesses in "), "{plot}");
    assert!(page.contains("At the left edge: no guesses."));
    let styles = of_lines(plot, "style");
    assert_eq!(styles.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["naked/mrv", "mrv"]);
    assert_ne!(styles[0].1, styles[1].1);
    // The line that joins them.
    assert_eq!(plot["lines"].as_array().unwrap().len(), 3);
    assert_eq!(plot["lines"][0]["points"].as_array().unwrap().len(), 2);
}

#[test]
fn no_network() {
    let page = page("Two sets", vec![two_sets()]);
    assert!(page.contains("default-src 'none'"));
    // The library begins with its address.
    let library = include_str!("../src/report/vendor/uPlot.iife.min.js");
    assert!(page.contains(library));
    let page = page.replace(library, &library.replacen("/*! https://github.com/", "", 1));
    for text in ["http:", "https:", "src=\"", "@import", "url(", "fetch(", "XMLHttpRequest"] {
        assert!(!page.contains(text), "{text}");
    }
}

#[test]
fn escaping() {
    let measurements = vec![measurement(EVIL, 1, EVIL), measurement("mrv", 2, &EVIL.repeat(1000))];
    let page = page(EVIL, vec![benchmark(vec![set(EVIL, measurements)], EVIL), two_sets()]);
    let plots = plots(&page);
    assert_eq!(page.matches("<script").count(), 3 + plots.len());
    assert_eq!(page.matches("</script").count(), 3 + plots.len());
    assert!(!page.contains("<b id") && !page.contains("alert(1)</script>"));
    assert!(
        plots
            .iter()
            .any(|(_, plot)| of_lines(plot, "name").iter().any(|(name, _)| name.starts_with(EVIL)))
    );
    assert!(page.contains("&lt;script&gt;"));
}

#[test]
fn equal_sets() {
    let page = page("Two results", vec![two_sets(), two_sets()]);
    assert_eq!(page.matches("<figure>").count(), 6);
    assert!(page.contains("lanes, result0.json") && page.contains("lanes, result1.json"));
    // A strategy has one color, and each result a style.
    for (heading, plot) in plots(&page) {
        let of = |name: &str, property: &str| {
            let found = of_lines(&plot, property).into_iter().find(|(of, _)| *of == name);
            found.unwrap_or_else(|| panic!("{name} in {heading}")).1.clone()
        };
        for property in ["color", "style"] {
            let [lanes, mrv] = ["lanes", "mrv"].map(|strategy| {
                [0, 1].map(|n| of(&format!("{strategy}, result{n}.json"), property))
            });
            let (across, within) = (lanes[0] == lanes[1], lanes[0] == mrv[0]);
            assert_eq!((across, within), (property == "color", property == "style"), "{heading}");
        }
    }
    assert!(!page.contains("differ by a factor"));
}

/// Rates of one strategy on one set that are far apart have a note.
#[test]
fn different_rates() {
    let mut slow = two_sets();
    slow.sets[1].measurements[1].rate = Spread::of(vec![1.0]);
    let page = page("Two machines", vec![two_sets(), slow]);
    assert_eq!(page.matches("differ by a factor of").count(), 1);
    assert!(page.contains("The rates of mrv on hard.txt differ by a factor of "), "{page}");
}

/// A sample is named in the legends and in the table. Few puzzles have no 99 % quantile, and wide
/// classes of times.
#[test]
fn sample() {
    let few = times(16, 1);
    let measured = Measurement {
        puzzles: 16,
        ns: few.quantiles(),
        distribution: few.distribution(),
        ..measurement("mrv", 1, PUZZLE)
    };
    let classes = measured.distribution.times.len();
    let page = page("Sample", vec![benchmark(vec![set("my set.txt", vec![measured])], "A CPU")]);
    for (heading, plot) in plots(&page) {
        assert_eq!(plot["lines"][0]["sample"], "16 of 2,000 puzzles", "{heading}");
    }
    assert!(page.contains("<td>mrv</td><td>16 of 2,000</td>"));
    let (_, times) = plots(&page).into_iter().find(|(of, _)| of.starts_with("Solve time")).unwrap();
    assert_eq!(times["lines"].as_array().unwrap().len(), 2, "the median and no ring");
    let drawn = times["lines"][0]["points"].as_array().unwrap().len();
    assert!(classes > 8 && drawn <= 8, "{drawn} of {classes}");
    assert!(page.contains("Mark: median.") && !page.contains("p99 "));
}

#[test]
fn omitted_parts() {
    let all = || (0..12).map(|n| measurement(&format!("strategy {n}"), n + 1, PUZZLE)).collect();
    let sets = (0..40).map(|n| set(&format!("set {n}"), all())).collect();
    let page = page("Many", vec![benchmark(sets, "A CPU")]);
    assert!(page.len() <= MAX_BYTES, "{}", page.len());
    assert!(page.len() > MAX_BYTES / 2 && page.contains("Omitted to keep the page under 1 MB"));
    assert!(page.contains("<li>Solve time: set 39 (9×9)</li>") || page.contains(" more</li>"));
    assert!(page.contains("4 more in the table only: a plot holds 8."));
    assert_eq!(page.matches("class=\"grid\"").count(), 10);
}

#[test]
fn long_names() {
    let name = "&".repeat(1 << 20);
    let benchmarks = vec![benchmark(vec![set(&name, vec![measurement(&name, 1, &name)])], &name)];
    assert!(page(&name, benchmarks).len() < MAX_BYTES);
    let many = vec![benchmark(Vec::new(), &name[..300]); 1000];
    let page = page(&name, many);
    assert!(page.len() < MAX_BYTES && page.contains("<li>The environment</li>"));
}

#[test]
fn odd_values() {
    let mut odd = measurement("odd", 1, "");
    odd.distribution = Default::default();
    odd.rate = Spread { median: 0.0, min: -1.0, max: f64::MAX, ..Spread::default() };
    odd.ns = Default::default();
    let sets = vec![set("odd.txt", vec![odd]), set("none.txt", Vec::new())];
    let page = page("Odd", vec![benchmark(sets, "A CPU")]);
    assert!(page.contains("no puzzles") && page.contains("No puzzles are known."));
}

#[test]
fn shares_are_not_slowest() {
    let mut run = two_sets();
    run.sets.pop();
    run.sets[0].measurements[0].clock = TimedBy::SharedBySweeps;
    let page = page("Shares", vec![run]);
    let (_, slowest) = page.split_once("<section id=\"slowest\">").unwrap();
    assert!(slowest.contains("Not listed: lanes. "), "{slowest}");
    assert!(slowest.contains(", mrv</p>") && !slowest.contains(", lanes</p>"), "{slowest}");
}

#[test]
fn command() {
    let mut run = two_sets();
    run.sets.pop();
    run.sets[0].measurements.push(Measurement {
        strategy: "other-solver".to_owned(),
        command: Some(CommandRecord::default()),
        rate: Spread::of(vec![8.0, 9.0, 10.0]),
        ..Measurement::default()
    });
    let page = page("A command", vec![run]);
    let (_, table) = page.split_once("<section id=\"figures\">").unwrap();
    let (table, throughput) =
        table.split_once("<section class=\"drawn\" id=\"throughput\">").unwrap();
    let (throughput, others) =
        throughput.split_once("<section class=\"drawn\" id=\"times\">").unwrap();
    assert!(table.contains("other-solver"));
    assert!(throughput.contains("other-solver") && !others.contains("other-solver"));
}

#[test]
fn run_of_solve() {
    let times = times(5000, 1);
    let json = serde_json::json!({
        "input": "folder/<i>.txt", "puzzles": 5000, "statuses": {"unique": 4999, "none": 1},
        "difficulties": {"easy": 4000, "search": 1000}, "strategy": "mrv", "backend": null,
        "threads": 2, "side": 9, "version": "0.1.0",
        "solve_ns": times.quantiles(), "distribution": times.distribution(),
    });
    let run = |json: &Value| {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(json.to_string().as_bytes()).unwrap();
        report::load(file.path())
    };
    let mut report = Report::new("Run");
    report.add_run(run(&json).unwrap());
    let page = report.page();
    assert_eq!(page.matches("<figure>").count(), 6);
    assert!(page.contains("unique: 4,999 (99.9\u{a0}%)"), "{page}");
    assert!(page.contains("4,999 unique, 1 none; 4,000 easy, 1,000 search"));
    assert!(page.contains("Difficulty: &lt;i&gt;.txt (9×9)") && page.contains(", mrv</p>"));
    let mut untimed = json;
    untimed.as_object_mut().unwrap().remove("distribution");
    let error = run(&untimed).unwrap_err().to_string();
    let expected = "missing field `distribution`; expected the JSON of \
                    `sudomill solve --timing FILE --summary FILE`";
    assert!(error.ends_with(expected), "{error}");
}

/// Every series is in the data of its plot, also those that have no color.
#[test]
fn series_beyond_the_colors() {
    let all = (0..12).map(|n| measurement(&format!("strategy {n}"), n + 1, PUZZLE)).collect();
    let page = page("Twelve", vec![benchmark(vec![set("my set.txt", all)], "A CPU")]);
    for (heading, plot) in plots(&page) {
        let count = |part: &str| plot[part].as_array().unwrap().len();
        let lines = if heading.starts_with("Solve time") { 3 } else { 1 };
        assert_eq!([count("lines"), count("more")], [8 * lines, 4 * lines], "{heading}");
    }
    assert_eq!(page.matches("4 more in the table only: a plot holds 8.").count(), 3);
}
