//! A table of Markdown, as [GitHub](https://github.github.com/gfm/#tables-extension-) and most
//! trackers show it.

use super::super::syntax::{Syntax, names};

/// Values between bars, below a header and a ruler.
///
/// ```
/// use sudomill_output::{format::Markdown, syntax::Syntax};
/// let written = |text: &str| {
///     let mut out = Vec::new();
///     Markdown.text(text.as_bytes(), &mut out);
///     String::from_utf8(out).unwrap()
/// };
/// assert_eq!(written(r#"5" disk, a b"#), r#"5" disk, a b"#);
/// assert_eq!(written("a|b"), r"a\|b");
/// for end in ["\n", "\r\n", "\r"] {
///     assert_eq!(written(&format!("a{end}b")), "a<br>b");
/// }
/// ```
#[derive(Default)]
pub struct Markdown;

impl Syntax for Markdown {
    fn header(&self, header: &[&[u8]]) -> Vec<u8> {
        let mut out = Vec::new();
        names(self, header, &mut out);
        names(self, &vec![&b"---"[..]; header.len()], &mut out);
        out
    }

    fn open(&self) -> &'static str {
        "| "
    }

    fn between(&self) -> &'static str {
        " | "
    }

    fn close(&self) -> &'static str {
        " |\n"
    }

    /// A bar would end the cell, and a line end the row.
    fn text(&self, text: &[u8], out: &mut Vec<u8>) {
        for (at, &byte) in text.iter().enumerate() {
            match byte {
                b'|' => out.extend_from_slice(br"\|"),
                b'\r' if text.get(at + 1) == Some(&b'\n') => {}
                b'\r' | b'\n' => out.extend_from_slice(b"<br>"),
                _ => out.push(byte),
            }
        }
    }
}
