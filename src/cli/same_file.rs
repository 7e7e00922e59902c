//! Rejects command lines that use one file as two inputs, two outputs, or an input and an output.

use std::{
    collections::HashMap,
    fs::{self, Metadata},
    path::{Path, PathBuf},
    ptr,
};
use sudomill::{Error, output};

/// A file, and how the command uses it.
pub struct FileUse<'a> {
    path: &'a Path,
    role: &'static str,
    identity: Option<Identity>,
    may_repeat: bool,
}

/// The identity of a file. All names of a file have the same identity.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Identity {
    /// Standard input or output, as a pipe or a terminal.
    Stream(&'static str),
    #[cfg(unix)]
    Inode(u64, u64),
    Path(PathBuf),
}

impl<'a> FileUse<'a> {
    /// A file to read; `-` is standard input.
    pub fn input(path: &'a Path, role: &'static str) -> Self {
        Self { path, role, identity: identity(path, "/dev/stdin"), may_repeat: false }
    }

    /// One of several files to read, which may be given twice.
    pub fn repeatable_input(path: &'a Path, role: &'static str) -> Self {
        Self { may_repeat: true, ..Self::input(path, role) }
    }

    /// A file to write; `-` is standard output.
    pub fn output(path: &'a Path, role: &'static str) -> Self {
        Self { path, role, identity: identity(path, "/dev/stdout"), may_repeat: false }
    }
}

/// Fails if two of the files are the same, except for devices and named pipes.
pub fn refuse(uses: &[FileUse]) -> Result<(), Error> {
    let mut known: HashMap<&Identity, &FileUse> = HashMap::new();
    for second in uses {
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

/// Fails if the output is one of the inputs. The inputs may repeat a file.
pub fn refuse_overwriting<'a>(
    inputs: impl IntoIterator<Item = (&'a PathBuf, &'static str)>,
    (output, role): (&'a Path, &'static str),
) -> Result<(), Error> {
    let inputs = inputs.into_iter().map(|(path, role)| FileUse::repeatable_input(path, role));
    refuse(&inputs.chain([FileUse::output(output, role)]).collect::<Vec<_>>())
}

/// Fails if an output is in a folder of inputs or in its subfolders.
pub fn refuse_inside(folders: &[PathBuf], outputs: &[FileUse]) -> Result<(), Error> {
    for output in outputs.iter().filter(|output| output.path != Path::new("-")) {
        let Some(target) = place(output.path) else { continue };
        let above = |folder: &&PathBuf| {
            fs::canonicalize(folder).is_ok_and(|folder| target.starts_with(folder))
        };
        if let Some(folder) = folders.iter().find(above) {
            return Err(Error::Impossible(format!(
                "{}: the {} would be in the input folder {}; choose another file",
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
        return file.map_or(Some(Identity::Stream(stream)), |file| file_identity(&file, path));
    }
    match fs::metadata(path) {
        Ok(file) if file.is_file() => file_identity(&file, path),
        Ok(_) => None,
        // Not created yet, so identify it by its folder and name.
        Err(_) => place(path).map(Identity::Path),
    }
}

#[cfg(unix)]
fn file_identity(file: &Metadata, _: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt;
    Some(Identity::Inode(file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn file_identity(_: &Metadata, path: &Path) -> Option<Identity> {
    fs::canonicalize(path).ok().map(Identity::Path)
}
