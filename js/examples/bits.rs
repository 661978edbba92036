//! Answers of Rust as a hash for each 1000 random pairs: `bits PAIRS [f64]`. `tests/bits.test.mjs` makes the same pairs, asks
//! JavaScript, and compares.

use clearance::number::Scalar;
use clearance::space::Vector;

/// Pairs of a line of output.
const BLOCK: usize = 1000;
/// How many shapes there are.
const SHAPES: usize = 40;

/// Numerical Recipes' generator, of which the upper 23 bits are used.
struct Random(u32);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        self.0 >> 9
    }
    /// From -1 to 1.
    fn signed(&mut self) -> f64 {
        f64::from(self.next()) / f64::from(1 << 22) - 1.0
    }
    /// From 1/4 to 5/4.
    fn size(&mut self) -> f64 {
        0.75 + 0.5 * self.signed()
    }
    fn below(&mut self, count: usize) -> usize {
        self.next() as usize % count
    }
    fn vector<V: Vector>(&mut self) -> V {
        V::from_fn(|_| V::Scalar::of(self.signed()))
    }
}

/// What is hashed: numbers with all bits, but one NaN.
struct Hash(u32);

impl Hash {
    fn add(&mut self, number: f64) {
        let number = if number.is_nan() { f64::NAN.copysign(1.0) } else { number };
        for word in [number.to_bits() as u32, (number.to_bits() >> 32) as u32] {
            self.0 = (self.0 ^ word).wrapping_mul(16_777_619).rotate_left(5);
        }
    }
    fn vector<V: Vector>(&mut self, vector: V) {
        (0..V::DIM).for_each(|i| self.add(vector.get(i).to_f64()));
    }
}

macro_rules! answers {
    ($name:ident, $front:ident, $v:ident, $q:ident, $s:ident) => {
        mod $name {
            use clearance::$front::*;

            use super::*;

            fn shape(kind: usize, random: &mut Random) -> Collider {
                let mut size = || random.size() as $s;
                match kind {
                    0 => Sphere::new(size()).unwrap().into(),
                    1 => Cuboid::new($v::new(size(), size(), size()) * 0.5).unwrap().into(),
                    2 => {
                        let radius = size();
                        Capsule::along(Axis::Z, size() / 2.0, radius).unwrap().into()
                    }
                    3 => {
                        let radius = size();
                        Cylinder::new(Axis::Z, size() / 2.0, radius).unwrap().into()
                    }
                    4 => {
                        let radius = size();
                        Cone::new(Axis::Z, size() / 2.0, radius).unwrap().into()
                    }
                    5 => Ellipsoid::new($v::new(size(), size(), size())).unwrap().into(),
                    6 => Hull::new((0..12).map(|_| random.vector()).collect::<Vec<$v>>())
                        .unwrap()
                        .into(),
                    7 | 8 => {
                        let corners: Vec<$v> = (0..4).map(|_| random.vector()).collect();
                        let mesh =
                            Mesh::new(corners, vec![[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]])
                                .unwrap();
                        if kind == 7 {
                            mesh.into()
                        } else {
                            Solid::new(mesh.mended().0).unwrap().into()
                        }
                    }
                    _ => {
                        let ball = Sphere::new(size()).unwrap();
                        let brick = Cuboid::new($v::new(size(), size(), size()) * 0.5).unwrap();
                        let at = Pose::at($v::new(1.0, 0.5, 0.25)).unwrap();
                        Compound::new([(Pose::IDENTITY, ball.into()), (at, brick.into())])
                            .unwrap()
                            .into()
                    }
                }
            }

            fn pose(random: &mut Random) -> Pose {
                let at = random.vector::<$v>() * 0.75;
                let turn = $q::from_array(std::array::from_fn(|_| random.signed() as $s));
                Pose::new(at, turn).unwrap()
            }

            pub fn print(pairs: usize) {
                let random = &mut Random(1);
                let shapes: Vec<_> = (0..SHAPES).map(|i| shape(i % 10, random)).collect();
                let (mut hash, mut touching) = (Hash(0), 0);
                for pair in 0..pairs {
                    let [a, b] = [(); 2].map(|()| random.below(SHAPES));
                    let (at_a, at_b) = (pose(random), pose(random));
                    let (a, b) = (&shapes[a], &shapes[b]);
                    touching += usize::from(ask(&mut hash, pair, (a, &at_a), (b, &at_b)));
                    let ray = Ray::new(random.vector::<$v>() * 4.0, random.vector(), 9.0);
                    probe(&mut hash, a, &at_a, &ray.unwrap(), random.vector());
                    if pair % BLOCK == BLOCK - 1 {
                        println!("{} {touching}", hash.0);
                        (hash.0, touching) = (0, 0);
                    }
                }
            }

            type Placed<'a> = (&'a Collider, &'a Pose);

            fn ask(hash: &mut Hash, pair: usize, (a, at_a): Placed, (b, at_b): Placed) -> bool {
                let touches = intersects(a, at_a, b, at_b);
                hash.add(f64::from(u8::from(touches)));
                hash.add(distance(a, at_a, b, at_b).to_f64());
                let near = closest_points(a, at_a, b, at_b);
                let points = near.map_or([$v::NAN; 2], |near| [near.point_a, near.point_b]);
                points.into_iter().for_each(|point| hash.vector(point));
                let found = clearance(a, at_a, b, at_b);
                for number in [found.signed_distance, found.lower, found.upper] {
                    hash.add(number.to_f64());
                }
                for vector in [found.normal, found.point_a, found.point_b] {
                    hash.vector(vector);
                }
                for patch in contacts(a, at_a, b, at_b, 0.25) {
                    hash.vector(patch.manifold.normal);
                    for point in patch.manifold.points() {
                        hash.vector(point.point_a);
                        hash.add(point.separation.to_f64());
                        hash.add(f64::from(point.feature.bits() as u32));
                    }
                }
                if pair % 10 == 0 {
                    let sweeps =
                        [Sweep::at_rest(at_a), Sweep::linear(at_b, -at_b.translation()).unwrap()];
                    let impact = Cast::new(a, &sweeps[0], b, &sweeps[1], 2.0).unwrap().impact();
                    hash.add(f64::from(u8::from(impact.hit())));
                    hash.add(impact.time.to_f64());
                }
                touches
            }

            fn probe(hash: &mut Hash, shape: &Collider, at: &Pose, ray: &Ray, point: $v) {
                let hit = cast_ray(shape, at, ray);
                hash.add(hit.map_or(f64::INFINITY, |hit| hit.time.to_f64()));
                if let Some(hit) = hit {
                    hash.vector(hit.point);
                    hash.vector(hit.normal);
                }
                let found = project(shape, at, point).unwrap();
                hash.add(found.signed_distance.to_f64());
                hash.vector(found.point);
                hash.add(f64::from(u8::from(contains(shape, at, point).unwrap())));
            }
        }
    };
}

answers!(single, d3, Vec3, Quat, f32);
answers!(double, d3_f64, DVec3, DQuat, f64);

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let pairs = arguments.get(1).and_then(|pairs| pairs.parse().ok()).unwrap_or(BLOCK);
    if arguments.iter().any(|word| word == "f64") {
        double::print(pairs)
    } else {
        single::print(pairs)
    }
}
