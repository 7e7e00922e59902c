//! `--columns` and `--keep`: the columns of the results, and their order.

use crate::{
    puzzles::*,
    run::{Folder, Run},
};
use serde_json::Value;

/// Solves a file with these arguments, with only messages on standard error.
#[track_caller]
fn solve(input: &str, args: &str) -> Run {
    Folder::with("input", input).run(&format!("solve input --quiet {args}"))
}

/// Returns a row of a table with an id and a note.
fn row(fields: [&str; 3]) -> String {
    fields.join(",") + "\n"
}

#[test]
fn chosen_columns() {
    let run =
        solve(&lines(&[SMALL, NO_SMALL, "1Z"]), "--format csv --columns status,line,solution");
    let expected = ["status,line,solution", &format!("unique,1,{SMALL_SOLVED}"), "none,2,"];
    assert_eq!(run.out, lines(&expected) + "invalid,3,\n");
    let run = solve(SMALL, "--format jsonl --columns solutions,puzzle");
    assert_eq!(run.out, format!("{{\"solutions\":1,\"puzzle\":\"{SMALL}\"}}\n"));
}

/// Every counter by name, and all of them as `counters`.
#[test]
fn counters() {
    for (strategy, own) in [
        ("lanes", "sweeps,contradictions"),
        ("electroyou", "calls,passes"),
        ("locked/mrv", "naked_singles,hidden_singles,locked_candidates"),
        ("pairs/mrv", "naked_singles,hidden_singles,locked_candidates,pairs"),
    ] {
        let names = format!("clues,guesses,backtracks,steps,{own}");
        let args = format!("--strategy {strategy} --format");
        let text = lines(&[ROYLE, "x"]);
        let listed = solve(&text, &format!("{args} csv --columns {names}")).out;
        let all = solve(&text, &format!("{args} csv --columns counters")).out;
        assert_eq!(listed, all);
        let [header, values, bad] = listed.lines().collect::<Vec<_>>()[..] else { panic!() };
        assert_eq!(header, names);
        assert_eq!(bad, ",".repeat(names.split(',').count() - 1));
        let object = solve(&text, &format!("{args} jsonl --columns counters")).out;
        let flat = solve(&text, &format!("{args} jsonl --columns {names}")).out;
        let json = |line: &str| serde_json::from_str::<Value>(line).unwrap();
        let (object, flat) = (json(object.lines().next().unwrap()), flat.lines());
        let flat: Vec<_> = flat.map(json).collect();
        for (name, value) in names.split(',').zip(values.split(',')) {
            assert_eq!(object["counters"][name].to_string(), value);
            assert_eq!((&flat[0][name], &flat[1][name]), (&object["counters"][name], &Value::Null));
        }
    }
}

/// Grades do not depend on the strategy that solves; the summary counts them.
#[test]
fn difficulty() {
    let text =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/datasets/minimal.txt"))
            .unwrap();
    let text: String = text.lines().take(200).map(|line| format!("{line}\n")).collect();
    let folder = Folder::with("input", &(text + "x\n"));
    let args = "solve input --format csv --columns status,difficulty,difficulty_guesses";
    let run = folder.run(&format!("{args} --summary summary.json"));
    let guesses = folder.run("solve input -q --strategy pairs/mrv --format csv --columns guesses");
    let mut counts = std::collections::BTreeMap::<&str, u64>::new();
    let rows = run.out.lines().skip(1).zip(guesses.out.lines().skip(1));
    for (row, guesses) in rows.take(200) {
        let [_, difficulty, searched] = row.split(',').collect::<Vec<_>>()[..] else { panic!() };
        assert_eq!(searched, guesses);
        assert_eq!(difficulty == "search", guesses != "0", "{row}");
        *counts.entry(difficulty).or_default() += 1;
    }
    assert_eq!(run.out.lines().last(), Some("invalid,,"));
    assert!(counts.len() > 3, "{counts:?}");
    let summary: Value = serde_json::from_str(&folder.read("summary.json")).unwrap();
    for (name, count) in counts {
        assert_eq!(summary["difficulties"][name], count);
        assert!(run.err.contains(&format!("{count} {name}")), "{}", run.err);
    }
    let other = folder.run(&format!("{args} --strategy mrv --threads 3 -q"));
    assert_eq!(other.out, run.out);
}

