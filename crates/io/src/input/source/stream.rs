//! Streams of bytes.

use std::{
    io::{self, Read},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

/// The bytes requested by one read.
const READ: usize = 64 << 10;

pub(super) type Stream = Box<dyn Read + Send>;

/// Appends the bytes of one read; returns 0 at the end.
pub(super) fn fill(stream: &mut Stream, pending: &mut Vec<u8>) -> io::Result<usize> {
    let old = pending.len();
    pending.resize(old + READ, 0);
    let got = loop {
        match stream.read(&mut pending[old..]) {
            Err(e) if e.kind() == io::ErrorKind::Interrupted => continue,
            got => break got,
        }
    };
    pending.truncate(old + *got.as_ref().unwrap_or(&0));
    got
}

/// Counts the bytes read.
pub(super) struct Counting {
    pub reader: Stream,
    pub read: Arc<AtomicU64>,
}

impl Read for Counting {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let got = self.reader.read(buffer)?;
        self.read.fetch_add(got as u64, Ordering::Relaxed);
        Ok(got)
    }
}
