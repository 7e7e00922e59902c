//! A memory-mapped file that releases finished pages and survives shrinking. No other module of
//! this crate has `unsafe`.
//!
//! The first mapping of a process installs a handler for SIGBUS and never removes it. The handler
//! takes faults inside our mappings and passes every other fault to the handler that was installed
//! before, so a host (a JVM, Go) keeps its own. A handler installed later must do the same; if it
//! does not, a file that shrinks kills the process, as in any program that maps files. We do not
//! reinstall ours over a later one: two handlers that pass faults to each other would never finish.
//! Files are mapped only where the caller asks for it, as the program does: a
//! library installs no handler by itself.
#![allow(unsafe_code)]

use memmap2::Mmap;
#[cfg(unix)]
use memmap2::{Advice, UncheckedAdvice};
use std::{
    fs::File,
    io,
    sync::atomic::{AtomicUsize, Ordering},
};

/// Pages are released in steps of this many bytes, to save system calls.
const RELEASE_STEP: usize = 4 << 20;

/// A whole file, mapped read-only.
#[derive(Debug)]
pub struct Mapping {
    map: Mmap,
    file: File,
    guard: guard::Guard,
    released: AtomicUsize,
}

impl Mapping {
    /// Maps a file that is not empty.
    ///
    /// # Errors
    /// The system cannot map it, or too many files are mapped.
    pub fn new(file: &File) -> io::Result<Self> {
        // SAFETY: the mapping is read-only and private to us. Another process may write to the
        // file, so bytes may change between two reads; all readers treat each read as untrusted
        // input. If the file shrinks, the guard below replaces the lost pages with zeros and the
        // run ends with an error.
        let map = unsafe { Mmap::map(file)? };
        // Just a hint, so errors are ignored.
        #[cfg(unix)]
        let _ = map.advise(Advice::Sequential);
        let guard = guard::Guard::new(map.as_ptr().addr(), map.len())?;
        Ok(Self { map, file: file.try_clone()?, guard, released: AtomicUsize::new(0) })
    }

    /// The bytes of the file.
    #[inline]
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.map
    }

    /// Returns true if the file lost bytes since it was mapped: a page is gone, or the file is shorter.
    /// Bytes read before the call are valid only if it did not.
    #[must_use]
    pub fn has_shrunk(&self) -> bool {
        let len = self.file.metadata().map_or(0, |metadata| metadata.len());
        self.guard.has_faulted() || len < self.map.len() as u64
    }

    /// Releases the pages before this offset. On systems without such a call, such as Windows, the
    /// system reclaims them when memory runs low.
    pub fn release(&self, done: usize) {
        let from = self.released.load(Ordering::Relaxed);
        let to = done - done % RELEASE_STEP;
        if to > from {
            self.released.store(to, Ordering::Relaxed);
            #[cfg(unix)]
            // SAFETY: the pages of a read-only file mapping hold no data of ours; a later read
            // fetches them from the file again. If the call fails, only memory is wasted.
            let _ = unsafe {
                self.map.unchecked_advise_range(UncheckedAdvice::DontNeed, from, to - from)
            };
        }
    }
}

#[cfg(unix)]
mod guard {
    //! Reading a page that the file has lost raises SIGBUS. The handler maps a page of zeros there
    //! and records the fault, so that the run can end with a message.

