//! Casts of one-sided shapes: which of the contacts of the plain shape count.

use clearance::batch::{self, Casts, Pairs};
use clearance::number::Scalar;
use clearance::shape::{ChainSegment, Facet, NO_ID, Segment, Triangle};
use clearance::space::{Motion, Vector};
use clearance::verify::{Verdict, check_impact};
use clearance::{Cast, Convex, Impact, Shape, Sweep, d2_f64};
use clearance_testing::Random;

use crate::common::pairs::{Kind, Maker, Recipe, Stand, pose, short};

/// A one-sided shape with its limit of depth, and the plain shape.
fn both<V: Vector>(random: &mut Random) -> Option<[Shape<V>; 2]> {
    let mut point = || V::from_fn(|_| V::Scalar::of(short(random.range(-2.0, 2.0))));
    let [p, q, r] = [point(), point(), point()];
    let depth = [0.05, 0.2, 0.5, f64::INFINITY][random.below(4)];
    if V::DIM == 2 {
        let mut link = ChainSegment::new([p, q]).ok()?;
        if depth.is_finite() {
            link = link.with_depth(V::Scalar::of(depth)).unwrap();
        }
        return Some([link.into(), Segment::new(p, q).unwrap().into()]);
    }
    let mut facet = Facet::new([p, q, r]).ok()?;
    if depth.is_finite() {
        facet = facet.with_depth(V::Scalar::of(depth)).unwrap();
    }
    Some([facet.into(), Triangle::new(p, q, r).unwrap().into()])
}

/// Why a contact does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    Counts,
    Parting,
    Behind,
    TooDeep,
    /// Within rounding.
    Unclear,
}

/// The rule, computed in the simplest way.
fn why<V: Vector>(
    one: &Shape<V>,
    at: &Motion<V::Wide>,
    body: &Shape<V>,
    at_body: &Motion<V::Wide>,
    velocity: V::Wide,
    [speed, least]: [f64; 2],
) -> Why {
    let (Shape::Convex(one), Shape::Convex(body)) = (one, body) else { panic!("bounded shapes") };
    let side = one.side().unwrap();
    let front = at.rotate(side.front);
    let height = |p: V::Wide| front.dot(p - at.apply(side.point));
    let center = height(at_body.apply(body.center().widen()));
    let local = at_body.unrotate(-front);
    let lowest = at_body.apply(body.support_wide(local, NO_ID).point);
    let lowest = height(lowest) - body.radius_wide();
    let approach = -front.dot(velocity);
    let unsure = 1e-5;
    if approach < -unsure * speed {
        Why::Parting
    } else if center < -unsure {
        Why::Behind
    } else if lowest < -side.depth - unsure {
        Why::TooDeep
    } else if approach > unsure * speed && center > least + unsure && lowest > -side.depth + unsure
    {
        Why::Counts
    } else {
        Why::Unclear
    }
}

#[derive(Debug, Default)]
struct Counts {
    hits: u32,
    parting: u32,
    behind: u32,
    too_deep: u32,
    unclear: u32,
    unproven: u32,
}

