//! Defines arguments that several commands share. A command's own arguments are next to its code.

use super::{advice, exit, message::say};
use anyhow::Context;
use clap::{
    Arg, ValueEnum,
    builder::{
        ArgPredicate, PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser,
    },
};
use glob::{MatchOptions, Pattern, PatternError};
use std::{
    ffi::OsStr,
    fs,
    path::{MAIN_SEPARATOR, Path},
    str::FromStr,
    sync::Once,
    thread,
    time::Duration,
};
use sudomill::{
    grid::{Drawing, Extra, Size, Symbols, Units, UnitsError},
    input::{Column, Encoding, ReadOptions, read_drawing},
    max_threads,
    rating::Explainer,
    solver::{
        Limits,
        lanes::Backend,
        registry::{self, Tuning},
    },
};
use sudomill_input::error::io_error;

/// Controls the messages on standard error.
#[derive(Debug, Default, clap::Args)]
pub struct ProgressArgs {
    /// Show progress on standard error
    #[arg(long = "progress", value_name = "WHEN", default_value = "auto")]
    pub when: ShowProgress,
    /// Show neither progress nor summary, only errors
    #[arg(long, short)]
    pub quiet: bool,
}

/// The conditions under which progress is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ShowProgress {
    /// If standard error is a terminal
    #[default]
    Auto,
    /// Even if standard error is not a terminal
    Always,
    /// Never
    Never,
}

/// Selects the part of a line that is the puzzle.
#[derive(Debug, Default, clap::Args)]
pub struct TableArgs {
    /// Read puzzles from this column [default: detected]
    ///
    /// A name in the header, a key of JSON Lines, or a column number from 1. Below a key of JSON Lines,
    /// a path: input.content, or messages.0.text for an item of an array, from 0. By default, the header
    /// decides, or if there is none, the first rows.
    #[arg(long, value_name = "NAME|N")]
    pub column: Option<Column>,
    /// Split columns at CHAR [default: detected]
    ///
    /// One of , ; | or tab; `\t` is a tab, too.
    #[arg(long, value_name = "CHAR", value_parser = delimiter, hide_short_help = true)]
    pub delimiter: Option<u8>,
    /// Treat the first row as a header, even if it does not look like one
    #[arg(long, conflicts_with = "no_header", hide_short_help = true)]
    pub header: bool,
    /// Treat the first row as a record, even if it looks like a header
    #[arg(long, hide_short_help = true)]
    pub no_header: bool,
    /// Skip lines that begin with CHAR [default: #]
    ///
    /// In delimited text, where `#` may begin an identifier such as #17, the default applies
    /// only above the first record.
    #[arg(long, value_name = "CHAR", value_parser = comment, hide_short_help = true)]
    pub comment: Option<u8>,
    /// Decode text from this encoding, such as utf-16
    ///
    /// One of utf-8, utf-16, utf-16le or utf-16be; results are UTF-8. By default, text is decoded
    /// only from UTF-16 with a byte-order mark, and bytes that are not UTF-8 are read and copied as
    /// they are.
    #[arg(long, value_name = "NAME", value_parser = encoding())]
    #[arg(hide_possible_values = true, hide_short_help = true)]
    pub encoding: Option<Encoding>,
    /// Read puzzles with boxes of this side: 3 for 9×9, 2x3 for 6×6 [default: detected]
    #[arg(long, value_parser = order, hide_short_help = true)]
    pub order: Option<Size>,
    /// Put back leading zeros that a spreadsheet removed
    #[arg(long)]
    pub restore_zeros: bool,
}

impl TableArgs {
    /// The options for opening a file with these arguments.
    pub fn open(&self, map: bool) -> ReadOptions {
        ReadOptions::default()
            .with_map(map)
            .with_column(self.column.clone())
            .with_delimiter(self.delimiter)
            .with_header((self.header || self.no_header).then_some(self.header))
            .with_comment(self.comment)
            .with_encoding(self.encoding)
            .with_size(self.order)
            .with_restore_zeros(self.restore_zeros)
    }
}

