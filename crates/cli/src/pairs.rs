//! [`Pairs`]: pairs of numbers, a bit for each. The pairs of ten thousand links are fifty million, in six megabytes.

/// Pairs of different numbers, in any order.
#[derive(Debug, Default)]
pub struct Pairs {
    bits: Vec<u64>,
    len: usize,
}

impl Pairs {
    pub fn insert(&mut self, a: usize, b: usize) {
        let (word, bit) = place(a, b);
        if self.bits.len() <= word {
            self.bits.resize(word + 1, 0);
        }
        self.len += usize::from(self.bits[word] & bit == 0);
        self.bits[word] |= bit;
    }
    pub fn contains(&self, a: usize, b: usize) -> bool {
        let (word, bit) = place(a, b);
        self.bits.get(word).is_some_and(|bits| bits & bit != 0)
    }
    /// How many there are.
    pub fn len(&self) -> usize {
        self.len
    }
}

fn place(a: usize, b: usize) -> (usize, u64) {
    let (less, more) = (a.min(b), a.max(b));
    let number = more * more.saturating_sub(1) / 2 + less;
    (number / 64, 1 << (number % 64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn pairs_are_those_of_a_set() {
        let (mut pairs, mut set) = (Pairs::default(), BTreeSet::new());
        for k in 0..400 {
            let (a, b) = (k * k % 37, 37 + k * 7 % 41);
            pairs.insert(b, a);
            set.insert((a, b));
        }
        assert_eq!(pairs.len(), set.len());
        let all = (0..80).flat_map(|b| (0..b).map(move |a| (a, b)));
        assert!(all.into_iter().all(|(a, b)| pairs.contains(a, b) == set.contains(&(a, b))));
    }
}
