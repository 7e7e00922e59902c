//! Mappings of files that change, or whose pages are given back.
#![cfg(unix)]

use std::{fs::File, io::Write};
use sudomill_bytes::Mapping;

/// Pages are given back in steps of 4 MB: two of them and a bit.
const LEN: usize = (8 << 20) + 5;

fn file_of_sevens() -> File {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(&vec![b'7'; LEN]).unwrap();
    file
}

#[test]
fn shrinking_file_reads_as_zeros() {
    let file = file_of_sevens();
    let mapping = Mapping::new(&file).unwrap();
    assert!(mapping.bytes().iter().all(|&b| b == b'7') && !mapping.has_shrunk());
    file.set_len(4096).unwrap();
    assert_eq!(mapping.bytes()[1 << 19], 0);
    assert!(mapping.has_shrunk());
    assert_eq!(mapping.bytes()[0], b'7');
}

#[test]
fn released_pages_read_again() {
    let mapping = Mapping::new(&file_of_sevens()).unwrap();
    mapping.release(LEN - 2);
    assert!(mapping.bytes().iter().all(|&b| b == b'7'));
}
