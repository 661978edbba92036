//! Double-double arithmetic, with numbers that are sums of two (Dekker 1971), and the distance of a
//! point from a polytope or a cone in it, by brute force.

use core::cmp::Ordering;
use core::ops::{Add, Div, Mul, Neg, Sub};

use clearance::Pose;
use clearance::number::Scalar;
use clearance::space::{Turn, Vector};

/// About 32 digits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct D(pub f64, pub f64);

pub const ZERO: D = D(0.0, 0.0);

fn two_sum(a: f64, b: f64) -> D {
    let sum = a + b;
    let part = sum - a;
    D(sum, (a - (sum - part)) + (b - part))
}

fn two_product(a: f64, b: f64) -> D {
    let split = |x: f64| {
        let large = 134_217_729.0 * x;
        let high = large - (large - x);
        [high, x - high]
    };
    let product = a * b;
    let ([a, a_low], [b, b_low]) = (split(a), split(b));
    D(product, ((a * b - product) + a * b_low + a_low * b) + a_low * b_low)
}

impl D {
    pub fn of(x: f64) -> Self {
        D(x, 0.0)
    }
    pub fn sqrt(self) -> Self {
        if self.0 <= 0.0 {
            return ZERO;
        }
        // One step of Newton's method doubles the digits.
        let root = self.0.sqrt();
        let left = self - two_product(root, root);
        D::of(root) + D::of(left.0 / (2.0 * root))
    }
    pub fn max(self, other: Self) -> Self {
        if self >= other { self } else { other }
    }
    pub fn min(self, other: Self) -> Self {
        if self <= other { self } else { other }
    }
}

impl PartialOrd for D {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        (*self - *other).0.partial_cmp(&0.0)
    }
}
impl Neg for D {
    type Output = D;
    fn neg(self) -> D {
        D(-self.0, -self.1)
    }
}
impl Add for D {
    type Output = D;
    fn add(self, other: D) -> D {
        let (high, low) = (two_sum(self.0, other.0), two_sum(self.1, other.1));
        let sum = two_sum(high.0, high.1 + low.0);
        two_sum(sum.0, sum.1 + low.1)
    }
}
impl Sub for D {
    type Output = D;
    fn sub(self, other: D) -> D {
        self + -other
    }
}
impl Mul for D {
    type Output = D;
    fn mul(self, other: D) -> D {
        let product = two_product(self.0, other.0);
        two_sum(product.0, product.1 + (self.0 * other.1 + self.1 * other.0))
    }
}
impl Div for D {
    type Output = D;
    fn div(self, other: D) -> D {
        let first = self.0 / other.0;
        let left = self - other * D::of(first);
        let second = left.0 / other.0;
        let left = left - other * D::of(second);
        two_sum(first, second) + D::of(left.0 / other.0)
    }
}

/// A point; the third coordinate is 0 in the plane.
pub type P = [D; 3];

