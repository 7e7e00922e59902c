//! The files of a check, one after the other.

use super::VerifyArgs;
use crate::cli::{
    commands::solve::chunk_size,
    exit::Exit,
    inputs::{Inputs, Without},
    interrupt,
    message::{and_more, count, files_of, number, say, visible},
    progress::Progress,
};
use anyhow::bail;
use std::{
    io::Write,
    mem,
    path::{Path, PathBuf},
    sync::atomic::{AtomicUsize, Ordering},
};
use sudomill::{
    Error,
    batch::verify::{self, Listener, MAX_REPORTED, Options, Tally},
    input::{self, Answers, Open, Role, Source},
    output::Stdout,
};

/// A check while it goes from file to file.
pub struct Checking<'a> {
    args: &'a VerifyArgs,
    puzzles: Inputs,
    /// `None` if they are beside the puzzles.
    answers: Option<Answers>,
    /// The number of files of puzzles.
    files: u64,
    without: Without,
    /// The bytes of all files of puzzles.
    size: Option<u64>,
    messages: Messages,
    tally: Tally,
}

/// What is said while the check goes on.
#[derive(Default)]
struct Messages {
    progress: Option<Progress>,
    /// The number of wrong answers that were to be printed.
    reported: AtomicUsize,
    /// The bytes of the puzzle files that are done.
    before: u64,
}

impl<'a> Checking<'a> {
    pub fn new(args: &'a VerifyArgs, puzzles: Inputs) -> Self {
        let files = puzzles.list.len() as u64 + puzzles.failed;
        let (messages, tally) = (Messages::default(), Tally::default());
        let (without, size) = (Without::default(), puzzles.size());
        Self { args, puzzles, answers: None, files, without, size, messages, tally }
    }

    /// Checks all files. Without solutions these are a column of each file.
    pub fn run(mut self, solutions: Option<&Inputs>) -> anyhow::Result<Exit> {
        let how = self.args.open();
        for input in mem::take(&mut self.puzzles.list) {
            let messages = &self.messages;
            let say = |line| messages.pause(|| say(line));
            let failure = match input.path() {
                Some(path) if !self.without.leaves_out(&input, &how, say) => {
                    self.file(path, solutions)?
                }
                _ => None,
            };
            self.messages.before += input.size().unwrap_or(0);
            match failure {
                None => {}
                Some(error) if self.puzzles.are_several && solutions.is_none() => {
                    let Self { messages, puzzles, .. } = &mut self;
                    messages.pause(|| puzzles.report(&error.into()));
                }
                Some(error) => return Err(error.into()),
            }
        }
        self.answers.as_mut().map_or(Ok(()), Answers::expect_end)?;
        self.end()
    }

    /// Checks a file. Returns why it cannot be read or holds no puzzle. An error ends the
    /// whole run.
    fn file(&mut self, path: &Path, solutions: Option<&Inputs>) -> Result<Option<Error>, Error> {
        let mut source = match input::open(path, &self.args.open()) {
            Ok(source) => source,
            Err(error) => return Ok(Some(error)),
        };
        match solutions {
            Some(solutions) if self.answers.is_none() => {
                self.answers = Some(self.args.answers(solutions)?);
            }
            Some(_) => {}
            None => {
                if let Err(error) = source.find_solutions(self.args.solution_column.as_ref()) {
                    return Ok(Some(error));
                }
            }
        }
        if self.messages.progress.is_none() {
            let several = self.puzzles.are_several;
            let size = if several { self.size } else { source.size() };
            self.messages.progress = Some(Progress::over_bytes(size, &self.args.progress));
        }
        self.check(source)
    }

