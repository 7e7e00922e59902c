//! Cuts a text between two grids.

use super::{
    kind::Kind,
    rows::Rows,
    tracker::{Step, Tracker},
};
use crate::{
    cut::{self, Cut, Piece},
    lines::{
        Preamble, Skip,
        line_end::{last_line_end, without_line_end},
    },
};

/// The number of lines to examine backward from the target for one that ends any grid.
const BACK: usize = 100;

impl Rows {
    /// Cuts a piece of about `target` bytes off the front, where no grid is open: at the last such
    /// place within the target, or else at the first beyond it. `None` if more bytes are needed;
    /// `last` means that no more will come. For a share of the whole text, follows all lines from the
    /// front: a larger target never cuts before a smaller one.
    pub fn cut(
        &self,
        piece: &Piece,
        above: &Preamble,
        target: usize,
        last: bool,
        is_share: bool,
    ) -> Option<Cut> {
        let bytes = piece.bytes;
        if self.are_whole() || last && bytes.len() <= target {
            return cut::cut(bytes, target, last);
        }
        if !is_share && let Some(end) = self.last_end(bytes, target) {
            return Some(Cut::whole(end));
        }
        let mut tracker = Tracker::default();
        let mut cells = Vec::new();
        let mut at = 0;
        // The place below the last row of a grid that may be longer.
        let mut below = 0;
        // The last place to cut within the target, or the first beyond it.
        let mut best = 0;
        while at < bytes.len() && (best == 0 || at < target) {
            let line = match cut::cut(&bytes[at..], 1, last) {
                Some(line) if !line.inside_line => line,
                Some(cut) if at == 0 => return Some(cut),
                // End the piece before an oversized line.
                Some(_) if best == 0 => return Some(Cut::whole(at)),
                _ => break,
            };
            let from = if at == 0 { piece.mark() } else { at };
            let text = without_line_end(&bytes[from..at + line.len]);
            let mut kind = Kind::Other(Skip::Continuation);
            let mut next = at + line.len;
            // The first line may be only the rest of a line.
            if at > 0 || !piece.at.inside_line {
                cells.clear();
                let seen = self.seen_at(piece.at.offset + from as u64, above, text, &mut cells);
                kind = seen.kind;
                if tracker.step(self, seen, at, text) == Step::NextGrid {
                    next = below;
                }
            }
            if kind != Kind::Ruler && tracker.grid().is_some_and(|grid| grid.is_complete(self)) {
                below = next;
            }
            // Above a line that ends whatever is open, what stands there does not matter.
            let ends_above = tracker.is_enclosed() && kind != Kind::Ruler;
            let place = if ends_above { at } else { next };
            at = next;
            let can_cut = tracker.is_between() || ends_above && place > 0;
            if can_cut && (place <= target || best == 0) {
                best = place;
            }
        }
        match best {
            0 => last.then(|| Cut::whole(bytes.len())),
            _ => Some(Cut::whole(best)),
        }
    }

    /// The place above the last complete line within the target that ends any grid.
    fn last_end(&self, bytes: &[u8], target: usize) -> Option<usize> {
        let mut next = last_line_end(bytes, target.min(bytes.len()), false)?;
        for _ in 0..BACK {
            let above = without_line_end(&bytes[..next]);
            // The first line may be only the rest of a line.
            let start = memchr::memrchr2(b'\n', b'\r', above)? + 1;
            if self.ends_any_grid(&above[start..]) {
                return Some(start);
            }
            next = start;
        }
        None
    }

    /// Returns true if a line ends a grid above it, whatever stands there.
    fn ends_any_grid(&self, line: &[u8]) -> bool {
        match self.kind(line, &mut Vec::new()) {
            Kind::Row | Kind::Bad | Kind::Part | Kind::Ruler => false,
            Kind::Blank => !self.has_gaps,
            Kind::Whole | Kind::Other(_) => true,
        }
    }
}
