//! The outputs of `bench`: formats, earlier runs, the width of the table, and what an interrupted
//! run keeps.

use crate::{bench::QUICK, run::Folder};
use std::fs;

fn with_set() -> Folder {
    Folder::with("set.txt", "1...4.....2....3\n..............1.\n.4.3.3........2.\n")
}

fn widest(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap()
}

#[test]
fn earlier_run() {
    let folder = with_set();
    folder.run(&format!("bench set.txt {QUICK} --format json -o run.json")).is_silent(0);
    assert_eq!(folder.names(), ["run.json", "set.txt"]);
    let benchmark = folder.json("run.json");
    assert_eq!(benchmark["sets"][0]["measurements"][1]["strategy"], "mrv");
    assert_eq!(benchmark.get("interrupted"), None);
    let table = folder.run("bench --from run.json").out;
    assert!(table.starts_with('┌'), "{table}");
    assert_eq!(folder.run("bench --from run.json --format csv").rows().len(), 3);
    assert!(folder.run("bench --from run.json --format markdown").out.starts_with("| set "));
    folder.run("bench --from run.json --format json").gives(&folder.read("run.json"));
    folder.feed(folder.read("run.json"), "bench --from -").gives(&table);
}

#[test]
fn refusals() {
    let folder = with_set().and("run.json", "{}");
    let set = folder.read("set.txt");
    for arguments in
        ["set.txt", "--rounds 3", "--strategy mrv", "--limit 1", "--column 2", "--no-header"]
    {
        let run = folder.run(&format!("bench --from run.json {arguments}"));
        run.refuses_arguments(&["cannot be used with", "--from <RUN.json>"]);
    }
    let of_system = fs::write(folder.path("nowhere/run.json"), "").unwrap_err();
    let no_folder = format!("nowhere/run.json: cannot create: {of_system}");
    for (args, line) in [
        (
            "--from run.json",
            "run.json:1:2: missing field `version`; expected the JSON of `sudomill bench`",
        ),
        ("set.txt -o set.txt", "set.txt: is the set and the output; choose another file"),
        (
            "--from run.json -o run.json",
            "run.json: is the earlier run and the output; choose another file",
        ),
        ("set.txt --format json -o nowhere/run.json", &no_folder),
    ] {
        folder.run(&format!("bench {args}")).refuses(line);
        assert_eq!(folder.names(), ["run.json", "set.txt"]);
        assert_eq!(folder.read("set.txt"), set);
    }
    folder.run("bench").refuses_arguments(&["<FILE>..."]);
}

#[test]
fn fits_80_columns() {
    let run = with_set().run(&format!("bench set.txt {QUICK}"));
    assert!(widest(&run.out) <= 80, "{}", run.out);
    let heads = run.out.lines().nth(1).unwrap();
    assert!(heads.contains("puzzles/s") && !heads.contains("p90"), "{heads}");
    // How many columns fit depends on the times.
    let spread = "±: half the difference between the fastest and the slowest";
    run.shows(&["not shown: mean, p90, ", "max, no guess, outcomes; ", spread]);
}

#[cfg(unix)]
mod on_terminal {
    use super::*;
    use crate::terminal::Terminal;

    #[test]
    fn as_wide_as_terminal() {
        let folder = with_set();
        folder.run(&format!("bench set.txt {QUICK} --format json -o run.json"));
        let shown = |columns| {
            let command = folder.command("bench --from run.json");
            let (code, shown) = Terminal::start(command, (50, columns)).end();
            assert_eq!(code, Some(0), "{shown}");
            assert!(widest(&shown) <= columns.into(), "{shown}");
            shown
        };
        let wide = shown(200);
        assert!(wide.contains("no guess") && !wide.contains("not shown"), "{wide}");
        assert!(shown(60).contains("not shown: "));
    }

    /// Interrupts a run when it shows these words, and returns all that it showed.
    fn interrupted(folder: &Folder, args: &str, words: &str) -> String {
        let terminal = Terminal::start(folder.command(args), (50, 100));
        terminal.shows(words);
        terminal.signal("INT");
        let (code, shown) = terminal.end();
        assert_eq!(code, Some(130), "{shown}");
        shown
    }

    #[test]
    fn interrupted_run_keeps_rounds() {
        let folder = with_set();
        let args = "bench set.txt --rounds 9990 --seconds 1 --progress always \
                    --format json -o a.json";
        let shown = interrupted(&folder, args, "0 of 9990");
        assert!(shown.contains("interrupted; the results are those of the finished"), "{shown}");
        assert_eq!(folder.names(), ["a.json", "set.txt"]);
        let table = folder.run("bench --from a.json").out;
        assert!(table.contains("interrupted: unfinished rounds and sets are left out"), "{table}");
        let benchmark = folder.json("a.json");
        assert_eq!(benchmark["interrupted"], true);
        let measurements = benchmark["sets"][0]["measurements"].as_array().unwrap();
        let count = |list: &serde_json::Value| list.as_array().unwrap().len();
        let counts = |m: &serde_json::Value| (count(&m["rate"]["rounds"]), count(&m["ratios"]));
        let rounds: Vec<_> = measurements.iter().map(counts).collect();
        assert!(rounds.len() == 2 && rounds[0].0 >= 1 && rounds[0].0 < 9990, "{rounds:?}");
        assert!(rounds.iter().all(|counts| *counts == (rounds[0].0, rounds[0].0)), "{rounds:?}");
    }

    #[test]
    fn interrupted_before_a_round() {
        let slow = format!("{}\n", "0".repeat(81)).repeat(50);
        let folder = Folder::with("slow.txt", slow);
        let args = "bench slow.txt --strategy backtracking-descending --limit 1000000000 \
                    --max-guesses 100000000000 --sample 50 --progress always -o a.txt";
        let shown = interrupted(&folder, args, "every solution checked");
        let message = "interrupted before a round was finished; nothing is written";
        assert!(shown.contains(message), "{shown}");
        assert_eq!(folder.names(), ["slow.txt"]);
    }
}