/// Parses the order of grids: the side of a box, or its rows and columns.
pub fn order(text: &str) -> Result<Size, String> {
    let expected = || format!("found {text}; expected {}", Size::list(Size::order_text));
    Size::from_order_text(text).ok_or_else(expected)
}

/// Selects the files of folders.
#[derive(Debug, Default, clap::Args)]
pub struct IncludeArgs {
    /// Read only files of folders that match GLOB
    ///
    /// For example --include '*.csv'; may be repeated. A GLOB with a slash is matched against the
    /// path in the folder, as in 'hard/**/*.txt'; any other against the name of the file.
    #[arg(long = "include", value_name = "GLOB")]
    pub globs: Vec<Glob>,
}

impl IncludeArgs {
    /// Returns true if a file found at this path within a folder is to be read.
    pub fn takes(&self, path: &Path) -> bool {
        self.globs.is_empty() || self.globs.iter().any(|glob| glob.matches(path))
    }
}

/// A pattern of paths, in which only `**` matches several folders: of these, without braces, a path matches one.
#[derive(Clone, Debug)]
pub struct Glob(Vec<Pattern>);

/// The most patterns that one with braces stands for.
const MOST_PATTERNS: usize = 1000;

impl FromStr for Glob {
    type Err = PatternError;
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        // On Windows, `\` separates folders.
        let text = text.replace(MAIN_SEPARATOR, "/");
        let folders = if text.contains('/') { "" } else { "**/" };
        let mut patterns = Vec::new();
        let mut left = vec![text];
        while let Some(text) = left.pop() {
            // As in shells, braces stand for several patterns, and `[^…]` is `[!…]`. The last brace opens the
            // innermost ones.
            let Some((before, braces)) = text.rsplit_once('{') else {
                patterns.push(Pattern::new(&format!("{folders}{}", text.replace("[^", "[!")))?);
                continue;
            };
            let msg = match braces.split_once('}') {
                None => "found '{' without '}'",
                Some(_) if patterns.len() + left.len() > MOST_PATTERNS => "too many braces",
                Some((parts, behind)) => {
                    left.extend(parts.split(',').map(|part| [before, part, behind].concat()));
                    continue;
                }
            };
            return Err(PatternError { pos: before.len(), msg });
        }
        Ok(Self(patterns))
    }
}

impl Glob {
    fn matches(&self, path: &Path) -> bool {
        let path = path.to_string_lossy();
        let how = MatchOptions { require_literal_separator: true, ..MatchOptions::new() };
        self.0.iter().any(|pattern| pattern.matches_with(&path, how))
    }
}

/// Selects how puzzles are read.
#[derive(Debug, Default, clap::Args)]
pub struct ReadArgs {
    #[command(flatten)]
    pub table: TableArgs,
    /// Use these symbols for the digits, such as ABCDEFGHI
    ///
    /// As many different letters and digits as a row has cells: 4, 6, 9, 16 and so on. By default,
    /// digits are 1-9 A-P or, on grids larger than 9×9, 0-9 A-O.
    #[arg(long = "alphabet", value_name = "SYMBOLS", conflicts_with_all = ["order", "restore_zeros"])]
    pub symbols: Option<Symbols>,
}

impl ReadArgs {
    /// The options for opening a file with these arguments.
    pub fn open(&self, map: bool) -> ReadOptions {
        self.table.open(map).with_symbols(self.symbols)
    }
}

/// Gives the units of all puzzles of a run as data.
#[derive(Debug, Default, clap::Args)]
pub struct UnitArgs {
    /// Replace the boxes by the regions of this drawing, as for jigsaws
    ///
    /// A grid with as many different letters or digits as rows, each as often, drawn as puzzles are: one for each
    /// region.
    #[arg(long, value_name = "FILE", value_parser = regions, hide_short_help = true)]
    regions: Option<Named<Drawing>>,
    /// Add units: diagonals, windows, or those of a drawing
    ///
    /// `diagonals` are both; `windows` are the four of Windoku. In a drawing, each letter or digit stands for a
    /// unit, at most as often as there are digits, and . for no unit. May be repeated.
    #[arg(long, value_name = "NAME|FILE", value_parser = extra, hide_short_help = true)]
    extra: Vec<Named<Extra>>,
}

