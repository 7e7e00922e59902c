//! A panic on one of several threads ends the run and reaches the caller; a run that is stopped can be
//! resumed; chunks that are solved alone give what a run gives.

use std::{
    fs,
    io::{Cursor, Read},
    panic::{self, AssertUnwindSafe},
    path::Path,
    sync::{
        Mutex,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
};
use sudomill_batch::files::{
    Listener, Outputs, RunOptions, SolveOptions,
    resume::{self, Reached},
    solve::{Solving, plan, run_with, solve_chunk},
    solve_source,
};
use sudomill_input::{
    BadLine, Error, ReadOptions, Source, line_ends, read_as, read_from, sample::LINES,
};
use sudomill_output::{
    Columns, Draft, Format, Plan, Row, RowWriter, Sink, Tally, Timing, style_of,
};
use sudomill_puzzle::{
    grid::{Order2, Order4, Puzzle},
    solving::{About, Clock, Limits, Outcome, Status},
};
use sudomill_solvers::{
    Solver,
    engine::Engine,
    registry::{self, Strategy},
};

const PUZZLE: &[u8] = b".4.3.3........2.\n";

/// Far more chunks, of one puzzle each, than may wait for an earlier one.
const PUZZLES: usize = 2000;

const THREADS: usize = 4;

/// Longer than any run takes, even on a busy machine.
const WATCHDOG: Duration = Duration::from_secs(120);

/// Returns the message of a panic that must end the run.
#[track_caller]
fn panic_of(run: impl FnOnce() -> Result<Tally, Error> + Send + 'static) -> &'static str {
    let (done, caught) = mpsc::channel();
    thread::spawn(move || {
        let result = panic::catch_unwind(AssertUnwindSafe(run));
        done.send(result.map(|result| format!("{result:?}"))).unwrap();
    });
    let caught = caught.recv_timeout(WATCHDOG).expect("the run hangs");
    caught.expect_err("the run panics").downcast_ref::<&str>().unwrap()
}

fn options() -> SolveOptions<'static> {
    let strategy = registry::find("mrv").unwrap();
    let run = RunOptions::default().with_threads(THREADS).with_chunk(PUZZLE.len());
    SolveOptions::default().with_strategy(strategy).with_run(run)
}

fn outputs() -> Outputs {
    Outputs::new(Sink::create("/dev/null".as_ref()).unwrap())
}

fn source(lines: Vec<u8>) -> Source {
    read_from("memory", Cursor::new(lines)).unwrap()
}

/// A solver that panics at one of its puzzles.
struct Panicking(AtomicU64);

impl Solver<Order2> for Panicking {
    fn solve(&self, puzzle: &Puzzle<Order2>, limits: &Limits) -> Outcome<Order2> {
        assert!(self.0.fetch_sub(1, Ordering::Relaxed) > 0, "a solver panicked");
        Strategy::default().solver().solve(puzzle, limits)
    }
}

#[test]
fn engine_panic() {
    for puzzles in [0, 1, 70, PUZZLES as u64 - 1] {
        let run = move || {
            let (options, solver) = (options(), Panicking(AtomicU64::new(puzzles)));
            let solving = || {
                assert!(puzzles > 0, "a solver panicked");
                Solving::First(Engine::of_solver(&solver, &options.limits, Clock::Totals))
            };
            let (source, mut outputs) = (source(PUZZLE.repeat(PUZZLES)), outputs());
            let plan = plan(&options, &source)?;
            run_with(source, &options, &mut outputs, &(), &plan, &solving).map(|run| run.tally)
        };
        assert_eq!(panic_of(run), "a solver panicked");
    }
}

/// Panics after a number of chunks, or at a bad line.
struct Nervous(AtomicU64);

impl Nervous {
    fn after(chunks: u64) -> Self {
        Self(AtomicU64::new(chunks))
    }
}

impl Listener for Nervous {
    fn progress(&self, _: u64, _: u64) {
        assert!(self.0.fetch_sub(1, Ordering::Relaxed) > 1, "progress panicked");
    }

    fn bad_line(&self, _: u64, _: &BadLine) {
        panic!("bad_line panicked");
    }
}

#[test]
fn callback_panic() {
    for chunks in [1, 70] {
        let run = move || {
            let listener = Nervous::after(chunks);
            solve_source(source(PUZZLE.repeat(PUZZLES)), &options(), &mut outputs(), &listener)?
                .into_result()
        };
        assert_eq!(panic_of(run), "progress panicked");
    }
    let run = || {
        let lines = [&PUZZLE.repeat(20)[..], b".4.3.3........Z.\n", &PUZZLE.repeat(PUZZLES)];
        solve_source(source(lines.concat()), &options(), &mut outputs(), &Nervous::after(u64::MAX))?
            .into_result()
    };
    assert_eq!(panic_of(run), "bad_line panicked");
}

/// Returns its puzzles, and then panics.
struct Broken(Cursor<Vec<u8>>);

impl Read for Broken {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        match self.0.read(buffer)? {
            0 => panic!("the reader panicked"),
            got => Ok(got),
        }
    }
}

