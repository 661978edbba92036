//! A table from keys of 64 bits to numbers: open addressing, which keeps no order, so that none is ever asked of it.

use alloc::vec::Vec;

/// No key is this.
const FREE: u64 = u64::MAX;

/// Numbers by keys.
pub struct Table {
    slots: Vec<(u64, u32)>,
    count: usize,
}

impl Table {
    pub fn new() -> Self {
        Self { slots: alloc::vec![(FREE, 0); 16], count: 0 }
    }

    /// Where a key is, or may be put.
    fn slot(&self, key: u64) -> usize {
        let last = self.slots.len() - 1;
        // Knuth's multiplicative hash.
        let mut at = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & last;
        while self.slots[at].0 != key && self.slots[at].0 != FREE {
            at = (at + 1) & last;
        }
        at
    }

    pub fn get(&self, key: u64) -> Option<u32> {
        let (found, number) = self.slots[self.slot(key)];
        (found == key).then_some(number)
    }

    /// The number of a key, and whether it is new. A new key has the number `new`.
    pub fn number(&mut self, key: u64, new: usize) -> (u32, bool) {
        let at = self.slot(key);
        if self.slots[at].0 == key {
            return (self.slots[at].1, false);
        }
        self.slots[at] = (key, new as u32);
        self.count += 1;
        if 2 * self.count > self.slots.len() {
            self.grow();
        }
        (new as u32, true)
    }

    fn grow(&mut self) {
        let twice = alloc::vec![(FREE, 0); 2 * self.slots.len()];
        for (key, number) in core::mem::replace(&mut self.slots, twice) {
            if key != FREE {
                let at = self.slot(key);
                self.slots[at] = (key, number);
            }
        }
    }
}