/// Several inputs: `file` comes first, unless columns are chosen; kept columns must have the same
/// names in all inputs.
#[test]
fn several_inputs() {
    let table = format!("id,puzzle\n7,{SMALL}\n");
    let folder = Folder::with("a.csv", &table)
        .and("b.csv", &table)
        .and("c.csv", format!("number,puzzle\n7,{SMALL}\n"))
        .and("d.csv", format!("id,note,puzzle\n7,x,{SMALL}\n"));
    let solved = format!("unique,,1,{SMALL_SOLVED}\n");
    let run = folder.run("solve a.csv b.csv -q --format csv --keep all");
    let header = "id,puzzle,file,status,message,solutions,solution\n";
    let row = |file: &str| format!("7,{SMALL},{file},{solved}");
    assert_eq!((run.code, run.out), (Some(0), header.to_owned() + &row("a.csv") + &row("b.csv")));
    let run = folder.run("solve a.csv c.csv d.csv -q --format csv --columns status,file --keep id");
    assert_eq!(run.out, "id,status,file\n7,unique,a.csv\n7,unique,d.csv\n");
    assert!(run.err.contains("c.csv: ") && run.code == Some(2), "{}", run.err);
    assert!(!run.err.contains("0 puzzle lines"), "{}", run.err);
    let run = folder.run("solve a.csv d.csv b.csv -q --format csv --keep all");
    assert_eq!((run.code, run.out), (Some(2), header.to_owned() + &row("a.csv") + &row("b.csv")));
    let refused = "d.csv: its columns differ from those of the earlier inputs";
    assert!(run.err.contains(refused), "{}", run.err);
    let run = folder.run("solve a.csv d.csv -q --format jsonl --keep id --columns line");
    assert_eq!(run.out, "{\"id\":\"7\",\"line\":2}\n".repeat(2));
}

#[test]
fn time() {
    let run = solve(&lines(&[EY1, "x"]), "--format csv --columns solve_ns,status");
    let rows = run.rows();
    assert!(rows[1][0].parse::<u64>().unwrap() > 0);
    assert_eq!(rows[2], ["", "invalid"]);
}

/// Default columns take a fast path, and another one after a copied row; both must match the
/// general path.
#[test]
fn usual_columns_by_name() {
    let usual = "status,message,solutions,solution";
    let (empty, repeated) = (".".repeat(81), format!("11{}", &EY1[2..]));
    for (header, end) in [("id,puzzle", String::new()), ("id,puzzle,answer", format!(",{EY1}"))] {
        let puzzles = [EY1, ROYLE, "x", NO_SOLUTION, &empty, &repeated];
        let rows = puzzles.iter().zip(1..).map(|(puzzle, id)| format!("{id},{puzzle}{end}\n"));
        let text = format!("{header}\n{}", rows.collect::<String>());
        for (format, columns) in [
            ("csv", format!("line,puzzle,{usual}")),
            ("jsonl", format!("line,puzzle,{usual},counters")),
            ("csv --keep all", usual.to_owned()),
            ("jsonl --keep all", format!("{usual},counters")),
        ] {
            let named = solve(&text, &format!("--format {format} --columns {columns}"));
            // Rows are copied in every chunk except the one with the header.
            for chunk_size in [300, 1 << 20] {
                let usual = solve(&text, &format!("--format {format} --chunk-size {chunk_size}"));
                assert_eq!(usual.out, named.out);
            }
            let invalid = named.out.matches("invalid").count();
            assert_eq!(invalid, 2, "{}", named.out);
        }
    }
}

/// A row never becomes a blank line.
#[test]
fn single_empty_field() {
    let run = solve(&lines(&[NO_SMALL, SMALL]), "--format csv --columns solution");
    assert_eq!(run.out, format!("solution\n\"\"\n{SMALL_SOLVED}\n"));
}

