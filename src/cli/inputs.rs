//! Resolves arguments to inputs: files, standard input, and the files in folders.

use super::{
    advice,
    message::{count, say},
    same_file::{self, FileUse},
    shared_args::IncludeArgs,
};
use anyhow::{Context, anyhow, ensure};
use std::{
    fs,
    io::{self, Cursor},
    path::{Path, PathBuf},
};
use sudomill::{
    Error,
    input::{self, AnyPuzzle, InputErrorKind, ReadOptions, Source},
};
use sudomill_input::{Layout, Lines, Role, column_named, detect::is_record, source::is_for_people};

/// The inputs of a command, in order.
#[derive(Debug, Default)]
pub struct Inputs {
    pub list: Vec<Input>,
    /// The folders among the arguments.
    folders: Vec<PathBuf>,
    /// True if there may be more than one input: several arguments, or a folder.
    pub are_several: bool,
    /// Number of inputs that could not be read; each one is reported.
    pub failed: u64,
}

/// One input: a file, or a line that is read like one.
#[derive(Clone, Debug)]
pub struct Input {
    /// The path of the file; `-` is standard input. For a line, its name in messages: FILE:LINE, or
    /// [`ARGUMENT`] for a puzzle.
    path: PathBuf,
    /// True for a file found in a folder that was given as an argument.
    is_found: bool,
    /// A puzzle given as an argument or typed, or a line of a file.
    pub line: Option<GivenLine>,
}

/// One line to read instead of a file.
#[derive(Clone, Debug)]
pub struct GivenLine {
    /// The puzzle in the line, if it was parsed.
    pub puzzle: Option<AnyPuzzle>,
    pub text: String,
}

/// The name of a puzzle given as an argument.
pub const ARGUMENT: &str = "<argument>";

impl Inputs {
    /// Resolves arguments to files and folders; see [`Self::with_lines`].
    pub fn of(arguments: &[PathBuf], include: &IncludeArgs) -> anyhow::Result<Self> {
        Self::with_lines(arguments, include, |_| Ok(None))
    }

    /// Resolves arguments to inputs. `line` reads an argument that stands for a line rather than a
    /// file. If there are several arguments, an unreadable one is reported and skipped.
    pub fn with_lines(
        arguments: &[PathBuf],
        include: &IncludeArgs,
        line: impl Fn(&Path) -> anyhow::Result<Option<Input>>,
    ) -> anyhow::Result<Self> {
        let are_several = arguments.len() > 1 || arguments.iter().any(|path| is_folder(path));
        let mut inputs = Self { are_several, ..Self::default() };
        for (index, argument) in arguments.iter().enumerate() {
            if is_folder(argument) {
                let before = inputs.list.len() as u64 + inputs.failed;
                inputs.folders.push(argument.clone());
                inputs.add_folder(argument, argument, include);
                if inputs.list.len() as u64 + inputs.failed == before {
                    let path = argument.display();
                    let which = if include.globs.is_empty() { "" } else { " to include" };
                    inputs.report(&anyhow!("{path}: found no file{which}; expected at least one"));
                }
                continue;
            }
            match line(argument) {
                Ok(Some(mut line)) => {
                    if are_several && line.path == Path::new(ARGUMENT) {
                        line.path = format!("<argument {}>", index + 1).into();
                    }
                    inputs.list.push(line);
                }
                Ok(None) => inputs.list.push(Input::file(argument.clone(), false)),
                Err(error) if are_several => inputs.report(&error),
                Err(error) => return Err(error),
            }
        }
        ensure!(inputs.stdin_count() < 2, "-: standard input can be read only once");
        let is_needless = !include.globs.is_empty() && inputs.folders.is_empty();
        ensure!(!is_needless, "--include selects files in folders, but no input is a folder");
        Ok(inputs)
    }

    fn stdin_count(&self) -> usize {
        self.paths().filter(|path| path.as_os_str() == "-").count()
    }

    /// Returns true if one of the inputs is standard input.
    pub fn has_stdin(&self) -> bool {
        self.stdin_count() > 0
    }

