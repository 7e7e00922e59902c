//! Checks of answers are the same whatever the threads and the chunks.

use std::{
    io::Write,
    path::Path,
    sync::{Mutex, atomic::AtomicBool},
};
use sudomill_batch::files::{CHUNK, Listener, MAX_REPORTED, RunOptions, answers::Answers, verify};
use sudomill_input::{Column, Error, ReadOptions, Role, open};
use sudomill_output::{Agreement, lock};
use sudomill_puzzle::{
    RunError,
    grid::{Alphabet, Order2, Puzzle},
    solving::{Limits, Status},
};
use sudomill_solvers::registry;

const PUZZLE: &str = "1...4.....2....3";
const WRONG: &str = "1234432123142143";

/// Records the callbacks.
#[derive(Default)]
struct Heard(Mutex<(Vec<String>, u64)>);

impl Listener for Heard {
    fn progress(&self, _: u64, puzzles: u64) {
        lock(&self.0).1 += puzzles;
    }

    fn wrong_answer(&self, message: &str) -> Result<(), Error> {
        lock(&self.0).0.push(message.to_owned());
        Ok(())
    }
}

/// The counts of a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counted {
    right: u64,
    /// Including those to bad puzzles.
    wrong: u64,
    not_given: u64,
    invalid: u64,
    lines: u64,
}

fn file(text: &str) -> tempfile::NamedTempFile {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(text.as_bytes()).unwrap();
    file
}

/// Returns the counts and the messages, or the error, with the file names replaced.
fn check(
    puzzles: &Path,
    answers: Option<&Path>,
    options: &RunOptions,
) -> Result<(Counted, Vec<String>), String> {
    let names = [Some(puzzles), answers].map(|path| path.map(|path| path.display().to_string()));
    let anonymous = |text: String| match &names {
        [Some(puzzles), Some(answers)] => text.replace(puzzles, "p").replace(answers, "a"),
        [Some(puzzles), None] => text.replace(puzzles, "p"),
        _ => text,
    };
    let mut source = open(puzzles, &ReadOptions::default().with_map(true)).unwrap();
    let mut given = answers.map(|path| {
        let how = ReadOptions::default().with_map(true).with_role(Role::Solutions);
        Answers::new(open(path, &how).unwrap())
    });
    if given.is_none() {
        source.find_solutions(None::<&Column>).unwrap();
    }
    let heard = Heard::default();
    let tally = verify::verify_source(source, given.as_mut(), options, &heard)
        .and_then(|tally| given.map_or(Ok(()), |mut it| it.expect_end()).map(|()| tally))
        .map_err(|error| anonymous(error.to_string()))?;
    let (messages, puzzles) = heard.0.into_inner().unwrap();
    assert_eq!(puzzles, tally.puzzles());
    let counted = Counted {
        right: tally.compared.of(Agreement::Right),
        wrong: tally.compared.of(Agreement::Wrong),
        not_given: tally.agreement().of(Agreement::NotCompared),
        invalid: tally.of(Status::Invalid),
        lines: tally.lines(),
    };
    Ok((counted, messages.into_iter().map(anonymous).collect()))
}

fn by_every_cut(puzzles: &str, answers: Option<&str>) -> Result<(Counted, Vec<String>), String> {
    let (puzzles, answers) = (file(puzzles), answers.map(file));
    let answers = answers.as_ref().map(|file| file.path());
    let all: Vec<_> = [1, 2, 7]
        .into_iter()
        .flat_map(|threads| [1, 50, 1000, CHUNK].map(|chunk| (threads, chunk)))
        .map(|(threads, chunk)| {
            check(
                puzzles.path(),
                answers,
                &RunOptions::default().with_threads(threads).with_chunk(chunk),
            )
        })
        .collect();
    all.iter().for_each(|one| assert_eq!(*one, all[0]));
    all[0].clone()
}

fn solved() -> String {
    let puzzle: Puzzle<Order2> = PUZZLE.parse().unwrap();
    let outcome = registry::find("mrv").unwrap().solver().solve(&puzzle, &Limits::default());
    outcome.solution.unwrap().text(Alphabet::FromOne)
}

