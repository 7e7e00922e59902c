//! The modules of the crate, each by itself: compiled apart, so that the crate is compiled once.

mod difficulty;
mod region_lanes;
mod regions;
mod registry_name;
mod strategy_branch;
