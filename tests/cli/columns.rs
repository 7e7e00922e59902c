//! `--columns` and `--keep`: the columns of the results, and their order.

use crate::{
    every_way::solve_every_way,
    puzzles::*,
    run::{Folder, json, solve},
};
use serde_json::Value;
use sudomill::solver::Grade;
use sudomill_output::Column;

#[test]
fn chosen_columns() {
    let text = lines(&[SMALL, NO_SMALL, "1Z"]);
    // A row never becomes a blank line.
    for (columns, expected) in [
        ("status,line,solution", "unique,1,S4\nnone,2,\ninvalid,3,\n"),
        ("solution", "S4\n\"\"\n\"\"\n"),
    ] {
        let run = solve(&text, &format!("--format csv --columns {columns}"));
        run.prints(1, &filled(format!("{columns}\n{expected}")));
    }
    let run = solve(SMALL, "--format jsonl --columns solutions,puzzle");
    run.gives(&filled("{\"solutions\":1,\"puzzle\":\"P4\"}\n"));
    let rows = solve(lines(&[EY1, "x"]), "--format csv --columns solve_ns,status").rows();
    assert!(rows[1][0].parse::<u64>().unwrap() > 0);
    assert_eq!(rows[2], ["", "invalid"]);
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
        let run = |format: &str, columns: &str| {
            let args = format!("--strategy {strategy} --format {format} --columns {columns}");
            solve(lines(&[ROYLE, "x"]), &args)
        };
        let listed = run("csv", &names);
        run("csv", "counters").prints(1, &listed.out);
        let [header, values, bad] = &listed.rows()[..] else { panic!("{listed:?}") };
        assert_eq!(header.join(","), names);
        assert!(bad.iter().all(String::is_empty) && bad.len() == header.len(), "{bad:?}");
        let (object, flat) = (run("jsonl", "counters").values(), run("jsonl", &names).values());
        for (name, value) in header.iter().zip(values) {
            assert_eq!(object[0]["counters"][name].to_string(), *value);
            let expected = (&object[0]["counters"][name], &Value::Null);
            assert_eq!((&flat[0][name], &flat[1][name]), expected);
        }
    }
}

/// Grades do not depend on the strategy that solves; the summary counts them.
#[test]
fn difficulty() {
    let minimal = shipped("minimal.txt");
    let text: Vec<_> = minimal.lines().take(200).chain(["x"]).collect();
    let folder = Folder::with("input", lines(&text));
    let args = "solve input --format csv --columns status,difficulty,difficulty_guesses";
    let run = folder.run(&format!("{args} --summary summary.json"));
    let args_of_search = format!("--strategy {} --format csv --columns guesses", Grade::STRATEGY);
    let guesses = solve(lines(&text), &args_of_search);
    let mut counts = std::collections::BTreeMap::<String, u64>::new();
    let rows = run.rows();
    for (row, guesses) in rows[1..].iter().zip(guesses.column(0)).take(200) {
        assert_eq!(row[2], guesses);
        assert_eq!(row[1] == "search", guesses != "0", "{row:?}");
        *counts.entry(row[1].clone()).or_default() += 1;
    }
    assert_eq!(rows.last().unwrap()[..], ["invalid", "", ""]);
    assert!(counts.len() > 3, "{counts:?}");
    let summary = folder.json("summary.json");
    for (name, count) in counts {
        assert_eq!(summary["difficulties"][&name], count);
        run.tells(1, &[&format!("{count} {name}")]);
    }
    folder.run(&format!("{args} --strategy mrv --threads 3 -q")).prints(1, &run.out);
}

