//! File formats that are recognised and refused.

use std::fmt;

/// The format of a file that does not hold lines of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FileFormat {
    /// Apache Parquet.
    Parquet,
    /// Apache Arrow.
    Arrow,
    /// Compressed by xz.
    Xz,
    /// Compressed by bzip2.
    Bzip2,
    /// A ZIP archive.
    Zip,
    /// A 7z archive.
    SevenZip,
    /// An array of NumPy.
    NumPy,
    /// UTF-16 with a byte-order mark.
    Utf16,
    /// UTF-16 in little-endian order, without a mark.
    Utf16Le,
    /// UTF-16 in big-endian order, without a mark.
    Utf16Be,
    /// A JSON array of strings.
    JsonStrings,
    /// A JSON array of objects.
    JsonArray,
    /// JSON Lines, in a build without the feature `files`.
    JsonLines,
}

impl fmt::Display for FileFormat {
    /// With its article: `a Parquet file`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Parquet => "a Parquet file",
            Self::Arrow => "an Arrow file",
            Self::Xz => "an xz file",
            Self::Bzip2 => "a bzip2 file",
            Self::Zip => "a ZIP archive",
            Self::SevenZip => "a 7z archive",
            Self::NumPy => "a NumPy array",
            Self::Utf16 | Self::Utf16Le | Self::Utf16Be => "text in UTF-16",
            Self::JsonStrings | Self::JsonArray => "a JSON array",
            Self::JsonLines => "JSON Lines, which this build does not read",
        })
    }
}
