//! Distances and nearest points against all pairs of pieces.

use clearance::answer::Status;
use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::space::{Pose, Vector};
use clearance::{Collider, Mesh, Separation, separation_by_all_pieces};
use clearance_testing::{Random, pairs};

use crate::common::pairs::{Maker, Stand, pose};
use crate::make::collider;

/// Two shapes, the second of them moved so that their distance is about a random one, or 0.
pub fn placed<V: Maker>(random: &mut Random) -> ([Collider<V>; 2], [Pose<V>; 2]) {
    let shapes = [collider::<V>(random, 2, false), collider::<V>(random, 2, false)];
    let (at_a, mut at_b) = (Stand::random(random, 1.0), Stand::random(random, 3.0));
    let poses = [pose(&at_a, 1.0), pose(&at_b, 1.0)];
    if random.below(4) == 0 {
        return (shapes, poses);
    }
    let found = separation_by_all_pieces(&shapes[0], &poses[0], &shapes[1], &poses[1]);
    let target = if random.below(5) == 0 { 0.0 } else { libm::pow(10.0, random.range(-7.0, 1.0)) };
    let shift = found.normal.widen() * (target - found.distance.to_f64());
    for i in 0..V::DIM {
        at_b.t[i] += shift.get(i);
    }
    (shapes, [poses[0], pose(&at_b, 1.0)])
}

/// What a sweep counts.
#[derive(Debug, Default)]
struct Counts {
    apart: usize,
    touching: usize,
    surfaces: usize,
}

fn sweep<V: Maker>(seed: u64, count: usize) -> Counts {
    let (mut random, mut counts) = (Random::new(seed), Counts::default());
    for i in 0..count {
        let ([a, b], [pose_a, pose_b]) = placed::<V>(&mut random);
        let slow: Separation<V> = separation_by_all_pieces(&a, &pose_a, &b, &pose_b);
        let fast = clearance::separation(&a, &pose_a, &b, &pose_b);
        assert_eq!(fast.intersects(), slow.intersects(), "{i}: {fast:?} {slow:?}");
        // Fewer pieces may leave an overlap unproven, but none that is proven is left out.
        assert!(fast.upper <= slow.upper || !slow.intersects(), "{i}: {fast:?} {slow:?}");
        assert_eq!(clearance::intersects(&a, &pose_a, &b, &pose_b), slow.intersects(), "{i}");
        counts.surfaces += usize::from(fast.place_a.facet.is_some());
        if slow.intersects() {
            counts.touching += 1;
            continue;
        }
        counts.apart += 1;
        assert_eq!(fast.distance, slow.distance, "{i}: {fast:?} {slow:?}");
        let same = (fast.normal, fast.point_a, fast.point_b, fast.place_a, fast.place_b);
        assert_eq!(
            same,
            (slow.normal, slow.point_a, slow.point_b, slow.place_a, slow.place_b),
            "{i}"
        );
        assert!(fast.lower <= fast.distance && fast.distance <= fast.upper, "{i}: {fast:?}");
        assert!(
            fast.lower >= slow.lower,
            "{i}: fewer pieces, so no lower bound: {fast:?} {slow:?}"
        );
        let more = V::Scalar::of(1.001);
        assert!(clearance::within(&a, &pose_a, &b, &pose_b, slow.distance * more), "{i}");
        let less = clearance::within(&a, &pose_a, &b, &pose_b, slow.lower * V::Scalar::of(0.999));
        assert!(!less, "{i}: {slow:?}");
    }
    assert!(counts.apart > count / 3 && counts.touching > count / 10, "{counts:?}");
    assert!(counts.surfaces > count / 4, "{counts:?}");
    counts
}

#[test]
fn trees_change_no_answer_in_3d_and_f32() {
    sweep::<Vec3>(1, pairs(160));
}
#[test]
fn trees_change_no_answer_in_3d_and_f64() {
    sweep::<DVec3>(2, pairs(160));
}
#[test]
fn trees_change_no_answer_in_2d() {
    sweep::<Vec2>(3, pairs(600));
    sweep::<DVec2>(4, pairs(600));
}

/// A pair of facets that touches, without a proven gap or overlap, does not hide one that overlaps.
#[test]
fn undecided_pairs_do_not_hide_an_overlap() {
    let (mut random, mut undecided) = (Random::new(7), 0);
    for i in 0..60 {
        // Small triangles that lie on a floor, and a large one that goes through it.
        let at =
            |random: &mut Random| DVec3::new(random.range(-1.0, 1.0), random.range(-1.0, 1.0), 0.0);
        let (mut corners, mut triangles) = (Vec::new(), Vec::new());
        for k in 0..20 {
            let first = at(&mut random);
            corners.extend([first, first + at(&mut random) * 0.1, first + at(&mut random) * 0.1]);
            triangles.push([3 * k, 3 * k + 1, 3 * k + 2]);
        }
        let lying = Mesh::new(corners.clone(), triangles.clone()).unwrap();
        corners
            .extend([[-1.0, 0.0, -1.0], [1.0, 0.0, -1.0], [0.0, 0.0, 1.0]].map(DVec3::from_array));
        triangles.push([60, 61, 62]);
        let through = Mesh::new(corners, triangles).unwrap();
        let square = [[-9.0, -9.0, 0.0], [9.0, -9.0, 0.0], [9.0, 9.0, 0.0], [-9.0, 9.0, 0.0]];
        let square = square.map(DVec3::from_array).to_vec();
        let floor = Collider::from(Mesh::new(square, vec![[0, 1, 2], [0, 2, 3]]).unwrap());
        let pose = pose::<DVec3>(&Stand::random(&mut random, 1.0), 1.0);
        let [lying, through] = [lying, through].map(|mesh| {
            clearance::separation(&floor, &pose, &Collider::from(mesh), &pose).status()
        });
        undecided += usize::from(lying == Status::Undecided);
        assert_eq!(through, Status::Overlapping, "{i}");
    }
    assert!(undecided > 20, "{undecided}");
}
