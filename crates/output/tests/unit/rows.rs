//! Tests of the writers of rows.

use sudomill_input::{BadLine, Chunk, Problem, Record, read_from};
use sudomill_output::{
    Columns, Draft, Format, Origins, Plan, RowWriter, SolvedRows, Timing, rows::message, style_of,
};
use sudomill_puzzle::solving::{About, Batch, RowResult, Status};

fn chunk(name: &str, text: &'static [u8]) -> Chunk {
    let mut source = read_from(name, text).unwrap();
    source.next_chunk(1000).unwrap().unwrap()
}

fn solved<'a>(chunk: &'a Chunk, batch: &'a Batch, origins: &'a Origins) -> SolvedRows<'a> {
    SolvedRows { chunk, newlines_before: 0, batch, origins, extras: Vec::new() }
}

#[test]
fn file_names_are_quoted() {
    let header = b"line,status,solutions,clues,guesses,backtracks,steps,solve_ns\n";
    assert_eq!(Timing::header(false), header);
    assert_eq!(Timing::header(true), [&b"file,"[..], header].concat());
    let text = b"1...4.....2....3\n";
    let source = read_from("memory", &text[..]).unwrap();
    let plan = |format: Format| {
        Plan::new(style_of(format), &Columns::default(), true, &source, About::default()).unwrap()
    };
    let (csv, jsonl) = (plan(Format::Csv), plan(Format::Jsonl));
    for (name, field, member) in [
        ("dir/a.csv", "dir/a.csv", r#""dir/a.csv""#),
        ("a,\"b\"\n", "\"a,\"\"b\"\"\n\"", r#""a,\"b\"\n""#),
    ] {
        let chunk = chunk(name, text);
        let mut batch = Batch::new(chunk.layout.size);
        batch.push_invalid();
        let row = Record { newlines: 0, at: 0, len: 16, start: 0, end: 16, fields: 0 };
        let origins = Origins { rows: vec![row], bad: [].into() };
        let rows = solved(&chunk, &batch, &origins);
        let written = |writer: &mut dyn RowWriter| {
            let mut lines = Draft::default();
            writer.rows(&rows, None, &mut lines);
            String::from_utf8(lines.bytes).unwrap()
        };
        let timing = written(&mut Timing::new(true));
        assert_eq!(timing, format!("{field},{}", written(&mut Timing::new(false))));
        let row = written(&mut *(csv.style.new_writer)(&csv));
        assert!(row.starts_with(&format!("{field},1,1...4")), "{row}");
        let row = written(&mut *(jsonl.style.new_writer)(&jsonl));
        assert!(row.starts_with(&format!("{{\"file\":{member},\"line\":1,")), "{row}");
    }
}

#[test]
fn bad_rows_are_quoted() {
    let bad = BadLine::new(0, 1, Problem::Json("\"a\", b".to_owned()));
    let text = b"1...4.....2....3\n\nx,\"y\xFF\n";
    let (source, chunk) = (read_from("memory", &text[..]).unwrap(), chunk("memory", text));
    let mut batch = Batch::new(chunk.layout.size);
    batch.push_invalid();
    let row = Record { newlines: 2, at: 18, len: 5, start: 18, end: 23, fields: 0 };
    let origins = Origins { rows: vec![row], bad: [(0, bad.clone())].into() };
    let rows = solved(&chunk, &batch, &origins);
    let written = |format: Format| {
        let plan =
            Plan::new(style_of(format), &Columns::default(), false, &source, About::default())
                .unwrap();
        let mut lines = Draft::default();
        (plan.style.new_writer)(&plan).rows(&rows, None, &mut lines);
        String::from_utf8(lines.bytes).unwrap()
    };
    let csv = written(Format::Csv);
    let record = csv::ReaderBuilder::new().has_headers(false).from_reader(csv.as_bytes());
    let record = record.into_records().next().unwrap().unwrap();
    assert_eq!((&record[1], &record[3]), ("x,\"y\u{FFFD}", bad.to_string().as_str()));
    let json: serde_json::Value = serde_json::from_str(&written(Format::Jsonl)).unwrap();
    assert_eq!(json["puzzle"], "x,\"y\u{FFFD}");
    assert_eq!(json["message"], bad.to_string());
}

#[test]
fn timing_rows_of_numbers() {
    let times = [0, 10, 99, 100, 1000, 999_999, 12_034_056, 1_000_000_000, 7];
    let lines = [1, 9, 10, 99, 999, 1001, 1_000_000, 999_999_999, u64::MAX];
    let chunk = chunk("memory", b"1...4.....2....3\n");
    for (line, solve_ns) in lines.into_iter().zip(times) {
        let mut batch = Batch::new(chunk.layout.size);
        batch.push_symbols(b"1...4.....2....3");
        let row = batch.next_row().unwrap();
        let mut result = RowResult::INVALID;
        (result.status, result.solutions, result.solve_ns) = (Status::Unique, 1, solve_ns);
        (result.counters.clues, result.counters.guesses) = (17, 123);
        batch.end(row, result, b"1234123412341234");
        let row = Record { newlines: 0, at: 0, len: 16, start: 0, end: 16, fields: 0 };
        let origins = Origins { rows: vec![row], bad: [].into() };
        let rows = SolvedRows { newlines_before: line - 1, ..solved(&chunk, &batch, &origins) };
        let mut lines = Draft { bytes: b"before\n".to_vec(), ..Draft::default() };
        Timing::new(false).rows(&rows, None, &mut lines);
        Timing::new(false).row(&rows.row(0), &mut lines);
        let row = format!("{line},unique,1,17,123,0,0,{solve_ns}\n");
        assert_eq!(String::from_utf8(lines.bytes).unwrap(), format!("before\n{row}{row}"));
    }
}

#[test]
fn hint_names_lower_row() {
    let told =
        |below| message(7, &BadLine::new(below, 3, Problem::OversizedGrid { limit: 65_536 }));
    assert_eq!(told(0), "3: found a grid longer than 65536 bytes");
    assert_eq!(told(2), "9:3: found a grid longer than 65536 bytes");
}
