//! Properties of any manifold.

use clearance::glam::{DVec2, DVec3};
use clearance::shape::{Convex, HalfSpace, View};
use clearance::space::{DVector, Motion, Vector};
use clearance::verify::{Verdict, check_manifold};
use clearance::{
    Clearance, ContactPoint, Manifold, Pose, Query, Shape, clearance, contact_manifold,
};

/// A shape and its pose.
pub type Body<V> = (Shape<V>, Pose<V>);

/// The signed distance of a point from a surface. Near the surface it is exact to first order at
/// least; elsewhere it has the correct sign.
pub fn outside<V: Ruled<Scalar = f64, Wide = V>>((shape, pose): &Body<V>, p: V) -> f64 {
    let motion = Motion::of(pose);
    let local = motion.unrotate(p - motion.translation);
    match shape {
        Shape::HalfSpace(half) => above(half, local),
        Shape::Convex(shape) => V::from_core(shape, local) - shape.radius(),
    }
}

fn above<V: DVector>(half: &HalfSpace<V>, p: V) -> f64 {
    half.normal().dot(p) - half.offset()
}

/// Vectors with closed forms for the distance from a shape.
pub trait Ruled: Vector {
    fn from_core(shape: &impl Convex<V = Self>, p: Self) -> f64;
}

fn of_ellipsoid<V: DVector>(radii: V, p: V) -> f64 {
    // The nearest point q satisfies: p is q plus t times the normal. Bisection for t, inside too.
    let least = (0..V::DIM).map(|i| radii.get(i)).fold(f64::INFINITY, f64::min);
    let nearest = |t: f64| V::from_fn(|i| p.get(i) / (1.0 + t / (radii.get(i) * radii.get(i))));
    let level = |q: V| V::from_fn(|i| q.get(i) / radii.get(i)).norm();
    let (mut low, mut high) =
        (-least * least * (1.0 - 1e-9), radii.max_abs() * (p.norm() + 1.0) * 4.0);
    for _ in 0..120 {
        let middle = 0.5 * (low + high);
        if level(nearest(middle)) > 1.0 { low = middle } else { high = middle }
    }
    let distance = (p - nearest(high)).norm();
    if level(p) > 1.0 { distance } else { -distance }
}

/// For a segment between two vertices, or a single vertex.
fn of_segment<V: DVector>(p: V, q: V, x: V) -> f64 {
    let (along, out) = (q - p, x - p);
    let square = along.dot(along);
    let t = if square > 0.0 { (out.dot(along) / square).clamp(0.0, 1.0) } else { 0.0 };
    (out - along * t).norm()
}

impl Ruled for DVec2 {
    fn from_core(shape: &impl Convex<V = Self>, p: Self) -> f64 {
        match shape.view() {
            View::Ellipsoid { radii } => of_ellipsoid(radii, p),
            View::Cuboid { half_extents } => of_box(half_extents, p),
            View::Vertices(corners) => {
                let count = corners.len();
                let edge = |i: usize| [corners[i], corners[(i + 1) % count]];
                let apart = |[a, b]: [DVec2; 2]| of_segment(a, b, p);
                let least = (0..count).map(|i| apart(edge(i))).fold(f64::INFINITY, f64::min);
                let turns = (0..count).map(|i| {
                    let [a, b] = edge(i);
                    (b - a).perp_dot(p - a)
                });
                let (left, right) =
                    turns.fold((false, false), |(l, r), t| (l || t > 0.0, r || t < 0.0));
                // Collinear vertices have no inside, even if rounding puts a point beside the line.
                let area: f64 = (0..count).map(|i| corners[i].perp_dot(edge(i)[1])).sum();
                let reach = corners.iter().map(|p| p.length_squared()).fold(0.0, f64::max);
                let is_broad = area.abs() > 1e-14 * reach;
                if is_broad && left != right { -least } else { least }
            }
            other => panic!("no ruler for {other:?}"),
        }
    }
}

fn of_box<V: DVector>(half: V, p: V) -> f64 {
    let over = V::from_fn(|i| p.get(i).abs() - half.get(i));
    let outside = V::from_fn(|i| over.get(i).max(0.0)).norm();
    let inside = (0..V::DIM).map(|i| over.get(i)).fold(f64::NEG_INFINITY, f64::max);
    if inside > 0.0 { outside } else { inside }
}

