//! A table from keys to numbers. Lists in order of keys took up to 1.9 times as long for fine flat meshes.

use hashbrown::HashMap;
use hashbrown::hash_map::Entry;

/// Numbers by keys. Their order is never asked for.
#[derive(Default)]
pub struct Table(HashMap<u64, u32>);

impl Table {
    pub fn get(&self, key: u64) -> Option<u32> {
        self.0.get(&key).copied()
    }

    /// The number of a key, and whether it is new. A new key has the number `new`.
    pub fn number(&mut self, key: u64, new: usize) -> (u32, bool) {
        match self.0.entry(key) {
            Entry::Occupied(known) => (*known.get(), false),
            Entry::Vacant(free) => (*free.insert(new as u32), true),
        }
    }
}
