//! `sudomill inspect`.

use crate::{
    puzzles::*,
    run::{Folder, json},
};

#[test]
fn says_how_a_file_is_read() {
    let csv = format!("id;position;answer\n1;{EY1};{EY1_SOLVED}\n2;x;\n");
    let folder = Folder::with("my file.csv", &csv);
    let run = folder.run("inspect .");
    let expected = format!(
        "\
./my file.csv
  format       columns divided by ;
  encoding     utf-8
  compression  none
  header       id;position;answer
  puzzles      column 2 (position)
  solutions    column 3 (answer)
  size         9×9, clues, digits 1-9
  comments     lines that begin with # above the first record
  line 2       {}
  line 3       x
               3:4: found the end of the puzzle after 1 cell; expected 81
  command      sudomill solve './my file.csv' --delimiter ';' --header --column position --order 3
",
        EY1.replace('0', ".")
    );
    // The path and the shell are those of the system.
    let expected = match cfg!(windows) {
        true => expected.replace("./", ".\\").replace('\'', "\""),
        false => expected,
    };
    run.gives(&expected);
    let solve = "solve . --delimiter ; --header --column position -q --limit 1";
    assert_eq!(folder.run(solve).out, format!("{EY1_SOLVED}\n\n"));
}

#[test]
fn json_has_the_fields_of_the_summary() {
    let folder = Folder::with("a.txt", format!("1.2.\n..3.\n.4..\n...1\n\n{DIAG}\n"));
    let run = folder.run("inspect a.txt --format jsonl");
    let report = json(&run.out);
    assert_eq!(report["format"], "grids");
    assert_eq!(report["side"], 4);
    assert_eq!(report["rows"][0]["puzzle"], "1.2...3..4.....1");
    assert_eq!(report["rows"][1]["line"], 6);
    folder.run("solve a.txt -q --limit 1 -o out --summary s.json");
    for (name, value) in folder.json("s.json")["detected"].as_object().unwrap() {
        assert_eq!(&report[name], value, "{name}");
    }
}

#[test]
fn files_that_hold_no_puzzle() {
    let folder = Folder::with("a.txt", "no puzzle\n").and("b.csv", "id,puzzle\n1,x\n");
    folder.run("inspect a.txt").exits(1);
    folder.run("inspect b.csv").exits(1);
    folder.run("inspect a.txt missing").tells(2, &["missing"]);
}

/// The command that is shown reads the same records.
#[cfg(unix)]
#[test]
fn command_reads_the_same() {
    let rows = |between: &str| format!("1{between}{EY1}\n2{between}{ROYLE}\n");
    let list = lines(&[EY1, ROYLE]);
    for text in [
        list.clone(),
        format!("2\n{list}"),
        format!("puzzle\n{list}"),
        format!("puzzles:\n- {EY1}\n- {ROYLE}\n"),
        format!("sep=;\n{}", rows(";")),
        format!("\"sep=;\"\n{}", rows(";")),
        format!("sep=;\nid;puzzle\n{}", rows(";")),
        format!("# comment\nsep=\t\n{}", rows("\t")),
        format!("sep=,\n{list}"),
        rows(","),
        format!("puzzle,puzzle\n{}", rows(",")),
        format!(",grid\n{}", rows(",")),
        format!("id,\n{}", rows(",")),
        format!("1,2\n{}", rows(",")),
        format!("my export\nid,puzzle\n{}", rows(",")),
        format!("#id,puzzle\n{}", rows(",")),
        format!("id,puzzle\n1,NULL\n{}", rows(",")),
        format!("id,the grid\n1,\"{}\"\n", grid(EY1)),
        format!("{{\"a\": 1, \"b c\": \"{EY1}\"}}\n"),
        format!("{}\n{}", grid(EY1), grid(ROYLE)),
        array(EY1, ",", ",") + "\n",
    ] {
        let folder = Folder::with("input", &text);
        let report = json(&folder.run("inspect input --format jsonl").out);
        let command = report["command"].as_str().unwrap();
        let solve = |command: &str| folder.shell(&format!("{command} -q --format csv"));
        let (shown, plain) = (solve(command), solve("sudomill solve input"));
        assert_eq!((shown.code, shown.out), (plain.code, plain.out), "{command}\n{text}");
    }
}