    fn check(&mut self, source: Source) -> Result<Option<Error>, Error> {
        let name = source.name().to_owned();
        let threads = self.args.threads.count().map_err(|e| Error::Threads(e.to_string()))?;
        let chunk = chunk_size(&source, threads);
        let options = Options { threads, chunk, stop: Some(&interrupt::STOP) };
        let mut answers = self.answers.take();
        let checked = verify::run_part(source, answers.as_mut(), &options, &self.messages);
        self.answers = answers;
        let tally = match checked {
            Ok(tally) => tally,
            Err(error @ Error::Io { .. }) if is_of(&error, &name) => return Ok(Some(error)),
            Err(error) => return Err(error),
        };
        self.tally.merge(&tally);
        if self.puzzles.are_several && tally.puzzles() == 0 {
            let line = match tally.lines {
                0 => format!("{name}: the file is empty"),
                lines => format!("{name}: no puzzle in {}", count(lines, "line")),
            };
            let messages = &self.messages;
            self.without.add(line, |line| messages.pause(|| say(line)));
            return Ok(None);
        }
        let is_empty = tally.lines > 0 && tally.puzzles() == tally.invalid;
        Ok(is_empty.then_some(Error::NoPuzzles { path: name, lines: tally.lines }))
    }

    fn end(&self) -> anyhow::Result<Exit> {
        self.messages.progress.iter().for_each(Progress::clear);
        self.without.say_rest();
        let Self { tally, puzzles, .. } = self;
        let without = self.without.count;
        if puzzles.failed == 0 && without > 0 && tally.puzzles() == 0 {
            bail!("found no puzzle in {}; expected at least one", count(self.files, "file"));
        }
        if let Some(more) = and_more(tally.wrong, MAX_REPORTED as u64, None) {
            write(&more)?;
        }
        if !self.args.progress.quiet {
            print_summary(
                tally,
                puzzles.are_several.then_some([self.files, puzzles.failed, without]),
            );
        }
        Ok(match puzzles.failed {
            0 => Exit::success_if(tally.right == tally.puzzles()),
            _ => Exit::Failure,
        })
    }
}

/// Whether an error is about that file.
fn is_of(error: &Error, name: &str) -> bool {
    matches!(error, Error::Io { path, .. } if path == name)
}

impl VerifyArgs {
    fn open(&self) -> Open {
        Open { symbols: self.alphabet.symbols, ..self.table.open(!self.no_mmap) }
    }

    /// The answers in all files of solutions.
    fn answers(&self, solutions: &Inputs) -> Result<Answers, Error> {
        let column = self.solution_column.clone();
        let how = Open {
            column,
            role: Role::Solutions,
            map: !self.no_mmap,
            encoding: self.table.encoding,
            symbols: self.alphabet.symbols,
            ..Open::default()
        };
        let paths: Vec<PathBuf> = solutions.paths().map(Path::to_owned).collect();
        let mut sources = paths.into_iter().map(move |path| input::open(&path, &how));
        let first = sources.next().expect("files of solutions are named")?;
        Ok(Answers::of_all(first, sources))
    }
}

impl Messages {
    /// Does what writes to standard error without the bar.
    fn pause(&self, write: impl FnOnce()) {
        match &self.progress {
            Some(progress) => progress.pause(write),
            None => write(),
        }
    }
}

impl Listener for Messages {
    fn progress(&self, bytes_done: u64, puzzles: u64) {
        if let Some(progress) = &self.progress {
            progress.at(self.before + bytes_done, puzzles);
        }
    }

    fn wrong(&self, message: &str) -> Result<(), Error> {
        match self.reported.fetch_add(1, Ordering::Relaxed) {
            0..MAX_REPORTED => write(message),
            _ => Ok(()),
        }
    }
}

/// Writes a line to standard output.
fn write(line: &str) -> Result<(), Error> {
    writeln!(Stdout, "{}", visible(line)).map_err(|cause| {
        let (path, action) = ("<stdout>".to_owned(), "cannot write");
        Error::Io { path, action, cause }
    })
}

/// Writes the summary to standard error.
fn print_summary(tally: &Tally, files: Option<[u64; 3]>) {
    let files = files_of(files);
    let puzzles = count(tally.puzzles(), "puzzle");
    let [right, wrong, not_given] = [tally.right, tally.wrong, tally.not_given].map(number);
    let rest = if tally.not_given > 0 { format!(", {not_given} not given") } else { String::new() };
    say(format_args!("{files}{puzzles}: {right} right, {wrong} wrong{rest}"));
}
