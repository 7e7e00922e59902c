//! Rejects command lines that use one file as two inputs, two outputs, or an input and an output.

use std::{
    collections::HashMap,
    fs::{self, Metadata},
    path::{Path, PathBuf},
};
use sudomill::{Error, output};

/// A file, and how the command uses it. `-` is standard input or standard output.
pub type FileUse<'a> = (&'a Path, &'static str);

/// The identity of a file. All names of a file have the same identity.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Identity {
    /// Standard input or output, as a pipe or a terminal.
    Stream(&'static str),
    #[cfg(unix)]
    Inode(u64, u64),
    Path(PathBuf),
}

/// Fails if two of the files are the same, except for devices and named pipes. `may_repeat` allows
/// an input to be given twice.
pub fn refuse<'a>(
    inputs: impl IntoIterator<Item = FileUse<'a>>,
    may_repeat: bool,
    outputs: &[FileUse<'a>],
) -> Result<(), Error> {
    let mut known = HashMap::new();
    let inputs = inputs.into_iter().map(|input| (input, "/dev/stdin", may_repeat));
    let outputs = outputs.iter().map(|output| (*output, "/dev/stdout", false));
    for ((path, role), stream, may_repeat) in inputs.chain(outputs) {
        let Some(identity) = identity(path, stream) else { continue };
        if let Some(first) = known.insert(identity, role)
            && !may_repeat
        {
            return Err(Error::SameFile { path: path.to_owned(), first, second: role });
        }
    }
    Ok(())
}

/// Fails if an output is in a folder of inputs or in its subfolders.
pub fn refuse_inside(folders: &[PathBuf], outputs: &[FileUse]) -> Result<(), Error> {
    for (path, role) in outputs.iter().filter(|(path, _)| *path != Path::new("-")) {
        let Some(target) = place(path) else { continue };
        let above = |folder: &&PathBuf| {
            fs::canonicalize(folder).is_ok_and(|folder| target.starts_with(folder))
        };
        if let Some(folder) = folders.iter().find(above) {
            let (path, folder) = (path.display(), folder.display());
            return Err(Error::Impossible(format!(
                "{path}: the {role} would be in the input folder {folder}; choose another file"
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
