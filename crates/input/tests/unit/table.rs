//! Names of columns.

use std::io::Cursor;
use sudomill_input::{Column, ReadOptions, Role, column_named, read_as};

/// The number of the column that the user chose, with or without a header; `None` if there is none.
fn chosen(text: &str, column: &str, header: bool) -> Option<usize> {
    let column: Column = column.parse().unwrap();
    let how = ReadOptions::default().with_column(column).with_header(header);
    let source = read_as("memory", Cursor::new(text.to_owned()), &how);
    Some(source.ok()?.layout().table.number())
}

#[test]
fn column_by_name_or_number() {
    let text = "id,Puzzle,1\n7,1...4.....2....3,x\n";
    assert_eq!(
        ["id", "puzzle", "1", "2", "3", "4", "0", "x"].map(|column| chosen(text, column, true)),
        [Some(1), Some(2), Some(3), Some(2), Some(3), None, None, None]
    );
    assert_eq!(chosen("a,b,c,d,e,f,1...4.....2....3\n", "7", false), Some(7));
}

#[test]
fn ranks_known_names() {
    let first = |names: &[&str]| column_named(names, Role::Puzzles).next();
    assert_eq!(first(&["grid", "puzzle"]), Some(1));
    assert_eq!(first(&["clues", "id"]), None);
    assert_eq!(first(&["id", " \"QUIZZES\" "]), Some(1));
    assert_eq!(first(&["id", "puzzle_id"]), None);
}
