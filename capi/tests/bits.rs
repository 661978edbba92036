//! Answers of C are those of Rust, to the last bit: random pairs in a file are asked by `c/bits.c` and here.
//! `CLEARANCE_PAIRS=100000` asks more.

mod compiled;

use std::fs;

use clearance::number::Scalar;
use clearance::space::{Axis, Vector};
use clearance::{
    AnyShape, Cast, Collider, Compound, ContactPoint, Mesh, Pose, Ray, Rounded, Solid, Sweep, shape,
};
use clearance_testing::{Random, pairs};

/// Pairs of a line of output.
const BLOCK: usize = 1000;
/// How many shapes there are.
const SHAPES: usize = 40;

/// What is hashed: numbers with all bits, but one NaN.
#[derive(Default)]
struct Hash(u64);

impl Hash {
    fn add(&mut self, number: f64) {
        let number = if number.is_nan() { 0.125 } else { number };
        self.0 = (self.0 ^ number.to_bits()).wrapping_mul(1_099_511_628_211);
        self.0 ^= self.0 >> 29;
    }
    fn is(&mut self, answer: bool) {
        self.add(u8::from(answer).into());
    }
    fn vector<V: Vector>(&mut self, vector: V) {
        (0..V::DIM).for_each(|i| self.add(vector.get(i).to_f64()));
    }
    fn point<V: Vector>(&mut self, point: &ContactPoint<V>) {
        self.vector(point.point_a);
        self.vector(point.point_b);
        self.add(point.separation.to_f64());
        self.add((point.feature.bits() as u32).into());
    }
}

/// The numbers of the file, as they are made.
struct Numbers {
    random: Random,
    all: Vec<f64>,
}

impl Numbers {
    /// A number of the precision, which the file has exactly.
    fn put<S: Scalar>(&mut self, number: f64) -> S {
        let number = S::of(number);
        self.all.push(number.to_f64());
        number
    }
    fn size<S: Scalar>(&mut self) -> S {
        let size = self.random.range(0.125, 0.625);
        self.put(size)
    }
    fn vector<V: Vector>(&mut self, reach: f64) -> V {
        V::from_fn(|_| {
            let number = self.random.signed() * reach;
            self.put(number)
        })
    }
    fn below(&mut self, count: usize) -> usize {
        let number = self.random.below(count);
        self.all.push(number as f64);
        number
    }
}

/// What differs between space and the plane.
trait Space: Vector + Sized {
    const PREFIX: &str;
    const REAL: &str;
    fn pose(numbers: &mut Numbers) -> Pose<Self>;
    /// A shape of the first kinds.
    fn simple(kind: usize, size: [Self::Scalar; 3], points: &[Self]) -> Collider<Self>;
}

macro_rules! in_space {
    ($v:ty, $q:ident, $prefix:literal, $real:literal) => {
        impl Space for $v {
            const PREFIX: &str = $prefix;
            const REAL: &str = $real;
            fn pose(numbers: &mut Numbers) -> Pose<Self> {
                let at = numbers.vector(0.75);
                let turn = [(); 4].map(|()| {
                    let number = numbers.random.signed();
                    numbers.put(number)
                });
                Pose::new(at, clearance::glam::$q::from_array(turn)).unwrap()
            }
            fn simple(
                kind: usize,
                [x, y, z]: [Self::Scalar; 3],
                points: &[Self],
            ) -> Collider<Self> {
                match kind {
                    0 => shape::Ball::new(x).unwrap().into(),
                    1 => shape::Cuboid::new(Self::new(x, y, z)).unwrap().into(),
                    2 => shape::Capsule::along(Axis::Z, x, y).unwrap().into(),
                    3 => shape::Cylinder::new(Axis::Z, x, y).unwrap().into(),
                    4 => shape::Cone::new(Axis::Z, x, y).unwrap().into(),
                    5 => shape::Ellipsoid::new(Self::new(x, y, z)).unwrap().into(),
                    6 => shape::Hull::new(points.to_vec()).unwrap().into(),
                    _ => {
                        let facets = vec![[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]];
                        let mesh = Mesh::new(points[..4].to_vec(), facets).unwrap();
                        if kind == 7 {
                            mesh.into()
                        } else {
                            Solid::new(mesh.mended().0).unwrap().into()
                        }
                    }
                }
            }
        }
    };
}

