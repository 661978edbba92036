//! The walk through the tree of a mesh, step by step: for the distance to a convex shape, for that of two meshes,
//! and for a ray.
//!
//! ```text
//!   facets of the mesh ---> their boxes ---> Tree, Eights       as clearance makes them
//!   shape or ray ---> bounds of eight boxes                     as clearance asks for them
//!        Eights::nearest or pairs(): the library's walk ---> Step: what it opened, asked, and knew
//! ```
//!
//! The walk is the library's: it decides what is opened, in which order, and what is left out. The functions that it
//! gets from here write down what it asks. They ask about each triangle of a leaf, where the library leaves out some by
//! bounds in lanes; so they ask more, and find the same. Boxes are in the frame of their mesh, points in the world.

use std::cell::RefCell;

use clearance::glam::{DVec3, Vec4};
use clearance::number::Scalar;
use clearance::shape::{Geometry, Part, View};
use clearance::space::{Motion, Vector};
use clearance::surface::Surface;
use clearance::{Collider, Convex, Instance, Mesh, Pose, Ray};
use clearance_lines::Line;
use clearance_trees::{
    Bounds, Child, Eight, Eights, Found, Frames, Heap, Line as Way, Quads, Quality, Tree, pairs,
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

    /// The children of a node that the walk opens. `shown` makes of a bound what is written down.
    fn opened(&self, node: &Eight, bounds: [[f32; 4]; 2], shown: impl Fn(f32) -> f64) -> Value {
        let child = |(lane, child, around): (usize, Child, Bounds)| {
            let bound = bounds[lane / 4][lane % 4];
            let (kind, number) = match child {
                Child::Node(number) => ("node", number),
                Child::Leaf(number) => ("leaf", number),
            };
            json!({
                "kind": kind, "number": number, "box": self.shown(&around),
                "bound": finite(shown(bound)),
            })
        };
        node.children().map(child).collect()
    }

    /// The tree of turned boxes, which has the same leaves.
    fn turned(&self) -> Quads {
        let corners = |facet| self.mesh.places(facet).map(|p| p.as_vec3().to_array());
        Quads::new(&self.tree, corners)
    }

    /// The boxes of the leaves, by number.
    fn boxes_of_leaves(&self) -> Vec<Value> {
        let leaf = |leaf: u32| {
            let boxes = self.eights.items(leaf).map(|facet| around(self.mesh, facet));
            self.shown(&boxes.fold(Bounds::EMPTY, |all, one| all.join(&one)))
        };
        (0..self.eights.leaves().len() as u32).map(leaf).collect()
    }

    /// The limit of a walk for the distance, once this one is known: shapes that meet are not nearer anywhere else.
    fn limit(&self, known: f64) -> f32 {
        if known <= 0.0 { -1.0 } else { f32::above(known * self.mesh.unit()) }
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
    fn new() -> Self {
        Self { value: f64::INFINITY, steps: Vec::new() }
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
    fn bounds(&self, node: &Eight) -> [Vec4; 2] {
        let (box_gaps, ball_gaps) = (node.gaps(&self.around), node.gaps(&self.center));
        let less = Vec4::splat(self.slack);
        let radius = Vec4::splat(self.radius);
        let larger = |half: usize| {
            let apart = box_gaps[half].sqrt().max(ball_gaps[half].sqrt() - radius) - less;
            apart.max(Vec4::ZERO)
        };
        [larger(0), larger(1)]
    }
}

/// A walk through one tree, up to `limit`. `bounds` are those of the eight boxes of a node, and `shown` makes of a bound
/// what is written down; `value` is that of a triangle, with its points; `next` is the limit once a value is known.
fn recorded(
    tall: &Tall<'_>,
    limit: f32,
    bounds: impl Fn(&Eight) -> [Vec4; 2],
    shown: impl Fn(f32) -> f64,
    value: impl Fn(u32) -> Option<(f64, Value)>,
    next: impl Fn(f64) -> f32,
) -> Vec<Value> {
    let best = RefCell::new(Best::new());
    let open = |node: &Eight| {
        let (bounds, mut best) = (bounds(node), best.borrow_mut());
        let step = json!({
            "step": "open", "node": tall.number(node), "best": finite(best.value),
            "children": tall.opened(node, bounds.map(|half| half.to_array()), &shown),
        });
        best.steps.push(step);
        bounds
    };
    tall.eights.nearest(limit, open, |leaf, _| {
        let mut best = best.borrow_mut();
        let asked = best.ask(tall.eights.items(leaf), Value::from, &value);
        let step =
            json!({ "step": "leaf", "leaf": leaf, "asked": asked, "best": finite(best.value) });
        best.steps.push(step);
        next(best.value)
    });
    best.into_inner().steps
}

/// The walk through a tree as text.
fn of_tree(side: &str, tall: &Tall<'_>, steps: Vec<Value>) -> Value {
    json!({ "of": side, "around": tall.shown(&tall.eights.bounds()), "steps": steps })
}

fn one(tall: &Tall<'_>, other: &Posed, side: &str) -> Result<Value, String> {
    let probe = Probe::of(tall, other)?;
    let value = |facet: u32| {
        let triangle = tall.triangle(facet);
        // Of A and B in this order: the last digits depend on it.
        let near = if side == "a" {
            clearance::separation(&triangle, tall.pose, &other.0, &other.1)
        } else {
            clearance::separation(&other.0, &other.1, &triangle, tall.pose)
        };
        Some((near.distance, json!([near.point_a.to_array(), near.point_b.to_array()])))
    };
    let length = |bound: f32| f64::from(bound) / tall.mesh.unit();
    let bounds = |node: &Eight| probe.bounds(node);
    let steps = recorded(tall, f32::INFINITY, bounds, length, value, |known| tall.limit(known));
    Ok(of_tree(side, tall, steps))
}

fn two(a: &Tall<'_>, b: &Tall<'_>) -> Value {
    let (on_a, on_b) = (a.turned(), b.turned());
    let frames = frames(a, b, [on_a.reach(), on_b.reach()]);
    let mut best = Best::new();
    let leaf = |of_a: u32, of_b: u32, _: f32| {
        let leaf_b: Vec<u32> = b.eights.items(of_b).collect();
        let both = a.eights.items(of_a).flat_map(|i| leaf_b.iter().map(move |j| [i, *j]));
        let (mut nearest, mut normal) = (best.value, None);
        let asked = best.ask(both, Value::from, |[of_a, of_b]| {
            let near = clearance::separation(&a.triangle(of_a), a.pose, &b.triangle(of_b), b.pose);
            if near.distance < nearest {
                nearest = near.distance;
                normal = Some(Motion::of(a.pose).unrotate(near.normal).as_vec3().to_array());
            }
            Some((near.distance, json!([near.point_a.to_array(), near.point_b.to_array()])))
        });
        let (known, count) = (best.value, asked.len());
        // Of all pairs of triangles that were asked, only better ones are written down.
        let asked: Vec<Value> = asked.into_iter().filter(|one| one["better"] == true).collect();
        let step = json!({
            "step": "pair", "leaves": [of_a, of_b], "count": count, "asked": asked, "best": known,
        });
        best.steps.push(step);
        Found { limit: a.limit(known), normal }
    };
    pairs(&on_a, &on_b, &frames, &mut Heap::default(), f32::INFINITY, leaf);
    json!({ "of": "both", "leaves": [a.boxes_of_leaves(), b.boxes_of_leaves()], "steps": best.steps })
}

/// How the tree of B lies to that of A.
fn frames(a: &Tall<'_>, b: &Tall<'_>, [reach_a, reach_b]: [f32; 2]) -> Frames {
    let seen = Motion::of(b.pose).seen_from(&Motion::of(a.pose));
    let row = |row: usize| [0, 1, 2].map(|column: usize| seen.columns[column].get(row));
    let (shift, ratio) = (seen.translation * a.mesh.unit(), a.mesh.unit() / b.mesh.unit());
    Frames::new([row(0), row(1), row(2)], shift.to_array(), ratio, reach_a, reach_b)
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
    // The largest coordinate of the line's direction is 1, whatever the units; its times are longer by that.
    let longer = if way.max_abs() > 0.0 { way.max_abs() } else { 1.0 };
    let way = way / longer;
    let grown = SLACK * f32::above(start.max_abs().max(1.0));
    let way = Way::grown(start.as_vec3().to_array(), way.as_vec3().to_array(), [grown; 3]);
    let until = f32::above(ray.tmax() * longer);
    let value = |facet: u32| {
        let triangle = Mesh::new(tall.mesh.corners(facet).to_vec(), vec![[0, 1, 2]]).ok()?;
        let met = clearance::cast_ray(&triangle, &pose, ray)?;
        Some((met.time, json!([met.point.to_array()])))
    };
    let bounds = |node: &Eight| node.entries(&way, until);
    let next = |known: f64| f32::above(known * longer).min(until);
    let steps = recorded(&tall, until, bounds, |time| f64::from(time) / longer, value, next);
    Ok(of_tree(side, &tall, steps).to_string())
}
