//! Reading the JSON of a benchmark.

use crate::Error;
use serde::Deserialize;

/// Reads a value; `name` is the file's in messages.
///
/// # Errors
/// [`Error::Malformed`]: the text is not that value's JSON, with the place.
pub fn parse<'de, T: Deserialize<'de>>(name: &str, json: &'de [u8]) -> Result<T, Error> {
    serde_json::from_slice(json).map_err(|error| {
        let message = error.to_string();
        // The place is told by us, in the form of all our messages.
        let place = format!(" at line {} column {}", error.line(), error.column());
        let message = message.strip_suffix(&place).unwrap_or(&message);
        Error::Malformed {
            path: name.to_owned(),
            line: error.line() as u64,
            column: error.column().max(1),
            reason: format!("{message}; expected the JSON of `sudomill bench`"),
        }
    })
}
