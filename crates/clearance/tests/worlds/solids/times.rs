//! How long contacts of two surfaces take. For docs/notes/contact.md:
//!
//! ```sh
//! cargo test -p clearance --test worlds solids::times -- --ignored --nocapture
//! ```

use std::time::Instant;

use clearance::d3_f64::{Pose, contacts};
use clearance::glam::{DQuat, DVec3};

use super::shapes::{Raw, ball, cube, cuboid, ell, peg, ring, solid, split, torus};

#[test]
#[ignore = "prints times"]
fn of_contacts() {
    let lying = DQuat::from_xyzw(0.0, 0.0, 0.6, 0.8);
    let turned = DQuat::from_xyzw(0.02, 0.03, 0.3, 0.95).normalize();
    let across = DQuat::from_rotation_x(1.5);
    let floor = cuboid([-5.0, -5.0, -1.0], [5.0, 5.0, 0.0]);
    let link = torus(1.0, 0.25, 32, 16);
    let cases: [(&str, Raw, Raw, [f64; 3], DQuat); 7] = [
        ("box on floor", floor.clone(), cube(0.5), [1.0, 2.0, 0.49], lying),
        ("L in L", ell(1.0), ell(1.0), [0.99, 0.99, 0.05], DQuat::IDENTITY),
        ("peg in ring", ring(1.0, 2.0, 1.0, 24), peg(24, 0.9, 3.0), [0.12, 0.0, 0.0], lying),
        ("links", link.clone(), link, [1.51, 0.0, 0.0], across),
        ("balls", ball(1.0, 3), ball(1.0, 3), [1.98, 0.1, 0.0], turned),
        ("fine balls", ball(1.0, 5), ball(1.0, 5), [1.98, 0.1, 0.0], turned),
        ("fine box on fine floor", split(&floor, 5), split(&cube(0.5), 5), [1.0, 2.0, 0.49], lying),
    ];
    for (name, a, b, way, turn) in &cases {
        let facets = [a.1.len(), b.1.len()];
        let (a, b) = (solid(a), solid(b));
        let at = Pose::new(DVec3::from_array(*way), *turn).unwrap();
        let once = |margin: f64| {
            let start = Instant::now();
            let found = contacts(&a, &Pose::IDENTITY, &b, &at, margin);
            (start.elapsed().as_secs_f64() * 1e6, found.len())
        };
        for margin in [0.0, 0.01] {
            let count = if facets[0] > 5000 { 50 } else { 1000 };
            let all = (0..count).map(|_| once(margin));
            let (time, patches) = all.reduce(|x, y| if y.0 < x.0 { y } else { x }).unwrap();
            println!("{time:10.1} us  {name}, {facets:?}, margin {margin}: {patches} patches");
        }
    }
}
