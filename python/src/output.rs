//! Output files that appear under their name only when complete, as in the command line.

use pyo3::{
    exceptions::{PyKeyboardInterrupt, PyOSError},
    prelude::*,
    types::PyBytes,
};
use std::{
    path::PathBuf,
    sync::{Mutex, MutexGuard, PoisonError},
};
use sudomill::{
    Error,
    output::{self, Sink},
};

/// A file object for pyarrow's writers.
///
/// A regular file is written under a hidden name and renamed by `finish`; a device or a named pipe
/// is written directly. Symbolic links are followed.
#[pyclass(frozen, module = "sudomill._sudomill")]
pub struct Output(Mutex<(Option<Sink>, u64)>);

#[pymethods]
impl Output {
    #[new]
    fn new(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let sink = py.detach(|| Sink::create(&path)).map_err(raised)?;
        Ok(Self(Mutex::new((Some(sink), 0))))
    }

    /// Writes `bytes` directly, and other buffers as a copy, because the stable ABI of Python 3.9
    /// has no buffers.
    fn write(&self, py: Python<'_>, buffer: &Bound<'_, PyAny>) -> PyResult<usize> {
        let bytes = match buffer.cast::<PyBytes>() {
            Ok(bytes) => bytes.clone(),
            Err(_) => py.get_type::<PyBytes>().call1((buffer,))?.cast_into()?,
        };
        let bytes = bytes.as_bytes();
        py.detach(|| {
            let (sink, written) = &mut *self.sink();
            *written += bytes.len() as u64;
            // A writer dropped after a failure still writes the end of its file.
            sink.as_mut().map_or(Ok(()), |sink| sink.write(bytes))
        })
        .map_err(raised)?;
        Ok(bytes.len())
    }

    /// The number of bytes written.
    fn tell(&self) -> u64 {
        self.sink().1
    }

    fn flush(&self) {}

    /// Does nothing, because a writer closes its file even if it is not complete.
    fn close(&self) {}

    #[getter]
    fn closed(&self) -> bool {
        self.sink().0.is_none()
    }

    fn writable(&self) -> bool {
        true
    }

    fn readable(&self) -> bool {
        false
    }

    fn seekable(&self) -> bool {
        false
    }

    /// Renames the file to its final name, once its bytes are on disk.
    fn finish(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.sink().0.take().map_or(Ok(()), Sink::finish)).map_err(raised)
    }

    /// Deletes an incomplete file.
    fn discard(&self, py: Python<'_>) {
        py.detach(|| drop(self.sink().0.take()));
    }
}

impl Output {
    fn sink(&self) -> MutexGuard<'_, (Option<Sink>, u64)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn raised(error: Error) -> PyErr {
    match error {
        Error::Interrupted => PyKeyboardInterrupt::new_err(()),
        error => PyOSError::new_err(error.to_string()),
    }
}

/// Deletes all incomplete files. No file can be created afterwards: for a process that is about to
/// exit.
#[pyfunction]
pub fn discard_unfinished() {
    output::discard_unfinished();
}
