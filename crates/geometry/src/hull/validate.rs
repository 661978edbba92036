//! Checks finished hulls against their input points.
//!
//! This is slow on purpose: every point is compared with every face, by exact predicates if the face is
//! exactly flat. A face that was joined from several is not exactly flat. Then its plane decides, up to
//! rounding.

use alloc::vec::Vec;

use glam::{DVec2, DVec3};

use super::exact::{collinear, normalised, order, side, steepest, turn};
use super::planes::area;
use super::{Flat, Hull2, Hull3, Outline, Polyhedron};
use crate::Error;
use crate::number::Scalar;
use crate::space::Vector;

fn demand(holds: bool, why: &'static str) -> Result<(), Error> {
    if holds { Ok(()) } else { Err(Error::NoHull { why }) }
}

/// Vertices and points, divided by the same power of two, and this power.
fn together<V: Vector>(vertices: &[V], points: &[V]) -> (Vec<V::Wide>, Vec<V::Wide>, f64) {
    let all: Vec<V> = vertices.iter().chain(points).copied().collect();
    let (mut all, size) = normalised(&all);
    let points = all.split_off(vertices.len());
    (all, points, size)
}

/// Are all points on a line, which `on_line` tells, and between its ends?
fn validate_ends<V: Vector>(
    ends: [V; 2],
    points: &[V],
    on_line: impl Fn(V::Wide, V::Wide, V::Wide) -> bool,
) -> Result<(), Error> {
    let (ends, points, _) = together(&ends, points);
    let [a, b] = [ends[0], ends[1]];
    let between = |p: &V::Wide, i: usize| {
        let (a, b) = (a.get(i), b.get(i));
        (a.min(b)..=a.max(b)).contains(&p.get(i))
    };
    let on_it = |p: &V::Wide| on_line(a, b, *p) && (0..V::DIM).all(|i| between(p, i));
    demand(points.iter().all(on_it), "a point that is not between the ends")
}

impl<V: Vector<Wide = DVec3>> Hull3<V> {
    /// Checks that this is a hull of the points: see [`Polyhedron::validate`] for solid hulls. The time
    /// grows with faces times points.
    ///
    /// # Errors
    /// [`Error::NoHull`] names the violated property.
    pub fn validate(&self, points: &[V]) -> Result<(), Error> {
        match self {
            Self::Point(p) => validate_ends([*p; 2], points, |_, _, _| true),
            Self::Segment(ends) => validate_ends(*ends, points, collinear),
            Self::Flat(flat) => flat.validate(points),
            Self::Solid(hull) => hull.validate(points),
        }
    }
}

impl<V: Vector<Wide = DVec2>> Hull2<V> {
    /// Checks that this is a hull of the points: corners turn left, exactly, and no point is outside of
    /// an edge.
    ///
    /// # Errors
    /// [`Error::NoHull`] names the violated property.
    pub fn validate(&self, points: &[V]) -> Result<(), Error> {
        match self {
            Self::Point(p) => validate_ends([*p; 2], points, |_, _, _| true),
            Self::Segment(ends) => validate_ends(*ends, points, |a, b, p| turn(a, b, p) == 0.0),
            Self::Outline(outline) => outline.validate(points),
        }
    }
}

impl<V: Vector<Wide = DVec2>> Outline<V> {
    fn validate(&self, points: &[V]) -> Result<(), Error> {
        let (corners, points, size) = together(self.vertices(), points);
        let count = corners.len();
        demand(count >= 3, "a polygon has three corners at least")?;
        for i in 0..count {
            let (a, b) = (corners[i], corners[(i + 1) % count]);
            // Strictly left, except for the ends themselves. So it turns left at every corner.
            let left = |p: &DVec2| *p == a || *p == b || turn(a, b, *p) > 0.0;
            demand(corners.iter().all(left), "a corner that is none")?;
            demand(points.iter().all(|p| turn(a, b, *p) >= 0.0), "a point outside")?;
            let (normal, offset) = (self.normals()[i].widen(), self.offsets()[i].to_f64() / size);
            let below = |p: &DVec2| normal.dot(*p) <= offset + 2.0 * f64::EPSILON;
            demand(points.iter().all(below), "a point outside of an edge's line")?;
        }
        Ok(())
    }
}

