//! The characters of the examples walk for long, far away from the origin: in `f32` they never lose their skin
//! and never get stuck.

use clearance::scenes::Filter;
use clearance::{d2, d3};

#[allow(dead_code, reason = "the example's own main")]
#[path = "../../examples/character.rs"]
mod character;
#[allow(dead_code, reason = "the example's own main")]
#[path = "../../examples/platformer.rs"]
mod platformer;

/// Along the wall and back, leaning against it.
#[test]
fn a_character_walks_along_a_wall_for_long() {
    use d3::Vec3;
    for far in [0.0, 256.0, 2_000.0] {
        let origin = Vec3::new(far, -far, far);
        let room = character::room(origin).unwrap();
        let mut walker = character::Character::new(origin + Vec3::new(0.0, 0.0, 0.9)).unwrap();
        let (mut legs, mut longest) = (0, 0.0_f32);
        for leg in 0..150 {
            let start = walker.pose.translation();
            let mut at = start;
            // The wall is turned by 0.5 from the y axis.
            let along = Vec3::new(-0.479, 0.878, 0.0) * [1.0, -1.0][leg % 2];
            let into = Vec3::new(0.878, 0.479, 0.0);
            for _ in 0..400 {
                at = walker.step(along * 0.01 + into * 0.02, &room).unwrap();
                let touch = room.touching(&walker.body, &walker.pose, &Filter::all());
                assert!(touch.is_empty(), "{far}: inside {touch:?} at {at} on leg {leg}");
            }
            legs += 1;
            longest = longest.max((at - start).dot(along));
            // The first leg leads to the wall. A step is rounded to 1.2e-4 at 2,000.
            let walked = (at - start).dot(along);
            assert!(leg == 0 || walked > 3.8, "{far}: {walked} on leg {leg}");
        }
        assert!(legs * 400 == 60_000 && longest < 4.5);
    }
}

/// From the cliff, over the slope, to the left and back, and jumps on the way.
#[test]
fn a_player_walks_and_jumps_for_long() {
    use d2::{Pose, Vec2};
    for far in [0.0, 256.0, 2_000.0] {
        let origin = Vec2::new(far, -far);
        let mut level = platformer::Level::new(origin).unwrap();
        level.speed = Vec2::ZERO;
        let mut player = platformer::Player::new(origin + Vec2::new(-2.0, 0.9)).unwrap();
        let (mut landed, mut steps) = (0, 0);
        for leg in 0..200 {
            let walk = [4.0, -4.0][leg % 2];
            let jumps = leg % 4 == 0;
            for i in 0..300 {
                let before = player.ground.map(|ground| ground.body);
                player.step(&mut level, walk, jumps && i % 25 == 0).unwrap();
                steps += 1;
                let ground = player.ground.map(|ground| ground.body);
                landed += u32::from(before != ground && ground == Some(level.one_way));
                let (pose, without) = (Pose::at(player.at).unwrap(), [level.one_way]);
                let others = Filter::all().without(&without);
                let touch = level.scene.touching(&player.body, &pose, &others);
                assert!(touch.is_empty(), "{far}: {touch:?} at {}", player.at);
            }
            // It has come to the cliff, or to the lift at the other end.
            let x = player.at.x - origin.x;
            assert!(if walk > 0.0 { x > 7.0 } else { x < -6.5 }, "{far}: {x} on leg {leg}");
        }
        println!("{landed} times on the platform");
        assert!(steps == 60_000 && landed > 5, "{landed}");
    }
}
