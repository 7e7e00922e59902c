//! Quoting of text in CSV and JSON.

use memchr::{memchr, memchr3};

/// Writes a CSV field, quoted if necessary (RFC 4180).
pub(super) fn csv_text(text: &[u8], out: &mut Vec<u8>) {
    if memchr3(b',', b'"', b'\n', text).is_none() && memchr(b'\r', text).is_none() {
        return out.extend_from_slice(text);
    }
    out.push(b'"');
    let mut rest = text;
    while let Some(quote) = memchr(b'"', rest) {
        out.extend_from_slice(&rest[..=quote]);
        out.push(b'"');
        rest = &rest[quote + 1..];
    }
    out.extend_from_slice(rest);
    out.push(b'"');
}

/// Writes a JSON string.
pub(super) fn json_text(text: &str, out: &mut Vec<u8>) {
    serde_json::to_writer(out, text).expect("writing into memory does not fail");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_quotes() {
        for (text, written) in [
            ("", ""),
            ("a b", "a b"),
            ("a,b", "\"a,b\""),
            ("5\" disk", "\"5\"\" disk\""),
            ("\"", "\"\"\"\""),
            ("a\nb", "\"a\nb\""),
            ("a\rb", "\"a\rb\""),
        ] {
            let mut out = Vec::new();
            csv_text(text.as_bytes(), &mut out);
            assert_eq!(String::from_utf8(out).unwrap(), written);
        }
    }
}
