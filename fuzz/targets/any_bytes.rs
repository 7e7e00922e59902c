//! Feeds: any bytes as an input of `sudomill solve`, in any result format.
//! Compares: the input in memory, on one thread, in one chunk, with the input memory-mapped, read
//! as a file, read in pieces, or mapped in parts, on several threads, in chunks of any size. The
//! results, the timing rows (without times) and the counts must be equal, or the error must be. The
//! counts must add up to the lines of the input, and `verify` must agree with the results.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::{fs, path::Path, sync::LazyLock};
use sudomill::{
    Error,
    batch::{self, Outputs, RunOptions, SolveOptions, verify},
    input::{Answers, ReadOptions, Role, Shard, Skip, Source, open, read_as},
    output::{Agreement, Columns, Format, Keep, Sink, Tally},
    solver::{Limits, Status, registry::find},
};
use sudomill_fuzz::{Choices, Pieces, assert_counted, folder};
use tempfile::TempDir;

static FOLDER: LazyLock<TempDir> = LazyLock::new(folder);

fuzz_target!(|data: &[u8]| {
    let Some((mut choices, bytes)) = Choices::split(data) else { return };
    let keeps = choices.one_of(&[false, true]);
    let format = choices.one_of(Format::ALL);
    let strategy = find(choices.one_of(&["lanes", "lanes", "mrv"])).expect("a strategy");
    let limits = Limits::default().with_solutions(choices.one_of(&[2, 1, 3])).with_max_guesses(50);
    let keep = if keeps && format.has_columns() { Keep::All } else { Keep::Nothing };
    let options = SolveOptions::default()
        .with_strategy(strategy)
        .with_limits(limits)
        .with_format(format)
        .with_columns(Columns::default().with_keep(keep));
    let how = ReadOptions::default().with_restore_zeros(choices.one_of(&[false, true]));
    let piece = choices.below(300) + 1;
    let (threads, chunk) = (choices.below(3) + 1, choices.below(600) + 1);
    let run = RunOptions::default().with_threads(threads).with_chunk(chunk);
    let others = options.clone().with_run(run);
    let path = FOLDER.path().join("input");
    fs::write(&path, bytes).expect("there is room");
    let name = path.to_str().expect("a name in ASCII");

    let expected = solve(read_as(name, Pieces::new(bytes, usize::MAX), &how), &options);
    if expected.failure.is_none() {
        assert_counted(expected.lines, bytes);
    }
    match choices.below(4) {
        0 => assert_eq!(solve(open(&path, &how), &others), expected),
        1 => {
            let mapped = open(&path, &how.clone().with_map(true));
            assert_eq!(solve(mapped, &others), expected);
        }
        2 => {
            let pieces = read_as(name, Pieces::new(bytes, piece), &how);
            assert_eq!(solve(pieces, &others), expected);
        }
        _ if expected.failure.is_none() => assert_parts(&path, &how, &others, &expected),
        _ => {}
    }
    if expected.failure.is_none() && !keeps && !format.lists_all() {
        assert_verified(bytes, &how, format, &expected);
    }
});

/// The results of solving an input.
#[derive(Debug, Default, PartialEq)]
struct Solved {
    failure: Option<String>,
    results: String,
    timing: String,
    counts: Vec<u64>,
    lines: u64,
}

fn solve(source: Result<Source, Error>, options: &SolveOptions) -> Solved {
    let run = || {
        let paths = ["results", "timing"].map(|name| FOLDER.path().join(name));
        let [results, timing] = [Sink::create(&paths[0])?, Sink::create(&paths[1])?];
        let mut outputs = Outputs::new(results).with_timing(timing);
        let run = batch::solve_source(source?, options, &mut outputs, &())?;
        outputs.results.finish()?;
        outputs.timing.expect("as above").finish()?;
        let [results, timing] = paths.map(|path| fs::read(path).expect("it is finished"));
        Ok(Solved {
            failure: run.failure.map(|error| error.to_string()),
            results: String::from_utf8_lossy(&results).into_owned(),
            timing: without_times(&String::from_utf8(timing).expect("rows of numbers")),
            counts: counts(&run.tally),
            lines: run.tally.lines(),
        })
    };
    run().unwrap_or_else(|error: Error| Solved {
        failure: Some(error.to_string()),
        ..Solved::default()
    })
}

/// Returns the timing rows without their last column, the times.
fn without_times(rows: &str) -> String {
    rows.lines().filter_map(|row| Some(row.rsplit_once(',')?.0.to_owned() + "\n")).collect()
}

fn counts(tally: &Tally) -> Vec<u64> {
    use Skip::*;
    let statuses: Vec<_> = Status::ALL.iter().map(|&status| tally.of(status)).collect();
    let skipped = [Blank, Comment, Header, Count, Name, Ruler, Row, Continuation];
    let skipped = skipped.map(|skip| tally.skipped.of(skip));
    let others = [tally.lost_zeros, tally.unkept, tally.listed, tally.at_limit];
    [&statuses[..], &skipped, &others].concat()
}

/// Checks that the parts of a mapped file add up to the file: results, timing rows and counts.
fn assert_parts(path: &Path, how: &ReadOptions, options: &SolveOptions, whole: &Solved) {
    let how = &how.clone().with_map(true);
    let is_mapped = open(path, how).is_ok_and(|source| source.is_mapped());
    let parts = if is_mapped { options.run.threads + 1 } else { 0 };
    let part = |number| {
        let shard: Shard = format!("{number}/{parts}").parse().expect("a part");
        solve(open(path, how).and_then(|source| source.shard(shard, None)), options)
    };
    let sum = (1..=parts).map(part).reduce(|mut sum, part| {
        sum.failure = sum.failure.or(part.failure);
        sum.results += &part.results;
        sum.timing += &part.timing;
        sum.lines += part.lines;
        sum.counts.iter_mut().zip(part.counts).for_each(|(sum, count)| *sum += count);
        sum
    });
    assert!(sum.as_ref().is_none_or(|sum| sum == whole), "{sum:#?}\n{whole:#?}");
}

/// Checks that `verify` can read the results, and that the solved puzzles are right.
fn assert_verified(bytes: &[u8], how: &ReadOptions, format: Format, solved: &Solved) {
    let results = Pieces::new(solved.results.as_bytes(), usize::MAX);
    let puzzles = read_as("puzzles", Pieces::new(bytes, usize::MAX), how).expect("as before");
    let answers = ReadOptions::default().with_role(Role::Solutions);
    let mut answers = Answers::new(read_as("results", results, &answers).expect("our own results"));
    let tally = verify::verify_source(puzzles, Some(&mut answers), &Default::default(), &());
    let tally = tally.expect("a result for every puzzle");
    answers.expect_end().expect("a puzzle for every result");
    let of = |status: Status| solved.counts[status as usize];
    let right = match format {
        // The format contains the solution only if it is unique.
        Format::Count => of(Status::Unique),
        _ => of(Status::Unique) + of(Status::Multiple) + of(Status::Solved),
    };
    let puzzles: u64 = Status::ALL.iter().copied().map(of).sum();
    assert_eq!(tally.puzzles(), puzzles, "{tally:?}");
    assert!(
        (right..=puzzles - of(Status::Invalid)).contains(&tally.compared.of(Agreement::Right)),
        "{tally:?} {solved:#?}"
    );
}
