//! Solids that are unions of boxes, against what separating axes say of each box.
//!
//! A translation that parts B from the union parts it from every box, so it is at least as long as the depth of each. And
//! where the shortest one for a box leads out of all others, too, no translation is shorter.

use clearance::d3_f64::{Cuboid, Pose, clearance};
use clearance::glam::DVec3;
use clearance_testing::{Random, pairs};

use super::shapes::{Raw, cuboid, ell, frame, solid, turn};

/// A box: its middle and half of its size.
type Part = (DVec3, DVec3);

fn part(low: [f64; 3], high: [f64; 3]) -> Part {
    let [low, high] = [low, high].map(DVec3::from_array);
    ((low + high) * 0.5, (high - low) * 0.5)
}

/// A union as a surface, and its boxes, which overlap so that each wall of the union is a whole face.
fn union(random: &mut Random) -> (Raw, Vec<Part>) {
    match random.below(2) {
        0 => (
            ell(1.0),
            vec![
                part([-1.0, -1.0, -0.5], [2.0, 0.0, 0.5]),
                part([-1.0, -1.0, -0.5], [0.0, 2.0, 0.5]),
            ],
        ),
        _ => (
            frame(),
            vec![
                part([-3.0, -3.0, -1.0], [3.0, -1.0, 1.0]),
                part([-3.0, 1.0, -1.0], [3.0, 3.0, 1.0]),
                part([-3.0, -3.0, -1.0], [-1.0, 3.0, 1.0]),
                part([1.0, -3.0, -1.0], [3.0, 3.0, 1.0]),
            ],
        ),
    }
}

#[test]
fn unions_are_as_deep_as_their_boxes() {
    let (mut random, mut asked, mut optimal, mut several) = (Random::new(3), 0, 0, 0);
    let (mut equal, mut parted, mut low) = (0, 0, 0);
    while asked < pairs(2000) {
        let (raw, parts) = union(&mut random);
        let half = DVec3::from_array([(); 3].map(|()| random.range(0.1, 0.8)));
        let way = random.direction3() * random.range(0.5, 4.0);
        let at = |way: DVec3, turn| Pose::new(way, turn).unwrap();
        let turned = turn(&mut random);
        let cuboids: Vec<(Cuboid, Pose)> = parts
            .iter()
            .map(|(middle, half)| (Cuboid::new(*half).unwrap(), Pose::at(*middle).unwrap()))
            .collect();
        let own = Cuboid::new(half).unwrap();
        let depths = |way: DVec3| -> Vec<(f64, DVec3)> {
            let to = |(cuboid, pose): &(Cuboid, Pose)| {
                let found = clearance(cuboid, pose, &own, &at(way, turned));
                (-found.signed_distance, found.normal)
            };
            cuboids.iter().map(to).collect()
        };
        let each = depths(way);
        let deepest = each.iter().copied().reduce(|x, y| if y.0 > x.0 { y } else { x }).unwrap();
        if !(1e-3..0.3).contains(&deepest.0) {
            continue;
        }
        asked += 1;
        let a = solid(&raw);
        let b = solid(&cuboid((-half).to_array(), half.to_array()));
        let found = clearance::contacts(&a, &Pose::IDENTITY, &b, &at(way, turned), 0.0);
        assert!(!found.is_empty(), "{each:?}");
        let best = found.iter().map(|p| (p.manifold.depth(), p.manifold.normal));
        let best = best.reduce(|x, y| if y.0 > x.0 { y } else { x }).unwrap();
        several += usize::from(found.len() > 1);
        if found.len() == 1 {
            low += usize::from(best.0 < deepest.0 * (1.0 - 1e-6));
            let out = depths(way + best.1 * best.0 * (1.0 + 1e-6));
            parted += usize::from(out.iter().all(|(depth, _)| *depth <= 1e-9));
        }
        // The shortest way out of the deepest box.
        let out = depths(way + deepest.1 * deepest.0 * (1.0 + 1e-9));
        if out.iter().all(|(depth, _)| *depth <= 1e-9) {
            optimal += 1;
            equal += usize::from((best.0 - deepest.0).abs() < 1e-6 * deepest.0 + 1e-9);
        }
    }
    println!(
        "{asked} asked, {several} with several patches; {equal} of {optimal} as deep as the box"
    );
    println!("of one patch: {low} too shallow, {parted} parted by it");
    let single = asked - several;
    assert!(optimal * 2 > asked && equal * 100 >= optimal * 98, "{equal} of {optimal} of {asked}");
    assert!(low * 300 <= single && parted * 100 >= single * 98, "{low} {parted} of {single}");
}
