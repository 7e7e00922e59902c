//! Tells the program what it was built from: results are recorded with it.

use std::{env, process::Command};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    tell("SUDOMILL_RUSTC", first_line(&rustc, &["--version"]));
    tell("SUDOMILL_COMMIT", commit());
    println!("cargo::rustc-env=SUDOMILL_TARGET={}", env::var("TARGET").unwrap_or_default());
}

/// The commit, if this is a checkout: a packed crate inside a foreign one is none.
fn commit() -> Option<String> {
    let root = env::var("CARGO_MANIFEST_DIR").ok()?;
    let top = first_line("git", &["-C", &root, "rev-parse", "--show-cdup"])?;
    let head = first_line("git", &["-C", &root, "rev-parse", "--git-path", "logs/HEAD"])?;
    if !top.is_empty() {
        return None;
    }
    // It grows with every commit and every checkout.
    println!("cargo::rerun-if-changed={head}");
    first_line("git", &["-C", &root, "rev-parse", "--short=12", "HEAD"])
}

fn first_line(program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program).args(args).output().ok().filter(|o| o.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.lines().next().unwrap_or_default().to_owned())
}

fn tell(name: &str, value: Option<String>) {
    println!("cargo::rustc-env={name}={}", value.unwrap_or_default());
}
