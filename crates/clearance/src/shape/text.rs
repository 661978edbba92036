//! Shapes and poses to and from text (feature `serde`).
//!
//! The format is the one of `cases/README.md`: a shape is a table with its `kind` and what
//! that kind needs ([`KINDS`]), a pose is `{ t, q }` in space and `{ t, angle }` in the plane, or
//! one of the other forms of `text/pose.rs`. Reading goes through the checked constructors, so
//! whatever was read is safe to ask; an error says what the constructor says.
//!
//! ```
//! use clearance::d2::{Pose, Shape};
//! let tile: Shape = serde_json::from_str(r#"{"kind": "box", "half_extents": [1, 2]}"#)?;
//! let pose: Pose = serde_json::from_str(r#"{"t": [0, 5], "angle": 0.5}"#)?;
//! let wrong = serde_json::from_str::<Shape>(r#"{"kind": "circle", "radius": -1}"#);
//! assert_eq!(wrong.unwrap_err().to_string(), "radius must not be negative, but is -1");
//! # Ok::<(), serde_json::Error>(())
//! ```
//!
//! Numbers are read as `f64` and rounded to the precision of the shape. Fields that no kind
//! knows are ignored. Any kind may have a `margin`: the radius that rounds it.

mod kinds;
mod pose;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::{
    Ball, Capsule, Cone, Convex, ConvexShape, Cuboid, Cylinder, Ellipsoid, HalfSpace, Hull, Point,
    Polygon, Rounded, Segment, Shape, Triangle, View,
};
use crate::Error;
use crate::number::Scalar;
use crate::space::{Axis, Vector};

pub use kinds::{KINDS, Kind};

/// All that the kinds may ask for.
#[derive(serde::Deserialize)]
struct Fields {
    kind: String,
    margin: Option<f64>,
    radius: Option<f64>,
    half_length: Option<f64>,
    half_height: Option<f64>,
    offset: Option<f64>,
    axis: Option<String>,
    half_extents: Option<Vec<f64>>,
    radii: Option<Vec<f64>>,
    p1: Option<Vec<f64>>,
    p2: Option<Vec<f64>>,
    position: Option<Vec<f64>>,
    normal: Option<Vec<f64>>,
    vertices: Option<Vec<Vec<f64>>>,
}

