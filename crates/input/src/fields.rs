//! Finds the fields of a line or record, and the quotes around them; and the values of a line of JSON
//! Lines.

#[cfg(feature = "files")]
use json::{item, object};
use memchr::{memchr, memchr_iter};
use std::{borrow::Cow, iter, ops::Range};
use sudomill_puzzle::{
    error::BadLine,
    puzzle_line::{
        line_end::without_line_end,
        position::bad_at,
        word::{trimmed, unquoted},
    },
};

pub use sudomill_puzzle::puzzle_line::word::words;

/// The fields of a delimited record.
pub fn delimited(record: &[u8], separator: u8) -> impl Iterator<Item = Range<usize>> + '_ {
    whole(record, separator).map(|field| inner(record, field))
}

/// The field with this index, from 0.
#[inline]
pub(super) fn nth(record: &[u8], separator: u8, index: usize) -> Option<Range<usize>> {
    whole(record, separator).nth(index).map(|field| inner(record, field))
}

/// A field without its quotes and surrounding spaces.
#[inline]
pub(super) fn inner(record: &[u8], field: Range<usize>) -> Range<usize> {
    unquoted(record, trimmed(record, field))
}

/// The fields of a record with their quotes and surrounding spaces.
pub fn whole(record: &[u8], separator: u8) -> impl Iterator<Item = Range<usize>> + '_ {
    let record = without_line_end(record);
    let mut next = Some(0);
    iter::from_fn(move || {
        let start = next?;
        let end = field_end(record, start, separator);
        next = (end < record.len()).then_some(end + 1);
        Some(start..end)
    })
}

/// Finds the end of a field: its separator, or the end of the record.
#[inline]
fn field_end(record: &[u8], start: usize, separator: u8) -> usize {
    // Tabs are not skipped: they may be separators.
    let quote = start + record[start..].iter().take_while(|&&byte| byte == b' ').count();
    let from = match record.get(quote) {
        Some(b'"') => match closing_quote(record, quote, &[separator]) {
            Close::At(close) => close + 1,
            Close::Open | Close::None => start,
        },
        _ => start,
    };
    memchr(separator, &record[from..]).map_or(record.len(), |len| from + len)
}

/// The separators that can divide a file into columns.
pub const SEPARATORS: [u8; 4] = *b",;\t|";

/// Finds the first quote from `at` to `end` that starts a field.
pub(super) fn opening_quote(
    bytes: &[u8],
    start: usize,
    at: usize,
    end: usize,
    separators: &[u8],
) -> Option<usize> {
    let begins = |&quote: &usize| {
        let before = bytes[start..quote].iter().rev().find(|&&byte| byte != b' ');
        before.is_none_or(|byte| separators.contains(byte))
    };
    memchr_iter(b'"', bytes.get(at..end)?).map(|quote| at + quote).find(begins)
}

pub(super) enum Close {
    At(usize),
    /// The bytes end before the closing quote.
    Open,
    /// The quote does not open a quoted field.
    None,
}

/// Finds the quote that closes the one at offset `quote`.
#[inline]
pub(super) fn closing_quote(bytes: &[u8], quote: usize, separators: &[u8]) -> Close {
    let mut at = quote + 1;
    while let Some(found) = memchr(b'"', &bytes[at..]) {
        let close = at + found;
        match bytes[close + 1..].iter().find(|&&byte| byte != b' ') {
            Some(b'"') if bytes[close + 1] == b'"' => at = close + 2,
            Some(b'\n' | b'\r') | None => return Close::At(close),
            Some(byte) if separators.contains(byte) => return Close::At(close),
            Some(_) => return Close::None,
        }
    }
    Close::Open
}

/// The separator that the first line of a spreadsheet export declares: `sep=;`.
pub fn named_separator(line: &[u8]) -> Option<u8> {
    let line = line.trim_ascii();
    let line = line.strip_prefix(b"\"").and_then(|line| line.strip_suffix(b"\"")).unwrap_or(line);
    let (name, separator) = line.split_at_checked(4)?;
    let separator = if separator.is_empty() { b"\t" } else { separator };
    let is_meant = name.eq_ignore_ascii_case(b"sep=") && separator.len() == 1;
    SEPARATORS.into_iter().find(|it| is_meant && separator[0] == *it)
}

