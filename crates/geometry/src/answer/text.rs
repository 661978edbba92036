//! Reads and writes answers as text (feature `serde`), exact to the last bit.
//!
//! Fields keep their names. Enum variants are written with hyphens: `"step-limit"`. Vectors are lists.
//! Infinities are `"inf"` and `"-inf"` in human-readable formats, because JSON has no infinities. Reading
//! checks what holds for every answer: no NaN, bounds in order around the estimate, normals of length 1,
//! one to four points of a contact. It does not check that an answer is *true*: the checker
//! (`clearance::verify`) does, without assumptions.
//!
//! ```
//! use clearance::d3::{self, Clearance, Pose, Sphere, Vec3};
//! let (ball, there) = (Sphere::new(1.0)?, Pose::at(Vec3::new(0.0, 0.3, 2.7))?);
//! let answer = d3::clearance(&ball, &Pose::IDENTITY, &ball, &there);
//! let text = serde_json::to_string(&answer)?;
//! assert_eq!(serde_json::from_str::<Clearance>(&text)?, answer);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! serde_json reads an `f64` to the last bit only with its feature `float_roundtrip`. Caches are not
//! serialized: see `clearance::Cache`.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

use super::{
    Algorithm, Certificate, Clearance, ClosestPoints, ContactPoint, Cover, CoverStep, End,
    Evidence, Feature, FeatureId, FeaturePart, Impact, ImpactCertificate, ImpactStatus, Manifold,
    Member, Penetration, PiecesEvidence, Place, Projection, RayHit, Stretch, Surface, Witness,
};
use crate::number::Scalar;
use crate::shape::PieceId;
use crate::space::text::{Number, Numbers};
use crate::space::{DVector, Vector};

/// The serialized form of a field of type `Of`.
trait TextForm {
    type Of;
    fn from_value(of: &Self::Of) -> Self;
    fn into_value(self) -> Self::Of;
}

/// A field that is serialized by its own type.
#[derive(Default, serde::Serialize, serde::Deserialize)]
#[serde(transparent)]
struct Same<T>(T);

impl<T: Default + PartialEq> Same<T> {
    fn is_default(&self) -> bool {
        self.0 == T::default()
    }
}

impl<T: Clone> TextForm for Same<T> {
    type Of = T;
    fn from_value(of: &T) -> Self {
        Self(of.clone())
    }
    fn into_value(self) -> T {
        self.0
    }
}

impl<S: Scalar> TextForm for Number<S> {
    type Of = S;
    fn from_value(of: &S) -> Self {
        Self(*of)
    }
    fn into_value(self) -> S {
        self.0
    }
}

impl<V: Vector> TextForm for Numbers<V> {
    type Of = V;
    fn from_value(of: &V) -> Self {
        Self(*of)
    }
    fn into_value(self) -> V {
        self.0
    }
}

impl<T: TextForm> TextForm for Option<T> {
    type Of = Option<T::Of>;
    fn from_value(of: &Self::Of) -> Self {
        of.as_ref().map(T::from_value)
    }
    fn into_value(self) -> Self::Of {
        self.map(T::into_value)
    }
}

type N<V> = Number<<V as Vector>::Scalar>;
type W<V> = <V as Vector>::Wide;

