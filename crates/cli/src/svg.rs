//! `--svg`: a picture of a scene, with the closest pairs in red and a list of them beside it.
//!
//! The view is parallel, from the front right and a little above; a plane scene is seen from
//! straight above. A convex part shows all its faces that look at the viewer, so within a part
//! nothing needs sorting. Parts are painted from back to front, and which of two is in front is
//! told by the clearance itself: its normal is that of a plane between them, and whatever is on
//! the viewer's side of the plane cannot be hidden by the other.

use std::fmt::Write;

use clearance::glam::{DVec2, DVec3};
use clearance::scene::{BodyPair, Found, Scene};
use clearance::space::{Motion, Vector};
use clearance::{HalfSpace, Shape};

use crate::check::{Class, digits};
use crate::solid::{Solid, in_space};

/// The widths of the picture and of the part of it that the scene gets, in pixels.
const WIDTH: f64 = 1040.0;
const STAGE_WIDTH: f64 = 700.0;
/// Pictures are no higher than this, unless the list is.
const HIGHEST: f64 = 640.0;
/// Of a pair in the list.
const ROW: f64 = 40.0;
const BORDER: f64 = 36.0;
/// Pairs past this many are in the table only.
const MOST_LISTED: usize = 16;
/// From here on parts are sorted by their middles alone.
const MANY: usize = 300;
const RED: &str = "#d1242f";
const GROUND: &str = "#e3e4e1";

/// Muted colours that tell neighbours apart.
const COLORS: [[f64; 3]; 10] = [
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
];

/// The picture as the text of an SVG file.
pub fn draw<V: Vector<Scalar = f64>>(
    scene: &Scene<V>,
    found: &Found<V>,
    units: &str,
    class: impl Fn(&BodyPair<V>) -> Class,
) -> String {
    let parts = solids(scene);
    let camera = Camera::on::<V>(&parts, found);
    let mut svg = opening(camera.stage);
    for body in scene.bodies() {
        for part in &body.parts {
            if let Shape::HalfSpace(half) = part {
                let motion = Motion::of(&body.pose);
                let world = (in_space(motion.rotate(half.normal().widen())), motion.translation);
                draw_ground(&mut svg, &camera, half, world.0, in_space(world.1));
            }
        }
    }
    for index in painters_order(scene, &parts, &camera) {
        draw_solid(&mut svg, &camera, &parts[index]);
    }
    svg += "</g>\n";
    draw_witnesses(&mut svg, &camera, found);
    draw_list(&mut svg, camera.stage.y, scene, found, units, class);
    svg + "</svg>\n"
}

/// A part, whose it is, and what it looks like.
struct Painted {
    body: usize,
    part: usize,
    solid: Solid,
}

fn solids<V: Vector>(scene: &Scene<V>) -> Vec<Painted> {
    let mut solids = Vec::new();
    for (body, b) in scene.bodies().iter().enumerate() {
        for (part, shape) in b.parts.iter().enumerate() {
            if let Shape::Convex(convex) = shape {
                solids.push(Painted { body, part, solid: Solid::of(convex, &b.pose) });
            }
        }
    }
    solids
}

/// From the world to the picture.
struct Camera {
    right: DVec3,
    up: DVec3,
    /// Towards the viewer.
    toward: DVec3,
    /// Pixels for a unit of length.
    scale: f64,
    /// What is seen at the middle of the stage, and half the extent of the scene.
    middle: DVec3,
    reach: f64,
    /// What the scene gets of the picture, in pixels.
    stage: DVec2,
}

