//! The deepest point of a contact is never lost: some patch is as deep as each facet is alone that has the middle of the
//! other shape in front.
//!
//! The oracle asks facet by facet and knows no neighbours: for balls the nearest point of a triangle in closed form, for
//! other shapes the clearance of two convex shapes.

use clearance::glam::{DVec2, DVec3, Vec2, Vec3};
use clearance::number::Scalar;
use clearance::shape::{Ball, Capsule, Cuboid, Hull, Polygon};
use clearance::space::{Motion, Vector};
use clearance::{Chain, Collider, Convex, HeightField, Mesh, Pose, Shape, Solid};
use clearance_testing::{Random, pairs};

use crate::common::pairs::{Maker, Stand, pose, short};

/// A surface, and whether it bounds a solid. Others are touched from above.
struct Ground<V: Vector> {
    kind: &'static str,
    surface: Mesh<V>,
    solid: Option<Solid<V>>,
}

/// A surface of each kind in turn: those with sharp tips, with saddles, with diagonals that meet at a corner, rough ones,
/// and gentle ones whose edges bend by a thousandth or less.
fn ground<V: Maker>(random: &mut Random, i: usize) -> Ground<V> {
    let kinds: &[&str] = if V::DIM == 3 {
        &["tetrahedron", "spike", "cube", "field", "gentle"]
    } else {
        &["star", "line", "gentle"]
    };
    let kind = kinds[i % kinds.len()];
    let (points, facets) = match kind {
        "tetrahedron" => tetrahedron(random),
        "spike" | "star" => spike(random),
        "cube" => cube(random),
        _ if V::DIM == 3 => field(random, kind == "gentle"),
        _ => line(random, kind == "gentle"),
    };
    let points: Vec<V> = points.iter().map(|p| vector(*p)).collect();
    let surface: Mesh<V> = if V::DIM == 3 {
        Mesh::new(points, facets).unwrap()
    } else if kind == "star" {
        // Without the tip and the foot.
        Chain::closed(points[1..points.len() - 1].to_vec()).unwrap()
    } else {
        Chain::open(points).unwrap()
    };
    let solid = ["field", "line", "gentle"].iter().all(|open| kind != *open);
    let solid = solid.then(|| Solid::new(surface.clone()).unwrap());
    Ground { kind, surface, solid }
}

type Facets = (Vec<[f64; 3]>, Vec<[u32; 3]>);

fn vector<V: Vector>(p: [f64; 3]) -> V {
    V::from_fn(|i| V::Scalar::of(short(p[i])))
}

/// A size between 0.03 and 1.
fn size(random: &mut Random) -> f64 {
    libm::pow(10.0, random.range(-1.5, 0.0))
}

fn tetrahedron(random: &mut Random) -> Facets {
    let flat = [(); 3].map(|()| size(random));
    let mut points = [(); 4].map(|()| {
        let p = random.in_cube(1.0).to_array();
        [0, 1, 2].map(|i| short(p[i] * flat[i]))
    });
    let [a, b, c, d] = points.map(DVec3::from_array);
    if (b - a).cross(c - a).dot(d - a) < 0.0 {
        points.swap(0, 1);
    }
    (points.to_vec(), vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])
}

/// A tip over a star: ridges and valleys lead to it. In the plane only the star is used.
fn spike(random: &mut Random) -> Facets {
    let (count, height) = (3 + random.below(10), 0.2 + 2.0 * size(random));
    let lean = random.in_cube(0.5);
    let mut points = vec![[0.0, 0.0, height]];
    for i in 0..count {
        let angle = std::f64::consts::TAU * (i as f64 + random.range(0.3, 0.7)) / count as f64;
        let r = if i % 2 == 0 { 1.0 } else { size(random) };
        points.push([r * libm::cos(angle), r * libm::sin(angle), random.range(-0.1, 0.1)]);
    }
    points.push([0.0, 0.0, -0.5]);
    // All leans, so that no facet crosses another one.
    points.iter_mut().for_each(|p| (p[0], p[1]) = (p[0] + lean.x * p[2], p[1] + lean.y * p[2]));
    let (n, low) = (count as u32, count as u32 + 1);
    let ring = |i: u32| 1 + i % n;
    let sides = (0..n).flat_map(|i| [[0, ring(i), ring(i + 1)], [low, ring(i + 1), ring(i)]]);
    (points, sides.collect())
}

