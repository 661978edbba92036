//! Questions about two shapes, each in two forms: at poses, and at prepared poses with options, which is quicker.

use clearance_geometry::answer::{self, Clearance, Place, Status as Proven};
use clearance_geometry::number::Scalar as _;
use clearance_geometry::shape::PieceId;
use clearance_worlds::{Query, Separation, separation as separated};

use crate::answers::{Asked, wrong};
use crate::caches::{Options, with};
use crate::given::{check, list, one, posed, put};
use crate::shapes::Shape;
use crate::space::{Array, Numbers, Placed, PreparedPose, Real, Space, exported};

/// What the bounds of a clearance prove.
#[repr(i32)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// There is a gap: the lower bound is positive.
    Apart = 0,
    /// The shapes overlap: the upper bound is negative.
    Overlapping = 1,
    /// The bounds contain 0: the shapes touch within rounding. Counts as intersecting.
    Undecided = 2,
}

/// A part of a shape.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The number of the part of a compound; 0 for other shapes.
    pub part: u32,
    /// The number of the triangle or segment of a surface; -1 for a convex shape.
    pub facet: i64,
}

/// A signed clearance, with bounds that are proven.
#[repr(C)]
pub struct ClearanceAnswer<S: Space> {
    /// The gap, or less than 0: minus the depth. Between the bounds.
    pub signed_distance: Real<S>,
    /// Not above the clearance of the shapes and poses as they are kept.
    pub lower: Real<S>,
    /// Not below it.
    pub upper: Real<S>,
    /// From A to B, of length 1: moving B by minus signed_distance along it separates shapes that overlap.
    pub normal: Array<S>,
    /// The point of A that is nearest to B, or deepest in it, in the world.
    pub point_a: Array<S>,
    /// The point of B that is nearest to A, or deepest in it, in the world.
    pub point_b: Array<S>,
    /// A `cl_status`.
    pub status: Status,
}

/// The nearest points of two shapes.
#[repr(C)]
pub struct ClosestPointsAnswer<S: Space> {
    /// Is a gap proven? Otherwise the other numbers are 0.
    pub apart: bool,
    /// How long the gap is.
    pub distance: Real<S>,
    /// From A to B, of length 1.
    pub normal: Array<S>,
    /// The point of A, in the world.
    pub point_a: Array<S>,
    /// The point of B, in the world.
    pub point_b: Array<S>,
}

/// How far apart two shapes are, without a depth, and on which of their pieces.
#[repr(C)]
pub struct SeparationAnswer<S: Space> {
    /// How long the gap is; 0 if none is proven. Between the bounds.
    pub distance: Real<S>,
    /// Not above the distance of the shapes and poses as they are kept.
    pub lower: Real<S>,
    /// Not below it.
    pub upper: Real<S>,
    /// From A to B, of length 1. If the shapes touch: that of the pieces that were found to touch.
    pub normal: Array<S>,
    /// The point of A that is nearest to B, in the world. If the shapes touch: the place of one of possibly many contacts.
    pub point_a: Array<S>,
    /// The point of B that is nearest to A, in the world.
    pub point_b: Array<S>,
    /// The part of A and the facet there.
    pub piece_a: Piece,
    /// The part of B and the facet there.
    pub piece_b: Piece,
    /// Is a shape inside the other, a solid, so that their surfaces do not meet? Then the points are the nearest ones of the
    /// surfaces.
    pub inside: bool,
}

/// How deep two shapes overlap.
#[repr(C)]
pub struct PenetrationAnswer<S: Space> {
    /// Do the shapes intersect? Otherwise the other numbers are 0.
    pub intersecting: bool,
    /// Moving B by depth * normal separates the shapes.
    pub depth: Real<S>,
    /// From A to B, of length 1.
    pub normal: Array<S>,
    /// The point of A deepest in B, in the world.
    pub point_a: Array<S>,
    /// The point of B deepest in A, in the world.
    pub point_b: Array<S>,
}

impl From<PieceId> for Piece {
    fn from(PieceId { part, facet }: PieceId) -> Self {
        Self { part, facet: facet.map_or(-1, i64::from) }
    }
}

impl From<&Place> for Piece {
    fn from(place: &Place) -> Self {
        place.piece().into()
    }
}

