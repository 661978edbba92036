//! The required clearances of a scene on a path: each pair of bodies that the path asks about has the one of the last rule
//! that fits it.

use clearance::glam::DVec3;
use clearance::paths::World;
use clearance_models::Notes;

use crate::scene::Scene;

/// Requires of the world what the rules of the scene say, whose bodies have the same numbers. A rule that says nothing about
/// the path, or something else than there, is noted. `clearance` is what the others must keep.
pub fn require(
    scene: &Scene<DVec3>,
    world: &mut World,
    clearance: f64,
    notes: &mut Notes,
) -> anyhow::Result<()> {
    let rules = scene.rules();
    let names: Vec<String> = world.names().map(String::from).collect();
    let pairs: Vec<[usize; 2]> = world.pairs().collect();
    let mut is_used = vec![false; rules.len()];
    for [a, b] in pairs {
        let (mut own, more) = (None, scene.more(a, b));
        for (rule, is_used) in rules.iter().zip(&mut is_used).filter(|(rule, _)| rule.fits(a, b)) {
            *is_used = true;
            if !rule.is_more {
                own = Some(rule.least.unwrap_or(0.0).max(0.0));
            }
        }
        if own.is_some() || more > 0.0 {
            world.require(&names[a], &names[b], own.unwrap_or(clearance) + more)?;
        }
    }
    let of_file = rules.iter().zip(is_used).filter(|(rule, _)| !rule.is_more);
    for (number, (rule, is_used)) in of_file.enumerate() {
        if !is_used {
            notes.warnings.push(format!(
                "clearance[{number}]: the path does not ask about any pair that it fits"
            ));
        } else if let Some(least) = rule.least.filter(|least| *least < 0.0) {
            notes.warnings.push(format!(
                "clearance[{number}]: {least} counts as 0 on the path: an overlap there is a clash"
            ));
        }
    }
    Ok(())
}
