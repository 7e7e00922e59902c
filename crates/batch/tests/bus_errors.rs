//! The SIGBUS handler for lost pages, in a process that has its own SIGBUS handler. Every test runs
//! in a separate process, because handlers and crashes affect the whole process.
#![cfg(all(unix, feature = "files"))]

use libc::{c_int, c_void, sigaction, siginfo_t, sigset_t};
use std::{
    env,
    fs::File,
    io::Write,
    mem,
    os::{
        fd::AsRawFd,
        unix::process::{CommandExt, ExitStatusExt},
    },
    process::{self, Command, Output},
    ptr,
    sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering},
    time::Duration,
};
use sudomill_batch::files::{self, Outputs};
use sudomill_input::{self, InputErrorKind, ReadOptions, Source};
use sudomill_output::Sink;
use tempfile::NamedTempFile;

/// Set in the environment of the process that does a test's work.
const ALONE: &str = "SUDOMILL_TEST_ALONE";

/// Printed just before the step that should kill the process.
const LAST_WORD: &str = "about to die";

/// Runs `work` in a separate process that runs only this test, and returns the result of that
/// process.
fn alone(test: &str, work: fn()) -> Output {
    if env::var_os(ALONE).is_some() {
        work();
        process::exit(0);
    }
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(["--exact", test, "--nocapture"]).env(ALONE, "1");
    let no_core = || {
        let none = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        // SAFETY: a plain system call, which is allowed between fork and exec.
        unsafe { libc::setrlimit(libc::RLIMIT_CORE, &raw const none) };
        Ok(())
    };
    // SAFETY: see the closure.
    unsafe { command.pre_exec(no_core) };
    // A process that hangs is killed.
    let mut command = assert_cmd::Command::from_std(command);
    command.timeout(Duration::from_secs(120)).output().unwrap()
}

fn succeeds(test: &str, work: fn()) {
    let end = alone(test, work);
    assert_eq!(end.status.code(), Some(0), "{}", String::from_utf8_lossy(&end.stderr));
}

fn dies_of_sigbus(test: &str, work: fn()) {
    let end = alone(test, work);
    assert_eq!(end.status.signal(), Some(libc::SIGBUS));
    assert!(String::from_utf8_lossy(&end.stdout).contains(LAST_WORD), "it died too soon");
}

/// Installs a handler like a host program; returns the previous one.
fn install(handler: usize, flags: c_int) -> sigaction {
    // SAFETY: zeros are a valid sigaction, and the handlers below only do what a handler may do.
    unsafe {
        let [mut action, mut before]: [sigaction; 2] = mem::zeroed();
        action.sa_sigaction = handler;
        action.sa_flags = flags;
        libc::sigaddset(&raw mut action.sa_mask, libc::SIGUSR1);
        assert_eq!(libc::sigaction(libc::SIGBUS, &raw const action, &raw mut before), 0);
        before
    }
}

/// The number of faults passed to a handler of the host.
static CALLS: AtomicUsize = AtomicUsize::new(0);

/// The address of the host's own fault.
static PLACE: AtomicPtr<c_void> = AtomicPtr::new(ptr::null_mut());

const PAGE: usize = 4096;

/// Reads from a mapping of the host, whose file has been truncated.
fn faults() {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(&[7; PAGE]).unwrap();
    // SAFETY: a new mapping, which only this function and the handlers access.
    unsafe {
        let (protection, flags) = (libc::PROT_READ, libc::MAP_SHARED);
        let map = libc::mmap(ptr::null_mut(), PAGE, protection, flags, file.as_raw_fd(), 0);
        assert_ne!(map, libc::MAP_FAILED);
        PLACE.store(map, Ordering::SeqCst);
        file.set_len(0).unwrap();
        assert_eq!(map.cast::<u8>().read_volatile(), 0);
    }
}

/// Repairs the fault at the host's own address, like a host's handler would.
extern "C" fn plain(_: c_int) {
    CALLS.fetch_add(1, Ordering::SeqCst);
    let place = PLACE.load(Ordering::SeqCst);
    // SAFETY: `faults` has mapped this page.
    unsafe {
        let flags = libc::MAP_FIXED | libc::MAP_PRIVATE | libc::MAP_ANON;
        libc::mmap(place, PAGE, libc::PROT_READ, flags, -1, 0);
    }
}

