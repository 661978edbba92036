//! The plan: which solver answers which pair of cores, and for rays and points which core. Only this file
//! chooses by the kinds of the shapes, except for batches: their kernels take boxes without a radius, and
//! rows that a kernel leaves open use the plan (`crates/batch/src/boxes.rs`).
//!
//! A clearance has one solver. The solver leaves the question open if rounding could change the answer,
//! or if the question asks for more than the solver computes. Then [`Solver::Supports`], which answers
//! every pair, starts from its result.
//!
//! A contact has one fast path, which finds the axis and the points at once. If the pair has none, or it
//! leaves the question open, the points are found from the clearance (`Contact::General`).
//!
//! A cast along a line has a closed form, or is a search in steps of time.
//!
//! Rays and points ask about one shape. A ray has a closed form, or is a march (`Ray::March`). A point
//! has a closed form for the nearest point of the surface, or the clearance of the point is computed
//! (`Surface::Clearance`).
//!
//! `docs/plan.md` shows the tables. `cargo xtask plan` writes it, and a test in this file compares.

use crate::answer::Algorithm;
use crate::shape::{Core, Operand};
use crate::solution::Ask;
use crate::space::{DVector, Vector};

/// The solver of a clearance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Solver {
    /// A closed form for points, segments, boxes and cylinders: `round`. For two boxes, and for polygons
    /// in 2D, only of the distance.
    ClosedForm,
    /// A ball against a cylinder, cone or ellipsoid, and two such shapes around one axis:
    /// `round::solids`.
    Solids,
    /// One axis, then the best separating axis test for polytopes: `axes`.
    Axes,
    /// GJK in lanes of `f32`: `lanes`. For distances that may have an error of `f32` rounding.
    Lanes,
    /// GJK in `f32`, if a cylinder, cone or ellipsoid is among the two: `curved`. For distances that may
    /// have an error of `f32` rounding.
    Curved,
    /// GJK, and EPA if the cores overlap: `supports`. Answers every pair.
    Supports,
}

/// The solver of a clearance of any two shapes. An algorithm by name has no plan, and half-spaces need none.
#[inline(always)]
pub fn planned<W: DVector>([a, b]: [&Operand<'_, W>; 2], algorithm: Algorithm, ask: Ask) -> Solver {
    match (a, b, algorithm) {
        (Operand::Convex(a), Operand::Convex(b), Algorithm::Auto | Algorithm::ClosedForm) => {
            clearance(a.core(), b.core(), ask)
        }
        _ => Solver::Supports,
    }
}

/// The solver of a pair.
#[inline(always)]
pub fn clearance<W: Vector>(a: &Core<W>, b: &Core<W>, ask: Ask) -> Solver {
    use Core::{Box, Cone, Custom, Cylinder, Ellipsoid, Point, Polytope, Segment, Triangle};
    use Solver::{Axes, ClosedForm, Curved, Lanes, Solids, Supports};
    let in_space = W::DIM == 3;
    match (a, b) {
        (Point(_) | Segment(_), Point(_) | Segment(_))
        | (Point(_), Box(_))
        | (Box(_), Point(_)) => ClosedForm,
        (Segment(_) | Cylinder { .. }, Box(_)) | (Box(_), Segment(_) | Cylinder { .. })
            if in_space =>
        {
            ClosedForm
        }
        (Point(_), Cylinder { .. } | Cone { .. } | Ellipsoid(_))
        | (Cylinder { .. } | Cone { .. } | Ellipsoid(_), Point(_)) => Solids,
        (Cylinder { .. } | Cone { .. } | Ellipsoid(_), b)
        | (b, Cylinder { .. } | Cone { .. } | Ellipsoid(_))
            if in_space
                && !matches!(b, Custom)
                && matches!(ask, Ask::Within(_) | Ask::Distance) =>
        {
            Curved
        }
        (Ellipsoid(_), Ellipsoid(_)) => Solids,
        (
            Segment(_) | Cylinder { .. } | Cone { .. } | Ellipsoid(_),
            Cylinder { .. } | Cone { .. } | Ellipsoid(_),
        )
        | (Cylinder { .. } | Cone { .. } | Ellipsoid(_), Segment(_))
            if in_space =>
        {
            Solids
        }
        (Box(_), Box(_)) if !ask.wants_depth() => ClosedForm,
        (
            Point(_) | Segment(_) | Triangle(_) | Box(_) | Polytope { .. },
            Point(_) | Segment(_) | Triangle(_) | Box(_) | Polytope { .. },
        ) if !in_space => ClosedForm,
        (Triangle(_) | Box(_) | Polytope { .. }, Triangle(_) | Box(_) | Polytope { .. })
            if ask.wants_depth() =>
        {
            Axes
        }
        (
            Point(_) | Segment(_) | Triangle(_) | Box(_) | Polytope { .. },
            Point(_) | Segment(_) | Triangle(_) | Box(_) | Polytope { .. },
        ) if in_space && matches!(ask, Ask::Within(_) | Ask::Distance) => Lanes,
        _ => Supports,
    }
}

/// The fast path of a contact, which finds the points without the clearance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Contact {
    /// In 2D and 3D: the nearest points are the only contact (`contact/round.rs`).
    Nearest,
    /// In 2D: two rectangles without radius (`contact/fast.rs`).
    Rectangles,
    /// In 2D: points, segments and polygons, with or without a radius (`contact/rings.rs`).
    Rings,
    /// In 3D: two boxes without radius (`contact/fast.rs`).
    Boxes,
    /// In 3D: two capsules or segments (`contact/round.rs`).
    Capsules,
    /// In 3D: shapes that can touch along a line or with a flat end (`contact/round.rs`).
    Long,
    /// No fast path: the points are found from the clearance and the faces across its normal.
    General,
}

