//! Reads the files and writes the page.

use super::ReportArgs;
use crate::cli::{
    exit::{self, Exit},
    inputs::Inputs,
    message::{count, say},
    progress::Progress,
    same_file,
    shared_args::IncludeArgs,
};
use std::{
    fs::{self, File},
    io::Read,
    path::{Path, PathBuf},
};
use sudomill::{
    Error, bench,
    output::Sink,
    report::{self, Report, Timed},
};

/// Writes the page. The file appears only when it is complete.
pub fn run(args: &ReportArgs) -> anyhow::Result<Exit> {
    let named = Named::of(args)?;
    let (timings, puzzles) = (named.timing.len(), named.puzzles.len());
    // All files of puzzles may belong to one timing file.
    anyhow::ensure!(
        puzzles <= timings || timings == 1,
        "found {puzzles} files of puzzles for {timings} timing files; expected at most one for each"
    );
    let inputs =
        [(&args.results, "result"), (&args.timing, "timing file"), (&args.puzzles, "puzzles")];
    let inputs =
        inputs.into_iter().flat_map(|(paths, role)| paths.iter().map(move |path| (path, role)));
    same_file::refuse_overwriting(inputs, (&args.output, "page"))?;
    let how = args.table.open(true);
    let mut sink = Sink::create(&args.output)?;
    let mut report = Report::new(&args.title);
    for path in &named.results {
        report.add_result(&path.display().to_string(), bench::load(path)?);
    }
    for (i, path) in named.timing.iter().enumerate() {
        let timed = timing(path, args)?;
        let puzzles = match timings {
            1 => &named.puzzles[..],
            _ => named.puzzles.get(i).map_or(&[][..], std::slice::from_ref),
        };
        let files = files(puzzles)?;
        let files: Vec<_> = files.iter().map(PathBuf::as_path).collect();
        let given = (!files.is_empty()).then_some((&files[..], &how));
        let without_row = report.add_timing(timed, given)?;
        if without_row > 0 {
            let more = count(without_row, "puzzle");
            let puzzles: Vec<_> = puzzles.iter().map(|path| path.display().to_string()).collect();
            let (puzzles, timing) = (puzzles.join(" "), path.display());
            say(format_args!("{puzzles}: {more} without a row in {timing}"));
        }
    }
    let page = report.page();
    sink.write(page.as_bytes())?;
    sink.finish()?;
    if !args.progress.quiet && args.output.as_os_str() != "-" {
        let bytes = count(page.len() as u64, "byte");
        say(format_args!("{}: {bytes}", args.output.display()));
    }
    Ok(Exit::Success)
}

/// Resolves arguments to files: a folder stands for the files in it, as for `solve`.
fn files(arguments: &[&Path]) -> anyhow::Result<Vec<PathBuf>> {
    let arguments: Vec<_> = arguments.iter().map(|path| path.to_path_buf()).collect();
    let inputs = Inputs::of(&arguments, &IncludeArgs::default(), |_| Ok(None))?;
    Ok(inputs.paths().map(Path::to_path_buf).collect())
}

/// The files by kind. `--timing` and `--puzzles` take all names that follow them, which may include
/// results of `bench`; these are recognized by their content.
struct Named<'a> {
    results: Vec<&'a Path>,
    timing: Vec<&'a Path>,
    puzzles: Vec<&'a Path>,
}

impl<'a> Named<'a> {
    fn of(args: &'a ReportArgs) -> anyhow::Result<Self> {
        let paths = |paths: &'a [PathBuf]| paths.iter().map(PathBuf::as_path);
        let mut results: Vec<_> = paths(&args.results).collect();
        for path in &results {
            let is_timing = ["line,", "file,line,"];
            anyhow::ensure!(
                !is_timing.iter().any(|head| starts(path).starts_with(head)),
                "{}: found rows of `sudomill solve --timing`; expected the JSON of \
                 `sudomill bench`; pass timing files with --timing",
                path.display()
            );
        }
        let mut others = |named: &'a [PathBuf]| -> Vec<&'a Path> {
            let (of_bench, others) = paths(named).partition(|path| is_result(path));
            results.extend::<Vec<_>>(of_bench);
            others
        };
        let (timing, puzzles) = (others(&args.timing), others(&args.puzzles));
        Ok(Self { results, timing, puzzles })
    }
}

/// Returns true for the JSON of `bench`, which begins with its version, unlike JSON Lines of
/// puzzles.
fn is_result(path: &Path) -> bool {
    let text = starts(path);
    text.strip_prefix('{').is_some_and(|rest| rest.trim_start().starts_with("\"version\""))
}

/// Reads the beginning of a file, if the file can be read twice.
fn starts(path: &Path) -> String {
    let mut bytes = Vec::new();
    if fs::metadata(path).is_ok_and(|file| file.is_file())
        && let Ok(file) = File::open(path)
    {
        // A failure is reported when the whole file is read.
        let _ = file.take(100).read_to_end(&mut bytes);
    }
    let text = String::from_utf8_lossy(&bytes);
    text.trim_start_matches('\u{feff}').trim_start().to_owned()
}

/// Reads a timing file, with a progress bar.
fn timing(path: &Path, args: &ReportArgs) -> Result<Timed, Error> {
    let size = fs::metadata(path).ok().filter(fs::Metadata::is_file).map(|file| file.len());
    let bar = Progress::over_bytes(size, &args.progress);
    let mut done = 0;
    let timed = report::read_timing(path, &mut |bytes, rows| {
        bar.at(bytes, rows - done);
        done = rows;
        exit::check_interrupt()
    });
    bar.clear();
    timed
}