/// Several inputs: `file` comes first, unless columns are chosen; kept columns must have the same
/// names in all inputs.
#[test]
fn several_inputs() {
    let table = filled("id,puzzle\n7,P4\n");
    let folder = Folder::with("a.csv", &table)
        .and("b.csv", &table)
        .and("c.csv", table.replace("id", "number"))
        .and("d.csv", filled("id,note,puzzle\n7,x,P4\n"));
    let all = filled(
        "id,puzzle,file,status,message,solutions,solution\n7,P4,a.csv,unique,,1,S4\n\
         7,P4,b.csv,unique,,1,S4\n",
    );
    folder.run("solve a.csv b.csv -q --format csv --keep all").gives(&all);
    let run = folder.run("solve a.csv c.csv d.csv -q --format csv --columns status,file --keep id");
    run.prints(2, "id,status,file\n7,unique,a.csv\n7,unique,d.csv\n").tells(2, &["c.csv: "]);
    run.lacks("0 puzzle lines");
    let run = folder.run("solve a.csv d.csv b.csv -q --format csv --keep all");
    run.prints(2, &all).tells(2, &["d.csv: its columns differ from those of the earlier inputs"]);
    let run = folder.run("solve a.csv d.csv -q --format jsonl --keep id --columns line");
    assert_eq!(run.out, "{\"id\":\"7\",\"line\":2}\n".repeat(2));
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
            solve_every_way(&text, &format!("--format {format}")).prints(1, &named.out);
            assert_eq!(named.out.matches("invalid").count(), 2, "{}", named.out);
        }
    }
}

/// Help and the page on output name every column.
#[test]
fn columns_are_documented() {
    let page = std::fs::read_to_string("docs/output.md").unwrap();
    let help = Folder::new().run("solve --help").out;
    let words = |text: &str| -> Vec<String> {
        text.split(|it: char| !it.is_alphanumeric() && it != '_').map(str::to_owned).collect()
    };
    for format in ["csv", "solutions-csv"] {
        let err =
            solve(SMALL, &format!("--format {format} --columns no --strategy backtracking")).err;
        let (_, names) = err.split_once("; expected ").unwrap();
        // Those behind are the strategy's own counters.
        let own = names.find(", steps").map_or(names.len(), |at| at + ", steps".len());
        for name in names[..own].split(',').map(str::trim) {
            assert!(words(&help).iter().any(|word| word == name), "help lacks {name}");
            assert!(page.contains(&format!("`{name}`")), "docs/output.md lacks {name}");
        }
    }
}

#[test]
fn unknown_columns() {
    let named = Column::NAMED.iter().map(|it| it.0).filter(|name| *name != "index");
    let counters = ["clues", "guesses", "backtracks", "steps"];
    let common = named.chain(counters).collect::<Vec<_>>().join(", ");
    assert!(
        common.starts_with("file, line, puzzle, status, message, solutions, solution, solve_ns, ")
    );
    let listed = format!(
        "unknown column 'statuss'; expected {common}, naked_singles, hidden_singles; did you mean \
         'status'?"
    );
    let of_moler = format!("unknown column 'qqq'; expected {common}, singletons, refreshes");
    let repeated = format!("a,puzzle,a\n1,{SMALL},2\n");
    let table = format!("id,puzzle,rating\n1,{SMALL},2\n");
    let known = "the columns are: id, puzzle, rating";
    for (input, args, line) in [
        (SMALL, "--format csv --columns line,statuss", &*listed),
        (EY1, "--format jsonl --columns qqq --strategy moler", &of_moler),
        (
            SMALL,
            "--format solutions-csv --columns status",
            "unknown column 'status'; expected file, line, puzzle, index, solution",
        ),
        (SMALL, "--format csv --columns line,line", "column 'line' is chosen twice"),
        (SMALL, "--format csv --columns counters,guesses", "column 'guesses' is chosen twice"),
        (&repeated, "--format jsonl --keep all", "input: column 'a' would be kept twice"),
        (&repeated, "--format csv --keep 1,puzzle,1", "input: column 'a' would be kept twice"),
        (
            &table,
            "--format csv --keep id,ratng",
            &format!("input: found no column \"ratng\"; {known}; did you mean 'rating'?"),
        ),
        (&table, "--format csv --keep 4", &format!("input: found no column \"4\"; {known}")),
    ] {
        solve(input, args).refuses(line);
    }
    let kept = solve(&repeated, "--format csv --keep all --columns status");
    kept.gives(&format!("a,puzzle,a,status\n1,{SMALL},2,unique\n"));
}

