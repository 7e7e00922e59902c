//! File formats that are recognized and rejected.

use std::fmt;

/// The format of a file that does not contain lines of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FileFormat {
    /// Apache Parquet.
    Parquet,
    /// Apache Arrow.
    Arrow,
    /// xz-compressed data.
    Xz,
    /// bzip2-compressed data.
    Bzip2,
    /// lz4-compressed data.
    Lz4,
    /// A ZIP archive.
    Zip,
    /// A tar archive, compressed or not.
    Tar,
    /// A 7z archive.
    SevenZip,
    /// A NumPy array.
    NumPy,
    /// An Excel workbook, `.xlsx`.
    Excel,
    /// A workbook of Excel before 2007, `.xls`.
    OldExcel,
    /// An OpenDocument file of LibreOffice and others, such as `.ods`.
    OpenDocument,
    /// An SQLite database.
    Sqlite,
    /// UTF-16 with a byte-order mark.
    Utf16,
    /// Little-endian UTF-16 without a byte-order mark.
    Utf16Le,
    /// Big-endian UTF-16 without a byte-order mark.
    Utf16Be,
    /// A JSON array of strings.
    JsonStrings,
    /// A JSON array of objects.
    JsonArray,
    /// JSON Lines, in a build without the feature `files`.
    JsonLines,
}

impl fmt::Display for FileFormat {
    /// Writes the name with its article: `a Parquet file`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Parquet => "a Parquet file",
            Self::Arrow => "an Arrow file",
            Self::Xz => "an xz file",
            Self::Bzip2 => "a bzip2 file",
            Self::Lz4 => "an lz4 file",
            Self::Zip => "a ZIP archive",
            Self::Tar => "a tar archive",
            Self::SevenZip => "a 7z archive",
            Self::NumPy => "a NumPy array",
            Self::Excel => "an Excel workbook (.xlsx)",
            Self::OldExcel => "an Excel workbook (.xls)",
            Self::OpenDocument => "an OpenDocument file (.ods)",
            Self::Sqlite => "an SQLite database",
            Self::Utf16 | Self::Utf16Le | Self::Utf16Be => "text in UTF-16",
            Self::JsonStrings | Self::JsonArray => "a JSON array",
            Self::JsonLines => "JSON Lines, which this build does not read",
        })
    }
}
