//! What the closed forms of contacts share: a facet that is seen from its front, and what is found there.
//!
//! ```text
//!          c            The shape is touched only if its centre c is in front of the facet.
//!       .--+--.
//!      ( shape )        A normal that leads out of an edge is turned as the facet and its neighbour there
//!   ____\__.__/____     allow. Neighbours are read only at the edges where this matters.
//!      edge   front
//! ```
//!
//! All is in `f64` and in the frame of the surface. What rounding could decide is left to [`clearance_pairs`].

use core::cell::Cell;

use clearance_geometry::answer::FeaturePart;
use clearance_geometry::number::Scalar;
use clearance_geometry::shape::{Convex, Lowered, Operand, allowed_normal, is_hidden};
use clearance_geometry::space::{MOTION_ERROR, Motion, Vector, space};
use glam::DVec3;

use super::front::{Normals, Side};
use super::peak::{Around, Peaks};
use crate::Instance;
use crate::surface::{Level, MOST_TILT};

/// A convex shape over a surface.
pub(super) struct Over<'s, V: Vector> {
    pub surface: &'s Instance<V>,
    /// From the shape's frame to that of the surface.
    pub seen: Motion<V::Wide>,
    /// The centre of the shape, which facets are to have in front.
    pub center: V::Wide,
    pub margin: f64,
    /// Lengths nearer to a limit than this are left to [`clearance_pairs`].
    pub doubt: f64,
    pub is_mirrored: bool,
    pub peaks: Peaks<'s, V>,
    /// Of the facets whose normal was turned, the least separation along their own, and the facet.
    pub deepest: Cell<Option<(f64, u32)>>,
}

/// What is known of a shape and a facet.
pub(super) enum Met<W> {
    Apart,
    /// They share no point along the front, which is the only normal. The gap along it.
    Beside {
        gap: f64,
    },
    /// They touch along the front at most. The gap along it.
    Front {
        gap: f64,
    },
    /// They touch along the normal from the facet to the shape, at the [`Spot`]s that were found.
    Touching {
        normal: W,
        front: W,
    },
    Unknown,
}

/// A point of a contact.
pub(super) struct Spot {
    /// On the facet.
    pub point: DVec3,
    pub separation: f64,
    /// The part of the facet.
    pub part: FeaturePart,
    /// The part of the shape.
    pub other: FeaturePart,
}

/// A facet.
pub(super) struct Seen<V: Vector> {
    pub number: u32,
    /// Counterclockwise, seen from the front: on a mirrored surface the second and the third are exchanged.
    pub corners: [V::Wide; 3],
}

/// A facet that has the centre of a shape in front.
pub(super) struct Facing<'s, V: Vector> {
    over: &'s Over<'s, V>,
    pub facet: &'s Seen<V>,
    pub front: V::Wide,
    /// The height of the centre.
    pub height: f64,
}

/// What a function makes of three corners. Unlike `map` it is always inlined.
#[inline(always)]
pub(super) fn each<S, T>([a, b, c]: [S; 3], make: impl Fn(S) -> T) -> [T; 3] {
    [make(a), make(b), make(c)]
}

impl<'s, V: Vector> Over<'s, V> {
    /// `None` if coordinates are not finite.
    pub fn of(
        surface: &'s Instance<V>,
        shape: &Lowered<'_, V::Wide>,
        seen: &Motion<V::Wide>,
        margin: f64,
    ) -> Option<Self> {
        let bounds = surface.bounds();
        let largest = Scalar::max(bounds.min.widen().max_abs(), bounds.max.widen().max_abs());
        let size = largest + seen.translation.max_abs() + shape.reach() + shape.radius();
        let doubt = 4.0 * MOTION_ERROR * f64::EPSILON * size;
        let center = seen.apply(shape.center());
        let is_mirrored = V::DIM == 3 && surface.is_mirrored();
        let peaks = Peaks::of(surface);
        let over = Self {
            surface,
            seen: *seen,
            center,
            margin,
            doubt,
            is_mirrored,
            peaks,
            deepest: Cell::new(None),
        };
        (size + margin).is_finite().then_some(over)
    }

    /// A facet with this number and these corners.
    pub fn seen(&self, number: u32, corners: [V::Wide; 3]) -> Seen<V> {
        let [a, b, c] = corners;
        Seen { number, corners: if self.is_mirrored { [a, c, b] } else { corners } }
    }