/// The text between the quotes of a field, and true if every quote within it is doubled; `None` if
/// the field is not quoted.
pub fn quoted(field: &[u8]) -> Option<(&[u8], bool)> {
    let [b'"', inner @ .., b'"'] = field.trim_ascii() else { return None };
    let mut quotes = memchr_iter(b'"', inner);
    let mut all = true;
    while let Some(first) = quotes.next() {
        all &= quotes.next() == Some(first + 1);
    }
    Some((inner, all))
}

/// The value of a field: without its quotes, and with doubled quotes reduced to one.
pub fn field_value(field: &[u8]) -> Cow<'_, [u8]> {
    match quoted(field) {
        None => field.into(),
        Some((inner, true)) if memchr(b'"', inner).is_some() => {
            // Between two quotes is nothing.
            let parts: Vec<_> = inner.split(|&byte| byte == b'"').step_by(2).collect();
            parts.join(&b'"').into()
        }
        Some((inner, _)) => inner.into(),
    }
}

/// The range of a key's value; for a string, without its quotes. `None` if the object lacks the key.
///
/// # Errors
/// The line is no object, or repeats a key.
pub fn value(line: &[u8], key: &str) -> Result<Option<Range<usize>>, BadLine> {
    let mut found = None;
    object(line, &mut |name, value| {
        if name == key && found.is_none() {
            found = Some(inside(line, value));
        }
    })?;
    Ok(found)
}

/// The range of the value at a path, as of [`value`]: keys of objects and numbers of items, from 0, with dots
/// between them. A key that is the whole path comes first. `None` if the object lacks it.
pub(super) fn value_at(line: &[u8], path: &str) -> Result<Option<Range<usize>>, BadLine> {
    let (key, below) = path.split_once('.').unwrap_or((path, ""));
    let mut whole = None;
    let mut place = None;
    object(line, &mut |name, value| match name {
        _ if name == path && whole.is_none() => whole = Some(inside(line, value)),
        _ if name == key && place.is_none() => place = Some(inside(line, value)),
        _ => {}
    })?;
    if whole.is_some() {
        return Ok(whole);
    }
    for step in below.split_terminator('.') {
        let Some(Range { start, end }) = place else { return Ok(None) };
        let outer = &line[start..end];
        let inner = match outer.first() {
            Some(b'{') => value(outer, step).map_err(|bad| bad_at(line, start, bad.problem))?,
            #[cfg(feature = "files")]
            Some(b'[') => item(outer, step).map(|item| inside(outer, item)),
            _ => None,
        };
        place = inner.map(|inner| start + inner.start..start + inner.end);
    }
    Ok(place)
}

/// All keys of a line, with the ranges of their values.
pub fn values(line: &[u8]) -> Option<Vec<(String, Range<usize>)>> {
    let mut all = Vec::new();
    object(line, &mut |name, value| all.push((name.to_owned(), inside(line, value)))).ok()?;
    Some(all)
}

/// Calls `each` for every key of a line and the range of its first value; for a string, with its
/// quotes. Returns true if the line is an object without repeated keys.
pub fn whole_values(line: &[u8], mut each: impl FnMut(&str, Range<usize>)) -> bool {
    object(line, &mut each).is_ok()
}

fn inside(line: &[u8], Range { start, end }: Range<usize>) -> Range<usize> {
    if line[start] == b'"' { start + 1..end - 1 } else { start..end }
}

/// Without the feature `files` no JSON is read: an input that begins with an object is refused, and
/// an object elsewhere is a bad line.
#[cfg(not(feature = "files"))]
fn object(_: &[u8], _: &mut dyn FnMut(&str, Range<usize>)) -> Result<(), BadLine> {
    let words = "JSON Lines need the feature `files` of sudomill".to_owned();
    Err(BadLine::new(0, 1, sudomill_puzzle::error::Problem::Json(words)))
}

