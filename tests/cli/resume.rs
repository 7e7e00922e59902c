//! A killed run can be resumed, and then gives the same bytes as an uninterrupted one.

use crate::{
    packed::{gzip, unpacked, zstandard},
    puzzles::*,
    run::{Folder, json, without_times},
    running::{Running, until},
};
use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use std::{
    fs,
    io::{BufRead, BufReader},
};

const PARTIAL: &str = ".out.sudomill-partial";
const JOURNAL: &str = ".out.sudomill-resume";

/// Creates inputs that include many lines without a puzzle.
fn folder() -> Folder {
    let minimal = shipped("minimal.txt");
    let mut text = "# puzzles\n\n".to_owned();
    for (number, line) in minimal.lines().take(6000).enumerate() {
        text += line;
        text += match number % 1000 {
            7 => "\nbad!\n",
            77 => "\r\n\n# comment\n",
            777 => "\nx\nx\nx",
            _ => "\n",
        };
    }
    let rows: String =
        minimal.lines().take(6000).map(|line| format!("7,{line},\"a, b\"\n")).collect();
    let some: Vec<_> = minimal.lines().take(600).collect();
    let small = some.chunks(12).enumerate();
    small
        .fold(Folder::with("lines", &text), |folder, (number, some)| {
            folder.and(&format!("small/{number:02}"), lines(some))
        })
        .and("lines.gz", gzip(&text))
        .and("lines.zst", zstandard(&text))
        .and("table", format!("id,puzzle,note\n{rows}"))
        .and("large", shipped("16x16.txt"))
        .and(
            "rated",
            shipped("hard.txt")
                .lines()
                .take(50)
                .fold(lines(&some[..300]), |text, it| text + it + "\n"),
        )
}

/// The runs to test: arguments, and the name of the results.
const RUNS: [(&str, &str); 10] = [
    ("lines -j1", "out"),
    ("lines -j2 --format csv --timing timing", "out"),
    ("lines.gz -j2 --format jsonl --columns line,status,guesses,solution", "out"),
    ("table -j1 --format csv --keep all --timing timing.gz", "out.zst"),
    ("lines.zst lines -j2 --format count", "out.gz"),
    ("lines nowhere table large lines -j2 --format csv --timing timing", "out"),
    ("lines -j2 --no-mmap --format solutions-csv", "out"),
    ("table -j2 --shard 2/3 --format solution --timing timing", "out"),
    ("small -j2 --format csv --columns line,minimal,redundant,difficulty_guesses", "out"),
    ("rated -j2 --format csv --columns line,rating,path --max-rating 9", "out"),
];

/// Returns the size of the hidden file in bytes.
fn written(folder: &Folder, output: &str) -> u64 {
    fs::metadata(folder.path(&format!(".{output}.sudomill-partial"))).map_or(0, |file| file.len())
}

/// Returns the outputs that do not depend on the clock: results, timing rows without times, counts.
fn outputs(folder: &Folder, output: &str) -> (Vec<u8>, String, serde_json::Value) {
    let results = fs::read(folder.path(output)).unwrap();
    let timing = match folder.path("timing.gz").exists() {
        true => unpacked(folder, "timing.gz"),
        false => fs::read_to_string(folder.path("timing")).unwrap_or_default(),
    };
    let mut summary = folder.json("summary");
    let summary = summary.as_object_mut().unwrap();
    let timed = ["elapsed_s", "puzzles_per_s", "solve_ns", "distribution", "occupancy"];
    for timed in timed.into_iter().chain(["resumed", "backend"]) {
        summary.remove(timed);
    }
    (results, without_times(&timing), summary.clone().into())
}

/// Simulates a power failure: bytes that no journal entry covers may be lost, or become zeros.
fn lose_power(folder: &Folder, output: &str, random: &mut ChaCha8Rng) {
    let journal = folder.path(&format!(".{output}.sudomill-resume"));
    let Ok(journal) = fs::read_to_string(journal) else { return };
    let entry = json(&journal);
    for (name, mark) in [(output, "results"), ("timing", "timing"), ("timing.gz", "timing")] {
        let partial = folder.path(&format!(".{name}.sudomill-partial"));
        let Ok(partial) = fs::OpenOptions::new().write(true).open(partial) else { continue };
        let (marked, all) =
            (entry[mark]["bytes"].as_u64().unwrap(), partial.metadata().unwrap().len());
        let lost = random.random_range(marked..=all);
        partial.set_len(lost).unwrap();
        partial.set_len(random.random_range(lost..=all)).unwrap();
    }
}

