//! A sequence of any length, summarized in a limited number of segments.

/// The maximum number of segments. When it is exceeded, adjacent segments are joined in pairs.
const MOST: usize = 128;

/// A summary of consecutive items.
pub(crate) trait Join {
    /// The number of items.
    fn items(&self) -> u64;

    /// Adds the items that follow.
    fn join(&mut self, next: &Self);
}

/// Segments of equal length; the last one may be shorter.
#[derive(Clone, Debug)]
pub(crate) struct Segments<T> {
    segments: Vec<T>,
    length: u64,
}

impl<T: Join> Segments<T> {
    pub fn new() -> Self {
        Self { segments: Vec::new(), length: 1 }
    }

    pub fn all(&self) -> &[T] {
        &self.segments
    }

    /// Adds an item.
    pub fn push(&mut self, item: T) {
        match self.segments.last_mut() {
            Some(last) if last.items() < self.length => return last.join(&item),
            _ => self.segments.push(item),
        }
        if self.segments.len() > MOST {
            let mut singles = std::mem::take(&mut self.segments).into_iter();
            while let Some(mut first) = singles.next() {
                if let Some(second) = singles.next() {
                    first.join(&second);
                }
                self.segments.push(first);
            }
            self.length *= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first item, and the number of items.
    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Count(u64, u64);

    impl Join for Count {
        fn items(&self) -> u64 {
            self.1
        }

        fn join(&mut self, next: &Self) {
            assert_eq!(self.0 + self.1, next.0, "they are neighbours");
            self.1 += next.1;
        }
    }

    #[test]
    fn equal_lengths() {
        for (items, length) in [(1, 1), (128, 1), (129, 2), (256, 2), (257, 4), (10_000, 128)] {
            let mut segments = Segments::new();
            (0..items).for_each(|item| segments.push(Count(item, 1)));
            let all = segments.all();
            assert_eq!(all.len() as u64, items.div_ceil(length), "{items}");
            for (i, segment) in all.iter().enumerate() {
                let first = i as u64 * length;
                assert_eq!(*segment, Count(first, length.min(items - first)), "{items}");
            }
        }
    }
}
