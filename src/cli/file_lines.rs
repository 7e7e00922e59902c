//! Reads the lines of files that arguments name as FILE:LINE. Each file is read once, however many of
//! its lines are named.

use super::{
    exit,
    inputs::{Input, file_and_line},
};
use anyhow::{Context, anyhow};
use std::{
    cell::RefCell,
    collections::{BTreeMap, BTreeSet},
    ops::ControlFlow,
    path::{Path, PathBuf},
    rc::Rc,
};
use sudomill::{
    batch,
    input::{self, AnyPuzzle, Lines, ReadOptions, any_puzzle, read_puzzle_as},
};
use sudomill_input::puzzles::each_line;
use sudomill_puzzle::any::Parsed;

/// The lines that the arguments of a command name.
pub struct FileLines<'a> {
    how: &'a ReadOptions,
    /// The numbers of the lines named of each file, from 1.
    wanted: BTreeMap<PathBuf, BTreeSet<u64>>,
    texts: RefCell<BTreeMap<PathBuf, Rc<Found<String>>>>,
    puzzles: RefCell<BTreeMap<PathBuf, Rc<Found<ReadPuzzle>>>>,
}

/// The puzzle in a line, or the message of what is there instead.
type ReadPuzzle = Result<AnyPuzzle, String>;

/// What was found in the lines of a file.
struct Found<T> {
    by_line: BTreeMap<u64, T>,
    /// The number of the last line that was read.
    last: u64,
}

impl<'a> FileLines<'a> {
    /// Notes which lines the arguments name. Nothing is read until a line is asked for.
    pub fn new(arguments: &[PathBuf], how: &'a ReadOptions) -> Self {
        let mut wanted = BTreeMap::<_, BTreeSet<_>>::new();
        for (path, line) in arguments.iter().filter_map(|it| file_and_line(it).ok().flatten()) {
            wanted.entry(path.to_owned()).or_default().insert(line);
        }
        Self { how, wanted, texts: RefCell::default(), puzzles: RefCell::default() }
    }

    /// Reads FILE:LINE, one of the arguments, as text; `None` if the argument is the name of a file,
    /// which may be missing.
    ///
    /// # Errors
    /// The file cannot be read, or ends before the line.
    pub fn text(&self, argument: &Path) -> anyhow::Result<Option<Input>> {
        let Some((path, line)) = file_and_line(argument)? else { return Ok(None) };
        let found = self.texts(path)?;
        let text = found.by_line.get(&line).with_context(|| {
            let last = found.last;
            format!("{}:{line}: found the end of the file after line {last}", path.display())
        })?;
        Ok(Some(Input::line(argument, None, text.clone())))
    }

    /// Reads FILE:LINE, one of the arguments, as a puzzle; `None` if the argument is the name of a
    /// file, which may be missing. The puzzle may have another size than those before it.
    ///
    /// # Errors
    /// The file cannot be read, or the line is not a puzzle.
    pub fn puzzle(&self, argument: &Path) -> anyhow::Result<Option<Input>> {
        let Some((path, line)) = file_and_line(argument)? else { return Ok(None) };
        let found = self.puzzles(path)?;
        let read = found.by_line.get(&line).cloned().unwrap_or_else(|| {
            let (path, last) = (path.display(), found.last);
            let end = format!("found the end of the file after line {last}");
            Err(format!("{path}:{line}: {end}; expected a puzzle"))
        });
        let may_reread = self.how.size.is_none() && path != Path::new("-");
        let of_any_size = || {
            let found = self.texts(path).ok().filter(|_| may_reread)?;
            read_puzzle_as(found.by_line.get(&line)?.as_bytes(), self.how).ok()
        };
        let puzzle = read.or_else(|message| of_any_size().ok_or_else(|| anyhow!(message)))?;
        Ok(Some(Input::of_puzzle(argument, puzzle, None)))
    }

    /// The texts of the lines that are wanted of a file.
    fn texts(&self, path: &Path) -> anyhow::Result<Rc<Found<String>>> {
        once(&self.texts, path, || texts(path, &self.wanted_of(path), self.how))
    }

    /// The puzzles in the lines that are wanted of a file.
    fn puzzles(&self, path: &Path) -> anyhow::Result<Rc<Found<ReadPuzzle>>> {
        once(&self.puzzles, path, || puzzles(path, &self.wanted_of(path), self.how))
    }

    /// The lines that are wanted of a file; none if it was created only after the arguments were
    /// looked at.
    fn wanted_of(&self, path: &Path) -> BTreeSet<u64> {
        self.wanted.get(path).cloned().unwrap_or_default()
    }
}

/// Returns what is known of a file, or else what `read` finds.
fn once<T>(
    known: &RefCell<BTreeMap<PathBuf, Rc<T>>>,
    path: &Path,
    read: impl FnOnce() -> anyhow::Result<T>,
) -> anyhow::Result<Rc<T>> {
    if let Some(found) = known.borrow().get(path) {
        return Ok(found.clone());
    }
    let found = Rc::new(read()?);
    known.borrow_mut().insert(path.to_owned(), found.clone());
    Ok(found)
}

/// Reads the texts of some lines of a file.
fn texts(path: &Path, wanted: &BTreeSet<u64>, how: &ReadOptions) -> anyhow::Result<Found<String>> {
    let mut source = input::open(path, how)?;
    let mut by_line = BTreeMap::new();
    let mut before = 0;
    while let Some(chunk) = source.next_chunk(batch::CHUNK)? {
        exit::check_interrupt()?;
        let mut lines = Lines::new(chunk.bytes());
        loop {
            let number = before + lines.newlines() + 1;
            let Some((_, text)) = lines.next() else { break };
            if wanted.contains(&number) {
                // Only the first part of a line that is too long for one chunk is needed.
                let text = || String::from_utf8_lossy(text).into_owned();
                by_line.entry(number).or_insert_with(text);
            }
        }
        before += lines.newlines();
        chunk.check()?;
        if by_line.len() == wanted.len() {
            break;
        }
    }
    Ok(Found { by_line, last: before })
}

/// Reads the puzzles in some lines of a file. A line within a grid is none.
fn puzzles(
    path: &Path,
    wanted: &BTreeSet<u64>,
    how: &ReadOptions,
) -> anyhow::Result<Found<ReadPuzzle>> {
    let mut source = input::open(path, how)?;
    let (name, layout) = (source.name().to_owned(), source.layout().clone());
    let mut found = Found { by_line: BTreeMap::new(), last: 0 };
    let mut rest = wanted.iter().copied().peekable();
    let mut is_interrupted = false;
    each_line(&mut source, batch::CHUNK, &mut |number, line| {
        found.last = number;
        is_interrupted = exit::is_interrupted();
        if is_interrupted {
            return ControlFlow::Break(());
        }
        if rest.peek().is_some_and(|wanted| *wanted <= number) {
            let read = match line {
                Parsed::Puzzle(text) => any_puzzle(text, &layout).map(Ok),
                Parsed::Bad(bad) => Some(Err(format!("{name}:{}", bad.at(number)))),
                Parsed::Skip(skip) => {
                    Some(Err(format!("{name}:{number}: found {skip}; expected a puzzle")))
                }
            };
            while let Some(read) = &read
                && let Some(line) = rest.next_if(|wanted| *wanted <= number)
            {
                found.by_line.insert(line, read.clone());
            }
        }
        if rest.peek().is_some() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    if is_interrupted { Err(exit::interrupted().into()) } else { Ok(found) }
}
