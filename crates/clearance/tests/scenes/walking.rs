//! Characters that walk: floors, slopes, steps, corners, ceilings, platforms; as a capsule and as a box, in space and in
//! the plane.

use clearance::d3::{Body, Capsule, Collider, Cuboid, HeightField, Mesh, Pose, Quat, Scene, Vec3};
use clearance::scenes::{Filter, Ground, Handle, Moved, Walk};
use clearance::{d2, d2::Vec2};

fn at(x: f32, y: f32, z: f32) -> Pose {
    Pose::at(Vec3::new(x, y, z)).unwrap()
}
fn slab(half: [f32; 3], place: [f32; 3]) -> Body {
    Body::fixed(Cuboid::new(half.into()).unwrap()).at(at(place[0], place[1], place[2]))
}
/// Feet at the origin, 1.8 high.
fn shapes() -> [Collider; 2] {
    let capsule = Capsule::new(Vec3::new(0.0, 0.0, 0.4), Vec3::new(0.0, 0.0, 1.4), 0.4).unwrap();
    let corners =
        [-0.35, 0.35].map(|x| [-0.35, 0.35].map(|y| [0.0, 1.8].map(|z| Vec3::new(x, y, z))));
    let hull = clearance::d3::Hull::new(corners.concat().concat()).unwrap();
    [capsule.into(), hull.into()]
}

struct Walker<'s> {
    scene: &'s mut Scene,
    shape: Collider,
    walk: Walk<'s, Vec3>,
    pose: Pose,
    ground: Option<Ground<Vec3>>,
    fall: f32,
}

impl<'s> Walker<'s> {
    fn new(scene: &'s mut Scene, shape: &Collider, start: [f32; 3]) -> Self {
        let walk = Walk::new(Vec3::Z, 1.8);
        let pose = at(start[0], start[1], start[2]);
        Self { scene, shape: shape.clone(), walk, pose, ground: None, fall: 0.0 }
    }
    /// A sixtieth of a second, with gravity.
    fn step(&mut self, speed: [f32; 2]) -> Moved<Vec3> {
        self.fall = if self.ground.is_some() { self.fall.max(0.0) } else { self.fall };
        self.fall -= 10.0 / 60.0;
        let motion = Vec3::new(speed[0], speed[1], self.fall) / 60.0;
        let before = self.pose;
        let moved = self
            .scene
            .move_and_slide(&self.shape, &before, motion, self.ground, &self.walk)
            .unwrap();
        (self.pose, self.ground) = (moved.pose, moved.ground);
        if self.ground.is_some() {
            self.fall = 0.0;
        }
        if moved.hit_ceiling {
            self.fall = self.fall.min(0.0);
        }
        // It is never in anything but by what pushed it, and never jumps.
        let deepest = self.scene.contacts_with(&self.shape, &self.pose, 0.0, &Filter::all());
        let depth = deepest.iter().flat_map(|(_, all)| all.iter().map(|c| c.manifold.depth()));
        assert!(depth.fold(0.0, f32::max) < 0.01, "{deepest:?}");
        moved
    }
    fn run(&mut self, steps: usize, speed: [f32; 2]) -> Vec3 {
        for _ in 0..steps {
            self.step(speed);
        }
        self.pose.translation()
    }
}

fn near(found: Vec3, expected: [f32; 3], by: f32) {
    assert!(found.distance(expected.into()) < by, "{found} {expected:?}");
}