/// Why a shape could not be read.
enum Wrong {
    /// The kind needs this field.
    Missing(&'static str),
    /// A list of numbers or vertices is too short or too long.
    Count { what: &'static str, needs: usize, has: usize },
    /// What a constructor says.
    Refused(Error),
    /// What does not go together in a pose.
    Pose(String),
}

impl From<Error> for Wrong {
    fn from(error: Error) -> Self {
        Self::Refused(error)
    }
}

impl Wrong {
    fn told<E: serde::de::Error>(self) -> E {
        match self {
            Wrong::Missing(field) => E::missing_field(field),
            Wrong::Count { what, needs, has } => {
                E::custom(format!("{what} takes {needs} numbers or points, but has {has}"))
            }
            Wrong::Refused(error) => E::custom(error),
            Wrong::Pose(reason) => E::custom(reason),
        }
    }
}

fn needed<T>(field: &'static str, value: Option<T>) -> Result<T, Wrong> {
    value.ok_or(Wrong::Missing(field))
}

fn counted<T>(what: &'static str, needs: usize, list: &[T]) -> Result<(), Wrong> {
    if list.len() == needs { Ok(()) } else { Err(Wrong::Count { what, needs, has: list.len() }) }
}

fn number<S: Scalar>(field: &'static str, value: Option<f64>) -> Result<S, Wrong> {
    Ok(S::of(needed(field, value)?))
}

fn vector<V: Vector>(what: &'static str, numbers: &[f64]) -> Result<V, Wrong> {
    counted(what, V::DIM, numbers)?;
    Ok(V::from_fn(|i| Scalar::of(numbers[i])))
}

impl Fields {
    fn vector<V: Vector>(field: &'static str, value: Option<Vec<f64>>) -> Result<V, Wrong> {
        vector(field, &needed(field, value)?)
    }

    fn vertices<V: Vector>(&self) -> Result<Vec<V>, Wrong> {
        let lists = self.vertices.as_ref().ok_or(Wrong::Missing("vertices"))?;
        lists.iter().map(|numbers| vector("a vertex", numbers)).collect()
    }

    /// Exactly as many vertices as the kind has.
    fn corners<V: Vector, const N: usize>(&self, what: &'static str) -> Result<[V; N], Wrong> {
        let corners = self.vertices()?;
        counted(what, N, &corners)?;
        Ok(core::array::from_fn(|i| corners[i]))
    }

    fn axis(&self) -> Result<Axis, Wrong> {
        Ok(self.axis.as_deref().ok_or(Wrong::Missing("axis"))?.parse()?)
    }

    fn point<V: Vector>(self) -> Result<Point<V>, Wrong> {
        let position = match &self.position {
            Some(position) => vector("position", position)?,
            None => self.corners::<V, 1>("a point")?[0],
        };
        Ok(Point::new(position)?)
    }

    fn capsule<V: Vector>(self) -> Result<Capsule<V>, Wrong> {
        let radius = number("radius", self.radius)?;
        if self.p1.is_some() || self.p2.is_some() {
            let p1 = Self::vector("p1", self.p1)?;
            return Ok(Capsule::new(p1, Self::vector("p2", self.p2)?, radius)?);
        }
        let half_length = number("half_length", self.half_length)?;
        Ok(Capsule::along(self.axis()?, half_length, radius)?)
    }

    fn half_space<V: Vector>(self) -> Result<Shape<V>, Wrong> {
        // Rounding a half-space moves its plane outwards.
        let margin = Error::not_negative("margin", V::Scalar::of(self.margin.unwrap_or(0.0)))?;
        let offset: V::Scalar = number("offset", self.offset)?;
        let normal = Self::vector("normal", self.normal)?;
        Ok(Shape::HalfSpace(HalfSpace::new(normal, offset + margin)?))
    }

    fn shape<V: Vector>(self) -> Result<Shape<V>, Wrong> {
        let margin = V::Scalar::of(self.margin.unwrap_or(0.0));
        if let Some(kind) = Kind::named(&self.kind) {
            kind.lives_in(V::DIM)?;
        }
        let convex: ConvexShape<V> = match self.kind.as_str() {
            "point" => self.point()?.into(),
            "segment" => {
                let [p1, p2] = self.corners("a segment")?;
                Segment::new(p1, p2)?.into()
            }
            "triangle" => {
                let [a, b, c] = self.corners("a triangle")?;
                Triangle::new(a, b, c)?.into()
            }
            "circle" | "sphere" => Ball::new(number("radius", self.radius)?)?.into(),
            "capsule" => self.capsule()?.into(),
            "box" => Cuboid::new(Self::vector("half_extents", self.half_extents)?)?.into(),
            "cylinder" => {
                let half_height = number("half_height", self.half_height)?;
                Cylinder::new(self.axis()?, half_height, number("radius", self.radius)?)?.into()
            }
            "cone" => {
                let half_height = number("half_height", self.half_height)?;
                Cone::new(self.axis()?, half_height, number("radius", self.radius)?)?.into()
            }
            "ellipse" | "ellipsoid" => Ellipsoid::new(Self::vector("radii", self.radii)?)?.into(),
            "polygon" => Polygon::new(self.vertices()?)?.into(),
            "hull" => Hull::new(self.vertices()?)?.into(),
            "half-plane" | "half-space" => return self.half_space(),
            _ => return Err(Error::Unknown { what: "kind of shape", name: self.kind }.into()),
        };
        Ok(Shape::Convex(Rounded::new(convex, margin)?))
    }
}

impl<'de, V: Vector> Deserialize<'de> for Shape<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Fields::deserialize(deserializer)?.shape().map_err(Wrong::told)
    }
}

/// A number in its own precision, so that an `f32` is written with the digits of an `f32`.
struct Number<S>(S);

