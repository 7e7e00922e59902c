//! PUZZLE or FILE[:LINE] → one puzzle.

use super::interrupt;
use anyhow::{Context, anyhow, bail};
use std::{fs, io, path::Path, sync::atomic::Ordering};
use sudomill::{
    Error, batch, for_order,
    grid::{Alphabet, Order},
    input::{self, Given, Line, Skip, Source, read_given},
};

/// Evaluates an expression with `$O` standing for an order for which every
/// strategy is compiled; fails for any other.
macro_rules! for_registered {
    ($order:expr, $O:ident => $body:expr) => {
        match $order {
            2 => {
                type $O = sudomill::grid::Order2;
                $body
            }
            3 => {
                type $O = sudomill::grid::Order3;
                $body
            }
            order => {
                let side = order * order;
                Err(anyhow::anyhow!("found a grid of {side}×{side}, expected 4×4 or 9×9"))
            }
        }
    };
}
pub(super) use for_registered;

/// The puzzle that an argument means: an existing file of that very name, or
/// standard input for `-`, gives its first; otherwise a text that reads as a puzzle
/// is one; otherwise it is FILE:LINE.
pub fn puzzle(argument: &Path) -> anyhow::Result<Given> {
    if is_file(argument) {
        return from_file(argument, None);
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
        return from_file(Path::new(path), Some(number));
    }
    let cause = fs::metadata(path).err().unwrap_or_else(|| io::ErrorKind::NotFound.into());
    Err(anyhow!("{path}: cannot open: {cause}; nor is it a puzzle: column {bad}"))
}

/// The one puzzle that the INPUT of `solve` means; `None`: it means a file, which
/// may be missing. A text that looks like nothing but a puzzle fails as one.
pub fn instead_of_file(input: &Path) -> anyhow::Result<Option<Given>> {
    let Some(text) = input.to_str().filter(|_| !is_file(input)) else { return Ok(None) };
    match read_given(text.as_bytes()) {
        Ok(given) => Ok(Some(given)),
        Err(bad) if is_like_a_puzzle(text) => Err(anyhow!("<argument>:1:{bad}")),
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
fn from_file(path: &Path, line: Option<u64>) -> anyhow::Result<Given> {
    let source = input::open(path, true)?;
    let order = source.layout().order;
    for_order!(order, O => pick::<O>(source, line)).context("a layout has an order")?
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
                found = given(line, &format!("{name}:{last}"), wanted.is_some());
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
fn given<O: Order>(line: Line<O>, place: &str, asked: bool) -> Option<anyhow::Result<Given>> {
    Some(match line {
        Line::Puzzle(_, puzzle) => {
            let (alphabet, values) = (Alphabet::default(), puzzle.values().to_vec());
            Ok(Given { order: O::BOX, alphabet, values })
        }
        Line::Bad(bad) => Err(anyhow!("{place}:{bad}")),
        Line::Skip(_) if !asked => return None,
        Line::Skip(skip) => {
            let found = match skip {
                Skip::Blank => "a blank line",
                Skip::Comment => "a comment",
                Skip::Header => "a header",
                Skip::Count => "a count",
            };
            Err(anyhow!("{place}: found {found}, expected a puzzle"))
        }
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
