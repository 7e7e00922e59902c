//! Runs the program in a folder of its own.

use std::{
    fs,
    path::PathBuf,
    process::{Command, Stdio},
    time::Duration,
};

/// What no run takes, even on a busy machine.
pub const TIMEOUT: Duration = Duration::from_secs(120);

/// A folder that goes when the test ends.
pub struct Folder(tempfile::TempDir);

/// What a run left on its streams.
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

    /// One that holds a file.
    pub fn with(name: &str, content: impl AsRef<[u8]>) -> Self {
        Self::new().and(name, content)
    }

    /// And another.
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

    /// The names of all it holds, hidden ones too.
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

    /// The same, with that on its standard input.
    pub fn feed(&self, input: impl Into<Vec<u8>>, args: &str) -> Run {
        let command = assert_cmd::Command::from_std(self.command(args));
        finish(command, input)
    }

    /// The program about to be run here, all streams piped.
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
    /// That it ended well, and said nothing but its results.
    #[track_caller]
    pub fn gives(&self, out: &str) {
        assert_eq!((self.code, self.out.as_str(), self.err.as_str()), (Some(0), out, ""));
    }

    /// That it could not run, for a reason told in this one line.
    #[track_caller]
    pub fn refuses(&self, line: &str) {
        let expected = (Some(2), "", format!("sudomill: {line}\n"));
        assert_eq!((self.code, self.out.as_str(), self.err.clone()), expected);
    }

    /// That the arguments are refused, and these words are among the reasons.
    #[track_caller]
    pub fn refuses_arguments(&self, words: &[&str]) {
        assert_eq!((self.code, self.out.as_str()), (Some(2), ""), "{}", self.err);
        for word in words {
            assert!(self.err.contains(word), "{word:?} is not in:\n{}", self.err);
        }
    }

    /// The rows of CSV output, its header included.
    pub fn rows(&self) -> Vec<Vec<String>> {
        rows(&self.out)
    }
}

/// The rows of a CSV text, its header included.
pub fn rows(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}
