//! The field `file` of a result: the name of its input, if there are several inputs.

use super::quote::{csv_text, json_text};

/// Returns the first field of a CSV row, with its comma; empty without a name.
pub(crate) fn csv(name: Option<&str>) -> Vec<u8> {
    let mut field = Vec::new();
    if let Some(name) = name {
        csv_text(name.as_bytes(), &mut field);
        field.push(b',');
    }
    field
}

/// Returns the first member of a JSON object, with its comma; empty without a name.
pub(crate) fn json(name: Option<&str>) -> Vec<u8> {
    let mut member = Vec::new();
    if let Some(name) = name {
        member.extend_from_slice(b"\"file\":");
        json_text(name, &mut member);
        member.push(b',');
    }
    member
}

/// Returns the first field of a CSV header, with its comma; empty if rows have no `file`.
pub(crate) fn header(is_named: bool) -> &'static [u8] {
    if is_named { b"file," } else { b"" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted() {
        assert_eq!((csv(None), json(None)), (Vec::new(), Vec::new()));
        assert_eq!(csv(Some("dir/a.csv")), b"dir/a.csv,");
        assert_eq!(csv(Some("a,\"b\"\n")), b"\"a,\"\"b\"\"\n\",");
        assert_eq!(json(Some("a\"\n")), br#""file":"a\"\n","#);
    }
}