impl From<Proven> for Status {
    fn from(proven: Proven) -> Self {
        match proven {
            Proven::Apart => Self::Apart,
            Proven::Overlapping => Self::Overlapping,
            Proven::Undecided => Self::Undecided,
        }
    }
}

impl<S: Space> From<&Clearance<S>> for ClearanceAnswer<S> {
    fn from(found: &Clearance<S>) -> Self {
        Self {
            signed_distance: found.signed_distance,
            lower: found.lower,
            upper: found.upper,
            normal: found.normal.array(),
            point_a: found.point_a.array(),
            point_b: found.point_b.array(),
            status: found.status().into(),
        }
    }
}

impl<S: Space> ClosestPointsAnswer<S> {
    fn of(found: Option<answer::ClosestPoints<S>>) -> Self {
        let none = S::ZERO.array();
        found.map_or(
            Self {
                apart: false,
                distance: Real::<S>::ZERO,
                normal: none,
                point_a: none,
                point_b: none,
            },
            |found| Self {
                apart: true,
                distance: found.distance,
                normal: found.normal.array(),
                point_a: found.point_a.array(),
                point_b: found.point_b.array(),
            },
        )
    }
}

impl<S: Space> From<&Separation<S>> for SeparationAnswer<S> {
    fn from(found: &Separation<S>) -> Self {
        Self {
            distance: found.distance,
            lower: found.lower,
            upper: found.upper,
            normal: found.normal.array(),
            point_a: found.point_a.array(),
            point_b: found.point_b.array(),
            piece_a: (&found.place_a).into(),
            piece_b: (&found.place_b).into(),
            inside: found.inside,
        }
    }
}

impl<S: Space> PenetrationAnswer<S> {
    fn of(found: Option<answer::Penetration<S>>) -> Self {
        let none = S::ZERO.array();
        found.map_or(
            Self {
                intersecting: false,
                depth: Real::<S>::ZERO,
                normal: none,
                point_a: none,
                point_b: none,
            },
            |found| Self {
                intersecting: true,
                depth: found.depth,
                normal: found.normal.array(),
                point_a: found.point_a.array(),
                point_b: found.point_b.array(),
            },
        )
    }
}

/// Asks a query in a body, which is compiled twice: for two convex shapes without options, as quick as can be, where a query
/// is never moved; and for all else.
macro_rules! asked {
    ($query:ident of $a:ident $pose_a:expr, $b:ident $pose_b:expr, $options:expr; $body:block) => {
        match (&$a.lowered, &$b.lowered) {
            (Some(a), Some(b)) if $options.is_null() => {
                let mut $query = Query::lowered(a, $pose_a, b, $pose_b);
                $body
            }
            _ => {
                let mut $query =
                    with(Query::new(&$a.collider, $pose_a, &$b.collider, $pose_b), $options)?;
                $body
            }
        }
    };
}
pub(crate) use asked;

