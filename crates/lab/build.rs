//! Embeds the compiler, the commit and the target in the program, to be recorded with results.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

/// The sources of a build. Changes elsewhere in the checkout do not affect it.
const SOURCES: [&str; 4] = ["Cargo.toml", "Cargo.lock", "crates", "src"];

fn main() {
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    tell("SUDOMILL_RUSTC", first_line(Command::new(rustc).arg("--version")));
    tell("SUDOMILL_TARGET", env::var("TARGET").ok());
    // A development build names no commit: otherwise each commit would rebuild everything.
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    println!("cargo::rerun-if-changed=build.rs");
    let folder = PathBuf::from(env::var("CARGO_MANIFEST_DIR").unwrap_or_default());
    let root = folder.ancestors().nth(2).filter(|_| is_release && folder.ends_with("crates/lab"));
    if let Some(root) = root {
        // Editing a source, or reverting the edit, can change whether the checkout is clean.
        SOURCES.iter().for_each(|source| watch(&root.join(source)));
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
    files_of_head(root).iter().for_each(|file| watch(file));
    let id = first_line(git(root).args(["rev-parse", "--short=12", "HEAD"]))?;
    let status = ["--no-optional-locks", "status", "--porcelain", "--untracked-files=no", "--"];
    let changed = first_line(git(root).args(status).args(SOURCES))?;
    Some(if changed.is_empty() { id } else { id + "-dirty" })
}

/// Returns files that change whenever another commit is checked out. All of them exist: to Cargo, a
/// missing file is one that changed.
fn files_of_head(root: &Path) -> Vec<PathBuf> {
    // Git prints paths relative to `root`, or absolute ones in a linked worktree.
    let path = |arguments: &[&str]| {
        first_line(git(root).arg("rev-parse").args(arguments)).map(|path| root.join(path))
    };
    // Grows with every commit and every checkout here, and with no others.
    let log = path(&["--git-path", "logs/HEAD"]);
    if let Some(log) = log.filter(|log| log.exists()) {
        return vec![log];
    }
    // Without a log, HEAD names a branch, and a commit changes the file of the branch. A branch
    // may be packed, and then the next commit makes its file, in a folder that may not exist yet.
    let branch = first_line(git(root).args(["symbolic-ref", "--quiet", "HEAD"]));
    let branch = branch.and_then(|name| path(&["--git-path", &name]));
    let nearest = branch.and_then(|file| Some(file.ancestors().find(|it| it.exists())?.to_owned()));
    // In the format `reftable` these files do not change, but a list beside them does.
    let tables = ["--git-dir", "--git-common-dir"]
        .map(|folder| path(&[folder]).map(|folder| folder.join("reftable/tables.list")));
    let files = [path(&["--git-path", "HEAD"]), nearest].into_iter().chain(tables).flatten();
    files.filter(|file| file.exists()).collect()
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

/// Has this script run again when a file, or any file of a folder, changes.
fn watch(path: &Path) {
    println!("cargo::rerun-if-changed={}", path.display());
}

fn tell(name: &str, value: Option<String>) {
    println!("cargo::rustc-env={name}={}", value.unwrap_or_default());
}
