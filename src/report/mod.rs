//! Results → one HTML page that needs nothing but itself.
//!
//! [`bench::load`](crate::bench::load) reads what `sudomill bench` wrote, [`read_timing`]
//! what `sudomill solve --timing` wrote; [`Report::page`] draws both.

mod budget;
mod environment;
mod facet;
mod figure;
mod grid;
mod page;
mod plots;
mod puzzles;
mod rows;
mod slowest;
mod timing;
mod words;

pub use timing::{Timed, read as read_timing};

use crate::{
    Error,
    bench::{Benchmark, SlowPuzzle},
    input::Open,
};
use std::path::Path;

/// No page is longer, in bytes; what is left out for that is said on the page.
pub const MAX_BYTES: usize = 1_000_000;

/// What a page is made of.
///
/// ```no_run
/// use sudomill::{bench, report::Report};
/// let mut report = Report::new("Our machines");
/// report.add_result("result.json", bench::load("result.json".as_ref())?);
/// std::fs::write("report.html", report.page())?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Report {
    title: String,
    /// Each with its path.
    results: Vec<(String, Benchmark)>,
    /// Each with its slowest puzzles, if their text was read.
    timings: Vec<(Timed, Option<Vec<SlowPuzzle>>)>,
}

impl Report {
    /// A page of that title, with nothing on it yet.
    pub fn new(title: &str) -> Self {
        Self { title: words::clip(title, 200), results: Vec::new(), timings: Vec::new() }
    }

    /// Adds a result of `sudomill bench`, under the path it came from.
    pub fn add_result(&mut self, path: &str, result: Benchmark) {
        self.results.push((path.to_owned(), result));
    }

    /// Adds a timing file; the puzzles that were solved, if they are given, are
    /// read for the lines of the slowest, and their clues compared with the rows.
    /// Tells how many puzzles, before the first row or behind the last, have none:
    /// more than 0 where the rows are of a part of the file.
    ///
    /// # Errors
    /// The puzzles cannot be read, or are not those of the timing file.
    pub fn add_timing(
        &mut self,
        timed: Timed,
        puzzles: Option<(&Path, &Open)>,
    ) -> Result<u64, Error> {
        let (mut slowest, mut without_row) = (None, 0);
        if let Some((path, how)) = puzzles {
            let mut lines = timed.times.distribution().slowest;
            without_row = puzzles::fill(&mut lines, &timed, path, how)?;
            slowest = Some(lines);
        }
        self.timings.push((timed, slowest));
        Ok(without_row)
    }

    /// The page: HTML, shorter than [`MAX_BYTES`], the same for the same input.
    pub fn page(&self) -> String {
        page::page(self)
    }
}
