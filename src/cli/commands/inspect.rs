//! `sudomill inspect`: shows the format of files, as `solve` reads them.

use crate::cli::{
    advice::every_second_is_full,
    driver::{Driver, DriverOptions, InputEnd, Reading, Solutions},
    exit::Exit,
    inputs::Inputs,
    message::visible,
    shared_args::{IncludeArgs, ProgressArgs, ReadArgs, UnitArgs},
};
use clap::ValueEnum;
use serde::Serialize;
use std::{
    fmt::Write as _,
    io::{BufWriter, Write},
    path::PathBuf,
};
use sudomill::{
    Error,
    bench::quoted,
    grid::{Size, Symbols},
    input::{Detected, InputFormat, ReadOptions, SampleRow, Source},
};
use sudomill_output::target::Stdout;

/// Number of records shown.
const SHOWN: usize = 3;

/// The number of records that are examined.
const EXAMINED: usize = 100;

/// The fewest records that show whether every second one is a full grid.
const FEWEST: usize = 4;

/// Show how files are read: format, columns, size and the first records
///
/// Print what `solve` detects from the first bytes of each file, the first three records as
/// they are read, and the `solve` command that makes every choice explicit. Nothing is solved.
/// The options are those of `solve`, to see what they change.
///
/// Exit code: 0 if each file has a record that is a puzzle among the first three; 1 if not; 2
/// if a file cannot be read.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  sudomill inspect puzzles.csv")]
pub struct InspectArgs {
    /// Files, or folders of files; - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    include: IncludeArgs,
    #[command(flatten)]
    read: ReadArgs,
    #[command(flatten)]
    units: UnitArgs,
    /// Write text, or one JSON object per file
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: InspectFormat,
}

/// The format of the report.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum InspectFormat {
    Text,
    Jsonl,
}

/// The report on one file.
#[derive(Serialize)]
struct FileReport {
    file: String,
    #[serde(flatten)]
    detected: Detected,
    rows: Vec<SampleRow>,
    command: String,
}

/// Inspects each file.
pub fn run(args: &InspectArgs) -> anyhow::Result<Exit> {
    let inputs = Inputs::of(&args.files, &args.include)?;
    let how = args.units.of(args.read.open(true));
    let quiet = ProgressArgs::default();
    let usual = DriverOptions::new(&how, &quiet);
    let options = DriverOptions { solutions: Solutions::IfAny, reads_all: true, ..usual };
    let mut driver = Driver::new(&inputs, options);
    let mut has_findings = false;
    let mut out = BufWriter::new(Stdout);
    let mut between = "";
    driver.each(&mut |Reading { source, .. }| {
        let report = match FileReport::on(source, &how, &args.units) {
            Ok(report) => report,
            Err(error) => return Ok(error.into()),
        };
        has_findings |= report.rows.iter().all(|row| row.error.is_some());
        match args.format {
            InspectFormat::Text => write!(out, "{between}{}", report.text())?,
            InspectFormat::Jsonl => writeln!(out, "{}", serde_json::to_string(&report)?)?,
        }
        between = "\n";
        Ok(InputEnd { is_part: true, ..InputEnd::default() })
    })?;
    out.flush()?;
    Ok(driver.exit(!has_findings))
}

impl FileReport {
    fn on(source: Source, how: &ReadOptions, units: &UnitArgs) -> Result<Self, Error> {
        let file = source.name().to_owned();
        let detected = source.detected();
        let mut rows = source.sample(EXAMINED)?;
        if alternate(&rows) {
            every_second_is_full(&file);
        }
        rows.truncate(SHOWN);
        let mut command = command(&file, &detected, how.symbols);
        for (option, value) in units.given() {
            command += &format!(" --{option} {}", quoted(value));
        }
        Ok(Self { file, detected, rows, command })
    }

