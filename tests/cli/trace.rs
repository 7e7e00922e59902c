//! A search, step by step.

use crate::{packed::gzip, puzzles::*, run::Folder};
use serde_json::{Value, json};

fn royle(args: &str) -> String {
    let run = Folder::new().run(&format!("trace {ROYLE} --strategy moler {args}"));
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{args}");
    run.out
}

fn records(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns the digits and marks in the first column of a picture, from top to bottom.
fn first_column(picture: &str) -> String {
    let cells = picture_rows(picture).filter_map(|line| line.strip_prefix("┃   "));
    cells.filter(|line| !line.starts_with(' ')).map(|line| &line[..2]).collect()
}

#[test]
fn moler_step_22() {
    let out = royle("--at 22 --format text");
    assert_eq!(out, include_str!("pictures/royle_22.txt"));
    assert_eq!(first_column(&out), "1g6c3g7g8c2g5g4c9i");
    // Not one step earlier: there, the 9 is the next single.
    let before = royle("--at 21");
    assert!(before.contains("28 of 81 cells filled"), "{before}");
    assert!(before.contains("┃     9s│"), "{before}");
}

#[test]
fn moler_guesses_at_r1c1() {
    for (step, shown, digit) in [(3_114, "3,114", 5), (8_172, "8,172", 7), (19_229, "19,229", 9)] {
        let out = royle(&format!("--at {step}"));
        let title = format!("moler, step {shown}: guess: {digit} in r1c1\n");
        assert!(out.starts_with(&title), "{out}");
        assert!(out.contains("\n22 of 81 cells filled, 1 guess stands\n"), "{out}");
        let before = royle(&format!("--at {}", step - 1));
        assert!(before.contains("\n21 of 81 cells filled, 0 guesses stand\n"), "{before}");
    }
}

#[test]
fn moler_step_14781() {
    let out = royle("--at 14781 --format text");
    assert_eq!(out, include_str!("pictures/royle_14781.txt"));
    assert!(out.contains("73 of 81 cells filled"), "{out}");
    let reason = "Row 1 and column 9 hold 1-9, so nothing is left for r1c9.";
    assert!(out.contains(reason), "{out}");
    assert_eq!(out.lines().filter(|line| line.contains("│   ×   ┃")).count(), 1);
}

#[test]
fn moler_last_step() {
    let out = royle("--at 19422");
    assert!(out.starts_with("moler, step 19,422: naked single: 9 in r9c9; solution\n"), "{out}");
    assert!(out.contains("81 of 81 cells filled"), "{out}");
    let digits: String =
        picture_rows(&out).flat_map(str::chars).filter(char::is_ascii_digit).collect();
    assert_eq!(digits, ROYLE_SOLVED);
    assert!(royle("--at 19421").contains("80 of 81 cells filled"));

    let run = Folder::new().run(&format!("trace {ROYLE} --strategy moler --at 19423"));
    run.refuses("found --at 19423; the search ends before, with step 19422");
}

#[test]
fn electroyou_passes() {
    let run = Folder::new().run(&format!("trace {EY1} --strategy electroyou"));
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let guesses: Vec<_> = run.out.lines().filter(|line| line.contains("guess: ")).collect();
    assert_eq!(guesses.len(), 2, "{}", run.out);
    assert!(guesses[0].contains("in r1c1") && guesses[0].ends_with("passes 14"), "{}", guesses[0]);
    assert!(guesses[1].contains("in r4c5") && guesses[1].ends_with("passes 19"), "{}", guesses[1]);
    assert!(guesses[1].contains("  calls 2, "), "{}", guesses[1]);
    let end = "solved, step 53\n\
               counters: clues 28, guesses 2, backtracks 0, values entered 53, calls 2, passes 53\n";
    assert!(run.out.ends_with(end), "{}", run.out);
}

#[test]
fn electroyou_unfinished_grid() {
    let run = Folder::new().run(&format!("trace {EY1} --strategy electroyou --max-passes 18"));
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""));
    assert!(run.out.contains("\n46 of 81 cells filled, 1 guess stands\n"), "{}", run.out);
    let end = "given up, 0 solutions found, step 18\n\
               counters: clues 28, guesses 1, backtracks 0, values entered 18, calls 1, passes 19\n";
    assert!(run.out.ends_with(end), "{}", run.out);
    let at_end = "--strategy electroyou --max-passes 18 --at 18";
    let at_end = Folder::new().run(&format!("trace {EY1} {at_end}"));
    assert!(run.out.ends_with(&at_end.out), "{}", at_end.out);
}

