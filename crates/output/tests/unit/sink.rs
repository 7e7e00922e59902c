//! Files that appear under their names when they are complete.

use std::{
    env, fs,
    os::unix::fs::{PermissionsExt, symlink},
    path::Path,
};
use sudomill_output::{Sink, partial::discard_unfinished};

fn write(path: &Path, bytes: &[u8]) {
    Sink::write_all(path, bytes).unwrap();
}

#[test]
fn dropped_sink_keeps_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out");
    fs::write(&path, "old").unwrap();
    let mut sink = Sink::create(&path).unwrap();
    sink.write(b"new").unwrap();
    drop(sink);
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn symbolic_link() {
    let folder = tempfile::tempdir().unwrap();
    let (target, link) = (folder.path().join("target"), folder.path().join("link"));
    symlink("target", &link).unwrap();
    write(&link, b"through a dangling link");
    write(&link, b"through a link");
    assert!(link.is_symlink());
    assert_eq!(fs::read(&target).unwrap(), b"through a link");
}

#[test]
fn file_mode() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("out");
    let mode = || fs::metadata(&path).unwrap().permissions().mode() & 0o777;
    write(&path, b"1");
    assert_eq!(mode() & 0o600, 0o600);
    fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).unwrap();
    write(&path, b"2");
    assert_eq!(mode(), 0o640);
}

#[test]
fn device() {
    write(Path::new("/dev/null"), b"gone");
    assert!(!fs::metadata("/dev/null").unwrap().is_file());
}

/// Runs itself in a separate process, because discarding affects all outputs of a process.
#[test]
fn discard_is_final() {
    const FOLDER: &str = "SUDOMILL_TEST_FOLDER";
    if let Some(folder) = env::var_os(FOLDER) {
        let folder = Path::new(&folder);
        let begun = Sink::create(&folder.join("begun")).unwrap();
        discard_unfinished();
        assert_eq!(fs::read_dir(folder).unwrap().count(), 0);
        assert!(Sink::create(&folder.join("late")).unwrap_err().is_interrupted());
        assert!(begun.finish().unwrap_err().is_interrupted());
        // Any file that exists now would remain after the process ends.
        assert_eq!(fs::read_dir(folder).unwrap().count(), 0);
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let test = "sink::discard_is_final";
    assert_cmd::Command::new(env::current_exe().unwrap())
        .args(["--exact", test, "--nocapture"])
        .env(FOLDER, folder.path())
        .timeout(std::time::Duration::from_secs(120))
        .assert()
        .success();
}

#[test]
fn missing_folder() {
    let error = Sink::create(Path::new("/nowhere/out")).unwrap_err().to_string();
    assert!(error.starts_with("/nowhere/out: cannot create: No such file"), "{error}");
}
