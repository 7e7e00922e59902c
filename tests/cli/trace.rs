//! A search, step by step.

use crate::{
    packed::gzip,
    puzzles::*,
    run::{Folder, Run},
};
use serde_json::Value;
use sudomill::solver::registry::STRATEGIES;

#[track_caller]
fn trace(args: &str) -> Run {
    Folder::new().run(&format!("trace {args}"))
}

#[track_caller]
fn royle(args: &str) -> Run {
    trace(&format!("{ROYLE} --strategy moler {args}"))
}

fn name(record: &Value) -> &str {
    record["event"].as_str().unwrap()
}

/// The picture of Moler's Figure 12, and the last steps. The document shows that of Figure 11, and
/// other tests check the figures of the article.
#[test]
fn steps_of_moler() {
    royle("--at 14781 --format text").gives(include_str!("pictures/royle_14781.txt"));
    let run = royle("--at 19422");
    let title = "moler, step 19,422: naked single: 9 in r9c9; solution\n";
    run.is_silent(0).shows(&[title, "81 of 81 cells filled"]);
    let digits = picture_rows(&run.out).flat_map(str::chars).filter(char::is_ascii_digit);
    assert_eq!(digits.collect::<String>(), ROYLE_SOLVED);
    royle("--at 19421").is_silent(0).shows(&["80 of 81 cells filled"]);
}

/// All events as JSON, and the list of them, which is cut.
#[test]
fn events() {
    let all = royle("--format jsonl").is_silent(0).values();
    let count = |event| all.iter().filter(|record| name(record) == event).count();
    let counts = ["clue", "naked-single", "guess", "undo", "solution", "end"].map(count);
    assert_eq!(counts, [21, 12_095, 2_933, 2_922, 1, 1]);
    let list = royle("");
    assert!(list.out.lines().count() < 130, "{}", list.out.lines().count());
    let left = all.len() - count("clue") - count("end") - 100;
    let left = format!("{},{:03} events", left / 1000, left % 1000);
    let end = "\nsolved, step 19,422\ncounters: clues 21, guesses 2,933, ";
    list.is_silent(0).shows(&[&format!("... and {left} not listed: --from, --to"), end]);
    assert!(all.is_sorted_by_key(|record| record["step"].as_u64().unwrap_or(u64::MAX)));
    let find = |event, field, value: Value| {
        all.iter().find(|it| name(it) == event && it[field] == value).unwrap()
    };
    let guess = find("guess", "step", 3_114.into());
    let found = ["row", "column", "digit", "depth"].map(|field| guess[field].clone());
    assert_eq!((&guess["cell"], found), (&"r1c1".into(), [1, 1, 5, 1].map(Value::from)));
    assert_eq!(guess["counters"]["refreshes"], 6_228);
    let dead = find("contradiction", "step", 14_781.into());
    assert_eq!((&dead["reason"], &dead["cell"]), (&"no-candidate".into(), &"r1c9".into()));
    let end = all.last().unwrap();
    assert_eq!((&end["status"], &end["steps"]), (&"solved".into(), &19_422.into()));
    let values: String = end["values"].as_array().unwrap().iter().map(Value::to_string).collect();
    assert_eq!(values, ROYLE_SOLVED);
}

#[test]
fn every_strategy() {
    let easy = format!("{}{}", &EY1_SOLVED[..54], &EY1[54..]);
    let args = "--format jsonl --max-guesses 900";
    let no_steps = ["lanes", "region-lanes", "generate-and-test"];
    let all = STRATEGIES.iter().map(|it| it.part.name).filter(|name| !no_steps.contains(name));
    for strategy in all.chain(["locked/mrv+degree", "naked/random:3/descending"]) {
        // With three rows to fill, also a naive search is short.
        for (puzzle, code) in [(easy.as_str(), 0), (NO_SOLUTION, 1)] {
            let run = trace(&format!("{puzzle} --strategy {strategy} {args}"));
            run.is_silent(code);
            let all = run.values();
            let count = |event| all.iter().filter(|record| name(record) == event).count();
            assert!(all.len() > 9 && count("solution") == 1 - code as usize, "{strategy}");
            assert_eq!(all.last().unwrap()["counters"]["guesses"], count("guess"), "{strategy}");
        }
    }
}

