//! 16×16 and 25×25 from file to file: generated, solved, verified and measured.

use crate::run::{Folder, Run, rows};

/// Creates a folder with puzzles of a recipe.
fn made(args: &str) -> Folder {
    let folder = Folder::new();
    folder.run(&format!("generate {args} --seed 9 --quiet -o puzzles.txt")).gives("");
    folder
}

/// Solves the puzzles and verifies the solutions. Returns the statuses.
fn solved(folder: &Folder, args: &str) -> Vec<String> {
    let run = folder
        .run(&format!("solve puzzles.txt -o solutions.txt --timing timing.csv --quiet {args}"));
    assert_eq!(run.err, "", "{args}");
    let verified = folder.run("verify puzzles.txt solutions.txt --quiet");
    let timing = rows(&folder.read("timing.csv"));
    let statuses: Vec<String> = timing[1..].iter().map(|row| row[1].clone()).collect();
    if statuses.iter().all(|status| status == "unique") {
        verified.gives("");
    }
    statuses
}

fn unique(count: usize) -> Vec<String> {
    vec!["unique".to_owned(); count]
}

#[test]
fn solve_and_verify() {
    for (args, clues) in [("--order 4 --clues 128", "128"), ("--order 5 --clues 417", "417")] {
        let folder = made(&format!("--kind unique --count 20 {args}"));
        for strategy in ["lanes", "mrv", "electroyou"] {
            assert_eq!(solved(&folder, &format!("--strategy {strategy}")), unique(20), "{args}");
        }
        let timing = rows(&folder.read("timing.csv"));
        assert!(timing[1..].iter().all(|row| row[3] == clues), "{args}");
    }
}

#[test]
fn gives_up() {
    let folder = made("--kind minimal --order 4 --count 3");
    let given_up = vec!["gave-up".to_owned(); 3];
    for strategy in ["generate-and-test --max-fillings 100", "naked/first --max-guesses 1"] {
        assert_eq!(solved(&folder, &format!("--strategy {strategy}")), given_up, "{strategy}");
    }
}

/// Ends even without a cap by the user: the default is ten million guesses.
#[test]
fn weak_strategy_ends() {
    let folder = made("--kind minimal --order 4 --count 1");
    assert_eq!(solved(&folder, "--strategy naked/first"), ["gave-up"]);
    assert_eq!(rows(&folder.read("timing.csv"))[1][4], "10000000");
}

#[test]
fn same_for_any_threads_and_chunks() {
    let folder = made("--kind minimal --order 4 --count 4");
    let one = folder.run("solve puzzles.txt --threads 1 --quiet --format jsonl");
    for args in ["--threads 2 --chunk-size 300", "--threads 3 --no-mmap"] {
        let other = folder.run(&format!("solve puzzles.txt --quiet --format jsonl {args}"));
        assert_eq!((other.code, other.out), (Some(0), one.out.clone()), "{args}");
    }
}

#[test]
fn bench() {
    for order in [4, 5] {
        let folder = made(&format!("--kind easy --order {order} --count 5"));
        for args in ["", " --end-to-end"] {
            let run = folder.run(&format!(
                "bench puzzles.txt --strategy lanes,mrv,electroyou --rounds 1 --sample 5 \
                 --format json{args}"
            ));
            assert_eq!(run.code, Some(0), "{}", run.err);
            let json: serde_json::Value = serde_json::from_str(&run.out).unwrap();
            let set = &json["sets"][0];
            assert_eq!((&set["order"], &set["puzzles"]), (&order.into(), &5.into()));
            for measured in set["measurements"].as_array().unwrap() {
                assert_eq!(measured["verified"], 5, "{measured}");
            }
        }
    }
}

#[test]
fn generate() {
    let generate = |args: &str| -> Run { Folder::new().run(&format!("generate {args}")) };
    for (order, cells) in [(4, 256), (5, 625)] {
        let run = generate(&format!("--kind solved --order {order} --count 2"));
        assert!(run.out.lines().all(|line| line.len() == cells && !line.contains('.')));
        assert_eq!((run.code, run.out.lines().count()), (Some(0), 2));
    }
    generate("--kind minimal --order 5").refuses(
        "a minimal 25×25 puzzle would take days or years to generate: proving each removed clue \
         redundant takes too long; make easy puzzles, or unique ones with at least 313 clues",
    );
}

/// Also works for grids and for the other alphabet.
#[test]
fn trace_and_candidates() {
    let folder = made("--kind unique --order 4 --clues 128 --count 2");
    let puzzles = folder.read("puzzles.txt");
    let (first, second) = puzzles.trim_end().split_once('\n').unwrap();
    let from_zero = |line: &str| -> String {
        let symbol = |c: char| c.to_digit(17).map(|digit| digit - 1);
        let zero = |c| symbol(c).and_then(|digit| char::from_digit(digit, 16)).unwrap_or(c);
        line.chars().map(zero).collect::<String>().to_uppercase()
    };
    let grid = |line: &str| -> String {
        let rows = line.as_bytes().chunks(16).map(|row| format!("{}\n", row.escape_ascii()));
        rows.collect()
    };
    let [first, second] = [first, second].map(|line| grid(&from_zero(line)));
    let folder = folder.and("grids.txt", format!("Grid 1\n{first}Grid 2\n{second}"));
    let traced = |argument: &str| folder.run(&format!("trace {argument} --strategy mrv"));
    let (line, rows) = (traced("puzzles.txt:2"), traced("grids.txt:19"));
    assert_eq!((line.code, rows.code), (Some(0), Some(0)), "{}{}", line.err, rows.err);
    assert!(line.out.contains("256 of 256 cells filled"), "{}", line.out);
    assert!(line.out.contains(" Gc") && !line.out.contains(" 0c"), "{}", line.out);
    assert!(rows.out.contains(" 0c") && !rows.out.contains(" Gc"), "{}", rows.out);
    let end = |out: &str| out.lines().last().unwrap().to_owned();
    assert_eq!(end(&line.out), end(&rows.out));
    for argument in ["puzzles.txt:2", "grids.txt:19"] {
        let run = folder.run(&format!("candidates {argument}"));
        assert!(run.out.ends_with("exactly one solution\n"), "{}", run.out);
    }
    folder
        .run("trace grids.txt:20")
        .refuses("grids.txt:20: found a further row of a grid; expected a puzzle");
    folder.run("trace grids.txt:18").refuses("grids.txt:18: found a name; expected a puzzle");
}