#[test]
fn formats_without_columns() {
    for option in ["--columns line", "--keep all"] {
        for format in ["", "--format solution", "--format count", "--format solutions"] {
            let name = option.split(' ').next().unwrap();
            let run = solve(SMALL, &format!("{option} {format}"));
            let told =
                format!("sudomill: {name} needs a format with columns: --format csv, jsonl, ");
            run.exits(2).begins(&told);
        }
    }
}

#[test]
fn inputs_without_names() {
    let told = "input: found no header; expected one with the names of the columns for --keep";
    for input in [SMALL, &format!("1,{EY1}\n"), "1423\n....\n4132\n.314\n"] {
        for keep in ["all", "1"] {
            solve(input, &format!("--format csv --keep {keep}")).refuses(told);
        }
    }
}

#[test]
fn keeps_all_columns() {
    let text = filled(format!("id,puzzle,note\n7,P4,easy\n8,44..............,\n9,{NO_SMALL},x\n"));
    let message = "4: digit 4 twice in row 1 (r1c1 and r1c2)";
    let expected = filled(format!(
        "id,puzzle,note,status,message,solutions,solution\n7,P4,easy,unique,,1,S4\n\
         8,44..............,,invalid,{message},0,\n9,{NO_SMALL},x,none,,0,\n"
    ));
    let run = solve(&text, "--format csv --keep all");
    run.ends(1, &expected, &format!("input:3:{message}\n"));
    let rows = solve(&text, "--format csv --keep note,1 --columns solution,line").rows();
    assert_eq!(rows[0], ["note", "id", "solution", "line"]);
    assert_eq!(rows[1], ["easy", "7", SMALL_SOLVED, "2"]);
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
        run.gives(&format!("note,puzzle,status\n{written},{SMALL},unique\n"));
    }
}

/// What is kept with the column `status`, and the last message.
#[test]
fn kept_values() {
    for (text, args, expected, told) in [
        // Other separators become commas.
        (
            "note\tpuzzle\nx,y\tP4\n\"a\tb\"\tP4\n",
            "csv --keep all",
            "note,puzzle,status\n\"x,y\",P4,unique\n\"a\tb\",P4,unique\n",
            "",
        ),
        ("sep=;\na;puzzle\n1,5;P4\n", "csv --keep a", "a,status\n\"1,5\",unique\n", ""),
        (
            "id,puzzle,note\n1\n2,P4\n3,P4,a,b,c\n4,P4,a,\"b\"\n",
            "csv --keep all",
            "id,puzzle,note,status\n1,,,invalid\n2,P4,,unique\n3,P4,a,unique\n4,P4,a,unique\n",
            "input: 3 values not kept: no column in the results\n",
        ),
        (
            "{\"puzzle\":\"P4\",\"a\":\"x, \\\"y\\\"\\n\",\"b\":[1,2]}\n\
             {\"puzzle\":\"P4\",\"b\":null,\"a\":true}\n{\"puzzle\":\"P4\",\"c\":1}\n{\n",
            "csv --keep all",
            "puzzle,a,b,status\nP4,\"x, \"\"y\"\"\n\",\"[1,2]\",unique\nP4,true,,unique\n\
             P4,,,unique\n,,,invalid\n",
            "input: 1 value not kept: no column in the results\n",
        ),
        (
            "id,puzzle,note\n01,P4,\"a \"\"b\"\"\t\"\n2,P4\n3,1Z, x \n",
            "jsonl --keep id,note",
            "{\"id\":\"01\",\"note\":\"a \\\"b\\\"\\t\",\"status\":\"unique\"}\n\
             {\"id\":\"2\",\"note\":null,\"status\":\"unique\"}\n\
             {\"id\":\"3\",\"note\":\" x \",\"status\":\"invalid\"}\n",
            "",
        ),
    ] {
        let run = solve(filled(text), &format!("--format {args} --columns status"));
        run.prints(i32::from(expected.contains("invalid")), &filled(expected));
        assert!(run.err.ends_with(told), "{}", run.err);
    }
    let text = filled("id,puzzle,note\n1\n3,P4,a,b,c\n");
    solve(text, "--format csv --keep id --columns status").lacks("not kept");
}

