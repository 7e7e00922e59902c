//! Text in encodings other than UTF-8.

use crate::{
    packed::gzip,
    puzzles::*,
    run::{Folder, WAYS},
};

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

#[test]
fn every_encoding_reads_the_same() {
    let text = table(EY1_SOLVED);
    for format in ["csv", "jsonl"] {
        let solve = format!("solve -q --format {format} --keep all --columns status,agrees");
        let expected = Folder::with("in", &text).run(&format!("{solve} in"));
        expected.is_silent(0).shows(&["süß, schön"]);
        for (bytes, option) in encoded(&text) {
            let folder = Folder::with("in", &bytes).and("in.gz", gzip(&bytes));
            for way in WAYS {
                for name in ["in", "in.gz"] {
                    folder.run(&format!("{solve} {name} {option} {way}")).gives(&expected.out);
                }
            }
            folder.feed(&bytes[..], &format!("{solve} {option}")).gives(&expected.out);
        }
    }
}

#[test]
fn every_command_reads_encodings() {
    let text = table(ROYLE_SOLVED);
    let answers = lines(&[EY1_SOLVED, ROYLE_SOLVED]);
    for ((bytes, option), (answers, _)) in encoded(&text).into_iter().zip(encoded(&answers)) {
        let folder = Folder::with("in", &bytes).and("answers", &answers);
        let run = folder.run(&format!("verify in {option} --column Rätsel"));
        run.tells(1, &["2 puzzles: 1 right, 1 wrong"]);
        assert!(run.out.starts_with("in:2:"), "{}", run.out);
        folder.run(&format!("bench in --strategy mrv --rounds 1 --seconds 0.01 {option}")).exits(0);
        folder.run(&format!("trace in:3 {option}")).exits(0);
        folder.run(&format!("verify answers answers {option}")).tells(0, &["2 puzzles: 2 right"]);
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
        for way in WAYS {
            let run = folder.run(&format!("solve -q in {option} {way}"));
            run.ends(2, &lines(&vec![EY1_SOLVED; 3_000]), &format!("sudomill: {told}\n"));
        }
        folder.run(&format!("solve -q in {option} -o out")).exits(2);
        assert_eq!(folder.names().len(), 2);
        folder.run(&format!("verify in.gz in.gz {option}")).exits(2);
    }
}

#[test]
fn refused_options() {
    let folder = Folder::with("in", lines(&[EY1]));
    folder.run("solve in --encoding latin1").refuses_arguments(&["latin1", "utf-16le"]);
    let run = folder.run("solve in --encoding utf-8 --shard 1/2");
    run.tells(2, &["in: cannot be split into shards"]);
    // An encoding that contradicts the byte order mark.
    let bytes = utf_16(&format!("\u{FEFF}{EY1}\n"), u16::to_le_bytes);
    let run = Folder::with("in", bytes).run("solve in --encoding utf-8");
    run.refuses("in:1:1: found bytes that are not UTF-8; expected text in UTF-8");
}

#[test]
fn latin1_header_without_option() {
    let bytes = latin1(&table(EY1_SOLVED).replace("\r\n", "\n"));
    let folder = Folder::with("in", &bytes).and("in.gz", gzip(&bytes));
    for way in WAYS {
        folder.run(&format!("solve -q in {way}")).gives(&solved("1 2"));
        let column = |name| folder.run(&format!("solve in --column {name} {way}"));
        column("Rätsel").tells(0, &["skipped lines: 1 header\n"]);
        column("Ratsel").tells(2, &["the columns are: id, Rätsel, solution, Anmerkung"]);
    }
    // CSV output has the bytes of the input.
    for name in ["in", "in.gz"] {
        let args = format!("solve -q {name} --format csv --keep all --columns status");
        let out = folder.command(&args).output().unwrap().stdout;
        let rows = bytes.split(|&byte| byte == b'\n').zip(["status", "unique", "unique"]);
        let expected = rows.map(|(row, end)| [row, b",", end.as_bytes(), b"\n"].concat());
        let expected = expected.collect::<Vec<_>>().concat();
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
    for way in WAYS {
        for kept in ["all", "Rätsel"] {
            let run = folder.run(&format!("solve in --format jsonl --keep {kept} {way}"));
            run.refuses(&told("1:5"));
        }
        let kept = "--keep id,solution --columns status";
        let run = folder.run(&format!("solve -q in --format jsonl {kept} {way}"));
        assert_eq!((run.code, run.out.lines().count()), (Some(0), 2), "{}", run.err);
    }
    let row = |id: usize, note: &str| format!("{id},{EY1},\"a\nb {note}\"\n");
    let text: String = (0..500).map(|id| row(id, "plain")).collect();
    let parts = ["id,puzzle,note\n", &text, &row(7, "schön"), &text, &row(8, "süß")];
    let folder = Folder::with("in", latin1(&parts.concat()));
    for way in WAYS {
        for format in ["jsonl", "solutions-jsonl"] {
            let args = format!("solve -q in --format {format} --keep all -o out {way}");
            folder.run(&args).refuses(&told("1003:6"));
            assert_eq!(folder.names(), ["in"]);
        }
        let args = format!("solve -q in --format jsonl --keep id,puzzle --columns status {way}");
        assert_eq!(folder.run(&args).out.lines().count(), 1_002);
    }
}
