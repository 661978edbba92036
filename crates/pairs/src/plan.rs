//! The plan: which solver answers which pair of cores, and for rays and points which core. Only this file
//! chooses by the kinds of the shapes, except for batches: their kernels take boxes without a radius, and
//! rows that a kernel leaves open use the plan (`batch/boxes.rs`).
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
use crate::shape::Core;
use crate::solved::Ask;
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
pub(crate) enum Contact {
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
pub(crate) fn contact<W: Vector>(a: &Core<W>, b: &Core<W>, are_sharp: bool) -> Contact {
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
pub(crate) enum Cast {
    /// A quadratic equation (`motion/search/balls.rs`).
    Balls,
    /// The nearest points, in closed form, followed through time (`motion/nearest.rs`).
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
pub(crate) fn cast<W: DVector>(a: &Core<W>, b: &Core<W>, are_sharp: bool) -> Cast {
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
pub(crate) enum Ray {
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
pub(crate) fn ray<W: Vector>(core: &Core<W>, is_sharp: bool) -> Ray {
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
pub(crate) enum Surface {
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
pub(crate) fn surface<W: Vector>(core: &Core<W>) -> Surface {
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

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;
    use alloc::string::String;
    use glam::{DVec2, DVec3};

    /// One core of each kind that a dimension has, by name.
    fn kinds<W: DVector>() -> alloc::vec::Vec<(&'static str, Core<W>)> {
        let (p, axis) = (W::unit(0), 0);
        let (radius, half_height) = (1.0, 1.0);
        let mut all = alloc::vec![
            ("point, ball", Core::Point(p)),
            ("segment, capsule", Core::Segment([p, p])),
            ("triangle", Core::Triangle([p, p, p])),
            ("box", Core::Box(p)),
            (if W::DIM == 2 { "polygon" } else { "hull" }, Core::Polytope { points: 4 }),
        ];
        if W::DIM == 3 {
            all.push(("cylinder", Core::Cylinder { radius, half_height, axis }));
            all.push(("cone", Core::Cone { radius, half_height, axis }));
        }
        all.push((if W::DIM == 2 { "ellipse" } else { "ellipsoid" }, Core::Ellipsoid(p)));
        all.push(("a shape of one's own", Core::Custom));
        all
    }

    /// The head of a table: a column for each kind.
    fn head<W: DVector>() -> String {
        let kinds = kinds::<W>();
        let mut text = String::from("|");
        kinds.iter().for_each(|(name, _)| text += &format!(" | {name}"));
        text += " |\n|---";
        kinds.iter().for_each(|_| text += "|---");
        text + "|\n"
    }

    /// A table of the pairs, each once.
    fn table<W: DVector>(cell: impl Fn(&Core<W>, &Core<W>) -> String) -> String {
        let (kinds, mut text) = (kinds::<W>(), head::<W>());
        for (i, (name, a)) in kinds.iter().enumerate() {
            text += &format!("| {name}");
            for (j, (_, b)) in kinds.iter().enumerate() {
                assert_eq!(cell(a, b), cell(b, a), "the order of the shapes changes the plan");
                text += &if j < i { " |".into() } else { format!(" | {}", cell(a, b)) };
            }
            text += " |\n";
        }
        text
    }

    fn clearances<W: DVector>(ask: Ask) -> String {
        table::<W>(|a, b| format!("{:?}", clearance(a, b, ask)))
    }

    fn contacts<W: DVector>() -> String {
        table::<W>(|a, b| sharp_and_round(|is_sharp| contact(a, b, is_sharp)))
    }

    /// A cell: what is chosen for sharp shapes, and for rounded ones if that is something else.
    fn sharp_and_round<T: core::fmt::Debug + PartialEq>(choice: impl Fn(bool) -> T) -> String {
        let (sharp, round) = (choice(true), choice(false));
        if sharp == round { format!("{sharp:?}") } else { format!("{sharp:?}, rounded {round:?}") }
    }

    /// A table of the questions about one shape.
    fn alone<W: DVector>() -> String {
        let (kinds, mut text) = (kinds::<W>(), head::<W>());
        let mut row = |name: &str, cell: &dyn Fn(&Core<W>) -> String| {
            text += &format!("| {name}");
            kinds.iter().for_each(|(_, core)| text += &format!(" | {}", cell(core)));
            text += " |\n";
        };
        row("ray", &|core| sharp_and_round(|is_sharp| ray(core, is_sharp)));
        row("nearest point of the surface", &|core| format!("{:?}", surface(core)));
        text
    }

    fn casts<W: DVector>() -> String {
        table::<W>(|a, b| sharp_and_round(|is_sharp| cast(a, b, is_sharp)))
    }

    fn page() -> String {
        let sections = [
            ("Clearance, depth and contact, in space", clearances::<DVec3>(Ask::Clearance)),
            ("Is the distance within a limit? In space", clearances::<DVec3>(Ask::Within(0.0))),
            ("Distance alone in `f32`, in space", clearances::<DVec3>(Ask::Distance)),
            (
                "Closest points, and distance alone in `f64`, in space",
                clearances::<DVec3>(Ask::ClosestPoints),
            ),
            ("Clearance, depth and contact, in the plane", clearances::<DVec2>(Ask::Clearance)),
            ("Is the distance within a limit? In the plane", clearances::<DVec2>(Ask::Within(0.0))),
            ("Distance and closest points, in the plane", clearances::<DVec2>(Ask::ClosestPoints)),
            ("Fast paths of contacts, in space", contacts::<DVec3>()),
            ("Fast paths of contacts, in the plane", contacts::<DVec2>()),
            ("Casts along lines, in space", casts::<DVec3>()),
            ("Casts along lines, in the plane", casts::<DVec2>()),
            ("Rays and points, in space", alone::<DVec3>()),
            ("Rays and points, in the plane", alone::<DVec2>()),
        ];
        let mut text = String::from(
            "# The plan\n\n\
             Which solver answers which pair. What it leaves open, `Supports` answers.\n\
             `cargo xtask plan` writes this page from `crates/pairs/src/plan.rs`, where the names are explained.\n\
             The plan does not depend on the order of the two shapes, so each pair is shown once.\n\
             For closest points of polytopes, `Supports` begins at the corners that `Lanes` finds.\n\
             Half-spaces have a closed form against every shape.\n\
             Casts of shapes that turn are searches.\n\
             Rays and points ask about one shape. What their closed forms leave open, `March` and `Clearance` answer.\n",
        );
        for (title, table) in sections {
            text += &format!("\n## {title}\n\n{table}");
        }
        text
    }

    /// `CLEARANCE_WRITE=1` writes the page instead.
    #[cfg(feature = "std")]
    #[test]
    fn the_page_shows_the_plan() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/plan.md");
        if std::env::var_os("CLEARANCE_WRITE").is_some() {
            std::fs::write(path, page()).expect("docs/plan.md");
        }
        let written = std::fs::read_to_string(path).expect("docs/plan.md");
        assert_eq!(written, page(), "run `cargo xtask plan`");
    }

    /// The page has one table for several questions.
    #[test]
    fn questions_that_share_a_table_have_the_same_plan() {
        for depth in [Ask::Penetration, Ask::Contact(1.0)] {
            assert_eq!(clearances::<DVec3>(depth), clearances::<DVec3>(Ask::Clearance));
            assert_eq!(clearances::<DVec2>(depth), clearances::<DVec2>(Ask::Clearance));
        }
        assert_eq!(clearances::<DVec3>(Ask::Within(1.0)), clearances::<DVec3>(Ask::Within(0.0)));
        assert_eq!(clearances::<DVec2>(Ask::Within(1.0)), clearances::<DVec2>(Ask::Within(0.0)));
    }
}
