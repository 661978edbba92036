//! Pictures of two shapes in 2D, as JSON: outlines, their difference and sum, and the support function.
//! Everything is in the axes of the world.
//!
//! A shape is a core and a radius around it. `corners` and `ids` belong to the core. `outline` is for
//! drawing: it includes the radius, and has a point every 3 degrees on curves.

use std::f64::consts::{PI, TAU};
use std::rc::Rc;

use clearance::glam::DVec2;
use clearance::hull::{Hull2, build2};
use clearance::minkowski::{self, Corner, PolytopeOfPairs};
use clearance::shape::{Geometry, NO_ID, Part};
use clearance::space::{Motion, Vector};
use clearance::{Convex, Pose, Shape};
use clearance_lines::Line;
use serde_json::{Value, json};

use crate::lines::Of;

/// The number of points around a circle.
const ON_CIRCLE: usize = 120;
/// The extent of a drawn half-plane, relative to the size of the other shape.
const FAR: f64 = 1000.0;

/// A shape and its pose.
pub(crate) struct Body {
    shape: Rc<Shape<DVec2>>,
    motion: Motion<DVec2>,
}

/// The shapes A and B of a line.
pub(crate) fn bodies(line: &Line) -> Result<[Body; 2], String> {
    if line.dim()? != 2 {
        return Err("this is in space, and the picture is of the plane".into());
    }
    let body = |side| -> Result<Body, String> {
        let (shape, pose): (Rc<Shape<DVec2>>, Pose<DVec2>) = line.placed(side)?;
        Ok(Body { shape, motion: Motion::of(&pose) })
    };
    Ok([body("a")?, body("b")?])
}

/// The core of a bounded shape as a polygon.
struct Ring {
    /// Counterclockwise. One or two corners if the core has no area.
    corners: Vec<DVec2>,
    /// Their vertex numbers; [`NO_ID`] on curves.
    ids: Vec<u32>,
    radius: f64,
}

impl Body {
    fn ring(&self) -> Result<Ring, String> {
        let Part::Convex(core) = self.shape.part() else {
            return Err("a half-plane has no end".into());
        };
        let view = core.view();
        let exact = minkowski::polytope_points(view, &self.motion);
        let numbered = exact.is_some();
        let points = match exact {
            Some(points) => points,
            None => {
                let inner = minkowski::inner_points(view, &self.motion, ON_CIRCLE);
                inner.ok_or("this shape has no picture")?.points
            }
        };
        let corners = minkowski::hull2(&points);
        let ids = (0..corners.len())
            .map(|i| if numbered { self.number_of(core, &corners, i) } else { NO_ID })
            .collect();
        Ok(Ring { ids, corners, radius: core.radius() })
    }

    /// The vertex number that answers and steps use for corner `i` of a ring. A hull numbers its corners,
    /// and not the points from which it was made. So the number is that of the support point in a
    /// direction in which the corner is the farthest.
    fn number_of(&self, core: &impl Convex<V = DVec2>, corners: &[DVec2], i: usize) -> u32 {
        let n = corners.len();
        let [before, at, after] = [corners[(i + n - 1) % n], corners[i], corners[(i + 1) % n]];
        let [comes, goes] = [at - before, after - at].map(|way| way.unit_along());
        // The difference of the two edge directions points out of the corner. For a single point any
        // direction does.
        let out = comes.unwrap_or(DVec2::X) - goes.unwrap_or(DVec2::ZERO);
        let found = core.support_vertex(self.motion.unrotate(out), NO_ID);
        if self.motion.apply(found.point) == at { found.id } else { NO_ID }
    }

    fn picture(&self, size: f64) -> Result<Value, String> {
        if let Part::HalfSpace(plane) = self.shape.part() {
            let out = self.motion.rotate(plane.normal());
            let foot = self.motion.apply(plane.normal() * plane.offset());
            let (along, far) = (DVec2::new(-out.y, out.x), FAR * size);
            let ends = [foot - along * far, foot + along * far];
            let beyond = [ends[1] - out * far, ends[0] - out * far];
            let outline = flat(ends.into_iter().chain(beyond));
            let (out, foot) = (list(out), list(foot));
            return Ok(json!({
                "unbounded": true, "normal": out, "foot": foot, "corners": [], "ids": [],
                "radius": 0.0, "outline": outline,
            }));
        }
        let ring = self.ring()?;
        Ok(json!({
            "unbounded": false,
            "corners": lists(&ring.corners),
            "ids": ids(&ring.ids),
            "radius": ring.radius,
            "outline": outline(&ring.corners, ring.radius),
        }))
    }

