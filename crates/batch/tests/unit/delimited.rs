//! Records of text in memory.

use std::borrow::Cow;
use sudomill_batch::memory::delimited::{Delimited, MOST_BYTES};

/// Reads a text in blocks of some bytes. Returns the values of all records, none of a ragged one, and
/// the reader.
fn read(text: &str, block: usize) -> Result<(Vec<Vec<String>>, Delimited), String> {
    let (mut read, mut rows) = (Delimited::new(text.as_bytes()), Vec::new());
    let mut each = |values: Option<&[Cow<[u8]>]>| {
        let text = |value: &Cow<[u8]>| String::from_utf8_lossy(value).into_owned();
        rows.push(values.unwrap_or_default().iter().map(text).collect());
    };
    for block in text.as_bytes().chunks(block) {
        read.read(block, false, &mut each)?;
    }
    read.read(b"", true, &mut each)?;
    Ok((rows, read))
}

#[test]
fn records_do_not_depend_on_blocks() {
    let text = "id;note\r\n1;\"a;\"\"b\"\"\r\n\"\n\n2;\"stray\r3;\"x\"\n4; y \n5;z;\n6\n7;a;b";
    let expected = [
        vec!["1", "a;\"b\"\r\n"],
        vec!["2", "\"stray"],
        vec!["3", "x"],
        vec!["4", " y "],
        vec!["5", "z", ""],
        vec![],
        vec![],
    ];
    for block in [1, 2, 7, 1000] {
        let (rows, read) = read(text, block).unwrap();
        assert_eq!(rows, expected, "{block}");
        assert_eq!(read.are_numbers(), [true, false]);
        let ragged = "line 9: found 1 fields; expected 2 (2 such rows are empty in the output)";
        assert_eq!(read.remarks(), ["1 blank lines are no rows", ragged]);
    }
}

#[test]
fn numbers_are_whole_and_short() {
    for (column, expected) in [
        ("0,-12,999999999999999", true),
        (",,7", true),
        (",,", false),
        ("1,,-0", false),
        ("1,007", false),
        ("1,1e3", false),
        ("1,-", false),
        ("1,1000000000000000", false),
    ] {
        let (_, read) = read(&format!("a|b\n{}", column.replace(',', "|\n") + "|"), 5).unwrap();
        assert_eq!(read.are_numbers(), [expected, false], "{column}");
    }
}

#[test]
fn columns_of_the_first_line() {
    let names = |head: &str| Delimited::new(head.as_bytes()).names.join("|");
    assert_eq!(names("\n id ,\"a,b\",Puzzle"), "id|a,b|Puzzle");
    assert_eq!(names("id\tpuzzle\n"), "id|puzzle");
    assert_eq!(names("7,1...4.....2....3,1243\n"), "column_1|puzzle|column_3");
    assert_eq!(names("1...4.....2....3"), "puzzle");
    assert_eq!(names("\"1...\n...4\n..2.\n...3\",7\n"), "puzzle|column_2");
    assert_eq!(names("sep=;\nid;a,b,c;d"), "id|a,b,c|d");
    assert_eq!(read("sep=;\nid;puzzle\n1;2", 5).unwrap().0, [["1", "2"]]);
    assert_eq!(names(""), "");
}

#[test]
fn long_values_are_refused() {
    let text = |lines: usize| format!("id,note\n1,\"{}\"\n2,x\n", "\n".repeat(lines));
    assert_eq!(read(&text(31), 100).unwrap().0.len(), 2);
    let found =
        "line 2: found a value of 33 lines; expected at most 31 within quotes: one may be stray";
    assert_eq!(read(&text(32), 100).err().unwrap(), found);
    let long = format!("id\n{}", "x".repeat(MOST_BYTES + 1));
    let found = "line 2: found a line longer than 16 MiB";
    assert_eq!(read(&long, 1 << 20).err().unwrap(), found);
    // A quote that nothing closes within a record's length is text.
    let open = format!("id,note\n1,\"x\n{}", "2,y\n".repeat(1 << 15));
    assert_eq!(read(&open, 1 << 16).unwrap().0.len(), 1 + (1 << 15));
}
