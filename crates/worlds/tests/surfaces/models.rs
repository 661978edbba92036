//! Models: meshes that the tests share.

use clearance_testing::Random;
use clearance_worlds::{Chain, Mesh};
use glam::{DVec2, DVec3};
use libm::{cos, sin};

/// Vertices and triangles.
#[derive(Clone, Debug, Default)]
pub struct Model {
    pub vertices: Vec<DVec3>,
    pub triangles: Vec<[u32; 3]>,
}

impl Model {
    pub fn mesh(&self) -> Mesh<DVec3> {
        Mesh::new(self.vertices.clone(), self.triangles.clone()).unwrap()
    }
    /// Both models, with vertices of their own.
    pub fn and(mut self, other: &Self) -> Self {
        let base = self.vertices.len() as u32;
        self.vertices.extend(&other.vertices);
        self.triangles.extend(other.triangles.iter().map(|t| t.map(|v| v + base)));
        self
    }
    pub fn map(mut self, mut to: impl FnMut(DVec3) -> DVec3) -> Self {
        self.vertices.iter_mut().for_each(|v| *v = to(*v));
        self
    }
    pub fn at(self, by: DVec3) -> Self {
        self.map(|v| v + by)
    }
    pub fn turned(mut self) -> Self {
        self.triangles.iter_mut().for_each(|t| t.swap(1, 2));
        self
    }
    /// Every triangle with corners of its own, as in an STL file.
    pub fn soup(&self) -> Self {
        let vertices =
            self.triangles.iter().flatten().map(|v| self.vertices[*v as usize]).collect();
        let triangles =
            (0..self.triangles.len() as u32).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
        Self { vertices, triangles }
    }
}

/// The cube from -size to size.
pub fn cube(size: f64) -> Model {
    let corner = |i: u32| {
        DVec3::from_array([0, 1, 2].map(|axis| if i >> axis & 1 == 1 { size } else { -size }))
    };
    let sides =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = sides.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect();
    Model { vertices: (0..8).map(corner).collect(), triangles }
}

/// A ring of `around` columns with the points `at(i, 0..=across)`, each column closed too if `close`.
fn grid(around: u32, across: u32, close: bool, at: impl Fn(u32, u32) -> DVec3) -> Model {
    let mut model = Model::default();
    let rows = if close { across } else { across + 1 };
    for i in 0..around {
        model.vertices.extend((0..rows).map(|j| at(i, j)));
    }
    let number = |i: u32, j: u32| i % around * rows + j % rows;
    for i in 0..around {
        for j in 0..across {
            let [a, b, c, d] =
                [number(i, j), number(i + 1, j), number(i + 1, j + 1), number(i, j + 1)];
            model.triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    model
}

/// A torus about the z axis with the radii 1 and 0.4, with its front outside.
pub fn torus(around: u32, across: u32) -> Model {
    grid(around, across, true, |i, j| {
        let [u, v] = [(i, around), (j, across)]
            .map(|(i, n)| core::f64::consts::TAU * f64::from(i) / f64::from(n));
        let ring = 1.0 + 0.4 * cos(v);
        DVec3::new(ring * cos(u), ring * sin(u), 0.4 * sin(v))
    })
}

/// A strip with a half turn.
pub fn moebius(around: u32) -> Model {
    let mut model = grid(around, 1, false, |i, j| {
        let u = core::f64::consts::TAU * f64::from(i) / f64::from(around);
        let v = if j == 0 { -0.3 } else { 0.3 };
        let ring = 1.0 + v * cos(0.5 * u);
        DVec3::new(ring * cos(u), ring * sin(u), v * sin(0.5 * u))
    });
    // The last quad meets the first upside down.
    let last = 2 * (around - 1);
    let end = model.triangles.len() - 2;
    model.triangles[end..].copy_from_slice(&[[last, 1, 0], [last, 0, last + 1]]);
    model
}

/// A closed surface around a ball of radius 1 that is not smooth.
pub fn rough_ball(random: &mut Random, around: u32, across: u32) -> Model {
    let mut model = Model { vertices: vec![DVec3::NEG_Z, DVec3::Z], triangles: Vec::new() };
    for i in 0..around {
        for j in 1..across {
            let (u, v) = (
                core::f64::consts::TAU * f64::from(i) / f64::from(around),
                core::f64::consts::PI * (f64::from(j) / f64::from(across) - 0.5),
            );
            let way = DVec3::new(cos(u) * cos(v), sin(u) * cos(v), sin(v));
            model.vertices.push(way * random.range(0.6, 1.0));
        }
    }
    let number = |i: u32, j: u32| match j {
        0 => 0,
        _ if j == across => 1,
        _ => 2 + i % around * (across - 1) + j - 1,
    };
    for i in 0..around {
        for j in 0..across {
            let [a, b, c, d] =
                [number(i, j), number(i + 1, j), number(i + 1, j + 1), number(i, j + 1)];
            if a != b {
                model.triangles.push([a, b, c]);
            }
            if c != d {
                model.triangles.push([a, c, d]);
            }
        }
    }
    model
}

/// A closed chain around a star with its front outside.
pub fn star(random: &mut Random, points: u32) -> Chain<DVec2> {
    let corner = |i: u32| {
        let u = core::f64::consts::TAU * f64::from(i) / f64::from(points);
        DVec2::new(cos(u), sin(u)) * random.range(0.3, 1.0)
    };
    Chain::closed((0..points).map(corner).collect()).unwrap()
}