/// What an argument stands for.
#[derive(Clone, Debug)]
struct Named<T> {
    /// As it was given.
    name: String,
    value: T,
}

impl UnitArgs {
    /// The options for opening a file of puzzles with these units.
    pub fn of(&self, how: ReadOptions) -> ReadOptions {
        how.with_regions(self.drawing().cloned()).with_extra(self.extra())
    }

    /// The drawing of the regions.
    pub fn drawing(&self) -> Option<&Drawing> {
        self.regions.as_ref().map(|regions| &regions.value)
    }

    fn extra(&self) -> Vec<Extra> {
        self.extra.iter().map(|extra| extra.value.clone()).collect()
    }

    /// The options as they were given: the name of each, and its value.
    pub fn given(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let regions = self.regions.iter().map(|regions| ("regions", &*regions.name));
        regions.chain(self.extra.iter().map(|extra| ("extra", &*extra.name)))
    }

    /// The units of puzzles of this size.
    pub fn units(&self, size: Size) -> Result<Units, UnitsError> {
        Units::new(size, self.drawing(), &self.extra())
    }

    /// True if there are other units than rows, columns and boxes.
    pub fn are_given(&self) -> bool {
        self.regions.is_some() || !self.extra.is_empty()
    }
}

/// Reads a drawing of regions.
fn regions(path: &str) -> Result<Named<Drawing>, String> {
    let value = drawing(path)?;
    check(path, Units::new(value.size(), Some(&value), &[]))?;
    Ok(Named { name: path.to_owned(), value })
}

/// Reads a drawing of regions or extra units.
fn drawing(path: &str) -> Result<Drawing, String> {
    let text = fs::read(path).map_err(|error| io_error(path, "cannot open")(error).to_string())?;
    read_drawing(&text).map_err(|bad| format!("{path}:{}", bad.at(1)))
}

/// Fails if a drawing is no set of units.
fn check(path: &str, units: Result<Units, UnitsError>) -> Result<(), String> {
    units.map(|_| ()).map_err(|error| format!("{path}: {error}"))
}

/// Reads extra units that have a name, or are drawn.
fn extra(text: &str) -> Result<Named<Extra>, String> {
    let value = match Extra::named(text) {
        Some(extra) => extra,
        None => {
            let drawing = drawing(text)?;
            let size = drawing.size();
            let extra = Extra::Drawing(drawing);
            check(text, Units::new(size, None, std::slice::from_ref(&extra)))?;
            extra
        }
    };
    Ok(Named { name: text.to_owned(), value })
}

/// Selects how a command reads all records of its files, once.
#[derive(Debug, clap::Args)]
pub struct RunArgs {
    #[command(flatten)]
    pub include: IncludeArgs,
    #[command(flatten)]
    pub read: ReadArgs,
    #[command(flatten)]
    pub threads: ThreadArgs,
    /// Read the files instead of memory-mapping them
    #[arg(long)]
    pub no_mmap: bool,
    #[command(flatten)]
    pub progress: ProgressArgs,
}

impl RunArgs {
    /// The options for opening a file with these arguments.
    pub fn open(&self) -> ReadOptions {
        self.read.open(!self.no_mmap)
    }
}

/// Selects the SIMD instructions of `lanes`.
#[derive(Debug, clap::Args)]
pub struct BackendArgs {
    /// Set the SIMD instructions of `lanes` [default: auto]
    #[arg(long_help = backend_help())]
    #[arg(long, value_name = "NAME", default_value = "auto", env = "SUDOMILL_BACKEND")]
    #[arg(hide_default_value = true, hide_env = true, hide_possible_values = true)]
    #[arg(value_parser = backend())]
    pub backend: Backend,
}

