//! Runs the program in a temporary folder.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Stdio},
    time::Duration,
};

/// Longer than any run takes, even on a busy machine.
pub const TIMEOUT: Duration = Duration::from_secs(120);

/// A folder that is deleted when the test ends.
pub struct Folder(tempfile::TempDir);

/// The exit code and output of a run.
#[derive(Debug)]
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Creates a folder with one file.
    pub fn with(name: &str, content: impl AsRef<[u8]>) -> Self {
        Self::new().and(name, content)
    }

    /// Adds a file.
    pub fn and(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        fs::write(self.path(name), content).unwrap();
        self
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// The names of everything in the folder, including hidden files.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Runs the program here; the arguments are split at spaces.
    pub fn run(&self, args: &str) -> Run {
        self.feed("", args)
    }

    /// Like [`Self::run`], with `input` on standard input.
    pub fn feed(&self, input: impl Into<Vec<u8>>, args: &str) -> Run {
        let command = assert_cmd::Command::from_std(self.command(args));
        finish(command, input)
    }

    /// Returns a command that runs the program here, with all streams piped.
    pub fn command(&self, args: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sudomill"));
        command.args(args.split_whitespace()).current_dir(self.0.path());
        command.env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE").env_remove("COLUMNS");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }
}

fn finish(mut command: assert_cmd::Command, input: impl Into<Vec<u8>>) -> Run {
    let output = command.write_stdin(input).timeout(TIMEOUT).output().unwrap();
    Run {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

impl Run {
    /// Checks that the run succeeded with this output and printed no messages.
    #[track_caller]
    pub fn gives(&self, out: &str) {
        assert_eq!((self.code, self.out.as_str(), self.err.as_str()), (Some(0), out, ""));
    }

    /// Checks that the run could not start, with exactly this message.
    #[track_caller]
    pub fn refuses(&self, line: &str) {
        let expected = (Some(2), "", format!("sudomill: {line}\n"));
        assert_eq!((self.code, self.out.as_str(), self.err.clone()), expected);
    }

    /// Checks that the arguments were rejected, with a message that contains these words.
    #[track_caller]
    pub fn refuses_arguments(&self, words: &[&str]) {
        assert_eq!((self.code, self.out.as_str()), (Some(2), ""), "{}", self.err);
        for word in words {
            assert!(self.err.contains(word), "{word:?} is not in:\n{}", self.err);
        }
    }

    /// The rows of CSV output, including the header.
    pub fn rows(&self) -> Vec<Vec<String>> {
        rows(&self.out)
    }
}

/// Returns the rows of a CSV text, including the header.
pub fn rows(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}
