//! The walk through the tree of a mesh, step by step: for the distance to a convex shape, for that of two meshes,
//! and for a ray.
//!
//! ```text
//!   facets of the mesh ---> their boxes ---> Tree, Eights       as clearance::worlds makes them
//!   shape or ray ---> bounds of eight boxes                     as clearance::worlds asks for them
//!        Eights::nearest or pairs(): the library's walk ---> Step: what it opened, asked, and knew
//! ```
//!
//! The walk is the library's: it decides what is opened, in which order, and what is left out. The functions that it
//! gets from here write down what it asks. They ask about each triangle of a leaf, where the library leaves out some by
//! bounds in lanes; so they ask more, and find the same. Boxes are in the frame of their mesh, points in the world.

use std::cell::RefCell;

use clearance::glam::DVec3;
use clearance::number::Scalar;
use clearance::shape::{Geometry, Part, View};
use clearance::space::{Motion, Vector};
use clearance::worlds::{self, Collider, Instance, Mesh, Surface};
use clearance::{Convex, Pose, Ray};
use clearance_lines::Line;
use clearance_trees::{
    Bounds, Child, Eight, Eights, Found, Frames, Heap, Line as Way, Quads, Quality, Stack, Tree,
    pairs,
};
use serde_json::{Value, json};

/// What is added to sizes in tree coordinates for rounding to `f32`, relative to the largest coordinate. The bounds
/// are smaller for it, and stay bounds.
const SLACK: f32 = 32.0 * f32::EPSILON;

/// A shape and its pose.
type Posed = (Collider<DVec3>, Pose<DVec3>);

/// A mesh with the tree of its triangles.
struct Tall<'m> {
    mesh: &'m Surface<DVec3>,
    pose: &'m Pose<DVec3>,
    tree: Tree,
    eights: Eights,
}

impl<'m> Tall<'m> {
    fn of(mesh: &'m Instance<DVec3>, pose: &'m Pose<DVec3>) -> Self {
        let mesh: &Surface<DVec3> = mesh.surface();
        let boxes: Vec<Bounds> = (0..mesh.len() as u32).map(|facet| around(mesh, facet)).collect();
        let tree = Tree::new(&boxes, 4, Quality::Best);
        let eights = Eights::new(&tree);
        Self { mesh, pose, tree, eights }
    }

    /// A box in the frame of the mesh: the least coordinates, then the greatest.
    fn shown(&self, bounds: &Bounds) -> Value {
        let at = |corner: [f32; 3]| corner.map(|x| f64::from(x) / self.mesh.unit());
        json!([at(bounds.min), at(bounds.max)])
    }

    fn number(&self, node: &Eight) -> usize {
        self.eights.nodes().iter().position(|one| std::ptr::eq(one, node)).unwrap_or_default()
    }

    /// The children of a node that the walk opens. `length` makes of a bound what is shown.
    fn opened(&self, node: &Eight, bounds: [[f32; 4]; 2], length: impl Fn(f32) -> f64) -> Value {
        let child = |(lane, child, around): (usize, Child, Bounds)| {
            let bound = bounds[lane / 4][lane % 4];
            let (kind, number) = match child {
                Child::Node(number) => ("node", number),
                Child::Leaf(number) => ("leaf", number),
            };
            json!({ "kind": kind, "number": number, "box": self.shown(&around), "bound": finite(length(bound)) })
        };
        node.children().map(child).collect()
    }

    /// A triangle as a shape.
    fn triangle(&self, facet: u32) -> Collider<DVec3> {
        Collider::Convex(self.mesh.piece(facet))
    }
}

/// The box of a triangle in tree coordinates, rounded outward.
fn around(mesh: &Surface<DVec3>, facet: u32) -> Bounds {
    let [a, b, c] = mesh.places(facet);
    let (min, max) = (a.min(b).min(c), a.max(b).max(c));
    Bounds { min: min.to_array().map(f32::below), max: max.to_array().map(f32::above) }
}

/// A number for JSON, which has no infinity.
fn finite(x: f64) -> Option<f64> {
    x.is_finite().then_some(x)
}

fn lanes(bounds: [clearance::glam::Vec4; 2]) -> [[f32; 4]; 2] {
    [bounds[0].to_array(), bounds[1].to_array()]
}

/// The two shapes of a line.
fn shapes(line: &Line) -> Result<[Posed; 2], String> {
    let given = |side| -> Result<Posed, String> {
        let (shape, pose) = line.given::<DVec3>(side)?;
        Ok(((*shape).clone(), pose))
    };
    Ok([given("a")?, given("b")?])
}

/// What the walk has found so far.
struct Best {
    /// The distance, or the time.
    value: f64,
    steps: Vec<Value>,
}

impl Best {
    fn new(value: f64) -> Self {
        Self { value, steps: Vec::new() }
    }

