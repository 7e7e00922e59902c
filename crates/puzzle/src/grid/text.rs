//! Serde support: puzzles and solutions are serialized as text.

use super::{Order, Puzzle, Solution};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{Error, Visitor},
};
use std::{
    fmt::{self, Display},
    marker::PhantomData,
    str::FromStr,
};

macro_rules! as_text {
    ($type:ident) => {
        /// Serializes the text in the default alphabet.
        impl<O: Order> Serialize for $type<O> {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        /// Deserializes a text that `FromStr` accepts.
        impl<'de, O: Order> Deserialize<'de> for $type<O> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(TextVisitor(PhantomData))
            }
        }
    };
}

as_text!(Puzzle);
as_text!(Solution);

/// A visitor that parses a text.
struct TextVisitor<T>(PhantomData<T>);

impl<T: FromStr<Err: Display>> Visitor<'_> for TextVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the text of a grid")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}
