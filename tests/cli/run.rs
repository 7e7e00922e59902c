//! Runs the program in a temporary folder.

use crate::packed::{gzip, zstandard};
use boon::{Compiler, Schemas};
use serde_json::Value;
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
    /// The arguments, for the messages of tests that fail.
    args: String,
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Folder {
    /// In memory, if there is enough of it: a file of results is written through to the disk.
    pub fn new() -> Self {
        #[cfg(target_os = "linux")]
        if rustix::fs::statvfs("/dev/shm").is_ok_and(|it| it.f_bavail * it.f_frsize > 2 << 30)
            && let Ok(folder) = tempfile::tempdir_in("/dev/shm")
        {
            return Self(folder);
        }
        Self(tempfile::tempdir().unwrap())
    }

    /// Creates a folder with one file.
    pub fn with(name: &str, content: impl AsRef<[u8]>) -> Self {
        Self::new().and(name, content)
    }

    /// Adds a file, and the folders in which it is.
    pub fn and(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        fs::write(self.path(name), content).unwrap();
        self
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Reads a file of JSON.
    #[track_caller]
    pub fn json(&self, name: &str) -> Value {
        json(&self.read(name))
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
        finish(args, self.command(args), input)
    }

    /// Like [`Self::run`], with further arguments that may hold spaces.
    pub fn run_with(&self, args: &str, more: &[&str]) -> Run {
        let mut command = self.command(args);
        command.args(more);
        finish(&format!("{args} {more:?}"), command, "")
    }

    /// Checks that the parts of these inputs add up to a run, and so does their timing.
    #[track_caller]
    pub fn parts_are(&self, args: &str, of: usize, whole: &Run, timing: &str) {
        let (mut results, mut rows) = (String::new(), String::new());
        for part in 1..=of {
            let run = self.run(&format!("solve {args} -q --shard {part}/{of} --timing part.csv"));
            assert!(run.code.is_some() && run.code <= whole.code, "{}", run.excerpt());
            results += &run.out;
            // A part that only holds a file which is refused writes nothing.
            rows += &fs::read_to_string(self.path("part.csv")).unwrap_or_default();
            let _ = fs::remove_file(self.path("part.csv"));
        }
        assert!(results == whole.out, "{of} parts:\n{results}\n{}", whole.excerpt());
        assert_eq!(without_times(&rows), timing, "{args}, {of} parts");
    }

    /// Runs a shell script here, in which `sudomill` is the program.
    #[cfg(unix)]
    pub fn shell(&self, script: &str) -> Run {
        finish(script, self.shell_command(script), "")
    }

    #[cfg(unix)]
    pub fn shell_command(&self, script: &str) -> Command {
        let script = script.replace("sudomill", env!("CARGO_BIN_EXE_sudomill"));
        let mut command = Command::new("sh");
        command.args(["-c", &script]).current_dir(self.0.path()).stderr(Stdio::piped());
        command
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

fn finish(args: &str, command: Command, input: impl Into<Vec<u8>>) -> Run {
    let mut command = assert_cmd::Command::from_std(command);
    let output = command.write_stdin(input).timeout(TIMEOUT).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let (out, err) = (text(output.stdout), text(output.stderr));
    Run { args: args.to_owned(), code: output.status.code(), out, err }
}

/// Solves a file of this text quietly.
pub fn solve(input: impl AsRef<[u8]>, args: &str) -> Run {
    Folder::with("input", input).run(&format!("solve input -q {args}"))
}

/// Runs the program with this text on standard input.
pub fn feed(input: impl Into<Vec<u8>>, args: &str) -> Run {
    Folder::new().feed(input, args)
}

/// Options that change how a file is read, and nothing else.
pub const WAYS: [&str; 4] =
    ["", "--no-mmap", "-j 1 --chunk-size 1", "-j 3 --no-mmap --chunk-size 100"];

/// Solves a text in these ways, and in these numbers of parts. Checks that all give the same
/// results, messages, exit code, timing and skipped lines, and that every line is a puzzle or counted
/// as skipped. Returns the run of the mapped file.
#[track_caller]
pub fn solve_in_ways(input: impl AsRef<[u8]>, args: &str, ways: &[String], parts: &[usize]) -> Run {
    let input = input.as_ref();
    let text = String::from_utf8_lossy(input).replace("\r\n", "\n").replace('\u{FEFF}', "");
    let lines = Some(text.lines().count()).filter(|_| !text.contains('\r'));
    let mut folder = Folder::with("input", input);
    for (name, pack) in [("input.gz", gzip as fn(_) -> _), ("input.zst", zstandard)] {
        if ways.iter().any(|way| way.starts_with(name)) {
            folder = folder.and(name, pack(input));
        }
    }
    let solve = |way: &str| {
        let args = format!("solve {way} -q {args} --timing timing --summary summary");
        let run = folder.feed(if way.starts_with('-') { input } else { b"" }, &args);
        if run.code == Some(2) {
            return (run, Value::Null, String::new());
        }
        let summary = folder.json("summary");
        let skipped: u64 = counts(&summary["skipped"]).iter().map(|(_, count)| count).sum();
        let counted = skipped + summary["puzzles"].as_u64().unwrap();
        assert_eq!(summary["lines"], counted, "{}", run.excerpt());
        assert!(lines.is_none_or(|lines| summary["lines"] == lines), "{}", run.excerpt());
        (run, summary["skipped"].clone(), without_times(&folder.read("timing")))
    };
    let (expected, skipped, timing) = solve("input");
    for way in ways {
        let source = way.split(' ').next().unwrap();
        let (run, others, rows) = solve(way);
        run.is_like(&expected, if source == "-" { "<stdin>" } else { source });
        assert!(others == skipped && rows == timing, "{way}: {others} is not {skipped}");
    }
    let args = format!("input {args}");
    parts.iter().for_each(|&of| folder.parts_are(&args, of, &expected, &timing));
    expected
}

pub fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The fields of an object of numbers.
pub fn counts(object: &Value) -> Vec<(&str, u64)> {
    let fields = object.as_object().unwrap().iter();
    fields.map(|(name, count)| (name.as_str(), count.as_u64().unwrap())).collect()
}

/// Checks JSON against one of the schemas in `schema`. Returns what is wrong with it.
pub fn validate(json: &Value, schema: &str) -> Result<(), String> {
    let path = format!("{}/schema/{schema}.schema.json", env!("CARGO_MANIFEST_DIR"));
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    compiler.add_resource(&path, self::json(&fs::read_to_string(&path).unwrap())).unwrap();
    let schema = compiler.compile(&path, &mut schemas).unwrap();
    schemas.validate(json, schema).map_err(|error| error.to_string())
}

impl Run {
    /// Checks the exit code, the output and the messages.
    #[track_caller]
    pub fn ends(&self, code: i32, out: &str, err: &str) {
        let found = (self.code, self.out.as_str(), self.err.as_str());
        assert_eq!(found, (Some(code), out, err), "{}", self.args);
    }

    /// Checks that the run succeeded with this output and printed no messages.
    #[track_caller]
    pub fn gives(&self, out: &str) {
        self.ends(0, out, "");
    }

    /// Checks that the run could not start, with exactly this message.
    #[track_caller]
    pub fn refuses(&self, line: &str) {
        self.ends(2, "", &format!("sudomill: {line}\n"));
    }

    /// Checks that the arguments were rejected, with a message that contains these words.
    #[track_caller]
    pub fn refuses_arguments(&self, words: &[&str]) {
        self.prints(2, "").tells(2, words);
    }

    /// Checks the exit code and the output.
    #[track_caller]
    pub fn prints(&self, code: i32, out: &str) -> &Self {
        let Self { args, err, .. } = self;
        assert_eq!((self.code, self.out.as_str()), (Some(code), out), "{args}\n{err}");
        self
    }

    /// Checks the exit code, and that the messages contain these words.
    #[track_caller]
    pub fn tells(&self, code: i32, words: &[&str]) -> &Self {
        self.exits(code);
        words.iter().for_each(|word| has(&self.err, word, &self.args));
        self
    }

    /// Checks the exit code, and that there are no messages.
    #[track_caller]
    pub fn is_silent(&self, code: i32) -> &Self {
        assert_eq!((self.code, self.err.as_str()), (Some(code), ""), "{}", self.args);
        self
    }

    /// Checks that there is one line of messages.
    #[track_caller]
    pub fn is_one_line(&self) -> &Self {
        assert_eq!(self.err.lines().count(), 1, "{}: {}", self.args, self.err);
        self
    }

    /// Checks the exit code.
    #[track_caller]
    pub fn exits(&self, code: i32) -> &Self {
        assert_eq!(self.code, Some(code), "{self:?}");
        self
    }

    /// Checks that the output contains these words.
    #[track_caller]
    pub fn shows(&self, words: &[&str]) -> &Self {
        words.iter().for_each(|word| has(&self.out, word, &self.args));
        self
    }

    /// Checks that neither output nor messages contain a word.
    #[track_caller]
    pub fn lacks(&self, word: &str) -> &Self {
        assert!(!self.out.contains(word) && !self.err.contains(word), "{word:?} is in {self:?}");
        self
    }

    /// Checks that the messages begin with these words.
    #[track_caller]
    pub fn begins(&self, words: &str) -> &Self {
        assert!(self.err.starts_with(words), "{}: expected {words:?}:\n{}", self.args, self.err);
        self
    }

    /// Checks that another run ended in the same way, with a source of another name.
    #[track_caller]
    pub fn is_like(&self, expected: &Self, source: &str) {
        let err = self.err.replace(source, "input");
        let is_same = (self.code, &self.out, &err) == (expected.code, &expected.out, &expected.err);
        // Not compared with `assert_eq`, because the results may be megabytes.
        assert!(is_same, "{}\nis not like\n{}", self.excerpt(), expected.excerpt());
    }

    fn excerpt(&self) -> String {
        format!("{}: {:?}\n{}{:.2000}", self.args, self.code, self.err, self.out)
    }

    /// The rows of CSV output, including the header.
    pub fn rows(&self) -> Vec<Vec<String>> {
        rows(&self.out)
    }

    /// A column of CSV output, without the header.
    pub fn column(&self, column: usize) -> Vec<String> {
        self.rows().into_iter().skip(1).map(|mut row| row.swap_remove(column)).collect()
    }

    /// The values of JSON Lines.
    pub fn values(&self) -> Vec<Value> {
        self.out.lines().map(json).collect()
    }
}

#[track_caller]
fn has(text: &str, word: &str, args: &str) {
    assert!(text.contains(word), "{args}: {word:?} is not in:\n{text}");
}

/// Returns the rows of a CSV text, including the header.
pub fn rows(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

/// A timing file without the last column, which holds the times.
pub fn without_times(text: &str) -> String {
    text.lines().map(|row| row.rsplit_once(',').unwrap().0.to_owned() + "\n").collect()
}
