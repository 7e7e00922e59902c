//! CSV, as RFC 4180 describes it.

use super::super::syntax::{Syntax, names};
use memchr::{memchr, memchr3};
use std::{iter, str::Utf8Error};
use sudomill_input::{Table, quoted};

/// Values separated by commas, below a header.
///
/// ```
/// use sudomill_output::{format::Csv, syntax::Syntax};
/// let written = |text: &str| {
///     let mut out = Vec::new();
///     Csv.text(text.as_bytes(), &mut out);
///     String::from_utf8(out).unwrap()
/// };
/// assert_eq!(written("a b|c"), "a b|c");
/// assert_eq!(written("a,b"), r#""a,b""#);
/// assert_eq!(written(r#"5" disk"#), r#""5"" disk""#);
/// for end in ["\n", "\r\n", "\r"] {
///     assert_eq!(written(&format!("a{end}b")), format!("\"a{end}b\""));
/// }
/// ```
#[derive(Default)]
pub struct Csv;

impl Syntax for Csv {
    fn header(&self, header: &[&[u8]]) -> Vec<u8> {
        let mut out = Vec::new();
        names(self, header, &mut out);
        out
    }

    fn open(&self) -> &'static str {
        ""
    }

    fn between(&self) -> &'static str {
        ","
    }

    fn close(&self) -> &'static str {
        "\n"
    }

    /// Quotes a text if necessary.
    fn text(&self, text: &[u8], out: &mut Vec<u8>) {
        if memchr3(b',', b'"', b'\n', text).is_none() && memchr(b'\r', text).is_none() {
            return out.extend_from_slice(text);
        }
        out.push(b'"');
        for &byte in text {
            out.extend(iter::repeat_n(byte, if byte == b'"' { 2 } else { 1 }));
        }
        out.push(b'"');
    }

    /// A blank line would not count as a row.
    #[inline(always)]
    fn mend(&self, start: usize, out: &mut Vec<u8>) {
        if out[start..] == *b"\n" {
            out.truncate(start);
            out.extend_from_slice(b"\"\"\n");
        }
    }

    fn copies_records(&self, input: &Table) -> bool {
        input.separator() == Some(b',')
    }

    /// Keeps existing quotes, and adds them where a reader of CSV would otherwise read another
    /// value.
    fn field(&self, field: &[u8], out: &mut Vec<u8>) -> Result<(), Utf8Error> {
        match quoted(field) {
            Some((_, true)) => out.extend_from_slice(field.trim_ascii()),
            Some((inner, false)) => self.text(inner, out),
            None => self.text(field, out),
        }
        Ok(())
    }
}
