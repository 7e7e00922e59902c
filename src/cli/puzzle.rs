//! Reads one puzzle given on the command line, PUZZLE or FILE[:LINE], and draws it.

use super::{
    exit,
    file_lines::FileLines,
    inputs::{ARGUMENT, GivenLine, Input, file_of, is_file, split_line},
    message::{count, say},
    same_file,
    shared_args::{ReadArgs, UnitArgs},
    terminal::{self, ColorArgs},
};
use anyhow::{anyhow, bail};
use clap::ValueEnum;
use std::{
    fs, io,
    ops::ControlFlow,
    path::{Path, PathBuf},
    slice,
};
use sudomill::{
    batch,
    diagnosis::Diagnosis,
    grid::{Alphabet, Symbols},
    input::{self, AnyPuzzle, ReadOptions, any_puzzle, read_puzzle_as},
    output::Sink,
    picture::{Detail, Ink, Picture},
    solver::{AnyOutcome, Limits, Status},
};
use sudomill_input::puzzles::each_line;
use sudomill_puzzle::any::Parsed;

/// Lines of text around a grid that is redrawn in place.
const AROUND: usize = 5;

/// One puzzle, and how to draw it.
#[derive(Debug, clap::Args)]
pub struct PuzzleArgs {
    /// A puzzle, a file of puzzles, or one line of it; - for stdin
    ///
    /// The file may be plain, .gz or .zst. Without LINE, its first puzzle is read.
    #[arg(value_name = "PUZZLE|FILE[:LINE]")]
    puzzle: PathBuf,
    #[command(flatten)]
    read: ReadArgs,
    #[command(flatten)]
    units: UnitArgs,
    /// Also draw the grid as SVG to FILE
    ///
    /// With -, write the SVG to standard output, and nothing else.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw open cells without their candidates
    #[arg(long)]
    pub no_candidates: bool,
    /// Draw in this format [default: ansi if there are colors, else text]
    #[arg(long, value_name = "FORMAT")]
    format: Option<PictureFormat>,
    #[command(flatten)]
    color: ColorArgs,
}

/// The form in which one puzzle is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum PictureFormat {
    /// Box lines and colors
    Ansi,
    /// Box lines, and letters instead of colors
    Text,
    /// One JSON object per line
    #[value(alias = "json")]
    Jsonl,
}

impl PuzzleArgs {
    /// Reads the puzzle.
    pub fn read(&self) -> anyhow::Result<AnyPuzzle> {
        if let Some(svg) = &self.svg {
            let puzzle = file_of(&self.puzzle).unwrap_or(&self.puzzle);
            same_file::refuse([(puzzle, "puzzle")], false, &[(svg, "picture")])?;
        }
        from_argument(&self.puzzle, &self.units.of(self.read.open(true)))
    }

    /// Draws a grid with its legend. `in_place` means that the next grid replaces it.
    pub fn draw(&self, picture: &Picture, in_place: bool) -> String {
        let ink = match self.format {
            Some(PictureFormat::Ansi) => Ink::Ansi,
            Some(_) => Ink::Letters,
            None => self.color.ink(),
        };
        with_legend(picture, detail(picture, in_place), ink)
    }

    /// Says how to page through a grid that is higher than the terminal.
    pub fn say_if_tall(&self, picture: &Picture) {
        let (_, lines) = picture.size(detail(picture, false));
        if terminal::size().is_some_and(|(height, _)| lines > height) {
            say("the grid is higher than the terminal: --color always, and a pipe to `less -R`");
        }
    }

    /// True to write JSON instead of a grid.
    pub fn is_jsonl(&self) -> bool {
        self.format == Some(PictureFormat::Jsonl)
    }

    /// True if standard output is reserved for the SVG.
    pub fn is_svg_only(&self) -> bool {
        self.svg.as_deref() == Some(Path::new("-"))
    }

    /// Writes pictures side by side to the SVG file, if requested.
    pub fn write_svg(&self, pictures: &[(&Picture, &str)]) -> anyhow::Result<()> {
        let Some(path) = &self.svg else { return Ok(()) };
        Ok(Sink::write_all(path, Picture::svg_of_all(pictures).as_bytes())?)
    }
}

/// Chooses to draw candidates, unless the terminal is too narrow for them or, if the grid is
/// redrawn in place, too low. A full grid that is not redrawn has none.
fn detail(picture: &Picture, in_place: bool) -> Detail {
    if !in_place && picture.filled() == picture.squares().len() {
        return Detail::Values;
    }
    let (columns, lines) = picture.size(Detail::Candidates);
    let fits = |(height, width)| columns <= width && (!in_place || lines + AROUND <= height);
    if terminal::size().is_none_or(fits) { Detail::Candidates } else { Detail::Values }
}

/// A picture and its legend.
pub fn with_legend(picture: &Picture, detail: Detail, ink: Ink) -> String {
    picture.text(detail, ink) + &picture.legend(ink) + "\n"
}

/// Fails if the terminal is too small to redraw the values of the grid in place.
pub fn check_terminal_size(picture: &Picture) -> anyhow::Result<()> {
    let Some((height, width)) = terminal::size() else { return Ok(()) };
    let (columns, lines) = picture.size(Detail::Values);
    let lines = lines + AROUND;
    anyhow::ensure!(
        columns <= width && lines <= height,
        "found a terminal of {width} columns and {height} lines; expected {columns} and {lines} \
         for --delay; --at STEP shows one step"
    );
    Ok(())
}

