//! A program that is running, and functions to wait for it.

use crate::run::TIMEOUT;
use std::{
    fs,
    io::Read,
    os::unix::process::ExitStatusExt,
    process::{Child, Command, ExitStatus},
    sync::mpsc::{self, RecvTimeoutError, Sender},
    thread,
    time::{Duration, Instant},
};

/// Waits until a condition is true; fails if that takes too long.
#[track_caller]
pub fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let (begun, mut pause) = (Instant::now(), Duration::from_micros(50));
    while !is_so() {
        assert!(begun.elapsed() < TIMEOUT, "{what}: it never came");
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(5));
    }
}

/// A running program. It is killed if the test fails or the program hangs, so that a test that
/// reads from it does not hang.
pub struct Running(pub Child, #[expect(dead_code, reason = "gone with the test")] Sender<()>);

impl Running {
    pub fn start(mut command: Command) -> Self {
        let child = command.spawn().unwrap();
        let (test, id) = (mpsc::channel::<()>(), child.id());
        thread::spawn(move || {
            if test.1.recv_timeout(TIMEOUT) == Err(RecvTimeoutError::Timeout) {
                signal("KILL", id);
            }
        });
        Self(child, test.0)
    }

    pub fn signal(&self, name: &str) {
        assert!(signal(name, self.0.id()));
    }

    #[track_caller]
    pub fn ended(&mut self) -> ExitStatus {
        until("the end of the program", || self.0.try_wait().unwrap().is_some());
        self.0.try_wait().unwrap().unwrap()
    }

    /// Waits for the program to end. Returns the exit code and standard error.
    #[track_caller]
    pub fn end(mut self) -> (Option<i32>, String) {
        let status = self.ended();
        assert_eq!(status.signal(), None);
        let mut err = String::new();
        self.0.stderr.take().unwrap().read_to_string(&mut err).unwrap();
        (status.code(), err)
    }

    /// Interrupts the program, which must end with the exit code for that.
    #[track_caller]
    pub fn interrupted(self) {
        self.signal("INT");
        let (code, err) = self.end();
        assert_eq!(code, Some(130), "{err}");
    }

    /// Waits until the program handles interrupts: both signals, which it asks for one after the other.
    #[cfg(target_os = "linux")]
    pub fn listens(&self) {
        let signals = 1 << (libc::SIGINT - 1) | 1 << (libc::SIGTERM - 1);
        let status = format!("/proc/{}/status", self.0.id());
        until("the handler of interrupts", || {
            let status = fs::read_to_string(&status).unwrap();
            let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap();
            u64::from_str_radix(caught.trim(), 16).unwrap() & signals == signals
        });
    }
}

/// Sends a signal. Returns true if the process still existed.
fn signal(name: &str, process: u32) -> bool {
    let kill = format!("kill -s {name} {process}");
    Command::new("sh").args(["-c", &kill]).status().unwrap().success()
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
