//! The tables of a line that belong to its question: `cast`, `ray` and `contact`.
//!
//! An unknown key in one of them is an error, because it changes the question: without `wa`, a turning
//! shape stands still.

use clearance::number::Scalar;
use clearance::space::Vector;
use clearance::{Pose, Sweep};
use serde_json::{Map, Value};

use crate::keys::{Form, Known, Tree, check_forms, check_keys};
use crate::line::Question;

/// The tables with their keys. A ray has no other keys in `cast` than [`RAY_CAST`].
const TABLES: [(&str, &[Known]); 3] = [("cast", &CAST), ("ray", &RAY), ("contact", &CONTACT)];
const CAST: [Known; 7] = [
    ("va", Form::Numbers),
    ("vb", Form::Numbers),
    ("tmax", Form::Number),
    ("wa", Form::NumberOrNumbers),
    ("wb", Form::NumberOrNumbers),
    ("gap", Form::Number),
    ("ignore_parting", Form::Switch),
];
const RAY_CAST: [Known; 3] = [CAST[0], CAST[1], CAST[2]];
const RAY: [Known; 2] = [("hollow", Form::Switch), ("one_sided", Form::Switch)];
const CONTACT: [Known; 2] = [("margin", Form::Number), ("slop", Form::Number)];

/// Checks the three tables of a line, whether its question needs them or not.
pub(crate) fn check(fields: &Map<String, Value>, question: Question) -> Result<(), String> {
    for (name, known) in TABLES {
        let of_ray = name == "cast" && question == Question::RayCast;
        let known = if of_ray { &RAY_CAST } else { known };
        if let Some(table) = table(fields, name) {
            check_keys(name, table, known)?;
            check_forms(table, known).map_err(|wrong| format!("{name}: {wrong}"))?;
        }
    }
    Ok(())
}

/// A table of a line. A null counts as none.
fn table<'f>(fields: &'f Map<String, Value>, name: &str) -> Option<&'f Value> {
    fields.get(name).filter(|table| !table.is_null())
}

/// A number of a table of a line.
fn number(fields: &Map<String, Value>, name: &str, key: &str) -> Option<f64> {
    table(fields, name)?.entry(key)?.number()
}

/// A switch of a table of a line; false where it is left out.
fn switch(fields: &Map<String, Value>, name: &str, key: &str) -> bool {
    let value = table(fields, name).and_then(|table| table.entry(key)?.as_bool());
    value.unwrap_or(false)
}

/// The motion of the shapes in a cast. What is left out is zero.
#[derive(Debug, Default)]
pub struct Movement {
    velocities: [Vec<f64>; 2],
    angular: [Vec<f64>; 2],
    /// `None` if there is no end.
    pub tmax: Option<f64>,
    /// The clearance at which the shapes count as in contact.
    pub gap: f64,
    /// Does a contact at the start not count while the shapes move apart?
    pub ignore_parting: bool,
}

impl Movement {
    /// From a line whose tables were checked.
    pub(crate) fn of(fields: &Map<String, Value>) -> Result<Self, String> {
        let cast = table(fields, "cast").ok_or("a cast needs \"cast\" with velocities")?;
        let numbers = |key: &str| match cast.entry(key) {
            None => Vec::new(),
            Some(value) => match value.items() {
                Some(items) => items.iter().filter_map(Tree::number).collect(),
                None => value.number().into_iter().collect(),
            },
        };
        Ok(Self {
            velocities: ["va", "vb"].map(numbers),
            angular: ["wa", "wb"].map(numbers),
            tmax: number(fields, "cast", "tmax"),
            gap: number(fields, "cast", "gap").unwrap_or(0.0),
            ignore_parting: switch(fields, "cast", "ignore_parting"),
        })
    }

    /// The velocities of A and B.
    pub fn velocities<V: Vector>(&self) -> Result<[V; 2], String> {
        let velocity = |i: usize| {
            let numbers = counted(["va", "vb"][i], V::DIM, &self.velocities[i])?;
            Ok::<_, String>(V::from_fn(|k| V::Scalar::of(numbers[k])))
        };
        Ok([velocity(0)?, velocity(1)?])
    }

    /// The motions of A and B from these poses.
    pub fn sweeps<V: Vector>(&self, poses: [&Pose<V>; 2]) -> Result<[Sweep<V>; 2], String> {
        let velocities = self.velocities::<V>()?;
        let count = if V::DIM == 2 { 1 } else { 3 };
        let sweep = |i: usize| {
            let turn = V::wedge_of(counted(["wa", "wb"][i], count, &self.angular[i])?);
            let sweep = Sweep::new(poses[i], velocities[i], turn);
            sweep.map_err(|e| format!("cast: {e}"))
        };
        Ok([sweep(0)?, sweep(1)?])
    }

