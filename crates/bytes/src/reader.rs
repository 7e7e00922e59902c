//! A reader of any kind.

use std::io::{self, Read};

/// The bytes requested by one read.
pub const READ: usize = 64 << 10;

/// A reader of any kind. A closure, because `dyn Read` would compile all methods of `Read` for each
/// kind.
pub struct Reader(Box<ReadBytes>);

type ReadBytes = dyn FnMut(&mut [u8]) -> io::Result<usize> + Send;

impl Reader {
    /// Wraps a reader.
    pub fn new(mut reader: impl Read + Send + 'static) -> Self {
        Self::of(move |buffer: &mut [u8]| reader.read(buffer))
    }

    /// Wraps a function that reads into a buffer, and returns the number of bytes.
    pub fn of(read: impl FnMut(&mut [u8]) -> io::Result<usize> + Send + 'static) -> Self {
        Self(Box::new(read))
    }
}

impl Read for Reader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        (self.0)(buffer)
    }
}
