//! Pictures: SVG as text, which notebooks show. `crates/pictures` draws them.
//!
//! ```text
//!   a shape                 _repr_html_ of shapes     the shape alone, its kind and its sizes
//!   two shapes              picture(a, ..)            the shortest way between them
//!   bodies                  Scene.picture()           the pairs that are the nearest, numbered
//!   a robot among bodies    World.picture(q)          the same, of the pairs that are asked about
//! ```

use std::hash::{DefaultHasher, Hash, Hasher};

use clearance::glam::{DVec2, DVec3};
use clearance::paths;
use clearance::space::{DVector, Vector};
use clearance::worlds::{self, Collider};
use clearance::{Pose, Status};
use clearance_pictures::text::digits;
use clearance_pictures::{self as pictures, Body, Class, Listed, Pair, Part};
use pyo3::prelude::*;

use crate::rows::Placed;
use crate::sides::are_plane;
use crate::single::single;
use crate::space::Space;

/// A picture, as a notebook and a file have it.
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
const MOST_BYTES: usize = 1_000_000;
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
    fn __repr__(&self) -> String {
        format!("Picture(svg of {} bytes)", self.svg.len())
    }
}

/// A clearance of two bodies, by their numbers.
pub type Found<V> = ([usize; 2], worlds::Clearance<V>);

impl Picture {
    /// Bodies, and what was found of their pairs, the nearest first.
    pub fn of<V: DVector>(bodies: &[Body<'_, V>], found: &[Found<V>]) -> Self {
        let pair = |([a, b], answer): &Found<V>| Pair {
            a: *a,
            b: *b,
            parts: [0, 0],
            answer: *answer,
            class: class(answer),
            contacts: Vec::new(),
        };
        let pairs: Vec<Pair<'_, V>> = found.iter().map(pair).collect();
        let listed = Listed { pairs: &pairs, units: "", more: None };
        let svg = pictures::draw(bodies, &listed);
        let coarse = || pictures::overview(bodies, &pairs).unwrap_or_else(|| TOO_LARGE.into());
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

/// What a clearance means, if any gap is enough.
fn class<V: DVector>(answer: &worlds::Clearance<V>) -> Class {
    match answer.status() {
        Status::Apart => Class::Ok,
        _ if answer.inside => Class::Inside,
        Status::Overlapping => Class::Clash,
        Status::Undecided => Class::Touch,
    }
}

/// Two shapes, and the shortest way between them.
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
    let found = worlds::clearance(a.shape, a.pose, b.shape, b.pose);
    let bodies = [body("a", a.shape, *a.pose), body("b", b.shape, *b.pose)];
    Picture::of(&bodies, &[([0, 1], found)])
}

/// The bodies of a world in a configuration, with the nearest pairs of those that are asked about.
pub fn of_world(world: &paths::World, q: &[f64]) -> Result<Picture, paths::Error> {
    let names: Vec<&str> = world.names().collect();
    let posed = world.posed(q)?;
    let part = |(pose, shape)| Part { shape, pose };
    let bodies = names.into_iter().zip(posed);
    let bodies: Vec<Body<'_, DVec3>> = bodies
        .map(|(name, shapes)| Body { name, parts: shapes.into_iter().map(part).collect() })
        .collect();
    let pairs = world.pairs().filter_map(|[a, b]| Some(([a, b], nearest(&bodies[a], &bodies[b])?)));
    let mut found: Vec<Found<DVec3>> = pairs.collect();
    found.sort_by(|(_, p), (_, q)| p.signed_distance.total_cmp(&q.signed_distance));
    found.truncate(MOST_PAIRS);
    Ok(Picture::of(&bodies, &found))
}

/// The least clearance of the parts of two bodies.
fn nearest(a: &Body<'_, DVec3>, b: &Body<'_, DVec3>) -> Option<worlds::Clearance<DVec3>> {
    let pairs = a.parts.iter().flat_map(|p| b.parts.iter().map(move |q| (p, q)));
    let found = pairs.map(|(p, q)| worlds::clearance(p.shape, &p.pose, q.shape, &q.pose));
    found.min_by(|p, q| p.signed_distance.total_cmp(&q.signed_distance))
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
