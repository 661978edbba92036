//! Meshes of solids: boxes, rings, cups, gears, threads, and the same with more triangles.

use std::collections::HashMap;
use std::f64::consts::TAU;

use clearance::d3_f64::{Collider, Hull, Mesh, Solid};
use clearance::glam::{DQuat, DVec3};
use clearance::space::Vector;
use clearance_testing::Random;

/// Vertices and triangles.
pub type Raw = (Vec<DVec3>, Vec<[u32; 3]>);

pub fn solid((vertices, triangles): &Raw) -> Collider {
    Solid::new(Mesh::new(vertices.clone(), triangles.clone()).unwrap()).unwrap().into()
}

pub fn hull((vertices, _): &Raw) -> Hull {
    Hull::new(vertices.clone()).unwrap()
}

pub fn moved((vertices, triangles): &Raw, by: impl Fn(DVec3) -> DVec3) -> Raw {
    (vertices.iter().map(|p| by(*p)).collect(), triangles.clone())
}

/// A box between two corners.
pub fn cuboid(low: [f64; 3], high: [f64; 3]) -> Raw {
    let corner = |i: usize| DVec3::from_fn(|k| if i >> k & 1 == 1 { high[k] } else { low[k] });
    let faces =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = faces.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    ((0..8).map(corner).collect(), triangles)
}

pub fn cube(half: f64) -> Raw {
    cuboid([-half; 3], [half; 3])
}

/// An outline in (r, z), counterclockwise, turned around z in `n` steps.
pub fn turned(outline: &[[f64; 2]], n: usize) -> Raw {
    let m = outline.len();
    let mut vertices = vec![];
    for i in 0..n {
        let angle = TAU * i as f64 / n as f64;
        let (s, c) = (libm::sin(angle), libm::cos(angle));
        vertices.extend(outline.iter().map(|[r, z]| DVec3::new(r * c, r * s, *z)));
    }
    let id = |i: usize, j: usize| ((i % n) * m + j % m) as u32;
    let cells = (0..n).flat_map(|i| (0..m).map(move |j| (i, j)));
    let triangles = cells.flat_map(|(i, j)| {
        let [a, b, c, d] = [id(i, j), id(i + 1, j), id(i + 1, j + 1), id(i, j + 1)];
        [[a, b, c], [a, c, d]]
    });
    (vertices, triangles.collect())
}

pub fn ring(inner: f64, outer: f64, half: f64, n: usize) -> Raw {
    turned(&[[inner, -half], [outer, -half], [outer, half], [inner, half]], n)
}

pub fn torus(big: f64, small: f64, n: usize, m: usize) -> Raw {
    let angle = |j: usize| TAU * j as f64 / m as f64;
    let outline: Vec<_> =
        (0..m).map(|j| [big + small * libm::cos(angle(j)), small * libm::sin(angle(j))]).collect();
    turned(&outline, n)
}

pub fn cup() -> Raw {
    turned(&[[0.01, -0.5], [0.8, -0.5], [0.8, 0.5], [0.6, 0.5], [0.6, -0.3], [0.01, -0.3]], 12)
}

/// A polygon, counterclockwise and given with its triangles, from one height to another one.
pub fn prism(outline: &[[f64; 2]], cut: &[[u32; 3]], z: [f64; 2]) -> Raw {
    let m = outline.len() as u32;
    let at = |z: f64| outline.iter().map(move |q| DVec3::new(q[0], q[1], z));
    let ends = cut.iter().flat_map(|&[a, b, c]| [[a, c, b], [a + m, b + m, c + m]]);
    let sides = (0..m).flat_map(|i| {
        let j = (i + 1) % m;
        [[i, j, j + m], [i, j + m, i + m]]
    });
    (at(z[0]).chain(at(z[1])).collect(), ends.chain(sides).collect())
}

/// A regular prism around z.
pub fn peg(n: usize, radius: f64, half: f64) -> Raw {
    let angle = |i: usize| TAU * i as f64 / n as f64;
    let outline: Vec<_> =
        (0..n).map(|i| [radius * libm::cos(angle(i)), radius * libm::sin(angle(i))]).collect();
    let cut: Vec<_> = (1..n as u32 - 1).map(|i| [0, i, i + 1]).collect();
    prism(&outline, &cut, [-half, half])
}