#[test]
fn full_grid_is_ill_posed() {
    let run = Folder::new().run(&format!("trace {EY1_SOLVED} --strategy backtracking-descending"));
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""));
    assert!(run.out.contains("\nill-posed: the grid is full, step 0\n"), "{}", run.out);
}

#[test]
fn long_list_is_cut() {
    let out = royle("");
    assert!(out.lines().count() < 130, "{}", out.lines().count());
    // 12,095 singletons, 2,933 guesses, 2,922 of them undone, one contradiction per undone guess
    // except where all values of a cell are exhausted, and the solution.
    let all = records(&royle("--format jsonl"));
    let events = all.iter().filter(|record| !["clue", "end"].contains(&name(record))).count();
    let line = format!("... and {} events not listed: --from, --to", thousands(events - 100));
    assert!(out.contains(&line), "{line} is not in:\n{out}");
    assert!(out.contains("\nsolved, step 19,422\ncounters: clues 21, guesses 2,933, "), "{out}");
}

fn thousands(number: usize) -> String {
    format!("{},{:03}", number / 1000, number % 1000)
}

fn name(record: &Value) -> &str {
    record["event"].as_str().unwrap()
}

#[test]
fn jsonl_events() {
    let all = records(&royle("--format jsonl"));
    let count = |event| all.iter().filter(|record| name(record) == event).count();
    let counts = ["clue", "naked-single", "guess", "undo", "solution", "end"].map(count);
    assert_eq!(counts, [21, 12_095, 2_933, 2_922, 1, 1]);
    assert!(all.is_sorted_by_key(|record| record["step"].as_u64().unwrap_or(u64::MAX)));

    let guess = all
        .iter()
        .find(|record| name(record) == "guess" && record["digit"] == 5 && record["cell"] == "r1c1")
        .unwrap();
    assert_eq!((&guess["step"], &guess["depth"]), (&3_114.into(), &1.into()));
    assert_eq!((&guess["row"], &guess["column"]), (&1.into(), &1.into()));
    assert_eq!(guess["counters"]["refreshes"], 6_228);

    let dead =
        all.iter().find(|record| record["step"] == 14_781 && name(record) == "contradiction");
    let dead = dead.unwrap();
    assert_eq!((&dead["reason"], &dead["cell"]), (&"no-candidate".into(), &"r1c9".into()));
    let end = all.last().unwrap();
    assert_eq!((&end["status"], &end["steps"]), (&"solved".into(), &19_422.into()));
    let values: String = end["values"].as_array().unwrap().iter().map(Value::to_string).collect();
    assert_eq!(values, ROYLE_SOLVED);
}

#[test]
fn every_strategy() {
    let folder = Folder::new();
    for strategy in [
        "mrv",
        "locked/mrv+degree",
        "restarts",
        "electroyou",
        "moler",
        "backtracking",
        "backtracking-descending",
        "naked/random:3/descending",
    ] {
        for (puzzle, code) in [(EY1, 0), (NO_SOLUTION, 1)] {
            let args = "--format jsonl --max-guesses 23000";
            let run = folder.run(&format!("trace {puzzle} --strategy {strategy} {args}"));
            assert_eq!((run.code, run.err.as_str()), (Some(code), ""), "{strategy}");
            let all = records(&run.out);
            assert!(all.len() > 9, "{strategy}");
            assert_eq!(all.iter().filter(|r| name(r) == "solution").count(), 1 - code as usize);
            let guesses = all.iter().filter(|r| name(r) == "guess").count();
            assert_eq!(all.last().unwrap()["counters"]["guesses"], guesses, "{strategy}");
        }
    }
    let run = folder.run(&format!("trace {DIAG} --strategy generate-and-test --max-fillings 9"));
    assert_eq!(run.code, Some(1));
    assert!(run.out.contains("the full grid breaks a rule"), "{}", run.out);
    assert!(run.out.contains("given up, 0 solutions found"), "{}", run.out);
}

