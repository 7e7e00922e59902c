//! The field `file` of a result: the name of its input, where there are several.

/// What comes before the first column of a row; nothing without a name.
pub(crate) fn csv(name: Option<&str>) -> Vec<u8> {
    let Some(name) = name else { return Vec::new() };
    let mut writer = csv::Writer::from_writer(Vec::new());
    let written = writer.write_record([name]).and_then(|()| Ok(writer.flush()?));
    written.expect("writing into memory does not fail");
    let mut field = writer.into_inner().expect("everything is written");
    field.pop();
    field.push(b',');
    field
}

/// What comes before the first key of an object; nothing without a name.
pub(crate) fn json(name: Option<&str>) -> Vec<u8> {
    let Some(name) = name else { return Vec::new() };
    let name = serde_json::to_string(name).expect("writing into memory does not fail");
    format!("\"file\":{name},").into_bytes()
}

/// What comes before the first name of a header.
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
