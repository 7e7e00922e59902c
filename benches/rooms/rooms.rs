//! Benchmarks each stage separately: parsing, propagation, solving set by set, rendering, and the
//! whole pipeline. To compare strategies, use `sudomill bench`; to compare other solvers, use
//! `benches/peers`.
//!
//! Every case checks its answer before it is timed.

use criterion::measurement::WallTime;
use criterion::{
    BatchSize, BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main,
};
use std::{fs, hint::black_box, io::Cursor, path::Path};
use sudomill::{
    batch::{self, Outputs, SolveOptions},
    engine::Engine,
    grid::{Order3, Puzzle, Size},
    input::{self, Line, ReadOptions, Source},
    output::{Format, Sink},
    solver::{
        Batch, Clock, Limits, Solver, Status,
        lanes::Backend,
        registry::{self, Tuning},
    },
    verify,
};
use tempfile::TempDir;

/// The shipped sets, from easy to hard.
const SETS: [&str; 3] = ["easy", "minimal", "hard"];
/// The number of lines taken from each set.
const LINES: usize = 500;
const STRATEGIES: [&str; 3] = ["mrv", "electroyou", "moler"];
const FORMATS: [(&str, Format); 4] = [
    ("solution", Format::Solution),
    ("count", Format::Count),
    ("csv", Format::Csv),
    ("jsonl", Format::Jsonl),
];

/// Returns the first lines of a shipped set.
fn lines(set: &str) -> Vec<String> {
    let path = format!("{}/../../datasets/{set}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).expect("the set ships with sudomill");
    text.lines().take(LINES).map(str::to_owned).collect()
}

fn puzzles(set: &str) -> Vec<Puzzle> {
    lines(set).iter().map(|line| line.parse().expect("it is a puzzle")).collect()
}

/// Returns the solver with this name. `electroyou` may take more passes on hard puzzles than its
/// article allows.
fn solver(strategy: &str) -> Box<dyn Solver<Order3>> {
    let strategy = registry::find(strategy).expect("it is registered");
    strategy.tuned(Tuning::DEFAULT.with_max_passes(u64::MAX)).solver()
}

fn group<'a>(c: &'a mut Criterion, name: &str) -> BenchmarkGroup<'a, WallTime> {
    let mut group = c.benchmark_group(name);
    group.throughput(Throughput::Elements(LINES as u64)).sample_size(20);
    group
}

fn parse(c: &mut Criterion) {
    let lines = lines("minimal");
    for line in &lines {
        let parsed = input::parse_line::<Order3>(line.as_bytes());
        let Line::Puzzle(field, puzzle) = parsed else { panic!("{line} is no puzzle") };
        assert_eq!((field, puzzle.to_string()), (line.as_bytes(), line.replace('0', ".")));
    }
    group(c, "parse").bench_function("lines", |b| {
        b.iter(|| {
            for line in &lines {
                black_box(input::parse_line::<Order3>(black_box(line.as_bytes())));
            }
        });
    });
}

/// Benchmarks the work before the first guess, by allowing no guess.
fn propagate(c: &mut Criterion) {
    let limits = Limits::default().with_max_guesses(0);
    let mut group = group(c, "propagate");
    for set in SETS {
        let puzzles = puzzles(set);
        let solver = solver("mrv");
        for puzzle in &puzzles {
            let outcome = solver.solve(puzzle, &limits);
            assert_eq!(outcome.counters.guesses, 0);
            assert_eq!(outcome.status == Status::Unique, outcome.solution.is_some());
        }
        group.bench_function(set, |b| b.iter(|| solve_all(&*solver, &puzzles, &limits)));
    }
}

fn solve(c: &mut Criterion) {
    for strategy in STRATEGIES {
        let solver = solver(strategy);
        let mut group = group(c, &format!("solve/{strategy}"));
        for set in SETS {
            let puzzles = puzzles(set);
            for puzzle in &puzzles {
                let outcome = solver.solve(puzzle, &Limits::default());
                assert_eq!(outcome.status, Status::Unique);
                let solution = outcome.solution.expect("a unique puzzle has a solution");
                assert_eq!(verify::check(puzzle, solution.values()), Ok(()));
            }
            group.bench_function(set, |b| {
                b.iter(|| solve_all(&*solver, &puzzles, &Limits::default()))
            });
        }
    }
}

fn solve_all(solver: &dyn Solver<Order3>, puzzles: &[Puzzle], limits: &Limits) {
    for puzzle in puzzles {
        black_box(solver.solve(black_box(puzzle), limits));
    }
}

