//! Follows the grids of a text, line by line: which rows belong together, and where a grid ends.
//!
//! ```text
//!                 ┌────────────────┐  row: Row
//!                 │                │  ruler, blank line between bands: Other
//!           ┌────►│      Grid      │
//!       row:│     └──┬──────────┬──┘
//!       Row │        │          │  row of the next grid: EndsAbove, and that is the open Grid
//!           │        │          │
//!           │        │ last row: LastRow; one more than may be too many: NextGrid
//!           │        │ any other line: EndsAbove
//!     ┌─────┴────────▼─┐            ┌───────┐  row: NameAbove, and a Grid is open
//!     │    Between     │───────────►│ Part  │  damaged row: EndsAbove, and a Grid is open
//!     └────────────────┘ part: Row  └───────┘  other line: EndsAbove, and nothing is open
//!      other line: Other
//! ```
//!
//! A line that ends what is open begins the next thing in the same step, as it would from `Between`, which
//! `Enclosed` is, too. A grid that becomes longer than [`MAX_LINE`] ends, too: `Overflow`.
//!
//! A grid with a line above that encloses it may have a row too many, and so may one whose bands are apart:
//! it stays open below its last row. If so many rows follow that they are the next grid, it ended there.

use super::{
    around::Around,
    kind::{Kind, Seen},
    rows::{RowStyle, Rows},
};
use crate::lines::MAX_LINE;

/// What is open below the lines so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Tracker<'t> {
    #[default]
    Between,
    /// The same, below a line that encloses grids: a blank one, a name, a comment, brackets.
    Enclosed,
    /// A [`Kind::Part`], which is a name if the next line is a row.
    Part {
        start: usize,
    },
    Grid(OpenGrid<'t>),
}

/// A grid that is not complete.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct OpenGrid<'t> {
    start: usize,
    rows: usize,
    /// Where blank lines stand between the bands, the number of those above the last one.
    bands: usize,
    /// The number of rows below that line.
    block: usize,
    /// The number of rows in the band above it, if that is damaged and may go on below.
    part: usize,
    /// The first band with another number of rows than it should have.
    pub bad_band: Option<usize>,
    /// True if the line above its first row encloses it, or a name in front of that row.
    is_enclosed: bool,
    /// The number of arrays in which its last row is that are still open below it.
    depth: usize,
    /// True if a ruler stands below the last row.
    is_ruled: bool,
    /// What stands around the last row.
    around: Around<'t>,
    /// The number of brackets that close between its first two rows, and so between all of them.
    closed: usize,
    /// True if each row has a name, and the names count them.
    has_named_rows: bool,
}

/// What a line does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A row of a grid that goes on, damaged or not; or what may be left of one, or a name: the next line shows which.
    Row,
    /// The row that completes its grid.
    LastRow,
    /// A row of the next grid, which begins below the last row or band of this one, some lines above.
    NextGrid,
    /// The first row of a grid, whose name is the part above.
    NameAbove,
    /// The grid or part that was open ends above the line, before it is complete.
    EndsAbove,
    /// A whole puzzle where a row is expected.
    Whole,
    /// The open grid has become longer than [`MAX_LINE`], and ends here.
    Overflow,
    /// No part of a puzzle.
    Other,
}

impl<'t> OpenGrid<'t> {
    fn new(start: usize) -> Self {
        Self { start, ..Self::default() }
    }

    /// Adds a row.
    fn add(&mut self, row: Around<'t>) {
        match self.rows {
            0 => self.is_enclosed |= row.is_named(),
            1 => {
                self.closed = self.around.closed_until(&row);
                self.has_named_rows = row.is_named();
            }
            _ => {}
        }
        self.depth = row.depth_below(self.depth);
        self.rows += 1;
        self.block += 1;
        self.is_ruled = false;
        self.around = row;
    }

    /// The number of rows below the place where this grid may be complete: its last row, or the line below its
    /// last band. `None` if it lacks rows.
    fn rows_below(&self, rows: &Rows) -> Option<usize> {
        match rows.has_gaps {
            true => self.block.checked_sub(rows.band() * (rows.size.bands() - self.bands)),
            false => self.rows.checked_sub(rows.height()),
        }
    }

    /// Returns true if the grid may be complete, and nothing stands below it yet.
    pub fn is_complete(&self, rows: &Rows) -> bool {
        self.rows_below(rows) == Some(0)
    }

    /// Returns true if a row below the last one would be too much.
    fn may_be_too_long(&self, rows: &Rows) -> bool {
        self.is_enclosed || self.depth > 0 || rows.has_gaps
    }

    /// Returns true if so many rows stand below a complete grid that they begin the next one.
    fn has_next_below(&self, rows: &Rows) -> bool {
        let enough = match rows.has_gaps {
            // What the last band lacks may follow a blank line that does not belong there.
            true if self.bands == rows.size.bands() => rows.band() - self.part + 1,
            true => rows.band(),
            false => rows.height(),
        };
        self.rows_below(rows) == Some(enough)
    }