impl Ruled for DVec3 {
    fn from_core(shape: &impl Convex<V = Self>, p: Self) -> f64 {
        let beside = |axis: usize| {
            let mut across = p;
            across[axis] = 0.0;
            (across.length(), p[axis])
        };
        match shape.view() {
            View::Ellipsoid { radii } => of_ellipsoid(radii, p),
            View::Cuboid { half_extents } => of_box(half_extents, p),
            View::Cylinder { radius, half_height, axis } => {
                let (across, along) = beside(axis);
                of_box(DVec2::new(radius, half_height), DVec2::new(across, along))
            }
            View::Cone { radius, half_height: h, axis } => {
                let (x, y) = beside(axis);
                let section =
                    [(-radius, -h), (radius, -h), (0.0, h)].map(|(u, v)| DVec2::new(u, v));
                let section = clearance::shape::Triangle::new(section[0], section[1], section[2]);
                DVec2::from_core(&section.unwrap(), DVec2::new(x, y))
            }
            View::Vertices(&[a]) => of_segment(a, a, p),
            View::Vertices(&[a, b]) => of_segment(a, b, p),
            _ => of_polytope(shape, p),
        }
    }
}

/// Solid polytopes: by their planes, which is exact enough near the surface. Flat ones: by GJK.
fn of_polytope(shape: &impl Convex<V = DVec3>, p: DVec3) -> f64 {
    use clearance::hull::{Built, Hull3};
    let by_planes = match shape.built() {
        Some(Built::Space(Hull3::Solid(solid))) => {
            let planes = solid.normals().iter().zip(solid.offsets());
            planes.map(|(n, o)| n.dot(p) - o).fold(f64::NEG_INFINITY, f64::max)
        }
        _ => f64::INFINITY,
    };
    if by_planes <= 0.0 {
        return by_planes;
    }
    let core = Core(shape);
    let point = clearance::shape::Point::new(p).unwrap();
    clearance::distance(&core, &Pose::IDENTITY, &point, &Pose::IDENTITY)
}

/// A shape without its radius.
struct Core<'s, C>(&'s C);

impl<C: Convex> Convex for Core<'_, C> {
    type V = C::V;
    fn support(&self, direction: C::V) -> C::V {
        self.0.support(direction)
    }
    fn center(&self) -> C::V {
        self.0.center()
    }
}

/// A pair and its query.
pub struct Trial<V: Vector> {
    pub a: Body<V>,
    pub b: Body<V>,
    pub margin: f64,
    /// Neither is curved, apart from rounding radii.
    pub straight: bool,
}

/// The result, and its errors.
#[derive(Clone, Debug)]
pub struct Report<V: Vector> {
    pub answer: Clearance<V>,
    pub manifold: Option<Manifold<V>>,
    pub complaints: Vec<String>,
}

impl<V: Vector> Report<V> {
    pub fn complain_unless(&mut self, fine: bool, what: impl FnOnce() -> String) {
        if !fine {
            self.complaints.push(what());
        }
    }
}

impl<V: Ruled<Scalar = f64, Wide = V>> Trial<V> {
    /// The largest length involved: tolerances are relative to it.
    pub fn size(&self) -> f64 {
        let reach = |body: &Body<V>| match &body.0 {
            Shape::Convex(shape) => shape.reach() + shape.radius(),
            Shape::HalfSpace(half) => half.offset().abs(),
        };
        let apart = Motion::b_in_a(&self.a.1, &self.b.1).translation.norm();
        reach(&self.a) + reach(&self.b) + apart
    }

    /// The tolerances of a separation, and of the distance of a point from its surface.
    pub fn tolerances(&self) -> [f64; 2] {
        let size = self.size();
        if self.straight { [1e-12 * size, 1e-9 * size] } else { [2e-8 * size, 1e-5 * size] }
    }

    /// The point of a rim that stays where it is may be less deep than the deepest by a share of the sum of
    /// the coordinates, which is at most 1.74 times the size.
    fn as_deep(&self) -> f64 {
        let has_rim = |(shape, _): &Body<V>| match shape {
            Shape::Convex(shape) => {
                matches!(shape.view(), View::Cylinder { .. } | View::Cone { .. })
            }
            Shape::HalfSpace(_) => false,
        };
        if has_rim(&self.a) || has_rim(&self.b) { 1.74e-7 * self.size() } else { 0.0 }
    }

