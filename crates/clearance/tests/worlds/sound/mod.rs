//! What is called proven is true: points, rays and certificates against rational numbers and the checker, of shapes that
//! are scaled, mirrored, far away, and parts of parts. The exact parts of parts are where all poses lead, one after the
//! other, not where their rounded product does.

mod certificates;
mod exact;
mod points;
mod rays;

use clearance::number::Scalar;
use clearance::space::{Pose, Vector};
use clearance::{Collider, Compound, Shape, Solid};
use clearance_testing::Random;

use crate::common::pairs::{Maker, Stand, pose};
use crate::make::{closed, surface};
use exact::Exact;

/// Factors of any sign that make a shape of size 1 one of about `size`, and stretch it.
fn factors<V: Vector>(random: &mut Random, size: f64) -> V {
    V::from_fn(|_| V::Scalar::of(random.range(0.3, 3.0) * size * random.one_of(&[1.0, -1.0])))
}

/// A closed surface of any size, stretched and mirrored.
fn solid<V: Maker>(random: &mut Random, size: f64) -> Collider<V> {
    let solid = Solid::new(closed::<V>(random).0.mended().0).unwrap();
    Collider::from(solid).scaled(factors(random, size)).unwrap()
}

/// A point on a facet of a part, moved to the world and rounded there.
fn on_facet<V: Maker>(random: &mut Random, part: &Exact<V>) -> V {
    let [a, b, c] = *random.one_of(&part.facets);
    let (mut s, mut t) = (random.unit(), random.unit());
    if random.below(4) == 0 {
        t = 0.0;
    }
    if s + t > 1.0 {
        (s, t) = (1.0 - s, 1.0 - t);
    }
    let local = V::narrow(a + (b - a) * s + (c - a) * t);
    part.poses.iter().rev().fold(local, |at, pose| pose.transform_point(at))
}

/// A pose near the origin or far away, or none.
fn anywhere<V: Maker>(random: &mut Random, size: f64) -> Pose<V> {
    let far = *random.one_of(&[0.0, 1.0, 1e3, 1e6]);
    if far == 0.0 { Pose::IDENTITY } else { pose(&Stand::random(random, far), size) }
}

/// A shape of triangles, segments and surfaces, and the poses that lead to each, those of compounds first.
struct Made<V: Maker> {
    shape: Collider<V>,
    parts: Vec<(Vec<Pose<V>>, Collider<V>)>,
}

impl<V: Maker> From<Collider<V>> for Made<V> {
    fn from(shape: Collider<V>) -> Self {
        Self { parts: vec![(Vec::new(), shape.clone())], shape }
    }
}

/// A sheet, a solid, a triangle (in 2D a segment), or some of these as parts of parts.
fn of_facets<V: Maker>(random: &mut Random, depth: usize) -> Made<V> {
    match random.below(if depth > 0 { 6 } else { 3 }) {
        0 => Collider::from(surface::<V>(random)).scaled(factors(random, 1.0)).unwrap().into(),
        1 => solid(random, 1.0).into(),
        2 => {
            let points: [V; 3] =
                core::array::from_fn(|_| V::narrow(V::Wide::from_fn(|_| random.signed())));
            let shape: Shape<V> = if V::DIM == 2 {
                clearance::shape::Segment::new(points[0], points[1]).unwrap().into()
            } else {
                let [a, b, c] = points;
                clearance::shape::Triangle::new(a, b, c).unwrap().into()
            };
            Collider::from(shape).into()
        }
        _ => {
            let far = *random.one_of(&[1.0, 1.0, 1e3]);
            let (mut shapes, mut parts) = (Vec::new(), Vec::new());
            for _ in 0..1 + random.below(3) {
                let at: Pose<V> = pose(&Stand::random(random, far), 1.0);
                let made = of_facets(random, depth - 1);
                shapes.push((at, made.shape));
                let placed = |(poses, alone)| ([vec![at], poses].concat(), alone);
                parts.extend(made.parts.into_iter().map(placed));
            }
            Made { shape: Compound::new(shapes).unwrap().into(), parts }
        }
    }
}