#[cfg(feature = "files")]
mod json {
    use crate::error::json_words;
    use serde::{
        Deserialize,
        de::{Deserializer, MapAccess, Visitor},
    };
    use serde_json::value::RawValue;
    use std::{borrow::Cow, collections::HashSet, fmt, ops::Range};
    use sudomill_puzzle::{
        error::{BadLine, Problem},
        puzzle_line::position::bad_at,
    };

    /// Calls `each` for every key of the object in a line and the range of its first value. A
    /// repeated key is an error, because readers disagree about it: Python takes the last value,
    /// DuckDB the first.
    pub fn object(line: &[u8], each: &mut dyn FnMut(&str, Range<usize>)) -> Result<(), BadLine> {
        let mut parser = serde_json::Deserializer::from_slice(line);
        let mut twice = None;
        let start = line.as_ptr().addr();
        let object = Object { each, start, twice: &mut twice };
        let read = parser.deserialize_map(object).and_then(|()| parser.end());
        // The text is one line, so the parser's column is an offset from 1.
        read.map_err(|e| {
            let at = e.column().clamp(1, line.len().max(1)) - 1;
            bad_at(line, at, Problem::Json(json_words(&e)))
        })?;
        match twice {
            None => Ok(()),
            Some((after, key)) => {
                let at = memchr::memchr(b'"', &line[after..]).map_or(after, |len| after + len);
                Err(bad_at(line, at, Problem::KeyTwice(key)))
            }
        }
    }

    /// The range of the item with this number in an array.
    pub fn item(array: &[u8], number: &str) -> Option<Range<usize>> {
        let items: Vec<&RawValue> = serde_json::from_slice(array).ok()?;
        // A key such as `01` or `+1` is no number.
        let index = number.parse::<usize>().ok().filter(|index| index.to_string() == number)?;
        let item = items.get(index)?.get();
        let start = item.as_ptr().addr() - array.as_ptr().addr();
        Some(start..start + item.len())
    }

    struct Object<'t> {
        each: &'t mut dyn FnMut(&str, Range<usize>),
        /// The address of the line.
        start: usize,
        /// The end of the value before the first repeated key, and the key.
        twice: &'t mut Option<(usize, String)>,
    }

    impl<'de> Visitor<'de> for Object<'_> {
        type Value = ();

        fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
            f.write_str("a JSON object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
            let mut keys = Keys::default();
            let mut end = 0;
            while let Some(Key(key)) = map.next_key()? {
                let value: &RawValue = map.next_value()?;
                let start = value.get().as_ptr().addr() - self.start;
                let place = start..start + value.get().len();
                match keys.insert(key.clone()) {
                    true => (self.each)(&key, place.clone()),
                    false => _ = self.twice.get_or_insert_with(|| (end, key.into_owned())),
                }
                end = place.end;
            }
            Ok(())
        }
    }

    /// The most keys that are compared one by one: so few take longer to hash.
    const FEW: usize = 16;

    /// The different keys of an object so far.
    #[derive(Default)]
    struct Keys<'de> {
        /// The first keys without escapes. Not a vector: it would be allocated for each object.
        few: [&'de str; FEW],
        /// The number of keys in `few`.
        count: usize,
        /// All keys, once there are more, or one with escapes.
        many: Option<HashSet<Cow<'de, str>>>,
    }

    impl<'de> Keys<'de> {
        /// Adds a key. Returns false if it is one of them already.
        fn insert(&mut self, key: Cow<'de, str>) -> bool {
            let few = &self.few[..self.count];
            match (&mut self.many, &key) {
                (None, Cow::Borrowed(key)) if self.count < FEW => {
                    let is_new = !few.contains(key);
                    self.few[self.count] = key;
                    self.count += usize::from(is_new);
                    is_new
                }
                (many, _) => {
                    let all = || few.iter().map(|&key| key.into()).collect();
                    many.get_or_insert_with(all).insert(key)
                }
            }
        }
    }

    /// A key, borrowed if it contains no escapes.
    #[derive(Deserialize)]
    struct Key<'a>(#[serde(borrow)] Cow<'a, str>);
}