/// Ends runs with a signal after random numbers of written bytes, and resumes each until it
/// completes. At some kills, the power fails, too.
fn end_runs(signal: &str, kills: usize) {
    let (folder, mut random) = (folder(), ChaCha8Rng::seed_from_u64(7));
    let (mut killed, mut failures, mut resumed) = (0, 0, 0);
    for round in 0..20 * kills {
        let (args, output) = RUNS[round % RUNS.len()];
        let args = format!("solve {args} -o {output} --summary summary --chunk-size 10000");
        let undisturbed = folder.run(&args);
        let expected = outputs(&folder, output);
        fs::remove_file(folder.path(output)).unwrap();
        let names = folder.names();
        for _ in 0..3 {
            let all = expected.0.len() as u64;
            let at = random.random_range(written(&folder, output)..=all);
            let args = format!("{args} --resume --record-every 0");
            let mut running = Running::start(folder.command(&args));
            until("the end or the bytes", || {
                written(&folder, output) >= at || running.0.try_wait().unwrap().is_some()
            });
            if running.0.try_wait().unwrap().is_none() {
                running.signal(signal);
            }
            let is_killed = matches!(running.ended().code(), None | Some(130));
            killed += usize::from(is_killed);
            if is_killed && signal == "KILL" && random.random() {
                lose_power(&folder, output, &mut random);
                failures += 1;
            }
            if folder.path(output).exists() {
                break;
            }
        }
        let run = folder.run(&format!("{args} --resume"));
        resumed += usize::from(run.err.contains("resumed after"));
        assert_eq!(run.code, undisturbed.code, "{args}: {}", run.err);
        assert!(outputs(&folder, output) == expected, "{args}: other outputs\n{}", run.err);
        fs::remove_file(folder.path(output)).unwrap();
        let mut left = folder.names();
        left.retain(|name| !names.contains(name));
        assert!(left.is_empty(), "{args}: {left:?}");
        for timing in ["timing", "timing.gz"] {
            let _ = fs::remove_file(folder.path(timing));
        }
        if killed >= kills && resumed > 0 && round >= RUNS.len() {
            break;
        }
    }
    println!("{killed} runs ended, {failures} power failures, {resumed} resumed");
    assert!(killed >= kills && resumed > 0);
}

#[test]
fn some_interrupts() {
    end_runs("INT", 10);
}

#[test]
fn some_kills() {
    end_runs("KILL", 15);
}

#[test]
#[ignore = "longer than all other tests of the command line"]
fn hundred_interrupts() {
    end_runs("INT", 100);
}

#[test]
#[ignore = "longer than all other tests of the command line"]
fn hundred_kills() {
    end_runs("KILL", 200);
}

/// Inputs with minutes of work after some puzzles.
fn slow() -> String {
    lines(&[EY1; 20]) + &lines(&[SLOW; 100])
}

/// Starts a run with minutes of work after some puzzles, and kills it.
fn killed(args: &str) -> Folder {
    let folder = Folder::with("puzzles.txt", slow());
    drop(begun(&folder, args));
    folder
}

/// Starts a run and waits until it has recorded something.
fn begun(folder: &Folder, args: &str) -> Running {
    begun_on(folder, &format!("puzzles.txt {args}"))
}

fn begun_on(folder: &Folder, inputs: &str) -> Running {
    let args = format!("solve {inputs} -o out --record-every 0 --chunk-size 1 {SLOWLY}");
    let running = Running::start(folder.command(&args));
    until("an entry", || folder.path(JOURNAL).exists());
    running
}

const SLOWLY: &str = "-j1 --strategy backtracking";

#[test]
fn leftover_is_not_replaced() {
    let folder = killed("");
    let names = folder.names();
    let found = format!("out: an interrupted run left partial results in {PARTIAL}; ");
    for (args, resume) in [
        ("solve puzzles.txt", "--resume"),
        ("solve 1...4.....2....3", "--resume"),
        ("generate --kind minimal --count 1", "`solve --resume`"),
    ] {
        let advice = format!("{resume} continues that run; to start over: rm {PARTIAL}");
        folder.run(&format!("{args} -o out")).refuses(&format!("{found}{advice}"));
        assert_eq!(folder.names(), names, "{args}");
    }
    fs::remove_file(folder.path(PARTIAL)).unwrap();
    folder.run(&format!("solve {EY1} -o out --quiet --resume")).gives("");
    assert_eq!(folder.names(), ["out", "puzzles.txt"]);
}

