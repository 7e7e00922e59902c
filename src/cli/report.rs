//! `sudomill report`: results in, one HTML page out.

use super::{args::ReportArgs, exit::Exit};

/// The command is known to every build: who lacks it learns how to get it.
#[cfg(not(feature = "report"))]
pub fn run(_: &ReportArgs) -> anyhow::Result<Exit> {
    anyhow::bail!(
        "this sudomill was built without reports; to get them: \
         cargo install sudomill --features report"
    )
}

#[cfg(feature = "report")]
pub use drawn::run;

#[cfg(feature = "report")]
mod drawn {
    use super::{Exit, ReportArgs};
    use crate::cli::{
        interrupt,
        message::{count, say},
        progress::Progress,
        same_file::{self, Role},
    };
    use std::{fs, path::Path, sync::atomic::Ordering};
    use sudomill::{
        Error,
        output::Sink,
        report::{self, Report, Timed},
    };

    /// Writes the page; it gets its name only when all is read.
    pub fn run(args: &ReportArgs) -> anyhow::Result<Exit> {
        let (timings, puzzles) = (args.timing.len(), args.puzzles.len());
        anyhow::ensure!(
            puzzles <= timings,
            "found {puzzles} --puzzles for {timings} --timing; name the puzzles of each timing file"
        );
        refuse_same_files(args)?;
        let mut sink = Sink::create(&args.output)?;
        let mut report = Report::new(&args.title);
        for path in &args.results {
            report.add_result(&path.display().to_string(), report::load(path)?);
        }
        for (i, path) in args.timing.iter().enumerate() {
            let timed = timing(path, args)?;
            report.add_timing(timed, args.puzzles.get(i).map(AsRef::as_ref))?;
        }
        let page = report.page();
        sink.write(page.as_bytes())?;
        sink.finish()?;
        if !args.chatter.quiet && args.output.as_os_str() != "-" {
            let bytes = count(page.len() as u64, "byte");
            say(format_args!("{}: {bytes}", args.output.display()));
        }
        Ok(Exit::Success)
    }

    /// Reads a timing file, with a bar.
    fn timing(path: &Path, args: &ReportArgs) -> Result<Timed, Error> {
        let size = fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|file| file.len());
        let bar = Progress::over_bytes(size, &args.chatter);
        let mut done = 0;
        let timed = report::read_timing(path, &mut |bytes, rows| {
            bar.at(bytes, rows - done);
            done = rows;
            match interrupt::STOP.load(Ordering::Relaxed) {
                true => Err(Error::Interrupted),
                false => Ok(()),
            }
        });
        bar.clear();
        timed
    }

    /// The page may not overwrite what it is made of.
    fn refuse_same_files(args: &ReportArgs) -> Result<(), Error> {
        let inputs =
            [(&args.results, "result"), (&args.timing, "timing file"), (&args.puzzles, "puzzles")];
        for (paths, role) in inputs {
            for path in paths {
                let output = Role::output(&args.output, "page");
                same_file::refuse(&[Role::input(path, role), output])?;
            }
        }
        Ok(())
    }
}