    /// Does a neighbour rise above the plane across a normal of any length, at the part of a facet that is farthest along
    /// it? Then the neighbour has the contact, but for peaks. In 2D it is not asked.
    pub fn is_hidden(&self, facet: &Seen<V>, normal: V::Wide) -> bool {
        V::DIM == 3
            && is_hidden(&facet.corners, |edge| self.beyond(facet, edge), normal)
            && self.around(facet, normal) == Around::Higher
    }

    /// What is around the part of a facet that is farthest along a normal of any length.
    fn around(&self, facet: &Seen<V>, normal: V::Wide) -> Around {
        let [a, b, c] = facet.corners;
        let corners = if self.is_mirrored { [a, c, b] } else { [a, b, c] };
        self.peaks.around(facet.number, &corners, normal)
    }

    /// The facet, if it has the centre in front.
    pub fn facing<'f>(&'f self, facet: &'f Seen<V>) -> Result<Facing<'f, V>, Met<V::Wide>> {
        // Facets without area have no front.
        let [a, b, c] = facet.corners;
        let front = self.surface.front_of(&if self.is_mirrored { [a, c, b] } else { [a, b, c] });
        let front = front.ok_or(Met::Apart)?;
        let height = front.dot(self.center - a);
        if height < -self.doubt {
            return Err(Met::Apart);
        }
        Ok(Facing { over: self, facet, front, height })
    }

    /// The far corner of the neighbour beyond an edge of a facet. In 3D.
    fn beyond(&self, facet: &Seen<V>, edge: usize) -> Option<V::Wide> {
        let own = if self.is_mirrored { 2 - edge } else { edge };
        self.surface.beyond(facet.number, own).map(V::widen)
    }
}

impl<V: Vector> Facing<'_, V> {
    /// Is the facet so thin, or the centre so near to its plane, that rounding could decide?
    pub fn is_doubtful(&self, doubt: f64) -> bool {
        /// Twice the area relative to the square of an edge.
        const THIN: f64 = 1e-3;
        let [a, b, c] = each(self.facet.corners, space);
        let [ab, ac] = [b - a, c - a];
        let square = ab.length_squared().max(ac.length_squared());
        self.height <= doubt || ab.cross(ac).length_squared() < THIN * THIN * square * square
    }

    /// Is this a level facet that needs no search, for a shape with this gap along the front? What they share along the
    /// front is as near as the margin then. A shape that leans may be deep below a facet that it does not touch.
    pub fn level(&self, gap: f64) -> Option<Level> {
        let Self { over, facet, .. } = self;
        let level = (gap >= -over.margin).then(|| over.surface.level(facet.number))?;
        (level != Level::Not).then_some(level)
    }

    /// Of an inner level facet, how far others around it are tilted, and it by the rounding of its scaled corners: a plane
    /// through three points that move by so much tilts by twice that over its least height. `None` if it is more than
    /// what counts as flat at joints, a sixteenth of a degree.
    pub fn tilt(&self, level: Level) -> Option<f64> {
        let ([a, b, c], rounding) = (each(self.facet.corners, space), self.over.surface.rounding());
        let longest = [b - a, c - b, a - c].into_iter().fold(0.0, |l: f64, e| l.max(e.length()));
        let height = (b - a).cross(c - a).length() / longest;
        let tilt = MOST_TILT + 2.0 * rounding / height;
        (level == Level::Inner && tilt <= 16.0 * MOST_TILT).then_some(tilt)
    }

    /// Is the front the shortest way out of a shape that has this gap along it, at its lowest point? Then no search has to
    /// find the normal.
    ///
    /// Let q be the lowest point p, seen along the front, r its distance from the edges, inside of them, d the depth, H the
    /// height of the centre and L how far it is beside p. If they are apart, q and p are the nearest points. Else let n be
    /// a unit normal with the cosine c and the sine s to the front. Points of the facet that are r beside q show that the
    /// overlap along n is at least c d + s r. For c >= 0 and r >= d that is no less than d, because c + s >= 1. For c < 0
    /// and r >= 4 d it is less than d only if s < 2 d / r <= 1/2. Then the overlap of q and the centre is
    /// -c H - s L > 0.866 H - 2 d L / r.
    pub fn is_shortest(&self, lowest: DVec3, gap: f64, doubt: f64) -> bool {
        let (corners, front) = (each(self.facet.corners, space), space(self.front));
        let depth = Scalar::max(-gap, 0.0);
        let inside = each([0, 1, 2], |i| {
            let edge = corners[(i + 1) % 3] - corners[i];
            front.cross(edge).dot(lowest - corners[i]) / edge.length()
        });
        let inside = inside.into_iter().fold(f64::INFINITY, Scalar::min) - doubt;
        let aside = front.cross(space(self.over.center) - lowest).length();
        inside > 4.0 * depth && 0.866 * self.height >= depth + 2.0 * aside * depth / inside
    }

    /// The normal that the facet and its neighbours allow in place of this one, which has length 1.
    pub fn allowed(&self, normal: V::Wide) -> V::Wide {
        let Self { over, facet, front, .. } = self;
        let corners = &facet.corners;
        if over.surface.level(facet.number) != Level::Not {
            return *front;
        }
        if V::DIM == 3 {
            let turned = allowed_normal(corners, *front, |edge| over.beyond(facet, edge), normal);
            if turned == normal {
                return normal;
            }
            return over.around(facet, normal).allowed(normal, *front, turned);
        }
        let ask = |side: &Side<'_, V>| match &side.shape {
            Operand::Convex(shape) => shape.contact_normal(normal, corners[0] + *front),
            Operand::HalfSpace(_) => None,
        };
        over.surface.with_front(facet.number, Normals::Joined, ask).flatten().unwrap_or(*front)
    }
}