    /// Takes in a blank line. Returns true if it stands between two bands, or below a last one that lacks
    /// rows: each block of rows is a band, whole or not, and so are two that together have as many rows.
    fn has_gap(&mut self, rows: &Rows) -> bool {
        let (band, block) = (rows.band(), self.block);
        if !rows.has_gaps || block == 0 || self.bands == rows.size.bands() {
            return false;
        }
        let is_rest = self.part > 0 && self.part + block == band;
        self.part = if block < band && !is_rest { block } else { 0 };
        if !block.is_multiple_of(band) {
            self.bad_band.get_or_insert(block);
        }
        self.bands += if is_rest { 0 } else { (block / band).max(1) };
        self.block = 0;
        self.is_ruled = true;
        self.bands < rows.size.bands() || self.part > 0
    }

    /// Returns true if a row belongs to the next grid, though this one lacks rows: a row that was lost
    /// must not be completed from the next puzzle.
    fn ends_above(&self, rows: &Rows, row: &Around) -> bool {
        if self.rows == 0 {
            return false;
        }
        let is_band = self.rows.is_multiple_of(rows.band());
        // Where blanks are cells, a line of blanks between rows would be a row. The rulers
        // between the bands show that there is none.
        if rows.style == RowStyle::Blanks && self.is_ruled != is_band {
            return true;
        }
        let closed = self.around.closed_until(row);
        let is_array_left = match self.rows {
            // Of numbers below each other, brackets enclose as many as a row has.
            rows_above if rows.width() == 1 => {
                closed > usize::from(rows_above.is_multiple_of(rows.size.side()))
            }
            // Only the second row shows how many brackets close behind each.
            1 => self.around.closes_more(row),
            _ => closed != self.closed,
        };
        let has_other_name = match self.rows {
            // The name of a first row may be that of the grid, or count its rows.
            1 => {
                row.is_named()
                    && !(self.around.may_count(rows.height()) && self.around.counts_on(row))
            }
            _ if self.has_named_rows => !self.around.counts_on(row),
            _ => row.is_named(),
        };
        is_array_left || has_other_name || !self.around.is_as_deep(row)
    }
}

impl<'t> Tracker<'t> {
    /// Returns true where the text can be cut: nothing above matters for the lines below.
    pub fn is_between(&self) -> bool {
        matches!(self, Self::Between)
    }

    /// Returns true below a line above which the text can be cut, as it ends whatever is open.
    pub fn is_enclosed(&self) -> bool {
        matches!(self, Self::Enclosed)
    }

    /// The grid that is open.
    pub fn grid(&self) -> Option<&OpenGrid<'t>> {
        if let Self::Grid(grid) = self { Some(grid) } else { None }
    }

    fn open_grid(&mut self) -> Option<&mut OpenGrid<'t>> {
        if let Self::Grid(grid) = self { Some(grid) } else { None }
    }

    /// Takes in the line at this offset.
    pub fn step(&mut self, rows: &Rows, seen: Seen<'t>, at: usize, line: &[u8]) -> Step {
        let kind = seen.kind;
        let step = match kind {
            Kind::Row | Kind::Bad => self.row(rows, seen, at),
            Kind::Ruler => self.ruler(),
            Kind::Blank if self.open_grid().is_some_and(|grid| grid.has_gap(rows)) => Step::Other,
            _ => self.other(kind, at),
        };
        self.bounded(step, at + line.len())
    }

    fn row(&mut self, rows: &Rows, Seen { kind, around }: Seen<'t>, at: usize) -> Step {
        let mut step = Step::Row;
        if !matches!(self, Self::Grid(open) if !open.ends_above(rows, &around)) {
            step = match self {
                Self::Part { .. } if kind == Kind::Row => Step::NameAbove,
                // Of two damaged rows, neither is a name.
                Self::Part { .. } | Self::Grid(_) => Step::EndsAbove,
                Self::Enclosed | Self::Between => Step::Row,
            };
            let is_enclosed = self.is_enclosed() || step == Step::NameAbove;
            *self = Self::Grid(OpenGrid { is_enclosed, ..OpenGrid::new(at) });
        }
        // Changed in place: it is large, and this is done for each row.
        let Self::Grid(grid) = self else { return step };
        grid.add(around);
        let end = match () {
            () if grid.is_complete(rows) && !grid.may_be_too_long(rows) => Step::LastRow,
            () if grid.has_next_below(rows) => Step::NextGrid,
            () => return step,
        };
        *self = Self::Between;
        end
    }

    fn ruler(&mut self) -> Step {
        if let Some(grid) = self.open_grid() {
            grid.is_ruled = true;
        }
        Step::Other
    }

    /// Takes in a line that ends what is open.
    fn other(&mut self, kind: Kind, at: usize) -> Step {
        let is_open = matches!(self, Self::Grid(_) | Self::Part { .. });
        *self = match kind {
            Kind::Part => Self::Part { start: at },
            Kind::Whole => Self::Between,
            _ => Self::Enclosed,
        };
        match kind {
            _ if is_open => Step::EndsAbove,
            Kind::Part => Step::Row,
            Kind::Whole => Step::Whole,
            _ => Step::Other,
        }
    }

    /// Ends a grid that is too long at the end of a line.
    fn bounded(&mut self, step: Step, end: usize) -> Step {
        let start = match *self {
            Self::Between | Self::Enclosed => return step,
            Self::Part { start } => start,
            Self::Grid(grid) => grid.start,
        };
        if end - start <= MAX_LINE {
            return step;
        }
        *self = Self::Between;
        Step::Overflow
    }
}
