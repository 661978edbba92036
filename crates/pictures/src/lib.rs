//! Pictures of bodies as SVG: with the closest pairs in red and a list of them beside it, or alone, for a page.
//!
//! ```text
//!   bodies.rs    what is drawn              text.rs      names and numbers
//!   hull.rs      the faces of points        solid.rs     the faces and edges of shapes
//!
//!   camera.rs    from the world to the picture
//!   parts.rs     the bodies, from back to front
//!   marks.rs     the shortest ways between pairs, and the numbers
//!   contacts.rs  where pairs touch, if that is asked for
//!   list.rs      the pairs by number, beside the scene
//!
//!   section.rs   two bodies cut where they overlap
//!
//!   world.rs     a robot among bodies       path/        what is known of a path, for a page
//! ```

mod bodies;
mod camera;
mod contacts;
mod hull;
mod list;
mod marks;
mod parts;
pub mod path;
pub mod section;
pub mod solid;
pub mod text;
pub mod world;

use std::collections::BTreeSet;

use clearance::glam::{DVec2, DVec3};
use clearance::space::{DVector, Motion, Vector};
use clearance::{Collider, Shape};

pub use bodies::{Body, Class, Pair, Part};
use camera::{Camera, View};
pub use list::{Listed, MOST_LISTED, body_color};
use parts::Painted;
use solid::in_space;

/// The widths of the picture and of the scene in it, in pixels.
const WIDTH: f64 = 1040.0;
const STAGE_WIDTH: f64 = 700.0;
/// Pictures with more bytes are drawn on a coarser grid for a page, in pixels, or left out.
const MOST_BYTES: usize = 1_000_000;
const GRIDS: [f64; 4] = [0.0, 1.5, 3.0, 6.0];
const RED: &str = "#d1242f";
const GROUND: &str = "#e3e4e1";

/// Muted colours for up to 40 bodies. The last 30 are as different as possible (in OKLab) from each
/// other, from the first ten, from the ground and from the red of the marks; the quietest come first.
const COLORS: [[f64; 3]; 40] = [
    [0.62, 0.70, 0.78],
    [0.87, 0.72, 0.53],
    [0.60, 0.75, 0.64],
    [0.80, 0.64, 0.70],
    [0.68, 0.66, 0.82],
    [0.83, 0.80, 0.58],
    [0.55, 0.74, 0.77],
    [0.84, 0.66, 0.58],
    [0.71, 0.79, 0.58],
    [0.73, 0.70, 0.67],
    [0.71, 0.52, 0.50],
    [0.50, 0.49, 0.55],
    [0.71, 0.87, 0.99],
    [0.52, 0.54, 0.38],
    [0.99, 0.79, 0.77],
    [0.42, 0.39, 0.65],
    [0.41, 0.67, 0.41],
    [0.26, 0.47, 0.51],
    [0.87, 0.61, 0.89],
    [0.99, 0.61, 0.73],
    [0.50, 0.70, 0.99],
    [0.38, 0.87, 0.75],
    [0.36, 0.84, 0.99],
    [0.14, 0.74, 0.69],
    [0.98, 0.80, 0.99],
    [0.66, 0.61, 0.21],
    [0.18, 0.65, 0.82],
    [0.81, 0.52, 0.27],
    [0.69, 0.48, 0.76],
    [0.64, 0.96, 0.70],
    [0.42, 0.97, 0.98],
    [0.80, 0.44, 0.56],
    [0.47, 0.52, 0.83],
    [0.14, 0.58, 0.51],
    [0.67, 0.40, 0.29],
    [0.63, 0.47, 0.05],
    [0.19, 0.51, 0.28],
    [0.43, 0.46, 0.02],
    [0.05, 0.46, 0.68],
    [0.58, 0.32, 0.56],
];

/// A pair that is marked in a picture.
struct Mark<'a, V: Vector> {
    label: Label,
    pair: &'a Pair<'a, V>,
}

/// What makes a pair easy to find.
enum Label {
    Number(usize),
    Ring,
    None,
}

