//! Cuts a file of grids where no grid is open.

use super::{
    kind::RowKind,
    text::{GridText, GridTracker, is_state},
};
use crate::input::lines::{self, Cut, MAX_LINE};
use memchr::{memchr, memrchr};

/// The lines examined backwards from the target for one that ends any grid, before all
/// lines are followed from the start.
const BACK: usize = 100;

impl GridText<'_> {
    /// Cuts a piece of about `target` bytes off the front where no grid is open: at the last
    /// such place within the target, or else the first beyond it. `None` if more bytes are
    /// needed; `last` is set if no more will come.
    pub fn cut(&self, target: usize, last: bool) -> Option<Cut> {
        if self.rows.height == 1 {
            return lines::cut(self.bytes, target, last);
        }
        if last && self.bytes.len() <= target {
            return whole(self.bytes.len());
        }
        match self.last_start(target) {
            Some(len) => whole(len),
            None => self.cut_forward(target, last),
        }
    }

    /// The end of the last whole line within the target that ends any grid.
    fn last_start(&self, target: usize) -> Option<usize> {
        let within = &self.bytes[..target.min(self.bytes.len())];
        let (mut end, mut cells) = (memrchr(b'\n', within)?, Vec::new());
        for _ in 0..BACK {
            // The first line may be the rest of a line.
            let start = memrchr(b'\n', &within[..end])?;
            cells.clear();
            let kind = self.rows.kind(&within[start + 1..end], &mut cells);
            if matches!(
                kind,
                RowKind::Blank | RowKind::Comment | RowKind::Name | RowKind::FaultyPuzzle
            ) && !is_state(&within[start + 1..end])
            {
                return Some(end + 1);
            }
            end = start;
        }
        None
    }

    /// As [`Self::cut`], but follows all lines from the front. A larger target never cuts
    /// before a smaller one.
    pub fn cut_forward(&self, target: usize, last: bool) -> Option<Cut> {
        if self.rows.height == 1 {
            return lines::cut(self.bytes, target, last);
        }
        let (mut tracker, mut cells) = (GridTracker::new(self), Vec::new());
        let mut at = if self.inside_line { 0 } else { self.from };
        // The last place to cut within the target, or the first beyond it.
        let mut best = 0;
        while best == 0 || at < target {
            let end = match self.line_end(at, best, target, last) {
                Ok(end) => end,
                Err(cut) => return cut,
            };
            let is_rest = at == 0 && self.inside_line;
            if !is_rest && end - at <= MAX_LINE + 1 {
                cells.clear();
                tracker.line(at, &self.bytes[at..end - 1], &mut cells);
            }
            at = end;
            if tracker.is_between_grids() && (at <= target || best == 0) {
                best = at;
            }
        }
        whole(best)
    }

    /// The end of the line at `at`; or the cut, if the line is not in the piece.
    fn line_end(
        &self,
        at: usize,
        best: usize,
        target: usize,
        last: bool,
    ) -> Result<usize, Option<Cut>> {
        let window = &self.bytes[at..self.bytes.len().min(at + MAX_LINE + 1)];
        let is_long = window.len() > MAX_LINE || at == 0 && self.inside_line;
        match memchr(b'\n', window) {
            Some(len) => Ok(at + len + 1),
            None if is_long && at == 0 => self.cut_long_line(target, last),
            // An oversized line ends the piece before it.
            None if is_long && best == 0 => Err(whole(at)),
            None if best > 0 => Err(whole(best)),
            None => Err(if last { whole(self.bytes.len()) } else { None }),
        }
    }

    /// The end of the oversized line at the front, or a cut inside it.
    fn cut_long_line(&self, target: usize, last: bool) -> Result<usize, Option<Cut>> {
        let bound = target.max(MAX_LINE + 1);
        let len = self.bytes.len();
        match memchr(b'\n', &self.bytes[..bound.min(len)]) {
            Some(newline) => Ok(newline + 1),
            None if len > bound => Err(Some(Cut { inside_line: true, ..Cut::whole(bound) })),
            None if last => Err(whole(len)),
            None => Err(None),
        }
    }
}

fn whole(len: usize) -> Option<Cut> {
    Some(Cut::whole(len))
}
