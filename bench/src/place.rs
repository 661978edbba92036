//! Places shapes at random, with the required gap or depth.
//!
//! B starts in the middle of A and is pushed out along a random direction. Both are rotated at random.
//! The clearance is a convex function of the distance pushed, so it crosses a value above the first one
//! exactly once, and bisection finds the place. Boxes are also placed at random, and at rest on each
//! other.
//!
//! ```text
//!   clearance |            /
//!             |           /       wanted: a gap of the size, of 1 % of it,
//!     wanted  |- - - - - /        an overlap of 1 %, or of 30 %
//!             |         /|
//!           0 +--------/-+-----> pushed
//!             |\__..--/
//! ```

use clearance::glam::{DQuat, DVec2, DVec3, Quat, Vec2, Vec3};
use clearance::{Convex, Pose, clearance, space::Vector};

use crate::shape::{SIZE, short};
use clearance_testing::Random;

/// How near B is to A, in units of the size.
#[derive(Clone, Copy, Debug)]
pub enum Near {
    /// This clearance.
    Clearance(f64),
    /// This distance of the centres, whatever the clearance is.
    Middles(f64),
    /// On a face of A, pressed in by [`PRESSED`], tilted by this angle in radians.
    OnFace(f64),
}
use Near::*;

/// The depth of bodies at rest, as engines allow it.
pub const PRESSED: f64 = 1e-3;

