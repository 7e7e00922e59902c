//! Quotes that nothing closes within the longest line, and stray quotes in long files.

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

/// The line and status of each row if only fields of two lines take more than one, the second of
/// which is one of `below`. The first line is the header.
fn row_per_line(text: &str, below: &[&str]) -> Vec<(u64, String)> {
    let rows = (1..).zip(text.lines()).skip(1).filter(|(_, line)| !below.contains(line));
    let status =
        |line: &str| if line.contains(EY1) || line.contains(ROYLE) { "unique" } else { "invalid" };
    rows.map(|(number, line)| (number, status(line).to_owned())).collect()
}

/// A quote that nothing closes within 64 KiB is text.
#[test]
fn lines_of_long_quoted_field_are_rows() {
    for bytes in [66_000, 300_000] {
        let note = prose(bytes);
        for record in [
            format!("7,{EY1},\"{note}\"\n"),
            format!("\"{note}\"\"x\"\"\",{EY1},7\n"),
            format!("\"{note}\",{EY1},\"{note}\"\n"),
            format!("7,\"{note}\",\"x\ny\"\n"),
        ] {
            let good = format!("1,{ROYLE},\"a\nb\"\n");
            let text = format!("id,puzzle,note\n{good}{record}{good}{record}{good}");
            let (run, summary) = solved(&text);
            let below = ["b\"", "y\""];
            let rows = row_per_line(&text, &below);
            let (bad, _) = rows.iter().find(|row| row.1 == "invalid").unwrap();
            assert!(run.err.starts_with(&format!("in:{bad}:")), "{}", run.err);
            assert_eq!(statuses(&run), rows);
            let continued = text.lines().filter(|line| below.contains(line)).count();
            assert_eq!(summary["skipped"]["continuation"], continued);
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
        let lines = text.lines().count() as u64;
        let status = |line| if line == lines { "unique" } else { "invalid" };
        let rows: Vec<_> = (2..=lines).map(|line| (line, status(line).to_owned())).collect();
        assert_eq!(statuses(&run), rows);
        let told = "in:2:1: found a line longer than 65536 bytes\n";
        assert!(run.err.starts_with(told), "{}", run.err);
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

/// A quote that is never closed affects only its own line.
#[test]
fn rows_after_an_open_field() {
    let rows = lines(&vec![format!("1,{EY1},x"); 1_000]);
    for bytes in [66_000, 140_000, 300_000] {
        let note = prose(bytes);
        let text = format!("id,puzzle,note\n1,{ROYLE},y\n7,{EY1},\"{note}{rows}");
        let (run, summary) = solved(&text);
        assert_eq!(statuses(&run), row_per_line(&text, &[]));
        assert_eq!(summary["statuses"]["unique"], 1_002);
    }
    // Only prose follows.
    let text = format!("id,puzzle\n1,{EY1}\n\"{}", prose(300_000));
    assert_eq!(statuses(&solved(&text).0), row_per_line(&text, &[]));
}
