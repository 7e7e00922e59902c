//! Resolves and checks the arguments of a run, once.

use super::SolveArgs;
use crate::cli::{file_lines::FileLines, inputs::Inputs, puzzle};
use anyhow::{bail, ensure};
use clap::{ArgMatches, parser::ValueSource};
use std::{
    io::{self, IsTerminal},
    iter,
    path::{Path, PathBuf},
};
use sudomill::{
    batch::{self, RunOptions, SolveOptions},
    grid::Size,
    input::{ReadOptions, Source},
    output::{Columns, Format, Keep, Only},
    solver::{
        Limits,
        registry::{Strategy, Tuning},
    },
};
use sudomill_output::columns::needs_rating;
use sudomill_puzzle::error::one_of;

/// Arguments that a resumed run may change: they do not affect the bytes of its outputs, or are
/// compared by what they refer to. All others must match those of the earlier run.
const FREE: [&str; 13] = [
    "inputs",
    "globs",
    "output",
    "resume",
    "record_every",
    "summary",
    "backend",
    "threads",
    "no_mmap",
    "chunk_size",
    "color",
    "when",
    "quiet",
];

/// The column that compares the solutions in the input with those found.
const AGREES: &str = "agrees";

/// The column that is named where one of ratings is missing.
const RATING: &str = "rating";

/// The configuration of a run: its arguments, and everything derived from them.
pub struct Config {
    pub args: SolveArgs,
    pub inputs: Inputs,
    /// The flags that shape the outputs, with their values.
    pub settings: Vec<(String, String)>,
    /// The options for opening files.
    pub how: ReadOptions,
    /// True if solutions in the inputs are compared.
    pub compares: bool,
    /// True if a single puzzle is drawn: on a terminal, unless a flag selects an output.
    pub is_drawn: bool,
    /// Options for sources of any size.
    common: SolveOptions<'static>,
}

impl Config {
    /// Resolves the arguments. `matches` holds the same arguments by name.
    pub fn new(args: SolveArgs, matches: &ArgMatches) -> anyhow::Result<Self> {
        let columns = args.columns()?;
        let compares = columns.names.iter().flatten().any(|name| name == AGREES);
        args.check_columns(compares)?;
        let inputs = args.read_inputs()?;
        let is_given = |id: &&str| matches.value_source(id) == Some(ValueSource::CommandLine);
        let selects_output = ["format", "only", "timing", "summary"].iter().any(is_given);
        let chunk = args.chunk_size.and_then(|size| size.try_into().ok()).unwrap_or(batch::CHUNK);
        let run = RunOptions::default()
            .with_threads(args.threads.count()?)
            .with_chunk(chunk)
            .with_head(args.head);
        let only: Option<Only> = args.only.as_ref().map(|only| only.iter().cloned().collect());
        let strategy = args.strategy.clone().tuned(args.limits.tuning(Tuning::default()));
        let common = SolveOptions::default()
            .with_strategy(strategy.on(args.backend.backend))
            .with_run(run)
            .with_format(args.format)
            .with_columns(columns)
            .with_only(only)
            .with_max_rating(args.max_rating)
            .with_strict(args.strict)
            .with_file_column(inputs.are_several);
        Ok(Self {
            inputs,
            settings: settings(matches),
            how: args.open(),
            compares,
            is_drawn: io::stdout().is_terminal() && !selects_output && is_stream(&args.output),
            common,
            args,
        })
    }

    /// The outputs that a later run can resume.
    pub fn resumable(&self) -> Vec<&Path> {
        iter::once(&*self.args.output).chain(self.args.timing.as_deref()).collect()
    }

    /// The options for one source.
    pub fn options(&self, source: &Source) -> SolveOptions<'static> {
        let size = source.layout().size;
        let (strategy, limits) = (self.strategy(size), self.limits(size));
        self.common.clone().with_strategy(strategy).with_limits(limits)
    }

    pub fn strategy(&self, size: Size) -> Strategy {
        match self.args.format.lists_all() {
            true => self.common.strategy.listing(size),
            false => self.common.strategy.for_size(size),
        }
    }

    pub fn limits(&self, size: Size) -> Limits<'static> {
        self.args.limits.resolve(Limits::default_for(size))
    }
}

