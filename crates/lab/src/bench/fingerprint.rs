//! A hash that is the same on every machine and in every version. It shows if two runs had the same
//! puzzles and the same answers.

/// FNV-1a with 64 bits, written as 16 hexadecimal digits.
pub(super) struct Hash(u64);

impl Hash {
    pub fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Adds the length of a field and its bytes.
    pub fn write(&mut self, field: &[u8]) {
        for &byte in (field.len() as u64).to_le_bytes().iter().chain(field) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    pub fn finish(&self) -> String {
        format!("{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_separate() {
        let hash = |fields: &[&[u8]]| {
            let mut hash = Hash::new();
            fields.iter().for_each(|field| hash.write(field));
            hash.finish()
        };
        assert_eq!(hash(&[]), "cbf29ce484222325");
        assert_ne!(hash(&[b"12", b"3"]), hash(&[b"1", b"23"]));
        assert_eq!(hash(&[b"12", b"3"]), hash(&[b"12", b"3"]));
    }
}
