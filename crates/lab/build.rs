//! Embeds the compiler, the commit and the target in the program, to be recorded with results.

use std::{env, path::Path, process::Command};

/// The sources of a build. Changes elsewhere in the checkout do not affect it.
const SOURCES: [&str; 4] = ["Cargo.toml", "Cargo.lock", "crates", "src"];

fn main() {
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    tell("SUDOMILL_RUSTC", first_line(Command::new(rustc).arg("--version")));
    tell("SUDOMILL_TARGET", env::var("TARGET").ok());
    // A development build names no commit: otherwise each commit would rebuild everything.
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    println!("cargo::rerun-if-changed=build.rs");
    let folder = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let root = folder.strip_suffix("crates/lab").filter(|_| is_release).map(Path::new);
    if let Some(root) = root {
        // Editing a source, or reverting the edit, can change whether the checkout is clean.
        let sources = SOURCES.map(|source| root.join(source));
        sources.iter().for_each(|path| println!("cargo::rerun-if-changed={}", path.display()));
    }
    tell("SUDOMILL_COMMIT", root.and_then(commit));
}

/// Returns the commit if this is the top of a checkout, with `-dirty` appended if the sources
/// differ from it. A packaged crate inside another repository is not a checkout.
pub fn commit(root: &Path) -> Option<String> {
    let top = first_line(git(root).args(["rev-parse", "--show-cdup"]))?;
    if !top.is_empty() {
        return None;
    }
    // This log grows with every commit and every checkout.
    let head = first_line(git(root).args(["rev-parse", "--git-path", "logs/HEAD"]))?;
    println!("cargo::rerun-if-changed={head}");
    let id = first_line(git(root).args(["rev-parse", "--short=12", "HEAD"]))?;
    let status = ["--no-optional-locks", "status", "--porcelain", "--untracked-files=no", "--"];
    let changed = first_line(git(root).args(status).args(SOURCES))?;
    Some(if changed.is_empty() { id } else { id + "-dirty" })
}

/// Returns a `git` command for this folder. In a Git hook the variables would name another
/// repository.
fn git(root: &Path) -> Command {
    let mut git = Command::new("git");
    git.arg("-C").arg(root);
    ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"].iter().for_each(|name| {
        git.env_remove(name);
    });
    git
}

/// Returns the first line of a command's output, which may be empty; `None` if the command fails.
fn first_line(command: &mut Command) -> Option<String> {
    let output = command.output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.lines().next().unwrap_or_default().to_owned())
}

fn tell(name: &str, value: Option<String>) {
    println!("cargo::rustc-env={name}={}", value.unwrap_or_default());
}
