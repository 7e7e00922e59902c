//! Where the results of `bench` go: the output, and the exports beside it.

use super::table::{self, SortKey};
use crate::cli::{draw, message::say, same_file::Role, table::Style};
use clap::ValueEnum;
use std::path::{Path, PathBuf};
use sudomill::{
    Error,
    bench::{Benchmark, Distribution},
    output::Sink,
};

/// What to write, and where.
#[derive(Debug, clap::Args)]
pub struct OutputArgs {
    /// Sort all rows by this column instead of by set
    ///
    /// One of set, strategy, rate, spread, ratio, mean, median, p90, p99, max, guesses or
    /// no-guess. Rates, ratios and no-guess are sorted in descending order.
    #[arg(long, value_name = "COLUMN", hide_possible_values = true)]
    order_by: Option<SortKey>,
    /// Write in this format
    #[arg(long, value_name = "FORMAT", default_value = "table")]
    format: BenchFormat,
    /// In JSON, omit the times of single puzzles
    ///
    /// A baseline does not need them.
    #[arg(long)]
    brief: bool,
    /// Write to FILE [default: standard output]
    #[arg(long, short, value_name = "FILE", default_value = "-", hide_default_value = true)]
    output: PathBuf,
    /// Also write JSON to FILE, as with --format json
    #[arg(long, value_name = "FILE")]
    export_json: Option<PathBuf>,
    /// Also write a Markdown table to FILE
    #[arg(long, value_name = "FILE")]
    export_markdown: Option<PathBuf>,
    /// Also write CSV to FILE
    #[arg(long, value_name = "FILE")]
    export_csv: Option<PathBuf>,
}

/// What `bench` writes.
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

/// The width of a table that is not for a terminal.
const USUAL_WIDTH: usize = 80;

/// The opened outputs.
pub struct Outputs(Vec<(Sink, BenchFormat)>);

impl OutputArgs {
    fn files(&self) -> impl Iterator<Item = (&Path, BenchFormat, &'static str)> {
        let exports = [
            (&self.export_json, BenchFormat::Json, "JSON export"),
            (&self.export_markdown, BenchFormat::Markdown, "Markdown export"),
            (&self.export_csv, BenchFormat::Csv, "CSV export"),
        ];
        let exports = exports.into_iter();
        let exports =
            exports.filter_map(|(path, format, role)| Some((&**path.as_ref()?, format, role)));
        std::iter::once((&*self.output, self.format, "output")).chain(exports)
    }

    /// The output and the exports.
    pub fn roles(&self) -> Vec<Role<'_>> {
        self.files().map(|(path, _, role)| Role::output(path, role)).collect()
    }

    /// Opens all, so that a wrong path is reported before anything is measured.
    pub fn create(&self) -> Result<Outputs, Error> {
        let open = |(path, format, _)| Ok((Sink::create(path)?, format));
        self.files().map(open).collect::<Result<_, _>>().map(Outputs)
    }

    /// Writes to all. Files get their names when all are complete.
    pub fn write(&self, outputs: Outputs, benchmark: &Benchmark) -> anyhow::Result<()> {
        let mut written = Vec::new();
        for (mut sink, format) in outputs.0 {
            sink.write(&self.render(benchmark, format)?)?;
            written.push(sink);
        }
        Ok(written.into_iter().try_for_each(Sink::finish)?)
    }

    fn render(&self, benchmark: &Benchmark, format: BenchFormat) -> anyhow::Result<Vec<u8>> {
        let order = self.order_by;
        let table = |style| Ok(table::render(benchmark, order, style).into_bytes());
        match format {
            BenchFormat::Table => table(Style::Terminal { width: self.width() }),
            BenchFormat::Markdown => table(Style::Markdown),
            BenchFormat::Csv => table::csv(benchmark, order),
            BenchFormat::Json => {
                if order.is_some() {
                    say("sudomill: --order-by is ignored for JSON, which keeps sets together");
                }
                json(benchmark, self.brief)
            }
        }
    }

    fn width(&self) -> usize {
        let columns = draw::columns().filter(|_| self.output.as_os_str() == "-");
        columns.unwrap_or(USUAL_WIDTH)
    }
}

fn json(benchmark: &Benchmark, brief: bool) -> anyhow::Result<Vec<u8>> {
    let mut benchmark = benchmark.clone();
    if brief {
        for measured in benchmark.sets.iter_mut().flat_map(|set| &mut set.measurements) {
            measured.distribution = Distribution::default();
        }
    }
    let mut json = serde_json::to_vec_pretty(&benchmark)?;
    json.push(b'\n');
    Ok(json)
}
