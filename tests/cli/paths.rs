//! Puzzles below the keys of JSON Lines: `--column input.content`.

use crate::{
    every_way::solve_every_way,
    puzzles::*,
    run::{Folder, solve},
};

/// A chat with a puzzle and its solution.
fn chat(id: usize, puzzle: &str, solution: &str) -> String {
    format!(
        "{{\"id\":{id},\"chat\":[{{\"role\":\"a\"}},{{\"text\":{puzzle},\"more\":{{\"x.y\":1}}}}],\
         \"answer\":{{\"grid\":\"{solution}\"}}}}"
    )
}

fn string(text: &str) -> String {
    format!("\"{text}\"")
}

#[test]
fn values_in_objects_and_arrays() {
    let array = format!("[[{}]]", array(EY1, ",", "],["));
    let drawn = string(&rows_of(EY1).join("\\n"));
    for first in [string(EY1), array, drawn, string(&EY1.replace('0', "\\u002e"))] {
        let text = lines(&[
            chat(1, &first, EY1_SOLVED),
            chat(2, &string(ROYLE), ROYLE_SOLVED),
            chat(3, &string(ROYLE), EY1_SOLVED),
        ]);
        solve_every_way(&text, "--column chat.1.text").gives(&solved("1 2 2"));
        let agrees =
            "--format csv --columns agrees --column chat.1.text --solution-column answer.grid";
        assert_eq!(solve(&text, agrees).column(0), ["yes", "yes", "no"]);
        let folder = Folder::with("in", &text);
        let run = folder.run("verify in --column chat.1.text --solution-column answer.grid");
        run.tells(1, &["3 puzzles: 2 right, 1 wrong\n"]);
        let inspected = folder.run("inspect in --column chat.1.text");
        inspected.shows(&["puzzles      key \"chat.1.text\"\n", " --column chat.1.text "]);
        // Keys are kept as they are.
        let kept = solve(&text, "--column chat.1.text --format jsonl --keep all --columns status");
        kept.gives(&text.replace("\"}}\n", "\"},\"status\":\"unique\"}\n"));
    }
}

#[test]
fn keys_with_dots() {
    let text = format!("{{\"a.b\":\"{EY1}\",\"a\":{{\"b\":\"{ROYLE}\"}}}}\n");
    solve(&text, "--column a.b").gives(&lines(&[EY1_SOLVED]));
    let inner = text.replace("a.b", "c");
    solve(&inner, "--column a.b").gives(&lines(&[ROYLE_SOLVED]));
    // Each line by itself, whichever comes first.
    let whole = format!("{{\"a.b\":\"{EY1}\"}}\n");
    for (text, words) in
        [(format!("{inner}{text}{whole}"), "2 1 1"), (format!("{whole}{inner}{text}"), "1 2 1")]
    {
        solve_every_way(&text, "--column a.b").gives(&solved(words));
    }
}

/// Numbers of items have one spelling.
#[test]
fn numbers_of_items() {
    let row = |items: &str| format!("{{\"m\":{items}}}\n");
    let text = row(&format!("[0,{{\"t\":\"{EY1}\"}}]"))
        + &row(&format!("{{\"01\":{{\"t\":\"{ROYLE}\"}}}}"));
    let run = solve(&text, "--column m.01.t --format csv --columns status");
    assert_eq!(run.column(0), ["invalid", "unique"]);
    for number in ["+1", "2", "-1", "18446744073709551617"] {
        solve(&text, &format!("--column m.{number}.t")).exits(2);
    }
    solve(&text, "--column m.1.t").exits(1);
}

/// A line without the value is a bad line; without the key in any line, there is no such column.
#[test]
fn values_that_are_missing() {
    let rows = [
        format!("{{\"in\":{{\"p\":\"{SMALL}\"}}}}"),
        "{\"in\":{\"q\":1}}".to_owned(),
        "{\"in\":[1]}".to_owned(),
        "{\"in\":7}".to_owned(),
        "{\"id\":\"ü\",\"in\":{\"p\":1,\"p\":2}}".to_owned(),
        "{}".to_owned(),
    ];
    let run = solve(lines(&rows), "--column in.p --format csv --columns line,status,message");
    let missing = "1: found no key \"in.p\"; expected one with a puzzle";
    let expected = [
        ["1", "unique", ""],
        ["2", "invalid", missing],
        ["3", "invalid", missing],
        ["4", "invalid", missing],
        ["5", "invalid", "16: found the key \"p\" twice; expected it once"],
        ["6", "invalid", missing],
    ];
    assert_eq!(run.rows()[1..], expected);
    let told = "input: found no column \"no.p\"; the columns are: in, id";
    solve(lines(&rows), "--column no.p").refuses(told);
    let csv = filled("in,p\n1,P1\n");
    solve(csv, "--column in.p")
        .refuses("input: found no column \"in.p\"; the columns are: in, p; did you mean 'in'?");
}
