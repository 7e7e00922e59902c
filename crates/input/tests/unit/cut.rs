//! Where a text is cut into chunks.

use proptest::prelude::*;
use sudomill_input::{
    MAX_LINE,
    cut::{Cut, cut},
};

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
