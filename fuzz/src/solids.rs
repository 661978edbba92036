//! Questions about solids, compounds and convex shapes, each answered twice: by another way, and with the shapes swapped.
//!
//! The bytes are two shapes and their poses, and questions. Solids are closed shells, so that points and rays are inside of
//! some; where they cross, the slow answers are all pairs of pieces, a sum of angles, and the segment of a ray.

use clearance::glam::{DVec3, Vec3};
use clearance::number::Scalar;
use clearance::shape::{Point, Segment};
use clearance::space::Vector;
use clearance::verify::{Verdict, check};
use clearance::{Collider, Pose, Ray, Separation, Status};

use crate::bodies::{Space, vector};
use crate::bytes::Bytes;
use crate::colliders::{Placed, collider};

/// More questions take long, and find no more.
const MOST: usize = 4;

/// Asks the questions that the bytes describe, in one of the two types of vectors.
///
/// # Panics
/// Where an answer is refuted, or contradicts another one.
pub fn solids(bytes: &[u8]) {
    let mut bytes = Bytes(bytes);
    match bytes.below(2) {
        0 => ask_all::<Vec3>(&mut bytes),
        _ => ask_all::<DVec3>(&mut bytes),
    }
}

fn ask_all<V: Space>(bytes: &mut Bytes<'_>) {
    let size = if bytes.below(4) == 0 { bytes.power() } else { 1.0 };
    let mut read = || Placed::<V>::read(bytes, size, collider);
    let Some((a, b)) = read().zip(read()) else { return };
    let pair = Asked { a: &a, b: &b, size };
    for _ in 0..MOST {
        match bytes.below(4) {
            0 => pair.certificate(),
            1 => pair.clearance(bytes),
            2 => pair.point(bytes),
            _ => pair.ray(bytes),
        }
        if bytes.is_empty() {
            return;
        }
    }
}

/// Two shapes. `size` is the unit of lengths in the bytes.
#[derive(Debug)]
struct Asked<'b, V: Vector> {
    a: &'b Placed<V>,
    b: &'b Placed<V>,
    size: f64,
}

impl<V: Space> Asked<'_, V> {
    fn separation(&self) -> Separation<V> {
        let (a, b) = (self.a, self.b);
        clearance::separation(&a.shape, &a.pose, &b.shape, &b.pose)
    }
    fn swapped(&self) -> Self {
        Self { a: self.b, b: self.a, size: self.size }
    }

    /// The distance: by evidence, swapped, and by all pairs of pieces.
    fn certificate(&self) {
        let (a, b) = (self.a, self.b);
        let proof = clearance::certificate(&a.shape, &a.pose, &b.shape, &b.pose);
        let verdict = check(&a.shape, &a.pose, &b.shape, &b.pose, &proof);
        assert_ne!(verdict, Verdict::Refuted, "{proof:?} of {self:?}");
        let found = self.separation();
        assert!(
            V::Scalar::ZERO <= found.lower && found.lower <= found.upper,
            "{found:?} of {self:?}"
        );
        let other = self.swapped().separation();
        meet([found.lower, found.upper], [other.lower, other.upper], "swapped", self);
        let slow = clearance::separation_by_all_pieces(&a.shape, &a.pose, &b.shape, &b.pose);
        // That knows surfaces alone.
        let lower = if found.inside || other.inside { V::Scalar::ZERO } else { slow.lower };
        meet([found.lower, found.upper], [lower, slow.upper], "by all pieces", self);
    }

    /// The signed clearance: swapped, and as a question of yes and no.
    fn clearance(&self, bytes: &mut Bytes<'_>) {
        let (a, b) = (self.a, self.b);
        let found = clearance::clearance(&a.shape, &a.pose, &b.shape, &b.pose);
        let other = clearance::clearance(&b.shape, &b.pose, &a.shape, &a.pose);
        meet([found.lower, found.upper], [other.lower, other.upper], "swapped", self);
        let apart = self.separation();
        if apart.lower > V::Scalar::ZERO {
            meet([found.lower, found.upper], [apart.lower, apart.upper], "the distance", self);
        }
        let asked = V::Scalar::of(bytes.number() * self.size);
        if asked.to_f64().is_nan() {
            return;
        }
        let within = clearance::within(&a.shape, &a.pose, &b.shape, &b.pose, asked);
        assert!(within || found.upper > asked, "{found:?} is not within {asked:?}: {self:?}");
    }

    /// Is a point inside? By the distance of a point as a shape, and for a solid by the angles of its facets.
    fn point(&self, bytes: &mut Bytes<'_>) {
        let (at, a) = (vector::<V>(bytes, self.size), self.a);
        let Ok(found) = clearance::project(&a.shape, &a.pose, at) else { return };
        assert!(found.lower <= found.upper, "{found:?} of {at:?} at {a:?}");
        let inside = clearance::contains(&a.shape, &a.pose, at).expect("a point");
        assert!(inside || found.upper > V::Scalar::ZERO, "{found:?} of {at:?} is out of {a:?}");
        assert!(!inside || found.lower <= V::Scalar::ZERO, "{found:?} of {at:?} is in {a:?}");
        let (Ok(point), Ok(there)) = (Point::new(V::ZERO), Pose::at(at)) else { return };
        let apart = clearance::separation(&a.shape, &a.pose, &point, &there);
        // `contains` is false only if that is proven: of a shape far away or long, rounding may leave it open.
        let off = off::<V>(reach(a).max(largest(at)));
        let is_open = apart.lower.to_f64() <= off;
        assert!(!inside || apart.intersects() || is_open, "{apart:?} of {at:?} is in {a:?}");
        assert!(
            inside || apart.status() != Status::Overlapping,
            "{apart:?} of {at:?} out of {a:?}"
        );
        let Some(winding) = winding(a, at) else { return };
        // Near a facet, or with rounded angles, the sum is no whole number.
        let far = found.signed_distance.to_f64().abs() > off;
        if far && (winding - winding.round()).abs() < 1e-6 {
            assert_eq!(inside, winding.round() != 0.0, "{winding} of {at:?} at {a:?}");
        }
    }

    /// Where a ray meets a shape first: its way there is free, and its end is at the shape.
    fn ray(&self, bytes: &mut Bytes<'_>) {
        let (from, along, a) =
            (vector::<V>(bytes, self.size), vector::<V>(bytes, self.size), self.a);
        let Ok(ray) = Ray::new(from, along, V::Scalar::of(bytes.size())) else { return };
        let hit = clearance::cast_ray(&a.shape, &a.pose, &ray);
        let any = clearance::cast_ray_any(&a.shape, &a.pose, &ray);
        assert_eq!(hit.is_some(), any, "{hit:?} of {ray:?} at {a:?}");
        let time = hit.as_ref().map_or(ray.tmax(), |hit| hit.time);
        let way = from + along * time;
        if !way.is_finite() || !(time.to_f64() * largest(along)).is_finite() {
            return;
        }
        let off = off::<V>(reach(a).max(largest(from)).max(largest(way)));
        if let Some(hit) = &hit
            && hit.upper.is_finite()
            && let Ok(found) = clearance::project(&a.shape, &a.pose, way)
        {
            // Of a facet a million times as long as wide the time is known to a few digits.
            let width = (hit.upper - hit.lower).to_f64() * along.widen().norm();
            assert!(
                found.lower.to_f64() <= off + width,
                "{hit:?}, but {found:?} of {ray:?} at {a:?}"
            );
        }
        // The way is free up to the lower bound; a ray from within a solid hits it at once.
        let free = hit.as_ref().map_or(ray.tmax(), |hit| hit.lower);
        let Ok(segment) = Segment::new(from, from + along * free) else { return };
        if free > V::Scalar::ZERO {
            let met = clearance::clearance(&a.shape, &a.pose, &segment, &Pose::IDENTITY);
            assert!(met.upper.to_f64() >= -off, "{met:?} before {hit:?} of {ray:?} at {a:?}");
        }
    }
}

