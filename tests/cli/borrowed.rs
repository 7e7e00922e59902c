//! A record is read by its own value: neither the records before it, nor the text behind it, nor how
//! much of the input was there at first changes what it is.

use crate::{
    every_way::found_every_way,
    puzzles::*,
    run::Folder,
    running::{Running, until},
};
use std::io::{Read, Write};

const ARGS: &str = "--format csv --columns line,status,solution";

/// A record, and the solution of its puzzle; `None` if it is none.
type Record = (String, Option<String>);

/// Checks the rows of records, one per line, for every way of reading them, also when a pipe fills
/// slowly.
#[track_caller]
fn rows_of_records(records: &[Record]) {
    let text: String = records.iter().map(|(record, _)| format!("{record}\n")).collect();
    let row = |(at, (_, solution)): (usize, &Record)| match solution {
        Some(solution) => format!("{},unique,{solution}\n", at + 1),
        None => format!("{},invalid,\n", at + 1),
    };
    let rows: String = records.iter().enumerate().map(row).collect();
    let expected = format!("line,status,solution\n{rows}");
    let found = found_every_way(&text, ARGS);
    assert_eq!(found.results, expected, "{text}\n{:?}", found.told);
    for piece in [7, text.len().div_ceil(2)] {
        assert_eq!(slow_pipe(&text, piece), expected, "{piece} bytes at a time:\n{text}");
    }
}

/// Writes a text to a pipe, the next piece when the last one has been read.
fn slow_pipe(text: &str, piece: usize) -> String {
    let mut running = Running::start(Folder::new().command(&format!("solve -q {ARGS}")));
    let mut pipe = running.0.stdin.take().unwrap();
    for piece in text.as_bytes().chunks(piece) {
        pipe.write_all(piece).unwrap();
        until("an empty pipe", || rustix::io::ioctl_fionread(&pipe).unwrap() == 0);
    }
    drop(pipe);
    let mut out = String::new();
    running.0.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    running.end();
    out
}

/// The puzzle or grid with two digits exchanged.
fn exchanged(cells: &str) -> String {
    let digit = |c| match c {
        '1' => '2',
        '2' => '1',
        other => other,
    };
    cells.chars().map(digit).collect()
}

/// The puzzle in every form of a JSON value: strings without and with escapes, and arrays.
fn values(puzzle: &str) -> [String; 7] {
    let rows = rows_of(puzzle);
    let quoted: Vec<_> = rows.iter().map(|row| spread(row, "\",\"")).collect();
    [
        format!("\"{puzzle}\""),
        format!("\"{}\"", dotted(&rows.join("\\n"))),
        format!("\"\\u003{}{}\"", &puzzle[..1], &puzzle[1..]),
        format!("[{}]", spread(puzzle, ",")),
        format!("[[{}]]", array(puzzle, ",", "],[")),
        format!("[\"{}\"]", dotted(&rows.join("\",\""))),
        format!("[[\"{}\"]]", quoted.join("\"],[\"")),
    ]
}

fn object((value, solution): (String, Option<String>)) -> Record {
    (format!("{{\"id\":[1,2],\"puzzle\":{value},\"note\":\"0\"}}"), solution)
}

/// Records of every form behind records of each form.
#[test]
fn json_values_of_every_form() {
    for (puzzle, solution) in [(SMALL, SMALL_SOLVED), (EY1, EY1_SOLVED)] {
        let other = values(&exchanged(puzzle)).map(|it| object((it, Some(exchanged(solution)))));
        for first in values(puzzle) {
            let first = object((first, Some(solution.to_owned())));
            let mut records = vec![first.clone()];
            records.extend(other.clone());
            records.push(first);
            rows_of_records(&records);
        }
    }
}

/// A value that is no puzzle is invalid, wherever it is, and changes nothing for the others.
#[test]
fn json_values_that_are_no_puzzles() {
    let short = format!("\"{}\"", &EY1[1..]);
    let wrong = ["null", "7", "true", "\"\"", "[]", "[1,2]", "[[1],[2]]", "{}", &short];
    let wrong = wrong.map(|value| object((value.to_owned(), None)));
    let right = values(EY1).map(|value| object((value, Some(EY1_SOLVED.to_owned()))));
    for first in [&wrong[0], &wrong[3], &right[0], &right[1], &right[3], &right[4]] {
        let mut records = vec![first.clone()];
        for at in 0..9 {
            records.extend([wrong[at].clone(), right[at % right.len()].clone()]);
        }
        rows_of_records(&records);
    }
}

/// A puzzle that lacks cells, with text behind it that has as many, like that of the rows before.
#[test]
fn text_behind_a_damaged_puzzle() {
    for (puzzle, solution) in [(EY1, EY1_SOLVED), (SMALL, SMALL_SOLVED)] {
        for behind in [
            " 0,a", " 0", " 0 a", "\t0", "\t0\ta", "  0.5", " .", " . a", ",0", ",0,a", ", 0",
            ";0", "|0", " 5,a", " 5;a", " 0,0", " 0 0", " 0.0,1", " #0", " [0]",
        ] {
            let right = (format!("{puzzle}{behind}"), Some(solution.to_owned()));
            let end = puzzle.len();
            let records = [0, end / 2, end - 1].map(|at| {
                let damaged = format!("{}{}{behind}", &puzzle[..at], &puzzle[at + 1..]);
                [(damaged, None), right.clone()]
            });
            let records = [vec![right], records.concat()].concat();
            rows_of_records(&records);
        }
    }
}