pub fn point<V: Vector>(v: V) -> P {
    core::array::from_fn(|i| if i < V::DIM { D::of(v.get(i).to_f64()) } else { ZERO })
}
fn minus(a: P, b: P) -> P {
    core::array::from_fn(|i| a[i] - b[i])
}
fn dot(a: P, b: P) -> D {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
fn cross(a: P, b: P) -> P {
    core::array::from_fn(|i| {
        let (j, k) = ((i + 1) % 3, (i + 2) % 3);
        a[j] * b[k] - a[k] * b[j]
    })
}
fn times(a: P, x: D) -> P {
    a.map(|y| y * x)
}
fn norm(a: P) -> D {
    dot(a, a).sqrt()
}

/// A point of the world in the frame of a pose, from the pose's stored numbers.
pub fn local<V: Vector>(pose: &Pose<V>, world: V) -> P {
    let v = minus(point(world), point(pose.translation()));
    let [x, y, z, w] = pose.turn().numbers().map(D::of);
    if V::DIM == 2 {
        let length = (x * x + y * y).sqrt();
        return [x * v[0] + y * v[1], x * v[1] - y * v[0], ZERO].map(|c| c / length);
    }
    let u = [-x, -y, -z];
    let (uu, ww, two) = (dot(u, u), w * w, D::of(2.0));
    let (along, around) = (times(u, two * dot(u, v)), times(cross(u, v), two * w));
    core::array::from_fn(|i| (v[i] * (ww - uu) + along[i] + around[i]) / (ww + uu))
}

/// The distance from a segment.
pub fn from_segment([a, b]: [P; 2], p: P) -> D {
    let (edge, way) = (minus(b, a), minus(p, a));
    let share = (dot(edge, way) / dot(edge, edge)).max(ZERO).min(D::of(1.0));
    norm(minus(way, times(edge, share)))
}

fn from_triangle(corners: [P; 3], normal: P, p: P) -> D {
    let [a, b, c] = corners;
    let edges = [[a, b], [b, c], [c, a]];
    let inner = |[from, to]: [P; 2]| dot(normal, cross(minus(to, from), minus(p, from)));
    if edges.iter().all(|edge| inner(*edge) >= ZERO) {
        let height = dot(normal, minus(p, a)) / norm(normal);
        return height.max(-height);
    }
    edges.into_iter().map(|edge| from_segment(edge, p)).reduce(D::min).unwrap()
}

/// The hull of points that are not flat: all planes (in 2D, lines) through input points that have
/// the others on one side.
pub struct Polytope {
    faces: Vec<([P; 3], P)>,
    dim: usize,
}

impl Polytope {
    pub fn new<V: Vector>(points: &[V]) -> Self {
        let all: Vec<P> = points.iter().map(|p| point(*p)).collect();
        let (n, dim) = (all.len(), V::DIM);
        let mut faces = Vec::new();
        let mut join = |corners: [P; 3], normal: P| {
            let heights = || all.iter().map(|p| dot(normal, minus(*p, corners[0])).0);
            let (low, high) = (heights().fold(0.0, f64::min), heights().fold(0.0, f64::max));
            let rounding = 1e-28 * norm(normal).0;
            if low < -rounding && high <= rounding {
                faces.push((corners, normal));
            } else if high > rounding && low >= -rounding {
                let [a, b, c] = corners;
                faces.push(([b, a, c], times(normal, D::of(-1.0))));
            }
        };
        for i in 0..n {
            for j in 0..i {
                if dim == 2 {
                    let along = minus(all[j], all[i]);
                    join([all[i], all[j], all[j]], [along[1], -along[0], ZERO]);
                    continue;
                }
                for k in 0..j {
                    let normal = cross(minus(all[j], all[i]), minus(all[k], all[i]));
                    join([all[i], all[j], all[k]], normal);
                }
            }
        }
        Self { faces, dim }
    }

    /// The distance from a point in its frame; negative inside.
    pub fn signed_distance(&self, p: P) -> D {
        let height =
            |(corners, normal): &([P; 3], P)| dot(*normal, minus(p, corners[0])) / norm(*normal);
        let highest = self.faces.iter().map(height).reduce(D::max).expect("faces");
        if highest <= ZERO {
            return highest;
        }
        let faced = self.faces.iter().filter(|face| height(face) > ZERO);
        let away = faced.map(|(corners, normal)| {
            if self.dim == 2 {
                from_segment([corners[0], corners[1]], p)
            } else {
                from_triangle(*corners, *normal, p)
            }
        });
        away.reduce(D::min).expect("a face below")
    }
}

/// The distance from a triangle in space.
pub fn from_sheet<V: Vector>(corners: [V; 3], p: P) -> D {
    let [a, b, c] = corners.map(point);
    from_triangle([a, b, c], cross(minus(b, a), minus(c, a)), p)
}

/// The distance from a cone along an axis, with its apex at `half`; negative inside.
pub fn from_cone([radius, half]: [f64; 2], axis: usize, p: P) -> D {
    let across = core::array::from_fn(|i| if i == axis { ZERO } else { p[i] });
    let at = [norm(across), p[axis], ZERO];
    let [r, h] = [radius, half].map(D::of);
    let (apex, rim, middle) = ([ZERO, h, ZERO], [r, -h, ZERO], [ZERO, -h, ZERO]);
    let side = [h + h, r, ZERO];
    let above = dot(side, minus(at, apex)) / norm(side);
    let below = -h - at[1];
    if above <= ZERO && below <= ZERO {
        return above.max(below);
    }
    from_segment([apex, rim], at).min(from_segment([middle, rim], at))
}

/// The distance from an ellipsoid with these radii; negative inside. Newton's method for the root of
/// `sum (e p / (t + e^2))^2 - 1`, from the left, where it rises without passing the root.
pub fn from_ellipsoid(radii: &[f64], p: P) -> D {
    let one = D::of(1.0);
    let e: Vec<D> = radii.iter().map(|r| D::of(*r)).collect();
    let least = (0..e.len()).fold(0, |m, i| if e[i] < e[m] { i } else { m });
    let m = e[least];
    let p: Vec<D> = p.iter().take(e.len()).map(|x| x.max(-*x)).collect();
    // In units of the least radius, with w = t + m^2.
    let weight: Vec<D> = (0..e.len()).map(|i| p[i] * e[i] / (m * m)).collect();
    let beyond: Vec<D> = e.iter().map(|e| (*e - m) * (*e + m) / (m * m)).collect();
    let share = |w: D, i: usize| if weight[i] == ZERO { ZERO } else { weight[i] / (w + beyond[i]) };
    let all = |f: &dyn Fn(usize) -> D| (0..e.len()).map(f).fold(ZERO, |sum, x| sum + x);
    let mut w = (0..e.len()).map(|i| weight[i] - beyond[i]).fold(ZERO, D::max);
    for _ in 0..400 {
        let excess = all(&|i| share(w, i) * share(w, i)) - one;
        let fall = all(&|i| {
            let x = share(w, i);
            if x == ZERO { ZERO } else { x * x / (w + beyond[i]) }
        });
        let next = w + D::of(0.5) * excess / fall;
        if excess <= ZERO || next <= w {
            break;
        }
        w = next;
    }
    let mut q: Vec<D> = (0..e.len()).map(|i| e[i] * share(w, i)).collect();
    if w == ZERO {
        let others = all(&|i| if i == least { ZERO } else { share(w, i) * share(w, i) });
        q[least] = m * (one - others).sqrt();
    }
    let distance = all(&|i| (p[i] - q[i]) * (p[i] - q[i])).sqrt();
    let level = all(&|i| (p[i] / e[i]) * (p[i] / e[i]));
    if level < one { -distance } else { distance }
}
