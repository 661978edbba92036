//! From where one sees a finding: from outside of the box around both bodies, from above and aside.

use clearance::glam::DVec3;
use clearance::space::{Aabb, DVector};

/// How the world of BCF, in metres and with z up, is told from that of a scene.
#[derive(Clone, Copy)]
pub struct World {
    /// The length of a unit in metres.
    pub metre: f64,
    /// Is the y axis of the scene up?
    pub is_y_up: bool,
}

/// A perspective camera. All lengths are in metres.
pub struct Camera {
    pub at: DVec3,
    pub direction: DVec3,
    pub up: DVec3,
}

/// The vertical field of view, in degrees.
pub const FIELD: f64 = 60.0;
/// The width of the view by its height.
pub const ASPECT: f64 = 1.5;
/// From the side, and from above: neither is along an axis, as most walls and pipes are.
const FROM: DVec3 = DVec3::new(0.55, -0.7, 0.45);

impl World {
    pub fn point<V: DVector>(&self, point: V) -> DVec3 {
        self.direction(DVec3::from_array([0, 1, 2].map(|i| coordinate(point, i)))) * self.metre
    }
    fn direction(&self, v: DVec3) -> DVec3 {
        if self.is_y_up { DVec3::new(v.x, -v.z, v.y) } else { v }
    }
}

fn coordinate<V: DVector>(point: V, axis: usize) -> f64 {
    if axis < V::DIM { point.get(axis) } else { 0.0 }
}

/// The camera that looks at a point of two bodies, which these boxes are around.
pub fn of<V: DVector>(point: V, boxes: [Aabb<V>; 2], world: &World) -> Camera {
    let at = world.point(point);
    let boxes = boxes.map(|around| {
        let (one, other) = (world.point(around.min), world.point(around.max));
        (one.min(other), one.max(other))
    });
    let finite = boxes.iter().filter(|(min, max)| min.is_finite() && max.is_finite());
    let sizes = finite.clone().map(|(min, max)| (*max - *min).length());
    let least = sizes.fold(f64::INFINITY, f64::min);
    let around = finite.copied().reduce(|p, q| (p.0.min(q.0), p.1.max(q.1)));
    let (min, max) = around.unwrap_or((at, at));
    // From the side on which the point is nearer to the end of the box.
    let centre = (min + max) * 0.5;
    let side = |i: usize| if (at[i] - centre[i]) * FROM[i] < 0.0 { -FROM[i] } else { FROM[i] };
    let from = DVec3::new(side(0), side(1), FROM.z).normalize();
    let way_out =
        |i: usize| (if from[i] > 0.0 { max[i] - at[i] } else { min[i] - at[i] }) / from[i];
    let out = way_out(0).min(way_out(1)).min(way_out(2)).max(0.0);
    let distance = if least.is_finite() { (1.1 * out).max(least) } else { 1.0 };
    let direction = -from;
    // Upwards, as far as that is across the direction.
    let up = (DVec3::Z - direction * direction.z).normalize();
    Camera { at: at + from * distance.max(f64::MIN_POSITIVE), direction, up }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_camera_is_outside_and_looks_at_the_point() {
        let boxes = |flat: f64| {
            let wall = Aabb { min: DVec3::ZERO, max: DVec3::new(4000.0, flat, 3000.0) };
            let pipe = Aabb {
                min: DVec3::new(900.0, -500.0, 900.0),
                max: DVec3::new(1000.0, 500.0, 1000.0),
            };
            [wall, pipe]
        };
        let point = DVec3::new(950.0, 100.0, 950.0);
        for is_y_up in [false, true] {
            let world = World { metre: 0.001, is_y_up };
            let camera = of(point, boxes(200.0), &world);
            let at = world.point(point);
            let expected = if is_y_up { [0.95, -0.95, 0.1] } else { [0.95, 0.1, 0.95] };
            assert!((at - DVec3::from_array(expected)).length() < 1e-12);
            assert!((camera.direction.length() - 1.0).abs() < 1e-12);
            assert!((camera.up.length() - 1.0).abs() < 1e-12 && camera.up.z > 0.5);
            assert!(camera.up.dot(camera.direction).abs() < 1e-12);
            let to = at - camera.at;
            assert!(to.length() > 0.5 && to.length() < 10.0, "{to}");
            assert!((to.normalize() - camera.direction).length() < 1e-9);
            for around in boxes(200.0) {
                let (p, q) = (world.point(around.min), world.point(around.max));
                let is_in = camera.at.cmpge(p.min(q)).all() && camera.at.cmple(p.max(q)).all();
                assert!(!is_in, "{}", camera.at);
            }
        }
        let endless = Aabb { min: DVec3::NEG_INFINITY, max: DVec3::INFINITY };
        let world = World { metre: 1.0, is_y_up: false };
        let camera = of(point, [endless, endless], &world);
        assert!(((camera.at - point).length() - 1.0).abs() < 1e-9);
    }
}
