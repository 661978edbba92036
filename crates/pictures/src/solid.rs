//! Parts of bodies as polygons, for drawing: their corners, and enough points on curves.

use std::collections::HashMap;
use std::f64::consts::TAU;

use clearance::glam::DVec3;
use clearance::shape::View;
use clearance::space::{DVector, Motion, Vector};
use clearance::{Collider, Convex, ConvexShape, Instance, PartShape, Pose, Rounded, Shape};

use crate::hull::{Hull, directions};

/// A flat piece of the surface.
pub struct Face {
    /// The corners, counterclockwise seen from outside.
    pub corners: Vec<DVec3>,
    /// The outward normal.
    pub normal: DVec3,
}

/// The edge between two faces.
pub struct Edge {
    /// Its ends.
    pub ends: [DVec3; 2],
    /// The normals of both faces.
    pub normals: [DVec3; 2],
}

/// A convex part, or a surface, in world coordinates. Parts in 2D have z = 0 and face up.
pub struct Solid {
    /// Points whose hull is the part, as accurately as a picture needs.
    pub points: Vec<DVec3>,
    /// Empty if the part is flat in 3D.
    pub faces: Vec<Face>,
    /// Between faces; in 2D the outline.
    pub edges: Vec<Edge>,
    /// The sides of the faces that are seen, and whether faces may hide each other.
    kind: Kind,
}

/// What the faces are of.
#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// They do not hide each other.
    Convex,
    /// Triangles that may hide each other, seen from outside only.
    Closed,
    /// Triangles that may hide each other, with two sides.
    Open,
}

/// The numbers of points on a sphere, and around a circle.
const ON_SPHERE: usize = 800;
const ON_CIRCLE: usize = 72;