#[test]
fn unknown_columns() {
    let common = "file, line, puzzle, status, message, solutions, solution, solve_ns, difficulty, \
                  difficulty_guesses, agrees, minimal, redundant, canonical, canonical_solution, \
                  automorphisms, counters, clues, guesses, backtracks, steps";
    solve(SMALL, "--format csv --columns line,statuss").refuses(&format!(
        "unknown column 'statuss'; expected {common}, naked_singles, hidden_singles; did you mean \
         'status'?"
    ));
    solve(EY1, "--format jsonl --columns qqq --strategy moler")
        .refuses(&format!("unknown column 'qqq'; expected {common}, singletons, refreshes"));
    solve(SMALL, "--format solutions-csv --columns status")
        .refuses("unknown column 'status'; expected file, line, puzzle, index, solution");
    solve(SMALL, "--format csv --columns line,line").refuses("column 'line' is chosen twice");
    let twice = "column 'guesses' is chosen twice";
    solve(SMALL, "--format csv --columns counters,guesses").refuses(twice);
    let repeated = format!("a,puzzle,a\n1,{SMALL},2\n");
    let twice = "input: column 'a' would be kept twice";
    solve(&repeated, "--format jsonl --keep all").refuses(twice);
    solve(&repeated, "--format csv --keep 1,puzzle,1").refuses(twice);
    let kept = solve(&repeated, "--format csv --keep all --columns status").out;
    assert_eq!(kept, format!("a,puzzle,a,status\n1,{SMALL},2,unique\n"));
    let table = format!("id,puzzle,rating\n1,{SMALL},2\n");
    let missing = "input: found no column";
    solve(&table, "--format csv --keep id,ratng").refuses(&format!(
        "{missing} \"ratng\"; the columns are: id, puzzle, rating; did you mean 'rating'?"
    ));
    solve(&table, "--format csv --keep 4")
        .refuses(&format!("{missing} \"4\"; the columns are: id, puzzle, rating"));
}

#[test]
fn formats_without_columns() {
    for option in ["--columns line", "--keep all"] {
        for format in ["", "--format solution", "--format count", "--format solutions"] {
            let name = option.split(' ').next().unwrap();
            let formats = "--format csv, jsonl, solutions-csv or solutions-jsonl";
            solve(SMALL, &format!("{option} {format}"))
                .refuses(&format!("{name} needs a format with columns: {formats}"));
        }
    }
}

#[test]
fn inputs_without_names() {
    let grid = "1423\n....\n4132\n.314\n";
    for input in [SMALL, &format!("1,{EY1}\n"), grid] {
        for keep in ["all", "1"] {
            solve(input, &format!("--format csv --keep {keep}")).refuses(
                "input: found no header; expected one with the names of the columns for --keep",
            );
        }
    }
}

#[test]
fn keeps_all_columns() {
    let text = format!("id,puzzle,note\n7,{SMALL},easy\n8,44..............,\n9,{NO_SMALL},x\n");
    let run = solve(&text, "--format csv --keep all");
    let solved = format!("7,{SMALL},easy,unique,,1,{SMALL_SOLVED}");
    let message = "4: digit 4 twice in row 1 (r1c1 and r1c2)";
    let expected = [
        "id,puzzle,note,status,message,solutions,solution",
        &solved,
        &format!("8,44..............,,invalid,{message},0,"),
        &format!("9,{NO_SMALL},x,none,,0,"),
    ];
    assert_eq!(run.out, lines(&expected));
    assert_eq!(run.err, "input:3:4: digit 4 twice in row 1 (r1c1 and r1c2)\n");
    let run = solve(&text, "--format csv --keep note,1 --columns solution,line");
    assert_eq!(run.out.lines().next(), Some("note,id,solution,line"));
    assert_eq!(run.out.lines().nth(1), Some(&*format!("easy,7,{SMALL_SOLVED},2")));
}

/// One pass gives what otherwise takes `paste` and `cut`.
#[test]
fn equals_a_join() {
    let text = format!("id,puzzle\n1,{EY1}\n2,{ROYLE}\n3,x\n");
    let kept = solve(&text, "--format csv --keep all").out;
    let results = solve(&text, "--format csv").out;
    let joined = text.lines().zip(results.lines()).map(|(row, result)| {
        let result: Vec<_> = result.splitn(3, ',').collect();
        format!("{row},{}", result[2])
    });
    assert_eq!(kept, lines(&joined.collect::<Vec<_>>()));
}

#[test]
fn quotes_and_values_are_kept() {
    for (field, written) in [
        ("\"a, \"\"b\"\"\"", "\"a, \"\"b\"\"\""),
        ("\"plain\"", "\"plain\""),
        (" spaced ", " spaced "),
        (" \"quoted\" ", "\"quoted\""),
        ("\"two\nlines\"", "\"two\nlines\""),
        ("5\" disk", "\"5\"\" disk\""),
        ("\"never closed", "\"\"\"never closed\""),
        ("\"a\" \"b\"", "\"a\"\" \"\"b\""),
        ("é", "é"),
        ("", ""),
    ] {
        let text = format!("note,puzzle\n{field},{SMALL}\r\n");
        let run = solve(&text, "--format csv --keep all --columns status");
        let expected = format!("note,puzzle,status\n{written},{SMALL},unique\n");
        assert_eq!((run.out, run.err), (expected, String::new()), "{field}");
    }
}