impl<V: Vector> Over<'_, V> {
    /// Notes a facet with another separation along its own normal than along the one it is touched along.
    pub fn turned(&self, facet: u32, separation: f64) {
        if self.deepest.get().is_none_or(|(least, _)| separation < least) {
            self.deepest.set(Some((separation, facet)));
        }
    }

    /// The contact along a normal, at the points that were found up to the margin.
    pub fn touching(
        &self,
        facing: &Facing<'_, V>,
        normal: V::Wide,
        spots: &[Spot],
    ) -> Met<V::Wide> {
        let least = spots.iter().fold(f64::INFINITY, |least, s| Scalar::min(least, s.separation));
        if (least - self.margin).abs() <= self.doubt {
            Met::Unknown
        } else if spots.is_empty() {
            Met::Apart
        } else {
            Met::Touching { normal, front: facing.front }
        }
    }

    /// The same along the front of a level facet, where a shape has this gap.
    pub fn touching_level(&self, facing: &Facing<'_, V>, gap: f64, spots: &[Spot]) -> Met<V::Wide> {
        match self.touching(facing, facing.front, spots) {
            Met::Apart => Met::Beside { gap },
            met => met,
        }
    }
}

#[cfg(test)]
mod tests {
    use clearance_geometry::shape::{Cone, Cuboid, Shape};
    use clearance_geometry::space::{Axis, Pose};
    use clearance_testing::{Random, pairs};

    use super::*;
    use crate::Mesh;

    /// Where the front is said to be the shortest way out, no other is shorter.
    #[test]
    fn no_way_is_shorter_than_the_shortest() {
        let (mut random, count, mut deep, mut asked) = (Random::new(1), pairs(60_000), 0, 0);
        for _ in 0..count {
            let corners: [DVec3; 3] = [(); 3].map(|()| random.in_cube(1.0));
            let mesh = Mesh::<DVec3>::new(corners.to_vec(), vec![[0, 1, 2]]).unwrap();
            let [r, h] = [(); 2].map(|()| libm::exp2(-random.range(0.0, 4.0)));
            let shape: Shape<DVec3> = match random.below(2) {
                0 => Cuboid::new(DVec3::new(r, h, r)).unwrap().into(),
                _ => Cone::new(Axis::Z, h, r).unwrap().into(),
            };
            let place = corners.iter().sum::<DVec3>() / 3.0 + random.in_cube(0.7 * (r + h));
            let pose = Pose::new(place, random.rotation()).unwrap();
            let lowered = Operand::of(&shape);
            let Operand::Convex(convex) = &lowered else { unreachable!("convex") };
            let over = Over::of(&mesh.instance, convex, &Motion::of(&pose), 0.0).unwrap();
            let facet = over.seen(0, mesh.instance.wide_corners(0));
            let Ok(facing) = over.facing(&facet) else { continue };
            let own = over.seen.unrotate(facing.front);
            let lowest = over.seen.apply(convex.support(-own));
            let gap = facing.front.dot(lowest - corners[0]);
            asked += 1;
            if facing.is_shortest(lowest, gap, over.doubt) {
                deep += usize::from(gap < 0.0);
                let piece: Shape<DVec3> = mesh.surface().piece(0);
                let known =
                    clearance_pairs::Query::new(&piece, &Pose::IDENTITY, &shape, &pose).clearance();
                assert!(known.upper >= gap - 1e-9, "{known:?} {gap}");
            }
        }
        assert!(deep > asked / 100, "{deep} of {asked}");
    }
}