#[test]
fn lanes_shows_sweeps() {
    let folder = Folder::new();
    let run = folder.run(&format!("trace {EY1} --strategy lanes"));
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let list = run.out.split_once("\n\n").unwrap().0;
    let sweeps: Vec<_> = list.lines().map(|line| line[8..60].trim()).collect();
    assert_eq!(sweeps.len(), 7, "{list}");
    assert_eq!(sweeps[0], "sweep: 318 candidates removed, 9 cells filled");
    assert_eq!(sweeps[6], "solution");
    assert!(run.out.contains("┃ 2i 1c 3c ┃ 4i 8c 5c ┃ 7i 9i 6c ┃"), "{}", run.out);
    assert!(run.out.ends_with("guesses 0, backtracks 0, sweeps 6, contradictions 0\n"));
    // Before the first sweep, every open cell has nine candidates; after it, box 3 has one 1.
    let jsonl = |at: &str| {
        let run = folder.run(&format!("trace {EY1} --strategy lanes --format jsonl {at}"));
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<Value>>()
    };
    let all = jsonl("");
    let [first, end] = [&all[28], all.last().unwrap()];
    assert_eq!((&first["event"], &first["step"]), (&json!("sweep"), &json!(1)));
    let filled = first["values"].as_array().unwrap().iter().filter(|value| **value != 0).count();
    assert_eq!(filled, 28 + 9);
    assert_eq!(end["steps"], 6);
}

#[test]
fn from_and_to() {
    let folder = Folder::new();
    let run = folder.run(&format!("trace {EY1} --strategy electroyou --from 13 --to 15"));
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let (list, grid) = run.out.split_once("\n\n").unwrap();
    let events: Vec<_> = list.lines().map(|line| line[..44].trim()).collect();
    let expected =
        ["13  naked single: 3 in r8c6", "14    guess: 2 in r1c1", "15    naked single: 7 in r1c7"];
    assert_eq!(events, expected);
    assert!(grid.starts_with("electroyou, step 15: "), "{grid}");
    assert!(!grid.contains("solved"), "{grid}");
    let run = folder.run(&format!("trace {EY1} --from 9 --to 3"));
    run.refuses("found --from 9 after --to 3; expected --from before --to");
    let run = folder.run(&format!("trace {EY1} --from 900"));
    run.refuses("found --from 900; expected at most 53: the search ends there");
    folder.run(&format!("trace {EY1} --at 3 --delay 1")).refuses_arguments(&["--at", "--delay"]);
}

#[test]
fn delay_off_terminal() {
    let run = Folder::new().run(&format!("trace {DIAG} --strategy moler --delay 0"));
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    assert!(!run.out.contains('\x1b'));
    let titles: Vec<_> = run.out.lines().filter(|line| line.starts_with("moler, step ")).collect();
    assert_eq!(titles[0], "moler, step 0: the clues");
    // One guess and eleven singletons.
    assert_eq!(titles.iter().filter(|title| title.contains("naked single")).count(), 11);
    assert!(run.out.contains("s│") && run.out.contains("solved, step "), "{}", run.out);
}

