//! Standard output as a terminal: its colors, its size, and grids that are redrawn in place.

use super::exit;
use clap::ValueEnum;
use std::{
    env,
    io::{self, BufWriter, IsTerminal, Write},
    sync::atomic::Ordering,
    thread,
    time::{Duration, Instant},
};
use sudomill::picture::Ink;
use sudomill_output::target::Stdout;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum When {
    Auto,
    Always,
    Never,
}

/// Controls the colors of a picture.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct ColorArgs {
    /// Draw with colors: auto, always or never
    ///
    /// With auto, if standard output is a terminal, and the environment variable NO_COLOR is
    /// not set.
    #[arg(long, value_name = "WHEN", default_value = "auto", hide_possible_values = true)]
    #[arg(hide_short_help = true)]
    color: When,
}

impl ColorArgs {
    /// Returns the ink for pictures on standard output.
    pub fn ink(self) -> Ink {
        let has_colors = match self.color {
            When::Always => true,
            When::Never => false,
            When::Auto => {
                let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
                let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
                takes_escapes() && !is_set("NO_COLOR") && !dumb
            }
        };
        if has_colors { Ink::Ansi } else { Ink::Letters }
    }
}

/// Returns true if standard output is a terminal that understands escape sequences. On Windows, the
/// console does so only after it is asked.
pub fn takes_escapes() -> bool {
    let asked = || !cfg!(windows) || console::Term::stdout().features().colors_supported();
    io::stdout().is_terminal() && asked()
}

/// The width of the terminal in columns, if there is one.
pub fn columns() -> Option<usize> {
    size().map(|(_, columns)| columns)
}

/// The height and width of the terminal.
pub fn size() -> Option<(usize, usize)> {
    let size = console::Term::stdout().size_checked().filter(|_| io::stdout().is_terminal());
    size.map(|(lines, columns)| (lines.into(), columns.into()))
}

const HIDE_CURSOR: &str = "\x1b[?25l";
const SHOW_CURSOR: &str = "\x1b[?25h";

/// The interval at which a wait checks for interrupts.
const TICK: Duration = Duration::from_millis(20);

/// Standard output, and the size of the last grid drawn.
pub struct Screen {
    pub out: BufWriter<Stdout>,
    terminal: bool,
    /// Number of lines in the last grid.
    lines: usize,
    is_cursor_hidden: bool,
}

impl Screen {
    pub fn new() -> Self {
        let out = BufWriter::new(Stdout);
        Self { out, terminal: takes_escapes(), lines: 0, is_cursor_hidden: false }
    }

    /// Returns true if each grid replaces the one before.
    pub fn is_in_place(&self) -> bool {
        self.terminal
    }

    /// Draws a grid in place of the previous one, then waits.
    pub fn show(&mut self, frame: &str, delay_ms: u64) -> io::Result<()> {
        exit::NEEDS_TIME.store(self.terminal, Ordering::Relaxed);
        match (self.terminal, self.lines) {
            (false, 0) => {}
            (false, _) => writeln!(self.out)?,
            (true, 0) => self.out.write_all(HIDE_CURSOR.as_bytes())?,
            (true, lines) => write!(self.out, "\x1b[{lines}A\r")?,
        }
        self.is_cursor_hidden = self.terminal;
        self.lines = frame.lines().count();
        for line in frame.lines() {
            // Erase the rest of a longer line.
            let end = if self.terminal { "\x1b[K\n" } else { "\n" };
            write!(self.out, "{line}{end}")?;
        }
        if self.terminal {
            // Erase the rest of a taller grid.
            self.out.write_all(b"\x1b[J")?;
        }
        self.out.flush()?;
        self.wait(Duration::from_millis(delay_ms))
    }

    fn wait(&mut self, delay: Duration) -> io::Result<()> {
        let begun = Instant::now();
        while begun.elapsed() < delay {
            if exit::is_interrupted() {
                // The terminal echoed ^C where the prompt will be.
                if self.terminal {
                    writeln!(self.out)?;
                }
                return self.close();
            }
            thread::sleep(TICK.min(delay.saturating_sub(begun.elapsed())));
        }
        Ok(())
    }

    /// Makes the cursor visible again.
    pub fn close(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.is_cursor_hidden) {
            self.out.write_all(SHOW_CURSOR.as_bytes())?;
        }
        self.out.flush()?;
        exit::NEEDS_TIME.store(false, Ordering::Relaxed);
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.close();
    }
}