#[test]
fn other_run_is_refused() {
    let folder = killed("--timing timing");
    let names = folder.names();
    let refused = |args: &str, why: &str| {
        let rm = "rm .out.sudomill-partial .timing.sudomill-partial";
        let line = format!("out: cannot be resumed: {why}; to start over: {rm}");
        folder.run(&format!("solve -o out --resume --timing timing {args}")).refuses(&line);
        assert_eq!(folder.names(), names, "{args}");
    };
    refused("puzzles.txt", "--strategy was backtracking, is lanes");
    for (option, why) in [
        ("--limit 1", "--limit was not set, is 1"),
        ("--format csv", "--format was solution, is csv"),
        ("--shard 1/2", "--shard was not set, is 1/2"),
        ("--head 7", "--head was not set, is 7"),
        ("--strict", "--strict was not set, is set"),
        ("--no-header", "--no-header was not set, is set"),
        ("--encoding utf-8", "--encoding was not set, is utf-8"),
        ("--only none,invalid", "--only was not set, is none,invalid"),
        ("1...4.....2....3", "it had 1 input, this run has 2"),
    ] {
        refused(&format!("puzzles.txt {SLOWLY} {option}"), why);
    }
    fs::copy(folder.path("puzzles.txt"), folder.path("timing")).unwrap();
    fs::rename(folder.path("timing"), folder.path("puzzles.txt")).unwrap();
    refused(&format!("puzzles.txt {SLOWLY}"), "puzzles.txt has changed");
    let journal = folder.read(JOURNAL).replacen(env!("CARGO_PKG_VERSION"), "0.0.1", 1);
    fs::write(folder.path(JOURNAL), journal).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    refused("puzzles.txt", &format!("version 0.0.1 began it, this is {version}"));
}

/// An input that is gone for now is no reason to give up what is done.
#[test]
fn missing_input() {
    let folder = Folder::with("in/a", slow()).and("in/b", slow()).and("c", slow());
    for (inputs, gone, named) in
        [("c", "c", "c"), ("c in", "c", "c"), ("in", "in/b", "in/b"), ("c in", "in", "in/a")]
    {
        drop(begun_on(&folder, inputs));
        fs::rename(folder.path(gone), folder.path("away")).unwrap();
        let names = folder.names();
        let args = format!("solve {inputs} -o out --chunk-size 1 {SLOWLY} --resume");
        let cause = "No such file or directory (os error 2)";
        let line = format!("out: cannot be resumed: {named}: cannot open: {cause}");
        folder.run(&args).refuses(&line);
        assert_eq!(folder.names(), names);
        fs::rename(folder.path("away"), folder.path(gone)).unwrap();
        let mut running = Running::start(folder.command(&args));
        let mut err = BufReader::new(running.0.stderr.take().unwrap());
        let mut first = String::new();
        err.read_line(&mut first).unwrap();
        assert!(first.starts_with("out: resumed after "), "{first}");
        drop(running);
        [PARTIAL, JOURNAL].iter().for_each(|name| fs::remove_file(folder.path(name)).unwrap());
    }
}

#[test]
fn damaged_journal() {
    let folder = killed("--timing timing");
    let (names, journal) = (folder.names(), folder.read(JOURNAL));
    let resume = format!("solve puzzles.txt -o out --timing timing --resume {SLOWLY}");
    let remove = "; to start over: rm .out.sudomill-partial .timing.sudomill-partial";
    let refused = |damaged: &str, why: &str| {
        fs::write(folder.path(JOURNAL), damaged).unwrap();
        folder.run(&resume).refuses(&format!("out: {why}{remove}"));
        assert_eq!(folder.names(), names);
    };
    let cut = &journal[..journal.len() / 2];
    let flipped = journal.replacen("\"bytes\":", "\"bytes\":1", 1);
    assert_ne!(flipped, journal);
    let ended = "found the end of the file; expected the rest of the entry";
    let other = "found an entry with another checksum; expected what the run wrote";
    let no_json = "expected value at line 1 column 1";
    for (damaged, column, told) in
        [(cut, cut.len(), ended), ("{", 1, ended), (&flipped, 1, other), ("?", 1, no_json)]
    {
        refused(damaged, &format!("cannot be resumed: {JOURNAL}:1:{column}: {told}"));
    }
    let left = format!("an interrupted run left partial results in {PARTIAL}");
    refused("", &format!("{left}; no journal says how to resume it with these outputs"));
    for partial in [PARTIAL, ".timing.sudomill-partial"] {
        fs::remove_file(folder.path(partial)).unwrap();
    }
    fs::write(folder.path(JOURNAL), cut).unwrap();
    fs::write(folder.path("puzzles.txt"), lines(&[EY1])).unwrap();
    folder.run(&format!("{resume} -q")).gives("");
    assert_eq!(folder.names(), ["out", "puzzles.txt", "timing"]);
}