/// The result column is renamed, not the input column.
#[test]
fn names_that_clash() {
    let text = format!("solution,puzzle,Status\nx,{SMALL},y\n");
    let again = text.replace("Status", "sudomill_solution");
    let told = |column: &str| {
        format!(
            "input: has a column '{column}', too: that of the results is called \
             'sudomill_{column}'\n"
        )
    };
    let all = "solution,puzzle,Status,sudomill_status,message,solutions,sudomill_solution";
    let twice = "solution,puzzle,sudomill_solution,sudomill_sudomill_solution";
    for (text, args, header, messages) in [
        (&text, "--keep all", all, Some(told("status") + &told("solution"))),
        (&text, "--keep puzzle --columns solution", "puzzle,solution", Some(String::new())),
        (&again, "--keep all --columns solution", twice, None),
    ] {
        let run = solve(text, &format!("--format csv {args}"));
        assert_eq!(run.out.lines().next(), Some(header), "{args}");
        assert!(messages.is_none_or(|messages| messages == run.err), "{run:?}");
    }
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
    run.prints(1, &lines(&expected));
    let run = solve(&text, "--format jsonl --keep x,id --columns status");
    let first = "{\"x\":[1, {\"a\":null}],\"id\":1.50,\"status\":\"unique\"}";
    let others = "{\"x\":null,\"id\":null,\"status\":\"invalid\"}";
    run.prints(1, &lines(&[first, others, others, others, others]));
}

fn object(more: &str) -> String {
    format!("{{\"puzzle\":\"{SMALL}\"{more}}}\n")
}

/// A key that only a later object has must not be repeated, either.
#[test]
fn keys_that_clash() {
    let cases = [
        ("", "\"status\""),
        (",\"status\":1", "\"sudomill_status\""),
        (",\"st\\u0061tus\":1", "\"sudomill_status\""),
        (",\"status\":1,\"sudomill_status\":2", "\"sudomill_sudomill_status\""),
        (",\"x\":\"status\"", "\"status\""),
    ];
    let text = cases.map(|(more, _)| object(more)).concat();
    let run = solve(&text, "--format jsonl --keep all --columns status");
    run.gives(&cases.map(|(more, name)| object(&format!("{more},{name}:\"unique\""))).concat());
}

#[test]
fn shards_add_up() {
    let rows: String = (0..40).map(|id| filled(format!("{id},P1,\"a\nb\"\n"))).collect();
    let text = "id,puzzle,solution\n".to_owned() + &rows;
    let run = solve_every_way(text, "--format csv --keep all --columns solution,line");
    assert_eq!(run.out.matches("sudomill_solution").count(), 1);
}

/// Returns a table with one row per case: the solution in the input is right, wrong, missing, one
/// of several, or belongs to a puzzle without solution or to a bad one.
fn compared() -> String {
    let wrong = SMALL_SOLVED.replace('1', "x");
    filled(format!(
        "id,puzzle,solution\n0,P4,S4\n1,P4,{wrong}\n2,P4,\n3,{:.<16},4321214334121234\n\
         4,{NO_SMALL},S4\n5,{:.<16},S4\n",
        "", "Z"
    ))
}

const AGREES: [&str; 6] = ["yes", "no", "", "yes", "", ""];

