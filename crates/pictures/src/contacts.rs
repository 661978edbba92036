//! Draws the contact of two parts: the points, their depths, the area that they span, and the normal.
//!
//! ```text
//!            ^ normal, of a fixed length in space
//!            |
//!      o-----|---o    each point with a line from A's surface to B's,
//!     /      |  /     which is as long as its separation
//!    o---------o      in between what the points span
//! ```

use std::fmt::Write;

use clearance::Manifold;
use clearance::glam::DVec2;
use clearance::space::DVector;

use crate::camera::Camera;
use crate::parts::outline;
use crate::polyline;
use crate::solid::in_space;

/// The length of a normal seen from the side, in pixels.
const NORMAL: f64 = 30.0;
/// The length and half the width of an arrow's head.
const HEAD: [f64; 2] = [7.5, 3.5];

/// Draws a manifold. Adds its normal and its separations to `lines`.
pub fn draw<V: DVector>(
    svg: &mut String,
    camera: &Camera,
    manifold: &Manifold<V>,
    lines: &mut Vec<[DVec2; 2]>,
) {
    let points = manifold.points();
    let separations: Vec<[DVec2; 2]> = points
        .iter()
        .map(|point| [point.point_a, point.point_b].map(|p| camera.see(in_space(p))))
        .collect();
    let middles: Vec<DVec2> = separations.iter().map(|[a, b]| 0.5 * (*a + *b)).collect();
    let middle = middles.iter().sum::<DVec2>() / middles.len().max(1) as f64;

    let spanned = polyline(outline(middles).into_iter());
    let _ = writeln!(
        svg,
        "<polygon points=\"{spanned}\" fill-opacity=\"0.25\" stroke-opacity=\"0.6\" \
         stroke-linejoin=\"round\"/>"
    );
    for ends in &separations {
        draw_way(svg, *ends);
    }
    let along = camera.see(camera.middle + in_space(manifold.normal)) - camera.see(camera.middle);
    let tip = middle + along * (NORMAL / camera.scale);
    draw_arrow(svg, middle, tip);
    lines.push([middle, tip]);
    lines.extend(separations);
}

/// Draws a line with its ends, with a margin to what is behind it.
pub fn draw_way(svg: &mut String, [a, b]: [DVec2; 2]) {
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

/// Draws an arrow. An arrow towards the viewer is a ring.
fn draw_arrow(svg: &mut String, from: DVec2, to: DVec2) {
    let length = from.distance(to);
    if length < HEAD[0] {
        let _ = writeln!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"4.5\" fill=\"none\" stroke-width=\"1.4\"/>",
            from.x, from.y
        );
        return;
    }
    let along = (to - from) / length;
    let (neck, side) = (to - along * HEAD[0], along.perp() * HEAD[1]);
    let head = polyline([to, neck + side, neck - side].into_iter());
    let shaft = format!("M{:.1} {:.1}L{:.1} {:.1}", from.x, from.y, neck.x, neck.y);
    let _ = writeln!(
        svg,
        "<path d=\"{shaft}\" stroke=\"#fff\" stroke-opacity=\"0.75\" stroke-width=\"4\"/>\
         <path d=\"{shaft}\" stroke-width=\"1.4\"/>\
         <polygon points=\"{head}\" stroke-width=\"0.7\" stroke-linejoin=\"round\"/>"
    );
}
