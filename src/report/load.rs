//! Reads the JSON of `sudomill bench`.

use crate::{
    Error,
    bench::{self, Benchmark, VERSION},
};
use std::{fs, path::Path};

/// Reads a result.
///
/// # Errors
/// The file cannot be read; it is no result of this or an earlier version:
/// [`Error::Malformed`] names the place.
pub fn load(path: &Path) -> Result<Benchmark, Error> {
    let name = path.display().to_string();
    let json = fs::read(path).map_err(Error::io(&name, "cannot open"))?;
    let benchmark: Benchmark = bench::parse(&name, &json)?;
    let found = benchmark.version;
    if !(1..=VERSION).contains(&found) {
        let reason = format!("found a result of version {found}, expected {VERSION} at most");
        return Err(Error::Malformed { path: name, line: 1, column: 1, reason });
    }
    Ok(benchmark)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn refusal(text: &str) -> String {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        let error = load(file.path()).unwrap_err().to_string();
        error.split_once(':').unwrap().1.to_owned()
    }

    #[test]
    fn what_is_no_result_is_told_with_its_place() {
        let told = refusal("{\n \"version\": \"one\"}");
        assert!(told.starts_with("2:17: invalid type: string \"one\", expected u32; "), "{told}");
        assert!(refusal("1,unique").starts_with("1:"));
    }
}
