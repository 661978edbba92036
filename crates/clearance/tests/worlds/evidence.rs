//! Certificates of distances: proven as they come, refuted if a claim, a step or the shape is changed.

use clearance::answer::{CoverStep, SeparationCertificate};
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::shape::{Ball, HalfSpace, PieceId};
use clearance::space::{Pose, Vector};
use clearance::verify::{Verdict, check_separation};
use clearance::worlds::{self, Collider, Compound, Mesh, Solid};
use clearance::{Shape, d3_f64};
use clearance_testing::{Random, pairs};

use crate::common::pairs::{Maker, Stand, pose};
use crate::make::{closed, surface};
use crate::separation::placed;

/// Two shapes and where they are.
struct Case<V: Vector> {
    shapes: [Collider<V>; 2],
    poses: [Pose<V>; 2],
}

impl<V: Vector> Case<V> {
    fn certificate(&self) -> SeparationCertificate<V> {
        let ([a, b], [pose_a, pose_b]) = (&self.shapes, &self.poses);
        worlds::certificate(a, pose_a, b, pose_b)
    }
    fn check(&self, certificate: &SeparationCertificate<V>) -> Verdict {
        let ([a, b], [pose_a, pose_b]) = (&self.shapes, &self.poses);
        check_separation(a, pose_a, b, pose_b, certificate)
    }
    /// The verdict on a certificate that is changed.
    fn changed(
        &self,
        certificate: &SeparationCertificate<V>,
        change: impl FnOnce(&mut SeparationCertificate<V>),
    ) -> Verdict {
        let mut copy = certificate.clone();
        change(&mut copy);
        self.check(&copy)
    }
}

type Steps<V> = Vec<CoverStep<<V as Vector>::Wide>>;

/// What a sweep counts.
#[derive(Debug, Default)]
struct Counts {
    apart: usize,
    touching: usize,
    surfaces: usize,
    unproven: usize,
    lies: usize,
    cuts: usize,
}

fn sweep<V: Maker>(seed: u64, count: usize) {
    let (mut random, mut counts) = (Random::new(seed), Counts::default());
    for i in 0..count {
        let (shapes, poses) = placed::<V>(&mut random);
        let found = worlds::separation(&shapes[0], &poses[0], &shapes[1], &poses[1]);
        let case = Case { shapes, poses };
        let proof = case.certificate();
        let verdict = case.check(&proof);
        assert_ne!(verdict, Verdict::Refuted, "{i}: {proof:?} {found:?}");
        counts.unproven += usize::from(verdict == Verdict::Unproven);
        assert_eq!(
            (proof.pieces[0].part, proof.pieces[1].facet),
            (found.place_a.part, found.place_b.facet)
        );
        // Of answers in `f64`, roundings are taken off.
        let off = 1e-12 * (1.0 + found.distance.to_f64());
        assert!(
            found.lower.to_f64() - proof.lower.to_f64() <= off + V::Scalar::EPSILON.to_f64(),
            "{i}"
        );
        counts.surfaces += usize::from(found.place_a.facet.is_some());
        if found.intersects() {
            counts.touching += 1;
            continue;
        }
        counts.apart += 1;
        // What rounding moves in a compound in a compound may be more than a lie of one percent.
        let pair = &proof.pair.answer;
        let is_narrow = pair.upper - pair.lower < proof.distance * V::Scalar::of(1e-3);
        if verdict == Verdict::Proven && is_narrow {
            counts.lies += 1;
            counts.cuts += usize::from(lies(&case, &proof, &mut random));
        }
    }
    assert!(counts.unproven * 200 <= count, "{counts:?}");
    assert!(counts.lies * 10 > counts.apart * 9, "{counts:?}");
    assert!(counts.apart > count / 3 && counts.touching > count / 10, "{counts:?}");
    assert!(counts.surfaces > count / 4 && counts.cuts > count / 10, "{counts:?}");
}