#[test]
fn ends() {
    let ill_posed = "--strategy backtracking-descending";
    let given_up = "given up, 0 solutions found, step ";
    for (puzzle, args, code, words) in [
        (DIAG, "--strategy generate-and-test --max-fillings 9", 1, "the full grid breaks a rule"),
        (DIAG, "--strategy generate-and-test --max-fillings 9", 1, given_up),
        (ROYLE, "--strategy backtracking --max-guesses 50", 1, given_up),
        (DIAG, "--limit 5", 0, "2 solutions, step "),
        (NO_SMALL, "", 1, "no solution, step "),
        (EY1_SOLVED, ill_posed, 1, "\nill-posed: the grid is full, step 0\n"),
    ] {
        trace(&format!("{puzzle} {args}")).is_silent(code).shows(&[words]);
    }
    // The unfinished grid and its counters are those of the last step.
    let unfinished = format!("{EY1} --strategy electroyou --max-passes 18");
    let (run, at_end) = (trace(&unfinished), trace(&format!("{unfinished} --at 18")));
    run.is_silent(1).shows(&["\n46 of 81 cells filled, 1 guess stands\n"]);
    assert!(run.out.ends_with(&at_end.out) && at_end.out.ends_with("passes 19\n"), "{}", run.out);
}

#[test]
fn lanes_shows_sweeps() {
    let run = trace(&format!("{EY1} --strategy lanes"));
    let list = run.is_silent(0).out.split_once("\n\n").unwrap().0;
    let sweeps: Vec<_> = list.lines().map(|line| line[8..60].trim()).collect();
    assert_eq!(sweeps.len(), 7, "{list}");
    assert_eq!(sweeps[0], "sweep: 318 candidates removed, 9 cells filled");
    assert_eq!(sweeps[6], "solution");
    run.shows(&["┃ 2i 1c 3c ┃ 4i 8c 5c ┃ 7i 9i 6c ┃"]);
    assert!(run.out.ends_with("guesses 0, backtracks 0, sweeps 6, contradictions 0\n"));
    let all = trace(&format!("{EY1} --strategy lanes --format jsonl")).values();
    let [first, end] = [&all[28], all.last().unwrap()];
    assert_eq!((name(first), &first["step"]), ("sweep", &1.into()));
    let filled = first["values"].as_array().unwrap().iter().filter(|value| **value != 0).count();
    assert_eq!((filled, &end["steps"]), (28 + 9, &6.into()));
}

#[test]
fn steps_that_do_not_exist() {
    let electroyou = format!("{EY1} --strategy electroyou");
    let end = "the search ends before, with step 53";
    let counters = "the counters are clues, guesses, backtracks, steps, calls, passes";
    for (args, line) in [
        ("--from 9 --to 3", "found --from 9 after --to 3; expected --from before --to"),
        ("--from 900", "found --from 900; expected at most 53: the search ends there"),
        ("--at guess:3", &format!("found --at guess:3; {end}")),
        ("--at 2,99", &format!("found --at 99; {end}")),
        ("--at gues:1", &format!("found --at gues:1; {counters}")),
    ] {
        trace(&format!("{electroyou} {args}")).refuses(line);
    }
    let no_step = ["found 'x'; expected the number of a step"];
    trace(&format!("{electroyou} --at 1,x")).refuses_arguments(&no_step);
    trace(&format!("{electroyou} --at 3 --delay 1")).refuses_arguments(&["--at", "--delay"]);
    let run = trace(&format!("{ROYLE} --strategy moler --at 19423"));
    run.refuses("found --at 19423; the search ends before, with step 19422");
}