/// A box whose diagonals meet at two of its corners.
fn cube(random: &mut Random) -> Facets {
    let half = [(); 3].map(|()| size(random));
    let corner = |k: usize| [0, 1, 2].map(|i| if k >> i & 1 == 1 { half[i] } else { -half[i] });
    let mut facets = Vec::new();
    for (a, b) in [(1, 2), (2, 4), (4, 1)] {
        // From corner 7 down, and from corner 0 up: each face has the diagonal through it.
        facets.extend([[0, a | b, a], [0, b, a | b]]);
        facets.extend([[7, 7 ^ a, 7 ^ a ^ b], [7, 7 ^ a ^ b, 7 ^ b]]);
    }
    ((0..8).map(corner).collect(), facets)
}

/// A height field over [-1, 1] x [-1, 1].
fn field(random: &mut Random, is_gentle: bool) -> Facets {
    let n = 3 + random.below(5);
    let rough = if is_gentle { random.range(0.0, 2e-3) / n as f64 } else { size(random) };
    let bulge = if is_gentle { random.range(0.0, 1e-3) } else { 0.0 };
    let place = |i: usize| 2.0 * i as f64 / (n - 1) as f64 - 1.0;
    let points = (0..n * n)
        .map(|k| {
            let (x, y) = (place(k % n), place(k / n));
            [x, y, rough * random.signed() - bulge * (x * x + y * y)]
        })
        .collect();
    let mut facets = Vec::new();
    for j in 0..n - 1 {
        for i in 0..n - 1 {
            let [a, b, c, d] =
                [j * n + i, j * n + i + 1, (j + 1) * n + i + 1, (j + 1) * n + i].map(|k| k as u32);
            if (i + j) % 2 == 0 {
                facets.extend([[a, b, c], [a, c, d]]);
            } else {
                facets.extend([[a, b, d], [b, c, d]]);
            }
        }
    }
    (points, facets)
}

/// A line over [-1, 1], from right to left, so that its front is above.
fn line(random: &mut Random, is_gentle: bool) -> Facets {
    let n = 3 + random.below(8);
    let rough = if is_gentle { random.range(0.0, 2e-3) / n as f64 } else { size(random) };
    let place = |i: usize| 1.0 - 2.0 * i as f64 / (n - 1) as f64;
    ((0..n).map(|i| [place(i), rough * random.signed(), 0.0]).collect(), Vec::new())
}

fn space<W: Vector<Scalar = f64>>(p: W) -> DVec3 {
    DVec3::new(p.get(0), p.get(1), if W::DIM == 3 { p.get(2) } else { 0.0 })
}

impl<V: Maker> Ground<V> {
    fn corners(&self, facet: u32) -> [DVec3; 3] {
        self.surface.corners(facet).map(|p| space(p.widen()))
    }

    /// The normal of the front of a facet, of length 1; `None` of a facet without area.
    fn front(&self, facet: u32) -> Option<DVec3> {
        let [a, b, c] = self.corners(facet);
        let along = b - a;
        let front = if V::DIM == 3 { along.cross(c - a) } else { along.cross(DVec3::Z) };
        front.try_normalize()
    }