#[test]
fn gives_up() {
    let run = Folder::new().run(&format!("trace {ROYLE} --strategy backtracking --max-guesses 50"));
    assert_eq!((run.code, run.err.as_str()), (Some(1), ""));
    assert!(run.out.contains("given up, 0 solutions found, step "), "{}", run.out);
    let run = Folder::new().run(&format!("trace {DIAG} --limit 5"));
    assert_eq!(run.code, Some(0));
    assert!(run.out.contains("2 solutions, step "), "{}", run.out);
    let run = Folder::new().run(&format!("trace {NO_SMALL}"));
    assert_eq!(run.code, Some(1));
    assert!(run.out.contains("no solution, step "), "{}", run.out);
}

#[test]
#[cfg_attr(windows, ignore = "compares a message of the system")]
fn puzzle_argument() {
    let content = format!("quizzes\n{EY1}\n\n# no\n{ROYLE}\nZ{}\n", &EY1[1..]);
    let folder = Folder::with("puzzles.txt", &content).and("packed.gz", gzip(&content));
    let folder = folder.and("sizes.txt", lines(&[EY1, DIAG])).and("sizes.txt:1", lines(&[ROYLE]));
    let clues = |argument: &str| {
        let run = folder.run(&format!("trace {argument} --at 0 --format jsonl"));
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{argument}");
        run.out.lines().count()
    };
    for (argument, expected) in [
        ("puzzles.txt", 28),
        ("puzzles.txt:2", 28),
        ("puzzles.txt:5", 21),
        ("./puzzles.txt:5", 21),
        ("packed.gz", 28),
        ("packed.gz:5", 21),
        ("sizes.txt:2", 4),
        ("sizes.txt:1", 21),
        (ROYLE, 21),
        (DIAG, 4),
    ] {
        assert_eq!(clues(argument), expected, "{argument}");
    }
    assert_eq!(folder.feed(content, "trace - --at 0 --format jsonl").out.lines().count(), 28);

    for (argument, line) in [
        ("puzzles.txt:1", "puzzles.txt:1: found a header; expected a puzzle"),
        ("puzzles.txt:3", "puzzles.txt:3: found a blank line; expected a puzzle"),
        ("puzzles.txt:4", "puzzles.txt:4: found a comment; expected a puzzle"),
        ("puzzles.txt:6", "puzzles.txt:6:1: found 'Z'; expected 1-9 or one of . 0 - _ * ? x X"),
        ("puzzles.txt:0", "puzzles.txt:0: found line 0; expected 1 or more"),
        (
            "puzzles.txt:7",
            "puzzles.txt:7: found the end of the file after line 6; expected a puzzle",
        ),
        (
            "nowhere.txt",
            "nowhere.txt: cannot open: No such file or directory (os error 2); not a puzzle \
             either: 1:1: found 'n'; expected 1-9 or one of . 0 - _ * ? x X",
        ),
    ] {
        for command in ["trace", "candidates"] {
            folder.run(&format!("{command} {argument}")).refuses(line);
        }
    }
}

#[test]
#[cfg_attr(windows, ignore = "needs names that Windows lacks")]
fn file_of_same_name_wins() {
    let folder = Folder::with(DIAG, lines(&[EY1])).and("a:1", lines(&[ROYLE]));
    let clues = |argument: &str| {
        folder.run(&format!("trace {argument} --at 0 --format jsonl")).out.lines().count()
    };
    assert_eq!((clues(DIAG), clues("a:1")), (28, 21));
}

