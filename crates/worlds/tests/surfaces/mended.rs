//! What `mended` does, and that doing it again changes nothing.

use clearance_testing::{Random, pairs};
use clearance_worlds::{Chain, Mesh, Solid};
use glam::{DVec2, DVec3, Vec3};

use crate::models::{Model, cube, moebius, rough_ball, torus};

fn mended(model: &Model) -> (Mesh<DVec3>, Vec<String>) {
    let (mesh, done) = model.mesh().mended();
    let (again, nothing) = mesh.clone().mended();
    assert_eq!(nothing, [""; 0], "a second time, after {done:?}");
    assert_eq!((again.vertices(), again.facets()), (mesh.vertices(), mesh.facets()));
    (mesh, done)
}

#[test]
fn sentences() {
    let said = |model: &Model| mended(model).1;
    assert_eq!(said(&cube(1.0)), [""; 0]);
    assert_eq!(said(&cube(1.0).soup()), ["Merged 28 vertices with another one at the same place."]);
    assert_eq!(said(&cube(1.0).turned()), ["Turned 12 triangles so that the front is outside."]);
    assert_eq!(
        said(&cube(1.0).and(&cube(1.0).turned())),
        [
            "Merged 8 vertices with another one at the same place.",
            "Dropped 12 triangles that showed another one from behind."
        ]
    );
    assert_eq!(said(&moebius(7)), [""; 0]);
    let mut open = cube(1.0);
    open.triangles.pop();
    assert_eq!(said(&open), [""; 0]);
    let point = Model { vertices: vec![DVec3::X; 3], triangles: vec![[0, 1, 2]] };
    let (mesh, done) = point.mesh().mended();
    assert_eq!(
        (mesh.len(), &done[..]),
        (1, &["Changed nothing, because no triangle has an extent.".to_owned()][..])
    );
    let line =
        Model { vertices: vec![DVec3::ZERO, DVec3::X, DVec3::X * 2.0], triangles: vec![[0, 1, 2]] };
    assert_eq!(line.mesh().mended().0.len(), 1);
    let all = cube(1.0).soup();
    let mut all = Model { vertices: all.vertices, triangles: all.triangles };
    all.vertices.extend([DVec3::splat(7.0), DVec3::splat(8.0), DVec3::splat(9.0), DVec3::X]);
    all.triangles.extend([[0, 1, 2], [0, 1, 0], [36, 37, 38]]);
    all.triangles[3].swap(0, 1);
    assert_eq!(
        said(&all),
        [
            "Merged 28 vertices with another one at the same place.",
            "Dropped 1 triangle with equal corners.",
            "Dropped 1 triangle with the corners of another one.",
            "Dropped 1 triangle with the corners on a line.",
            "Turned 1 triangle so that the fronts of neighbours agree.",
            "Dropped 4 vertices of no triangle."
        ]
    );
}

/// A side of a cube with a point on its edge: the triangle beside it has the long edge, and a sliver joins both.
#[test]
fn slivers_that_close_are_kept() {
    let mut model = cube(1.0);
    // Triangle 0 is 0, 2, 3. A point on the edge from 2 to 3 cuts it in two.
    model.vertices.push((model.vertices[2] + model.vertices[3]) * 0.5);
    model.triangles[0] = [0, 2, 8];
    model.triangles.push([0, 8, 3]);
    assert!(Solid::new(model.mesh()).is_err());
    model.triangles.push([2, 3, 8]);
    assert!(Solid::new(model.mesh()).is_ok());
    assert_eq!(mended(&model).1, [""; 0]);
    model.triangles.remove(5);
    assert_eq!(mended(&model).1, ["Dropped 1 triangle with the corners on a line."]);
}

#[test]
fn cavities_stay() {
    let winding = |shells: &[(f64, bool)]| {
        let turned =
            |(size, out): &(f64, bool)| if *out { cube(*size) } else { cube(*size).turned() };
        let model = shells.iter().map(turned).reduce(|all, one| all.and(&one)).unwrap();
        let (mesh, _) = mended(&model);
        let solid = Solid::new(mesh).unwrap();
        // Between the shells, from the outside
        let sizes: Vec<f64> = shells.iter().map(|(size, _)| *size).collect();
        (0..sizes.len()).map(|i| solid.winding(DVec3::X * (sizes[i] - 0.1))).collect::<Vec<i32>>()
    };
    assert_eq!(winding(&[(3.0, true), (2.0, false)]), [1, 0]);
    assert_eq!(winding(&[(3.0, false), (2.0, true)]), [1, 0], "inside out as a whole");
    assert_eq!(winding(&[(3.0, true), (2.0, true)]), [1, 2]);
    assert_eq!(winding(&[(3.0, false), (2.0, false)]), [1, 2]);
    assert_eq!(winding(&[(3.0, true), (2.0, false), (1.0, true)]), [1, 0, 1]);
    assert_eq!(winding(&[(3.0, true), (2.0, false), (1.0, false)]), [1, 0, 1]);
    assert_eq!(winding(&[(3.0, false), (2.0, true), (1.0, false)]), [1, 0, 1]);
}

