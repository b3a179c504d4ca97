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
    #[inline]
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
        // Thousandths are what most instants have.
        let (mut rest, mut decimals) = (nanos, 9usize);
        if rest.is_multiple_of(1_000_000) {
            (rest, decimals) = (rest / 1_000_000, 3);
        }
        while rest.is_multiple_of(10) {
            (rest, decimals) = (rest / 10, decimals.saturating_sub(1));
        }
        let end = self.length.saturating_add(decimals).saturating_add(1);
        let Some([point, digits @ ..]) = self.bytes.get_mut(self.length..end) else { return };
        *point = b'.';
        for digit in digits.iter_mut().rev() {
            *digit = b'0'.wrapping_add(u8::try_from(rest % 10).unwrap_or(0));
            rest /= 10;
        }
        self.length = end;
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(self.bytes()).unwrap_or_default()
    }
}
