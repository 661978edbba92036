//! Answers as text: reading returns what was written, to the last bit, and rejects values that no
//! answer can have.

use crate::common::pairs::{Maker, Pair};
use crate::common::rays::cast_ray;
use clearance::answer::{
    CoverStep, Feature, FeatureId, FeaturePart, PathCertificate, PathReason, PathStretch,
};
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::lessons;
use clearance::number::Scalar;
use clearance::shape::PieceId;
use clearance::{
    Algorithm, Cache, Cast, Certificate, Clearance, ClosestPoints, Impact, ImpactCertificate,
    Manifold, Penetration, Projection, Query, Ray, RayHit, Sweep, d3, project,
};
use clearance_testing::{Random, pairs};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, from_str, from_value, json, to_string, to_value};
use std::fmt::Debug;

/// Writes the answer, reads it back and compares. Text distinguishes 0 from -0, which compare
/// equal.
fn read_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(answer: &T) -> String {
    let text = to_string(answer).unwrap();
    let read: T = from_str(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
    assert_eq!(&read, answer, "{text}");
    assert_eq!(to_string(&read).unwrap(), text);
    text
}

#[test]
fn certificates_of_paths() {
    let stretch = |reason| PathStretch {
        leg: 1,
        bodies: [0, 2],
        sets: [0..1, 3..7],
        times: [0.1, 1.0],
        reason,
    };
    let balls = PathReason::Balls([[0.1, -0.0, 1e-300], [1.0, 2.0, 3.0]]);
    let direction = |link| PathReason::Direction { link, normal: [0.6, 0.8, 0.0] };
    let stretches = [balls, direction(None), direction(Some(3))].map(stretch).to_vec();
    let pieces =
        vec![vec![PieceId { part: 0, facet: None }, PieceId { part: 1, facet: Some(4) }], vec![]];
    read_back(&PathCertificate { clearance: 0.01, pieces, stretches });
}

/// The evidence about the pieces of a mesh, whose cover has cuts and axes.
#[test]
fn certificates_of_meshes() {
    let corners = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let corners = corners.map(|[x, y]| Vec3::new(x, y, 0.3 * x * y));
    let mesh = d3::Mesh::new(corners.to_vec(), vec![[0, 1, 2], [0, 2, 3]]).unwrap();
    let (ball, here) = (d3::Sphere::new(0.5).unwrap(), d3::Pose::IDENTITY);
    for (height, gap) in [(1.5, true), (0.1, false)] {
        let there = d3::Pose::at(Vec3::new(0.1, 0.2, height)).unwrap();
        let mut proof = d3::certificate(&mesh, &here, &ball, &there);
        assert_eq!(proof.answer.lower > 0.0, gap);
        if let Some(cover) = &mut proof.pieces.as_mut().unwrap().cover {
            cover.steps.extend([CoverStep::SplitA(1), CoverStep::SplitB(2)]);
        }
        let text = read_back(&proof);
        assert_eq!(text.contains(r#"},{"split-a":1},{"split-b":2}]"#), gap, "{text}");
    }
}

const ALGORITHMS: [Algorithm; 8] = [
    Algorithm::Auto,
    Algorithm::Auto,
    Algorithm::Gjk,
    Algorithm::GjkEpa,
    Algorithm::GjkBoolean,
    Algorithm::Epa,
    Algorithm::Sat,
    Algorithm::SatBoxes,
];

#[derive(Debug, Default)]
struct Counts {
    infinite: usize,
    closest: usize,
    depths: usize,
    touching: usize,
    persisted: usize,
    surfaces: usize,
    hits: usize,
    misses: usize,
    rays: usize,
    near: usize,
}

fn answers_survive<V: Maker>(seed: u64, pair: impl Fn(&mut Random) -> Pair) {
    let (mut random, mut seen) = (Random::new(seed), Counts::default());
    let count = pairs(200);
    for i in 0..count {
        let pair = pair(&mut random);
        let ((a, b), (pose_a, pose_b)) = (pair.shapes::<V>(1.0), pair.poses::<V>(1.0));
        let algorithm = ALGORITHMS[i % ALGORITHMS.len()];
        let query = || Query::new(&a, &pose_a, &b, &pose_b).algorithm(lessons::by_name(algorithm));

        let clearance: Clearance<V> = query().clearance();
        read_back(&clearance);
        seen.infinite += usize::from(!clearance.bounded());
        let certificate: Certificate<V> = query().certificate();
        read_back(&certificate);
        seen.surfaces += usize::from(certificate.surface.is_some());
        let closest: Option<ClosestPoints<V>> = query().closest_points();
        read_back(&closest);
        seen.closest += usize::from(closest.is_some());
        let penetration: Option<Penetration<V>> = query().penetration();
        read_back(&penetration);
        seen.depths += usize::from(penetration.is_some());

        let mut cache = Cache::default();
        for _ in 0..2 {
            let found: Option<Manifold<V>> = query().cache(&mut cache).manifold(V::Scalar::of(0.1));
            read_back(&found);
            if let Some(found) = found {
                let text = to_string(&found).unwrap();
                assert_eq!(from_str::<Manifold<V>>(&text).unwrap().algorithm(), found.algorithm());
                seen.touching += 1;
                seen.persisted += usize::from(found.points().iter().any(|p| p.persisted));
            }
        }

        let velocity = V::from_fn(|k| V::Scalar::of(pair.at_a.t[k] - pair.at_b.t[k]));
        let falling = Sweep::linear(&pose_b, velocity).unwrap();
        let still = Sweep::at_rest(&pose_a);
        let until = V::Scalar::of(2.0);
        let cast = || Cast::new(&a, &still, &b, &falling, until).unwrap();
        let impact: Impact<V> = cast().impact();
        read_back(&impact);
        if impact.hit() {
            seen.hits += 1
        } else {
            seen.misses += 1
        }
        let proof: ImpactCertificate<V> = cast().certificate();
        read_back(&proof);

        let ray = Ray::new(pose_b.translation(), velocity, V::Scalar::INFINITY).unwrap();
        let hit: Option<RayHit<V>> = cast_ray(&a, &pose_a, &ray);
        read_back(&hit);
        seen.rays += usize::from(hit.is_some());
        let near: Projection<V> = project(&a, &pose_a, pose_a.translation()).unwrap();
        read_back(&near);
        seen.near += usize::from(near.signed_distance < Scalar::ZERO);
    }
    let Counts { infinite, closest, depths, touching, persisted, surfaces, .. } = seen;
    let least = [infinite, closest, depths, touching, persisted, surfaces]
        .into_iter()
        .chain([seen.hits, seen.misses, seen.rays, seen.near])
        .min();
    assert!(least.unwrap() > count / 50, "{count}: {seen:?}");
}

#[test]
fn answers_are_read_back_to_the_bit() {
    answers_survive::<Vec2>(1, Pair::random::<DVec2>);
    answers_survive::<DVec2>(2, Pair::random::<DVec2>);
    answers_survive::<Vec3>(3, Pair::random::<DVec3>);
    answers_survive::<DVec3>(4, Pair::random::<DVec3>);
}

/// Infinities have a form that JSON allows, and an `f32` has its own shortest digits.
#[test]
fn numbers_have_a_documented_form() {
    let (ball, here) = (d3::Sphere::new(1.0).unwrap(), d3::Pose::IDENTITY);
    let there = d3::Pose::at(Vec3::new(0.0, 0.0, 2.1)).unwrap();
    let answer = Query::new(&ball, &here, &ball, &there).algorithm(Algorithm::Epa).clearance();
    let text = read_back(&answer);
    assert!(text.contains(r#""upper":"inf""#), "{text}");
    // The only f32 whose shortest digits, read as f64 and then rounded, give another one.
    let twice_rounded = f32::from_bits(0x15ae_43fd);
    for x in [twice_rounded, -twice_rounded, 0.1, f32::MAX, f32::MIN_POSITIVE, 1e-45, -0.0] {
        let near =
            Projection { point: Vec3::splat(x), ..project(&ball, &here, Vec3::X * 3.0).unwrap() };
        let read: d3::Projection = from_str(&to_string(&near).unwrap()).unwrap();
        assert_eq!(read.point.to_array().map(f32::to_bits), [x.to_bits(); 3]);
    }
}

#[test]
fn text_uses_words_and_names() {
    let algorithms = [Algorithm::Auto, Algorithm::SatBoxes, Algorithm::ClosedForm];
    for algorithm in algorithms {
        assert_eq!(to_value(algorithm).unwrap(), json!(algorithm.name()));
    }
    assert_eq!(to_value(Feature::Edges(1, 2)).unwrap(), json!({"edges": [1, 2]}));
    assert_eq!(to_value(Feature::FaceA(3)).unwrap(), json!({"face-a": 3}));
    let id = FeatureId::new(FeaturePart::Vertex(7), FeaturePart::Face(0));
    assert_eq!(to_value(id).unwrap(), json!({"a": {"vertex": 7}, "b": {"face": 0}}));
    assert_eq!(from_value::<FeatureId>(to_value(id).unwrap()).unwrap(), id);
    let most = json!({"a": {"vertex": (1 << 30) - 1}, "b": {"edge": 0}});
    assert!(from_value::<FeatureId>(most).is_ok());
    let beyond = json!({"a": {"vertex": 1 << 30}, "b": {"edge": 0}});
    assert!(from_value::<FeatureId>(beyond).unwrap_err().to_string().contains("2^30 or more"));
}

/// Values that violate an invariant of the answers.
#[test]
fn impossible_values_are_rejected() {
    let (ball, here) = (d3::Sphere::new(1.0).unwrap(), d3::Pose::IDENTITY);
    let there = d3::Pose::at(Vec3::new(0.0, 0.0, 1.5)).unwrap();
    let (clearance, manifold) = (
        to_value(d3::clearance(&ball, &here, &ball, &there)).unwrap(),
        to_value(d3::contact_manifold(&ball, &here, &ball, &there, 0.0).unwrap()).unwrap(),
    );
    let with = |answer: &Value, field: &str, value: Value| {
        let mut answer = answer.clone();
        *answer.pointer_mut(field).unwrap_or_else(|| panic!("{field}")) = value;
        answer
    };
    assert!(from_value::<d3::Clearance>(clearance.clone()).is_ok());
    for (field, value, says) in [
        ("/lower", json!(1.0), "is not between the bounds"),
        ("/upper", json!("-inf"), "is not between the bounds"),
        ("/signed_distance", json!(null), "expected a number"),
        ("/signed_distance", json!("nan"), "expected a number"),
        ("/normal/2", json!(0.5), "the normal is not of length 1, but 0.5"),
        ("/normal", json!([1.0, 0.0]), "a vector takes 3 numbers, but has 2"),
        ("/end", json!("tired"), "unknown variant"),
    ] {
        let error = from_value::<d3::Clearance>(with(&clearance, field, value)).unwrap_err();
        assert!(error.to_string().contains(says), "{field}: {error}");
    }
    let point = manifold["points"][0].clone();
    for (field, value, says) in [
        ("/points", json!([]), "a manifold has 1 to 4 points, but this 0"),
        ("/points", json!([point, point, point, point, point]), "this 5"),
        ("/normal/0", json!(1.0), "not of length 1"),
        ("/points/0/separation", json!("NaN"), "expected a number"),
    ] {
        let error = from_value::<d3::Manifold>(with(&manifold, field, value)).unwrap_err();
        assert!(error.to_string().contains(says), "{field}: {error}");
    }
    let part = json!({"a": [0, 0, 0], "b": [0, 0, 0], "weight": 0.2});
    let five = with(&clearance, "/evidence/witness", json!([part, part, part, part, part]));
    let error = from_value::<d3::Clearance>(five).unwrap_err().to_string();
    assert!(error.contains("up to 4 members"), "{error}");
    let surface = json!({"members": [{"a": [0, 0, 0], "b": [0, 0, 0]}], "faces": [[0, 0, 1]]});
    let error = from_value::<d3::Certificate>(json!({"answer": clearance, "surface": surface}));
    assert!(error.unwrap_err().to_string().contains("a face has member 1, but there are 1"));
}