    use libc::{c_int, c_void, sigaction, siginfo_t};
    use std::{
        io, mem, ptr,
        sync::{
            OnceLock,
            atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering},
        },
    };

    /// The guarded mappings: a signal handler can only use statics.
    static SLOTS: [Slot; 4] = [const {
        Slot {
            taken: AtomicBool::new(false),
            start: AtomicUsize::new(0),
            end: AtomicUsize::new(0),
            faulted: AtomicBool::new(false),
        }
    }; 4];
    static PAGE: AtomicUsize = AtomicUsize::new(0);

    /// The previous action for SIGBUS; null for the default action.
    static BEFORE: AtomicPtr<sigaction> = AtomicPtr::new(ptr::null_mut());

    #[derive(Debug)]
    struct Slot {
        taken: AtomicBool,
        start: AtomicUsize,
        end: AtomicUsize,
        faulted: AtomicBool,
    }

    impl Slot {
        fn covers(&self, address: usize) -> bool {
            let start = self.start.load(Ordering::SeqCst);
            let end = self.end.load(Ordering::SeqCst);
            // If the start changed, another mapping took the slot in between.
            (start..end).contains(&address) && self.start.load(Ordering::SeqCst) == start
        }
    }

    /// Keeps a mapping guarded until dropped.
    #[derive(Debug)]
    pub struct Guard(&'static Slot);

    impl Guard {
        pub fn new(start: usize, len: usize) -> io::Result<Self> {
            if !is_installed() {
                return Err(io::Error::other("the handler for lost pages cannot be installed"));
            }
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

    /// Installs the handler on the first call; returns false if that failed.
    fn is_installed() -> bool {
        static INSTALLED: OnceLock<bool> = OnceLock::new();
        *INSTALLED.get_or_init(|| {
            // SAFETY: sysconf has no preconditions.
            let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
            PAGE.store(usize::try_from(page).unwrap_or(4096), Ordering::SeqCst);
            // SAFETY: an all-zero sigaction is a valid value.
            let mut before: sigaction = unsafe { mem::zeroed() };
            // SAFETY: the call only reads the action, into a valid sigaction.
            if unsafe { sigaction(libc::SIGBUS, ptr::null(), &raw mut before) } != 0 {
                return false;
            }
            // Our handler may run as soon as it is installed.
            remember(before);
            // The earlier handler runs inside ours, so ours has its mask, and unblocks SIGBUS if it
            // asked for that (SA_NODEFER). Some hosts need their handlers to run on an alternate
            // stack, if a thread has one.
            let mut ours = before;
            ours.sa_sigaction = on_bus_error as *const () as usize;
            ours.sa_flags = before.sa_flags & (libc::SA_NODEFER | libc::SA_RESTART);
            ours.sa_flags |= libc::SA_SIGINFO | libc::SA_ONSTACK;
            // SAFETY: the handler has the signature of SA_SIGINFO and calls only functions
            // that are safe in a signal handler.
            let failed = unsafe { sigaction(libc::SIGBUS, &raw const ours, &raw mut before) };
            // Another thread may have installed a handler in the meantime.
            remember(before);
            failed == 0
        })
    }

    /// Leaks the action, because a running handler may be using it.
    fn remember(before: sigaction) {
        BEFORE.store(Box::into_raw(Box::new(before)), Ordering::SeqCst);
    }

    extern "C" fn on_bus_error(signal: c_int, info: *mut siginfo_t, context: *mut c_void) {
        // SAFETY: the kernel passes a valid siginfo_t to an SA_SIGINFO handler.
        let (code, address) = unsafe { ((*info).si_code, (*info).si_addr().addr()) };
        // An instruction raised the signal and would raise it again when retried: BUS_ADRALN,
        // BUS_ADRERR, BUS_OBJERR, BUS_MCEERR_AR and SI_KERNEL. Otherwise a process sent it, or it
        // warns of defective memory.
        let is_fault = matches!(code, 1..=4 | 0x80);
        if !(is_fault && remap_page(address)) {
            pass_on(signal, info, context, is_fault);
        }
    }

    /// Maps a page of zeros over a lost one; returns false if the address is not ours or this
    /// fails.
    fn remap_page(address: usize) -> bool {
        let Some(slot) = SLOTS.iter().find(|slot| slot.covers(address)) else { return false };
        slot.faulted.store(true, Ordering::SeqCst);
        let page = PAGE.load(Ordering::SeqCst);
        let start = ptr::with_exposed_provenance_mut(address - address % page);
        // SAFETY: the page lies inside a mapping of ours, which we may replace; mmap is a
        // plain system call and safe in a handler.
        let zeros = unsafe {
            let flags = libc::MAP_FIXED | libc::MAP_PRIVATE | libc::MAP_ANON;
            libc::mmap(start, page, libc::PROT_READ, flags, -1, 0)
        };
        zeros != libc::MAP_FAILED
    }

    /// Passes the signal on to the earlier action.
    fn pass_on(signal: c_int, info: *mut siginfo_t, context: *mut c_void, is_fault: bool) {
        // SAFETY: the pointer is null or comes from `remember`, which never frees it.
        let before = unsafe { BEFORE.load(Ordering::SeqCst).as_ref() };
        let (handler, flags) =
            before.map_or((libc::SIG_DFL, 0), |before| (before.sa_sigaction, before.sa_flags));
        match handler {
            libc::SIG_IGN if !is_fault => {}
            // A fault ends the process even if it is ignored: the instruction is retried and the
            // default action follows. A signal from a process must be raised again.
            libc::SIG_DFL | libc::SIG_IGN => {
                // SAFETY: both are safe in a handler.
                unsafe {
                    libc::signal(signal, libc::SIG_DFL);
                    if !is_fault {
                        libc::raise(signal);
                    }
                }
            }
            handler => {
                if flags & libc::SA_RESETHAND != 0 {
                    BEFORE.store(ptr::null_mut(), Ordering::SeqCst);
                }
                let handler = ptr::with_exposed_provenance::<()>(handler);
                // SAFETY: the handler was installed with flags that name its signature;
                // it gets the arguments that the kernel gave us.
                unsafe {
                    if flags & libc::SA_SIGINFO != 0 {
                        type Handler = extern "C" fn(c_int, *mut siginfo_t, *mut c_void);
                        mem::transmute::<*const (), Handler>(handler)(signal, info, context);
                    } else {
                        mem::transmute::<*const (), extern "C" fn(c_int)>(handler)(signal);
                    }
                }
            }
        }
    }
}

#[cfg(not(unix))]
mod guard {
    //! On other systems a mapped file cannot shrink.

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