impl SolveArgs {
    fn columns(&self) -> anyhow::Result<Columns> {
        let keep = match self.keep.as_deref() {
            None => Keep::Nothing,
            Some([all]) if all == "all" => Keep::All,
            Some(names) => {
                let columns: Result<_, _> = names.iter().map(|name| name.trim().parse()).collect();
                Keep::Named(columns?)
            }
        };
        let trimmed = |names: &Vec<String>| names.iter().map(|it| it.trim().to_owned()).collect();
        let names: Option<Vec<_>> = self.columns.as_ref().map(trimmed);
        Ok(Columns::default().with_names(names).with_keep(keep))
    }

    /// Fails if a flag needs columns that the results do not have.
    fn check_columns(&self, compares: bool) -> anyhow::Result<()> {
        let format = self.format;
        let no_list = format!("a format with a result for each puzzle, not --format {format}");
        let tables = Format::ALL.iter().filter(|format| format.has_columns());
        let tables = one_of(tables.map(|format| format.name()));
        let columns = format!("a format with columns: --format {tables}");
        let agrees = format!("the column '{AGREES}': --columns {AGREES},...");
        let rating = format!("a column of ratings: --columns {RATING},...");
        let rates = self.columns.iter().flatten().any(|name| needs_rating(name.trim()));
        let only_wrong = self.only.iter().flatten().any(Only::has_wrong);
        for (flag, is_given, is_met, needed) in [
            ("--columns", self.columns.is_some(), format.has_columns(), &columns),
            ("--keep", self.keep.is_some(), format.has_columns(), &columns),
            ("--only", self.only.is_some(), !format.lists_all(), &no_list),
            ("--only wrong", only_wrong, compares, &agrees),
            ("--only rating", self.only.iter().flatten().any(Only::has_rating), rates, &rating),
            ("--max-rating", self.max_rating.is_some(), rates, &rating),
            ("--solution-column", self.solution_column.is_some(), compares, &agrees),
        ] {
            ensure!(!is_given || is_met, "{flag} needs {needed}");
        }
        Ok(())
    }

    /// The options for opening files.
    fn open(&self) -> ReadOptions {
        self.units.of(self.read.open(!self.no_mmap))
    }

    /// Resolves the inputs; the default is standard input.
    fn read_inputs(&self) -> anyhow::Result<Inputs> {
        let stdin = [PathBuf::from("-")];
        let named = if self.inputs.is_empty() { &stdin[..] } else { &self.inputs };
        let how = self.open();
        let lines = FileLines::new(named, &how);
        let line = |path: &Path| puzzle::instead_of_file(path, &lines, &how);
        let inputs = Inputs::with_lines(named, &self.include, line)?;
        let mut outputs = vec![(&*self.output, "output")];
        for (path, role) in [(&self.timing, "timing file"), (&self.summary, "summary file")] {
            outputs.extend(path.as_deref().map(|path| (path, role)));
        }
        inputs.refuse_outputs(&outputs)?;
        // Dividing several inputs requires all of their sizes.
        let without_size = inputs.list.iter().find(|input| input.file_size().is_none());
        match without_size.filter(|_| self.shard.is_some() && inputs.are_several) {
            Some(input) => bail!("--shard works only on files; {} is not a file", input.name()),
            None => Ok(inputs),
        }
    }
}

/// Returns every flag that shapes the outputs, with its value: all that are not [`FREE`].
fn settings(matches: &ArgMatches) -> Vec<(String, String)> {
    let command = <SolveArgs as clap::Args>::augment_args(clap::Command::new("solve"));
    let shaping = command.get_arguments().filter(|arg| !FREE.contains(&arg.get_id().as_str()));
    let setting = |arg: &clap::Arg| {
        let values = matches.get_raw(arg.get_id().as_str()).into_iter().flatten();
        let values: Vec<_> = values.map(|value| value.to_string_lossy()).collect();
        let value = match (arg.get_action().takes_values(), &*values.join(",")) {
            (_, "") | (false, "false") => "not set".to_owned(),
            (false, _) => "set".to_owned(),
            (true, value) => value.to_owned(),
        };
        (format!("--{}", arg.get_long().unwrap_or_default()), value)
    };
    shaping.map(setting).collect()
}

pub fn is_stream(path: &Path) -> bool {
    path == Path::new("-")
}