/// A wall between two rooms is there once for each, and belongs to both.
#[test]
fn walls_stay() {
    let rooms = cube(1.0).and(&cube(1.0).at(DVec3::X * 2.0));
    let (mesh, done) = mended(&rooms);
    assert_eq!(done, ["Merged 4 vertices with another one at the same place."]);
    assert_eq!(Solid::new(mesh).unwrap().mass().volume, 16.0);
    // Components of their own, along an edge: each is turned by itself.
    let beside = cube(1.0).and(&cube(1.0).at(DVec3::new(2.0, 2.0, 0.0)).turned());
    assert!(Solid::new(beside.mesh()).is_err());
    assert_eq!(Solid::new(mended(&beside).0).unwrap().mass().volume, 16.0);
}

/// Breaks a model in every way that can be mended.
fn broken(random: &mut Random, mut model: Model) -> Model {
    if random.below(2) == 0 {
        model = model.soup();
    }
    for _ in 0..random.below(4) {
        let t = *random.one_of(&model.triangles);
        model.triangles.push(t);
        model.triangles.push([t[1], t[0], t[1]]);
        model.vertices.push(random.in_cube(2.0));
    }
    let p = random.in_cube(0.5);
    let first = model.vertices.len() as u32;
    model.vertices.extend([p, p + DVec3::X * 0.25, p + DVec3::X * 0.75]);
    if random.below(2) == 0 {
        model.triangles.push([first, first + 1, first + 2]);
    }
    for i in (1..model.triangles.len()).rev() {
        model.triangles.swap(i, random.below(i + 1));
    }
    let share = random.range(0.0, 1.0);
    for triangle in &mut model.triangles {
        triangle.rotate_left(random.below(3));
        if random.unit() < share {
            triangle.swap(0, 1);
        }
    }
    model
}

#[test]
fn what_was_broken_is_whole_again() {
    let mut random = Random::new(8);
    let (mut torn, mut inside) = (0, 0);
    for round in 0..pairs(200) {
        let whole = match round % 4 {
            0 => cube(1.0),
            1 => torus(7, 5),
            2 => rough_ball(&mut random, 8, 6),
            _ => rough_ball(&mut random, 8, 6).and(&cube(0.2)).at(DVec3::X * 0.1),
        };
        let solid = Solid::new(whole.mesh()).unwrap();
        let broken = broken(&mut random, whole);
        torn += i32::from(Solid::new(broken.mesh()).is_err());
        // The senses were mixed, so the two shells of the last model may now be a body and its cavity.
        let (mesh, done) = mended(&broken);
        let again = Solid::new(mesh).unwrap_or_else(|e| panic!("{round}: {e} after {done:?}"));
        for _ in 0..20 {
            let p = random.in_cube(1.0);
            let (before, after) = (solid.winding(p), again.winding(p));
            assert!(before == after || (before == 2 && after == 0), "{round}: {before} {after}");
            inside += before;
        }
    }
    assert!(torn > 190 && inside > 500, "{torn} {inside}");
}

#[test]
fn chains_are_mended_too() {
    let corners = [DVec2::ZERO, DVec2::X, DVec2::ONE, DVec2::ONE, DVec2::Y];
    let segments = vec![[1, 0], [1, 2], [2, 3], [4, 3], [3, 2], [4, 0], [0, 4]];
    let chain = Chain::of_segments(corners.to_vec(), segments).unwrap();
    let (chain, done) = chain.mended();
    let expected = [
        "Merged 1 vertex with another one at the same place.",
        "Dropped 2 segments with equal corners.",
        "Dropped 1 segment that showed another one from behind.",
        "Turned 2 segments so that the fronts of neighbours agree.",
        "Turned 4 segments so that the front is outside.",
    ];
    assert_eq!(done, expected);
    assert!(Solid::new(chain).is_ok());
    let square = [[0, 1], [1, 2], [4, 2], [0, 4]].to_vec();
    let (chain, done) = Chain::of_segments(corners.to_vec(), square).unwrap().mended();
    assert_eq!(done.len(), 2, "{done:?}");
    assert!(Solid::new(chain).is_ok());
}

#[test]
fn in_f32_too() {
    let corners = cube(1.0).soup();
    let vertices: Vec<Vec3> = corners.vertices.iter().map(|v| v.as_vec3() * 0.1).collect();
    let (mesh, _): (Mesh<Vec3>, _) = Mesh::new(vertices, corners.triangles).unwrap().mended();
    assert_eq!((mesh.vertices().len(), mesh.unit()), (8, 8.0));
    assert!(Solid::new(mesh).unwrap().contains(DVec3::splat(0.1)));
}