#[test]
fn damaged_leftover() {
    let resume = format!("solve puzzles.txt -o out --resume {SLOWLY}");
    let folder = killed("");
    fs::OpenOptions::new().write(true).open(folder.path(PARTIAL)).unwrap().set_len(3).unwrap();
    let words = format!("out: cannot be resumed: {PARTIAL}: found 3 bytes; expected at least ");
    let advice = format!("; to start over: rm {PARTIAL}\n");
    folder.run(&resume).tells(2, &[&words, &advice]);
    // A file with the right name that another run created.
    fs::copy(folder.path(PARTIAL), folder.path("copy")).unwrap();
    fs::rename(folder.path("copy"), folder.path(PARTIAL)).unwrap();
    let words = format!("out: cannot be resumed: {PARTIAL} is the file of another run\n");
    folder.run(&resume).tells(2, &[&words]);
    fs::write(folder.path(JOURNAL), "{").unwrap();
    folder.run(&resume).tells(2, &[&format!("{JOURNAL}:1:1: ")]);
}

#[test]
fn live_run_is_left_alone() {
    let folder = Folder::with("puzzles.txt", slow());
    let _running = begun(&folder, "");
    let line = "out: cannot create: another run is writing it";
    folder.run("solve puzzles.txt -o out").refuses(line);
    let run = folder.run(&format!("solve puzzles.txt -o out --resume {SLOWLY}"));
    run.tells(2, &["out: cannot be resumed: another run is writing it\n"]);
}

// On other systems there is no sign that the program is ready.
#[cfg(target_os = "linux")]
#[test]
fn interrupt_keeps_what_is_recorded() {
    let folder = Folder::with("puzzles.txt", slow());
    for (args, signal, said) in [("", "INT", ""), ("--resume", "TERM", "out: resumed after ")] {
        let running = begun(&folder, args);
        running.listens();
        running.signal(signal);
        let (code, err) = running.end();
        assert!(code == Some(130) && err.starts_with(said), "{code:?} {err}");
        assert_eq!(folder.names(), [PARTIAL, JOURNAL, "puzzles.txt"]);
    }
}

#[test]
fn nothing_recorded_is_replaced() {
    let folder = Folder::with("puzzles.txt", lines(&[SLOW; 100])).and("small.txt", lines(&[EY1]));
    for again in ["", "--resume"] {
        let args = format!("solve puzzles.txt -o out --record-every 1000 {SLOWLY}");
        let running = Running::start(folder.command(&args));
        until("the hidden file", || folder.path(PARTIAL).exists());
        drop(running);
        assert_eq!(folder.names(), [PARTIAL, "puzzles.txt", "small.txt"]);
        folder.run(&format!("solve small.txt -o out --quiet {again}")).gives("");
        fs::remove_file(folder.path("out")).unwrap();
        assert_eq!(folder.names(), ["puzzles.txt", "small.txt"]);
    }
}

#[test]
fn streams_are_refused() {
    let folder = Folder::with("puzzles.txt", lines(&[EY1]));
    let stdin = "--resume needs inputs that can be read again, but <stdin> is a stream";
    folder.run("solve -o out --resume").refuses(stdin);
    for outputs in ["", "-o out --timing /dev/null", "-o /dev/null"] {
        let run = folder.run(&format!("solve puzzles.txt {outputs} --resume"));
        run.refuses("--resume needs outputs that are files: -o FILE");
    }
    assert_eq!(folder.names(), ["puzzles.txt"]);
}

/// The run was killed after some outputs had their final names.
#[test]
fn named_outputs_are_taken_back() {
    let folder = Folder::with("puzzles.txt", lines(&[EY1; 5000]));
    let args = "solve puzzles.txt -j1 -o out --timing timing --chunk-size 1000 --quiet";
    for named in [&["timing"][..], &["timing", "out"]] {
        loop {
            let mut running = Running::start(folder.command(&format!("{args} --record-every 0")));
            until("an entry", || {
                folder.path(JOURNAL).exists() || running.0.try_wait().unwrap().is_some()
            });
            drop(running);
            if folder.path(JOURNAL).exists() {
                break;
            }
        }
        for name in named {
            let hidden = format!(".{name}.sudomill-partial");
            // Unless the run got that far by itself.
            if folder.path(&hidden).exists() {
                fs::rename(folder.path(&hidden), folder.path(name)).unwrap();
            }
        }
        folder.run(&format!("{args} --resume")).gives("");
        assert_eq!(folder.names(), ["out", "puzzles.txt", "timing"]);
        assert_eq!(folder.read("out"), lines(&[EY1_SOLVED; 5000]));
        assert_eq!(folder.read("timing").lines().count(), 5001);
    }
}