    /// Adds the files in a folder and its subfolders, sorted by name. Hidden files are skipped, as
    /// in ripgrep. Anything else that is not read is reported.
    fn add_folder(&mut self, folder: &Path, top: &Path, include: &IncludeArgs) {
        let read = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let mut entries = match read {
            Ok(entries) => entries,
            Err(cause) => {
                return self.report(&anyhow!("{}: cannot read: {cause}", folder.display()));
            }
        };
        entries.retain(|entry| !entry.file_name().as_encoded_bytes().starts_with(b"."));
        entries.sort_by_key(fs::DirEntry::file_name);
        for entry in entries {
            let path = entry.path();
            let is_link = entry.file_type().is_ok_and(|it| it.is_symlink());
            match fs::metadata(&path) {
                // A link may point back up and cause a loop.
                Ok(found) if found.is_dir() && is_link => {
                    say(format_args!("{}: a link to a folder, not followed", path.display()));
                }
                Ok(found) if found.is_dir() => self.add_folder(&path, top, include),
                _ if !include.takes(path.strip_prefix(top).unwrap_or(&path)) => {}
                // Reading a pipe could block forever.
                Ok(found) if !found.is_file() => {
                    say(format_args!("{}: not a regular file, not read", path.display()));
                }
                _ => self.list.push(Input::file(path, true)),
            }
        }
    }

    /// The paths of all files.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.list.iter().filter_map(Input::path)
    }

    /// Reports an input that cannot be read, so that the others can be.
    pub fn report(&mut self, error: &anyhow::Error) {
        say(format_args!("sudomill: {}", advice::error_message(error)));
        self.failed += 1;
    }

    /// The total size of all inputs in bytes; `None` if unknown.
    pub fn size(&self) -> Option<u64> {
        self.list.iter().map(Input::size).sum()
    }

    /// Fails if an output is also an input or another output, or is inside an input folder.
    pub fn refuse_outputs<'a>(&'a self, outputs: &[FileUse<'a>]) -> anyhow::Result<()> {
        same_file::refuse_inside(&self.folders, outputs)?;
        let files = self.list.iter().filter_map(|input| match input.line {
            Some(_) => file_of(&input.path),
            None => Some(&*input.path),
        });
        same_file::refuse(files.map(|path| (path, "input")), true, outputs)
    }
}

impl Input {
    fn file(path: PathBuf, is_found: bool) -> Self {
        Self { path, is_found, line: None }
    }

    /// A line with its name. The puzzle is `None` if it was not parsed.
    pub fn line(name: impl Into<PathBuf>, puzzle: Option<AnyPuzzle>, text: String) -> Self {
        Self { path: name.into(), is_found: false, line: Some(GivenLine { puzzle, text }) }
    }

    /// A puzzle as an input of one line: as it was written, if that was one line.
    pub fn of_puzzle(name: impl Into<PathBuf>, puzzle: AnyPuzzle, written: Option<&str>) -> Self {
        let written = written.map(str::trim).filter(|text| !text.contains(['\n', '\r']));
        let text = || puzzle.text(puzzle.alphabet);
        let text = written.map_or_else(text, str::to_owned) + "\n";
        Self::line(name, Some(puzzle), text)
    }

    /// Opens the input; a line becomes a file of one line.
    pub fn open(&self, how: &ReadOptions) -> Result<Source, Error> {
        match &self.line {
            Some(GivenLine { text, .. }) => {
                input::read_as(&self.name(), Cursor::new(text.clone()), &how.of_one_puzzle())
            }
            None => input::open(&self.path, how),
        }
    }

    /// The path; `None` for a line.
    pub fn path(&self) -> Option<&Path> {
        self.line.is_none().then_some(&self.path)
    }

    /// The name of the input, as used in messages.
    pub fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// The size of a file in bytes; `None` for a stream, and for a file of size 0, because special
    /// files such as those in `/proc` report that size.
    pub fn size(&self) -> Option<u64> {
        let is_known = |&size: &u64| size > 0 || fs::metadata(&self.path).is_err();
        if self.line.is_some() { Some(0) } else { self.file_size().filter(is_known) }
    }

    /// The size of a regular file as its metadata reports it; `None` for any other input.
    pub fn file_size(&self) -> Option<u64> {
        let path = self.path().filter(|path| path.as_os_str() != "-")?;
        // A file that cannot be read counts as empty.
        fs::metadata(path).map_or(Some(0), |file| file.is_file().then_some(file.len()))
    }

