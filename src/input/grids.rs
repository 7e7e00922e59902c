//! Where the grids of a text begin and end: line by line, and where to cut; pure.
//!
//! A grid is as many rows as it has cells in one; rulers may stand between them.
//! Any other line, a blank one too, ends it, finished or not. So a line of that
//! kind makes a new start whatever came before, and a text can be cut behind it.

use super::{
    Layout, MAX_LINE, Skip,
    layout::without_bom,
    lines::Cut,
    rows::{Kind, Rows},
};
use memchr::{memchr, memrchr};

/// A piece of a file of grids that begins where no grid is open.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch<'a> {
    pub bytes: &'a [u8],
    pub rows: Rows,
    /// Where its first line begins: behind a byte-order mark.
    pub from: usize,
    /// Whether that is the rest of a line that an earlier piece began.
    pub inside_line: bool,
    /// Where the header or the count stands, if it has one: no row, whatever it
    /// looks like.
    pub preamble: Option<(usize, Skip)>,
}

/// Follows the grids of a stretch.
pub(super) struct Walk<'a> {
    stretch: &'a Stretch<'a>,
    open: Option<Open>,
    /// Whether the last line is a scrap: the next one says whether it is a name.
    has_scrap: bool,
}

/// A grid of which rows are missing: where it began, and those that it has.
#[derive(Clone, Copy)]
struct Open {
    start: usize,
    rows: usize,
}

/// What a line does.
pub(super) struct Step {
    /// What it is. A [`Kind::Scrap`] is a name if the next line, rulers left out, is a row,
    /// and else what is left of a grid.
    pub kind: Kind,
    /// The rows of the grid that it ends without being part of it.
    pub ends: Option<usize>,
    /// Whether it is the last row of its grid.
    pub completes: bool,
    /// Whether it is the last line of its grid because that takes more than
    /// [`MAX_LINE`] bytes with it.
    pub overflows: bool,
}

impl<'a> Walk<'a> {
    pub fn new(stretch: &'a Stretch<'a>) -> Self {
        Self { stretch, open: None, has_scrap: false }
    }

    /// Ends the text: the rows of the grid that is unfinished then.
    pub fn end(self) -> Option<usize> {
        self.open.map(|open| open.rows)
    }

    /// Takes the next line, which begins at that place. The bytes of its cells
    /// are appended, whatever it is.
    pub fn line(&mut self, at: usize, line: &[u8], cells: &mut Vec<u8>) -> Step {
        let kind = match self.stretch.preamble {
            Some((place, _)) if place == at => Kind::Name,
            _ => self.stretch.rows.kind(line, cells),
        };
        // Behind many rows it is what is left of one; behind few it may be the name of the
        // next grid, and what opened this one was a row too many.
        let is_part = |open: Open| open.rows * 4 > self.stretch.rows.side;
        let kind = match (kind, self.open) {
            (Kind::Scrap, Some(open)) if is_part(open) => Kind::Broken,
            (Kind::Scrap, _) if !self.stretch.rows.is_short(line) => Kind::Name,
            _ => kind,
        };
        self.has_scrap = kind == Kind::Scrap || self.has_scrap && kind == Kind::Ruler;
        let is_row = matches!(kind, Kind::Row | Kind::Broken);
        let ends = match is_row || kind == Kind::Ruler {
            true => None,
            false => self.open.take().map(|open| open.rows),
        };
        let completes = is_row && self.row(at);
        let is_long = |open: &mut Open| at + line.len() - open.start > MAX_LINE;
        let overflows = self.open.take_if(is_long).is_some();
        Step { kind, ends, completes, overflows }
    }

    /// Whether it is the last one.
    fn row(&mut self, at: usize) -> bool {
        let open = self.open.get_or_insert(Open { start: at, rows: 0 });
        open.rows += 1;
        let is_last = open.rows == self.stretch.rows.side;
        if is_last {
            self.open = None;
        }
        is_last
    }
}

/// Lines that are looked at from the end of a target for one that makes a new
/// start, before all lines are followed from the beginning.
const BACK: usize = 100;

impl Stretch<'_> {
    /// Cuts a piece of about `target` bytes off the front, at a place where no
    /// grid is open: the last such within the target, or else the first beyond
    /// it. `None`: more bytes are needed to say. `last` says that none will come.
    pub fn cut(&self, target: usize, last: bool) -> Option<Cut> {
        if last && self.bytes.len() <= target {
            return whole(self.bytes.len());
        }
        match self.last_start(target) {
            Some(len) => whole(len),
            None => self.cut_forward(target, last),
        }
    }

    /// The end of the last whole line within the target that makes a new start.
    fn last_start(&self, target: usize) -> Option<usize> {
        let within = &self.bytes[..target.min(self.bytes.len())];
        let (mut end, mut cells) = (memrchr(b'\n', within)?, Vec::new());
        for _ in 0..BACK {
            // The very first line may be the rest of one.
            let start = memrchr(b'\n', &within[..end])?;
            cells.clear();
            let kind = self.rows.kind(&within[start + 1..end], &mut cells);
            if matches!(kind, Kind::Blank | Kind::Comment | Kind::Name | Kind::Alone) {
                return Some(end + 1);
            }
            end = start;
        }
        None
    }

    /// The same, all lines followed from the front: of two targets the larger one never
    /// cuts before the other.
    pub fn cut_forward(&self, target: usize, last: bool) -> Option<Cut> {
        let (mut walk, mut cells) = (Walk::new(self), Vec::new());
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
                walk.line(at, &self.bytes[at..end - 1], &mut cells);
            }
            at = end;
            if walk.open.is_none() && !walk.has_scrap && (at <= target || best == 0) {
                best = at;
            }
        }
        whole(best)
    }

    /// The end of the line that begins there; or the cut, where it is not to be
    /// gone into.
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
            // An over-long line ends what came before.
            None if is_long && best == 0 => Err(whole(at)),
            None if best > 0 => Err(whole(best)),
            None => Err(if last { whole(self.bytes.len()) } else { None }),
        }
    }

    /// The end of the over-long line at the front, or a cut within it.
    fn cut_long_line(&self, target: usize, last: bool) -> Result<usize, Option<Cut>> {
        let bound = target.max(MAX_LINE + 1);
        let len = self.bytes.len();
        match memchr(b'\n', &self.bytes[..bound.min(len)]) {
            Some(newline) => Ok(newline + 1),
            None if len > bound => Err(Some(Cut { len: bound, inside_line: true })),
            None if last => Err(whole(len)),
            None => Err(None),
        }
    }
}

fn whole(len: usize) -> Option<Cut> {
    Some(Cut { len, inside_line: false })
}

impl<'a> Stretch<'a> {
    /// The piece that begins at that offset of the text.
    pub fn new(layout: &Layout, bytes: &'a [u8], start: u64, inside_line: bool) -> Option<Self> {
        let rows = layout.rows()?;
        let mark = without_bom(bytes).1;
        let place = |at: u64| usize::try_from(at.checked_sub(start)?).ok();
        Some(Self {
            bytes,
            rows,
            from: if start == 0 { mark } else { 0 },
            inside_line,
            preamble: layout
                .preamble
                .and_then(|preamble| Some((place(preamble.last)?, preamble.skip))),
        })
    }
}
