//! Bodies that lie on tiles side by side: every patch has the normal of the floor, and one is as deep as the body.

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::shape::{Ball, Capsule, Cuboid};
use clearance::space::Vector;
use clearance::{Chain, Collider, Mesh, Pose, Shape, Solid};
use clearance_testing::{Random, pairs};

use crate::common::pairs::{Maker, Stand, pose, short};

const MARGIN: f64 = 0.01;
const SLOP: f64 = 0.02;

fn vector<V: Vector>(p: [f64; 3]) -> V {
    V::from_fn(|i| V::Scalar::of(short(p[i])))
}

/// A point whose last coordinate of the dimension is its height.
fn at_height<V: Vector>(x: f64, y: f64, height: f64) -> [f64; 3] {
    if V::DIM == 3 { [x, y, height] } else { [x, height, 0.0] }
}

/// A solid tile, its half extents 1, 1 and 0.5, and in the plane 1 and 0.5.
fn solid<V: Vector>() -> Collider<V> {
    if V::DIM == 2 {
        let corners = [[-1.0, -0.5], [1.0, -0.5], [1.0, 0.5], [-1.0, 0.5]];
        let chain = Chain::closed(corners.map(|[x, y]| vector::<V>([x, y, 0.0])).to_vec()).unwrap();
        return Solid::new(chain).unwrap().into();
    }
    let corner = |k: usize| {
        vector([0, 1, 2].map(|i| (k >> i & 1) as f64 * [2.0, 2.0, 1.0][i] - [1.0, 1.0, 0.5][i]))
    };
    let mut triangles = Vec::new();
    for (a, b) in [(1, 2), (2, 4), (4, 1)] {
        triangles.extend([[0, a | b, a], [0, b, a | b]]);
        triangles.extend([[7, 7 ^ a, 7 ^ a ^ b], [7, 7 ^ a ^ b, 7 ^ b]]);
    }
    Solid::new(Mesh::new((0..8).map(corner).collect::<Vec<V>>(), triangles).unwrap())
        .unwrap()
        .into()
}

fn cuboid<V: Vector>() -> Collider<V> {
    Cuboid::new(vector::<V>(at_height::<V>(1.0, 1.0, 0.5))).unwrap().into()
}

/// A ball, a box that lies flat or a capsule that lies; and how high its middle is above its lowest point.
fn body<V: Maker>(random: &mut Random, i: usize) -> (Collider<V>, f64) {
    let size = |random: &mut Random| short(random.range(0.1, 0.7));
    let (a, b, high) = (size(random), size(random), size(random));
    let shape: Shape<V> = match i % 3 {
        0 => Ball::<V>::new(V::Scalar::of(high)).unwrap().into(),
        1 => Cuboid::new(vector::<V>(at_height::<V>(a, b, high))).unwrap().into(),
        _ => {
            let end = vector::<V>([a, 0.0, 0.0]);
            Capsule::new(-end, end, V::Scalar::of(high)).unwrap().into()
        }
    };
    (shape.into(), high)
}

fn lie<V: Maker>(seed: u64, tile: &Collider<V>, count: usize) {
    let mut random = Random::new(seed);
    let rows: &[f64] = if V::DIM == 3 { &[0.0, 2.0] } else { &[0.0] };
    let places = rows.iter().flat_map(|y| [0.0, 2.0].map(|x| at_height::<V>(x, *y, -0.5)));
    let tiles: Vec<Pose<V>> = places.map(|p| Pose::at(vector(p)).unwrap()).collect();
    let others: Vec<_> = tiles.iter().map(|at| (tile, at)).collect();
    let (mut across, up) = (0, vector::<V>(at_height::<V>(0.0, 0.0, 1.0)));
    for i in 0..count {
        let (moving, high) = body::<V>(&mut random, i);
        let (x, y) = (random.range(0.3, 1.7), random.range(0.3, 1.7));
        let mut stand =
            Stand { t: at_height::<V>(x, y, high - 0.01), q: [0.0, 0.0, 0.0, 1.0], angle: 0.0 };
        stand.t = stand.t.map(short);
        if random.below(2) == 0 {
            let half = random.range(-1.6, 1.6);
            stand.q = [0.0, 0.0, short(libm::sin(half)), short(libm::cos(half))];
        }
        let at = pose::<V>(&stand, 1.0);
        let found = clearance::welded_contacts(
            &others,
            &moving,
            &at,
            V::Scalar::of(MARGIN),
            V::Scalar::of(SLOP),
        );
        let touched =
            others.iter().filter(|(tile, place)| clearance::intersects(tile, place, &moving, &at));
        across += usize::from(touched.count() > 1);
        let found = found.concat();
        for patch in &found {
            let tilt = (patch.manifold.normal.widen() - up.widen()).norm();
            assert!(tilt < 1e-4, "{i}: {moving:?} at {at:?}: {patch:?}");
        }
        let deepest = found
            .iter()
            .map(|patch| patch.manifold.deepest().separation.to_f64())
            .fold(1.0, f64::min);
        assert!((deepest + 0.01).abs() < 1e-5, "{i}: {moving:?} at {at:?}: {deepest}");
    }
    assert!(across > count / 8, "{across} of {count}");
}

#[test]
fn nothing_trips_on_solid_tiles() {
    lie::<Vec3>(1, &solid(), pairs(2500));
    lie::<DVec3>(2, &solid(), pairs(2500));
    lie::<Vec3>(3, &cuboid(), pairs(2500));
    lie::<DVec3>(4, &cuboid(), pairs(2500));
}

#[test]
fn nothing_trips_on_tiles_in_the_plane() {
    lie::<Vec2>(1, &solid(), pairs(3000));
    lie::<DVec2>(2, &solid(), pairs(3000));
    lie::<Vec2>(3, &cuboid(), pairs(3000));
    lie::<DVec2>(4, &cuboid(), pairs(3000));
}

/// Steps, walls and valleys of solid tiles are felt.
#[test]
fn walls_stay() {
    let tile = solid::<DVec3>();
    let ball = Collider::from(Ball::<DVec3>::new(0.4).unwrap());
    let [floor, wall] = [[0.0, 0.0, -0.5], [1.5, 0.0, 0.3]].map(|p| Pose::at(vector(p)).unwrap());
    let mut random = Random::new(1);
    for _ in 0..200 {
        let y = random.range(-0.5, 0.5);
        let at = Pose::at(DVec3::new(0.105, y, 0.395)).unwrap();
        let others = [(&tile, &floor), (&tile, &wall)];
        let found = clearance::welded_contacts(&others, &ball, &at, MARGIN, SLOP).concat();
        for normal in [DVec3::Z, DVec3::NEG_X] {
            let is_felt = |patch: &clearance::Contact<DVec3>| {
                (patch.manifold.normal - normal).length() < 1e-6
                    && (patch.manifold.deepest().separation + 0.005).abs() < 1e-6
            };
            assert!(found.iter().any(is_felt), "{normal}: {found:?}");
        }
    }
}
