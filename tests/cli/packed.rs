//! Gzip and Zstandard: known by their first bytes, unpacked on the way.

use crate::{puzzles::*, run::Folder};
use std::io::Write;

pub fn gzip(text: impl AsRef<[u8]>) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text.as_ref()).unwrap();
    encoder.finish().unwrap()
}

pub fn zstandard(text: impl AsRef<[u8]>) -> Vec<u8> {
    zstd::encode_all(text.as_ref(), 1).unwrap()
}

#[track_caller]
fn is_solved(packed: &[u8], name: &str) {
    let folder = Folder::with(name, packed);
    folder.run(&format!("solve {name} --quiet")).gives(&lines(&[EY1_SOLVED, ROYLE_SOLVED]));
    folder.feed(packed, "solve --quiet").gives(&lines(&[EY1_SOLVED, ROYLE_SOLVED]));
}

#[test]
fn packed_by_content_not_name() {
    let text = lines(&[EY1, ROYLE]);
    for name in ["puzzles.gz", "puzzles.zst", "puzzles.txt"] {
        is_solved(&gzip(&text), name);
        is_solved(&zstandard(&text), name);
        is_solved(text.as_bytes(), name);
    }
}

#[test]
fn all_members() {
    let text = lines(&[EY1, ROYLE]);
    for cut in [1, 40, 82, 100] {
        let (start, end) = text.split_at(cut);
        is_solved(&[gzip(start), gzip(end)].concat(), "puzzles.gz");
        is_solved(&[gzip(start), gzip(""), gzip(end)].concat(), "puzzles.gz");
        is_solved(&[zstandard(start), zstandard(end)].concat(), "puzzles.zst");
    }
}

#[test]
fn packed_empty_file() {
    for packed in [gzip(""), zstandard("")] {
        Folder::with("empty", packed).run("solve empty --quiet").gives("");
    }
}

#[test]
fn truncated_file() {
    let text = lines(&[EY1, ROYLE].repeat(50));
    for (packed, name) in [(gzip(&text), "cut.gz"), (zstandard(&text), "cut.zst")] {
        let ends = [4, 5, 9, 12, 30, packed.len() / 2, packed.len() - 9, packed.len() - 1];
        for end in ends {
            let folder = Folder::with(name, &packed[..end]);
            let run = folder.run(&format!("solve {name} -o out.txt --timing timing.csv"));
            assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{end}: {}", run.err);
            let start = format!("sudomill: {name}: cannot read: ");
            assert!(run.err.starts_with(&start), "{end}: {}", run.err);
            assert_eq!(run.err.lines().count(), 1, "{end}: {}", run.err);
            assert_eq!(folder.names(), [name]);
        }
    }
}

#[test]
fn corrupt_file() {
    let text = lines(&[EY1, ROYLE].repeat(50));
    for (mut packed, name) in [(gzip(&text), "bad.gz"), (zstandard(&text), "bad.zst")] {
        let middle = packed.len() / 2;
        packed[middle..].fill(0xFF);
        let folder = Folder::with(name, &packed);
        let run = folder.run(&format!("solve {name} -o out.txt"));
        assert_eq!(run.code, Some(2), "{}", run.err);
        let start = format!("sudomill: {name}: cannot read: ");
        assert!(run.err.starts_with(&start) && run.err.lines().count() == 1, "{}", run.err);
        assert_eq!(folder.names(), [name]);
    }
}
