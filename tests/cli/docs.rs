//! The program's own documentation: help, manual, completions, strategies.

use crate::run::Folder;
use std::{fs, path::Path};

const COMMANDS: &str = "solve, trace, candidates, verify, inspect, dedup, vicinity, generate, shuffle, \
                        strategies, bench, compare, report, completions, man";
const SHELLS: &str = "bash, elvish, fish, powershell, zsh";

fn commands() -> impl Iterator<Item = &'static str> {
    COMMANDS.split(", ")
}

#[track_caller]
fn says(args: &str) -> String {
    let run = Folder::new().run(args);
    run.is_silent(0);
    assert!(run.out.ends_with('\n'), "{args}");
    run.out
}

#[track_caller]
fn has(text: &str, words: &str) {
    assert!(text.contains(words), "{words:?} is not in:\n{text}");
}

#[test]
#[cfg_attr(windows, ignore = "the program has another name")]
fn help_has_example_and_usage() {
    for args in ["--help", "-h", "help"] {
        let help = says(args);
        has(&help, "Example:\n  sudomill ");
        commands().for_each(|command| has(&help, &format!("\n  {command} ")));
    }
    for command in commands() {
        let long = says(&format!("{command} --help"));
        let folder = Folder::new();
        let mut short = folder.command(&format!("{command} -h"));
        let short = String::from_utf8(short.env("COLUMNS", "80").output().unwrap().stdout).unwrap();
        for (help, width) in [
            (&long, 100),
            (&short, 80),
            (&says(&format!("{command} -h")), 100),
            (&says(&format!("help {command}")), 100),
        ] {
            has(help, &format!("Example:\n  sudomill {command}"));
            has(help, &format!("Usage: sudomill {command}"));
            let widest = help.lines().max_by_key(|line| line.chars().count()).unwrap();
            assert!(widest.chars().count() <= width, "{widest}");
        }
        assert!(short.lines().count() <= 40, "it fits a screen: {short}");
    }
}

#[test]
fn solve_help_is_complete() {
    let help = says("solve --help");
    let options = "-o, --output <FILE>|--timing <FILE>|--resume|--record-every <SECONDS>\
        |--summary <FILE>|--strategy <NAME>|--limit <N>|--threads <N>|--format <FORMAT>\
        |--max-guesses <N>|--max-passes <N>|--max-fillings <N>|--no-mmap|--progress <WHEN>|--quiet\
        |--strict|solution, count, csv, jsonl|Exit code: 0 |130 interrupted";
    options.split('|').for_each(|option| has(&help, option));
    assert!(!help.contains("chunk-size"), "{help}");
}

#[test]
fn no_command_shows_help() {
    Folder::new().run("").prints(2, "").tells(2, &["Example:\n  sudomill solve"]);
}

#[test]
fn version() {
    assert_eq!(says("--version"), format!("sudomill {}\n", env!("CARGO_PKG_VERSION")));
    assert_eq!(says("-V"), says("--version"));
}

#[test]
fn counters_are_listed() {
    let list = says("strategies --counters");
    let counters = ["calls", "passes", "singletons", "checks", "undos", "guesses", "clues"];
    counters.iter().for_each(|counter| has(&list, &format!("    {counter}: ")));
    assert!(list.lines().count() > says("strategies").lines().count());
}

#[test]
fn completions_for_every_shell() {
    for shell in SHELLS.split(", ") {
        let script = says(&format!("completions {shell}"));
        for word in commands().chain(["sudomill", "max-guesses", "strategy"]) {
            assert!(script.contains(word), "{shell}: {word}");
        }
        // The other two shells do not complete values of options.
        if ["bash", "fish", "zsh"].contains(&shell) {
            assert!(script.contains("backtracking-descending"), "{shell}");
        }
    }
    Folder::new().run("completions tcsh").refuses_arguments(&["'tcsh'", SHELLS]);
}

#[test]
fn man_page_for_every_command() {
    let page = says("man");
    has(&page, ".SH NAME\nsudomill \\- ");
    has(&page, "Example");
    for command in commands() {
        has(&page, command);
        let page = says(&format!("man {command}"));
        has(&page, &format!(".SH NAME\nsudomill\\-{command} \\- "));
        has(&page, "Example");
    }
    Folder::new().run("man dissolve").refuses("no command is called 'dissolve'");
}

/// Finds files with `unsafe` code, each with its number of places.
fn unsafe_places(root: &Path) -> Vec<(String, usize)> {
    let crates = root.join("crates").read_dir().unwrap();
    let mut paths: Vec<_> = crates.map(|it| it.unwrap().path().join("src")).collect();
    paths.push(root.join("src"));
    let mut places = Vec::new();
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            paths.extend(path.read_dir().unwrap().map(|it| it.unwrap().path()));
            continue;
        }
        let text = fs::read_to_string(&path).unwrap_or_default();
        let code = text.lines().map(|line| line.split("//").next().unwrap_or(line));
        let words = ["unsafe {", "unsafe fn", "unsafe impl"];
        let in_line = |line: &str| words.map(|it| line.matches(it).count()).iter().sum::<usize>();
        let count: usize = code.map(in_line).sum();
        if count > 0 && path.extension().is_some_and(|it| it == "rs") {
            places.push((path.strip_prefix(root).unwrap().to_str().unwrap().to_owned(), count));
        }
    }
    places
}

#[test]
#[cfg_attr(windows, ignore = "compares paths")]
fn unsafe_code_is_listed() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let places = unsafe_places(root);
    let page = fs::read_to_string(root.join("docs/reliability.md")).unwrap();
    for (file, count) in &places {
        assert!(page.contains(&format!("| `{file}` | {count} |")), "{file}: {count} places");
    }
    assert!(places.len() > 5, "{places:?}");
    assert_eq!(page.matches("| `crates/").count(), places.len());
}