/// Refuted are: wrong bounds, axes, pieces, and steps that are left out. Returns whether the cover has cuts.
fn lies<V: Maker>(case: &Case<V>, proof: &SeparationCertificate<V>, random: &mut Random) -> bool {
    use Verdict::Refuted;
    let cover = proof.cover.as_ref().expect("shapes that are proven to be apart have a cover");
    let one_percent = |x: V::Scalar, by: f64| x * V::Scalar::of(1.0 + by);
    let all_by = |proof: &mut SeparationCertificate<V>, by: f64| {
        proof.lower = one_percent(proof.lower, by);
        proof.distance = one_percent(proof.distance, by);
        proof.upper = one_percent(proof.upper, by);
    };
    let raised = case.changed(proof, |proof| {
        all_by(proof, 0.01);
        proof.cover.as_mut().unwrap().lower *= 1.01;
    });
    assert_eq!(raised, Refuted, "a larger distance");
    assert_eq!(case.changed(proof, |proof| all_by(proof, -0.01)), Refuted, "a smaller distance");
    let upper = case.changed(proof, |proof| proof.upper = one_percent(proof.lower, -0.01));
    assert_eq!(upper, Refuted, "bounds that are crossed");
    assert_eq!(case.changed(proof, |proof| proof.inside = true), Refuted, "apart and inside");
    let pair = case.changed(proof, |proof| {
        proof.pair.answer.upper = proof.pair.answer.lower / V::Scalar::of(2.0)
    });
    assert_eq!(pair, Refuted, "an upper bound of the pieces");

    // A step that is left out, and one too many.
    let steps = |change: &dyn Fn(&mut Steps<V>)| {
        case.changed(proof, |proof| change(&mut proof.cover.as_mut().unwrap().steps))
    };
    assert_eq!(steps(&|steps| steps.truncate(steps.len() - 1)), Refuted);
    assert_eq!(steps(&|steps| steps.push(steps[0])), Refuted);
    let is_half = |shape: &Collider<V>| matches!(shape, Collider::Convex(Shape::HalfSpace(_)));
    if !case.shapes.iter().any(is_half) {
        // The step about the deciding pair has no other axis.
        let bent = |steps: &mut Steps<V>| {
            for step in steps {
                if let CoverStep::Gap(axis) = step {
                    *axis = turned(*axis);
                }
            }
        };
        assert_eq!(steps(&bent), Refuted);
    }
    // A piece that is left out, there twice, or does not exist.
    let side = random.below(2);
    let at = random.below(cover.pieces[side].len());
    let piece = cover.pieces[side][at];
    let pieces = |change: &dyn Fn(&mut Vec<PieceId>)| {
        case.changed(proof, |proof| change(&mut proof.cover.as_mut().unwrap().pieces[side]))
    };
    assert_eq!(pieces(&|pieces| pieces.retain(|other| *other != piece)), Refuted);
    assert_eq!(pieces(&|pieces| pieces.push(pieces[at])), Refuted);
    assert_eq!(
        pieces(&|pieces| pieces[at].facet = pieces[at].facet.map_or(Some(0), |_| None)),
        Refuted
    );
    assert_eq!(pieces(&|pieces| pieces[at].part += 100), Refuted);
    if cover.pieces[side].len() > 1 {
        let next = (at + 1) % cover.pieces[side].len();
        assert_eq!(pieces(&|pieces| pieces[at] = pieces[next]), Refuted);
    }
    let deciding = case.changed(proof, |proof| proof.pieces[side].part += 100);
    assert_eq!(deciding, Refuted, "a deciding piece that does not exist");
    cover.steps.len() > 1
}

/// The axis turned by 0.5 rad about another one.
fn turned<W: Vector<Scalar = f64>>(axis: W) -> W {
    let most =
        (0..W::DIM).fold(0, |m, i| if axis.get(i).abs() > axis.get(m).abs() { i } else { m });
    let next = (most + 1) % W::DIM;
    let (x, y) = (axis.get(most), axis.get(next));
    let (sin, cos) = (libm::sin(0.5), libm::cos(0.5));
    W::from_fn(|i| {
        if i == most {
            cos * x - sin * y
        } else if i == next {
            sin * x + cos * y
        } else {
            axis.get(i)
        }
    })
}

#[test]
fn certificates_are_proven_and_lies_refuted_in_3d_and_f32() {
    sweep::<Vec3>(11, pairs(200));
}
#[test]
fn certificates_are_proven_and_lies_refuted_in_3d_and_f64() {
    sweep::<DVec3>(12, pairs(200));
}
#[test]
fn certificates_are_proven_and_lies_refuted_in_2d() {
    sweep::<Vec2>(13, pairs(300));
    sweep::<DVec2>(14, pairs(300));
}