#[test]
fn delay_off_terminal() {
    let run = trace(&format!("{DIAG} --strategy moler --delay 0"));
    run.is_silent(0).shows(&["s│", "solved, step "]).lacks("\x1b");
    let titles: Vec<_> = run.out.lines().filter(|line| line.starts_with("moler, step ")).collect();
    assert_eq!(titles[0], "moler, step 0: the clues");
    // One guess and eleven singletons.
    assert_eq!(titles.iter().filter(|title| title.contains("naked single")).count(), 11);
}

#[test]
#[cfg_attr(windows, ignore = "compares a message of the system")]
fn puzzle_argument() {
    let content = format!("quizzes\n{EY1}\n\n# no\n{ROYLE}\nZ{}\n", &EY1[1..]);
    let folder = Folder::with("puzzles.txt", &content).and("packed.gz", gzip(&content));
    let folder = folder.and("sizes.txt", lines(&[EY1, DIAG])).and("sizes.txt:1", lines(&[ROYLE]));
    // Files of the same name win.
    let folder = folder.and(DIAG, lines(&[EY1]));
    let at_0 = "--at 0 --format jsonl";
    for (argument, clues) in [
        ("puzzles.txt", 28),
        ("puzzles.txt:2", 28),
        ("puzzles.txt:5", 21),
        ("./puzzles.txt:5", 21),
        ("packed.gz", 28),
        ("packed.gz:5", 21),
        ("sizes.txt:2", 4),
        ("sizes.txt:1", 21),
        (ROYLE, 21),
        (SMALL, 11),
        (DIAG, 28),
        ("-", 28),
    ] {
        let run = folder.feed(content.as_str(), &format!("trace {argument} {at_0}"));
        assert_eq!((run.code, run.out.lines().count()), (Some(0), clues), "{run:?}");
    }
    let missing = "cannot open: No such file or directory (os error 2); not a puzzle either: 1:";
    for (argument, told) in [
        ("puzzles.txt:1", ": found a header; expected a puzzle"),
        ("puzzles.txt:3", ": found a blank line; expected a puzzle"),
        ("puzzles.txt:4", ": found a comment; expected a puzzle"),
        ("puzzles.txt:6", &format!(":1: found 'Z'; {CELL}")),
        ("puzzles.txt:0", ": found line 0; expected 1 or more"),
        ("puzzles.txt:7", ": found the end of the file after line 6; expected a puzzle"),
    ] {
        for command in ["trace", "candidates", "solve"] {
            folder.run(&format!("{command} {argument}")).refuses(&format!("{argument}{told}"));
        }
    }
    let short = "5: found the end of the puzzle after 4 cells; expected 81";
    for (argument, told) in [("1234", short), ("nowhere.txt", &format!("1: found 'n'; {CELL}"))] {
        for command in ["trace", "candidates"] {
            let run = folder.run(&format!("{command} {argument}"));
            run.refuses(&format!("{argument}: {missing}{told}"));
        }
    }
}

/// The number of times that each text is in another.
fn count<const N: usize>(text: &str, tags: [&str; N]) -> [usize; N] {
    tags.map(|tag| text.matches(tag).count())
}

/// The drawings of `docs/strategies.md` are compared exactly.
#[test]
fn svg() {
    let folder = Folder::with("puzzles.txt", lines(&[ROYLE]));
    let args = "trace puzzles.txt --strategy moler --at 21 --svg";
    folder.run(&format!("{args} grid.svg")).is_silent(0);
    let svg = folder.read("grid.svg");
    let title = "moler, step 21: guess: 5 in r7c1. r7c1 can be ";
    let title = format!("<title id=\"title\">{title}5 or 9; the lower, 5, is tried.</title>");
    let drawn =
        [&title, "<text class=\"clue\"", "<text class=\"guess\"", "<text class=\"removed\""];
    assert_eq!(count(&svg, drawn), [1, 21, 5, 9], "{svg}");
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
    assert_eq!((grid[1], grid.len()), ("┃ 3g 2c ┃ .  .  ┃", 4), "{}", run.out);
    run.shows(&["c clue   g guess\n"]);
    let svg = folder.read("step.svg");
    let drawn = ["<rect class=\"chosen\"", "<text class=\"candidate\"", ">removed<"];
    assert_eq!(count(&svg, drawn), [1, 0, 0], "{svg}");
    trace(&format!("{DIAG} --no-candidates --delay 0 --color never")).exits(0).lacks("┯");
}

