//! The sizes that a text may have.

use sudomill_core::grid::Size;

/// The size that is known or, in ascending order, every one that is detected.
pub(super) fn detected(known: Option<Size>) -> impl DoubleEndedIterator<Item = Size> {
    let is_detected = move |size: &Size| known.is_none() && size.order().is_some();
    known.into_iter().chain(Size::ALL.into_iter().filter(is_detected))
}
