//! Draws grids in place on a terminal, or one after another in a stream.

use crate::cli::{draw, interrupt};
use std::{
    io::{self, Write},
    sync::atomic::Ordering,
    thread,
    time::{Duration, Instant},
};

const HIDE_CURSOR: &str = "\x1b[?25l";
const SHOW_CURSOR: &str = "\x1b[?25h";

/// How often a wait checks for interrupts.
const TICK: Duration = Duration::from_millis(20);

/// Standard output, and the size of the last grid drawn.
pub struct Screen<W: Write> {
    out: W,
    terminal: bool,
    /// Number of lines in the last grid.
    lines: usize,
    is_cursor_hidden: bool,
}

impl<W: Write> Screen<W> {
    pub fn new(out: W) -> Self {
        Self { out, terminal: draw::takes_escapes(), lines: 0, is_cursor_hidden: false }
    }

    /// Returns true if each grid replaces the one before.
    pub fn is_in_place(&self) -> bool {
        self.terminal
    }

    /// Draws a grid in place of the previous one, then waits.
    pub fn show(&mut self, frame: &str, delay_ms: u64) -> io::Result<()> {
        interrupt::NEEDS_TIME.store(self.terminal, Ordering::Relaxed);
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
            if interrupt::is_interrupted() {
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
        interrupt::NEEDS_TIME.store(false, Ordering::Relaxed);
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
