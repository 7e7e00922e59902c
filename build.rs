//! Tells the program what it was built from: results are recorded with it.

use std::{env, path::Path, process::Command};

/// What a build is made of; a change elsewhere in the checkout is none of the build.
const SOURCES: [&str; 4] = ["build.rs", "Cargo.toml", "Cargo.lock", "src"];

fn main() {
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    tell("SUDOMILL_RUSTC", first_line(Command::new(rustc).arg("--version")));
    let root = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    tell("SUDOMILL_COMMIT", commit(Path::new(&root)));
    tell("SUDOMILL_TARGET", env::var("TARGET").ok());
    // A change, or one taken back, can make the checkout clean or not.
    SOURCES.iter().for_each(|source| println!("cargo::rerun-if-changed={source}"));
}

/// The commit, if this is a checkout: a packed crate inside a foreign one is none.
/// `-dirty` follows if the sources are not those of the commit.
pub fn commit(root: &Path) -> Option<String> {
    let top = first_line(git(root).args(["rev-parse", "--show-cdup"]))?;
    if !top.is_empty() {
        return None;
    }
    // It grows with every commit and every checkout.
    let head = first_line(git(root).args(["rev-parse", "--git-path", "logs/HEAD"]))?;
    println!("cargo::rerun-if-changed={head}");
    let id = first_line(git(root).args(["rev-parse", "--short=12", "HEAD"]))?;
    let status = ["--no-optional-locks", "status", "--porcelain", "--untracked-files=no", "--"];
    let changed = first_line(git(root).args(status).args(SOURCES))?;
    Some(if changed.is_empty() { id } else { id + "-dirty" })
}

/// The program in that folder. Inside a hook its variables name another repository.
fn git(root: &Path) -> Command {
    let mut git = Command::new("git");
    git.arg("-C").arg(root);
    ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"].iter().for_each(|name| {
        git.env_remove(name);
    });
    git
}

/// What a command says first, nothing included; `None` if it fails.
fn first_line(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.lines().next().unwrap_or_default().to_owned())
}

fn tell(name: &str, value: Option<String>) {
    println!("cargo::rustc-env={name}={}", value.unwrap_or_default());
}