#[test]
fn reader_panic() {
    // More than is read to detect the layout.
    let reader = Broken(Cursor::new(PUZZLE.repeat(2 * LINES)));
    let source = read_from("memory", reader).unwrap();
    let run = || solve_source(source, &options(), &mut outputs(), &())?.into_result();
    assert_eq!(panic_of(run), "the reader panicked");
}

/// Set by the writer after a number of rows.
static STOP: AtomicBool = AtomicBool::new(false);

/// The number of rows until then; 0 for a run that is not stopped.
static ROWS: AtomicUsize = AtomicUsize::new(0);

struct StoppingWriter<'p>(Box<dyn RowWriter + 'p>);

impl RowWriter for StoppingWriter<'_> {
    fn row(&mut self, row: &Row, lines: &mut Draft) {
        self.0.row(row, lines);
        if ROWS.fetch_sub(1, Ordering::Relaxed) == 1 {
            STOP.store(true, Ordering::Relaxed);
        }
    }
}

/// Records every page.
struct Recording(resume::Journal);

impl Listener for Recording {
    fn reached(&self, place: &Reached) {
        assert!(self.0.reached(place).is_none());
    }
}

/// Solves a source, and stops after a number of rows.
fn solve_rows(
    source: Source,
    how: &SolveOptions,
    rows: usize,
    outputs: &mut Outputs,
    listener: &dyn Listener,
) -> Result<Tally, Error> {
    STOP.store(false, Ordering::Relaxed);
    ROWS.store(rows, Ordering::Relaxed);
    let size = source.layout().size;
    let mut stopping = style_of(Format::Csv);
    stopping.new_writer = |plan| Box::new(StoppingWriter((style_of(Format::Csv).new_writer)(plan)));
    let plan = Plan::new(stopping, &how.columns, false, &source, About::default())?;
    let solving = || Solving::new(how, &how.strategy, size, false);
    run_with(source, how, outputs, listener, &plan, &solving).map(|run| run.tally)
}

/// Stops a run after a number of rows, and publishes or resumes it. Returns the results.
fn stopped(input: &Path, output: &Path, how: &SolveOptions, rows: usize, resumes: bool) -> String {
    let recording = Recording(resume::Journal::new(
        resume::JournalEntry::first([].into(), [].into()),
        false,
        Some(Duration::ZERO),
    ));
    let new = || Outputs::new(Sink::create(output).unwrap());
    let (source, mut outputs) =
        (sudomill_input::open(input, &ReadOptions::default()).unwrap(), new());
    let end = solve_rows(source, how, rows, &mut outputs, &recording);
    assert!(end.as_ref().is_err_and(Error::is_interrupted), "{rows} rows: {end:?}");
    let kept = recording.0.kept();
    if resumes {
        drop(outputs);
        let (entry, mut source) = (
            resume::JournalEntry::read(output).unwrap(),
            sudomill_input::open(input, &ReadOptions::default()).unwrap(),
        );
        assert_eq!(entry.as_ref().map(|entry| entry.place.puzzles()), kept);
        outputs = match entry {
            Some(entry) => {
                entry.place.skip_to(&mut source).unwrap();
                entry.outputs(output, None).unwrap()
            }
            None => new(),
        };
        solve_rows(source, how, 0, &mut outputs, &()).unwrap();
    }
    outputs.results.finish().unwrap();
    recording.0.remove(&[output]).unwrap();
    fs::read_to_string(output).unwrap()
}

