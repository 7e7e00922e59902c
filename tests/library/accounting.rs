//! Every line of an input is accounted for: the puzzles and the skipped lines of the summary add
//! up to the lines of the input, in files of every format, with any line ends and any damage.

use proptest::{collection::vec, prelude::*, sample::Index};
use serde_json::Value;
use std::{
    env, fs,
    io::Cursor,
    path::Path,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};
use sudomill::{
    Error,
    batch::{RunOptions, SolveOptions},
    input::read_from,
    output::{Format, Tally},
    solver::Status,
};

/// Puzzles of 4×4.
const PUZZLES: [&str; 3] = ["1...4.....2....3", ".4.3.3........2.", "1423....413.2314"];

/// Characters with a meaning in some format, inserted as damage.
const SYMBOLS: &str = "\",;|\t \n\r#{}[]é1";

/// Text that spreadsheets and programs write, inserted as damage.
const WORDS: [&str; 13] = [
    "\r\n",
    "# 17,",
    "\n#N/A,",
    "nan",
    "NULL",
    "{\"puzzle\":",
    "\\n",
    "---",
    "\n\n",
    ",,,",
    "\n\t\n",
    "sep=;",
    "1...4.....2....3",
];

/// Formats a record: a row of a table, an object, a grid or an array, as lines.
type Write = fn(usize, &str) -> String;

const FORMATS: [(&str, Write); 14] = [
    ("", |_, puzzle| puzzle.to_owned()),
    ("# a set\n\npuzzle\n", |_, puzzle| format!("{puzzle}\n# next")),
    ("12\n", |at, puzzle| format!("{puzzle} no. {at}")),
    ("id,puzzle\n", |at, puzzle| format!("{at},{puzzle}")),
    ("# two\n\nid,note,puzzle\n", |at, puzzle| format!("#{at},\"a, \"\"b\"\"\nand c\",{puzzle}")),
    ("sep=;\nboard;label\n", |at, puzzle| format!("{puzzle};\"{at}\"")),
    ("", |at, puzzle| format!("\t{puzzle}\t{at}")),
    ("a|b\n", |_, puzzle| format!("\"\n\"|{puzzle}\n")),
    ("", |at, puzzle| format!("{{\"id\": {at}, \"puzzle\": \"{puzzle}\"}}")),
    ("", |at, puzzle| format!("{{\"puzzle\": {:?}, \"id\": {at}}}", rows(puzzle))),
    ("", |at, puzzle| format!("Grid {at}\n{}", rows(puzzle).join("\n"))),
    ("# none\n", |_, puzzle| {
        let [a, b, c, d] = rows(puzzle);
        format!("*-----*\n|{a}|\n|{b}|\n*--+--*\n|{c}|\n|{d}|\n*-----*\n")
    }),
    ("a = [\n", |_, puzzle| format!("[{}],\n", rows(puzzle).map(numbers).join("],\n["))),
    ("", |_, puzzle| format!("[[{}]]", rows(puzzle).map(numbers).join("],["))),
];

/// Returns the rows of a 4×4 puzzle.
fn rows(puzzle: &str) -> [&str; 4] {
    [&puzzle[..4], &puzzle[4..8], &puzzle[8..12], &puzzle[12..]]
}

/// Formats a row as numbers.
fn numbers(row: &str) -> String {
    let numbers: Vec<_> = row.replace('.', "0").chars().map(String::from).collect();
    numbers.join(",")
}