impl<S: Scalar> Serialize for Number<S> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let wide = self.0.to_f64();
        if S::EPSILON.to_f64() == f64::EPSILON {
            serializer.serialize_f64(wide)
        } else {
            serializer.serialize_f32(wide as f32)
        }
    }
}

/// A vector as the list of its coordinates.
struct Numbers<V>(V);

impl<V: Vector> Serialize for Numbers<V> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        serializer.collect_seq((0..V::DIM).map(|i| Number(self.0.get(i))))
    }
}

/// Vectors as a list of lists.
struct Vertices<'a, V>(&'a [V]);

impl<V: Vector> Serialize for Vertices<'_, V> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        serializer.collect_seq(self.0.iter().map(|v| Numbers(*v)))
    }
}

/// The name of a kind: shapes of the plane and of space that are one type have two names.
fn kind<V: Vector>(shape: &ConvexShape<V>) -> &'static str {
    let name = |plane, space| if V::DIM == 2 { plane } else { space };
    match shape {
        ConvexShape::Point(_) => "point",
        ConvexShape::Segment(_) => "segment",
        ConvexShape::Triangle(_) => "triangle",
        ConvexShape::Ball(_) => name("circle", "sphere"),
        ConvexShape::Capsule(_) => "capsule",
        ConvexShape::Cuboid(_) => "box",
        ConvexShape::Cylinder(_) => "cylinder",
        ConvexShape::Cone(_) => "cone",
        ConvexShape::Ellipsoid(_) => name("ellipse", "ellipsoid"),
        ConvexShape::Polygon(_) => "polygon",
        ConvexShape::Hull(_) => "hull",
    }
}

fn write_convex<V: Vector, M: SerializeMap>(
    shape: &ConvexShape<V>,
    map: &mut M,
) -> Result<(), M::Error> {
    map.serialize_entry("kind", kind(shape))?;
    match shape {
        ConvexShape::Point(point) => map.serialize_entry("position", &Numbers(point.position())),
        ConvexShape::Segment(segment) => {
            map.serialize_entry("vertices", &Vertices(&segment.ends()))
        }
        ConvexShape::Triangle(triangle) => {
            map.serialize_entry("vertices", &Vertices(&triangle.corners()))
        }
        ConvexShape::Ball(ball) => map.serialize_entry("radius", &Number(ball.radius())),
        ConvexShape::Capsule(capsule) => {
            let [p1, p2] = capsule.segment().ends();
            map.serialize_entry("radius", &Number(capsule.radius()))?;
            map.serialize_entry("p1", &Numbers(p1))?;
            map.serialize_entry("p2", &Numbers(p2))
        }
        ConvexShape::Cuboid(cuboid) => {
            map.serialize_entry("half_extents", &Numbers(cuboid.half_extents()))
        }
        ConvexShape::Cylinder(cylinder) => write_round(cylinder.view(), map),
        ConvexShape::Cone(cone) => write_round(cone.view(), map),
        ConvexShape::Ellipsoid(ellipsoid) => {
            map.serialize_entry("radii", &Numbers(ellipsoid.radii()))
        }
        ConvexShape::Polygon(polygon) => {
            map.serialize_entry("vertices", &Vertices(polygon.vertices()))
        }
        ConvexShape::Hull(hull) => map.serialize_entry("vertices", &Vertices(hull.points())),
    }
}

/// What cylinders and cones have.
fn write_round<V: Vector, M: SerializeMap>(view: View<'_, V>, map: &mut M) -> Result<(), M::Error> {
    let (View::Cylinder { radius, half_height, axis } | View::Cone { radius, half_height, axis }) =
        view
    else {
        return Ok(());
    };
    map.serialize_entry("radius", &Number(radius))?;
    map.serialize_entry("half_height", &Number(half_height))?;
    map.serialize_entry("axis", &Axis::from_index(axis).map(Axis::name))
}

