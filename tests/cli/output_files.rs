//! A file appears under its name only when it is complete, and existing files are treated with
//! care.

use crate::{
    puzzles::*,
    run::{Folder, Run},
};
use std::{
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt, symlink},
};

/// Creates a folder with some puzzles and an output of an earlier run.
fn folder() -> Folder {
    Folder::with("puzzles.txt", lines(&[EY1, ROYLE])).and("out.txt", "old\n")
}

#[track_caller]
fn wrote(run: Run, folder: &Folder, name: &str) {
    run.gives("");
    assert_eq!(folder.read(name), lines(&[EY1_SOLVED, ROYLE_SOLVED]));
}

#[test]
fn only_named_files() {
    let folder = folder();
    let outputs = "--timing timing.csv --summary summary.json";
    let run = folder.run(&format!("solve puzzles.txt -o out.txt {outputs} --quiet"));
    wrote(run, &folder, "out.txt");
    assert_eq!(folder.names(), ["out.txt", "puzzles.txt", "summary.json", "timing.csv"]);
    assert_eq!(folder.read("timing.csv").lines().count(), 3);
}

#[test]
fn other_folder() {
    let folder = folder();
    fs::create_dir(folder.path("results")).unwrap();
    let absolute = folder.path("results/absolute.txt").display().to_string();
    for name in ["results/relative.txt", "results/../results/dots.txt", &absolute] {
        wrote(folder.run(&format!("solve puzzles.txt -qo {name}")), &folder, name);
    }
    assert_eq!(fs::read_dir(folder.path("results")).unwrap().count(), 3);
}

#[test]
fn failed_run_keeps_old_output() {
    let folder = folder().and("bad.txt", "bad!\n").and("cut.gz", [0x1F, 0x8B, 8, 0, 0]);
    let names = folder.names();
    for args in ["solve bad.txt --strict", "solve cut.gz", "solve nowhere.txt", "solve ."] {
        folder.run(&format!("{args} -o out.txt --timing timing.csv")).exits(2);
        assert_eq!(folder.read("out.txt"), "old\n", "{args}");
        assert_eq!(folder.names(), names, "{args}");
    }
    // Findings are no failure.
    let folder = folder.and("found.txt", lines(&[&EY1[..80], EY1]));
    folder.run("solve found.txt -o out.txt").exits(1);
    assert_eq!(folder.read("out.txt"), lines(&["", EY1_SOLVED]));
}

#[test]
fn file_mode() {
    let folder = folder();
    let mode = |name: &str| fs::metadata(folder.path(name)).unwrap().mode() & 0o7777;
    for kept in [0o600, 0o640, 0o666, 0o755] {
        fs::set_permissions(folder.path("out.txt"), PermissionsExt::from_mode(kept)).unwrap();
        wrote(folder.run("solve puzzles.txt -qo out.txt"), &folder, "out.txt");
        assert_eq!(mode("out.txt"), kept);
    }
    // The default mode is the one that this process gives a new file under its umask.
    wrote(folder.run("solve puzzles.txt -qo new.txt"), &folder, "new.txt");
    assert_eq!(mode("new.txt"), mode("puzzles.txt"));
}

#[test]
fn symbolic_link() {
    let folder = folder();
    fs::create_dir(folder.path("results")).unwrap();
    symlink("out.txt", folder.path("link")).unwrap();
    symlink("link", folder.path("link-to-link")).unwrap();
    symlink("results/new.txt", folder.path("dangling")).unwrap();
    let links = [("link", "out.txt"), ("link-to-link", "out.txt"), ("dangling", "results/new.txt")];
    for (link, target) in links {
        fs::write(folder.path("out.txt"), "old\n").unwrap();
        wrote(folder.run(&format!("solve puzzles.txt -qo {link}")), &folder, target);
        assert!(folder.path(link).is_symlink() && !folder.path(target).is_symlink(), "{link}");
    }
    assert_eq!(fs::read_dir(folder.path("results")).unwrap().count(), 1);
    symlink("circle", folder.path("circle")).unwrap();
    let run = folder.run("solve puzzles.txt -o circle");
    run.exits(2).begins("sudomill: circle: cannot create: ").is_one_line();
}

#[test]
fn hard_link_keeps_old_content() {
    let folder = folder();
    fs::hard_link(folder.path("out.txt"), folder.path("kept.txt")).unwrap();
    wrote(folder.run("solve puzzles.txt -qo out.txt"), &folder, "out.txt");
    assert_eq!(folder.read("kept.txt"), "old\n");
}

#[test]
fn unusual_names() {
    let folder = folder();
    let long = "n".repeat(200);
    for name in [".hidden", "-dash", &long, "…ü"] {
        wrote(folder.run(&format!("solve puzzles.txt -q --output=./{name}")), &folder, name);
    }
}

#[test]
fn descriptor_names() {
    let folder = folder();
    let solve = "sudomill solve -q puzzles.txt";
    let run = folder.shell(&format!(
        "(echo before; {solve} -o /dev/stdout; echo after) > log.txt
         (echo before; {solve} -o /dev/null --timing /dev/stderr; echo after >&2) 2> err.txt
         echo before > more.txt; {solve} -o /dev/stdout >> more.txt"
    ));
    run.exits(0);
    let solved = folder.run("solve -q puzzles.txt").out;
    assert_eq!(folder.read("log.txt"), format!("before\n{solved}after\n"));
    assert_eq!(folder.read("more.txt"), format!("before\n{solved}"));
    let err = folder.read("err.txt");
    assert!(err.starts_with("line,status") && err.ends_with("after\n"), "{err}");
}
