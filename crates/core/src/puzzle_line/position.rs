//! Translates byte offsets to lines and columns, for messages.

use super::line_end::count;

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

/// The column of a byte, in characters from 1.
pub fn column(line: &[u8], byte: usize) -> usize {
    String::from_utf8_lossy(&line[..byte]).chars().count() + 1
}