macro_rules! in_plane {
    ($v:ty, $prefix:literal, $real:literal) => {
        impl Space for $v {
            const PREFIX: &str = $prefix;
            const REAL: &str = $real;
            fn pose(numbers: &mut Numbers) -> Pose<Self> {
                let at = numbers.vector(0.75);
                let angle = numbers.random.signed() * 3.0;
                Pose::new(at, numbers.put(angle)).unwrap()
            }
            fn simple(
                kind: usize,
                [x, y, _]: [Self::Scalar; 3],
                points: &[Self],
            ) -> Collider<Self> {
                match kind {
                    0 => shape::Ball::new(x).unwrap().into(),
                    1 => shape::Cuboid::new(Self::new(x, y)).unwrap().into(),
                    2 => shape::Capsule::new(points[0], points[1], x).unwrap().into(),
                    3 => shape::Ellipsoid::new(Self::new(x, y)).unwrap().into(),
                    4 => shape::Segment::new(points[0], points[1]).unwrap().into(),
                    5 | 6 => shape::Hull::new(points.to_vec()).unwrap().into(),
                    7 => Mesh::closed(points[..4].to_vec()).unwrap().into(),
                    _ => {
                        let corners = [[0.0, 0.0], [x, 0.0], [x, y], [0.0, y]];
                        let outline = corners.map(Self::from_array).to_vec();
                        Solid::new(Mesh::closed(outline).unwrap()).unwrap().into()
                    }
                }
            }
        }
    };
}

in_space! { clearance::glam::DVec3, DQuat, "cl_", "double" }
in_space! { clearance::glam::Vec3, Quat, "clf_", "float" }
in_plane! { clearance::glam::DVec2, "cl2_", "double" }
in_plane! { clearance::glam::Vec2, "clf2_", "float" }

fn shape<V: Space>(kind: usize, numbers: &mut Numbers) -> Collider<V> {
    numbers.all.push(kind as f64);
    let size = [(); 3].map(|()| numbers.size());
    let points: Vec<V> = (0..12).map(|_| numbers.vector(1.0)).collect();
    if kind < 9 {
        return V::simple(kind, size, &points);
    }
    let inner = shape::ConvexShape::from(shape::Segment::new(points[0], points[1]).unwrap());
    let rounded = Collider::Convex(clearance::Shape::Convex(Rounded::new(inner, size[0]).unwrap()));
    let hull = shape::Hull::new(points).unwrap();
    Compound::new([(V::pose(numbers), rounded), (V::pose(numbers), hull.into())]).unwrap().into()
}

fn ask<V: Space>(hash: &mut Hash, (a, at_a): Placed<V>, (b, at_b): Placed<V>) -> bool {
    let margin = V::Scalar::of(0.25);
    let touches = clearance::intersects(a, at_a, b, at_b);
    hash.is(touches);
    hash.is(touches);
    hash.is(clearance::within(a, at_a, b, at_b, margin));
    let distance = clearance::distance(a, at_a, b, at_b).to_f64();
    hash.add(distance);
    hash.add(distance);
    let closest = clearance::closest_points(a, at_a, b, at_b);
    hash.is(closest.is_some());
    hash.vector(closest.map_or(V::ZERO, |closest| closest.point_a));
    hash.vector(closest.map_or(V::ZERO, |closest| closest.point_b));
    let found = clearance::clearance(a, at_a, b, at_b);
    for number in [found.signed_distance, found.lower, found.upper] {
        hash.add(number.to_f64());
    }
    hash.add((found.status() as u8).into());
    for vector in [found.normal, found.point_a, found.point_b] {
        hash.vector(vector);
    }
    let apart = clearance::separation(a, at_a, b, at_b);
    hash.add(apart.lower.to_f64());
    hash.vector(apart.point_b);
    hash.add(apart.place_b.piece().facet.map_or(-1.0, f64::from));
    let penetration = clearance::penetration(a, at_a, b, at_b);
    hash.is(penetration.is_some());
    hash.add(penetration.map_or(0.0, |found| found.depth.to_f64()));
    hash.vector(penetration.map_or(V::ZERO, |found| found.normal));
    let manifold = clearance::contact_manifold(a, at_a, b, at_b, margin);
    let points = manifold.as_ref().map_or(&[][..], |manifold| manifold.points());
    hash.add(points.len() as f64);
    points.iter().for_each(|point| hash.point(point));
    let all = clearance::contacts(a, at_a, b, at_b, margin);
    let points = all.iter().enumerate().flat_map(|(patch, contact)| {
        contact.manifold.points().iter().map(move |point| (patch, contact, point))
    });
    for (patch, contact, point) in points.take(64) {
        hash.add(patch as f64);
        hash.vector(contact.manifold.normal);
        hash.point(point);
        hash.add(contact.piece_a.facet.map_or(-1.0, f64::from));
    }
    touches
}

