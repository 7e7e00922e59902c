//! The modules of the crate, each by itself: compiled apart, so that the crate is compiled once.
#![cfg(feature = "files")]

mod in_order;
mod packing;
mod rows;
#[cfg(unix)]
mod sink;
mod tally;
mod times;
