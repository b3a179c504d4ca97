/// A short text of ASCII that is written without an allocation: a number or an instant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Short {
    bytes: [u8; Self::MOST],
    length: usize,
}

impl Short {
    /// The longest: `-9223372036854775807.999999999` has 30 bytes, and so has the last instant.
    const MOST: usize = 32;

    pub(crate) const fn new() -> Self {
        Self { bytes: [0; Self::MOST], length: 0 }
    }

    /// Adds bytes; they have room.
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        let end = self.length.saturating_add(bytes.len());
        if let Some(room) = self.bytes.get_mut(self.length..end) {
            room.copy_from_slice(bytes);
            self.length = end;
        }
    }

    /// Adds a whole number.
    pub(crate) fn add_number(&mut self, number: u64) {
        self.add(itoa::Buffer::new().format(number).as_bytes());
    }

    /// Adds the point and the decimals of `nanos`, which are below 10^9, without zeros at their end; nothing for 0.
    pub(crate) fn add_fraction(&mut self, nanos: u32) {
        if nanos == 0 {
            return;
        }
        // The digit before them keeps the zeros in front.
        let mut buffer = itoa::Buffer::new();
        let digits = buffer.format(nanos.saturating_add(1_000_000_000)).as_bytes().get(1..).unwrap_or_default();
        let zeros = digits.iter().rev().take_while(|byte| **byte == b'0').count();
        self.add(b".");
        self.add(digits.get(..digits.len().saturating_sub(zeros)).unwrap_or_default());
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(self.bytes()).unwrap_or_default()
    }
}