/// Makes both forms of a question in all spaces: `NAME` at poses, and `NAME_prepared` at prepared poses with options. The
/// body asks `query`.
macro_rules! of_pairs {
    ($($(#[$doc:meta])* fn $name:ident($query:ident $(, $given:ident: $type:ty)*) $body:block)*) => {$(
        #[allow(unused, reason = "not every question needs all that its file imports")]
        mod $name {
            use super::*;
            /// At poses.
            mod at_poses {
                use super::*;
                crate::space::in_each! { all, [$(#[$doc])*] $name, "", (
                    a: *const Shape<S>, pose_a: *const Placed<S>, b: *const Shape<S>, pose_b: *const Placed<S>
                    $(, $given: $type)*
                ) {
                    let (a, b) = (one("a", a)?, one("b", b)?);
                    let (pose_a, pose_b) = (posed::<S>("pose_a", pose_a)?, posed::<S>("pose_b", pose_b)?);
                    crate::pairs::asked! { $query of a &pose_a, b &pose_b, std::ptr::null::<Options<S>>(); $body }
                } }
            }
            /// At prepared poses.
            mod at_prepared_poses {
                use super::*;
                crate::space::in_each! { all, [$(#[$doc])*] $name, "_prepared", (
                    a: *const Shape<S>, pose_a: *const PreparedPose<S>, b: *const Shape<S>,
                    pose_b: *const PreparedPose<S>, options: *const Options<S> $(, $given: $type)*
                ) {
                    let (a, b) = (one("a", a)?, one("b", b)?);
                    let (mut room_a, mut room_b) = (None, None);
                    let pose_a = one("pose_a", pose_a)?.pose(&mut room_a);
                    let pose_b = one("pose_b", pose_b)?.pose(&mut room_b);
                    crate::pairs::asked! { $query of a pose_a, b pose_b, options; $body }
                } }
            }
        }
    )*};
}
pub(crate) use of_pairs;

of_pairs! {
    /// Do the shapes touch or overlap? False only if a gap is proven.
    fn intersects(query, intersects: *mut bool) {
        put("intersects", intersects, query.intersects())
    }
    /// Is the clearance at most the distance? False only if it is proven to be larger.
    fn within(query, distance: Real<S>, within: *mut bool) {
        let distance = length("distance", distance)?;
        put("within", within, query.within(distance))
    }
    /// How far apart the shapes are; 0 if no gap is proven.
    fn distance(query, distance: *mut Real<S>) {
        put("distance", distance, query.distance())
    }
    /// Where the shapes are nearest.
    fn closest_points(query, answer: *mut ClosestPointsAnswer<S>) {
        check("answer", answer)?;
        put("answer", answer, ClosestPointsAnswer::of(query.closest_points()))
    }
    /// How far apart or how deep, with bounds.
    fn clearance(query, answer: *mut ClearanceAnswer<S>) {
        check("answer", answer)?;
        put("answer", answer, (&query.clearance()).into())
    }
    /// How deep the shapes overlap, and along which direction the least motion separates them.
    fn penetration(query, answer: *mut PenetrationAnswer<S>) {
        check("answer", answer)?;
        put("answer", answer, PenetrationAnswer::of(query.penetration()))
    }
}

/// A number that is not NaN.
pub fn length<R: clearance_geometry::number::Scalar>(name: &str, number: R) -> Asked<R> {
    if number.to_f64().is_nan() {
        return Err(wrong(name, "it is not a number"));
    }
    Ok(number)
}

exported! { all;
    /// How far apart the shapes are and on which of their pieces, without a depth, which takes long where a shape is not convex.
    fn separation(
        a: *const Shape<S>, pose_a: *const Placed<S>, b: *const Shape<S>, pose_b: *const Placed<S>,
        answer: *mut SeparationAnswer<S>
    ) {
        let (a, b) = (one("a", a)?, one("b", b)?);
        let (pose_a, pose_b) = (posed::<S>("pose_a", pose_a)?, posed::<S>("pose_b", pose_b)?);
        check("answer", answer)?;
        put("answer", answer, (&separated(&a.collider, &pose_a, &b.collider, &pose_b)).into())
    }
    /// The same at prepared poses.
    fn separation_prepared(
        a: *const Shape<S>, pose_a: *const PreparedPose<S>, b: *const Shape<S>, pose_b: *const PreparedPose<S>,
        answer: *mut SeparationAnswer<S>
    ) {
        let (a, b) = (one("a", a)?, one("b", b)?);
        let (mut room_a, mut room_b) = (None, None);
        let pose_a = one("pose_a", pose_a)?.pose(&mut room_a);
        let pose_b = one("pose_b", pose_b)?.pose(&mut room_b);
        check("answer", answer)?;
        put("answer", answer, (&separated(&a.collider, pose_a, &b.collider, pose_b)).into())
    }
    /// Checks and normalises a pose once, for many questions.
    fn pose_prepare(pose: *const Placed<S>, prepared: *mut PreparedPose<S>) {
        put("prepared", prepared, PreparedPose::of(&posed::<S>("pose", pose)?))
    }
    /// The same from a matrix that rotates and translates: 4 columns of 4 numbers, one after the other, in the plane 3 of 3.
    /// One that scales, shears or mirrors is refused.
    fn pose_prepare_matrix(matrix: Numbers<S>, prepared: *mut PreparedPose<S>) {
        let numbers = list("matrix", matrix, S::ENTRIES)?;
        let pose = S::pose_of_matrix(numbers).map_err(|why| wrong("matrix", why))?;
        put("prepared", prepared, PreparedPose::of(&pose))
    }
}
