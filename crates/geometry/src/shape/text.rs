//! Reads and writes shapes and poses as text (feature `serde`).
//!
//! The format is described in `cases/README.md`. A shape is a table with its `kind` and the fields of
//! that kind ([`KINDS`]). A pose is `{ t, q }` in 3D and `{ t, angle }` in 2D, or one of the other forms
//! in `text/pose.rs`. Reading uses the checked constructors, so every shape and pose that was read is
//! valid, and the error messages are those of the constructors.
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
//! Numbers are read as `f64` and rounded to the precision of the shape. Unknown fields are ignored. Any
//! kind may have a `margin`, which is a rounding radius.
//!
//! Each shape type can also be read and written by itself, in the same format but without a margin. Inside
//! [`Rounded`] it has a margin. Reading another kind is an error. User-defined shapes have no text form.
//!
//! ```
//! use clearance::d3::{Cuboid, Sphere};
//! let ball: Sphere = serde_json::from_str(r#"{"kind": "sphere", "radius": 0.5}"#)?;
//! assert_eq!(serde_json::to_string(&ball)?, r#"{"kind":"sphere","radius":0.5}"#);
//! let wrong = serde_json::from_str::<Cuboid>(r#"{"kind": "sphere", "radius": 0.5}"#);
//! assert_eq!(wrong.unwrap_err().to_string(), "a box is needed here, but this is a sphere");
//! # Ok::<(), serde_json::Error>(())
//! ```

mod kinds;
mod pose;

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Error as _, Serialize, SerializeMap, Serializer};

use super::{
    Ball, Capsule, ChainSegment, Cone, Convex, ConvexShape, Cuboid, Cylinder, Ellipsoid, Facet,
    HalfSpace, Hull, Point, Polygon, Rounded, Segment, Shape, Triangle,
};
use crate::Error;
use crate::number::Scalar;
use crate::space::text::{Number, Numbers, nearest};
use crate::space::{Axis, Vector};

pub use kinds::{KINDS, Kind};

/// The fields of all kinds.
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
    neighbours: Option<Vec<Option<Vec<f64>>>>,
    depth: Option<f64>,
}

/// Why a shape or a pose could not be read.
struct Wrong(String);

impl From<Error> for Wrong {
    fn from(error: Error) -> Self {
        Self(error.to_string())
    }
}

impl Wrong {
    /// The kind is not that of the requested type.
    fn kind(needs: &str, fields: &Fields) -> Self {
        Self(format!("a {needs} is needed here, but this is a {}", fields.kind))
    }
    fn into_error<E: serde::de::Error>(self) -> E {
        E::custom(self.0)
    }
}

fn needed<T>(field: &str, value: Option<T>) -> Result<T, Wrong> {
    value.ok_or_else(|| Wrong(format!("{field} is missing")))
}

fn counted<T>(what: &str, needs: usize, list: &[T]) -> Result<(), Wrong> {
    if list.len() == needs {
        return Ok(());
    }
    let has = list.len();
    Err(Wrong(format!("{what} takes {needs} numbers or points, but has {has}")))
}

fn number<S: Scalar>(field: &str, value: Option<f64>) -> Result<S, Wrong> {
    Ok(nearest(needed(field, value)?))
}

fn vector<V: Vector>(what: &str, numbers: &[f64]) -> Result<V, Wrong> {
    counted(what, V::DIM, numbers)?;
    Ok(V::from_fn(|i| nearest(numbers[i])))
}

impl Fields {
    fn vector<V: Vector>(field: &str, value: &Option<Vec<f64>>) -> Result<V, Wrong> {
        vector(field, needed(field, value.as_ref())?)
    }

    fn vertices<V: Vector>(&self) -> Result<Vec<V>, Wrong> {
        let lists = needed("vertices", self.vertices.as_ref())?;
        lists.iter().map(|numbers| vector("a vertex", numbers)).collect()
    }

    /// The vertices, which must be exactly `N`.
    fn corners<V: Vector, const N: usize>(&self, what: &str) -> Result<[V; N], Wrong> {
        let corners = self.vertices()?;
        counted(what, N, &corners)?;
        Ok(core::array::from_fn(|i| corners[i]))
    }