    /// Asks about one thing after the other, and writes down their values and which are better than all before.
    fn ask<T: Copy>(
        &mut self,
        asked: impl IntoIterator<Item = T>,
        name: impl Fn(T) -> Value,
        mut value: impl FnMut(T) -> Option<(f64, Value)>,
    ) -> Vec<Value> {
        let each = |one| {
            let found = value(one);
            let better = found.as_ref().is_some_and(|(value, _)| *value < self.value);
            if let Some((value, _)) = found.as_ref().filter(|_| better) {
                self.value = *value;
            }
            let (value, points) =
                found.map_or((None, None), |(value, points)| (Some(value), Some(points)));
            json!({ "facet": name(one), "value": value, "better": better, "points": points })
        };
        asked.into_iter().map(each).collect()
    }
}

/// The walk for the distance of the two shapes of a line, of which at least one is a mesh.
pub(crate) fn distance(line: &Line) -> Result<String, String> {
    let [a, b] = shapes(line)?;
    let walked = match [&a, &b] {
        [(Collider::Surface(on_a), pose_a), (Collider::Surface(on_b), pose_b)] => {
            two(&Tall::of(on_a, pose_a), &Tall::of(on_b, pose_b))
        }
        [(Collider::Surface(mesh), pose), other] => one(&Tall::of(mesh, pose), other, "a")?,
        [other, (Collider::Surface(mesh), pose)] => one(&Tall::of(mesh, pose), other, "b")?,
        _ => return Err("neither shape is a mesh: there is no tree".into()),
    };
    Ok(walked.to_string())
}

/// A convex shape in tree coordinates: a box around it, and a ball.
struct Probe {
    around: Bounds,
    center: Bounds,
    radius: f32,
    slack: f32,
}

impl Probe {
    fn of(tall: &Tall<'_>, (shape, pose): &Posed) -> Result<Self, String> {
        let Collider::Convex(shape) = shape else { return Err("a compound has no picture".into()) };
        let Part::Convex(core) = shape.part() else { return Err("a half-space has no end".into()) };
        let unit = tall.mesh.unit();
        let bounds = |min: DVec3, max: DVec3| Bounds {
            min: (min * unit).to_array().map(f32::below),
            max: (max * unit).to_array().map(f32::above),
        };
        let around = shape.aabb(&(tall.pose.inverse() * *pose));
        let seen = Motion::of(pose).seen_from(&Motion::of(tall.pose));
        let (center, reach) = match core.view() {
            View::Vertices(&[point]) => (seen.apply(point), 0.0),
            _ => (seen.translation, core.reach()),
        };
        let largest = f32::above(around.min.max_abs().max(around.max.max_abs()) * unit).max(1.0);
        Ok(Self {
            around: bounds(around.min, around.max),
            center: bounds(center, center),
            radius: f32::above((reach + core.radius()) * unit),
            slack: SLACK * largest,
        })
    }

    /// Lower bounds of the distances to eight boxes: the larger one of those of the box and of the ball.
    fn bounds(&self, node: &Eight) -> [clearance::glam::Vec4; 2] {
        let (box_gaps, ball_gaps) = (node.gaps(&self.around), node.gaps(&self.center));
        let less = clearance::glam::Vec4::splat(self.slack);
        let radius = clearance::glam::Vec4::splat(self.radius);
        let larger = |half: usize| {
            let apart = box_gaps[half].sqrt().max(ball_gaps[half].sqrt() - radius) - less;
            apart.max(clearance::glam::Vec4::ZERO)
        };
        [larger(0), larger(1)]
    }
}

fn one(tall: &Tall<'_>, other: &Posed, side: &str) -> Result<Value, String> {
    let probe = Probe::of(tall, other)?;
    let unit = tall.mesh.unit();
    let best = RefCell::new(Best::new(f64::INFINITY));
    let bounds = |node: &Eight| {
        let bounds = probe.bounds(node);
        let mut best = best.borrow_mut();
        let children = tall.opened(node, lanes(bounds), |bound| f64::from(bound) / unit);
        let known = finite(best.value);
        best.steps.push(json!({ "step": "open", "node": tall.number(node), "children": children, "best": known }));
        bounds
    };
    tall.eights.nearest(&mut Stack::default(), f32::INFINITY, bounds, |leaf, _| {
        let mut best = best.borrow_mut();
        let asked = best.ask(tall.eights.items(leaf), Value::from, |facet| {
            let triangle = tall.triangle(facet);
            let near = if side == "a" {
                worlds::separation(&triangle, tall.pose, &other.0, &other.1)
            } else {
                worlds::separation(&other.0, &other.1, &triangle, tall.pose)
            };
            Some((near.distance, json!([near.point_a.to_array(), near.point_b.to_array()])))
        });
        let known = best.value;
        best.steps.push(json!({ "step": "leaf", "leaf": leaf, "asked": asked, "best": known }));
        // Shapes that meet are not nearer anywhere else.
        if known <= 0.0 { -1.0 } else { f32::above(known * unit) }
    });
    Ok(
        json!({ "of": side, "around": tall.shown(&tall.eights.bounds()), "steps": best.into_inner().steps }),
    )
}