    /// Why a file found in a folder is not to be read: none of its lines resembles a puzzle, or it is an image.
    /// Other unreadable and empty files are left to be reported later.
    pub fn why_left_out(&self, how: &ReadOptions) -> Option<String> {
        if !self.is_found {
            return None;
        }
        let lacks = |it: &_| matches!(InputErrorKind::find(it), Some(InputErrorKind::NoColumn(_)));
        let source = match input::open(&self.path, how) {
            // The column is expected in a table of puzzles, but this file may be anything.
            Err(error) if lacks(&error) => self.open(&how.clone().with_column(None)),
            opened => opened,
        };
        let source = match source {
            Ok(source) => source,
            Err(error) => {
                let kind = InputErrorKind::find(&error).filter(|kind| is_for_people(kind))?;
                return Some(kind.to_string());
            }
        };
        let lines = lines_without_puzzle(source).ok()?.filter(|&lines| lines > 0)?;
        Some(format!("no puzzle in {}", count(lines, "line")))
    }
}

/// The bytes of a chunk that shows whether a file holds puzzles.
const SAMPLE: usize = 128 << 10;

/// If no line of the first chunk of a file resembles a puzzle, and no column is named like one, returns the
/// number of lines.
///
/// # Errors
/// The file cannot be read.
fn lines_without_puzzle(mut source: Source) -> Result<Option<u64>, Error> {
    // A Markdown table begins and ends with a bar.
    let names = source.layout().table.columns();
    let is_markdown = matches!(names, [first, .., last] if first.is_empty() && last.is_empty());
    if !is_markdown && column_named(names, Role::Puzzles).next().is_some() {
        return Ok(None);
    }
    let Some(mut chunk) = source.next_chunk(SAMPLE)? else { return Ok(Some(0)) };
    let mut lines = chunk.read_all().0;
    // Many blank lines and comments may stand above the first record.
    while lines.iter().all(|line| line.1.is_err())
        && let Some(next) = source.next_chunk(SAMPLE)?
    {
        chunk.check()?;
        chunk = next;
        lines = chunk.read_all().0;
    }
    let has_puzzle = lines.iter().any(|line| matches!(line.1, Ok((_, None))));
    let Layout { size, .. } = chunk.layout;
    let is_like = |(_, line): (usize, &[u8])| is_record(line, size, chunk.layout.notation());
    let resembles = has_puzzle || chunk.has_grids() || Lines::new(chunk.bytes()).any(is_like);
    chunk.check()?;
    // Behind an error there may be puzzles.
    source.check()?;
    Ok((!resembles).then_some(lines.len() as u64))
}

/// Returns true if an argument is a folder.
pub fn is_folder(path: &Path) -> bool {
    path.as_os_str() != "-" && !is_empty_grid(path) && path.is_dir()
}

/// Splits PATH:LINE.
pub fn split_line(text: &str) -> Option<(&str, &str)> {
    let is_number = |line: &str| !line.is_empty() && line.bytes().all(|b| b.is_ascii_digit());
    text.rsplit_once(':').filter(|(_, line)| is_number(line))
}

/// Splits FILE:LINE; `None` if there is no such file, or if all of it is the name of a file.
///
/// # Errors
/// LINE is 0, or too large.
pub fn file_and_line(argument: &Path) -> anyhow::Result<Option<(&Path, u64)>> {
    let Some(text) = argument.to_str().filter(|_| !is_file(argument)) else { return Ok(None) };
    let Some((path, line)) = split_line(text) else { return Ok(None) };
    let path = Path::new(path);
    if !is_file(path) {
        return Ok(None);
    }
    let number = line.parse().ok().filter(|&number| number > 0);
    let number =
        number.with_context(|| format!("{text}: found line {line}; expected 1 or more"))?;
    Ok(Some((path, number)))
}

/// Returns FILE of FILE:LINE.
pub fn file_of(argument: &Path) -> Option<&Path> {
    file_and_line(argument).ok().flatten().map(|(path, _)| path)
}

pub fn is_file(path: &Path) -> bool {
    path == Path::new("-") || (!is_empty_grid(path) && fs::metadata(path).is_ok())
}

/// Returns true for dots alone, which Windows drops at the end of a name: there, an empty grid would be the
/// name of the current folder.
fn is_empty_grid(path: &Path) -> bool {
    let name = path.as_os_str().as_encoded_bytes();
    cfg!(windows) && name.len() > 2 && name.iter().all(|&byte| byte == b'.')
}