    /// The neighbours, which must be exactly `N`. If the field is missing, all are `None`.
    fn neighbours<V: Vector, const N: usize>(&self) -> Result<[Option<V>; N], Wrong> {
        let Some(given) = &self.neighbours else { return Ok([None; N]) };
        counted("neighbours", N, given)?;
        let mut neighbours = [None; N];
        for (neighbour, given) in neighbours.iter_mut().zip(given) {
            *neighbour = given.as_ref().map(|point| vector("a neighbour", point)).transpose()?;
        }
        Ok(neighbours)
    }

    fn axis(&self) -> Result<Axis, Wrong> {
        Ok(needed("axis", self.axis.as_deref())?.parse()?)
    }

    /// The axis, the half height and the radius of a cylinder or a cone.
    fn round<S: Scalar>(&self) -> Result<(Axis, S, S), Wrong> {
        let half_height = number("half_height", self.half_height)?;
        Ok((self.axis()?, half_height, number("radius", self.radius)?))
    }

    /// Refuses unknown kinds, and kinds that do not exist in this dimension.
    fn known(&self, dim: usize) -> Result<(), Wrong> {
        let unknown = || Error::Unknown { what: "kind of shape", name: self.kind.clone() };
        Ok(Kind::named(&self.kind).ok_or_else(unknown)?.lives_in(dim)?)
    }

    /// Reads a shape of the type `T` and refuses a margin.
    fn unrounded<T: Written>(&self) -> Result<T, Wrong> {
        let shape = self.only()?;
        if self.margin.unwrap_or(0.0) == 0.0 {
            Ok(shape)
        } else {
            Err(Wrong("a margin is for `Shape` and `Rounded` only".into()))
        }
    }

    /// Reads a shape of the type `T`, without its margin.
    fn only<T: Written>(&self) -> Result<T, Wrong> {
        self.known(T::V::DIM)?;
        T::read(self).unwrap_or_else(|| Err(Wrong::kind(T::kind(), self)))
    }

    /// Reads a shape of the type `T` with its margin.
    fn rounded<T: Written>(&self) -> Result<Rounded<T>, Wrong> {
        Ok(Rounded::new(self.only()?, self.margin())?)
    }

    fn margin<S: Scalar>(&self) -> S {
        nearest(self.margin.unwrap_or(0.0))
    }

    fn half_space<V: Vector>(&self) -> Result<HalfSpace<V>, Wrong> {
        // Rounding a half-space moves its plane outwards.
        let margin = Error::not_negative("margin", self.margin::<V::Scalar>())?;
        let offset: V::Scalar = number("offset", self.offset)?;
        let normal = Self::vector("normal", &self.normal)?;
        Ok(HalfSpace::new(normal, offset + margin)?)
    }

    fn is_half_space<V: Vector>(&self) -> bool {
        self.kind == half_space::<V>()
    }
}

/// A type of convex shapes that can be read and written.
pub trait Written: Convex + Sized {
    /// The name of the kind. A type that exists in 2D and 3D may have a different name in each.
    fn kind() -> &'static str;
    /// Writes the kind and all fields except the margin.
    fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error>;
    /// Reads the shape, or `None` if the fields are those of another kind.
    #[allow(private_interfaces, reason = "no user can name this trait")]
    fn read(fields: &Fields) -> Option<Result<Self, Wrong>>;
}

/// Implements reading and writing of a type by itself, without a margin.
macro_rules! by_itself {
    ($name:ident) => {
        impl<V: Vector> Serialize for $name<V> {
            fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
                write(self, V::Scalar::ZERO, serializer)
            }
        }

        impl<'de, V: Vector> Deserialize<'de> for $name<V> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                read(deserializer, Fields::unrounded)
            }
        }
    };
}

