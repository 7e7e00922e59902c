//! Reads the JSON of `sudomill bench`.

use super::{Benchmark, VERSION};
use serde::Deserialize;
use std::{
    fs,
    io::{self, Read},
    path::Path,
};
use sudomill_core::Error;
use sudomill_io::input::unpacked;

/// Reads a benchmark from a file, plain or compressed with gzip or Zstandard; `-` is standard
/// input.
///
/// # Errors
/// The file cannot be read, or [`parse`] fails.
pub fn load(path: &Path) -> Result<Benchmark, Error> {
    let standard_input = path.as_os_str() == "-";
    let name = if standard_input { "<stdin>".to_owned() } else { path.display().to_string() };
    let mut json = Vec::new();
    let read = match standard_input {
        true => io::stdin().lock().read_to_end(&mut json).map(|_| json),
        false => fs::read(path),
    };
    let json = read.and_then(unpacked).map_err(Error::io(&name, "cannot read"))?;
    parse(&name, &json)
}

/// Reads a benchmark; `name` is the file name for messages.
///
/// # Errors
/// [`Error::Malformed`], with line and column: the text is not the JSON of a benchmark, or its
/// version is not [`VERSION`].
pub fn parse(name: &str, json: &[u8]) -> Result<Benchmark, Error> {
    #[derive(Deserialize)]
    #[serde(expecting = "an object")]
    struct Header {
        version: u32,
    }
    // The version is read first, because the fields of another version may differ.
    let Header { version } = value(name, json)?;
    if version != VERSION {
        let reason = format!("found version {version} of the JSON; expected {VERSION}");
        return Err(Error::Malformed { path: name.to_owned(), line: 1, column: 1, reason });
    }
    value(name, json)
}

fn value<'de, T: Deserialize<'de>>(name: &str, json: &'de [u8]) -> Result<T, Error> {
    serde_json::from_slice(json).map_err(|error| {
        // Our messages already begin with the place.
        let place = format!(" at line {} column {}", error.line(), error.column());
        let message = error.to_string();
        let message = message.strip_suffix(&place).unwrap_or(&message);
        Error::Malformed {
            path: name.to_owned(),
            line: error.line() as u64,
            column: error.column().max(1),
            reason: format!("{message}; expected the JSON of `sudomill bench`"),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Needs `float_roundtrip` of `serde_json`. In tests a dependency turns it on, too; the fuzz
    /// target `bench_json` runs without that.
    #[test]
    fn numbers_are_read_exactly() {
        for text in [
            "4074099.7258130885",
            "4074099.130033507258130885",
            "0.30000000000000004",
            "593443.5229218974",
            "1e-7",
        ] {
            let exact: f64 = text.parse().unwrap();
            assert_eq!(value::<f64>("a.json", text.as_bytes()).unwrap(), exact, "{text}");
        }
    }

    #[test]
    fn refused_with_place() {
        let expected = "expected the JSON of `sudomill bench`";
        for (json, message) in [
            ("", format!("1:1: EOF while parsing a value; {expected}")),
            ("1,unique", format!("1:1: invalid type: integer `1`, expected an object; {expected}")),
            (
                "{\n \"version\": \"one\"}",
                format!("2:17: invalid type: string \"one\", expected u32; {expected}"),
            ),
            ("{\"version\": 1}", format!("1:14: missing field `environment`; {expected}")),
            (
                "{\"sets\": 0, \"version\": 2}",
                "1:1: found version 2 of the JSON; expected 1".to_owned(),
            ),
        ] {
            let error = parse("a.json", json.as_bytes()).unwrap_err();
            assert_eq!(error.to_string(), format!("a.json:{message}"));
        }
    }
}
