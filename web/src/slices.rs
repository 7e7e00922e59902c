//! Reads a file of the page in slices, on demand.

use std::io::{self, Read};
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
extern "C" {
    /// Returns bytes of the worker's file, starting at an offset. Defined by `worker.js`.
    #[wasm_bindgen(js_namespace = globalThis, js_name = readSlice, catch)]
    fn read_slice(at: f64, len: u32) -> Result<Vec<u8>, JsValue>;
}

/// The number of bytes requested at a time.
const SLICE: u64 = 1 << 20;

/// A worker's file.
pub struct Slices {
    size: u64,
    /// The offset of the next slice.
    at: u64,
    slice: Vec<u8>,
    /// The number of bytes of the slice already read.
    read: usize,
}

impl Slices {
    pub fn of_size(size: u64) -> Self {
        Self { size, at: 0, slice: Vec::new(), read: 0 }
    }
}

impl Read for Slices {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.read == self.slice.len() && self.at < self.size {
            let len = SLICE.min(self.size - self.at);
            self.slice = read_slice(self.at as f64, len as u32).map_err(|error| {
                let reason =
                    error.as_string().unwrap_or_else(|| "the browser gives no reason".into());
                io::Error::other(reason)
            })?;
            self.at += self.slice.len() as u64;
            self.read = 0;
        }
        let rest = &self.slice[self.read..];
        let len = rest.len().min(buffer.len());
        buffer[..len].copy_from_slice(&rest[..len]);
        self.read += len;
        Ok(len)
    }
}
