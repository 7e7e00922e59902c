//! The package from outside: what it builds, and what its program does without a reader.

use std::{
    io,
    process::{Command, Stdio},
};

/// The names of the packages that `cargo tree` lists, tests included, without repetitions.
fn tree(args: &[&str]) -> Vec<String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["tree", "--offline", "--prefix", "none", "--edges", "all"]).args(args);
    let listed = cargo.current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap();
    assert!(listed.status.success(), "{}", String::from_utf8_lossy(&listed.stderr));
    let lines = String::from_utf8(listed.stdout).unwrap();
    let mut names: Vec<_> =
        lines.lines().map(|line| line.split(' ').next().unwrap().to_owned()).collect();
    names.sort();
    names.dedup();
    names
}

#[test]
fn builds_few_crates() {
    assert_eq!(
        tree(&["--depth", "1"]),
        ["clap", "sudomill-problems", "sudomill-puzzle", "sudomill-solvers"]
    );
    let all = tree(&[]);
    assert!(all.len() < 40, "{} crates: {all:?}", all.len());
}

#[test]
fn closed_output_is_no_error() {
    for args in [
        &["river-crossing", "--bits"][..],
        &["tic-tac-toe", "--x", "program"],
        &["tic-tac-toe", "--rate", "X...O...X"],
        &["hexagon19", "jb"],
        &["zero-sum", "--all"],
        &["best-solution"],
    ] {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let mut problems = Command::new(env!("CARGO_BIN_EXE_problems"));
        let run = problems.args(args).stdin(Stdio::null()).stdout(writer).output().unwrap();
        let errors = String::from_utf8(run.stderr).unwrap();
        assert_eq!((run.status.code(), &*errors), (Some(0), ""), "{args:?}");
    }
}
