//! What becomes of a file that shrinks.

use std::io::Write;
use sudomill_input::{InputErrorKind, ReadOptions, open};

#[test]
fn shrinking_file_is_noticed() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(&b"1...4.....2....3\n".repeat(100_000)).unwrap();
    let mut source = open(file.path(), &ReadOptions::default()).unwrap();
    source.next_chunk(1000).unwrap().unwrap();
    file.as_file().set_len(500_000).unwrap();
    let error = loop {
        match source.next_chunk(1000) {
            Ok(chunk) => assert!(chunk.is_some(), "the end came as if all were well"),
            Err(error) => break error,
        }
    };
    let kind = InputErrorKind::find(&error);
    assert!(matches!(kind, Some(InputErrorKind::Shrunk { mapped: false })), "{error}");
}
