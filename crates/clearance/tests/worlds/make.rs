//! Random surfaces, compounds and colliders.

use clearance::glam::{DVec3, Vec3};
use clearance::number::Scalar;
use clearance::space::{Pose, Vector};
use clearance::{Chain, Collider, Compound, Mesh};
use clearance_testing::Random;

use crate::common::pairs::{Maker, Recipe, Stand, pose, short};

/// The kinds of surfaces.
const KINDS: [&str; 6] = ["bumpy ball", "torus", "terrain", "soup", "needles", "one facet"];

/// A random surface with a size of about 1, of up to some hundred facets.
pub fn surface<V: Vector>(random: &mut Random) -> Mesh<V> {
    let kind = KINDS[random.below(KINDS.len())];
    if V::DIM == 2 { chain(random, kind) } else { mesh(random, kind) }
}

fn vector<V: Vector>(p: [f64; 3]) -> V {
    V::from_fn(|i| V::Scalar::of(short(p[i])))
}

/// A grid of quads that closes around in one or both directions, or not.
fn grid(
    rows: usize,
    columns: usize,
    around: [bool; 2],
    point: impl Fn(f64, f64) -> [f64; 3],
) -> (Vec<[f64; 3]>, Vec<[u32; 3]>) {
    let points = (0..rows)
        .flat_map(|i| (0..columns).map(move |j| (i, j)))
        .map(|(i, j)| {
            let share =
                |k: usize, n: usize, closed: bool| k as f64 / if closed { n } else { n - 1 } as f64;
            point(share(i, rows, around[0]), share(j, columns, around[1]))
        })
        .collect();
    let at = |i: usize, j: usize| ((i % rows) * columns + j % columns) as u32;
    let mut triangles = Vec::new();
    for i in 0..rows - usize::from(!around[0]) {
        for j in 0..columns - usize::from(!around[1]) {
            triangles.push([at(i, j), at(i, j + 1), at(i + 1, j + 1)]);
            triangles.push([at(i, j), at(i + 1, j + 1), at(i + 1, j)]);
        }
    }
    (points, triangles)
}

fn mesh<V: Vector>(random: &mut Random, kind: &str) -> Mesh<V> {
    use std::f64::consts::TAU;
    let (rows, columns) = (3 + random.below(10), 3 + random.below(10));
    let (bump, waves) = (random.range(0.0, 0.3), 1.0 + random.below(4) as f64);
    let (sin, cos) = (libm::sin, libm::cos);
    let (points, triangles) = match kind {
        "bumpy ball" => {
            // The poles are triangles without area.
            let (points, triangles) = grid(rows, columns, [false, true], |s, t| {
                let (a, b) = (s * TAU / 2.0, t * TAU);
                // Exactly closed at both poles.
                let ring = if s == 0.0 || s == 1.0 { 0.0 } else { sin(a) };
                let r = 1.0 + bump * sin(waves * b) * ring;
                [r * ring * cos(b), r * ring * sin(b), r * cos(a)]
            });
            (points, triangles)
        }
        "torus" => grid(rows, columns, [true, true], |s, t| {
            let (a, b) = (s * TAU, t * TAU);
            let r = 0.8 + 0.3 * cos(a);
            [r * cos(b), r * sin(b), 0.3 * sin(a)]
        }),
        "terrain" => {
            let flat = random.below(3) == 0;
            grid(rows, columns, [false, false], |s, t| {
                let z = if flat { 0.0 } else { bump * sin(waves * 3.0 * s) * cos(waves * 2.0 * t) };
                [2.0 * s - 1.0, 2.0 * t - 1.0, z]
            })
        }
        "soup" => soup(random, 1.0, 0.2),
        "needles" => soup(random, 1.0, 1e-6),
        _ => (vec![[0.0; 3], [1.0, 0.0, 0.0], [0.3, 0.7, 0.1]], vec![[0, 1, 2]]),
    };
    Mesh::new(points.into_iter().map(vector).collect(), triangles).unwrap()
}

