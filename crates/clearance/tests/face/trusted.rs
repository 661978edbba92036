//! Poses made without a check: with unit rotations they equal the checked ones, and nothing is
//! proven about poses that are not finite.

use crate::common::pairs::{Maker, Pair, kinds};
use crate::common::rays::cast_ray;
use clearance::glam::{DQuat, DVec2, DVec3, Quat, Vec2, Vec3};
use clearance::lessons;
use clearance::number::Scalar;
use clearance::space::Rotation2;
use clearance::{
    Algorithm, Cache, Cast, ImpactStatus, Pose, Query, Ray, Status, Sweep, clearance,
    contact_manifold, contains, d3_f64, intersects, project,
};
use clearance_testing::{Random, pairs};
use std::collections::BTreeSet;

#[test]
fn unit_rotations_are_not_normalized_again() {
    let (at, turn) = (DVec3::new(1.0, 2.0, 3.0), DQuat::from_xyzw(0.5, -0.5, 0.5, 0.5));
    assert_eq!(Pose::from_unit(at, turn), Pose::new(at, turn).unwrap());
    let angle = 0.7_f32;
    let turn =
        Rotation2::new(libm::cos(f64::from(angle)) as f32, libm::sin(f64::from(angle)) as f32);
    assert_eq!(Pose::from_unit(Vec2::ONE, turn), Pose::new(Vec2::ONE, angle).unwrap());
}

/// Poses that are not finite, or whose rotation is zero.
trait NotFinite: Maker {
    fn not_finite(self) -> Vec<Pose<Self>>;
}

macro_rules! not_finite {
    (2, $v:ident, $s:ident) => {
        impl NotFinite for $v {
            fn not_finite(self) -> Vec<Pose<Self>> {
                let turn = Rotation2::new(0.6, 0.8);
                let turns = [[$s::NAN, 0.0], [0.0, $s::NAN], [0.0, 0.0], [$s::INFINITY, 0.0]];
                let mut all: Vec<_> =
                    turns.map(|[c, s]| Pose::from_unit(self, Rotation2::new(c, s))).into();
                for x in [$s::NAN, $s::INFINITY, $s::NEG_INFINITY] {
                    all.push(Pose::from_unit($v::splat(x), turn));
                    all.push(Pose::from_unit($v::new(self.x, x), turn));
                }
                all
            }
        }
    };
    (3, $v:ident, $q:ident, $s:ident) => {
        impl NotFinite for $v {
            fn not_finite(self) -> Vec<Pose<Self>> {
                let nan = $s::NAN;
                let turns = [[nan; 4], [0.0, 0.0, 0.0, nan], [0.0; 4], [$s::INFINITY; 4]];
                let mut all: Vec<_> =
                    turns.map(|q| Pose::from_unit(self, $q::from_array(q))).into();
                for x in [$s::NAN, $s::INFINITY, $s::NEG_INFINITY] {
                    all.push(Pose::from_unit($v::splat(x), $q::IDENTITY));
                    all.push(Pose::from_unit($v::new(self.x, x, 0.0), $q::IDENTITY));
                }
                all
            }
        }
    };
}
not_finite!(2, Vec2, f32);
not_finite!(2, DVec2, f64);
not_finite!(3, Vec3, Quat, f32);
not_finite!(3, DVec3, DQuat, f64);