impl<V: Vector<Wide = DVec3>> Flat<V> {
    fn validate(&self, points: &[V]) -> Result<(), Error> {
        let (corners, points, size) = together(self.vertices(), points);
        let (count, normal) = (corners.len(), self.normal().widen());
        demand(count >= 3, "a polygon has three corners at least")?;
        let three = [corners[0], corners[1], corners[2]];
        demand(points.iter().all(|p| side(three, *p) == 0.0), "a point off the plane")?;
        let (top, thick) = (self.offset().to_f64() / size, self.error().to_f64() / size);
        let near = |p: &DVec3| (top - thick..=top + 4.0 * f64::EPSILON).contains(&normal.dot(*p));
        demand(points.iter().all(near), "a point farther from the plane than the error")?;
        // The plane through an edge and a point that is surely not in the plane of the polygon.
        let axis = steepest(normal);
        for i in 0..count {
            let (a, b) = (corners[i], corners[(i + 1) % count]);
            let mut above = a;
            above[axis] += 4.0 * normal[axis].signum();
            let left = |p: &DVec3| *p == a || *p == b || side([a, b, above], *p) < 0.0;
            demand(corners.iter().all(left), "a corner that is none")?;
            demand(points.iter().all(|p| side([a, b, above], *p) <= 0.0), "a point outside")?;
        }
        Ok(())
    }
}

impl<V: Vector<Wide = DVec3>> Polyhedron<V> {
    /// Checks this hull against its input points.
    ///
    /// - The half-edges are in order: [`Topology::validate`](super::Topology::validate).
    /// - The vertices are points of the input.
    /// - No point is outside of the plane of a face, and no vertex of a face is farther below it than
    ///   [`Polyhedron::error`].
    /// - If a face is exactly flat, all other vertices are strictly inside of it and no point is
    ///   outside. Both are exact.
    /// - The inner ball is below all planes, and no vertex is outside the outer ball.
    ///
    /// # Errors
    /// [`Error::NoHull`] names the violated property.
    pub fn validate(&self, points: &[V]) -> Result<(), Error> {
        self.topology().validate()?;
        let vertices: Vec<V> = self.vertices().iter().collect();
        let (vertices, points, size) = together(&vertices, points);
        let mut sorted = points.clone();
        sorted.sort_unstable_by(order);
        let given = |v: &DVec3| sorted.binary_search_by(|p| order(p, v)).is_ok();
        demand(vertices.iter().all(given), "a vertex that is no point of the input")?;
        for face in 0..self.topology().faces() as u32 {
            let on_face: Vec<u32> =
                self.topology().face_edges(face).map(|e| self.topology().origin(e)).collect();
            self.validate_plane(face, &on_face, &vertices, &points, size)?;
            validate_exactly(&on_face, &vertices, &points)?;
        }
        let (center, outer) = (self.center().widen() / size, self.outer_radius().to_f64() / size);
        demand(vertices.iter().all(|v| (*v - center).length() <= outer), "the ball around")?;
        demand(self.inner_radius() >= V::Scalar::ZERO, "a radius below zero")
    }

    fn validate_plane(
        &self,
        face: u32,
        on_face: &[u32],
        vertices: &[DVec3],
        points: &[DVec3],
        size: f64,
    ) -> Result<(), Error> {
        let normal = self.normals().get(face).widen();
        let top = self.offsets()[face as usize].to_f64() / size;
        let (error, slack) = (self.error().to_f64() / size, 8.0 * f64::EPSILON);
        demand(points.iter().all(|p| normal.dot(*p) <= top + slack), "a point outside a plane")?;
        let near = |v: &u32| normal.dot(vertices[*v as usize]) >= top - error - slack;
        demand(on_face.iter().all(near), "a vertex farther from its plane than the error")?;
        let outline = on_face.iter().map(|v| vertices[*v as usize]);
        demand(area(outline).dot(normal) > 0.0, "a face that looks inward")?;
        let (center, inner) = (self.center().widen() / size, self.inner_radius().to_f64() / size);
        let room = (top - normal.dot(center)) / normal.length();
        // A ball without a radius claims nothing: the centre is that of a hull thinner than its rounding.
        demand(inner == 0.0 || inner <= room, "the ball inside crosses a plane")
    }
}

/// If the face is exactly flat: is everything else inside?
fn validate_exactly(on_face: &[u32], vertices: &[DVec3], points: &[DVec3]) -> Result<(), Error> {
    let corner = |i: usize| vertices[on_face[i] as usize];
    let count = on_face.len();
    let three = [corner(0), corner(count / 3), corner(2 * count / 3)];
    demand(!collinear(three[0], three[1], three[2]), "corners on one line")?;
    if (0..count).any(|i| side(three, corner(i)) != 0.0) {
        return Ok(());
    }
    let inside = |(v, p): (usize, &DVec3)| on_face.contains(&(v as u32)) || side(three, *p) < 0.0;
    demand(vertices.iter().enumerate().all(inside), "a vertex outside of a face, or in its plane")?;
    demand(points.iter().all(|p| side(three, *p) <= 0.0), "a point outside of a face")
}
