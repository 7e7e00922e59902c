//! A file appears under its name only when it is complete, and existing files are treated with care.
//! Impossible requests are reported in one line, with exit code 2, and leave nothing behind.

use crate::{
    puzzles::*,
    run::{Folder, Run, without_times},
};
use std::{
    fs,
    os::unix::fs::{MetadataExt, PermissionsExt, symlink},
};

const MISSING: &str = "No such file or directory (os error 2)";
const NO_FOLDER: &str = "Not a directory (os error 20)";
const OUTPUTS: [(&str, &str); 3] =
    [("-o", "output"), ("--timing", "timing file"), ("--summary", "summary file")];

/// Checks that a run is rejected with this message, and changes nothing in its folder.
#[track_caller]
fn refused(args: &str, line: &str) {
    let folder = Folder::with("puzzles.txt", lines(&[EY1, ROYLE]));
    fs::create_dir(folder.path("folder")).unwrap();
    folder.run(args).refuses(line);
    assert_eq!(folder.names(), ["folder", "puzzles.txt"], "{args}");
    assert_eq!(fs::read_dir(folder.path("folder")).unwrap().count(), 0, "{args}");
    assert_eq!(folder.read("puzzles.txt"), lines(&[EY1, ROYLE]), "{args}");
}

#[test]
fn missing_input() {
    for args in ["", "-o out.txt", "--quiet", "--no-mmap", "--timing timing.csv --summary s.json"] {
        let line = format!("nowhere.txt: cannot open: {MISSING}");
        refused(&format!("solve nowhere.txt {args}"), &line);
    }
    let path = "puzzles.txt/puzzles.txt";
    refused(&format!("solve {path}"), &format!("{path}: cannot open: {NO_FOLDER}"));
    let empty = "folder: found no file; expected at least one";
    refused("solve folder", empty);
    refused("solve folder --no-mmap -o out.txt", empty);
}

