//! Quoted fields longer than the longest line, and stray quotes in long files.

use crate::{
    packed::gzip,
    puzzles::*,
    run::{Folder, Run},
};

/// Returns lines of prose without any puzzle, about `bytes` bytes in total.
fn prose(bytes: usize) -> String {
    let line = "so it goes, and \"\"on\"\" it goes; 81 cells | 16 rows - 3.14\n";
    line.repeat(bytes / line.len() + 1)
}

/// Solves a text, checking that the result does not depend on how it is read.
#[track_caller]
fn solved(text: &str) -> (Run, serde_json::Value) {
    let folder = Folder::with("in", text).and("in.gz", gzip(text));
    let solve = "solve -q --format csv --columns line,status --summary s.json";
    let run = folder.run(&format!("{solve} in"));
    let summary: serde_json::Value = serde_json::from_str(&folder.read("s.json")).unwrap();
    assert_eq!(summary["lines"], text.lines().count(), "{}", run.err);
    let hows = ["--chunk-size 1", "--chunk-size 66000 -j 2 --no-mmap", "--chunk-size 140000 -j 1"];
    for how in hows {
        let other = folder.run(&format!("{solve} in {how}"));
        assert_eq!((other.code, &other.out, &other.err), (run.code, &run.out, &run.err), "{how}");
        let other: serde_json::Value = serde_json::from_str(&folder.read("s.json")).unwrap();
        assert_eq!((&other["lines"], &other["skipped"]), (&summary["lines"], &summary["skipped"]));
    }
    assert_eq!(folder.run(&format!("{solve} in.gz -j 2 --chunk-size 100")).out, run.out);
    let fed = folder.feed(text, "solve -q --format csv --columns line,status");
    assert_eq!((fed.code, &fed.out), (run.code, &run.out));
    let count = "solve -q in --format count";
    let parts = ["1/3", "2/3", "3/3"].map(|part| format!("{count} --shard {part}"));
    assert_eq!(parts.map(|args| folder.run(&args).out).concat(), folder.run(count).out);
    let verified = folder.run("verify in in --quiet");
    let again = folder.run("verify in in --quiet --no-mmap -j 1");
    assert_eq!((verified.code, verified.out), (again.code, again.out));
    (run, summary)
}

fn statuses(run: &Run) -> Vec<(u64, String)> {
    let rows = run.rows();
    rows[1..].iter().map(|row| (row[0].parse().unwrap(), row[1].clone())).collect()
}

#[test]
fn long_quoted_field_is_one_bad_row() {
    for bytes in [66_000, 300_000] {
        let note = prose(bytes);
        let below = note.lines().count() as u64;
        for record in [
            format!("7,{EY1},\"{note}\"\n"),
            format!("\"{note}\"\"x\"\"\",{EY1},7\n"),
            format!("\"{note}\",{EY1},\"{note}\"\n"),
            format!("7,\"{note}\",\"x\ny\"\n"),
        ] {
            let lines = record.lines().count() as u64;
            assert!(lines >= below);
            let good = format!("1,{ROYLE},\"a\nb\"\n");
            let text = format!("id,puzzle,note\n{good}{record}{good}{record}{good}");
            let (run, summary) = solved(&text);
            let unique = |line| (line, "unique".to_owned());
            let bad = |line| (line, "invalid".to_owned());
            let rows =
                [unique(2), bad(4), unique(4 + lines), bad(6 + lines), unique(6 + 2 * lines)];
            assert_eq!(statuses(&run), rows);
            let told = "found a record longer than 65536 bytes; is a closing quote missing?";
            assert!(run.err.starts_with(&format!("in:4:1: {told}\n")), "{}", run.err);
            assert_eq!(summary["skipped"]["continuation"], 2 * lines - 2 + 3);
        }
    }
}

#[test]
fn long_field_in_one_line() {
    let long = "x".repeat(400_000);
    for field in [format!("\"{long}\""), format!("\"{long}\n{long}\""), long.clone()] {
        let text =
            format!("id,puzzle,note\n1,{EY1},{field}\n2,{ROYLE},\"{long}\",\"\n\"\n3,{EY1},\n");
        let (run, _) = solved(&text);
        let statuses: Vec<_> = statuses(&run).into_iter().map(|row| row.1).collect();
        assert_eq!(statuses, ["invalid", "invalid", "unique"]);
    }
}

#[test]
fn stray_quote_loses_no_row() {
    let rows = |from: usize, to: usize| -> String {
        (from..to).map(|id| format!("{id},{},x\n", if id % 2 == 0 { EY1 } else { ROYLE })).collect()
    };
    for stray in [format!("\"a,{EY1},x\n"), format!("7,{EY1},\"x\n"), "\"\n".to_owned()] {
        let is_row = stray.contains(EY1);
        for bad in ["", "8,53,x\n\n9,,\n"] {
            let text = format!("id,puzzle,note\n{}{stray}{bad}{}", rows(0, 50), rows(0, 1_500));
            let (run, _) = solved(&text);
            let found = statuses(&run);
            let good = found.iter().filter(|row| row.1 == "unique").count();
            assert_eq!(good, 1_550 + usize::from(is_row), "{stray}{bad}");
            let bad = bad.matches(',').count() / 2 + usize::from(!is_row);
            assert_eq!(found.len(), good + bad, "{stray}");
        }
    }
}

/// A long field that is never closed ends where rows begin.
#[test]
fn rows_after_an_open_field() {
    let rows = lines(&vec![format!("1,{EY1},x"); 1_000]);
    for bytes in [66_000, 140_000, 300_000] {
        let note = prose(bytes);
        let text = format!("id,puzzle,note\n1,{ROYLE},y\n7,{EY1},\"{note}{rows}");
        let (run, summary) = solved(&text);
        let found = statuses(&run);
        let below = note.lines().count() as u64;
        assert_eq!(found[1], (3, "invalid".to_owned()));
        assert_eq!(found[2], (3 + below, "unique".to_owned()));
        assert_eq!((found.len(), &summary["statuses"]["invalid"]), (1_002, &1.into()));
    }
    // Only prose follows.
    let (run, _) = solved(&format!("id,puzzle\n1,{EY1}\n\"{}", prose(300_000)));
    assert_eq!(statuses(&run).len(), 2);
}
