//! Quotes that nothing closes within the longest line, and stray quotes in long files.

use crate::{
    puzzles::*,
    run::{Folder, Run, WAYS, solve_in_ways},
};

/// Returns lines of prose without any puzzle, about `bytes` bytes in total.
fn prose(bytes: usize) -> String {
    let line = "so it goes, and \"\"on\"\" it goes; 81 cells | 16 rows - 3.14\n";
    line.repeat(bytes / line.len() + 1)
}

/// Solves a text, checking that the result does not depend on how it is read. Returns the run, and
/// the number of lines that continue records.
#[track_caller]
fn solve_long(text: &str) -> (Run, u64) {
    let args = "--format csv --columns line,status";
    let cut = ["input --chunk-size 66000 -j 2 --no-mmap", "input --chunk-size 140000 -j 1"];
    let ways = WAYS[1..].iter().map(|way| format!("input {way}"));
    let others = cut.into_iter().chain(["input.gz", "-"]).map(str::to_owned);
    let run = solve_in_ways(text, args, &ways.chain(others).collect::<Vec<_>>(), &[4]);
    let folder = Folder::with("input", text);
    folder.run("solve input -q -o out --summary s.json");
    let continued = folder.json("s.json")["skipped"]["continuation"].as_u64().unwrap_or(0);
    let verified = folder.run("verify input input --quiet");
    folder.run("verify input input --quiet --no-mmap -j 1").is_like(&verified, "input");
    (run, continued)
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
            let (run, continued) = solve_long(&text);
            let below = ["b\"", "y\""];
            let rows = row_per_line(&text, &below);
            let (bad, _) = rows.iter().find(|row| row.1 == "invalid").unwrap();
            run.begins(&format!("input:{bad}:"));
            assert_eq!(statuses(&run), rows);
            let expected = text.lines().filter(|line| below.contains(line)).count();
            assert_eq!(continued, expected as u64);
        }
    }
}

#[test]
fn long_field_in_one_line() {
    let long = "x".repeat(400_000);
    for field in [format!("\"{long}\""), format!("\"{long}\n{long}\""), long.clone()] {
        let text =
            format!("id,puzzle,note\n1,{EY1},{field}\n2,{ROYLE},\"{long}\",\"\n\"\n3,{EY1},\n");
        let (run, _) = solve_long(&text);
        let lines = text.lines().count() as u64;
        let status = |line| if line == lines { "unique" } else { "invalid" };
        let rows: Vec<_> = (2..=lines).map(|line| (line, status(line).to_owned())).collect();
        assert_eq!(statuses(&run), rows);
        run.begins("input:2:1: found a line longer than 65536 bytes\n");
    }
}

#[test]
fn stray_quote_loses_no_row() {
    let rows =
        |count: usize| [format!("1,{EY1},x\n"), format!("2,{ROYLE},x\n")].concat().repeat(count);
    for stray in [format!("\"a,{EY1},x\n"), format!("7,{EY1},\"x\n"), "\"\n".to_owned()] {
        let is_row = stray.contains(EY1);
        for (bad, count) in [("", 0), ("8,53,x\n\n9,,\n", 2)] {
            let text = format!("id,puzzle,note\n{}{stray}{bad}{}", rows(25), rows(750));
            let found = statuses(&solve_long(&text).0);
            let good = found.iter().filter(|row| row.1 == "unique").count();
            let bad = count + usize::from(!is_row);
            let expected = (1_550 + usize::from(is_row), 1_551 + count);
            assert_eq!((good, found.len()), expected, "{stray}{bad}");
        }
    }
}

/// A quote that is never closed affects only its own line.
#[test]
fn rows_after_an_open_field() {
    let rows = lines(&vec![format!("1,{EY1},x"); 1_000]);
    let open = |bytes| format!("id,puzzle,note\n1,{ROYLE},y\n7,{EY1},\"{}{rows}", prose(bytes));
    let only_prose = format!("id,puzzle\n1,{EY1}\n\"{}", prose(300_000));
    for (text, unique) in
        [(open(66_000), 1_002), (open(140_000), 1_002), (open(300_000), 1_002), (only_prose, 1)]
    {
        let found = statuses(&solve_long(&text).0);
        assert_eq!(found, row_per_line(&text, &[]));
        assert_eq!(found.iter().filter(|row| row.1 == "unique").count(), unique);
    }
}
