//! Scenes of many bodies beside parry's trees, in one run, in turns, the least time of each step.
//!
//!     cargo run --release -p scenes [-- boxes pairs turned tremble ground fixed churn rays nearest]     # in bench
//!
//! Each number behind a group is the time of the fastest peer over ours. What parry keeps of pairs is kept as rapier 0.36
//! does it.

mod crowd;
mod parry;

use std::time::Instant;

use clap::Parser;
use clearance::d3::{
    Axis, Body, Capsule, Collider, Cuboid, Cylinder, HeightField, Pose, Ray, Scene, Sphere, Vec3,
};
use clearance::scenes::{Filter, Handle, Layers};
use clearance_testing::Random;
use clearance_trees::{Bounds, Packs, each_bit};
use parry3d::bounding_volume::{Aabb, BoundingVolume};
use parry3d::shape::SharedShape;

use crowd::Crowd;

/// Scenes of many bodies beside other libraries.
#[derive(Parser)]
struct Options {
    /// Groups whose name has one of these words
    words: Vec<String>,
    /// Rounds of each entrant
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Only clearance, for a profiler
    #[arg(long)]
    alone: bool,
}

/// The least time of each step, and their mean but for the first.
struct Least(Vec<f64>);

impl Least {
    fn of(step: usize, seconds: f64, all: &mut Self) {
        if all.0.len() <= step {
            all.0.resize(step + 1, f64::INFINITY);
        }
        all.0[step] = all.0[step].min(seconds);
    }
    fn mean(&self) -> f64 {
        let later = &self.0[1.min(self.0.len())..];
        later.iter().sum::<f64>() / later.len() as f64
    }
}

