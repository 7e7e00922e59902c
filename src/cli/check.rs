//! `sudomill verify`: every solution checked against its puzzle.

use super::{
    args::VerifyArgs,
    exit::Exit,
    interrupt,
    message::{count, say},
    progress::Progress,
    threads,
};
use indicatif::HumanCount;
use std::io::{self, Write};
use sudomill::{
    Error,
    batch::{
        self,
        check::{self, Listener, Options, TOLD, Tally},
    },
    input::{self, Answers, Open, Role, Source},
};

/// Checks the n-th solution against the n-th puzzle.
pub fn run(args: &VerifyArgs) -> anyhow::Result<Exit> {
    let both = args.puzzles.as_os_str() == "-" && args.solutions.as_ref() == Some(&args.puzzles);
    anyhow::ensure!(!both, "puzzles and solutions cannot both come from standard input");
    let mut puzzles = input::open(&args.puzzles, &args.table.open(!args.no_mmap))?;
    let answers = answers(args, &mut puzzles)?;
    let threads = threads(args.threads)?;
    let chunk = chunk_size(&puzzles, threads);
    let options = Options { threads, chunk, stop: Some(&interrupt::STOP) };
    let path = puzzles.name().to_owned();
    let teller = Teller { progress: Progress::over_bytes(puzzles.size(), &args.chatter) };
    let tally = check::run(puzzles, answers, &options, &teller);
    teller.progress.clear();
    let tally = tally?;
    let rest = tally.wrong.saturating_sub(TOLD as u64);
    if rest > 0 {
        write(&format!("and {} more", HumanCount(rest)))?;
    }
    if tally.lines > 0 && tally.puzzles() == tally.invalid {
        return Err(Error::NoPuzzles { path, lines: tally.lines }.into());
    }
    if !args.chatter.quiet {
        tell(&tally);
    }
    Ok(if tally.right == tally.puzzles() { Exit::Success } else { Exit::Findings })
}

/// The file of solutions; `None` where they stand beside the puzzles.
fn answers(args: &VerifyArgs, puzzles: &mut Source) -> Result<Option<Answers>, Error> {
    let column = args.solution_column.clone();
    let Some(path) = &args.solutions else {
        return puzzles.find_solutions(column.as_ref()).map(|()| None);
    };
    let how = Open { map: !args.no_mmap, column, role: Role::Solutions, ..Open::default() };
    Ok(Some(Answers::new(input::open(path, &how)?)))
}

/// A small file is cut finer, so that every thread gets its share of it.
fn chunk_size(puzzles: &Source, threads: usize) -> usize {
    let size = puzzles.size().map_or(usize::MAX, |size| size.try_into().unwrap_or(usize::MAX));
    (size / (threads * 16)).clamp(1 << 10, batch::CHUNK)
}

/// Passes the run's news on to the terminal.
struct Teller {
    progress: Progress,
}

impl Listener for Teller {
    fn progress(&self, bytes_done: u64, puzzles: u64) {
        self.progress.at(bytes_done, puzzles);
    }

    fn wrong(&self, told: &str) -> Result<(), Error> {
        write(told)
    }
}

/// Writes a line to standard output.
fn write(line: &str) -> Result<(), Error> {
    writeln!(io::stdout(), "{line}").map_err(|cause| {
        let (path, action) = ("<stdout>".to_owned(), "cannot write");
        Error::Io { path, action, cause }
    })
}

/// Words the summary.
fn tell(tally: &Tally) {
    let puzzles = count(tally.puzzles(), "puzzle");
    let [right, wrong, not_given] = [tally.right, tally.wrong, tally.not_given].map(HumanCount);
    let rest = if tally.not_given > 0 { format!(", {not_given} not given") } else { String::new() };
    say(format_args!("{puzzles}: {right} right, {wrong} wrong{rest}"));
}
