//! The kinds of shapes by name, with their dimensions and their keys.

use crate::Error;

/// A kind of shape in the text format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// The name, as in the field `kind`.
    pub name: &'static str,
    /// The dimensions that the kind exists in: 2, 3 or both.
    pub dims: &'static [usize],
    /// The keys of this kind, besides `kind` and `margin`, which all kinds have.
    pub keys: &'static [&'static str],
}

const fn kind(name: &'static str, dims: &'static [usize], keys: &'static [&'static str]) -> Kind {
    Kind { name, dims, keys }
}

const PLANE: &[usize] = &[2];
const SPACE: &[usize] = &[3];
const BOTH: &[usize] = &[2, 3];

/// All kinds of shapes that can be read.
pub const KINDS: [Kind; 17] = [
    kind("point", BOTH, &["position", "vertices"]),
    kind("segment", BOTH, &["vertices"]),
    kind("triangle", BOTH, &["vertices"]),
    kind("circle", PLANE, &["radius"]),
    kind("sphere", SPACE, &["radius"]),
    kind("capsule", BOTH, &["radius", "p1", "p2", "half_length", "axis"]),
    kind("box", BOTH, &["half_extents"]),
    kind("cylinder", SPACE, &["radius", "half_height", "axis"]),
    kind("cone", SPACE, &["radius", "half_height", "axis"]),
    kind("ellipse", PLANE, &["radii"]),
    kind("ellipsoid", SPACE, &["radii"]),
    kind("polygon", PLANE, &["vertices"]),
    kind("hull", BOTH, &["vertices"]),
    kind("facet", SPACE, &["vertices", "neighbours", "depth"]),
    kind("chain-segment", PLANE, &["vertices", "neighbours", "depth"]),
    kind("half-plane", PLANE, &["normal", "offset"]),
    kind("half-space", SPACE, &["normal", "offset"]),
];

impl Kind {
    /// The kind with this name.
    pub fn named(name: &str) -> Option<&'static Kind> {
        KINDS.iter().find(|kind| kind.name == name)
    }

    /// The dimension of the kind, or `None` if it exists in both.
    pub fn dim(&self) -> Option<usize> {
        if let [dim] = *self.dims { Some(dim) } else { None }
    }

    /// Does this kind have the key?
    pub fn knows(&self, key: &str) -> bool {
        ["kind", "margin"].contains(&key) || self.keys.contains(&key)
    }

    /// Returns an error if the kind does not exist in this dimension.
    pub(super) fn lives_in(&self, dim: usize) -> Result<(), Error> {
        if self.dims.contains(&dim) {
            Ok(())
        } else {
            Err(Error::WrongDimension { what: self.name, dim })
        }
    }
}