extern "C" fn informed(signal: c_int, info: *mut siginfo_t, context: *mut c_void) {
    // SAFETY: the pointer comes from the kernel, if it was passed on unchanged.
    let place = unsafe { (*info).si_addr() };
    if place == PLACE.load(Ordering::SeqCst) && !context.is_null() {
        plain(signal);
    }
}

fn source() -> (NamedTempFile, Source) {
    let mut file = NamedTempFile::new().unwrap();
    file.write_all(&b".4.3.3........2.\n".repeat(100_000)).unwrap();
    let source = sudomill_input::open(file.path(), &ReadOptions::default().with_map(true)).unwrap();
    assert!(source.is_mapped());
    (file, source)
}

/// Checks that an input that shrinks while mapped is reported, and that the host's handler does not
/// see the fault.
fn shrunk_input_is_reported() {
    let (file, source) = source();
    File::options().write(true).open(file.path()).unwrap().set_len(PAGE as u64).unwrap();
    let mut outputs = Outputs::new(Sink::create("/dev/null".as_ref()).unwrap());
    let run = files::RunOptions::default().with_threads(2);
    let options = files::SolveOptions::default().with_run(run);
    let error = files::solve_source(source, &options, &mut outputs, &()).unwrap_err();
    let kind = InputErrorKind::find(&error);
    assert!(matches!(kind, Some(InputErrorKind::Shrunk { mapped: true })), "{error}");
}

/// Alternates between faults of the host and faults of an input.
fn both_are_handled() {
    for calls in 1..=2 {
        shrunk_input_is_reported();
        faults();
        assert_eq!(CALLS.load(Ordering::SeqCst), calls);
    }
}

/// A library must not change the handlers of its host unless it is asked to.
#[test]
fn without_maps_the_handler_stays() {
    succeeds("without_maps_the_handler_stays", || {
        let handler = plain as *const () as usize;
        install(handler, 0);
        let mut file = NamedTempFile::new().unwrap();
        file.write_all(b".4.3.3........2.\n").unwrap();
        assert!(!sudomill_input::open(file.path(), &ReadOptions::default()).unwrap().is_mapped());
        files::solve_file(file.path(), "/dev/null", &files::SolveOptions::default()).unwrap();
        assert_eq!(install(handler, 0).sa_sigaction, handler);
        let _mapped = source();
        assert_ne!(install(handler, 0).sa_sigaction, handler);
    });
}

#[test]
fn host_siginfo_handler() {
    succeeds("host_siginfo_handler", || {
        install(informed as *const () as usize, libc::SA_SIGINFO);
        both_are_handled();
    });
}

#[test]
fn host_plain_handler() {
    succeeds("host_plain_handler", || {
        install(plain as *const () as usize, 0);
        both_are_handled();
    });
}

#[test]
fn sent_signal_reaches_host() {
    succeeds("sent_signal_reaches_host", || {
        extern "C" fn count(_: c_int) {
            CALLS.fetch_add(1, Ordering::SeqCst);
        }
        install(count as *const () as usize, 0);
        let _mapped = source();
        // SAFETY: the handler only counts.
        unsafe { libc::raise(libc::SIGBUS) };
        assert_eq!(CALLS.load(Ordering::SeqCst), 1);
        shrunk_input_is_reported();
    });
}

static ON_STACK: AtomicBool = AtomicBool::new(false);
static IS_MASKED: AtomicBool = AtomicBool::new(false);
static IS_DEFERRED: AtomicBool = AtomicBool::new(false);

/// Records the stack and the signal mask with which it runs.
extern "C" fn noting(signal: c_int) {
    // SAFETY: both calls only query.
    unsafe {
        let mut stack: libc::stack_t = mem::zeroed();
        libc::sigaltstack(ptr::null(), &raw mut stack);
        ON_STACK.store(stack.ss_flags & libc::SS_ONSTACK != 0, Ordering::SeqCst);
        let mut mask: sigset_t = mem::zeroed();
        libc::pthread_sigmask(libc::SIG_BLOCK, ptr::null(), &raw mut mask);
        IS_MASKED.store(libc::sigismember(&raw const mask, libc::SIGUSR1) == 1, Ordering::SeqCst);
        IS_DEFERRED.store(libc::sigismember(&raw const mask, libc::SIGBUS) == 1, Ordering::SeqCst);
    }
    plain(signal);
}