/// Sets the number of worker threads.
#[derive(Debug, clap::Args)]
pub struct ThreadArgs {
    /// Use N worker threads [default: one per core]
    ///
    /// N is limited to four threads per core or 16, whichever is larger.
    #[arg(long, short = 'j', value_name = "N", value_parser = at_least_1())]
    threads: Option<u64>,
}

/// Returns the requested number of threads, capped at a sensible maximum. The first time it is
/// capped, a note is printed.
pub fn bounded_threads(wanted: u64) -> usize {
    static NOTED: Once = Once::new();
    let max = max_threads();
    let threads = usize::try_from(wanted).unwrap_or(usize::MAX).min(max);
    if threads as u64 != wanted {
        NOTED.call_once(|| say(format_args!("--threads {wanted}: using the maximum, {max}")));
    }
    threads
}

impl ThreadArgs {
    pub fn count(&self) -> anyhow::Result<usize> {
        match self.threads {
            Some(threads) => Ok(bounded_threads(threads)),
            None => {
                let cores = thread::available_parallelism();
                Ok(cores.context("cannot count the cores; set --threads")?.get())
            }
        }
    }
}

/// Sets the limits of every search.
#[derive(Debug, clap::Args)]
pub struct LimitArgs {
    /// Stop a search after N solutions [default: 2]
    ///
    /// 1 finds a solution, 2 proves that it is the only one, and N counts up to N solutions.
    #[arg(long, value_name = "N", value_parser = at_least_1())]
    limit: Option<u64>,
    /// Give up after N guesses [default: unlimited; 10 million above 9×9]
    ///
    /// There is no limit in seconds, because results would depend on the machine. One core makes
    /// about 10 million guesses a second on 9×9 grids, 2 million on 12×12, 1 million on 16×16 and
    /// 50,000 on 25×25.
    #[arg(long, value_name = "N")]
    max_guesses: Option<u64>,
}

/// Sets the limits of every search, and those of single strategies.
#[derive(Debug, clap::Args)]
pub struct StrategyLimitArgs {
    #[command(flatten)]
    limits: LimitArgs,
    #[arg(long, value_name = "N", hide_short_help = true)]
    #[arg(help = format!("Give up after N passes of `electroyou` [default: {}]", Tuning::default().max_passes))]
    max_passes: Option<u64>,
    #[arg(long, value_name = "N", hide_short_help = true)]
    #[arg(help = format!(
        "Give up after N fillings of `generate-and-test` [default: {}]",
        Tuning::default().max_fillings
    ))]
    max_fillings: Option<u64>,
}

impl LimitArgs {
    /// The limits to search with; `defaults` apply to flags that were not set.
    pub fn resolve(&self, defaults: Limits<'static>) -> Limits<'static> {
        defaults
            .with_solutions(self.limit.unwrap_or(defaults.solutions.get()))
            .with_max_guesses(self.max_guesses.unwrap_or(defaults.max_guesses))
            .with_stop(&exit::STOP)
            .with_found(&exit::FOUND)
    }
}

impl StrategyLimitArgs {
    /// Like [`LimitArgs::resolve`].
    pub fn resolve(&self, defaults: Limits<'static>) -> Limits<'static> {
        self.limits.resolve(defaults)
    }

    /// The limits of single strategies; `defaults` apply to flags that were not set.
    pub fn tuning(&self, defaults: Tuning) -> Tuning {
        defaults
            .with_max_passes(self.max_passes.unwrap_or(defaults.max_passes))
            .with_max_fillings(self.max_fillings.unwrap_or(defaults.max_fillings))
    }
}

pub fn at_least_1() -> impl TypedValueParser<Value = u64> {
    clap::value_parser!(u64).range(1..)
}

/// Parses a time in seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let expected = || format!("found '{text}'; expected a number of seconds");
    let seconds = text.parse().map_err(|_| expected())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| expected())
}

