//! A run that is stopped in the middle of a page, alone and resumed.

use crate::{
    batch::{
        Listener, Options, Outputs, Reached,
        resume::{Entry, Journal},
        solve::run_with,
        worker::Solving,
    },
    input::Source,
    output::{Columns, Format, Lines, Plan, Row, RowWriter, Sink, Tally},
};
use std::{
    fs,
    path::Path,
    sync::atomic::{AtomicBool, AtomicUsize, Ordering},
    time::Duration,
};
use sudomill_core::{Error, solver::Limits};

/// Set by the writer after a number of rows.
static STOP: AtomicBool = AtomicBool::new(false);

/// The number of rows until then; 0 for a run that is not stopped.
static ROWS: AtomicUsize = AtomicUsize::new(0);

struct StoppingWriter<'p>(Box<dyn RowWriter + 'p>);

impl RowWriter for StoppingWriter<'_> {
    fn row(&mut self, row: Row, lines: &mut Lines) {
        self.0.row(row, lines);
        if ROWS.fetch_sub(1, Ordering::Relaxed) == 1 {
            STOP.store(true, Ordering::Relaxed);
        }
    }
}

/// Records every page.
struct Recording(Journal);

impl Listener for Recording {
    fn reached(&self, place: &Reached) {
        assert!(self.0.reached(place).is_none());
    }
}

/// Solves a source, and stops after a number of rows.
fn solve(
    source: Source,
    how: &Options,
    rows: usize,
    outputs: &mut Outputs,
    listener: &dyn Listener,
) -> Result<Tally, Error> {
    STOP.store(false, Ordering::Relaxed);
    ROWS.store(rows, Ordering::Relaxed);
    let (size, plan) =
        (source.layout().size, Plan::new(Format::Csv, &how.columns, false, &source, &[])?);
    let plan = Plan {
        new_writer: |plan, file| Box::new(StoppingWriter(Format::Csv.writer()(plan, file))),
        ..plan
    };
    let solving = || Solving::new(how, size, false);
    run_with(source, how, outputs, listener, &plan, &solving).map(|run| run.tally)
}

/// Stops a run after a number of rows, and publishes or resumes it. Returns the results.
fn stopped(input: &Path, output: &Path, how: &Options, rows: usize, resumes: bool) -> String {
    let recording =
        Recording(Journal::new(Entry::first([].into(), [].into()), false, Some(Duration::ZERO)));
    let new = || Outputs { results: Sink::create(output).unwrap(), timing: None };
    let (source, mut outputs) = (crate::open(input).unwrap(), new());
    let end = solve(source, how, rows, &mut outputs, &recording);
    assert!(matches!(end, Err(Error::Interrupted)), "{rows} rows: {end:?}");
    let kept = recording.0.kept();
    if resumes {
        drop(outputs);
        let (entry, mut source) = (Entry::read(output).unwrap(), crate::open(input).unwrap());
        assert_eq!(entry.as_ref().map(|entry| entry.place.puzzles()), kept);
        outputs = match entry {
            Some(entry) => {
                source.skip_to(entry.place.position).unwrap();
                entry.outputs(output, None).unwrap()
            }
            None => new(),
        };
        solve(source, how, 0, &mut outputs, &()).unwrap();
    }
    outputs.results.finish().unwrap();
    recording.0.remove(&[output]).unwrap();
    fs::read_to_string(output).unwrap()
}

#[test]
fn stop_after_every_row() {
    let sets = concat!(env!("CARGO_MANIFEST_DIR"), "/../../datasets/");
    let first = |set: &str, lines: usize| {
        let text = fs::read_to_string(format!("{sets}{set}.txt")).unwrap();
        text.lines().take(lines).map(|line| format!("{line}\n")).collect::<String>()
    };
    let folder = tempfile::tempdir().unwrap();
    let [input, output] = ["input", "output"].map(|name| folder.path().join(name));
    fs::write(&input, first("hard", 3) + &first("minimal", 6) + &first("easy", 3)).unwrap();
    let names = ["line", "solution", "difficulty_guesses", "minimal", "redundant"];
    let columns = Columns { names: Some(names.map(str::to_owned).to_vec()), ..Columns::default() };
    let limits = Limits::default().with_stop(&STOP);
    let usual = Options { format: Format::Csv, columns, limits, ..Options::default() };
    let mut outputs = Outputs { results: Sink::create(&output).unwrap(), timing: None };
    solve(crate::open(&input).unwrap(), &usual, 0, &mut outputs, &()).unwrap();
    outputs.results.finish().unwrap();
    let expected = fs::read_to_string(&output).unwrap();
    assert_eq!(expected.lines().count(), 13);
    for (threads, chunk) in [(1, 1), (1, 200), (1, 1 << 20), (2, 1), (2, 200)] {
        let how = Options { threads, chunk, ..usual.clone() };
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
