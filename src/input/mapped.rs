//! A memory-mapped file, and what may happen to one: pages released when they
//! are done, and a file that shrinks under the mapping. One of the two rooms
//! with `unsafe` in them.
#![allow(unsafe_code)]

use memmap2::{Advice, Mmap, UncheckedAdvice};
use std::{
    fs::File,
    io,
    sync::atomic::{AtomicUsize, Ordering},
};

/// Finished pages are released in steps of this size, to spare system calls.
const RELEASE_STEP: usize = 4 << 20;

/// A whole file, mapped read-only.
#[derive(Debug)]
pub(super) struct Mapping {
    map: Mmap,
    file: File,
    guard: guard::Guard,
    released: AtomicUsize,
}

impl Mapping {
    /// Maps a file that is not empty.
    pub fn new(file: &File) -> io::Result<Self> {
        // SAFETY: the mapping is read-only and private to us. Another process
        // may still write to the file; then bytes may change between two reads
        // of them, and everything that reads them treats each read as unknown
        // input. If the file shrinks, the guard below puts zeros in place of
        // the lost pages and the run ends with an error.
        let map = unsafe { Mmap::map(file)? };
        // Only advice: a system that does not take it reads as well without.
        let _ = map.advise(Advice::Sequential);
        let guard = guard::Guard::new(map.as_ptr().addr(), map.len())?;
        Ok(Self { map, file: file.try_clone()?, guard, released: AtomicUsize::new(0) })
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> &[u8] {
        &self.map
    }

    /// Whether the file lost bytes since it was mapped: a page that was read
    /// is gone, or, where its page is still there, the end has moved. Bytes
    /// read before the call are the file's own only if this says `false`.
    pub fn has_shrunk(&self) -> bool {
        let len = self.file.metadata().map_or(0, |metadata| metadata.len());
        self.guard.has_faulted() || len < self.map.len() as u64
    }

    /// Gives the pages before this offset back to the system.
    pub fn release(&self, done: usize) {
        let from = self.released.load(Ordering::Relaxed);
        let to = done - done % RELEASE_STEP;
        if to > from {
            self.released.store(to, Ordering::Relaxed);
            // SAFETY: the pages of a read-only file mapping hold nothing of
            // ours; a read after this fetches them from the file again. A
            // refusal costs memory, not correctness.
            let _ = unsafe {
                self.map.unchecked_advise_range(UncheckedAdvice::DontNeed, from, to - from)
            };
        }
    }
}

#[cfg(unix)]
mod guard {
    //! Reading a page that a file has lost raises SIGBUS. The handler puts a
    //! page of zeros there and notes it, so that the run can end with a message.

    use std::{
        io, ptr,
        sync::{
            Once,
            atomic::{AtomicBool, AtomicUsize, Ordering},
        },
    };

    /// The mappings under guard: a signal handler can only look at statics.
    static SLOTS: [Slot; 4] = [const { Slot::new() }; 4];
    static PAGE: AtomicUsize = AtomicUsize::new(0);

    #[derive(Debug)]
    struct Slot {
        taken: AtomicBool,
        start: AtomicUsize,
        end: AtomicUsize,
        faulted: AtomicBool,
    }

    impl Slot {
        const fn new() -> Self {
            Self {
                taken: AtomicBool::new(false),
                start: AtomicUsize::new(0),
                end: AtomicUsize::new(0),
                faulted: AtomicBool::new(false),
            }
        }

        fn covers(&self, address: usize) -> bool {
            (self.start.load(Ordering::SeqCst)..self.end.load(Ordering::SeqCst)).contains(&address)
        }
    }

