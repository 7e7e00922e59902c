//! Draws results as one HTML page that loads no other file.
//!
//! [`bench::load`](crate::bench::load) reads what `sudomill bench` wrote, [`read_timing`]
//! what `sudomill solve --timing` wrote; [`Report::page`] draws both.

mod facet;
mod figure;
mod page;
mod plots;
mod puzzles;
mod sections;
mod timing;

pub use timing::{Timed, read as read_timing};

use crate::bench::{Benchmark, SlowPuzzle, numbers};
use std::path::Path;
use sudomill_core::Error;
use sudomill_io::input::Open;

/// The largest page in bytes. The page names the parts that were left out.
pub const MAX_BYTES: usize = 1_000_000;

/// The contents of a page.
///
/// ```no_run
/// # mod sudomill { pub use {sudomill_core::*, sudomill_io::*, sudomill_lab::*}; }
/// use sudomill::{bench, report::Report};
/// let mut report = Report::new("Our machines");
/// report.add_result("result.json", bench::load("result.json".as_ref())?);
/// std::fs::write("report.html", report.page())?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Report {
    title: String,
    /// Each result with its path.
    results: Vec<(String, Benchmark)>,
    /// Each timing file with its slowest puzzles, if the puzzle file was read.
    timings: Vec<(Timed, Option<Vec<SlowPuzzle>>)>,
}

impl Report {
    /// An empty page with that title.
    pub fn new(title: &str) -> Self {
        Self { title: numbers::clip(title, 200), results: Vec::new(), timings: Vec::new() }
    }

    /// Adds a result of `sudomill bench` and its path.
    pub fn add_result(&mut self, path: &str, result: Benchmark) {
        self.results.push((path.to_owned(), result));
    }

    /// Adds a timing file. The file of the puzzles, if given, is read for the text of the
    /// slowest puzzles, and its clues are compared with the rows. If the rows name their
    /// inputs, each is looked for by its name among the files given. Returns how many puzzles
    /// are before the first row or after the last: more than 0 if the rows cover a part of the
    /// file.
    ///
    /// # Errors
    /// The puzzles cannot be read, or the timing file belongs to other puzzles.
    pub fn add_timing(
        &mut self,
        timed: Timed,
        puzzles: Option<(&[&Path], &Open)>,
    ) -> Result<u64, Error> {
        let (mut slowest, mut without_row) = (None, 0);
        if let Some((paths, how)) = puzzles {
            let mut lines = timed.times.distribution().slowest;
            without_row = puzzles::fill(&mut lines, &timed, paths, how)?;
            slowest = Some(lines);
        }
        self.timings.push((timed, slowest));
        Ok(without_row)
    }

    /// The page as HTML, at most [`MAX_BYTES`] long. It depends on nothing but the input.
    pub fn page(&self) -> String {
        page::page(self)
    }

    /// Every plot of the page in HTML, with its kind: for pages that load `plots.js`.
    pub fn figures(&self) -> Vec<(&'static str, String)> {
        page::figures(self)
    }
}