/// Times of some entrants, ours first.
struct Race {
    name: String,
    times: Vec<(&'static str, Least)>,
}

impl Race {
    fn new(name: impl Into<String>, entrants: &[&'static str]) -> Self {
        let times = entrants.iter().map(|name| (*name, Least(vec![]))).collect();
        Self { name: name.into(), times }
    }
    fn time<T>(&mut self, entrant: usize, step: usize, run: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let found = run();
        Least::of(step, start.elapsed().as_secs_f64(), &mut self.times[entrant].1);
        found
    }
    /// Prints the times; returns the fastest peer's over ours.
    fn ratio(&self) -> Option<f64> {
        let mut line = format!("  {:24}", self.name);
        for (name, least) in self.times.iter().filter(|(_, least)| !least.0.is_empty()) {
            line += &format!("  {name} {:.1} us", 1e6 * least.mean());
        }
        let peers =
            self.times[1..].iter().map(|(_, least)| least.mean()).filter(|time| !time.is_nan());
        let best = peers.fold(f64::INFINITY, f64::min);
        let ratio = (best < f64::INFINITY).then(|| best / self.times[0].1.mean());
        println!("{line}  {}", ratio.map_or(String::new(), |ratio| format!("{ratio:.2}")));
        ratio
    }
}

fn main() {
    let options = Options::parse();
    if let Some(core) = core_affinity::get_core_ids().and_then(|ids| ids.last().copied()) {
        core_affinity::set_for_current(core);
    }
    let groups: [(&str, fn(&Options) -> Vec<Race>); 9] = [
        ("boxes", boxes),
        ("pairs", pairs),
        ("turned", |options| contacts(options, 1.0, "turned")),
        ("tremble", |options| contacts(options, 0.05, "tremble")),
        ("ground", ground),
        ("fixed", fixed),
        ("churn", churn),
        ("rays", rays),
        ("nearest", nearest),
    ];
    for (name, group) in groups {
        if options.words.is_empty() || options.words.iter().any(|word| name.contains(word.as_str()))
        {
            println!("{name}");
            let ratios: Vec<f64> = group(&options).iter().filter_map(Race::ratio).collect();
            if !ratios.is_empty() {
                let mean = ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64;
                println!("{name}: {:.2}", mean.exp());
            }
        }
    }
}

/// The box around a turned shape, a thousand times.
fn boxes(options: &Options) -> Vec<Race> {
    let ours: [(&str, Collider); 4] = [
        ("ball", Sphere::new(0.5).expect("positive").into()),
        ("box", Cuboid::new(Vec3::splat(0.5)).expect("positive").into()),
        ("capsule", Capsule::along(Axis::Y, 0.5, 0.3).expect("positive").into()),
        ("cylinder", Cylinder::new(Axis::Y, 0.5, 0.3).expect("positive").into()),
    ];
    let theirs = [
        SharedShape::ball(0.5),
        SharedShape::cuboid(0.5, 0.5, 0.5),
        SharedShape::capsule_y(0.5, 0.3),
        SharedShape::cylinder(0.5, 0.3),
    ];
    let mut random = Random::new(7);
    let mut pose = || Pose::new(random.in_cube(9.0).as_vec3(), random.rotation().as_quat());
    let poses: Vec<Pose> = (0..1000).map(|_| pose().expect("finite")).collect();
    let placed: Vec<_> = poses.iter().map(parry::pose).collect();
    let race = |((name, ours), theirs): (&(&str, Collider), &SharedShape)| {
        let mut race = Race::new(format!("1,000 boxes: {name}"), &["clearance", "parry"]);
        for _ in 0..50 * options.rounds {
            let sum: f32 = race.time(0, 1, || poses.iter().map(|pose| ours.aabb(pose).min.x).sum());
            if !options.alone {
                let other: f32 = race.time(1, 1, || {
                    placed.iter().map(|pose| theirs.compute_aabb(pose).mins.x).sum()
                });
                assert!((sum - other).abs() < 1.0, "{sum} {other}");
            }
        }
        race
    };
    ours.iter().zip(&theirs).map(race).collect()
}

/// Pairs of boxes that all move, nothing kept.
fn pairs(options: &Options) -> Vec<Race> {
    let race = |crowd: Crowd| {
        let mut race = Race::new(crowd.name, &["clearance", "parry", "parry without optimizing"]);
        let steps: Vec<Vec<Bounds>> = (0..8).map(|step| crowd.boxes(step as f32)).collect();
        for _ in 0..options.rounds {
            let mut counts = vec![];
            let (mut packs, mut list) = (Packs::default(), vec![]);
            packs.insert(&(0..crowd.len() as u32).collect::<Vec<_>>(), &steps[0]);
            for (step, boxes) in steps.iter().enumerate() {
                counts.push(race.time(0, step, || {
                    list.clear();
                    packs.refill(boxes);
                    packs.rows(false, |a, others, lanes| {
                        each_bit(lanes, |lane| list.push([a, others[lane]]))
                    });
                    list.len()
                }));
            }
            for entrant in (1..3).filter(|_| !options.alone) {
                let mut tree = parry::Tree::new(&steps[0], entrant == 1);
                for (step, boxes) in steps.iter().enumerate() {
                    assert_eq!(race.time(entrant, step, || tree.step(boxes)), counts[step]);
                }
            }
        }
        race
    };
    Crowd::all().into_iter().map(race).collect()
}

const MARGIN: f32 = 0.02;

/// Turned boxes: their boxes, pairs and manifolds. A share of them flies, the others tremble by 20 um.
fn contacts(options: &Options, share: f64, name: &str) -> Vec<Race> {
    let crowds = [("1k", 1_000), ("10k", 10_000), ("100k", 100_000)];
    let crowds = crowds.into_iter().filter(|(_, count)| share == 1.0 || *count > 1_000);
    let race = |(size, count)| {
        let crowd = Crowd::turned(size, count);
        let mut race = Race::new(format!("{name} {size}"), &["clearance", "parry as rapier"]);
        let mut random = Random::new(9);
        let flies: Vec<bool> = (0..count).map(|_| random.unit() < share).collect();
        let rest = crowd.poses(0.0);
        let poses: Vec<Vec<Pose>> = (0..8)
            .map(|step| {
                let mut poses = crowd.poses(step as f32);
                for at in (0..count).filter(|at| !flies[*at]) {
                    let by = random.in_cube(1e-5).as_vec3();
                    poses[at] = Pose::at(by).expect("finite") * rest[at];
                }
                poses
            })
            .collect();
        let shapes: Vec<Collider> = (0..count).map(|at| crowd.cuboid(at).into()).collect();
        let theirs: Vec<SharedShape> = (0..count)
            .map(|at| crowd.half(at))
            .map(|half| SharedShape::cuboid(half.x, half.y, half.z))
            .collect();
        for _ in 0..options.rounds {
            let mut touching = vec![];
            let mut scene = Scene::new();
            let handles: Vec<Handle> = scene.add_all(
                shapes
                    .iter()
                    .zip(&poses[0])
                    .map(|(shape, pose)| Body::moving(shape.clone()).at(*pose)),
            );
            for (step, poses) in poses.iter().enumerate() {
                touching.push(race.time(0, step, || {
                    scene.place_all(&handles, poses).expect("all are valid");
                    scene.step(MARGIN).contacts().count()
                }));
            }
            if options.alone {
                continue;
            }
            let boxes_at = |poses: &[parry3d::math::Pose]| -> Vec<Aabb> {
                let boxes = theirs.iter().zip(poses);
                boxes.map(|(shape, pose)| shape.compute_aabb(pose).loosened(0.5 * MARGIN)).collect()
            };
            let first: Vec<_> = poses[0].iter().map(parry::pose).collect();
            let mut kept = parry::Kept::new(&boxes_at(&first), 0.04);
            let moved = vec![true; count];
            for (step, poses) in poses.iter().enumerate() {
                let poses: Vec<_> = poses.iter().map(parry::pose).collect();
                let found = race.time(1, step, || {
                    let boxes = boxes_at(&poses);
                    let moves: Vec<(u32, Aabb)> = (0..).zip(boxes.iter().copied()).collect();
                    kept.step(&moves);
                    kept.contacts(&theirs, &poses, &boxes, &moved, MARGIN)
                });
                let off = found.abs_diff(touching[step]);
                assert!(off * 50 <= found, "{found} {}", touching[step]);
            }
        }
        println!("  {:24}  {} bytes a body", race.name, bytes(&crowd, &shapes, &poses[0]));
        race
    };
    crowds.map(race).collect()
}

fn bytes(crowd: &Crowd, shapes: &[Collider], poses: &[Pose]) -> usize {
    let mut scene = Scene::new();
    scene.add_all(
        shapes.iter().zip(poses).map(|(shape, pose)| Body::moving(shape.clone()).at(*pose)),
    );
    scene.step(MARGIN);
    scene.memory() / crowd.len()
}

/// A thousand boxes that tremble or turn on a ground: that of a height field beside that of a box.
fn ground(options: &Options) -> Vec<Race> {
    let hills = HeightField::new(&vec![vec![0.0; 101]; 101], [1.0, 1.0]).expect("finite");
    let slab = Cuboid::new(Vec3::new(50.0, 50.0, 1.0)).expect("positive");
    let slab_at = Pose::at(Vec3::new(50.0, 50.0, -1.0)).expect("finite");
    let unit = Collider::from(Cuboid::new(Vec3::splat(0.4)).expect("positive"));
    let mut races = vec![];
    for (name, share) in [("1,000 tremble", 1e-5), ("1,000 slide", 1e-2)] {
        let mut race = Race::new(name, &["on a height field", "on a box"]);
        for _ in 0..options.rounds {
            let grounds = [Body::fixed(hills.clone()), Body::fixed(slab).at(slab_at)];
            for (entrant, ground) in grounds.into_iter().enumerate() {
                let mut random = Random::new(41);
                let mut scene = Scene::new();
                scene.add(ground);
                let mut place = |i: usize, by: f64| {
                    let at = Vec3::new((i % 32) as f32, (i / 32) as f32, 0.0) * 2.5 + 10.3;
                    let at = at.with_z(0.399) + random.in_cube(by).as_vec3();
                    Pose::at(at).expect("finite")
                };
                let boxes =
                    scene.add_all((0..1000).map(|i| Body::moving(unit.clone()).at(place(i, 0.0))));
                for step in 0..6 {
                    let poses: Vec<Pose> = (0..1000).map(|i| place(i, share)).collect();
                    let count = race.time(entrant, step, || {
                        scene.place_all(&boxes, &poses).expect("all are valid");
                        scene.step(MARGIN).contacts().count()
                    });
                    assert_eq!(count, 1000);
                }
            }
        }
        races.push(race);
    }
    races
}

/// A million boxes that stand, a hundred that move: which boxes meet them.
fn fixed(options: &Options) -> Vec<Race> {
    let mut race = Race::new("1M fixed, 100 moving", &["clearance", "parry"]);
    let mut step_race = Race::new("the same as a step", &["clearance"]);
    let mut random = Random::new(5);
    let unit = Collider::from(Cuboid::new(Vec3::splat(0.5)).expect("positive"));
    let places: Vec<Vec3> = (0..1_000_000)
        .map(|i| Vec3::new((i % 1000) as f32, 0.5 * random.unit() as f32, (i / 1000) as f32))
        .collect();
    let bounds = |at: Vec3| Bounds { min: (at - 0.5).to_array(), max: (at + 0.5).to_array() };
    let starts: Vec<Vec3> = (0..100)
        .map(|_| {
            Vec3::new(50.0 + 900.0 * random.unit() as f32, 0.9, 50.0 + 900.0 * random.unit() as f32)
        })
        .collect();
    let at = |which: usize, step: usize| starts[which] + Vec3::new(0.05, 0.0, 0.03) * step as f32;
    let pose = |at: Vec3| Pose::at(at).expect("finite");
    let mut scene = Scene::new();
    scene.add_all(
        places.iter().map(|at| Body::fixed(unit.clone()).at(pose(*at)).layers(Layers::of(2))),
    );
    let movers =
        scene.add_all((0..100).map(|which| Body::moving(unit.clone()).at(pose(at(which, 0)))));
    scene.step(0.0);
    let leaves: Vec<Aabb> = places.iter().map(|at| parry::aabb(&bounds(*at))).collect();
    let tree = parry3d::partitioning::Bvh::from_leaves(
        parry3d::partitioning::BvhBuildStrategy::Binned,
        &leaves,
    );
    for step in 1..100 * options.rounds {
        let poses: Vec<Pose> = (0..100).map(|which| pose(at(which, step))).collect();
        step_race.time(0, step % 2, || {
            for (mover, pose) in movers.iter().zip(&poses) {
                scene.place(*mover, *pose).expect("valid");
            }
            scene.step(0.0).contacts().count()
        });
        let level = Filter::of(2);
        let found: usize = race.time(0, step % 2, || {
            (0..100)
                .map(|which| {
                    let around = bounds(at(which, step));
                    let around =
                        clearance::d3::Aabb { min: around.min.into(), max: around.max.into() };
                    scene.in_box(&around, &level).len()
                })
                .sum()
        });
        if !options.alone {
            let theirs: usize = race.time(1, step % 2, || {
                (0..100)
                    .map(|which| {
                        tree.intersect_aabb(&parry::aabb(&bounds(at(which, step)))).count()
                    })
                    .sum()
            });
            // Boxes of shapes are rounded outward.
            assert!(found >= theirs && found <= theirs + 10);
        }
    }
    vec![race, step_race]
}

/// One of a hundred of 100,000 boxes is removed and another added at each step.
fn churn(options: &Options) -> Vec<Race> {
    let mut race = Race::new("1 % of 100k", &["clearance", "parry as rapier, moved"]);
    let crowd = &Crowd::all()[2];
    let unit = Collider::from(Cuboid::new(Vec3::splat(0.5)).expect("positive"));
    for _ in 0..options.rounds {
        let mut poses = crowd.poses(0.0);
        let mut scene = Scene::new();
        let mut handles =
            scene.add_all(poses.iter().map(|pose| Body::moving(unit.clone()).at(*pose)));
        let never = |_| false;
        let step_options = clearance::scenes::StepOptions {
            filter: Some(&never),
            ..clearance::scenes::StepOptions::new(0.0)
        };
        scene.step_with(&step_options);
        let of =
            |pose: &Pose| Aabb { mins: pose.translation() - 0.5, maxs: pose.translation() + 0.5 };
        let boxes: Vec<Aabb> = poses.iter().map(of).collect();
        let mut kept = parry::Kept::new(&boxes, 0.04);
        let mut random = Random::new(17);
        for step in 0..20 {
            let mut picked: Vec<usize> = (0..1000).map(|_| random.below(100_000)).collect();
            picked.sort_unstable();
            picked.dedup();
            for at in &picked {
                let other = poses[random.below(100_000)].translation() + 0.3;
                poses[*at] = Pose::at(other).expect("finite");
            }
            race.time(0, step, || {
                for at in &picked {
                    scene.remove(handles[*at]).expect("valid");
                }
                scene.step_with(&step_options);
                let new = scene
                    .add_all(picked.iter().map(|at| Body::moving(unit.clone()).at(poses[*at])));
                for (at, handle) in picked.iter().zip(new) {
                    handles[*at] = handle;
                }
                scene.step_with(&step_options);
            });
            let moved: Vec<(u32, Aabb)> =
                picked.iter().map(|at| (*at as u32, of(&poses[*at]))).collect();
            race.time(1, step, || kept.step(&moved));
        }
    }
    vec![race]
}

/// Rays through 100,000 turned boxes, half of them fixed: the first hit.
fn rays(options: &Options) -> Vec<Race> {
    let mut races = [
        Race::new("4,000 rays, first", &["clearance", "parry"]),
        Race::new("4,000 rays, any", &["clearance"]),
    ];
    let crowd = Crowd::turned("100k", 100_000);
    let poses: Vec<Pose> = crowd
        .poses(0.0)
        .iter()
        .map(|pose| Pose::from_unit(pose.translation() * 3.0, pose.turn()))
        .collect();
    let mut scene = Scene::new();
    scene.add_all(poses.iter().enumerate().map(|(at, pose)| {
        let shape = crowd.cuboid(at);
        if at % 2 == 0 { Body::fixed(shape).at(*pose) } else { Body::moving(shape).at(*pose) }
    }));
    let theirs: Vec<SharedShape> = (0..crowd.len())
        .map(|at| crowd.half(at))
        .map(|half| SharedShape::cuboid(half.x, half.y, half.z))
        .collect();
    let placed: Vec<_> = poses.iter().map(parry::pose).collect();
    let leaves: Vec<Aabb> =
        theirs.iter().zip(&placed).map(|(shape, pose)| shape.compute_aabb(pose)).collect();
    let tree = parry3d::partitioning::Bvh::from_leaves(
        parry3d::partitioning::BvhBuildStrategy::Binned,
        &leaves,
    );
    let mut random = Random::new(23);
    let mut end = || Vec3::from_array([0; 3].map(|_| 3.0 * crowd.side() * random.unit() as f32));
    let ends: Vec<[Vec3; 2]> = (0..4000).map(|_| [end(), end()]).collect();
    for _ in 0..4 * options.rounds {
        let times: Vec<Option<f32>> = races[0].time(0, 1, || {
            let ask = |[p, q]: &[Vec3; 2]| {
                let ray = Ray::new(*p, (*q - *p).normalize(), p.distance(*q)).expect("finite");
                scene.cast_ray(&ray, &Filter::all()).map(|hit| hit.hit.time)
            };
            ends.iter().map(ask).collect()
        });
        races[1].time(0, 1, || {
            let ask = |[p, q]: &&[Vec3; 2]| {
                let ray = Ray::new(*p, (*q - *p).normalize(), p.distance(*q)).expect("finite");
                scene.cast_ray_any(&ray, &Filter::all())
            };
            ends.iter().filter(ask).count()
        });
        if options.alone {
            continue;
        }
        let others: Vec<Option<f32>> = races[0].time(1, 1, || {
            let ask = |[p, q]: &[Vec3; 2]| {
                let ray = parry3d::query::Ray::new(*p, (*q - *p).normalize());
                let cast = |at: u32, far| {
                    theirs[at as usize].cast_ray(&placed[at as usize], &ray, far, true)
                };
                tree.cast_ray(&ray, p.distance(*q), cast).map(|hit| hit.1)
            };
            ends.iter().map(ask).collect()
        });
        let differ = |(a, b): (&Option<f32>, &Option<f32>)| {
            a.is_some() != b.is_some() || a.zip(*b).is_some_and(|(a, b)| (a - b).abs() > 1e-3)
        };
        let off = times.iter().zip(&others).filter(|pair| differ(*pair)).count();
        assert!(off < 10, "{off}");
    }
    races.into()
}

/// The ten closest pairs of 16,000 balls.
fn nearest(options: &Options) -> Vec<Race> {
    let mut race = Race::new("ten of 16k", &["clearance"]);
    let mut random = Random::new(31);
    let side = 2.0 * 16_000f32.cbrt();
    let ball = Collider::from(Sphere::new(0.2).expect("positive"));
    let mut scene = Scene::new();
    scene.add_all((0..16_000).map(|_| {
        let at = Vec3::from_array([0; 3].map(|_| side * random.unit() as f32));
        Body::moving(ball.clone()).at(Pose::at(at).expect("finite"))
    }));
    for _ in 0..3 * options.rounds {
        assert_eq!(race.time(0, 1, || scene.nearest(10)).len(), 10);
    }
    vec![race]
}
