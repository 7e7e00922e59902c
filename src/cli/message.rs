//! Formats messages for standard error, and numbers for people.

pub use sudomill::bench::numbers::{count, nanos, number};

use std::{
    fmt,
    io::Write,
    sync::atomic::{AtomicU64, Ordering::Relaxed},
};
use sudomill::batch::MAX_REPORTED;

/// The maximum number of items of a kind that are shown: inputs without a puzzle, bad lines, wrong
/// solutions.
pub const SHOWN: u64 = MAX_REPORTED as u64;

/// Counts items of a kind, of which the first [`SHOWN`] are shown.
#[derive(Default)]
pub struct Reported(AtomicU64);

impl Reported {
    /// Counts an item. Returns true if it is to be shown.
    pub fn add(&self) -> bool {
        self.0.fetch_add(1, Relaxed) < SHOWN
    }

    pub fn count(&self) -> u64 {
        self.0.load(Relaxed)
    }

    pub fn set(&self, count: u64) {
        self.0.store(count, Relaxed);
    }

    /// Starts again, and returns the line that stands for the items that were not shown.
    pub fn rest(&self, noun: Option<&str>) -> Option<String> {
        and_more(self.0.swap(0, Relaxed), noun)
    }
}

/// Writes a line to standard error, made [`visible`]. A failure is ignored: there is nowhere to
/// report it.
pub fn say(line: impl fmt::Display) {
    let _ = writeln!(std::io::stderr(), "{}", visible(&line.to_string()));
}

/// The line that replaces the rest of a list of `total` items after the first [`SHOWN`]: `and 1,990
/// more bad lines`.
pub fn and_more(total: u64, noun: Option<&str>) -> Option<String> {
    let rest = total.checked_sub(SHOWN).filter(|&rest| rest > 0)?;
    Some(match noun {
        Some(noun) => format!("and {}", count(rest, &format!("more {noun}"))),
        None => format!("and {} more", number(rest)),
    })
}

/// Says what to do about solutions that a spreadsheet damaged, if there are any.
pub fn say_damaged(solutions: u64) {
    if solutions > 0 {
        let cause = "a spreadsheet took them for numbers, and their digits are lost";
        say(format_args!("damaged solutions: {cause}; export the column as text"));
    }
}

/// Puts a number of items into words; empty if there are none.
pub fn if_any(items: u64, words: impl FnOnce() -> String) -> String {
    if items > 0 { words() } else { String::new() }
}

/// Formats counters with their names, in one line.
pub fn counters(named: &[(&str, u64)]) -> String {
    let words = named.iter().map(|(name, value)| format!("{name} {}", number(*value)));
    words.collect::<Vec<_>>().join(", ")
}

/// Escapes characters that cannot be seen: line ends, control characters, and those that change the
/// direction of writing. File names may contain any of them, and none may reach the terminal.
pub fn visible(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    for c in text.chars() {
        // Escape it after a letter, so that a combining accent is not escaped.
        let escaped = || format!("a{c}").escape_debug().skip(1).collect::<String>();
        match c {
            ' '..='~' => visible.push(c),
            _ => visible.push_str(&escaped()),
        }
    }
    visible
}

/// Like [`visible`], with Markdown markup escaped as well.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in visible(text).chars() {
        if matches!(c, '\\' | '|' | '<' | '*' | '`' | '[' | '_' | '~') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_escaped() {
        let cases = [
            ("C:\\'a' \"b\".txt", "C:\\'a' \"b\".txt"),
            ("Mu\u{308}ll é 数独 ±½", "Mu\u{308}ll é 数独 ±½"),
            ("a\nb\r\t\0", "a\\nb\\r\\t\\0"),
            ("\u{1b}[2J\u{9b}1m\u{7f}", "\\u{1b}[2J\\u{9b}1m\\u{7f}"),
            ("txt.\u{202e}exe\u{2028}", "txt.\\u{202e}exe\\u{2028}"),
        ];
        for (text, expected) in cases {
            assert_eq!(visible(text), expected);
        }
    }

    #[test]
    fn rest_of_a_list() {
        assert_eq!(and_more(12, Some("bad line")).as_deref(), Some("and 2 more bad lines"));
        assert_eq!(and_more(2010, None).as_deref(), Some("and 2,000 more"));
        assert_eq!(and_more(7, None), None);
    }
}
