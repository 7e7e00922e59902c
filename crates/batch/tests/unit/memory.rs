//! How the rows of a column are divided among threads.

use sudomill_batch::memory::run_length;
use sudomill_puzzle::solving::Batch;

#[test]
fn runs_are_even() {
    let lengths = |batches: usize, threads| {
        let rows = vec![(); batches * Batch::ROWS];
        let runs = rows.chunks(run_length(rows.len(), threads));
        runs.map(|run| run.len() / Batch::ROWS).collect::<Vec<_>>()
    };
    let runs = lengths(196, 2);
    assert_eq!((runs.len(), runs.iter().sum::<usize>()), (14, 196));
    assert!(runs.iter().all(|&length| length == 14));
    assert_eq!(lengths(5000, 1), [2500, 2500]);
    assert_eq!(lengths(50, 8), [7, 7, 7, 7, 7, 7, 7, 1]);
    assert_eq!(lengths(3, 8), [1, 1, 1]);
    assert!(lengths(0, 4).is_empty());
}
