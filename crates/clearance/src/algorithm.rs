//! The algorithms by name: for those who want one of them, and for tests, measurements and the page.
//!
//! | name | answers | place |
//! |---|---|---|
//! | [`simplex`] | the point of a simplex nearest the origin: GJK's sub-problem | `gjk` |
//! | [`gjk`] | distance and closest points; whether the cores overlap | `gjk` |
//! | [`gjk_boolean`] | only whether they overlap, by evolving a simplex | `lessons` |
//! | [`epa`] | the penetration of overlapping cores, in 2D and in 3D | `depth` |
//! | [`sat`] | the penetration of polytopes, by separating axes | `depth` |
//! | [`cast`] | the time of impact of two moving shapes | `motion` |
//! | [`point`] | the point of a shape's surface nearest to a given point | `distance` |
//! | [`ray`] | where a line enters and leaves one shape | `probe` |
//! | [`manifold`] | where two shapes touch, once the clearance is known | `patch` |
//!
//! [`simplex`], [`gjk`], [`gjk_boolean`], [`epa`] and [`cast`] work on a
//! [`crate::shape::difference::Difference`]: the frame is that of A, lengths are scaled to about 1,
//! and rounding radii are left out. Separating axis tests work on the faces and edges of two polytopes.
//! Manifolds use the flat parts of any two shapes.

#[doc(inline)]
pub use clearance_lessons::gjk_boolean;
#[doc(inline)]
pub use clearance_pairs::depth::epa;
#[doc(inline)]
pub use clearance_pairs::distance::point;
#[doc(inline)]
pub use clearance_pairs::gjk::{self, simplex};
#[doc(inline)]
pub use clearance_pairs::motion::search as cast;
#[doc(inline)]
pub use clearance_pairs::patch as manifold;
#[doc(inline)]
pub use clearance_pairs::probe::rays as ray;

pub mod sat {
    //! Separating axis tests: the depth of two polytopes, from their faces and edges.
    //!
    //! | test | axes that it tries |
    //! |---|---|
    //! | [`d3::exhaustive`], [`d2::exhaustive`] | all, and every cross product in both directions: the slow obvious version |
    //! | [`d3::pruned`] | all faces, and the pairs of edges whose arcs cross on the Gauss map |
    //! | [`d3::gauss`] | the same, found by walking each arc through the cells of the other map |
    //! | [`d3::bounded`] | the few that a bound does not rule out: the default |
    //! | [`d3::boxes`] | the 15 axes of two boxes |
    //! | [`d2::merged`] | in 2D: all normals in the order of their directions |

    pub use clearance_pairs::depth::sat::{Counters, Feature, Outcome};

    /// Separating axis tests in 2D.
    pub mod d2 {
        pub use clearance_lessons::axes::exhaustive_in_plane as exhaustive;
        pub use clearance_pairs::depth::sat::d2::*;
    }
    /// Separating axis tests in 3D.
    pub mod d3 {
        pub use clearance_lessons::axes::{exhaustive, gauss};
        pub use clearance_pairs::depth::sat::d3::*;
    }
}
