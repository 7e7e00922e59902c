//! A file appears under its name only when it is complete, and what stands
//! there already is treated with care.

use crate::{
    puzzles::*,
    run::{Folder, Run},
};
use std::{
    fs,
    os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink},
};

/// A folder with some puzzles and an output of an earlier run.
fn folder() -> Folder {
    Folder::with("puzzles.txt", lines(&[EY1, ROYLE])).and("out.txt", "old\n")
}

#[track_caller]
fn wrote(run: Run, folder: &Folder, name: &str) {
    run.gives("");
    assert_eq!(folder.read(name), lines(&[EY1_SOLVED, ROYLE_SOLVED]));
}

#[test]
fn every_output_has_its_file_and_nothing_else_is_left() {
    let folder = folder();
    let outputs = "--timing timing.csv --summary summary.json";
    let run = folder.run(&format!("solve puzzles.txt -o out.txt {outputs} --quiet"));
    wrote(run, &folder, "out.txt");
    assert_eq!(folder.names(), ["out.txt", "puzzles.txt", "summary.json", "timing.csv"]);
    assert_eq!(folder.read("timing.csv").lines().count(), 3);
}

#[test]
fn an_output_can_be_in_another_folder() {
    let folder = folder();
    fs::create_dir(folder.path("results")).unwrap();
    let absolute = folder.path("results/absolute.txt").display().to_string();
    for name in ["results/relative.txt", "results/../results/dots.txt", &absolute] {
        wrote(folder.run(&format!("solve puzzles.txt -qo {name}")), &folder, name);
    }
    assert_eq!(fs::read_dir(folder.path("results")).unwrap().count(), 3);
}

#[test]
fn an_incomplete_run_leaves_the_earlier_output_as_it_was() {
    let folder = folder().and("bad.txt", "bad!\n").and("cut.gz", [0x1F, 0x8B, 8, 0, 0]);
    let names = folder.names();
    for args in ["solve bad.txt --strict", "solve cut.gz", "solve nowhere.txt", "solve ."] {
        let run = folder.run(&format!("{args} -o out.txt --timing timing.csv"));
        assert_eq!(run.code, Some(2), "{args}: {}", run.err);
        assert_eq!(folder.read("out.txt"), "old\n", "{args}");
        assert_eq!(folder.names(), names, "{args}");
    }
}

#[test]
fn a_run_with_findings_is_complete() {
    let folder = folder().and("bad.txt", lines(&["bad!", EY1]));
    assert_eq!(folder.run("solve bad.txt -o out.txt").code, Some(1));
    assert_eq!(folder.read("out.txt"), lines(&["", EY1_SOLVED]));
}

#[test]
fn a_replaced_file_keeps_its_mode_and_a_new_one_has_the_usual_one() {
    let folder = folder();
    let mode = |name: &str| fs::metadata(folder.path(name)).unwrap().mode() & 0o7777;
    for kept in [0o600, 0o640, 0o666, 0o755] {
        fs::set_permissions(folder.path("out.txt"), PermissionsExt::from_mode(kept)).unwrap();
        wrote(folder.run("solve puzzles.txt -qo out.txt"), &folder, "out.txt");
        assert_eq!(mode("out.txt"), kept);
    }
    // The usual mode is that of the file this process has made under its umask.
    wrote(folder.run("solve puzzles.txt -qo new.txt"), &folder, "new.txt");
    assert_eq!(mode("new.txt"), mode("puzzles.txt"));
}

#[test]
fn the_target_of_a_symbolic_link_is_replaced_and_the_link_stays() {
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
}

#[test]
fn a_link_in_a_circle_is_refused() {
    let folder = folder();
    symlink("circle", folder.path("circle")).unwrap();
    let run = folder.run("solve puzzles.txt -o circle");
    assert_eq!(run.code, Some(2));
    assert!(run.err.starts_with("sudomill: circle: cannot create: "), "{}", run.err);
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
}

#[test]
fn another_name_of_the_output_keeps_the_earlier_content() {
    let folder = folder();
    fs::hard_link(folder.path("out.txt"), folder.path("kept.txt")).unwrap();
    wrote(folder.run("solve puzzles.txt -qo out.txt"), &folder, "out.txt");
    assert_eq!(folder.read("kept.txt"), "old\n");
}

#[test]
fn a_device_is_written_as_it_is() {
    let folder = folder();
    folder.run("solve puzzles.txt -q -o /dev/null --timing /dev/null").gives("");
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    let results = lines(&[EY1_SOLVED, ROYLE_SOLVED]);
    folder.run("solve puzzles.txt -q -o /dev/stdout").gives(&results);
}

#[test]
fn a_name_may_be_hidden_long_or_in_any_script() {
    let folder = folder();
    let long = "n".repeat(200);
    for name in [".hidden", "-dash", &long, "…ü"] {
        wrote(folder.run(&format!("solve puzzles.txt -q --output=./{name}")), &folder, name);
    }
}

#[test]
fn the_names_of_open_descriptors_are_those_descriptors() {
    let folder = folder();
    let program = assert_cmd::cargo::cargo_bin!("sudomill").display().to_string();
    let solve = format!("{program} solve -q puzzles.txt");
    let script = format!(
        "(echo before; {solve} -o /dev/stdout; echo after) > log.txt
         (echo before; {solve} -o /dev/null --timing /dev/stderr; echo after >&2) 2> err.txt
         echo before > more.txt; {solve} -o /dev/stdout >> more.txt"
    );
    let shell = std::process::Command::new("sh");
    let mut shell = shell;
    let done = shell.args(["-c", &script]).current_dir(folder.path("")).status().unwrap();
    assert!(done.success());
    let solved = folder.run("solve -q puzzles.txt").out;
    assert_eq!(folder.read("log.txt"), format!("before\n{solved}after\n"));
    assert_eq!(folder.read("more.txt"), format!("before\n{solved}"));
    let err = folder.read("err.txt");
    assert!(err.starts_with("line,status") && err.ends_with("after\n"), "{err}");
}