#[test]
fn own_solutions_are_compared() {
    let csv = compared();
    let rows = csv.lines().skip(1).map(|row| row.split(',').collect::<Vec<_>>());
    let objects: String = rows
        .map(|row| format!(r#"{{"id":{},"puzzle":"{}","solution":"{}"}}"#, row[0], row[1], row[2]))
        .map(|row| row.replace("\"\"", "null") + "\n")
        .collect();
    for (input, first) in [(&csv, 2), (&csv.replace(',', "\t"), 2), (&objects, 1)] {
        let rows = (first..).zip(AGREES).map(|(line, agrees)| format!("{line},{agrees}\n"));
        let expected = format!("line,agrees\n{}", rows.collect::<String>());
        let args = "--format csv --columns line,agrees";
        solve_every_way(input, args).prints(1, &expected);
        solve(input, &format!("{args} --strategy mrv --limit 1")).prints(1, &expected);
    }
    let run = solve(&csv, "--format jsonl --columns agrees --keep id");
    let agrees = run.values().into_iter().map(|it| it["agrees"].as_str().unwrap_or("").to_owned());
    assert_eq!(agrees.collect::<Vec<_>>(), AGREES);
    assert!(run.out.starts_with("{\"id\":\"0\",\"agrees\":\"yes\"}\n"), "{}", run.out);
}

/// A missing value is no solution, however it is written.
#[test]
fn missing_solutions_are_not_compared() {
    let missing = ["", "NULL", "null", "NA", "n/a", "#N/A", "NaN", "None", "-", "?", " missing "];
    let csv = missing.map(|own| format!("{SMALL},{own}\n")).concat();
    let csv = format!("puzzle,solution\n{SMALL},{SMALL_SOLVED}\n{csv}");
    let object = |own| format!("{{\"puzzle\":\"{SMALL}\",\"solution\":\"{own}\"}}\n");
    let objects = object(SMALL_SOLVED) + &missing.map(object).concat();
    for input in [&csv, &objects] {
        let run = solve(input, "--format csv --columns status,agrees");
        run.gives(&("status,agrees\nunique,yes\n".to_owned() + &"unique,\n".repeat(11)));
        solve(input, "--format csv --columns agrees --only wrong").gives("agrees\n");
    }
    // Nor is it an answer, or a grid to shuffle.
    let folder = Folder::with("input", &csv);
    let run = folder.run("verify input --quiet");
    assert_eq!((run.code, run.out.matches("no solution").count()), (Some(1), 10), "{}", run.out);
    assert_eq!(folder.run("shuffle input --quiet").is_silent(0).column(1)[1..], missing);
}

#[test]
fn comparison_in_summary_and_exit_code() {
    let summary = |input: &str| {
        let folder = Folder::with("input", input);
        let args = "solve input -o out --format csv --columns agrees --summary summary";
        (folder.run(args), json(&folder.read("summary"))["agreement"].to_string())
    };
    let (run, counted) = summary(&compared());
    assert_eq!(counted, "{\"not_compared\":3,\"right\":2,\"wrong\":1}");
    run.tells(1, &["solutions of the input: 2 right, 1 wrong, 3 not compared\n"]);
    for (own, code) in [(SMALL_SOLVED, 0), ("1234123412341234", 1)] {
        summary(&format!("{SMALL},{own},x\n")).0.exits(code);
    }
}

/// Solution columns by name and by number; it is an error if there is none, or if `agrees` is not
/// selected.
#[test]
fn compared_column() {
    let input = filled("a,b,c\nP4,1234123412341234,S4\n");
    let args = "--format csv --columns agrees";
    for (column, agrees) in [("b", "no"), ("c", "yes"), ("3", "yes")] {
        let run = solve(&input, &format!("{args} --solution-column {column}"));
        assert_eq!(run.out, format!("agrees\n{agrees}\n"), "{column}");
    }
    let unknown = format!("{args} --solution-column d");
    for (input, args, told) in [
        (SMALL, args, "input: found no column of solutions; select one with --solution-column"),
        (&input, &unknown, "input: found no column \"d\"; the columns are: a, b, c"),
        (
            &input,
            "--solution-column c",
            "--solution-column needs the column 'agrees': --columns agrees",
        ),
        (&input, "--format solutions-csv --columns agrees", "unknown column 'agrees'"),
    ] {
        solve(input, args).prints(2, "").tells(2, &[told]);
    }
}

/// A puzzle without a solution has a reason, and the cells that may be wrong; no other has any.
#[test]
fn reason_and_suspects() {
    let columns = "--format csv --columns status,reason,suspects";
    let text = lines(&[MISREAD, SMALL, DIAG, "44..............", NO_SMALL]);
    let rows = solve(&text, columns).rows();
    assert_eq!(rows[1], ["none", "r1c3 has no candidate left after 1 single", "r2c2=3 r4c3=4"]);
    for (row, status) in rows[2..5].iter().zip(["unique", "multiple", "invalid"]) {
        assert_eq!(row[..], [status, "", ""]);
    }
    assert_eq!(rows[5], ["none", "r1c4 has no candidate left", "none"]);
    // In the symbols of the puzzle.
    let letters = MISREAD.replace('4', "D").replace('3', "C").replace('2', "B");
    let run = solve(&letters, &format!("{columns} --alphabet ABCD"));
    assert_eq!(run.rows()[1][2], "r2c2=C r4c3=D");
    // A limit leaves the suspects unknown.
    let run = solve(MISREAD, &format!("{columns} --max-guesses 0"));
    assert_eq!(run.rows()[1], ["none", &*rows[1][1], ""]);
}

/// Every puzzle that differs from this one in one clue, with what differs: `r1c2=7`, `r1c2=.`.
fn neighbors(puzzle: &str, symbols: &str) -> Vec<(String, String)> {
    let side = symbols.len();
    let clues = puzzle.char_indices().filter(|(_, symbol)| symbols.contains(*symbol));
    let each = |(at, clue)| {
        let others = ".".chars().chain(symbols.chars()).filter(move |other| *other != clue);
        let name = move |other| format!("r{}c{}={other}", at / side + 1, at % side + 1);
        others.map(move |other| (with(puzzle, at + 1, other), name(other)))
    };
    clues.flat_map(each).collect()
}

/// The statuses of puzzles.
fn statuses<'a>(puzzles: impl Iterator<Item = &'a String>) -> Vec<String> {
    let puzzles: Vec<_> = puzzles.map(String::as_str).collect();
    let run = solve(lines(&puzzles), "--format csv --columns status --strategy locked/mrv");
    run.column(0)
}

/// The suspects are those that one finds by trying every digit in every clue.
#[test]
fn suspects_on_every_size() {
    for (puzzle, symbols) in [
        (".4.3.3........2.", "1234"),
        (&first("6x6")[0], "123456"),
        (EY1, "123456789"),
        (&first("16x16")[0], "123456789ABCDEFG"),
    ] {
        let misread = neighbors(&dotted(puzzle), symbols);
        let found = statuses(misread.iter().map(|it| &it.0));
        let mut misread = misread.iter().zip(found).filter(|(_, status)| status == "none");
        let ((misread, _), _) = misread.next().expect("a misread puzzle without a solution");
        let tried = neighbors(misread, symbols);
        let found = statuses(tried.iter().map(|it| &it.0)).into_iter();
        let unique = found.zip(&tried).filter(|(status, _)| status == "unique");
        let expected: Vec<_> = unique.map(|(_, (_, name))| name.as_str()).collect();
        let run = solve(misread, "--format csv --columns suspects");
        assert_eq!(run.rows()[1][0].split(' ').collect::<Vec<_>>(), expected, "{misread}");
        assert!(!expected.is_empty());
    }
}
