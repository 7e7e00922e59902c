//! Opens an input and reads it in chunks: a mapped file, a plain file, standard input or a pipe.

mod foreign;
mod shard;
mod stream;

pub use foreign::is_for_people;
pub use shard::{FileSpan, Shard};

use super::{
    chunk::{Bytes, Chunk, ChunkSpan, check},
    cut::{Cut, Piece, Position},
    detect::{Detection, awaits_rows, lines_above, other_kind, solutions_beside},
    error::InputErrorKind,
    layout::{Layout, ReadOptions},
    lines::{
        Lines, Skip,
        line_end::{count as line_ends, without_line_end},
        position::place,
        without_bom,
    },
    sample::PREFIX,
    table::Column,
};
use crate::{Error, OptionsError, error::io_error};
use std::{
    fmt,
    fs::File,
    io::{self, Read},
    ops::Range,
    path::Path,
    sync::Arc,
};
use stream::Stream;
use sudomill_bytes::{Encoding, Mapping, Packing, Reader};

/// The largest chunk in bytes, so that offsets fit 32 bits and memory stays bounded.
const LARGEST: usize = 1 << 30;

/// An opened input.
#[derive(Debug)]
pub struct Source {
    name: Arc<str>,
    /// What was detected.
    pub layout: Layout,
    /// The text.
    pub body: Body,
    /// The number of chunks that were read.
    chunks: u64,
    /// The start of the next chunk; `newlines` are those skipped when resuming.
    pub next: Position,
    /// True if the source begins at the start of the file.
    pub is_first: bool,
}

/// The text of an input.
pub enum Body {
    /// A mapped file, and the part of it to read.
    Mapped(Arc<Mapping>, Range<usize>),
    /// Text that is read piece by piece.
    Stream(Box<Stream>),
}

impl Body {
    /// Returns the bytes available before the first chunk, behind the lines above it that were
    /// passed over, and true if they are the whole text.
    fn start(&self, above: u64) -> (&[u8], bool) {
        let (text, is_all) = match self {
            Self::Mapped(mapping, _) => (mapping.bytes(), true),
            Self::Stream(stream) => (&stream.pending[..], stream.ended),
        };
        (&text[above as usize..], is_all)
    }

    /// Returns true if the text is empty or only white space, apart from a byte-order mark. Returns
    /// false if that is not known before the first chunk is read.
    fn is_blank(&self) -> bool {
        let (text, is_all) = self.start(0);
        is_all && without_bom(text).0.trim_ascii().is_empty()
    }

    /// The stream, if the input is one.
    pub fn stream(&self) -> Option<&Stream> {
        if let Self::Stream(stream) = self { Some(stream) } else { None }
    }

    /// Reads on until `find` finds something in the text before the first chunk, behind the lines that were
    /// passed over. It looks at all of that text again each time. An error ends that text: it is reported
    /// behind the results of the lines before it.
    fn until<T>(&mut self, above: u64, find: impl Fn(&Self) -> Option<T>) -> T {
        loop {
            match (find(self), &mut *self) {
                (Some(found), _) => return found,
                (None, Self::Stream(stream)) => {
                    let above = above as usize;
                    let seen = stream.pending.len() - above;
                    while !stream.ended && !is_worth_another_look(&stream.pending[above..], seen) {
                        stream.fill();
                    }
                }
                (None, Self::Mapped(..)) => unreachable!("the whole text shows everything"),
            }
        }
    }
}

/// Returns true if a text is worth looking at again, given its length when it showed nothing. With
/// these steps, looking at it in pieces takes little longer than looking at it once, however small the
/// pieces are. At first each line is a step, because somebody may be waiting for an answer; but a line that
/// is longer is not waited for, or it would be read whole, and searched again with each piece.
fn is_worth_another_look(text: &[u8], seen: usize) -> bool {
    match seen {
        0..0x1000 => text.len() >= 0x1000 || memchr::memchr2(b'\n', b'\r', &text[seen..]).is_some(),
        0x1000..0x1_0000 => text.len() >= seen + seen / 2,
        // Nobody types so much while waiting for an answer. More than a sample shows no more.
        _ => text.len() >= (4 * seen).min(PREFIX.max(seen + 1)),
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.stream().is_some() { "Stream" } else { "Mapped" })
    }
}