/// Gives this thread its own alternate stack.
fn alternate_stack() {
    let memory = vec![0_u8; 1 << 16].leak();
    let stack = libc::stack_t { ss_sp: memory.as_mut_ptr().cast(), ss_flags: 0, ss_size: 1 << 16 };
    // SAFETY: the memory is never freed.
    assert_eq!(unsafe { libc::sigaltstack(&raw const stack, ptr::null_mut()) }, 0);
}

#[test]
fn host_stack_and_mask() {
    let test = "host_stack_and_mask";
    succeeds(test, || {
        alternate_stack();
        install(noting as *const () as usize, libc::SA_ONSTACK);
        both_are_handled();
        let noted = [&ON_STACK, &IS_MASKED, &IS_DEFERRED].map(|it| it.load(Ordering::SeqCst));
        assert_eq!(noted, [true, true, true]);
    });
}

#[test]
fn host_nodefer() {
    succeeds("host_nodefer", || {
        install(noting as *const () as usize, libc::SA_NODEFER);
        both_are_handled();
        assert!(!IS_DEFERRED.load(Ordering::SeqCst));
    });
}

#[test]
fn host_resethand() {
    dies_of_sigbus("host_resethand", || {
        install(plain as *const () as usize, libc::SA_RESETHAND);
        shrunk_input_is_reported();
        faults();
        shrunk_input_is_reported();
        println!("{LAST_WORD}");
        faults();
    });
}

static OURS: AtomicPtr<sigaction> = AtomicPtr::new(ptr::null_mut());

/// Handles faults of the host and passes all others on.
extern "C" fn later(signal: c_int, info: *mut siginfo_t, context: *mut c_void) {
    // SAFETY: as in `informed`; other signals go to the handler that `install` returned.
    unsafe {
        if (*info).si_addr() == PLACE.load(Ordering::SeqCst) {
            return plain(signal);
        }
        let ours = (*OURS.load(Ordering::SeqCst)).sa_sigaction;
        type Handler = extern "C" fn(c_int, *mut siginfo_t, *mut c_void);
        mem::transmute::<*const (), Handler>(ptr::with_exposed_provenance(ours))(
            signal, info, context,
        );
    }
}

#[test]
fn later_handler_chains_to_ours() {
    succeeds("later_handler_chains_to_ours", || {
        shrunk_input_is_reported();
        let ours = install(later as *const () as usize, libc::SA_SIGINFO);
        OURS.store(Box::into_raw(Box::new(ours)), Ordering::SeqCst);
        both_are_handled();
    });
}

#[test]
fn unhandled_fault_kills() {
    dies_of_sigbus("unhandled_fault_kills", || {
        shrunk_input_is_reported();
        println!("{LAST_WORD}");
        faults();
    });
}

#[test]
fn default_action_fault_kills() {
    dies_of_sigbus("default_action_fault_kills", || {
        install(libc::SIG_DFL, 0);
        shrunk_input_is_reported();
        println!("{LAST_WORD}");
        faults();
    });
}

#[test]
fn default_action_sent_signal_kills() {
    dies_of_sigbus("default_action_sent_signal_kills", || {
        install(libc::SIG_DFL, 0);
        shrunk_input_is_reported();
        println!("{LAST_WORD}");
        // SAFETY: it is supposed to kill the process.
        unsafe { libc::raise(libc::SIGBUS) };
    });
}

#[test]
fn ignored_fault_kills() {
    let test = "ignored_fault_kills";
    dies_of_sigbus(test, || {
        install(libc::SIG_IGN, 0);
        shrunk_input_is_reported();
        // SAFETY: the signal is ignored.
        unsafe { libc::raise(libc::SIGBUS) };
        shrunk_input_is_reported();
        println!("{LAST_WORD}");
        faults();
    });
}
