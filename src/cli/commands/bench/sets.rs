//! The sets of a benchmark, read from files; and what is said about them.

use crate::cli::{
    hint,
    inputs::{Inputs, Without},
    message::{and_more, say},
};
use std::path::{Path, PathBuf};
use sudomill::{
    Error,
    bench::{self, Set},
    input::Open,
};

/// Reads the sets. Among several, one that cannot be read is reported, and files of
/// solutions are left out.
pub fn read(inputs: &mut Inputs, how: &Open) -> anyhow::Result<Vec<Set>> {
    let mut without = Without::default();
    inputs.list.retain(|input| !without.leaves_out(input, how, say));
    without.say_rest();
    let paths: Vec<PathBuf> = inputs.paths().map(Path::to_owned).collect();
    let mut sets = Vec::new();
    for path in paths {
        match Set::read(&path, how) {
            Ok(set) => sets.push((path, set)),
            Err(error) if !inputs.are_several => return Err(error.into()),
            // Lines without a solution, as the answers to puzzles that have none.
            Err(Error::NoPuzzle { first, .. }) if first.is_empty() => {
                say(format_args!("{}: left out: no line of it is a puzzle", path.display()));
            }
            Err(error) => inputs.report(&error.into()),
        }
    }
    let is_any_open = sets.iter().any(|(_, set)| set.has_empty_cells());
    sets.retain(|(path, set)| {
        let is_kept = set.has_empty_cells() || !is_any_open;
        if !is_kept {
            say(format_args!("{}: left out: every puzzle is a full grid", path.display()));
        }
        is_kept
    });
    sets.iter().for_each(|(path, set)| report(path, set));
    let mut sets: Vec<Set> = sets.into_iter().map(|(_, set)| set).collect();
    bench::tell_apart(&mut sets);
    Ok(sets)
}

/// Reports the bad lines of a set, and what is probably wrong with it.
fn report(path: &Path, set: &Set) {
    for (line, bad) in set.bad_lines() {
        say(format_args!("{}:{line}:{bad}", path.display()));
    }
    let (invalid, shown) = (set.invalid() as u64, set.bad_lines().len() as u64);
    if let Some(more) = and_more(invalid, shown, Some("bad line")) {
        say(format_args!("{}: {more}", path.display()));
    }
    hint::of_set(&path.display().to_string(), set);
}