impl Source {
    fn new(name: &str, mut body: Body, how: &ReadOptions) -> Result<Self, Error> {
        let mut above = 0;
        loop {
            let passed = body.until(above, |body| {
                let (text, last) = body.start(above);
                lines_above(text, last, how)
            });
            match passed {
                0 => break,
                len => above += len as u64,
            }
        }
        let found = body.until(above, |body| {
            let (text, last) = body.start(above);
            // However much of a long line was read.
            let start = &text[..text.len().min(PREFIX)];
            if !last && foreign::is_short(start) {
                return None;
            }
            let packing = body.stream().and_then(|stream| stream.packing);
            if let Some(foreign) = foreign::refused(name, start, packing) {
                return Some(Err(foreign));
            }
            // A blank input has no columns to check.
            let any = body.is_blank().then(|| ReadOptions { column: None, ..how.clone() });
            match Detection::of(text, last, any.as_ref().unwrap_or(how))? {
                Ok(found) if !last && awaits_rows(text, &found.layout) => None,
                Ok(found) => Some(Ok(found)),
                Err(missing) => Some(Err(InputErrorKind::NoColumn(missing))),
            }
        });
        let mut found = found.map_err(|kind| kind.of(name))?;
        let units = how.units(found.layout.size);
        found.layout.units = units.map_err(|error| InputErrorKind::Units(error).of(name))?;
        let (text, last) = body.start(above);
        let start = &text[..text.len().min(PREFIX)];
        let other = foreign::stated_rule(start).or_else(|| other_kind(text, last, &found));
        let mut layout = found.layout;
        layout.restore_zeros = how.restore_zeros;
        layout.preamble = layout.preamble.below(above);
        let source = Self {
            name: name.into(),
            layout,
            body,
            chunks: 0,
            next: Position::default(),
            is_first: true,
        };
        match other {
            None => Ok(source),
            Some(bad) => {
                let line = source.lines_above() + bad.line_offset + 1;
                Err(InputErrorKind::OtherKind(bad.problem).at(&source.name, line, bad.column))
            }
        }
    }

    /// The name of the input, as used in messages.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Restricts the source to one part, or to its share of one part of several files. The parts,
    /// in order, add up to the file or files, line by line and grid by grid. The header belongs to
    /// the first part.
    ///
    /// # Errors
    /// The input is not a mapped file: see [`ReadOptions::map`].
    pub fn shard(mut self, shard: Shard, among: Option<FileSpan>) -> Result<Self, Error> {
        self.is_first = shard.is_first();
        let layout = &self.layout;
        match &mut self.body {
            Body::Mapped(mapping, part) => {
                let bytes = mapping.bytes();
                let size = bytes.len() as u64;
                let among = among.unwrap_or(FileSpan { before: 0, total: size });
                let cut_at = |at: u64| match at as usize {
                    at if at == 0 || at == bytes.len() => Some(Cut::whole(at)),
                    at => Chunk::cut(layout, &Piece { bytes, ..Piece::default() }, at, true, true),
                };
                let share = shard.share(among, size).unwrap_or_default();
                let [first, last] = share.map(|at| cut_at(at).expect("the end is known"));
                self.next = Position::default().after(first);
                *part = first.len..last.len;
                Ok(self)
            }
            // An empty file cannot be mapped.
            Body::Stream(stream) if stream.ended && stream.pending.is_empty() => Ok(self),
            Body::Stream(_) => Err(OptionsError::NoShards { path: self.name.to_string() }.into()),
        }
    }

    /// Counts the newlines of the file before the first chunk; this reads all text before it.
    pub fn newlines_before(&self) -> u64 {
        let before = match &self.body {
            Body::Mapped(mapping, part) => line_ends(&mapping.bytes()[..part.start]),
            Body::Stream(_) => 0,
        };
        self.next.newlines + before
    }

    /// The format of the input, detected from its first bytes.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Reads solutions along with the puzzles: from the given column, or else from the one that the
    /// header or the first rows indicate.
    ///
    /// # Errors
    /// The column does not exist.
    pub fn find_solutions(&mut self, column: Option<&Column>) -> Result<(), Error> {
        let layout = &self.layout;
        let above = layout.preamble.above;
        let found = self.body.until(above, |body| {
            let (text, last) = body.start(above);
            solutions_beside(layout, text, last, column.filter(|_| !body.is_blank()))
        });
        let found = found.map_err(|missing| InputErrorKind::NoColumn(missing).of(&self.name))?;
        if found.is_none() && !self.is_blank() {
            let columns = layout.table.columns().to_vec();
            return Err(InputErrorKind::NoSolutions(columns).of(&self.name));
        }
        self.layout.solutions = found.map(Arc::new);
        Ok(())
    }

