//! Compressed outputs: the bytes depend neither on threads nor on how the text was split.

use proptest::prelude::*;
use std::{fs, io::Cursor, iter, thread};
use sudomill_output::Sink;

/// Returns the file that results from writing `text` in these piece sizes, with `helpers` extra
/// threads.
fn packed(name: &str, text: &[u8], pieces: &[usize], helpers: usize) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    let mut sink = Sink::create(&path).unwrap();
    let (mut rest, mut lengths) = (text, pieces.iter().cycle());
    while !rest.is_empty() {
        let (piece, others) = rest.split_at((*lengths.next().unwrap()).min(rest.len()));
        sink.write_later(piece).unwrap();
        rest = others;
    }
    thread::scope(|scope| {
        for _ in 0..helpers {
            scope.spawn(|| sink.packer.drain().unwrap());
        }
    });
    sink.finish().unwrap();
    fs::read(path).unwrap()
}

/// Reads a file back with our own reader.
fn read(file: Vec<u8>) -> Vec<u8> {
    let mut source = sudomill_input::read_from("memory", Cursor::new(file)).unwrap();
    let chunks = iter::from_fn(|| source.next_chunk(1 << 16).unwrap());
    chunks.flat_map(|chunk| chunk.bytes().to_vec()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]
    #[test]
    fn round_trip(
        lines in proptest::collection::vec("[1-9.]{0,81}", 0..40),
        repeats in 1_usize..400,
        pieces in proptest::collection::vec(1_usize..700_000, 1..4),
        helpers in 0_usize..3,
    ) {
        // A first line that shows the layout: to look for one in all of the text takes long.
        let text = (lines.join("\n") + "\n").repeat(repeats);
        let text = format!("{:.<81}\n{text}", 1).into_bytes();
        for name in ["x.csv.gz", "x.zst"] {
            let file = packed(name, &text, &pieces, helpers);
            prop_assert_eq!(&file, &packed(name, &text, &[text.len()], 0));
            prop_assert_eq!(&read(file), &text);
        }
    }
}

#[test]
fn empty_text() {
    for name in ["x.gz", "x.zst"] {
        let file = packed(name, b"", &[1], 1);
        assert!(!file.is_empty() && read(file).is_empty(), "{name}");
    }
    assert_eq!(packed("x.gzip", b"", &[1], 1), b"");
    assert_eq!(packed("x.gzip", b"1\n", &[1], 1), b"1\n");
}

#[test]
fn closed_output_is_not_complete() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.gz");
    let mut sink = Sink::create(&path).unwrap();
    sink.write_later(b"1\n").unwrap();
    sink.packer.order.close();
    let error = sink.finish().unwrap_err().to_string();
    assert!(error.ends_with("x.gz: cannot write: a block of it was not written"), "{error}");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
