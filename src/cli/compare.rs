//! `sudomill compare`: a benchmark against its baseline.

mod report;

use super::{
    args::CompareArgs,
    exit::Exit,
    message::{plain, say},
    same_file::{self, Role},
};
use std::path::Path;
use sudomill::{
    Error,
    bench::{
        self,
        compare::{self, Tolerance},
    },
    output::Sink,
};

/// Writes the comparison, and every difference on standard error.
pub fn run(args: &CompareArgs) -> anyhow::Result<Exit> {
    let both = args.base == args.new && args.base.as_os_str() == "-";
    anyhow::ensure!(!both, "the two runs cannot both come from standard input");
    refuse_same_files(args)?;
    let (base, new) = match (bench::load(&args.base), bench::load(&args.new)) {
        (Ok(base), Ok(new)) => (base, new),
        (base, new) => {
            // What is wrong with each of the files.
            for error in base.err().into_iter().chain(new.err()) {
                Exit::of(&error.into());
            }
            return Ok(Exit::Failure);
        }
    };
    let CompareArgs { max_slower, max_more_guesses, .. } = *args;
    let tolerance = Tolerance { max_slower, max_more_guesses };
    let comparison = compare::compare(&base, &new, &tolerance);
    let written = write(&args.output, &report::render(&comparison, &tolerance, args.format));
    for difference in &comparison.differences {
        say(plain(&format!("{}: {difference}", difference.verdict)));
    }
    match written {
        // A reader who closes the table early still gets the exit code.
        Err(error) if !error.is_closed_pipe() => Err(error.into()),
        _ => Ok(comparison.verdict().into()),
    }
}

/// The output may be neither of the runs; both runs may be one file.
fn refuse_same_files(args: &CompareArgs) -> Result<(), Error> {
    for (path, role) in [(&args.base, "baseline"), (&args.new, "new run")] {
        same_file::refuse(&[Role::input(path, role), Role::output(&args.output, "output")])?;
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    let mut sink = Sink::create(path)?;
    sink.write(text.as_bytes())?;
    sink.finish()
}