/// Triangles at random places. The third corner is near the edge of the others if `width` is small.
fn soup(random: &mut Random, size: f64, width: f64) -> (Vec<[f64; 3]>, Vec<[u32; 3]>) {
    let count = 1 + random.below(60);
    let mut points = Vec::new();
    for _ in 0..count {
        let (start, way) = (random.in_cube(size), random.in_cube(0.5));
        let third = start + way * random.unit() + random.in_cube(width);
        points.extend([start, start + way, third].map(|p| p.to_array()));
    }
    (points, (0..count as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect())
}

fn chain<V: Vector>(random: &mut Random, kind: &str) -> Chain<V> {
    use std::f64::consts::TAU;
    let count = 3 + random.below(40);
    let (bump, waves) = (random.range(0.0, 0.4), 1.0 + random.below(6) as f64);
    let ring = |i: usize| {
        let a = TAU * i as f64 / count as f64;
        let r = 1.0 + bump * libm::sin(waves * a);
        vector([r * libm::cos(a), r * libm::sin(a), 0.0])
    };
    let line = |i: usize| {
        let s = i as f64 / count as f64;
        vector([1.0 - 2.0 * s, bump * libm::sin(waves * 3.0 * s), 0.0])
    };
    match kind {
        "bumpy ball" | "torus" => Chain::closed((0..count).map(ring).collect()).unwrap(),
        "terrain" => Chain::open((0..count).map(line).collect()).unwrap(),
        "one facet" => Chain::open(vec![vector([0.0; 3]), vector([1.0, 0.5, 0.0])]).unwrap(),
        _ => {
            let points = (0..2 * count).map(|_| vector(random.in_cube(1.0).to_array())).collect();
            let segments = (0..count as u32).map(|i| [2 * i, 2 * i + 1]).collect();
            Chain::of_segments(points, segments).unwrap()
        }
    }
}

/// A closed surface around the origin, and a point inside of it.
pub fn closed<V: Vector>(random: &mut Random) -> (Mesh<V>, V) {
    let surface =
        if V::DIM == 2 { chain(random, "bumpy ball") } else { mesh(random, "bumpy ball") };
    let inside = V::from_fn(|_| V::Scalar::of(random.range(-0.05, 0.05)));
    (surface, inside)
}

/// A random shape of any kind. Compounds are `depth` deep; a part is no half-space.
pub fn collider<V: Maker>(random: &mut Random, depth: usize, is_part: bool) -> Collider<V> {
    match random.below(if depth > 0 { 5 } else { 4 }) {
        0 => loop {
            let shape = Recipe::random(random, V::DIM).make::<V>(1.0);
            // A half-space cannot be in a compound.
            if !is_part || matches!(shape, clearance::Shape::Convex(_)) {
                break shape.into();
            }
        },
        1 | 2 => Collider::from(surface(random)),
        3 => {
            let sign = |random: &mut Random| [1.0, -1.0][random.below(2)];
            let by = V::from_fn(|_| V::Scalar::of(short(sign(random) * random.range(0.3, 3.0))));
            Collider::from(surface(random)).scaled(by).unwrap()
        }
        _ => {
            let parts = (0..1 + random.below(9)).map(|_| {
                let at: Pose<V> = pose(&Stand::random(random, 1.0), 1.0);
                (at, collider(random, depth - 1, true))
            });
            Compound::new(parts.collect::<Vec<_>>()).unwrap().into()
        }
    }
}

/// A closed ball with bumps, of about radius 1: `12 n n` triangles.
pub fn bumpy(n: i32, seed: u64) -> Mesh<Vec3> {
    let mut random = Random::new(seed);
    let waves: Vec<_> = (0..24)
        .map(|i| {
            let frequency = 2.0 + 10.0 * f64::from(i) / 24.0;
            (
                random.direction3() * frequency,
                random.range(0.0, std::f64::consts::TAU),
                1.0 / frequency,
            )
        })
        .collect();
    let place = |key: [i32; 3]| {
        // The tangent spreads the cells of a cube evenly over the sphere.
        let quarter = std::f64::consts::FRAC_PI_4;
        let on_cube = key.map(|k| libm::tan(f64::from(2 * k - n) / f64::from(n) * quarter));
        let direction = DVec3::from_array(on_cube).normalize();
        let bump =
            |(wave, phase, size): &(DVec3, f64, f64)| size * libm::sin(wave.dot(direction) + phase);
        (direction * (1.0 + 0.1 * waves.iter().map(bump).sum::<f64>())).as_vec3()
    };
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    let cells = |n: i32| (0..n).flat_map(move |i| (0..n).map(move |j| [i, j]));
    for (axis, side) in (0..3).flat_map(|axis| [(axis, 0), (axis, n)]) {
        for [i, j] in cells(n) {
            let corners = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]].map(|[i, j]| {
                let mut key = [side; 3];
                (key[(axis + 1) % 3], key[(axis + 2) % 3]) = (i, j);
                vertices.push(place(key));
                vertices.len() as u32 - 1
            });
            let [a, b, c, d] = corners;
            let (b, d) = if side == 0 { (d, b) } else { (b, d) };
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    Mesh::new(vertices, triangles).unwrap()
}
