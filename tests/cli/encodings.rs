//! Text in encodings other than UTF-8.

use crate::{packed::gzip, puzzles::*, run::Folder};

/// Returns a table whose names and notes are not ASCII.
fn table(solution: &str) -> String {
    let header = "id,Rätsel,solution,Anmerkung\r\n";
    format!("{header}1,{EY1},{solution},\"süß, schön\"\r\n2,{ROYLE},{ROYLE_SOLVED},größer\r\n")
}

fn utf_16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(bytes).collect()
}

fn latin1(text: &str) -> Vec<u8> {
    text.chars().map(|c| u8::try_from(c).unwrap()).collect()
}

/// Returns the same text in each encoding, with the options to read it.
fn encoded(text: &str) -> Vec<(Vec<u8>, &'static str)> {
    let marked = format!("\u{FEFF}{text}");
    vec![
        (text.into(), "--encoding utf-8"),
        (utf_16(&marked, u16::to_le_bytes), ""),
        (utf_16(&marked, u16::to_be_bytes), ""),
        (utf_16(&marked, u16::to_le_bytes), "--encoding utf-16"),
        (utf_16(&marked, u16::to_be_bytes), "--encoding utf-16"),
        (utf_16(text, u16::to_le_bytes), "--encoding utf-16"),
        (utf_16(text, u16::to_be_bytes), "--encoding utf-16"),
        (utf_16(text, u16::to_le_bytes), "--encoding utf-16le"),
        (utf_16(&marked, u16::to_le_bytes), "--encoding utf-16le"),
        (utf_16(text, u16::to_be_bytes), "--encoding utf-16be"),
        (utf_16(&marked, u16::to_be_bytes), "--encoding utf-16be"),
    ]
}

const HOWS: [&str; 4] = ["", "--no-mmap", "-j 1 --chunk-size 1", "-j 2 --no-mmap --chunk-size 100"];

#[test]
fn every_encoding_reads_the_same() {
    let text = table(EY1_SOLVED);
    for format in ["csv", "jsonl"] {
        let solve = format!("solve -q --format {format} --keep all --columns status,agrees");
        let expected = Folder::with("in", &text).run(&format!("{solve} in"));
        assert_eq!((expected.code, expected.err.as_str()), (Some(0), ""));
        assert!(expected.out.contains("süß, schön"), "{}", expected.out);
        for (bytes, option) in encoded(&text) {
            let folder = Folder::with("in", &bytes).and("in.gz", gzip(&bytes));
            for how in HOWS {
                folder.run(&format!("{solve} in {option} {how}")).gives(&expected.out);
                folder.run(&format!("{solve} in.gz {option} {how}")).gives(&expected.out);
            }
            folder.feed(&bytes[..], &format!("{solve} {option}")).gives(&expected.out);
        }
    }
}

#[test]
fn every_command_reads_encodings() {
    let text = table(ROYLE_SOLVED);
    let answers = lines(&[EY1_SOLVED, ROYLE_SOLVED]);
    for (bytes, option) in encoded(&text) {
        let folder = Folder::with("in", &bytes);
        let run = folder.run(&format!("verify in {option} --column Rätsel"));
        assert!(run.err.contains("2 puzzles: 1 right, 1 wrong"), "{option}: {}", run.err);
        assert!(run.out.starts_with("in:2:"), "{}", run.out);
        let run = folder.run(&format!("bench in {option} --rounds 1 --seconds 0.01 --format json"));
        assert_eq!(run.code, Some(0), "{}", run.err);
        let run = folder.run(&format!("trace in:3 {option}"));
        assert_eq!(run.code, Some(0), "{}", run.err);
        if option.contains("utf-16") {
            let bytes = match option.ends_with("be") {
                true => utf_16(&answers, u16::to_be_bytes),
                false => utf_16(&answers, u16::to_le_bytes),
            };
            let folder = folder.and("in", &bytes).and("puzzles", &bytes);
            let run = folder.run(&format!("verify puzzles in {option}"));
            assert!(run.err.contains("2 puzzles: 2 right"), "{option}: {}", run.err);
        }
    }
}

