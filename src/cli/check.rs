//! `sudomill verify`: every solution checked against its puzzle.

use super::{
    args::VerifyArgs,
    exit::Exit,
    interrupt,
    message::{count, say},
    progress::Progress,
};
use indicatif::HumanCount;
use std::{
    io::{self, BufWriter, StdoutLock, Write},
    sync::atomic::Ordering,
};
use sudomill::{
    Error, batch, for_order,
    grid::{Alphabet, Order},
    input::{self, Answers, Line, Source},
    verify,
};

/// Checks the n-th solution line against the n-th puzzle line.
pub fn run(args: &VerifyArgs) -> anyhow::Result<Exit> {
    let both = args.puzzles == args.solutions && args.puzzles.as_os_str() == "-";
    anyhow::ensure!(!both, "puzzles and solutions cannot both come from standard input");
    let open = input::Open { map: !args.no_mmap, ..Default::default() };
    let puzzles = input::open(&args.puzzles, &open)?;
    let solutions = input::open(&args.solutions, &open)?;
    let layout = puzzles.layout().clone();
    let check = Check {
        alphabet: layout.alphabet,
        progress: Progress::over_bytes(puzzles.size(), &args.chatter),
        names: [puzzles.name().to_owned(), solutions.name().to_owned()],
        answers: Answers::new(solutions),
        out: BufWriter::new(io::stdout().lock()),
        right: 0,
        wrong: 0,
    };
    let checked = for_order!(layout.order, O => check.file::<O>(puzzles)?);
    let [right, wrong] = checked.expect("a layout has an order");
    if !args.chatter.quiet {
        let puzzles = count(right + wrong, "puzzle");
        let [right, wrong] = [right, wrong].map(HumanCount);
        say(format_args!("{puzzles}: {right} right, {wrong} wrong"));
    }
    Ok(if wrong == 0 { Exit::Success } else { Exit::Findings })
}

struct Check {
    /// Of the puzzles, and so of their solutions.
    alphabet: Alphabet,
    progress: Progress,
    /// The puzzles' file and the solutions'.
    names: [String; 2],
    answers: Answers,
    out: BufWriter<StdoutLock<'static>>,
    right: u64,
    wrong: u64,
}

impl Check {
    /// The numbers of right and wrong answers.
    fn file<O: Order>(mut self, mut puzzles: Source) -> anyhow::Result<[u64; 2]> {
        let mut newlines = 0;
        while let Some(chunk) = puzzles.next_chunk(batch::CHUNK)? {
            let mut lines = chunk.lines::<O>();
            let before = self.right + self.wrong;
            for (in_chunk, _, line) in lines.by_ref() {
                if interrupt::STOP.load(Ordering::Relaxed) {
                    return Err(Error::Interrupted.into());
                }
                self.line(newlines + in_chunk + 1, line)?;
            }
            newlines += lines.newlines();
            self.progress.at(chunk.consumed(), self.right + self.wrong - before);
            chunk.check()?;
            chunk.release();
        }
        self.progress.clear();
        self.out.flush()?;
        match self.answers.next()? {
            None => Ok([self.right, self.wrong]),
            Some((line, _)) => {
                let (path, found, expected) =
                    (self.names[1].clone(), "a line", "the end: there are no more puzzles");
                Err(Error::Mismatch { path, line, found, expected }.into())
            }
        }
    }

    fn line<O: Order>(&mut self, number: u64, line: Line<O>) -> anyhow::Result<()> {
        if let Line::Skip(_) = line {
            return Ok(());
        }
        let Some((at, answer)) = self.answers.next()? else {
            let (path, line) = (self.names[1].clone(), self.right + self.wrong + 1);
            let (found, expected) = ("the end of the file", "a line for each further puzzle");
            return Err(Error::Mismatch { path, line, found, expected }.into());
        };
        let fault = match line {
            Line::Bad(bad) => Some(format!("{}:{}", self.names[0], bad.at(number))),
            Line::Puzzle(_, puzzle) => verify::check_text(&puzzle, answer, self.alphabet)
                .err()
                .map(|fault| format!("{}:{at}: {fault}", self.names[1])),
            Line::Skip(_) => None,
        };
        match fault {
            None => self.right += 1,
            Some(fault) => {
                self.wrong += 1;
                writeln!(self.out, "{fault}")?;
            }
        }
        Ok(())
    }
}
