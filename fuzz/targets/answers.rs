//! Feeds: any bytes as a file of puzzles and, after a zero byte, any bytes as a file of solutions;
//! without a zero byte, the solutions are in the rows of the puzzles.
//! Compares: `verify` on one thread in one chunk with `verify` on several threads, with the files
//! in pieces and the puzzles in chunks of any size: same counts and messages. All lines of the
//! puzzles are counted.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::sync::Mutex;
use sudomill::{
    Error,
    batch::{Listener, RunOptions, verify},
    input::{Answers, ReadOptions, Role, read_as},
    output::{Agreement, Tally},
    solver::Status,
};
use sudomill_fuzz::{Choices, Pieces, assert_counted};

#[derive(Default)]
struct Messages(Mutex<Vec<String>>);

impl Listener for Messages {
    fn wrong_answer(&self, message: &str) -> Result<(), Error> {
        self.0.lock().expect("nobody panics").push(message.to_owned());
        Ok(())
    }
}

fuzz_target!(|data: &[u8]| {
    let Some((mut choices, text)) = Choices::split(data) else { return };
    let piece = choices.below(300) + 1;
    let (threads, chunk) = (choices.below(3) + 1, choices.below(600) + 1);
    let mut parts = text.splitn(2, |&byte| byte == 0);
    let files = [parts.next().unwrap_or_default(), parts.next().unwrap_or_default()];
    let has_answers = text.contains(&0);
    let expected = verdict(files, has_answers, usize::MAX, &RunOptions::default());
    let options = RunOptions::default().with_threads(threads).with_chunk(chunk);
    assert_eq!(verdict(files, has_answers, piece, &options), expected);
    if let (Ok([.., lines]), _) = expected {
        assert_counted(lines, files[0]);
    }
});

/// Returns the counts, or the error, and all messages.
fn verdict(
    [puzzles, answers]: [&[u8]; 2],
    has_answers: bool,
    piece: usize,
    options: &RunOptions,
) -> (Result<[u64; 5], String>, Vec<String>) {
    let messages = Messages::default();
    let run = || {
        let mut puzzles = read_as("puzzles", Pieces::new(puzzles, piece), &ReadOptions::default())?;
        let how = ReadOptions::default().with_role(Role::Solutions);
        let mut answers = match has_answers {
            true => Some(Answers::new(read_as("answers", Pieces::new(answers, piece), &how)?)),
            false => puzzles.find_solutions(None).map(|()| None)?,
        };
        let tally = verify::verify_source(puzzles, answers.as_mut(), options, &messages)?;
        answers.map_or(Ok(()), |mut answers| answers.expect_end())?;
        Ok(tally)
    };
    let counts = |tally: Tally| {
        let [right, wrong, missing] = [Agreement::Right, Agreement::Wrong, Agreement::NotCompared]
            .map(|kind| tally.agreement().of(kind));
        [right, wrong, missing, tally.of(Status::Invalid), tally.lines()]
    };
    let tally = run().map(counts).map_err(|error: Error| error.to_string());
    (tally, messages.0.into_inner().expect("nobody panics"))
}