/// For each answer type: its fields, their serialized forms, and the check of the values read. Fields after a semicolon
/// are left out where they have their default, as those of shapes of many pieces are for convex ones.
macro_rules! written {
    ($(
        $name:ident[$v:ident: $($bound:tt)*] {
            $($field:ident: $as:ty,)*
            $(; $($rest:ident: $rest_as:ty,)*)?
        } $this:ident => $wrong:expr;
    )*) => {$(
        impl<$v: $($bound)*> Serialize for $name<$v> {
            fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
                #[derive(serde::Serialize)]
                #[serde(bound = "")]
                struct Fields<$v: $($bound)*> {
                    $($field: $as,)*
                    $($(#[serde(skip_serializing_if = "Same::is_default")] $rest: $rest_as,)*)?
                }
                let fields = Fields::<$v> {
                    $($field: <$as as TextForm>::from_value(&self.$field),)*
                    $($($rest: <$rest_as as TextForm>::from_value(&self.$rest),)*)?
                };
                fields.serialize(serializer)
            }
        }

        impl<'de, $v: $($bound)*> Deserialize<'de> for $name<$v> {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                #[derive(serde::Deserialize)]
                #[serde(bound = "")]
                struct Fields<$v: $($bound)*> {
                    $($field: $as,)*
                    $($(#[serde(default)] $rest: $rest_as,)*)?
                }
                let fields = Fields::<$v>::deserialize(deserializer)?;
                let $this = Self {
                    $($field: fields.$field.into_value(),)*
                    $($($rest: fields.$rest.into_value(),)*)?
                };
                let wrong: Option<String> = $wrong;
                wrong.map_or(Ok($this), |wrong| Err(D::Error::custom(wrong)))
            }
        }
    )*};
}

written! {
    Clearance[V: Vector] {
        signed_distance: N<V>,
        lower: N<V>,
        upper: N<V>,
        normal: Numbers<V>,
        point_a: Numbers<V>,
        point_b: Numbers<V>,
        end: Same<End>,
        algorithm: Same<Algorithm>,
        feature: Same<Feature>,
        iterations: Same<u32>,
        evidence: Same<Evidence<W<V>>>,
        ;
        place_a: Same<Place>,
        place_b: Same<Place>,
        inside: Same<bool>,
    } read => {
        let bounds = [read.lower, read.signed_distance, read.upper];
        unordered(bounds).or_else(|| not_unit(read.normal))
    };
    Certificate[V: Vector] {
        answer: Same<Clearance<V>>,
        surface: Same<Option<Surface<W<V>>>>,
        ;
        pieces: Same<Option<Box<PiecesEvidence<V>>>>,
    } read => None;
    PiecesEvidence[V: Vector] {
        pair: Same<Certificate<V>>,
        cover: Same<Option<Cover<W<V>>>>,
    } read => None;
    Cover[V: DVector] {
        lower: Number<f64>,
        pieces: Same<[Vec<PieceId>; 2]>,
        steps: Same<Vec<CoverStep<V>>>,
    } read => None;
    ClosestPoints[V: Vector] {
        point_a: Numbers<V>,
        point_b: Numbers<V>,
        normal: Numbers<V>,
        distance: N<V>,
    } read => negative("distance", read.distance).or_else(|| not_unit(read.normal));
    Penetration[V: Vector] {
        depth: N<V>,
        normal: Numbers<V>,
        point_a: Numbers<V>,
        point_b: Numbers<V>,
    } read => negative("depth", read.depth).or_else(|| not_unit(read.normal));
    ContactPoint[V: Vector] {
        point_a: Numbers<V>,
        point_b: Numbers<V>,
        separation: N<V>,
        feature: Same<FeatureId>,
        persisted: Same<bool>,
        previous: Same<Option<u8>>,
    } read => {
        let beyond = read.previous.filter(|i| *i >= 4);
        beyond.map(|i| format!("a manifold has up to 4 points, and none of number {i}"))
    };
    Impact[V: Vector] {
        status: Same<ImpactStatus>,
        time: N<V>,
        lower: N<V>,
        upper: N<V>,
        normal: Numbers<V>,
        point_a: Numbers<V>,
        point_b: Numbers<V>,
        initial: Option<N<V>>,
        end: Same<End>,
        iterations: Same<u32>,
        axis: Numbers<W<V>>,
        ;
        piece_a: Same<PieceId>,
        piece_b: Same<PieceId>,
    } read => {
        unordered([read.lower, read.time, read.upper]).or_else(|| not_unit(read.normal))
    };
    ImpactCertificate[V: Vector] {
        impact: Same<Impact<V>>,
        witness: Same<Witness<W<V>>>,
        stretches: Same<Vec<Stretch<W<V>>>>,
        start: Same<Option<Certificate<V>>>,
    } read => None;
    RayHit[V: Vector] {
        time: N<V>,
        lower: N<V>,
        upper: N<V>,
        point: Numbers<V>,
        normal: Numbers<V>,
        inside: Same<bool>,
        axis: Numbers<W<V>>,
        ;
        place: Same<Place>,
        from_behind: Same<bool>,
    } read => {
        unordered([read.lower, read.time, read.upper]).or_else(|| not_unit(read.normal))
    };
    Projection[V: Vector] {
        point: Numbers<V>,
        normal: Numbers<V>,
        signed_distance: N<V>,
        lower: N<V>,
        upper: N<V>,
        ;
        place: Same<Place>,
    } read => {
        let bounds = [read.lower, read.signed_distance, read.upper];
        unordered(bounds).or_else(|| not_unit(read.normal))
    };
    Stretch[V: DVector] {
        from: Number<f64>,
        to: Number<f64>,
        axis: Numbers<V>,
    } read => unordered([read.from, read.from, read.to]);
    Evidence[V: DVector] {
        axis: Numbers<V>,
        witness: Same<Witness<V>>,
    } read => None;
    Member[V: DVector] {
        a: Numbers<V>,
        b: Numbers<V>,
    } read => None;
    Surface[V: DVector] {
        members: Same<Vec<Member<V>>>,
        faces: Same<Vec<[u32; 3]>>,
    } read => {
        let count = read.members.len();
        let beyond = read.faces.iter().flatten().find(|i| **i as usize >= count);
        beyond.map(|i| format!("a face has member {i}, but there are {count}"))
    };
}

/// Returns an error message unless lower bound, estimate and upper bound are in this order.
fn unordered<S: Scalar>([lower, estimate, upper]: [S; 3]) -> Option<String> {
    let ordered = lower <= estimate && estimate <= upper;
    (!ordered).then(|| format!("{estimate} is not between the bounds {lower} and {upper}"))
}

fn negative<S: Scalar>(what: &str, length: S) -> Option<String> {
    (length < S::ZERO).then(|| format!("the {what} is negative: {length}"))
}

/// Returns an error message unless the normal has length 1 up to rounding.
fn not_unit<V: Vector>(normal: V) -> Option<String> {
    let length = normal.widen().norm();
    let near = (length - 1.0).abs() <= 64.0 * V::Scalar::EPSILON.to_f64();
    (!near).then(|| format!("the normal is not of length 1, but {length}"))
}

/// The serialized form of a member of a witness with its weight.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(bound = "")]
struct Part<V: DVector> {
    a: Numbers<V>,
    b: Numbers<V>,
    weight: Number<f64>,
}

impl<V: DVector> Serialize for Witness<V> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let part = |(Member { a, b }, weight)| Part {
            a: Numbers(a),
            b: Numbers(b),
            weight: Number(weight),
        };
        serializer.collect_seq(self.parts().map(part))
    }
}

