//! What a picture is drawn with, and how large: what the terminal allows.

use super::args::PictureFormat;
use std::{
    env,
    io::{self, IsTerminal},
    path::Path,
};
use sudomill::{
    output::Sink,
    picture::{Detail, Ink, Picture},
};

/// Lines that stand around a picture that is played.
const AROUND: usize = 4;

/// The format that was asked for; where none was, colours on a terminal that may
/// show them, and letters elsewhere.
pub fn format(asked: Option<PictureFormat>) -> PictureFormat {
    let colours = || {
        let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
        let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
        io::stdout().is_terminal() && !is_set("NO_COLOR") && !dumb
    };
    asked.unwrap_or_else(|| if colours() { PictureFormat::Ansi } else { PictureFormat::Text })
}

/// The ink of a format.
pub fn ink(format: PictureFormat) -> Ink {
    match format {
        PictureFormat::Ansi => Ink::Ansi,
        PictureFormat::Text | PictureFormat::Jsonl => Ink::Letters,
    }
}

/// Candidates, if there are any, unless the terminal is too narrow for them or,
/// where the picture is to stay in place, too low.
pub fn detail(picture: &Picture, stays: bool) -> Detail {
    if !stays && picture.filled() == picture.squares().len() {
        return Detail::Values;
    }
    let size = console::Term::stdout().size_checked().filter(|_| io::stdout().is_terminal());
    let (columns, lines) = picture.size(Detail::Candidates);
    let fits = |(rows, width): (u16, u16)| {
        columns <= width.into() && (!stays || lines + AROUND <= rows.into())
    };
    match size.is_none_or(fits) {
        true => Detail::Candidates,
        false => Detail::Values,
    }
}

/// Fails where a film of such pictures would not stay in place: the terminal, if it is
/// one, is too small for the values alone.
pub fn fits_a_film(picture: &Picture) -> anyhow::Result<()> {
    let size = console::Term::stdout().size_checked().filter(|_| io::stdout().is_terminal());
    let Some((rows, width)) = size else { return Ok(()) };
    let (columns, lines) = picture.size(Detail::Values);
    let lines = lines + AROUND;
    anyhow::ensure!(
        columns <= width.into() && lines <= rows.into(),
        "found a terminal of {width} columns and {rows} lines, expected {columns} and {lines} \
         for --delay; --at STEP shows one step"
    );
    Ok(())
}

/// The columns of the terminal, if there is one.
pub fn columns() -> Option<usize> {
    let size = console::Term::stdout().size_checked().filter(|_| io::stdout().is_terminal());
    size.map(|(_, columns)| columns.into())
}

/// Writes a picture as an SVG file.
pub fn svg(picture: &Picture, title: &str, path: &Path) -> anyhow::Result<()> {
    let mut sink = Sink::create(path)?;
    sink.write(picture.svg(title).as_bytes())?;
    Ok(sink.finish()?)
}