/// The answers before those that cannot be read are checked.
#[test]
fn wrong_answers_before_an_error_are_told() {
    let answers = [format!("{WRONG}\n"), format!("{}\n", solved()), format!("{WRONG}\n")];
    let mut bytes: Vec<u8> = vec![0xFF, 0xFE];
    bytes.extend(answers.concat().encode_utf16().flat_map(u16::to_le_bytes));
    bytes.extend([0x00, 0xDC, b'1', 0]);
    let mut answers = tempfile::NamedTempFile::new().unwrap();
    answers.write_all(&bytes).unwrap();
    let puzzles = file(&format!("{PUZZLE}\n").repeat(300));
    for (threads, chunk) in [(1, CHUNK), (1, 1), (2, 20), (7, 100)] {
        let heard = Heard::default();
        let how = ReadOptions::default().with_role(Role::Solutions);
        let mut answers = Answers::new(open(answers.path(), &how).unwrap());
        let puzzles = open(puzzles.path(), &ReadOptions::default()).unwrap();
        let options = RunOptions::default().with_threads(threads).with_chunk(chunk);
        let error = verify::verify_source(puzzles, Some(&mut answers), &options, &heard);
        let error = error.unwrap_err().to_string();
        assert!(error.contains(":4:1: found bytes that are not UTF-16"), "{error}");
        let lines = lock(&heard.0).0.clone();
        assert_eq!(lines.len(), 2, "{lines:?}");
    }
}

#[test]
fn same_for_any_threads_and_chunks() {
    let solved = solved();
    let (mut puzzles, mut answers, mut own) =
        (String::new(), String::new(), String::from("puzzle,solution\n"));
    let mut expected = Counted::default();
    for row in 0..400 {
        let (puzzle, answer) = match row % 7 {
            3 => (PUZZLE, WRONG),
            5 => ("1...1...........", solved.as_str()),
            6 => ("Z", ""),
            _ => (PUZZLE, solved.as_str()),
        };
        if row % 11 == 0 {
            puzzles += "\n# comment\n";
            own += "\n\n";
            expected.lines += 2;
        }
        puzzles += &format!("{puzzle}\n");
        answers += &format!("{answer}\n");
        own += &format!("{puzzle},{answer}\n");
        match row % 7 {
            3 => expected.wrong += 1,
            5 | 6 => {
                (expected.wrong, expected.invalid) = (expected.wrong + 1, expected.invalid + 1)
            }
            _ => expected.right += 1,
        }
        expected.lines += 1;
    }
    let (tally, messages) = by_every_cut(&puzzles, Some(&answers)).unwrap();
    assert_eq!(tally, expected);
    assert_eq!(messages.len(), MAX_REPORTED);
    assert_eq!(messages[0], "a:4: r3c3 is 1, but the clue there is 2");
    assert_eq!(messages[1], "p:8:5: digit 1 twice in column 1 (r1c1 and r2c1)");
    let (tally, messages) = by_every_cut(&own, None).unwrap();
    assert_eq!(tally, Counted { lines: expected.lines + 1, ..expected });
    assert_eq!(messages[1], "p:9:5: digit 1 twice in column 1 (r1c1 and r2c1)");
}

#[test]
fn too_few_or_many_answers() {
    let (solved, puzzles) = (solved(), format!("{PUZZLE}\n").repeat(300));
    let answers = |count| format!("{solved}\n").repeat(count);
    assert_eq!(
        by_every_cut(&puzzles, Some(&answers(299))).unwrap_err(),
        "a:300: found the end of the file; expected a line for each further puzzle"
    );
    assert_eq!(
        by_every_cut(&puzzles, Some(&answers(301))).unwrap_err(),
        "a:301: found a line; expected the end: there are no more puzzles"
    );
    let csv = format!("id,solution\n{}", format!("7,{solved}\n").repeat(300));
    assert_eq!(by_every_cut(&puzzles, Some(&csv)).unwrap().0.right, 300);
}

#[test]
fn stops_on_request() {
    let (stop, puzzles) = (AtomicBool::new(true), file(&format!("{PUZZLE}\n").repeat(300)));
    let options = RunOptions::default().with_threads(2).with_chunk(1).with_stop(&stop);
    assert_eq!(check(puzzles.path(), Some(puzzles.path()), &options).unwrap_err(), "interrupted");
}

/// Returns an error at the third message.
struct Broken(Heard);

impl Listener for Broken {
    fn wrong_answer(&self, message: &str) -> Result<(), Error> {
        self.0.wrong_answer(message)?;
        match lock(&self.0.0).0.len() {
            3 => Err(RunError::Interrupted.into()),
            _ => Ok(()),
        }
    }
}

#[test]
fn callback_ends_the_run() {
    let puzzles = file(&format!("{PUZZLE}\n").repeat(3000));
    let mut answers = Answers::new(open(puzzles.path(), &ReadOptions::default()).unwrap());
    let source = open(puzzles.path(), &ReadOptions::default()).unwrap();
    let broken = Broken(Heard::default());
    let options = RunOptions::default().with_threads(4).with_chunk(1);
    let ended = verify::verify_source(source, Some(&mut answers), &options, &broken);
    assert!(ended.unwrap_err().is_interrupted());
    assert_eq!(lock(&broken.0.0).0.len(), 3);
}