    /// The last line of the header, with LF as its line end; empty if there is no header.
    pub fn header_line(&self) -> Vec<u8> {
        let Some((_, last, Skip::Header)) = self.layout.preamble.head else { return Vec::new() };
        let last = (last - self.layout.preamble.above) as usize;
        let line = Lines::new(&self.start()[last..]).next();
        line.map_or(Vec::new(), |it| [without_line_end(it.1), b"\n"].concat())
    }

    /// Locates a name that is not UTF-8 in the header: its line and column, both from 1.
    pub fn place_in_header(&self, name: &str) -> (u64, usize) {
        let name: Vec<u8> = name.chars().map(|c| c as u8).collect();
        let text = self.start();
        let at = memchr::memmem::find(text, &name).unwrap_or(0);
        let wrong = name.iter().position(|byte| !byte.is_ascii()).unwrap_or(0);
        let (line, column) = place(text, at + wrong);
        (self.lines_above() + line + 1, column)
    }

    /// The number of lines above the text that was examined.
    fn lines_above(&self) -> u64 {
        line_ends(&self.body.start(0).0[..self.layout.preamble.above as usize])
    }

    /// The text available before the first chunk, behind the lines that were passed over.
    pub fn start(&self) -> &[u8] {
        self.body.start(self.layout.preamble.above).0
    }

    /// The size of the input or its part in bytes, before decompression; `None` for a pipe.
    pub fn size(&self) -> Option<u64> {
        match &self.body {
            Body::Mapped(_, part) => Some(part.len() as u64),
            Body::Stream(stream) => stream.size,
        }
    }

    /// Returns true if the writer may be waiting for an answer: a pipe or a terminal.
    pub fn is_live(&self) -> bool {
        self.body.stream().is_some_and(Stream::is_live)
    }

    /// Returns true if the input is memory-mapped.
    pub fn is_mapped(&self) -> bool {
        matches!(self.body, Body::Mapped(..))
    }

    /// Returns true if the text is empty or only white space. Returns false if that is not known
    /// before the first chunk is read.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.body.is_blank()
    }

    /// Fails if an error has ended the text that was read so far.
    ///
    /// # Errors
    /// As [`Self::next_chunk`].
    pub fn check(&mut self) -> Result<(), Error> {
        match &mut self.body {
            Body::Stream(stream) if stream.ended => stream.end(),
            _ => Ok(()),
        }
    }

    /// Moves to a position, before the first chunk is read. A stream is read and discarded up to
    /// it.
    ///
    /// # Errors
    /// The input cannot be read, or ends before the position.
    pub fn skip_to(&mut self, position: Position) -> Result<(), Error> {
        let mapped = self.is_mapped();
        let mut left = position.offset;
        if let Body::Stream(stream) = &mut self.body {
            while left > stream.pending.len() as u64 && !stream.ended {
                left -= stream.pending.len() as u64;
                stream.pending.clear();
                stream.fill();
            }
            if left > stream.pending.len() as u64 {
                stream.end()?;
            }
        }
        let rest = match &self.body {
            Body::Mapped(mapping, _) => mapping.bytes().len() as u64,
            Body::Stream(stream) => stream.pending.len() as u64,
        };
        if left > rest {
            return Err(InputErrorKind::Shrunk { mapped }.of(&self.name));
        }
        if let Body::Stream(stream) = &mut self.body {
            stream.pending.drain(..left as usize);
        }
        self.next = position;
        Ok(())
    }

    /// Reads the next chunk of about `target` bytes; `None` at the end.
    ///
    /// # Errors
    /// The input cannot be read, or is not valid gzip or Zstandard. The complete lines before the
    /// fault are delivered first.
    pub fn next_chunk(&mut self, target: usize) -> Result<Option<Chunk>, Error> {
        // Many lines that were passed over are not moved with each chunk.
        let passed = self.body.stream().map_or(0, |it| it.pending.len().saturating_sub(2 * PREFIX));
        let target = target.max(passed).clamp(1, LARGEST);
        let at = self.next;
        let layout = &self.layout;
        let cut =
            |bytes: &[u8], last| Chunk::cut(layout, &Piece { bytes, at }, target, last, false);
        let (bytes, cut, consumed) = match &mut self.body {
            Body::Mapped(mapping, part) => {
                let rest = at.offset as usize..part.end;
                let cut = cut(&mapping.bytes()[rest.clone()], true).expect("the end is known");
                let range = rest.start..rest.start + cut.len;
                let consumed = (range.end - part.start) as u64;
                (Bytes::Mapped(mapping.clone(), range), cut, consumed)
            }
            Body::Stream(stream) => {
                let (text, cut) = stream.take(target, cut);
                if cut.len == 0 {
                    stream.end()?;
                }
                (Bytes::Owned(text), cut, stream.read())
            }
        };
        if cut.len == 0 {
            return Ok(None);
        }
        self.next = at.after(cut);
        let span = ChunkSpan {
            index: self.chunks,
            at,
            end: self.next,
            consumed,
            has_quotes: cut.has_quotes,
        };
        self.chunks += 1;
        let chunk = Chunk::new(bytes, self.layout.clone());
        Ok(Some(Chunk { name: self.name.clone(), span, ..chunk }))
    }
}

