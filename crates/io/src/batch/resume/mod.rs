//! Resumes runs whose process was killed.
//!
//! During a run, a journal beside the results file records how far the outputs are complete. It is
//! updated every second, later every thousandth of the elapsed time. An entry is made between two
//! chunks, and a separate thread writes it once the bytes that it refers to are on disk. A later
//! run with the same settings truncates the outputs to the entry and continues with the input from
//! there.

mod entry;
mod journal;

pub use entry::{Before, Entry, InputId, ResumePoint};
pub use journal::Journal;
