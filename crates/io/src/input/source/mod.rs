//! Opens an input and reads it in chunks: a mapped file, a plain file, standard input or a pipe.
//! Decompresses gzip and Zstandard.

mod encoding;
mod foreign;
mod mapped;
mod open;
mod position;
mod stream;

pub use encoding::Encoding;
pub(in crate::input) use mapped::Mapping;
pub use open::{open, read_as, read_file, read_from};
pub use position::{FileSpan, Position, Shard};
pub use stream::unpacked;

use super::{
    Open,
    chunk::{Bytes, Chunk, ChunkPlace, Piece},
    detect::is_record,
    fields::words,
    layout::Layout,
    lines::{
        self, Cut, Lines, Skip,
        line_end::{count as line_ends, without_line_end},
        without_bom,
    },
    table::{Column, Role, column_named},
};
use std::{fmt, ops::Range, sync::Arc};
use stream::Stream;
use sudomill_core::Error;

/// The largest chunk in bytes, so that offsets fit 32 bits and memory stays bounded.
const LARGEST: usize = 1 << 30;

/// The bytes of a chunk that shows whether a file in a folder holds puzzles.
const SAMPLE: usize = 128 << 10;

/// The fewest clues of a 9×9 puzzle with one solution.
const FEWEST: usize = 17;

/// An opened input.
pub struct Source {
    name: Arc<str>,
    pub(in crate::input) layout: Layout,
    body: Body,
    /// The number of chunks that were read.
    chunks: u64,
    /// The start of the next chunk; `newlines` are those skipped when resuming.
    next: Position,
    is_first: bool,
}

enum Body {
    /// A mapped file, and the part of it to read.
    Mapped(Arc<Mapping>, Range<usize>),
    Stream(Box<Stream>),
}

impl Body {
    /// Returns the bytes available before the first chunk, and true if they are the whole text.
    fn start(&self) -> (&[u8], bool) {
        match self {
            Self::Mapped(mapping, _) => (mapping.bytes(), true),
            Self::Stream(stream) => (&stream.pending, stream.ended),
        }
    }

    /// Returns true if the text is empty or only white space, apart from a byte-order mark. Returns
    /// false if that is not known before the first chunk is read.
    fn is_blank(&self) -> bool {
        let (text, is_all) = self.start();
        is_all && without_bom(text).0.trim_ascii().is_empty()
    }

    fn stream(&self) -> Option<&Stream> {
        if let Self::Stream(stream) = self { Some(stream) } else { None }
    }

    /// Reads on until `find` finds something in the text before the first chunk.
    fn until<T>(&mut self, find: impl Fn(&Self) -> Option<T>) -> Result<T, Error> {
        loop {
            match (find(self), &mut *self) {
                (Some(found), _) => return Ok(found),
                (None, Self::Stream(stream)) => stream.fill()?,
                (None, Self::Mapped(..)) => unreachable!("the whole text shows everything"),
            }
        }
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source")
            .field("name", &self.name)
            .field("layout", &self.layout)
            .field("next", &self.next)
            .finish_non_exhaustive()
    }
}