impl Solid {
    /// The pieces of a shape at its pose. A half-space has none.
    pub fn all_of<V: Vector>(shape: &Collider<V>, pose: &Pose<V>) -> Vec<Self> {
        match shape {
            Collider::Convex(Shape::Convex(convex)) => vec![Self::of(convex, pose)],
            Collider::Surface(surface) => vec![Self::surface(surface, &Motion::of(pose))],
            Collider::Compound(compound) => {
                let part = |part: &clearance::CompoundPart<V>| {
                    let pose = *pose * part.pose;
                    match &part.shape {
                        PartShape::Convex(shape) => Self::all_of(&shape.clone().into(), &pose),
                        PartShape::Surface(surface) => {
                            vec![Self::surface(surface, &Motion::of(&pose))]
                        }
                    }
                };
                compound.parts().iter().flat_map(part).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The triangles of a surface; in 2D its segments, and what it bounds.
    fn surface<V: Vector>(surface: &Instance<V>, motion: &Motion<V::Wide>) -> Self {
        let place = |p: V| in_space(motion.apply(p.widen()));
        let facets = (0..surface.len() as u32).map(|facet| surface.corners(facet).map(place));
        let facets: Vec<[DVec3; 3]> = facets.collect();
        let points = facets.as_flattened().to_vec();
        if V::DIM == 3 {
            let normal = |[a, b, c]: &[DVec3; 3]| (*b - *a).cross(*c - *a).normalize_or_zero();
            let face = |facet: &[DVec3; 3]| Face { corners: facet.to_vec(), normal: normal(facet) };
            let faces = facets.iter().map(face).collect();
            let kind = if surface.is_solid() { Kind::Closed } else { Kind::Open };
            return Self { points, faces, edges: Vec::new(), kind };
        }
        let outline =
            |[a, b, _]: &[DVec3; 3]| Edge { ends: [*a, *b], normals: [DVec3::Z, -DVec3::Z] };
        let edges = facets.iter().map(outline).collect();
        let corners =
            if surface.is_solid() { facets.iter().map(|[a, ..]| *a).collect() } else { Vec::new() };
        let faces = vec![Face { corners, normal: DVec3::Z }];
        Self { points, faces, edges, kind: Kind::Convex }
    }

    /// The faces that are seen, from back to front, with the normals of the sides that are seen.
    pub fn seen_from(&self, toward: DVec3) -> Vec<(&Face, DVec3)> {
        let is_seen = |face: &&Face| self.kind == Kind::Open || face.normal.dot(toward) > 1e-9;
        let mut faces: Vec<&Face> = self.faces.iter().filter(is_seen).collect();
        if self.kind == Kind::Convex {
            return faces.into_iter().map(|face| (face, face.normal)).collect();
        }
        let depth = |face: &Face| face.corners.iter().map(|p| p.dot(toward)).sum::<f64>();
        faces.sort_by(|a, b| depth(a).total_cmp(&depth(b)));
        let front = |n: DVec3| if n.dot(toward) < 0.0 { -n } else { n };
        faces.into_iter().map(|face| (face, front(face.normal))).collect()
    }

    pub(crate) fn is_convex(&self) -> bool {
        self.kind == Kind::Convex
    }
    pub(crate) fn is_closed(&self) -> bool {
        self.kind != Kind::Open
    }

    /// The convex part at its pose.
    pub fn of<V: Vector>(part: &Rounded<ConvexShape<V>>, pose: &Pose<V>) -> Self {
        let motion = Motion::of(pose);
        let local = if V::DIM == 2 { plane_points(part) } else { space_points(part) };
        let points = local.into_iter().map(|p| in_space(motion.apply(p))).collect();
        if V::DIM == 2 { Self::plane(points) } else { Self::space(points) }
    }

    /// The middle of the points.
    pub fn center(&self) -> DVec3 {
        self.points.iter().sum::<DVec3>() / self.points.len().max(1) as f64
    }

    fn plane(points: Vec<DVec3>) -> Self {
        let next = |i: usize| points[(i + 1) % points.len()];
        let outline = |i| Edge { ends: [points[i], next(i)], normals: [DVec3::Z, DVec3::NEG_Z] };
        let edges = (0..points.len()).map(outline).collect();
        let faces = vec![Face { corners: points.clone(), normal: DVec3::Z }];
        Self { points, faces, edges, kind: Kind::Convex }
    }

    fn space(points: Vec<DVec3>) -> Self {
        let hull = Hull::of(&points);
        let corner = |i: usize| points[i];
        let normals: Vec<DVec3> = hull
            .triangles
            .iter()
            .map(|t| {
                let [a, b, c] = t.map(corner);
                (b - a).cross(c - a).normalize_or_zero()
            })
            .collect();
        let mut owner = HashMap::new();
        for (face, [a, b, c]) in hull.triangles.iter().enumerate() {
            owner.extend([((*a, *b), face), ((*b, *c), face), ((*c, *a), face)]);
        }
        let edges = owner.iter().filter(|((from, to), _)| from < to).filter_map(|(edge, face)| {
            let other = owner.get(&(edge.1, edge.0))?;
            let ends = [corner(edge.0), corner(edge.1)];
            Some((edge, Edge { ends, normals: [normals[*face], normals[*other]] }))
        });
        // A hash map has no order, and the same scene must give the same picture.
        let mut edges: Vec<_> = edges.collect();
        edges.sort_by_key(|(edge, _)| **edge);
        let edges = edges.into_iter().map(|(_, edge)| edge).collect();
        let faces = merged(&hull.triangles, &normals, &points);
        Self { points, faces, edges, kind: Kind::Convex }
    }
}

/// Triangles with the same normal are one face, because the surface is convex.
fn merged(triangles: &[[usize; 3]], normals: &[DVec3], points: &[DVec3]) -> Vec<Face> {
    let mut groups: Vec<(DVec3, Vec<(usize, usize)>)> = Vec::new();
    let mut known = HashMap::new();
    for ([a, b, c], normal) in triangles.iter().zip(normals) {
        let rounded = normal.to_array().map(|x| (x * 1e6).round() as i64);
        let group = *known.entry(rounded).or_insert_with(|| {
            groups.push((*normal, Vec::new()));
            groups.len() - 1
        });
        for (from, to) in [(*a, *b), (*b, *c), (*c, *a)] {
            // An edge between two triangles of the same face is inside the face.
            let edges = &mut groups[group].1;
            match edges.iter().position(|edge| *edge == (to, from)) {
                Some(inside) => drop(edges.swap_remove(inside)),
                None => edges.push((from, to)),
            }
        }
    }
    let face = |(normal, edges): (DVec3, Vec<(usize, usize)>)| {
        let next: HashMap<usize, usize> = edges.iter().copied().collect();
        let first = edges[0].0;
        let around = std::iter::successors(Some(first), |i| next.get(i).copied());
        let more = around.skip(1).take(edges.len()).take_while(|i| *i != first);
        let corners = std::iter::once(first).chain(more).map(|i| points[i]).collect();
        Face { corners, normal }
    };
    groups.into_iter().filter(|(_, edges)| !edges.is_empty()).map(face).collect()
}

/// A 2D or 3D vector, in 3D.
pub fn in_space<V: Vector>(v: V) -> DVec3 {
    let v = v.widen();
    DVec3::new(v.get(0), v.get(1), if V::DIM == 3 { v.get(2) } else { 0.0 })
}

fn from_space<W: DVector>(p: DVec3) -> W {
    W::from_fn(|i| p.to_array()[i])
}

/// The point of the rounded part that is the farthest along a unit direction.
fn outermost<V: Vector>(part: &Rounded<ConvexShape<V>>, direction: DVec3) -> V::Wide {
    let direction: V::Wide = from_space(direction);
    let core = part.support_wide(direction, clearance::shape::NO_ID).point;
    core + direction * in_f64::<V>(part.radius())
}

fn in_f64<V: Vector>(x: V::Scalar) -> f64 {
    clearance::number::Scalar::to_f64(x)
}

/// Points around the outline, counterclockwise.
fn plane_points<V: Vector>(part: &Rounded<ConvexShape<V>>) -> Vec<V::Wide> {
    const STEPS: usize = 5 * ON_CIRCLE;
    let mut points: Vec<V::Wide> = Vec::new();
    for step in 0..STEPS {
        let (sin, cos) = (TAU * step as f64 / STEPS as f64).sin_cos();
        let point = outermost(part, DVec3::new(cos, sin, 0.0));
        if points.last() != Some(&point) {
            points.push(point);
        }
    }
    points
}

fn space_points<V: Vector>(part: &Rounded<ConvexShape<V>>) -> Vec<V::Wide> {
    let sharp = in_f64::<V>(part.radius()) == 0.0;
    let rim = |radius: V::Scalar, height: f64, axis: usize| {
        (0..ON_CIRCLE).map(move |step| {
            let (sin, cos) = (TAU * step as f64 / ON_CIRCLE as f64).sin_cos();
            let (x, y) = (in_f64::<V>(radius) * cos, in_f64::<V>(radius) * sin);
            V::Wide::from_fn(|i| [height, x, y][(i + 3 - axis) % 3])
        })
    };
    match part.view() {
        View::Vertices(vertices) if sharp => vertices.iter().map(|v| v.widen()).collect(),
        View::Cuboid { half_extents } if sharp => (0..8)
            .map(|corner| {
                let half = half_extents.widen();
                V::Wide::from_fn(|i| if corner >> i & 1 == 1 { half.get(i) } else { -half.get(i) })
            })
            .collect(),
        View::Cylinder { radius, half_height, axis } if sharp => {
            let half = in_f64::<V>(half_height);
            rim(radius, half, axis).chain(rim(radius, -half, axis)).collect()
        }
        View::Cone { radius, half_height, axis } if sharp => {
            let half = in_f64::<V>(half_height);
            let apex = V::Wide::unit(axis) * half;
            rim(radius, -half, axis).chain([apex]).collect()
        }
        _ => directions(ON_SPHERE).into_iter().map(|d| outermost(part, d)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance::Axis;
    use clearance::shape::{Ball, Cuboid, Cylinder};

    fn solid(shape: impl Into<ConvexShape<DVec3>>) -> Solid {
        Solid::of(&Rounded::from(shape.into()), &Pose::IDENTITY)
    }

    #[test]
    fn flat_faces_are_whole() {
        let cuboid = solid(Cuboid::new(DVec3::new(1.0, 2.0, 3.0)).unwrap());
        assert_eq!(cuboid.faces.len(), 6);
        assert!(cuboid.faces.iter().all(|face| face.corners.len() == 4));
        let cylinder = solid(Cylinder::new(Axis::Y, 1.0, 0.5).unwrap());
        assert_eq!(cylinder.faces.len(), ON_CIRCLE + 2);
        assert!(cylinder.points.iter().all(|p| p.y.abs() == 1.0));
    }

    #[test]
    fn round_parts_are_round_and_points_are_flat() {
        let ball = solid(Ball::new(2.0).unwrap());
        assert!(ball.points.iter().all(|p| (p.length() - 2.0).abs() < 1e-12));
        assert_eq!(ball.faces.len(), 2 * ON_SPHERE - 4);
        assert!(solid(Ball::new(0.0).unwrap()).faces.is_empty());
    }
}