impl<V: Vector> Serialize for Shape<V> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self {
            Shape::Convex(rounded) => {
                write_convex(rounded.inner(), &mut map)?;
                if rounded.margin() > V::Scalar::ZERO {
                    map.serialize_entry("margin", &Number(rounded.margin()))?;
                }
            }
            Shape::HalfSpace(half) => {
                let kind = if V::DIM == 2 { "half-plane" } else { "half-space" };
                map.serialize_entry("kind", kind)?;
                map.serialize_entry("normal", &Numbers(half.normal()))?;
                map.serialize_entry("offset", &Number(half.offset()))?;
            }
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use glam::{DVec2, DVec3, Vec2, Vec3};
    use serde_json::{from_str, to_string};

    const PLANE: [&str; 11] = [
        r#"{"kind":"point","position":[1.0,2.0]}"#,
        r#"{"kind":"segment","vertices":[[1.0,2.0],[3.0,4.0]]}"#,
        r#"{"kind":"triangle","vertices":[[0.0,0.0],[1.0,0.0],[0.0,1.0]]}"#,
        r#"{"kind":"circle","radius":0.1}"#,
        r#"{"kind":"capsule","radius":0.1,"p1":[0.0,0.0],"p2":[1.0,0.0]}"#,
        r#"{"kind":"box","half_extents":[1.0,2.0]}"#,
        r#"{"kind":"polygon","vertices":[[0.0,0.0],[1.0,0.0],[1.0,1.0],[0.0,1.0]]}"#,
        r#"{"kind":"hull","vertices":[[0.0,0.0],[1.0,0.0],[0.25,0.25]]}"#,
        r#"{"kind":"ellipse","radii":[1.0,2.0]}"#,
        r#"{"kind":"half-plane","normal":[0.0,1.0],"offset":0.3}"#,
        r#"{"kind":"box","half_extents":[1.0,2.0],"margin":0.1}"#,
    ];
    const SPACE: [&str; 11] = [
        r#"{"kind":"point","position":[1.0,2.0,3.0]}"#,
        r#"{"kind":"segment","vertices":[[1.0,2.0,0.0],[3.0,4.0,0.0]]}"#,
        r#"{"kind":"triangle","vertices":[[0.0,0.0,1.0],[1.0,0.0,1.0],[0.0,1.0,1.0]]}"#,
        r#"{"kind":"sphere","radius":0.1}"#,
        r#"{"kind":"capsule","radius":0.1,"p1":[0.0,0.0,0.0],"p2":[1.0,0.0,0.0]}"#,
        r#"{"kind":"box","half_extents":[1.0,2.0,3.0]}"#,
        r#"{"kind":"cylinder","radius":0.1,"half_height":2.0,"axis":"x"}"#,
        r#"{"kind":"cone","radius":0.1,"half_height":2.0,"axis":"z"}"#,
        r#"{"kind":"ellipsoid","radii":[1.0,2.0,3.0],"margin":0.7}"#,
        r#"{"kind":"hull","vertices":[[0.0,0.0,0.0],[1.0,0.0,0.0],[0.25,0.25,1.0]]}"#,
        r#"{"kind":"half-space","normal":[0.0,0.0,1.0],"offset":-0.3}"#,
    ];

    fn there_and_back<V: Vector>(texts: &[&str]) {
        for text in texts {
            let shape: Shape<V> = from_str(text).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(to_string(&shape).unwrap(), *text);
        }
    }

    #[test]
    fn every_kind_survives_the_round_trip() {
        there_and_back::<Vec2>(&PLANE);
        there_and_back::<DVec2>(&PLANE);
        there_and_back::<Vec3>(&SPACE);
        there_and_back::<DVec3>(&SPACE);
    }

