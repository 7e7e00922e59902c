//! A panic on one of several threads ends the run and reaches the caller.

use super::*;
use crate::{
    engine::Engine,
    grid::Order2,
    input::read_from,
    solver::{lanes::Occupancy, registry},
};
use std::{
    io::{Cursor, Read},
    panic::{self, AssertUnwindSafe},
    sync::{
        atomic::{AtomicU64, Ordering},
        mpsc,
    },
    thread,
    time::Duration,
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

fn options() -> Options<'static> {
    let strategy = registry::find("mrv").unwrap();
    Options { strategy, threads: THREADS, chunk: PUZZLE.len(), ..Options::default() }
}

fn outputs() -> Outputs {
    Outputs { results: Sink::create("/dev/null".as_ref()).unwrap(), timing: None }
}

fn source(lines: Vec<u8>) -> Source {
    read_from("memory", Cursor::new(lines)).unwrap()
}

#[derive(Clone, Copy, PartialEq)]
enum Step {
    New,
    Take(u64),
    Finish,
    NextDone(u64),
    Occupancy,
}

/// An engine that panics at a given step.
struct Panicking<'a> {
    engine: Box<dyn Engine<Page> + 'a>,
    at: Step,
    /// The number of the chunk taken last.
    chunk: u64,
}

impl Panicking<'_> {
    fn comes_to(&self, step: Step) {
        assert!(self.at != step, "an engine panicked");
    }
}

impl Engine<Page> for Panicking<'_> {
    fn take(&mut self, page: Page) {
        self.chunk = page.index();
        self.comes_to(Step::Take(self.chunk));
        self.engine.take(page);
    }

    fn finish(&mut self) {
        self.comes_to(Step::Finish);
        self.engine.finish();
    }

    fn next_done(&mut self) -> Option<Page> {
        self.comes_to(Step::NextDone(self.chunk));
        self.engine.next_done()
    }

    fn unfinished(&self) -> usize {
        self.engine.unfinished()
    }

    fn times(&mut self, each: &mut dyn FnMut(u64, u64)) {
        self.engine.times(each);
    }

    fn occupancy(&self) -> Occupancy {
        self.comes_to(Step::Occupancy);
        self.engine.occupancy()
    }
}

#[test]
fn engine_panic() {
    let last = PUZZLES as u64 - 1;
    for at in [
        Step::New,
        Step::Take(0),
        Step::Take(70),
        Step::Take(last),
        Step::NextDone(5),
        Step::Finish,
        Step::Occupancy,
    ] {
        let run = move || {
            let (options, solver) = (options(), registry::find("mrv").unwrap().solver::<Order2>());
            let engine = || -> Solving<'_, Order2> {
                let engine = engine::new::<Order2, Page>(&*solver, &options.limits, clock(false));
                let engine = Panicking { engine, at, chunk: u64::MAX };
                engine.comes_to(Step::New);
                Solving::First(Box::new(engine))
            };
            let (source, mut outputs) = (source(PUZZLE.repeat(PUZZLES)), outputs());
            let plan = plan(&options, &source, &[])?;
            run_with::<Order2>(source, &options, &mut outputs, &(), &plan, &engine)
                .map(|run| run.tally)
        };
        assert_eq!(panic_of(run), "an engine panicked");
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
            run(source(PUZZLE.repeat(PUZZLES)), &options(), &mut outputs(), &listener)
        };
        assert_eq!(panic_of(run), "progress panicked");
    }
    let run = || {
        let lines = [&PUZZLE.repeat(20)[..], b".4.3.3........Z.\n", &PUZZLE.repeat(PUZZLES)];
        run(source(lines.concat()), &options(), &mut outputs(), &Nervous::after(u64::MAX))
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
    let run = || {
        // More than is read to detect the layout.
        let reader = Broken(Cursor::new(PUZZLE.repeat(100_000)));
        run(read_from("memory", reader).unwrap(), &options(), &mut outputs(), &())
    };
    assert_eq!(panic_of(run), "the reader panicked");
}