type Placed<'a, V> = (&'a Collider<V>, &'a Pose<V>);

fn probe<V: Space>(hash: &mut Hash, numbers: &mut Numbers, (a, at): Placed<V>) {
    let (origin, direction) = (numbers.vector::<V>(2.0), numbers.vector(1.0));
    let hit = clearance::cast_ray(a, at, &Ray::new(origin, direction, V::Scalar::of(9.0)).unwrap());
    hash.add(hit.map_or(f64::INFINITY, |hit| hit.time.to_f64()));
    hash.vector(hit.map_or(V::ZERO, |hit| hit.point));
    hash.vector(hit.map_or(V::ZERO, |hit| hit.normal));
    hash.is(clearance::contains(a, at, direction).unwrap());
    let found = clearance::project(a, at, direction).unwrap();
    hash.add(found.signed_distance.to_f64());
    hash.vector(found.point);
}

fn cast<V: Space>(hash: &mut Hash, (a, at_a): Placed<V>, (b, at_b): Placed<V>) {
    let motion = Sweep::between(at_b, at_a).unwrap();
    let tmax = V::Scalar::of(2.0);
    let impact = Cast::new(a, &Sweep::at_rest(at_a), b, &motion, tmax).unwrap().impact();
    hash.add((impact.status as u8).into());
    hash.add(impact.time.to_f64());
    if impact.status == clearance::ImpactStatus::Hit {
        hash.vector(impact.normal);
    }
}

/// The same pairs in C and in Rust.
fn compare<V: Space>()
where
    Collider<V>: AnyShape<V = V>,
{
    let pairs = pairs(BLOCK).max(BLOCK) / BLOCK * BLOCK;
    let mut numbers = Numbers { random: Random::new(6), all: vec![SHAPES as f64, pairs as f64] };
    let shapes: Vec<Collider<V>> = (0..SHAPES).map(|i| shape(i % 10, &mut numbers)).collect();
    let (mut hash, mut touching, mut expected, mut all) = (Hash::default(), 0, String::new(), 0);
    for pair in 0..pairs {
        let [a, b] = [(); 2].map(|()| &shapes[numbers.below(SHAPES)]);
        let (at_a, at_b) = (V::pose(&mut numbers), V::pose(&mut numbers));
        touching += usize::from(ask(&mut hash, (a, &at_a), (b, &at_b)));
        probe(&mut hash, &mut numbers, (a, &at_a));
        if pair % 10 == 0 {
            cast(&mut hash, (a, &at_a), (b, &at_b));
        }
        if pair % BLOCK == BLOCK - 1 {
            expected += &format!("{} {touching}\n", hash.0);
            all += touching;
            (hash, touching) = (Hash::default(), 0);
        }
    }
    let share = all as f64 / pairs as f64;
    assert!((0.2..0.8).contains(&share), "{share} of the pairs touch: too few or too many to tell");

    let name = format!("bits{}", V::PREFIX);
    let definitions = [
        format!("-DPREFIX={}", V::PREFIX),
        format!("-DREAL={}", V::REAL),
        format!("-DDIM={}", V::DIM),
    ];
    let program = compiled::c("bits.c", &name, &definitions);
    let file = program.with_extension("numbers");
    let bytes: Vec<u8> = numbers.all.iter().flat_map(|number| number.to_ne_bytes()).collect();
    fs::write(&file, bytes).unwrap();
    let answered = compiled::output(&program, &[file.to_str().unwrap()]);
    let lines = answered.lines().zip(expected.lines());
    for (block, (answered, expected)) in lines.enumerate() {
        assert_eq!(answered, expected, "{}: the pairs from {} on differ", V::PREFIX, block * BLOCK);
    }
    assert_eq!(answered.lines().count(), expected.lines().count());
}

#[test]
fn space_in_f64() {
    compare::<clearance::glam::DVec3>();
}

#[test]
fn space_in_f32() {
    compare::<clearance::glam::Vec3>();
}

#[test]
fn plane_in_f64() {
    compare::<clearance::glam::DVec2>();
}

#[test]
fn plane_in_f32() {
    compare::<clearance::glam::Vec2>();
}