impl Contact {
    /// The algorithm that finds the normal on this path.
    pub fn algorithm(self) -> Algorithm {
        match self {
            Self::Nearest | Self::Capsules | Self::Long => Algorithm::ClosedForm,
            Self::Rectangles => Algorithm::Sat,
            Self::Rings => Algorithm::SatGauss,
            Self::Boxes => Algorithm::SatBoxes,
            Self::General => Algorithm::Auto,
        }
    }
}

/// The fast path of a contact. Shapes are sharp if they have no rounding radius.
#[inline]
pub fn contact<W: Vector>(a: &Core<W>, b: &Core<W>, are_sharp: bool) -> Contact {
    use Core::{Box, Cylinder, Point, Polytope, Segment, Triangle};
    if W::DIM == 3 {
        return match (a, b) {
            (Box(_), Box(_)) if are_sharp => Contact::Boxes,
            (Segment(_), Segment(_)) => Contact::Capsules,
            (Point(_), Point(_) | Segment(_) | Box(_)) | (Segment(_) | Box(_), Point(_)) => {
                Contact::Nearest
            }
            (
                Point(_) | Segment(_) | Box(_) | Cylinder { .. },
                Point(_) | Segment(_) | Box(_) | Cylinder { .. },
            ) => Contact::Long,
            _ => Contact::General,
        };
    }
    match (a, b) {
        (Box(_), Box(_)) if are_sharp => Contact::Rectangles,
        (Point(_), Point(_) | Segment(_) | Box(_)) | (Segment(_) | Box(_), Point(_)) => {
            Contact::Nearest
        }
        (
            Point(_) | Segment(_) | Triangle(_) | Box(_) | Polytope { .. },
            Point(_) | Segment(_) | Triangle(_) | Box(_) | Polytope { .. },
        ) => Contact::Rings,
        (Point(_), _) | (_, Point(_)) => Contact::Nearest,
        _ => Contact::General,
    }
}

/// The solver of a cast of shapes that do not turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cast {
    /// A quadratic equation (`motion/search/balls.rs`).
    Balls,
    /// The nearest points, in closed form, followed through time (`motion/by_distance.rs`).
    NearestPoints,
    /// Steps in time, each proven by a separating axis (`motion/search`).
    Search,
}

impl Cast {
    /// The algorithm that finds the axis of contact.
    pub fn algorithm(self) -> Algorithm {
        match self {
            Self::Balls | Self::NearestPoints => Algorithm::ClosedForm,
            Self::Search => Algorithm::Gjk,
        }
    }
}