    fn text(&self) -> String {
        let Detected { columns, side, .. } = &self.detected;
        let column = |number: usize| match columns.get(number - 1) {
            Some(key) if self.detected.format == InputFormat::JsonLines => format!("key {key:?}"),
            Some(name) => format!("column {number} ({name})"),
            None => format!("column {number}"),
        };
        let puzzles = match (self.detected.format, self.detected.column) {
            (InputFormat::Grids | InputFormat::Numbers, _) => "all lines".to_owned(),
            (InputFormat::Cells, Some(number)) => {
                format!("{} to {}", column(number), number + side * side - 1)
            }
            (InputFormat::JsonLines, _) => {
                format!("key {:?}", self.detected.column_name.as_deref().unwrap_or_default())
            }
            (_, Some(number)) => column(number),
            (_, None) => "the whole line, up to a separator".to_owned(),
        };
        let notation = if self.detected.candidates { "candidates" } else { "clues" };
        let comment = match self.detected.comment {
            Some(comment) => format!("lines that begin with {comment}"),
            None => "lines that begin with # above the first record".to_owned(),
        };
        let mut text = visible(&self.file) + "\n";
        let mut add = |name: &str, value: &str| {
            let _ = writeln!(text, "  {name:<12} {}", visible(value));
        };
        add("format", &self.format());
        add("encoding", self.detected.encoding.unwrap_or("utf-8"));
        add("compression", self.detected.compression.unwrap_or("none"));
        add("header", self.detected.header.as_deref().unwrap_or("none"));
        add("puzzles", &puzzles);
        add("solutions", &self.detected.solution_column.map_or("none".to_owned(), column));
        add("size", &format!("{side}×{side}, {notation}, digits {}", self.detected.alphabet));
        add("comments", &comment);
        for row in &self.rows {
            add(&format!("line {}", row.line), &row.puzzle);
            row.error.iter().for_each(|error| add("", error));
        }
        add("command", &self.command);
        text
    }

    fn format(&self) -> String {
        match (self.detected.format, self.detected.delimiter) {
            (InputFormat::Lines, _) => "one puzzle per line".to_owned(),
            (format @ (InputFormat::Delimited | InputFormat::Cells), Some(delimiter)) => {
                let sign =
                    if delimiter == '\t' { "tabs".to_owned() } else { delimiter.to_string() };
                let cells = if format == InputFormat::Cells { "; one cell in each" } else { "" };
                format!("columns divided by {sign}{cells}")
            }
            (InputFormat::JsonLines, _) => "JSON Lines".to_owned(),
            (InputFormat::Grids, _) => "grids, one row per line".to_owned(),
            (InputFormat::Numbers, _) => "arrays of numbers".to_owned(),
            (other, _) => other.to_string(),
        }
    }
}

/// Returns true if every second record is a full grid, and no other one is.
fn alternate(rows: &[SampleRow]) -> bool {
    let is_full = |row: &SampleRow| row.error.is_none() && !row.puzzle.contains('.');
    let is_turn = |pair: &[SampleRow]| is_full(&pair[0]) != is_full(&pair[1]);
    rows.len() >= FEWEST && rows.windows(2).all(is_turn)
}

/// The command that reads a file in exactly this way, without detection.
fn command(file: &str, detected: &Detected, symbols: Option<Symbols>) -> String {
    // Such an alphabet may also have been detected.
    let symbols = symbols.or_else(|| detected.alphabet.parse().ok());
    let text = |sign: char| if sign == '\t' { "\\t".to_owned() } else { sign.to_string() };
    // The line `sep=;` is read without an option, and names no columns.
    let names = detected.header.as_ref().filter(|_| !is_separator_line(detected));
    let header = if names.is_some() { "header" } else { "no-header" };
    // A header that does not name the column, because it has fewer fields, is only found again.
    let is_found_again = names.is_some() && detected.columns.is_empty();
    let delimiter = detected.delimiter.filter(|_| !is_found_again);
    let column = detected.column.filter(|_| !is_found_again);
    let name = |number: usize| {
        let name = detected.column_name.as_ref();
        let first = detected.columns.iter().position(|column| Some(column) == name);
        // The first of several columns with one name is meant by it; a path is not among them.
        let name = name.filter(|_| first.is_none_or(|first| first == number - 1));
        name.cloned().unwrap_or_else(|| number.to_string())
    };
    let size = Size::from_side(detected.side).filter(|_| symbols.is_none());
    let options = [
        ("encoding", detected.encoding.map(str::to_owned)),
        ("delimiter", detected.delimiter.map(text)),
        (header, delimiter.map(|_| String::new())),
        ("column", column.map(name)),
        ("alphabet", symbols.map(|symbols| symbols.to_string())),
        ("order", size.map(Size::order_text)),
        ("comment", detected.comment.filter(|&comment| comment != '#').map(text)),
    ];
    let mut command = format!("sudomill solve {}", quoted(file));
    for (option, value) in options.into_iter().filter_map(|(name, value)| Some((name, value?))) {
        let value = if value.is_empty() { value } else { format!(" {}", quoted(&value)) };
        command += &format!(" --{option}{value}");
    }
    command
}

/// Returns true if the header is only the line of a spreadsheet that declares the separator.
fn is_separator_line(detected: &Detected) -> bool {
    let line = |header: &String| header.trim_matches('"').to_ascii_lowercase();
    let separator = detected.delimiter.unwrap_or_default();
    let has_names = !detected.columns.is_empty();
    !has_names
        && detected
            .header
            .as_ref()
            .map(line)
            .is_some_and(|it| it == format!("sep={separator}") || it == "sep=" && separator == '\t')
}
