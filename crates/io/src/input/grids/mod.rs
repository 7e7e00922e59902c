//! Reads files of grids, in which each puzzle takes as many lines as it has rows.
//!
//! [`row`] classifies lines ([`candidates`] in a grid of candidates, [`numbers`] in an array),
//! [`text`] determines where grids begin and end, and [`cut`] where the file may be cut. [`unfold`]
//! writes each grid as one line of symbols, so that the rest of the program reads grids as it reads
//! lines.

mod candidates;
mod cut;
mod drawn;
mod kind;
mod numbers;
mod other;
mod row;
mod text;
mod unfold;

pub(super) use candidates::has_several;
pub(super) use drawn::{Drawing, drawn};
pub(super) use kind::RowKind;
pub(super) use numbers::{
    NumberRows, SYMBOLS as NUMBER_SYMBOLS, survey as survey_numbers, value as number,
};
pub(super) use row::{RowFormat, cells, characters};
pub(super) use text::GridText;
pub(super) use unfold::{GridLine, LineKind, UnfoldedGrids};
