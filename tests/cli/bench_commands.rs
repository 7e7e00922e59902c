//! `bench --command`: solvers run as whole processes.

use crate::{
    run::{Folder, Run, TIMEOUT},
    terminal::Terminal,
};
use serde_json::Value;
use std::{
    process::Command,
    thread,
    time::{Duration, Instant},
};

const PUZZLES: &str = "1...4.....2....3\n.4.3.3........2.\n1.3...2..4......\n";

/// Measures commands on a set. `sudomill` in a command stands for the program.
fn bench(args: &str, commands: &[&str]) -> (Folder, Run) {
    let folder = Folder::with("set.txt", PUZZLES);
    let mut program = folder.command(&format!("bench set.txt --rounds 2 --quiet {args}"));
    for command in commands {
        let program_is = format!("'{}'", env!("CARGO_BIN_EXE_sudomill"));
        program.args(["--command", &command.replace("sudomill", &program_is)]);
    }
    let output = program.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    let run =
        Run { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) };
    (folder, run)
}

const SOLVE: &str = "solver=sudomill solve {input} --quiet --limit 1";

#[test]
fn answers_are_checked() {
    let (folder, run) = bench(
        "--format json -o run.json",
        &[
            SOLVE,
            "csv=sudomill solve {input} --quiet --limit 1 --format csv",
            "both=sudomill solve --limit 1 -q < {input} | paste -d' ' {input} -",
        ],
    );
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", run.out);
    let run = folder.run("bench --from run.json");
    assert_eq!(run.out.matches("3 checked").count(), 3, "{}", run.out);
    assert!(run.out.contains("whole processes, from start to end"), "{}", run.out);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/schema/bench.schema.json");
    let schema: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let schema = jsonschema::draft202012::new(&schema).unwrap();
    let benchmark: Value = serde_json::from_str(&folder.read("run.json")).unwrap();
    let errors: Vec<_> = schema.iter_errors(&benchmark).map(|e| e.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}");
    assert_eq!(benchmark["settings"]["processes"], true);
    let measurements = benchmark["sets"][0]["measurements"].as_array().unwrap();
    let names: Vec<_> = measurements.iter().map(|m| m["strategy"].as_str().unwrap()).collect();
    assert_eq!(names, ["lanes", "mrv", "solver", "csv", "both"]);
    assert!(measurements.iter().all(|m| m["ratios"].as_array().unwrap().len() == 2));
    assert_eq!(measurements[1]["counters"]["clues"], 12);
    let csv = folder.run("bench --from run.json --format csv").rows();
    let right: Vec<_> = csv.iter().map(|row| row[27].as_str()).collect();
    assert_eq!(right, ["right", "", "", "3", "3", "3"]);
}

#[test]
fn answers_that_cannot_be_checked() {
    let (_, run) =
        bench("--strategy mrv", &["same=cat {input}", "words=wc {input}", "nothing=: {input}"]);
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", run.out);
    for note in [
        "set.txt, same: not checked: found no full grid in its output\n",
        "set.txt, words: not checked: found 1 answer in its output; expected 3\n",
        "set.txt, nothing: not checked: ",
    ] {
        assert!(run.out.contains(note), "{}", run.out);
    }
    assert_eq!(run.out.matches("┆ not checked ").count(), 3, "{}", run.out);
}

#[test]
fn wrong_and_missing_answers() {
    let solve = "sudomill solve {input} --quiet --limit 1";
    let wrong = format!("wrong={solve} | sed '2s/^./1/;3s/^./3/'");
    let missing = format!("missing={solve} | sed '2s/.*//'");
    let (_, run) = bench("", &[&wrong, &missing]);
    assert_eq!(run.code, Some(2), "{run:?}");
    let expected = "sudomill: set.txt: command wrong: 2 wrong solutions; line 2: ";
    assert!(run.err.starts_with(expected) && run.err.lines().count() == 1, "{}", run.err);
    assert!(run.out.contains("1 checked, 2 wrong"), "{}", run.out);
    assert!(run.out.contains("2 checked, 1 missing"), "{}", run.out);
}

#[test]
fn failing_commands() {
    for (command, message) in [
        ("broken=echo reason >&2; exit 3 {input}", "command broken: exit status: 3: reason"),
        ("nowhere=no-such-solver {input}", "command nowhere: exit status: 127: "),
    ] {
        let (folder, run) = bench("-o table.txt", &[command]);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""));
        assert!(run.err.starts_with(&format!("sudomill: {message}")), "{}", run.err);
        assert_eq!(folder.names(), ["set.txt"]);
    }
}

#[test]
fn refusals() {
    for command in ["cat {input}", "=cat {input}", "cat=cat"] {
        bench("", &[command]).1.refuses_arguments(&["--command", "{input} in LINE"]);
    }
    bench("", &["mrv=cat {input}"]).1.refuses("mrv is named twice");
    bench("", &["a=cat {input}", "a=tac {input}"]).1.refuses("a is named twice");
    bench("--end-to-end", &[SOLVE]).1.refuses_arguments(&["--end-to-end"]);
}

#[test]
fn compared() {
    let (folder, run) = bench("--format json -o base.json", &[SOLVE]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let run = folder.run("compare base.json base.json --format json");
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{}", run.out);
    let comparison: Value = serde_json::from_str(&run.out).unwrap();
    let figures = comparison["figures"].as_array().unwrap();
    let of_command: Vec<_> = figures.iter().filter(|it| it["strategy"] == "solver").collect();
    assert_eq!((of_command.len(), &of_command[0]["figure"]), (1, &"ratio".into()));
}

#[test]
fn interrupted_command_is_ended() {
    let folder = Folder::with("set.txt", PUZZLES);
    let mut command = folder.command("bench set.txt --progress always");
    command.args(["--command", "asleep=echo $$ > pid; exec sleep 1000 # {input}"]);
    let terminal = Terminal::start(command, (50, 100));
    let until = |is_so: &dyn Fn() -> bool| {
        let begun = Instant::now();
        while !is_so() {
            assert!(begun.elapsed() < TIMEOUT, "it never came:\n{}", terminal.shown());
            thread::sleep(Duration::from_millis(5));
        }
    };
    let pid = || std::fs::read_to_string(folder.path("pid")).unwrap_or_default();
    until(&|| pid().ends_with('\n'));
    terminal.signal("INT");
    let is_running = || Command::new("sh").args(["-c", &format!("kill -0 {}", pid())]).status();
    until(&|| !is_running().unwrap().success());
    let (code, shown) = terminal.end();
    assert_eq!(code, Some(130), "{shown}");
    assert_eq!(folder.names(), ["pid", "set.txt"]);
}