/// A distance with its name.
pub type Regime = (&'static str, Near);

/// The regimes of the table.
pub const REGIMES: [Regime; 4] = [
    ("far", Clearance(1.0)),
    ("near", Clearance(0.01)),
    ("shallow", Clearance(-0.01)),
    ("deep", Clearance(-0.3)),
];

/// The regimes of two boxes.
pub const REGIMES_OF_BOXES: [Regime; 10] = [
    REGIMES[0],
    REGIMES[1],
    REGIMES[2],
    REGIMES[3],
    ("middles-1", Middles(1.0)),
    ("middles-1.5", Middles(1.5)),
    ("middles-2", Middles(2.0)),
    ("middles-4", Middles(4.0)),
    ("flat", OnFace(0.0)),
    ("tilted", OnFace(1e-3)),
];

/// The regimes of a point, which cannot be as deep in a shape.
pub const REGIMES_OF_A_POINT: [Regime; 4] =
    [REGIMES[0], REGIMES[1], REGIMES[2], (REGIMES[3].0, Clearance(-0.1))];

/// A pose whose numbers are exact in `f32`.
#[derive(Clone, Copy, Debug)]
pub struct Stand {
    /// The translation.
    pub t: [f64; 3],
    /// The rotation in 3D: x, y, z, w, normalised up to the rounding of `f32`.
    pub q: [f64; 4],
    /// The rotation in 2D, in radians.
    pub angle: f64,
}

impl Stand {
    /// A random pose near the origin.
    pub fn random(random: &mut Random) -> Self {
        Self {
            t: random.in_cube(SIZE).to_array().map(short),
            q: random.rotation().to_array().map(short),
            angle: short(random.range(-3.2, 3.2)),
        }
    }
    /// The rotation with the translation of another pose, plus an offset.
    fn off(self, from: &Self, direction: [f64; 3], by: f64) -> Self {
        let t = core::array::from_fn(|i| short(from.t[i] + direction[i] * by));
        Self { t, ..self }
    }
    /// The pose after a share of a step. A step is 2 mm and 0.3 degrees.
    pub fn nudged<V: Posed>(&self, share: f64, random: &mut Random) -> Self {
        let angle = share * 0.3_f64.to_radians();
        let turn = DQuat::from_axis_angle(random.direction3(), angle);
        let q = (turn * DQuat::from_array(self.q)).to_array().map(short);
        let moved = self.off(self, V::direction(random), share * 0.002 * SIZE);
        Self { q, angle: short(self.angle + angle), ..moved }
    }
    /// A velocity that leads near the centre of another body in two thirds of a unit of time, at most
    /// half the size beside it.
    pub fn towards<V: Posed>(&self, other: &Self, random: &mut Random) -> [f64; 3] {
        let (aside, by) = (V::direction(random), random.range(0.0, 0.5 * SIZE));
        core::array::from_fn(|i| short(1.5 * (other.t[i] + aside[i] * by - self.t[i])))
    }
    /// The quaternion, normalised to the last bit of `f64`.
    pub fn quaternion(&self) -> DQuat {
        DQuat::from_array(self.q).normalize()
    }
}

/// The differences of the four vector types.
pub trait Posed: Vector {
    /// The pose in this precision. All precisions have the same rotation.
    fn pose(stand: &Stand) -> Pose<Self>;
    /// A random direction of length 1.
    fn direction(random: &mut Random) -> [f64; 3];
}

macro_rules! posed {
    ($($v:ty: $turn:expr, $direction:expr;)*) => {$(
        impl Posed for $v {
            fn pose(stand: &Stand) -> Pose<Self> {
                let t = Self::from_fn(|i| stand.t[i] as _);
                Pose::new(t, $turn(stand)).expect("finite")
            }
            fn direction(random: &mut Random) -> [f64; 3] {
                $direction(random)
            }
        }
    )*};
}
posed! {
    Vec2: |s: &Stand| s.angle as f32, in_the_plane;
    DVec2: |s: &Stand| s.angle, in_the_plane;
    Vec3: |s: &Stand| Quat::from_array(s.q.map(|x| x as f32)), in_space;
    DVec3: Stand::quaternion, in_space;
}

fn in_the_plane(random: &mut Random) -> [f64; 3] {
    let (sin, cos) = libm::sincos(random.range(0.0, core::f64::consts::TAU));
    [cos, sin, 0.0]
}

fn in_space(random: &mut Random) -> [f64; 3] {
    random.direction3().to_array()
}

/// Poses of A and B with this distance; `None` if the shapes cannot be this deep in each other along the
/// random direction.
pub fn place<V: Posed<Scalar = f64>>(
    a: &impl Convex<V = V>,
    b: &impl Convex<V = V>,
    near: Near,
    random: &mut Random,
) -> Option<[Stand; 2]> {
    let (at_a, turned) = (Stand::random(random), Stand::random(random));
    match near {
        Clearance(wanted) => {
            let from = Stand { t: at_a.t, ..turned };
            let at_b = push(a, &at_a, b, &from, V::direction(random), wanted)?;
            Some([at_a, at_b])
        }
        Middles(apart) => {
            let at_b = turned.off(&at_a, V::direction(random), apart * SIZE);
            Some([at_a, at_b])
        }
        OnFace(tilt) => {
            let (from, up) = on_face(&at_a, tilt, random);
            let at_b = push(a, &at_a, b, &from, up, -PRESSED * SIZE)?;
            Some([at_a, at_b])
        }
    }
}

/// B in the middle of A except for a small offset, rotated about an axis of A and tilted; and this axis.
fn on_face(at_a: &Stand, tilt: f64, random: &mut Random) -> (Stand, [f64; 3]) {
    let axes = [DVec3::X, DVec3::Y, DVec3::Z];
    let up = random.below(3);
    let [up, x, y] = [0, 1, 2].map(|i| at_a.quaternion() * axes[(up + i) % 3]);
    let (sin, cos) = libm::sincos(random.range(0.0, core::f64::consts::TAU));
    let tilted = DQuat::from_axis_angle(x * cos + y * sin, tilt);
    let turned = DQuat::from_axis_angle(up, random.range(-3.2, 3.2));
    let q = (tilted * turned * at_a.quaternion()).to_array().map(short);
    let mut aside = || random.range(-0.3 * SIZE, 0.3 * SIZE);
    let t = DVec3::from_array(at_a.t) + x * aside() + y * aside();
    (Stand { t: t.to_array(), q, angle: at_a.angle }, up.to_array())
}

/// The pose of B after it was pushed until the clearance is `wanted`; `None` if the clearance is larger
/// at the start.
fn push<V: Posed<Scalar = f64>>(
    a: &impl Convex<V = V>,
    at_a: &Stand,
    b: &impl Convex<V = V>,
    from: &Stand,
    direction: [f64; 3],
    wanted: f64,
) -> Option<Stand> {
    let pose_a = V::pose(at_a);
    let at = |by: f64| from.off(from, direction, by);
    let beyond = |by: f64| clearance(a, &pose_a, b, &V::pose(&at(by))).signed_distance > wanted;
    if beyond(0.0) {
        return None;
    }
    // No point of A or B is farther from its origin than the reach.
    let reach = a.reach() + a.radius() + b.reach() + b.radius();
    let (mut near, mut far) = (0.0, (wanted + reach).max(0.0));
    while far - near > 1e-5 * SIZE {
        let middle = near.midpoint(far);
        if beyond(middle) { far = middle } else { near = middle }
    }
    Some(at(near))
}