/// Other separators are converted to commas.
#[test]
fn separators() {
    let text = format!("note\tpuzzle\nx,y\t{SMALL}\n\"a\tb\"\t{SMALL}\n");
    let run = solve(&text, "--format csv --keep all --columns status");
    let rows = [format!("\"x,y\",{SMALL},unique"), format!("\"a\tb\",{SMALL},unique")];
    assert_eq!(run.out, "note,puzzle,status\n".to_owned() + &lines(&rows));
    let run = solve(&format!("sep=;\na;puzzle\n1,5;{SMALL}\n"), "--format csv --keep a");
    assert!(run.out.contains("\n\"1,5\",unique,"), "{}", run.out);
}

#[test]
fn rows_with_other_numbers_of_fields() {
    let text = format!("id,puzzle,note\n1\n2,{SMALL}\n3,{SMALL},a,b,c\n4,{SMALL},a,\"b\"\n");
    let run = solve(&text, "--format csv --keep all --columns status");
    let rows = ["id,puzzle,note,status", "1,,,invalid"].map(str::to_owned);
    let solved = [format!("2,{SMALL},,unique"), format!("3,{SMALL},a,unique")];
    assert_eq!(run.out, lines(&rows) + &lines(&solved) + &format!("4,{SMALL},a,unique\n"));
    let told = "input: 3 values not kept: no column in the results\n";
    assert!(run.err.ends_with(told), "{}", run.err);
    let run = solve(&text, "--format csv --keep id --columns status");
    assert!(!run.err.contains("not kept"), "{}", run.err);
}

/// The result column is renamed, not the input column.
#[test]
fn names_that_clash() {
    let text = format!("solution,puzzle,Status\nx,{SMALL},y\n");
    let run = solve(&text, "--format csv --keep all");
    let header = "solution,puzzle,Status,sudomill_status,message,solutions,sudomill_solution";
    assert_eq!(run.out.lines().next(), Some(header));
    let told = |column: &str| {
        format!(
            "input: has a column '{column}', too: that of the results is called \
             'sudomill_{column}'\n"
        )
    };
    assert_eq!(run.err, told("status") + &told("solution"));
    let run = solve(&text, "--format csv --keep puzzle --columns solution");
    assert_eq!((run.out.lines().next(), &*run.err), (Some("puzzle,solution"), ""));
    let again = text.replace("Status", "sudomill_solution");
    let run = solve(&again, "--format csv --keep all --columns solution");
    let header = "solution,puzzle,sudomill_solution,sudomill_sudomill_solution";
    assert_eq!(run.out.lines().next(), Some(header));
}

#[test]
fn objects_are_kept_as_they_are() {
    let kept = format!("\"id\": 1.50, \"puzzle\":\"{SMALL}\",\"x\" :[1, {{\"a\":null}}]");
    let text = format!(
        "{{ {kept} }}\r\n{{\"puzzle\":\"1Z\",\"é\":\"\\u00e9\"}}\n{{\"a\":2}}\n{{}}\n[1]\n"
    );
    let run = solve(&text, "--format jsonl --keep all --columns status");
    let expected = [
        &*format!("{{{kept},\"status\":\"unique\"}}"),
        "{\"puzzle\":\"1Z\",\"é\":\"\\u00e9\",\"status\":\"invalid\"}",
        "{\"a\":2,\"status\":\"invalid\"}",
        "{\"status\":\"invalid\"}",
        "{\"status\":\"invalid\"}",
    ];
    assert_eq!(run.out, lines(&expected));
    let run = solve(&text, "--format jsonl --keep x,id --columns status");
    let first = "{\"x\":[1, {\"a\":null}],\"id\":1.50,\"status\":\"unique\"}";
    assert_eq!(run.out.lines().next(), Some(first));
    let others = "{\"x\":null,\"id\":null,\"status\":\"invalid\"}";
    assert!(run.out.lines().skip(1).all(|line| line == others), "{}", run.out);
}

