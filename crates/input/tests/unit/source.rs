//! What becomes of a file that shrinks, and of one that comes byte by byte.

use crate::inputs::Slowly;
use std::io::{Cursor, Write};
use sudomill_input::{Error, InputErrorKind, ReadOptions, Source, open, read_from};

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

/// What a source is, or why it is none.
fn kind(source: Result<Source, Error>) -> String {
    source.map_or_else(|error| error.to_string(), |source| format!("{:?}", source.layout()))
}

/// A file of another format is told by the bytes that it has, not by those that have come at once.
#[test]
fn formats_are_known_byte_by_byte() {
    const LINE: &str = "1...4.....2....3\n";
    let zip = |name: &str| {
        let len = [name.len() as u8, 0];
        [b"PK\x03\x04", &[0; 22][..], &len, &[0; 2], name.as_bytes(), &[7; 200]].concat()
    };
    let behind = |start: &[u8], at: usize, mark: &str| {
        let mut file = start.to_vec();
        file.resize(at.max(start.len()), b'.');
        file.truncate(at);
        [&file, mark.as_bytes(), LINE.repeat(20).as_bytes()].concat()
    };
    let numpy = b"\x93NUMPY\x01\0v\0{'descr': '<f8', 'fortran_order': False, 'shape': (1, 9, 9)}\n";
    let files = [
        b"\x80\x02\x8A\x0Al\xFC\x9CF2, 2}, {0, 0}\n".to_vec(),
        b"\x80\x02K\x01.".to_vec(),
        // A zero byte shows that a file is no text in its first line, or in a number before it.
        behind(b"name.txt\0", 257, "ustar"),
        behind(b"# not\0 here\n1...4.....2....3\n", 257, "ustar"),
        behind(format!("{LINE}# \0\n").as_bytes(), 257, "ustar"),
        behind(LINE.repeat(20).as_bytes(), 257, "ustar"),
        behind(b"\x08\x0A\0\0\0\0\0\0", 8, "{\"\": 1}"),
        [zip("a.txt"), zip("b.npy")].concat(),
        [zip("a.npy"), zip("xl/sheet.xml")].concat(),
        [zip("a.txt"), vec![7; 70_000], zip("b.npy")].concat(),
        [&numpy[..], &[0; 200]].concat(),
        b"1\0.\0.\0.\x001...4.....2....3\n".to_vec(),
        b"1\0.\0.\0.\0\n\0".to_vec(),
        b"\x92\xA41234".to_vec(),
        b"\x92\xA4123\xFF".to_vec(),
        b"\xDD\0\0\0\x09\x99\x05\x03\0\0\0\x07".to_vec(),
        b"\x09\0\0\0\0\0\0\0ABCD\x0Aabc\n".to_vec(),
        format!("{}{{\n\n\"puzzle\"\n:\n\"{}\"}}\n", " \n".repeat(90), LINE.trim()).into_bytes(),
        format!("{}[ {{\"row\": 1, \"column\": 2}}, 3]\n", " \n".repeat(90)).into_bytes(),
        format!("{{\n\"{}\": 1}}\n", "k".repeat(200)).into_bytes(),
        format!("{LINE}param given: 1 2 3 4 :=\n{LINE}").into_bytes(),
        format!("{{\"a\": \"{}\", \"cages\": [1]}}\n", " ".repeat(1 << 20)).into_bytes(),
    ];
    for file in files {
        let whole = kind(read_from("memory", Cursor::new(file.clone())));
        let slow = kind(read_from("memory", Slowly(file.clone(), 0)));
        let shown = String::from_utf8_lossy(&file[..file.len().min(1000)]);
        assert_eq!(slow, whole, "{shown}");
        let mut mapped = tempfile::NamedTempFile::new().unwrap();
        mapped.write_all(&file).unwrap();
        let found = kind(open(mapped.path(), &ReadOptions::default().with_map(true)));
        assert_eq!(found.replace(mapped.path().to_str().unwrap(), "memory"), whole, "{shown}");
    }
}
