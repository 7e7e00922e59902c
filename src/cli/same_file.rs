//! Rejects command lines that use one file as two inputs, two outputs, or an input and an output.

use anyhow::bail;
use std::{
    collections::hash_map::{Entry, HashMap},
    fs::{self, Metadata},
    path::{Path, PathBuf},
};
use sudomill_output::partial::resolve;

/// A file, and how the command uses it. `-` is standard input or standard output.
pub type FileUse<'a> = (&'a Path, &'static str);

/// The identity of a file. All names of a file have the same identity.
#[derive(Debug, PartialEq, Eq, Hash)]
enum Identity {
    /// Standard input or output, as a pipe or a terminal.
    Stream(&'static str),
    #[cfg(unix)]
    Inode(u64, u64),
    /// A file that does not exist yet, or any file where files have no numbers.
    Path(PathBuf),
}

/// Fails if two of the files are the same, except for devices and named pipes. `may_repeat` allows
/// an input to be given twice.
pub fn refuse<'a>(
    inputs: impl IntoIterator<Item = FileUse<'a>>,
    may_repeat: bool,
    outputs: &[FileUse<'a>],
) -> anyhow::Result<()> {
    let mut known = HashMap::new();
    let inputs = inputs.into_iter().map(|input| (input, "/dev/stdin", may_repeat));
    let outputs = outputs.iter().map(|output| (*output, "/dev/stdout", false));
    for ((path, role), stream, may_repeat) in inputs.chain(outputs) {
        let Some(identity) = identity(path, stream) else { continue };
        match known.entry(identity) {
            Entry::Vacant(entry) => _ = entry.insert(role),
            Entry::Occupied(_) if may_repeat => {}
            Entry::Occupied(first) => {
                let shown = if path == Path::new("-") {
                    "standard input or output".into()
                } else {
                    path.to_string_lossy()
                };
                let first = first.get();
                bail!("{shown}: is the {first} and the {role}; choose another file");
            }
        }
    }
    Ok(())
}

/// Fails if an output is in a folder of inputs or in its subfolders.
pub fn refuse_inside(folders: &[PathBuf], outputs: &[FileUse]) -> anyhow::Result<()> {
    for (path, role) in outputs.iter().filter(|(path, _)| *path != Path::new("-")) {
        let Some(target) = place(path) else { continue };
        let above = |folder: &&PathBuf| {
            fs::canonicalize(folder).is_ok_and(|folder| target.starts_with(folder))
        };
        if let Some(folder) = folders.iter().find(above) {
            let (path, folder) = (path.display(), folder.display());
            bail!("{path}: the {role} would be in the input folder {folder}; choose another file");
        }
    }
    Ok(())
}

/// The absolute path of a file that may not exist yet.
fn place(path: &Path) -> Option<PathBuf> {
    let target = resolve(path).ok()?;
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
    Some(folder.join(target.file_name()?))
}

/// Identifies a file; `None` for a device, a named pipe or a folder. `stream` is the path of the file
/// behind `-`, on systems that have one.
fn identity(path: &Path, stream: &'static str) -> Option<Identity> {
    let is_stream = path == Path::new("-");
    let path = if is_stream { Path::new(stream) } else { path };
    match fs::metadata(path) {
        Ok(file) if file.is_file() => file_identity(&file, path),
        _ if is_stream => Some(Identity::Stream(stream)),
        Ok(_) => None,
        // Identify it by its folder and name.
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