    /// Is a point where contacts are looked for: outside of a solid, above of what is open?
    fn is_outside(&self, point: DVec3) -> bool {
        if let Some(solid) = &self.solid {
            return !solid.contains(V::Wide::from_fn(|i| point[i]));
        }
        let up = if V::DIM == 3 { DVec3::Z } else { DVec3::Y };
        (0..self.surface.len() as u32).any(|facet| {
            let corners = self.corners(facet);
            let flat = corners.map(|p| p - up * p.dot(up));
            let below = nearest(flat, point - up * point.dot(up));
            let front = self.front(facet).unwrap_or(up);
            below.0.distance(point - up * point.dot(up)) < 1e-9
                && front.dot(point - corners[0]) > 0.0
        })
    }
}

/// The nearest point of a triangle or segment (twice the same corner) to a point, and the number of the corners that it
/// is between.
fn nearest([a, b, c]: [DVec3; 3], p: DVec3) -> (DVec3, usize) {
    let normal = (b - a).cross(c - a);
    if normal.length_squared() > 0.0 {
        let inside = [(a, b), (b, c), (c, a)]
            .iter()
            .all(|(from, to)| normal.cross(*to - *from).dot(p - *from) > 0.0);
        if inside {
            return (p - normal * (normal.dot(p - a) / normal.length_squared()), 3);
        }
    }
    let on = |from: DVec3, to: DVec3| {
        let way = to - from;
        let share = (way.dot(p - from) / way.length_squared().max(1e-300)).clamp(0.0, 1.0);
        (from + way * share, if share > 0.0 && share < 1.0 { 2 } else { 1 })
    };
    let first = |x: (DVec3, usize), y: (DVec3, usize)| {
        if y.0.distance_squared(p) < x.0.distance_squared(p) { y } else { x }
    };
    first(first(on(a, b), on(b, c)), on(c, a))
}

/// What is touched: the least clearance of a facet with the middle in front, and of how many corners its point is, for
/// balls.
fn deepest_facet<V: Maker>(
    ground: &Ground<V>,
    shape: &Shape<V>,
    at: &Pose<V>,
    radius: Option<f64>,
) -> Option<(f64, usize)> {
    let Shape::Convex(convex) = shape else { return None };
    let middle = space(Motion::of(at).apply(Convex::center(convex).widen()));
    let mut best: Option<(f64, usize)> = None;
    for facet in 0..ground.surface.len() as u32 {
        let corners = ground.corners(facet);
        let Some(front) = ground.front(facet) else { continue };
        if front.dot(middle - corners[0]) < 1e-6 {
            continue;
        }
        let found = if let Some(radius) = radius {
            let (point, count) = nearest(corners, middle);
            (point.distance(middle) - radius, count)
        } else {
            let piece: Shape<V> = ground.surface.piece(facet);
            let answer = clearance::clearance(&piece, &Pose::IDENTITY, shape, at);
            (answer.signed_distance.to_f64(), 0)
        };
        if best.is_none_or(|old| found.0 < old.0) {
            best = Some(found);
        }
    }
    best
}

/// What a sweep counts.
#[derive(Debug, Default)]
struct Counts {
    asked: usize,
    corners: usize,
    edges: usize,
    overlapping: usize,
    lost: Vec<String>,
}

/// Places a shape near a random place of a surface, often a corner, and compares its deepest patch with the deepest facet.
fn sweep<V: Maker>(seed: u64, count: usize, counts: &mut Counts) {
    let mut random = Random::new(seed);
    for i in 0..count {
        let ground = ground::<V>(&mut random, i);
        let (shape, radius, at) = placed(&mut random, &ground, i / 5 % 4);
        let margin = 0.05;
        let Some((required, on)) = deepest_facet(&ground, &shape, &at, radius) else { continue };
        let middle = match &shape {
            Shape::Convex(convex) => space(Motion::of(&at).apply(Convex::center(convex).widen())),
            Shape::HalfSpace(_) => unreachable!("no shape here"),
        };
        let rounding = 64.0 * V::Scalar::EPSILON.to_f64();
        if required > margin - rounding || !ground.is_outside(middle) {
            continue;
        }
        counts.asked += 1;
        counts.corners += usize::from(on == 1);
        counts.edges += usize::from(on == 2);
        counts.overlapping += usize::from(required < 0.0);
        let (a, b) = (Collider::from(ground.surface.clone()), Collider::from(shape.clone()));
        let here = Pose::IDENTITY;
        let patches = clearance::contacts(&a, &here, &b, &at, V::Scalar::of(margin));
        let separation =
            |patch: &clearance::Contact<V>| patch.manifold.deepest().separation.to_f64();
        let found = patches.iter().map(separation).fold(f64::INFINITY, f64::min);
        let is_deep = found <= required + rounding.max(1e-8);
        if !is_deep {
            let vertices = ground.surface.vertices();
            let names = ["ball", "capsule", "box", "hull"];
            counts.lost.push(format!(
                "{i} {} {}: {found} instead of {required}, {shape:?} at {at:?} on {vertices:?}",
                ground.kind,
                names[i / 5 % 4],
            ));
        }
    }
}