/// A key that only a later object has must not be repeated, either.
#[test]
fn keys_that_clash() {
    let object = |more: &str| format!("{{\"puzzle\":\"{SMALL}\"{more}}}\n");
    let text = object("")
        + &object(",\"status\":1")
        + &object(",\"st\\u0061tus\":1")
        + &object(",\"status\":1,\"sudomill_status\":2")
        + &object(",\"x\":\"status\"");
    let run = solve(&text, "--format jsonl --keep all --columns status");
    let expected = [
        object(",\"status\":\"unique\""),
        object(",\"status\":1,\"sudomill_status\":\"unique\""),
        object(",\"st\\u0061tus\":1,\"sudomill_status\":\"unique\""),
        object(",\"status\":1,\"sudomill_status\":2,\"sudomill_sudomill_status\":\"unique\""),
        object(",\"x\":\"status\",\"status\":\"unique\""),
    ];
    assert_eq!(run.out, expected.concat());
}

#[test]
fn objects_to_csv() {
    let object = |more: &str| format!("{{\"puzzle\":\"{SMALL}\"{more}}}\n");
    let text = object(",\"a\":\"x, \\\"y\\\"\\n\",\"b\":[1,2]")
        + &object(",\"b\":null,\"a\":true")
        + &object(",\"c\":1")
        + "{\n";
    let run = solve(&text, "--format csv --keep all --columns status");
    let rows = [
        "puzzle,a,b,status".to_owned(),
        format!("{SMALL},\"x, \"\"y\"\"\n\",\"[1,2]\",unique"),
        format!("{SMALL},true,,unique"),
        format!("{SMALL},,,unique"),
        ",,,invalid".to_owned(),
    ];
    assert_eq!(run.out, lines(&rows));
    let told = "input: 1 value not kept: no column in the results\n";
    assert!(run.err.ends_with(told), "{}", run.err);
}

#[test]
fn csv_to_objects() {
    let text = format!("id,puzzle,note\n01,{SMALL},\"a \"\"b\"\"\t\"\n2,{SMALL}\n3,1Z, x \n");
    let run = solve(&text, "--format jsonl --keep id,note --columns status");
    let expected = [
        "{\"id\":\"01\",\"note\":\"a \\\"b\\\"\\t\",\"status\":\"unique\"}",
        "{\"id\":\"2\",\"note\":null,\"status\":\"unique\"}",
        "{\"id\":\"3\",\"note\":\" x \",\"status\":\"invalid\"}",
    ];
    assert_eq!(run.out, lines(&expected));
}

#[test]
fn shards_add_up() {
    let rows: String = (0..40).map(|i| row([&i.to_string(), EY1, "\"a\nb\""])).collect();
    let folder = Folder::with("a.csv", row(["id", "puzzle", "solution"]) + &rows);
    let args = "solve a.csv -q --format csv --keep all --columns solution,line";
    let whole = folder.run(args).out;
    let part = |i| folder.run(&format!("{args} --shard {i}/3")).out;
    assert_eq!((1..=3).map(part).collect::<String>(), whole);
    assert_eq!(whole.matches("sudomill_solution").count(), 1);
}

/// Returns a table with one row per case: the solution in the input is right, wrong, missing, one
/// of several, or belongs to a puzzle without solution or to a bad one.
fn compared() -> String {
    let rows = [
        [SMALL, SMALL_SOLVED],
        [SMALL, &SMALL_SOLVED.replace('1', "x")],
        [SMALL, ""],
        ["................", "4321214334121234"],
        [NO_SMALL, SMALL_SOLVED],
        ["Z...............", SMALL_SOLVED],
    ];
    let row = |(id, [puzzle, own]): (usize, [&str; 2])| row([&id.to_string(), puzzle, own]);
    "id,puzzle,solution\n".to_owned() + &rows.into_iter().enumerate().map(row).collect::<String>()
}

const AGREES: [&str; 6] = ["yes", "no", "", "yes", "", ""];

#[test]
fn own_solutions_are_compared() {
    let csv = compared();
    let tsv = csv.replace(',', "\t");
    let rows: Vec<Vec<_>> = csv.lines().skip(1).map(|row| row.split(',').collect()).collect();
    let object = |row: &Vec<&str>| match row[2] {
        "" => format!("{{\"id\":{},\"puzzle\":\"{}\",\"solution\":null}}\n", row[0], row[1]),
        own => format!("{{\"id\":{},\"puzzle\":\"{}\",\"solution\":\"{own}\"}}\n", row[0], row[1]),
    };
    let json: String = rows.iter().map(object).collect();
    for (input, first) in [(&csv, 2), (&tsv, 2), (&json, 1)] {
        let expected: String = AGREES
            .iter()
            .enumerate()
            .map(|(at, agrees)| format!("{},{agrees}\n", at + first))
            .collect();
        for more in ["", " --threads 2 --chunk-size 1", " --no-mmap", " --strategy mrv --limit 1"] {
            let run = solve(input, &format!("--format csv --columns line,agrees{more}"));
            assert_eq!(run.out, format!("line,agrees\n{expected}"), "{more} of {input}");
            assert_eq!(run.code, Some(1));
        }
    }
    let run = solve(&csv, "--format jsonl --columns agrees --keep id");
    assert!(
        run.out
            .starts_with("{\"id\":\"0\",\"agrees\":\"yes\"}\n{\"id\":\"1\",\"agrees\":\"no\"}\n")
    );
    assert!(run.out.ends_with("{\"id\":\"5\",\"agrees\":null}\n"), "{}", run.out);
}

