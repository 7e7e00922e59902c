//! Strings of JSON with escapes, and how they differ from arrays.

/// A string, decoded; `None` if it has no escapes, and is as it stands in the line.
#[cfg(feature = "files")]
pub fn decoded(string: &[u8]) -> Option<String> {
    memchr::memchr(b'\\', string)?;
    serde_json::from_slice(&[b"\"", string, b"\""].concat()).ok()
}

/// Returns true if a value without its quotes is an array or an object. A string may begin like one.
#[cfg(feature = "files")]
pub fn is_array(value: &[u8]) -> bool {
    matches!(value, [b'[' | b'{', ..])
        && serde_json::from_slice::<serde::de::IgnoredAny>(value).is_ok()
}

/// Without a parser of JSON, no value is one.
#[cfg(not(feature = "files"))]
pub fn is_array(_: &[u8]) -> bool {
    false
}

/// Without a parser of JSON, no string is.
#[cfg(not(feature = "files"))]
pub fn decoded(_: &[u8]) -> Option<String> {
    None
}

/// The offset in a string of what stands at this offset when it is decoded.
pub fn offset_in(string: &[u8], decoded: &str, offset: usize) -> usize {
    let mut at = 0;
    for _ in decoded[..offset].chars() {
        at += match string.get(at..) {
            // A character beyond U+FFFF has two escapes.
            Some([b'\\', b'u', b'd' | b'D', b'8' | b'9' | b'a' | b'b' | b'A' | b'B', ..]) => 12,
            Some([b'\\', b'u', ..]) => 6,
            Some([b'\\', ..]) => 2,
            Some([_, rest @ ..]) => {
                1 + rest.iter().take_while(|&&byte| byte & 0xC0 == 0x80).count()
            }
            _ => 0,
        };
    }
    at.min(string.len())
}
