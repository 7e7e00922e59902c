//! Where a search is shown: a terminal on which a grid stays in place, or a stream.

use crate::cli::interrupt;
use std::{
    io::{self, IsTerminal, Write},
    sync::atomic::Ordering,
    thread,
    time::{Duration, Instant},
};

const HIDE_CURSOR: &str = "\x1b[?25l";
const SHOW_CURSOR: &str = "\x1b[?25h";

/// How soon an interrupt is noticed.
const TICK: Duration = Duration::from_millis(20);

/// Standard output, with the place of the grid on it.
pub struct Screen<W: Write> {
    out: W,
    terminal: bool,
    /// The lines of the grid that stands there.
    lines: usize,
    hidden: bool,
}

impl<W: Write> Screen<W> {
    pub fn new(out: W) -> Self {
        Self { out, terminal: io::stdout().is_terminal(), lines: 0, hidden: false }
    }

    /// Whether a grid is drawn over the one before.
    pub fn stays(&self) -> bool {
        self.terminal
    }

    /// Draws a grid in place of the one before, and waits.
    pub fn show(&mut self, frame: &str, delay_ms: u64) -> io::Result<()> {
        interrupt::IS_AWAITED.store(self.terminal, Ordering::Relaxed);
        match (self.terminal, self.lines) {
            (false, 0) => {}
            (false, _) => writeln!(self.out)?,
            (true, 0) => self.out.write_all(HIDE_CURSOR.as_bytes())?,
            (true, lines) => write!(self.out, "\x1b[{lines}A\r")?,
        }
        self.hidden = self.terminal;
        self.lines = frame.lines().count();
        for line in frame.lines() {
            // What a longer line left behind it is wiped away.
            let end = if self.terminal { "\x1b[K\n" } else { "\n" };
            write!(self.out, "{line}{end}")?;
        }
        if self.terminal {
            // A lower grid leaves nothing of a higher one.
            self.out.write_all(b"\x1b[J")?;
        }
        self.out.flush()?;
        self.wait(Duration::from_millis(delay_ms))
    }

    fn wait(&mut self, delay: Duration) -> io::Result<()> {
        let begun = Instant::now();
        while begun.elapsed() < delay {
            if interrupt::STOP.load(Ordering::Relaxed) {
                // The terminal has echoed ^C where the next prompt would stand.
                if self.terminal {
                    writeln!(self.out)?;
                }
                return self.close();
            }
            thread::sleep(TICK.min(delay.saturating_sub(begun.elapsed())));
        }
        Ok(())
    }

    /// Gives the cursor back.
    pub fn close(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.hidden) {
            self.out.write_all(SHOW_CURSOR.as_bytes())?;
        }
        self.out.flush()?;
        interrupt::IS_AWAITED.store(false, Ordering::Relaxed);
        Ok(())
    }
}

impl<W: Write> Write for Screen<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl<W: Write> Drop for Screen<W> {
    fn drop(&mut self) {
        let _ = self.close();
    }
}