/// A shape of a kind, and its pose such that its clearance from the nearest facet is a random one up to the margin.
fn placed<V: Maker>(
    random: &mut Random,
    ground: &Ground<V>,
    kind: usize,
) -> (Shape<V>, Option<f64>, Pose<V>) {
    let facet = random.below(ground.surface.len()) as u32;
    let [a, b, c] = ground.corners(facet);
    let on = match random.below(3) {
        0 => a,
        1 => a + (b - a) * random.unit(),
        _ => a + (b - a) * (0.5 * random.unit()) + (c - a) * (0.5 * random.unit()),
    };
    let mut way = random.direction3();
    if V::DIM == 2 {
        way = DVec3::new(way.x, way.y, 0.0).normalize();
    }
    let target = match random.below(4) {
        0 => random.range(0.0, 0.04),
        1 | 2 => -random.range(0.0, 0.02),
        _ => -random.range(0.0, 0.3),
    };
    let mut stand = Stand::random(random, 1.0);
    let place = on + way * random.range(0.05, 1.0);
    stand.t = place.to_array().map(short);
    let length = V::Scalar::of;
    let mut some = |size: f64| V::from_fn(|_| length(short(random.range(-size, size))));
    if kind == 0 {
        let all = 0..ground.surface.len() as u32;
        let middle = DVec3::from_array(stand.t);
        let distance = all
            .map(|facet| nearest(ground.corners(facet), middle).0.distance(middle))
            .fold(f64::INFINITY, f64::min);
        let radius = short((distance - target).max(0.01));
        return (
            Shape::from(Ball::<V>::new(length(radius)).unwrap()),
            Some(radius),
            pose(&stand, 1.0),
        );
    }
    let shape: Shape<V> = match kind {
        1 => Capsule::new(some(0.4), some(0.4), length(short(size(random)))).unwrap().into(),
        2 => Cuboid::new(V::from_fn(|_| length(short(size(random))))).unwrap().into(),
        _ if V::DIM == 3 => Hull::new(
            (0..4 + random.below(20))
                .map(|_| vector::<V>(random.in_cube(0.5).to_array()))
                .collect::<Vec<_>>(),
        )
        .unwrap()
        .into(),
        _ => loop {
            let points: Vec<V> = [0.0, 1.9, 4.1]
                .map(|turn| {
                    let a = turn + random.unit();
                    vector([libm::cos(a), libm::sin(a), 0.0])
                })
                .to_vec();
            if let Ok(polygon) = Polygon::new(points) {
                break polygon.into();
            }
        },
    };
    let at: Pose<V> = pose(&stand, 1.0);
    let mut best: Option<(f64, V::Wide)> = None;
    for facet in 0..ground.surface.len() as u32 {
        let piece: Shape<V> = ground.surface.piece(facet);
        let answer = clearance::clearance(&piece, &Pose::IDENTITY, &shape, &at);
        let found = (answer.signed_distance.to_f64(), answer.normal.widen());
        if best.is_none_or(|old| found.0 < old.0) {
            best = Some(found);
        }
    }
    let (distance, normal) = best.expect("a surface has facets");
    for i in 0..V::DIM {
        stand.t[i] = short(stand.t[i] + normal.get(i) * (target - distance));
    }
    (shape, None, pose(&stand, 1.0))
}