    /// Keeps a mapping under guard while it lives.
    #[derive(Debug)]
    pub struct Guard(&'static Slot);

    impl Guard {
        pub fn new(start: usize, len: usize) -> io::Result<Self> {
            install();
            let free = |slot: &&Slot| !slot.taken.swap(true, Ordering::SeqCst);
            let Some(slot) = SLOTS.iter().find(free) else {
                return Err(io::Error::other("too many files are mapped at once"));
            };
            slot.faulted.store(false, Ordering::SeqCst);
            slot.start.store(start, Ordering::SeqCst);
            slot.end.store(start + len, Ordering::SeqCst);
            Ok(Self(slot))
        }

        pub fn has_faulted(&self) -> bool {
            self.0.faulted.load(Ordering::SeqCst)
        }
    }

    impl Drop for Guard {
        fn drop(&mut self) {
            self.0.end.store(0, Ordering::SeqCst);
            self.0.taken.store(false, Ordering::SeqCst);
        }
    }

    fn install() {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            // SAFETY: sysconf has no preconditions.
            let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
            PAGE.store(usize::try_from(page).unwrap_or(4096), Ordering::SeqCst);
            // SAFETY: an all-zero sigaction is a valid value; the handler has
            // the signature that SA_SIGINFO asks for and calls only what is
            // safe in a signal handler.
            unsafe {
                let mut action: libc::sigaction = std::mem::zeroed();
                action.sa_sigaction = on_bus_error as *const () as usize;
                action.sa_flags = libc::SA_SIGINFO;
                libc::sigemptyset(&raw mut action.sa_mask);
                libc::sigaction(libc::SIGBUS, &raw const action, ptr::null_mut());
            }
        });
    }

    extern "C" fn on_bus_error(
        signal: libc::c_int,
        info: *mut libc::siginfo_t,
        _context: *mut libc::c_void,
    ) {
        // SAFETY: the kernel passes a valid siginfo_t to an SA_SIGINFO handler.
        let address = unsafe { (*info).si_addr() }.addr();
        let page = PAGE.load(Ordering::SeqCst);
        if let Some(slot) = SLOTS.iter().find(|slot| slot.covers(address)) {
            slot.faulted.store(true, Ordering::SeqCst);
            let start = ptr::with_exposed_provenance_mut(address - address % page);
            // SAFETY: the page lies inside a mapping of ours that nothing but
            // this read can reach, so replacing it is ours to do; mmap is a
            // plain system call and safe in a handler.
            let zeros = unsafe {
                let flags = libc::MAP_FIXED | libc::MAP_PRIVATE | libc::MAP_ANON;
                libc::mmap(start, page, libc::PROT_READ, flags, -1, 0)
            };
            if zeros != libc::MAP_FAILED {
                return;
            }
        }
        // Not ours: the default action takes the fault when it comes again.
        // SAFETY: signal() with SIG_DFL is safe in a handler.
        unsafe { libc::signal(signal, libc::SIG_DFL) };
    }
}

#[cfg(not(unix))]
mod guard {
    //! Elsewhere a mapped file cannot be shortened.

    #[derive(Debug)]
    pub struct Guard;

    impl Guard {
        pub fn new(_: usize, _: usize) -> std::io::Result<Self> {
            Ok(Self)
        }

        pub fn has_faulted(&self) -> bool {
            false
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_file_that_shrinks_reads_as_zeros_and_is_noticed() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&vec![b'7'; 1 << 20]).unwrap();
        let mapping = Mapping::new(&file).unwrap();
        assert!(mapping.bytes().iter().all(|&b| b == b'7') && !mapping.has_shrunk());
        file.set_len(4096).unwrap();
        assert_eq!(mapping.bytes()[1 << 19], 0);
        assert!(mapping.has_shrunk());
        assert_eq!(mapping.bytes()[0], b'7');
    }

    #[test]
    fn released_pages_can_be_read_again() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&vec![b'7'; 2 * RELEASE_STEP + 5]).unwrap();
        let mapping = Mapping::new(&file).unwrap();
        mapping.release(2 * RELEASE_STEP + 3);
        assert!(mapping.bytes().iter().all(|&b| b == b'7'));
    }
}
