//! Tests of `shape::text`.

use std::format;
use std::string::String;

use clearance_geometry::shape::{
    Ball, Capsule, ChainSegment, Cone, ConvexShape, Cuboid, Cylinder, Ellipsoid, Facet, HalfSpace,
    Hull, KINDS, Kind, Point, Polygon, Rounded, Segment, Shape, Triangle,
};
use clearance_geometry::space::Vector;
use glam::{DVec2, DVec3, Vec2, Vec3};
use serde::ser::Serialize;
use serde_json::{from_str, to_string};

const PLANE: [&str; 14] = [
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
    r#"{"kind":"chain-segment","vertices":[[1.0,0.0],[0.0,0.0]],"neighbours":[null,[-1.0,0.5]]}"#,
    r#"{"kind":"chain-segment","vertices":[[1.0,0.0],[0.0,0.0]],"neighbours":[null,null],"margin":0.5}"#,
    r#"{"kind":"chain-segment","vertices":[[1.0,0.0],[0.0,0.0]],"neighbours":[null,null],"depth":0.1}"#,
];
const SPACE: [&str; 14] = [
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
    r#"{"kind":"facet","vertices":[[0.0,0.0,0.0],[1.0,0.0,0.0],[0.0,1.0,0.0]],"neighbours":[null,[1.0,1.0,0.5],null]}"#,
    r#"{"kind":"facet","vertices":[[0.0,0.0,0.0],[1.0,0.0,0.0],[0.0,1.0,0.0]],"neighbours":[null,null,null],"margin":0.5}"#,
    r#"{"kind":"facet","vertices":[[0.0,0.0,0.0],[1.0,0.0,0.0],[0.0,1.0,0.0]],"neighbours":[null,null,null],"depth":0.1,"margin":0.5}"#,
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

/// A shape type by itself has the same text as in [`Shape`], and reads no other kind.
fn alone<T: Serialize + serde::de::DeserializeOwned>(texts: &[&str], kind: &str) {
    let mut own = 0;
    for text in texts {
        let shape: Result<T, _> = from_str(text);
        let is_own = text.starts_with(&format!(r#"{{"kind":"{kind}""#));
        match shape {
            Ok(shape) => {
                assert_eq!((to_string(&shape).unwrap(), is_own), ((*text).into(), true))
            }
            Err(error) if is_own => {
                assert!(text.contains("margin"), "{text}: {error}");
                assert!(error.to_string().contains("a margin is for"), "{text}: {error}");
            }
            Err(error) => {
                let says = format!("a {kind} is needed here, but this is a");
                assert!(error.to_string().contains(&says), "{text}: {error}");
            }
        }
        own += usize::from(is_own);
    }
    assert!(own > 0, "{kind}");
}

#[test]
fn each_shape_is_read_and_written_by_itself() {
    macro_rules! all {
        ($texts:ident, $v:ty, $w:ty: $($name:ident $kind:literal,)*) => {$(
            alone::<$name<$v>>(&$texts, $kind);
            alone::<$name<$w>>(&$texts, $kind);
        )*};
    }
    all! { PLANE, Vec2, DVec2:
        Point "point", Segment "segment", Triangle "triangle", Ball "circle", Capsule "capsule",
        Cuboid "box", Polygon "polygon", Hull "hull", Ellipsoid "ellipse", HalfSpace "half-plane",
        ChainSegment "chain-segment",
    }
    all! { SPACE, Vec3, DVec3:
        Point "point", Segment "segment", Triangle "triangle", Ball "sphere", Capsule "capsule",
        Cuboid "box", Cylinder "cylinder", Cone "cone", Ellipsoid "ellipsoid", Hull "hull",
        HalfSpace "half-space", Facet "facet",
    }
}

#[test]
fn rounded_shapes_are_read_with_a_margin() {
    let text = r#"{"kind":"ellipsoid","radii":[1.0,2.0,3.0],"margin":0.7}"#;
    let rounded: Rounded<Ellipsoid<DVec3>> = from_str(text).unwrap();
    assert_eq!(to_string(&rounded).unwrap(), text);
    let any: Rounded<ConvexShape<DVec3>> = from_str(text).unwrap();
    assert_eq!(to_string(&any).unwrap(), text);
    assert_eq!(Shape::from(any), from_str(text).unwrap());
    assert!(from_str::<Rounded<Cuboid<DVec3>>>(text).is_err());
    let half = r#"{"kind":"half-space","normal":[0,0,1],"offset":0}"#;
    let error = from_str::<ConvexShape<DVec3>>(half).unwrap_err().to_string();
    assert!(error.contains("bounded convex shape is needed here, but this is a half-space"));
    let error = from_str::<Ball<DVec3>>(r#"{"kind":"sphere","radius":-1}"#).unwrap_err();
    assert!(error.to_string().contains("must not be negative"));
    let error = from_str::<Ball<DVec3>>(r#"{"kind":"circle","radius":1}"#).unwrap_err();
    assert!(error.to_string().contains("a circle does not exist in 3D"));
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
        (r#"{"kind":"sphere"}"#, "radius is missing"),
        (r#"{"kind":"sphere","radius":1,"margin":-1}"#, "margin must not be negative"),
        (r#"{"kind":"hull","vertices":[]}"#, "a hull needs at least one point"),
        (r#"{"kind":"hull","vertices":[[1,2]]}"#, "a vertex takes 3"),
        (r#"{"kind":"segment","vertices":[[1,2,3]]}"#, "a segment takes 2"),
        (r#"{"kind":"cylinder","radius":1,"half_height":1,"axis":"w"}"#, r#"unknown axis "w""#),
        (
            r#"{"kind":"facet","vertices":[[0,0,0],[1,0,0],[0,1,0]],"neighbours":[null]}"#,
            "neighbours takes 3",
        ),
        (r#"{"kind":"facet","vertices":[[0,0,0],[1,0,0],[2,0,0]]}"#, "front of the facet"),
        (r#"{"kind":"chain-segment","vertices":[]}"#, "does not exist in 3D"),
        (r#"{"radius":1}"#, "missing field `kind`"),
    ] {
        let error = from_str::<Shape<DVec3>>(text).unwrap_err().to_string();
        assert!(error.contains(says), "{text}: {error}");
    }
    let bow_tie = r#"{"kind":"polygon","vertices":[[0,0],[1,1],[1,0],[0,1]]}"#;
    let error = from_str::<Shape<DVec2>>(bow_tie).unwrap_err().to_string();
    assert!(error.contains("not convex"), "{error}");
    // A number past the range of f32 becomes infinite in f32.
    let large = r#"{"kind":"circle","radius":1e39}"#;
    assert!(from_str::<Shape<DVec2>>(large).is_ok());
    assert!(from_str::<Shape<Vec2>>(large).unwrap_err().to_string().contains("not finite"));
}

/// Each kind can be read in the dimensions and with the keys that the table lists.
#[test]
fn the_table_of_kinds_is_what_is_read() {
    let read = |text: &str| {
        [from_str::<Shape<DVec2>>(text).is_ok(), from_str::<Shape<DVec3>>(text).is_ok()]
    };
    let mut seen = std::collections::BTreeSet::new();
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
