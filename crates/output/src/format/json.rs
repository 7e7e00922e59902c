//! JSON Lines: an object for each row.

use super::super::syntax::Syntax;
use std::str::{self, Utf8Error};
use sudomill_input::{Table, field_value};

/// An object per line.
///
/// ```
/// use sudomill_output::{format::JsonLines, syntax::Syntax};
/// let written = |text: &str| {
///     let mut out = Vec::new();
///     JsonLines.text(text.as_bytes(), &mut out);
///     String::from_utf8(out).unwrap()
/// };
/// assert_eq!(written(""), r#""""#);
/// assert_eq!(written("a,b|c"), r#""a,b|c""#);
/// assert_eq!(written(r#"5" disk"#), r#""5\" disk""#);
/// assert_eq!(written("a\r\nb"), r#""a\r\nb""#);
/// ```
#[derive(Default)]
pub struct JsonLines;

impl Syntax for JsonLines {
    fn header(&self, _names: &[&[u8]]) -> Vec<u8> {
        Vec::new()
    }

    fn open(&self) -> &'static str {
        "{"
    }

    fn between(&self) -> &'static str {
        ","
    }

    fn close(&self) -> &'static str {
        "}\n"
    }

    fn key(&self, name: &str) -> Option<String> {
        Some(json_key(name))
    }

    fn quote(&self) -> &'static str {
        "\""
    }

    fn missing(&self) -> &'static str {
        "null"
    }

    /// Writes a string. JSON is UTF-8: other bytes become replacement characters.
    fn text(&self, text: &[u8], out: &mut Vec<u8>) {
        json_string(&String::from_utf8_lossy(text), out);
    }

    fn copies_records(&self, input: &Table) -> bool {
        input.is_json()
    }

    fn field(&self, field: &[u8], out: &mut Vec<u8>) -> Result<(), Utf8Error> {
        match str::from_utf8(&field_value(field)) {
            Ok(text) => json_string(text, out),
            // Where in the field as it stands, not in its value.
            Err(in_value) => return Err(str::from_utf8(field).err().unwrap_or(in_value)),
        }
        Ok(())
    }

    fn json_value(&self, value: &[u8], out: &mut Vec<u8>) {
        out.extend_from_slice(value);
    }
}

fn json_string(text: &str, out: &mut Vec<u8>) {
    serde_json::to_writer(out, text).expect("writing into memory does not fail");
}

/// Returns a name and a colon, as in an object.
pub fn json_key(name: &str) -> String {
    serde_json::to_string(name).expect("a string is valid JSON") + ":"
}
