//! Plain programs whose results the tests of sudomill expect. They share nothing with it but the
//! words for how a search ends: grids are slices of values, row by row, in which 0 is an open cell.
//!
//! Nothing here is generic, so that it is compiled here, with optimization, and not in each test that asks.

pub mod article;
pub mod cover;
pub mod forms;
pub mod units;