#[test]
fn output_that_cannot_be_created() {
    for (option, _) in OUTPUTS {
        for (path, told) in [
            ("nowhere/out", MISSING),
            ("puzzles.txt/out", NO_FOLDER),
            ("folder", "is a directory"),
            (".", "is a directory"),
        ] {
            let line = format!("{path}: cannot create: {told}");
            refused(&format!("solve puzzles.txt {option} {path}"), &line);
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn read_only_folder() {
    // For root, the error is that the file does not exist, for others that access is denied.
    let errors = [MISSING, "Permission denied (os error 13)"];
    let lines = errors.map(|words| format!("sudomill: /proc/out.txt: cannot create: {words}\n"));
    let folder = Folder::with("puzzles.txt", EY1);
    let run = folder.run("solve puzzles.txt -o /proc/out.txt --timing timing.csv");
    assert!(lines.contains(&run.prints(2, "").err), "{}", run.err);
    assert_eq!(folder.names(), ["puzzles.txt"]);
}

#[cfg(target_os = "linux")]
#[test]
fn full_disk() {
    let full = "/dev/full: cannot write: No space left on device (os error 28)";
    for args in [
        "solve puzzles.txt -o /dev/full",
        "solve puzzles.txt -o /dev/full --timing timing.csv --summary summary.json",
        "solve puzzles.txt -o out.txt --timing /dev/full",
        "solve puzzles.txt -o out.txt --summary /dev/full",
        "generate --kind easy -o /dev/full",
    ] {
        refused(args, full);
    }
    let folder = Folder::with("puzzles.txt", EY1).and("bad.txt", EY1);
    for (args, name) in [
        ("solve puzzles.txt --timing timing.csv", "<stdout>: cannot write: "),
        ("generate --kind easy", "<stdout>: cannot write: "),
        ("verify puzzles.txt bad.txt", "<stdout>: cannot write: "),
        ("strategies", ""),
        ("completions bash", ""),
        ("man", ""),
        ("--version", ""),
        ("--help", ""),
        ("solve -h", ""),
        ("help solve", ""),
        ("inspect puzzles.txt", ""),
    ] {
        let run = folder.shell(&format!("sudomill {args} > /dev/full"));
        run.refuses(&format!("{name}No space left on device (os error 28)"));
        assert_eq!(folder.names(), ["bad.txt", "puzzles.txt"]);
    }
}

#[test]
fn output_is_input() {
    let folder = Folder::with("puzzles.txt", EY1);
    fs::create_dir(folder.path("folder")).unwrap();
    fs::hard_link(folder.path("puzzles.txt"), folder.path("hard")).unwrap();
    symlink("puzzles.txt", folder.path("link")).unwrap();
    symlink("../link", folder.path("folder/link")).unwrap();
    let absolute = folder.path("puzzles.txt").display().to_string();
    let relative = ["puzzles.txt", "./puzzles.txt", "folder/../puzzles.txt"];
    for name in relative.into_iter().chain([&*absolute, "hard", "link", "folder/link"]) {
        for (option, role) in OUTPUTS {
            let line = format!("{name}: is the input and the {role}; choose another file");
            folder.run(&format!("solve puzzles.txt {option} {name}")).refuses(&line);
        }
        let line = "puzzles.txt: is the input and the output; choose another file";
        folder.run(&format!("solve {name} -o puzzles.txt")).refuses(line);
    }
    assert_eq!(folder.read("puzzles.txt"), EY1);
    assert_eq!(folder.names(), ["folder", "hard", "link", "puzzles.txt"]);
}

#[test]
fn same_output_twice() {
    for name in ["out", "./out", "folder/../out"] {
        for (first, second) in [(0, 1), (0, 2), (1, 2)] {
            let [(first, one), (second, other)] = [OUTPUTS[first], OUTPUTS[second]];
            let line = format!("{name}: is the {one} and the {other}; choose another file");
            refused(&format!("solve puzzles.txt {first} out {second} {name}"), &line);
        }
    }
    // Through a link to a file that does not exist.
    let folder = Folder::with("puzzles.txt", EY1);
    symlink("new", folder.path("link")).unwrap();
    let line = "new: is the output and the timing file; choose another file";
    folder.run("solve puzzles.txt -o link --timing new").refuses(line);
    assert_eq!(folder.names(), ["link", "puzzles.txt"]);
}

#[test]
fn streams_and_devices() {
    for option in ["--timing", "--summary"] {
        let folder = Folder::with("puzzles.txt", EY1);
        folder.run(&format!("solve puzzles.txt {option} -")).prints(2, "").is_one_line();
        // One of them alone is allowed.
        folder.run(&format!("solve puzzles.txt {option} - -o out.txt --quiet")).exits(0);
        assert_eq!(folder.read("out.txt"), lines(&[EY1_SOLVED]));
    }
    let folder = Folder::with("puzzles.txt", EY1);
    let null = "-o /dev/null --timing /dev/null --summary /dev/null";
    folder.run(&format!("solve puzzles.txt --quiet {null}")).gives("");
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

#[test]
fn append_to_input() {
    let folder = Folder::with("puzzles.txt", lines(&[EY1].repeat(100)));
    for args in ["", "--no-mmap"] {
        folder.shell(&format!("sudomill solve puzzles.txt {args} >> puzzles.txt")).exits(2);
        assert_eq!(folder.read("puzzles.txt").lines().count(), 100, "{args}");
    }
}

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
fn names_of_outputs() {
    let folder = folder();
    fs::create_dir(folder.path("results")).unwrap();
    let absolute = folder.path("results/absolute.txt").display().to_string();
    let (long, dots) = ("n".repeat(200), "results/../results/dots.txt");
    for name in ["results/relative.txt", dots, &absolute, ".hidden", "-dash", &long, "…ü"] {
        wrote(folder.run(&format!("solve puzzles.txt -q --output={name}")), &folder, name);
    }
    assert_eq!(fs::read_dir(folder.path("results")).unwrap().count(), 3);
}

#[test]
fn failed_run_keeps_old_output() {
    let folder = folder().and("bad.txt", "bad!\n").and("cut.gz", [0x1F, 0x8B, 8, 0, 0]);
    let folder = folder.and("found.txt", lines(&[EY1, &EY1[..80]]));
    let names = folder.names();
    let strict = "solve found.txt --strict";
    for args in ["solve bad.txt --strict", strict, "solve cut.gz", "solve nowhere.txt", "solve ."] {
        folder.run(&format!("{args} -o out.txt --timing timing.csv")).exits(2);
        folder.run(&format!("{args} -o out.gz --timing timing.zst -j 2")).exits(2);
        assert_eq!(folder.read("out.txt"), "old\n", "{args}");
        assert_eq!(folder.names(), names, "{args}");
    }
    // Findings are no failure.
    folder.run("solve found.txt -o out.txt").exits(1);
    assert_eq!(folder.read("out.txt"), solved("1 -"));
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
    let outputs = "-o out.txt --timing timing.csv --summary summary.json";
    wrote(folder.run(&format!("solve puzzles.txt -q {outputs}")), &folder, "out.txt");
    assert_eq!(folder.read("kept.txt"), "old\n");
    // Nothing else is left.
    let names = ["kept.txt", "out.txt", "puzzles.txt", "summary.json", "timing.csv"];
    assert_eq!(folder.names(), names);
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

/// Checks that a run fails with this message after this number of result lines, in every way to read
/// the input.
#[track_caller]
fn fails_after(input: impl AsRef<[u8]>, args: &str, results: usize, told: &str) {
    let input = input.as_ref();
    let folder = Folder::with("input", input);
    let has_times = args.contains("--timing");
    let out = |run: &Run| if has_times { without_times(&run.out) } else { run.out.clone() };
    let expected = folder.run(&format!("solve input -q {args}"));
    expected.tells(2, &[told]).is_one_line();
    assert_eq!(expected.out.lines().count(), results, "{args}");
    for way in ["-j 1", "-j 2", "--no-mmap", "--chunk-size 1", "-j 2 --chunk-size 3000"] {
        let run = folder.run(&format!("solve input -q {args} {way}"));
        assert_eq!((out(&run), &run.err), (out(&expected), &expected.err), "{args} {way}");
    }
    let piped = folder.feed(input, &format!("solve -q {args}"));
    assert_eq!(out(&piped), out(&expected), "{args}");
    assert_eq!(piped.err, expected.err.replace("input:", "<stdin>:"), "{args}");
}

/// The rows above the line at which a run fails are written, and none below it.
#[test]
fn results_before_an_error() {
    let many = |count: usize| format!("1,{EY1}\n").repeat(count);
    let (above, below) =
        (format!("id,puzzle\n{}", many(300)), format!(",{EY1}\nbad\n{}", many(300)));
    let undecodable = [above.as_bytes(), b"\xFF", below.as_bytes()].concat();
    let (keep, told) =
        ("--format jsonl --keep id --columns status", "302:1: found bytes that are not UTF-8");
    fails_after(&undecodable, keep, 300, told);
    fails_after(&undecodable, &format!("{keep} --timing - -o /dev/null"), 301, told);
    let conflict = format!("{}1,{CONFLICT}\n{}bad\n", many(300), many(5));
    fails_after(conflict, "--strict", 300, "input:301:");
    let several = lines(&[DIAG, DIAG, DIAG, "bad", DIAG, "worse"]);
    fails_after(several, "--strict --format solutions --order 2", 6, "input:4:1:");
    let named = format!("{}Name\n{}", grid(EY1).repeat(40), grid(EY1).repeat(3));
    fails_after(named, "--strict", 40, "input:361:1: found a name");
}