    /// The distance of the shape's points, or of a half-plane's foot, from the origin of the world.
    fn reach(&self) -> f64 {
        match self.shape.part() {
            Part::HalfSpace(plane) => self.motion.apply(plane.normal() * plane.offset()).norm(),
            Part::Convex(core) => core.reach() + core.radius() + self.motion.translation.norm(),
        }
    }
}

/// The outlines of both shapes.
pub(crate) fn outlines(line: &Line) -> Result<String, String> {
    let [a, b] = bodies(line)?;
    let size = a.reach() + b.reach();
    Ok(json!({ "a": a.picture(size)?, "b": b.picture(size)? }).to_string())
}

/// The difference or sum of two cores.
struct Combined {
    corners: Vec<Corner<DVec2>>,
    /// The normal and offset of each side.
    sides: Vec<(DVec2, f64)>,
    radius: f64,
}

fn combined([a, b]: &[Body; 2], of: Of) -> Result<Combined, String> {
    let (a, b) = (a.ring()?, b.ring()?);
    let radius = a.radius + b.radius;
    let area = |ring: &Ring| match build2(&ring.corners) {
        Ok(Hull2::Outline(outline)) => Some(outline),
        _ => None,
    };
    // Both rings are in world coordinates.
    let place = Motion::identity();
    if let (Some(on_a), Some(on_b)) = (area(&a), area(&b)) {
        let PolytopeOfPairs { corners, sides, .. } = match of {
            Of::Difference => minkowski::polygon_difference(&on_a, &on_b, &place),
            Of::Sum => minkowski::polygon_sum(&on_a, &on_b, &place),
        };
        let numbered = |corner: Corner<DVec2>| {
            let on = |ring: &Ring, vertices: &[DVec2], i: u32| {
                let at = vertices[i as usize];
                let found = ring.corners.iter().position(|p| *p == at);
                found.map_or(NO_ID, |i| ring.ids[i])
            };
            let (a, b) = (on(&a, on_a.vertices(), corner.a), on(&b, on_b.vertices(), corner.b));
            Corner { a, b, ..corner }
        };
        let corners = corners.into_iter().map(numbered).collect();
        let sides = sides.iter().map(|side| (side.normal, side.offset)).collect();
        return Ok(Combined { corners, sides, radius });
    }
    // A core without area has few points, so all pairs of points are used.
    let points = match of {
        Of::Difference => minkowski::difference(&a.corners, &b.corners),
        Of::Sum => minkowski::sum(&a.corners, &b.corners),
    };
    let ring = minkowski::hull2(&points);
    let corner = |at: &DVec2| {
        let pair = points.iter().position(|p| p == at).unwrap_or(0);
        let (i, j) = (pair / b.corners.len(), pair % b.corners.len());
        Corner { at: *at, a: a.ids[i], b: b.ids[j] }
    };
    let corners = ring.iter().map(corner).collect();
    let sides = normals(&ring).into_iter().zip(&ring).map(|(n, p)| (n, n.dot(*p))).collect();
    Ok(Combined { corners, sides, radius })
}

/// The difference or the sum, with the vertices of its corners.
pub(crate) fn difference(line: &Line, of: Of) -> Result<String, String> {
    let found = combined(&bodies(line)?, of)?;
    let ring: Vec<DVec2> = found.corners.iter().map(|corner| corner.at).collect();
    let from: Vec<Value> = found.corners.iter().map(|corner| ids(&[corner.a, corner.b])).collect();
    let normals: Vec<Value> = found.sides.iter().map(|(normal, _)| list(*normal)).collect();
    let offsets: Vec<f64> = found.sides.iter().map(|(_, offset)| *offset).collect();
    let outline = outline(&ring, found.radius);
    Ok(json!({
        "corners": lists(&ring), "from": from, "normals": normals, "offsets": offsets,
        "radius": found.radius, "outline": outline,
    })
    .to_string())
}

/// The support points of two cores: of A along a direction, of B against it.
struct Farthest {
    points: [DVec2; 2],
    ids: [u32; 2],
    /// The heights along the unit direction: of A, and of -B.
    heights: [f64; 2],
    radii: [f64; 2],
}

fn farthest(bodies: &[Body; 2], along: DVec2) -> Result<Farthest, String> {
    let side = |i: usize, along: DVec2| {
        let body: &Body = &bodies[i];
        let Part::Convex(core) = body.shape.part() else {
            return Err(String::from("a half-plane has no end"));
        };
        let found = core.support_vertex(body.motion.unrotate(along), NO_ID);
        let point = body.motion.apply(found.point);
        Ok((point, found.id, along.dot(point), core.radius()))
    };
    let (a, b) = (side(0, along)?, side(1, -along)?);
    Ok(Farthest { points: [a.0, b.0], ids: [a.1, b.1], heights: [a.2, b.2], radii: [a.3, b.3] })
}

