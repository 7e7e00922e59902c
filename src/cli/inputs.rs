//! Resolves arguments to inputs: files, standard input, and the files in folders.

use super::{
    advice,
    message::say,
    puzzle::{self, GivenLine},
    same_file::{self, FileUse},
    shared_args::IncludeArgs,
};
use anyhow::{anyhow, ensure};
use std::{
    fs,
    io::{self, Cursor},
    path::{Path, PathBuf},
};
use sudomill::{
    Error,
    input::{self, AnyPuzzle, Open, Source},
};

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

/// One input.
#[derive(Clone, Debug)]
pub enum Input {
    /// A file given as an argument; `-` is standard input.
    File(PathBuf),
    /// A file found in a folder given as an argument.
    Found(PathBuf),
    /// A puzzle given as an argument or typed, or a line of a file, with its name in messages. The
    /// puzzle is `None` if it was not parsed.
    Line(Option<AnyPuzzle>, String, String),
}

impl Inputs {
    /// Resolves arguments to inputs. `line` reads an argument that stands for a line rather than a
    /// file; a command that takes only files returns `None`. If there are several arguments, an
    /// unreadable one is reported and skipped.
    pub fn of(
        arguments: &[PathBuf],
        include: &IncludeArgs,
        line: impl Fn(&Path) -> anyhow::Result<Option<GivenLine>>,
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
                Ok(Some(line)) => inputs.add_line(line, index),
                Ok(None) => inputs.list.push(Input::File(argument.clone())),
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

    fn add_line(&mut self, line: GivenLine, index: usize) {
        let name = || match self.are_several {
            true => format!("<argument {}>", index + 1),
            false => "<argument>".to_owned(),
        };
        let name = line.place.unwrap_or_else(name);
        self.list.push(Input::Line(line.puzzle, line.text, name));
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
            let (path, is_link) = (entry.path(), entry.file_type().is_ok_and(|it| it.is_symlink()));
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
                _ => self.list.push(Input::Found(path)),
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
    pub fn refuse_outputs(&self, outputs: Vec<FileUse>) -> Result<(), Error> {
        same_file::refuse_inside(&self.folders, &outputs)?;
        let files = self.list.iter().filter_map(Input::file);
        let inputs = files.map(|path| FileUse::repeatable_input(path, "input"));
        same_file::refuse(&inputs.chain(outputs).collect::<Vec<_>>())
    }
}

impl Input {
    /// Opens the input; a line becomes a file of one line.
    pub fn open(&self, how: &Open) -> Result<Source, Error> {
        match self {
            Self::Line(_, line, name) => {
                let how = Open { symbols: how.symbols, role: how.role, ..Open::default() };
                input::read_as(name, Cursor::new(line.clone()), &how)
            }
            Self::File(path) | Self::Found(path) => input::open(path, how),
        }
    }

    /// The path; `None` for a line.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Self::File(path) | Self::Found(path) => Some(path),
            Self::Line(..) => None,
        }
    }

    /// The file that the input is or is a line of; `None` for a puzzle.
    fn file(&self) -> Option<&Path> {
        match self {
            Self::Line(_, _, name) => puzzle::file_of(Path::new(name)),
            Self::File(path) | Self::Found(path) => Some(path),
        }
    }

    /// The name of the input, as used in messages.
    pub fn name(&self) -> String {
        match self {
            Self::File(path) | Self::Found(path) => path.display().to_string(),
            Self::Line(_, _, name) => name.clone(),
        }
    }

    /// The size of a file in bytes; `None` for a stream, and for a file of size 0, because special
    /// files such as those in `/proc` report that size.
    pub fn size(&self) -> Option<u64> {
        match self {
            Self::File(path) | Self::Found(path) => {
                self.file_size().filter(|&size| size > 0 || fs::metadata(path).is_err())
            }
            Self::Line(..) => Some(0),
        }
    }

    /// The size of a regular file as its metadata reports it; `None` for any other input.
    pub fn file_size(&self) -> Option<u64> {
        match self {
            Self::File(path) if path.as_os_str() == "-" => None,
            // A file that cannot be read counts as empty.
            Self::File(path) | Self::Found(path) => {
                fs::metadata(path).map_or(Some(0), |file| file.is_file().then_some(file.len()))
            }
            Self::Line(..) => None,
        }
    }
}

/// Returns true if an argument is a folder.
pub fn is_folder(path: &Path) -> bool {
    path.as_os_str() != "-" && path.is_dir()
}