/// A solid, mirrored and stretched or not, and small shapes that may be inside.
fn of_solids<V: Maker>(seed: u64, count: usize) {
    let (mut random, mut inside, mut outside) = (Random::new(seed), 0, 0);
    let number = |x: f64| V::Scalar::of(x);
    for i in 0..count {
        let outer = Collider::from(Solid::new(closed::<V>(&mut random).0.mended().0).unwrap());
        let outer = match random.below(3) {
            0 => outer.scaled(V::from_fn(|i| number([-1.5, 0.75, 2.0][i]))).unwrap(),
            _ => outer,
        };
        let ball = Collider::from(Ball::<V>::new(number(0.01)).unwrap());
        let sheet = Collider::from(surface::<V>(&mut random)).scaled(V::from_fn(|_| number(0.02)));
        let inner = match random.below(3) {
            0 => ball,
            1 => sheet.unwrap(),
            _ => {
                let aside = Pose::at(V::unit(0) * number(-0.05)).unwrap();
                Compound::new([(Pose::IDENTITY, ball), (aside, sheet.unwrap())]).unwrap().into()
            }
        };
        let far = random.range(0.4, 1.6);
        let at = Stand::random(&mut random, far);
        let mut case = Case { shapes: [outer, inner], poses: [Pose::IDENTITY, pose(&at, 1.0)] };
        if random.below(2) == 0 {
            case.shapes.reverse();
            case.poses.reverse();
        }
        let proof = case.certificate();
        assert_eq!(case.check(&proof), Verdict::Proven, "{i}: {proof:?}");
        if proof.inside {
            inside += 1;
            let denied = case.changed(&proof, |proof| {
                let lower = proof.cover.as_ref().unwrap().lower;
                (proof.inside, proof.lower) = (false, V::Scalar::below(lower));
                (proof.distance, proof.upper) = (proof.pair.answer.upper, proof.pair.answer.upper);
            });
            assert_eq!(denied, Verdict::Refuted, "{i}");
        } else if proof.lower > V::Scalar::ZERO {
            outside += 1;
            let claimed = case.changed(&proof, |proof| {
                let zero = V::Scalar::ZERO;
                (proof.inside, proof.lower, proof.distance, proof.upper) = (true, zero, zero, zero);
            });
            assert_eq!(claimed, Verdict::Refuted, "{i}");
        }
    }
    assert!(inside > count / 5 && outside > count / 5, "{inside} {outside}");
}

#[test]
fn inside_and_outside_of_solids_are_told_by_the_checker() {
    of_solids::<Vec3>(21, pairs(200));
    of_solids::<DVec3>(22, pairs(200));
    of_solids::<Vec2>(23, pairs(200));
    of_solids::<DVec2>(24, pairs(200));
}

/// A corner of the deciding facet is moved.
#[test]
fn a_mesh_that_moved_is_refuted() {
    let (mut random, mut count) = (Random::new(31), 0);
    for i in 0..200 {
        let mesh: Mesh<DVec3> = surface(&mut random);
        let ball = Collider::from(d3_f64::Sphere::new(random.range(0.1, 0.5)).unwrap());
        let poses = [Pose::IDENTITY, pose(&Stand::random(&mut random, 2.0), 1.0)];
        let case = Case { shapes: [Collider::from(mesh.clone()), ball], poses };
        let proof = case.certificate();
        if proof.lower <= 0.0 {
            continue;
        }
        count += 1;
        let facet = mesh.facets()[proof.pieces[0].facet.unwrap() as usize];
        for sign in [1.0, -1.0] {
            let mut vertices = mesh.vertices().to_vec();
            let mut corners = facet.to_vec();
            corners.sort_unstable();
            corners.dedup();
            for vertex in corners {
                vertices[vertex as usize] +=
                    proof.pair.answer.normal * (0.1 * sign * proof.distance);
            }
            let moved = Mesh::new(vertices, mesh.facets().to_vec()).unwrap();
            let verdict = check_separation(
                &Collider::from(moved),
                &poses[0],
                &case.shapes[1],
                &poses[1],
                &proof,
            );
            assert_eq!(verdict, Verdict::Refuted, "{i} {sign}");
        }
    }
    assert!(count > 100, "{count}");
}

/// Half-spaces have one axis, which the checker takes from the shape.
#[test]
fn half_spaces_are_covered() {
    let half = Collider::from(HalfSpace::new(DVec3::Z, 0.0).unwrap());
    let turned =
        Pose::new(DVec3::Z * 3.0, clearance::glam::DQuat::from_rotation_x(std::f64::consts::PI))
            .unwrap();
    let mesh = Mesh::new(vec![DVec3::X, DVec3::Y, DVec3::Z], vec![[0, 1, 2]]).unwrap();
    let above = Pose::at(DVec3::new(5.0, 5.0, 0.5)).unwrap();
    let with_mesh = Case { shapes: [half.clone(), mesh.into()], poses: [Pose::IDENTITY, above] };
    let proof = with_mesh.certificate();
    assert_eq!((proof.distance, with_mesh.check(&proof)), (0.5, Verdict::Proven));
    // Their planes are not parallel to the last digit, so far away they meet.
    let both = Case { shapes: [half.clone(), half], poses: [Pose::IDENTITY, turned] };
    assert_ne!(both.check(&both.certificate()), Verdict::Refuted);
}
