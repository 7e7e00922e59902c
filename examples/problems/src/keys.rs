//! Reads one key at a time: a key press in a terminal, otherwise a character of a line.

use std::io::{self, BufRead, IsTerminal, Read};

/// The source of the keys.
pub enum Keys<R> {
    /// Key presses; no Enter is needed.
    Terminal(console::Term),
    /// Every character except white space is a key: for pipes and tests.
    Text(R),
}

impl Keys<io::StdinLock<'static>> {
    /// Reads keys from the terminal if there is one, otherwise from standard input.
    pub fn of_standard_input() -> Self {
        match io::stdin().is_terminal() && io::stdout().is_terminal() {
            true => Self::Terminal(console::Term::stdout()),
            false => Self::Text(io::stdin().lock()),
        }
    }
}

impl<R: BufRead> Keys<R> {
    /// Returns the next character; `None` to leave: Esc, Ctrl-C, or the end of the input.
    pub fn next(&mut self) -> io::Result<Option<char>> {
        loop {
            match self {
                Self::Terminal(terminal) => match terminal.read_key_raw()? {
                    console::Key::Escape | console::Key::CtrlC => return Ok(None),
                    console::Key::Char(key) => return Ok(Some(key)),
                    _ => {}
                },
                Self::Text(text) => match text.bytes().next().transpose()? {
                    None | Some(b'\x1b') => return Ok(None),
                    Some(key) if key.is_ascii_whitespace() => {}
                    Some(key) => return Ok(Some(key.into())),
                },
            }
        }
    }
}
