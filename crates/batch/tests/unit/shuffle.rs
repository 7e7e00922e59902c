//! Copies are the same whatever the threads and the chunks.

use std::{fs, io::Cursor, sync::Mutex};
use sudomill_batch::files::{
    CHUNK, Listener, RunOptions,
    shuffle::{self, ShuffleOptions},
    solve::HELD,
};
use sudomill_input::{BadLine, ReadOptions, read_as};
use sudomill_output::{Sink, lock};
use sudomill_puzzle::solving::Status;

/// Records the bad lines.
#[derive(Default)]
struct Heard(Mutex<Vec<String>>);

impl Listener for Heard {
    fn bad_line(&self, line: u64, bad: &BadLine) {
        lock(&self.0).push(format!("{line}:{bad}"));
    }
}

/// The copies of a text, the bad lines and the counts.
fn copies(text: &str, options: &ShuffleOptions) -> (String, Vec<String>, [u64; 3]) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("copies");
    let text = Cursor::new(text.as_bytes().to_vec());
    let mut source = read_as("memory", text, &ReadOptions::default()).unwrap();
    _ = source.find_solutions(None);
    let (mut output, heard) = (Sink::create(&path).unwrap(), Heard::default());
    let run = shuffle::shuffle_source(source, options, &mut output, &heard).unwrap();
    assert!(run.failure.is_none());
    output.finish().unwrap();
    let counts = [run.tally.puzzles(), run.tally.of(Status::Invalid), run.tally.lines()];
    (fs::read_to_string(&path).unwrap(), heard.0.into_inner().unwrap(), counts)
}

fn by_every_cut(text: &str, copied: u64) -> (String, Vec<String>, [u64; 3]) {
    let cuts = [(1, CHUNK), (1, 1), (2, 50), (7, 1), (2, 1000)];
    let by = |(threads, chunk)| {
        let run = RunOptions::default().with_threads(threads).with_chunk(chunk);
        let options = ShuffleOptions::default().with_seed(7).with_copies(copied).with_run(run);
        copies(text, &options)
    };
    let all = cuts.map(by);
    // Not `assert_eq`, which would print megabytes.
    assert!(all.iter().all(|one| *one == all[0]));
    all[0].clone()
}

#[test]
fn same_for_any_threads_and_chunks() {
    let row = "7,\"a\n#\",.4.3.3........2.,2413134242313124\n8,b,Z,\n\n9,c,1...4.....2....3,g\n";
    let text = format!("id,note,puzzle,solution\n{}", row.repeat(100));
    let (written, bad, counts) = by_every_cut(&text, 3);
    assert_eq!((written.lines().count(), counts), (1 + 600, [300, 200, 501]));
    assert_eq!(bad[0], "4:5: found 'Z'; expected 1-4 or one of . 0 - _ * ? x X");
    assert_eq!(bad[1], "6:22: solution: found 'g'; expected 1-4 or one of . 0 - _ * ? x X");
    let grids = "1...\n4...\n..2.\n...3\n\n".repeat(50);
    assert_eq!(by_every_cut(&grids, 2).2, [50, 0, 250]);
}

#[test]
fn many_copies_are_written_in_parts() {
    let text = ".4.3.3........2.\n".repeat(3);
    let (written, ..) = by_every_cut(&text, 100_000);
    assert!(written.len() == 300_000 * 17 && written.len() > 4 * HELD);
}
