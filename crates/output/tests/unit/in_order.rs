//! The queue that restores the order of items. `tests/loom` tries every order of its threads.

use std::sync::{
    Mutex,
    atomic::{AtomicU64, Ordering},
};
use sudomill_output::InOrder;

#[test]
fn writes_in_order_within_window() {
    let (queue, taken) = (InOrder::new(3), AtomicU64::new(0));
    let written = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let (queue, taken, written) = (&queue, &taken, &written);
            scope.spawn(move || {
                loop {
                    let index = taken.fetch_add(1, Ordering::SeqCst);
                    if index >= 500 {
                        break;
                    }
                    if index % 7 == thread {
                        std::thread::yield_now();
                    }
                    let write = |item| {
                        written.lock().unwrap().push(item);
                        Ok::<_, ()>(())
                    };
                    queue.submit(index, index, write).unwrap();
                    // No item waits that is a window ahead of the next one to write.
                    let written = written.lock().unwrap().len() as u64;
                    assert!(index < written + 3, "{index} {written}");
                }
            });
        }
    });
    assert_eq!(*written.lock().unwrap(), (0..500).collect::<Vec<_>>());
}

#[test]
fn writes_nothing_after_error() {
    let queue = InOrder::new(1);
    assert_eq!(queue.submit(0, 0, |_| Err("full disk")), Err("full disk"));
    assert_eq!(queue.submit(1, 1, |_| Err("not to be written")), Ok(()));
}

#[test]
fn parts_wait_for_their_turn() {
    let (queue, written) = (InOrder::new(2), Mutex::new(Vec::new()));
    let write = |item| {
        written.lock().unwrap().push(item);
        Ok::<_, ()>(())
    };
    std::thread::scope(|scope| {
        let later = scope.spawn(|| {
            assert_eq!(queue.write_part(1, || write("1a")), Ok(true));
            queue.submit(1, "1b", write)
        });
        assert_eq!(queue.write_part(0, || write("0a")), Ok(true));
        assert_eq!(queue.write_part(0, || write("0b")), Ok(true));
        queue.submit(0, "0c", write).unwrap();
        later.join().unwrap().unwrap();
    });
    assert_eq!(*written.lock().unwrap(), ["0a", "0b", "0c", "1a", "1b"]);
    assert_eq!(queue.write_part(2, || Err("full disk")), Err("full disk"));
    assert_eq!(queue.write_part(2, || write("2")), Ok(false));
}

#[test]
fn close_wakes_waiters() {
    let queue = InOrder::new(1);
    std::thread::scope(|scope| {
        let ahead = scope.spawn(|| queue.submit(5, 5, |_| Err("not to be written")));
        queue.close();
        assert_eq!(ahead.join().unwrap(), Ok(()));
    });
}
