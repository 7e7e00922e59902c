//! Gzip and Zstandard: detected by their first bytes, decompressed while reading.

use crate::{
    puzzles::*,
    run::{Folder, WAYS, feed, solve},
};
use std::{
    fs,
    io::{Read, Write},
};

pub fn gzip(text: impl AsRef<[u8]>) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(text.as_ref()).unwrap();
    encoder.finish().unwrap()
}

/// The headers of empty files with these names in a ZIP archive.
pub fn zip(names: &[&str]) -> Vec<u8> {
    let file = |name: &&str| {
        let len = (name.len() as u16).to_le_bytes();
        [b"PK\x03\x04".as_slice(), &[0; 22], &len, &[0; 2], name.as_bytes()].concat()
    };
    names.iter().flat_map(file).collect()
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
    for packed in [gzip(""), zstandard("")] {
        solve(packed, "").gives("");
    }
}

#[test]
fn damaged_file() {
    let text = lines(&[EY1, ROYLE].repeat(50));
    for (packed, name) in [(gzip(&text), "bad.gz"), (zstandard(&text), "bad.zst")] {
        let middle = packed.len() / 2;
        let ends = [4, 5, 9, 12, 30, middle, packed.len() - 9, packed.len() - 1];
        let truncated = ends.map(|end| packed[..end].to_vec());
        let corrupt = [&packed[..middle], &vec![0xFF; packed.len() - middle]].concat();
        for damaged in truncated.into_iter().chain([corrupt]) {
            let folder = Folder::with(name, &damaged);
            let run = folder.run(&format!("solve {name} -o out.txt --timing timing.csv"));
            run.prints(2, "").begins(&format!("sudomill: {name}: cannot read: ")).is_one_line();
            assert_eq!(folder.names(), [name]);
        }
    }
}

#[test]
fn garbage_after_compressed_data() {
    let text = lines(&[EY1, ROYLE].repeat(2_000));
    let solved = lines(&[EY1_SOLVED, ROYLE_SOLVED].repeat(2_000));
    for (packed, format) in [(gzip(&text), "gzip"), (zstandard(&text), "Zstandard")] {
        let mut tails: Vec<&[u8]> = vec![
            b"\n",
            b"garbage",
            b"\0\0\0x",
            b"\x1E\x8B",
            b"\0\0\0\0\0\x1F\x8B",
            &[0xFF; 300_000],
        ];
        let far = [&[0; 200_000][..], b"x"].concat();
        tails.push(&far);
        if format == "Zstandard" {
            tails.push(&[0; 512]);
        }
        for tail in tails {
            let bytes = format!("after {} bytes of text", text.len());
            let told =
                format!("the {format} data is complete, and bytes follow that are not {format}");
            let told = format!("sudomill: input: cannot read: {bytes} {told}\n");
            for args in ["", "-j 2 --chunk-size 100", "--chunk-size 5000"] {
                solve([&packed[..], tail].concat(), args).ends(2, &solved, &told);
            }
        }
    }
    // A truncated file may end with a part of the next member.
    for (packed, next) in [
        (gzip(&text), &b"\x1F"[..]),
        (gzip(&text), b"\x1F\x8B\x08"),
        (zstandard(&text), b"\x28\xB5"),
        (zstandard(&text), b"\x51"),
    ] {
        let run = solve([&packed[..], next].concat(), "");
        run.prints(2, &solved).tells(2, &["cannot read: the compressed data ends too soon\n"]);
    }
    // Frames without text, as written by `pzstd`.
    let skipped = [&b"\x5A\x2A\x4D\x18\x03\0\0\0abc"[..], &zstandard(&text)].concat();
    solve([zstandard(""), skipped].concat(), "").gives(&solved);
}

/// Files are padded with zeros to whole blocks on tapes, and `gzip -dc` reads them.
#[test]
fn zeros_behind_gzip_are_padding() {
    let text = lines(&[EY1, ROYLE]);
    for zeros in [1, 3, 4, 512, 300_000] {
        let padded = |packed: Vec<u8>| [packed, vec![0; zeros]].concat();
        is_solved(&padded(gzip(&text)), "puzzles.gz");
        is_solved(&padded([gzip(lines(&[EY1])), gzip(lines(&[ROYLE]))].concat()), "puzzles.gz");
        solve(padded(gzip("")), "").gives("");
    }
}

/// Also if they are all within the sample that shows the layout.
#[test]
fn whole_lines_before_the_error_are_solved() {
    let text = lines(&[EY1, ROYLE, EY1]);
    let solved = lines(&[EY1_SOLVED, ROYLE_SOLVED]);
    // The last member is cut off, in the line that it continues.
    let (start, end) = text.split_at(200);
    let members = [[gzip(start), gzip(end)], [zstandard(start), zstandard(end)]];
    for packed in members.map(|members| members.concat()) {
        let cut = &packed[..packed.len() - 20];
        for args in ["", "-j 1", "-j 2", "--chunk-size 1", "--format solution --chunk-size 100"] {
            let told = "sudomill: input: cannot read: the compressed data ends too soon\n";
            solve(cut, args).ends(2, &solved, told);
            let piped = feed(cut, &format!("solve -q {args}"));
            piped.ends(2, &solved, &told.replace("input", "<stdin>"));
        }
        let inspected = Folder::with("input", cut).run("inspect input");
        inspected.refuses("input: cannot read: the compressed data ends too soon");
    }
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
        let told = |shown: &str, name: &str| {
            let found = format!("{shown}: found a tar archive; expected lines of text");
            let unpack = format!("mkdir NEW && tar -xf {name} -C NEW && sudomill solve NEW");
            format!("{found}; unpack it into a folder: {unpack}")
        };
        for command in ["solve", "solve --no-mmap", "verify", "solve --chunk-size 1"] {
            folder.run(&format!("{command} {name}")).refuses(&told(name, name));
        }
        folder.feed(bytes, "solve").refuses(&told("<stdin>", "-"));
    }
    // This is only a comment.
    let text = format!("{}\n#ustar {EY1}\n", "#".repeat(255));
    solve(text, "").exits(2).lacks("tar archive");
}

#[test]
fn formats_within_compressed_files() {
    for (inside, found) in [("PAR1", "a Parquet file"), ("[{\"puzzle\":1}]", "a JSON array")] {
        for (packed, unpack) in [(gzip(inside), "gzip"), (zstandard(inside), "zstd")] {
            let told = format!("found {found}; expected lines of text; unpack it first: ");
            solve(packed, "").tells(2, &[&format!("{told}{unpack} -dc input > FILE\n")]);
        }
    }
}

/// Decompresses an output of the program with the usual decoder.
pub fn unpacked(folder: &Folder, name: &str) -> String {
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
                let outputs = format!("-qo {name} --timing t.{name} --format {format}");
                folder.run(&format!("solve puzzles.txt {outputs} {how}")).exits(1);
                fs::read(folder.path(name)).unwrap()
            };
            let packed = solve("-j 1");
            assert_eq!(unpacked(&folder, name), plain.out, "{name}");
            assert_eq!(unpacked(&folder, &format!("t.{name}")).lines().count(), 9_001);
            for way in WAYS.into_iter().chain(["-j 2 --no-mmap --chunk-size 5000"]) {
                assert!(solve(way) == packed, "{name} {way}");
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
    folder.run("compare b.json.zst b.json.zst").exits(0);
    Folder::with("empty", "").run("solve empty -qo out.gz").gives("");
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