#[test]
fn it_falls_stands_and_walks_on_floors_of_all_kinds() {
    let corners =
        [[-9.0, -9.0], [9.0, -9.0], [9.0, 9.0], [-9.0, 9.0]].map(|[x, y]| Vec3::new(x, y, 0.0));
    let mesh = Mesh::new(corners.to_vec(), vec![[0, 1, 2], [0, 2, 3]]).unwrap();
    let field = HeightField::new(&[[0.0; 19]; 19], [1.0, 1.0]).unwrap();
    let floors = [
        slab([9.0, 9.0, 1.0], [0.0, 0.0, -1.0]),
        Body::fixed(mesh),
        Body::fixed(field).at(at(-9.0, -9.0, 0.0)),
    ];
    for floor in floors {
        for shape in shapes() {
            let mut scene = Scene::new();
            scene.add(floor.clone());
            let mut walker = Walker::new(&mut scene, &shape, [0.0, 0.0, 1.0]);
            let landed = walker.run(60, [0.0, 0.0]);
            near(landed, [0.0, 0.0, 0.018], 0.02);
            assert_eq!(walker.ground.unwrap().normal, Vec3::Z);
            // Two metres a second for two seconds, and it stays where it is for ten.
            near(walker.run(120, [2.0, 1.0]), [4.0, 2.0, 0.018], 0.03);
            let rest = walker.pose.translation();
            assert!(walker.run(600, [0.0, 0.0]).distance(rest) < 1e-3);
        }
    }
}

#[test]
fn slopes_up_to_a_limit() {
    for shape in shapes() {
        for (degrees, climbs) in [(20.0_f32, true), (40.0, true), (60.0, false), (75.0, false)] {
            let mut scene = Scene::new();
            scene.add(slab([9.0, 9.0, 1.0], [0.0, 0.0, -1.0]));
            // Its top goes through (2, 0, 0).
            let turn = Quat::from_rotation_y(-degrees.to_radians());
            let middle = Vec3::new(2.0, 0.0, 0.0) + turn * Vec3::new(6.0, 0.0, -0.5);
            let ramp = Cuboid::new(Vec3::new(6.0, 4.0, 0.5)).unwrap();
            scene.add(Body::fixed(ramp).at(Pose::new(middle, turn).unwrap()));
            let mut walker = Walker::new(&mut scene, &shape, [0.0, 0.0, 0.05]);
            let reached = walker.run(180, [2.0, 0.0]);
            if climbs {
                assert!(reached.z > 1.5 && reached.x > 3.5, "{degrees} {reached}");
                assert!(walker.ground.is_some());
                // It stands on the slope, and walks down without leaving it.
                let rest = walker.pose.translation();
                assert!(walker.run(300, [0.0, 0.0]).distance(rest) < 1e-3);
                for _ in 0..60 {
                    walker.step([-2.0, 0.0]);
                    assert!(walker.ground.is_some());
                }
            } else {
                assert!(reached.z < 0.3 && reached.x < 2.3, "{degrees} {reached}");
            }
        }
    }
}

#[test]
fn steps_up_to_a_limit() {
    for shape in shapes() {
        for (height, climbs) in [(0.1, true), (0.3, true), (0.42, true), (0.5, false), (1.0, false)]
        {
            let mut scene = Scene::new();
            scene.add(slab([9.0, 9.0, 1.0], [0.0, 0.0, -1.0]));
            for k in 0..4 {
                let top = height * (k + 1) as f32;
                scene.add(slab([3.0, 4.0, 0.5 * top], [4.5 + 0.8 * k as f32, 0.0, 0.5 * top]));
            }
            let mut walker = Walker::new(&mut scene, &shape, [0.0, 0.0, 0.05]);
            let reached = walker.run(240, [2.0, 0.0]);
            let expected = if climbs { 4.0 * height } else { 0.0 };
            assert!((reached.z - expected).abs() < 0.05, "{height} {reached}");
            if climbs {
                // And down again, without falling.
                for _ in 0..300 {
                    walker.step([-2.0, 0.0]);
                    assert!(walker.ground.is_some(), "{height} {:?}", walker.pose);
                }
                assert!(walker.pose.translation().z < 0.05);
            }
        }
    }
}

