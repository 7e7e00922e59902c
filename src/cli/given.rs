//! PUZZLE or FILE[:LINE] → one puzzle.

use super::interrupt;
use anyhow::{Context, anyhow, bail};
use std::{fs, io, path::Path, sync::atomic::Ordering};
use sudomill::{
    Error, batch, for_size,
    grid::{Alphabet, Order},
    input::{self, Given, Line, Open, Source, read_given},
};

/// The puzzle that an argument means: an existing file of that very name, or
/// standard input for `-`, gives its first; otherwise a text that reads as a puzzle
/// is one; otherwise it is FILE:LINE.
pub fn puzzle(argument: &Path, how: &Open) -> anyhow::Result<Given> {
    if is_file(argument) {
        return from_file(argument, None, how);
    }
    let text = argument.to_string_lossy();
    let bad = match read_given(text.as_bytes()) {
        Ok(given) => return Ok(given),
        Err(bad) => bad,
    };
    let (path, line) = match text.rsplit_once(':') {
        Some((path, line)) if line.bytes().all(|byte| byte.is_ascii_digit()) => (path, line),
        _ => (&*text, ""),
    };
    if is_file(Path::new(path)) && !line.is_empty() {
        let number = line.parse().ok().filter(|&number| number > 0);
        let number = number.with_context(|| format!("{text}: found line {line}, expected 1 on"))?;
        return from_file(Path::new(path), Some(number), how);
    }
    if is_like_a_puzzle(&text) {
        return Err(anyhow!("<argument>:{}", bad.at(1)));
    }
    let cause = fs::metadata(path).err().unwrap_or_else(|| io::ErrorKind::NotFound.into());
    Err(anyhow!("{path}: cannot open: {cause}; nor is it a puzzle: {}", bad.at(1)))
}

/// The one puzzle that the INPUT of `solve` means; `None`: it means a file, which
/// may be missing. A text that looks like nothing but a puzzle fails as one.
pub fn instead_of_file(input: &Path) -> anyhow::Result<Option<Given>> {
    let Some(text) = input.to_str().filter(|_| !is_file(input)) else { return Ok(None) };
    match read_given(text.as_bytes()) {
        Ok(given) => Ok(Some(given)),
        Err(bad) if is_like_a_puzzle(text) => Err(anyhow!("<argument>:{}", bad.at(1))),
        Err(_) => Ok(None),
    }
}

/// Whether a text is as long as the smallest puzzle and mostly symbols of one.
fn is_like_a_puzzle(text: &str) -> bool {
    let symbol = |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_whitespace() || *byte == b'.';
    text.len() >= 16 && text.bytes().filter(symbol).count() * 4 >= text.len() * 3
}

fn is_file(path: &Path) -> bool {
    path == Path::new("-") || fs::metadata(path).is_ok()
}

/// The puzzle in that line of a file, or the first one.
fn from_file(path: &Path, line: Option<u64>, how: &Open) -> anyhow::Result<Given> {
    let source = input::open(path, how)?;
    for_size!(source.layout().size, O => pick::<O>(source, line))
}

fn pick<O: Order>(mut source: Source, wanted: Option<u64>) -> anyhow::Result<Given> {
    let (name, mut newlines, mut last) = (source.name().to_owned(), 0, 0);
    while let Some(chunk) = source.next_chunk(batch::CHUNK)? {
        let mut lines = chunk.lines::<O>();
        let mut found = None;
        for (in_chunk, _, line) in lines.by_ref() {
            if interrupt::STOP.load(Ordering::Relaxed) {
                return Err(Error::Interrupted.into());
            }
            last = newlines + in_chunk + 1;
            if wanted.is_none_or(|wanted| last >= wanted) {
                found = given(line, chunk.alphabet(), &name, last, wanted.is_some());
            }
            if found.is_some() {
                break;
            }
        }
        newlines += lines.newlines();
        chunk.check()?;
        if let Some(found) = found {
            return found;
        }
        chunk.release();
    }
    let Some(wanted) = wanted else {
        return Err(Error::NoPuzzle { path: name, first: String::new() }.into());
    };
    bail!("{name}:{wanted}: found the end of the file after line {last}, expected a puzzle")
}

/// What a line gives; `None`: it is to be passed over, unless that very line was
/// asked for.
fn given<O: Order>(
    line: Line<O>,
    alphabet: Alphabet,
    name: &str,
    number: u64,
    asked: bool,
) -> Option<anyhow::Result<Given>> {
    Some(match line {
        Line::Puzzle(_, puzzle) => {
            Ok(Given { size: O::SIZE, alphabet, values: puzzle.values().to_vec() })
        }
        Line::Bad(bad) => Err(anyhow!("{name}:{}", bad.at(number))),
        Line::Skip(_) if !asked => return None,
        Line::Skip(skip) => Err(anyhow!("{name}:{number}: found {skip}, expected a puzzle")),
    })
}

/// The puzzle in a line, for the batch: as it was written if that was one line.
pub fn as_line(given: &Given, written: Option<&str>) -> String {
    if let Some(line) = written.map(str::trim).filter(|text| !text.contains(['\n', '\r'])) {
        return format!("{line}\n");
    }
    let symbol = |&value: &u8| sudomill::grid::Digit::new(value).map(|d| given.alphabet.symbol(d));
    let text: String = given.values.iter().map(|value| symbol(value).unwrap_or('.')).collect();
    text + "\n"
}
