//! Refuses to use one file as two of a command's inputs and outputs.

use std::{
    fs::{self, Metadata},
    path::{Path, PathBuf},
};
use sudomill::{Error, output};

/// A file as the command uses it.
pub struct Role<'a> {
    path: &'a Path,
    role: &'static str,
    identity: Option<Identity>,
}

/// What two names of the same file share.
#[derive(Debug, PartialEq, Eq)]
enum Identity {
    /// Standard input or output as a pipe or a terminal.
    Stream(&'static str),
    #[cfg(unix)]
    Inode(u64, u64),
    Path(PathBuf),
}

impl<'a> Role<'a> {
    /// A file to read, `-` for standard input.
    pub fn input(path: &'a Path, role: &'static str) -> Self {
        Self { path, role, identity: identity(path, "/dev/stdin") }
    }

    /// A file to write, `-` for standard output.
    pub fn output(path: &'a Path, role: &'static str) -> Self {
        Self { path, role, identity: identity(path, "/dev/stdout") }
    }
}

/// Fails if two of the files are the same; devices and named pipes may be.
pub fn refuse(roles: &[Role]) -> Result<(), Error> {
    for (i, second) in roles.iter().enumerate() {
        let same = |first: &&Role| first.identity.is_some() && first.identity == second.identity;
        if let Some(first) = roles[..i].iter().find(same) {
            let path = second.path.to_owned();
            return Err(Error::SameFile { path, first: first.role, second: second.role });
        }
    }
    Ok(())
}

/// `stream` is the file behind `-`, on systems that name it.
fn identity(path: &Path, stream: &'static str) -> Option<Identity> {
    if path == Path::new("-") {
        let file = fs::metadata(stream).ok().filter(Metadata::is_file);
        return file.map_or(Some(Identity::Stream(stream)), |file| of_file(&file, path));
    }
    match fs::metadata(path) {
        Ok(file) if file.is_file() => of_file(&file, path),
        Ok(_) => None,
        // Not created yet: identified by its folder and its name.
        Err(_) => {
            let target = output::resolve(path).ok()?;
            let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
            let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
            Some(Identity::Path(folder.join(target.file_name()?)))
        }
    }
}

#[cfg(unix)]
fn of_file(file: &Metadata, _: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    Some(Identity::Inode(file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn of_file(_: &Metadata, path: &Path) -> Option<Identity> {
    fs::canonicalize(path).ok().map(Identity::Path)
}