#[test]
fn svg() {
    let folder = Folder::with("puzzles.txt", lines(&[ROYLE]));
    let args = "trace puzzles.txt --strategy moler --at 21 --svg";
    let run = folder.run(&format!("{args} grid.svg"));
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""));
    let svg = folder.read("grid.svg");
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox="), "{svg}");
    assert!(svg.contains("<title id=\"title\">moler, step 21: guess: 5 in r7c1. r7c1 can be 5 or 9; the lower, 5, is tried.</title>"), "{svg}");
    let counts = ["clue", "guess", "implied", "single", "number"]
        .map(|class| svg.matches(&format!("<text class=\"{class}\"")).count());
    assert_eq!(counts, [21, 5, 2, 2, 18]);
    assert!(svg.contains(">moler, step 21: guess: 5 in r7c1. r7c1 can be "), "{svg}");
    let drawn = ["<rect class=\"chosen\"", "<text class=\"removed\""];
    let drawn = drawn.map(|tag| svg.matches(tag).count());
    assert_eq!(drawn, [1, 9], "the cell of the guess, and the 5s that it removes");
    // The legend explains what is drawn, and nothing else.
    assert!(svg.contains("■</tspan> step<tspan"), "{svg}");
    assert!(svg.contains(">removed</tspan>"), "{svg}");
    assert!(!svg.contains("■</tspan> reason"), "{svg}");
    let single = folder.run("trace puzzles.txt --strategy moler --at 22 --svg -").out;
    assert!(single.contains("■</tspan> step<tspan"), "{single}");
    assert!(single.contains("■</tspan> reason<tspan"), "{single}");
    assert_eq!(single.matches("<rect class=\"unit\"").count(), 8, "column 1 without r9c1");
    // Only the picture is on standard output.
    folder.run(&format!("{args} -")).gives(&svg);
    let line = "puzzles.txt: is the puzzle and the picture; choose another file";
    folder.run(&format!("{args} puzzles.txt")).refuses(line);
}

/// The guess of Moler's Figure 9, without the candidates that it leaves.
#[test]
fn step_without_candidates() {
    let folder = Folder::new();
    let at = "--strategy moler --at 2 --no-candidates";
    let run = folder.run(&format!("trace {DIAG} {at} --svg step.svg"));
    let grid: Vec<_> = picture_rows(&run.out).collect();
    assert_eq!(grid[1], "┃ 3g 2c ┃ .  .  ┃", "{}", run.out);
    assert_eq!((grid.len(), run.out.contains("c clue   g guess\n")), (4, true), "{}", run.out);
    let svg = folder.read("step.svg");
    let drawn = ["<rect class=\"chosen\"", "<text class=\"candidate\"", ">removed<"];
    assert_eq!(drawn.map(|tag| svg.matches(tag).count()), [1, 0, 0], "{svg}");
    let film = folder.run(&format!("trace {DIAG} --no-candidates --delay 0 --color never"));
    assert!(!film.out.contains('┯'), "{}", film.out);
}

/// Steps by number and by counter, one after the other, and side by side in a picture.
#[test]
fn several_steps() {
    let folder = Folder::new();
    let titles = |args: &str| {
        let run = folder.run(&format!("trace {args}"));
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{args}");
        let titles = run.out.lines().filter(|line| line.contains(", step ")).map(str::to_owned);
        titles.collect::<Vec<_>>()
    };
    let steps = [
        "moler, step 1: nothing changes",
        "moler, step 2: guess: 3 in r2c1",
        "moler, step 5: naked single: 4 in r1c2",
    ];
    assert_eq!(titles(&format!("{DIAG} --strategy moler --at 1,2,5 --svg steps.svg")), steps);
    let svg = folder.read("steps.svg");
    assert_eq!(svg.matches("<g transform=").count(), 3);
    steps.iter().for_each(|step| assert!(svg.contains(&step[..20]), "{step}"));
    let electroyou = format!("{EY1} --strategy electroyou");
    let forced = "electroyou, step 19: guess: 1 in r4c5";
    for at in ["19", "pass:19", "passes:19", "guess:2", "guesses:2"] {
        assert_eq!(titles(&format!("{electroyou} --at {at}")), [forced], "{at}");
    }
    let first = "electroyou, step 14: guess: 2 in r1c1";
    assert_eq!(titles(&format!("{electroyou} --at guess:2,guess:1")), [first, forced]);
    for (at, line) in [
        ("guess:3", "found --at guess:3; the search ends before, with step 53"),
        ("2,99", "found --at 99; the search ends before, with step 53"),
        (
            "gues:1",
            "found --at gues:1; the counters are clues, guesses, backtracks, steps, calls, passes",
        ),
    ] {
        folder.run(&format!("trace {electroyou} --at {at}")).refuses(line);
    }
    let wrong = folder.run(&format!("trace {electroyou} --at 1,x"));
    wrong.refuses_arguments(&["found 'x'; expected the number of a step"]);
}

