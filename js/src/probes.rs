//! Rays and points at one shape.
//!
//! ```text
//!   room:  pose | rays: origin, direction  | answers of RAY numbers        (all hits are in `found`)
//!          pose | points                   | answers of 1 or POINT numbers
//! ```

use clearance_geometry::answer::{Place, RayHit};
use clearance_geometry::number::Scalar;
use clearance_geometry::space::{Pose, Ray};
use clearance_worlds::{Collider, RayCast};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::pairs::put_all;
use crate::room::{Asked, ask, wrong, wrong_row};
use crate::shapes::shape_of;
use crate::space::{DIM, POSE, Real, V, pose, real, vector};

/// Time, part, face, two weights, from behind, point, normal.
pub const RAY: usize = 6 + 2 * DIM;
/// Signed distance and its bounds, part, face, two weights, point, normal.
const POINT: usize = 7 + 2 * DIM;

/// What counts as a hit.
#[derive(Clone, Copy)]
struct Met {
    fronts: bool,
    backs: bool,
    hollow: bool,
}

impl Met {
    /// From bits: 1 fronts, 2 backs, 4 solids and convex shapes are hollow.
    fn of(bits: u32) -> Self {
        Self { fronts: bits & 1 != 0, backs: bits & 2 != 0, hollow: bits & 4 != 0 }
    }
    fn counts(self, hit: &RayHit<V>) -> bool {
        if hit.from_behind { self.backs } else { self.fronts }
    }
    fn first(self, shape: &Collider<V>, pose: &Pose<V>, ray: &Ray<V>) -> Option<RayHit<V>> {
        if !self.fronts {
            let all = clearance_worlds::cast_ray_all(shape, pose, ray);
            return all.into_iter().find(|hit| self.counts(hit));
        }
        let cast = RayCast::new(shape, pose, ray);
        let cast = if self.hollow { cast.hollow() } else { cast };
        if self.backs { cast.hit() } else { cast.one_sided().hit() }
    }
}

/// The first hits of so many rays. Without one the time is infinite, and other numbers are NaN or -1.
#[wasm_bindgen]
pub fn rays(shape: u32, rows: usize, tmax: f64, met: u32, first: i32) -> bool {
    each_ray(shape, rows, tmax, first, |_, answer, shape, pose, ray| {
        put_hit(answer, Met::of(met).first(shape, pose, ray).as_ref());
    })
}

/// All hits of so many rays, into `found`: the number of the ray, and its answer.
#[wasm_bindgen(js_name = raysAll)]
pub fn rays_all(shape: u32, rows: usize, tmax: f64, met: u32, first: i32) -> bool {
    let mut found = Vec::new();
    let is_answered = each_ray(shape, rows, tmax, first, |row, _, shape, pose, ray| {
        let all = clearance_worlds::cast_ray_all(shape, pose, ray);
        for hit in all.iter().filter(|hit| Met::of(met).counts(hit)) {
            let start = found.len();
            found.resize(start + 1 + RAY, (row + first.max(0) as usize) as f64);
            put_hit(&mut found[start + 1..], Some(hit));
        }
    });
    is_answered
        && ask(|room| {
            room.found = found;
            Ok(())
        })
}

fn each_ray(
    shape: u32,
    rows: usize,
    tmax: f64,
    first: i32,
    mut cast: impl FnMut(usize, &mut [f64], &Collider<V>, &Pose<V>, &Ray<V>),
) -> bool {
    ask(|room| {
        let shape = shape_of("shape", shape)?;
        let (given, answers) = room.given.split_at_mut(POSE + 2 * DIM * rows);
        let pose = pose(given).map_err(|why| wrong("pose", why))?;
        let rays = given[POSE..].chunks_exact(2 * DIM);
        for (row, (ray, answer)) in rays.zip(answers.chunks_exact_mut(RAY)).enumerate() {
            let ray = Ray::new(vector(ray), vector(&ray[DIM..]), real(tmax));
            let ray = ray.map_err(|why| in_row("rays", row, first, why))?;
            cast(row, answer, &shape, &pose, &ray);
        }
        Ok(())
    })
}

/// An error of one of many, or of the only one.
pub fn in_row(name: &str, row: usize, first: i32, why: clearance_geometry::Error) -> String {
    if first < 0 { wrong(name, why) } else { wrong_row(name, row + first as usize, why) }
}

/// Part, face, two of its weights.
fn put_place(answer: &mut [f64], place: &Place) {
    let [_, second, third] = place.weights;
    answer[..4].copy_from_slice(&[
        place.part.into(),
        place.facet.map_or(-1.0, f64::from),
        second,
        third,
    ]);
}

pub fn put_hit(answer: &mut [f64], hit: Option<&RayHit<V>>) {
    let Some(hit) = hit else {
        answer[..RAY].fill(f64::NAN);
        answer[..6].copy_from_slice(&[f64::INFINITY, -1.0, -1.0, 0.0, 0.0, 0.0]);
        return;
    };
    answer[0] = hit.time.to_f64();
    put_place(&mut answer[1..], &hit.place);
    answer[5] = hit.from_behind.into();
    put_all(&mut answer[6..], &[hit.point, hit.normal]);
}

/// Is each of so many points inside, or on the surface?
#[wasm_bindgen]
pub fn contains(shape: u32, rows: usize, first: i32) -> bool {
    each_point(shape, rows, 1, first, |answer, shape, pose, point| {
        answer[0] = clearance_worlds::contains(shape, pose, point)?.into();
        Ok(())
    })
}

/// How far each of so many points is from the surface, and where that is nearest.
#[wasm_bindgen]
pub fn project(shape: u32, rows: usize, first: i32) -> bool {
    each_point(shape, rows, POINT, first, |answer, shape, pose, point| {
        let found = clearance_worlds::project(shape, pose, point)?;
        let numbers = [found.signed_distance, found.lower, found.upper].map(Real::to_f64);
        answer[..3].copy_from_slice(&numbers);
        put_place(&mut answer[3..], &found.place);
        put_all(&mut answer[7..], &[found.point, found.normal]);
        Ok(())
    })
}

fn each_point(
    shape: u32,
    rows: usize,
    width: usize,
    first: i32,
    ask_one: impl Fn(&mut [f64], &Collider<V>, &Pose<V>, V) -> Result<(), clearance_geometry::Error>,
) -> bool {
    ask(|room| -> Asked {
        let shape = shape_of("shape", shape)?;
        let (given, answers) = room.given.split_at_mut(POSE + DIM * rows);
        let pose = pose(given).map_err(|why| wrong("pose", why))?;
        let points = given[POSE..].chunks_exact(DIM).map(vector);
        for (row, (point, answer)) in points.zip(answers.chunks_exact_mut(width)).enumerate() {
            ask_one(answer, &shape, &pose, point)
                .map_err(|why| in_row("points", row, first, why))?;
        }
        Ok(())
    })
}