/// Opens a file, or standard input for `-`.
///
/// Maps a regular file if `how` asks for it ([`ReadOptions::map`]) and the system can; reads pipes
/// and compressed files. Detects compression by the first bytes, not by the name.
///
/// ```no_run
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*}; pub mod input { pub use sudomill_input::*; } }
/// let mut source = sudomill::input::open("puzzles.txt".as_ref(), &Default::default())?;
/// while let Some(chunk) = source.next_chunk(1 << 18)? {
///     println!("{} bytes", chunk.bytes().len());
/// }
/// # Ok::<(), sudomill::Error>(())
/// ```
///
/// # Errors
/// The input cannot be opened or read, is not text, or lacks the column.
pub fn open(path: &Path, how: &ReadOptions) -> Result<Source, Error> {
    if path == Path::new("-") {
        return read_file("<stdin>", Reader::new(io::stdin()), None, how);
    }
    let name = path.display().to_string();
    let file = File::open(path).map_err(io_error(&name, "cannot open"))?;
    let metadata = file.metadata().map_err(io_error(&name, "cannot open"))?;
    if metadata.is_dir() {
        return Err(io_error(&name, "cannot read")(io::ErrorKind::IsADirectory.into()));
    }
    // Files in /proc are regular and report a size of 0: read them.
    let size = (metadata.is_file() && metadata.len() > 0).then_some(metadata.len());
    if how.map
        && how.encoding.is_none()
        && size.is_some()
        && let Ok(mapping) = Mapping::new(&file)
        && Packing::of(mapping.bytes()).is_none()
        && Encoding::marked(mapping.bytes()).is_none()
    {
        let all = 0..mapping.bytes().len();
        let mapping = Arc::new(mapping);
        let source = Source::new(&name, Body::Mapped(mapping.clone(), all), how)?;
        check(&mapping, &name)?;
        return Ok(source);
    }
    read_file(&name, Reader::new(file), size, how)
}

/// Opens a reader; messages call it `name`.
///
/// ```
/// # mod sudomill { pub use {sudomill_puzzle::{grid, solving as solver, verify}, sudomill_input::*}; pub mod input { pub use sudomill_input::*; } }
/// let text = std::io::Cursor::new("1...4.....2....3\n");
/// let mut source = sudomill::input::read_from("memory", text)?;
/// assert_eq!(source.layout().size, sudomill::grid::Size::Four);
/// assert_eq!(source.next_chunk(1 << 18)?.unwrap().bytes(), b"1...4.....2....3\n");
/// # Ok::<(), sudomill::Error>(())
/// ```
///
/// # Errors
/// The reader fails, or its data is not text.
pub fn read_from(name: &str, reader: impl Read + Send + 'static) -> Result<Source, Error> {
    read_as(name, reader, &ReadOptions::default())
}

/// Like [`read_from`], with options. A reader is never mapped.
///
/// # Errors
/// As for [`read_from`], or the data lacks the column.
pub fn read_as(
    name: &str,
    reader: impl Read + Send + 'static,
    how: &ReadOptions,
) -> Result<Source, Error> {
    read_file(name, Reader::new(reader), None, how)
}

/// Like [`read_as`], for a file of that size; `None` for a pipe.
fn read_file(
    name: &str,
    reader: Reader,
    size: Option<u64>,
    how: &ReadOptions,
) -> Result<Source, Error> {
    let stream = Stream::new(name, reader, size, how.encoding);
    let stream = stream.map_err(io_error(name, "cannot read"))?;
    Source::new(name, Body::Stream(Box::new(stream)), how)
}