/// Two intervals around one number.
#[track_caller]
fn meet<V: Space>(one: [V::Scalar; 2], other: [V::Scalar; 2], how: &str, pair: &Asked<'_, V>) {
    let meet = one[0] <= other[1] && other[0] <= one[1];
    assert!(meet, "{one:?}, but {how} {other:?} of {pair:?}");
}

/// No coordinate of the shape's place and of its points is larger, but of a half-space's points.
fn reach<V: Space>(placed: &Placed<V>) -> f64 {
    let aabb = placed.shape.aabb(&placed.pose);
    let ends = [aabb.min, aabb.max].map(|end| end.widen());
    let coordinates = ends.iter().flat_map(|end| (0..V::DIM).map(|i| end.get(i).to_f64().abs()));
    coordinates.filter(|x| x.is_finite()).fold(largest(placed.pose.translation()), f64::max)
}

/// What rounding may do to lengths of this size.
fn off<V: Vector>(reach: f64) -> f64 {
    64.0 * V::Scalar::EPSILON.to_f64() * reach
}

fn largest<V: Vector>(v: V) -> f64 {
    (0..V::DIM).map(|i| v.get(i).to_f64().abs()).fold(0.0, f64::max)
}

/// How often the surface of a solid goes around a point, by the sum of the angles that its facets take there.
fn winding<V: Space>(solid: &Placed<V>, at: V) -> Option<f64> {
    let Collider::Surface(instance) = &solid.shape else { return None };
    if !instance.is_solid() {
        return None;
    }
    let seen = |corner: V| {
        let there = solid.pose.transform_point(corner) - at;
        DVec3::from_array([0, 1, 2].map(|i| there.get(i).to_f64())).normalize()
    };
    let facets = 0..instance.len() as u32;
    let angle = |facet| {
        let [a, b, c] = instance.corners(facet).map(seen);
        // Van Oosterom and Strackee 1983.
        let above = a.dot(b.cross(c));
        2.0 * above.atan2(1.0 + a.dot(b) + b.dot(c) + c.dot(a))
    };
    let sum: f64 = facets.map(angle).sum();
    let turns = sum / (4.0 * std::f64::consts::PI);
    turns.is_finite().then_some(turns)
}