/// For each shape type: the name of its kind in 2D and 3D, its fields, and how to read it.
macro_rules! written {
    ($($name:ident: $plane:literal $(/ $space:literal)?,
        $shape:ident => [$($field:literal = $value:expr),* $(; $some:literal = $option:expr)?],
        $fields:ident => $made:expr;)*) => {$(
        impl<V: Vector> Written for $name<V> {
            fn kind() -> &'static str {
                let plane = V::DIM == 2;
                $(if !plane { return $space; })?
                let _ = plane;
                $plane
            }
            fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
                let $shape = self;
                map.serialize_entry("kind", Self::kind())?;
                $(map.serialize_entry($field, &$value)?;)*
                $(if let Some(value) = $option {
                    map.serialize_entry($some, &value)?;
                })?
                Ok(())
            }
            #[allow(private_interfaces, reason = "as of the trait")]
            fn read($fields: &Fields) -> Option<Result<Self, Wrong>> {
                let made = || -> Result<Self, Wrong> { $made };
                ($fields.kind == Self::kind()).then(made)
            }
        }

        by_itself!($name);
    )*};
}

written! {
    Point: "point",
        point => ["position" = Numbers(point.position())],
        fields => {
            let position = match &fields.position {
                Some(position) => vector("position", position)?,
                None => fields.corners::<V, 1>("a point")?[0],
            };
            Ok(Point::new(position)?)
        };
    Segment: "segment",
        segment => ["vertices" = Vertices(&segment.ends())],
        fields => {
            let [p1, p2] = fields.corners("a segment")?;
            Ok(Segment::new(p1, p2)?)
        };
    Triangle: "triangle",
        triangle => ["vertices" = Vertices(&triangle.corners())],
        fields => {
            let [a, b, c] = fields.corners("a triangle")?;
            Ok(Triangle::new(a, b, c)?)
        };
    Ball: "circle" / "sphere",
        ball => ["radius" = Number(ball.radius())],
        fields => Ok(Ball::new(number("radius", fields.radius)?)?);
    Capsule: "capsule",
        capsule => [
            "radius" = Number(capsule.radius()),
            "p1" = Numbers(capsule.ends()[0]),
            "p2" = Numbers(capsule.ends()[1])
        ],
        fields => {
            let radius = number("radius", fields.radius)?;
            if fields.p1.is_some() || fields.p2.is_some() {
                let p1 = Fields::vector("p1", &fields.p1)?;
                return Ok(Capsule::new(p1, Fields::vector("p2", &fields.p2)?, radius)?);
            }
            let half_length = number("half_length", fields.half_length)?;
            Ok(Capsule::along(fields.axis()?, half_length, radius)?)
        };
    Cuboid: "box",
        cuboid => ["half_extents" = Numbers(cuboid.half_extents())],
        fields => Ok(Cuboid::new(Fields::vector("half_extents", &fields.half_extents)?)?);
    Cylinder: "cylinder",
        cylinder => [
            "radius" = Number(cylinder.radius()),
            "half_height" = Number(cylinder.half_height()),
            "axis" = cylinder.axis().name()
        ],
        fields => {
            let (axis, half_height, radius) = fields.round()?;
            Ok(Cylinder::new(axis, half_height, radius)?)
        };
    Cone: "cone",
        cone => [
            "radius" = Number(cone.radius()),
            "half_height" = Number(cone.half_height()),
            "axis" = cone.axis().name()
        ],
        fields => {
            let (axis, half_height, radius) = fields.round()?;
            Ok(Cone::new(axis, half_height, radius)?)
        };
    Ellipsoid: "ellipse" / "ellipsoid",
        ellipsoid => ["radii" = Numbers(ellipsoid.radii())],
        fields => Ok(Ellipsoid::new(Fields::vector("radii", &fields.radii)?)?);
    Polygon: "polygon",
        polygon => ["vertices" = Vertices(polygon.vertices())],
        fields => Ok(Polygon::new(fields.vertices()?)?);
    Hull: "hull",
        hull => ["vertices" = Vertices(hull.points())],
        fields => Ok(Hull::new(fields.vertices()?)?);
    Facet: "facet",
        facet => [
            "vertices" = Vertices(&facet.corners()),
            "neighbours" = facet.neighbours().map(|p| p.map(Numbers));
            "depth" = limit(facet.depth())
        ],
        fields => {
            let facet = Facet::new(fields.corners("a facet")?)?;
            let facet = facet.with_neighbours(fields.neighbours()?)?;
            Ok(fields.depth.map_or(Ok(facet), |depth| facet.with_depth(nearest(depth)))?)
        };
    ChainSegment: "chain-segment",
        segment => [
            "vertices" = Vertices(&segment.ends()),
            "neighbours" = segment.neighbours().map(|p| p.map(Numbers));
            "depth" = limit(segment.depth())
        ],
        fields => {
            let segment = ChainSegment::new(fields.corners("a chain segment")?)?;
            let segment = segment.with_neighbours(fields.neighbours()?)?;
            Ok(fields.depth.map_or(Ok(segment), |depth| segment.with_depth(nearest(depth)))?)
        };
}

