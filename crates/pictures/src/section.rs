//! A section through two bodies that overlap: both outlines, filled, and what is in both in red.
//!
//! ```text
//!   the plane through a point that contains the normal
//!     triangles cut by it --> segments --> loops (ends on the same edge are joined) --> paths, filled by even-odd
//!     the overlap: the paths of the second body, clipped by those of the first (SVG does that)
//! ```

use std::collections::HashMap;
use std::fmt::Write;

use clearance::glam::{DVec2, DVec3};
use clearance::space::DVector;

use crate::list::body_color;
use crate::solid::{Solid, in_space};
use crate::text::{digits, escaped, row};
use crate::{Body, RED};

/// What is cut, and where.
pub struct Section<'a, V: DVector> {
    /// The bodies, with their numbers, which tell their colours.
    pub bodies: [(&'a Body<'a, V>, usize); 2],
    /// A point of the plane, in the middle of the picture.
    pub at: V,
    /// The direction in which the bodies are parted.
    pub normal: V,
    /// How deep they are in each other.
    pub depth: f64,
    /// A blank and a label of lengths, or nothing.
    pub unit: &'a str,
    /// A word that no other picture of the page has.
    pub id: &'a str,
}

/// The size of a picture, in pixels.
const SIZE: DVec2 = DVec2::new(360.0, 240.0);
/// A picture with more bytes is too large for a page.
const MOST_BYTES: usize = 200_000;

/// The plane, and its axes to the right and upwards in the picture.
struct Plane {
    at: DVec3,
    right: DVec3,
    up: DVec3,
}

/// A closed loop is filled; another line is drawn.
struct Outline {
    points: Vec<DVec2>,
    is_closed: bool,
}

/// The picture; `None` if one of the bodies has no section there, in 2D, and if it is too large for a page.
pub fn section<V: DVector>(of: &Section<'_, V>) -> Option<String> {
    let normal = in_space(of.normal);
    if V::DIM == 2 || !(normal.length() > 0.5 && of.depth.is_finite()) {
        return None;
    }
    let plane = Plane::with(in_space(of.at), normal.normalize());
    let cuts = of.bodies.map(|(body, _)| plane.cut_body(body));
    let around = [bounds(&cuts[0])?, bounds(&cuts[1])?];
    let scale = 0.5 * SIZE.y / half_height(around, of.depth);
    let drawing = Drawing { plane: &plane, scale };
    let paths = cuts.each_ref().map(|solids| solids.iter().map(|cut| drawing.paths(cut)).collect());
    let svg = drawing.svg(of, &paths, normal.normalize());
    (svg.len() <= MOST_BYTES).then_some(svg)
}

/// Half of what the picture shows from top to bottom: the depth is seen, and so is the body whose section is smaller.
fn half_height(around: [DVec2; 2], depth: f64) -> f64 {
    let [a, b] = around;
    let smaller = if a.length() <= b.length() { a } else { b };
    let least = 0.6 * smaller.min_element();
    (2.0 * depth).clamp(least, (0.75 * smaller.max_element()).max(least)).max(f64::MIN_POSITIVE)
}

/// The width and height of all outlines; `None` if there are none.
fn bounds(solids: &[Vec<Outline>]) -> Option<DVec2> {
    let outlines = || solids.iter().flatten();
    let points = || outlines().flat_map(|outline| outline.points.iter().copied());
    let (min, max) = (points().reduce(DVec2::min)?, points().reduce(DVec2::max)?);
    Some(max - min)
}

impl Plane {
    /// The one with this direction that is upright, if the direction is not.
    fn with(at: DVec3, normal: DVec3) -> Self {
        if normal.z.abs() > 0.9 {
            let up = normal * normal.z.signum();
            return Self { at, right: (DVec3::X - up * up.x).normalize(), up };
        }
        Self { at, right: normal, up: (DVec3::Z - normal * normal.z).normalize() }
    }

    fn flat(&self, p: DVec3) -> DVec2 {
        let p = p - self.at;
        DVec2::new(p.dot(self.right), p.dot(self.up))
    }

    /// The outlines of each solid of a body.
    fn cut_body<V: DVector>(&self, body: &Body<'_, V>) -> Vec<Vec<Outline>> {
        let solids = body.parts.iter().flat_map(|part| Solid::all_of(part.shape, &part.pose));
        solids.map(|solid| self.cut(&solid)).collect()
    }

