//! Certificates of distances: proven as they come, refuted if a claim, a step or the shape is changed.

use clearance::answer::{Certificate, Cover, CoverStep, PiecesEvidence};
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::shape::{Ball, HalfSpace, PieceId};
use clearance::space::{Pose, Vector};
use clearance::verify::{self, Verdict};
use clearance::{Collider, Compound, Mesh, Query, Shape, Solid, d3_f64};
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
    fn certificate(&self) -> Certificate<V> {
        let ([a, b], [pose_a, pose_b]) = (&self.shapes, &self.poses);
        clearance::certificate(a, pose_a, b, pose_b)
    }
    fn check(&self, certificate: &Certificate<V>) -> Verdict {
        let ([a, b], [pose_a, pose_b]) = (&self.shapes, &self.poses);
        verify::check(a, pose_a, b, pose_b, certificate)
    }
    /// The verdict on a certificate that is changed.
    fn changed(
        &self,
        certificate: &Certificate<V>,
        change: impl FnOnce(&mut Certificate<V>),
    ) -> Verdict {
        let mut copy = certificate.clone();
        change(&mut copy);
        self.check(&copy)
    }
}

fn pieces_of<V: Vector>(proof: &mut Certificate<V>) -> &mut PiecesEvidence<V> {
    proof.pieces.as_mut().expect("evidence about pieces")
}

fn cover_of<V: Vector>(proof: &mut Certificate<V>) -> &mut Cover<V::Wide> {
    pieces_of(proof).cover.as_mut().expect("a cover")
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
    convex: usize,
}

fn sweep<V: Maker>(seed: u64, count: usize) {
    let (mut random, mut counts) = (Random::new(seed), Counts::default());
    for i in 0..count {
        let (shapes, poses) = placed::<V>(&mut random);
        let found = clearance::separation(&shapes[0], &poses[0], &shapes[1], &poses[1]);
        let case = Case { shapes, poses };
        let proof = case.certificate();
        let verdict = case.check(&proof);
        assert_ne!(verdict, Verdict::Refuted, "{i}: {proof:?} {found:?}");
        counts.unproven += usize::from(verdict == Verdict::Unproven);
        if proof.pieces.is_none() {
            assert!(case.shapes.iter().all(|shape| matches!(shape, Collider::Convex(_))), "{i}");
            counts.convex += 1;
            continue;
        }
        let (proof_a, proof_b) = (proof.answer.place_a.part, proof.answer.place_b.facet);
        assert_eq!((proof_a, proof_b), (found.place_a.part, found.place_b.facet));
        // Of answers in `f64`, roundings are taken off.
        let off = 1e-12 * (1.0 + found.distance.to_f64());
        let lower = proof.answer.lower.to_f64().max(0.0);
        assert!(found.lower.to_f64() - lower <= off + V::Scalar::EPSILON.to_f64(), "{i}");
        counts.surfaces += usize::from(found.place_a.facet.is_some());
        if found.intersects() {
            assert_eq!(proof.answer.lower, -V::Scalar::INFINITY, "{i}: a depth is not claimed");
            counts.touching += 1;
            continue;
        }
        counts.apart += 1;
        // What rounding moves in a compound in a compound may be more than a lie of one percent.
        let pair = &proof.pieces.as_ref().unwrap().pair.answer;
        let is_narrow =
            pair.upper - pair.lower < proof.answer.signed_distance * V::Scalar::of(1e-3);
        if verdict == Verdict::Proven && is_narrow {
            counts.lies += 1;
            counts.cuts += usize::from(lies(&case, &proof, &mut random));
        }
    }
    assert!(counts.unproven * 200 <= count && counts.convex * 4 < count, "{counts:?}");
    let count = count - counts.convex;
    assert!(counts.lies * 10 > counts.apart * 9, "{counts:?}");
    assert!(counts.apart > count / 3 && counts.touching > count / 10, "{counts:?}");
    assert!(counts.surfaces > count / 4 && counts.cuts > count / 10, "{counts:?}");
}

