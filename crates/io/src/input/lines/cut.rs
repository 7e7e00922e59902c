//! Finds where text may be cut: after a line end.

use super::{
    MAX_LINE,
    line_end::{last_line_end, line_end},
};

/// The end of a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::input) struct Cut {
    /// The length of the chunk in bytes.
    pub len: usize,
    /// True if the chunk ends inside a line, which is then longer than [`MAX_LINE`].
    pub inside_line: bool,
    /// True if the chunk ends inside a record with a quoted field longer than [`MAX_LINE`].
    pub inside_record: bool,
    /// True if the chunk is the rest of such a record.
    pub is_rest: bool,
    /// True if the chunk may contain a quote.
    pub has_quotes: bool,
}

impl Cut {
    /// Ends a chunk after a complete line.
    pub fn whole(len: usize) -> Self {
        let (inside_line, inside_record, is_rest) = (false, false, false);
        Self { len, inside_line, inside_record, is_rest, has_quotes: true }
    }
}

/// Cuts a chunk of about `target` bytes off the front of `bytes`: after the last line end within
/// the target, or else after the first one beyond it. Returns `None` if more bytes are needed;
/// `last` means that no more will come.
pub(in crate::input) fn cut(bytes: &[u8], target: usize, last: bool) -> Option<Cut> {
    let whole = |len| Some(Cut::whole(len));
    if last && bytes.len() <= target {
        return whole(bytes.len());
    }
    if let Some(end) = last_line_end(bytes, target.min(bytes.len()), last) {
        return whole(end);
    }
    // No line end within the target, so the first line is longer.
    let bound = target.max(MAX_LINE + 1);
    let window = &bytes[..bytes.len().min(bound + 1)];
    match line_end(window, target.min(bytes.len())) {
        Some((_, next)) if next <= bound && (last || is_decided(bytes, next)) => whole(next),
        _ if bytes.len() > bound => {
            // Never separate a CR from the LF after it.
            let len = bound - usize::from(bytes[bound - 1] == b'\r');
            Some(Cut { inside_line: true, ..Cut::whole(len) })
        }
        _ if last => whole(bytes.len()),
        _ => None,
    }
}

/// Returns true if no later byte can belong to the line end before `next`.
fn is_decided(bytes: &[u8], next: usize) -> bool {
    bytes[next - 1] == b'\n' || next < bytes.len()
}

/// Returns the length of the complete lines of a truncated text. The rest is kept if it is too long
/// to be a puzzle, so that the result does not depend on where chunks were cut.
pub(in crate::input) fn whole(text: &[u8]) -> usize {
    let end = last_line_end(text, text.len(), true).unwrap_or(0);
    if text.len() - end > MAX_LINE { text.len() } else { end }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn chunks(bytes: &[u8], target: usize) -> Vec<(Vec<u8>, bool)> {
        let (mut at, mut chunks) = (0, Vec::new());
        while at < bytes.len() {
            let cut = cut(&bytes[at..], target, true).expect("the end is known");
            chunks.push((bytes[at..at + cut.len].to_vec(), cut.inside_line));
            at += cut.len;
        }
        chunks
    }

    proptest! {
        #[test]
        fn chunks_join_and_end_at_newlines(
            text in "[ab\n]{0,60}", target in 1usize..20,
        ) {
            let chunks = chunks(text.as_bytes(), target);
            let joined: Vec<u8> = chunks.iter().flat_map(|c| c.0.clone()).collect();
            prop_assert_eq!(&joined, text.as_bytes());
            let (last, others) = chunks.split_last().map_or((None, &[][..]), |(l, o)| (Some(l), o));
            prop_assert!(others.iter().all(|(bytes, inside)| bytes.ends_with(b"\n") && !inside));
            prop_assert!(last.is_none_or(|(_, inside)| !inside));
        }

    }

    #[test]
    fn waits_for_line_end() {
        assert_eq!(cut(b"abc", 2, false), None);
        assert_eq!(cut(b"abc", 2, true), Some(Cut::whole(3)));
        assert_eq!(cut(b"abc\nd", 2, false), Some(Cut::whole(4)));
    }

    #[test]
    fn long_line_is_bounded() {
        let endless = vec![b'a'; 3 * MAX_LINE];
        let inside = Cut { inside_line: true, ..Cut::whole(MAX_LINE + 1) };
        assert_eq!(cut(&endless, 10, false), Some(inside));
        assert!(!cut(&endless[..MAX_LINE + 1], 10, true).unwrap().inside_line);
    }
}