/// Returns the commands of a document with their outputs.
fn console_blocks(document: &str) -> Vec<(&str, &str)> {
    let blocks = document.split("```console\n$ sudomill ").skip(1);
    blocks
        .map(|block| {
            let (args, rest) = block.split_once('\n').unwrap();
            (args, rest.split_once("```").unwrap().0)
        })
        .collect()
}

#[test]
fn document_is_current() {
    let blocks = console_blocks(include_str!("../../docs/trace.md"));
    assert_eq!(blocks.len(), 5);
    for (args, out) in blocks {
        assert_eq!(Folder::new().run(args).out, out, "{args}");
    }
}

#[cfg(unix)]
mod on_a_terminal {
    use super::*;
    use crate::terminal::{Terminal, on_terminal};

    #[test]
    fn colours() {
        let folder = Folder::new();
        let args = format!("trace {ROYLE} --strategy moler --at 21");
        let (code, shown) = on_terminal(&folder, &args);
        assert_eq!(code, Some(0));
        for (colour, digit) in [("1;94", 6), ("1;36", 3), ("32", 9), ("1;31", 9)] {
            let coloured = format!("\x1b[{colour}m{digit}\x1b[0m");
            assert!(shown.contains(&coloured), "{coloured:?} is not in:\n{shown}");
        }
        let mut command = folder.command(&args);
        command.env("NO_COLOR", "1");
        let (_, plain) = Terminal::start(command, (50, 100)).end();
        assert_eq!(plain, folder.run(&args).out);
        assert_eq!(on_terminal(&folder, &format!("{args} --color never")).1, plain);
        let always = folder.run(&format!("{args} --color always")).out;
        assert!(always.contains("\x1b[1;94m6\x1b[0m"), "{always}");
    }

    #[test]
    fn delay_restores_cursor() {
        let args = format!("trace {DIAG} --strategy moler --delay 1");
        let (code, shown) = on_terminal(&Folder::new(), &args);
        assert_eq!(code, Some(0));
        let (hidden, back) = (shown.find("\x1b[?25l").unwrap(), shown.rfind("\x1b[?25h").unwrap());
        assert!(hidden < back && shown.matches("\x1b[?25h").count() == 1, "{shown:?}");
        // The title, the reason, the filled cells, 14 lines of 4×4 with candidates, the legend.
        let frames = shown.matches("\x1b[18A\r").count();
        assert_eq!(frames + 1, shown.matches("moler, step ").count(), "{shown}");
    }

    #[test]
    fn delay_on_low_terminal() {
        let args = format!("trace {DIAG} --strategy moler --delay 1");
        let (_, shown) = Terminal::start(Folder::new().command(&args), (13, 80)).end();
        assert!(shown.contains("\x1b[12A\r") && !shown.contains('┼'), "{shown}");
    }

    #[test]
    fn interrupt_restores_cursor() {
        let args = format!("trace {ROYLE} --strategy moler --delay 60000");
        let running = Terminal::start(Folder::new().command(&args), (50, 100));
        running.shows("clue");
        running.signal("INT");
        let (code, shown) = running.end();
        assert_eq!(code, Some(130), "{shown}");
        assert!(shown.contains("\x1b[?25l") && shown.contains("\x1b[?25h"), "{shown:?}");
    }

    #[test]
    fn interrupt_endless_search() {
        let args = format!("trace {SLOW} --strategy backtracking");
        let running = Terminal::start(Folder::new().command(&args), (50, 100));
        running.shows("guess: ");
        running.signal("INT");
        assert_eq!(running.end().0, Some(130));
    }
}