/// Reads the puzzle that an argument stands for. An existing file of that name, or `-` for standard
/// input, takes precedence; then comes FILE:LINE, then a text that reads as a puzzle.
fn from_argument(argument: &Path, how: &ReadOptions) -> anyhow::Result<AnyPuzzle> {
    let lines = FileLines::new(slice::from_ref(&argument.to_owned()), how);
    match instead_of_file(argument, &lines, how)?.and_then(|input| input.line) {
        Some(GivenLine { puzzle: Some(puzzle), .. }) => Ok(puzzle),
        _ if is_file(argument) => first_of_file(argument, how),
        _ => {
            let text = argument.to_string_lossy();
            let path = split_line(&text).map_or(&*text, |(path, _)| path);
            let cause = fs::metadata(path).err().unwrap_or_else(|| io::ErrorKind::NotFound.into());
            let bad = read_puzzle_as(text.as_bytes(), how).expect_err("it is no puzzle");
            Err(anyhow!("{path}: cannot open: {cause}; not a puzzle either: {}", bad.at(1)))
        }
    }
}

/// Reads the INPUT of `solve` as a puzzle or as FILE:LINE, one of `lines`; `None` if INPUT is the name of a file,
/// which may be missing.
///
/// # Errors
/// INPUT looks like a puzzle, but is malformed; or the line is not a puzzle.
pub fn instead_of_file(
    input: &Path,
    lines: &FileLines,
    how: &ReadOptions,
) -> anyhow::Result<Option<Input>> {
    if is_file(input) {
        return Ok(None);
    }
    if let Some(line) = lines.puzzle(input)? {
        return Ok(Some(line));
    }
    let text = input.to_string_lossy();
    match read_puzzle_as(text.as_bytes(), how) {
        Ok(puzzle) => Ok(Some(Input::of_puzzle(ARGUMENT, puzzle, Some(&*text)))),
        Err(bad) if looks_like_puzzle(&text, how.symbols) => {
            Err(anyhow!("{ARGUMENT}:{}", bad.at(1)))
        }
        Err(_) => Ok(None),
    }
}

/// Returns true if a text is as long as the smallest puzzle, and mostly symbols of one.
fn looks_like_puzzle(text: &str, symbols: Option<Symbols>) -> bool {
    let symbol = |byte: &u8| {
        byte.is_ascii_digit()
            || byte.is_ascii_whitespace()
            || b".,;[](){}".contains(byte)
            || symbols.is_some_and(|symbols| Alphabet::Custom(symbols).digit(*byte).is_some())
    };
    text.len() >= 16 && text.bytes().filter(symbol).count() * 4 >= text.len() * 3
}

/// Reads the first puzzle of a file.
fn first_of_file(path: &Path, how: &ReadOptions) -> anyhow::Result<AnyPuzzle> {
    let mut source = input::open(path, how)?;
    let (name, layout) = (source.name().to_owned(), source.layout().clone());
    let mut found = None;
    each_line(&mut source, batch::CHUNK, &mut |number, line| {
        found = match line {
            _ if exit::is_interrupted() => Some(Err(exit::interrupted().into())),
            Parsed::Puzzle(text) => any_puzzle(text, &layout).map(Ok),
            Parsed::Bad(bad) => Some(Err(anyhow!("{name}:{}", bad.at(number)))),
            Parsed::Skip(_) => None,
        };
        if found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    found.unwrap_or_else(|| bail!("{name}: found no puzzle; expected at least one"))
}

/// Why a puzzle has no solution, and what single cells could be instead.
#[derive(serde::Serialize)]
pub struct Diagnosed {
    reason: String,
    suspects: Option<String>,
}

impl Diagnosed {
    /// Diagnoses a puzzle; `None` if it may have a solution.
    pub fn of(
        puzzle: &AnyPuzzle,
        outcome: &AnyOutcome,
        limits: &Limits,
    ) -> anyhow::Result<Option<Self>> {
        // It is found with rows, columns and boxes.
        if outcome.status != Status::None || !puzzle.units.are_standard() {
            return Ok(None);
        }
        let (size, alphabet) = (puzzle.size, puzzle.alphabet);
        let diagnosis = Diagnosis::of_any(puzzle, limits)?;
        exit::check_interrupt()?;
        let reason = diagnosis.reason_in_words(size, alphabet);
        Ok(Some(Self { reason, suspects: diagnosis.suspects_in_words(size, alphabet) }))
    }

    /// Two lines, each after a line end.
    pub fn text(&self, puzzle: &AnyPuzzle) -> String {
        let suspects = match self.suspects.as_deref() {
            _ if !puzzle.candidates.is_empty() => return format!("\nreason: {}", self.reason),
            None => "not known: the searches for them reached --max-guesses",
            Some("none") => "none: no clue, if it alone is removed or changed, leaves one solution",
            Some(cells) => {
                &format!("{cells}; each, alone, leaves exactly one solution (. is empty)")
            }
        };
        format!("\nreason: {}\nsuspects: {suspects}", self.reason)
    }
}

/// Describes how many solutions the search found. A full grid needs no search.
pub fn solutions(puzzle: &AnyPuzzle, outcome: &AnyOutcome, limit: u64) -> String {
    let found = outcome.solutions;
    match outcome.status {
        Status::Solved | Status::Unique if !puzzle.values.contains(&0) => {
            "the grid is full and keeps the rules: there is nothing to solve".to_owned()
        }
        Status::Solved => "a solution; --limit 2 asks whether it is the only one".to_owned(),
        Status::Unique => "exactly one solution".to_owned(),
        Status::Multiple if found < limit => format!("exactly {}", count(found, "solution")),
        Status::Multiple => {
            format!("at least {}; --limit N counts up to N", count(found, "solution"))
        }
        Status::None => "no solution".to_owned(),
        Status::Invalid => "ill-posed: the grid is full".to_owned(),
        Status::GaveUp => format!("given up with {} found", count(found, "solution")),
    }
}
