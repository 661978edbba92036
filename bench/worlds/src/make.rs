//! Meshes, rays and placements, the same on every machine.

use std::collections::HashMap;

use clearance::glam::Vec3;
use clearance_testing::Random;

/// Triangles.
pub struct Triangles {
    pub vertices: Vec<Vec3>,
    pub triangles: Vec<[u32; 3]>,
}

/// A closed ball with bumps, of about radius 1: `12 n n` triangles.
pub fn bumpy(n: i32, seed: u64) -> Triangles {
    let mut random = Random::new(seed);
    let waves: Vec<_> = (0..24)
        .map(|i| {
            let frequency = 2.0 + 10.0 * f64::from(i) / 24.0;
            (random.direction3() * frequency, random.range(0.0, 6.28), 1.0 / frequency)
        })
        .collect();
    let mut vertices = Vec::new();
    let mut known: HashMap<[i32; 3], u32> = HashMap::new();
    let mut vertex = |key: [i32; 3]| {
        *known.entry(key).or_insert_with(|| {
            // The tangent spreads the cells of a cube evenly over the sphere.
            let quarter = std::f64::consts::FRAC_PI_4;
            let on_cube = key.map(|k| libm::tan(f64::from(2 * k - n) / f64::from(n) * quarter));
            let direction = clearance::glam::DVec3::from_array(on_cube).normalize();
            let bump = |(wave, phase, size): &(clearance::glam::DVec3, f64, f64)| {
                size * libm::sin(wave.dot(direction) + phase)
            };
            let radius = 1.0 + 0.1 * waves.iter().map(bump).sum::<f64>();
            vertices.push((direction * radius).as_vec3());
            vertices.len() as u32 - 1
        })
    };
    let mut triangles = Vec::new();
    for axis in 0..3 {
        for side in [0, n] {
            for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
                let mut at = |i: i32, j: i32| {
                    let mut key = [side; 3];
                    key[(axis + 1) % 3] = i;
                    key[(axis + 2) % 3] = j;
                    vertex(key)
                };
                let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
                let (b, d) = if side == 0 { (d, b) } else { (b, d) };
                triangles.extend([[a, b, c], [a, c, d]]);
            }
        }
    }
    Triangles { vertices, triangles }
}

/// The height of the terrain; z is up.
pub fn height(x: f64, y: f64) -> f64 {
    use libm::{cos, sin};
    2.0 * sin(0.35 * x) * cos(0.3 * y)
        + 0.5 * sin(1.3 * x + 0.7 * y)
        + 0.15 * cos(3.1 * y - 2.3 * x)
}

/// Hills over the square from -50 to 50: `2 n n` triangles with their fronts up.
pub fn terrain(n: usize) -> Triangles {
    let at = |i: usize| -50.0 + 100.0 * i as f64 / n as f64;
    let vertex = |k: usize| {
        let (x, y) = (at(k % (n + 1)), at(k / (n + 1)));
        clearance::glam::DVec3::new(x, y, height(x, y)).as_vec3()
    };
    let vertices = (0..(n + 1) * (n + 1)).map(vertex).collect();
    let index = |i: usize, j: usize| (i * (n + 1) + j) as u32;
    let cell = |k: usize| {
        let (i, j) = (k / n, k % n);
        let [a, b, c, d] = [index(i, j), index(i, j + 1), index(i + 1, j + 1), index(i + 1, j)];
        [[a, b, c], [a, c, d]]
    };
    Triangles { vertices, triangles: (0..n * n).flat_map(cell).collect() }
}

/// Rays from a sphere around the origin towards its inside: in order of a picture, or in any directions.
pub fn rays(count: usize, coherent: bool) -> Vec<[Vec3; 2]> {
    let mut random = Random::new(5);
    let side = (count as f64).sqrt() as usize;
    let ray = |k: usize| {
        if coherent {
            let eye = clearance::glam::DVec3::new(0.3, -3.0, 0.4);
            let at = |k: usize| 2.4 * (k as f64 / side as f64) - 1.2;
            let to = clearance::glam::DVec3::new(at(k % side), 0.0, at(k / side));
            return [eye.as_vec3(), (to - eye).normalize().as_vec3()];
        }
        let from = random.direction3() * 3.0;
        let to = random.direction3() * random.range(0.0, 1.0);
        [from.as_vec3(), (to - from).normalize().as_vec3()]
    };
    (0..side * side).map(ray).collect()
}