/// A missing value is no solution, however it is written.
#[test]
fn missing_solutions_are_not_compared() {
    let missing = ["", "NULL", "null", "NA", "n/a", "#N/A", "NaN", "None", "-", "?", " missing "];
    let rows = |row: &dyn Fn(&str) -> String| missing.map(row).concat();
    let csv = format!("puzzle,solution\n{SMALL},{SMALL_SOLVED}\n");
    let csv = csv + &rows(&|own| format!("{SMALL},{own}\n"));
    let json = format!("{{\"puzzle\":\"{SMALL}\",\"solution\":\"{SMALL_SOLVED}\"}}\n");
    let json = json + &rows(&|own| format!("{{\"puzzle\":\"{SMALL}\",\"solution\":\"{own}\"}}\n"));
    for input in [&csv, &json] {
        let run = solve(input, "--format csv --columns status,agrees");
        run.gives(&("status,agrees\nunique,yes\n".to_owned() + &"unique,\n".repeat(11)));
        solve(input, "--format csv --columns agrees --only wrong").gives("agrees\n");
    }
    // Nor is it an answer, or a grid to shuffle.
    let folder = Folder::with("input", &csv);
    let run = folder.run("verify input --quiet");
    assert_eq!((run.code, run.out.matches("no solution").count()), (Some(1), 10), "{}", run.out);
    let run = folder.run("shuffle input --quiet");
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let own: Vec<_> = run.rows().into_iter().skip(2).map(|mut row| row.remove(1)).collect();
    assert_eq!(own, missing);
}

#[test]
fn comparison_in_summary_and_exit_code() {
    let summary = |input: &str| {
        let folder = Folder::with("input", input);
        let args = "solve input -o out --format csv --columns agrees --summary summary";
        let run = folder.run(args);
        let summary: Value = serde_json::from_str(&folder.read("summary")).unwrap();
        (run.code, run.err, summary["agreement"].to_string())
    };
    let (code, err, json) = summary(&compared());
    assert_eq!((code, &*json), (Some(1), "{\"not_compared\":3,\"right\":2,\"wrong\":1}"));
    assert!(err.contains("solutions of the input: 2 right, 1 wrong, 3 not compared\n"), "{err}");
    for (own, code) in [(SMALL_SOLVED, 0), ("1234123412341234", 1)] {
        assert_eq!(summary(&row([SMALL, own, "x"])).0, Some(code));
    }
}

/// Solution columns by name and by number; it is an error if there is none, or if `agrees` is not
/// selected.
#[test]
fn compared_column() {
    let input = format!("a,b,c\n{}", row([SMALL, "1234123412341234", SMALL_SOLVED]));
    let args = "--format csv --columns agrees";
    for (column, agrees) in [("b", "no"), ("c", "yes"), ("3", "yes")] {
        let run = solve(&input, &format!("{args} --solution-column {column}"));
        assert_eq!(run.out, format!("agrees\n{agrees}\n"), "{column}");
    }
    for (input, args, told) in [
        (
            &*lines(&[SMALL]),
            args,
            "input: found no column of solutions; select one with --solution-column",
        ),
        (
            &*input,
            &format!("{args} --solution-column d"),
            "input: found no column \"d\"; the columns are: a, b, c",
        ),
        (
            &*input,
            "--solution-column c",
            "--solution-column needs the column 'agrees': --columns agrees",
        ),
        (&*input, "--format solutions-csv --columns agrees", "unknown column 'agrees'"),
    ] {
        let run = solve(input, args);
        assert_eq!((run.code, &*run.out), (Some(2), ""), "{args}");
        assert!(run.err.contains(told), "{}", run.err);
    }
}
