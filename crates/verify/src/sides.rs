//! One-sided shapes in casts: is a contact refused?
//!
//! A contact counts if the other shape's center is over the plane of the one-sided shape, its lowest point is
//! less than the depth behind, and the point of contact moves against the front. If neither shape turns, a
//! contact that is refused at one time is refused for good: see [`Side`].

use super::frame::{Triple, cross, dot, exact, minus, norm, plus};
use super::interval::Interval;
use super::moving::{Body, Moving};
use clearance_geometry::answer::Impact;
use clearance_geometry::number::Scalar;
use clearance_geometry::shape::{Convex, Geometry, Part, Side};
use clearance_geometry::space::{Sweep, Vector};

/// Speeds along the front below this share of the speeds of both shapes count as 0, as for
/// `clearance::cast_shapes`.
const STILL: f64 = 1.5e-8;

/// A center that is less behind, relative to the size, may be in the plane within rounding.
const ROUNDING: f64 = 1e-12;

/// The one-sided shapes of a cast.
pub(super) struct Sides<'s, V: Vector> {
    sides: [Option<OneSided<'s, V>>; 2],
    motions: [Moving; 2],
    /// Does a shape turn?
    pub turns: bool,
}

struct OneSided<'s, V: Vector> {
    side: Side<V::Wide>,
    other: Body<'s, V>,
    /// The center of the other shape, in its frame.
    center: Triple,
}

impl<'s, V: Vector> OneSided<'s, V> {
    fn of(
        own: &'s impl Convex<V = V>,
        other: &'s impl Convex<V = V>,
        of: &Sweep<V>,
    ) -> Option<Self> {
        let side = if own.wants_normals() { own.side()? } else { return None };
        Some(Self { side, other: Body::of(other, of), center: exact(other.center()) })
    }

    /// Is the other shape where this one can be touched? `None` if that is within rounding. With the front in
    /// the world.
    fn faced(&self, own: &Moving, time: f64) -> (Option<bool>, Triple) {
        let frame = own.at(time);
        let (front, on_plane) = (frame.rotate(exact(self.side.front)), exact(self.side.point));
        let level = dot(front, frame.apply(on_plane));
        let center = dot(front, self.other.motion.at(time).apply(self.center)) - level;
        // The height of the lowest point over the plane at the depth.
        let over = if self.side.depth == f64::INFINITY {
            Interval::ONE
        } else {
            let height = self.other.height(front.map(|x| -x), time);
            height.map_or(Interval::ANY, |h| Interval::exact(self.side.depth) - h - level)
        };
        // The center of a point is in the plane at contact.
        let size = norm(frame.translation) + norm(self.other.motion.at(time).translation);
        let slack = ROUNDING * (size + self.other.reach.unwrap_or(Interval::ZERO)).high();
        let refused = center.high() <= -slack || over.high() <= 0.0;
        let counts = center.low() > 0.0 && over.low() > 0.0;
        (if refused || counts { Some(counts) } else { None }, front)
    }
}

impl<'s, V: Vector> Sides<'s, V> {
    /// `None` if neither shape is one-sided.
    pub fn of<A: Geometry<V = V>, B: Geometry<V = V>>(
        a: &'s A,
        sweep_a: &Sweep<V>,
        b: &'s B,
        sweep_b: &Sweep<V>,
    ) -> Option<Self> {
        let (Part::Convex(a), Part::Convex(b)) = (a.part(), b.part()) else { return None };
        let sides = [OneSided::of(a, b, sweep_b), OneSided::of(b, a, sweep_a)];
        let turns = sweep_a.turns() || sweep_b.turns();
        let motions = [Moving::of(sweep_a), Moving::of(sweep_b)];
        sides.iter().any(Option::is_some).then_some(Self { sides, motions, turns })
    }

    /// Does a contact of this impact surely count, at a time?
    pub fn counts(&self, impact: &Impact<V>, time: f64) -> bool {
        self.refuse(time, [impact.point_a, impact.point_b]) == Some(false)
    }

    /// Is a contact at a time and at these points refused? `None` if that is within rounding.
    pub fn refuse(&self, time: f64, points: [V; 2]) -> Option<bool> {
        let velocity = |i: usize| {
            let Moving { velocity, .. } = self.motions[i];
            let arm = minus(exact(points[i]), self.motions[i].center_at(time));
            let turning = cross(self.motions[i].angular(), arm);
            if self.turns { plus(velocity, turning) } else { velocity }
        };
        let [a, b] = [velocity(0), velocity(1)];
        let still = Interval::exact(STILL.max(4.0 * V::Scalar::EPSILON.to_f64()));
        let least = still * (norm(a) + norm(b));
        let mut verdict = Some(false);
        for (i, one) in self.sides.iter().enumerate() {
            let Some(one) = one else { continue };
            let (faced, front) = one.faced(&self.motions[i], time);
            let way = if i == 0 { minus(a, b) } else { minus(b, a) };
            let approach = dot(front, way) - least;
            match faced {
                Some(true) if approach.low() > 0.0 => {}
                Some(false) => return Some(true),
                _ if approach.high() <= 0.0 => return Some(true),
                _ => verdict = None,
            }
        }
        verdict
    }
}