/// A change to a text, at a character or a line.
#[derive(Clone, Debug)]
enum Damage {
    Insert(Index, String),
    Remove(Index),
    Double(Index),
    Drop(Index),
    Cut(Index),
    Move(Index, Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    let pieces = SYMBOLS.chars().map(String::from).chain(WORDS.map(String::from));
    let piece = prop::sample::select(pieces.collect::<Vec<_>>());
    prop_oneof![
        6 => (any::<Index>(), piece).prop_map(|(at, piece)| Damage::Insert(at, piece)),
        3 => any::<Index>().prop_map(Damage::Remove),
        1 => any::<Index>().prop_map(Damage::Double),
        1 => any::<Index>().prop_map(Damage::Drop),
        1 => any::<Index>().prop_map(Damage::Cut),
        1 => (any::<Index>(), any::<Index>()).prop_map(|(from, to)| Damage::Move(from, to)),
    ]
}

/// Applies the damage to a text.
fn damaged(text: String, damage: &Damage) -> String {
    let places: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
    let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
    if places.is_empty() {
        return text;
    }
    match damage {
        Damage::Insert(at, piece) => {
            let (before, after) = text.split_at(*at.get(&places));
            return [before, piece, after].concat();
        }
        Damage::Remove(at) => {
            let mut text = text.clone();
            text.remove(*at.get(&places));
            return text;
        }
        Damage::Cut(at) => return text[..*at.get(&places)].to_owned(),
        Damage::Double(at) => lines.insert(at.index(lines.len()), lines[at.index(lines.len())]),
        Damage::Drop(at) => drop(lines.remove(at.index(lines.len()))),
        Damage::Move(from, to) => {
            let line = lines.remove(from.index(lines.len()));
            lines.insert(to.index(lines.len() + 1), line);
        }
    }
    lines.concat()
}

/// Generates the text of a file.
fn file() -> impl Strategy<Value = String> {
    let ends = prop::sample::select(&["\n", "\n", "\r\n", "\r", "mixed"][..]);
    let records = vec(0..PUZZLES.len(), 1..6);
    // Some files mix two formats.
    let formats = prop_oneof![
        3 => (0..FORMATS.len()).prop_map(|format| [format; 2]),
        1 => [0..FORMATS.len(), 0..FORMATS.len()],
    ];
    let rest = (vec(damage(), 0..4), ends, any::<u64>(), any::<[bool; 2]>());
    (formats, records, rest).prop_map(|(formats, records, (all, ends, seed, [is_ended, mark]))| {
        let mut text = FORMATS[formats[0]].0.to_owned();
        for (at, &puzzle) in records.iter().enumerate() {
            let format = formats[usize::from(at > 1)];
            text += &(FORMATS[format].1(at, PUZZLES[puzzle]) + "\n");
        }
        if !is_ended {
            text.pop();
        }
        text = all.iter().fold(text, damaged);
        let end = |(at, part): (usize, &str)| match ends {
            "mixed" => [["\n", "\r\n", "\r"][(seed >> (at % 60)) as usize % 3], part].concat(),
            _ => [ends, part].concat(),
        };
        let mut parts = text.split('\n');
        let first = parts.next().unwrap_or_default();
        let text: String =
            [first.to_owned()].into_iter().chain(parts.enumerate().map(end)).collect();
        let mark = if mark { "\u{FEFF}" } else { "" };
        mark.to_owned() + &text
    })
}

/// Counts the lines, which end with LF, CR or CRLF; the last one may lack its end.
fn line_count(text: &[u8]) -> u64 {
    let text = text.strip_prefix("\u{FEFF}".as_bytes()).unwrap_or(text);
    let followed_by_lf = |at: usize| text.get(at + 1) == Some(&b'\n');
    let is_end =
        |&(at, &byte): &(usize, &u8)| byte == b'\n' || byte == b'\r' && !followed_by_lf(at);
    let ends = text.iter().enumerate().filter(is_end).count() as u64;
    ends + u64::from(text.last().is_some_and(|last| !b"\n\r".contains(last)))
}

/// Returns the counts of a run, and the number of its result lines.
fn run(text: &[u8], threads: usize, chunk: usize) -> Result<(Tally, u64), Error> {
    let source = read_from("text", Cursor::new(text.to_vec()))?;
    let run = RunOptions::default().with_threads(threads).with_chunk(chunk);
    let options = SolveOptions::default().with_format(Format::Count).with_run(run);
    let (run, results) = super::common::run(source, &options)?;
    Ok((run.into_result()?, results.matches('\n').count() as u64))
}

/// Adds up all skipped lines of the summary, for whatever reason.
fn skipped(tally: &Tally) -> u64 {
    let skipped = serde_json::to_value(tally.skipped).expect("a JSON object");
    skipped.as_object().expect("by kind").values().filter_map(Value::as_u64).sum()
}

/// Writes a text to the folder that `scripts/compare_readers` names.
fn keep(text: &str) {
    static FILES: AtomicUsize = AtomicUsize::new(0);
    if let Some(folder) = env::var_os("SUDOMILL_KEEP") {
        let name = format!("{:04}.txt", FILES.fetch_add(1, Relaxed));
        fs::write(Path::new(&folder).join(name), text).expect("the folder can be written");
    }
}

#[test]
fn lines_are_counted() {
    for (text, lines) in
        [("", 0), ("a", 1), ("a\n", 1), ("a\r\rb", 3), ("\r\n\n\r", 3), ("\u{FEFF}", 0)]
    {
        assert_eq!(line_count(text.as_bytes()), lines, "{text:?}");
    }
}

/// A field whose cells are joined has two line ends that become neighbors: CR and LF stay two.
#[test]
fn line_ends_in_a_rewritten_field() {
    let text = "a|\"b\n\"\n\"|1\r...4.....2....3\n\n\"\n\"|1...4.....2....3";
    for chunk in [1, 400] {
        let (tally, results) = run(text.as_bytes(), 1, chunk).unwrap();
        assert_eq!((tally.lines(), results), (line_count(text.as_bytes()), tally.puzzles()));
    }
}

/// Without damage, every record is a puzzle.
#[test]
fn whole_files() {
    for (head, record) in FORMATS {
        let records = PUZZLES.iter().enumerate().map(|(at, puzzle)| record(at, puzzle) + "\n");
        let text = head.to_owned() + &records.collect::<String>();
        let (tally, results) = run(text.as_bytes(), 1, 1 << 20).unwrap();
        assert_eq!((tally.valid(), tally.of(Status::Invalid), results), (3, 0, 3), "{text}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn lines_add_up(text in file(), threads in 1usize..3, chunk in 1usize..400) {
        keep(&text);
        // A text that is rejected does not lose lines silently.
        let Ok((tally, results)) = run(text.as_bytes(), threads, chunk) else { return Ok(()) };
        prop_assert_eq!(results, tally.puzzles());
        let sum = tally.puzzles() + skipped(&tally);
        prop_assert_eq!(sum, line_count(text.as_bytes()), "{:?}", &tally.skipped);
        prop_assert_eq!(tally.lines(), sum);
    }
}
