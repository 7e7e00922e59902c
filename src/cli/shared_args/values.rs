//! How values of flags are read.

use crate::cli::error_text;
use clap::{
    Arg,
    builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser},
};
use std::{ffi::OsStr, time::Duration};
use sudomill::{
    grid::Size,
    input::Encoding,
    solver::{lanes::Backend, registry},
};

pub fn at_least_1() -> impl TypedValueParser<Value = u64> {
    clap::value_parser!(u64).range(1..)
}

/// A time in seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let expected = || format!("found '{text}'; expected a number of seconds");
    let seconds = text.parse().map_err(|_| expected())?;
    Duration::try_from_secs_f64(seconds).map_err(|_| expected())
}

/// A separator of columns.
pub fn delimiter(text: &str) -> Result<u8, String> {
    match text {
        "\\t" | "tab" => Ok(b'\t'),
        "," | ";" | "|" | "\t" => Ok(text.as_bytes()[0]),
        _ => Err(format!("found {text:?}; expected one of , ; | or \\t")),
    }
}

/// A character that begins a comment.
pub fn comment(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        [byte] if byte.is_ascii_punctuation() => Ok(*byte),
        _ => Err(format!("found {text:?}; expected one ASCII punctuation character, such as #")),
    }
}

/// An encoding of text.
pub fn encoding() -> impl TypedValueParser<Value = Encoding> {
    PossibleValuesParser::new(Encoding::ALL.map(Encoding::name))
        .try_map(|name| name.parse::<Encoding>())
}

/// A backend as the user named it.
#[derive(Clone, Copy, Debug)]
pub enum BackendName {
    Auto,
    Named(Backend),
}

pub fn backend() -> impl TypedValueParser<Value = BackendName> {
    PossibleValuesParser::new(["auto", "avx512", "avx512bw", "avx2", "neon", "portable"]).try_map(
        |name| match &*name {
            "auto" => Ok(BackendName::Auto),
            name => Backend::find(name).map(BackendName::Named),
        },
    )
}

/// Any name that the registry finds. Help and completion list only the whole strategies:
/// parts combine into too many.
#[derive(Clone)]
pub struct StrategyName;

impl TypedValueParser for StrategyName {
    type Value = registry::Strategy;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<Self::Value, clap::Error> {
        let find = StringValueParser::new().try_map(|name| {
            registry::find(&name).map_err(|e| format!("{e}{}", error_text::similar_strategy(&name)))
        });
        find.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(registry::STRATEGIES.iter().map(|entry| PossibleValue::new(entry.name))))
    }
}
/// The order of grids.
pub fn order() -> impl TypedValueParser<Value = Size> {
    PossibleValuesParser::new(["2", "3", "4", "5"])
        .try_map(|order| order.parse().ok().and_then(Size::from_order).ok_or("expected 2 to 5"))
}
