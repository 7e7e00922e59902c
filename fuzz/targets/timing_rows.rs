//! Feeds: any bytes as the rows of `sudomill solve --timing`, with any bytes as their puzzles.
//! Compares: nothing. The rows must be read or rejected, and the page must not be too large.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::{fs, path::PathBuf, sync::LazyLock};
use sudomill::{
    input::Open,
    report::{MAX_BYTES, Report, read_timing},
};
use sudomill_fuzz::folder;
use tempfile::TempDir;

static FOLDER: LazyLock<TempDir> = LazyLock::new(folder);

/// Creates a file with these bytes.
fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = FOLDER.path().join(name);
    fs::write(&path, bytes).expect("there is room");
    path
}

fuzz_target!(|data: &[u8]| {
    let mut parts = data.splitn(2, |&byte| byte == 0);
    let rows = file("timing.csv", parts.next().unwrap_or_default());
    let Ok(timed) = read_timing(&rows, &mut |_, _| Ok(())) else { return };
    let mut report = Report::new("fuzz");
    match parts.next() {
        Some(puzzles) => {
            let puzzles = file("puzzles.txt", puzzles);
            if report.add_timing(timed, Some((&[&puzzles], &Open::default()))).is_err() {
                return;
            }
        }
        None => assert_eq!(report.add_timing(timed, None).ok(), Some(0)),
    }
    assert!(report.page().len() <= MAX_BYTES);
    report.figures();
});
