//! Parsing, solving and rendering a few fixed puzzles. For comparisons with
//! other solvers, and for whole files, see `benches/peers`.
//!
//! Every case checks its answer before it is timed.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use std::{fs, hint::black_box, io::Cursor, path::Path};
use sudomill::{
    batch::{self, Options, Outputs},
    grid::{Order3, Puzzle},
    input::{self, Line, Source},
    output::{Format, Sink},
    solver::{Limits, Status, registry},
    verify,
};

/// Singles are enough for the first, the others need guesses.
const PUZZLES: [(&str, &str); 3] = [
    ("easy", "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"),
    ("medium", "013085006000031000007600000006900003170000025300006900000002400000870000900560310"),
    ("hard", "020030040600000003004000500000806000800010006000705000007000600400000008030040020"),
];
const STRATEGIES: [&str; 3] = ["mrv", "electroyou", "moler"];
const FORMATS: [(&str, Format); 2] = [("solution", Format::Solution), ("jsonl", Format::Jsonl)];
/// Lines of the input that is rendered.
const LINES: usize = 1_000;

fn parse(c: &mut Criterion) {
    let mut group = c.benchmark_group("parse");
    for (name, text) in PUZZLES {
        let line = input::parse_line::<Order3>(text.as_bytes());
        let Line::Puzzle(field, puzzle) = line else { panic!("{name} is no puzzle: {line:?}") };
        assert_eq!(field, text.as_bytes());
        assert_eq!(puzzle.to_string(), text.replace('0', "."));
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| input::parse_line::<Order3>(black_box(text.as_bytes())));
        });
    }
}

fn solve(c: &mut Criterion) {
    // The hard puzzle takes `electroyou` more passes than its text allows.
    let limits = Limits { max_passes: u64::MAX, ..Limits::default() };
    for strategy in STRATEGIES {
        let solver = registry::find(strategy).expect("the strategy is registered").solver();
        let mut group = c.benchmark_group(format!("solve/{strategy}"));
        for (name, text) in PUZZLES {
            let puzzle: Puzzle = text.parse().expect("it is a puzzle");
            let outcome = solver.solve(&puzzle, &limits);
            assert_eq!(outcome.status, Status::Unique, "{name} by {strategy}");
            let solution = outcome.first.expect("a unique puzzle has a solution");
            assert_eq!(verify::check(&puzzle, solution.values()), Ok(()), "{name} by {strategy}");
            group.bench_function(name, |b| b.iter(|| solver.solve(black_box(&puzzle), &limits)));
        }
    }
}

/// The whole way from bytes to bytes, of the puzzle that is solved fastest.
fn render(c: &mut Criterion) {
    let folder = tempfile::tempdir().expect("a folder can be created");
    let path = folder.path().join("results");
    let (_, line) = PUZZLES[0];
    let mut group = c.benchmark_group("render");
    group.throughput(Throughput::Elements(LINES as u64));
    for (name, format) in FORMATS {
        let options = Options { format, ..Options::default() };
        run(source(line), &options, &path);
        check_results(&fs::read_to_string(&path).expect("the results can be read"), line);
        group.bench_function(name, |b| {
            b.iter_batched(
                || source(line),
                |source| run(source, &options, &path),
                BatchSize::SmallInput,
            );
        });
    }
}

/// An input in memory: that puzzle again and again.
fn source(line: &str) -> Source {
    let text = format!("{line}\n").repeat(LINES);
    input::read_from("memory", Cursor::new(text)).expect("memory can be read")
}

fn run(source: Source, options: &Options, path: &Path) {
    let results = Sink::create(path).expect("the results can be created");
    let mut outputs = Outputs { results, timing: None };
    let tally = batch::run(source, options, &mut outputs, &()).expect("the run succeeds");
    outputs.results.finish().expect("the results can be written");
    assert_eq!(tally.of(Status::Unique), LINES as u64);
}

/// Every line holds the solution that the solver gives, whatever else it holds.
fn check_results(results: &str, line: &str) {
    let puzzle: Puzzle = line.parse().expect("it is a puzzle");
    let solver = registry::find(registry::DEFAULT).expect("it is registered").solver();
    let outcome = solver.solve(&puzzle, &Limits::default());
    let solution = outcome.first.expect("the puzzle has a solution").to_string();
    assert_eq!(results.lines().count(), LINES);
    assert!(results.lines().all(|result| result.contains(&solution)));
}

criterion_group!(benches, parse, solve, render);
criterion_main!(benches);
