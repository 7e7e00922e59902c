//! How the time of a call is shared among the puzzles that ended in it.

use sudomill_lanes::{LaneCounters, LaneOutcome, queue::Queue};
use sudomill_puzzle::{
    grid::Size,
    solving::{Batch, Clock, Limits},
};

#[test]
fn shares_add_up() {
    let mut queue = Queue::new(Clock::Rows, 2);
    let mut batch = Batch::new(Size::Nine);
    (0..4).for_each(|_| batch.push_symbols(&[b'.'; 81]));
    queue.push(batch);
    for sweeps in [3, 3, 70, 24] {
        let id = queue.next_row().unwrap().0;
        let counters = LaneCounters { sweeps, ..LaneCounters::default() };
        let outcome = LaneOutcome { solutions: 1, counters, ..LaneOutcome::default() };
        queue.end(id, &outcome, &Limits::default());
    }
    let mut times = Vec::new();
    queue.share(1000.0, |ns, puzzles| times.push((ns, puzzles)));
    assert_eq!(times, [(30, 2), (240, 1), (700, 1)]);
    let batch = queue.pop().unwrap();
    let of_rows: Vec<_> = batch.results().iter().map(|result| result.solve_ns).collect();
    assert_eq!(of_rows, [30, 30, 700, 240]);
}
