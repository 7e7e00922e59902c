//! Follows the grids of a text line by line, and cuts the text between two of them.

use super::{
    super::{
        chunk::Piece,
        lines::{
            self, Cut, MAX_LINE, Preamble,
            line_end::{last_line_end, without_line_end},
        },
    },
    Kind, Rows,
};

/// Follows the grids of a text, line by line.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::input) struct Tracker {
    open: Option<Open>,
}

/// A grid that is not complete.
#[derive(Clone, Copy, Debug, Default)]
struct Open {
    start: usize,
    rows: usize,
    /// True if it is a [`Kind::Part`], which is a name if the next line is a row.
    is_part: bool,
    /// True below `[State]` or `[Solution]` in an `.sdk` file, where a grid repeats a puzzle with
    /// more cells filled in.
    is_state: bool,
    /// True if the last line is blank, between two bands.
    is_between: bool,
}

/// What a line does.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::input) struct Step {
    /// An incomplete grid ends above the line.
    pub ends: bool,
    /// The part above the line is a name.
    pub names: bool,
    /// The line is the last row of its grid.
    pub completes: bool,
    /// The line is a row of a grid that is no puzzle.
    pub is_state: bool,
    /// The grid has become longer than [`MAX_LINE`], and ends here.
    pub overflows: bool,
}

impl Tracker {
    pub fn line(&mut self, rows: &Rows, kind: Kind, at: usize, line: &[u8]) -> Step {
        let is_state = self.open.is_some_and(|open| open.is_state);
        let is_row = matches!(kind, Kind::Row | Kind::Bad) || kind == Kind::Part && is_state;
        let new = Open { start: at, ..Open::default() };
        let is_between = kind == Kind::Blank
            && rows.has_gaps
            && self.open.is_some_and(|open| {
                !open.is_between && open.rows > 0 && open.rows.is_multiple_of(rows.band())
            });
        if !is_row && !is_between && kind != Kind::Ruler {
            let ends = self.open.take().is_some_and(|open| !open.is_state);
            let name = line.trim_ascii();
            if [&b"[State]"[..], b"[Solution]"].iter().any(|it| name.eq_ignore_ascii_case(it)) {
                self.open = Some(Open { is_state: true, ..new });
            } else if kind == Kind::Part {
                self.open = Some(Open { is_part: true, ..new });
            }
            return Step { ends, ..Step::default() };
        }
        let mut step = Step { is_state: is_state && is_row, ..Step::default() };
        if is_row {
            if self.open.is_some_and(|open| open.is_part) {
                self.open = None;
                (step.names, step.ends) = (kind == Kind::Row, kind != Kind::Row);
            }
            let open = self.open.get_or_insert(new);
            open.rows += 1;
            step.completes = open.rows == rows.height();
            self.open = self.open.filter(|_| !step.completes);
        }
        if let Some(open) = &mut self.open {
            open.is_between = is_between;
        }
        if self.open.is_some_and(|open| at + line.len() - open.start > MAX_LINE) {
            (self.open, step.overflows) = (None, !is_state);
        }
        step
    }
}

/// The number of lines to examine backward from the target for one that ends any grid.
const BACK: usize = 100;

impl Rows {
    /// Cuts a piece of about `target` bytes off the front, where no grid is open: at the last such
    /// place within the target, or else at the first beyond it. `None` if more bytes are needed;
    /// `last` means that no more will come.
    pub fn cut(
        &self,
        piece: &Piece,
        above: Option<Preamble>,
        target: usize,
        last: bool,
    ) -> Option<Cut> {
        let bytes = piece.bytes;
        if self.are_whole() || last && bytes.len() <= target {
            return lines::cut(bytes, target, last);
        }
        let end = self.last_end(bytes, target).map(Cut::whole);
        end.or_else(|| self.cut_forward(piece, above, target, last))
    }

    /// The end of the last complete line within the target that ends any grid.
    fn last_end(&self, bytes: &[u8], target: usize) -> Option<usize> {
        let mut next = last_line_end(bytes, target.min(bytes.len()), false)?;
        for _ in 0..BACK {
            let line = without_line_end(&bytes[..next]);
            // The first line may be only the rest of a line.
            let start = memchr::memrchr2(b'\n', b'\r', line)? + 1;
            let line = &line[start..];
            let kind = self.kind(line, &mut Vec::new());
            let mut tracker = Tracker::default();
            tracker.line(self, Kind::Row, start, b"");
            let ends = tracker.line(self, kind, start, line).ends && tracker.open.is_none();
            if ends && !(self.has_gaps && kind == Kind::Blank) {
                return Some(next);
            }
            next = start;
        }
        None
    }

    /// Like [`Self::cut`], but follows all lines from the front. A larger target never cuts before
    /// a smaller one.
    pub fn cut_forward(
        &self,
        piece: &Piece,
        above: Option<Preamble>,
        target: usize,
        last: bool,
    ) -> Option<Cut> {
        let bytes = piece.bytes;
        if self.are_whole() {
            return lines::cut(bytes, target, last);
        }
        let (mut tracker, mut cells) = (Tracker::default(), Vec::new());
        // The last place to cut within the target, or the first beyond it.
        let (mut at, mut best) = (0, 0);
        while at < bytes.len() && (best == 0 || at < target) {
            match lines::cut(&bytes[at..], 1, last) {
                Some(cut) if !cut.inside_line => {
                    let from = if at == 0 { piece.mark() } else { at };
                    let line = without_line_end(&bytes[from..at + cut.len]);
                    if at > 0 || !piece.inside_line {
                        cells.clear();
                        let kind = self.kind_at(piece.start + from as u64, above, line, &mut cells);
                        tracker.line(self, kind, at, line);
                    }
                    at += cut.len;
                    if tracker.open.is_none() && (at <= target || best == 0) {
                        best = at;
                    }
                }
                Some(cut) if at == 0 => return Some(cut),
                // End the piece before an oversized line.
                Some(_) if best == 0 => return Some(Cut::whole(at)),
                _ if best > 0 => return Some(Cut::whole(best)),
                _ => return None,
            }
        }
        match best {
            0 if last => Some(Cut::whole(bytes.len())),
            0 => None,
            _ => Some(Cut::whole(best)),
        }
    }
}