#[test]
fn walls_corners_and_ceilings() {
    for shape in shapes() {
        let mut scene = Scene::new();
        scene.add(slab([9.0, 9.0, 1.0], [0.0, 0.0, -1.0]));
        let wall = scene.add(slab([1.0, 9.0, 3.0], [4.0, 0.0, 3.0]));
        scene.add(slab([9.0, 1.0, 3.0], [0.0, 6.0, 3.0]));
        scene.add(slab([9.0, 9.0, 0.5], [0.0, 0.0, 3.0]));
        let mut walker = Walker::new(&mut scene, &shape, [0.0, 0.0, 0.05]);
        walker.run(60, [0.0, 0.0]);
        // Along the wall, then into the corner, where it comes to rest.
        let along = walker.run(120, [2.0, 2.0]);
        assert!(along.x > 2.5 && along.y > 3.5, "{along}");
        assert!(walker.step([2.0, 2.0]).bumps.iter().any(|bump| bump.body == wall));
        walker.run(120, [2.0, 2.0]);
        let corner = walker.pose.translation();
        assert!(walker.run(60, [2.0, 2.0]).distance(corner) < 1e-3);
        // A jump ends at the ceiling.
        walker.fall = 8.0;
        walker.ground = None;
        let mut ceiling = false;
        for _ in 0..20 {
            ceiling |= walker.step([0.0, 0.0]).hit_ceiling;
        }
        assert!(ceiling && walker.pose.translation().z < 0.71, "{:?}", walker.pose);
        assert!(walker.run(60, [0.0, 0.0]).z < 0.05);
    }
}

#[test]
fn platforms_that_move() {
    for shape in shapes() {
        let mut scene = Scene::new();
        let platform = scene.add(Body::moving(Cuboid::new(Vec3::new(2.0, 2.0, 0.25)).unwrap()));
        let mut walker = Walker::new(&mut scene, &shape, [1.0, 0.0, 0.3]);
        walker.run(10, [0.0, 0.0]);
        assert_eq!(walker.ground.unwrap().body, platform);
        // Along, up, down and around.
        for step in 1..240 {
            let time = step as f32 / 60.0;
            let place = Vec3::new(2.0 * time, 0.0, (2.0 * time).sin());
            let turn = Quat::from_rotation_z(0.5 * time);
            walker.scene.place(platform, Pose::new(place, turn).unwrap()).unwrap();
            walker.step([0.0, 0.0]);
            assert!(walker.ground.is_some(), "{step}");
            let own = turn.inverse() * (walker.pose.translation() - place);
            assert!(own.distance(Vec3::new(1.0, 0.0, 0.268)) < 0.05, "{step} {own}");
        }
        // A wall that comes pushes it along.
        let wall = walker.scene.add(slab([0.5, 5.0, 5.0], [0.0, 0.0, 0.0]));
        let start = walker.pose.translation();
        for step in 0..60 {
            let x = start.x - 1.5 + 0.02 * step as f32;
            walker.scene.place(wall, at(x, start.y, start.z)).unwrap();
            walker.step([0.0, 0.0]);
        }
        assert!(walker.pose.translation().x > start.x + 0.4);
    }
}

#[test]
fn platforms_to_jump_through() {
    for shape in shapes() {
        let mut scene = Scene::new();
        scene.add(slab([9.0, 9.0, 1.0], [0.0, 0.0, -1.0]));
        let platform = scene.add(slab([2.0, 2.0, 0.1], [0.0, 0.0, 2.2]));
        let is_one_way = |body: Handle| body == platform;
        let mut pose = at(0.0, 0.0, 0.02);
        let mut ground = None;
        let walk = Walk { one_way: Some(&is_one_way), ..Walk::new(Vec3::Z, 1.8) };
        let mut speed = 8.0;
        for _ in 0..120 {
            speed = if ground.is_some() { 0.0 } else { speed } - 10.0 / 60.0;
            let motion = Vec3::new(0.0, 0.0, speed / 60.0);
            let moved = scene.move_and_slide(&shape, &pose, motion, ground, &walk).unwrap();
            assert!(!moved.hit_ceiling);
            (pose, ground) = (moved.pose, moved.ground);
        }
        assert_eq!(ground.map(|ground| ground.body), Some(platform));
        near(pose.translation(), [0.0, 0.0, 2.318], 0.03);
    }
}

