//! Polytopes that touch in one point, directly from the face or the edges that the separating axis test
//! has found: see [`single`].

use super::asked::Contact;
use crate::algorithm::manifold::d3::single::{self, Single};
use crate::algorithm::manifold::{Owner, Patch, PatchPoint};
use crate::answer::{Feature, FeatureId, FeaturePart};
use crate::hull::{Facets, Small};
use crate::pair::solved::Solved;
use crate::shape::{Convex, Core, Lowered, Part};
use crate::space::{Motion, Vector, from_space, space};

impl<W: Vector<Scalar = f64, Wide = W>> Contact<'_, W> {
    /// Stores the only point in `patch`, if it is certain that there are no others. Takes the facets of
    /// both, and `size`, an upper bound of all relevant coordinates.
    pub(super) fn single(
        &self,
        solved: &Solved<W>,
        [facets_a, facets_b]: [Option<&Facets<'_>>; 2],
        size: f64,
        patch: &mut Patch<W>,
    ) -> Option<()> {
        let (Part::Convex(a), Part::Convex(b)) = (self.a, self.b) else { return None };
        let is_round = a.radius() != 0.0 || b.radius() != 0.0;
        if !self.is_auto || W::DIM != 3 || is_round || solved.feature == Feature::None {
            return None;
        }
        let axis = solved.axis;
        if self.wanted(axis) != Some(axis) {
            return None;
        }
        let pair = single::SharpPair {
            a: facets_a?,
            b: facets_b?,
            b_in_a: Motion {
                columns: self.b_in_a.columns.map(space),
                translation: space(self.b_in_a.translation),
            },
            size,
            margin: self.margin,
        };
        let names = [Names::of(a, pair.a)?, Names::of(b, pair.b)?];
        let (found, owner, [of_a, of_b]) = match solved.feature {
            Feature::FaceA(face) => {
                let name = names[0].face(face)?;
                let found = pair.over_a(face)?;
                (found, Owner::A, [name, FeaturePart::Vertex(found.vertex)])
            }
            Feature::FaceB(face) => {
                let name = names[1].face(face)?;
                let found = pair.over_b(face)?;
                (found, Owner::B, [FeaturePart::Vertex(found.vertex), name])
            }
            Feature::Edges(i, j) => {
                let found = pair.at_edges([i, j], space(axis))?;
                (found, Owner::Edges, [names[0].edge(i), names[1].edge(j)])
            }
            Feature::None => return None,
        };
        let Single { point, separation, .. } = found;
        let point = from_space::<W>(point);
        let feature = FeatureId::new(of_a, of_b);
        patch.begin(axis, owner);
        patch.push(PatchPoint { a: point, b: point + axis * separation, separation, feature });
        Some(())
    }
}

/// The names that a shape gives to the faces and edges of the polytope that the tests take.
#[derive(Clone, Copy)]
enum Names {
    /// The names of the tests.
    Same,
    Cuboid,
    Triangle,
}

impl Names {
    /// `None` if the tests take less than the shape names, for example a triangle that is only a segment.
    fn of<W: Vector<Scalar = f64, Wide = W>>(
        shape: &Lowered<'_, W>,
        seen: &Facets<'_>,
    ) -> Option<Self> {
        match (shape.built(), *shape.core()) {
            (Some(built), _) => built.has_faces().then_some(Self::Same),
            (None, Core::Box(_)) => Some(Self::Cuboid),
            (None, _) => (seen.vertices().len() == 3).then_some(Self::Triangle),
        }
    }

    /// `None` for the sides of a triangle, which are no faces of it.
    fn face(self, face: u32) -> Option<FeaturePart> {
        let number = match self {
            Self::Same => face,
            Self::Cuboid => {
                let (axis, positive) = Small::side_of_cuboid(face);
                2 * axis + u32::from(positive)
            }
            Self::Triangle => match face {
                0 => 0,
                4 => 1,
                _ => return None,
            },
        };
        Some(FeaturePart::Face(number))
    }

    fn edge(self, edge: u32) -> FeaturePart {
        FeaturePart::Edge(match self {
            Self::Same => edge,
            Self::Cuboid => Small::edge_of_cuboid(edge),
            Self::Triangle => edge % 3,
        })
    }
}