fn sweep<V: Maker>(seed: u64, refused: u32) -> Counts {
    let (mut random, mut seen) = (Random::new(seed), Counts::default());
    while seen.parting + seen.behind + seen.too_deep < refused {
        let recipe = Recipe::random(&mut random, V::DIM);
        let (Some([one, plain]), true) = (both::<V>(&mut random), recipe.kind != Kind::HalfSpace)
        else {
            continue;
        };
        let body = recipe.make::<V>(1.0);
        let at = [1.0, 4.0].map(|size| pose::<V>(&Stand::random(&mut random, size), 1.0));
        let mut numbers =
            |size: f64| V::from_fn(|_| V::Scalar::of(short(random.range(-size, size))));
        let (drift, aim) = (numbers(0.3), numbers(0.5));
        let way = (at[0].translation() + aim - at[1].translation()) + drift;
        let velocities = [drift, way];
        let sweeps = [0, 1].map(|i| Sweep::linear(&at[i], velocities[i]).unwrap());
        let tmax = V::Scalar::of(2.0);
        let cast = |one| Cast::new(one, &sweeps[0], &body, &sweeps[1], tmax).unwrap();
        let of_plain = cast(&plain).impact();
        let proof = cast(&one).certificate();
        let found = proof.impact;
        assert_eq!(found, cast(&one).impact());
        assert_eq!(cast(&one).time(), found.hit().then_some(found.time));
        let verdict =
            check_impact(&one, &sweeps[0], &body, &sweeps[1], tmax, V::Scalar::ZERO, &proof);
        assert_ne!(verdict, Verdict::Refuted, "{one:?} {body:?} {sweeps:?} {proof:?}");
        if !of_plain.hit() {
            assert!(!found.hit());
            continue;
        }
        let motions = sweeps.each_ref().map(|s| s.at(of_plain.lower.to_f64()));
        let relative = velocities[1].widen() - velocities[0].widen();
        let speed = velocities[0].widen().norm() + velocities[1].widen().norm();
        // The center of a point is in the plane at contact.
        let height = if recipe.kind == Kind::Point { -1e-4 } else { 0.0 };
        let why = why(&one, &motions[0], &body, &motions[1], relative, [speed, height]);
        let say = || format!("{why:?} {found:?} {of_plain:?}: {one:?} {body:?} {sweeps:?}");
        let count = match why {
            Why::Unclear => {
                seen.unclear += 1;
                continue;
            }
            Why::Counts => {
                assert_eq!(found, of_plain, "{}", say());
                &mut seen.hits
            }
            Why::Parting => &mut seen.parting,
            Why::Behind => &mut seen.behind,
            Why::TooDeep => &mut seen.too_deep,
        };
        *count += 1;
        if why != Why::Counts {
            assert!(!found.hit(), "{}", say());
            // What starts in front and moves away starts in contact.
            assert!(
                found.initial.is_none() || found.initial == of_plain.initial && why == Why::Parting
            );
            seen.unproven += u32::from(verdict != Verdict::Proven);
            assert!(verdict == Verdict::Proven || recipe.curved(), "{verdict:?} {}", say());
        }
        // Exchanged, and in a batch.
        let swapped = Cast::new(&body, &sweeps[1], &one, &sweeps[0], tmax).unwrap().impact();
        assert_eq!(swapped.hit(), found.hit(), "{}", say());
        in_a_batch([&one, &body], &sweeps, tmax, &found);
    }
    seen
}

fn in_a_batch<V: Vector>(
    shapes: [&Shape<V>; 2],
    sweeps: &[Sweep<V>; 2],
    tmax: V::Scalar,
    found: &Impact<V>,
) {
    let mut times = [V::Scalar::ZERO];
    let mut columns = Casts { time: &mut times, ..Default::default() };
    let shapes = shapes.map(Clone::clone);
    batch::casts(&shapes, sweeps, Pairs::Bodies(&[[0, 1]]), tmax, &mut columns).unwrap();
    assert_eq!(times[0], found.time);
}

#[test]
fn what_comes_from_behind_or_moves_away_is_no_hit() {
    use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
    let seen = [
        sweep::<DVec2>(1, 2_600),
        sweep::<Vec2>(2, 2_600),
        sweep::<DVec3>(3, 2_600),
        sweep::<Vec3>(4, 2_600),
    ];
    println!("{seen:?}");
    for Counts { hits, parting, behind, too_deep, unclear, .. } in &seen {
        assert!(*hits > 1_000 && *parting > 1_000 && *behind > 100 && *too_deep > 100);
        assert!(unclear * 20 < *hits, "{seen:?}");
    }
}

