//! Reads and draws one puzzle on a terminal, for `trace` and `candidates`.

use super::{
    puzzle,
    same_file::{self, Role},
    shared_args::ReadArgs,
};
use clap::ValueEnum;
use std::{
    env,
    io::{self, IsTerminal},
    path::{Path, PathBuf},
};
use sudomill::{
    input::AnyPuzzle,
    output::Sink,
    picture::{Detail, Ink, Picture},
};

/// Lines of text around a grid that is redrawn in place.
const AROUND: usize = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
}

/// Controls the colors of a picture.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct ColorArgs {
    /// Draw with colors: auto, always or never
    ///
    /// With auto, if standard output is a terminal, and the environment variable NO_COLOR is
    /// not set.
    #[arg(long, value_name = "WHEN", default_value = "auto", hide_possible_values = true)]
    #[arg(hide_short_help = true)]
    color: When,
}

impl ColorArgs {
    /// Returns the ink for pictures on standard output.
    pub fn ink(self) -> Ink {
        let has_colours = match self.color {
            When::Always => true,
            When::Never => false,
            When::Auto => {
                let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
                let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
                takes_escapes() && !is_set("NO_COLOR") && !dumb
            }
        };
        if has_colours { Ink::Ansi } else { Ink::Letters }
    }
}

/// Returns true if standard output is a terminal that understands escape sequences. On Windows, the
/// console does so only after it is asked.
pub fn takes_escapes() -> bool {
    let asked = || !cfg!(windows) || console::Term::stdout().features().colors_supported();
    io::stdout().is_terminal() && asked()
}

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
    /// Also draw the grid as SVG to FILE
    ///
    /// With -, write the SVG to standard output, and nothing else.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw in this format [default: ansi if there are colors, else text]
    #[arg(long, value_name = "FORMAT")]
    format: Option<PictureFormat>,
    #[command(flatten)]
    color: ColorArgs,
}

/// How one puzzle is shown.
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
            let roles = [Role::input(&self.puzzle, "puzzle"), Role::output(svg, "picture")];
            same_file::refuse(&roles)?;
        }
        puzzle::from_argument(&self.puzzle, &self.read.open(true))
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

    /// True to write JSON instead of a grid.
    pub fn is_jsonl(&self) -> bool {
        self.format == Some(PictureFormat::Jsonl)
    }

    /// True if standard output is reserved for the SVG.
    pub fn is_svg_only(&self) -> bool {
        self.svg.as_deref() == Some(Path::new("-"))
    }

    /// Writes the SVG file, if requested.
    pub fn write_svg(&self, picture: &Picture, title: &str) -> anyhow::Result<()> {
        let Some(path) = &self.svg else { return Ok(()) };
        Ok(Sink::write_all(path, picture.svg(title).as_bytes())?)
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
    if terminal_size().is_none_or(fits) { Detail::Candidates } else { Detail::Values }
}

/// A picture and its legend.
pub fn with_legend(picture: &Picture, detail: Detail, ink: Ink) -> String {
    picture.text(detail, ink) + &picture.legend(ink) + "\n"
}

/// Fails if the terminal is too small to redraw the values of the grid in place.
pub fn check_terminal_size(picture: &Picture) -> anyhow::Result<()> {
    let Some((height, width)) = terminal_size() else { return Ok(()) };
    let (columns, lines) = picture.size(Detail::Values);
    let lines = lines + AROUND;
    anyhow::ensure!(
        columns <= width && lines <= height,
        "found a terminal of {width} columns and {height} lines; expected {columns} and {lines} \
         for --delay; --at STEP shows one step"
    );
    Ok(())
}

/// The width of the terminal in columns, if there is one.
pub fn columns() -> Option<usize> {
    terminal_size().map(|(_, columns)| columns)
}

/// The height and width of the terminal.
fn terminal_size() -> Option<(usize, usize)> {
    let size = console::Term::stdout().size_checked().filter(|_| io::stdout().is_terminal());
    size.map(|(lines, columns)| (lines.into(), columns.into()))
}