/// Bumpy ground: it never falls through, and gets across.
#[test]
fn a_bumpy_solid() {
    let height = |x: i32, y: i32| 0.12 * ((x * 7 + y * 13) % 5) as f32 / 4.0;
    let rows: Vec<Vec<f32>> = (0..25).map(|y| (0..25).map(|x| height(x, y)).collect()).collect();
    let field = HeightField::new(&rows, [0.5, 0.5]).unwrap();
    for shape in shapes() {
        let mut scene = Scene::new();
        scene.add(Body::fixed(field.clone()));
        let mut walker = Walker::new(&mut scene, &shape, [1.0, 6.0, 0.3]);
        let reached = walker.run(300, [2.0, 0.0]);
        assert!(reached.x > 8.0 && reached.z > -0.05, "{reached}");
    }
}

#[test]
fn in_the_plane() {
    let capsule = d2::Capsule::new(Vec2::new(0.0, 0.4), Vec2::new(0.0, 1.4), 0.4).unwrap();
    let slab = |half: [f32; 2], place: [f32; 2]| {
        d2::Body::fixed(d2::Cuboid::new(half.into()).unwrap())
            .at(d2::Pose::at(place.into()).unwrap())
    };
    let mut scene = d2::Scene::new();
    scene.add(slab([20.0, 1.0], [0.0, -1.0]));
    for k in 0..3 {
        let top = 0.3 * (k + 1) as f32;
        scene.add(slab([2.0, 0.5 * top], [4.0 + 0.8 * k as f32, 0.5 * top]));
    }
    let wall = scene.add(slab([1.0, 9.0], [9.0, 0.0]));
    let walk = Walk::new(Vec2::Y, 1.8);
    let (mut pose, mut ground, mut fall) = (d2::Pose::at(Vec2::new(0.0, 1.0)).unwrap(), None, 0.0);
    let (mut highest, mut bumped) = (0.0_f32, false);
    for _ in 0..360 {
        fall = if ground.is_some() { 0.0 } else { fall } - 10.0 / 60.0;
        let motion = Vec2::new(2.0, fall) / 60.0;
        let moved = scene.move_and_slide(&capsule, &pose, motion, ground, &walk).unwrap();
        (pose, ground) = (moved.pose, moved.ground);
        highest = highest.max(ground.map_or(0.0, |_| pose.translation().y));
        bumped |= moved.bumps.iter().any(|bump| bump.body == wall);
    }
    assert!((highest - 0.92).abs() < 0.04 && bumped, "{highest}");
    assert!((pose.translation() - Vec2::new(7.58, 0.918)).length() < 0.03, "{pose:?}");
}

#[test]
fn bad_motions_are_errors_and_crushed_ones_stay() {
    let mut scene = Scene::new();
    let [capsule, _] = shapes();
    scene.add(slab([9.0, 9.0, 1.0], [0.0, 0.0, -1.0]));
    // A press that leaves no room.
    scene.add(slab([9.0, 9.0, 1.0], [0.0, 0.0, 2.5]));
    let walk = Walk::new(Vec3::Z, 1.8);
    let pose = at(0.0, 0.0, 0.0);
    assert!(scene.move_and_slide(&capsule, &pose, Vec3::NAN, None, &walk).is_err());
    let moved = scene.move_and_slide(&capsule, &pose, Vec3::X * 0.1, None, &walk).unwrap();
    assert!(moved.pose.translation().abs().max_element() < 0.5);
    let nowhere = Scene::new().move_and_slide(&capsule, &pose, Vec3::X, None, &walk).unwrap();
    assert_eq!((nowhere.pose.translation(), nowhere.ground), (Vec3::X, None));
}