/// A small box on an arm goes up through a wide platform on the right, and comes down on it on the left.
#[test]
fn a_turning_body_passes_from_behind_and_lands_later() {
    use d2_f64::{ChainSegment, Cuboid, DVec2, Pose, Sweep};
    let platform = ChainSegment::new([DVec2::new(2.0, 0.0), DVec2::new(-8.0, 0.0)]).unwrap();
    let still = Sweep::at_rest(&Pose::IDENTITY);
    let body = Cuboid::new(DVec2::new(0.2, 0.1)).unwrap();
    let at = |angle: f64| {
        let arm = DVec2::from_angle(angle) * 3.0;
        Pose::new(arm - DVec2::X * 3.0, angle).unwrap()
    };
    let turning = |angle: f64| {
        // The origin turns about the end of the arm, in the body's frame.
        Sweep::new(&at(angle), DVec2::ZERO, 1.0).unwrap().about(-DVec2::X * 3.0).unwrap()
    };
    // From below, and from within the platform.
    for start in [-0.5, -0.01] {
        let mut cast = Cast::new(&platform, &still, &body, &turning(start), 6.0).unwrap();
        let found = cast.impact();
        assert!(found.hit() && found.initial.is_none(), "{found:?}");
        // It lands with its edge, a little before its center is at the height of the platform.
        let angle = start + found.time;
        assert!((3.0..core::f64::consts::PI).contains(&angle), "{angle}");
        assert_eq!(cast.time(), Some(found.time));
        let plain = Cast::new(platform.segment(), &still, &body, &turning(start), 6.0);
        assert!(plain.unwrap().impact().time < 0.5);
    }
    // It goes up only.
    let found = Cast::new(&platform, &still, &body, &turning(-0.5), 2.0).unwrap().impact();
    assert!(!found.hit(), "{found:?}");
    // The platform turns, and meets a body at rest with its front, or its back.
    let resting = Sweep::at_rest(&Pose::at(DVec2::new(-5.0, 1.0)).unwrap());
    let below = Sweep::at_rest(&Pose::at(DVec2::new(-5.0, -1.0)).unwrap());
    let lever = |speed: f64| Sweep::new(&Pose::IDENTITY, DVec2::ZERO, speed).unwrap();
    let hits = |speed: f64, body_at: &Sweep| {
        let found = Cast::new(&platform, &lever(speed), &body, body_at, 0.5).unwrap().certificate();
        let verdict = check_impact(&platform, &lever(speed), &body, body_at, 0.5, 0.0, &found);
        assert_ne!(verdict, Verdict::Refuted);
        found.impact.hit()
    };
    assert!(hits(-1.0, &resting) && !hits(1.0, &resting));
    assert!(!hits(1.0, &below) && !hits(-1.0, &below));
}

/// A body that stands on a platform: what it does at the start, with the signed distance there.
#[test]
fn a_body_on_a_platform() {
    use d2_f64::{ChainSegment, Cuboid, DVec2, Pose, Sweep};
    let platform = ChainSegment::new([DVec2::X, -DVec2::X]).unwrap().with_depth(0.1).unwrap();
    let body = Cuboid::new(DVec2::new(0.2, 0.5)).unwrap();
    let moving =
        |y: f64, v: DVec2| Sweep::linear(&Pose::at(DVec2::new(0.0, y)).unwrap(), v).unwrap();
    let cast = |y: f64, v: DVec2, rise: f64| {
        let lift = Sweep::linear(&Pose::IDENTITY, DVec2::Y * rise).unwrap();
        let found = Cast::new(&platform, &lift, &body, &moving(y, v), 1.0).unwrap().impact();
        let ignored = Cast::new(&platform, &lift, &body, &moving(y, v), 1.0).unwrap();
        assert_eq!(ignored.ignore_parting().impact().hit(), found.hit());
        (found.hit(), found.initial.map(|d| (d * 1e9).round() / 1e9))
    };
    // It falls on, slides, and rises.
    assert_eq!(cast(0.45, -DVec2::Y, 0.0), (true, Some(-0.05)));
    assert_eq!(cast(0.45, DVec2::X, 0.0), (false, Some(-0.05)));
    assert_eq!(cast(0.45, DVec2::Y, 0.0), (false, Some(-0.05)));
    // The platform rises, faster than the body or not.
    assert_eq!(cast(0.45, DVec2::ZERO, 1.0), (true, Some(-0.05)));
    assert_eq!(cast(0.45, DVec2::Y * 2.0, 1.0), (false, Some(-0.05)));
    // Too deep.
    assert_eq!(cast(0.35, -DVec2::Y, 0.0), (false, None));
    assert_eq!(cast(-0.45, -DVec2::Y, 0.0), (false, None));
}
