//! Pictures: SVG as text, which notebooks show. `crates/pictures` draws them.
//!
//! ```text
//!   a shape                 _repr_html_ of shapes     the shape alone, its kind and its sizes
//!   two shapes              picture(a, ..)            the shortest way between them
//!   bodies                  Scene.picture()           the pairs that are the nearest, numbered
//!   a robot among bodies    World.picture(q)          the same, of the pairs that are asked about
//!   a path                  _repr_html_ of answers    its clearance as a chart, and its worst moment
//! ```

use std::hash::{DefaultHasher, Hash, Hasher};

use clearance::glam::{DVec2, DVec3};
use clearance::space::{DVector, Vector};
use clearance::{Collider, Pose, paths};
use clearance_pictures::text::digits;
use clearance_pictures::{self as pictures, Body, Listed, Pair, Part, world};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::rows::Placed;
use crate::sides::are_plane;
use crate::single::single;
use crate::space::Space;

/// A picture that notebooks show. It needs no script and no network, and the same bodies give the same bytes.
///
/// Red lines are the shortest ways between shapes, numbered as in the list beside. In space z points up, and one looks from
/// the side of +x and -y, a little from above. ``ok`` is a proven gap, ``clash`` a proven overlap, ``inside`` one shape in
/// the other, and ``touch`` none of these.
#[pyclass(frozen, module = "clearance")]
pub struct Picture {
    /// The text of an SVG file.
    #[pyo3(get)]
    svg: String,
    /// A coarser picture, without the list, for a page on which the other has no room.
    coarse: Option<String>,
}

/// So many pairs are marked: more would hide the bodies.
pub const MOST_PAIRS: usize = 8;
/// A notebook gets no larger picture than this.
pub const MOST_BYTES: usize = 1_000_000;
/// A notebook gets no picture of more pieces, unless it is asked for: a second is long for a look.
const MOST_PIECES: usize = 100;

#[pymethods]
impl Picture {
    /// The picture as a part of a page. The names of its definitions are its own: a page may have many pictures.
    pub fn _repr_html_(&self) -> String {
        if let Some(coarse) = &self.coarse {
            return format!("<div style=\"max-width:700px\">{coarse}</div>");
        }
        let mut hasher = DefaultHasher::new();
        self.svg.hash(&mut hasher);
        let own = format!("{:x}", hasher.finish());
        let mut svg = self.svg.clone();
        for name in ["sky", "sheet"] {
            svg = svg.replace(&format!("id=\"{name}\""), &format!("id=\"{name}{own}\""));
            svg = svg.replace(&format!("url(#{name})"), &format!("url(#{name}{own})"));
        }
        svg
    }
    /// From both texts: what pickle keeps.
    #[staticmethod]
    fn _of(svg: String, coarse: Option<String>) -> Self {
        Self { svg, coarse }
    }
    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyTuple>> {
        let own = slf.get();
        (slf.get_type().getattr("_of")?, (&own.svg, &own.coarse)).into_pyobject(slf.py())
    }
    fn __eq__(&self, other: &Self) -> bool {
        self.svg == other.svg
    }
    fn __repr__(&self) -> String {
        format!("Picture(svg of {} bytes)", self.svg.len())
    }
}

impl Picture {
    /// Bodies, and what was found of their pairs, the nearest first.
    pub fn of<V: DVector>(bodies: &[Body<'_, V>], pairs: &[Pair<'_, V>]) -> Self {
        let listed = Listed { pairs, units: "", more: None };
        let svg = pictures::draw(bodies, &listed);
        let coarse = || pictures::overview(bodies, pairs).unwrap_or_else(|| TOO_LARGE.into());
        let coarse = (svg.len() > MOST_BYTES).then(coarse);
        Self { svg, coarse }
    }
}

/// What a notebook gets instead of a picture.
const TOO_LARGE: &str =
    "<p>The picture is too large for a page: its <code>svg</code> can be a file.</p>";

/// Are the shapes more than a notebook draws without being asked?
pub fn are_many<'a, V: Vector>(shapes: impl IntoIterator<Item = &'a Collider<V>>) -> bool {
    let pieces = |shape: &Collider<V>| match shape {
        Collider::Compound(compound) => compound.parts().len(),
        _ => 1,
    };
    shapes.into_iter().map(pieces).sum::<usize>() > MOST_PIECES
}

/// A body of one shape.
pub fn body<'a, V: Vector>(name: &'a str, shape: &'a Collider<V>, pose: Pose<V>) -> Body<'a, V> {
    Body { name, parts: vec![Part { shape, pose }] }
}

/// Two shapes, and the shortest way between them. ``Scene.picture`` and ``World.picture`` draw more bodies.
///
/// Raises ValueError for rows of poses, and TypeError for what is no shape or pose.
#[pyfunction]
pub fn picture(
    a: &Bound<'_, PyAny>,
    pose_a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    pose_b: &Bound<'_, PyAny>,
) -> PyResult<Picture> {
    let given = [a, pose_a, b, pose_b];
    if are_plane(a) {
        single::<DVec2, _>(given, of_pair)
    } else {
        single::<DVec3, _>(given, of_pair)
    }
}

fn of_pair<V: DVector + Space>([a, b]: [Placed<'_, V>; 2]) -> Picture {
    let found = clearance::clearance(a.shape, a.pose, b.shape, b.pose);
    let bodies = [body("a", a.shape, *a.pose), body("b", b.shape, *b.pose)];
    Picture::of(&bodies, &[Pair::of([0, 1], [0, 0], found)])
}

/// The bodies of a world in a configuration, with the nearest pairs of those that are asked about.
pub fn of_world(world: &paths::World, q: &[f64]) -> Result<Picture, paths::Error> {
    let bodies = world::bodies(world, q)?;
    Ok(Picture::of(&bodies, &world::nearest(world, &bodies, MOST_PAIRS)))
}

/// A shape alone, with its kind and the sizes of its box. If it has too many pieces or faces, there is no picture.
pub fn of_shape<V: DVector>(kind: &str, shape: &Collider<V>) -> String {
    let drawn = || pictures::overview(&[body("", shape, Pose::IDENTITY)], &[]);
    let svg = if are_many([shape]) { None } else { drawn() }.unwrap_or_default();
    let bounds = shape.aabb(&Pose::IDENTITY);
    let size = |i: usize| digits(bounds.max.get(i) - bounds.min.get(i), 4);
    let sizes = (0..V::DIM).map(size).collect::<Vec<_>>().join(" × ");
    let is_bounded = (0..V::DIM).all(|i| (bounds.max.get(i) - bounds.min.get(i)).is_finite());
    let words = if is_bounded { format!("{kind}, {sizes}") } else { kind.replace('_', " ") };
    format!(
        "<figure style=\"margin:0;max-width:22em\">{svg}<figcaption>{words}</figcaption></figure>"
    )
}