/// Steps by number and by counter, one after the other, and side by side in a picture.
#[test]
fn several_steps() {
    let folder = Folder::new();
    let is_title = |line: &&str| line.contains(", step ");
    let titles = |args: &str| -> Vec<String> {
        let run = folder.run(&format!("trace {args}"));
        run.is_silent(0).out.lines().filter(is_title).map(str::to_owned).collect()
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
    let electroyou = format!("{EY1} --strategy electroyou --at");
    let first = "electroyou, step 14: guess: 2 in r1c1";
    let forced = "electroyou, step 19: guess: 1 in r4c5";
    for at in ["19", "pass:19", "passes:19", "guess:2", "guesses:2"] {
        assert_eq!(titles(&format!("{electroyou} {at}")), [forced], "{at}");
    }
    assert_eq!(titles(&format!("{electroyou} guess:2,guess:1")), [first, forced]);
}

#[test]
fn document_is_current() {
    let blocks = include_str!("../../docs/trace.md").split("```console\n$ sudomill ").skip(1);
    let blocks: Vec<_> = blocks.map(|block| block.split_once('\n').unwrap()).collect();
    assert_eq!(blocks.len(), 7);
    for (args, rest) in blocks {
        assert_eq!(Folder::new().run(args).out, rest.split_once("```").unwrap().0, "{args}");
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
        folder.run(&format!("{args} --color always")).shows(&["\x1b[1;94m6\x1b[0m"]);
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
        // On a low terminal, without candidates.
        let (_, shown) = Terminal::start(Folder::new().command(&args), (13, 80)).end();
        assert!(shown.contains("\x1b[12A\r") && !shown.contains('┼'), "{shown}");
    }

    #[test]
    fn interrupts() {
        // A film, and an endless search.
        let (film, cursor) = ("moler --delay 60000", &["\x1b[?25l", "\x1b[?25h"][..]);
        for (puzzle, strategy, seen, left) in
            [(ROYLE, film, "clue", cursor), (SLOW, "backtracking", "guess: ", &[])]
        {
            let args = format!("{puzzle} --strategy {strategy}");
            let folder = Folder::new();
            let command = folder.command(&format!("trace {args}"));
            let running = Terminal::start(command, (50, 100));
            running.shows(seen);
            let shown = running.interrupted();
            assert!(left.iter().all(|code| shown.contains(code)), "{shown:?}");
        }
    }
}

/// Needs an XY-wing, and rates 4.2.
const WING: &str =
    "...9...7.....31.65.1.7..9..2......5.371...824.9......3..7..2.4.92.46.....3...8...";

/// `candidates` lists the same steps.
#[test]
fn explainer_takes_the_steps_of_the_rating() {
    let run = trace(&format!("{WING} --strategy explainer"));
    let list = run.is_silent(0).out.split_once("\n\n").unwrap().0;
    let steps: Vec<_> = list.lines().map(|line| line[8..].trim()).collect();
    let rated = Folder::new().run(&format!("candidates {WING}")).out;
    let expected: Vec<_> = rated.lines().skip_while(|line| !line.starts_with("rating: ")).collect();
    assert_eq!(steps.last(), Some(&"solution"));
    assert_eq!(steps[..steps.len() - 1], expected[1..]);
    let first = format!("explainer, step 1: {}\n", expected[1]);
    let run = trace(&format!("{WING} --strategy explainer --at 1"));
    run.is_silent(0).shows(&[&first, "29 of 81 cells filled"]);
    assert!(run.out.contains(" has one place. So r"), "{}", run.out);
}

#[test]
fn steps_of_explainer_have_reasons() {
    let records = trace(&format!("{WING} --strategy explainer --format jsonl")).values();
    let wings: Vec<_> = records.iter().filter(|it| name(it) == "XY-wing").collect();
    assert!(!wings.is_empty());
    for record in wings {
        assert_eq!(
            (&record["rating"], record["cells"].as_array().unwrap().len()),
            (&4.2.into(), 3)
        );
        let because = record["because"].as_str().unwrap();
        assert!(because.starts_with("The pivot r") && because.contains(" lose"), "{because}");
        let removed = record["removed"].as_array().unwrap();
        assert!(!removed.is_empty());
        assert!(removed.iter().all(|it| because.contains(it["cell"].as_str().unwrap())));
    }
    let single = records.iter().find(|it| name(it) == "hidden-single-in-a-box").unwrap();
    assert_eq!(single["rating"], 1.2);
    let placed = format!("So {} is {}.", single["cell"].as_str().unwrap(), single["digit"]);
    assert!(single["because"].as_str().unwrap().ends_with(&placed), "{single}");
    let end = records.last().unwrap();
    assert_eq!((&end["status"], &end["solutions"]), (&"solved".into(), &1.into()));
    let wing = trace(&format!("{WING} --strategy explainer --at 1 --svg -"));
    assert!(
        wing.is_silent(0).out.contains("<title id=\"title\">explainer, step 1: "),
        "{}",
        wing.out
    );
}

/// Needs a forcing X-chain, and rates 6.6.
const CHAIN: &str =
    "...9..7.2.65...4.........9.3...2......8..61...59.1...87...8..........37..3.5....1";

#[test]
fn chains_are_links_in_json_and_arrows_in_svg() {
    let records = trace(&format!("{CHAIN} --strategy explainer --format jsonl")).values();
    let step = records.iter().find(|it| !it["chains"].is_null()).unwrap();
    let links = step["chains"][0].as_array().unwrap();
    // One line, from an assumption to its opposite.
    assert!(links.windows(2).all(|two| two[0]["to"] == two[1]["from"]), "{step}");
    let (first, last) = (&links[0]["from"], &links.last().unwrap()["to"]);
    assert_eq!((&first["cell"], &first["digit"]), (&last["cell"], &last["digit"]));
    assert_eq!(first["on"], !last["on"].as_bool().unwrap());
    let node = |node: &Value| {
        let verb = if node["on"] == true { "is" } else { "is not" };
        format!("{} {verb} {}", node["cell"].as_str().unwrap(), node["digit"])
    };
    let told: Vec<_> = links.iter().map(|link| node(&link["to"])).collect();
    let told = format!(" If {}, then {}. So ", node(first), told.join(", then "));
    assert!(step["because"].as_str().unwrap().contains(&told), "{step}");

    let strong = links.iter().filter(|link| link["from"]["on"] == false).count();
    let at = &step["step"];
    let drawn = trace(&format!("{CHAIN} --strategy explainer --at {at} --svg -")).out;
    assert_eq!(drawn.matches("class=\"link strong\"").count(), strong, "{drawn}");
    assert_eq!(drawn.matches("class=\"link weak\"").count(), links.len() - strong, "{drawn}");
    assert_eq!(drawn.matches("<marker id=\"arrow\"").count(), 1);
    for without in [format!("--at {at} --no-candidates"), "--at 1".to_owned()] {
        let drawn = trace(&format!("{CHAIN} --strategy explainer {without} --svg -")).out;
        assert!(!drawn.contains("<marker") && !drawn.contains("class=\"link"), "{without}");
    }
}

/// The techniques take for granted that there is exactly one solution.
#[test]
fn explainer_refuses_what_has_no_rating() {
    for (puzzle, words) in [
        (SMALL, "found a 4×4 puzzle; expected 9×9 for explainer"),
        (
            &format!("1{}", ".".repeat(80)),
            "found a puzzle with several solutions; expected exactly one",
        ),
        (NO_SOLUTION, "found a puzzle with no solution; expected exactly one"),
    ] {
        trace(&format!("{puzzle} --strategy explainer")).tells(2, &[words]);
    }
    crate::run::solve(WING, "--strategy explainer").tells(2, &["explainer"]);
}