#[test]
fn undecodable_text_is_reported() {
    let many = lines(&vec![EY1; 3_000]);
    let line = "in:3001:4: found bytes that are not UTF-16; expected text in UTF-16";
    let wide = [utf_16(&many, u16::to_le_bytes), utf_16("añb", u16::to_le_bytes)].concat();
    let lone = [&wide[..], b"\x00\xD8", &utf_16("\n53\n", u16::to_le_bytes)].concat();
    let odd = [&wide[..], b"x"].concat();
    let utf_8 = [many.as_bytes(), "añb".as_bytes(), b"\xFF,1\n"].concat();
    for (bytes, option, told) in [
        (lone, "--encoding utf-16le", line.to_owned()),
        (odd, "--encoding utf-16", line.to_owned()),
        (utf_8, "--encoding utf-8", line.replace("UTF-16", "UTF-8")),
    ] {
        let folder = Folder::with("in", &bytes).and("in.gz", gzip(&bytes));
        for how in HOWS {
            let run = folder.run(&format!("solve -q in {option} {how}"));
            assert_eq!((run.code, run.err), (Some(2), format!("sudomill: {told}\n")));
            assert_eq!(run.out.lines().count(), 3_000, "{option} {how}");
        }
        let run = folder.run(&format!("solve -q in {option} -o out"));
        assert_eq!((run.code, folder.names().len()), (Some(2), 2));
        assert_eq!(folder.run(&format!("verify in.gz in.gz {option}")).code, Some(2));
    }
}

#[test]
fn refused_options() {
    let folder = Folder::with("in", lines(&[EY1]));
    folder.run("solve in --encoding latin1").refuses_arguments(&["latin1", "utf-16le"]);
    let told = "in: cannot be split into shards";
    let run = folder.run("solve in --encoding utf-8 --shard 1/2");
    assert!(run.code == Some(2) && run.err.contains(told), "{}", run.err);
    // An encoding that contradicts the byte order mark.
    let bytes = utf_16(&format!("\u{FEFF}{EY1}\n"), u16::to_le_bytes);
    let run = Folder::with("in", bytes).run("solve in --encoding utf-8");
    run.refuses("in:1:1: found bytes that are not UTF-8; expected text in UTF-8");
}

#[test]
fn latin1_header_without_option() {
    let bytes = latin1(&table(EY1_SOLVED).replace("\r\n", "\n"));
    let folder = Folder::with("in", &bytes).and("in.gz", gzip(&bytes));
    for how in HOWS {
        folder.run(&format!("solve -q in {how}")).gives(&lines(&[EY1_SOLVED, ROYLE_SOLVED]));
        let run = folder.run(&format!("solve in --column Rätsel {how}"));
        assert_eq!(run.code, Some(0));
        assert!(run.err.contains("skipped lines: 1 header\n"), "{}", run.err);
        let run = folder.run(&format!("solve in --column Ratsel {how}"));
        assert!(
            run.err.contains("the columns are: id, Rätsel, solution, Anmerkung"),
            "{}",
            run.err
        );
    }
    // CSV output has the bytes of the input.
    for name in ["in", "in.gz"] {
        let args = format!("solve -q {name} --format csv --keep all --columns status");
        let out = folder.command(&args).output().unwrap().stdout;
        let mut expected = Vec::new();
        for (line, end) in bytes.split(|&byte| byte == b'\n').zip([",status", ",unique", ",unique"])
        {
            expected.extend([line, end.as_bytes(), b"\n"].concat());
        }
        assert_eq!(String::from_utf8_lossy(&out), String::from_utf8_lossy(&expected));
        assert!(out == expected);
    }
}

#[test]
fn json_is_refused_what_is_not_utf_8() {
    let told = |place: &str| {
        format!(
            "in:{place}: found bytes that are not UTF-8; expected text for JSON; convert the input to \
             UTF-8, or write CSV, which copies the bytes unchanged"
        )
    };
    let folder = Folder::with("in", latin1(&table(EY1_SOLVED)));
    for how in HOWS {
        folder.run(&format!("solve in --format jsonl --keep all {how}")).refuses(&told("1:5"));
        folder.run(&format!("solve in --format jsonl --keep Rätsel {how}")).refuses(&told("1:5"));
        let kept = "--keep id,solution --columns status";
        let run = folder.run(&format!("solve -q in --format jsonl {kept} {how}"));
        assert_eq!((run.code, run.out.lines().count()), (Some(0), 2), "{}", run.err);
    }
    let rows = |id: usize, note: &str| format!("{id},{EY1},\"a\nb {note}\"\n");
    let header = "id,puzzle,note\n".to_owned();
    let text: String = (0..500).map(|id| rows(id, "plain")).collect();
    let bytes = latin1(&(header + &text + &rows(7, "schön") + &text + &rows(8, "süß")));
    let folder = Folder::with("in", &bytes);
    for how in HOWS {
        for format in ["jsonl", "solutions-jsonl"] {
            let args = format!("solve -q in --format {format} --keep all -o out {how}");
            folder.run(&args).refuses(&told("1003:6"));
            assert_eq!(folder.names(), ["in"]);
        }
        let args = format!("solve -q in --format jsonl --keep id,puzzle --columns status {how}");
        assert_eq!(folder.run(&args).out.lines().count(), 1_002);
    }
}
