//! A stream of text: counted, decompressed, decoded, and read piece by piece.

use crate::{
    Error,
    cut::{Cut, whole},
    error::{InputErrorKind, io_error},
};
use std::{
    io::{self, Cursor, ErrorKind, Read},
    mem,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};
use sudomill_bytes::{Decoder, Encoding, Packing, READ, Reader};

/// An input that is read from its start to its end.
pub struct Stream {
    /// The name of the input, as used in messages.
    name: String,
    reader: Reader,
    /// The size of the file; `None` for a pipe.
    pub size: Option<u64>,
    pub packing: Option<Packing>,
    pub decoder: Option<Decoder>,
    /// The text that was read and is not in a chunk yet.
    pub pending: Vec<u8>,
    pub ended: bool,
    /// The bytes read from the file, before decompression.
    read: Arc<AtomicU64>,
    /// The error to report once the text before it is consumed.
    failed: Option<Error>,
}

impl Stream {
    /// Starts to read an input, which may be compressed.
    pub fn new(
        name: &str,
        mut reader: Reader,
        size: Option<u64>,
        encoding: Option<Encoding>,
    ) -> io::Result<Self> {
        let read = Arc::<AtomicU64>::default();
        let count = read.clone();
        let mut reader = Reader::of(move |buffer: &mut [u8]| {
            let got = reader.read(buffer)?;
            count.fetch_add(got as u64, Ordering::Relaxed);
            Ok(got)
        });
        let packing = Packing::of(&peek(&mut reader)?);
        if let Some(packing) = packing {
            reader = packing.unpack(reader)?;
        }
        let start = peek(&mut reader)?;
        let encoding = encoding.or_else(|| Encoding::marked(&start));
        let decoder = encoding.map(|encoding| Decoder::new(encoding, &start));
        Ok(Self {
            name: name.to_owned(),
            reader,
            size,
            packing,
            decoder,
            pending: Vec::new(),
            ended: false,
            read,
            failed: None,
        })
    }

    /// Returns true if the writer may be waiting for an answer: a pipe or a terminal.
    pub fn is_live(&self) -> bool {
        self.size.is_none() && self.packing.is_none()
    }

    /// Reads more text. An error is kept: the whole lines before it are the text, and
    /// [`Self::end`] reports it behind them.
    pub fn fill(&mut self) {
        if let Err(error) = self.read_more() {
            self.failed = Some(error);
            self.ended = true;
            self.pending.truncate(whole(&self.pending));
        }
    }

    /// Reads once, and decodes what was read.
    fn read_more(&mut self) -> Result<(), Error> {
        let old = self.pending.len();
        self.pending.resize(old + READ, 0);
        let got = loop {
            match self.reader.read(&mut self.pending[old..]) {
                Err(cause) if cause.kind() == ErrorKind::Interrupted => {}
                got => break got,
            }
        };
        let count = *got.as_ref().unwrap_or(&0);
        self.pending.truncate(old + count);
        got.map_err(io_error(&self.name, "cannot read"))?;
        self.ended = count == 0;
        if let Some(decoder) = &mut self.decoder {
            let raw = self.pending.split_off(old);
            if !decoder.decode(&raw, self.ended, &mut self.pending) {
                let (line, column) = decoder.place();
                let kind = InputErrorKind::Malformed(decoder.fault());
                return Err(kind.at(&self.name, line, column));
            }
        }
        Ok(())
    }

    /// Takes the text that `cut` cuts off, given the text and true if it is complete. Waits for
    /// `target` bytes of it unless the writer may be waiting for an answer.
    pub fn take(
        &mut self,
        target: usize,
        cut: impl Fn(&[u8], bool) -> Option<Cut>,
    ) -> (Vec<u8>, Cut) {
        let cut = loop {
            let full = self.ended || self.is_live() || self.pending.len() >= target;
            if let Some(cut) = full.then(|| cut(&self.pending, self.ended)).flatten() {
                break cut;
            }
            self.fill();
        };
        let rest = self.pending.split_off(cut.len);
        (mem::replace(&mut self.pending, rest), cut)
    }

    /// Called at the end: fails if reading failed, or if the file ended before the size it had when
    /// it was opened.
    pub fn end(&mut self) -> Result<(), Error> {
        match self.failed.take() {
            Some(error) => Err(error),
            None if self.size.is_some_and(|size| self.read() < size) => {
                Err(InputErrorKind::Shrunk { mapped: false }.of(&self.name))
            }
            None => Ok(()),
        }
    }

    /// The number of bytes read from the file, before decompression.
    pub fn read(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }
}

/// Returns the first bytes, which show the compression and the encoding, without consuming them.
fn peek(reader: &mut Reader) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    reader.take(4).read_to_end(&mut start)?;
    let rest = mem::replace(reader, Reader::new(io::empty()));
    *reader = Reader::new(Cursor::new(start.clone()).chain(rest));
    Ok(start)
}
