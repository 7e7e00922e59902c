//! The commit recorded in a build: `crates/lab/build.rs` on checkouts made here.

#[path = "../build.rs"]
#[allow(dead_code)]
mod build;

use build::commit;
use std::{fs, path::Path, process::Command};
use tempfile::TempDir;

/// Runs git in a folder, with a fixed identity.
#[track_caller]
fn git(folder: &Path, args: &str) {
    let somebody = ["-c", "user.name=a", "-c", "user.email=a@b.c", "-c", "commit.gpgsign=false"];
    let status = Command::new("git")
        .args(somebody)
        .arg("-C")
        .arg(folder)
        .args(args.split(' '))
        .env_remove("GIT_DIR")
        .status();
    assert!(status.unwrap().success(), "git {args}");
}

/// Creates a checkout with everything committed.
fn checkout() -> TempDir {
    let folder = TempDir::new().unwrap();
    for name in ["src", "crates"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    for name in ["crates/lib.rs", "Cargo.toml", "Cargo.lock", "src/lib.rs", "notes.txt"] {
        fs::write(folder.path().join(name), "first").unwrap();
    }
    git(folder.path(), "init -q");
    git(folder.path(), "add -A");
    git(folder.path(), "commit -q -m first");
    folder
}

fn is_commit(id: &str) -> bool {
    id.len() >= 12 && id.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[test]
fn dirty_until_committed() {
    let folder = checkout();
    let clean = commit(folder.path()).unwrap();
    assert!(is_commit(&clean), "{clean}");
    for name in ["src/lib.rs", "Cargo.toml", "Cargo.lock", "crates/lib.rs"] {
        fs::write(folder.path().join(name), "other").unwrap();
        assert_eq!(commit(folder.path()), Some(format!("{clean}-dirty")), "{name}");
        git(folder.path(), "add -A");
        assert_eq!(commit(folder.path()), Some(format!("{clean}-dirty")), "{name}, staged");
        git(folder.path(), "reset -q --hard");
        assert_eq!(commit(folder.path()).as_ref(), Some(&clean), "{name}, taken back");
    }
    fs::write(folder.path().join("src/lib.rs"), "other").unwrap();
    git(folder.path(), "commit -q -a -m second");
    let second = commit(folder.path()).unwrap();
    assert!(is_commit(&second) && second != clean, "{second}");
}

#[test]
fn other_files_are_not_dirty() {
    let folder = checkout();
    let clean = commit(folder.path());
    fs::write(folder.path().join("notes.txt"), "other").unwrap();
    fs::write(folder.path().join("src/untracked.rs"), "other").unwrap();
    assert_eq!(commit(folder.path()), clean);
}

#[test]
fn outside_repository() {
    let outside = TempDir::new().unwrap();
    fs::write(outside.path().join("Cargo.toml"), "").unwrap();
    assert_eq!(commit(outside.path()), None);
    // A packaged crate in the repository of another project, with or without changes.
    let folder = checkout();
    let packed = folder.path().join("vendor/sudomill");
    fs::create_dir_all(packed.join("src")).unwrap();
    assert_eq!(commit(&packed), None);
    fs::write(folder.path().join("src/lib.rs"), "other").unwrap();
    assert_eq!(commit(&packed), None);
}

#[test]
fn repository_without_commit() {
    let folder = TempDir::new().unwrap();
    git(folder.path(), "init -q");
    assert_eq!(commit(folder.path()), None);
}