    fn cut(&self, solid: &Solid) -> Vec<Outline> {
        let across = self.right.cross(self.up);
        let side = |p: DVec3| (p - self.at).dot(across);
        // The two ends of a face's segment, each on an edge of it.
        let segment = |corners: &[DVec3]| -> Option<[Edge; 2]> {
            let next = |i: usize| corners[(i + 1) % corners.len()];
            let is_cut = |i: &usize| (side(corners[*i]) >= 0.0) != (side(next(*i)) >= 0.0);
            let mut ends = (0..corners.len()).filter(is_cut).map(|i| Edge::of(corners[i], next(i)));
            Some([ends.next()?, ends.next()?])
        };
        let segments: Vec<[Edge; 2]> =
            solid.faces.iter().filter_map(|face| segment(&face.corners)).collect();
        let point = |edge: &Edge| {
            let [p, q] = edge.ends();
            let (from, to) = (side(p), side(q));
            self.flat(p.lerp(q, (from / (from - to)).clamp(0.0, 1.0)))
        };
        if solid.is_convex() {
            let mut points: Vec<DVec2> = segments.as_flattened().iter().map(point).collect();
            let middle = points.iter().sum::<DVec2>() / points.len().max(1) as f64;
            let turn = |p: &DVec2| (*p - middle).to_angle();
            points.sort_by(|p, q| turn(p).total_cmp(&turn(q)));
            return (points.len() > 2)
                .then_some(Outline { points, is_closed: true })
                .into_iter()
                .collect();
        }
        let line = |(edges, is_closed): (Vec<Edge>, bool)| Outline {
            points: edges.iter().map(point).collect(),
            is_closed: is_closed && solid.is_closed(),
        };
        joined(&segments).into_iter().map(line).collect()
    }
}

/// An edge by the bits of its ends, in order: so both of its faces have the same point of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Edge([[u64; 3]; 2]);

impl Edge {
    fn of(p: DVec3, q: DVec3) -> Self {
        let mut ends = [p, q].map(|end| end.to_array().map(|x| (x + 0.0).to_bits()));
        ends.sort();
        Self(ends)
    }
    fn ends(&self) -> [DVec3; 2] {
        self.0.map(|end| DVec3::from_array(end.map(f64::from_bits)))
    }
}

/// Segments joined at equal ends: the ends of each line, and whether it is a loop.
fn joined(segments: &[[Edge; 2]]) -> Vec<(Vec<Edge>, bool)> {
    let mut at: HashMap<Edge, Vec<usize>> = HashMap::new();
    for (number, ends) in segments.iter().enumerate() {
        ends.iter().for_each(|end| at.entry(*end).or_default().push(number));
    }
    let mut is_used = vec![false; segments.len()];
    let mut lines = Vec::new();
    // Lines with ends are followed from one of them.
    let has_end = |number: &usize| segments[*number].iter().any(|end| at[end].len() == 1);
    let starts = (0..segments.len()).filter(has_end).chain(0..segments.len());
    for start in starts {
        if is_used[start] {
            continue;
        }
        is_used[start] = true;
        let [mut first, mut last] = segments[start];
        if at[&last].len() == 1 {
            (first, last) = (last, first);
        }
        let mut line = vec![first, last];
        while last != first {
            let Some(next) = at[&last].iter().find(|number| !is_used[**number]) else { break };
            is_used[*next] = true;
            let [p, q] = segments[*next];
            last = if p == last { q } else { p };
            line.push(last);
        }
        lines.push((line, last == first));
    }
    lines
}

struct Drawing<'a> {
    plane: &'a Plane,
    /// Pixels a unit of length.
    scale: f64,
}