impl Camera {
    /// Sees all parts and all points found.
    fn on<V: Vector<Scalar = f64>>(parts: &[Painted], found: &Found<V>) -> Self {
        let (right, up, toward) = if V::DIM == 2 {
            (DVec3::X, DVec3::Y, DVec3::Z)
        } else {
            let (azimuth, elevation) = ((-58.0_f64).to_radians(), 20.0_f64.to_radians());
            let right = DVec3::new(-azimuth.sin(), azimuth.cos(), 0.0);
            let ahead = DVec3::new(azimuth.cos(), azimuth.sin(), 0.0);
            let toward = ahead * elevation.cos() + DVec3::Z * elevation.sin();
            (right, toward.cross(right), toward)
        };
        let bounded = found.pairs.iter().filter(|pair| pair.answer.bounded());
        let ends = bounded.flat_map(|p| [in_space(p.answer.point_a), in_space(p.answer.point_b)]);
        let points = parts.iter().flat_map(|p| p.solid.points.iter().copied()).chain(ends);
        let (mut low, mut high) = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        for p in points {
            let seen = DVec3::new(p.dot(right), p.dot(up), p.dot(toward));
            (low, high) = (low.min(seen), high.max(seen));
        }
        if !low.is_finite() {
            (low, high) = (DVec3::NEG_ONE, DVec3::ONE);
        }
        let (center, extent) = (0.5 * (low + high), high - low);
        let mut room = DVec2::new(STAGE_WIDTH, HIGHEST) - 2.0 * BORDER;
        let list = ROW * found.pairs.len().min(MOST_LISTED) as f64;
        // As high as the scene is at full width, within reason; the list must fit as well.
        room.y = (extent.y * room.x / extent.x).min(room.y).max(list).max(200.0);
        let scale = (room.x / extent.x).min(room.y / extent.y);
        let scale = if scale.is_finite() { scale } else { 1.0 };
        let middle = right * center.x + up * center.y + toward * center.z;
        Self {
            right,
            up,
            toward,
            scale,
            middle,
            reach: 0.5 * extent.length(),
            stage: room + 2.0 * BORDER,
        }
    }

    fn see(&self, p: DVec3) -> DVec2 {
        let from_middle = p - self.middle;
        let seen = DVec2::new(from_middle.dot(self.right), -from_middle.dot(self.up));
        0.5 * self.stage + self.scale * seen
    }

    fn faces(&self, normal: DVec3) -> bool {
        normal.dot(self.toward) > 1e-9
    }
}

/// Indices of parts, those behind before those in front.
fn painters_order<V: Vector<Scalar = f64>>(
    scene: &Scene<V>,
    parts: &[Painted],
    camera: &Camera,
) -> Vec<usize> {
    let depth: Vec<f64> = parts.iter().map(|p| p.solid.center().dot(camera.toward)).collect();
    let mut left: Vec<usize> = (0..parts.len()).collect();
    left.sort_by(|i, j| depth[*i].total_cmp(&depth[*j]));
    if parts.len() > MANY {
        return left;
    }
    let behind = hidden_by(scene, parts, camera);
    let mut order = Vec::new();
    while !left.is_empty() {
        // The deepest part that hides nothing still to be painted. Three parts can hide each
        // other in a circle: then the deepest one.
        let free = |i: &usize| !left.iter().any(|other| behind.contains(&(*other, *i)));
        let next = left.iter().position(free).unwrap_or(0);
        order.push(left.remove(next));
    }
    order
}