fn two(a: &Tall<'_>, b: &Tall<'_>) -> Value {
    let quads = |tall: &Tall<'_>| {
        let corners = |facet| tall.mesh.places(facet).map(|p| p.as_vec3().to_array());
        Quads::new(&tall.tree, corners)
    };
    let (on_a, on_b) = (quads(a), quads(b));
    let unit = a.mesh.unit();
    let seen = Motion::of(b.pose).seen_from(&Motion::of(a.pose));
    let row = |row: usize| [0, 1, 2].map(|column: usize| seen.columns[column].get(row));
    let frames = Frames::new(
        [row(0), row(1), row(2)],
        (seen.translation * unit).to_array(),
        unit / b.mesh.unit(),
        on_a.reach(),
        on_b.reach(),
    );
    let boxes = |tall: &Tall<'_>| -> Vec<Value> {
        let leaf = |items: &[u32; 4]| {
            let there = items.iter().filter(|item| **item != clearance_trees::NONE);
            let whole = there.fold(Bounds::EMPTY, |all, item| all.join(&around(tall.mesh, *item)));
            tall.shown(&whole)
        };
        tall.eights.leaves().iter().map(leaf).collect()
    };
    let mut best = Best::new(f64::INFINITY);
    let mut heap = Heap::default();
    pairs(&on_a, &on_b, &frames, &mut heap, f32::INFINITY, |leaf_a, leaf_b, _| {
        let both = a
            .eights
            .items(leaf_a)
            .flat_map(|of_a| b.eights.items(leaf_b).map(move |of_b| [of_a, of_b]));
        let (mut nearest, mut normal) = (best.value, None);
        let asked = best.ask(
            both,
            |facets| json!(facets),
            |[of_a, of_b]| {
                let near = worlds::separation(&a.triangle(of_a), a.pose, &b.triangle(of_b), b.pose);
                if near.distance < nearest {
                    nearest = near.distance;
                    normal = Some(Motion::of(a.pose).unrotate(near.normal).as_vec3().to_array());
                }
                Some((near.distance, json!([near.point_a.to_array(), near.point_b.to_array()])))
            },
        );
        let known = best.value;
        // Of all pairs of triangles that were asked, only better ones are written down.
        let count = asked.len();
        let asked: Vec<Value> =
            asked.into_iter().filter(|one| one["better"] == json!(true)).collect();
        best.steps.push(json!({ "step": "pair", "leaves": [leaf_a, leaf_b], "count": count, "asked": asked, "best": known }));
        Found { limit: if known <= 0.0 { -1.0 } else { f32::above(known * unit) }, normal }
    });
    json!({ "of": "both", "leaves": [boxes(a), boxes(b)], "steps": best.steps })
}

/// The walk for a ray in the world against shape `side` of a line: times are in units of the direction's length.
pub(crate) fn ray(line: &Line, side: &str, ray: &Ray<DVec3>) -> Result<String, String> {
    let (shape, pose) = line.given::<DVec3>(side)?;
    let Collider::Surface(mesh) = &*shape else {
        return Err("the shape is no mesh: there is no tree".into());
    };
    let tall = Tall::of(mesh, &pose);
    let [origin, along] = ray.widen();
    let (motion, unit) = (Motion::of(&pose), tall.mesh.unit());
    let start = motion.unrotate(origin - motion.translation) * unit;
    let way = motion.unrotate(along) * unit;
    let grown = SLACK * f32::above(start.max_abs().max(1.0));
    let way = Way::grown(start.as_vec3().to_array(), way.as_vec3().to_array(), [grown; 3]);
    let until = f32::above(ray.tmax());
    let best = RefCell::new(Best::new(f64::INFINITY));
    let bounds = |node: &Eight| {
        let bounds = node.entries(&way, until);
        let mut best = best.borrow_mut();
        let children = tall.opened(node, lanes(bounds), f64::from);
        let known = finite(best.value);
        best.steps.push(json!({ "step": "open", "node": tall.number(node), "children": children, "best": known }));
        bounds
    };
    tall.eights.nearest(&mut Stack::default(), until, bounds, |leaf, limit| {
        let mut best = best.borrow_mut();
        let asked = best.ask(tall.eights.items(leaf), Value::from, |facet| {
            let triangle = Mesh::new(tall.mesh.corners(facet).to_vec(), vec![[0, 1, 2]]).ok()?;
            let met = worlds::cast_ray(&Collider::from(triangle), &pose, ray)?;
            Some((met.hit.time, json!([met.hit.point.to_array()])))
        });
        let known = finite(best.value);
        best.steps.push(json!({ "step": "leaf", "leaf": leaf, "asked": asked, "best": known }));
        known.map_or(limit, |time| f32::above(time).min(limit))
    });
    Ok(json!({ "of": side, "around": tall.shown(&tall.eights.bounds()), "steps": best.into_inner().steps }).to_string())
}