/// Stops the run at the second puzzle, after many guesses.
struct Endless(AtomicU64, &'static AtomicBool);

impl Solver<Order4> for Endless {
    fn solve(&self, _: &Puzzle<Order4>, _: &Limits) -> Outcome<Order4> {
        let guesses = if self.0.fetch_add(1, Ordering::Relaxed) == 1 { 7_000_000 } else { 7 };
        self.1.store(guesses > 7, Ordering::Relaxed);
        let mut outcome = Outcome::without_solution(Status::GaveUp);
        outcome.counters.guesses = guesses;
        outcome
    }
}

/// Keeps what is told of long searches.
struct Told(Mutex<Vec<(u64, u64)>>);

impl Listener for Told {
    fn stopped(&self, line: u64, guesses: u64) {
        self.0.lock().unwrap().push((line, guesses));
    }
}

#[test]
fn stopped_search_is_named() {
    static STOPPED: AtomicBool = AtomicBool::new(false);
    let limits = Limits::default().with_stop(&STOPPED);
    let (options, solver) = (
        options().with_limits(limits).with_run(RunOptions::default()),
        Endless(AtomicU64::new(0), &STOPPED),
    );
    let solving = || Solving::First(Engine::of_solver(&solver, &options.limits, Clock::Totals));
    let (source, mut outputs) =
        (source(format!("{}\n\n", ".".repeat(256)).repeat(9).into()), outputs());
    let (plan, told) = (plan(&options, &source).unwrap(), Told(Mutex::default()));
    let end = run_with(source, &options, &mut outputs, &told, &plan, &solving);
    assert!(end.as_ref().is_err_and(Error::is_interrupted), "{end:?}");
    assert_eq!(*told.0.lock().unwrap(), [(3, 7_000_000)]);
}

#[test]
fn stop_after_every_row() {
    let sets = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../datasets/");
    let first = |set: &str, lines: usize| {
        let text = fs::read_to_string(format!("{sets}{set}.txt")).unwrap();
        text.lines().take(lines).map(|line| format!("{line}\n")).collect::<String>()
    };
    let folder = tempfile::tempdir().unwrap();
    let [input, output] = ["input", "output"].map(|name| folder.path().join(name));
    fs::write(&input, first("hard", 3) + &first("minimal", 6) + &first("easy", 3)).unwrap();
    let names = ["line", "solution", "difficulty_guesses", "minimal", "redundant"];
    let mut columns = Columns::default();
    columns.names = Some(names.map(str::to_owned).to_vec());
    let limits = Limits::default().with_stop(&STOP);
    let usual =
        SolveOptions::default().with_format(Format::Csv).with_columns(columns).with_limits(limits);
    let mut outputs = Outputs::new(Sink::create(&output).unwrap());
    solve_rows(
        sudomill_input::open(&input, &ReadOptions::default()).unwrap(),
        &usual,
        0,
        &mut outputs,
        &(),
    )
    .unwrap();
    outputs.results.finish().unwrap();
    let expected = fs::read_to_string(&output).unwrap();
    assert_eq!(expected.lines().count(), 13);
    for (threads, chunk) in [(1, 1), (1, 200), (1, 1 << 20), (2, 1), (2, 200)] {
        let run = RunOptions::default().with_threads(threads).with_chunk(chunk);
        let how = usual.clone().with_run(run);
        for rows in 1..=12 {
            let context = format!("{rows} rows, {threads} threads, chunks of {chunk} bytes");
            let alone = stopped(&input, &output, &how, rows, false);
            assert!(expected.starts_with(&alone), "{context}: {alone}");
            assert!(alone.lines().count() <= 12, "{context}: {alone}");
            let resumed = stopped(&input, &output, &how, rows, true);
            assert_eq!(resumed, expected, "{context}");
        }
    }
}

const FORMATS: [Format; 4] = [Format::Solution, Format::Count, Format::Csv, Format::Jsonl];

/// Returns the results and the timing rows of a normal run, the timing rows without times.
fn whole(text: &'static [u8], options: &SolveOptions) -> [String; 2] {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["results", "timing"].map(|name| folder.path().join(name));
    let [results, timing] = paths.each_ref().map(|path| Sink::create(path).unwrap());
    let mut outputs = Outputs::new(results).with_timing(timing);
    let source = read_as("memory", Cursor::new(text), &ReadOptions::default()).unwrap();
    solve_source(source, options, &mut outputs, &()).unwrap().into_result().unwrap();
    outputs.results.finish().unwrap();
    outputs.timing.unwrap().finish().unwrap();
    let [results, timing] = paths.map(|path| fs::read_to_string(path).unwrap());
    [results, without_times(&timing)]
}

fn without_times(timing: &str) -> String {
    timing.lines().map(|row| row.rsplit_once(',').unwrap().0.to_owned() + "\n").collect()
}

/// Returns the same for a run in chunks.
fn in_chunks(text: &'static [u8], options: &SolveOptions, target: usize) -> [String; 2] {
    let mut source = read_as("memory", Cursor::new(text), &ReadOptions::default()).unwrap();
    let (plan, mut newlines) = (plan(options, &source).unwrap(), 0);
    let mut all = [plan.header(), Timing::header(false)];
    while let Some(chunk) = source.next_chunk(target).unwrap() {
        let ends = line_ends(chunk.bytes());
        let (solved, ..) = solve_chunk(chunk, newlines, options, &plan, true).unwrap();
        all.iter_mut().zip(solved).for_each(|(all, bytes)| all.extend(bytes));
        newlines += ends;
    }
    let [results, timing] = all.map(|bytes| String::from_utf8(bytes).unwrap());
    [results, without_times(&timing)]
}

#[test]
fn same_bytes_as_a_run() {
    let hard =
        fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../datasets/hard.txt")).unwrap();
    let inputs: [&'static [u8]; 4] = [
        hard.leak(),
        b"id,puzzle,note\n7,.4.3.3........2.,\"a, \"\"b\"\"\nand c\"\n8,44..............,\n\n9,1,x\n",
        b"1 . . .\n4 . . .\n. . 2 .\n. . . 3\n\n. 4 . 3\n. 3 . .\n. . . .\n. . 2 .\n",
        b"# none\n\nx\n1...4.....2....3\n",
    ];
    for text in inputs {
        for format in FORMATS {
            let options = SolveOptions::default().with_format(format);
            let expected = whole(text, &options);
            for target in [1, 500, 1 << 20] {
                assert_eq!(in_chunks(text, &options, target), expected, "{format} {target}");
            }
        }
    }
}

#[test]
fn bad_lines_have_their_numbers() {
    let text: &'static [u8] = b".4.3.3........2.\nx\n\n11..............\n.4.3.3........2.\n";
    let mut source = source(text.to_vec());
    let options = SolveOptions::default();
    let plan = plan(&options, &source).unwrap();
    let (mut lines, mut valid, mut newlines) = (Vec::new(), 0, 0);
    while let Some(chunk) = source.next_chunk(1).unwrap() {
        let ends = line_ends(chunk.bytes());
        let (_, bad, tally) = solve_chunk(chunk, newlines, &options, &plan, false).unwrap();
        valid += tally.valid();
        lines.extend(bad.into_iter().map(|(line, _)| line));
        newlines += ends;
    }
    assert_eq!((lines, valid), (vec![2, 4], 2));
}
