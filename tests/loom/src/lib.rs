//! Tests the queue that restores the order of results, under every interleaving of its threads.
//! Each model is small, because loom tries all of them.
#![cfg(all(test, loom))]

#[path = "../../../crates/output/src/in_order.rs"]
#[allow(dead_code)]
mod in_order;

use in_order::{InOrder, lock};
use loom::{
    model::Builder,
    sync::{Arc, Mutex},
    thread,
};

/// The items written so far.
type Written = Arc<Mutex<Vec<u64>>>;

/// Runs a model under every interleaving with at most `preemptions` preemptions.
fn model(preemptions: usize, run: impl Fn() + Sync + Send + 'static) {
    let mut builder = Builder::new();
    builder.preemption_bound = Some(preemptions);
    builder.check(run);
}

/// Starts a thread that submits these items one after the other.
fn bring(
    queue: &Arc<InOrder<u64>>,
    written: &Written,
    items: &'static [u64],
) -> thread::JoinHandle<Result<(), &'static str>> {
    let (queue, written) = (Arc::clone(queue), Arc::clone(written));
    thread::spawn(move || {
        items.iter().try_for_each(|&item| queue.submit(item, item, |item| write(&written, item)))
    })
}

fn write(written: &Written, item: u64) -> Result<(), &'static str> {
    lock(written).push(item);
    Ok(())
}

/// Checks that every item is written once, in order, and that every thread ends.
fn all_are_written(window: u64, preemptions: usize, threads: &'static [&'static [u64]]) {
    model(preemptions, move || {
        let (queue, written) = (Arc::new(InOrder::new(window)), Written::default());
        let items: usize = threads.iter().map(|items| items.len()).sum();
        let threads: Vec<_> = threads.iter().map(|items| bring(&queue, &written, items)).collect();
        for thread in threads {
            assert_eq!(thread.join().unwrap(), Ok(()));
        }
        assert!(lock(&written).iter().copied().eq(0..items as u64));
    });
}

#[test]
fn two_threads() {
    all_are_written(2, 4, &[&[0, 3], &[1, 2]]);
}

#[test]
fn waits_for_room() {
    all_are_written(1, 4, &[&[1, 3], &[0, 2]]);
}

#[test]
fn three_threads() {
    all_are_written(2, 3, &[&[2, 3], &[1], &[0]]);
}

#[test]
fn parts_before_their_item() {
    model(4, || {
        let (queue, written) = (Arc::new(InOrder::new(2)), Written::default());
        let first = bring(&queue, &written, &[0]);
        let second = {
            let (queue, written) = (Arc::clone(&queue), Arc::clone(&written));
            thread::spawn(move || {
                assert_eq!(queue.write_part(1, || write(&written, 10)), Ok(true));
                queue.submit(1, 11, |item| write(&written, item))
            })
        };
        first.join().unwrap().unwrap();
        second.join().unwrap().unwrap();
        assert_eq!(*lock(&written), [0, 10, 11]);
    });
}

#[test]
fn nothing_after_an_error() {
    model(4, || {
        let (queue, written) = (Arc::new(InOrder::new(1)), Written::default());
        let later = bring(&queue, &written, &[1, 2]);
        assert_eq!(queue.submit(0, 0, |_| Err("full disk")), Err("full disk"));
        assert_eq!(later.join().unwrap(), Ok(()));
        assert!(lock(&written).is_empty());
    });
}

#[test]
fn close_lets_everybody_go() {
    model(4, || {
        let (queue, written) = (Arc::new(InOrder::new(1)), Written::default());
        let ahead = bring(&queue, &written, &[2, 3]);
        let before = bring(&queue, &written, &[0]);
        queue.close();
        assert_eq!(ahead.join().unwrap(), Ok(()));
        assert_eq!(before.join().unwrap(), Ok(()));
        let written = lock(&written);
        assert!(written.is_empty() || *written == [0], "{written:?}");
    });
}
