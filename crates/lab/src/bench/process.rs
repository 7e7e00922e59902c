//! Whole processes: command lines that solve a file. They run through the shell, are timed from
//! outside, and have their answers checked.

use super::{
    Command, CommandRecord, INPUT, Options,
    failure::Failure,
    numbers::{count, number},
    set::Sample,
    subject::{Examined, values},
};
use std::{
    fs::{self, File},
    path::Path,
    process::{self, Stdio},
    sync::{Arc, OnceLock},
    thread,
    time::Duration,
};
use sudomill_batch::files::answers::{Answers, Slice};
use sudomill_input::{self, Answer, Error, Layout, ReadOptions, Role, error::io_error};
use sudomill_puzzle::{
    RunError,
    grid::{Alphabet, Size},
    solving::Status,
};
use sudomill_solvers::{
    clock::Instant,
    threads::{bounded, check_stop},
};

/// The interval at which a wait checks if the run was stopped.
const MOMENT: Duration = Duration::from_millis(50);

/// A command line that solves a file.
pub(super) struct Process {
    name: String,
    line: String,
    /// The largest exit code that still counts as success.
    largest_code: i32,
}

impl Process {
    pub fn of_command(Command { name, line }: &Command) -> Self {
        Self { name: name.clone(), line: line.clone(), largest_code: 0 }
    }

    /// Creates a command line that runs a strategy in this program, with the limits of the run.
    pub fn of_strategy(name: &str, options: &Options, program: &Path) -> Self {
        let limits = &options.limits;
        let tuning = options.tuning;
        let line = format!(
            "{} solve {INPUT} --quiet --strategy {name} --backend {} --threads {} --limit {} \
             --max-guesses {} --max-passes {} --max-fillings {}",
            quoted(&program.display().to_string()),
            options.backend.name(),
            bounded(options.threads),
            limits.solutions.get(),
            limits.max_guesses,
            tuning.max_passes,
            tuning.max_fillings,
        );
        // Exit code 1: some puzzles may have no solution, or several.
        Self { name: name.to_owned(), line, largest_code: 1 }
    }

    /// Runs the command on a file; its output goes to files in the folder. Returns the time from
    /// start to exit.
    pub fn run(&self, folder: &Path, input: &Path, options: &Options) -> Result<Duration, Error> {
        let failed = |reason| Failure::Command { name: self.name.clone(), reason };
        let mut shell = shell(&self.line.replace(INPUT, &quoted(&input.display().to_string())));
        let file = |name| File::create(folder.join(name)).map(Stdio::from);
        let stdout = file(STDOUT);
        let stderr = file(STDERR);
        let streams = stdout.and_then(|stdout| Ok((stdout, stderr?)));
        let (stdout, stderr) = streams.map_err(io_error("<temporary folder>", "cannot write"))?;
        shell.stdin(Stdio::null()).stdout(stdout).stderr(stderr);
        let begun = Instant::now();
        let mut child =
            shell.spawn().map_err(|e| failed(format!("cannot start the shell: {e}")))?;
        let id = child.id();
        let this = thread::current();
        let ended = Arc::new(OnceLock::new());
        let end = ended.clone();
        thread::spawn(move || {
            _ = end.set((child.wait(), begun.elapsed()));
            this.unpark();
        });
        let (status, elapsed) = loop {
            match ended.get() {
                Some(result) => break result,
                None if !options.limits.is_stopped() => thread::park_timeout(MOMENT),
                None => {
                    kill(id);
                    return Err(RunError::Interrupted.into());
                }
            }
        };
        let status = status.as_ref().map_err(|e| failed(e.to_string()))?;
        if status.code().is_some_and(|code| (0..=self.largest_code).contains(&code)) {
            return Ok(*elapsed);
        }
        // Ctrl-C also ends the command, perhaps before this program notices it.
        thread::sleep(MOMENT);
        check_stop(options.limits.stop)?;
        let said = fs::read(folder.join(STDERR)).unwrap_or_default();
        let said = String::from_utf8_lossy(&said);
        let last = said.lines().rfind(|line| !line.trim().is_empty());
        let last = last.map(|line| format!(": {}", line.trim())).unwrap_or_default();
        Err(failed(format!("{status}{last}")).into())
    }