    /// Computes the manifold and checks it.
    pub fn check(&self) -> Report<V> {
        let ((a, pose_a), (b, pose_b)) = (&self.a, &self.b);
        let answer = clearance(a, pose_a, b, pose_b);
        let manifold = contact_manifold(a, pose_a, b, pose_b, self.margin);
        let mut report = Report { answer, manifold, complaints: Vec::new() };
        if !answer.bounded() {
            report.complain_unless(manifold.is_none(), || "a manifold of nothing".into());
            return report;
        }
        let within = answer.lower <= self.margin;
        let [near, on_surface] = self.tolerances();
        // The deepest point may be that of the clearance, and is then as accurate.
        let known = [outside(&self.a, answer.point_a), outside(&self.b, answer.point_b)];
        let on_surface = known.iter().fold(on_surface, |most, off| most.max(2.0 * off.abs()));
        let fine = manifold.is_some() == within;
        report.complain_unless(fine, || format!("within is {within}"));
        let Some(manifold) = manifold else { return report };
        let length = manifold.normal.norm();
        report.complain_unless((length - 1.0).abs() <= 1e-14, || format!("length {length}"));
        let count = manifold.points().len();
        let fine = (1..=if V::DIM == 2 { 2 } else { 4 }).contains(&count);
        report.complain_unless(fine, || format!("{count} points"));
        for point in manifold.points() {
            self.point(point, manifold.normal, [near, on_surface], &mut report);
        }
        let names: Vec<u64> = manifold.points().iter().map(|p| p.feature.bits()).collect();
        let twice = (1..names.len()).any(|i| names[..i].contains(&names[i]));
        report.complain_unless(!twice, || "two points of one name".into());
        let expected = answer.signed_distance.min(self.margin);
        let off = manifold.deepest().separation - expected;
        let near = near + 2.0 * (answer.upper - answer.lower);
        let fine = -near <= off && off <= near + self.as_deep();
        report.complain_unless(fine, || format!("the deepest point is off by {off:e}"));
        report
    }

    /// The verdict of the independent checker on the manifold.
    pub fn verdict(&self, manifold: &Manifold<V>) -> Verdict {
        let ((a, pose_a), (b, pose_b)) = (&self.a, &self.b);
        let proof = Query::new(a, pose_a, b, pose_b).certificate();
        check_manifold(a, pose_a, b, pose_b, manifold, &proof)
    }

    /// The error of the manifold of B and A, which must be that of A and B mirrored.
    pub fn mirror_complaint(&self, report: &Report<V>) -> Option<String> {
        let ((a, pose_a), (b, pose_b)) = (&self.a, &self.b);
        let (Some(there), back) =
            (report.manifold, contact_manifold(b, pose_b, a, pose_a, self.margin))
        else {
            return None;
        };
        let Some(back) = back else { return Some("nothing back".into()) };
        let size = self.size();
        if report.answer.signed_distance.abs() < 1e-12 * size {
            return None;
        }
        let turned = (there.normal + back.normal).norm();
        if turned > 1e-4 {
            // Another axis is as good.
            return None;
        }
        if there.points().len() != back.points().len() {
            return Some(format!("{} points, {} back", there.points().len(), back.points().len()));
        }
        for p in there.points() {
            let same = back.points().iter().find(|q| q.feature == p.feature.swapped());
            let Some(q) = same else {
                return Some(format!("no {:?} {:?} back", p.feature.a(), p.feature.b()));
            };
            let off = (p.point_a - q.point_b).norm().max((p.point_b - q.point_a).norm());
            if off > 5e-3 * size {
                return Some(format!("a point is moved by {off:e}"));
            }
        }
        None
    }

    fn point(&self, p: &ContactPoint<V>, normal: V, [near, on]: [f64; 2], report: &mut Report<V>) {
        report.complain_unless(p.separation <= self.margin, || "beyond the margin".into());
        let deeper = report.answer.lower - p.separation;
        report.complain_unless(deeper <= near, || format!("deeper than the truth by {deeper:e}"));
        let rounding = 1e-14 * (self.size() + p.point_a.max_abs());
        let off = (p.point_b - p.point_a - normal * p.separation).norm();
        report.complain_unless(off <= rounding, || format!("off the normal by {off:e}"));
        let off = [outside(&self.a, p.point_a), outside(&self.b, p.point_b)];
        let fine = off.iter().all(|o| o.abs() <= on);
        report.complain_unless(fine, || {
            format!("off the surfaces by {off:?}: {:?} {:?}", p.feature.a(), p.feature.b())
        });
    }
}