impl<'de, V: DVector> Deserialize<'de> for Witness<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let parts = Vec::<Part<V>>::deserialize(deserializer)?;
        if parts.len() > 4 {
            let has = parts.len();
            return Err(D::Error::custom(format!("a witness has up to 4 members, but this {has}")));
        }
        let part = |Part { a, b, weight }: Part<V>| (Member { a: a.0, b: b.0 }, weight.0);
        Ok(Self::new(parts.into_iter().map(part)))
    }
}

/// The serialized form of a [`CoverStep`].
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(bound = "", rename_all = "kebab-case")]
enum Step<V: DVector> {
    Gap(Numbers<V>),
    SplitA(u32),
    SplitB(u32),
}

impl<V: DVector> Serialize for CoverStep<V> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let step = match *self {
            Self::Gap(axis) => Step::Gap(Numbers(axis)),
            Self::SplitA(at) => Step::SplitA(at),
            Self::SplitB(at) => Step::SplitB(at),
        };
        step.serialize(serializer)
    }
}

impl<'de, V: DVector> Deserialize<'de> for CoverStep<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match Step::<V>::deserialize(deserializer)? {
            Step::Gap(axis) => Self::Gap(axis.0),
            Step::SplitA(at) => Self::SplitA(at),
            Step::SplitB(at) => Self::SplitB(at),
        })
    }
}

/// The serialized form of a manifold.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(bound = "")]
struct Contact<V: Vector> {
    normal: Numbers<V>,
    points: Vec<ContactPoint<V>>,
    algorithm: Algorithm,
    same_points: bool,
}

impl<V: Vector> Serialize for Manifold<V> {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        let (normal, points) = (Numbers(self.normal), self.points().to_vec());
        let (algorithm, same_points) = (self.algorithm(), self.has_same_points());
        Contact { normal, points, algorithm, same_points }.serialize(serializer)
    }
}

impl<'de, V: Vector> Deserialize<'de> for Manifold<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Contact { normal, points, algorithm, same_points } =
            Contact::<V>::deserialize(deserializer)?;
        if !(1..=4).contains(&points.len()) {
            let has = points.len();
            return Err(D::Error::custom(format!("a manifold has 1 to 4 points, but this {has}")));
        }
        if let Some(wrong) = not_unit(normal.0) {
            return Err(D::Error::custom(wrong));
        }
        Ok(Self::new(normal.0, points).found_by(algorithm, same_points))
    }
}

/// The serialized form of a [`FeatureId`].
#[derive(serde::Serialize, serde::Deserialize)]
struct Parts {
    a: FeaturePart,
    b: FeaturePart,
}

impl Serialize for FeatureId {
    fn serialize<Z: Serializer>(&self, serializer: Z) -> Result<Z::Ok, Z::Error> {
        Parts { a: self.a(), b: self.b() }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for FeatureId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Parts { a, b } = Parts::deserialize(deserializer)?;
        let id = Self::new(a, b);
        // A number that is too large would be stored as another number.
        if (id.a(), id.b()) == (a, b) {
            Ok(id)
        } else {
            Err(D::Error::custom("the number of a face, edge or vertex is 2^30 or more"))
        }
    }
}
