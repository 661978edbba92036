//! Balls that fall on the ground, in bevy: clearance finds the contacts, and an observer hears what began to touch.
//!
//! `cargo run --manifest-path crates/clearance/examples/bevy/Cargo.toml`

use bevy_app::{App, Startup, Update};
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use bevy_transform::components::Transform;
use clearance::d3::{Body, Cuboid, Pose, Scene, Sphere};
use clearance::scenes::{Handle, Pair};

#[derive(Resource, Default)]
struct Bodies(Scene);
#[derive(Component)]
struct Ball(Handle, Vec3);
#[derive(Event)]
struct Began(#[expect(dead_code, reason = "the observer only counts")] Pair);
#[derive(Resource, Default)]
struct Heard(usize);

fn fill(mut commands: Commands, mut bodies: ResMut<Bodies>) {
    let ground = Cuboid::new(Vec3::new(9.0, 9.0, 1.0)).expect("positive");
    bodies.0.add(Body::fixed(ground).at(Pose::at(-Vec3::Z).expect("finite")));
    for i in 0..30 {
        let at = Transform::from_xyz(0.6 * (i % 5) as f32, 0.01 * i as f32, 1.0 + 0.6 * i as f32);
        let mut entity = commands.spawn(at);
        let ball = Body::moving(Sphere::new(0.25).expect("positive")).data(entity.id().to_bits());
        entity.insert(Ball(bodies.0.add(ball), Vec3::ZERO));
    }
}

/// 1/60 s: each contact takes the velocity into it, and pushes the ball out.
fn step(
    mut bodies: ResMut<Bodies>,
    mut balls: Query<(&mut Ball, &mut Transform)>,
    mut commands: Commands,
) {
    for (mut ball, mut at) in &mut balls {
        ball.1 = 0.99 * (ball.1 - Vec3::Z * 9.81 / 60.0);
        at.translation += ball.1 / 60.0;
        let pose = Pose::from_unit(at.translation, at.rotation);
        bodies.0.place(ball.0, pose).expect("no ball is removed");
    }
    let found = bodies.0.step(0.01);
    for touching in found.contacts() {
        let contact = touching.deepest();
        for (body, away) in [(touching.pair.a, -contact.normal), (touching.pair.b, contact.normal)]
        {
            let entity = Entity::try_from_bits(found.scene()[body].data);
            let Some(entity) = entity else { continue };
            let Ok((mut ball, mut at)) = balls.get_mut(entity) else { continue };
            let into = ball.1.dot(away).min(0.0);
            ball.1 -= away * into;
            at.translation += 0.4 * contact.depth() * away;
        }
    }
    found.began().for_each(|pair| commands.trigger(Began(pair)));
}

fn main() {
    let mut app = App::new();
    app.init_resource::<Bodies>().init_resource::<Heard>();
    app.add_systems(Startup, fill).add_systems(Update, step);
    app.add_observer(|_: On<Began>, mut heard: ResMut<Heard>| heard.0 += 1);
    (0..3600).for_each(|_| app.update());
    let heights = app.world_mut().query::<(&Ball, &Transform)>();
    let lowest = { heights }.iter(app.world()).map(|(_, at)| at.translation.z).reduce(f32::min);
    println!("{} began to touch; the lowest is at {lowest:?}", app.world().resource::<Heard>().0);
    assert!(lowest.is_some_and(|z| (0.2..0.26).contains(&z)));
}