/// A depth, unless it is infinite.
fn limit<S: Scalar>(depth: S) -> Option<Number<S>> {
    depth.is_finite().then_some(Number(depth))
}

/// Any convex shape, of one of these types.
macro_rules! any_of {
    ($($name:ident),*) => {
        impl<V: Vector> Written for ConvexShape<V> {
            fn kind() -> &'static str {
                "bounded convex shape"
            }
            fn write<M: SerializeMap>(&self, map: &mut M) -> Result<(), M::Error> {
                match self {
                    $(Self::$name(shape) => shape.write(map),)*
                    Self::Custom(_) => {
                        Err(M::Error::custom("a shape of one's own has no text form"))
                    }
                }
            }
            #[allow(private_interfaces, reason = "as of the trait")]
            fn read(fields: &Fields) -> Option<Result<Self, Wrong>> {
                None$(.or_else(|| Some($name::read(fields)?.map(Self::from))))*
            }
        }
    };
}

any_of!(
    Point,
    Segment,
    Triangle,
    Ball,
    Capsule,
    Cuboid,
    Cylinder,
    Cone,
    Ellipsoid,
    Polygon,
    Hull,
    Facet,
    ChainSegment
);
by_itself!(ConvexShape);

/// Reads the fields, and from them a shape.
fn read<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    read: impl FnOnce(&Fields) -> Result<T, Wrong>,
) -> Result<T, D::Error> {
    read(&Fields::deserialize(deserializer)?).map_err(Wrong::into_error)
}

/// Writes a shape with its kind, and with its margin if there is one.
fn write<T: Written, Z: Serializer>(
    shape: &T,
    margin: <T::V as Vector>::Scalar,
    serializer: Z,
) -> Result<Z::Ok, Z::Error> {
    let mut map = serializer.serialize_map(None)?;
    shape.write(&mut map)?;
    if margin > Scalar::ZERO {
        map.serialize_entry("margin", &Number(margin))?;
    }
    map.end()
}

fn half_space<V: Vector>() -> &'static str {
    if V::DIM == 2 { "half-plane" } else { "half-space" }
}

impl<C: Written> Serialize for Rounded<C> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        write(self.inner(), self.margin(), serializer)
    }
}

impl<'de, C: Written> Deserialize<'de> for Rounded<C> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, Fields::rounded)
    }
}

impl<V: Vector> Serialize for HalfSpace<V> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let mut map = serializer.serialize_map(Some(3))?;
        map.serialize_entry("kind", half_space::<V>())?;
        map.serialize_entry("normal", &Numbers(self.normal()))?;
        map.serialize_entry("offset", &Number(self.offset()))?;
        map.end()
    }
}

impl<'de, V: Vector> Deserialize<'de> for HalfSpace<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |fields| {
            fields.known(V::DIM)?;
            if fields.is_half_space::<V>() {
                fields.half_space()
            } else {
                Err(Wrong::kind(half_space::<V>(), fields))
            }
        })
    }
}

impl<V: Vector> Serialize for Shape<V> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        match self {
            Shape::Convex(rounded) => rounded.serialize(serializer),
            Shape::HalfSpace(half) => half.serialize(serializer),
        }
    }
}

impl<'de, V: Vector> Deserialize<'de> for Shape<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(deserializer, |fields| {
            fields.known(V::DIM)?;
            Ok(if fields.is_half_space::<V>() {
                Shape::HalfSpace(fields.half_space()?)
            } else {
                Shape::Convex(fields.rounded()?)
            })
        })
    }
}

/// Serializes vectors as a list of lists.
struct Vertices<'a, V>(&'a [V]);

impl<V: Vector> Serialize for Vertices<'_, V> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        serializer.collect_seq(self.0.iter().map(|v| Numbers(*v)))
    }
}
