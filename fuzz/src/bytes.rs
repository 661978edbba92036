//! Numbers from bytes. The most likely ones are those that are hard: small multiples of 1/8, for which
//! shapes touch and align, of all sizes, with an error in the last place, or with nothing in common.

/// The bytes that are not yet read. After the last one all are 0.
pub struct Bytes<'b>(pub &'b [u8]);

impl Bytes<'_> {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else { return 0 };
        self.0 = rest;
        *first
    }
    /// 0, 1, .. count - 1.
    pub fn below(&mut self, count: usize) -> usize {
        usize::from(self.byte()) % count
    }
    /// A multiple of 1/8 from -12 to 12, unless the byte is a large one.
    pub fn number(&mut self) -> f64 {
        match self.byte() {
            byte @ 0..=192 => (f64::from(byte) - 96.0) / 8.0,
            193..=224 => self.number_below() * self.power(),
            225..=240 => self.number_below() * (1.0 + f64::from(self.byte()) * f64::EPSILON),
            241..=248 => f32::from_le_bytes([0; 4].map(|_: u8| self.byte())).into(),
            249..=255 => f64::from_le_bytes([0; 8].map(|_: u8| self.byte())),
        }
    }
    /// A number of the lattice: the number above does not nest.
    fn number_below(&mut self) -> f64 {
        (f64::from(self.byte()) - 128.0) / 8.0
    }
    /// A power of two, from 2^-128 to 2^127: a little more than `f32` has.
    pub fn power(&mut self) -> f64 {
        2_f64.powi(i32::from(self.byte()) - 128)
    }
    /// A positive number, or the zero or the infinity that the constructors refuse.
    pub fn size(&mut self) -> f64 {
        self.number().abs()
    }
}
