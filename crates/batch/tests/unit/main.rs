//! The modules of the crate, each by itself: compiled apart, so that the crate is compiled once.

#[cfg(feature = "files")]
mod answers;
#[cfg(feature = "files")]
mod dedup;
mod delimited;
mod frames;
mod memory;
#[cfg(feature = "files")]
mod runs;
#[cfg(feature = "files")]
mod shuffle;
#[cfg(feature = "files")]
mod verify;
