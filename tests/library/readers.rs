//! Readers that fail: after any number of reads, all whole lines before the failure are solved.

use super::common::run;
use std::io::{self, Cursor, Read};
use sudomill::{
    batch::{RunOptions, RunResult, SolveOptions},
    input,
    output::Format,
};

/// Reads a few bytes at a time, is interrupted before each read, and fails at one of them.
struct Faulty {
    text: Cursor<Vec<u8>>,
    step: usize,
    reads: usize,
    fails_at: usize,
    is_interrupted: bool,
}

impl Read for Faulty {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.is_interrupted = !self.is_interrupted;
        if self.is_interrupted {
            return Err(io::ErrorKind::Interrupted.into());
        }
        self.reads += 1;
        if self.reads == self.fails_at {
            return Err(io::Error::other("the disk is broken"));
        }
        let step = self.step.min(buffer.len());
        self.text.read(&mut buffer[..step])
    }
}

const LINES: &[&str] =
    &["# two", "1...4.....2....3", "", "bad", ".4.3.3........2.", "1..1............", "x"];

/// Returns the results of a text read this way, and the reason why it was not read to its end.
/// Returns an error if even its first bytes cannot be read.
fn solve(text: &str, step: usize, fails_at: usize) -> Result<(String, Option<String>), String> {
    let text = Cursor::new(text.as_bytes().to_vec());
    let reader = Faulty { text, step, reads: 0, fails_at, is_interrupted: false };
    let source = input::read_from("faulty", reader).map_err(|e| e.to_string())?;
    let threads = RunOptions::default().with_threads(2);
    let options = SolveOptions::default().with_format(Format::Csv).with_run(threads);
    let (RunResult { failure, .. }, results) = run(source, &options).unwrap();
    Ok((results, failure.map(|error| error.to_string())))
}

#[test]
fn failing_reads() {
    let text = LINES.repeat(40).join("\n") + "\n";
    let (whole, _) = solve(&text, usize::MAX, usize::MAX).unwrap();
    for step in [1, 7, 16, 100, 1000] {
        assert_eq!(solve(&text, step, usize::MAX), Ok((whole.clone(), None)), "{step}");
        let reads = text.len().div_ceil(step);
        let mut longest = 0;
        for fails_at in (1..=reads).step_by(reads.div_ceil(60)) {
            let why = "faulty: cannot read: the disk is broken".to_owned();
            match solve(&text, step, fails_at) {
                Err(error) => assert_eq!(error, why, "{step}, {fails_at}"),
                Ok((results, failure)) => {
                    assert_eq!(failure, Some(why), "{step}, {fails_at}");
                    assert!(whole.starts_with(&results), "{step}, {fails_at}");
                    assert!(results.len() >= longest, "{step}, {fails_at}");
                    longest = results.len();
                }
            }
        }
    }
}
