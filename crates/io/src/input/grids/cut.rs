//! Cuts a file of grids between two grids.

use super::{
    kind::RowKind,
    text::{GridText, GridTracker, is_state},
};
use crate::input::lines::{
    self, Cut, MAX_LINE,
    line_end::{last_line_end, line_end, may_continue, without_line_end},
};

/// How many lines to examine backward from the target for one that ends any grid, before falling
/// back to following all lines from the start.
const BACK: usize = 100;

impl GridText<'_> {
    /// Cuts a piece of about `target` bytes off the front, at a place where no grid is open: the
    /// last one within the target, or else the first one beyond it. Returns `None` if more bytes
    /// are needed; `last` means that no more will come.
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

    /// Returns the end of the last complete line within the target that ends any grid.
    fn last_start(&self, target: usize) -> Option<usize> {
        let within = &self.bytes[..target.min(self.bytes.len())];
        let (mut next, mut cells) = (last_line_end(self.bytes, within.len(), false)?, Vec::new());
        for _ in 0..BACK {
            let line = without_line_end(&within[..next]);
            // The first line may be only the rest of a line.
            let start = memchr::memrchr2(b'\n', b'\r', line)? + 1;
            cells.clear();
            let kind = self.rows.kind(&line[start..], &mut cells);
            if matches!(
                kind,
                RowKind::Blank | RowKind::Comment | RowKind::Name | RowKind::FaultyPuzzle
            ) && !is_state(&line[start..])
            {
                return Some(next);
            }
            next = start;
        }
        None
    }

    /// Like [`Self::cut`], but follows all lines from the front. A larger target never cuts before
    /// a smaller one.
    pub fn cut_forward(&self, target: usize, last: bool) -> Option<Cut> {
        if self.rows.height == 1 {
            return lines::cut(self.bytes, target, last);
        }
        let (mut tracker, mut cells) = (GridTracker::new(self), Vec::new());
        let mut at = if self.inside_line { 0 } else { self.from };
        // The last place to cut within the target, or the first beyond it.
        let mut best = 0;
        while best == 0 || at < target {
            let (end, next) = match self.line_end(at, best, target, last) {
                Ok(ends) => ends,
                Err(cut) => return cut,
            };
            let is_rest = at == 0 && self.inside_line;
            if !is_rest && end - at <= MAX_LINE {
                cells.clear();
                tracker.line(at, &self.bytes[at..end], &mut cells);
            }
            at = next;
            if tracker.is_between_grids() && (at <= target || best == 0) {
                best = at;
            }
        }
        whole(best)
    }

    /// Returns the end of the line at `at` and the start of the next one; or, if the line is not
    /// entirely in the piece, the cut.
    fn line_end(
        &self,
        at: usize,
        best: usize,
        target: usize,
        last: bool,
    ) -> Result<(usize, usize), Option<Cut>> {
        // A line end takes up to two bytes.
        let window = &self.bytes[..self.bytes.len().min(at + MAX_LINE + 2)];
        let is_long = window.len() - at > MAX_LINE || at == 0 && self.inside_line;
        let is_decided = |next: usize| last || next < self.bytes.len() || !may_continue(window);
        match line_end(window, at) {
            Some((end, next)) if is_decided(next) => Ok((end, next)),
            _ if is_long && at == 0 => self.cut_long_line(target, last),
            // End the piece before an oversized line.
            _ if is_long && best == 0 => Err(whole(at)),
            _ if best > 0 => Err(whole(best)),
            _ => Err(if last { whole(self.bytes.len()) } else { None }),
        }
    }

    /// Returns the end of the oversized line at the front, or a cut inside it.
    fn cut_long_line(&self, target: usize, last: bool) -> Result<(usize, usize), Option<Cut>> {
        let bound = target.max(MAX_LINE + 1);
        let found = line_end(&self.bytes[..self.bytes.len().min(bound + 1)], 0);
        match found.filter(|&(_, next)| next < self.bytes.len() || last) {
            Some(ends) if ends.1 <= bound => Ok(ends),
            _ => Err(lines::cut(self.bytes, target, last)),
        }
    }
}

fn whole(len: usize) -> Option<Cut> {
    Some(Cut::whole(len))
}
