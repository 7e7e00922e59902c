//! Gzip and Zstandard: detected by their first bytes, decompressed while reading.

use crate::{puzzles::*, run::Folder};
use std::{
    fs,
    io::{Read, Write},
};

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
fn garbage_after_compressed_data() {
    let text = lines(&[EY1, ROYLE].repeat(2_000));
    for (packed, name, format) in
        [(gzip(&text), "a.gz", "gzip"), (zstandard(&text), "a.zst", "Zstandard")]
    {
        let tails: [&[u8]; 6] =
            [b"\n", b"garbage", b"\0\0\0x", b"\x1E\x8B", &[0; 512], &[0xFF; 300_000]];
        for tail in tails {
            let folder = Folder::with(name, [&packed[..], tail].concat());
            let told = format!(
                "after {} bytes of text the {format} data is complete, and bytes follow that are \
                 not {format}",
                text.len()
            );
            for args in ["", "-j 2 --chunk-size 100", "--chunk-size 5000"] {
                let run = folder.run(&format!("solve -q {name} {args}"));
                assert_eq!(run.err, format!("sudomill: {name}: cannot read: {told}\n"));
                assert_eq!((run.code, run.out.lines().count()), (Some(2), 4_000), "{args}");
            }
        }
    }
    // A truncated file may end with a part of the next member.
    for (packed, next, name) in [
        (gzip(&text), &b"\x1F"[..], "a.gz"),
        (gzip(&text), b"\x1F\x8B\x08", "a.gz"),
        (zstandard(&text), b"\x28\xB5", "a.zst"),
        (zstandard(&text), b"\x51", "a.zst"),
    ] {
        let run = Folder::with(name, [&packed[..], next].concat()).run(&format!("solve -q {name}"));
        assert!(
            run.err.ends_with("cannot read: the compressed data ends too soon\n"),
            "{}",
            run.err
        );
        assert_eq!((run.code, run.out.lines().count()), (Some(2), 4_000));
    }
    // Frames without text, as written by `pzstd`.
    let skipped = [&b"\x5A\x2A\x4D\x18\x03\0\0\0abc"[..], &zstandard(&text)].concat();
    let run = Folder::with("a.zst", [zstandard(""), skipped].concat()).run("solve -q a.zst");
    assert_eq!((run.code, run.out.lines().count()), (Some(0), 4_000), "{}", run.err);
}

/// Returns the start of a tar archive, with only the fields that are checked.
fn tar() -> Vec<u8> {
    let mut tar = vec![0; 1024];
    tar[..11].copy_from_slice(b"puzzles.txt");
    tar[257..263].copy_from_slice(b"ustar\0");
    [tar, lines(&[EY1]).into_bytes()].concat()
}

#[test]
fn archives_are_refused() {
    for (bytes, name) in [(tar(), "a.tar"), (gzip(tar()), "a.tgz"), (zstandard(tar()), "a.tar.zst")]
    {
        let folder = Folder::with(name, &bytes);
        let told = |name: &str| {
            format!(
                "{}: found a tar archive; expected lines of text; unpack it into a folder: mkdir \
                 NEW && tar -xf {name} -C NEW && sudomill solve NEW",
                if name == "-" { "<stdin>" } else { name }
            )
        };
        for command in ["solve", "solve --no-mmap", "verify", "solve --chunk-size 1"] {
            folder.run(&format!("{command} {name}")).refuses(&told(name));
        }
        folder.feed(bytes, "solve").refuses(&told("-"));
    }
    let text = format!("{}ustar {EY1}\n", "#".repeat(255) + "\n#");
    let run = Folder::with("text", &text).run("solve -q text");
    assert_eq!(run.code, Some(2), "only a comment");
    assert!(!run.err.contains("tar archive"), "{}", run.err);
}

#[test]
fn formats_within_compressed_files() {
    for (inside, found) in [("PAR1", "a Parquet file"), ("[{\"puzzle\":1}]", "a JSON array")] {
        let told = format!("found {found}; expected lines of text; unpack it first: ");
        let run = Folder::with("a.gz", gzip(inside)).run("solve a.gz");
        assert!(run.err.contains(&format!("{told}gzip -dc a.gz > FILE\n")), "{}", run.err);
        let run = Folder::with("a.zst", zstandard(inside)).run("solve a.zst");
        assert!(run.err.contains(&format!("{told}zstd -dc a.zst > FILE\n")), "{}", run.err);
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

/// Decompresses an output of the program with the usual decoder.
fn unpacked(folder: &Folder, name: &str) -> String {
    let packed = fs::read(folder.path(name)).unwrap();
    let mut text = String::new();
    match name.ends_with("gz") {
        true => flate2::read::MultiGzDecoder::new(&packed[..]).read_to_string(&mut text).unwrap(),
        false => zstd::Decoder::new(&packed[..]).unwrap().read_to_string(&mut text).unwrap(),
    };
    text
}

#[test]
fn packed_output() {
    let folder = Folder::with("puzzles.txt", lines(&[EY1, "bad", ROYLE].repeat(3_000)));
    for format in ["solution", "csv"] {
        let plain = folder.run(&format!("solve puzzles.txt -q --format {format}"));
        for name in ["out.csv.gz", "out.zst"] {
            let solve = |how: &str| {
                let args =
                    format!("solve puzzles.txt -qo {name} --timing t.{name} --format {format}");
                let run = folder.run(&format!("{args} {how}"));
                assert_eq!(run.code, Some(1), "{}", run.err);
                fs::read(folder.path(name)).unwrap()
            };
            let packed = solve("-j 1");
            assert_eq!(unpacked(&folder, name), plain.out, "{name}");
            assert_eq!(unpacked(&folder, &format!("t.{name}")).lines().count(), 9_001);
            for how in ["-j 2", "-j 3 --chunk-size 100", "-j 2 --no-mmap --chunk-size 5000"] {
                assert!(solve(how) == packed, "{name} {how}");
            }
        }
    }
    assert_eq!(folder.names().len(), 5);
}

#[test]
fn packed_output_of_other_commands() {
    let folder = Folder::new();
    folder.run("generate --kind easy --count 5 -qo easy.txt.zst").gives("");
    folder.run("solve easy.txt.zst -qo out.gz --summary s.json.gz").gives("");
    folder.run("verify easy.txt.zst out.gz -q").gives("");
    assert!(unpacked(&folder, "s.json.gz").starts_with("{\n"));
    let bench = "bench easy.txt.zst --strategy mrv --rounds 1 --seconds 0.05 --format json";
    folder.run(&format!("{bench} -o b.json.zst"));
    assert_eq!(folder.run("compare b.json.zst b.json.zst").code, Some(0));
    Folder::with("empty", "").run("solve empty -qo out.gz").gives("");
}

#[test]
fn failed_run_leaves_no_packed_output() {
    let folder = Folder::with("puzzles.txt", lines(&[EY1, "bad"].repeat(5_000)));
    let run = folder.run("solve puzzles.txt --strict -o out.gz --timing t.zst -j 2");
    assert_eq!(run.code, Some(2));
    assert_eq!(folder.names(), ["puzzles.txt"]);
}

#[cfg(target_os = "linux")]
#[test]
fn full_disk_behind_packed_output() {
    let folder = Folder::with("puzzles.txt", lines(&[EY1].repeat(20_000)));
    std::os::unix::fs::symlink("/dev/full", folder.path("full.gz")).unwrap();
    let full = "full.gz: cannot write: No space left on device (os error 28)";
    for threads in 1..4 {
        folder.run(&format!("solve puzzles.txt -qo full.gz -j {threads}")).refuses(full);
    }
}
