//! Names for the objects of a mesh file: their own, as long as they are different.

use std::collections::{BTreeMap, BTreeSet};

/// A name for each object, in their order. Of those with one name, the first keeps it, and the others get a number: `pipe`,
/// `pipe_2`, `pipe_3`, without those that other objects have. An object without a name is `object`.
pub fn names<'o>(objects: impl Iterator<Item = &'o str>) -> Vec<String> {
    let own = |name: &'o str| if name.is_empty() { "object" } else { name };
    let objects: Vec<&str> = objects.map(own).collect();
    let all: BTreeSet<&str> = objects.iter().copied().collect();
    let (mut first, mut numbered) = (BTreeSet::new(), BTreeMap::new());
    let name = |object: &&'o str| {
        if first.insert(*object) {
            return (*object).to_owned();
        }
        let number = numbered.entry(*object).or_insert(1_usize);
        loop {
            *number += 1;
            let name = format!("{object}_{number}");
            if !all.contains(&name[..]) {
                return name;
            }
        }
    };
    objects.iter().map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn names_are_different_and_their_own() {
        let objects = ["pipe", "", "pipe", "pipe_2", "wall", "", "pipe", "pipe_2", "pipe_2_2"];
        let found = names(objects.into_iter());
        let expected = [
            "pipe", "object", "pipe_3", "pipe_2", "wall", "object_2", "pipe_4", "pipe_2_3",
            "pipe_2_2",
        ];
        assert_eq!(found, expected);
        assert_eq!(names(["a"; 1000].into_iter()).pop().unwrap(), "a_1000");
    }
}
