//! Restores the order of items that threads finish out of order.

// `tests/loom` includes this file and replaces the locks.
#[cfg(loom)]
use loom::sync::{Condvar, Mutex, MutexGuard};
#[cfg(not(loom))]
use std::sync::{Condvar, Mutex, MutexGuard};
use std::{collections::VecDeque, sync::PoisonError};

/// Collects numbered items from many threads and writes them one at a time, in the order of their
/// numbers. The thread that submits the next item writes it, and all items already queued behind
/// it; a thread that is too far ahead waits for room.
#[derive(Debug)]
pub struct InOrder<T> {
    state: Mutex<State<T>>,
    room: Condvar,
    window: u64,
}

#[derive(Debug)]
struct State<T> {
    next: u64,
    /// The items from number `next` on, as far as they are submitted.
    waiting: VecDeque<Option<T>>,
    writing: bool,
    closed: bool,
    /// The number of threads waiting for room or for their turn.
    ahead: usize,
}

impl<T> InOrder<T> {
    /// Creates a queue that holds at most `window` items at a time (at least one).
    pub fn new(window: u64) -> Self {
        let waiting = VecDeque::new();
        let state = State { next: 0, waiting, writing: false, closed: false, ahead: 0 };
        Self { state: Mutex::new(state), room: Condvar::new(), window: window.max(1) }
    }

    /// Closes the queue: waiting threads continue, and all further items are dropped.
    pub fn close(&self) {
        lock(&self.state).closed = true;
        self.room.notify_all();
    }

    /// Writes a part of item `index`, whose rest is submitted later. Waits until every earlier item
    /// is written. Returns `Ok(false)` if the queue is closed. An error closes the queue.
    pub fn write_part<E>(
        &self,
        index: u64,
        write: impl FnOnce() -> Result<(), E>,
    ) -> Result<bool, E> {
        let mut state = lock(&self.state);
        while state.next < index && !state.closed {
            state = self.wait(state);
        }
        if state.closed {
            return Ok(false);
        }
        // No other thread writes before this item is submitted.
        drop(state);
        write().inspect_err(|_| self.close()).map(|()| true)
    }

    fn wait<'s>(&self, mut state: MutexGuard<'s, State<T>>) -> MutexGuard<'s, State<T>> {
        state.ahead += 1;
        state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        state.ahead -= 1;
        state
    }

    /// Submits an item. The first error of `write` closes the queue and is returned to the thread
    /// that was writing. If `write` panics, nothing more is written, and the caller that catches
    /// the panic must close the queue.
    pub fn submit<E>(
        &self,
        index: u64,
        item: T,
        mut write: impl FnMut(T) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut state = lock(&self.state);
        while index >= state.next + self.window && !state.closed {
            state = self.wait(state);
        }
        if state.closed {
            return Ok(());
        }
        let at = (index - state.next) as usize;
        while state.waiting.len() <= at {
            state.waiting.push_back(None);
        }
        state.waiting[at] = Some(item);
        if state.writing {
            return Ok(());
        }
        loop {
            let next = state.waiting.front_mut().and_then(Option::take);
            let Some(item) = next.filter(|_| !state.closed) else { return Ok(()) };
            state.writing = true;
            drop(state);
            let written = write(item);
            state = lock(&self.state);
            state.writing = false;
            state.next += 1;
            state.waiting.pop_front();
            // Must be set before another thread can submit the next item.
            state.closed |= written.is_err();
            // Skipped when nobody waits, because it is a system call.
            if state.ahead > 0 {
                self.room.notify_all();
            }
            written?;
        }
    }
}

/// Locks a mutex, even if a thread panicked while holding it.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
