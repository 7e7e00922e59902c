//! Rejects commands that use one file for two of their inputs and outputs.

use std::{
    collections::HashMap,
    fs::{self, Metadata},
    path::{Path, PathBuf},
    ptr,
};
use sudomill::{Error, output};

/// A file, and how the command uses it.
pub struct Role<'a> {
    path: &'a Path,
    role: &'static str,
    identity: Option<Identity>,
    may_repeat: bool,
}

/// Identifies a file. It is equal for two names of the same file.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Identity {
    /// Standard input or output, as a pipe or a terminal.
    Stream(&'static str),
    #[cfg(unix)]
    Inode(u64, u64),
    Path(PathBuf),
}

impl<'a> Role<'a> {
    /// A file to read; `-` is standard input.
    pub fn input(path: &'a Path, role: &'static str) -> Self {
        Self { path, role, identity: identity(path, "/dev/stdin"), may_repeat: false }
    }

    /// One of several files to read, which may be given twice.
    pub fn one_input(path: &'a Path, role: &'static str) -> Self {
        Self { may_repeat: true, ..Self::input(path, role) }
    }

    /// A file to write; `-` is standard output.
    pub fn output(path: &'a Path, role: &'static str) -> Self {
        Self { path, role, identity: identity(path, "/dev/stdout"), may_repeat: false }
    }
}

/// Fails if two of the files are the same, except for devices and named pipes.
pub fn refuse(roles: &[Role]) -> Result<(), Error> {
    let mut known: HashMap<&Identity, &Role> = HashMap::new();
    for second in roles {
        let Some(identity) = &second.identity else { continue };
        let first = *known.entry(identity).or_insert(second);
        let both_may_repeat = first.may_repeat && second.may_repeat;
        if !(ptr::eq(first, second) || both_may_repeat) {
            let path = second.path.to_owned();
            return Err(Error::SameFile { path, first: first.role, second: second.role });
        }
    }
    Ok(())
}

/// Fails if the output is one of the inputs. Two of these may be the same file.
pub fn refuse_overwriting<'a>(
    inputs: impl IntoIterator<Item = (&'a PathBuf, &'static str)>,
    (output, role): (&Path, &'static str),
) -> Result<(), Error> {
    let mut inputs = inputs.into_iter();
    inputs.try_for_each(|(path, of)| refuse(&[Role::input(path, of), Role::output(output, role)]))
}

/// Fails if an output is in a folder of inputs or in its subfolders.
pub fn refuse_inside(folders: &[PathBuf], outputs: &[Role]) -> Result<(), Error> {
    for output in outputs.iter().filter(|output| output.path != Path::new("-")) {
        let Some(target) = place(output.path) else { continue };
        let above = |folder: &&PathBuf| {
            fs::canonicalize(folder).is_ok_and(|folder| target.starts_with(folder))
        };
        if let Some(folder) = folders.iter().find(above) {
            return Err(Error::Impossible(format!(
                "{}: the {} is in the folder {}, which is an input; name another file",
                output.path.display(),
                output.role,
                folder.display()
            )));
        }
    }
    Ok(())
}

/// The absolute path of a file that may not exist yet.
fn place(path: &Path) -> Option<PathBuf> {
    let target = output::resolve(path).ok()?;
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
    Some(folder.join(target.file_name()?))
}

/// Identifies a file. `stream` is the path of the file behind `-`, on systems that have one.
fn identity(path: &Path, stream: &'static str) -> Option<Identity> {
    if path == Path::new("-") {
        let file = fs::metadata(stream).ok().filter(Metadata::is_file);
        return file.map_or(Some(Identity::Stream(stream)), |file| of_file(&file, path));
    }
    match fs::metadata(path) {
        Ok(file) if file.is_file() => of_file(&file, path),
        Ok(_) => None,
        // Not created yet, so identify it by its folder and name.
        Err(_) => place(path).map(Identity::Path),
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