/// Pairs of parts of which the first may be hidden by the second.
fn hidden_by<V: Vector<Scalar = f64>>(
    scene: &Scene<V>,
    parts: &[Painted],
    camera: &Camera,
) -> std::collections::HashSet<(usize, usize)> {
    let frames: Vec<(DVec2, DVec2)> = parts
        .iter()
        .map(|part| {
            let seen = part.solid.points.iter().map(|p| camera.see(*p));
            let nothing = (DVec2::INFINITY, DVec2::NEG_INFINITY);
            seen.fold(nothing, |(low, high), p| (low.min(p), high.max(p)))
        })
        .collect();
    let shape = |painted: &Painted| {
        let body = &scene.bodies()[painted.body];
        (&body.parts[painted.part], &body.pose)
    };
    let mut behind = std::collections::HashSet::new();
    for i in 0..parts.len() {
        for j in i + 1..parts.len() {
            let ((low_i, high_i), (low_j, high_j)) = (frames[i], frames[j]);
            if low_i.cmpgt(high_j).any() || low_j.cmpgt(high_i).any() {
                continue;
            }
            let ((a, pose_a), (b, pose_b)) = (shape(&parts[i]), shape(&parts[j]));
            let normal = in_space(clearance::clearance(a, pose_a, b, pose_b).normal);
            behind.insert(if normal.dot(camera.toward) > 0.0 { (i, j) } else { (j, i) });
        }
    }
    behind
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

/// "x,y x,y ..." with a tenth of a pixel.
fn path(points: impl Iterator<Item = DVec2>) -> String {
    let pair = |p: DVec2| format!("{:.1},{:.1}", p.x + 0.0, p.y + 0.0);
    points.map(pair).collect::<Vec<_>>().join(" ")
}

/// A part of the plane of a half-space, or in 2D of the half-plane.
fn draw_ground<V: Vector<Scalar = f64>>(
    svg: &mut String,
    camera: &Camera,
    half: &HalfSpace<V>,
    normal: DVec3,
    origin: DVec3,
) {
    let on_plane = origin + normal * half.offset();
    let foot = camera.middle + normal * normal.dot(on_plane - camera.middle);
    let (u, v) = normal.any_orthonormal_pair();
    let (corners, fill) = if V::DIM == 2 {
        let along = DVec3::new(-normal.y, normal.x, 0.0) * (8.0 * camera.reach);
        let down = normal * (-8.0 * camera.reach);
        ([foot + along, foot - along, foot - along + down, foot + along + down], GROUND)
    } else {
        let (u, v) = (u * (1.3 * camera.reach), v * (1.3 * camera.reach));
        ([foot + u + v, foot - u + v, foot - u - v, foot + u - v], GROUND)
    };
    let points = path(corners.into_iter().map(|p| camera.see(p)));
    let _ = writeln!(
        svg,
        "<polygon points=\"{points}\" fill=\"{fill}\" stroke=\"#c9cac6\" stroke-width=\"0.8\"/>"
    );
}

/// A colour in the light, which falls from the upper left; lightness runs from 0 to 1.
fn shaded(body: usize, camera: &Camera, normal: DVec3) -> String {
    let light = (camera.toward * 0.75 + camera.up * 0.8 - camera.right * 0.45).normalize();
    let lambert = normal.dot(light).max(0.0);
    let lightness = 0.66 + 0.42 * lambert;
    let channel = |c: f64| (255.0 * (c * lightness).min(1.0)).round() as u8;
    let [r, g, b] = COLORS[body % COLORS.len()].map(channel);
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn draw_solid(svg: &mut String, camera: &Camera, painted: &Painted) {
    let solid = &painted.solid;
    if solid.faces.is_empty() {
        return draw_flat(svg, camera, painted);
    }
    for face in solid.faces.iter().filter(|face| camera.faces(face.normal)) {
        let fill = shaded(painted.body, camera, face.normal);
        let points = path(face.corners.iter().map(|p| camera.see(*p)));
        // The stroke closes the hairlines that smoothing leaves between faces.
        let _ = writeln!(
            svg,
            "<polygon points=\"{points}\" fill=\"{fill}\" stroke=\"{fill}\" stroke-width=\"0.7\"/>"
        );
    }
    let lines = |wanted: &dyn Fn(bool, bool, f64) -> bool| {
        let mut d = String::new();
        for edge in &solid.edges {
            let [n, m] = edge.normals;
            if wanted(camera.faces(n), camera.faces(m), n.dot(m)) {
                let [from, to] = edge.ends.map(|p| camera.see(p));
                let _ = write!(d, "M{:.1} {:.1}L{:.1} {:.1}", from.x, from.y, to.x, to.y);
            }
        }
        d
    };
    // Creases of more than 30 degrees, and the outline.
    let creases = lines(&|n, m, cos| n && m && cos < 0.866);
    let outline = lines(&|n, m, _| n != m);
    for (d, opacity, width) in [(creases, 0.28, 0.7), (outline, 0.62, 1.0)] {
        if !d.is_empty() {
            let _ = writeln!(
                svg,
                "<path d=\"{d}\" fill=\"none\" stroke=\"#2b3138\" stroke-opacity=\"{opacity}\" \
                 stroke-width=\"{width}\"/>"
            );
        }
    }
}

/// A part without volume: its outline on the picture.
fn draw_flat(svg: &mut String, camera: &Camera, painted: &Painted) {
    let outline = outline(painted.solid.points.iter().map(|p| camera.see(*p)).collect());
    let fill = shaded(painted.body, camera, camera.up);
    let points = path(outline.into_iter());
    let _ = writeln!(
        svg,
        "<polygon points=\"{points}\" fill=\"{fill}\" stroke=\"#2b3138\" stroke-width=\"1.4\"/>"
    );
}

/// The hull of points of the picture, by Andrew's monotone chains.
fn outline(mut points: Vec<DVec2>) -> Vec<DVec2> {
    points.sort_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
    let mut chain: Vec<DVec2> = Vec::new();
    let mut floor = 0;
    for upper in [false, true] {
        let sorted: Vec<DVec2> =
            if upper { points.iter().rev().copied().collect() } else { points.clone() };
        for p in sorted {
            while chain.len() >= floor + 2 {
                let (a, b) = (chain[chain.len() - 2], chain[chain.len() - 1]);
                if (b - a).perp_dot(p - b) > 0.0 {
                    break;
                }
                chain.pop();
            }
            chain.push(p);
        }
        chain.pop();
        floor = chain.len();
    }
    if chain.is_empty() { points.into_iter().take(1).collect() } else { chain }
}

/// The shortest ways between the pairs, each with its number.
fn draw_witnesses<V: Vector<Scalar = f64>>(svg: &mut String, camera: &Camera, found: &Found<V>) {
    let mut labels: Vec<DVec2> = Vec::new();
    let listed = found.pairs.iter().take(MOST_LISTED).enumerate();
    let bounded = listed.filter(|(_, pair)| pair.answer.bounded());
    let seen: Vec<(usize, [DVec2; 2])> = bounded
        .map(|(i, pair)| {
            let ends = [pair.answer.point_a, pair.answer.point_b];
            (i + 1, ends.map(|p| camera.see(in_space(p))))
        })
        .collect();
    let _ = writeln!(svg, "<g stroke=\"{RED}\" stroke-linecap=\"round\" fill=\"{RED}\">");
    for (_, [a, b]) in &seen {
        let _ = writeln!(
            svg,
            "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"#fff\" stroke-opacity=\"0.75\" \
             stroke-width=\"4.5\"/>\
             <path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke-width=\"2\"/>",
            a.x, a.y, b.x, b.y, a.x, a.y, b.x, b.y
        );
        for p in [a, b] {
            let _ = write!(svg, "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"2.2\"/>", p.x, p.y);
        }
        svg.push('\n');
    }
    svg.push_str("</g>\n<g font-size=\"11.5\" font-weight=\"600\" text-anchor=\"middle\">\n");
    for (number, ends) in &seen {
        let at = label_place(camera.stage, *ends, &seen, &labels);
        labels.push(at);
        let from = 0.5 * (ends[0] + ends[1]);
        let _ = writeln!(
            svg,
            "<path d=\"M{:.1} {:.1}L{:.1} {:.1}\" stroke=\"{RED}\" stroke-width=\"0.9\"/>\
             <circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"9\" fill=\"#fff\" stroke=\"{RED}\" \
             stroke-width=\"1.2\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" fill=\"{RED}\">{number}</text>",
            from.x,
            from.y,
            at.x,
            at.y,
            at.x,
            at.y,
            at.x,
            at.y + 4.1
        );
    }
    svg.push_str("</g>\n");
}

/// A place near the middle of a segment that is clear of the other labels and segments.
fn label_place(
    stage: DVec2,
    ends: [DVec2; 2],
    all: &[(usize, [DVec2; 2])],
    labels: &[DVec2],
) -> DVec2 {
    let middle = 0.5 * (ends[0] + ends[1]);
    let crowding = |p: DVec2| {
        let label = labels.iter().map(|other| (26.0 - other.distance(p)).max(0.0) * 4.0);
        let segment = all.iter().map(|(_, [a, b])| (15.0 - from_segment(p, *a, *b)).max(0.0));
        let inside = p.cmpge(DVec2::splat(14.0)).all() && p.cmple(stage - 14.0).all();
        label.sum::<f64>() + segment.sum::<f64>() + if inside { 0.0 } else { 1e3 }
    };
    let mut best = (f64::INFINITY, middle);
    for ring in 0..4 {
        for turn in 0..16 {
            let angle = std::f64::consts::TAU * (f64::from(turn) / 16.0 - 0.125);
            let p = middle + (22.0 + 14.0 * f64::from(ring)) * DVec2::new(angle.cos(), angle.sin());
            // Nearer is better where it is as clear.
            let cost = crowding(p) + 2.0 * f64::from(ring);
            if cost < best.0 - 1e-9 {
                best = (cost, p);
            }
        }
    }
    best.1
}

fn from_segment(p: DVec2, a: DVec2, b: DVec2) -> f64 {
    let along = b - a;
    let length = along.length_squared();
    let t = if length > 0.0 { ((p - a).dot(along) / length).clamp(0.0, 1.0) } else { 0.0 };
    (a + t * along).distance(p)
}

/// The pairs by number, with the colours of their bodies.
fn draw_list<V: Vector<Scalar = f64>>(
    svg: &mut String,
    height: f64,
    scene: &Scene<V>,
    found: &Found<V>,
    units: &str,
    class: impl Fn(&BodyPair<V>) -> Class,
) {
    let (left, right) = (STAGE_WIDTH + 10.0, WIDTH - 26.0);
    let rows = found.pairs.len().min(MOST_LISTED);
    let mut y = 0.5 * (height - ROW * rows as f64) + 8.0;
    let _ = writeln!(
        svg,
        "<text x=\"{left}\" y=\"{:.1}\" font-size=\"13\" font-weight=\"600\" fill=\"#57606a\">\
         clearance{}</text>",
        y - 12.0,
        if units.is_empty() { String::new() } else { format!(" in {}", escaped(units)) }
    );
    for (i, pair) in found.pairs.iter().take(rows).enumerate() {
        let color = match class(pair) {
            Class::Clash => RED,
            Class::Close => "#bc4c00",
            Class::Ok => "#24292f",
        };
        let number = pair.answer.bounded().then(|| digits(pair.answer.signed_distance, 4));
        let _ = writeln!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"9\" fill=\"#fff\" stroke=\"{RED}\" \
             stroke-width=\"1.2\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"11.5\" font-weight=\"600\" \
             text-anchor=\"middle\" fill=\"{RED}\">{}</text>",
            left + 9.0,
            y + 14.0,
            left + 9.0,
            y + 18.1,
            i + 1
        );
        for (body, up) in [(pair.a, 0.0), (pair.b, 16.0)] {
            let _ = writeln!(
                svg,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"10\" height=\"10\" rx=\"2\" fill=\"{}\" \
                 stroke=\"#2b3138\" stroke-opacity=\"0.45\" stroke-width=\"0.8\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" font-size=\"13\" fill=\"#24292f\">{}</text>",
                left + 29.0,
                y + up + 1.0,
                plain(scene, body),
                left + 46.0,
                y + up + 10.5,
                escaped(&shortened(&scene.bodies()[body].name, 20))
            );
        }
        let _ = writeln!(
            svg,
            "<text x=\"{right}\" y=\"{:.1}\" font-size=\"14\" font-weight=\"600\" \
             text-anchor=\"end\" fill=\"{color}\">{}</text>\
             <text x=\"{right}\" y=\"{:.1}\" font-size=\"11\" text-anchor=\"end\" \
             fill=\"{color}\">{}</text>",
            y + 11.0,
            number.as_deref().unwrap_or("unbounded"),
            y + 26.0,
            class(pair).name()
        );
        y += ROW;
    }
}

/// The colour of a body without light.
fn plain<V: Vector>(scene: &Scene<V>, body: usize) -> String {
    if scene.bodies()[body].parts.iter().all(|part| matches!(part, Shape::HalfSpace(_))) {
        return GROUND.into();
    }
    let [r, g, b] = COLORS[body % COLORS.len()].map(|c| (255.0 * c).round() as u8);
    format!("#{r:02x}{g:02x}{b:02x}")
}

fn shortened(name: &str, most: usize) -> String {
    if name.chars().count() <= most {
        return name.into();
    }
    name.chars().take(most - 1).chain(['…']).collect()
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    text.chars().filter(|c| !c.is_control()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outlines_are_hulls() {
        let p = |x: f64, y: f64| DVec2::new(x, y);
        let square = vec![p(0., 0.), p(1., 0.), p(0.5, 0.5), p(1., 1.), p(0., 1.), p(0.5, 0.0)];
        assert_eq!(outline(square).len(), 4);
        assert_eq!(outline(vec![p(0., 0.), p(2., 2.), p(1., 1.)]).len(), 2);
        assert_eq!(outline(vec![p(1., 1.)]), [p(1., 1.)]);
    }

    #[test]
    fn names_cannot_break_the_text() {
        assert_eq!(escaped("<a & b>\u{7}"), "&lt;a &amp; b&gt;");
        assert_eq!(shortened("abcdef", 4), "abc…");
    }
}
