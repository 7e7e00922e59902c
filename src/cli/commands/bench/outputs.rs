//! Writes the results of `bench` in its formats.

use super::table;
use crate::cli::{draw, message::say, same_file::Role, table::Style};
use clap::ValueEnum;
use std::{
    iter,
    path::{Path, PathBuf},
};
use sudomill::{Error, bench::Benchmark, output::Sink};

#[derive(Debug, clap::Args)]
pub struct OutputArgs {
    /// Write in this format
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: BenchFormat,
    /// Write to FILE [default: standard output]
    #[arg(long, short, value_name = "FILE", default_value = "-", hide_default_value = true)]
    output: PathBuf,
    // Deprecated: these still write their files.
    #[arg(long, value_name = "FILE", hide = true)]
    export_json: Option<PathBuf>,
    #[arg(long, value_name = "FILE", hide = true)]
    export_markdown: Option<PathBuf>,
    #[arg(long, value_name = "FILE", hide = true)]
    export_csv: Option<PathBuf>,
    // Deprecated: these do nothing.
    #[arg(long, value_name = "COLUMN", hide = true)]
    order_by: Option<String>,
    #[arg(long, hide = true)]
    brief: bool,
}

/// Output formats of a benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum BenchFormat {
    /// A table for a terminal
    Table,
    /// A table in Markdown
    Markdown,
    /// A row per set and strategy
    Csv,
    /// Everything measured, as described by schema/bench.schema.json
    Json,
}

/// The width of a table that is not written to a terminal.
const USUAL_WIDTH: usize = 80;

/// The output files of a benchmark, created but not yet written.
pub struct Outputs(Vec<(Sink, BenchFormat)>);

impl OutputArgs {
    /// The files to write, with their roles for messages.
    fn files(&self) -> impl Iterator<Item = (&Path, BenchFormat, &'static str)> {
        let exports = [
            (&self.export_json, BenchFormat::Json, "JSON export"),
            (&self.export_markdown, BenchFormat::Markdown, "Markdown export"),
            (&self.export_csv, BenchFormat::Csv, "CSV export"),
        ];
        let exports = exports
            .into_iter()
            .filter_map(|(path, format, role)| Some((path.as_deref()?, format, role)));
        iter::once((&*self.output, self.format, "output")).chain(exports)
    }

    pub fn roles(&self) -> Vec<Role<'_>> {
        self.files().map(|(path, _, role)| Role::output(path, role)).collect()
    }

    /// Creates all files now, so that a wrong path is reported before anything is measured.
    pub fn create(&self) -> Result<Outputs, Error> {
        for (flag, is_given) in [("--order-by", self.order_by.is_some()), ("--brief", self.brief)] {
            if is_given {
                say(format_args!("sudomill: {flag} is ignored, and will be removed"));
            }
        }
        let create = |(path, format, _)| Ok((Sink::create(path)?, format));
        self.files().map(create).collect::<Result<_, _>>().map(Outputs)
    }

    /// Writes all files, and renames them to their final names once all are complete.
    pub fn write(&self, outputs: Outputs, benchmark: &Benchmark) -> anyhow::Result<()> {
        let mut written = Vec::new();
        for (mut sink, format) in outputs.0 {
            sink.write(&self.render(benchmark, format)?)?;
            written.push(sink);
        }
        Ok(written.into_iter().try_for_each(Sink::finish)?)
    }

    fn render(&self, benchmark: &Benchmark, format: BenchFormat) -> anyhow::Result<Vec<u8>> {
        let table = |style| Ok(table::render(benchmark, style).into_bytes());
        match format {
            BenchFormat::Table => table(Style::Terminal { width: self.width() }),
            BenchFormat::Markdown => table(Style::Markdown),
            BenchFormat::Csv => table::csv(benchmark),
            BenchFormat::Json => {
                let mut json = serde_json::to_vec_pretty(benchmark)?;
                json.push(b'\n');
                Ok(json)
            }
        }
    }

    fn width(&self) -> usize {
        let columns = draw::columns().filter(|_| self.output.as_os_str() == "-");
        columns.unwrap_or(USUAL_WIDTH)
    }
}