    /// The largest relative speed of shapes of this size.
    pub fn speed(&self, size: f64) -> f64 {
        let get = |v: &[f64], i: usize| v.get(i).copied().unwrap_or(0.0);
        let length = |v: &dyn Fn(usize) -> f64| (0..3).map(|i| v(i) * v(i)).sum::<f64>().sqrt();
        let [va, vb] = &self.velocities;
        let turning = self.angular.iter().map(|w| length(&|i| get(w, i))).sum::<f64>();
        length(&|i| get(vb, i) - get(va, i)) + turning * size
    }
}

/// Numbers of a table, zero if they were left out.
fn counted(name: &str, count: usize, numbers: &[f64]) -> Result<[f64; 3], String> {
    match numbers.len() {
        0 => Ok([0.0; 3]),
        given if given == count => {
            Ok(std::array::from_fn(|i| numbers.get(i).copied().unwrap_or(0.0)))
        }
        given => Err(format!("cast: {name} takes {count} numbers, but has {given}")),
    }
}

/// What counts as a hit of a ray.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RayOptions {
    /// Only the surface of the shape.
    pub hollow: bool,
    /// Only fronts.
    pub one_sided: bool,
}

impl RayOptions {
    /// From a line whose tables were checked.
    pub fn of(fields: &Map<String, Value>) -> Self {
        let [hollow, one_sided] = ["hollow", "one_sided"].map(|key| switch(fields, "ray", key));
        Self { hollow, one_sided }
    }
}

/// What is asked about a contact.
#[derive(Clone, Copy, Debug, Default)]
pub struct ContactOptions {
    /// The largest separation of points.
    pub margin: f64,
    /// The depth by which bodies at rest may overlap.
    pub slop: f64,
}

impl ContactOptions {
    /// From a line whose tables were checked. The margin may stand in the line itself.
    pub(crate) fn of(fields: &Map<String, Value>) -> Result<Self, String> {
        let inner = number(fields, "contact", "margin");
        let outer = fields.get("margin").filter(|margin| !margin.is_null());
        let outer = outer.map(|margin| {
            Form::Number.check("margin", margin)?;
            Ok::<_, String>(margin.number().unwrap_or(0.0))
        });
        let margin = match (inner, outer.transpose()?) {
            (Some(_), Some(_)) => return Err("margin is in the line and in its contact".into()),
            (inner, outer) => inner.or(outer).unwrap_or(0.0),
        };
        let slop = number(fields, "contact", "slop").unwrap_or(0.0);
        if slop < 0.0 {
            return Err(format!("contact: slop must not be negative, but is {slop}"));
        }
        Ok(Self { margin, slop })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance_testing::Random;
    use serde_json::json;

    /// A key with one letter more, less or replaced, or two swapped.
    fn misspelt(key: &str, random: &mut Random) -> String {
        let mut letters: Vec<char> = key.chars().collect();
        let (at, letter) = (random.below(letters.len()), char::from(b'a' + random.below(26) as u8));
        match random.below(4) {
            0 => letters.insert(at, letter),
            1 => drop(letters.remove(at)),
            2 => letters[at] = letter,
            _ => letters.swap(at, (at + 1) % key.len()),
        }
        letters.into_iter().collect()
    }

    #[test]
    fn misspelt_keys_are_errors_that_name_the_known_ones() {
        const PAIRS: usize = 40_000;
        let (mut random, mut hits, mut guessed) = (Random::new(43), 0, 0);
        for _ in 0..PAIRS {
            let ray = random.below(4) == 0;
            let question = if ray { Question::RayCast } else { Question::ShapeCast };
            let (name, known) = *random.one_of(&TABLES);
            let known = if ray && name == "cast" { &RAY_CAST } else { known };
            let right = random.one_of(known).0;
            let wrong = misspelt(right, &mut random);
            if known.iter().any(|(key, _)| *key == wrong) {
                continue;
            }
            let line = json!({ name: { (wrong.as_str()): 1 } });
            let reason = check(line.as_object().unwrap(), question).unwrap_err();
            assert!(reason.starts_with(&format!("{name} has no {wrong:?}; it has ")), "{reason}");
            assert!(known.iter().all(|(key, _)| reason.contains(key)), "{reason}");
            hits += 1;
            guessed += usize::from(reason.ends_with(&format!("; did you mean {right:?}?")));
        }
        assert!(hits > 30_000 && guessed * 2 > hits, "{guessed} of {hits}");
    }

    #[test]
    fn the_speed_counts_both_motions() {
        let line = json!({ "cast": { "va": [3, 0, 0], "vb": [0, 4, 0], "wb": [0, 0, -2] } });
        let movement = Movement::of(line.as_object().unwrap()).unwrap();
        assert_eq!((movement.speed(0.0), movement.speed(10.0)), (5.0, 25.0));
    }
}