/// The support function of the difference along a direction of any length.
pub(crate) fn support(line: &Line, x: f64, y: f64) -> Result<String, String> {
    let along = DVec2::new(x, y);
    let along = along.unit_along().ok_or("the direction has no length")?;
    let Farthest { points: [a, b], ids: numbers, heights: [on_a, on_b], radii } =
        farthest(&bodies(line)?, along)?;
    let radius = radii[0] + radii[1];
    let numbers = ids(&numbers);
    Ok(json!({
        "direction": list(along), "a": list(a), "b": list(b), "point": list(a - b),
        "ia": numbers[0], "ib": numbers[1],
        "ha": on_a + radii[0], "hb": on_b + radii[1], "h": on_a + on_b + radius,
        "core": on_a + on_b, "radius": radius,
    })
    .to_string())
}

/// The support function around the circle, by angle: the angle, the height, and 1 at a side or else 0.
pub(crate) fn curve(line: &Line, samples: u32) -> Result<Vec<f64>, String> {
    let bodies = bodies(line)?;
    let found = combined(&bodies, Of::Difference)?;
    let angle = |normal: DVec2| {
        let angle = libm::atan2(normal.y, normal.x);
        if angle < 0.0 { angle + TAU } else { angle }
    };
    let kink = |(normal, offset): &(DVec2, f64)| [angle(*normal), offset + found.radius, 1.0];
    let mut rows: Vec<[f64; 3]> = found.sides.iter().map(kink).collect();
    for step in 0..samples {
        let angle = TAU * f64::from(step) / f64::from(samples);
        let at = farthest(&bodies, unit(angle))?;
        rows.push([angle, at.heights[0] + at.heights[1] + found.radius, 0.0]);
    }
    rows.sort_by(|p, q| p[0].total_cmp(&q[0]));
    Ok(rows.concat())
}

fn unit(angle: f64) -> DVec2 {
    let (sin, cos) = libm::sincos(angle);
    DVec2::new(cos, sin)
}

/// The outward normal of each side of a ring; two for a segment.
fn normals(ring: &[DVec2]) -> Vec<DVec2> {
    if ring.len() < 2 {
        return Vec::new();
    }
    let next = |i: usize| ring[(i + 1) % ring.len()];
    let side = |i: usize| next(i) - ring[i];
    let normal = |way: DVec2| DVec2::new(way.y, -way.x).unit_along().unwrap_or(DVec2::X);
    (0..ring.len()).map(|i| normal(side(i))).collect()
}

/// A ring with a radius around it, as a polygon: alternating x and y.
fn outline(ring: &[DVec2], radius: f64) -> Vec<f64> {
    if radius == 0.0 {
        return flat(ring.iter().copied());
    }
    let step = TAU / ON_CIRCLE as f64;
    let around = |center: DVec2, from: f64, to: f64| {
        let (first, last) = ((from / step).ceil() as i64, (to / step).floor() as i64);
        (first..=last).map(move |k| center + unit(k as f64 * step) * radius)
    };
    let normals = normals(ring);
    if normals.is_empty() {
        return flat(ring.iter().flat_map(|p| around(*p, 0.0, TAU - step / 2.0)));
    }
    let mut points = Vec::new();
    for (i, corner) in ring.iter().enumerate() {
        let [before, after] = [normals[(i + ring.len() - 1) % ring.len()], normals[i]];
        let [from, to] = [before, after].map(|n| libm::atan2(n.y, n.x));
        let to = if to < from - PI * 1e-9 { to + TAU } else { to };
        points.push(*corner + before * radius);
        points.extend(around(*corner, from, to));
        points.push(*corner + after * radius);
    }
    flat(points.into_iter())
}

fn flat(points: impl Iterator<Item = DVec2>) -> Vec<f64> {
    points.flat_map(|p| [p.x, p.y]).collect()
}

fn list(p: DVec2) -> Value {
    json!([p.x, p.y])
}

fn lists(points: &[DVec2]) -> Vec<Value> {
    points.iter().map(|p| list(*p)).collect()
}

/// Vertex numbers, and -1 where there is none.
fn ids(numbers: &[u32]) -> Value {
    let number = |id: &u32| if *id == NO_ID { -1 } else { i64::from(*id) };
    numbers.iter().map(number).collect()
}
