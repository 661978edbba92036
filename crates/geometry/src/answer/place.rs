//! [`Place`]: where on a shape a point of an answer is.

use crate::shape::PieceId;

/// Where on a shape a point is: the part, the facet, and the place on the facet.
///
/// ```text
///          2
///         / \          a point p of facet (0, 1, 2) is
///        / p \           weights[0] * corner 0 + weights[1] * corner 1 + weights[2] * corner 2
///       0-----1        with weights of 0 or more that sum to 1
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Place {
    /// The number of the part of a compound; 0 for other shapes.
    pub part: u32,
    /// The number of the facet of a surface; `None` on a convex shape.
    pub facet: Option<u32>,
    /// The barycentric coordinates on the facet. In 2D the third is 0. All are 0 on a convex shape.
    pub weights: [f64; 3],
}

/// A feature of a facet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FacetFeature {
    /// The inside of a triangle; in 2D, of a segment.
    Face,
    /// The edge that leads from the corner with this number, from 0 to 2, to the next one.
    Edge(u8),
    /// The corner with this number.
    Corner(u8),
}

impl Place {
    /// A place on a convex part.
    pub const fn on_part(part: u32) -> Self {
        Self { part, facet: None, weights: [0.0; 3] }
    }
    /// The part and the facet.
    pub const fn piece(&self) -> PieceId {
        PieceId { part: self.part, facet: self.facet }
    }
    /// The feature of the facet that the point is on: where weights are 0.
    pub fn feature(&self) -> FacetFeature {
        let [a, b, c] = self.weights.map(|w| w > 0.0);
        match (a, b, c) {
            (true, false, false) => FacetFeature::Corner(0),
            (false, true, false) => FacetFeature::Corner(1),
            (false, false, true) => FacetFeature::Corner(2),
            (true, true, false) => FacetFeature::Edge(0),
            (false, true, true) => FacetFeature::Edge(1),
            (true, false, true) => FacetFeature::Edge(2),
            _ => FacetFeature::Face,
        }
    }
}