/// The solver of a cast along a line. Shapes are sharp if they have no rounding radius and the cast asks
/// for no gap.
#[inline]
pub fn cast<W: DVector>(a: &Core<W>, b: &Core<W>, are_sharp: bool) -> Cast {
    use Core::{Box, Point, Polytope, Segment};
    let in_space = W::DIM == 3;
    match (a, b) {
        _ if are_sharp => Cast::Search,
        (Point(_), Point(_)) => Cast::Balls,
        (Point(_) | Segment(_), Point(_) | Segment(_))
        | (Point(_), Box(_))
        | (Box(_), Point(_)) => Cast::NearestPoints,
        (Point(_) | Segment(_), Polytope { .. }) | (Polytope { .. }, Point(_) | Segment(_))
            if !in_space =>
        {
            Cast::NearestPoints
        }
        // In 3D, the closed form of the depth has points that prove a contact, too.
        _ => match clearance(a, b, Ask::Clearance) {
            Solver::ClosedForm if in_space => Cast::NearestPoints,
            _ => Cast::Search,
        },
    }
}

/// The solver of a ray: the files of `probe/rays`. All except `March` leave the ray to the march if
/// rounding could change the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ray {
    /// The point of the line that is nearest to the centre.
    Ball,
    /// The infinite cylinder around a segment, and the balls at its ends.
    Capsule,
    /// Three pairs of planes; two in 2D.
    Box,
    /// The planes of all faces.
    Planes,
    /// For shapes without thickness: the crossing with their plane.
    Sheet,
    /// A quadratic equation between two planes.
    Cylinder,
    /// A quadratic equation above a plane.
    Cone,
    /// A ball, after division by the radii.
    Ellipsoid,
    /// GJK bounds how far the ray may go. Answers every shape.
    March,
}

/// The solver of a ray. Shapes are sharp if they have no rounding radius.
#[inline]
pub fn ray<W: Vector>(core: &Core<W>, is_sharp: bool) -> Ray {
    let in_space = W::DIM == 3;
    match core {
        Core::Point(_) => Ray::Ball,
        Core::Segment(_) if in_space || !is_sharp => Ray::Capsule,
        _ if !is_sharp => Ray::March,
        Core::Box(_) => Ray::Box,
        Core::Triangle(_) if in_space => Ray::Sheet,
        Core::Segment(_) => Ray::Sheet,
        Core::Triangle(_) | Core::Polytope { .. } => Ray::Planes,
        Core::Cylinder { .. } => Ray::Cylinder,
        Core::Cone { .. } => Ray::Cone,
        Core::Ellipsoid(_) => Ray::Ellipsoid,
        Core::Custom => Ray::March,
    }
}

/// The solver for the nearest point of a core's surface: the files of `distance/point`. All except
/// `Clearance` leave the point to `Clearance` if rounding could change the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surface {
    /// The distance from the only point.
    Point,
    /// The foot on a segment, clamped to its ends.
    Segment,
    /// In 3D: over the face of a triangle, or on one of its edges.
    Triangle,
    /// Clamping, or the nearest face.
    Box,
    /// The face plane above which the point is the highest; beside all faces, the corner or the edge.
    Planes,
    /// The rectangle that is the cross-section of a cylinder along its axis.
    Cylinder,
    /// The triangle that is the cross-section of a cone along its axis.
    Cone,
    /// Newton's method for the root of a convex function.
    Ellipsoid,
    /// The clearance of the shape and the point. Answers every shape.
    Clearance,
}

/// The solver for the nearest point of a surface.
#[inline]
pub fn surface<W: Vector>(core: &Core<W>) -> Surface {
    match core {
        Core::Point(_) => Surface::Point,
        Core::Segment(_) => Surface::Segment,
        Core::Triangle(_) if W::DIM == 3 => Surface::Triangle,
        Core::Box(_) => Surface::Box,
        Core::Triangle(_) | Core::Polytope { .. } => Surface::Planes,
        Core::Cylinder { .. } => Surface::Cylinder,
        Core::Cone { .. } => Surface::Cone,
        Core::Ellipsoid(_) => Surface::Ellipsoid,
        Core::Custom => Surface::Clearance,
    }
}
