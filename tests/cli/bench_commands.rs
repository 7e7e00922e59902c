//! `bench --command`: solvers run as whole processes.

use crate::{
    run::{Folder, Run, json, validate},
    running::until,
    terminal::Terminal,
};
use serde_json::Value;
use std::process::Command;

const PUZZLES: &str = "1...4.....2....3\n.4.3.3........2.\n1.3...2..4......\n";

/// Measures commands on a set. `sudomill` in a command stands for the program.
fn bench(args: &str, commands: &[&str]) -> (Folder, Run) {
    let folder = Folder::with("set.txt", PUZZLES);
    let program = format!("'{}'", env!("CARGO_BIN_EXE_sudomill"));
    let commands: Vec<_> = commands.iter().map(|it| it.replace("sudomill", &program)).collect();
    let options = commands.iter().flat_map(|command| ["--command", command]);
    let args = format!("bench set.txt --rounds 2 --quiet {args}");
    let run = folder.run_with(&args, &options.collect::<Vec<_>>());
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
    run.is_silent(0);
    let run = folder.run("bench --from run.json");
    assert_eq!(run.out.matches("3 checked").count(), 3, "{}", run.out);
    run.shows(&["whole processes, from start to end"]);
    let benchmark = folder.json("run.json");
    validate(&benchmark, "bench").unwrap();
    assert_eq!(benchmark["settings"]["processes"], true);
    let measurements = benchmark["sets"][0]["measurements"].as_array().unwrap();
    let names: Vec<_> = measurements.iter().map(|m| m["strategy"].as_str().unwrap()).collect();
    assert_eq!(names, ["lanes", "mrv", "solver", "csv", "both"]);
    assert!(measurements.iter().all(|m| m["ratios"].as_array().unwrap().len() == 2));
    assert_eq!(measurements[1]["counters"]["clues"], 12);
    let right = folder.run("bench --from run.json --format csv").column(27);
    assert_eq!(right, ["", "", "3", "3", "3"]);
}

#[test]
fn answers_that_cannot_be_checked() {
    let (_, run) =
        bench("--strategy mrv", &["same=cat {input}", "words=wc {input}", "nothing=: {input}"]);
    run.is_silent(0);
    run.shows(&[
        "set.txt, same: not checked: found no full grid in its output\n",
        "set.txt, words: not checked: found 1 answer in its output; expected 3\n",
        "set.txt, nothing: not checked: ",
    ]);
    assert_eq!(run.out.matches("┆ not checked ").count(), 3, "{}", run.out);
}

#[test]
fn wrong_and_missing_answers() {
    let solve = "sudomill solve {input} --quiet --limit 1";
    let wrong = format!("wrong={solve} | sed '2s/^./1/;3s/^./3/'");
    let missing = format!("missing={solve} | sed '2s/.*//'");
    let (_, run) = bench("", &[&wrong, &missing]);
    run.exits(2).begins("sudomill: set.txt: command wrong: 2 wrong solutions; line 2: ");
    run.shows(&["1 checked, 2 wrong", "2 checked, 1 missing"]).is_one_line();
}

#[test]
fn failing_commands() {
    for (command, message) in [
        ("broken=echo reason >&2; exit 3 {input}", "command broken: exit status: 3: reason"),
        ("nowhere=no-such-solver {input}", "command nowhere: exit status: 127: "),
    ] {
        let (folder, run) = bench("-o table.txt", &[command]);
        run.prints(2, "").begins(&format!("sudomill: {message}"));
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
    run.exits(0);
    let run = folder.run("compare base.json base.json --format json");
    run.is_silent(0);
    let comparison: Value = json(&run.out);
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
    let pid = || std::fs::read_to_string(folder.path("pid")).unwrap_or_default();
    until("the command", || pid().ends_with('\n'));
    terminal.signal("INT");
    let is_running = || Command::new("sh").args(["-c", &format!("kill -0 {}", pid())]).status();
    until("the end of the command", || !is_running().unwrap().success());
    let (code, shown) = terminal.end();
    assert_eq!(code, Some(130), "{shown}");
    assert_eq!(folder.names(), ["pid", "set.txt"]);
}