    #[test]
    fn other_spellings_mean_the_same() {
        let same = |one: &str, other: &str| {
            let (one, other) = (from_str::<Shape<DVec3>>(one), from_str::<Shape<DVec3>>(other));
            assert_eq!(one.unwrap(), other.unwrap());
        };
        same(
            r#"{"kind":"capsule","radius":1,"half_length":2,"axis":"y","pose":0,"source_matrix":[]}"#,
            r#"{"kind":"capsule","radius":1,"p1":[0,-2,0],"p2":[0,2,0]}"#,
        );
        same(r#"{"kind":"point","position":[1,2,3]}"#, r#"{"kind":"point","vertices":[[1,2,3]]}"#);
        same(
            r#"{"kind":"half-space","normal":[0,0,2],"offset":1,"margin":0.5}"#,
            r#"{"kind":"half-space","normal":[0,0,1],"offset":1.5}"#,
        );
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, says) in [
            (r#"{"kind":"blob"}"#, r#"unknown kind of shape "blob""#),
            (r#"{"kind":"circle","radius":1}"#, "a circle does not exist in 3D"),
            (r#"{"kind":"polygon","vertices":[[0,0,0]]}"#, "a polygon does not exist in 3D"),
            (r#"{"kind":"half-plane","normal":[0,1],"offset":0}"#, "does not exist in 3D"),
            (r#"{"kind":"box","half_extents":[1,0,1]}"#, "half_extents must be positive"),
            (r#"{"kind":"box","half_extents":[1,1]}"#, "half_extents takes 3"),
            (r#"{"kind":"sphere","radius":-2}"#, "radius must not be negative, but is -2"),
            (r#"{"kind":"sphere"}"#, "missing field `radius`"),
            (r#"{"kind":"sphere","radius":1,"margin":-1}"#, "margin must not be negative"),
            (r#"{"kind":"hull","vertices":[]}"#, "a hull needs at least one point"),
            (r#"{"kind":"hull","vertices":[[1,2]]}"#, "a vertex takes 3"),
            (r#"{"kind":"segment","vertices":[[1,2,3]]}"#, "a segment takes 2"),
            (r#"{"kind":"cylinder","radius":1,"half_height":1,"axis":"w"}"#, r#"unknown axis "w""#),
            (r#"{"radius":1}"#, "missing field `kind`"),
        ] {
            let error = from_str::<Shape<DVec3>>(text).unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
        let bow_tie = r#"{"kind":"polygon","vertices":[[0,0],[1,1],[1,0],[0,1]]}"#;
        let error = from_str::<Shape<DVec2>>(bow_tie).unwrap_err().to_string();
        assert!(error.contains("not convex"), "{error}");
        // Past the range of f32 a number is infinite there.
        let large = r#"{"kind":"circle","radius":1e39}"#;
        assert!(from_str::<Shape<DVec2>>(large).is_ok());
        assert!(from_str::<Shape<Vec2>>(large).unwrap_err().to_string().contains("not finite"));
    }

    /// Each kind is read where the table says, by keys that the table has.
    #[test]
    fn the_table_of_kinds_is_what_is_read() {
        let read = |text: &str| {
            [from_str::<Shape<DVec2>>(text).is_ok(), from_str::<Shape<DVec3>>(text).is_ok()]
        };
        let mut seen = alloc::collections::BTreeSet::new();
        let capsule = r#"{"kind":"capsule","radius":1,"half_length":2,"axis":"x"}"#;
        let point = r#"{"kind":"point","vertices":[[1,2,3]]}"#;
        for text in PLANE.iter().chain(&SPACE).chain(&[capsule, point]) {
            let fields: serde_json::Map<String, serde_json::Value> = from_str(text).unwrap();
            let kind = Kind::named(fields["kind"].as_str().unwrap()).unwrap();
            assert!(fields.keys().all(|key| kind.knows(key)), "{text}");
            seen.extend(fields.into_iter().map(|(key, _)| (kind.name, key)));
            let [plane, space] = read(text);
            assert!(!plane || kind.dims.contains(&2), "{text}");
            assert!(!space || kind.dims.contains(&3), "{text}");
            assert!(plane || space);
        }
        for kind in KINDS {
            assert!(kind.keys.iter().all(|key| seen.contains(&(kind.name, (*key).into()))));
            assert!(kind.dim().is_some() == (kind.dims.len() == 1));
        }
    }
}