/// Two arms of length 3 and width 1, times `size`; the inner corner is at the origin.
pub fn ell(size: f64) -> Raw {
    let outline = [[0.0, 0.0], [3.0, 0.0], [3.0, 1.0], [1.0, 1.0], [1.0, 3.0], [0.0, 3.0]]
        .map(|q: [f64; 2]| [(q[0] - 1.0) * size, (q[1] - 1.0) * size]);
    prism(&outline, &[[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]], [-0.5 * size, 0.5 * size])
}

/// A square block with a square hole along z.
pub fn frame() -> Raw {
    let square = |h: f64| [[-h, -h], [h, -h], [h, h], [-h, h]];
    let corners: Vec<_> = [square(3.0), square(1.0)].concat();
    let at = |z: f64| corners.iter().map(move |q| DVec3::new(q[0], q[1], z)).collect::<Vec<_>>();
    let mut triangles = vec![];
    for i in 0..4 {
        let j = (i + 1) % 4;
        let quads = [
            [i, j, j + 8, i + 8],
            [j + 4, i + 4, i + 12, j + 12],
            [i + 8, j + 8, j + 12, i + 12],
            [j, i, i + 4, j + 4],
        ];
        triangles.extend(quads.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]));
    }
    ([at(-1.0), at(1.0)].concat(), triangles)
}

/// Each triangle in four, `times` times.
pub fn split((vertices, triangles): &Raw, times: usize) -> Raw {
    let (mut vertices, mut triangles) = (vertices.clone(), triangles.clone());
    for _ in 0..times {
        let mut middles = HashMap::new();
        let mut parts = vec![];
        for [a, b, c] in triangles {
            let mut middle = |x: u32, y: u32| {
                *middles.entry((x.min(y), x.max(y))).or_insert_with(|| {
                    vertices.push((vertices[x as usize] + vertices[y as usize]) * 0.5);
                    vertices.len() as u32 - 1
                })
            };
            let (ab, bc, ca) = (middle(a, b), middle(b, c), middle(c, a));
            parts.extend([[a, ab, ca], [ab, b, bc], [ca, bc, c], [ab, bc, ca]]);
        }
        triangles = parts;
    }
    (vertices, triangles)
}

/// The surface of the hull of some points.
pub fn hull_of(points: Vec<DVec3>) -> Raw {
    let hull = Hull::new(points).unwrap();
    let mut triangles = vec![];
    for face in hull.faces() {
        let ring: Vec<u32> = face.collect();
        triangles.extend((1..ring.len() - 1).map(|i| [ring[0], ring[i], ring[i + 1]]));
    }
    (hull.vertices().collect(), triangles)
}

/// A ball of 20 triangles, each in four `times` times.
pub fn ball(radius: f64, times: usize) -> Raw {
    let g = 0.5 * (1.0 + 5_f64.sqrt());
    let mut points = vec![];
    for (s, t) in [(1.0, g), (1.0, -g), (-1.0, g), (-1.0, -g)] {
        points.extend([DVec3::new(0.0, s, t), DVec3::new(s, t, 0.0), DVec3::new(t, 0.0, s)]);
    }
    let mut raw = hull_of(points);
    for _ in 0..times {
        raw = moved(&split(&raw, 1), DVec3::normalize);
    }
    moved(&raw, |p| p.normalize() * radius)
}

/// A random convex solid: a box, a box of more triangles, a ball, a hull.
pub fn convex(random: &mut Random) -> Raw {
    let half = [(); 3].map(|()| random.range(0.3, 1.0));
    let cuboid = cuboid(half.map(|x| -x), half);
    match random.below(4) {
        0 => cuboid,
        1 => split(&cuboid, 2),
        2 => ball(random.range(0.5, 1.0), 1 + random.below(2)),
        _ => {
            let count = 8 + random.below(25);
            hull_of((0..count).map(|_| random.direction3() * random.range(0.7, 1.0)).collect())
        }
    }
}

/// A random solid, most of them not convex.
pub fn any(random: &mut Random) -> Raw {
    match random.below(5) {
        0 => ell(0.4),
        1 => ring(0.5, 1.0, 0.3, 12),
        2 => torus(0.8, 0.25, 16, 8),
        3 => cuboid([-0.5, -0.3, -0.7], [0.5, 0.3, 0.7]),
        _ => cup(),
    }
}

pub fn turn(random: &mut Random) -> DQuat {
    DQuat::from_array(random.rotation().to_array())
}
