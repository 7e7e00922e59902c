//! One key at a time: pressed in a terminal, read from lines elsewhere.

use std::io::{self, BufRead, IsTerminal, Read};

/// Where the keys come from.
pub enum Keys<R> {
    /// Pressed; no Enter is needed.
    Terminal(console::Term),
    /// Every character that is not white space is a key: for pipes and tests.
    Text(R),
}

impl Keys<io::StdinLock<'static>> {
    /// Those of the terminal, if the game is played in one.
    pub fn of_standard_input() -> Self {
        match io::stdin().is_terminal() && io::stdout().is_terminal() {
            true => Self::Terminal(console::Term::stdout()),
            false => Self::Text(io::stdin().lock()),
        }
    }
}

impl<R: BufRead> Keys<R> {
    /// The next key that is a character; `None` to leave: Esc, Ctrl-C, or no
    /// more input.
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
