//! The program on a pseudo-terminal.

use crate::{
    run::{Folder, TIMEOUT},
    running::{Running, until},
};
use rustix::{
    fs::OFlags,
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{Winsize, tcsetwinsize},
};
use std::{
    cell::Cell,
    fs::File,
    io::{Read, Write},
    os::unix::{ffi::OsStrExt, fs::OpenOptionsExt},
    process::Command,
    sync::{
        Arc, Mutex,
        mpsc::{self, Receiver},
    },
    thread,
};

/// A program started on its own terminal.
pub struct Terminal {
    keyboard: File,
    shown: Arc<Mutex<Vec<u8>>>,
    /// The end of the last text that was waited for, as an offset in `shown`.
    seen: Cell<usize>,
    /// Receives a message once everything is read: the program, which alone holds the terminal, has
    /// ended.
    closed: Receiver<()>,
    running: Running,
}

impl Terminal {
    /// Starts a program with all three streams on a terminal of this size.
    pub fn start(mut command: Command, (rows, columns): (u16, u16)) -> Self {
        let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&master).unwrap();
        unlockpt(&master).unwrap();
        let size = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&master, size).unwrap();
        let name = ptsname(&master, Vec::new()).unwrap();
        let path = std::path::Path::new(std::ffi::OsStr::from_bytes(name.as_bytes()));
        let flags = OFlags::NOCTTY.bits() as i32;
        let slave = File::options().read(true).write(true).custom_flags(flags).open(path).unwrap();
        let stream = || slave.try_clone().unwrap();
        command.env("TERM", "xterm");
        command.stdin(stream()).stdout(stream()).stderr(stream());
        let running = Running::start(command);
        let keyboard = File::from(master);
        let shown = Arc::new(Mutex::new(Vec::new()));
        let (mut screen, all) = (keyboard.try_clone().unwrap(), shown.clone());
        let (is_read, closed) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // Reading fails once the program has ended and everything is read.
            while let Ok(got @ 1..) = screen.read(&mut bytes) {
                all.lock().unwrap().extend(&bytes[..got]);
            }
            // The test may already have failed.
            let _ = is_read.send(());
        });
        Self { keyboard, shown, seen: Cell::new(0), closed, running }
    }

    /// The text written so far.
    pub fn shown(&self) -> String {
        String::from_utf8_lossy(&self.shown.lock().unwrap()).replace("\r\n", "\n")
    }

    /// Waits until the program writes `text`, after the text waited for before.
    #[track_caller]
    pub fn shows(&self, text: &str) {
        until(text, || {
            let place = self.shown()[self.seen.get()..].find(text);
            place.inspect(|at| self.seen.set(self.seen.get() + at + text.len())).is_some()
        });
    }

    /// Types a line once the program prompts for it.
    #[track_caller]
    pub fn answers(&mut self, prompt: &str, line: &str) {
        self.shows(prompt);
        self.types(&format!("{line}\n"));
    }

    pub fn types(&mut self, text: &str) {
        self.keyboard.write_all(text.as_bytes()).unwrap();
    }

    pub fn signal(&self, name: &str) {
        self.running.signal(name);
    }

    /// Interrupts the program, which must end with the exit code for that. Returns all text written.
    #[track_caller]
    pub fn interrupted(self) -> String {
        self.signal("INT");
        let (code, shown) = self.end();
        assert_eq!(code, Some(130), "{shown}");
        shown
    }

    /// Waits for the program to end. Returns the exit code and all text written.
    #[track_caller]
    pub fn end(mut self) -> (Option<i32>, String) {
        let status = self.running.ended();
        let all_is_read = self.closed.recv_timeout(TIMEOUT);
        assert_eq!(all_is_read, Ok(()), "the terminal is still open:\n{}", self.shown());
        (status.code(), self.shown())
    }
}

/// Runs a command to its end on a terminal of usual size.
#[track_caller]
pub fn on_terminal(folder: &Folder, args: &str) -> (Option<i32>, String) {
    Terminal::start(folder.command(args), (50, 100)).end()
}