/// The bodies of a picture.
struct Subject<'a, V: Vector> {
    bodies: &'a [Body<'a, V>],
    /// The numbers of those that are drawn.
    drawn: Vec<usize>,
    parts: Vec<Painted>,
}

/// The picture as the text of an SVG file: the bodies, and beside them a list of the first [`MOST_LISTED`] pairs.
pub fn draw<V: DVector>(bodies: &[Body<'_, V>], listed: &Listed<'_, V>) -> String {
    let subject = Subject::all(bodies);
    let (view, pairs) = (View::usual(V::DIM), listed.pairs);
    let camera = Camera::on(&view, subject.points().chain(ends(pairs)), list::height(pairs));
    let mut svg = opening(camera.stage);
    let order = parts::painters_order(bodies, &subject.parts, &camera);
    subject.draw(&mut svg, &camera, &order, &numbered(pairs));
    list::draw(&mut svg, camera.stage.y, bodies, listed);
    svg + "</svg>\n"
}

/// The bodies with the first [`MOST_LISTED`] pairs marked by number, for a page; `None` if that is too large for it.
pub fn overview<V: DVector>(bodies: &[Body<'_, V>], pairs: &[Pair<'_, V>]) -> Option<String> {
    let subject = Subject::all(bodies);
    let camera = Camera::on(&View::usual(V::DIM), subject.points().chain(ends(pairs)), 0.0);
    subject.framed(camera, &numbered(pairs))
}

/// The bodies with one pair marked, for a page; `None` if that is too large for it.
pub fn moment<V: DVector>(bodies: &[Body<'_, V>], pair: &Pair<'_, V>) -> Option<String> {
    let subject = Subject::all(bodies);
    let camera = Camera::on(&View::usual(V::DIM), subject.points(), 0.0);
    subject.framed(camera, &[Mark { label: Label::Ring, pair }])
}

/// Two bodies where they are nearest to each other, seen from the side, so that the shortest way has its true length.
/// `None` if that is too large for a page.
pub fn close_up<V: DVector>(bodies: &[Body<'_, V>], pair: &Pair<'_, V>) -> Option<String> {
    let subject = Subject::of(bodies, vec![pair.a, pair.b]);
    let view = View::beside(V::DIM, in_space(pair.answer.normal));
    let camera = if pair.bounded() {
        let [a, b] = [pair.answer.point_a, pair.answer.point_b].map(in_space);
        let sizes = [(pair.a, pair.parts[0]), (pair.b, pair.parts[1])]
            .map(|(body, part)| parts::size(&subject.parts, body, part));
        // A half-space has no size.
        let sizes = sizes.into_iter().filter(|size| *size > 0.0);
        let (smaller, gap) = (sizes.reduce(f64::min).unwrap_or(0.0), a.distance(b));
        // Small gaps need to be seen, and so does what they are between.
        let around = (20.0 * gap).clamp(0.15 * smaller, 0.45 * smaller);
        Camera::near(&view, 0.5 * (a + b), around.max(1.5 * gap))
    } else {
        Camera::on(&view, subject.points(), 0.0)
    };
    subject.framed(camera, &[Mark { label: Label::None, pair }])
}

/// The points of the pairs.
fn ends<V: DVector>(pairs: &[Pair<'_, V>]) -> impl Iterator<Item = DVec3> {
    let bounded = pairs.iter().filter(|pair| pair.bounded());
    bounded.flat_map(|p| [in_space(p.answer.point_a), in_space(p.answer.point_b)])
}

/// The pairs that are numbered in the list.
fn numbered<'a, V: DVector>(pairs: &'a [Pair<'a, V>]) -> Vec<Mark<'a, V>> {
    let mark = |(i, pair)| Mark { label: Label::Number(i + 1), pair };
    pairs.iter().take(MOST_LISTED).enumerate().map(mark).collect()
}

impl<'a, V: DVector> Subject<'a, V> {
    fn all(bodies: &'a [Body<'a, V>]) -> Self {
        Self::of(bodies, (0..bodies.len()).collect())
    }

    fn of(bodies: &'a [Body<'a, V>], drawn: Vec<usize>) -> Self {
        let parts = parts::solids(bodies, &drawn);
        Self { bodies, drawn, parts }
    }

    fn points(&self) -> impl Iterator<Item = DVec3> {
        self.parts.iter().flat_map(|part| part.solid.points.iter().copied())
    }

    /// A picture for a page: without a sheet behind it, and as fine as the room on a page allows.
    fn framed(&self, mut camera: Camera, marks: &[Mark<'_, V>]) -> Option<String> {
        let order = parts::painters_order(self.bodies, &self.parts, &camera);
        let size = camera.stage.round();
        GRIDS.into_iter().find_map(|grid| {
            camera.grid = grid;
            let mut svg = format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" aria-hidden=\"true\">\n\
                 <g stroke-linejoin=\"round\" stroke-linecap=\"round\">\n",
                size.x, size.y
            );
            self.draw(&mut svg, &camera, &order, marks);
            (svg.len() <= MOST_BYTES).then(|| svg + "</svg>\n")
        })
    }

    /// Draws the bodies, from back to front, and the marks, and closes the group of the bodies.
    fn draw(&self, svg: &mut String, camera: &Camera, order: &[usize], marks: &[Mark<'_, V>]) {
        let parts = self.drawn.iter().flat_map(|body| &self.bodies[*body].parts);
        for part in parts {
            if let Collider::Convex(Shape::HalfSpace(half)) = part.shape {
                let motion = Motion::of(&part.pose);
                let world = (in_space(motion.rotate(half.normal().widen())), motion.translation);
                parts::draw_ground(svg, camera, half, world.0, in_space(world.1));
            }
        }
        let sunken = |mark: &Mark<'_, V>| parts::sunken(mark.pair, &self.parts);
        let sunken: BTreeSet<usize> = marks.iter().flat_map(sunken).collect();
        for index in order.iter().filter(|index| !sunken.contains(index)) {
            parts::draw_solid(svg, camera, &self.parts[*index]);
        }
        for index in order.iter().filter(|index| sunken.contains(index)) {
            parts::draw_through(svg, camera, &self.parts[*index]);
        }
        *svg += "</g>\n";
        marks::draw(svg, camera, marks);
    }
}

fn opening(stage: DVec2) -> String {
    let (width, height) = (WIDTH, stage.y.round());
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" \
         font-family=\"system-ui, -apple-system, 'Segoe UI', Helvetica, Arial, sans-serif\">\n\
         <defs><linearGradient id=\"sky\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"1\">\
         <stop offset=\"0\" stop-color=\"#fdfdfc\"/><stop offset=\"1\" stop-color=\"#f0f1ef\"/>\
         </linearGradient>\
         <clipPath id=\"sheet\"><rect width=\"{width}\" height=\"{height}\" rx=\"10\"/></clipPath>\
         </defs>\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"10\" fill=\"url(#sky)\"/>\n\
         <g clip-path=\"url(#sheet)\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n"
    )
}

/// "x,y x,y ..." with one decimal of a pixel.
fn polyline(points: impl Iterator<Item = DVec2>) -> String {
    let pair = |p: DVec2| format!("{:.1},{:.1}", p.x + 0.0, p.y + 0.0);
    points.map(pair).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A colour in OKLab (B. Ottosson, 2020), where distances are what people see.
    fn oklab(rgb: [f64; 3]) -> [f64; 3] {
        let [r, g, b] =
            rgb.map(|c| if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) });
        let cone = |x: f64, y: f64, z: f64| (x * r + y * g + z * b).cbrt();
        let l = cone(0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9);
        let m = cone(0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6);
        let s = cone(0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5);
        [
            0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
            1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
            0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s,
        ]
    }

    /// A difference of 0.02 is just seen.
    #[test]
    fn forty_bodies_can_be_told_apart() {
        let seen: Vec<[f64; 3]> = COLORS.into_iter().map(oklab).collect();
        for (i, p) in seen.iter().enumerate() {
            for q in &seen[..i] {
                let distance = (0..3).map(|k| (p[k] - q[k]).powi(2)).sum::<f64>().sqrt();
                assert!(distance > 0.034, "{:?} is like another: {distance}", COLORS[i]);
            }
        }
    }
}