impl Drawing<'_> {
    fn pixel(&self, p: DVec2) -> DVec2 {
        0.5 * SIZE + DVec2::new(p.x, -p.y) * self.scale
    }

    /// The data of the paths: filled ones, and lines.
    fn paths(&self, cut: &[Outline]) -> [String; 2] {
        [true, false].map(|is_closed| {
            let mut out = String::new();
            for outline in cut.iter().filter(|outline| outline.is_closed == is_closed) {
                let mut last = String::new();
                let mut step = 'M';
                for point in outline.points.iter().map(|p| self.pixel(*p)) {
                    let text = format!("{:.1} {:.1}", point.x, point.y);
                    if text != last {
                        let _ = write!(out, "{step}{text}");
                        step = 'L';
                    }
                    last = text;
                }
                out += if is_closed { "Z" } else { "" };
            }
            out
        })
    }

    fn svg<V: DVector>(
        &self,
        of: &Section<'_, V>,
        paths: &[Vec<[String; 2]>; 2],
        normal: DVec3,
    ) -> String {
        let DVec2 { x: width, y: height } = SIZE;
        let id = escaped(of.id);
        let names = of.bodies.map(|(body, _)| escaped(&crate::text::shown(body.name)));
        let all = |of: &[[String; 2]], before: &str| -> String {
            of.iter().map(|[filled, _]| format!("<path {before} d=\"{filled}\"/>\n")).collect()
        };
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" role=\"img\" \
             aria-label=\"A section through {} and {}, what is in both in red\">\n\
             <clipPath id=\"{id}\">\n{}</clipPath>\n",
            names[0],
            names[1],
            all(&paths[0], "clip-rule=\"evenodd\""),
        );
        for ((body, number), solids) in of.bodies.iter().zip(paths) {
            let color = body_color(body, *number);
            out += &all(solids, &format!("fill=\"{color}\" fill-rule=\"evenodd\""));
            for [_, lines] in solids.iter().filter(|[_, lines]| !lines.is_empty()) {
                let line = "stroke-width=\"3\" fill=\"none\"";
                let _ = writeln!(out, "<path {line} stroke=\"{color}\" d=\"{lines}\"/>");
            }
        }
        let red = format!("fill=\"{RED}\" fill-rule=\"evenodd\"");
        let _ = writeln!(out, "<g clip-path=\"url(#{id})\">\n{}</g>", all(&paths[1], &red));
        for solids in paths {
            out += &all(solids, "fill=\"none\" stroke=\"#24292f\"");
        }
        self.write_depth(&mut out, of, normal);
        self.write_scale(&mut out, of.unit);
        out + "</svg>\n"
    }

    /// The depth, as long as it is, along the normal.
    fn write_depth<V: DVector>(&self, out: &mut String, of: &Section<'_, V>, normal: DVec3) {
        let half = normal * (0.5 * of.depth);
        let [p, q] = [-half, half].map(|by| self.pixel(self.plane.flat(self.plane.at + by)));
        let _ = writeln!(
            out,
            "<path stroke=\"#24292f\" stroke-width=\"2\" d=\"M{:.1} {:.1}L{:.1} {:.1}\"/>",
            p.x, p.y, q.x, q.y
        );
        let text = escaped(&format!("{}{} deep", digits(of.depth, 4), of.unit));
        label(out, DVec2::new(SIZE.x - 8.0, SIZE.y - 10.0), "end", &text);
    }

    /// A round length below the picture.
    fn write_scale(&self, out: &mut String, unit: &str) {
        let most = 0.25 * SIZE.x / self.scale;
        let power = 10.0_f64.powf(most.log10().floor());
        let step = [5.0, 2.0].into_iter().find(|step| step * power <= most).unwrap_or(1.0);
        let (length, y) = (step * power, SIZE.y - 6.0);
        let _ = writeln!(
            out,
            "<path stroke=\"#24292f\" stroke-width=\"3\" d=\"M8 {y:.1}H{:.1}\"/>",
            8.0 + length * self.scale
        );
        label(
            out,
            DVec2::new(8.0, y - 6.0),
            "start",
            &escaped(&format!("{}{unit}", row(length, 6))),
        );
    }
}

fn label(out: &mut String, at: DVec2, anchor: &str, text: &str) {
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"{anchor}\" font-family=\"sans-serif\" font-size=\"13\" \
         fill=\"#24292f\" stroke=\"#ffffff\" stroke-width=\"3\" paint-order=\"stroke\">{text}</text>",
        at.x, at.y
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Part;
    use clearance::shape::Cuboid;
    use clearance::{Collider, Pose};

    #[test]
    fn segments_are_joined_to_loops() {
        let edge = |k: usize| Edge::of(DVec3::splat(k as f64), DVec3::ZERO);
        let segments = [[1, 2], [3, 1], [7, 8], [2, 3], [8, 9]].map(|two| two.map(edge));
        let lines: Vec<(usize, bool)> =
            joined(&segments).iter().map(|(line, is_loop)| (line.len(), *is_loop)).collect();
        assert_eq!(lines, [(3, false), (4, true)]);
    }

    #[test]
    fn a_cut_has_the_area_of_the_overlap() {
        let shape: Collider<DVec3> = Cuboid::new(DVec3::new(1.0, 2.0, 3.0)).unwrap().into();
        let part = |t: DVec3| vec![Part { shape: &shape, pose: Pose::at(t).unwrap() }];
        let bodies =
            [DVec3::ZERO, DVec3::new(1.5, 0.0, 0.0)].map(|t| Body { name: "<a>", parts: part(t) });
        let plane = Plane::with(DVec3::new(0.75, 0.5, 0.0), DVec3::X);
        for body in &bodies {
            let cut = plane.cut_body(body);
            assert_eq!((cut.len(), cut[0].len(), bounds(&cut)), (1, 1, Some(DVec2::new(2.0, 6.0))));
        }
        let section = |depth: f64| {
            let [a, b] = &bodies;
            let bodies = [(a, 0), (b, 1)];
            let at = DVec3::new(0.75, 0.5, 0.0);
            super::section(&Section { bodies, at, normal: DVec3::X, depth, unit: " mm", id: "s" })
        };
        let picture = section(0.5).unwrap();
        for part in ["clip-path=\"url(#s)\"", "0.5000 mm deep", "&lt;a&gt;", RED] {
            assert!(picture.contains(part), "{part}: {picture}");
        }
        assert!(!picture.contains("NaN") && !picture.contains("inf"));
        assert!(section(f64::INFINITY).is_none());
    }
}