fn nothing_is_proven<V: NotFinite>(seed: u64, pair: impl Fn(&mut Random) -> Pair) {
    let (mut random, mut seen) = (Random::new(seed), BTreeSet::new());
    for _ in 0..pairs(150) {
        let pair = pair(&mut random);
        seen.insert((pair.a.kind, pair.b.kind));
        let ((a, b), (here, there)) = (pair.shapes::<V>(1.0), pair.poses::<V>(1.0));
        let margin = V::Scalar::of(0.1);
        for not_finite in there.translation().not_finite() {
            for [p, q] in [[&here, &not_finite], [&not_finite, &here], [&not_finite, &not_finite]] {
                let what = || format!("{pair:?} {p:?} {q:?}");
                let query =
                    |algorithm| Query::new(&a, p, &b, q).algorithm(lessons::by_name(algorithm));
                use Algorithm::{Auto, Epa, Gjk, GjkEpa, Sat};
                for algorithm in [Auto, Gjk, GjkEpa, Epa, Sat] {
                    let found = query(algorithm).clearance();
                    assert_eq!(found.status(), Status::Undecided, "{} {found:?}", what());
                    assert!(query(algorithm).intersects(), "{}", what());
                    assert_eq!(query(algorithm).distance(), Scalar::ZERO);
                    assert!(query(algorithm).closest_points().is_none());
                    assert!(query(algorithm).manifold(margin).is_none(), "{}", what());
                    let _ = (query(algorithm).penetration(), query(algorithm).certificate());
                }
                let mut cache = Cache::default();
                let warm = Query::new(&a, &here, &b, &there).cache(&mut cache).manifold(margin);
                let none = Query::new(&a, p, &b, q).cache(&mut cache).manifold(margin);
                assert!(none.is_none(), "{}", what());
                let again = Query::new(&a, &here, &b, &there).cache(&mut cache).manifold(margin);
                assert_eq!(again.is_some(), warm.is_some());

                let way = Sweep::linear(q, V::unit(0)).unwrap();
                let still = Sweep::at_rest(p);
                let impact = Cast::new(&a, &still, &b, &way, V::Scalar::ONE).unwrap().impact();
                assert_eq!(impact.status, ImpactStatus::Undecided, "{} {impact:?}", what());
            }
            let ray = Ray::new(here.translation(), V::unit(0), V::Scalar::INFINITY).unwrap();
            assert!(cast_ray(&a, &not_finite, &ray).is_none_or(|hit| !hit.is_certain()));
            let near = project(&a, &not_finite, here.translation()).unwrap();
            assert!(!(near.lower > Scalar::ZERO || near.upper < Scalar::ZERO), "{near:?}");
            assert!(contains(&a, &not_finite, here.translation()).unwrap());
        }
    }
    assert!(seen.len() > kinds(V::DIM).len() * 5);
}

#[test]
fn nothing_is_proven_about_poses_that_are_not_finite() {
    nothing_is_proven::<Vec2>(1, Pair::random::<DVec2>);
    nothing_is_proven::<DVec2>(2, Pair::random::<DVec2>);
    nothing_is_proven::<Vec3>(3, Pair::random::<DVec3>);
    nothing_is_proven::<DVec3>(4, Pair::random::<DVec3>);
}

#[test]
fn nothing_is_proven_about_half_spaces_that_are_not_finite() {
    let half = d3_f64::HalfSpace::new(DVec3::new(0.6, 0.0, 0.8), 0.5).unwrap();
    let (ball, here) = (d3_f64::Sphere::new(1.0).unwrap(), Pose::IDENTITY);
    let ray = Ray::new(DVec3::new(0.0, 0.0, 9.0), DVec3::NEG_Z, 100.0).unwrap();
    for not_finite in DVec3::new(1.0, 2.0, 3.0).not_finite() {
        let what = || format!("{not_finite:?}");
        assert_eq!(clearance(&half, &not_finite, &ball, &here).status(), Status::Undecided);
        assert!(intersects(&ball, &here, &half, &not_finite), "{}", what());
        assert!(contact_manifold(&half, &not_finite, &ball, &here, 0.1).is_none(), "{}", what());
        assert!(contains(&half, &not_finite, DVec3::ZERO).unwrap(), "{}", what());
        assert!(
            cast_ray(&half, &not_finite, &ray).is_none_or(|hit| !hit.is_certain()),
            "{}",
            what()
        );
        let (still, way) =
            (Sweep::at_rest(&not_finite), Sweep::linear(&here, DVec3::NEG_Z).unwrap());
        let impact = Cast::new(&half, &still, &ball, &way, 1.0).unwrap().impact();
        assert_eq!(impact.status, ImpactStatus::Undecided, "{}", what());
    }
}
