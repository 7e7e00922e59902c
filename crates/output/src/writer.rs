//! The writer of each format.

use super::{
    Format,
    plan::NewWriter,
    syntax::{Csv, JsonLines, Markdown},
    table::TableWriter,
    write::{CountWriter, SolutionWriter},
};

/// Returns what creates the writer of a format.
pub fn writer_of(format: Format) -> NewWriter {
    match format {
        Format::Solution | Format::Solutions => |_| Box::new(SolutionWriter),
        Format::Count => |_| Box::new(CountWriter),
        Format::Csv | Format::SolutionsCsv => |plan| Box::new(TableWriter::new(plan, Csv)),
        Format::Jsonl | Format::SolutionsJsonl => {
            |plan| Box::new(TableWriter::new(plan, JsonLines))
        }
        Format::Markdown => |plan| Box::new(TableWriter::new(plan, Markdown)),
    }
}
