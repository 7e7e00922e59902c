//! Translates byte offsets to lines and columns, for messages.

use super::line_end::count;
use crate::error::{BadLine, Problem};

/// The first character of `bytes`; U+FFFD if they are not UTF-8.
pub fn character(bytes: &[u8]) -> char {
    let head = &bytes[..bytes.len().min(4)];
    String::from_utf8_lossy(head).chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// The line of a byte within a record, from 0, and its column.
pub fn place(record: &[u8], byte: usize) -> (u64, usize) {
    let start = memchr::memrchr2(b'\n', b'\r', &record[..byte]).map_or(0, |end| end + 1);
    (count(&record[..start]), column(&record[start..], byte - start))
}

/// The error at a byte of a record.
pub fn bad_at(record: &[u8], byte: usize, problem: Problem) -> BadLine {
    let (line_offset, column) = place(record, byte);
    BadLine::new(line_offset, column, problem)
}

/// The column of a byte, in characters from 1.
pub fn column(line: &[u8], byte: usize) -> usize {
    String::from_utf8_lossy(&line[..byte]).chars().count() + 1
}