fn all(count: usize) -> Counts {
    let mut counts = Counts::default();
    sweep::<Vec3>(1, count, &mut counts);
    sweep::<DVec3>(2, count, &mut counts);
    sweep::<Vec2>(3, count / 2, &mut counts);
    sweep::<DVec2>(4, count / 2, &mut counts);
    counts
}

#[test]
fn the_deepest_point_is_never_lost() {
    let count = pairs(6000);
    let counts = all(count);
    assert!(counts.lost.is_empty(), "{}: {:#?}", counts.lost.len(), counts.lost);
    assert!(counts.asked > count && counts.overlapping > count / 2, "{counts:?}");
    assert!(counts.corners > count / 20 && counts.edges > count / 20, "{counts:?}");
}

/// A million contacts: `cargo test --release -p clearance --test worlds a_million -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn a_million_contacts_lose_no_deepest_point() {
    let counts = all(600_000);
    assert!(counts.lost.is_empty(), "{}: {:#?}", counts.lost.len(), counts.lost);
    assert!(counts.asked > 1_000_000, "{counts:?}");
}

/// From the hunts that found it: a ball 0.59 deep at the corner of a tetrahedron, and one on a saddle of a height field.
#[test]
fn tips_and_saddles_are_touched() {
    let corners = [[-2.0, 0.0, -2.0], [2.0, 0.0, 1.0], [0.0, 1.0, 2.0], [-1.0, 0.0, 0.0]];
    let triangles = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
    let tip = Mesh::new(corners.map(DVec3::from_array).to_vec(), triangles).unwrap();
    let tip = Collider::from(Solid::new(tip).unwrap());
    let ball = Collider::from(Ball::<DVec3>::new(2.0).unwrap());
    let at = Pose::at(DVec3::new(3.0, 0.0, 0.0)).unwrap();
    let found = clearance::contacts(&tip, &Pose::IDENTITY, &ball, &at, 0.0);
    let expected = std::f64::consts::SQRT_2 - 2.0;
    assert_eq!(found.len(), 1);
    assert!((found[0].manifold.deepest().separation - expected).abs() < 1e-12, "{found:?}");
    let out = DVec3::new(1.0, 0.0, -1.0).normalize();
    assert!((found[0].manifold.normal - out).length() < 1e-12, "{found:?}");

    let rows = [
        [0.02112087749275693, -0.5727204565598132, -0.6747135639832817, 0.27109608324867684],
        [-0.044798431778179326, 0.6092844230716317, 0.11136387235370115, -0.49275384062451155],
        [-0.13282630736183143, 0.6354850548968616, -0.43302510419225304, -0.8336203345114654],
        [-0.6488194586121789, 0.7115817960531776, 0.1251514475905673, -0.35903086878874757],
    ];
    let field = Collider::from(HeightField::<DVec3>::new(&rows, [1.0, 1.0]).unwrap());
    let ball = Collider::from(Ball::<DVec3>::new(0.7430565198336854).unwrap());
    let middle = DVec3::new(1.147525727469432, 0.8196509399705648, 1.0663118965466163);
    let Collider::Surface(surface) = &field else { unreachable!("a height field is a surface") };
    let distance = (0..surface.len() as u32)
        .map(|facet| nearest(surface.corners(facet), middle).0.distance(middle))
        .fold(f64::INFINITY, f64::min);
    let at = Pose::at(middle).unwrap();
    let found = clearance::contacts(&field, &Pose::IDENTITY, &ball, &at, 0.0);
    let deepest = found.iter().map(|patch| patch.manifold.deepest().separation).fold(1.0, f64::min);
    assert!((deepest - (distance - 0.7430565198336854)).abs() < 1e-12, "{found:?}");
    assert!(deepest < -0.2, "{found:?}");
}