/// Refuted are: wrong bounds, axes, pieces, and steps that are left out. Returns whether the cover has cuts.
fn lies<V: Maker>(case: &Case<V>, proof: &Certificate<V>, random: &mut Random) -> bool {
    use Verdict::Refuted;
    let evidence = proof.pieces.as_ref().expect("evidence about pieces");
    let cover = evidence.cover.as_ref().expect("shapes that are proven to be apart have a cover");
    let one_percent = |x: V::Scalar, by: f64| x * V::Scalar::of(1.0 + by);
    let all_by = |Certificate { answer, .. }: &mut Certificate<V>, by: f64| {
        answer.lower = one_percent(answer.lower, by);
        answer.signed_distance = one_percent(answer.signed_distance, by);
        answer.upper = one_percent(answer.upper, by);
    };
    let raised = case.changed(proof, |proof| {
        all_by(proof, 0.01);
        cover_of(proof).lower *= 1.01;
    });
    assert_eq!(raised, Refuted, "a larger distance");
    assert_eq!(case.changed(proof, |proof| all_by(proof, -0.01)), Refuted, "a smaller distance");
    let upper = case.changed(proof, |proof| {
        proof.answer.upper = one_percent(proof.answer.lower, -0.01);
    });
    assert_eq!(upper, Refuted, "bounds that are crossed");
    assert_eq!(
        case.changed(proof, |proof| proof.answer.inside = true),
        Refuted,
        "apart and inside"
    );
    let pair = case.changed(proof, |proof| {
        let pair = &mut pieces_of(proof).pair.answer;
        pair.upper = pair.lower / V::Scalar::of(2.0);
    });
    assert_eq!(pair, Refuted, "an upper bound of the pieces");

    // A step that is left out, and one too many.
    let steps = |change: &dyn Fn(&mut Steps<V>)| {
        case.changed(proof, |proof| change(&mut cover_of(proof).steps))
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
        case.changed(proof, |proof| change(&mut cover_of(proof).pieces[side]))
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
    let deciding = case.changed(proof, |Certificate { answer, .. }| {
        [&mut answer.place_a, &mut answer.place_b][side].part += 100;
    });
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
        if proof.answer.inside {
            inside += 1;
            let denied = case.changed(&proof, |proof| {
                let (lower, upper) = (cover_of(proof).lower, pieces_of(proof).pair.answer.upper);
                let answer = &mut proof.answer;
                (answer.inside, answer.lower) = (false, V::Scalar::below(lower));
                (answer.signed_distance, answer.upper) = (upper, upper);
            });
            assert_eq!(denied, Verdict::Refuted, "{i}");
        } else if proof.answer.lower > V::Scalar::ZERO {
            outside += 1;
            let claimed = case.changed(&proof, |proof| {
                let (zero, answer) = (V::Scalar::ZERO, &mut proof.answer);
                (answer.inside, answer.lower) = (true, -V::Scalar::INFINITY);
                (answer.signed_distance, answer.upper) = (zero, zero);
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
        if proof.answer.lower <= 0.0 {
            continue;
        }
        count += 1;
        let facet = mesh.facets()[proof.answer.place_a.facet.unwrap() as usize];
        for sign in [1.0, -1.0] {
            let mut vertices = mesh.vertices().to_vec();
            let mut corners = facet.to_vec();
            corners.sort_unstable();
            corners.dedup();
            for vertex in corners {
                vertices[vertex as usize] +=
                    proof.answer.normal * (0.1 * sign * proof.answer.signed_distance);
            }
            let moved = Mesh::new(vertices, mesh.facets().to_vec()).unwrap();
            let verdict = verify::check(&moved, &poses[0], &case.shapes[1], &poses[1], &proof);
            assert_eq!(verdict, Verdict::Refuted, "{i} {sign}");
        }
    }
    assert!(count > 100, "{count}");
}

/// The answer of `clearance` about an overlap is true; that it is as deep as that often has no evidence.
#[test]
fn a_depth_is_not_refuted_and_too_much_of_it_is() {
    let (mut random, mut count) = (Random::new(41), 0);
    for i in 0..100 {
        let solid = Solid::new(closed::<DVec3>(&mut random).0.mended().0).unwrap();
        let ball = Collider::from(d3_f64::Sphere::new(random.range(0.1, 0.5)).unwrap());
        let poses = [Pose::IDENTITY, pose(&Stand::random(&mut random, 1.0), 1.0)];
        let case = Case { shapes: [Collider::from(solid), ball], poses };
        let [a, b] = &case.shapes;
        let found = clearance::clearance(a, &poses[0], b, &poses[1]);
        let proof = case.certificate();
        if found.upper >= 0.0 {
            continue;
        }
        count += 1;
        assert_eq!(case.check(&proof), Verdict::Proven, "{i}: they touch");
        assert_eq!((proof.answer.lower, proof.answer.upper), (-f64::INFINITY, 0.0), "{i}");
        assert_eq!(Query::new(a, &poses[0], b, &poses[1]).certificate(), proof, "{i}");
        let verdict = case.changed(&proof, |proof| {
            let place = (proof.answer.place_a, proof.answer.place_b);
            proof.answer = found;
            (proof.answer.place_a, proof.answer.place_b) = place;
        });
        assert_ne!(verdict, Verdict::Refuted, "{i}: {found:?}");
        let depth = proof.pieces.as_ref().unwrap().pair.answer.upper;
        if !proof.answer.inside && depth < 0.0 {
            let verdict = case.changed(&proof, |Certificate { answer, .. }| {
                (answer.lower, answer.signed_distance, answer.upper) = (0.5 * depth, 0.0, 0.0);
            });
            assert_eq!(verdict, Verdict::Refuted, "{i}: less deep than two of its pieces");
        }
        let apart = case.changed(&proof, |Certificate { answer, .. }| {
            (answer.lower, answer.signed_distance, answer.upper) = (0.1, 0.1, 0.1);
        });
        assert_eq!(apart, Verdict::Refuted, "{i}: a gap");
    }
    assert!(count > 20, "{count}");
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
    assert_eq!(proof.answer.signed_distance, 0.5);
    assert_eq!(with_mesh.check(&proof), Verdict::Proven);
    // Their planes are not parallel to the last digit, so far away they meet.
    let both = Case { shapes: [half.clone(), half], poses: [Pose::IDENTITY, turned] };
    assert_ne!(both.check(&both.certificate()), Verdict::Refuted);
}