/// Parses a column separator.
pub fn delimiter(text: &str) -> Result<u8, String> {
    match text {
        "\\t" | "tab" => Ok(b'\t'),
        "," | ";" | "|" | "\t" => Ok(text.as_bytes()[0]),
        " " => {
            Err("found \" \"; expected one of , ; | or \\t: without --delimiter, blanks divide \
                    a line, too"
                .to_owned())
        }
        _ => Err(format!("found {text:?}; expected one of , ; | or \\t")),
    }
}

/// Parses a character that begins a comment.
pub fn comment(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        [byte] if byte.is_ascii_punctuation() => Ok(*byte),
        _ => Err(format!("found {text:?}; expected one ASCII punctuation character, such as #")),
    }
}

/// Parses a text encoding.
pub fn encoding() -> impl TypedValueParser<Value = Encoding> {
    let names = Encoding::ALL.iter().map(|encoding| encoding.name());
    PossibleValuesParser::new(names).try_map(|name| name.parse())
}

/// Parses the name of a backend; `auto` is the best that this CPU has.
pub fn backend() -> impl TypedValueParser<Value = Backend> {
    let names = [AUTO].iter().chain(Backend::NAMES).copied();
    PossibleValuesParser::new(names).try_map(|name| match &*name {
        AUTO => Ok(Backend::best()),
        name => Backend::find(name),
    })
}

/// The name for the best backend that this CPU has.
const AUTO: &str = "auto";

fn backend_help() -> String {
    let names = Backend::NAMES.join(", ");
    format!(
        "Set the SIMD instructions of `lanes` and `region-lanes` [default: {AUTO}]\n\n\
         {AUTO} (the best that this CPU has), or one of {names}. Results do not depend on it. The \
         environment variable SUDOMILL_BACKEND sets the default."
    )
}

/// Parses any name that the registry finds. Help and completion list only named strategies, because
/// parts have too many combinations.
#[derive(Clone)]
pub struct StrategyParser {
    /// Accept [`EXPLAINER`], too.
    pub has_explainer: bool,
}

/// The steps of a rating: no search, so it is for `trace` alone.
pub const EXPLAINER: &str = "explainer";

impl TypedValueParser for StrategyParser {
    type Value = registry::Strategy;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        let has_explainer = self.has_explainer;
        let find = move |name: String| match &*name {
            EXPLAINER if has_explainer => {
                Ok(registry::Strategy::own(EXPLAINER, Explainer::default()))
            }
            _ => advice::find_strategy(&name),
        };
        StringValueParser::new().try_map(find).parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = registry::STRATEGIES.iter().map(|entry| entry.part.name);
        let names = names.chain(self.has_explainer.then_some(EXPLAINER));
        Some(Box::new(names.map(PossibleValue::new)))
    }
}

/// The strategy for puzzles with `--regions` or `--extra`, unless one is named.
pub const fn in_units(
    strategy: &'static str,
) -> [(&'static str, ArgPredicate, Option<&'static str>); 2] {
    [
        ("regions", ArgPredicate::IsPresent, Some(strategy)),
        ("extra", ArgPredicate::IsPresent, Some(strategy)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        limits: StrategyLimitArgs,
    }

    /// The limits on solutions, guesses, passes and fillings, on a 16×16 grid.
    fn resolved(flags: &str) -> [u64; 4] {
        let args = Command::parse_from(format!("command {flags}").split_whitespace());
        let limits = args.limits.resolve(Limits::default_for(Size::Sixteen));
        let tuning = args.limits.tuning(Tuning::default());
        [limits.solutions.get(), limits.max_guesses, tuning.max_passes, tuning.max_fillings]
    }

    #[test]
    fn flags_replace_defaults() {
        assert_eq!(resolved(""), [2, 10_000_000, 10_000, 1 << 24]);
        assert_eq!(resolved("--limit 7 --max-passes 3"), [7, 10_000_000, 3, 1 << 24]);
        assert_eq!(resolved("--max-guesses 0 --max-fillings 5"), [2, 0, 10_000, 5]);
    }
}
