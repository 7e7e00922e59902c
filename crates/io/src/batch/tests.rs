//! A panic on one of several threads ends the run and reaches the caller.

mod stop;

use super::{solve::run_with, worker::Solving, *};
use crate::input::read_from;
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
use sudomill_core::{
    engine::Engine,
    grid::{Order2, Puzzle},
    solver::{Clock, Outcome, Solver, registry},
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
            let plan = options.plan(&source)?;
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
