//! What a call through C costs over Rust's, for two boxes: `cargo run --profile library -p clearance-capi --example overhead`.
//! Both are asked in turn about the same poses, and the least of many rounds counts.

#![allow(unsafe_code, reason = "functions of C")]

use std::ffi::c_void;
use std::hint::black_box;
use std::ptr;
use std::time::Instant;

use clearance::Collider;
use clearance::d3_f64::{Cuboid, DQuat, DVec3, Pose, intersects};
use clearance_c as _;
use clearance_testing::Random;

/// As in clearance.h.
#[repr(C)]
#[derive(Clone, Copy)]
struct CPose([f64; 7]);
#[repr(C)]
#[derive(Clone, Copy)]
struct Prepared([f64; 8]);

type AtPoses = unsafe extern "C" fn(
    *const c_void,
    *const CPose,
    *const c_void,
    *const CPose,
    *mut bool,
) -> i32;
type AtPrepared = unsafe extern "C" fn(
    *const c_void,
    *const Prepared,
    *const c_void,
    *const Prepared,
    *const c_void,
    *mut bool,
) -> i32;

unsafe extern "C" {
    fn cl_box(x: f64, y: f64, z: f64, shape: *mut *mut c_void) -> i32;
    fn cl_pose_prepare(pose: *const CPose, prepared: *mut Prepared) -> i32;
    fn cl_intersects(
        a: *const c_void,
        at_a: *const CPose,
        b: *const c_void,
        at_b: *const CPose,
        answer: *mut bool,
    ) -> i32;
    fn cl_intersects_prepared(
        a: *const c_void,
        at_a: *const Prepared,
        b: *const c_void,
        at_b: *const Prepared,
        options: *const c_void,
        answer: *mut bool,
    ) -> i32;
}

const PAIRS: usize = 1000;
const ROUNDS: usize = 300;

fn main() {
    let mut random = Random::new(1);
    // Not of length 1, as many have them.
    let placed: Vec<CPose> = (0..2 * PAIRS)
        .map(|_| {
            let (t, q) = (random.in_cube(1.5).to_array(), random.rotation().to_array());
            CPose([t[0], t[1], t[2], 2.0 * q[0], 2.0 * q[1], 2.0 * q[2], 2.0 * q[3]])
        })
        .collect();
    let pose =
        |CPose(p): &CPose| Pose::new(DVec3::from_slice(p), DQuat::from_slice(&p[3..])).unwrap();
    let poses: Vec<Pose> = placed.iter().map(pose).collect();
    let prepared: Vec<Prepared> = placed
        .iter()
        .map(|placed| {
            let mut prepared = Prepared([0.0; 8]);
            // SAFETY: both are what clearance.h says.
            assert_eq!(unsafe { cl_pose_prepare(placed, &mut prepared) }, 0);
            prepared
        })
        .collect();

    let cuboid = Cuboid::new(DVec3::new(1.0, 0.5, 0.25)).unwrap();
    let collider = Collider::from(cuboid);
    let mut shape = ptr::null_mut();
    // SAFETY: as above.
    assert_eq!(unsafe { cl_box(1.0, 0.5, 0.25, &mut shape) }, 0);
    let (at_poses, at_prepared) =
        black_box((cl_intersects as AtPoses, cl_intersects_prepared as AtPrepared));

    let in_c = |i: usize| {
        let mut answer = false;
        // SAFETY: as above.
        unsafe { at_poses(shape, &placed[2 * i], shape, &placed[2 * i + 1], &mut answer) };
        answer
    };
    let in_c_prepared = |i: usize| {
        let mut answer = false;
        // SAFETY: as above.
        unsafe {
            at_prepared(
                shape,
                &prepared[2 * i],
                shape,
                &prepared[2 * i + 1],
                ptr::null(),
                &mut answer,
            );
        }
        answer
    };
    let ways: [(&str, &dyn Fn(usize) -> bool); 4] = [
        ("Rust, a box", &|i| {
            intersects(black_box(&cuboid), &poses[2 * i], black_box(&cuboid), &poses[2 * i + 1])
        }),
        ("Rust, any shape", &|i| {
            intersects(black_box(&collider), &poses[2 * i], black_box(&collider), &poses[2 * i + 1])
        }),
        ("C, prepared poses", &in_c_prepared),
        ("C, poses", &in_c),
    ];
    let (mut least, mut hits) = ([f64::INFINITY; 4], [0; 4]);
    for _ in 0..ROUNDS {
        for (way, (_, ask)) in ways.iter().enumerate() {
            let began = Instant::now();
            hits[way] = (0..PAIRS).filter(|i| black_box(ask(*i))).count();
            least[way] = least[way].min(began.elapsed().as_secs_f64() * 1e9 / PAIRS as f64);
        }
    }
    assert!(hits.iter().all(|count| *count == hits[0]), "{hits:?}");
    println!("two boxes in f64, {} of {PAIRS} intersect, ns a pair:", hits[0]);
    for ((name, _), time) in ways.iter().zip(least) {
        println!("  {name:18} {time:6.1}");
    }
}