    /// Returns a record of the command and its answers in the last run. `known` holds the answers
    /// of a strategy to the same sample.
    pub fn record(&self, folder: &Path, sample: &Sample, known: &[Examined]) -> CommandRecord {
        let record = check(&folder.join(STDOUT), sample, known)
            .unwrap_or_else(|why| CommandRecord { message: Some(why), ..CommandRecord::default() });
        CommandRecord { line: self.line.clone(), ..record }
    }
}

const STDOUT: &str = "stdout";
const STDERR: &str = "stderr";

/// Checks the answers in an output file. Returns the reason if they cannot be checked.
fn check(output: &Path, sample: &Sample, known: &[Examined]) -> Result<CommandRecord, String> {
    let how = ReadOptions::default().with_role(Role::Solutions);
    let source = sudomill_input::open(output, &how);
    // One more than expected, to detect surplus answers.
    let mut slices = Vec::new();
    let took = source.and_then(|it| Answers::new(it).take(sample.len() + 1, &mut slices));
    took.map_err(|_| "its output is in no format that `verify` reads".to_owned())?;
    let found = slices.iter().map(Slice::rows).sum::<usize>();
    let expected = sample.len();
    if found != expected {
        let found = match found > expected {
            true => "more answers".to_owned(),
            false => count(found as u64, "answer"),
        };
        return Err(format!("found {found} in its output; expected {}", number(expected as u64)));
    }
    let mut record = CommandRecord { checked: true, ..Default::default() };
    let mut grids = 0;
    let rows = slices.iter().flat_map(Slice::iter);
    let puzzles = Layout::lines(sample.rows.size(), Alphabet::FromOne).unwrap_or_default();
    for ((at, row), known) in rows.enumerate().zip(known) {
        match row.answer(&puzzles) {
            Answer::Text(text) if is_full_grid(&text, sample.rows.size()) => {
                grids += 1;
                match sample.rows.check(at, &values(&text)) {
                    Ok(()) => record.right += 1,
                    Err(fault) => {
                        record.wrong += 1;
                        let line = known.line;
                        record.message.get_or_insert(format!("line {line}: {fault}"));
                    }
                }
            }
            _ if known.solutions > 0 => record.missing += 1,
            // Nothing is known.
            _ if known.status == Status::GaveUp => {}
            _ => record.right += 1,
        }
    }
    if grids == 0 {
        return Err("found no full grid in its output".to_owned());
    }
    Ok(record)
}

fn is_full_grid(text: &[u8], size: Size) -> bool {
    let values = values(text);
    let is_digit = |&value: &u8| usize::from(value) <= size.side();
    [text.len(), values.len()] == [size.cells(); 2] && values.iter().all(is_digit)
}

#[cfg(not(windows))]
fn shell(line: &str) -> process::Command {
    let mut shell = process::Command::new("sh");
    shell.args(["-c", line]);
    shell
}

#[cfg(windows)]
fn shell(line: &str) -> process::Command {
    use std::os::windows::process::CommandExt;
    let mut shell = process::Command::new("cmd");
    // With /S, cmd removes the outer quotes and keeps all others.
    shell.raw_arg(format!("/S /C \"{line}\""));
    shell
}

/// Quotes a word for the shell if necessary.
pub fn quoted(word: &str) -> String {
    let plain = if cfg!(windows) { "-_./,:+@\\~" } else { "-_./,:+@%" };
    match !word.is_empty() && word.chars().all(|c| c.is_alphanumeric() || plain.contains(c)) {
        true => word.to_owned(),
        false if cfg!(windows) => format!("\"{word}\""),
        false => format!("'{}'", word.replace("'", r"'\''")),
    }
}

/// Kills a process. On systems without `kill`, the process is left to end by itself.
fn kill(id: u32) {
    let mut kill = process::Command::new("kill");
    let _ = kill.arg(id.to_string()).stderr(Stdio::null()).status();
}

#[cfg(all(test, not(windows)))]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_for_a_shell() {
        for (word, expected) in
            [("a.csv", "a.csv"), ("a b", "'a b'"), (";", "';'"), ("it's", r"'it'\''s'"), ("", "''")]
        {
            assert_eq!(quoted(word), expected);
        }
        assert_eq!(quoted("/tmp/.tmpX1/10.txt"), "/tmp/.tmpX1/10.txt");
        assert_eq!(quoted("/it's here/$1"), r"'/it'\''s here/$1'");
    }
}