fn lanes(c: &mut Criterion) {
    let limits = Limits::default();
    for backend in Backend::available() {
        let mut group = group(c, &format!("solve/lanes/{}", backend.name()));
        for set in SETS {
            let puzzles = puzzles(set);
            let mut rows = Batch::new(Size::Nine);
            puzzles.iter().for_each(|puzzle| rows.push_puzzle(puzzle));
            let lanes = registry::find("lanes").expect("it is registered").on(backend);
            let solver: Box<dyn Solver<Order3>> = lanes.solver();
            let solve = |mut batch: Batch| {
                let mut engine = Engine::of_solver(&*solver, &limits, Clock::Off);
                batch.clear();
                batch.push_rows(&rows, 0..rows.len());
                engine.take(batch);
                engine.finish();
                engine.next_done().expect("the batch is solved")
            };
            let mut batch = solve(Batch::new(Size::Nine));
            for (row, puzzle) in puzzles.iter().enumerate() {
                let symbols = batch.solution(row).expect("a unique puzzle has a solution");
                let values: Vec<u8> = symbols.iter().map(|digit| digit - b'0').collect();
                assert_eq!(verify::check(puzzle, &values), Ok(()));
            }
            group.bench_function(set, |b| {
                b.iter(|| batch = solve(std::mem::replace(&mut batch, Batch::new(Size::Nine))));
            });
        }
    }
}

/// Benchmarks the way from bytes in memory to bytes in a file, on the puzzles that are solved
/// fastest, so that rendering dominates.
fn render(c: &mut Criterion) {
    let (folder, lines) = (folder(), lines("easy"));
    let path = folder.path().join("results");
    let mut group = group(c, "render");
    for (name, format) in FORMATS {
        let options = SolveOptions::default().with_format(format);
        run(source(&lines), &options, &path);
        check_results(&path, &lines, usize::from(format == Format::Csv));
        group.bench_function(name, |b| {
            b.iter_batched(
                || source(&lines),
                |source| run(source, &options, &path),
                BatchSize::SmallInput,
            );
        });
    }
}

/// Benchmarks the way from file to file, set by set.
fn pipeline(c: &mut Criterion) {
    let folder = folder();
    let (input, path) = (folder.path().join("puzzles"), folder.path().join("results"));
    let mut group = group(c, "pipeline");
    for set in SETS {
        let lines = lines(set);
        fs::write(&input, lines.join("\n")).expect("the puzzles can be written");
        let how = ReadOptions::default().with_map(true);
        let open = || input::open(&input, &how).expect("the puzzles can be read");
        run(open(), &SolveOptions::default(), &path);
        check_results(&path, &lines, 0);
        group.bench_function(set, |b| b.iter(|| run(open(), &SolveOptions::default(), &path)));
    }
}

/// A folder in memory, if possible: a finished file is written through to the disk, which takes longer
/// than rendering.
fn folder() -> TempDir {
    tempfile::tempdir_in("/dev/shm")
        .or_else(|_| tempfile::tempdir())
        .expect("a folder can be created")
}

fn source(lines: &[String]) -> Source {
    input::read_from("memory", Cursor::new(lines.join("\n"))).expect("memory can be read")
}

fn run(source: Source, options: &SolveOptions, path: &Path) {
    let results = Sink::create(path).expect("the results can be created");
    let mut outputs = Outputs::new(results);
    let run = batch::solve_source(source, options, &mut outputs, &()).expect("the run succeeds");
    let tally = run.into_result().expect("memory can be read");
    outputs.results.finish().expect("the results can be written");
    assert_eq!(tally.of(Status::Unique), LINES as u64);
}

/// Checks that every line contains the solution of its puzzle.
fn check_results(path: &Path, lines: &[String], header: usize) {
    let results = fs::read_to_string(path).expect("the results can be read");
    let solver = solver("mrv");
    assert_eq!(results.lines().count(), lines.len() + header);
    for (line, result) in lines.iter().zip(results.lines().skip(header)) {
        let puzzle: Puzzle = line.parse().expect("it is a puzzle");
        let solution = solver.solve(&puzzle, &Limits::default()).solution.expect("it is unique");
        assert!(result.contains(&solution.to_string()), "{line}: {result}");
    }
}

criterion_group!(benches, parse, propagate, solve, lanes, render, pipeline);
criterion_main!(benches);
