//! Runs that are taken up after their process was killed.
//!
//! While a run goes on, a journal beside the file of results says how far the outputs are
//! complete: every second, and later every thousandth of the run's time. An entry is made
//! between two chunks, and written by a thread of its own once the bytes that it speaks of are
//! on the disk. A later run with the same settings cuts the outputs to the entry and goes on
//! with the input there.

mod entry;
mod journal;

pub use entry::{Before, Entry, InputId, Place};
pub use journal::Journal;