impl Source {
    fn new(name: &str, mut body: Body, how: &Open) -> Result<Self, Error> {
        let layout = body.until(|body| {
            let (text, last) = body.start();
            if !last && foreign::is_short(text) {
                return None;
            }
            let packing = body.stream().and_then(|stream| stream.packing);
            if let Err(error) = foreign::refuse(name, text, packing) {
                return Some(Err(error));
            }
            // A blank input has no columns to check.
            let any = body.is_blank().then(|| Open { column: None, ..how.clone() });
            let layout = Layout::detect(text, last, any.as_ref().unwrap_or(how))?;
            Some(layout.map_err(|missing| Error::NoColumn { path: name.to_owned(), missing }))
        })??;
        let layout = Layout { restore_zeros: how.restore_zeros, ..layout };
        let (name, next) = (name.into(), Position::default());
        Ok(Self { name, layout, body, chunks: 0, next, is_first: true })
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
    /// The input is not a mapped file.
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
                    at => layout.cut_whole(&Piece { bytes, ..Piece::default() }, at),
                };
                let share = shard.share(among, size).unwrap_or_default();
                let [first, last] = share.map(|at| cut_at(at).expect("the end is known"));
                self.next = Position::default().after(first);
                *part = first.len..last.len;
                Ok(self)
            }
            // An empty file cannot be mapped.
            Body::Stream(stream) if stream.ended && stream.pending.is_empty() => Ok(self),
            Body::Stream(_) => Err(Error::Impossible(format!(
                "{}: cannot be split into shards; expected a file that can be mapped: pipes and \
                 compressed or encoded data must be read from the start",
                self.name
            ))),
        }
    }

    /// Returns true if the source begins at the start of the file.
    pub(crate) fn is_first(&self) -> bool {
        self.is_first
    }

    /// Counts the newlines of the file before the first chunk; this reads all text before it.
    pub(crate) fn newlines_before(&self) -> u64 {
        let before = match &self.body {
            Body::Mapped(mapping, part) => line_ends(&mapping.bytes()[..part.start]),
            Body::Stream(_) => 0,
        };
        self.next.newlines + before
    }

    /// The input if it is read from its start to its end.
    pub(in crate::input) fn stream(&self) -> Option<&Stream> {
        self.body.stream()
    }

    /// The format of the input, detected from its first bytes.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Reads solutions along with the puzzles: from the given column, or else from the one that the
    /// header or the first rows indicate.
    ///
    /// # Errors
    /// The column does not exist, or the input cannot be read.
    pub fn find_solutions(&mut self, column: Option<&Column>) -> Result<(), Error> {
        let layout = &self.layout;
        let found = self.body.until(|body| {
            let (text, last) = body.start();
            layout.beside(text, last, column.filter(|_| !body.is_blank()))
        })?;
        let path = || self.name.to_string();
        let found = found.map_err(|missing| Error::NoColumn { path: path(), missing })?;
        if found.is_none() && !self.is_blank() {
            let columns = layout.table.columns().to_vec();
            return Err(Error::NoSolutions { path: path(), columns });
        }
        self.layout.solutions = found.map(Arc::new);
        Ok(())
    }

    /// Returns true if solutions are read along with the puzzles.
    pub(crate) fn has_solutions(&self) -> bool {
        self.layout.solutions.is_some()
    }

    /// The last line of the header, without its line end; empty if there is no header.
    pub(crate) fn header_line(&self) -> &[u8] {
        let head = self.layout.preamble.and_then(|preamble| preamble.head);
        let Some((_, last, Skip::Header)) = head else { return b"" };
        Lines::new(&self.start()[last as usize..]).next().map_or(b"", |it| without_line_end(it.1))
    }

    /// Locates a name that is not UTF-8 in the header: its line and column, both from 1.
    pub(crate) fn place_in_header(&self, name: &str) -> (u64, usize) {
        let name: Vec<u8> = name.chars().map(|c| c as u8).collect();
        let text = self.start();
        let at = memchr::memmem::find(text, &name).unwrap_or(0);
        let wrong = name.iter().position(|byte| !byte.is_ascii()).unwrap_or(0);
        let (line, column) = lines::position::place(text, at + wrong);
        (line + 1, column)
    }

    /// The text available before the first chunk.
    pub(in crate::input) fn start(&self) -> &[u8] {
        self.body.start().0
    }

    /// The size of the input or its part in bytes, before decompression; `None` for a pipe.
    pub fn size(&self) -> Option<u64> {
        match &self.body {
            Body::Mapped(_, part) => Some(part.len() as u64),
            Body::Stream(stream) => stream.size,
        }
    }

    /// Returns true if the writer may be waiting for an answer: a pipe or a terminal.
    pub(crate) fn is_live(&self) -> bool {
        self.stream().is_some_and(Stream::is_live)
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

    /// If no line of the first chunk resembles a puzzle, and no column is named like one, returns the
    /// number of lines.
    ///
    /// # Errors
    /// As [`Self::next_chunk`] and [`Chunk::check`].
    pub fn lines_without_puzzle(mut self) -> Result<Option<u64>, Error> {
        // `clues` may be a number. A Markdown table begins and ends with a bar.
        let (names, is_number) = (self.layout.table.columns(), |name: &str| name == "clues");
        let is_markdown =
            names.len() > 1 && [0, names.len() - 1].iter().all(|&it| names[it].is_empty());
        let is_named = column_named(names, Role::Puzzles)
            .any(|it| !is_markdown && !is_number(&names[it].to_ascii_lowercase()));
        if is_named {
            return Ok(None);
        }
        let Some(mut chunk) = self.next_chunk(SAMPLE)? else { return Ok(Some(0)) };
        let lines = chunk.read_all().0;
        let has_puzzle = lines.iter().any(|line| matches!(line.1, Ok((_, None))));
        // A puzzle that lost its zeros is shorter than any that `is_record` knows.
        let is_clues = |word: &[u8]| word.len() >= FEWEST && word.iter().all(u8::is_ascii_digit);
        let is_like = |(_, line): (usize, &[u8])| {
            is_record(line, chunk.size(), chunk.notation())
                || words(line).any(|word| is_clues(&line[word]))
        };
        let resembles = has_puzzle || chunk.has_grids() || Lines::new(chunk.bytes()).any(is_like);
        chunk.check()?;
        Ok((!resembles).then_some(lines.len() as u64))
    }

    /// Reads the next chunk of about `target` bytes; `None` at the end.
    ///
    /// # Errors
    /// The input cannot be read, or is not valid gzip or Zstandard. The complete lines before the
    /// fault are delivered first.
    pub fn next_chunk(&mut self, target: usize) -> Result<Option<Chunk>, Error> {
        let (target, next, layout) = (target.clamp(1, LARGEST), self.next, &self.layout);
        let Position { offset: start, inside_line, .. } = next;
        let cut = |bytes: &[u8], last| {
            let piece = Piece { bytes, start, inside_line };
            layout.cut(&piece, target, last)
        };
        let (bytes, cut, consumed) = match &mut self.body {
            Body::Mapped(mapping, part) => {
                let rest = start as usize..part.end;
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
        self.next = next.after(cut);
        let place = ChunkPlace {
            index: self.chunks,
            start,
            consumed,
            inside_line,
            ends_inside_line: cut.inside_line,
            has_quotes: cut.has_quotes,
        };
        self.chunks += 1;
        Ok(Some(self.chunk(place, bytes)))
    }

    fn chunk(&self, place: ChunkPlace, bytes: Bytes) -> Chunk {
        Chunk { name: self.name.clone(), place, ..Chunk::new(bytes, self.layout.clone()) }
    }

    /// Rebuilds a chunk of this input that was read through another source.
    #[doc(hidden)] // For the page in web/.
    pub fn chunk_at(&self, place: ChunkPlace, bytes: Vec<u8>) -> Chunk {
        self.chunk(place, Bytes::Owned(bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn shrinking_file_is_noticed() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(&b"1...4.....2....3\n".repeat(100_000)).unwrap();
        let mut source = open(file.path(), &Open { map: false, ..Open::default() }).unwrap();
        source.next_chunk(1000).unwrap().unwrap();
        file.as_file().set_len(500_000).unwrap();
        let error = loop {
            match source.next_chunk(1000) {
                Ok(chunk) => assert!(chunk.is_some(), "the end came as if all were well"),
                Err(error) => break error,
            }
        };
        assert!(matches!(error, Error::Shrunk { mapped: false, .. }), "{error}");
    }
}
