//! The modules of the crate, each by itself: compiled apart, so that the crate is compiled once.

mod cut;
#[cfg(feature = "files")]
mod damages;
mod detect;
mod detect_cell_names;
mod detect_lookalikes;
#[cfg(feature = "files")]
mod detect_nested;
mod fields;
mod grids_glance;
#[cfg(feature = "files")]
mod inputs;
mod lines;
mod list;
#[cfg(feature = "files")]
mod source;
mod table;
#[cfg(feature = "files")]
mod text;
