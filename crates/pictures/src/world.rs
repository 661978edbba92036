//! A robot among bodies, in one configuration: what is drawn, and the nearest pairs.

use clearance::glam::DVec3;
use clearance::paths::{Error, World};
use clearance::space::Aabb;

use crate::{Body, Pair, Part};

/// The bodies of a world in a configuration.
///
/// # Errors
/// A configuration without one finite value for each joint.
pub fn bodies<'a>(world: &'a World, configuration: &[f64]) -> Result<Vec<Body<'a, DVec3>>, Error> {
    let posed = world.posed(configuration)?;
    let part = |(pose, shape)| Part { shape, pose };
    let body = |(name, shapes): (&'a str, Vec<_>)| Body {
        name,
        parts: shapes.into_iter().map(part).collect(),
    };
    Ok(world.names().zip(posed).map(body).collect())
}

/// The nearest of the pairs of bodies that a world asks about, at most so many, the deepest or nearest first.
pub fn nearest(
    world: &World,
    bodies: &[Body<'_, DVec3>],
    most: usize,
) -> Vec<Pair<'static, DVec3>> {
    let boxes: Vec<Option<Aabb<DVec3>>> = bodies.iter().map(around).collect();
    let boxed = |[a, b]: [usize; 2]| Some((boxes[a]?.gap(&boxes[b]?), [a, b]));
    let mut candidates: Vec<(f64, [usize; 2])> = world.pairs().filter_map(boxed).collect();
    candidates.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let mut found: Vec<Pair<'static, DVec3>> = Vec::new();
    for (gap, [a, b]) in candidates {
        let worst = found.last().filter(|_| found.len() == most);
        let limit = worst.map_or(f64::INFINITY, |worst| worst.answer.upper);
        // Boxes that touch prove nothing: their contents may overlap by any depth.
        if gap > 0.0 && gap > limit {
            break;
        }
        let Some(pair) = nearest_parts([a, b], [&bodies[a], &bodies[b]], limit) else { continue };
        let key = pair.answer.signed_distance;
        let place = found.partition_point(|other| other.answer.signed_distance <= key);
        found.insert(place, pair);
        found.truncate(most);
    }
    found
}

/// The nearest parts of two bodies; `None` if all are farther apart than a limit. `lower` is a bound for all of them.
fn nearest_parts(
    [a, b]: [usize; 2],
    bodies: [&Body<'_, DVec3>; 2],
    limit: f64,
) -> Option<Pair<'static, DVec3>> {
    let mut best: Option<Pair<'static, DVec3>> = None;
    let mut lower = f64::INFINITY;
    for (i, p) in bodies[0].parts.iter().enumerate() {
        for (j, q) in bodies[1].parts.iter().enumerate() {
            let enough = best.as_ref().map_or(limit, |best| best.answer.upper);
            if is_beyond([p, q], enough) {
                continue;
            }
            let answer = clearance::clearance(p.shape, &p.pose, q.shape, &q.pose);
            lower = lower.min(answer.lower);
            let is_nearer =
                |best: &Pair<'_, _>| answer.signed_distance < best.answer.signed_distance;
            if best.as_ref().is_none_or(is_nearer) {
                best = Some(Pair::of([a, b], [i, j], answer));
            }
        }
    }
    let mut best = best?;
    best.answer.lower = lower;
    Some(best)
}

/// Is it proven that two parts are apart, and farther than this? That takes less than their clearance.
fn is_beyond([p, q]: [&Part<'_, DVec3>; 2], limit: f64) -> bool {
    limit.is_finite() && !clearance::within(p.shape, &p.pose, q.shape, &q.pose, limit.max(0.0))
}

/// The box around a body, if it has parts.
fn around(body: &Body<'_, DVec3>) -> Option<Aabb<DVec3>> {
    let boxes = body.parts.iter().map(|part| part.shape.aabb(&part.pose));
    boxes.reduce(|one, other| one.union(&other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance::Collider;
    use clearance::d3_f64::{Cuboid, Mesh, Pose, Sphere};
    use clearance::paths::{Joint, JointKind, Link, Robot};
    use clearance_testing::Random;

    /// A ball, a box or a triangle.
    fn part(random: &mut Random) -> (Pose, Collider<DVec3>) {
        let mut size = || random.range(0.05, 0.6);
        let kinds = [(); 2].map(|()| DVec3::new(size(), size(), size()));
        let triangle = Mesh::new(vec![DVec3::ZERO, DVec3::X, kinds[1]], vec![[0, 1, 2]]).unwrap();
        let shape = match random.below(3) {
            0 => Sphere::new(kinds[0].x).unwrap().into(),
            1 => Cuboid::new(kinds[0]).unwrap().into(),
            _ => triangle.into(),
        };
        (Pose::new(random.in_cube(2.0), random.rotation()).unwrap(), shape)
    }

    /// Links that slide, each by itself.
    fn world(random: &mut Random) -> World {
        let name = |k: usize| format!("{k}");
        let mut shapes = |k: usize| (0..k % 4).map(|_| part(random)).collect();
        let links = (0..12).map(|k| Link { name: name(k), shapes: shapes(k) }).collect();
        let joint = |k| Joint {
            name: name(k),
            kind: JointKind::Prismatic,
            parent: name(0),
            child: name(k),
            origin: Pose::IDENTITY,
            axis: DVec3::X,
            limits: None,
            mimic: None,
        };
        World::new(Robot::new(links, (1..12).map(joint).collect()).unwrap()).unwrap()
    }

    /// The slow way: all parts of all pairs.
    fn all(world: &World, bodies: &[Body<'_, DVec3>]) -> Vec<(f64, [usize; 2])> {
        let mut found = Vec::new();
        for [a, b] in world.pairs() {
            let parts =
                bodies[a].parts.iter().flat_map(|p| bodies[b].parts.iter().map(move |q| (p, q)));
            let gaps = parts.map(|(p, q)| clearance::clearance(p.shape, &p.pose, q.shape, &q.pose));
            let least = gaps.map(|answer| answer.signed_distance).reduce(f64::min);
            found.extend(least.map(|least| (least, [a, b])));
        }
        found.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        found
    }

    #[test]
    fn the_nearest_are_those_of_all() {
        let mut random = Random::new(1);
        let (mut touching, mut apart) = (0, 0);
        for most in (1..6).cycle().take(40) {
            let world = world(&mut random);
            let bodies = bodies(&world, &[0.0; 11]).unwrap();
            let found: Vec<_> = nearest(&world, &bodies, most)
                .iter()
                .map(|pair| (pair.answer.signed_distance, [pair.a, pair.b]))
                .collect();
            assert_eq!(found, all(&world, &bodies)[..most]);
            touching += found.iter().filter(|(gap, _)| *gap <= 0.0).count();
            apart += found.iter().filter(|(gap, _)| *gap > 0.0).count();
        }
        assert!(touching > 20 && apart > 20, "{touching} {apart}");
    }
}
