//! A panic on one of several threads ends the run, and reaches the caller.

use super::{
    worker::{Buffers, Solved},
    *,
};
use crate::{
    grid::Order2,
    input::{Chunk, read_from},
};
use std::{
    io::{Cursor, Read},
    panic::{self, AssertUnwindSafe},
    sync::{atomic::AtomicU64, mpsc},
    thread,
    time::Duration,
};

const PUZZLE: &[u8] = b".4.3.3........2.\n";

/// Far more chunks of a puzzle each than may wait for an older one.
const PUZZLES: usize = 2000;

const THREADS: usize = 4;

/// What no run takes, even on a busy machine.
const WATCHDOG: Duration = Duration::from_secs(120);

/// The message of a panic that must come out of a run.
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
    Tally,
}

/// A worker that panics at one step.
struct Panicking<'a> {
    worker: Scalar<'a, Order2>,
    at: Step,
    chunk: u64,
}

impl Panicking<'_> {
    fn comes_to(&self, step: Step) {
        assert!(self.at != step, "a worker panicked");
    }
}

impl Worker for Panicking<'_> {
    fn take(&mut self, chunk: Chunk, newlines: u64, buffers: Buffers) -> Option<()> {
        self.chunk = chunk.index;
        self.comes_to(Step::Take(chunk.index));
        self.worker.take(chunk, newlines, buffers)
    }

    fn finish(&mut self) -> Option<()> {
        self.comes_to(Step::Finish);
        self.worker.finish()
    }

    fn next_done(&mut self) -> Option<Solved> {
        self.comes_to(Step::NextDone(self.chunk));
        self.worker.next_done()
    }

    fn unfinished(&self) -> usize {
        self.worker.unfinished()
    }

    fn tally(self) -> Tally {
        self.comes_to(Step::Tally);
        self.worker.tally()
    }
}

#[test]
fn a_worker_that_panics_ends_the_run_on_every_thread() {
    let last = PUZZLES as u64 - 1;
    for at in [
        Step::New,
        Step::Take(0),
        Step::Take(70),
        Step::Take(last),
        Step::NextDone(5),
        Step::Finish,
        Step::Tally,
    ] {
        let run = move || {
            let (options, solver) = (options(), registry::find("mrv").unwrap().solver::<Order2>());
            let worker = || {
                let worker = Scalar::new(&*solver, &options, false);
                let worker = Panicking { worker, at, chunk: u64::MAX };
                worker.comes_to(Step::New);
                worker
            };
            run_with(source(PUZZLE.repeat(PUZZLES)), &options, &mut outputs(), &(), worker)
        };
        assert_eq!(panic_of(run), "a worker panicked");
    }
}

/// Panics when so many chunks have been written, or at a bad line.
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
fn a_listener_that_panics_ends_the_run_on_every_thread() {
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

/// Gives puzzles, and then panics.
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
fn a_reader_that_panics_ends_the_run_on_every_thread() {
    let run = || {
        // More than is read to tell the layout.
        let reader = Broken(Cursor::new(PUZZLE.repeat(100_000)));
        run(read_from("memory", reader).unwrap(), &options(), &mut outputs(), &())
    };
    assert_eq!(panic_of(run), "the reader panicked");
}
